//! Evidence from a real GPU: the preprocessing kernels beside the CPU's code, and their times.
//!
//! ```sh
//! frames_evidence [--seconds N] [--few]
//! ```

#[path = "../support/evidence.rs"]
mod evidence;
mod parity;
mod speed;
mod words;

use std::time::Duration;

use serde_json::json;
use vrt::cuda::Cuda;

use evidence::{Outcome, step};

/// Seconds for a step, and whether only what is quick is compared.
fn wishes() -> Outcome<(f64, bool)> {
    let (mut seconds, mut few) = (10.0, false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seconds" => seconds = words.next().ok_or("--seconds needs a value")?.parse()?,
            "--few" => few = true,
            _ => return Err(format!("unexpected {word}").into()),
        }
    }
    Ok((seconds, few))
}

fn main() {
    let (seconds, few) = match wishes() {
        Ok(wishes) => wishes,
        Err(error) => {
            eprintln!("{error}\nusage: frames_evidence [--seconds N] [--few]");
            std::process::exit(2);
        }
    };
    let limit = Duration::from_secs_f64(seconds.clamp(0.1, 3600.0));
    let mut opened = None;
    step("open", || {
        let cuda = Cuda::open(0)?;
        let value = json!({"gpu": cuda.name(), "sm": cuda.sm().to_string()});
        opened = Some(cuda);
        Ok(value)
    });
    let Some(cuda) = opened else { std::process::exit(1) };
    let mut all = step("parity of preprocessing", || parity::parity(&cuda, few, limit * 3));
    if !few {
        all &= step("time of parameters", || words::words(&cuda, limit));
        for size in [(924, 518), (504, 280)] {
            all &= step(&format!("time of preprocessing to {}x{}", size.0, size.1), || speed::preprocess(&cuda, size, limit / 2));
        }
        all &= step("time of preprocessing", || speed::preprocess(&cuda, (312, 312), limit));
    }
    println!("EVIDENCE {}", json!({"step": "end", "ok": all}));
}
