//! A session's run as a CUDA graph of its own, or as a part of a frame's.

use super::super::error::SessionError;
use super::Session;
use crate::cuda::{Captured, CudaError, GraphContents, Recorder, capture};

/// Whether runs replay a graph.
pub(super) enum Replay {
    /// Nobody asked for it.
    Off,
    /// The next run that follows one with the same shapes and tensors is captured.
    Wanted,
    /// Runs replay this.
    On(Captured),
    /// The engine cannot be captured; the reason.
    Failed(String),
}

impl Session {
    /// Queues the run inside a frame, at once or into the frame's graph. The session must belong to the frame's resources.
    ///
    /// # Errors
    /// [`SessionError::Cuda`] where the frame is on another stream; [`SessionError::Capture`] where TensorRT cannot capture this engine.
    pub fn record(&mut self, recorder: &mut Recorder<'_>) -> Result<(), SessionError> {
        if !recorder.runs_on(&self.stream) {
            return Err(CudaError::Stream {
                doing: "recording a session into a frame".into(),
                reason: "the session must run on the frame's own stream",
            }
            .into());
        }
        if !recorder.is_capturing() {
            self.prepare()?;
            return self.enqueue_on(recorder.stream());
        }
        if self.stale || self.shown || !self.warm || !self.fits {
            return Err(self.not_captured("it must run once, call by call, after its shapes or tensors changed".to_owned()));
        }
        self.enqueue_on(recorder.stream()).map_err(|error| self.not_captured(error.to_string()))
    }

    /// Captures the run into a graph, which [`Session::enqueue`] replays from then on by one launch. Runs the engine once before.
    ///
    /// When shapes change or tensors are exchanged, the graph is forgotten, and the second run afterwards is captured anew. For frames of
    /// more than the engine use a [`FrameGraph`](crate::cuda::FrameGraph).
    ///
    /// # Errors
    /// [`SessionError::Capture`] where the engine cannot be captured (it synchronises inside, e.g. for data-dependent shapes); the session
    /// goes on call by call.
    pub fn capture(&mut self) -> Result<(), SessionError> {
        self.forget_graph()?;
        self.prepare()?;
        self.enqueue_on(&self.stream.clone())?;
        self.capture_warm()?;
        match &self.graph {
            Replay::Failed(reason) => Err(self.not_captured(reason.clone())),
            _ => Ok(()),
        }
    }

    /// Captures after a run with the same shapes and tensors. That an engine cannot be captured is kept as the reason.
    pub(super) fn capture_warm(&mut self) -> Result<(), SessionError> {
        self.stream.synchronize().map_err(CudaError::driver("waiting before a capture"))?;
        let (cuda, stream) = (self.engine.cuda().clone(), self.stream.clone());
        // SAFETY: what the run touches is owned by this session, which keeps it until `drop` or `forget_graph` has waited.
        let captured = unsafe { capture(&cuda, &stream, |recorder| self.record(recorder)) };
        self.graph = match captured {
            Ok(graph) => Replay::On(graph),
            Err(SessionError::Capture { reason, .. }) => Replay::Failed(reason),
            Err(error) => Replay::Failed(error.to_string()),
        };
        Ok(())
    }

    /// Whether runs replay a graph.
    pub fn is_captured(&self) -> bool {
        matches!(self.graph, Replay::On(_))
    }

    /// What one launch of the captured graph does, as the driver tells it; `None` where there is none.
    ///
    /// # Errors
    /// [`SessionError::Cuda`] where the driver does not tell.
    pub fn graph_contents(&self) -> Result<Option<GraphContents>, SessionError> {
        match &self.graph {
            Replay::On(graph) => Ok(Some(graph.contents(self.engine.cuda())?)),
            _ => Ok(None),
        }
    }

    /// Why runs do not replay a graph although it was asked for.
    pub fn why_not_captured(&self) -> Option<&str> {
        match &self.graph {
            Replay::Failed(reason) => Some(reason),
            _ => None,
        }
    }

    fn not_captured(&self, reason: String) -> SessionError {
        SessionError::Capture { origin: self.engine.origin().to_owned(), reason }
    }

    /// Lets go of a captured graph, which holds old shapes or addresses; it is wanted again.
    pub(super) fn forget_graph(&mut self) -> Result<(), SessionError> {
        if self.is_captured() {
            self.stream.synchronize().map_err(CudaError::driver("waiting for a captured run"))?;
            self.graph = Replay::Wanted;
        }
        Ok(())
    }
}
