//! Depth Anything V2 and V3: the depth of every pixel of one picture, and the distance of every object in it.
//!
//! # What the numbers mean
//! Networks of this family give one of three things, and mixing them up is the most common mistake with them. Here each is a type of its
//! own, so the compiler objects:
//!
//! | type | what it is | near is | unit | who gives it |
//! |---|---|---|---|---|
//! | [`Disparity`] | relative inverse depth | large | none: scale *and* offset unknown | V2 Small, Base, Large |
//! | [`RelativeDepth`] | relative depth | small | none: scale unknown | V3 mono |
//! | [`Metres`] | distance along the camera's axis | small | metres | V2 metric (Hypersim to 20 m, VKITTI to 80 m); V3 metric, given the focal length |
//!
//! Maps are never stretched to 0..1: that is for drawing, and `vrt-viz` does it there.
//!
//! # Example
//! ```no_run
//! use vrt_depth_anything::fusion::{FuseOptions, fuse};
//! use vrt_depth_anything::{Config, DepthAnythingCpu, DepthOptions};
//! use vrt_types::{CameraIntrinsics, Mask};
//! # fn read_picture() -> vrt::kornia_image::Image<u8, 3> { unimplemented!() }
//! # fn find_objects() -> Vec<Mask> { unimplemented!() }
//!
//! let picture = read_picture();
//! let config = Config::from_metadata_file("models/sample/depth.json")?;
//! let mut model = DepthAnythingCpu::from_onnx("models/sample/depth.onnx", config)?;
//! let depth = model.infer(&picture, &DepthOptions::default())?;
//! if let Some(metres) = depth.map.as_metric() {
//!     println!("the middle is {:?} m away", metres.get(metres.width() / 2, metres.height() / 2));
//! }
//!
//! // How far is each object, and where?
//! let camera = CameraIntrinsics::new(539.0, 539.0, 319.5, 239.5, 640, 480)?;
//! let options = FuseOptions { intrinsics: Some(camera), ..FuseOptions::default() };
//! for object in fuse(&find_objects(), &depth.map, &options)? {
//!     println!("{:?} m away at {:?}", object.median, object.centroid);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From picture to map
//! 1. [`ResizeRule`] says the network's size. V2 and V3 keep the aspect ratio and need sides that are multiples of 14; a graph with a fixed
//!    size overrules them ([`Geometry::fixed`]). Very elongated pictures are refused before they fill the memory.
//! 2. The picture is resized and normalised by `vrt::preprocess`, number for number as in the authors' Python (V2: cubic on floats without
//!    antialiasing; V3: area or cubic on 8 bits, twice).
//! 3. The outputs are told apart by shape and name ([`outputs::Outputs`]) and checked: NaN, infinite values, constant maps and wrong shapes
//!    are errors.
//! 4. [`decode::reference`] turns them into depth: sky, metres, bilinear upsampling (V2 with corners aligned, V3 with pixel edges aligned).
//!
//! # Models
//! [`Variant`] lists the published checkpoints with licence and source. Weights are not part of this crate; any other model of this form is
//! described by a "vrt-model/1" file, see [`Config::from_metadata_json`].
//!
//! # Features
//! - `cpu` (default): `DepthAnythingCpu`.
//! - `hub`: models by name. `DepthAnythingCpu::from_hub("depth-anything-v2-small")` and `DepthAnything::from_hub("depth-anything-v2-small",
//!   &cuda)` download what is missing, check it, and know its configuration.
//! - `cuda`: `DepthAnything`, the same on NVIDIA GPUs through TensorRT, and fusion there; both are opened at run time.
//! - `ort`: ONNX Runtime as another engine of `DepthAnythingCpu`.
//!
//! [`Disparity`]: vrt_types::Disparity
//! [`RelativeDepth`]: vrt_types::RelativeDepth
//! [`Metres`]: vrt_types::Metres
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod config;
#[cfg(feature = "cpu")]
mod cpu;
#[cfg(feature = "cuda")]
#[cfg_attr(docsrs, doc(cfg(feature = "cuda")))]
pub mod cuda;
pub mod decode;
mod error;
pub mod fusion;
mod geometry;
#[cfg(feature = "hub")]
mod hub;
#[cfg(any(feature = "cpu", feature = "cuda"))]
mod inputs;
pub mod outputs;
mod statistics;
mod variant;

pub use config::{Config, Output, Sky};
#[cfg(feature = "cpu")]
#[cfg_attr(docsrs, doc(cfg(feature = "cpu")))]
pub use cpu::DepthAnythingCpu;
#[cfg(feature = "cuda")]
#[cfg_attr(docsrs, doc(cfg(feature = "cuda")))]
pub use cuda::DepthAnything;
pub use decode::{DepthOptions, DepthResult, SkyDepth};
pub use error::Error;
pub use geometry::{Geometry, ResizeRule};
pub use variant::{License, Variant};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
