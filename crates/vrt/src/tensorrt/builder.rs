//! From an ONNX file to an engine: explicit, with progress, stoppable, and checked.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use vrt_sys::{Builder, BuilderConfig, BuilderFlag, MemoryPoolType, NetworkDefinitionCreationFlag, OnnxParser, ProfilingVerbosity};

use super::engine::Engine;
use super::error::{TensorRtError, is_out_of_memory, lines};
use super::library::TensorRt;
use super::manifest::{EngineKey, ShapeRange};
use super::onnx::OnnxSummary;
use super::precision::{Plan, Precision};
use super::profile::EngineProfile;
use super::progress::{BuildProgress, CancelToken, OnProgress, Tracker};
use super::progress_monitor::Watch;
use super::selfcheck::{Golden, SelfCheckReport};
use super::session::Session;
use super::store::{BuiltPlan, EngineStore, Lookup, StoreEvent, StoredEngine};

mod error;
mod network;
mod shapes;

pub use error::{BuildError, UnsupportedNode};

/// Builds an engine from an ONNX file.
///
/// A build takes from half a minute to an hour, so it never happens behind the program's back: [`EngineBuilder::build_in`] looks into an
/// [`EngineStore`] first, and tells its progress otherwise.
///
/// # Example
/// ```no_run
/// use std::ops::ControlFlow;
/// use vrt::cuda::Cuda;
/// use vrt::tensorrt::{EngineBuilder, EngineStore, Precision, TensorRt};
///
/// let tensorrt = TensorRt::open(&Cuda::open(0)?)?;
/// let built = EngineBuilder::new(&tensorrt, "rfdetr-seg-nano", "nano.onnx")
///     .precision(Precision::Fp16)
///     .on_progress(|progress| {
///         eprint!("\r{:3.0} % {}", progress.share * 100.0, progress.phase);
///         ControlFlow::Continue(())
///     })
///     .build_in(&EngineStore::user()?)?;
/// println!("{}: asked {}, built {}", built.path.display(), built.precision, built.precision_built);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "nothing is built before `build` or `build_in`"]
pub struct EngineBuilder {
    tensorrt: TensorRt,
    name: String,
    onnx: PathBuf,
    /// What the file says, once it was read: large files take a while to hash.
    model: OnceCell<OnnxSummary>,
    precision: Precision,
    shapes: Vec<ShapeRange>,
    workspace: Option<u64>,
    level: u8,
    full_precision: Vec<String>,
    cancel: CancelToken,
    on_progress: Option<OnProgress>,
    on_event: Option<OnEvent>,
    golden: Option<Golden>,
}

