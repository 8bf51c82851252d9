//! Plain results and cameras of vision models.
//!
//! This crate knows no CUDA, no TensorRT and no model. It says what a result *is*, so that everything that produces results and
//! everything that consumes them (drawing, files, robots) speak of the same thing:
//!
//! | type | what it is |
//! |---|---|
//! | [`Detection`] | class, score and box of one object |
//! | [`Instance`] | a detection with its mask at picture resolution |
//! | [`MaskLogits`] | one mask as the network gave it: logits at network resolution |
//! | [`Mask`] | one mask at picture resolution, one bit a pixel |
//! | [`Rle`] | a mask as COCO run lengths, as pycocotools reads and writes it |
//! | [`DepthMap`] | one value a pixel, whose unit ([`Disparity`], [`RelativeDepth`], [`Metres`]) is part of its type |
//! | [`CameraIntrinsics`], [`CameraExtrinsics`] | a pinhole camera and where it stands |
//! | [`ObjectDepth`] | how far away an instance is |
//! | [`Colormap`] | colours for depths, the same wherever they are drawn |
//!
//! # Example
//! ```
//! use vrt_types::{BoundingBox, CameraIntrinsics, Detection, Instance, Mask};
//!
//! let mask = Mask::from_fn(64, 48, |x, y| (10..20).contains(&x) && (5..9).contains(&y))?;
//! let instance = Instance {
//!     detection: Detection { class_id: 1, score: 0.9, bbox: BoundingBox::new(10.0, 5.0, 20.0, 9.0), query: 17 },
//!     mask,
//! };
//! assert_eq!(instance.mask.area(), 40);
//! assert_eq!(instance.mask.to_rle().area(), 40);
//!
//! let camera = CameraIntrinsics::new(60.0, 60.0, 32.0, 24.0, 64, 48)?;
//! let point = camera.back_project(32.0, 24.0, 2.0);
//! assert_eq!(point, [0.0, 0.0, 2.0]);
//! # Ok::<(), vrt_types::Error>(())
//! ```
//!
//! # Features
//! - `serde`: `Serialize` and `Deserialize` for every result type.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod camera;
mod colormap;
mod depth;
mod detection;
mod error;
mod geometry;
mod mask;
mod rle;

pub use camera::{CameraExtrinsics, CameraIntrinsics};
pub use colormap::{Colormap, UnknownColormap};
pub use depth::{AnyDepthMap, DepthMap, DepthUnit, Disparity, Metres, ObjectDepth, Percentile, RelativeDepth};
pub use detection::{Detection, Instance};
pub use error::Error;
pub use geometry::BoundingBox;
pub use mask::{Mask, MaskLogits};
pub use rle::Rle;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
