//! What can go wrong with TensorRT, its engines and their sessions.

use std::path::PathBuf;

use super::host::HostTensorError;
use crate::cuda::{CudaError, DType};

/// TensorRT itself is missing or fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TensorRtError {
    /// No usable library.
    #[error(transparent)]
    Library(Box<vrt_sys::Error>),
    /// A call failed. TensorRT's own last words are in the message.
    #[error("{doing}: {source}")]
    Call {
        /// What was being done.
        doing: &'static str,
        /// TensorRT's error.
        source: Box<vrt_sys::Error>,
    },
    /// CUDA failed.
    #[error(transparent)]
    Cuda(#[from] CudaError),
}

impl TensorRtError {
    pub(crate) fn library(error: vrt_sys::Error) -> Self {
        Self::Library(Box::new(error))
    }

    pub(crate) fn call(doing: &'static str) -> impl FnOnce(vrt_sys::Error) -> Self {
        move |source| Self::Call { doing, source: Box::new(source) }
    }
}

/// An engine cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The file cannot be read.
    #[error("reading the engine {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file is not what its manifest was written for.
    #[error("the engine {} is damaged: {reason}. Build it anew (`vrt build`), or copy it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Built by another TensorRT.
    #[error(
        "the engine {origin} was built by another TensorRT than the loaded {loaded}: engines run only with the version that built them. Build it anew{}",
        log(lines)
    )]
    OtherVersion {
        /// The engine.
        origin: String,
        /// The loaded library.
        loaded: String,
        /// TensorRT's own words.
        lines: Vec<String>,
    },
    /// Built for another GPU.
    #[error(
        "the engine {origin} was built for another GPU than this {gpu} (compute capability {sm}): build it on this machine{}",
        log(lines)
    )]
    OtherGpu {
        /// The engine.
        origin: String,
        /// This GPU.
        gpu: String,
        /// Its compute capability.
        sm: String,
        /// TensorRT's own words.
        lines: Vec<String>,
    },
    /// Not an engine, or not a whole one.
    #[error("{origin} is not a whole TensorRT engine ({bytes} bytes). Build it anew (`vrt build`), or copy it again{}", log(lines))]
    NotAnEngine {
        /// The engine.
        origin: String,
        /// Its size.
        bytes: usize,
        /// TensorRT's own words.
        lines: Vec<String>,
    },
    /// The GPU's memory does not hold it.
    #[error("loading the engine {origin}: out of GPU memory, {} free. Drop engines and sessions no longer used, or close other programs on this GPU{}", crate::cuda::mib(*free), log(lines))]
    OutOfMemory {
        /// The engine.
        origin: String,
        /// Bytes free.
        free: usize,
        /// TensorRT's own words.
        lines: Vec<String>,
    },
    /// An engine with something that this crate does not handle.
    #[error("the engine {origin} cannot be used: {reason}")]
    Unsupported {
        /// The engine.
        origin: String,
        /// What it has.
        reason: String,
    },
    /// TensorRT fails.
    #[error(transparent)]
    TensorRt(#[from] TensorRtError),
    /// CUDA fails.
    #[error(transparent)]
    Cuda(#[from] CudaError),
}

fn log(lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!(". TensorRT said: {}", lines.join("; ")) }
}

/// A session cannot be made or run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// A name that is none of the engine's tensors.
    #[error("the engine has no {kind} `{name}`; it has {}", known.join(", "))]
    NoSuchTensor {
        /// `input`, `output` or `tensor`.
        kind: &'static str,
        /// The name.
        name: String,
        /// What the engine has.
        known: Vec<String>,
    },
    /// Another element type than the engine's.
    #[error("`{tensor}` is {expected} in the engine, but {found} was given: build the engine with that type, or convert")]
    DType {
        /// The tensor.
        tensor: String,
        /// The engine's type.
        expected: DType,
        /// The type given.
        found: DType,
    },
    /// Another shape than the engine's, or outside its range.
    #[error("`{tensor}` must have the shape {expected}, but {found:?} was given")]
    Shape {
        /// The tensor.
        tensor: String,
        /// The shape, or the range from smallest to largest.
        expected: String,
        /// The shape given.
        found: Vec<usize>,
    },
    /// Another number of sides than the engine's.
    #[error("`{tensor}` has {} sides ({shape:?}), but a tensor of {asked} was asked for", shape.len())]
    Rank {
        /// The tensor.
        tensor: String,
        /// Its shape.
        shape: Vec<usize>,
        /// The number of sides asked for.
        asked: usize,
    },
    /// An output whose shape is known only after the network has run.
    #[error(
        "output `{tensor}` has a shape that depends on the data ({shape:?}), which sessions do not support: let the network give a fixed number of results (e.g. TopK instead of NonZero or NMS)"
    )]
    DataDependentShape {
        /// The output.
        tensor: String,
        /// Its shape, with -1 for what is unknown.
        shape: Vec<i64>,
    },
    /// A tensor without elements.
    #[error("`{tensor}` has no elements in the shape {shape:?}")]
    Empty {
        /// The tensor.
        tensor: String,
        /// Its shape.
        shape: Vec<usize>,
    },
    /// A tensor that sessions do not bind.
    #[error("`{tensor}` cannot be bound: {reason}")]
    Unsupported {
        /// The tensor.
        tensor: String,
        /// Why.
        reason: String,
    },
    /// A session whose shapes could not be set back after a failure.
    #[error("this session of {origin} can no longer run: an earlier change of shapes failed half-way. Make a new session")]
    Unfit {
        /// The engine.
        origin: String,
    },
    /// An optimisation profile that the engine lacks.
    #[error("the engine has {count} optimisation profile(s), but number {asked} was asked for")]
    Profile {
        /// The profile asked for.
        asked: usize,
        /// How many there are.
        count: usize,
    },
    /// The engine cannot be captured into a CUDA graph.
    #[error("the engine {origin} cannot be captured into a CUDA graph, so it is run call by call: {reason}")]
    Capture {
        /// The engine.
        origin: String,
        /// Why.
        reason: String,
    },
    /// A host tensor that contradicts itself.
    #[error(transparent)]
    HostTensor(#[from] HostTensorError),
    /// TensorRT fails.
    #[error(transparent)]
    TensorRt(#[from] TensorRtError),
    /// CUDA fails.
    #[error(transparent)]
    Cuda(#[from] CudaError),
}

/// What TensorRT logged during a failing call.
pub(crate) fn lines(error: &vrt_sys::Error) -> Vec<String> {
    error.log().iter().map(|line| line.text.clone()).collect()
}

/// Whether TensorRT's words are about memory.
pub(crate) fn is_out_of_memory(lines: &[String]) -> bool {
    lines.iter().any(|line| {
        let line = line.to_ascii_lowercase();
        line.contains("out of memory") || line.contains("outofmemory") || line.contains("requested amount of gpu memory")
    })
}
