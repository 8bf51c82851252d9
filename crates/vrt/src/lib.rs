//! Sessions, preprocessing and resampling that every vrt model crate stands on.
//!
//! | module | what it is |
//! |---|---|
//! | [`preprocess`] | a picture becomes the `[1, 3, height, width]` tensor a network was trained on, by one of five resize filters |
//! | [`resample`] | bilinear upsampling of masks and depth maps, with PyTorch's numbers |
//! | `cpu` | networks in ONNX files on a plain CPU (feature `cpu`) |
//! | `cuda` | GPUs: device tensors, pinned memory, kernels, graphs, frames and their preprocessing, pipelines (feature `cuda`) |
//! | `tensorrt` | engines on GPUs: build, keep, load, check, run (feature `cuda`) |
//!
//! Pictures and tensors at the public face are kornia's: [`kornia_image::Image<u8, 3>`](kornia_image::Image) (RGB, 8 bit, row-major,
//! interleaved) and [`kornia_tensor::Tensor<f32, N>`](kornia_tensor::Tensor) (row-major). Both crates are re-exported here.
//!
//! # Example
//! ```no_run
//! use vrt::cpu::{CpuOptions, CpuSession};
//! use vrt::kornia_image::{Image, ImageSize};
//! use vrt::preprocess::{Normalize, Preprocessor, ResizeFilter};
//!
//! let session = CpuSession::from_file("model.onnx", &CpuOptions::default())?;
//! let picture = Image::<u8, 3>::from_size_val(ImageSize { width: 640, height: 480 }, 128)?;
//! let mut preprocessor = Preprocessor::new(ResizeFilter::Bilinear, Normalize::IMAGENET)?;
//! let input = preprocessor.run(&picture, 312, 312)?;
//! for output in session.run(&input)? {
//!     println!("{} {:?}: {:?}", output.name(), output.shape(), output.values().first());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! - `cpu` (default): `cpu::CpuSession` on [rten](https://docs.rs/rten), pure Rust.
//! - `cuda`: NVIDIA GPUs through TensorRT. Both are opened at run time: building needs neither, and programs start without them.
//! - `ort`: ONNX Runtime as another engine of `cpu::CpuSession`, opened at run time from a library that is already installed.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "cpu")]
#[cfg_attr(docsrs, doc(cfg(feature = "cpu")))]
pub mod cpu;
#[cfg(feature = "cuda")]
#[cfg_attr(docsrs, doc(cfg(feature = "cuda")))]
pub mod cuda;
pub mod preprocess;
pub mod resample;
#[cfg(feature = "cuda")]
#[cfg_attr(docsrs, doc(cfg(feature = "cuda")))]
pub mod tensorrt;
mod times;

pub use kornia_image;
pub use kornia_tensor;
pub use times::StageTimes;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
