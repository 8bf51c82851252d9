//! From the network's maps to depth at the picture's resolution.

pub mod reference;

use vrt::StageTimes;
use vrt_types::{AnyDepthMap, CameraIntrinsics, Mask};

use crate::Geometry;

/// What can be chosen for each picture.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DepthOptions {
    /// The camera that took the picture, for models whose metres depend on the focal length (Depth Anything V3 metric). May hold for
    /// another size of the same picture; it is scaled.
    pub intrinsics: Option<CameraIntrinsics>,
    /// What becomes of the depth where the sky is.
    pub sky: SkyDepth,
    /// Accept a map whose values are all equal, instead of [`Error::FlatMap`](crate::Error::FlatMap).
    pub accept_flat: bool,
}

/// What becomes of the depth where the network sees sky.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SkyDepth {
    /// Sky is as far as the 99th percentile of everything else, as in the authors' code. There the percentile is that of a random sample
    /// of 100,000 pixels; here it is that of all pixels, so that results repeat.
    #[default]
    Far,
    /// Sky keeps the numbers that the network gave, which mean nothing.
    Keep,
}

/// Depth of one picture.
#[derive(Debug, Clone, PartialEq)]
pub struct DepthResult {
    /// The map at the network's resolution.
    pub network: AnyDepthMap,
    /// The map at the picture's resolution.
    pub map: AnyDepthMap,
    /// Where the sky is, at the picture's resolution; `None` for models that don't tell.
    pub sky: Option<Mask>,
    /// How picture and network sizes map onto each other.
    pub geometry: Geometry,
    /// How long each stage took.
    pub times: StageTimes,
}
