//! What a registry says about a model.

mod entry;

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::Sha256;
use crate::error::Error;
use crate::names;

/// Text that is either compiled in or read from a file.
pub type Text = Cow<'static, str>;

/// A model: what it is, where its files are, which bytes they must have, and where all that is known from.
///
/// The built-in ones are [`REGISTRY`](crate::REGISTRY); more come from registry files, see [`Registry`](crate::Registry) for their form.
/// Serialises as an entry of such a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "entry::Entry", into = "entry::Entry")]
#[non_exhaustive]
pub struct ModelSpec {
    /// The name everything goes by: `rfdetr-seg-nano`.
    pub name: Text,
    /// What it does.
    pub task: Task,
    /// The crate that runs it, without `vrt-`: `rfdetr-seg`, `depth-anything`.
    pub family: Text,
    /// The variant of that crate whose configuration (preprocessing, labels, outputs) belongs to it. `None` where a metadata file among
    /// [`ModelSpec::files`] says it all.
    pub variant: Option<Text>,
    /// Licence of the weights, an SPDX identifier. Re-published exports keep the licence that the authors of the weights gave.
    pub license: Text,
    /// Where its files are.
    pub source: Source,
    /// Its files, the ONNX file among them.
    pub files: Cow<'static, [FileSpec]>,
    /// How pictures become its input. `None` where a metadata file says so.
    pub input: Option<InputSpec>,
    /// Name of its label set (`coco-91`: slot `i` is COCO's category `i`). `None` for depth, and where a metadata file lists the labels.
    pub labels: Option<Text>,
    /// Engines that are built already, each for one GPU architecture and one TensorRT.
    pub engines: Cow<'static, [EngineSpec]>,
    /// Where all this is known from.
    pub facts: Cow<'static, [Text]>,
    /// What one should know before using it.
    pub notes: Option<Text>,
}

/// What a model does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Task {
    /// Finds objects, each with a class, a box and a mask.
    InstanceSegmentation,
    /// Estimates how far away every pixel is.
    Depth,
}

impl Task {
    /// As in registry and metadata files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::InstanceSegmentation => "instance-segmentation",
            Self::Depth => "depth",
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Where files of a model are.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// In a repository of the Hugging Face Hub.
    HuggingFace {
        /// `OWNER/NAME`.
        repository: Text,
        /// A commit (40 hexadecimal digits), which always means the same files, or a branch or tag, which does not.
        revision: Text,
    },
    /// In a folder of this machine.
    Local {
        /// The folder.
        folder: PathBuf,
    },
}

/// What makes sure that the files are the right ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trust {
    /// The hash of every file is known, and the commit it is in.
    Pinned,
    /// The hash of every file is known. The branch may move on; then a download fails rather than giving something else.
    Hashed,
    /// The hash of some file is not known. What the first download gives is recorded and demanded from then on.
    Unverified,
}

impl Trust {
    /// One word for lists.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pinned => "pinned",
            Self::Hashed => "hashed",
            Self::Unverified => "unverified",
        }
    }
}

/// What a file of a model is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FileRole {
    /// The network. Exactly one file is.
    Onnx,
    /// Tensors that the ONNX file keeps outside, under the name that it has there.
    ExternalData,
    /// The JSON document of format `vrt-model/1`.
    Metadata,
}

/// A file of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct FileSpec {
    /// What it is.
    pub role: FileRole,
    /// Path in the repository or the folder, divided by `/`.
    pub path: Text,
    /// Hash of its contents; `None` where no source states it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sha256: Option<Sha256>,
    /// Its length in bytes, where a source states it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub size: Option<u64>,
}

/// An engine that somebody built already. It only runs with the TensorRT and on the GPUs it was built for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct EngineSpec {
    /// Path in the repository or the folder, divided by `/`.
    pub path: Text,
    /// Hash of its contents. An engine is code that the GPU runs, so there is none without.
    pub sha256: Sha256,
    /// Its length in bytes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub size: Option<u64>,
    /// What it was built for.
    #[serde(flatten)]
    pub key: EngineKey,
    /// Repository, where it is not the model's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub repository: Option<Text>,
    /// Revision in that repository; `main` where none is given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub revision: Option<Text>,
}

