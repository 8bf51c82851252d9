//! Where this user's compiled kernels and built engines are kept.

use std::ffi::OsString;
use std::path::PathBuf;

/// The per-user cache folder: `VRT_CACHE_DIR`, else `$XDG_CACHE_HOME/vrt`, else `~/.cache/vrt` (`%LOCALAPPDATA%\vrt` on Windows).
///
/// `None` where the system names no home for this user; then nothing is kept between runs until one of the variables is set.
pub fn cache_dir() -> Option<PathBuf> {
    from_environment(|name| std::env::var_os(name).filter(|value| !value.is_empty()), std::env::home_dir())
}

fn from_environment(variable: impl Fn(&str) -> Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
    if let Some(path) = variable("VRT_CACHE_DIR") {
        return Some(path.into());
    }
    // The XDG specification: a relative path there is invalid and to be ignored.
    if let Some(path) = variable("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute()) {
        return Some(path.join("vrt"));
    }
    if let Some(path) = variable("LOCALAPPDATA").filter(|_| cfg!(windows)) {
        return Some(PathBuf::from(path).join("vrt"));
    }
    let home = home.filter(|home| !home.as_os_str().is_empty() && home.is_absolute())?;
    Some(home.join(".cache").join("vrt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dir(variables: &[(&str, &str)], home: Option<&str>) -> Option<PathBuf> {
        let variable = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value));
        from_environment(variable, home.map(PathBuf::from))
    }

    #[test]
    #[cfg(unix)]
    fn the_nearest_setting_wins() {
        assert_eq!(dir(&[], Some("/home/ada")), Some("/home/ada/.cache/vrt".into()));
        assert_eq!(dir(&[("XDG_CACHE_HOME", "/var/x")], Some("/home/ada")), Some("/var/x/vrt".into()));
        assert_eq!(dir(&[("XDG_CACHE_HOME", "x")], Some("/home/ada")), Some("/home/ada/.cache/vrt".into()));
        assert_eq!(dir(&[("VRT_CACHE_DIR", "/v"), ("XDG_CACHE_HOME", "/var/x")], None), Some("/v".into()));
        assert_eq!(dir(&[], None), None);
        assert_eq!(dir(&[], Some("")), None);
    }
}
