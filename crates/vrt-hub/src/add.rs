//! Models of the user's own.

mod metadata;

use std::borrow::Cow;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::Sha256;
use crate::digest::{Hasher, hash_rest};
use crate::error::Error;
use crate::files;
use crate::names;
use crate::registry;
use crate::spec::{FileRole, FileSpec, ModelSpec, Source};

use metadata::Document;

/// Inputs and outputs of a network, as its ONNX file declares them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GraphInfo {
    /// Inputs.
    pub inputs: Vec<TensorShape>,
    /// Outputs.
    pub outputs: Vec<TensorShape>,
}

/// Name and shape of a tensor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorShape {
    /// Its name.
    pub name: String,
    /// Its sizes; `None` for those that the file leaves open. Empty where the file declares no shape.
    pub shape: Vec<Option<usize>>,
}

/// A model to add.
///
/// ```no_run
/// use vrt_hub::{NewModel, Registry, add_model};
/// # fn inspect(_: &std::path::Path) -> Result<vrt_hub::GraphInfo, Box<dyn std::error::Error + Send + Sync>> { unimplemented!() }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let file = Registry::user_file().ok_or("this user has no home")?;
/// let spec = add_model(&file, &NewModel::new("cutlery", "cutlery.onnx").with_labels(["fork", "spoon"]), &inspect)?;
/// assert_eq!(Registry::builtin().with_file(&file)?.get("cutlery")?, &spec);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NewModel {
    /// What to call it.
    pub name: String,
    /// Its ONNX file.
    pub onnx: PathBuf,
    /// Its metadata file; else the file beside the ONNX file that has its name and the ending `.json`.
    pub metadata: Option<PathBuf>,
    /// Its classes in the order of training, where there is no metadata file. One is written beside the ONNX file then.
    pub labels: Vec<String>,
    /// Licence of its weights, an SPDX identifier.
    pub license: Option<String>,
    /// Whether it may take the place of a model of the same name.
    pub replace: bool,
}

impl NewModel {
    /// A model with the metadata that lies beside its ONNX file.
    pub fn new(name: impl Into<String>, onnx: impl Into<PathBuf>) -> Self {
        Self { name: name.into(), onnx: onnx.into(), ..Self::default() }
    }

    /// With a metadata file elsewhere in the same folder.
    #[must_use]
    pub fn with_metadata(mut self, path: impl Into<PathBuf>) -> Self {
        self.metadata = Some(path.into());
        self
    }

    /// With classes, where there is no metadata file.
    #[must_use]
    pub fn with_labels<S: Into<String>>(mut self, labels: impl IntoIterator<Item = S>) -> Self {
        self.labels = labels.into_iter().map(Into::into).collect();
        self
    }

    /// With a licence.
    #[must_use]
    pub fn with_license(mut self, spdx: impl Into<String>) -> Self {
        self.license = Some(spdx.into());
        self
    }

    /// Replacing a model of the same name.
    #[must_use]
    pub fn replacing(mut self, replace: bool) -> Self {
        self.replace = replace;
        self
    }
}

/// Reads inputs and outputs of an ONNX file, for [`add_model`].
pub type Inspect<'a> = &'a dyn Fn(&Path) -> Result<GraphInfo, Box<dyn std::error::Error + Send + Sync>>;

