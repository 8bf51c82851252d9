//! Depth Anything on an NVIDIA GPU: from the picture to depth, colours and distances without leaving it.
//!
//! | step | where |
//! |---|---|
//! | any pixel format to the network's input, resized and normalised | one kernel, for a whole batch |
//! | the network | TensorRT |
//! | check for NaN, infinite and constant maps, range | one kernel |
//! | sky and metres by the focal length, where the model has them | two kernels, in place |
//! | depth at the resolution of the pictures | one kernel |
//! | whether there is depth, and its range, to the host | 64 bytes, written by the kernels |
//! | on demand: percentiles, colours, the distance of every object ([`Fusion`]) | one kernel each |
//!
//! All but the last is one CUDA graph: a frame is one launch. The network's map is read where the engine wrote it. [`DepthAnything`] is the
//! whole; [`GpuDecoder`] is what comes after a network that is run by something else.
//!
//! # The same answer as the CPU
//! The kernels do the operations of [`decode::reference`](crate::decode::reference), `vrt::resample` and [`fusion`](crate::fusion) in the same
//! order and unfused, and percentiles are found by selection, so that medians, percentiles, sky, colours and extents are the same. Two
//! things may differ in an `f32`'s last place or two: upsampled values, once in 2^29 (oftener where neighbours differ by many orders of
//! magnitude), as the CPU rounds a fused product and sum twice and the GPU once; and centroids, whose sums (in `f64`) have another order.
//!
//! # Metres
//! As on the host, the unit is part of a map's type: [`DepthView<Metres>`](DepthView) is not [`DepthView<Disparity>`](DepthView).

mod color;
mod decoder;
mod error;
mod fusion;
mod kernels;
mod measure;
mod model;
mod params;
mod result;
mod selection;
mod views;
mod work;

pub use color::ColorRange;
pub use decoder::GpuDecoder;
pub use error::GpuError;
pub use fusion::{Fusing, Fusion, Masks};
pub use kernels::KERNELS;
pub use model::DepthAnything;
pub use result::{GpuDepth, Running};
pub use views::{AnyDepthView, DepthView};
pub use work::Repeats;
