//! NVIDIA GPUs: devices, streams, device tensors, pinned memory, kernels and graphs.
//!
//! Everything starts with [`Cuda::open`], which says what is missing where there is no driver or GPU (nothing here panics or aborts
//! then). Device tensors are kornia's ([`kornia_tensor::Tensor`] over its `CudaResource`), so they go into kornia's CUDA operations
//! without a copy, and out again.
//!
//! # When memory may be freed, read or used again
//! The GPU works behind the program's back, and guards of running work can be leaked. So no safety here hangs on a guard's `Drop`:
//!
//! | memory | what protects it |
//! |---|---|
//! | device tensors | cudarc's slice carries events of its last read and write; every safe use waits for and records them; frees are queued in stream order |
//! | [`PinnedBuffer`] | carries the event of its last use; reading, writing and dropping wait for it |
//! | what a [`FrameGraph`] touches | owned by it; dropping waits for its stream |
//! | kernels' code | kept by the device's handle, which waits for the device before it unloads them |
//! | a TensorRT context and what it is bound to | owned by its session, which waits for its stream |
//!
//! # Frames
//! [`Frame`] is a picture in host or device memory, in any pixel format. [`FrameInput`] makes frames into a network's input inside a frame's
//! graph, [`GpuPreprocessor`] does it alone, [`SharedFrame`] uploads a frame once for several models, and [`Pipeline`] keeps several
//! frames of one model in flight.
//!
//! kornia has a preprocessor, too. On GPUs it maps pixels without half-pixel centres and has neither antialiasing nor pitched NV12; its
//! fusion engine is half-pixel correct but takes frames of one size, and RGB alone. So frames go through kernels of this crate; they come in
//! as kornia's images (host or device) all the same.
//!
//! # No default stream
//! The legacy default stream synchronises with all others of its context, which breaks graph captures and overlap elsewhere in the
//! process. Nothing here uses it, and functions that take a stream refuse it.
//!
//! # Which CUDA
//! cudarc's bindings are those of CUDA 13.0. They work with older drivers, as symbols are looked up when they are first called, and all
//! that are called exist since CUDA 12.0 (Jetson's JetPack 6 has 12.6); they know all error codes up to 13.0, and find
//! `libnvrtc.so.13`, `.12` and `.11` for kornia's kernels.

mod cache_dir;
mod device;
mod driver;
mod dtype;
mod element;
mod error;
mod event;
pub(crate) mod files;
mod finite;
mod frame;
mod frame_input;
mod gpu_preprocessor;
mod graph;
mod kernel;
mod memory;
mod nvrtc;
mod parameters;
mod pinned;
mod pipeline;
mod shared_frame;

pub use cache_dir::cache_dir;
pub use device::{Cuda, DeviceMemory, Sm};
pub use driver::{Driver, probe as probe_driver};
pub use dtype::DType;
pub use element::{Element, Plain};
pub(crate) use error::mib;
pub use error::{CudaError, KernelError};
pub use event::{GpuTimer, InFlight};
pub use finite::FiniteCheck;
pub use frame::{Frame, FrameError, FrameLayout, PixelFormat, YuvColor, YuvMatrix, YuvRange, to_rgb};
pub use frame_input::{FrameInput, Prepared};
pub use gpu_preprocessor::GpuPreprocessor;
pub(crate) use graph::{Captured, capture};
pub use graph::{FrameGraph, FrameMode, GraphContents, Recorder};
pub(crate) use kernel::kernel_dir;
pub use kernel::{Argument, Grid, Kernel, KernelModule, KernelSource};
pub use memory::{DeviceView, DeviceViewMut, device_slice, device_slice_mut, host_slice, slice_address, view_to_host};
pub use nvrtc::{Nvrtc, NvrtcMissing, compile_ptx};
pub use parameters::Parameters;
pub use pinned::PinnedBuffer;
pub(crate) use pinned::{copy_to_device, copy_to_host};
pub use pipeline::{Pipeline, PipelineError, PipelineSlot};
pub use shared_frame::SharedFrame;

pub use cudarc;
pub use half;
