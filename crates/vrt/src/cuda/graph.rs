//! CUDA graphs: a frame's work recorded once and started by one call.

mod capture;
mod contents;

use std::fmt;
use std::sync::Arc;

pub(crate) use capture::{CaptureStreams, Captured, capture};
pub use contents::GraphContents;
use cudarc::driver::{CudaStream, sys};

use super::device::Cuda;
use super::element::Plain;
use super::error::CudaError;
use super::event::{BufferUse, InFlight, LastUse};
use super::pinned::{PinnedBuffer, copy_to_device, copy_to_host};

/// Queues a frame's work, at once or into a graph.
///
/// Its functions take plain addresses and record no events, because a graph cannot wait for events from outside it. kornia's CUDA
/// operations and cudarc's tracked copies do wait for events, so they belong before or after a frame, not inside.
pub struct Recorder<'a> {
    cuda: &'a Cuda,
    /// Where work is queued: the frame's stream, or the capture's.
    stream: &'a CudaStream,
    frame_stream: &'a CudaStream,
    touched: Vec<Arc<BufferUse>>,
    /// The frame's end, where work is queued at once; nothing while it goes into a graph.
    frame: Option<&'a Arc<LastUse>>,
}

impl<'a> Recorder<'a> {
    /// The stream to launch kernels on: the frame's own or, while the work goes into a graph, one that only this capture has. Graphs are
    /// launched on the frame's own stream, so there the work runs in either case.
    pub fn stream(&self) -> &'a CudaStream {
        self.stream
    }

    /// Whether the frame runs on this stream, in whose order its memory must be. [`Recorder::stream`] does not tell, as it may be the
    /// capture's.
    pub fn runs_on(&self, stream: &CudaStream) -> bool {
        self.frame_stream.cu_stream() == stream.cu_stream()
    }

    /// The device.
    pub fn cuda(&self) -> &Cuda {
        self.cuda
    }

    /// Whether the work goes into a graph; else it is queued at once.
    pub fn is_capturing(&self) -> bool {
        self.frame.is_none()
    }

    /// Queues a copy of `target.len()` elements from the GPU.
    ///
    /// # Errors
    /// [`CudaError::Driver`].
    ///
    /// # Safety
    /// `source` must be the address of as many elements of device memory, valid and ordered on this stream whenever the work runs.
    pub unsafe fn copy_to_pinned<T: Plain>(&mut self, source: u64, target: &mut PinnedBuffer<T>) -> Result<(), CudaError> {
        self.touch(target)?;
        let bytes = target.len() * size_of::<T>();
        // SAFETY: the caller vouches for `source`; the buffer lives as long as the frame, which waits for its last use.
        unsafe { copy_to_host(target.address().cast(), source, bytes, self.stream.cu_stream()) }
            .map_err(CudaError::driver("recording a copy to a pinned buffer"))
    }

    /// Queues a copy of `source.len()` elements to the GPU.
    ///
    /// # Errors
    /// [`CudaError::Driver`].
    ///
    /// # Safety
    /// `target` must be the address of room for as many elements, valid and ordered on this stream whenever the work runs.
    pub unsafe fn copy_from_pinned<T: Plain>(&mut self, source: &PinnedBuffer<T>, target: u64) -> Result<(), CudaError> {
        self.touch(source)?;
        let bytes = source.len() * size_of::<T>();
        // SAFETY: as in `copy_to_pinned`.
        unsafe { copy_to_device(target, source.address().cast(), bytes, self.stream.cu_stream()) }
            .map_err(CudaError::driver("recording a copy from a pinned buffer"))
    }

    /// Where kernels find pinned memory that they are about to use in place, as often as the work runs. The host's reading and writing of the
    /// buffer waits for that.
    ///
    /// What a kernel writes there is on its way over the bus while it goes on, so it costs the kernel little; what it reads there takes
    /// microseconds.
    ///
    /// # Errors
    /// [`CudaError::Driver`].
    pub fn pinned_address<T: Plain>(&mut self, buffer: &mut PinnedBuffer<T>) -> Result<u64, CudaError> {
        self.touch(buffer)?;
        Ok(buffer.device_address())
    }

    /// Queues setting `bytes` bytes of device memory to 0.
    ///
    /// # Errors
    /// [`CudaError::Driver`].
    ///
    /// # Safety
    /// `target` must be the address of as many bytes of device memory, valid and ordered on this stream whenever the work runs.
    pub unsafe fn clear(&mut self, target: u64, bytes: usize) -> Result<(), CudaError> {
        if bytes == 0 {
            return Ok(());
        }
        self.cuda.bind()?;
        // SAFETY: the caller vouches for the memory.
        unsafe { sys::cuMemsetD8Async(target, 0, bytes, self.stream.cu_stream()) }.result().map_err(CudaError::driver("recording a memset"))
    }

    fn touch<T: Plain>(&mut self, buffer: &PinnedBuffer<T>) -> Result<(), CudaError> {
        let used = buffer.last_use();
        if self.touched.iter().any(|known| Arc::ptr_eq(known, used)) {
            return Ok(());
        }
        if let Some(frame) = self.frame {
            used.adopt(frame, self.stream)?;
        }
        self.touched.push(used.clone());
        Ok(())
    }
}

