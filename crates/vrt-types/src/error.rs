//! What can be wrong with a value handed to a constructor of this crate.

/// Why a result or camera could not be made from what was given.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A buffer does not hold `width * height` values.
    #[error("{what} of {width}x{height} needs {needed} values, but {found} were given; pass exactly width * height of them")]
    WrongLength {
        /// What was being made.
        what: &'static str,
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Values needed.
        needed: u64,
        /// Values given.
        found: u64,
    },
    /// Run lengths do not add up to the size of the mask.
    #[error("run lengths of a {width}x{height} mask must add up to {needed}, but they add up to {found}")]
    RunLengths {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Pixels of the mask.
        needed: u64,
        /// What the runs add up to.
        found: u64,
    },
    /// A compressed COCO RLE string is not one.
    #[error("COCO RLE string is broken at byte {position}: {reason}")]
    RleString {
        /// Byte offset in the string.
        position: usize,
        /// What is wrong there.
        reason: &'static str,
    },
    /// A mask with more pixels than a run length can count.
    #[error("a mask of {width}x{height} has more than 2^32-1 pixels, which COCO run lengths can't count")]
    TooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// A camera parameter that no camera has.
    #[error("camera intrinsics: {name} is {value}; it must be {must}")]
    Intrinsics {
        /// Name of the parameter.
        name: &'static str,
        /// The value given.
        value: f64,
        /// What it must be.
        must: &'static str,
    },
    /// A rotation that is not one.
    #[error("camera extrinsics: the rotation is not orthonormal with determinant +1 (off by {off:.3e}; up to 1e-6 is accepted)")]
    Rotation {
        /// Largest deviation of `R R^T` from the identity, or of the determinant from 1.
        off: f64,
    },
}
