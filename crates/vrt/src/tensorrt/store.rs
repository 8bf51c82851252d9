//! Built engines on disk: found again only where everything they depend on is unchanged.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};

use super::hashed::{hex, read_hashed};
use super::manifest::{Difference, EngineKey, MANIFEST_FORMAT, Manifest};
use super::onnx::FileHash;
use super::precision::PrecisionBuilt;
use super::progress::CancelToken;
use crate::cuda::cache_dir;
use crate::cuda::files::{check_writable, remove_leftovers, write_atomic};

/// A folder of engines.
///
/// An engine is kept as `<model>-trt<version>-sm<capability>-<precision>.engine` beside a manifest of the same name with `.json` behind.
/// A stored engine whose manifest differs in anything from what is wanted is a **miss**, never a crash: it is built anew, and the old
/// file stays until the new one is whole. Two processes that want the same engine build it once. TensorRT's timing cache is kept here
/// too, which makes a next build faster.
///
/// An engine file holds code that the GPU runs. Put only files here that this store wrote, and let nobody else write to the folder.
///
/// # Example
/// ```
/// use vrt::tensorrt::EngineStore;
///
/// let store = EngineStore::at("/var/lib/robot/engines");
/// assert_eq!(store.folder(), std::path::Path::new("/var/lib/robot/engines"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineStore {
    folder: PathBuf,
}

/// The store failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// No folder is named and the user has no home.
    #[error("there is no folder to keep engines in: this user has no home directory. Set VRT_ENGINE_DIR to a folder, or pass one")]
    NoFolder,
    /// The folder cannot be written to.
    #[error(
        "engines cannot be kept in {}: {source}. Without that every start would build them anew (minutes), so nothing was built. \
         Set VRT_ENGINE_DIR to a folder that this user can write to (now: {}), or pass one",
        folder.display(), std::env::var("VRT_ENGINE_DIR").unwrap_or_else(|_| "not set".to_owned())
    )]
    Unwritable {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file in the store could not be read or written.
    #[error("{doing} {}: {source}", path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The user stopped waiting for another process that builds the same engine.
    #[error("stopped waiting for another process that builds {}", path.display())]
    Cancelled {
        /// The engine.
        path: PathBuf,
    },
    /// A model name that cannot be part of a file name.
    #[error("`{0}` cannot name an engine: use letters, digits, `-`, `_` and `.`, and begin with a letter or digit")]
    Name(String),
}

/// Whether a wanted engine is there.
#[derive(Debug)]
pub enum Lookup {
    /// It is, whole and for exactly this.
    Hit(Box<StoredEngine>),
    /// It is not, with the reason.
    Miss(Miss),
}

/// An engine from the store.
#[derive(Debug, Clone)]
pub struct StoredEngine {
    /// Its file.
    pub path: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
    /// The file's contents, whose hash was checked.
    pub plan: Vec<u8>,
}

/// Why a wanted engine must be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Miss {
    /// There is none.
    #[error("there is no {}", path.display())]
    Absent {
        /// Where it would be.
        path: PathBuf,
    },
    /// There is one for something else.
    #[error("{} is for something else ({})", path.display(), differences.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Differs {
        /// Its file.
        path: PathBuf,
        /// All that differs.
        differences: Vec<Difference>,
    },
    /// There is one that is damaged.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

/// A freshly built engine to keep.
#[derive(Debug, Clone)]
pub struct BuiltPlan {
    /// The engine's bytes.
    pub plan: Vec<u8>,
    /// What it computes in.
    pub precision_built: PrecisionBuilt,
    /// Workspace limit of the build.
    pub workspace_bytes: u64,
    /// How long the build took.
    pub build_time: Duration,
}

/// What happened on the way to an engine.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreEvent<'a> {
    /// The engine is not there, and why; it is built now.
    Miss(&'a Miss),
    /// Another process builds it; this one waits.
    Waiting {
        /// The lock file.
        lock: &'a Path,
    },
}

impl EngineStore {
    /// The user's own store: `VRT_ENGINE_DIR`, else the folder `engines` in [`cache_dir`].
    ///
    /// # Errors
    /// [`StoreError::NoFolder`].
    pub fn user() -> Result<Self, StoreError> {
        let named = std::env::var_os("VRT_ENGINE_DIR").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let folder = named.or_else(|| cache_dir().map(|folder| folder.join("engines"))).ok_or(StoreError::NoFolder)?;
        Ok(Self { folder })
    }

