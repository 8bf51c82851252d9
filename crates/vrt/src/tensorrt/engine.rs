//! Engines: a network built for one GPU.

use std::ffi::CString;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use vrt_sys::{CudaEngine, DataType, LayerInformationFormat, TensorFormat, TensorIoMode, TensorLocation};

use super::error::{EngineError, TensorRtError, is_out_of_memory, lines};
use super::hashed::read_hashed;
use super::library::TensorRt;
use super::manifest::{Manifest, ShapeRange};
use super::precision::PrecisionBuilt;
use super::store::{StoredEngine, manifest_path};
use crate::cuda::{Cuda, DType};

/// A loaded engine. Copies share it, and any number of threads may make [`Session`](super::Session)s of it.
///
/// # Example
/// ```no_run
/// use vrt::cuda::Cuda;
/// use vrt::tensorrt::{Engine, TensorRt};
///
/// let tensorrt = TensorRt::open(&Cuda::open(0)?)?;
/// let engine = Engine::from_file(&tensorrt, "seg.engine")?;
/// for tensor in engine.tensors() {
///     println!("{tensor}"); // e.g. input `images` f32 [1, 3, 312, 312]
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

struct Inner {
    engine: CudaEngine,
    tensors: Vec<EngineTensor>,
    profiles: usize,
    origin: String,
    /// After the engine: its runtime and context.
    tensorrt: TensorRt,
}

impl Drop for Inner {
    fn drop(&mut self) {
        // The engine is deleted next, which frees memory of this context.
        let _ = self.tensorrt.cuda().bind();
    }
}

/// An input or output of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineTensor {
    pub(crate) c_name: CString,
    name: String,
    is_input: bool,
    dtype: DType,
    shape: Vec<Option<usize>>,
    pub(crate) obstacle: Option<String>,
}

impl EngineTensor {
    /// Its name in the model.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is an input.
    pub fn is_input(&self) -> bool {
        self.is_input
    }

    /// The type of its elements.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Its shape; `None` for sides that are set, or known, at run time only.
    pub fn shape(&self) -> &[Option<usize>] {
        &self.shape
    }

    /// Its shape where all of it is fixed.
    pub fn fixed_shape(&self) -> Option<Vec<usize>> {
        self.shape.iter().copied().collect()
    }
}

impl fmt::Display for EngineTensor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_input { "input" } else { "output" };
        let sides: Vec<String> = self.shape.iter().map(|side| side.map_or_else(|| "?".to_owned(), |side| side.to_string())).collect();
        write!(formatter, "{kind} `{}` {} [{}]", self.name, self.dtype, sides.join(", "))
    }
}

impl Engine {
    /// Loads an engine file. Where a manifest lies beside it, the file's hash must be the manifest's, and TensorRT's version and the GPU's
    /// compute capability those of this machine.
    ///
    /// An engine holds code that the GPU, and for some options the CPU, runs: a path given here is trusted as a program's is.
    ///
    /// # Errors
    /// [`EngineError`]: unreadable, damaged, of another TensorRT or GPU, too large for the GPU's memory.
    pub fn from_file(tensorrt: &TensorRt, path: impl AsRef<Path>) -> Result<Self, EngineError> {
        let path = path.as_ref();
        let (plan, sha256) = read_hashed(path).map_err(|source| EngineError::Read { path: path.to_owned(), source })?;
        let beside = manifest_path(path);
        if beside.is_file() {
            let damaged = |reason| EngineError::Damaged { path: path.to_owned(), reason };
            let manifest = Manifest::read(&beside).map_err(damaged)?;
            if manifest.engine.bytes != plan.len() as u64 || manifest.engine.sha256 != sha256 {
                let reason = format!("its {} bytes are not those that {} was written for", plan.len(), beside.display());
                return Err(damaged(reason));
            }
            Self::check_origin(tensorrt, path, &manifest)?;
        }
        Self::from_plan(tensorrt, &plan, &path.display().to_string())
    }

    /// Refuses an engine whose manifest names another TensorRT or kind of GPU, before TensorRT sees it.
    fn check_origin(tensorrt: &TensorRt, path: &Path, manifest: &Manifest) -> Result<(), EngineError> {
        let (origin, key, cuda) = (path.display().to_string(), &manifest.key, tensorrt.cuda());
        if key.tensorrt != tensorrt.version() || key.product != tensorrt.product() {
            let lines = vec![format!("(its manifest) {} {}", key.product, key.tensorrt)];
            return Err(EngineError::OtherVersion { origin, loaded: tensorrt.to_string(), lines });
        }
        if key.sm != cuda.sm().to_string() {
            let lines = vec![format!("(its manifest) {}, sm_{}", key.gpu, key.sm)];
            let sm = format!("{}.{}", cuda.sm().major, cuda.sm().minor);
            return Err(EngineError::OtherGpu { origin, gpu: cuda.name().to_owned(), sm, lines });
        }
        Ok(())
    }

    /// Loads an engine from the store, whose hash was checked there.
    ///
    /// # Errors
    /// As [`Engine::from_file`].
    pub fn from_stored(tensorrt: &TensorRt, stored: &StoredEngine) -> Result<Self, EngineError> {
        Self::from_plan(tensorrt, &stored.plan, &stored.path.display().to_string())
    }

