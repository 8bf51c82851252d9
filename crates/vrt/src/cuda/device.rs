//! One GPU: its primary context, its streams and the kernels loaded on it.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use cudarc::driver::sys::{self, CUdevice_attribute_enum as Attribute};
use cudarc::driver::{CudaContext, CudaStream};

use super::driver;
use super::error::CudaError;
use super::graph::CaptureStreams;
use super::kernel::KernelCache;

/// A handle to one GPU. Cheap to clone; opening the same device again gives the same handle.
///
/// It holds the device's **primary** context, which is the one TensorRT, the CUDA runtime and other libraries in the process use, so
/// tensors can be exchanged with them. Every call that needs a context binds it to the calling thread itself.
///
/// Streams made here never synchronise with the legacy default stream, and nothing in this crate uses that stream.
///
/// # Example
/// ```no_run
/// use vrt::cuda::Cuda;
///
/// let cuda = Cuda::open(0)?;
/// println!("{} (sm_{}), {} bytes free", cuda.name(), cuda.sm(), cuda.memory()?.free);
/// let stream = cuda.new_stream()?;
/// let tensor = cuda.zeros::<f32, 2>([2, 3], &stream)?;
/// # Ok::<(), vrt::cuda::CudaError>(())
/// ```
#[derive(Clone)]
pub struct Cuda {
    inner: Arc<Inner>,
}

pub(super) struct Inner {
    context: Arc<CudaContext>,
    name: String,
    sm: Sm,
    integrated: bool,
    kernels: KernelCache,
    capture_streams: CaptureStreams,
    /// cudarc orders work between streams by events once its context has made a stream of its own. Kept so that this holds for
    /// contexts which otherwise see wrapped foreign streams only.
    _stream: Arc<CudaStream>,
    /// The same for other handles of the context, whose memory is read or written here.
    others: Mutex<Vec<Arc<CudaStream>>>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        // The kernels' modules are unloaded with this: nothing of them may still run. A context that fails here runs nothing.
        let _ = self.context.synchronize();
    }
}

/// A compute capability, e.g. 8.7 (Jetson Orin) or 9.0 (H100, H200).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sm {
    /// The number before the dot.
    pub major: u32,
    /// The number after the dot.
    pub minor: u32,
}

impl fmt::Display for Sm {
    /// Without a dot, as in `sm_87`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.major, self.minor)
    }
}

/// Device memory in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceMemory {
    /// Free at the time of asking, for all processes.
    pub free: usize,
    /// What the device has. On integrated GPUs (Jetson) this is the system's memory.
    pub total: usize,
}

