//! What can go wrong on the GPU.

use vrt::cuda::CudaError;
use vrt::preprocess::ResizeFilter;
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
    /// A frame that can't be read as it says.
    #[error("a frame of {width}x{height} {format}: {problem}")]
    Frame {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Its pixel format.
        format: &'static str,
        /// What is wrong and what to do.
        problem: String,
    },
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
        "{config} resizes with {filter:?}, which has no kernel; on a GPU there are Bilinear and BilinearAntialias: run this model on the CPU, or \
         choose one of those with `Config::with_filter` (scores move a little)"
    )]
    Filter {
        /// Name of the configuration.
        config: String,
        /// The filter.
        filter: ResizeFilter,
    },
    /// A result that another model made.
    #[error("the result belongs to another model: a result is used with the model that `alloc_result` was called on")]
    OtherModel,
    /// Another number of frames than the result is for.
    #[error("the result is for batches of {expected} frame(s), but {found} were given")]
    Batch {
        /// Frames that the result holds.
        expected: usize,
        /// Frames given.
        found: usize,
    },
    /// A result without a frame.
    #[error("nothing was submitted to this result yet")]
    Empty,
    /// A frame of a batch that there is not.
    #[error("frame {asked} was asked for, but the batch has {count}")]
    NoSuchFrame {
        /// The frame asked for.
        asked: usize,
        /// Frames that there are.
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