    /// A store in a folder, which is made when something is first kept.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the folder can be written to. It is made where it is missing.
    ///
    /// # Errors
    /// [`StoreError::Unwritable`] with the way round.
    pub fn check_writable(&self) -> Result<(), StoreError> {
        check_writable(&self.folder).map_err(|source| StoreError::Unwritable { folder: self.folder.clone(), source })
    }

    /// Where the engine for `key` is kept.
    ///
    /// # Errors
    /// [`StoreError::Name`] for a model name that cannot be part of a file name.
    pub fn path(&self, key: &EngineKey) -> Result<PathBuf, StoreError> {
        check_name(&key.model)?;
        Ok(self.folder.join(key.file_name()))
    }

    /// Looks for the engine of exactly this key, and reads it. Nothing is written and no lock is taken.
    ///
    /// # Errors
    /// [`StoreError::Name`]. Unreadable files are misses.
    pub fn lookup(&self, key: &EngineKey) -> Result<Lookup, StoreError> {
        let path = self.path(key)?;
        if !path.is_file() {
            return Ok(Lookup::Miss(Miss::Absent { path }));
        }
        let manifest = match Manifest::read(&manifest_path(&path)) {
            Ok(manifest) => manifest,
            Err(reason) => return Ok(Lookup::Miss(Miss::Damaged { path, reason })),
        };
        let differences = key.differences(&manifest.key);
        if !differences.is_empty() {
            return Ok(Lookup::Miss(Miss::Differs { path, differences }));
        }
        let damaged = |reason| Ok(Lookup::Miss(Miss::Damaged { path: path.clone(), reason }));
        match read_hashed(&path) {
            Err(error) => damaged(error.to_string()),
            Ok((plan, _)) if plan.len() as u64 != manifest.engine.bytes => {
                damaged(format!("it has {} bytes, its manifest says {}", plan.len(), manifest.engine.bytes))
            }
            Ok((_, sha256)) if sha256 != manifest.engine.sha256 => {
                damaged("its bytes are not those its manifest was written for".to_owned())
            }
            Ok((plan, _)) => Ok(Lookup::Hit(Box::new(StoredEngine { path, manifest, plan }))),
        }
    }

    /// The stored engine of this key, or the one that `build` makes, which is then kept.
    ///
    /// The folder is tried before the build. While it builds, a lock keeps other processes from building the same; they wait and take
    /// what was built.
    ///
    /// # Errors
    /// [`StoreError`], or what `build` returns. [`StoreError::Cancelled`] where `cancel` is cancelled while it waits.
    pub fn get_or_build<E: From<StoreError>>(
        &self,
        key: &EngineKey,
        cancel: &CancelToken,
        on_event: &mut dyn FnMut(StoreEvent<'_>),
        build: impl FnOnce() -> Result<BuiltPlan, E>,
    ) -> Result<StoredEngine, E> {
        if let Lookup::Hit(stored) = self.lookup(key)? {
            return Ok(*stored);
        }
        self.check_writable()?;
        let path = self.path(key)?;
        let _lock = self.lock(&path, cancel, on_event)?;
        remove_leftovers(&path);
        remove_leftovers(&manifest_path(&path));
        // Another process may have built it while this one waited.
        match self.lookup(key)? {
            Lookup::Hit(stored) => return Ok(*stored),
            Lookup::Miss(miss) => on_event(StoreEvent::Miss(&miss)),
        }
        let built = build()?;
        Ok(self.keep(key, path, built)?)
    }

    fn keep(&self, key: &EngineKey, path: PathBuf, built: BuiltPlan) -> Result<StoredEngine, StoreError> {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sha256 = hex(&Sha256::digest(&built.plan));
        let manifest = Manifest {
            format: MANIFEST_FORMAT.to_owned(),
            key: key.clone(),
            precision_built: built.precision_built,
            engine: FileHash { file, bytes: built.plan.len() as u64, sha256 },
            workspace_bytes: built.workspace_bytes,
            build_seconds: built.build_time.as_secs_f32(),
            built_at: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
            driver_cuda: crate::cuda::probe_driver()
                .map_or_else(|_| String::new(), |driver| format!("{}.{}", driver.cuda.0, driver.cuda.1)),
            vrt: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| StoreError::Io { doing: "writing", path, source }
        };
        let beside = manifest_path(&path);
        let json = manifest.to_json().map_err(|error| failed(&beside)(io::Error::other(error)))?;
        // The engine first: with the old manifest it is a miss, never a wrong hit.
        write_atomic(&path, &built.plan).map_err(failed(&path))?;
        write_atomic(&beside, json.as_bytes()).map_err(failed(&beside))?;
        Ok(StoredEngine { path, manifest, plan: built.plan })
    }

    /// Waits for the right to build the engine at `path`. The lock ends with the file handle, also where the process is killed.
    fn lock(&self, path: &Path, cancel: &CancelToken, on_event: &mut dyn FnMut(StoreEvent<'_>)) -> Result<File, StoreError> {
        let lock = beside(path, "lock");
        let failed = |source| StoreError::Io { doing: "locking", path: lock.clone(), source };
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&lock).map_err(failed)?;
        let mut told = false;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                // Some network file systems have no locks; files are replaced whole there too.
                Err(fs::TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
                Err(fs::TryLockError::Error(error)) => return Err(failed(error)),
                Err(fs::TryLockError::WouldBlock) if cancel.is_cancelled() => {
                    return Err(StoreError::Cancelled { path: path.to_owned() });
                }
                Err(fs::TryLockError::WouldBlock) => {
                    if !told {
                        on_event(StoreEvent::Waiting { lock: &lock });
                        told = true;
                    }
                    // Asked again rather than waited for, so that a cancel is heard.
                    std::thread::sleep(Duration::from_millis(100));
                }
            }
        }
    }

