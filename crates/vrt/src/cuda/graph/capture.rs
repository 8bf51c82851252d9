//! Capturing, on streams that nobody else has.

use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::sys::{self, CUgraphInstantiate_flags, CUstreamCaptureMode};
use cudarc::driver::{CudaGraph, CudaStream, result};

use super::{GraphContents, Recorder};
use crate::cuda::device::Cuda;
use crate::cuda::error::CudaError;
use crate::cuda::event::BufferUse;

/// A graph, and the stream that it is launched on.
pub(crate) struct Captured {
    /// Its own `launch` would use the stream of the capture.
    graph: CudaGraph,
    stream: Arc<CudaStream>,
    /// Pinned memory that each launch uses.
    pub(super) touched: Vec<Arc<BufferUse>>,
}

// SAFETY: CUDA's graph objects may be used from any thread, one at a time; this is not shared between threads.
unsafe impl Send for Captured {}

impl Captured {
    /// Queues the graph.
    pub(crate) fn launch(&mut self) -> Result<(), CudaError> {
        const DOING: &str = "launching a CUDA graph";
        self.stream.context().bind_to_thread().map_err(CudaError::driver(DOING))?;
        // SAFETY: graph and stream are alive and of one context; who captured keeps what the graph uses.
        unsafe { result::graph::launch(self.graph.cu_graph_exec(), self.stream.cu_stream()) }.map_err(CudaError::driver(DOING))
    }

    /// What a launch does.
    pub(crate) fn contents(&self, cuda: &Cuda) -> Result<GraphContents, CudaError> {
        cuda.bind()?;
        // SAFETY: the graph is alive as long as this.
        unsafe { GraphContents::of(self.graph.cu_graph()) }
    }
}

/// Streams that no capture uses at the moment.
///
/// They stay as long as the device's handle: an execution context of TensorRT that was captured may remember the stream that it saw last.
#[derive(Default)]
pub(crate) struct CaptureStreams {
    idle: Mutex<Vec<Arc<CudaStream>>>,
}

/// A stream for one capture at a time; it goes back when this is dropped.
struct Lent<'a> {
    stream: Arc<CudaStream>,
    streams: &'a CaptureStreams,
}

impl CaptureStreams {
    fn lend(&self, cuda: &Cuda) -> Result<Lent<'_>, CudaError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let stream = idle.map_or_else(|| cuda.new_stream(), Ok)?;
        Ok(Lent { stream, streams: self })
    }
}

impl Deref for Lent<'_> {
    type Target = Arc<CudaStream>;

    fn deref(&self) -> &Self::Target {
        &self.stream
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.streams.idle.lock().unwrap_or_else(PoisonError::into_inner).push(self.stream.clone());
    }
}

/// Ends a capture that fails or whose recording panics, so that the stream can be used again.
struct Capturing<'a>(&'a CudaStream);

impl Drop for Capturing<'_> {
    fn drop(&mut self) {
        let mut graph = std::ptr::null_mut();
        // SAFETY: the stream is alive, and this thread began the capture, which ends by this whatever the call answers.
        let ended = unsafe { sys::cuStreamEndCapture(self.0.cu_stream(), &raw mut graph) };
        if ended == sys::CUresult::CUDA_SUCCESS && !graph.is_null() {
            // SAFETY: the graph was made just now and is used by nobody else.
            let _ = unsafe { sys::cuGraphDestroy(graph) };
        }
    }
}

/// Captures what `record` queues into a graph that is launched on `stream`. Nothing is queued on `stream` by `record`.
///
/// While a stream is captured, CUDA puts what *any* thread queues there into the graph and does not run it. `stream` is known to others, so
/// the capture is made on a stream that nobody else has. Calls of other threads are not affected at all (the capture is thread-local); in
/// this thread CUDA refuses what cannot be captured meanwhile: allocating, loading code, waiting.
///
/// # Safety
/// Everything that `record` queues must stay valid as long as the graph may run: until it was dropped and `stream` has been waited for.
pub(crate) unsafe fn capture<E: From<CudaError>>(
    cuda: &Cuda,
    stream: &Arc<CudaStream>,
    record: impl FnOnce(&mut Recorder<'_>) -> Result<(), E>,
) -> Result<Captured, E> {
    cuda.check_stream(stream, "capturing a CUDA graph")?;
    let lent = cuda.capture_streams().lend(cuda)?;
    lent.begin_capture(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)
        .map_err(CudaError::driver("starting to capture a CUDA graph"))?;
    let capturing = Capturing(&lent);
    let mut recorder = Recorder { cuda, stream: &lent, frame_stream: stream, touched: Vec::new(), frame: None };
    record(&mut recorder)?;
    let touched = recorder.touched;
    std::mem::forget(capturing);
    let graph = lent
        .end_capture(CUgraphInstantiate_flags(0))
        .map_err(CudaError::driver("ending the capture of a CUDA graph"))?
        .ok_or_else(|| CudaError::Stream {
            doing: "capturing a CUDA graph".into(),
            reason: "the capture was broken off by a call that cannot be captured",
        })?;
    // SAFETY: graph and stream are alive and of one context. On the stream of the launches, the upload is before them.
    unsafe { result::graph::upload(graph.cu_graph_exec(), stream.cu_stream()) }.map_err(CudaError::driver("uploading a CUDA graph"))?;
    Ok(Captured { graph, stream: stream.clone(), touched })
}
