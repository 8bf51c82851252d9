//! The face of the crate: models to this machine, and what is there.

mod builder;
mod keep;

use std::path::{Path, PathBuf};

use crate::Sha256;
use crate::error::{Error, Mismatch};
use crate::progress::{OnProgress, Reporter};
use crate::spec::{EngineKey, FileRole, FileSpec, ModelSpec, Source, Trust};
use crate::store::{Expected, Found, Store, Wanted};

pub use builder::HubBuilder;
pub use keep::{FileState, FileStatus, FileVerdict, Removed, Verdict};

/// Access to models: the cache of this machine, and the Hugging Face Hub behind it.
///
/// Cheap to clone; may be used from several threads and processes at once.
#[derive(Debug, Clone)]
pub struct Hub {
    store: Store,
}

/// What a fetch may do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FetchOptions {
    /// Whether files may be fetched of which no hash is known.
    pub allow_unverified: bool,
    /// Licences (SPDX identifiers) that forbid commercial use and are accepted nevertheless.
    pub accepted_licenses: Vec<String>,
    /// What a prebuilt engine would have to be for. Where the model has exactly such a one, it is fetched too.
    pub engine: Option<EngineKey>,
}

impl FetchOptions {
    /// Lets files be fetched of which no hash is known. The hash of the first download is recorded and demanded from then on.
    #[must_use]
    pub fn allow_unverified(mut self, allow: bool) -> Self {
        self.allow_unverified = allow;
        self
    }

    /// Accepts a licence that forbids commercial use. It is recorded, so that it need not be accepted again for the same model.
    #[must_use]
    pub fn accept_license(mut self, spdx: impl Into<String>) -> Self {
        self.accepted_licenses.push(spdx.into());
        self
    }

    /// Asks for a prebuilt engine too.
    #[must_use]
    pub fn with_engine(mut self, key: EngineKey) -> Self {
        self.engine = Some(key);
        self
    }
}

/// A model on this machine whose files all have the contents they must have.
///
/// That was so when [`Hub::fetch`] returned. Whoever may write to the cache can change files afterwards.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LocalModel {
    /// Its name.
    pub name: String,
    /// What the registry says of it.
    pub spec: ModelSpec,
    /// The network.
    pub onnx: PathBuf,
    /// The document of format `vrt-model/1`, if it has one. It goes before the configuration of a variant.
    pub metadata: Option<PathBuf>,
    /// The prebuilt engine, if one was asked for and there is one.
    pub engine: Option<PathBuf>,
    /// All files: the network, the others in the order of the registry, the engine.
    pub files: Vec<LocalFile>,
    /// What made sure that they are the right ones.
    pub trust: Trust,
}

/// A file on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LocalFile {
    /// Where it is.
    pub path: PathBuf,
    /// The hash of its contents.
    pub sha256: Sha256,
    /// Its length in bytes.
    pub size: u64,
    /// Whether this call downloaded it.
    pub downloaded: bool,
}

impl Hub {
    /// As the environment variables of Hugging Face's tools say; see the crate's documentation for them.
    ///
    /// # Errors
    /// [`Error::Setting`] for a variable that makes no sense, [`Error::NoFolder`] for a user without home, [`Error::Io`] for a token or
    /// certificate file that can't be read.
    pub fn from_env() -> Result<Self, Error> {
        HubBuilder::from_env()?.build()
    }

    /// Settings from the program alone; no environment variable is read.
    pub fn builder() -> HubBuilder {
        HubBuilder::default()
    }

    /// The model on this machine: what is there is checked, what is missing is downloaded and checked.
    ///
    /// A file is hashed while it arrives and gets its name only when the hash is right. Files that are there already are hashed once and
    /// remembered by length, time of change and inode.
    ///
    /// # Errors
    /// [`Error::License`] and [`Error::Unverified`] where `options` does not allow it, [`Error::Mismatch`] and [`Error::Size`] for wrong
    /// contents, [`Error::Offline`] for what is missing in offline mode, [`Error::Cancelled`] if `on_progress` breaks off, and those of
    /// network and disk.
    pub fn fetch(&self, spec: &ModelSpec, options: &FetchOptions, on_progress: OnProgress<'_>) -> Result<LocalModel, Error> {
        spec.validate()?;
        self.check_license(spec, options)?;
        self.check_unverified(spec, options)?;
        let engine = options.engine.as_ref().and_then(|key| spec.engine(key));
        let count = spec.files.len() + usize::from(engine.is_some());
        let mut model = LocalModel {
            name: spec.name.to_string(),
            spec: spec.clone(),
            onnx: PathBuf::new(),
            metadata: None,
            engine: None,
            files: Vec::with_capacity(count),
            trust: spec.trust(),
        };
        let mut home = None;
        for (index, file) in in_order(&spec.files).enumerate() {
            let mut reporter = Reporter::new(&spec.name, &file.path, (index, count), &mut *on_progress);
            let local = match wanted(spec, file) {
                Some(wanted) => {
                    let mut found = self.store.file(&wanted, &mut reporter)?;
                    // The network looks for its tensors beside itself, so all files must be in one snapshot.
                    let home: &String = home.get_or_insert(found.commit.clone());
                    if *home != found.commit {
                        let repository = self.store.cache.repository(wanted.repository, wanted.revision);
                        let real = std::fs::canonicalize(&found.path).map_err(Error::io("reading", &found.path))?;
                        found.path = repository.link(home, wanted.path, &real)?;
                    }
                    local(found)
                }
                None => self.local_file(spec, &file.path, file.sha256, &mut reporter)?,
            };
            match file.role {
                FileRole::Onnx => model.onnx.clone_from(&local.path),
                FileRole::Metadata => model.metadata = Some(local.path.clone()),
                FileRole::ExternalData => {}
            }
            model.files.push(local);
        }
        if let Some(engine) = engine {
            let mut reporter = Reporter::new(&spec.name, &engine.path, (count - 1, count), &mut *on_progress);
            let local = match wanted_engine(spec, engine) {
                Some(wanted) => local(self.store.file(&wanted, &mut reporter)?),
                None => self.local_file(spec, &engine.path, Some(engine.sha256), &mut reporter)?,
            };
            model.engine = Some(local.path.clone());
            model.files.push(local);
        }
        Ok(model)
    }

