//! ONNX Runtime as the engine, opened at run time.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use kornia_tensor::Tensor;
use ort::environment::Environment;
use ort::session::Session;
use ort::session::builder::SessionBuilder;
use ort::value::TensorRef;

use super::{CpuError, CpuOptions, HostOutput, TensorInfo};

const ENGINE: &str = "ONNX Runtime";

/// Environment variable with the path of the library.
const LIBRARY: &str = "ORT_DYLIB_PATH";

#[derive(Debug)]
pub(super) struct OrtEngine {
    /// Runs need it to themselves.
    session: Mutex<Session>,
}

impl OrtEngine {
    pub(super) fn from_file(name: &str, path: &Path, options: &CpuOptions) -> Result<Self, CpuError> {
        Self::new(name, options, |mut builder| builder.commit_from_file(path))
    }

    pub(super) fn from_bytes(name: &str, onnx: &[u8], options: &CpuOptions) -> Result<Self, CpuError> {
        Self::new(name, options, |mut builder| builder.commit_from_memory(onnx))
    }

    fn new(name: &str, options: &CpuOptions, load: impl FnOnce(SessionBuilder) -> ort::Result<Session>) -> Result<Self, CpuError> {
        let failed = |reason: String| CpuError::Load { file: name.to_owned(), engine: ENGINE, reason };
        let environment = environment()?;
        let builder = Session::builder(&environment).map_err(|error| failed(error.to_string()))?;
        let builder = builder.with_intra_threads(options.thread_count().get()).map_err(|error| failed(error.to_string()))?;
        let session = load(builder).map_err(|error| failed(error.to_string()))?;
        Ok(Self { session: Mutex::new(session) })
    }

    pub(super) fn run(&self, name: &str, outputs: &[TensorInfo], input: &Tensor<f32, 4>) -> Result<Vec<HostOutput>, CpuError> {
        let failed =
            |error: ort::Error| CpuError::Run { file: name.to_owned(), engine: ENGINE, input: input.shape, reason: error.to_string() };
        let view = TensorRef::from_array_view((input.shape, input.as_slice())).map_err(failed)?;
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let values = session.run(ort::inputs![view]).map_err(failed)?;
        let output = |(index, info): (usize, &TensorInfo)| {
            let (shape, values) = values[index].try_extract_tensor::<f32>().map_err(|_| info.not_float(name))?;
            let shape = shape.iter().map(|size| usize::try_from(*size).unwrap_or(0)).collect();
            Ok(HostOutput::new(info.name.clone(), shape, values.to_vec()))
        };
        outputs.iter().enumerate().map(output).collect()
    }
}

/// The environment that all sessions of the process share: ONNX Runtime allows one. It stays once it is there.
fn environment() -> Result<Environment, CpuError> {
    static SHARED: Mutex<Option<Environment>> = Mutex::new(None);
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(environment) = &*shared {
        return Ok(environment.clone());
    }
    let path = library();
    let missing = |reason: String| CpuError::Library { library: path.display().to_string(), reason };
    let builder = ort::init_from(&path).map_err(|error| missing(error.to_string()))?;
    let environment = builder.build().map_err(|error| missing(error.to_string()))?;
    Ok(shared.insert(environment).clone())
}

/// The library of the environment variable, or the system's.
fn library() -> PathBuf {
    let system = if cfg!(windows) {
        "onnxruntime.dll"
    } else if cfg!(target_os = "macos") {
        "libonnxruntime.dylib"
    } else {
        "libonnxruntime.so"
    };
    std::env::var_os(LIBRARY).filter(|path| !path.is_empty()).map_or_else(|| system.into(), PathBuf::from)
}