/// What an engine was built for. All of it must be equal for the engine to be used.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EngineKey {
    /// Full version of TensorRT: `10.6.0.26`.
    pub tensorrt: Text,
    /// Compute capability without the dot: 90 for 9.0.
    pub sm: u16,
    /// Precision: `fp32`, `tf32`, `fp16`, `bf16`, `int8` or `fp8`.
    pub precision: Text,
    /// Operating system and architecture: `linux-x86_64`, `linux-aarch64`.
    pub platform: Text,
}

impl EngineKey {
    /// A key for the platform this program was compiled for.
    pub fn here(tensorrt: impl Into<Text>, sm: u16, precision: impl Into<Text>) -> Self {
        let platform = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
        Self { tensorrt: tensorrt.into(), sm, precision: precision.into(), platform: platform.into() }
    }
}

impl fmt::Display for EngineKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TensorRT {}, sm{}, {}, {}", self.tensorrt, self.sm, self.precision, self.platform)
    }
}

/// How pictures become the input of a model: the keys of `input` in a metadata file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct InputSpec {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// `stretch`, `lower-bound` (both sides at least this) or `upper-bound` (no side longer than this).
    pub resize: Text,
    /// Sides are multiples of this many pixels.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub multiple: Option<u32>,
    /// `bilinear`, `bilinear-antialias`, `pillow-bilinear`, `cubic` or `area-cubic`.
    pub filter: Text,
    /// Mean of red, green and blue, of values 0 to 1.
    pub mean: [f32; 3],
    /// Standard deviation of red, green and blue.
    pub std: [f32; 3],
}

impl ModelSpec {
    /// What makes sure that the files are the right ones.
    pub fn trust(&self) -> Trust {
        if self.files.iter().any(|file| file.sha256.is_none()) {
            return Trust::Unverified;
        }
        match &self.source {
            Source::HuggingFace { revision, .. } if !names::is_commit(revision) => Trust::Hashed,
            _ => Trust::Pinned,
        }
    }

    /// Whether the licence forbids commercial use, so that somebody must accept it before the first download.
    pub fn is_non_commercial(&self) -> bool {
        self.license.split('-').any(|part| part.eq_ignore_ascii_case("NC"))
    }

    /// Length of all files in bytes, if all are known.
    pub fn size(&self) -> Option<u64> {
        self.files.iter().try_fold(0u64, |sum, file| sum.checked_add(file.size?))
    }

    /// The ONNX file.
    pub fn onnx(&self) -> Option<&FileSpec> {
        self.files.iter().find(|file| file.role == FileRole::Onnx)
    }

    /// The engine built for exactly this.
    pub fn engine(&self, key: &EngineKey) -> Option<&EngineSpec> {
        self.engines.iter().find(|engine| engine.key == *key)
    }

    /// The page that a person reads about it: the repository's, or the folder.
    pub fn page(&self) -> String {
        match &self.source {
            Source::HuggingFace { repository, .. } => format!("https://huggingface.co/{repository}"),
            Source::Local { folder } => folder.display().to_string(),
        }
    }

    /// Checks names, paths and that exactly one file is the network. [`Hub`](crate::Hub) does this before it touches anything.
    ///
    /// # Errors
    /// [`Error::Spec`] with what is wrong.
    pub fn validate(&self) -> Result<(), Error> {
        self.problem().map_or(Ok(()), |problem| Err(Error::Spec { model: self.name.to_string(), problem }))
    }