    /// Loads an engine from its bytes; `origin` names it in messages. Trusted as in [`Engine::from_file`].
    ///
    /// # Errors
    /// As [`Engine::from_file`].
    pub fn from_plan(tensorrt: &TensorRt, plan: &[u8], origin: &str) -> Result<Self, EngineError> {
        let refused = |lines| EngineError::NotAnEngine { origin: origin.to_owned(), bytes: plan.len(), lines };
        // No engine is smaller than its header; TensorRT would read beyond the end of an empty one.
        if plan.len() < 64 {
            return Err(refused(Vec::new()));
        }
        let runtime = tensorrt.runtime()?;
        // SAFETY: the caller names the plan, which this crate's users trust as they trust a program (see `from_file`).
        let engine = match unsafe { runtime.deserialize(plan) } {
            Ok(engine) => engine,
            Err(error @ vrt_sys::Error::Call { .. }) => {
                return Err(classify(tensorrt, origin, lines(&error)).unwrap_or_else(refused));
            }
            Err(error) => return Err(TensorRtError::call("loading an engine")(error).into()),
        };
        Self::describe(tensorrt, engine, origin)
    }

    fn describe(tensorrt: &TensorRt, engine: CudaEngine, origin: &str) -> Result<Self, EngineError> {
        let asking = || TensorRtError::call("describing an engine");
        let profiles = engine.optimization_profiles().map_err(asking())?;
        let mut tensors = Vec::new();
        for tensor in engine.io_tensors().map_err(asking())? {
            let name = tensor.name.to_string_lossy().into_owned();
            let dtype = dtype_of(tensor.data_type).ok_or_else(|| EngineError::Unsupported {
                origin: origin.to_owned(),
                reason: format!("`{name}` has the element type {:?}", tensor.data_type),
            })?;
            let obstacle = if tensor.location != TensorLocation::Device {
                Some("it lies in host memory (a shape tensor)".to_owned())
            } else if tensor.format != TensorFormat::Linear {
                Some(format!("its elements lie in the format {:?}, not row-major", tensor.format))
            } else if dtype.bits() < 8 || matches!(dtype, DType::Fp8 | DType::E8m0) {
                Some(format!("there is no Rust type for {dtype}"))
            } else {
                None
            };
            tensors.push(EngineTensor {
                is_input: tensor.mode == TensorIoMode::Input,
                shape: tensor.shape.iter().map(|&side| usize::try_from(side).ok()).collect(),
                c_name: tensor.name,
                name,
                dtype,
                obstacle,
            });
        }
        Ok(Self {
            inner: Arc::new(Inner {
                engine,
                tensors,
                profiles: usize::try_from(profiles).unwrap_or_default(),
                origin: origin.to_owned(),
                tensorrt: tensorrt.clone(),
            }),
        })
    }

    /// All inputs and outputs, in the engine's order.
    pub fn tensors(&self) -> &[EngineTensor] {
        &self.inner.tensors
    }

    /// The inputs.
    pub fn inputs(&self) -> impl Iterator<Item = &EngineTensor> {
        self.tensors().iter().filter(|tensor| tensor.is_input)
    }

    /// The outputs.
    pub fn outputs(&self) -> impl Iterator<Item = &EngineTensor> {
        self.tensors().iter().filter(|tensor| !tensor.is_input)
    }

    /// How many optimisation profiles it was built with.
    pub fn profiles(&self) -> usize {
        self.inner.profiles
    }

    /// The range of shapes that a profile allows an input; `None` for other names and profiles.
    ///
    /// # Errors
    /// [`TensorRtError`] where TensorRT fails to answer.
    pub fn shape_range(&self, input: &str, profile: usize) -> Result<Option<ShapeRange>, TensorRtError> {
        let Some(tensor) = self.inputs().find(|tensor| tensor.name == input) else { return Ok(None) };
        let Some(profile) = i32::try_from(profile).ok().filter(|_| profile < self.profiles()) else { return Ok(None) };
        let shape =
            self.inner.engine.profile_shape(&tensor.c_name, profile).map_err(TensorRtError::call("asking for an optimisation profile"))?;
        let sides = |dims: &[i64]| dims.iter().map(|&side| usize::try_from(side).unwrap_or_default()).collect::<Vec<_>>();
        Ok(Some(ShapeRange { input: input.to_owned(), min: sides(&shape.min), opt: sides(&shape.opt), max: sides(&shape.max) }))
    }

    /// What it computes in, by the inspector. Tells more for engines built with detailed verbosity, as this crate builds them.
    ///
    /// # Errors
    /// [`TensorRtError`] where TensorRT fails to answer.
    pub fn precision_built(&self) -> Result<PrecisionBuilt, TensorRtError> {
        Ok(PrecisionBuilt::from_inspector(&self.inspect()?))
    }

