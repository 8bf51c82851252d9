//! Telling how far a fetch is.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::error::Error;

/// How far a fetch is. Given to the callback about ten times a second, and at every change of phase.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// The model.
    pub model: &'a str,
    /// The file, as the registry calls it.
    pub file: &'a str,
    /// Which file of the model it is, from 0.
    pub index: usize,
    /// How many files the model has.
    pub count: usize,
    /// What is being done.
    pub phase: Phase,
    /// Bytes that are here, of this file.
    pub done: u64,
    /// Bytes of this file, once they are known.
    pub total: Option<u64>,
    /// Speed over the last seconds, while hashing or receiving; `None` before there is one.
    pub bytes_per_second: Option<f64>,
    /// Time left at that speed.
    pub eta: Option<Duration>,
}

/// What a fetch is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Hashing what is on the disk: a whole file, or the part that an earlier download left.
    Checking,
    /// Asking the server about the file.
    Connecting,
    /// Receiving it.
    Downloading,
    /// Another process is fetching the same file; this one takes what that gives.
    WaitingForOther,
    /// Something went wrong and is tried again.
    Retrying {
        /// What went wrong.
        reason: String,
        /// How long this still waits.
        wait: Duration,
    },
    /// The file is here and right.
    Done,
}

/// Receives progress; `ControlFlow::Break(())` stops the fetch.
pub type OnProgress<'a> = &'a mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>;

/// A callback that tells nobody.
///
/// ```no_run
/// # fn main() -> Result<(), vrt_hub::Error> {
/// use vrt_hub::{FetchOptions, Hub, Registry, quiet};
/// let registry = Registry::builtin();
/// let model = Hub::from_env()?.fetch(registry.get("rfdetr-seg-nano")?, &FetchOptions::default(), &mut quiet)?;
/// # Ok(())
/// # }
/// ```
pub fn quiet(_: &Progress<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Tells the callback about one file.
pub(crate) struct Reporter<'a> {
    model: &'a str,
    file: &'a str,
    position: (usize, usize),
    total: Option<u64>,
    on_progress: OnProgress<'a>,
    meter: Meter,
    told: Option<Instant>,
}

const TELL_EVERY: Duration = Duration::from_millis(100);

impl<'a> Reporter<'a> {
    pub(crate) fn new(model: &'a str, file: &'a str, position: (usize, usize), on_progress: OnProgress<'a>) -> Self {
        Self { model, file, position, total: None, on_progress, meter: Meter::default(), told: None }
    }

    pub(crate) fn set_total(&mut self, total: Option<u64>) {
        self.total = total.or(self.total);
    }

    /// A change of phase: told at once.
    pub(crate) fn phase(&mut self, phase: Phase, done: u64) -> Result<(), Error> {
        self.meter = Meter::default();
        self.meter.add(Instant::now(), done);
        self.tell(phase, done)
    }

    /// Bytes came: told when it is time to.
    pub(crate) fn bytes(&mut self, phase: Phase, done: u64) -> Result<(), Error> {
        let now = Instant::now();
        if self.told.is_some_and(|told| now.duration_since(told) < TELL_EVERY) {
            return Ok(());
        }
        self.meter.add(now, done);
        self.tell(phase, done)
    }

    fn tell(&mut self, phase: Phase, done: u64) -> Result<(), Error> {
        self.told = Some(Instant::now());
        let bytes_per_second = self.meter.speed().filter(|_| matches!(phase, Phase::Checking | Phase::Downloading));
        let left = self.total.map(|total| total.saturating_sub(done));
        let eta = match (left, bytes_per_second) {
            (Some(left), Some(speed)) if speed > 0.0 => Duration::try_from_secs_f64(left as f64 / speed).ok(),
            _ => None,
        };
        let (index, count) = self.position;
        let progress = Progress { model: self.model, file: self.file, index, count, phase, done, total: self.total, bytes_per_second, eta };
        match (self.on_progress)(&progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Cancelled { model: self.model.to_owned() }),
        }
    }
}

/// Speed over the last seconds.
#[derive(Debug, Default)]
struct Meter {
    samples: VecDeque<(Instant, u64)>,
}

impl Meter {
    const WINDOW: Duration = Duration::from_secs(5);

    fn add(&mut self, now: Instant, done: u64) {
        self.samples.push_back((now, done));
        while self.samples.len() > 2 && self.samples.front().is_some_and(|(first, _)| now.duration_since(*first) > Self::WINDOW) {
            self.samples.pop_front();
        }
    }

    fn speed(&self) -> Option<f64> {
        let ((first, before), (last, after)) = (*self.samples.front()?, *self.samples.back()?);
        let seconds = last.duration_since(first).as_secs_f64();
        (seconds > 0.0).then(|| after.saturating_sub(before) as f64 / seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_is_that_of_the_last_seconds() {
        let start = Instant::now();
        let mut meter = Meter::default();
        assert_eq!(meter.speed(), None);
        meter.add(start, 1000);
        assert_eq!(meter.speed(), None);
        meter.add(start + Duration::from_secs(2), 5000);
        assert_eq!(meter.speed(), Some(2000.0));
        for second in 3..20 {
            meter.add(start + Duration::from_secs(second), 5000 + (second - 2) * 100);
        }
        assert_eq!(meter.speed(), Some(100.0));
    }

    #[test]
    fn the_callback_can_stop() {
        let mut seen = Vec::new();
        let mut stop = |progress: &Progress<'_>| {
            seen.push((progress.phase.clone(), progress.done, progress.total));
            if progress.done > 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut reporter = Reporter::new("m", "f", (0, 1), &mut stop);
        reporter.set_total(Some(9));
        reporter.phase(Phase::Connecting, 0).unwrap();
        // Too soon to be told again.
        reporter.bytes(Phase::Downloading, 6).unwrap();
        assert!(matches!(reporter.phase(Phase::Downloading, 6), Err(Error::Cancelled { .. })));
        assert_eq!(seen, [(Phase::Connecting, 0, Some(9)), (Phase::Downloading, 6, Some(9))]);
    }
}
