//! Why a frame could not become a network's input.

use crate::cuda::{CudaError, FrameInput, PipelineError};
use crate::preprocess::{PreprocessError, ResizeFilter};

/// Why a frame could not be read or made into a network's input on the GPU.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// A frame that can't be read as it says.
    #[error("a frame of {width}x{height} {format}: {problem}")]
    Layout {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Its pixel format.
        format: &'static str,
        /// What is wrong and what to do.
        problem: String,
    },
    /// Another number of frames than the buffers are for.
    #[error("batches here have {expected} frame(s), but {found} were given")]
    Batch {
        /// Frames that the buffers hold.
        expected: usize,
        /// Frames given.
        found: usize,
    },
    /// A frame of a batch that there is not.
    #[error("frame {asked} was asked for, but the batch has {count}")]
    NoSuchFrame {
        /// The frame asked for.
        asked: usize,
        /// Frames that there are.
        count: usize,
    },
    /// A resize filter without a kernel.
    #[error("{filter:?} has no kernel: on a GPU there are {}", filters())]
    Filter {
        /// The filter.
        filter: ResizeFilter,
    },
    /// A shared frame without a picture.
    #[error("nothing was uploaded to this shared frame yet: call `upload`, or `staging` and `send`, before `frame`")]
    Empty,
    /// Work on another stream than the one it was prepared for.
    #[error("frames are prepared and recorded on one stream, the one that was given to `FrameInput::new`, but another was given now")]
    OtherStream,
    /// A pipeline without slots, or one that is full.
    #[error(transparent)]
    Pipeline(PipelineError),
    /// A size or normalisation that no network can have.
    #[error(transparent)]
    Preprocess(#[from] PreprocessError),
    /// The driver, device memory or a kernel.
    #[error(transparent)]
    Cuda(#[from] CudaError),
}

/// What messages call the filters that there are.
fn filters() -> String {
    FrameInput::FILTERS.map(|filter| format!("{filter:?}")).join(", ")
}
