//! What can be wrong with something to draw.

use kornia_image::ImageError;

/// Why something could not be drawn. Nothing has been drawn on the picture when one of these comes back.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VizError {
    /// A mask is not of the picture's size.
    #[error(
        "mask {index} is {mask_width}x{mask_height}, but the picture to draw it on is {width}x{height}; pass the picture the mask was made \
         for, or decode the masks at this picture's size"
    )]
    MaskSize {
        /// Which of the instances, counted from 0.
        index: usize,
        /// Width of the mask in pixels.
        mask_width: u32,
        /// Height of the mask in pixels.
        mask_height: u32,
        /// Width of the picture in pixels.
        width: usize,
        /// Height of the picture in pixels.
        height: usize,
    },
    /// A setting of a style or range has a value it can't have.
    #[error("drawing: {name} is {value}; it must be {must}")]
    Setting {
        /// Name of the setting.
        name: &'static str,
        /// The value given.
        value: f64,
        /// What it must be.
        must: &'static str,
    },
    /// A font can't be read.
    #[error("font {name}: {reason}; pass a TrueType or OpenType file with outlines")]
    Font {
        /// File or name of the font.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A picture lies in GPU memory, where nothing here can draw.
    #[error("the picture to draw on lies in device memory; copy it to the host first")]
    NotOnHost,
    /// There are no panels to put together.
    #[error("no panels to put together; pass at least one picture")]
    NoPanels,
    /// A picture that would come out is too large for this machine's memory.
    #[error("a picture of {width}x{height} does not fit memory; pass smaller or fewer panels")]
    TooLarge {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
    },
    /// A picture's memory can't be used as rows of RGB pixels.
    #[error("a picture of {width}x{height} can't be used as rows of RGB pixels")]
    Picture {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
        /// What the picture type says.
        source: ImageError,
    },
}
