//! Page-locked host memory, which the GPU copies from and to while the program goes on.

use std::fmt;
use std::ptr::NonNull;
use std::sync::Arc;

use cudarc::driver::{CudaStream, DevicePtr, DevicePtrMut, result, sys};

use super::device::Cuda;
use super::element::Plain;
use super::error::CudaError;
use super::event::{BufferUse, InFlight};
use super::memory::{DeviceView, DeviceViewMut, checked_len};

/// Page-locked host memory for `T`s, made for one direction.
///
/// - [`PinnedBuffer::for_readback`] is ordinary cached memory: the GPU writes, the CPU reads.
/// - [`PinnedBuffer::for_upload`] is write-combined: the CPU writes it fast and in order, the GPU reads; the CPU should not read it.
///
/// Kernels can read and write the memory in place, too ([`Recorder::pinned_address`](super::Recorder::pinned_address)): for a few words that
/// is faster than a copy.
///
/// Copies run behind the program's back. The buffer carries the event of its last use: reading, writing, copying again and dropping all
/// wait for it, also where the [`InFlight`] guard of a copy was leaked.
///
/// # Example
/// ```no_run
/// use vrt::cuda::{Cuda, PinnedBuffer, device_slice};
///
/// let cuda = Cuda::open(0)?;
/// let stream = cuda.new_stream()?;
/// let scores = cuda.zeros::<f32, 1>([100], &stream)?;
/// let mut readback = PinnedBuffer::<f32>::for_readback(&cuda, 100)?;
/// readback.copy_from(device_slice(&scores, "scores")?.as_view(), &stream)?.wait()?;
/// assert_eq!(readback.values()?[0], 0.0);
/// # Ok::<(), vrt::cuda::CudaError>(())
/// ```
pub struct PinnedBuffer<T: Plain> {
    memory: NonNull<T>,
    len: usize,
    /// Where kernels find it.
    device_address: u64,
    last_use: Arc<BufferUse>,
    cuda: Cuda,
    write_combined: bool,
}

// SAFETY: the memory is owned by this value alone; `T` is plain data, which may go to and be read by any thread.
unsafe impl<T: Plain> Send for PinnedBuffer<T> {}
// SAFETY: through a shared reference the memory can only be read, after waiting for the GPU.
unsafe impl<T: Plain> Sync for PinnedBuffer<T> {}

impl<T: Plain> PinnedBuffer<T> {
    /// `len` elements that the GPU writes and the CPU reads, all bytes 0.
    ///
    /// # Errors
    /// [`CudaError::ShapeOverflow`] for an absurd length, [`CudaError::Driver`] where the system has no such memory left.
    pub fn for_readback(cuda: &Cuda, len: usize) -> Result<Self, CudaError> {
        Self::allocate(cuda, len, 0)
    }

    /// `len` elements that the CPU writes and the GPU reads, all bytes 0.
    ///
    /// # Errors
    /// As [`PinnedBuffer::for_readback`].
    pub fn for_upload(cuda: &Cuda, len: usize) -> Result<Self, CudaError> {
        Self::allocate(cuda, len, sys::CU_MEMHOSTALLOC_WRITECOMBINED)
    }

