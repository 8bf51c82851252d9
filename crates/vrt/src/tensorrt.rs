//! Networks on NVIDIA GPUs: engines built from ONNX files, kept, loaded, checked and run by TensorRT.
//!
//! | step | type |
//! |---|---|
//! | open the system's TensorRT for a GPU | [`TensorRt`] |
//! | build an engine, with progress and cancel | [`EngineBuilder`] |
//! | keep it, and find it again only where nothing changed | [`EngineStore`] |
//! | share a loaded engine between threads | [`Engine`] |
//! | run it on a stream, with its tensors bound | [`Session`] |
//! | see whether it computes what the model says | [`Session::self_check`], [`Golden`] |
//! | see what a machine lacks | [`Doctor`] |
//!
//! TensorRT is opened at run time: this compiles and starts on machines without it, and says there what to install. Its version 10, 11 and
//! TensorRT-RTX 1.5 and newer are known.
//!
//! # Example
//! ```no_run
//! use vrt::cuda::Cuda;
//! use vrt::kornia_tensor::Tensor;
//! use vrt::tensorrt::{EngineBuilder, EngineStore, Precision, Session, TensorRt};
//!
//! let cuda = Cuda::open(0)?;
//! let tensorrt = TensorRt::open(&cuda)?;
//! // The first time this builds (minutes); from then on it loads (a second).
//! let built =
//!     EngineBuilder::new(&tensorrt, "depth", "depth.onnx").precision(Precision::Fp16).build_in(&EngineStore::user()?)?;
//! let mut session = Session::new(&built.engine, &cuda.new_stream()?)?;
//! session.upload("pixel_values", &Tensor::<f32, 4>::from_shape_val([1, 3, 518, 518], 0.0))?;
//! session.enqueue()?.wait()?;
//! let depth = session.download::<f32, 3>("predicted_depth")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Precision
//! TensorRT 11 and TensorRT-RTX have no precision flags: there the ONNX file says it. So a [`Precision`] is what is *asked for*;
//! [`PrecisionBuilt`] says what came out, counted by layers; and what cannot be honoured is refused with [`PrecisionError`]. Nothing falls
//! back to fp32 in silence.
//!
//! # Trust
//! An engine is a program: it holds code that the GPU runs. Load engines only from a store that nobody else writes to, or from a path you
//! trust. TensorRT's library is trusted as the system's loader trusts it.
//!
//! # Threads
//! [`TensorRt`] and [`Engine`] are shared; a [`Session`] is sent and not shared: give each thread its own, on its own stream.

mod builder;
mod doctor;
mod engine;
mod error;
mod hashed;
mod host;
mod library;
mod manifest;
mod onnx;
mod precision;
mod profile;
mod progress;
mod progress_monitor;
mod selfcheck;
mod session;
mod slot;
mod store;

pub use builder::{BuildError, BuiltEngine, EngineBuilder, UnsupportedNode};
pub use doctor::{Doctor, Finding, GpuReport, Health, TensorRtReport};
pub use engine::{Engine, EngineTensor};
pub use error::{EngineError, SessionError, TensorRtError};
pub use host::{HostTensor, HostTensorError, HostValues};
pub use library::{Family, TensorRt};
pub use manifest::{Difference, EngineKey, MANIFEST_FORMAT, Manifest, ShapeRange};
pub use onnx::{FileHash, OnnxDim, OnnxError, OnnxSummary, OnnxTensor, Quantized};
pub use precision::{Precision, PrecisionBuilt, PrecisionError, UnknownPrecision};
pub use profile::EngineProfile;
pub use progress::{BuildProgress, CancelToken, OnProgress};
pub use selfcheck::{Agreement, Golden, OutputCheck, SelfCheckError, SelfCheckReport, default_tolerance};
pub use session::{CheckError, Outputs, Session, SessionOptions};
pub use store::{BuiltPlan, EngineStore, Lookup, Miss, StoreError, StoreEvent, StoredEngine, engine_name};

pub use vrt_sys;