/// Told about the store.
type OnEvent = Box<dyn FnMut(StoreEvent<'_>)>;

/// An engine, ready to run, and how it came about.
#[derive(Debug)]
pub struct BuiltEngine {
    /// The loaded engine.
    pub engine: Engine,
    /// Its file in the store.
    pub path: PathBuf,
    /// Whether it was there already.
    pub was_stored: bool,
    /// The precision asked for.
    pub precision: Precision,
    /// What it computes in.
    pub precision_built: super::PrecisionBuilt,
    /// How long its build took, now or then.
    pub build_time: Duration,
    /// Workspace limit of its build in bytes.
    pub workspace_bytes: u64,
    /// What its check found, where it was checked.
    pub check: Option<SelfCheckReport>,
    /// What is odd about it, for people, e.g. that no layer computes in the precision asked for.
    pub notes: Vec<String>,
}

/// Memory that TensorRT may use for trying out kernels, where nothing else is asked for. More is hardly ever used by vision models.
const WORKSPACE: u64 = 4 << 30;

/// Memory that is left to others.
const RESERVE: u64 = 256 << 20;

impl EngineBuilder {
    /// A builder for a model's file. `name` becomes part of the engine's file name: letters, digits, `-`, `_` and `.`.
    ///
    /// Without further words it is fp32 at optimisation level 3, with batch 1 where the batch is dynamic, and the engine is checked for NaN
    /// and infinite values.
    pub fn new(tensorrt: &TensorRt, name: impl Into<String>, onnx: impl Into<PathBuf>) -> Self {
        Self {
            tensorrt: tensorrt.clone(),
            name: name.into(),
            onnx: onnx.into(),
            model: OnceCell::new(),
            precision: Precision::Fp32,
            shapes: Vec::new(),
            workspace: None,
            level: 3,
            full_precision: Vec::new(),
            cancel: CancelToken::new(),
            on_progress: None,
            on_event: None,
            golden: Some(Golden::default()),
        }
    }

    /// Precision, workspace and, where it has one, the input's shapes of a model's profile.
    pub fn profile(self, profile: &EngineProfile) -> Self {
        let builder = self.precision(profile.precision).workspace(u64::from(profile.workspace_mb) << 20);
        match &profile.input {
            Some(range) => builder.shapes(range.clone()),
            None => builder,
        }
    }

    /// The precision to build in. What cannot be honoured is refused.
    pub fn precision(mut self, precision: Precision) -> Self {
        self.precision = precision;
        self
    }

    /// The shapes that a dynamic input may have: smallest, the one to tune for, largest.
    pub fn shapes(mut self, range: ShapeRange) -> Self {
        self.shapes.retain(|known| known.input != range.input);
        self.shapes.push(range);
        self
    }

    /// Limits TensorRT's workspace, in bytes. More than is free, less a reserve, is clamped to that.
    pub fn workspace(mut self, bytes: u64) -> Self {
        self.workspace = Some(bytes);
        self
    }

    /// How long to look for fast kernels, 0 to 5; 3 without this. 5 can take many times as long for a few percent.
    pub fn optimization_level(mut self, level: u8) -> Self {
        self.level = level;
        self
    }

    /// Keeps layers in 32 bits whose name contains one of these, e.g. normalisations that lose their digits in fp16. TensorRT 10 only; in
    /// 11 the model's own types say it.
    pub fn keep_full_precision<S: Into<String>>(mut self, parts_of_names: impl IntoIterator<Item = S>) -> Self {
        self.full_precision.extend(parts_of_names.into_iter().map(Into::into));
        self
    }

    /// Told how the build goes on, at most ten times a second; `ControlFlow::Break(())` stops it.
    pub fn on_progress(mut self, report: impl FnMut(&BuildProgress) -> std::ops::ControlFlow<()> + Send + 'static) -> Self {
        self.on_progress = Some(Box::new(report));
        self
    }

    /// Told why the store does not have the engine, and when another process builds it.
    pub fn on_event(mut self, report: impl FnMut(StoreEvent<'_>) + 'static) -> Self {
        self.on_event = Some(Box::new(report));
        self
    }

    /// Stops the build when the token is cancelled.
    pub fn cancel(mut self, token: &CancelToken) -> Self {
        self.cancel = token.clone();
        self
    }

    /// What the engine is checked with, after a build and after a load; `None` for no check.
    pub fn self_check(mut self, golden: Option<Golden>) -> Self {
        self.golden = golden;
        self
    }

    /// What the model's file says of itself, with its hash. It is read once.
    ///
    /// # Errors
    /// [`BuildError::Onnx`].
    pub fn model(&self) -> Result<&OnnxSummary, BuildError> {
        if let Some(model) = self.model.get() {
            return Ok(model);
        }
        let model = OnnxSummary::read(&self.onnx)?;
        Ok(self.model.get_or_init(|| model))
    }

    fn take_model(&mut self) -> Result<OnnxSummary, BuildError> {
        match self.model.take() {
            Some(model) => Ok(model),
            None => Ok(OnnxSummary::read(&self.onnx)?),
        }
    }

    /// What the engine depends on, from the model's file, the loaded library and the GPU. Nothing is built.
    ///
    /// # Errors
    /// [`BuildError::Onnx`] for the model's file, [`BuildError::Shape`] for shapes that it does not have, or
    /// [`BuildError::OptimizationLevel`].
    pub fn key(&self) -> Result<EngineKey, BuildError> {
        self.key_of(self.model()?)
    }

    fn key_of(&self, model: &OnnxSummary) -> Result<EngineKey, BuildError> {
        if self.level > 5 {
            return Err(BuildError::OptimizationLevel(self.level));
        }
        let mut flags: Vec<String> = self.full_precision.iter().map(|part| format!("keep-fp32:{part}")).collect();
        flags.sort();
        flags.dedup();
        Ok(EngineKey {
            model: self.name.clone(),
            onnx: model.hash.clone(),
            external: model.external.clone(),
            tensorrt: self.tensorrt.version(),
            product: self.tensorrt.product().to_owned(),
            gpu: self.tensorrt.cuda().name().to_owned(),
            sm: self.tensorrt.cuda().sm().to_string(),
            precision: self.precision,
            shapes: shapes::ranges(model, &self.shapes)?,
            optimization_level: self.level,
            flags,
        })
    }

    /// The engine from the store, or built and kept there; loaded, and checked.
    ///
    /// # Errors
    /// [`BuildError`]. An engine that fails its check is not kept.
    pub fn build_in(mut self, store: &EngineStore) -> Result<BuiltEngine, BuildError> {
        let model = self.take_model()?;
        let key = self.key_of(&model)?;
        // What cannot be honoured is said also where an engine of that name is stored.
        Plan::new(self.precision, self.tensorrt.family(), self.tensorrt.cuda().sm(), &model)?;
        let tensorrt = self.tensorrt.clone();
        let golden = self.golden.take();
        if let Lookup::Hit(stored) = store.lookup(&key)? {
            let engine = Engine::from_stored(&tensorrt, &stored)?;
            let check = check(&engine, golden.as_ref(), self.precision)?;
            return Ok(finished(engine, *stored, true, check));
        }
        let mut on_event = self.on_event.take().unwrap_or_else(|| Box::new(|_| {}));
        let (mut fresh, cancel) = (None, self.cancel.clone());
        let precision = self.precision;
        let stored = store.get_or_build::<BuildError>(&key, &cancel, &mut *on_event, || {
            let cache = store.timing_cache(&key);
            let (built, cache) = self.make(&model, &key, store.earlier_build(&key), &cache)?;
            store.keep_timing_cache(&key, &cache);
            let engine = Engine::from_plan(&tensorrt, &built.plan, &key.file_name())?;
            let report = check(&engine, golden.as_ref(), precision)?;
            let precision_built = engine.precision_built()?;
            fresh = Some((engine, report));
            Ok(BuiltPlan { precision_built, ..built })
        })?;
        match fresh {
            Some((engine, report)) => Ok(finished(engine, stored, false, report)),
            // Another process built it meanwhile.
            None => {
                let engine = Engine::from_stored(&tensorrt, &stored)?;
                let report = check(&engine, golden.as_ref(), precision)?;
                Ok(finished(engine, stored, true, report))
            }
        }
    }

    /// The engine's bytes, without a store: for programs that keep engines themselves. No check is made.
    ///
    /// # Errors
    /// [`BuildError`].
    pub fn build(mut self) -> Result<BuiltPlan, BuildError> {
        let model = self.take_model()?;
        let key = self.key_of(&model)?;
        let (built, _cache) = self.make(&model, &key, None, &[])?;
        let engine = Engine::from_plan(&self.tensorrt, &built.plan, &key.file_name())?;
        Ok(BuiltPlan { precision_built: engine.precision_built()?, ..built })
    }

    /// Builds, and returns the plan and the timing cache as it is afterwards.
    fn make(
        &mut self,
        model: &OnnxSummary,
        key: &EngineKey,
        estimate: Option<Duration>,
        timings: &[u8],
    ) -> Result<(BuiltPlan, Vec<u8>), BuildError> {
        let cuda = self.tensorrt.cuda().clone();
        let plan = Plan::new(self.precision, self.tensorrt.family(), cuda.sm(), model)?;
        if !self.full_precision.is_empty() && plan.strongly_typed {
            return Err(BuildError::KeepFullPrecision);
        }
        cuda.bind()?;
        let setting_up = || TensorRtError::call("setting up the TensorRT builder");
        let builder = Builder::new(self.tensorrt.library()).map_err(setting_up())?;
        // TensorRT 11 has strongly typed networks only, and TensorRT-RTX may lack the flag.
        let typed = plan.strongly_typed && self.tensorrt.family() == vrt_sys::Family::Trt10;
        let flags: &[_] = if typed { &[NetworkDefinitionCreationFlag::StronglyTyped] } else { &[] };
        let network = builder.create_network(flags).map_err(setting_up())?;
        let mut parser = OnnxParser::new(network).map_err(|error| BuildError::NoParser(Box::new(error)))?;
        if let Err(error) = parser.parse_from_file(Path::new(&self.onnx)) {
            return Err(network::parse_error(model, &parser, error));
        }
        let full_precision = network::keep_full_precision(&parser, &self.full_precision).map_err(setting_up())?;

        let free = cuda.memory()?.free as u64;
        let workspace = clamp_workspace(self.workspace, free, cuda.is_integrated());
        let mut config = builder.create_config().map_err(setting_up())?;
        configure(&mut config, plan, full_precision, workspace, self.level).map_err(setting_up())?;
        shapes::add_profile(&builder, &mut config, &key.shapes)?;
        // A cache of another version or GPU is worth nothing, and an empty one is always taken.
        let cache = config.create_timing_cache(timings).or_else(|_| config.create_timing_cache(&[])).map_err(setting_up())?;
        if config.set_timing_cache(&cache, false).is_err() {
            let empty = config.create_timing_cache(&[]).map_err(setting_up())?;
            config.set_timing_cache(&empty, false).map_err(setting_up())?;
        }
        let watch = Arc::new(Watch::new(Tracker::new(estimate, self.cancel.clone(), self.on_progress.take())));
        config.set_progress_monitor(Some(watch.clone())).map_err(setting_up())?;
        if self.cancel.is_cancelled() {
            return Err(BuildError::Cancelled { elapsed: Duration::ZERO });
        }
        let outcome = builder.build_serialized_network(parser.network(), &config);
        let elapsed = watch.tracker().elapsed();
        let plan = match outcome {
            Ok(plan) => plan.to_vec(),
            Err(_) if watch.tracker().is_stopped() => return Err(BuildError::Cancelled { elapsed }),
            Err(error) => return Err(self.failed(model, error, workspace, free)),
        };
        let timings = cache.serialize().map(|bytes| bytes.to_vec()).unwrap_or_default();
        let built = BuiltPlan { plan, precision_built: Default::default(), workspace_bytes: workspace, build_time: elapsed };
        Ok((built, timings))
    }

    fn failed(&self, model: &OnnxSummary, error: vrt_sys::Error, workspace: u64, free_before: u64) -> BuildError {
        let lines = lines(&error);
        let model = model.path.clone();
        let no_room = |line: &String| line.to_ascii_lowercase().contains("insufficient");
        if is_out_of_memory(&lines) || lines.iter().any(no_room) {
            let free = self.tensorrt.cuda().memory().map_or(free_before, |memory| memory.free as u64);
            return BuildError::OutOfMemory { model, workspace, free: free.min(free_before), lines };
        }
        BuildError::Failed { model, source: Box::new(error) }
    }
}

/// What was asked for, or the usual, but no more than is free beside a reserve. On integrated GPUs half of the memory is left to the CPU,
/// whose memory it is too.
fn clamp_workspace(asked: Option<u64>, free: u64, integrated: bool) -> u64 {
    let room = if integrated { free / 2 } else { free.saturating_sub(RESERVE) };
    asked.unwrap_or(WORKSPACE).min(room)
}

fn configure(config: &mut BuilderConfig, plan: Plan, full_precision: bool, workspace: u64, level: u8) -> Result<(), vrt_sys::Error> {
    config.set_memory_pool_limit(MemoryPoolType::Workspace, workspace)?;
    config.set_optimization_level(i32::from(level))?;
    // Without it the inspector tells names only, and the precision built stays unknown.
    config.set_profiling_verbosity(ProfilingVerbosity::Detailed)?;
    // On in every family where nothing is said.
    config.set_flag(BuilderFlag::Tf32, plan.tf32)?;
    let flags = [
        (plan.fp16, BuilderFlag::Fp16),
        (plan.bf16, BuilderFlag::Bf16),
        (plan.int8, BuilderFlag::Int8),
        (plan.fp8, BuilderFlag::Fp8),
        (full_precision, BuilderFlag::ObeyPrecisionConstraints),
    ];
    for (_, flag) in flags.into_iter().filter(|(on, _)| *on) {
        config.set_flag(flag, true)?;
    }
    Ok(())
}

/// Checks an engine on a stream of its own.
fn check(engine: &Engine, golden: Option<&Golden>, precision: Precision) -> Result<Option<SelfCheckReport>, BuildError> {
    let Some(golden) = golden else { return Ok(None) };
    let failed = |source| BuildError::Check { origin: engine.origin().to_owned(), source: Box::new(source) };
    let stream = engine.cuda().new_stream()?;
    let mut session = Session::new(engine, &stream).map_err(|error| failed(error.into()))?;
    session.self_check(golden, precision).map(Some).map_err(failed)
}

fn finished(engine: Engine, stored: StoredEngine, was_stored: bool, check: Option<SelfCheckReport>) -> BuiltEngine {
    let manifest = stored.manifest;
    let precision = manifest.key.precision;
    let mut notes = Vec::new();
    if manifest.precision_built.has(precision) == Some(false) {
        notes.push(format!(
            "{precision} was asked for, but the inspector shows it in no layer's outputs (built: {}): TensorRT found others faster for this \
             model, or uses it only inside layers that it fused",
            manifest.precision_built
        ));
    }
    if engine.tensorrt().library().is_newer_than_known() {
        notes.push(format!("{} is newer than the releases this version was made for", engine.tensorrt()));
    }
    BuiltEngine {
        engine,
        path: stored.path,
        was_stored,
        precision,
        precision_built: manifest.precision_built,
        build_time: Duration::try_from_secs_f32(manifest.build_seconds).unwrap_or_default(),
        workspace_bytes: manifest.workspace_bytes,
        check,
        notes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_stays_inside_free_memory() {
        let gib = 1 << 30;
        assert_eq!(clamp_workspace(None, 100 * gib, false), WORKSPACE);
        assert_eq!(clamp_workspace(Some(8 * gib), 100 * gib, false), 8 * gib);
        assert_eq!(clamp_workspace(Some(8 * gib), 2 * gib, false), 2 * gib - RESERVE);
        assert_eq!(clamp_workspace(None, 6 * gib, true), 3 * gib, "a Jetson's memory is the CPU's too");
        assert_eq!(clamp_workspace(None, 1000, false), 0);
    }
}
