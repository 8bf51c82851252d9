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
    /// Running the engine, also where a picture's network size is outside its optimisation profile.
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
    #[error("{config} can't be resized for on a GPU: {source}. Run this model on the CPU")]
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
    /// Pictures of one batch whose network inputs would have different sizes.
    #[error(
        "the pictures of a batch need one network size, but {}x{} becomes {}x{} and {}x{} becomes {}x{}; submit pictures of different aspect \
         ratios one by one, or use an engine of a fixed size",
        pictures[0].0, pictures[0].1, networks[0].0, networks[0].1, pictures[1].0, pictures[1].1, networks[1].0, networks[1].1
    )]
    NetworkSizes {
        /// Width and height of two of the pictures.
        pictures: [(usize, usize); 2],
        /// What they become.
        networks: [(usize, usize); 2],
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
    /// Device memory that does not hold the masks that it is said to hold.
    #[error(
        "{count} masks of {width}x{height} are {needed} words of 64 bits, but {found} were given; a row is whole words, as in vrt_types::Mask"
    )]
    Masks {
        /// Masks that there should be.
        count: usize,
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Words needed.
        needed: u64,
        /// Words given.
        found: usize,
    },
    /// A range of depths that is none.
    #[error("colours from {low} to {high}: both must be finite, and the second larger than the first")]
    ColorRange {
        /// The nearest or smallest.
        low: f32,
        /// The largest.
        high: f32,
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

impl From<FrameError> for crate::Error {
    fn from(error: FrameError) -> Self {
        match error {
            FrameError::Preprocess(error) => error.into(),
            error => GpuError::from(error).into(),
        }
    }
}

impl From<PipelineError> for crate::Error {
    fn from(error: PipelineError) -> Self {
        GpuError::from(error).into()
    }
}

impl From<CudaError> for crate::Error {
    fn from(error: CudaError) -> Self {
        GpuError::from(error).into()
    }
}

impl From<SessionError> for crate::Error {
    fn from(error: SessionError) -> Self {
        GpuError::from(error).into()
    }
}
