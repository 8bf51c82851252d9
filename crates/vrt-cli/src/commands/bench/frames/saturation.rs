//! How much a GPU takes: execution contexts times batches, whole frames and the engine alone.

use serde::Serialize;

use super::alone::{WARM_UP, session};
use super::lanes::{self, Lane};
use super::{Setting, Statistics, Subject, for_batch};
use crate::error::CliError;

const CONTEXTS: [usize; 3] = [1, 2, 4];
const BATCHES: [usize; 5] = [1, 4, 8, 16, 32];

/// One number of contexts with one size of batch.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// Contexts, each with a thread and a stream of its own.
    pub contexts: usize,
    /// Pictures of a batch.
    pub batch: usize,
    /// The engine alone.
    pub engine: Load,
    /// Whole frames, which are on the GPU already.
    pub frames: Load,
}

/// How it went.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Load {
    /// Pictures a second of all contexts together.
    pub pictures_per_second: f64,
    /// Milliseconds of a batch.
    pub batch_ms: Statistics,
}

/// The points that some engine can run.
///
/// # Errors
/// Those of the model.
pub fn of<S: Subject>(setting: &Setting<'_>, subjects: &[S]) -> Result<Vec<Point>, CliError> {
    let mut points = Vec::new();
    for batch in BATCHES {
        let Some(subject) = for_batch(subjects, batch) else { continue };
        for contexts in CONTEXTS {
            if setting.interrupt.wanted() {
                return Ok(points);
            }
            let engine = load(setting, batch, (0..contexts).map(|_| engine_lane(subject, batch)).collect::<Result<_, _>>()?)?;
            let frames = load(setting, batch, (0..contexts).map(|_| frame_lane(setting, subject, batch)).collect::<Result<_, _>>()?)?;
            points.push(Point { contexts, batch, engine, frames });
        }
    }
    Ok(points)
}

fn engine_lane<S: Subject>(subject: &S, batch: usize) -> Result<Lane<'_>, CliError> {
    let mut session = session(subject, batch)?;
    Ok(Box::new(move |_| Ok(session.enqueue()?.wait()?)))
}

fn frame_lane<'a, S: Subject>(setting: &'a Setting<'_>, subject: &'a S, batch: usize) -> Result<Lane<'a>, CliError> {
    let mut slot = subject.slot(batch)?;
    let mut round = move |round: usize| {
        subject.submit(&setting.frames.batch(round, batch)?, &mut slot)?;
        subject.wait(&mut slot).map(|_| ())
    };
    for warm in 0..WARM_UP {
        round(warm)?;
    }
    Ok(Box::new(round))
}

fn load(setting: &Setting<'_>, batch: usize, lanes: Vec<Lane<'_>>) -> Result<Load, CliError> {
    let batches = (setting.args.frames as usize / batch).max(20 * lanes.len());
    let taken = lanes::run(lanes, batches, &setting.interrupt)?;
    let times = taken.rounds_ms.concat();
    Ok(Load { pictures_per_second: (times.len() * batch) as f64 / taken.elapsed.as_secs_f64(), batch_ms: Statistics::of(times) })
}
