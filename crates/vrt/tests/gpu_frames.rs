//! Frames and their kernels beside the CPU's preprocessing, on a machine without a GPU: a stand-in driver runs the kernels on the CPU
//! (`tests/fake/`).
//!
//! The stand-in shows what the kernels compute, with blocks at work beside each other, and that the host's side fits them (arguments, sizes,
//! order of work, lives of buffers). It does not show speed, or races within a block; the example `frames_evidence` runs the same comparisons
//! on a GPU.
#![cfg(all(feature = "cuda", target_os = "linux"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure, in helpers too")]

use std::time::Duration;

use vrt::cuda::Cuda;

#[path = "gpu_frames/batch.rs"]
mod batch;
#[path = "fake/emulated.rs"]
mod emulated;
#[path = "../examples/support/evidence.rs"]
mod evidence;
#[path = "gpu_frames/host.rs"]
mod host;
#[path = "../examples/frames_evidence/parity.rs"]
mod parity;
#[path = "gpu_frames/pipeline.rs"]
mod pipeline;

/// A counter of the stand-in driver.
fn count(symbol: &str) -> usize {
    // SAFETY: the stand-in exports these functions with this type.
    unsafe {
        let library = vrt::cuda::cudarc::driver::sys::culib();
        library.get::<unsafe extern "C" fn() -> usize>(symbol.as_bytes()).unwrap()()
    }
}

#[test]
fn frames_on_an_emulated_gpu() {
    emulated::run(env!("CARGO_MANIFEST_DIR"), env!("CARGO_TARGET_TMPDIR"));
}

#[test]
#[ignore = "run by frames_on_an_emulated_gpu"]
fn emulated_preprocessing() {
    println!("{}", parity::parity(&Cuda::open(0).unwrap(), true, Duration::from_secs(3600)).unwrap());
}
