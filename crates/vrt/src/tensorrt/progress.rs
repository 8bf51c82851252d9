//! How far an engine build is, and stopping it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Where a build is.
#[derive(Debug, Clone, PartialEq)]
pub struct BuildProgress {
    /// The phase at work, as TensorRT names it.
    pub phase: String,
    /// Phases around it, outermost first.
    pub within: Vec<String>,
    /// Steps of this phase that are done.
    pub step: u32,
    /// Steps of this phase.
    pub steps: u32,
    /// The share of the whole build that is done, 0 to 1, by steps. Steps take unequal time, so it is no clock.
    pub share: f32,
    /// Time since the build began.
    pub elapsed: Duration,
    /// Time still needed: from an earlier build of the same model on this machine where there was one, else from the share. `None` until
    /// there is something to go by.
    pub remaining: Option<Duration>,
}

/// Stops a build from another thread, e.g. from a Ctrl-C handler.
///
/// # Example
/// ```
/// use vrt::tensorrt::CancelToken;
///
/// let cancel = CancelToken::new();
/// let handler = cancel.clone();
/// std::thread::spawn(move || handler.cancel()).join().unwrap();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels. TensorRT stops at the end of the step it is at, which can take some seconds.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// Gets the progress; `ControlFlow::Break(())` stops the build.
pub type OnProgress = Box<dyn FnMut(&BuildProgress) -> ControlFlow<()> + Send>;

/// Shortest time between two reports. A build has tens of thousands of phases.
const PAUSE: Duration = Duration::from_millis(100);

/// Turns TensorRT's nested phases into one progress.
pub(crate) struct Tracker {
    phases: Vec<Phase>,
    begun: Instant,
    reported: Option<Instant>,
    /// The largest share told so far: it never falls, whatever new phases come.
    share: f32,
    estimate: Option<Duration>,
    cancel: CancelToken,
    stopped: bool,
    report: Option<OnProgress>,
}

struct Phase {
    name: String,
    step: u32,
    steps: u32,
}

impl Tracker {
    pub(crate) fn new(estimate: Option<Duration>, cancel: CancelToken, report: Option<OnProgress>) -> Self {
        Self { phases: Vec::new(), begun: Instant::now(), reported: None, share: 0.0, estimate, cancel, stopped: false, report }
    }

    /// A phase begins inside `parent`, or at the top.
    pub(crate) fn start(&mut self, name: &str, parent: Option<&str>, steps: i32) {
        // Phases end before their parents do; what is left over of an unknown order is dropped.
        let depth =
            parent.map_or(0, |parent| self.phases.iter().rposition(|phase| phase.name == parent).map_or(self.phases.len(), |at| at + 1));
        self.phases.truncate(depth);
        self.phases.push(Phase { name: name.to_owned(), step: 0, steps: steps.max(0).unsigned_abs() });
        self.tell(depth == 0);
    }

    /// A step of a phase is done. Returns whether to go on.
    pub(crate) fn step(&mut self, name: &str, step: i32) -> bool {
        if let Some(at) = self.phases.iter().rposition(|phase| phase.name == name) {
            self.phases[at].step = step.max(0).unsigned_abs().saturating_add(1);
        }
        self.tell(false);
        if self.cancel.is_cancelled() {
            self.stopped = true;
        }
        !self.stopped
    }

    /// A phase ends, and with it what it held.
    pub(crate) fn finish(&mut self, name: &str) {
        if let Some(at) = self.phases.iter().rposition(|phase| phase.name == name) {
            self.phases.truncate(at);
            // The step of the parent that it was part of is counted by the parent itself.
        }
    }

    /// Whether the build was stopped by its user.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Time since the beginning.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The share by steps: a phase is as much of its parent as one step of that.
    fn share(&mut self) -> f32 {
        let mut share = 0.0_f64;
        let mut weight = 1.0_f64;
        for phase in &self.phases {
            let steps = f64::from(phase.steps.max(1));
            share += weight * (f64::from(phase.step) / steps).min(1.0);
            weight /= steps;
        }
        self.share = self.share.max(share.min(1.0) as f32);
        self.share
    }

