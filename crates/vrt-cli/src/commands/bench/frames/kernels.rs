//! Kernels alone: a frame that queues one of them many times more takes as much longer as that kernel takes, by the GPU's clock.

use std::time::Instant;

use serde::Serialize;
use vrt::cuda::GpuTimer;
use vrt_rfdetr_seg::cuda::Repeats;

use super::alone::WARM_UP;
use super::{Setting, Statistics, Subject, milliseconds};
use crate::error::CliError;

/// How much more often.
const MORE: u32 = 20;
/// Frames for each kernel; their difference settles long before whole frames do.
const FRAMES: usize = 500;

/// Milliseconds of each kernel, and of what is read on top of a frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Kernels {
    /// Sigmoid, selection, boxes.
    pub decode_ms: f64,
    /// Masks of all objects at the size of the picture.
    pub masks_ms: f64,
    /// Frame to input, for each resize filter.
    pub preprocess_ms: Vec<(&'static str, f64)>,
    /// Masks to the host as run lengths, by the host's clock.
    pub run_lengths_ms: Statistics,
}

/// Measures them at batch 1.
///
/// # Errors
/// Those of the model.
pub fn of<S: Subject>(setting: &Setting<'_>, subject: &S) -> Result<Kernels, CliError> {
    let once = Repeats::default();
    let mut slot = subject.slot(1)?;
    let base = median(setting, subject, &mut slot, once)?;
    let decode = median(setting, subject, &mut slot, Repeats { decode: 1 + MORE, ..once })?;
    let masks = median(setting, subject, &mut slot, Repeats { masks: 1 + MORE, ..once })?;
    subject.repeat(&mut slot, once)?;
    let mut run_lengths = Vec::new();
    for round in setting.rounds().take(FRAMES) {
        subject.submit(&setting.frames.batch(round, 1)?, &mut slot)?;
        subject.wait(&mut slot)?;
        let start = Instant::now();
        subject.run_lengths(&mut slot)?;
        run_lengths.push(milliseconds(start));
    }
    // The first ones allocate.
    let run_lengths = run_lengths.split_off(run_lengths.len().min(WARM_UP));
    let mut preprocess_ms = Vec::new();
    for (name, subject) in subject.with_filters()? {
        let mut slot = subject.slot(1)?;
        let base = median(setting, &subject, &mut slot, once)?;
        let more = median(setting, &subject, &mut slot, Repeats { preprocess: 1 + MORE, ..once })?;
        preprocess_ms.push((name, alone(base, more)));
    }
    Ok(Kernels { decode_ms: alone(base, decode), masks_ms: alone(base, masks), preprocess_ms, run_lengths_ms: Statistics::of(run_lengths) })
}

fn alone(base: f64, more: f64) -> f64 {
    (more - base) / f64::from(MORE)
}

/// The median time of a frame on the GPU.
fn median<S: Subject>(setting: &Setting<'_>, subject: &S, slot: &mut S::Slot, repeats: Repeats) -> Result<f64, CliError> {
    subject.repeat(slot, repeats)?;
    let stream = subject.stream(slot).clone();
    let mut timer = GpuTimer::new(subject.engine().cuda())?;
    let mut times = Vec::new();
    for round in setting.rounds().take(FRAMES + WARM_UP) {
        let frame = setting.frames.batch(round, 1)?;
        timer.start(&stream)?;
        subject.submit(&frame, slot)?;
        timer.stop(&stream)?;
        subject.wait(slot)?;
        if round >= WARM_UP {
            times.push(f64::from(timer.milliseconds()?));
        }
    }
    Ok(Statistics::of(times).p50)
}
