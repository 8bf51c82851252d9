//! What can go wrong between this process and an NVIDIA GPU.

use std::borrow::Cow;

use cudarc::driver::{DriverError, sys::CUresult};

/// A failure of the CUDA driver, of device memory, or of an argument that was checked before the driver saw it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CudaError {
    /// No driver, no GPU, or a driver that refuses to start.
    #[error(transparent)]
    NoDriver(#[from] vrt_sys::DriverError),
    /// A driver under an unusual name.
    #[error(
        "the NVIDIA driver was found, but not under a name that CUDA programs open it by (libcuda.so, libcuda.so.1): reinstall it, \
         or link libcuda.so.1 to it in a folder of LD_LIBRARY_PATH"
    )]
    DriverName,
    /// A device number beyond what the driver shows.
    #[error(
        "CUDA device {asked} was asked for, but the driver shows {count} device(s), numbered from 0 (CUDA_VISIBLE_DEVICES renumbers them)"
    )]
    UnknownDevice {
        /// The device asked for.
        asked: usize,
        /// How many there are.
        count: usize,
    },
    /// A CUDA driver call failed.
    #[error("{doing}: the CUDA driver answered {name} ({code})")]
    Driver {
        /// What was being done.
        doing: Cow<'static, str>,
        /// The driver's error code.
        code: u32,
        /// Its name, e.g. `CUDA_ERROR_INVALID_VALUE`.
        name: String,
    },
    /// Device memory ran out.
    #[error(
        "{doing}: out of GPU memory, {} asked, {} of {} free on device {device}. \
         Use a smaller batch or model, drop sessions and tensors no longer used, or close other programs on this GPU (`nvidia-smi` lists them)",
        mib(*asked), mib(*free), mib(*total)
    )]
    OutOfMemory {
        /// What was being done.
        doing: Cow<'static, str>,
        /// Bytes asked for.
        asked: usize,
        /// Bytes free on the device at that time.
        free: usize,
        /// Bytes the device has.
        total: usize,
        /// The device.
        device: usize,
    },
    /// A shape whose size does not fit the address space.
    #[error("{doing}: the shape {shape:?} of {element_bytes}-byte elements has more bytes than a size can hold")]
    ShapeOverflow {
        /// What was being done.
        doing: Cow<'static, str>,
        /// The shape.
        shape: Vec<usize>,
        /// Bytes of one element.
        element_bytes: usize,
    },
    /// Two buffers that must have the same number of elements do not.
    #[error("{doing}: expected {expected} elements, found {found}")]
    Length {
        /// What was being done.
        doing: Cow<'static, str>,
        /// Elements expected.
        expected: usize,
        /// Elements found.
        found: usize,
    },
    /// A tensor in host memory, or of other origin than CUDA, was given where a device tensor is needed.
    #[error("{what} is in {found} memory, but a CUDA device tensor is needed here: upload it first (`Cuda::upload`, or `Tensor::to_cuda`)")]
    NotOnDevice {
        /// Which tensor.
        what: Cow<'static, str>,
        /// The memory it is in.
        found: &'static str,
    },
    /// A device tensor was given where a host tensor is needed.
    #[error("{what} is in GPU memory, but a host tensor is needed here: download it first (`Cuda::download`, or `Tensor::to_host_owned`)")]
    NotOnHost {
        /// Which tensor.
        what: Cow<'static, str>,
    },
    /// A tensor of another GPU.
    #[error(
        "{what} lives on CUDA device {found}, but this is device {expected}: copy it over first, or open the session on device {found}"
    )]
    WrongDevice {
        /// Which tensor.
        what: Cow<'static, str>,
        /// The device needed.
        expected: usize,
        /// The device found.
        found: usize,
    },
    /// A foreign pointer that cannot be what the caller says it is.
    #[error("the foreign device pointer {address:#x} cannot be used: {reason}")]
    ForeignPointer {
        /// The address.
        address: u64,
        /// Why.
        reason: String,
    },
    /// A stream that another thread or program still captures, or that is the default stream.
    #[error("{doing}: {reason}")]
    Stream {
        /// What was being done.
        doing: Cow<'static, str>,
        /// Why the stream cannot be used.
        reason: &'static str,
    },
    /// Host memory that the GPU may still write to, after the driver failed to say when it is done.
    #[error("a pinned buffer can no longer be used: an earlier copy failed and the driver could not say whether it has ended")]
    BufferLost,
    /// Compiling or loading a kernel failed.
    #[error(transparent)]
    Kernel(#[from] KernelError),
}

