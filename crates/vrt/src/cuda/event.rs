//! When the GPU is done: last uses of memory, work in flight, and times on the GPU's own clock.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::{CudaContext, CudaEvent, CudaStream, sys};

use super::device::Cuda;
use super::error::CudaError;

/// The last use of some memory by the GPU, on whichever stream.
#[derive(Debug)]
pub(crate) struct LastUse {
    event: CudaEvent,
    /// How often a use was noted, and the number of the latest one that is known to have ended: what has ended need not be asked about again.
    noted: AtomicU64,
    ended: AtomicU64,
    /// The driver failed at a moment that leaves unknown whether the GPU still uses the memory.
    lost: AtomicBool,
}

impl LastUse {
    pub(crate) fn new(context: &Arc<CudaContext>) -> Result<Self, CudaError> {
        let event = context.new_event(None).map_err(CudaError::driver("making a CUDA event"))?;
        Ok(Self { event, noted: AtomicU64::new(0), ended: AtomicU64::new(0), lost: AtomicBool::new(false) })
    }

    /// Makes `stream` wait for the last use, so that a next use comes after it.
    pub(crate) fn before(&self, stream: &CudaStream) -> Result<(), CudaError> {
        self.alive()?;
        if self.has_ended() {
            return Ok(());
        }
        stream.wait(&self.event).map_err(CudaError::driver("ordering work after a buffer's last use"))
    }

    /// Notes that everything queued on `stream` up to now uses the memory. Call it after queueing, whether that succeeded or not.
    pub(crate) fn after(&self, stream: &CudaStream) -> Result<(), CudaError> {
        self.noted.fetch_add(1, Ordering::AcqRel);
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
        let noted = self.noted.load(Ordering::Acquire);
        if self.ended.load(Ordering::Acquire) < noted {
            self.event.synchronize().map_err(CudaError::driver("waiting for a copy or frame"))?;
            self.ended.fetch_max(noted, Ordering::AcqRel);
        }
        Ok(())
    }

    /// Whether the GPU is done with the memory, without waiting.
    pub(crate) fn is_over(&self) -> Result<bool, CudaError> {
        self.alive()?;
        let noted = self.noted.load(Ordering::Acquire);
        if self.ended.load(Ordering::Acquire) < noted {
            if !self.event.try_is_complete().map_err(CudaError::driver("asking whether a copy or frame has ended"))? {
                return Ok(false);
            }
            self.ended.fetch_max(noted, Ordering::AcqRel);
        }
        Ok(true)
    }

    fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire) == self.noted.load(Ordering::Acquire)
    }

    fn alive(&self) -> Result<(), CudaError> {
        if self.lost.load(Ordering::Acquire) { Err(CudaError::BufferLost) } else { Ok(()) }
    }
}

/// The last use of one buffer, by itself or by a frame: all buffers that a frame touches share the frame's one event, as each event costs
/// the host a microsecond a frame.
#[derive(Debug)]
pub(crate) struct BufferUse {
    own: Arc<LastUse>,
    last: Mutex<Arc<LastUse>>,
}

impl BufferUse {
    pub(crate) fn new(context: &Arc<CudaContext>) -> Result<Self, CudaError> {
        let own = Arc::new(LastUse::new(context)?);
        Ok(Self { last: Mutex::new(own.clone()), own })
    }

    /// The last use, whoever's.
    pub(crate) fn last(&self) -> Arc<LastUse> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// As [`LastUse::after`], for a use that is not a frame's.
    pub(crate) fn after(&self, stream: &CudaStream) -> Result<(), CudaError> {
        let noted = self.own.after(stream);
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = self.own.clone();
        noted
    }

    /// Makes a frame on `stream`, whose end `frame` tells, the last use; it comes after the one before. Uses of one frame are on one stream,
    /// so they are in order anyway.
    pub(crate) fn adopt(&self, frame: &Arc<LastUse>, stream: &CudaStream) -> Result<(), CudaError> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(&last, frame) {
            last.before(stream)?;
            *last = frame.clone();
        }
        Ok(())
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
