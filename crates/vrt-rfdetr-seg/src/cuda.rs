//! RF-DETR-Seg on an NVIDIA GPU: from the picture to masks without leaving it.
//!
//! | step | where |
//! |---|---|
//! | any pixel format to the network's input, resized and normalised | one kernel, for a whole batch |
//! | the network | TensorRT |
//! | sigmoid, top-K, thresholds, boxes, check for NaN | one kernel |
//! | masks at the resolution of the pictures, as bits | one kernel |
//! | count, scores, classes and boxes to the host | written there by the kernels that find them, 64 bytes and 32 for each object |
//!
//! All of it is one CUDA graph: a frame is one launch. Thresholds, classes, frame addresses and frame sizes are read from device memory, so that
//! they may change with every frame without a new graph. The host waits once, for the frame's end; [`RfDetrSeg::pipeline`] keeps several frames
//! in flight. Run lengths, masks as bytes and mask logits are made on the GPU when they are asked for. [`RfDetrSeg`] is the whole; [`GpuDecoder`] and
//! [`vrt::cuda::GpuPreprocessor`] are its halves for networks that are run by something else.
//!
//! # The same answer as the CPU
//! The kernels do the operations of [`decode`](crate::decode) and of [`vrt::preprocess`] in the same order and unfused, so detections, boxes
//! and masks are the same to the last bit. Scores too, since [`reference::sigmoid`](crate::decode::reference::sigmoid) needs no library.
//! Preprocessing, too, but for `Bilinear`, which may differ by a unit in the last place once in 2^29 values ([`vrt::cuda::FrameInput`] says why).

mod decoder;
mod error;
mod kernels;
mod model;
mod params;
mod result;
mod rle;
mod views;
mod work;

pub use decoder::GpuDecoder;
pub use error::GpuError;
pub use kernels::KERNELS;
pub use model::RfDetrSeg;
pub use result::{GpuSegmentation, Running};
pub use rle::RunLengths;
pub use views::MasksAhead;
pub use vrt::cuda::{Frame, FrameError, FrameLayout, Pipeline, PipelineError, PixelFormat, YuvColor, YuvMatrix, YuvRange, to_rgb};
pub use work::Repeats;
