//! Which models are known.

mod builtin;
mod file;

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::settings;
use crate::spec::ModelSpec;

pub use builtin::REGISTRY;
pub(crate) use file::insert;
pub use file::remove_model;

/// The built-in models and those of registry files.
///
/// # A registry file
/// TOML, for models that are not built in. `vrt add` writes one; [`Registry::user_file`] says where it is looked for.
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("registry.toml");
/// std::fs::write(&path, r#"
///     format = "vrt-registry/1"
///
///     [[model]]
///     name = "forks"
///     task = "instance-segmentation"
///     family = "rfdetr-seg"
///     license = "Apache-2.0"
///     repository = "ada/forks"                                  # or: folder = "/home/ada/forks"
///     revision = "0123456789abcdef0123456789abcdef01234567"     # "main" if left out
///     files = [
///         { role = "onnx", path = "forks.onnx", sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", size = 0 },
///         { role = "metadata", path = "forks.json", sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
///     ]
///     ## engines = [{ path = "forks.engine", sha256 = "…", tensorrt = "10.6.0.26", sm = 90, precision = "fp16", platform = "linux-x86_64" }]
/// "#)?;
/// let registry = vrt_hub::Registry::builtin().with_file(&path)?;
/// assert_eq!(registry.get("forks")?.license, "Apache-2.0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
/// A model of a file takes the place of one of the same name that was there before; [`Registry::origin`] tells where one is from.
#[derive(Debug, Clone)]
pub struct Registry {
    models: Vec<(ModelSpec, Origin)>,
}

/// Where the description of a model is from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// Compiled in.
    BuiltIn,
    /// A registry file.
    File(PathBuf),
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("the built-in registry"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

impl Registry {
    /// The built-in models alone.
    pub fn builtin() -> Self {
        Self { models: REGISTRY.iter().map(|model| (model.clone(), Origin::BuiltIn)).collect() }
    }

    /// The built-in models and those of the user's registry file: the one that `VRT_REGISTRY` names, which must be there, else
    /// [`Registry::user_file`] if it is there.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::Registry`] for a file that can't be used.
    pub fn from_env() -> Result<Self, Error> {
        let registry = Self::builtin();
        match settings::variable("VRT_REGISTRY") {
            Some(path) => registry.with_file(PathBuf::from(path)),
            None => match Self::user_file().filter(|path| path.exists()) {
                Some(path) => registry.with_file(path),
                None => Ok(registry),
            },
        }
    }

    /// Where the user's registry file is or would be: `VRT_REGISTRY`, else `vrt/registry.toml` in `XDG_CONFIG_HOME` or `~/.config`
    /// (`%APPDATA%` on Windows). `None` for a user without home.
    pub fn user_file() -> Option<PathBuf> {
        settings::registry_file(&settings::variable, std::env::home_dir())
    }

    /// This registry and the models of a file.
    ///
    /// # Errors
    /// [`Error::Io`] if it can't be read, [`Error::Registry`] with line and reason if it can't be used.
    pub fn with_file(mut self, path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        for model in file::read(path)? {
            self.models.retain(|(known, _)| known.name != model.name);
            self.models.push((model, Origin::File(path.to_owned())));
        }
        self.models.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
        Ok(self)
    }

    /// All models, sorted by name.
    pub fn models(&self) -> impl ExactSizeIterator<Item = &ModelSpec> {
        self.models.iter().map(|(model, _)| model)
    }

    /// The model of a name.
    ///
    /// # Errors
    /// [`Error::UnknownModel`] with the nearest and all known names.
    pub fn get(&self, name: &str) -> Result<&ModelSpec, Error> {
        self.models().find(|model| model.name == name).ok_or_else(|| Error::UnknownModel {
            name: name.to_owned(),
            nearest: self.nearest(name),
            known: self.models().map(|model| model.name.to_string()).collect(),
        })
    }

    /// Where the description of a model is from; `None` for an unknown one.
    pub fn origin(&self, name: &str) -> Option<&Origin> {
        self.models.iter().find(|(model, _)| model.name == name).map(|(_, origin)| origin)
    }

    fn nearest(&self, name: &str) -> Option<String> {
        let name = name.to_ascii_lowercase();
        let distances = self.models().map(|model| (distance(&name, &model.name.to_ascii_lowercase()), &model.name));
        let (distance, nearest) = distances.min_by_key(|(distance, _)| *distance)?;
        (distance <= 1 + name.len() / 4).then(|| nearest.to_string())
    }
}

/// Levenshtein's distance: how many letters must be put in, taken out or changed.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(100).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, a) in a.chars().take(100).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in b.iter().enumerate() {
            let change = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Source, Trust};

    #[test]
    fn distances() {
        for (a, b, expected) in [("", "", 0), ("kitten", "sitting", 3), ("abc", "", 3), ("flaw", "lawn", 2), ("same", "same", 0)] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
        }
    }

    #[test]
    fn a_misspelt_name_is_put_right() {
        let error = Registry::builtin().get("rfdetr-seg-nan0").unwrap_err().to_string();
        assert!(error.contains("did you mean \"rfdetr-seg-nano\"?") && error.contains("depth-anything-v2-small"), "{error}");
        let error = Registry::builtin().get("yolo").unwrap_err().to_string();
        assert!(!error.contains("did you mean"), "{error}");
    }

    #[test]
    fn every_built_in_model_is_whole() {
        for model in REGISTRY {
            model.validate().unwrap();
            assert!(!model.facts.is_empty() && model.variant.is_some() && model.input.is_some(), "{}", model.name);
            assert_eq!(model.is_non_commercial(), model.license == "CC-BY-NC-4.0", "{}", model.name);
            // The authors of Depth Anything V2 licensed everything but Small for non-commercial use, metric models too.
            if model.family == "depth-anything" && model.name.contains("-v2-") {
                assert_eq!(model.is_non_commercial(), !model.name.contains("small"), "{}", model.name);
            } else {
                assert_eq!(model.license, "Apache-2.0", "{}", model.name);
            }
        }
    }

    #[test]
    fn what_the_sources_state_is_there() {
        let registry = Registry::builtin();
        let trust = |name: &str| registry.get(name).unwrap().trust();
        assert_eq!(trust("depth-anything-v2-small"), Trust::Pinned);
        assert_eq!(trust("depth-anything-v3-metric-large"), Trust::Pinned);
        for variant in ["nano", "small", "medium", "large", "preview"] {
            assert_eq!(trust(&format!("rfdetr-seg-{variant}")), Trust::Hashed);
        }
        for name in ["rfdetr-seg-xlarge", "rfdetr-seg-2xlarge", "depth-anything-v2-large", "depth-anything-v3-mono-large"] {
            assert_eq!(trust(name), Trust::Unverified);
        }
        let small = registry.get("depth-anything-v2-small").unwrap();
        assert_eq!(small.size(), Some(99_060_839));
        assert!(matches!(&small.source, Source::HuggingFace { repository, .. } if repository == "onnx-community/depth-anything-v2-small"));
    }
}
