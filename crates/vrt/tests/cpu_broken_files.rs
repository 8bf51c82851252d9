//! Networks of tests/data/networks with some of their bytes changed. In a file of its own for the panic hook, which all tests of a
//! process share. `VRT_FUZZ_ROUNDS` asks for more rounds.
#![cfg(feature = "cpu")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::num::NonZeroUsize;

use common::{data, wave};
use vrt::cpu::{CpuOptions, CpuSession};

/// Broken files must give errors, never panics or aborts, and what still loads must run or fail in order.
#[test]
fn no_broken_file_panics() {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below
    };
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ())); // rten's own, which are stopped
    let rounds = std::env::var("VRT_FUZZ_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(600);
    let (mut loaded, mut ran, mut panicked) = (0, 0, 0);
    for name in
        ["plain.onnx", "cubic-any-size.onnx", "unsupported.onnx", "cubic-in-branch.onnx", "linear-resize.onnx", "wrong-reshape.onnx"]
    {
        let whole = std::fs::read(data("networks").join(name)).unwrap();
        for round in 0..rounds {
            let mut broken = whole.clone();
            for _ in 0..1 + round % 4 {
                let at = random(broken.len());
                match random(4) {
                    0 => broken[at] = random(256) as u8,
                    1 => broken[at] ^= 1 << random(8),
                    2 => broken.truncate(at.max(1)),
                    _ => drop(broken.remove(at)),
                }
                if broken.is_empty() {
                    broken.push(8);
                }
            }
            let session = match CpuSession::from_bytes(name, broken, &CpuOptions::default().with_threads(NonZeroUsize::MIN)) {
                Ok(session) => session,
                Err(error) => {
                    panicked += usize::from(error.to_string().contains("it panicked"));
                    continue;
                }
            };
            loaded += 1;
            // Of the others a changed size may ask for more memory than there is, which ends the process.
            if name == "plain.onnx" {
                match session.run(&wave([1, 3, 8, 8])) {
                    Ok(_) => ran += 1,
                    Err(error) => panicked += usize::from(error.to_string().contains("it panicked")),
                }
            }
        }
    }
    std::panic::set_hook(hook);
    println!("{loaded} loaded, {ran} ran, rten panicked {panicked} times");
    assert!(loaded > rounds / 4 && ran > rounds / 16, "{loaded} loaded, {ran} ran: the files are broken too much to tell anything");
}
