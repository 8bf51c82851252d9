//! Several threads at work side by side until they have done a number of rounds together.

use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::milliseconds;
use crate::error::CliError;
use crate::interrupt::Interrupt;

/// One round of a thread's work.
pub type Lane<'a> = Box<dyn FnMut(usize) -> Result<(), CliError> + Send + 'a>;

/// What the threads took.
#[derive(Debug, Clone, PartialEq)]
pub struct Taken {
    /// From the first beginning to the last end.
    pub elapsed: Duration,
    /// Milliseconds of each round, for each thread.
    pub rounds_ms: Vec<Vec<f64>>,
}

/// Runs the lanes, each on a thread, until they have done `rounds` rounds together: a lane that is served less does fewer.
///
/// # Errors
/// That of the first lane that failed.
pub fn run(lanes: Vec<Lane<'_>>, rounds: usize, interrupt: &Interrupt) -> Result<Taken, CliError> {
    let (next, start) = (AtomicUsize::new(0), Barrier::new(lanes.len()));
    let work = |mut lane: Lane<'_>| {
        let mut times = Vec::new();
        start.wait();
        let begun = Instant::now();
        while !interrupt.wanted() {
            let round = next.fetch_add(1, Ordering::Relaxed);
            if round >= rounds {
                break;
            }
            let begun = Instant::now();
            if let Err(error) = lane(round) {
                // The others need not go on.
                next.store(rounds, Ordering::Relaxed);
                return Err(error);
            }
            times.push(milliseconds(begun));
        }
        Ok((begun, Instant::now(), times))
    };
    let done: Result<Vec<_>, CliError> = std::thread::scope(|scope| {
        let threads: Vec<_> = lanes.into_iter().map(|lane| scope.spawn(|| work(lane))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    let done = done?;
    let (first, last) = (done.iter().map(|(begun, ..)| *begun).min(), done.iter().map(|(_, ended, _)| *ended).max());
    let elapsed = first.zip(last).map_or(Duration::ZERO, |(first, last)| last - first);
    Ok(Taken { elapsed, rounds_ms: done.into_iter().map(|(.., times)| times).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_share_the_rounds() {
        let interrupt = Interrupt::never();
        let done = std::sync::Mutex::new(Vec::new());
        let lane = || -> Lane<'_> {
            Box::new(|round| {
                done.lock().unwrap().push(round);
                std::thread::sleep(Duration::from_millis(2));
                Ok(())
            })
        };
        let taken = run(vec![lane(), lane(), lane()], 20, &interrupt).unwrap();
        let mut rounds = done.lock().unwrap().clone();
        rounds.sort_unstable();
        assert_eq!(rounds, (0..20).collect::<Vec<_>>());
        assert_eq!((taken.rounds_ms.len(), taken.rounds_ms.concat().len()), (3, 20));
        // Twenty rounds of 2 ms on three lanes.
        assert!(taken.elapsed >= Duration::from_millis(12), "{:?}", taken.elapsed);
    }

    #[test]
    fn a_lane_that_fails_ends_the_others() {
        let failing: Lane<'_> = Box::new(|_| Err(CliError::Usage("no".into())));
        let error = run(vec![failing, Box::new(|_| Ok(()))], 1_000_000_000, &Interrupt::never()).unwrap_err();
        assert!(matches!(error, CliError::Usage(_)), "{error}");
    }
}
