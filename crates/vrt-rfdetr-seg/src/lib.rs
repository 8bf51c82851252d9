//! RF-DETR-Seg: instance segmentation with a detection transformer.
//!
//! The network looks at a picture, stretched to a square, and answers with a fixed number of queries, each a box, a logit for every class and
//! a small mask of logits. This crate knows what surrounds the network: how a picture becomes its input, which output is which, and how
//! the outputs become objects with scores, boxes and masks at the resolution of the picture. No non-maximum suppression is needed.
//!
//! # Example
//! ```no_run
//! # #[cfg(not(feature = "cpu"))] fn main() {}
//! # #[cfg(feature = "cpu")] fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use vrt_rfdetr_seg::{DecodeOptions, RfDetrSegCpu, Variant};
//!
//! let mut model = RfDetrSegCpu::from_onnx("rfdetr-seg-nano.onnx", Variant::Nano.config())?;
//! let picture = vrt_picture::read_picture("street.jpg")?;
//! let found = model.infer(&picture, &DecodeOptions::with_threshold(0.4))?;
//! for instance in &found.instances {
//!     println!("{:?} {:?}", model.config().labels().name(instance.detection.class_id), instance);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Which model is this?
//! An ONNX file does not say which classes it knows or how its pictures were resized. That is a [`Config`]: [`Variant::config`] for the
//! published COCO weights, [`Config::from_metadata_file`] for a model with its metadata beside it (which `scripts/export_rfdetr_seg.py`
//! writes), [`Config::new`] and `with_...` for anything else.
//!
//! # Decoding alone
//! [`decode::decode`] takes plain slices, so outputs of any engine can be decoded; [`decode::reference`] and [`decode::masks`] are its
//! specification.
//!
//! # What it does not do
//! Boxes are not rounded, masks are not cropped to boxes, and no overlap is removed: like the reference implementation. A network that
//! computes NaN is an error ([`Error::NotFinite`]), never "no objects".
//!
//! # Features
//! - `cpu` (default): `RfDetrSegCpu`.
//! - `cuda` (default): `RfDetrSeg`, the same on NVIDIA GPUs through TensorRT, both opened at run time.
//! - `hub`: models by name. `RfDetrSegCpu::from_hub("rfdetr-seg-nano")` and `RfDetrSeg::from_hub("rfdetr-seg-nano", &cuda)` download what is
//!   missing, check it, and know its configuration.
//! - `ort`: ONNX Runtime as the engine behind it, opened at run time.
//!
//! # Sources
//! The network, its published weights and the decoding rule: <https://github.com/roboflow/rf-detr> (Apache-2.0).
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod config;
#[cfg(feature = "cpu")]
mod cpu;
#[cfg(feature = "cuda")]
#[cfg_attr(docsrs, doc(cfg(feature = "cuda")))]
pub mod cuda;
pub mod decode;
mod error;
#[cfg(feature = "hub")]
mod hub;
mod options;
mod outputs;
mod result;

pub use config::{Config, Label, LabelMap, NoObject, Variant, VariantInfo};
#[cfg(feature = "cpu")]
#[cfg_attr(docsrs, doc(cfg(feature = "cpu")))]
pub use cpu::RfDetrSegCpu;
#[cfg(feature = "cuda")]
#[cfg_attr(docsrs, doc(cfg(feature = "cuda")))]
pub use cuda::RfDetrSeg;
pub use error::Error;
pub use options::DecodeOptions;
pub use outputs::{OutputInfo, OutputRoles, check_outputs};
pub use result::Segmentation;

#[cfg(all(doctest, feature = "cuda"))]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(all(doctest, feature = "cpu", feature = "cuda", feature = "hub"))]
#[doc = include_str!("../../../README.md")]
struct ProjectReadme;
