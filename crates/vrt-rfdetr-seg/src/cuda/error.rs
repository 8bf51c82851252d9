//! What can go wrong on the GPU.

use vrt::cuda::{CudaError, FrameError, PipelineError};
use vrt::tensorrt::{BuildError, EngineError, SessionError, StoreError, TensorRtError};

/// A failure of the GPU, of TensorRT, or of what was given to them.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// The driver, device memory or a kernel.
    #[error(transparent)]
    Cuda(#[from] CudaError),
    /// Running the engine.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// Opening TensorRT.
    #[error(transparent)]
    TensorRt(#[from] TensorRtError),
    /// Loading an engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Building an engine.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The folder where engines are kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A frame that can't be read as it says, or that there is not.
    #[error(transparent)]
    Frame(FrameError),
    /// A pipeline without slots, or one that is full.
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    /// A model or request beyond what the kernels are made for.
    #[error("{what} is {value}; on a GPU it must be {must}")]
    Limit {
        /// Which size.
        what: &'static str,
        /// Its value.
        value: u64,
        /// What it must be.
        must: &'static str,
    },
    /// A resize filter without a kernel.
    #[error(
        "{config} can't be resized for on a GPU: {source}. Run this model on the CPU, or choose another filter with `Config::with_filter` (scores \
         move a little)"
    )]
    Filter {
        /// Name of the configuration.
        config: String,
        /// The filter, and those that there are.
        source: FrameError,
    },
    /// A result that another model made.
    #[error("the result belongs to another model: a result is used with the model that `alloc_result` was called on")]
    OtherModel,
    /// A result without a frame.
    #[error("nothing was submitted to this result yet")]
    Empty,
    /// A mask that there is not.
    #[error("mask {asked} was asked for, but {count} objects were found; masks are numbered from 0")]
    NoSuchMask {
        /// The mask asked for.
        asked: usize,
        /// How many there are.
        count: usize,
    },
    /// An input or output of an engine that is no `f32`.
    #[error(
        "{model}: {tensor} is {found}; the kernels need f32 inputs and outputs, which engines have unless the ONNX file says otherwise: export it with f32 inputs and outputs"
    )]
    DType {
        /// The engine.
        model: String,
        /// The tensor.
        tensor: String,
        /// Its type.
        found: String,
    },
}

impl From<FrameError> for GpuError {
    fn from(error: FrameError) -> Self {
        match error {
            FrameError::Cuda(error) => Self::Cuda(error),
            FrameError::Pipeline(error) => Self::Pipeline(error),
            error => Self::Frame(error),
        }
    }
}

impl From<PipelineError> for crate::Error {
    fn from(error: PipelineError) -> Self {
        GpuError::from(error).into()
    }
}

impl From<FrameError> for crate::Error {
    fn from(error: FrameError) -> Self {
        match error {
            FrameError::Preprocess(error) => error.into(),
            error => GpuError::from(error).into(),
        }
    }
}