/// How a [`FrameGraph`] runs its frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameMode {
    /// Nothing ran yet; the first frame is queued call by call and warms up what it uses.
    Cold,
    /// The next frame is captured.
    Warm,
    /// One launch per frame.
    Graph,
    /// Call by call, because the capture failed; [`FrameGraph::why_plain`] says why.
    Plain,
}

/// What queues a frame's work.
type Record<R, E> = Box<dyn FnMut(&mut R, &mut Recorder<'_>) -> Result<(), E> + Send>;

/// A frame's work and all it touches: queued call by call the first time, captured the second, then replayed by one launch.
///
/// The frame owns its resources `R` (sessions, tensors, pinned buffers, kernels), so nothing of it can be freed or read by the host while
/// it runs. Where the work cannot be captured, frames go on being queued call by call, and [`FrameGraph::why_plain`] keeps the reason.
/// After a change of shapes or buffers call [`FrameGraph::invalidate`]: the frame is then warmed up and captured again.
///
/// Other threads may go on using CUDA while a frame is captured, the frame's stream too: the capture is thread-local, and on a stream that
/// nobody else has. A [`Session`](crate::tensorrt::Session) inside belongs to this graph alone, which is how TensorRT wants it.
///
/// # Example
/// ```no_run
/// use vrt::cuda::{Cuda, FrameGraph, PinnedBuffer};
/// use vrt::tensorrt::{Engine, Session, SessionError, TensorRt};
///
/// struct Frame {
///     pixels: PinnedBuffer<f32>,
///     session: Session,
///     scores: PinnedBuffer<f32>,
/// }
///
/// let cuda = Cuda::open(0)?;
/// let stream = cuda.new_stream()?;
/// let engine = Engine::from_file(&TensorRt::open(&cuda)?, "classify.engine")?;
/// let frame = Frame {
///     pixels: PinnedBuffer::for_upload(&cuda, 3 * 224 * 224)?,
///     session: Session::new(&engine, &stream)?,
///     scores: PinnedBuffer::for_readback(&cuda, 1000)?,
/// };
/// // SAFETY: everything recorded belongs to `frame`, and nothing of it is replaced later.
/// let mut graph: FrameGraph<Frame, SessionError> = unsafe {
///     FrameGraph::new(&cuda, &stream, frame, |frame, recorder| {
///         recorder.copy_from_pinned(&frame.pixels, frame.session.address::<f32>("input")?.0)?;
///         frame.session.record(recorder)?;
///         recorder.copy_to_pinned(frame.session.address::<f32>("output")?.0, &mut frame.scores)?;
///         Ok(())
///     })
/// }?;
/// graph.prepare()?;
/// graph.resources_mut().pixels.values_mut()?.fill(0.5);
/// graph.run()?.wait()?;
/// println!("{:?}", graph.resources().scores.values()?.first());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FrameGraph<R, E> {
    cuda: Cuda,
    stream: Arc<CudaStream>,
    record: Record<R, E>,
    state: State<E>,
    /// The end of the last frame, for all buffers that it touches.
    end: Arc<LastUse>,
    resources: R,
}

