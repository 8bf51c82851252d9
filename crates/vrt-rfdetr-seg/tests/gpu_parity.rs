//! The kernels beside the CPU's reference, on a machine without a GPU: a stand-in driver runs them on the CPU (`tests/fake/`).
//!
//! The stand-in shows what the kernels compute and that the host's side fits them (arguments, sizes, order of work, lives of buffers). It does
//! not show races between blocks or speed; the example `seg_gpu_evidence` runs the same comparisons on a GPU.
//!
//! A process opens its driver once, so the tests proper (`emulated_*`) run in a child process whose loader finds the stand-in.
#![cfg(all(feature = "cuda", target_os = "linux"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure, in helpers too")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use vrt::cuda::Cuda;

#[path = "gpu_parity/host.rs"]
mod host;
#[path = "../examples/gpu_evidence/parity.rs"]
mod parity;
#[path = "../examples/gpu_evidence/sets.rs"]
#[allow(dead_code, reason = "the example times with the rest")]
mod sets;

/// What the example's comparisons return.
type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const LIMIT: Duration = Duration::from_secs(3600);

fn stand_in() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stand-in");
    std::fs::create_dir_all(&folder).unwrap();
    let compiled = Command::new("g++")
        .args(["-std=c++20", "-shared", "-fPIC", "-O2", "-ffp-contract=off", "-w"])
        .arg(format!("-I{}", here.join("kernels").display()))
        .arg(format!("-I{}", here.join("../vrt/tests/fake").display()))
        .arg(here.join("tests/fake/driver.cpp"))
        .args(["-ldl", "-o"])
        .arg(folder.join("libcuda.so.1"))
        .status();
    match compiled {
        Ok(status) => {
            assert!(status.success(), "the stand-in does not compile");
            Some(folder)
        }
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "these tests need g++: {error}");
            eprintln!("skipped: no g++ ({error})");
            None
        }
    }
}

#[test]
fn kernels_agree_with_the_reference() {
    let Some(folder) = stand_in() else { return };
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--test-threads=1", "emulated_"])
        .env("LD_LIBRARY_PATH", &folder)
        .env("VRT_CACHE_DIR", folder.join("cache"))
        .env("VRT_NVRTC", "none")
        .output()
        .unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{text}", output.status);
    assert!(text.contains("test result: ok.") && !text.contains(" 0 passed"), "{text}");
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_decoding() {
    println!("{}", parity::decoding(&Cuda::open(0).unwrap(), true, LIMIT).unwrap());
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_decoders_used_again() {
    println!("{}", parity::reuse(&Cuda::open(0).unwrap()).unwrap());
}

#[test]
#[ignore = "run by kernels_agree_with_the_reference"]
fn emulated_preprocessing() {
    println!("{}", parity::preprocessing(&Cuda::open(0).unwrap(), true, LIMIT).unwrap());
}
