//! Frames one after the other with several in flight: while one is computed, the next is uploaded and the one before is read.

use std::time::Instant;

use serde::Serialize;

use super::alone::{WARM_UP, session};
use super::{Setting, Statistics, Subject, milliseconds};
use crate::error::CliError;

/// Runs of the engine that are queued before one waits for them.
const QUEUED: usize = 64;

/// Pictures a second, of the engine and of frames.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Throughput {
    /// Pictures of a batch.
    pub batch: usize,
    /// Batches in flight.
    pub slots: usize,
    /// The engine alone, its runs queued back to back, before the frames.
    pub engine_before: f64,
    /// The same afterwards.
    pub engine_after: f64,
    /// Frames that are on the GPU already.
    pub on_the_gpu: Rate,
    /// Frames from pinned memory of the host.
    pub from_pinned: Rate,
}

impl Throughput {
    /// The engine alone: both measurements together.
    pub fn engine(&self) -> f64 {
        (self.engine_before + self.engine_after) / 2.0
    }
}

/// How fast batches were done.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rate {
    /// Pictures a second.
    pub pictures_per_second: f64,
    /// Milliseconds from the end of a batch to that of the next.
    pub interval_ms: Statistics,
}

/// Measures batches of this size.
///
/// # Errors
/// Those of the model.
pub fn of<S: Subject>(setting: &Setting<'_>, subject: &S, batch: usize) -> Result<Throughput, CliError> {
    let engine_before = engine_rate(setting, subject, batch)?;
    let on_the_gpu = rate(setting, subject, batch, false)?;
    let from_pinned = rate(setting, subject, batch, true)?;
    let engine_after = engine_rate(setting, subject, batch)?;
    Ok(Throughput { batch, slots: setting.args.slots as usize, engine_before, engine_after, on_the_gpu, from_pinned })
}

/// Batches until all frames are through, but some at least.
fn batches(setting: &Setting<'_>, batch: usize) -> usize {
    (setting.args.frames as usize / batch).max(20)
}

fn engine_rate<S: Subject>(setting: &Setting<'_>, subject: &S, batch: usize) -> Result<f64, CliError> {
    let mut session = session(subject, batch)?;
    let wanted = batches(setting, batch);
    let (start, mut runs) = (Instant::now(), 0);
    while runs < wanted && !setting.interrupt.wanted() {
        for _ in 1..QUEUED {
            drop(session.enqueue()?);
        }
        session.enqueue()?.wait()?;
        runs += QUEUED;
    }
    Ok((runs * batch) as f64 / start.elapsed().as_secs_f64())
}

fn rate<S: Subject>(setting: &Setting<'_>, subject: &S, batch: usize, pinned: bool) -> Result<Rate, CliError> {
    let mut slots = Vec::new();
    for _ in 0..setting.args.slots {
        let mut slot = subject.slot(batch)?;
        if pinned {
            for index in 0..batch {
                subject.staging(&mut slot, index, &setting.frames.layout)?.copy_from_slice(&setting.frames.host);
            }
        }
        slots.push(slot);
    }
    let submit = |round: usize, slot: &mut S::Slot| {
        let frames = if pinned { setting.frames.staged(batch)? } else { setting.frames.batch(round, batch)? };
        subject.submit(&frames, slot)
    };
    for slot in &mut slots {
        for warm in 0..WARM_UP {
            submit(warm, slot)?;
            subject.wait(slot)?;
        }
    }
    let count = slots.len();
    for (round, slot) in slots.iter_mut().enumerate() {
        submit(round, slot)?;
    }
    let start = Instant::now();
    let (mut ends, mut done) = (Vec::new(), 0);
    while done < batches(setting, batch) && !setting.interrupt.wanted() {
        let slot = &mut slots[done % count];
        subject.wait(slot)?;
        ends.push(milliseconds(start));
        submit(done + count, slot)?;
        done += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    for slot in &mut slots {
        subject.wait(slot)?;
    }
    let interval_ms = Statistics::of(ends.windows(2).map(|pair| pair[1] - pair[0]).collect());
    Ok(Rate { pictures_per_second: (done * batch) as f64 / seconds, interval_ms })
}
