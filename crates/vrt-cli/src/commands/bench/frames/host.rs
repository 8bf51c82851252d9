//! What a frame costs the host, and what it leaves behind.

use std::time::{Duration, Instant};

use serde::Serialize;
use vrt::cuda::GraphContents;

use super::alone::{WARM_UP, session};
use super::{Setting, Statistics, Subject, milliseconds};
use crate::error::CliError;

/// A frame's cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Host {
    /// Milliseconds in the call that queues a frame, of a thread that has something else to do while the GPU works.
    pub submit_ms: Statistics,
    /// Milliseconds in the call that reads the results of a frame that is done.
    pub read_ms: Statistics,
    /// Both together, for each frame.
    pub work_ms: Statistics,
    /// Milliseconds that a thread which sleeps while the GPU works was on a processor for each frame, by the kernel's scheduler, less those
    /// of the sleep alone. More than `work_ms`, since a processor that slept has forgotten much. `None` where the system does not tell.
    pub asleep_cpu_ms: Option<f64>,
    /// Bytes of GPU memory that are free afterwards and were not before, all processes together; negative where there are fewer.
    pub memory_freed_bytes: i64,
    /// Bytes that come to the host with a frame, at most.
    pub bytes_to_host: usize,
    /// What one launch of a frame does; `None` where it is not captured.
    pub launch: Option<Launch>,
    /// The same of the engine alone.
    pub engine_launch: Option<Launch>,
}

/// What a launch does, counted in the nodes of its CUDA graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Launch {
    /// Kernels.
    pub kernels: usize,
    /// Copies from the host.
    pub copies_to_device: usize,
    /// Copies to the host; kernels may write to pinned memory of the host instead.
    pub copies_to_host: usize,
    /// Copies from device memory to device memory.
    pub copies_on_device: usize,
    /// Memory that is set to a value.
    pub memsets: usize,
    /// Allocations.
    pub allocations: usize,
    /// Anything else.
    pub others: usize,
}

impl From<GraphContents> for Launch {
    fn from(contents: GraphContents) -> Self {
        Self {
            kernels: contents.kernels,
            copies_to_device: contents.copies_to_device,
            copies_to_host: contents.copies_to_host,
            copies_on_device: contents.copies_on_device,
            memsets: contents.memsets,
            allocations: contents.allocations,
            others: contents.others,
        }
    }
}

/// Measures at batch 1. Waiting is no work: the thread does something else, or sleeps, for two frames' time before it asks for results.
///
/// # Errors
/// Those of the model.
pub fn of<S: Subject>(setting: &Setting<'_>, subject: &S) -> Result<Host, CliError> {
    let cuda = subject.engine().cuda();
    let mut slot = subject.slot(1)?;
    let mut frame_time = Instant::now();
    for warm in 0..WARM_UP {
        frame_time = Instant::now();
        subject.submit(&setting.frames.batch(warm, 1)?, &mut slot)?;
        subject.wait(&mut slot)?;
    }
    let rest = frame_time.elapsed() * 2;
    let free = cuda.memory()?.free;
    let (mut submits, mut reads, mut both) = (Vec::new(), Vec::new(), Vec::new());
    for round in setting.rounds() {
        let frame = setting.frames.batch(round, 1)?;
        let start = Instant::now();
        subject.submit(&frame, &mut slot)?;
        let submit = milliseconds(start);
        let something_else = Instant::now();
        while something_else.elapsed() < rest {
            std::hint::spin_loop();
        }
        let start = Instant::now();
        subject.wait(&mut slot)?;
        let read = milliseconds(start);
        submits.push(submit);
        reads.push(read);
        both.push(submit + read);
    }
    let memory_freed_bytes = cuda.memory()?.free as i64 - free as i64;
    let with_frames = asleep(setting, rest, |round| {
        // The results of the frame before: the thread has slept since.
        subject.wait(&mut slot)?;
        subject.submit(&setting.frames.batch(round, 1)?, &mut slot)
    })?;
    let alone = asleep(setting, rest, |_| Ok(()))?;
    Ok(Host {
        submit_ms: Statistics::of(submits),
        read_ms: Statistics::of(reads),
        work_ms: Statistics::of(both),
        asleep_cpu_ms: with_frames.zip(alone).map(|(with, without)| with - without),
        memory_freed_bytes,
        bytes_to_host: subject.bytes_to_host(&slot),
        launch: subject.contents(&slot)?.map(Launch::from),
        engine_launch: session(subject, 1)?.graph_contents()?.map(Launch::from),
    })
}

/// Milliseconds on a processor for each round of something and a sleep.
fn asleep(setting: &Setting<'_>, rest: Duration, mut run: impl FnMut(usize) -> Result<(), CliError>) -> Result<Option<f64>, CliError> {
    let (before, mut rounds) = (thread_cpu_ms(), 0);
    for round in setting.rounds() {
        run(round)?;
        std::thread::sleep(rest);
        rounds += 1;
    }
    Ok(thread_cpu_ms().zip(before).map(|(after, before)| (after - before) / f64::from(rounds.max(1))))
}

/// Milliseconds that this thread has been on a processor (Linux).
fn thread_cpu_ms() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e6)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn sleeping_is_no_work() {
        let before = thread_cpu_ms().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(60));
        assert!(thread_cpu_ms().unwrap() - before < 30.0);
    }
}
