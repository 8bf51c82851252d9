//! Where TensorRT may be.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

/// A place that was looked at, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attempt {
    /// A file, a folder, or a name that the system's loader was asked for.
    pub place: String,
    /// What was found, or why not.
    pub outcome: String,
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.outcome)
    }
}

/// Everything that was looked at, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchReport {
    attempts: Vec<Attempt>,
}

impl SearchReport {
    /// The places.
    pub fn attempts(&self) -> &[Attempt] {
        &self.attempts
    }

    pub(crate) fn add(&mut self, place: impl fmt::Display, outcome: impl fmt::Display) {
        self.attempts.push(Attempt { place: place.to_string(), outcome: outcome.to_string() });
    }
}

impl fmt::Display for SearchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, attempt) in self.attempts.iter().enumerate() {
            write!(f, "{}  {attempt}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

/// A library's file names without `.so`, newest major first. An unversioned name comes last: it may be any version.
pub(crate) struct Names {
    pub versioned: &'static [&'static str],
    pub unversioned: &'static [&'static str],
}

pub(crate) const INFER: Names = Names {
    versioned: &["libnvinfer.so.11", "libnvinfer.so.10", "libtensorrt_rtx.so.1"],
    unversioned: &["libnvinfer.so", "libtensorrt_rtx.so"],
};

/// What the search reads from the process's surroundings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    /// `VRT_TENSORRT_DIR`.
    pub directory: Option<PathBuf>,
    /// `VIRTUAL_ENV`, `CONDA_PREFIX` and what holds the `python3` of `PATH`.
    pub prefixes: Vec<PathBuf>,
    /// `HOME`.
    pub home: Option<PathBuf>,
}

impl Surroundings {
    pub fn of_process() -> Self {
        let path = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let mut prefixes: Vec<PathBuf> = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(path).collect();
        let python = std::env::var_os("PATH").and_then(|dirs| {
            std::env::split_paths(&dirs).find(|dir| dir.join("python3").is_file()).and_then(|dir| Some(dir.parent()?.to_path_buf()))
        });
        prefixes.extend(python);
        Self { directory: path("VRT_TENSORRT_DIR"), prefixes, home: path("HOME") }
    }

    /// Folders in the order they are looked into, after the loader was asked: pip's packages, then Debian, Jetson and the
    /// places that installers use.
    pub fn folders(&self) -> Vec<PathBuf> {
        let mut out = Vec::new();
        let mut bases: Vec<(PathBuf, bool)> = self.prefixes.iter().map(|p| (p.join("lib"), false)).collect();
        bases.extend(self.home.iter().map(|home| (home.join(".local/lib"), false)));
        bases.extend(["/usr/local/lib", "/usr/lib"].map(|p| (PathBuf::from(p), true)));
        for (base, system) in bases {
            for packages in ["site-packages", "dist-packages"] {
                if packages == "dist-packages" && !system {
                    continue;
                }
                for python in entries(&base, "python3") {
                    let packages = base.join(python).join(packages);
                    out.extend(["tensorrt_libs", "tensorrt_rtx_libs"].map(|name| packages.join(name)));
                }
            }
        }
        // conda installs into the prefix itself.
        out.extend(self.prefixes.iter().map(|p| p.join("lib")));
        let triple = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
        out.push(PathBuf::from(triple));
        out.extend(
            ["/usr/lib64", "/usr/local/tensorrt/lib", "/usr/local/TensorRT/lib", "/opt/tensorrt/lib", "/opt/TensorRT/lib"]
                .map(PathBuf::from),
        );
        out.extend(["/usr/local/cuda/lib64", "/usr/local/lib"].map(PathBuf::from));
        out
    }
}

/// Names in `folder` that start with `prefix`, highest version first.
fn entries(folder: &Path, prefix: &str) -> Vec<OsString> {
    let mut names: Vec<OsString> =
        std::fs::read_dir(folder).map(|entries| entries.filter_map(|e| Some(e.ok()?.file_name())).collect()).unwrap_or_default();
    names.retain(|name| name.to_string_lossy().starts_with(prefix));
    names.sort_by_key(|name| std::cmp::Reverse(numbers(name)));
    names
}

/// `libnvinfer.so.10.6.0` -> `[10, 6, 0]`, so that 10 comes after 9.
fn numbers(name: &OsStr) -> Vec<u32> {
    name.to_string_lossy().split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
}

/// The files of a library in `folder`: exact versioned names, then fully versioned ones (`libnvinfer.so.10.6.0` without a
/// link to it), then unversioned ones.
pub(crate) fn files_in(folder: &Path, names: &Names) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = Vec::new();
    let mut add = |path: PathBuf| {
        if path.is_file() && !out.contains(&path) {
            out.push(path);
        }
    };
    for name in names.versioned {
        add(folder.join(name));
    }
    for name in names.versioned {
        for full in entries(folder, &format!("{name}.")) {
            add(folder.join(full));
        }
    }
    for name in names.unversioned {
        for full in entries(folder, &format!("{name}.")) {
            // libnvinfer.so.8 and the like: opened to say which version it is.
            if numbers(&full).len() == 1 {
                add(folder.join(full));
            }
        }
        add(folder.join(name));
    }
    out
}

/// The folders that a directory named by a user may mean: itself, or an installation's root.
pub(crate) fn library_folders(directory: &Path) -> Vec<PathBuf> {
    let targets = format!("targets/{}-linux-gnu/lib", std::env::consts::ARCH);
    ["", "lib", "lib64", &targets, "tensorrt_libs", "tensorrt_rtx_libs"].iter().map(|sub| directory.join(sub)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(path: &Path) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    }

    #[test]
    fn versioned_names_come_before_unversioned_ones() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["libnvinfer.so", "libnvinfer.so.8", "libnvinfer.so.10", "libnvinfer.so.10.6.0", "libnvinfer.so.11"] {
            touch(&dir.path().join(name));
        }
        touch(&dir.path().join("libnvinfer_plugin.so.10"));
        let found: Vec<String> =
            files_in(dir.path(), &INFER).iter().map(|p| p.file_name().unwrap().to_string_lossy().into_owned()).collect();
        let expected = ["libnvinfer.so.11", "libnvinfer.so.10", "libnvinfer.so.10.6.0", "libnvinfer.so.8", "libnvinfer.so"];
        assert_eq!(found, expected);
    }

    #[test]
    fn pip_comes_before_the_system_and_a_newer_python_first() {
        let dir = tempfile::tempdir().unwrap();
        for python in ["python3.9", "python3.12"] {
            std::fs::create_dir_all(dir.path().join("lib").join(python)).unwrap();
        }
        let surroundings = Surroundings { prefixes: vec![dir.path().to_path_buf()], ..Surroundings::default() };
        let folders = surroundings.folders();
        let at = |end: &str| folders.iter().position(|f| f.to_string_lossy().ends_with(end)).unwrap();
        assert!(at("python3.12/site-packages/tensorrt_libs") < at("python3.9/site-packages/tensorrt_libs"));
        assert!(at("python3.9/site-packages/tensorrt_rtx_libs") < at("-linux-gnu"));
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        assert!(numbers(OsStr::new("libnvinfer.so.10")) > numbers(OsStr::new("libnvinfer.so.9")));
    }
}
