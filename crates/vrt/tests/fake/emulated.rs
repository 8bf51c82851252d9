//! Tests whose GPU is `tests/fake/` of the crate `vrt`, for the crates that have kernels: include this file with `#[path]`.
//!
//! A process opens its driver once, so the tests proper run in a child process whose loader finds the stand-in. They are `#[ignore]`d and
//! named `emulated_*`, so that nothing else runs them.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles a crate's stand-in driver (`tests/fake/driver.cpp`), with its folder `kernels`. Nothing where there is no g++, unless in CI.
fn stand_in(crate_folder: &str, scratch: &str) -> Option<PathBuf> {
    let (here, folder) = (Path::new(crate_folder), Path::new(scratch).join("stand-in"));
    std::fs::create_dir_all(&folder).unwrap();
    let include = |path: &str| format!("-I{}", here.join(path).display());
    let compiled = Command::new("g++")
        .args(["-std=c++20", "-shared", "-fPIC", "-O2", "-ffp-contract=off", "-w"])
        .args([include("kernels"), include("../vrt/kernels"), include("../vrt/tests/fake")])
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

/// Runs this test binary's `emulated_*` tests on the stand-in driver of the crate in `crate_folder` (`CARGO_MANIFEST_DIR`), which is compiled
/// into `scratch` (`CARGO_TARGET_TMPDIR`).
pub fn run(crate_folder: &str, scratch: &str) {
    let Some(folder) = stand_in(crate_folder, scratch) else { return };
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
