//! Kernels alone: a frame that queues one of them many times more takes as much longer as that kernel takes, by the GPU's clock.

use std::time::Instant;

use serde::Serialize;
use vrt::cuda::GpuTimer;

use super::alone::WARM_UP;
use super::subject::{Kernel, Repeat};
use super::{Setting, Statistics, Subject, milliseconds};
use crate::error::CliError;

/// How much more often.
const MORE: u32 = 20;
/// Frames for each kernel; their difference settles long before whole frames do.
const FRAMES: usize = 500;

/// Milliseconds of each kernel, and of what is read on top of a frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Kernels {
    /// After the network.
    pub after_network_ms: Vec<(&'static str, f64)>,
    /// Frame to input, for each resize filter.
    pub preprocess_ms: Vec<(String, f64)>,
    /// What comes to the host only when it is asked for, by the host's clock.
    pub reads_ms: Vec<(&'static str, Statistics)>,
    /// Run lengths of the last frame's masks: they, not the pixels, take the time to read them. Random weights make masks of many more than
    /// objects have.
    pub run_lengths: Option<usize>,
}

impl Kernels {
    /// All of a frame after the network.
    pub fn after_network(&self) -> f64 {
        self.after_network_ms.iter().map(|(_, time)| time).sum()
    }
}

/// Measures them at batch 1.
///
/// # Errors
/// Those of the model.
pub fn of<S: Subject>(setting: &Setting<'_>, subject: &S) -> Result<Kernels, CliError> {
    let mut slot = subject.slot(1)?;
    let base = median(setting, subject, &mut slot, Repeat::NOTHING)?;
    let mut after_network_ms = Vec::new();
    for (index, name) in S::KERNELS.iter().enumerate() {
        let more = median(setting, subject, &mut slot, Repeat { kernel: Some(Kernel::AfterNetwork(index)), times: 1 + MORE })?;
        after_network_ms.push((*name, alone(base, more)));
    }
    subject.repeat(&mut slot, Repeat::NOTHING)?;
    let (mut reads_ms, mut run_lengths) = (Vec::new(), None);
    for (index, name) in S::READS.iter().enumerate() {
        let mut times = Vec::new();
        for round in setting.rounds().take(FRAMES + WARM_UP) {
            subject.submit(&setting.frames.batch(round, 1)?, &mut slot)?;
            subject.wait(&mut slot)?;
            let start = Instant::now();
            let runs = subject.read(&mut slot, index)?;
            times.push(milliseconds(start));
            run_lengths = runs.or(run_lengths);
        }
        // The first ones allocate.
        reads_ms.push((*name, Statistics::of(times.split_off(times.len().min(WARM_UP)))));
    }
    let mut preprocess_ms = Vec::new();
    for (name, subject) in subject.with_filters()? {
        let mut slot = subject.slot(1)?;
        let base = median(setting, &subject, &mut slot, Repeat::NOTHING)?;
        let more = median(setting, &subject, &mut slot, Repeat { kernel: Some(Kernel::Preprocess), times: 1 + MORE })?;
        preprocess_ms.push((name, alone(base, more)));
    }
    Ok(Kernels { after_network_ms, preprocess_ms, reads_ms, run_lengths })
}

fn alone(base: f64, more: f64) -> f64 {
    (more - base) / f64::from(MORE)
}

/// The median time of a frame on the GPU.
fn median<S: Subject>(setting: &Setting<'_>, subject: &S, slot: &mut S::Slot, repeat: Repeat) -> Result<f64, CliError> {
    subject.repeat(slot, repeat)?;
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