    fn allocate(cuda: &Cuda, len: usize, flags: u32) -> Result<Self, CudaError> {
        const DOING: &str = "allocating page-locked memory";
        checked_len::<T>(&[len], DOING)?;
        let bytes = (len * size_of::<T>()).max(1);
        cuda.bind()?;
        let last_use = Arc::new(BufferUse::new(cuda.context())?);
        // SAFETY: the context is current; the memory is freed in `drop`.
        let memory = unsafe { result::malloc_host(bytes, flags | sys::CU_MEMHOSTALLOC_DEVICEMAP) }.map_err(CudaError::driver(DOING))?;
        let Some(memory) = NonNull::new(memory.cast::<T>()) else {
            return Err(CudaError::Driver { doing: DOING.into(), code: 2, name: "a null pointer".to_owned() });
        };
        // SAFETY: `bytes` bytes were allocated just now, page-aligned.
        unsafe { memory.cast::<u8>().write_bytes(0, bytes) };
        let mut buffer = Self { memory, len, device_address: 0, last_use, cuda: cuda.clone(), write_combined: flags != 0 };
        // SAFETY: the memory was allocated as mapped just now; one address is written.
        unsafe { sys::cuMemHostGetDevicePointer_v2(&raw mut buffer.device_address, memory.as_ptr().cast(), 0) }
            .result()
            .map_err(CudaError::driver("asking where page-locked memory is on the GPU"))?;
        Ok(buffer)
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the memory is write-combined (made by [`PinnedBuffer::for_upload`]).
    pub fn is_write_combined(&self) -> bool {
        self.write_combined
    }

    /// Waits for the last copy and returns the elements. Slow on write-combined memory.
    ///
    /// # Errors
    /// [`CudaError::Driver`] with the error that the copy or earlier work on the GPU ended in, [`CudaError::BufferLost`].
    pub fn values(&self) -> Result<&[T], CudaError> {
        self.last_use.last().wait()?;
        // SAFETY: `len` initialised elements, no GPU work touches them any more, and starting more takes `&mut self`.
        Ok(unsafe { std::slice::from_raw_parts(self.memory.as_ptr(), self.len) })
    }

    /// Waits for the last copy and returns the elements to write.
    ///
    /// # Errors
    /// As [`PinnedBuffer::values`].
    pub fn values_mut(&mut self) -> Result<&mut [T], CudaError> {
        self.last_use.last().wait()?;
        // SAFETY: as in `values`, and `&mut self` is the only access.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.memory.as_ptr(), self.len) })
    }

    /// Whether the last copy has ended, without waiting.
    ///
    /// # Errors
    /// As [`PinnedBuffer::values`].
    pub fn is_ready(&self) -> Result<bool, CudaError> {
        self.last_use.last().is_over()
    }

    /// Queues a copy from the GPU into the first elements. `source` may be shorter than the buffer.
    ///
    /// # Errors
    /// [`CudaError::Length`] where `source` is longer, [`CudaError::WrongDevice`], [`CudaError::Stream`] or [`CudaError::Driver`].
    pub fn copy_from<'a>(&'a mut self, source: DeviceView<'_, T>, stream: &'a Arc<CudaStream>) -> Result<InFlight<'a>, CudaError> {
        const DOING: &str = "copying from the GPU into a pinned buffer";
        self.check(source.len(), DOING, stream)?;
        self.cuda.check_view(&source, "the memory copied from")?;
        self.last_use.last().before(stream)?;
        let bytes = source.len() * size_of::<T>();
        let queued = {
            let (address, _read) = source.device_ptr(stream);
            // SAFETY: the memory holds `bytes` bytes and is freed only after `last_use`, which is noted below on every path.
            unsafe { copy_to_host(self.memory.as_ptr().cast(), address, bytes, stream.cu_stream()) }
        };
        let noted = self.last_use.after(stream);
        queued.map_err(CudaError::driver(DOING))?;
        noted?;
        Ok(InFlight::new(stream))
    }

    /// Queues a copy of all elements to the GPU. `target` may be longer than the buffer.
    ///
    /// # Errors
    /// [`CudaError::Length`] where `target` is shorter, [`CudaError::WrongDevice`], [`CudaError::Stream`] or [`CudaError::Driver`].
    pub fn copy_to<'a>(&'a mut self, target: DeviceViewMut<'_, T>, stream: &'a Arc<CudaStream>) -> Result<InFlight<'a>, CudaError> {
        self.copy_first_to(self.len, target, stream)
    }

    /// Queues a copy of the first `len` elements to the GPU. `target` may be longer.
    ///
    /// # Errors
    /// As [`PinnedBuffer::copy_to`], and [`CudaError::Length`] where the buffer has fewer elements.
    pub fn copy_first_to<'a>(
        &'a mut self,
        len: usize,
        mut target: DeviceViewMut<'_, T>,
        stream: &'a Arc<CudaStream>,
    ) -> Result<InFlight<'a>, CudaError> {
        const DOING: &str = "copying a pinned buffer to the GPU";
        self.check(len, DOING, stream)?;
        self.cuda.check_view(&target.as_view(), "the memory copied to")?;
        if target.len() < len {
            return Err(CudaError::Length { doing: DOING.into(), expected: len, found: target.len() });
        }
        self.last_use.last().before(stream)?;
        let bytes = len * size_of::<T>();
        let queued = {
            let (address, _written) = target.device_ptr_mut(stream);
            // SAFETY: as in `copy_from`.
            unsafe { copy_to_device(address, self.memory.as_ptr().cast(), bytes, stream.cu_stream()) }
        };
        let noted = self.last_use.after(stream);
        queued.map_err(CudaError::driver(DOING))?;
        noted?;
        Ok(InFlight::new(stream))
    }

    fn check(&self, len: usize, doing: &'static str, stream: &CudaStream) -> Result<(), CudaError> {
        self.cuda.check_stream(stream, doing)?;
        if len > self.len {
            return Err(CudaError::Length { doing: doing.into(), expected: self.len, found: len });
        }
        Ok(())
    }

    /// The address, for copies recorded into a graph.
    pub(crate) fn address(&self) -> *mut T {
        self.memory.as_ptr()
    }

    /// The address for kernels.
    pub(crate) fn device_address(&self) -> u64 {
        self.device_address
    }

    /// Its last use, for graphs that touch the buffer at each launch.
    pub(crate) fn last_use(&self) -> &Arc<BufferUse> {
        &self.last_use
    }
}

impl<T: Plain> Drop for PinnedBuffer<T> {
    fn drop(&mut self) {
        // Memory that the GPU may still touch is better leaked than freed.
        if self.last_use.last().wait().is_err() {
            return;
        }
        // SAFETY: allocated by `malloc_host`, freed once, no longer in use.
        let _ = unsafe { result::free_host(self.memory.as_ptr().cast()) };
    }
}

impl<T: Plain> fmt::Debug for PinnedBuffer<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PinnedBuffer").field("len", &self.len).field("write_combined", &self.write_combined).finish_non_exhaustive()
    }
}

/// `cuMemcpyDtoHAsync` on plain addresses.
///
/// # Safety
/// Both ranges must be valid until the copy has ended.
pub(crate) unsafe fn copy_to_host(
    host: *mut u8,
    device: sys::CUdeviceptr,
    bytes: usize,
    stream: sys::CUstream,
) -> Result<(), cudarc::driver::DriverError> {
    if bytes == 0 {
        return Ok(());
    }
    // SAFETY: the caller vouches for both ranges.
    unsafe { sys::cuMemcpyDtoHAsync_v2(host.cast(), device, bytes, stream) }.result()
}

/// `cuMemcpyHtoDAsync` on plain addresses.
///
/// # Safety
/// Both ranges must be valid until the copy has ended.
pub(crate) unsafe fn copy_to_device(
    device: sys::CUdeviceptr,
    host: *const u8,
    bytes: usize,
    stream: sys::CUstream,
) -> Result<(), cudarc::driver::DriverError> {
    if bytes == 0 {
        return Ok(());
    }
    // SAFETY: the caller vouches for both ranges.
    unsafe { sys::cuMemcpyHtoDAsync_v2(device, host.cast(), bytes, stream) }.result()
}
