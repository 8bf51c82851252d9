//! Frames one after the other with several in flight: while one is computed, the next is uploaded and the one before is read.

use std::time::Instant;

use serde::Serialize;
use vrt::cuda::{Pipeline, PipelineSlot};

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
    let submit = |pipeline: &mut Pipeline<S::Slot>, round: usize| {
        let frames = if pinned { setting.frames.staged(batch)? } else { setting.frames.batch(round, batch)? };
        pipeline.submit_batch(&frames, subject.options()).map_err(Into::into)
    };
    let mut slots = Vec::new();
    for _ in 0..setting.args.slots {
        let mut slot = subject.slot(batch)?;
        if pinned {
            // The same picture in each frame: who writes it there is not measured.
            for index in 0..batch {
                slot.staging(index, &setting.frames.layout).map_err(Into::into)?.copy_from_slice(&setting.frames.host);
            }
        }
        slots.push(slot);
    }
    let mut pipeline = Pipeline::new(slots).map_err(Into::into)?;
    let wanted = batches(setting, batch);
    let (mut ends, mut submitted, mut start) = (Vec::new(), 0, Instant::now());
    let warm_up = WARM_UP * pipeline.slots();
    while ends.len() < wanted && !setting.interrupt.wanted() {
        while !pipeline.is_full() {
            submit(&mut pipeline, submitted)?;
            submitted += 1;
        }
        if let Some(slot) = pipeline.next().map_err(Into::into)? {
            subject.result(slot)?;
        }
        match submitted < warm_up {
            true => start = Instant::now(),
            false => ends.push(milliseconds(start)),
        }
    }
    let done = ends.len() * batch;
    let seconds = ends.last().copied().unwrap_or(0.0) / 1e3;
    while let Some(slot) = pipeline.next().map_err(Into::into)? {
        subject.result(slot)?;
    }
    let interval_ms = Statistics::of(ends.windows(2).map(|pair| pair[1] - pair[0]).collect());
    Ok(Rate { pictures_per_second: if seconds > 0.0 { done as f64 / seconds } else { 0.0 }, interval_ms })
}