    /// The inspector's JSON on all layers.
    ///
    /// # Errors
    /// [`TensorRtError`] where TensorRT fails to answer.
    pub fn inspect(&self) -> Result<String, TensorRtError> {
        let asking = || TensorRtError::call("inspecting an engine");
        self.cuda().bind()?;
        let mut inspector = self.inner.engine.create_inspector().map_err(asking())?;
        inspector.engine_information(LayerInformationFormat::Json).map_err(asking())
    }

    /// Bytes of device memory that each session needs besides its tensors.
    ///
    /// # Errors
    /// [`TensorRtError`] where TensorRT fails to answer.
    pub fn activation_bytes(&self) -> Result<u64, TensorRtError> {
        self.inner.engine.device_memory_size().map_err(TensorRtError::call("asking for an engine's memory"))
    }

    /// Layers after fusion.
    ///
    /// # Errors
    /// [`TensorRtError`] where TensorRT fails to answer.
    pub fn layers(&self) -> Result<usize, TensorRtError> {
        let layers = self.inner.engine.layers().map_err(TensorRtError::call("counting layers"))?;
        Ok(usize::try_from(layers).unwrap_or_default())
    }

    /// Where it came from, for messages.
    pub fn origin(&self) -> &str {
        &self.inner.origin
    }

    /// The GPU it runs on.
    pub fn cuda(&self) -> &Cuda {
        self.inner.tensorrt.cuda()
    }

    /// The TensorRT it runs with.
    pub fn tensorrt(&self) -> &TensorRt {
        &self.inner.tensorrt
    }

    /// The engine beneath.
    pub(crate) fn raw(&self) -> &CudaEngine {
        &self.inner.engine
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Engine").field("origin", &self.origin()).field("tensors", &self.tensors()).finish()
    }
}

/// Why TensorRT did not load a plan, by its own words.
fn classify(tensorrt: &TensorRt, origin: &str, lines: Vec<String>) -> Result<EngineError, Vec<String>> {
    let origin = origin.to_owned();
    match Refusal::of(&lines) {
        Some(Refusal::Version) => Ok(EngineError::OtherVersion { origin, loaded: tensorrt.to_string(), lines }),
        Some(Refusal::Gpu) => Ok(EngineError::OtherGpu {
            origin,
            gpu: tensorrt.cuda().name().to_owned(),
            sm: format!("{}.{}", tensorrt.cuda().sm().major, tensorrt.cuda().sm().minor),
            lines,
        }),
        Some(Refusal::Memory) => {
            let free = tensorrt.cuda().memory().map_or(0, |memory| memory.free);
            Ok(EngineError::OutOfMemory { origin, free, lines })
        }
        None => Err(lines),
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Refusal {
    Version,
    Gpu,
    Memory,
}

impl Refusal {
    fn of(lines: &[String]) -> Option<Self> {
        if is_out_of_memory(lines) {
            return Some(Self::Memory);
        }
        let has = |words: &[&str]| {
            lines.iter().any(|line| {
                let line = line.to_ascii_lowercase();
                words.iter().any(|word| line.contains(word))
            })
        };
        if has(&["incompatible device", "different device", "compute capability", "was generated on an incompatible"]) {
            return Some(Self::Gpu);
        }
        has(&["version tag", "versiontag", "not compatible with this version", "expecting library version", "older plan"])
            .then_some(Self::Version)
    }
}

/// This crate's name of TensorRT's type.
pub(crate) fn dtype_of(kind: DataType) -> Option<DType> {
    Some(match kind {
        DataType::Float => DType::F32,
        DataType::Half => DType::F16,
        DataType::Bf16 => DType::Bf16,
        DataType::Int8 => DType::I8,
        DataType::Uint8 => DType::U8,
        DataType::Int32 => DType::I32,
        DataType::Int64 => DType::I64,
        DataType::Bool => DType::Bool,
        DataType::Fp8 => DType::Fp8,
        DataType::Int4 => DType::I4,
        DataType::Fp4 => DType::Fp4,
        DataType::E8m0 => DType::E8m0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(line: &str) -> Option<Refusal> {
        Refusal::of(&[line.to_owned()])
    }

    /// Lines as users of TensorRT report them.
    #[test]
    fn tensorrts_words_are_understood() {
        let version = "IRuntime::deserializeCudaEngine: Error Code 1: Serialization (Serialization assertion stdVersionRead == kSERIALIZATION_VERSION failed.Version tag does not match. Note: Current Version: 228, Serialized Engine Version: 213)";
        assert_eq!(refusal(version), Some(Refusal::Version));
        let version = "The engine plan file is not compatible with this version of TensorRT, expecting library version 10.6.0.26 got 10.3.0.26, please rebuild.";
        assert_eq!(refusal(version), Some(Refusal::Version));
        let gpu = "The engine plan file is generated on an incompatible device, expecting compute 8.6 got compute 7.5, please rebuild.";
        assert_eq!(refusal(gpu), Some(Refusal::Gpu));
        assert_eq!(refusal("Error Code 2: OutOfMemory (Requested size was 1073741824 bytes.)"), Some(Refusal::Memory));
        assert_eq!(refusal("Serialization assertion magicTagRead == kMAGIC_TAG failed.Magic tag does not match"), None);
    }
}
