//! FILL IN: what the model is, in a few sentences, and what this crate knows about it.
//!
//! What the generator wrote is a whole crate around a stub network, which tells red, green and blue pictures apart. Replace it part by part;
//! `cargo test` runs all the time.
//!
//! # Example
//! ```no_run
//! # #[cfg(not(feature = "cpu"))] fn main() {}
//! # #[cfg(feature = "cpu")] fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use vrt::kornia_image::{Image, ImageSize};
//! use vrt_@snake@::{Config, @Name@Cpu};
//!
//! let config = Config::from_metadata_file("tests/data/stub.json")?;
//! let mut model = @Name@Cpu::from_onnx("tests/data/stub.onnx", config)?;
//! let picture = Image::<u8, 3>::from_size_val(ImageSize { width: 640, height: 480 }, 128)?;
//! println!("{:?}", model.infer(&picture)?.best());
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//! - `cpu` (default): `@Name@Cpu`.
//! - `hub`: models by name, `@Name@Cpu::from_hub`.
//! - `ort`: ONNX Runtime as the engine behind it, opened at run time.
//!
//! # Sources
//! FILL IN: the authors' code and weights, with version and licence.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod config;
#[cfg(feature = "cpu")]
mod cpu;
pub mod decode;
mod error;
#[cfg(feature = "hub")]
mod hub;
mod outputs;

pub use config::Config;
#[cfg(feature = "cpu")]
#[cfg_attr(docsrs, doc(cfg(feature = "cpu")))]
pub use cpu::@Name@Cpu;
pub use decode::Scores;
pub use error::Error;
pub use outputs::{OutputInfo, check_outputs};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
