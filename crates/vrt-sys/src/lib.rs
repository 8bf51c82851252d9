//! TensorRT, opened at run time and called by its binary interface.
//!
//! One program runs every TensorRT 10.x and 11.x and every TensorRT-RTX from 1.5 on, whichever library is found when it
//! starts. Nothing of NVIDIA's is needed to compile it: no headers, no C++ compiler, no link. [`Library::open`] says what it
//! looked for where the library is missing.
//!
//! This crate is the layer just above the binary interface: owned objects with the right lifetimes, typed errors with
//! TensorRT's own log lines, no reading of missing methods. Buffers, streams, CUDA graphs and engine files belong to the
//! crate `vrt`.
//!
//! # Example
//! ```no_run
//! use vrt_sys::{ExecutionContextAllocationStrategy, Library, Runtime};
//!
//! let library = Library::open()?;
//! println!("{library}"); // TensorRT 10.6.0.26 (/usr/lib/x86_64-linux-gnu/libnvinfer.so.10.6.0)
//! let plan = std::fs::read("model.engine").expect("a plan");
//! // SAFETY: the plan was built on this machine.
//! let engine = unsafe { Runtime::new(library)?.deserialize(&plan)? };
//! let mut context = engine.create_execution_context(ExecutionContextAllocationStrategy::Static)?;
//! for tensor in engine.io_tensors()? {
//!     println!("{:?} {} {:?}", tensor.name, tensor.shape, tensor.data_type);
//! }
//! # Ok::<(), vrt_sys::Error>(())
//! ```
//!
//! # How a method is called
//! TensorRT's C++ classes are thin: each public method is an inline function of NVIDIA's headers that calls a virtual method
//! of an object behind a pointer. Every C++ program that uses TensorRT is compiled to exactly these calls by table slot, so
//! within a major version NVIDIA cannot move a slot without breaking them all. This crate makes the same calls from Rust
//! ([`raw`]). The slots, the functions' types and the enums' numbers are read from NVIDIA's headers by a generator and
//! committed in `bindings/`; they are checked against g++, against libraries compiled from each header version, and against
//! a real library.
//!
//! # Families
//! | family | releases | tables from headers of |
//! |---|---|---|
//! | [`Family::Trt10`] | TensorRT 10.0 and newer | 10.0 to 10.16 |
//! | [`Family::Trt11`] | TensorRT 11.x | 11.0 to 11.4 |
//! | [`Family::Rtx`] | TensorRT-RTX 1.5 and newer | 1.5 to 1.7 |
//!
//! Inside a family, releases only append; between families nearly every slot and many enum numbers differ. The family comes
//! from the loaded library's own version. Others (8.x, 12.x, TensorRT-RTX 1.4) are refused by name. Every method and every
//! constant knows since which release of each family it exists ([`raw::Method::since`], [`RawEnum::since`]) and is refused
//! with [`Error::Missing`] or [`Error::MissingConstant`] before that: reading past the end of an older library's table would
//! be undefined behaviour.
//!
//! TensorRT 11 and RTX have no precision flags ([`BuilderFlag::Fp16`] and its like): there, precision is a property of the
//! model. Asking for them is an error, never ignored.
//!
//! # Without a GPU
//! TensorRT without a usable GPU does not fail: 10.6 returns the address 0x200 as a runtime and ends the process when asked
//! for a builder. So the driver is asked first ([`driver::probe`]), and no address in the first 64 KiB is taken for an
//! object. TensorRT-RTX builds engines without a GPU and is not kept from it.
//!
//! # Threads
//! [`Runtime`] and [`CudaEngine`] are shared between threads; an [`ExecutionContext`] is sent, not shared. [`Builder`],
//! networks and configurations stay on one thread. What TensorRT calls back ([`LogSink`], [`ProgressMonitor`],
//! [`ErrorRecorder`], [`OutputAllocator`]) has to be `Sync`. A panic in a callback is caught and never unwinds into C++.
//!
//! # What is promised, and what not
//! - Safe functions are sound as far as TensorRT keeps its own documentation; what only the caller can know (plans, device
//!   addresses, streams) is asked by `unsafe` functions.
//! - The GPU that is current on the calling thread is used, as TensorRT does. Making it current is the caller's part.
//! - 64-bit Linux on x86-64 and aarch64: the Itanium C++ ABI. Elsewhere (Windows has another ABI) the crate compiles and
//!   [`Library::open`] returns [`Error::UnsupportedTarget`].
//! - A loaded TensorRT stays loaded until the process ends.
//!
//! # Building
//! `TRT_STUB=1` and docs.rs use the committed tables whatever else is set; without them `VRT_SYS_BINDINGS` may name a folder
//! of other tables, for trying a release that is not in the repository yet. Neither needs TensorRT, CUDA or libclang.

#![deny(unsafe_op_in_unsafe_fn)]

mod builder;
mod config;
mod context;
mod cxx;
mod dims;
pub mod driver;
mod engine;
mod enums;
mod error;
mod error_recorder;
mod host_memory;
mod inspector;
mod library;
mod logger;
mod network;
mod object;
mod output_allocator;
mod parser;
mod progress;
pub mod raw;
mod runtime;
mod search;
mod version;

pub use builder::{Builder, OptimizationProfile};
pub use config::{BuilderConfig, TimingCache};
pub use context::ExecutionContext;
pub use dims::Dims;
pub use driver::{Driver, DriverError};
pub use engine::{CudaEngine, IoTensor, ProfileShape};
pub use enums::{
    BuilderFlag, ComputeCapability, DataType, ErrorCode, ExecutionContextAllocationStrategy, HardwareCompatibilityLevel,
    LayerInformationFormat, LayerType, MemoryPoolType, NetworkDefinitionCreationFlag, OnnxParserFlag, OptProfileSelector, ParserErrorCode,
    PreviewFeature, ProfilingVerbosity, RawEnum, RawValue, Severity, TensorFormat, TensorIoMode, TensorLocation,
};
pub use error::{Error, LogLine, ParserError, Result};
pub use error_recorder::{ErrorRecorder, RecordedError};
pub use host_memory::HostMemory;
pub use inspector::EngineInspector;
pub use library::{Library, LibraryOptions};
pub use logger::LogSink;
pub use network::{Layer, NetworkDefinition, Tensor};
pub use output_allocator::OutputAllocator;
pub use parser::OnnxParser;
pub use progress::ProgressMonitor;
pub use runtime::{Runtime, RuntimeOptions};
pub use search::{Attempt, SearchReport};
pub use version::{Family, Version};