    /// Seconds that a build of this model in this precision took here before, with whichever TensorRT.
    pub fn earlier_build(&self, key: &EngineKey) -> Option<Duration> {
        self.entries()
            .into_iter()
            .filter(|manifest| manifest.key.model == key.model && manifest.key.precision == key.precision && manifest.key.gpu == key.gpu)
            .max_by_key(|manifest| manifest.built_at)
            .map(|manifest| Duration::try_from_secs_f32(manifest.build_seconds).unwrap_or_default())
    }

    /// The manifests of all engines here, by file name. Files that are none are left out.
    pub fn entries(&self) -> Vec<Manifest> {
        let mut manifests: Vec<Manifest> = fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.to_string_lossy().ends_with(".engine.json"))
            .filter_map(|path| Manifest::read(&path).ok())
            .collect();
        manifests.sort_by(|a, b| a.engine.file.cmp(&b.engine.file));
        manifests
    }

    fn timing_cache_path(&self, key: &EngineKey) -> PathBuf {
        let product = if key.product == "TensorRT" { "trt" } else { "trtrtx" };
        self.folder.join(format!("timing-{product}{}-sm{}.cache", key.tensorrt, key.sm))
    }

    /// TensorRT's timing cache of this version and GPU; empty where there is none.
    pub(crate) fn timing_cache(&self, key: &EngineKey) -> Vec<u8> {
        fs::read(self.timing_cache_path(key)).unwrap_or_default()
    }

    /// Keeps the timing cache for the next build. It is worth time only, so a failure is not worth an error.
    pub(crate) fn keep_timing_cache(&self, key: &EngineKey, cache: &[u8]) {
        if !cache.is_empty() {
            let _ = write_atomic(&self.timing_cache_path(key), cache);
        }
    }
}

/// `<path>.<extension>`: a second extension, so that models may have dots in their names.
fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

pub(crate) fn manifest_path(path: &Path) -> PathBuf {
    beside(path, "json")
}

/// A model's name as it may name an engine, and so be part of a file's name: other characters than letters, digits, `-`, `_` and `.` become
/// `-`.
///
/// ```
/// assert_eq!(vrt::tensorrt::engine_name("my cups/v2"), "my-cups-v2");
/// ```
pub fn engine_name(model: &str) -> String {
    model.chars().map(|c| if is_plain(c) { c } else { '-' }).collect()
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

fn check_name(name: &str) -> Result<(), StoreError> {
    let begins = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    if begins && name.chars().all(is_plain) && name.len() <= 120 { Ok(()) } else { Err(StoreError::Name(name.to_owned())) }
}

#[cfg(test)]
mod tests;
