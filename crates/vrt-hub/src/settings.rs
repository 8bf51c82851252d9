//! Where things are and how the hub is reached: the environment variables of Hugging Face's own tools.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use ureq::http::Uri;

use crate::error::Error;

/// A secret that `Debug` does not show.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    /// `None` for an empty text.
    pub(crate) fn new(setting: &'static str, text: &str) -> Result<Option<Self>, Error> {
        let text = text.trim();
        if text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Ok((!text.is_empty()).then(|| Self(text.to_owned())));
        }
        let problem = "an access token has no spaces or special characters; get one at https://huggingface.co/settings/tokens".to_owned();
        Err(Error::Setting { setting, found: "(not shown)".to_owned(), problem })
    }

    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(not shown)")
    }
}

/// What the environment says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Environment {
    pub(crate) cache: Option<PathBuf>,
    pub(crate) state: Option<PathBuf>,
    pub(crate) endpoint: Option<String>,
    pub(crate) token: Option<Token>,
    pub(crate) offline: bool,
    pub(crate) certificates: Option<PathBuf>,
}

/// A variable of this process; `None` if it is empty.
pub(crate) fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

impl Environment {
    /// Reads it, and the token file.
    pub(crate) fn read(variable: &dyn Fn(&str) -> Option<OsString>, home: Option<PathBuf>) -> Result<Self, Error> {
        let home = usable(home);
        let path = |name: &str| variable(name).map(|value| expand(PathBuf::from(value), home.as_deref()));
        // As huggingface_hub: HF_HOME, else in the XDG cache, else in ~/.cache.
        let hf_home = path("HF_HOME")
            .or_else(|| path("XDG_CACHE_HOME").map(|cache| cache.join("huggingface")))
            .or_else(|| home.as_ref().map(|home| home.join(".cache").join("huggingface")));
        let cache = path("HF_HUB_CACHE").or_else(|| path("HUGGINGFACE_HUB_CACHE")).or_else(|| Some(hf_home.as_ref()?.join("hub")));
        let token_file = path("HF_TOKEN_PATH").or_else(|| Some(hf_home?.join("token")));
        Ok(Self {
            cache,
            state: cache_dir(variable, home.clone()).map(|folder| folder.join("hub")),
            endpoint: text(variable, "HF_ENDPOINT")?,
            token: token(variable, token_file.as_deref())?,
            offline: flag(variable, "HF_HUB_OFFLINE")?,
            certificates: path("SSL_CERT_FILE").or_else(|| path("REQUESTS_CA_BUNDLE")).or_else(|| path("CURL_CA_BUNDLE")),
        })
    }
}

fn token(variable: &dyn Fn(&str) -> Option<OsString>, file: Option<&Path>) -> Result<Option<Token>, Error> {
    if flag(variable, "HF_HUB_DISABLE_IMPLICIT_TOKEN")? {
        return Ok(None);
    }
    for name in ["HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"] {
        if let Some(value) = variable(name) {
            let Some(value) = value.to_str() else { return Token::new(name, "\u{0}") };
            return Token::new(name, value);
        }
    }
    let Some(file) = file else { return Ok(None) };
    match fs::read_to_string(file) {
        Ok(text) => Token::new("the token file of Hugging Face", &text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Io { doing: "reading the access token", path: file.to_owned(), source }),
    }
}

fn text(variable: &dyn Fn(&str) -> Option<OsString>, name: &'static str) -> Result<Option<String>, Error> {
    variable(name).map(|value| value.into_string().map_err(|value| not_text(name, &value))).transpose()
}

fn not_text(setting: &'static str, value: &OsString) -> Error {
    Error::Setting { setting, found: value.to_string_lossy().into_owned(), problem: "it is not UTF-8".to_owned() }
}

/// As huggingface_hub reads flags: 1, ON, YES and TRUE in any case mean yes. Unlike there, what is neither yes nor no is refused.
fn flag(variable: &dyn Fn(&str) -> Option<OsString>, name: &'static str) -> Result<bool, Error> {
    let Some(found) = text(variable, name)? else { return Ok(false) };
    match found.to_ascii_lowercase().as_str() {
        "1" | "on" | "yes" | "true" => Ok(true),
        "0" | "off" | "no" | "false" => Ok(false),
        _ => Err(Error::Setting { setting: name, found, problem: "use 1 or 0".to_owned() }),
    }
}

fn usable(home: Option<PathBuf>) -> Option<PathBuf> {
    home.filter(|home| home.is_absolute())
}

/// A leading `~` stands for the home directory.
fn expand(path: PathBuf, home: Option<&Path>) -> PathBuf {
    match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path,
    }
}

/// This project's own folder: `VRT_CACHE_DIR`, else `vrt` in the user's cache folder. The engine store follows the same rule.
fn cache_dir(variable: &dyn Fn(&str) -> Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
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
    Some(usable(home)?.join(".cache").join("vrt"))
}

/// See [`Registry::user_file`](crate::Registry::user_file).
pub(crate) fn registry_file(variable: &dyn Fn(&str) -> Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
    if let Some(path) = variable("VRT_REGISTRY") {
        return Some(path.into());
    }
    let folder = match variable("XDG_CONFIG_HOME").map(PathBuf::from).filter(|path| path.is_absolute()) {
        Some(folder) => folder,
        None => match variable("APPDATA").filter(|_| cfg!(windows)) {
            Some(folder) => folder.into(),
            None => usable(home)?.join(".config"),
        },
    };
    Some(folder.join("vrt").join("registry.toml"))
}