/// Adds a model of the user's own to a registry file, which is made if it isn't there.
///
/// What a metadata file says goes before everything else: labels, the slot that means "no object", resize filter, mean and standard
/// deviation. It is checked against the inputs and outputs that `inspect` finds in the ONNX file (with the feature `graph`,
/// `inspect_onnx`). Where there is none and the labels are given, one is written: the sizes from the graph, ImageNet's normalisation,
/// bilinear resizing, and one slot more than labels means that the last one stands for "no object".
///
/// The hashes of the files are recorded, so that a later change is noticed. Tensors outside of `net.onnx` belong to it if they are in
/// `net.onnx.data` or `net.onnx_data`.
///
/// # Errors
/// [`Error::Graph`] for an ONNX file that can't be used, [`Error::Metadata`] for metadata that is missing, wrong or for another network,
/// [`Error::Registry`] for a name that is taken, [`Error::Spec`] for one that can't be used, [`Error::Io`].
pub fn add_model(registry_file: impl AsRef<Path>, model: &NewModel, inspect: Inspect<'_>) -> Result<ModelSpec, Error> {
    if let Some(problem) = names::name_problem(&model.name) {
        return Err(Error::Spec { model: model.name.clone(), problem: format!("the name {:?} can't be used: {problem}", model.name) });
    }
    let onnx = fs::canonicalize(&model.onnx).map_err(Error::io("opening the network", &model.onnx))?;
    let refuse = |problem: String| Error::Graph { path: model.onnx.clone(), problem };
    let (Some(folder), Some(file)) = (onnx.parent(), onnx.file_name().and_then(|name| name.to_str())) else {
        return Err(refuse("its name is not UTF-8; rename it".to_owned()));
    };
    if let Some(problem) = names::path_problem(file) {
        return Err(refuse(format!("the name {file:?} can't be used: {problem}")));
    }
    let graph = inspect(&onnx).map_err(|error| refuse(error.to_string()))?;

    let metadata_path = model.metadata.clone().unwrap_or_else(|| onnx.with_extension("json"));
    let document = if metadata_path.exists() || model.metadata.is_some() {
        let text = fs::read_to_string(&metadata_path).map_err(Error::io("reading the metadata", &metadata_path))?;
        Document::read(&text, &metadata_path)?
    } else if model.labels.is_empty() {
        let expected = metadata_path.display();
        return Err(refuse(format!(
            "nothing says what it is: put its metadata (\"vrt-model/1\") in {expected}, or, for instance segmentation, give its labels"
        )));
    } else {
        let (document, text) = Document::from_labels(&model.name, &model.labels, &graph).map_err(refuse)?;
        files::write_atomic(&metadata_path, text.as_bytes())?;
        document
    };
    document.check(&graph).map_err(|problem| Error::Metadata { path: metadata_path.clone(), problem })?;

    let metadata = fs::canonicalize(&metadata_path).map_err(Error::io("reading the metadata", &metadata_path))?;
    let Ok(metadata) = metadata.strip_prefix(folder) else {
        let problem = format!("it must be in the folder of its network, {}", folder.display());
        return Err(Error::Metadata { path: metadata_path, problem });
    };
    let mut files = vec![describe(folder, Path::new(file), FileRole::Onnx)?];
    for ending in [".data", "_data"] {
        let tensors = format!("{file}{ending}");
        if folder.join(&tensors).is_file() {
            files.push(describe(folder, Path::new(&tensors), FileRole::ExternalData)?);
        }
    }
    files.push(describe(folder, metadata, FileRole::Metadata)?);
    let spec = ModelSpec {
        name: Cow::Owned(model.name.clone()),
        task: document.task,
        family: Cow::Owned(document.family.clone()),
        variant: None,
        license: model.license.clone().map_or(Cow::Borrowed("LicenseRef-unknown"), Cow::Owned),
        source: Source::Local { folder: folder.to_owned() },
        files: Cow::Owned(files),
        input: None,
        labels: None,
        engines: Cow::Borrowed(&[]),
        facts: Cow::Borrowed(&[]),
        notes: None,
    };
    spec.validate()?;
    registry::insert(registry_file.as_ref(), &spec, model.replace)?;
    Ok(spec)
}

fn describe(folder: &Path, relative: &Path, role: FileRole) -> Result<FileSpec, Error> {
    let path = folder.join(relative);
    let (sha256, size) = hash(&path)?;
    let relative: Vec<_> = relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    Ok(FileSpec { role, path: Cow::Owned(relative.join("/")), sha256: Some(sha256), size: Some(size) })
}

fn hash(path: &Path) -> Result<(Sha256, u64), Error> {
    let read = || {
        let (mut file, mut hasher) = (File::open(path)?, Hasher::default());
        let size = hash_rest(&mut file, &mut hasher, |_| Ok::<_, std::io::Error>(()))?;
        Ok((hasher.finish(), size))
    };
    read().map_err(Error::io("reading", path))
}

/// Reads inputs and outputs of an ONNX file with the CPU engine, which also checks that it can run the network.
///
/// # Errors
/// What the engine says.
#[cfg(feature = "graph")]
#[cfg_attr(docsrs, doc(cfg(feature = "graph")))]
pub fn inspect_onnx(path: &Path) -> Result<GraphInfo, Box<dyn std::error::Error + Send + Sync>> {
    use vrt::cpu::{CpuOptions, CpuSession, Dim, TensorInfo};
    let shape = |tensor: &TensorInfo| {
        let size = |dim: &Dim| match dim {
            Dim::Fixed(size) => Some(*size),
            Dim::Dynamic(_) => None,
        };
        TensorShape { name: tensor.name.clone(), shape: tensor.shape.iter().map(size).collect() }
    };
    let session = CpuSession::from_file(path, &CpuOptions::default())?;
    Ok(GraphInfo { inputs: session.inputs().iter().map(shape).collect(), outputs: session.outputs().iter().map(shape).collect() })
}