/// Notes a frame's end where `record` panics: buffers belong to the frame by then, and a part of it may have been queued.
struct NotedOnPanic<'a> {
    end: &'a LastUse,
    stream: &'a CudaStream,
}

impl Drop for NotedOnPanic<'_> {
    fn drop(&mut self) {
        // A failure is waited for inside.
        let _ = self.end.after(self.stream);
    }
}

enum State<E> {
    Cold,
    Warm,
    Graph(Captured),
    Plain(E),
}

impl<R, E: From<CudaError>> FrameGraph<R, E> {
    /// A frame that has not run yet.
    ///
    /// # Errors
    /// [`CudaError::Stream`] for a stream of another device, [`CudaError::Driver`] where the driver refuses an event.
    ///
    /// # Safety
    /// `record` must queue the same work each time until [`FrameGraph::invalidate`] is called, and only on [`Recorder::stream`]. All
    /// memory it touches must belong to `resources` or outlive the frame, must keep its address, and must not be given away, freed or
    /// replaced through [`FrameGraph::resources_mut`] without `invalidate` before. Pinned buffers among it must be told to the recorder
    /// (its copy functions do so), as reading them waits for that. Work on other streams with the frame's device memory is the caller's to
    /// order: replays neither wait for events of tensors nor record them.
    pub unsafe fn new(
        cuda: &Cuda,
        stream: &Arc<CudaStream>,
        resources: R,
        record: impl FnMut(&mut R, &mut Recorder<'_>) -> Result<(), E> + Send + 'static,
    ) -> Result<Self, CudaError> {
        cuda.check_stream(stream, "preparing a frame")?;
        let end = Arc::new(LastUse::new(cuda.context())?);
        Ok(Self { cuda: cuda.clone(), stream: stream.clone(), record: Box::new(record), state: State::Cold, end, resources })
    }

    /// Queues one frame. The second one is captured on the way.
    ///
    /// # Errors
    /// What `record` returns where the work is queued call by call, else [`CudaError::Driver`]. That a frame cannot be captured is no
    /// error.
    pub fn run(&mut self) -> Result<InFlight<'_>, E> {
        if matches!(self.state, State::Warm) {
            self.capture();
        }
        let queued = match &mut self.state {
            State::Graph(captured) => {
                let adopted = captured.touched.iter().try_for_each(|used| used.adopt(&self.end, &self.stream));
                adopted.and_then(|()| captured.launch()).map_err(E::from)
            }
            _ => {
                let (stream, frame) = (&self.stream, Some(&self.end));
                let mut recorder = Recorder { cuda: &self.cuda, stream, frame_stream: stream, touched: Vec::new(), frame };
                let panicking = NotedOnPanic { end: &self.end, stream: &self.stream };
                let queued = (self.record)(&mut self.resources, &mut recorder);
                std::mem::forget(panicking);
                queued
            }
        };
        // Noted on every path: a part may have been queued.
        let noted = self.end.after(&self.stream).map_err(E::from);
        queued.and(noted)?;
        if matches!(self.state, State::Cold) {
            self.state = State::Warm;
        }
        Ok(InFlight::new(&self.stream))
    }

    /// Warms up and captures now, so that the first real frame is fast. Runs the work once, on whatever its buffers hold.
    ///
    /// # Errors
    /// What the warm-up returns.
    pub fn prepare(&mut self) -> Result<FrameMode, E> {
        if matches!(self.state, State::Cold) {
            self.run()?.wait()?;
        }
        if matches!(self.state, State::Warm) {
            self.capture();
        }
        Ok(self.mode())
    }