/// An address without a slash at its end, that is http or https and holds no password.
pub(crate) fn endpoint(setting: &'static str, found: &str) -> Result<String, Error> {
    let wrong = |problem: &str| Error::Setting { setting, found: without_password(found), problem: problem.to_owned() };
    let address = found.trim().trim_end_matches('/');
    let uri: Uri = address.parse().map_err(|_| wrong("it is no address; use something like https://huggingface.co"))?;
    match (uri.scheme_str(), uri.authority()) {
        (Some("http" | "https"), Some(authority)) if authority.as_str().contains('@') => {
            Err(wrong("it must not hold a user or a password; use HF_TOKEN"))
        }
        (Some("http" | "https"), Some(_)) if uri.query().is_none() => Ok(address.to_owned()),
        _ => Err(wrong("it must begin with https:// or http://, and have no query")),
    }
}

pub(crate) fn without_password(address: &str) -> String {
    match (address.find("://"), address.rfind('@')) {
        (Some(scheme), Some(at)) if scheme + 3 <= at => format!("{}(not shown){}", &address[..scheme + 3], &address[at..]),
        _ => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Environment, Error> {
        let variable = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value));
        Environment::read(&variable, Some("/home/ada".into()))
    }

    fn cache(variables: &[(&str, &str)]) -> String {
        read(variables).unwrap().cache.unwrap().display().to_string()
    }

    #[test]
    #[cfg(unix)]
    fn the_cache_is_where_hugging_face_has_it() {
        assert_eq!(cache(&[]), "/home/ada/.cache/huggingface/hub");
        assert_eq!(cache(&[("XDG_CACHE_HOME", "/x")]), "/x/huggingface/hub");
        assert_eq!(cache(&[("XDG_CACHE_HOME", "/x"), ("HF_HOME", "/h")]), "/h/hub");
        assert_eq!(cache(&[("HF_HOME", "~/h")]), "/home/ada/h/hub");
        assert_eq!(cache(&[("HUGGINGFACE_HUB_CACHE", "/c"), ("HF_HOME", "/h")]), "/c");
        assert_eq!(cache(&[("HF_HUB_CACHE", "/d"), ("HUGGINGFACE_HUB_CACHE", "/c"), ("HF_HOME", "/h")]), "/d");
        let nobody = Environment::read(&|_| None, None).unwrap();
        assert_eq!((nobody.cache, nobody.state, nobody.token), (None, None, None));
        assert_eq!(registry_file(&|_| None, Some("/home/ada".into())), Some("/home/ada/.config/vrt/registry.toml".into()));
        assert_eq!(registry_file(&|_| None, None), None);
    }

    #[test]
    fn offline_is_a_flag() {
        for (value, expected) in [("1", true), ("TRUE", true), ("yes", true), ("on", true), ("0", false), ("false", false)] {
            assert_eq!(read(&[("HF_HUB_OFFLINE", value)]).unwrap().offline, expected, "{value}");
        }
        assert!(!read(&[]).unwrap().offline);
        let error = read(&[("HF_HUB_OFFLINE", "maybe")]).unwrap_err().to_string();
        assert!(error.contains("HF_HUB_OFFLINE") && error.contains("maybe"), "{error}");
    }

    #[test]
    fn tokens_come_from_the_variable_or_the_file_and_are_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        fs::write(&file, "hf_file\n").unwrap();
        let home = folder.path().to_str().unwrap();
        let bearer = |variables: &[(&str, &str)]| read(variables).unwrap().token.map(|token| token.bearer());
        assert_eq!(bearer(&[("HF_HOME", home)]).as_deref(), Some("Bearer hf_file"));
        assert_eq!(bearer(&[("HF_HOME", home), ("HF_TOKEN", " hf_env ")]).as_deref(), Some("Bearer hf_env"));
        assert_eq!(bearer(&[("HF_TOKEN_PATH", file.to_str().unwrap())]).as_deref(), Some("Bearer hf_file"));
        assert_eq!(bearer(&[("HF_HOME", home), ("HF_HUB_DISABLE_IMPLICIT_TOKEN", "1")]), None);
        let shown = format!("{:?}", read(&[("HF_TOKEN", "hf_secret")]).unwrap());
        assert!(!shown.contains("secret"), "{shown}");
        let error = read(&[("HF_TOKEN", "hf_sec\nret: x")]).unwrap_err().to_string();
        assert!(error.contains("HF_TOKEN") && !error.contains("sec\n") && !error.contains("ret: x"), "{error}");
    }

    #[test]
    fn endpoints_are_addresses() {
        assert_eq!(endpoint("HF_ENDPOINT", "https://hub.example/x/").unwrap(), "https://hub.example/x");
        for wrong in ["hub.example", "ftp://x", "https://", "https://a b", "https://x?y", "file:///etc"] {
            assert!(endpoint("HF_ENDPOINT", wrong).is_err(), "{wrong}");
        }
        let error = endpoint("HF_ENDPOINT", "https://ada:secret@hub.example").unwrap_err().to_string();
        assert!(!error.contains("secret") && error.contains("HF_TOKEN"), "{error}");
    }
}