    fn problem(&self) -> Option<String> {
        let about = |what: &str, text: &str, problem: &str| format!("{what} {text:?} can't be used: {problem}");
        if let Some(problem) = names::name_problem(&self.name) {
            return Some(about("the name", &self.name, problem));
        }
        if let Some(what) = self.unprintable() {
            return Some(format!("its {what} has a control character, which could play tricks with a terminal"));
        }
        if let Some(problem) = self.input.as_ref().and_then(InputSpec::problem) {
            return Some(problem);
        }
        if let Source::HuggingFace { repository, revision } = &self.source
            && let Some(problem) = place_problem(repository, revision)
        {
            return Some(problem);
        }
        if let Source::Local { folder } = &self.source
            && !folder.is_absolute()
        {
            return Some(format!("its folder {:?} is not an absolute path", folder.display().to_string()));
        }
        let paths = self.files.iter().map(|file| &file.path).chain(self.engines.iter().map(|engine| &engine.path));
        for (index, path) in paths.clone().enumerate() {
            if let Some(problem) = names::path_problem(path) {
                return Some(about("the path", path, problem));
            }
            if let Some(other) = paths.clone().take(index).find(|other| names::collide(other, path)) {
                return Some(format!("its files {other:?} and {path:?} can't both be in one folder on every system"));
            }
        }
        for engine in self.engines.iter() {
            if !PRECISIONS.contains(&&*engine.key.precision) {
                let (found, known) = (&engine.key.precision, PRECISIONS.join(", "));
                return Some(format!("engine {:?} has precision {found:?}; known are {known}", engine.path));
            }
            let (repository, revision) = (engine.repository.as_deref(), engine.revision.as_deref());
            if let Some(problem) = repository.and_then(|repository| place_problem(repository, revision.unwrap_or("main"))) {
                return Some(problem);
            }
        }
        match self.files.iter().filter(|file| file.role == FileRole::Onnx).count() {
            1 => None,
            count => Some(format!("{count} of its files have the role \"onnx\"; exactly one must")),
        }
    }
}

impl ModelSpec {
    /// Which of the texts that people get to see has a character that is none.
    fn unprintable(&self) -> Option<&'static str> {
        let optional = [("variant", &self.variant), ("labels", &self.labels)];
        let texts = [("family", &self.family), ("license", &self.license)].into_iter();
        let texts = texts.chain(optional.into_iter().filter_map(|(what, text)| Some((what, text.as_ref()?))));
        let texts = texts.chain(self.facts.iter().map(|fact| ("facts", fact)));
        let bad = |text: &str| text.chars().any(char::is_control);
        // Only notes may have several lines.
        let notes = self.notes.as_ref().is_some_and(|notes| notes.lines().any(bad)).then_some("notes");
        texts.filter(|(_, text)| bad(text)).map(|(what, _)| what).next().or(notes)
    }
}

impl InputSpec {
    /// Names of resize filters, those of `vrt::preprocess::ResizeFilter`.
    pub(crate) const FILTERS: [&str; 5] = ["bilinear", "bilinear-antialias", "pillow-bilinear", "cubic", "area-cubic"];
    const RULES: [&str; 3] = ["stretch", "lower-bound", "upper-bound"];

    fn problem(&self) -> Option<String> {
        for (key, found, known) in [("filter", &self.filter, &Self::FILTERS[..]), ("resize", &self.resize, &Self::RULES[..])] {
            if !known.contains(&&**found) {
                return Some(format!("input.{key} is {found:?}; known are {}", known.join(", ")));
            }
        }
        let (Self { width, height, .. }, most) = (self, 8192);
        if !(1..=most).contains(width) || !(1..=most).contains(height) || self.multiple == Some(0) {
            return Some(format!("input is {width} x {height}, multiples of {:?}; sides must be in 1..={most}", self.multiple));
        }
        if self.mean.iter().any(|mean| !mean.is_finite()) || self.std.iter().any(|std| !std.is_finite() || *std <= 0.0) {
            let (mean, std) = (self.mean, self.std);
            return Some(format!("input.mean is {mean:?} and input.std {std:?}; they must be finite, and the latter above 0"));
        }
        None
    }
}

const PRECISIONS: [&str; 6] = ["fp32", "tf32", "fp16", "bf16", "int8", "fp8"];

fn place_problem(repository: &str, revision: &str) -> Option<String> {
    if let Some(problem) = names::repository_problem(repository) {
        return Some(format!("the repository {repository:?} can't be used: {problem}"));
    }
    names::path_problem(revision).map(|problem| format!("the revision {revision:?} can't be used: {problem}"))
}