    fn remaining(&self, elapsed: Duration) -> Option<Duration> {
        match self.estimate {
            Some(estimate) => Some(estimate.saturating_sub(elapsed)),
            None if self.share > 0.02 && elapsed > Duration::from_secs(2) => {
                Some(elapsed.mul_f32((1.0 / self.share - 1.0).clamp(0.0, 1000.0)))
            }
            None => None,
        }
    }

    fn tell(&mut self, always: bool) {
        let now = Instant::now();
        if !always && self.reported.is_some_and(|last| now.duration_since(last) < PAUSE) {
            return;
        }
        let share = self.share();
        let elapsed = self.elapsed();
        let remaining = self.remaining(elapsed);
        let (Some(report), Some((phase, around))) = (&mut self.report, self.phases.split_last()) else { return };
        self.reported = Some(now);
        let progress = BuildProgress {
            phase: phase.name.clone(),
            within: around.iter().map(|phase| phase.name.clone()).collect(),
            step: phase.step,
            steps: phase.steps,
            share,
            elapsed,
            remaining,
        };
        if report(&progress).is_break() {
            self.stopped = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    fn recorded() -> (Arc<Mutex<Vec<BuildProgress>>>, OnProgress) {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let writer = seen.clone();
        let report = move |progress: &BuildProgress| {
            writer.lock().unwrap().push(progress.clone());
            ControlFlow::Continue(())
        };
        (seen, Box::new(report))
    }

    #[test]
    fn nested_phases_make_one_share_that_never_falls() {
        let (seen, report) = recorded();
        let mut tracker = Tracker::new(None, CancelToken::new(), Some(report));
        tracker.start("build", None, 4);
        assert!(tracker.step("build", 0));
        assert_eq!(tracker.share(), 0.25);
        tracker.start("tactics", Some("build"), 10);
        assert!(tracker.step("tactics", 4));
        assert!((tracker.share() - 0.375).abs() < 1e-6);
        tracker.finish("tactics");
        assert!((tracker.share() - 0.375).abs() < 1e-6, "the share stays while the parent's step is not yet counted");
        for step in 1..4 {
            assert!(tracker.step("build", step));
        }
        assert_eq!(tracker.share(), 1.0);
        tracker.finish("build");
        let seen = seen.lock().unwrap();
        assert_eq!((seen[0].phase.as_str(), seen[0].steps), ("build", 4));
        assert!(seen.windows(2).all(|pair| pair[0].share <= pair[1].share));
    }

    #[test]
    fn unknown_names_and_negative_steps_do_no_harm() {
        let mut tracker = Tracker::new(None, CancelToken::new(), None);
        assert!(tracker.step("never begun", 3));
        tracker.finish("never begun");
        tracker.start("a", Some("never begun"), -1);
        assert!(tracker.step("a", -5));
        assert!(tracker.share() <= 1.0);
    }

    #[test]
    fn a_build_stops_by_token_and_by_report() {
        let cancel = CancelToken::new();
        let mut tracker = Tracker::new(None, cancel.clone(), None);
        tracker.start("build", None, 4);
        assert!(tracker.step("build", 0));
        cancel.cancel();
        assert!(!tracker.step("build", 1));
        assert!(tracker.is_stopped());

        let mut tracker = Tracker::new(None, CancelToken::new(), Some(Box::new(|_| ControlFlow::Break(()))));
        tracker.start("build", None, 4);
        assert!(!tracker.step("build", 0));
    }

    #[test]
    fn an_earlier_build_gives_the_estimate() {
        let (seen, report) = recorded();
        let mut tracker = Tracker::new(Some(Duration::from_secs(100)), CancelToken::new(), Some(report));
        tracker.start("build", None, 4);
        let remaining = seen.lock().unwrap()[0].remaining.unwrap();
        assert!(remaining > Duration::from_secs(90) && remaining <= Duration::from_secs(100));
    }
}
