//! Why a picture could not be made into a tensor.

use super::{MAX_SIDE, ResizeFilter};

/// Why a picture could not be made into a tensor.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PreprocessError {
    /// A side of 0, or one larger than [`MAX_SIDE`].
    #[error("can't resize from or to {width}x{height} pixels: both sides must be 1..={MAX_SIDE}")]
    Size {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
    },
    /// A picture whose pixels can't be read.
    #[error("can't read the picture of {width}x{height} pixels: {problem}")]
    Picture {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
        /// What is wrong, and what to do.
        problem: &'static str,
    },
    /// A tensor that can't be written to.
    #[error("can't write the picture into a tensor of shape {shape:?}: {problem}")]
    Tensor {
        /// Shape of the tensor.
        shape: [usize; 4],
        /// What is wrong.
        problem: &'static str,
    },
    /// A normalisation that divides by 0 or is not finite.
    #[error("can't normalise with mean {mean:?} and std {std:?}: all must be finite and std larger than 0")]
    Normalize {
        /// The mean given.
        mean: [f32; 3],
        /// The standard deviation given.
        std: [f32; 3],
    },
    /// No step, or several with a filter that does not give pixels between steps.
    #[error("can't resize in {steps} steps with {filter:?}: one step is needed, and several only with PillowBilinear and AreaCubic")]
    Steps {
        /// Steps asked for.
        steps: usize,
        /// The filter.
        filter: ResizeFilter,
    },
    /// There is no memory for the result.
    #[error("a tensor for {width}x{height} pixels does not fit into memory; ask for a smaller one")]
    Memory {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
    },
}
