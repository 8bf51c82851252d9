//! Runs networks with both engines of `CpuSession` and compares their outputs and their time.
//!
//! ```text
//! ORT_DYLIB_PATH=.../libonnxruntime.so cargo run --release -p vrt --features ort --example compare_engines -- \
//!     [--threads 2] [--rounds 9] network.onnx ...
//! ```
//!
//! Dynamic dimensions are taken as 1. Both engines get the same input and the same number of threads, and take turns, so that what else
//! the machine does falls on both. The exit status is 1 where an output differs by more than 1e-4, absolutely and relative to its
//! largest value.

use std::error::Error;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use vrt::cpu::{CpuBackend, CpuOptions, CpuSession, Dim, HostOutput};
use vrt::kornia_tensor::Tensor;

const TOLERANCE: f32 = 1e-4;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let (mut threads, mut rounds, mut networks) = (NonZeroUsize::MIN.saturating_add(1), 9usize, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--threads" => threads = arguments.next().ok_or("--threads needs a number")?.parse()?,
            "--rounds" => rounds = arguments.next().ok_or("--rounds needs a number")?.parse()?,
            _ => networks.push(argument),
        }
    }
    let mut all_agree = true;
    for network in &networks {
        println!("{network}, {threads} threads");
        all_agree &= compare(network, &CpuOptions::default().with_threads(threads), rounds.max(1))?;
    }
    Ok(if all_agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn compare(network: &str, options: &CpuOptions, rounds: usize) -> Result<bool, Box<dyn Error>> {
    let start = Instant::now();
    let rten = CpuSession::from_file(network, options)?;
    let rten_load = start.elapsed();
    let start = Instant::now();
    let ort = CpuSession::from_file(network, &options.clone().with_backend(CpuBackend::Ort))?;
    println!("  load: rten {rten_load:.0?}, ONNX Runtime {:.0?}", start.elapsed());

    let dims = rten.inputs().first().map(|input| input.shape.clone()).unwrap_or_default();
    let mut shape = [1; 4];
    for (size, dim) in shape.iter_mut().zip(&dims) {
        if let Dim::Fixed(fixed) = dim {
            *size = *fixed;
        }
    }
    let input = noise(shape)?;
    let mut agree = true;
    for (found, expected) in rten.run(&input)?.iter().zip(&ort.run(&input)?) {
        agree &= report(found, expected);
    }

    let (mut rten_times, mut ort_times) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        for (session, times) in [(&rten, &mut rten_times), (&ort, &mut ort_times)] {
            // The other engine's threads look for work for a while before they sleep.
            std::thread::sleep(Duration::from_millis(50));
            let start = Instant::now();
            session.run(&input)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    let (rten_median, rten_best) = median_and_best(&mut rten_times);
    let (ort_median, ort_best) = median_and_best(&mut ort_times);
    println!("  median (best) of {rounds}: rten {rten_median:.1} ({rten_best:.1}) ms, ONNX Runtime {ort_median:.1} ({ort_best:.1}) ms");
    println!("  rten / ONNX Runtime: {:.2} of the medians, {:.2} of the best", rten_median / ort_median, rten_best / ort_best);
    Ok(agree)
}

fn report(found: &HostOutput, expected: &HostOutput) -> bool {
    let pairs = found.values().iter().zip(expected.values());
    let (worst, sum) = pairs.fold((0.0f32, 0.0f64), |(worst, sum), (a, b)| (worst.max((a - b).abs()), sum + f64::from((a - b).abs())));
    let largest = expected.values().iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
    let same_shape = found.shape() == expected.shape();
    let agree = same_shape && (worst <= TOLERANCE || worst <= TOLERANCE * largest);
    println!(
        "  {} {:?}: off by up to {worst:.1e} (mean {:.1e}), {:.1e} of the largest value {largest:.3}{}",
        found.name(),
        found.shape(),
        sum / found.values().len().max(1) as f64,
        worst / largest,
        if agree { "" } else { "  DIFFERENT" }
    );
    agree
}

/// Values in -2..2, as normalised pictures have.
fn noise(shape: [usize; 4]) -> Result<Tensor<f32, 4>, Box<dyn Error>> {
    let mut state = 0x9e37_79b9u32;
    let values = (0..shape.iter().product()).map(|_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 8) as f32 / (1 << 22) as f32 - 2.0
    });
    Ok(Tensor::from_shape_vec(shape, values.collect())?)
}

fn median_and_best(times: &mut [f64]) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[0])
}
