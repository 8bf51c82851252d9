//! What a picture was found to show.

use vrt::StageTimes;
use vrt_types::Instance;

/// The objects found in one picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Segmentation {
    /// Class, score, box and mask of each object, best score first; boxes and masks at the resolution of the picture.
    pub instances: Vec<Instance>,
    /// How long each stage took.
    pub times: StageTimes,
}