/// A kernel could not be compiled, found or launched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KernelError {
    /// No NVRTC library and no pre-built PTX.
    #[error(
        "the kernels `{module}` must be compiled, but NVRTC was not found (tried: {}) and no pre-built PTX comes with them. \
         Install the CUDA toolkit's NVRTC (Ubuntu: `apt install cuda-nvrtc-12-6`; any system: `pip install nvidia-cuda-nvrtc-cu12` and point VRT_NVRTC at its libnvrtc.so.12)",
        tried.join(", ")
    )]
    NoNvrtc {
        /// The kernel module.
        module: Cow<'static, str>,
        /// Names and paths tried.
        tried: Vec<String>,
    },
    /// NVRTC refused the source.
    #[error("the kernels `{module}` do not compile with NVRTC {nvrtc} and {options:?}:\n{log}")]
    Compile {
        /// The kernel module.
        module: Cow<'static, str>,
        /// NVRTC's version.
        nvrtc: String,
        /// The options passed.
        options: Vec<String>,
        /// The compiler's log.
        log: String,
    },
    /// An NVRTC call other than compilation failed.
    #[error("NVRTC {nvrtc} failed in {call} with code {code} while compiling `{module}`")]
    Nvrtc {
        /// The kernel module.
        module: Cow<'static, str>,
        /// NVRTC's version.
        nvrtc: String,
        /// The call.
        call: &'static str,
        /// Its result code.
        code: i32,
    },
    /// The driver refused the compiled image.
    #[error("the driver does not load the kernels `{module}` ({origin}): {name}. {hint}")]
    Load {
        /// The kernel module.
        module: Cow<'static, str>,
        /// Where the image came from.
        origin: String,
        /// The driver's error.
        name: String,
        /// What to do.
        hint: &'static str,
    },
    /// The module has no such kernel.
    #[error("the kernels `{module}` have no `{kernel}`: is it declared `extern \"C\" __global__`?")]
    NoSuchKernel {
        /// The kernel module.
        module: Cow<'static, str>,
        /// The kernel.
        kernel: String,
    },
    /// Grid, block or argument count out of range.
    #[error("the kernel `{kernel}` cannot be launched: {reason}")]
    Launch {
        /// The kernel.
        kernel: String,
        /// Why.
        reason: String,
    },
    /// Source or options hold a NUL byte.
    #[error("the kernels `{module}` hold a NUL byte in {place}")]
    Nul {
        /// The kernel module.
        module: Cow<'static, str>,
        /// Where.
        place: &'static str,
    },
}

impl CudaError {
    /// Wraps a driver error with what was being done, for `map_err` on cudarc's calls.
    pub fn driver(doing: impl Into<Cow<'static, str>>) -> impl FnOnce(DriverError) -> Self {
        move |error| Self::Driver { doing: doing.into(), code: error.0 as u32, name: format!("{:?}", error.0) }
    }

    /// Whether device or host memory ran out.
    pub fn is_out_of_memory(&self) -> bool {
        match self {
            Self::OutOfMemory { .. } => true,
            Self::Driver { code, .. } => *code == CUresult::CUDA_ERROR_OUT_OF_MEMORY as u32,
            _ => false,
        }
    }
}

/// Bytes as MiB, for messages.
pub(crate) fn mib(bytes: usize) -> String {
    let mib = bytes as f64 / (1 << 20) as f64;
    if mib < 10.0 { format!("{mib:.1} MiB") } else { format!("{mib:.0} MiB") }
}
