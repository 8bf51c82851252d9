//! The tracker as TensorRT calls it.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use vrt_sys::ProgressMonitor;

use super::progress::Tracker;

/// A tracker that TensorRT may call from several threads.
pub(super) struct Watch(Mutex<Tracker>);

impl Watch {
    pub(super) fn new(tracker: Tracker) -> Self {
        Self(Mutex::new(tracker))
    }

    pub(super) fn tracker(&self) -> MutexGuard<'_, Tracker> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProgressMonitor for Watch {
    fn phase_start(&self, phase: &str, parent: Option<&str>, steps: i32) {
        self.tracker().start(phase, parent, steps);
    }

    fn step_complete(&self, phase: &str, step: i32) -> ControlFlow<()> {
        if self.tracker().step(phase, step) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn phase_finish(&self, phase: &str) {
        self.tracker().finish(phase);
    }
}
