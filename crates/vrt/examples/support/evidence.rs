//! What programs that gather evidence on a GPU share: include this file with `#[path]`.
//!
//! Every line that begins with `EVIDENCE ` holds one JSON object with a `step`. A step that fails says so and the next one runs.
#![allow(dead_code, reason = "every program uses another part")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vrt::cuda::{Cuda, GpuTimer};

/// What a step returns, or any error.
pub type Outcome<T = Value> = Result<T, Box<dyn std::error::Error>>;

/// Runs one step and prints what came of it.
pub fn step(name: &str, run: impl FnOnce() -> Outcome) -> bool {
    let begun = Instant::now();
    let (ok, result) = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(value)) => (true, value),
        Ok(Err(error)) => (false, json!(error.to_string())),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            (false, json!(format!("PANIC: {}", text.unwrap_or_default())))
        }
    };
    let seconds = (begun.elapsed().as_secs_f64() * 1e3).round() / 1e3;
    println!("EVIDENCE {}", json!({"step": name, "ok": ok, "seconds": seconds, "result": result}));
    ok
}

/// Minimum, median, 95th and 99th percentile of milliseconds.
pub fn spread(times: &mut [f64]) -> Value {
    times.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).or(times.last()).map(|ms| (ms * 1e5).round() / 1e5);
    json!({"min_ms": at(0.0), "median_ms": at(0.5), "p95_ms": at(0.95), "p99_ms": at(0.99), "runs": times.len()})
}

pub fn median(times: &mut [f64]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

pub fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The time of a frame's kernels alone: a frame that queues them `many` times more, less a frame that queues them once.
pub fn alone(one: f64, more: f64, many: u32) -> f64 {
    ((more - one) / f64::from(many) * 1e5).round() / 1e5
}

/// GPU times of whole frames, one after the other.
pub fn gpu_times(
    cuda: &Cuda,
    runs: usize,
    limit: Duration,
    mut submit: impl FnMut(usize, Option<&mut GpuTimer>) -> Outcome<()>,
) -> Outcome<Vec<f64>> {
    for warm in 0..5 {
        submit(warm, None)?;
    }
    let mut timer = GpuTimer::new(cuda)?;
    let (begun, mut times) = (Instant::now(), Vec::new());
    while times.len() < runs && begun.elapsed() < limit {
        submit(times.len(), Some(&mut timer))?;
        times.push(f64::from(timer.milliseconds()?));
    }
    Ok(times)
}

/// Numbers that look random and are the same everywhere (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// In `low..high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (self.bits() >> 40) as f32 * 2f32.powi(-24) * (high - low)
    }

    pub fn below(&mut self, most: usize) -> usize {
        (self.bits() % most.max(1) as u64) as usize
    }

    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len.div_ceil(8)).flat_map(|_| self.bits().to_le_bytes()).take(len).collect()
    }
}
