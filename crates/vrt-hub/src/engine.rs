//! Engines of models that are known by name.

use std::fmt;
use std::path::{Path, PathBuf};

use vrt::tensorrt::{BuildError, Engine, EngineBuilder, EngineProfile, EngineStore, Precision, TensorRt};

use crate::Sha256;
use crate::hub::LocalModel;
use crate::spec::{EngineKey, EngineSpec};

/// A loaded engine, and where it is from.
#[derive(Debug)]
#[non_exhaustive]
pub struct LoadedEngine {
    /// The engine.
    pub engine: Engine,
    /// Where it is from.
    pub from: EngineFrom,
}

/// Where an engine is from. Displays as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineFrom {
    /// The registry has one for exactly this TensorRT, GPU, precision and platform.
    Prebuilt {
        /// Its file.
        path: PathBuf,
    },
    /// It was built here before.
    Store {
        /// Its file.
        path: PathBuf,
        /// Why no prebuilt one was taken.
        reason: String,
    },
    /// It was built now.
    Built {
        /// Its file in the store.
        path: PathBuf,
        /// Why no prebuilt one was taken.
        reason: String,
    },
}

impl EngineFrom {
    /// Its file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Prebuilt { path } | Self::Store { path, .. } | Self::Built { path, .. } => path,
        }
    }
}

impl fmt::Display for EngineFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prebuilt { path } => write!(f, "the prebuilt engine {} of the registry", path.display()),
            Self::Store { path, reason } => write!(f, "the stored engine {} ({reason})", path.display()),
            Self::Built { path, reason } => write!(f, "the engine {}, built now ({reason})", path.display()),
        }
    }
}

impl EngineKey {
    /// What a prebuilt engine must be for, to run with this TensorRT on its GPU: for
    /// [`FetchOptions::with_engine`](crate::FetchOptions::with_engine).
    pub fn of(tensorrt: &TensorRt, precision: Precision) -> Self {
        let sm = tensorrt.cuda().sm();
        let sm = u16::try_from(sm.major * 10 + sm.minor).unwrap_or(u16::MAX);
        Self::here(tensorrt.version(), sm, precision.name())
    }
}

impl LocalModel {
    /// An engine of this model: the prebuilt one of the registry if it is for exactly this TensorRT, GPU, precision and platform and was
    /// fetched ([`FetchOptions::with_engine`](crate::FetchOptions::with_engine)), else the one in the store, else one that is built now,
    /// which takes minutes. Why it is not the prebuilt one is told in [`LoadedEngine::from`] and in the log.
    ///
    /// `profile` says how engines of the model are built; `set_up` may change the builder (batches, progress, cancel) before the store is
    /// looked into. A prebuilt engine is hashed again as it is loaded, so that not even a change of the file in between gets other bytes to
    /// TensorRT.
    ///
    /// ```no_run
    /// use vrt::cuda::Cuda;
    /// use vrt::tensorrt::{EngineProfile, EngineStore, TensorRt};
    /// use vrt_hub::{EngineKey, FetchOptions, LocalModel};
    ///
    /// let (tensorrt, profile) = (TensorRt::open(&Cuda::open(0)?)?, EngineProfile::default());
    /// let options = FetchOptions::default().with_engine(EngineKey::of(&tensorrt, profile.precision));
    /// let model = LocalModel::by_name("rfdetr-seg-nano", "rfdetr-seg", &options)?;
    /// let loaded = model.load_engine(&tensorrt, &profile, &EngineStore::user()?, |builder| builder.optimization_level(5))?;
    /// println!("{}", loaded.from);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError`]. A prebuilt engine that can't be used is no error: then one is built, and the reason says so.
    pub fn load_engine(
        &self,
        tensorrt: &TensorRt,
        profile: &EngineProfile,
        store: &EngineStore,
        set_up: impl FnOnce(EngineBuilder) -> EngineBuilder,
    ) -> Result<LoadedEngine, BuildError> {
        let key = EngineKey::of(tensorrt, profile.precision);
        let loaded = match self.prebuilt(tensorrt, &key) {
            Ok((engine, path)) => LoadedEngine { engine, from: EngineFrom::Prebuilt { path } },
            Err(reason) => {
                let builder = EngineBuilder::new(tensorrt, &*self.name, &self.onnx).profile(profile);
                let built = set_up(builder).build_in(store)?;
                let path = built.path;
                let from = if built.was_stored { EngineFrom::Store { path, reason } } else { EngineFrom::Built { path, reason } };
                LoadedEngine { engine: built.engine, from }
            }
        };
        log::info!("{}: {}", self.name, loaded.from);
        Ok(loaded)
    }

    /// The prebuilt engine, or why there is none.
    fn prebuilt(&self, tensorrt: &TensorRt, key: &EngineKey) -> Result<(Engine, PathBuf), String> {
        let name = &self.name;
        let Some(spec) = self.spec.engine(key) else {
            return Err(match &self.spec.engines[..] {
                [] => format!("the registry has no prebuilt engine of {name}"),
                others => format!("the prebuilt engines of {name} are for {}; this is {key}", keys(others)),
            });
        };
        let Some(path) = &self.engine else {
            return Err(format!("the prebuilt engine of {name} for {key} was not fetched"));
        };
        let unusable = |problem: String| format!("the prebuilt engine {} can't be used: {problem}", path.display());
        let plan = std::fs::read(path).map_err(|error| unusable(error.to_string()))?;
        let found = Sha256::of(&plan);
        if found != spec.sha256 {
            return Err(unusable(format!("its SHA-256 is {found}, expected {}", spec.sha256)));
        }
        let engine = Engine::from_plan(tensorrt, &plan, &path.display().to_string()).map_err(|error| unusable(error.to_string()))?;
        Ok((engine, path.clone()))
    }
}

/// What some engines are for; the first few of many.
fn keys(engines: &[EngineSpec]) -> String {
    const SHOWN: usize = 4;
    let mut keys: Vec<String> = engines.iter().take(SHOWN).map(|engine| engine.key.to_string()).collect();
    if let Some(more) = engines.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        keys.push(format!("{more} more"));
    }
    keys.join("; ")
}
