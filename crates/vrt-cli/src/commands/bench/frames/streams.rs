//! Streams side by side on one GPU, each with frames of its own from pinned memory, as cameras give them.

use serde::Serialize;
use vrt::cuda::PipelineSlot;

use super::alone::WARM_UP;
use super::lanes::{self, Lane};
use super::{Setting, Statistics, Subject};
use crate::error::CliError;

/// All streams together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Streams {
    /// Pictures a second of all.
    pub pictures_per_second: f64,
    /// Each of them.
    pub streams: Vec<Stream>,
}

/// One stream.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Stream {
    /// Its frames: all streams take from one number, so one that is served less has fewer.
    pub frames: usize,
    /// Milliseconds from submitting a frame to its results on the host.
    pub frame_ms: Statistics,
}

/// Measures.
///
/// # Errors
/// Those of the model.
pub fn of<S: Subject>(setting: &Setting<'_>, subject: &S) -> Result<Streams, CliError> {
    let mut work: Vec<Lane<'_>> = Vec::new();
    for _ in 0..setting.args.streams {
        let mut slot = subject.slot(1)?;
        slot.staging(0, &setting.frames.layout).map_err(Into::into)?.copy_from_slice(&setting.frames.host);
        let mut round = move |_: usize| {
            subject.submit(&setting.frames.staged(1)?, &mut slot)?;
            subject.wait(&mut slot).map(|_| ())
        };
        for warm in 0..WARM_UP {
            round(warm)?;
        }
        work.push(Box::new(round));
    }
    // As many frames for each as elsewhere for one.
    let frames = setting.args.frames as usize * work.len();
    let taken = lanes::run(work, frames, &setting.interrupt)?;
    let done: usize = taken.rounds_ms.iter().map(Vec::len).sum();
    let stream = |times: Vec<f64>| Stream { frames: times.len(), frame_ms: Statistics::of(times) };
    Ok(Streams {
        pictures_per_second: done as f64 / taken.elapsed.as_secs_f64(),
        streams: taken.rounds_ms.into_iter().map(stream).collect(),
    })
}