    fn capture(&mut self) {
        // What still runs may use memory in ways that a capture forbids, e.g. a first call that loads code.
        let waited = self.stream.synchronize().map_err(CudaError::driver("waiting before a capture"));
        let (record, resources) = (&mut self.record, &mut self.resources);
        let captured = waited.map_err(E::from).and_then(|()| {
            // SAFETY: the resources are owned by this frame, which waits for its stream before it drops them; `new` puts the rest on
            // the caller.
            unsafe { capture(&self.cuda, &self.stream, |recorder| record(resources, recorder)) }
        });
        self.state = match captured {
            Ok(captured) => State::Graph(captured),
            Err(error) => State::Plain(error),
        };
    }

    /// Forgets the captured graph after waiting for it; the next frame starts from [`FrameMode::Cold`]. Call it before shapes or buffers
    /// change.
    ///
    /// # Errors
    /// [`CudaError::Driver`] with the error that the last frame ended in.
    pub fn invalidate(&mut self) -> Result<(), CudaError> {
        let waited = self.stream.synchronize();
        self.state = State::Cold;
        waited.map_err(CudaError::driver("waiting for the last frame"))
    }
}

impl<R, E> FrameGraph<R, E> {
    /// Waits for the last frame. Cheap where it is known to have ended.
    ///
    /// # Errors
    /// [`CudaError::Driver`] with the error that this or earlier work on the GPU ended in.
    pub fn wait(&self) -> Result<(), CudaError> {
        self.end.wait()
    }

    /// Makes what is queued on `stream` from now on wait, on the GPU, for the last frame: where memory that a frame reads is written or freed
    /// there.
    ///
    /// # Errors
    /// [`CudaError::Driver`], [`CudaError::BufferLost`].
    pub fn wait_on(&self, stream: &CudaStream) -> Result<(), CudaError> {
        self.end.before(stream)
    }

    /// Whether the last frame has ended, without waiting.
    ///
    /// # Errors
    /// As [`FrameGraph::wait`].
    pub fn is_ready(&self) -> Result<bool, CudaError> {
        self.end.is_over()
    }

    /// How frames run now.
    pub fn mode(&self) -> FrameMode {
        match self.state {
            State::Cold => FrameMode::Cold,
            State::Warm => FrameMode::Warm,
            State::Graph(_) => FrameMode::Graph,
            State::Plain(_) => FrameMode::Plain,
        }
    }

    /// What one launch of the captured graph does, as the driver tells it; `None` where there is none.
    ///
    /// # Errors
    /// [`CudaError::Driver`] where the driver does not tell.
    pub fn contents(&self) -> Result<Option<GraphContents>, CudaError> {
        match &self.state {
            State::Graph(captured) => captured.contents(&self.cuda).map(Some),
            _ => Ok(None),
        }
    }

    /// Why the frame was not captured, where it was tried.
    pub fn why_plain(&self) -> Option<&E> {
        match &self.state {
            State::Plain(error) => Some(error),
            _ => None,
        }
    }

    /// The stream that frames run on.
    pub fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// What the frame owns, e.g. the pinned buffer to read a result from.
    pub fn resources(&self) -> &R {
        &self.resources
    }

    /// What the frame owns, e.g. the pinned buffer to write a picture to. See [`FrameGraph::new`] for what must stay as it is.
    pub fn resources_mut(&mut self) -> &mut R {
        &mut self.resources
    }
}

impl<R, E> Drop for FrameGraph<R, E> {
    fn drop(&mut self) {
        // Kernels' modules, TensorRT contexts and captured addresses are released after this. A stream that fails here runs nothing.
        let _ = self.stream.synchronize();
    }
}

impl<R, E> fmt::Debug for FrameGraph<R, E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FrameGraph").field("mode", &self.mode()).finish_non_exhaustive()
    }
}
