//! One object that a network found.

use crate::{BoundingBox, Mask};

/// Class, score and box of one object.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Detection {
    /// Class id as the model's label list numbers it (COCO models: the sparse COCO category id, 1 = person).
    pub class_id: u32,
    /// Score in 0..=1.
    pub score: f32,
    /// Box in picture pixels, not rounded.
    pub bbox: BoundingBox,
    /// Index of the query that found the object. One query may give several detections of different classes, which then share a mask.
    pub query: u32,
}

/// An object with its mask at picture resolution.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Instance {
    /// Class, score and box.
    pub detection: Detection,
    /// Mask at the resolution of the picture.
    pub mask: Mask,
}