    fn check_license(&self, spec: &ModelSpec, options: &FetchOptions) -> Result<(), Error> {
        // A model that is on this machine already was not given by us.
        if !spec.is_non_commercial() || matches!(spec.source, Source::Local { .. }) {
            return Ok(());
        }
        if options.accepted_licenses.iter().any(|license| license.eq_ignore_ascii_case(&spec.license)) {
            if !self.store.state.accepted(&spec.name, &spec.license)? {
                self.store.state.accept(&spec.name, &spec.license)?;
            }
            return Ok(());
        }
        if self.store.state.accepted(&spec.name, &spec.license)? {
            return Ok(());
        }
        let url = format!("https://spdx.org/licenses/{}.html", spec.license);
        Err(Error::License { model: spec.name.to_string(), license: spec.license.to_string(), url })
    }

    fn check_unverified(&self, spec: &ModelSpec, options: &FetchOptions) -> Result<(), Error> {
        if options.allow_unverified {
            return Ok(());
        }
        for file in spec.files.iter() {
            if let Some(wanted) = wanted(spec, file)
                && self.store.expected(&wanted)?.is_none()
            {
                let url = self.store.url(&wanted);
                return Err(Error::Unverified { model: spec.name.to_string(), file: file.path.to_string(), url });
            }
        }
        Ok(())
    }

    /// A file of a model that is in a folder of this machine.
    fn local_file(&self, spec: &ModelSpec, path: &str, expected: Option<Sha256>, reporter: &mut Reporter<'_>) -> Result<LocalFile, Error> {
        let full = local_path(spec, path);
        let Ok(metadata) = std::fs::metadata(&full) else {
            return Err(Error::LocalFile { model: spec.name.to_string(), path: full });
        };
        let sha256 = self.store.hash(&full, reporter)?;
        match expected {
            Some(expected) if expected != sha256 => Err(Error::from(Box::new(Mismatch {
                model: spec.name.to_string(),
                file: path.to_owned(),
                expected,
                expected_from: "the model registry".to_owned(),
                found: sha256,
                origin: full.display().to_string(),
                advice: "It was changed since the model was added. If that is meant, `vrt add --replace` it".to_owned(),
            }))),
            _ => Ok(LocalFile { path: full, sha256, size: metadata.len(), downloaded: false }),
        }
    }

    /// The folder of the cache that models are kept in.
    pub fn cache_dir(&self) -> &Path {
        self.store.cache.root()
    }

    /// Whether offline mode is on: then no connection is ever opened.
    pub fn is_offline(&self) -> bool {
        self.store.client.is_none()
    }
}

/// The network first: its snapshot is where the other files must be.
fn in_order(files: &[FileSpec]) -> impl Iterator<Item = &FileSpec> {
    let onnx = |file: &&FileSpec| file.role == FileRole::Onnx;
    files.iter().filter(onnx).chain(files.iter().filter(move |file| !onnx(file)))
}

/// `None` for a model that is in a folder.
fn wanted<'a>(spec: &'a ModelSpec, file: &'a FileSpec) -> Option<Wanted<'a>> {
    let Source::HuggingFace { repository, revision } = &spec.source else { return None };
    Some(Wanted { model: &spec.name, repository, revision, path: &file.path, sha256: file.sha256, size: file.size })
}

fn wanted_engine<'a>(spec: &'a ModelSpec, engine: &'a crate::spec::EngineSpec) -> Option<Wanted<'a>> {
    let (repository, revision) = match (&engine.repository, &spec.source) {
        (Some(repository), _) => (repository, engine.revision.as_deref().unwrap_or("main")),
        (None, Source::HuggingFace { repository, revision }) => (repository, &**revision),
        (None, Source::Local { .. }) => return None,
    };
    Some(Wanted { model: &spec.name, repository, revision, path: &engine.path, sha256: Some(engine.sha256), size: engine.size })
}

fn local_path(spec: &ModelSpec, path: &str) -> PathBuf {
    let folder = match &spec.source {
        Source::Local { folder } => folder.clone(),
        Source::HuggingFace { .. } => PathBuf::new(),
    };
    path.split('/').fold(folder, |folder, part| folder.join(part))
}

fn local(found: Found) -> LocalFile {
    LocalFile { path: found.path, sha256: found.sha256, size: found.size, downloaded: found.downloaded }
}

/// The hash that a file of a folder must have.
fn expected_local(sha256: Option<Sha256>) -> Option<Expected> {
    sha256.map(|sha256| Expected { sha256, from: "the model registry".to_owned() })
}