impl Cuda {
    /// Opens GPU number `ordinal`, as the driver numbers them (`CUDA_VISIBLE_DEVICES` renumbers).
    ///
    /// # Errors
    /// [`CudaError::NoDriver`] or [`CudaError::UnknownDevice`] where there is no such GPU; [`CudaError::Driver`] where the driver refuses its context.
    pub fn open(ordinal: usize) -> Result<Self, CudaError> {
        static OPEN: OnceLock<Mutex<HashMap<usize, Weak<Inner>>>> = OnceLock::new();
        let driver = driver::probe()?;
        if ordinal >= driver.devices {
            return Err(CudaError::UnknownDevice { asked: ordinal, count: driver.devices });
        }
        let mut open = OPEN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inner) = open.get(&ordinal).and_then(Weak::upgrade) {
            return Ok(Self { inner });
        }
        let context = CudaContext::new(ordinal).map_err(CudaError::driver(format!("opening CUDA device {ordinal}")))?;
        let cuda = Self::from_context(context)?;
        open.insert(ordinal, Arc::downgrade(&cuda.inner));
        Ok(cuda)
    }

    /// Takes a context that the caller already has. Unlike [`Cuda::open`], every call makes a handle of its own.
    ///
    /// Use the primary context where TensorRT is to run. Where the caller has disabled cudarc's event tracking on it, ordering work
    /// between streams is the caller's part.
    ///
    /// # Errors
    /// [`CudaError::Driver`] where the driver does not describe the device or refuses a stream.
    pub fn from_context(context: Arc<CudaContext>) -> Result<Self, CudaError> {
        let describing = || CudaError::driver("describing the CUDA device");
        let attribute = |attribute| context.attribute(attribute).map(i32::unsigned_abs).map_err(describing());
        let sm = Sm {
            major: attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            minor: attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        };
        let integrated = attribute(Attribute::CU_DEVICE_ATTRIBUTE_INTEGRATED)? != 0;
        let name = context.name().map_err(describing())?;
        let stream = context.new_stream().map_err(CudaError::driver("making a CUDA stream"))?;
        let (kernels, capture_streams, others) = (KernelCache::default(), CaptureStreams::default(), Mutex::default());
        Ok(Self { inner: Arc::new(Inner { context, name, sm, integrated, kernels, capture_streams, _stream: stream, others }) })
    }

    /// Number of the device.
    pub fn ordinal(&self) -> usize {
        self.inner.context.ordinal()
    }

    /// The product's name, e.g. `NVIDIA H200`.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// Compute capability.
    pub fn sm(&self) -> Sm {
        self.inner.sm
    }

    /// Whether GPU and CPU share their memory (Jetson).
    pub fn is_integrated(&self) -> bool {
        self.inner.integrated
    }

    /// The context, for cudarc's and kornia's functions.
    pub fn context(&self) -> &Arc<CudaContext> {
        &self.inner.context
    }

    pub(crate) fn kernel_cache(&self) -> &KernelCache {
        &self.inner.kernels
    }

    pub(super) fn capture_streams(&self) -> &CaptureStreams {
        &self.inner.capture_streams
    }

    /// Free and total memory now.
    ///
    /// # Errors
    /// [`CudaError::Driver`] where the driver fails to answer.
    pub fn memory(&self) -> Result<DeviceMemory, CudaError> {
        let (free, total) = self.context().mem_get_info().map_err(CudaError::driver("asking for free GPU memory"))?;
        Ok(DeviceMemory { free, total })
    }

    /// A new stream that does not synchronise with the default stream.
    ///
    /// # Errors
    /// [`CudaError::Driver`] where the driver refuses.
    pub fn new_stream(&self) -> Result<Arc<CudaStream>, CudaError> {
        self.context().new_stream().map_err(CudaError::driver("making a CUDA stream"))
    }

    /// A stream that another library made, e.g. a decoder's. It is not destroyed when the returned handle is dropped.
    ///
    /// # Errors
    /// [`CudaError::Stream`] for the legacy default stream (a null or `1` handle) and the per-thread default stream (`2`): both
    /// synchronise with work of other parts of the process in ways that break graphs and overlap.
    ///
    /// # Safety
    /// `stream` must be a stream of this device's primary context (the CUDA runtime's streams are), alive until the returned handle and
    /// everything that was given it (sessions, tensors, graphs, pinned buffers with copies in flight) is dropped. Work that its owner
    /// puts on it and work put on it through this handle run in the order of submission; anything else is the caller's to order.
    pub unsafe fn wrap_stream(&self, stream: sys::CUstream) -> Result<Arc<CudaStream>, CudaError> {
        if (stream as usize) <= 2 {
            return Err(CudaError::Stream {
                doing: "wrapping a foreign CUDA stream".into(),
                reason: "the default streams cannot be used: make one with cudaStreamCreateWithFlags(.., cudaStreamNonBlocking)",
            });
        }
        // SAFETY: the caller vouches for the stream and its life.
        Ok(unsafe { self.context().wrap_borrowed_stream(stream) })
    }

    /// Makes this device's context current on the calling thread, as libraries that use the CUDA runtime need it.
    ///
    /// # Errors
    /// [`CudaError::Driver`] with the error of an earlier asynchronous failure, or where the driver refuses.
    pub fn bind(&self) -> Result<(), CudaError> {
        self.context().bind_to_thread().map_err(CudaError::driver("making the CUDA context current"))
    }

    /// Refuses memory of another device or context.
    pub(crate) fn check_context(&self, found: &Arc<CudaContext>, what: &'static str) -> Result<(), CudaError> {
        if found.cu_ctx() != self.context().cu_ctx() {
            return Err(CudaError::WrongDevice { what: what.into(), expected: self.ordinal(), found: found.ordinal() });
        }
        if !found.is_in_multi_stream_mode() {
            // A handle of its own, which has made no stream: cudarc would free or write its memory without waiting for streams of this one.
            let stream = found.new_stream().map_err(CudaError::driver("making a CUDA stream"))?;
            self.inner.others.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
        }
        Ok(())
    }

    /// Refuses a stream of another device, and the default streams.
    pub(crate) fn check_stream(&self, stream: &CudaStream, doing: &'static str) -> Result<(), CudaError> {
        if stream.context().ordinal() != self.ordinal() || stream.context().cu_ctx() != self.context().cu_ctx() {
            return Err(CudaError::Stream { doing: doing.into(), reason: "the stream belongs to another device or context" });
        }
        if (stream.cu_stream() as usize) <= 2 {
            return Err(CudaError::Stream {
                doing: doing.into(),
                reason: "the default streams cannot be used: make a stream with `Cuda::new_stream`",
            });
        }
        Ok(())
    }
}

impl fmt::Debug for Cuda {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Cuda({}: {}, sm_{})", self.ordinal(), self.name(), self.sm())
    }
}

impl PartialEq for Cuda {
    /// Whether both are the same device and context.
    fn eq(&self, other: &Self) -> bool {
        self.context() == other.context()
    }
}

impl Eq for Cuda {}
