//! The GPU half on a stand-in for driver and TensorRT that needs neither (`tests/fake/`).
//!
//! The stand-in is as late as a GPU may be: queued work runs only when something waits for it, every access is checked against what is
//! allocated, and freed memory is watched. So these tests see reads that come too early, frees that come too early, missing order between
//! streams, and captures that contain what CUDA forbids.
//!
//! A process opens its driver once, so the tests proper (`late_*`) run in a child process whose loader finds the stand-ins.
#![cfg(all(feature = "cuda", target_os = "linux"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure, in helpers too")]

use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "gpu_fake/buffers.rs"]
mod buffers;
#[path = "gpu_fake/build.rs"]
mod build;
#[path = "gpu_fake/graphs.rs"]
mod graphs;
#[path = "gpu_fake/sessions.rs"]
mod sessions;
#[path = "fake/stand_in.rs"]
mod stand_in;

/// Where the small models are.
fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/onnx")
}

fn cuda() -> vrt::cuda::Cuda {
    vrt::cuda::Cuda::open(0).unwrap()
}

fn tensorrt() -> vrt::tensorrt::TensorRt {
    vrt::tensorrt::TensorRt::open(&cuda()).unwrap()
}

/// Leaks a guard, as safe code may.
fn leak<T>(guard: T) {
    std::mem::forget(guard);
}

/// A counter of the stand-in driver.
fn count(symbol: &str) -> usize {
    // SAFETY: the stand-in exports these functions with this type.
    unsafe {
        let library = vrt::cuda::cudarc::driver::sys::culib();
        library.get::<unsafe extern "C" fn() -> usize>(symbol.as_bytes()).unwrap()()
    }
}

#[test]
fn everything_on_a_late_gpu() {
    let folder = tempfile::tempdir().unwrap();
    if !stand_in::compile(folder.path()) {
        return;
    }
    let run = |filter: &str, variables: &[(&str, &str)]| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let output = stand_in::use_in(&mut command, folder.path())
            .args(["--ignored", "--test-threads=1", filter])
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{filter} {variables:?}: {}\n{text}", output.status);
        text
    };
    let text = run("late_", &[]);
    assert!(text.contains("test result: ok.") && !text.contains(" 0 passed"), "{text}");
    run("broken_driver", &[("FAKE_GPU_INIT", "803")]);
    run("out_of_memory_build", &[("FAKE_TENSORRT_OOM", "1")]);
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn broken_driver() {
    let error = vrt::cuda::Cuda::open(0).unwrap_err().to_string();
    assert!(error.contains("803") && error.contains("restart after the update"), "{error}");
    let report = vrt::tensorrt::Doctor::examine();
    assert!(!report.can_run());
}
