//! When the GPU is done: last uses of memory, work in flight, and times on the GPU's own clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cudarc::driver::{CudaContext, CudaEvent, CudaStream, sys};

use super::device::Cuda;
use super::error::CudaError;

/// The last use of a piece of memory by the GPU, on whichever stream.
#[derive(Debug)]
pub(crate) struct LastUse {
    event: CudaEvent,
    /// The driver failed at a moment that leaves unknown whether the GPU still uses the memory.
    lost: AtomicBool,
}

impl LastUse {
    pub(crate) fn new(context: &Arc<CudaContext>) -> Result<Self, CudaError> {
        let event = context.new_event(None).map_err(CudaError::driver("making a CUDA event"))?;
        Ok(Self { event, lost: AtomicBool::new(false) })
    }

    /// Makes `stream` wait for the last use, so that a next use comes after it.
    pub(crate) fn before(&self, stream: &CudaStream) -> Result<(), CudaError> {
        self.alive()?;
        stream.wait(&self.event).map_err(CudaError::driver("ordering work after a buffer's last use"))
    }

    /// Notes that everything queued on `stream` up to now uses the memory. Call it after queueing, whether that succeeded or not.
    pub(crate) fn after(&self, stream: &CudaStream) -> Result<(), CudaError> {
        let Err(error) = self.event.record(stream) else { return Ok(()) };
        // Without the event nothing would wait for the work just queued: wait for it here.
        if stream.synchronize().is_err() {
            self.lost.store(true, Ordering::Release);
        }
        Err(CudaError::driver("recording a buffer's last use")(error))
    }

    /// Waits until the GPU is done with the memory.
    pub(crate) fn wait(&self) -> Result<(), CudaError> {
        self.alive()?;
        self.event.synchronize().map_err(CudaError::driver("waiting for a copy"))
    }

    /// Whether the GPU is done with the memory, without waiting.
    pub(crate) fn is_over(&self) -> Result<bool, CudaError> {
        self.alive()?;
        self.event.try_is_complete().map_err(CudaError::driver("asking whether a copy has ended"))
    }

    fn alive(&self) -> Result<(), CudaError> {
        if self.lost.load(Ordering::Acquire) { Err(CudaError::BufferLost) } else { Ok(()) }
    }
}

/// Work that was queued on a stream and may still run. It borrows what the work uses.
///
/// Dropping or leaking it is safe: buffers wait for the GPU by themselves before they are freed, read or used again. What it is for is
/// [`InFlight::wait`].
#[must_use = "the results are there only after `wait`"]
#[derive(Debug)]
pub struct InFlight<'a> {
    stream: &'a CudaStream,
}

impl<'a> InFlight<'a> {
    pub(crate) fn new(stream: &'a CudaStream) -> Self {
        Self { stream }
    }

    /// Blocks until all work queued on the stream has ended.
    ///
    /// # Errors
    /// [`CudaError::Driver`] with the error that this or earlier work on the GPU ended in.
    pub fn wait(self) -> Result<(), CudaError> {
        self.stream.synchronize().map_err(CudaError::driver("waiting for work on the GPU"))
    }
}

/// Two points in a stream, and the time between them on the GPU's clock.
///
/// # Example
/// ```no_run
/// # use vrt::cuda::{Cuda, GpuTimer};
/// # let cuda = Cuda::open(0)?;
/// # let stream = cuda.new_stream()?;
/// let mut timer = GpuTimer::new(&cuda)?;
/// timer.start(&stream)?;
/// let tensor = cuda.zeros::<f32, 1>([1 << 20], &stream)?;
/// timer.stop(&stream)?;
/// println!("{} ms", timer.milliseconds()?);
/// # Ok::<(), vrt::cuda::CudaError>(())
/// ```
#[derive(Debug)]
pub struct GpuTimer {
    start: CudaEvent,
    stop: CudaEvent,
}

impl GpuTimer {
    /// A timer for streams of this device.
    ///
    /// # Errors
    /// [`CudaError::Driver`] where the driver refuses its events.
    pub fn new(cuda: &Cuda) -> Result<Self, CudaError> {
        let event =
            || cuda.context().new_event(Some(sys::CUevent_flags::CU_EVENT_DEFAULT)).map_err(CudaError::driver("making a CUDA event"));
        Ok(Self { start: event()?, stop: event()? })
    }

    /// Marks the beginning.
    ///
    /// # Errors
    /// [`CudaError::Driver`], also for a stream of another device.
    pub fn start(&mut self, stream: &CudaStream) -> Result<(), CudaError> {
        self.start.record(stream).map_err(CudaError::driver("recording a CUDA event"))
    }

    /// Marks the end.
    ///
    /// # Errors
    /// [`CudaError::Driver`], also for a stream of another device.
    pub fn stop(&mut self, stream: &CudaStream) -> Result<(), CudaError> {
        self.stop.record(stream).map_err(CudaError::driver("recording a CUDA event"))
    }

    /// Waits for the end and returns the milliseconds between the two marks.
    ///
    /// # Errors
    /// [`CudaError::Driver`] where a mark was not recorded, or work in between failed.
    pub fn milliseconds(&self) -> Result<f32, CudaError> {
        const DOING: &str = "reading a GPU timer";
        self.stop.context().bind_to_thread().map_err(CudaError::driver(DOING))?;
        self.stop.synchronize().map_err(CudaError::driver(DOING))?;
        // cudarc's CUDA 13 bindings call cuEventElapsedTime_v2, which drivers before 12.8 (Jetson, JetPack 6) lack; the first version
        // is in all of them.
        // SAFETY: a context exists, so the driver library is there.
        let library = unsafe { sys::culib() };
        // SAFETY: the symbol has this C signature in every driver.
        let elapsed = unsafe { library.get::<unsafe extern "C" fn(*mut f32, sys::CUevent, sys::CUevent) -> u32>(b"cuEventElapsedTime\0") };
        let failed = |code: u32, name: &str| CudaError::Driver { doing: DOING.into(), code, name: name.to_owned() };
        let elapsed = elapsed.map_err(|_| failed(500, "no cuEventElapsedTime in the driver"))?;
        let mut milliseconds = 0.0;
        // SAFETY: both events are alive and were made with timing; one f32 is written.
        match unsafe { elapsed(&raw mut milliseconds, self.start.cu_event(), self.stop.cu_event()) } {
            0 => Ok(milliseconds),
            code => Err(failed(code, "cuEventElapsedTime")),
        }
    }
}
