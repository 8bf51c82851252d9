//! From a frame on the GPU to its results on the host, masks staying on the GPU; in turn with the engine alone, so that both see the same
//! clocks and temperatures.

use std::time::Instant;

use serde::Serialize;

use super::alone::{WARM_UP, session};
use super::{Setting, Statistics, Subject, milliseconds};
use crate::error::CliError;
use crate::report;

/// A frame's way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Latency {
    /// Milliseconds until its results are on the host.
    pub frame_ms: Statistics,
    /// Milliseconds of them until it is queued.
    pub submit_ms: Statistics,
    /// Objects in the last frame.
    pub objects: usize,
    /// Whether a frame is one launch of a CUDA graph.
    pub captured: bool,
}

/// Both, one after the other: the frame, and the engine alone.
///
/// # Errors
/// Those of the model.
pub fn beside_the_engine<S: Subject>(setting: &Setting<'_>, subject: &S) -> Result<(Latency, Statistics), CliError> {
    let mut engine = session(subject, 1)?;
    let mut slot = subject.slot(1)?;
    for warm in 0..WARM_UP {
        subject.submit(&setting.frames.batch(warm, 1)?, &mut slot)?;
        subject.wait(&mut slot)?;
    }
    let captured = subject.captured(&slot);
    if let Err(reason) = &captured {
        report::warning(&format_args!("frames are queued call by call, not as a graph: {reason}"));
    }
    let (mut frames, mut submits, mut alone, mut objects) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for round in setting.rounds() {
        let frame = setting.frames.batch(round, 1)?;
        let start = Instant::now();
        subject.submit(&frame, &mut slot)?;
        submits.push(milliseconds(start));
        objects = subject.wait(&mut slot)?;
        frames.push(milliseconds(start));
        let start = Instant::now();
        engine.enqueue()?.wait()?;
        alone.push(milliseconds(start));
    }
    let frame = Latency { frame_ms: Statistics::of(frames), submit_ms: Statistics::of(submits), objects, captured: captured.is_ok() };
    Ok((frame, Statistics::of(alone)))
}
