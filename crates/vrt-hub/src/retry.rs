//! How often and how soon something is tried again.

use std::time::{Duration, Instant};

use crate::error::Error;
use crate::http::Failure;
use crate::progress::{Phase, Reporter};

#[derive(Debug, Clone)]
pub(crate) struct Retry {
    /// Times after the first one, counted anew whenever bytes arrived.
    pub(crate) times: u32,
    /// First pause; each next one is twice as long.
    pub(crate) first: Duration,
    /// Longest pause.
    pub(crate) longest: Duration,
    /// Longest pause that a server may ask for.
    pub(crate) longest_asked: Duration,
}

impl Default for Retry {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { times: 5, first: seconds(1), longest: seconds(8), longest_asked: seconds(300) }
    }
}

impl Retry {
    /// Calls `attempt` until it succeeds or there is no hope. `attempt` also says how many bytes are here afterwards.
    pub(crate) fn run<T>(
        &self,
        reporter: &mut Reporter<'_>,
        mut attempt: impl FnMut(&mut Reporter<'_>) -> (u64, Result<T, Failure>),
    ) -> Result<T, Error> {
        let (mut failures, mut tried, mut most) = (0, 0, 0);
        loop {
            let (bytes, result) = attempt(reporter);
            tried += 1;
            let (error, after, unreachable) = match result {
                Ok(value) => return Ok(value),
                Err(Failure::Fatal(error)) => return Err(counted(error, tried)),
                Err(Failure::Retry { error, after, unreachable }) => (error, after, unreachable),
            };
            if bytes > most {
                // Only more than ever before counts: a server that always breaks at the same byte is given up on.
                most = bytes;
                failures = 0;
            }
            failures += 1;
            let limit = if unreachable && most == 0 { self.times.min(1) } else { self.times };
            if failures > limit || after.is_some_and(|after| after > self.longest_asked) {
                return Err(counted(*error, tried));
            }
            let wait = after.unwrap_or_else(|| self.pause(failures));
            log::info!("trying again in {wait:?}: {error}");
            let reason = error.brief();
            reporter.phase(Phase::Retrying { reason: reason.clone(), wait }, bytes)?;
            // Not until an instant: a pause may be longer than any clock goes.
            let start = Instant::now();
            while let Some(left) = wait.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) {
                std::thread::sleep(left.min(Duration::from_millis(100)));
                reporter.bytes(Phase::Retrying { reason: reason.clone(), wait: left }, bytes)?;
            }
        }
    }

    fn pause(&self, failures: u32) -> Duration {
        let factor = 1u32.checked_shl(failures - 1).unwrap_or(u32::MAX);
        self.first.saturating_mul(factor).min(self.longest)
    }
}

/// The error, saying how often it was tried.
fn counted(mut error: Error, tried: u32) -> Error {
    if let Error::Network { attempts, .. } | Error::Status { attempts, .. } = &mut error {
        *attempts = tried;
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::quiet;

    const QUICK: Retry =
        Retry { times: 3, first: Duration::from_millis(1), longest: Duration::from_millis(3), longest_asked: Duration::from_secs(1) };

    fn broken(unreachable: bool, after: Option<Duration>) -> Failure {
        let error = Error::Network { url: "u".to_owned(), problem: "p".to_owned(), attempts: 1, advice: "a" };
        Failure::Retry { error: Box::new(error), after, unreachable }
    }

    /// How often it is tried, where each attempt gives so many bytes and fails.
    fn tries(unreachable: bool, after: Option<Duration>, bytes: &[u64]) -> u32 {
        let mut callback = quiet;
        let mut reporter = Reporter::new("m", "f", (0, 1), &mut callback);
        let mut count = 0;
        let error = QUICK.run::<()>(&mut reporter, |_| {
            count += 1;
            (bytes[(count as usize - 1).min(bytes.len() - 1)], Err(broken(unreachable, after)))
        });
        assert!(matches!(error, Err(Error::Network { attempts, .. }) if attempts == count));
        count
    }

    #[test]
    fn bytes_that_arrive_start_the_count_anew() {
        assert_eq!(tries(false, None, &[0]), 4);
        assert_eq!(tries(false, None, &[0, 0, 5]), 6);
        // The same bytes again are no progress.
        assert_eq!(tries(false, None, &[5, 3, 5]), 4);
        assert_eq!(tries(true, None, &[0]), 2);
        assert_eq!(tries(true, None, &[7]), 4);
        assert_eq!(tries(false, Some(Duration::from_millis(1)), &[0]), 4);
        assert_eq!(tries(false, Some(Duration::from_secs(2)), &[0]), 1);
    }

    #[test]
    fn a_pause_without_end_can_be_broken_off() {
        let mut told = 0;
        let mut callback = |_: &crate::Progress<'_>| {
            told += 1;
            if told > 2 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
        };
        let mut reporter = Reporter::new("m", "f", (0, 1), &mut callback);
        let endless = Retry { longest_asked: Duration::MAX, ..QUICK };
        let error = endless.run::<()>(&mut reporter, |_| (0, Err(broken(false, Some(Duration::MAX)))));
        assert!(matches!(error, Err(Error::Cancelled { .. })), "{error:?}");
    }

    #[test]
    fn pauses_double_up_to_the_longest() {
        let pauses: Vec<_> = (1..6).map(|failures| Retry::default().pause(failures).as_secs()).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 8]);
        assert_eq!(Retry::default().pause(u32::MAX), Duration::from_secs(8));
    }
}
