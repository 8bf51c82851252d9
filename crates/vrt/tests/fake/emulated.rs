//! Tests whose GPU is an emulator, for the crates that have kernels: include this file with `#[path]`.
//!
//! The stand-in driver runs kernels thread by thread on the CPU (`kernels.h`); TensorRT is the stand-in that answers networks as it was taught
//! (`tensorrt.cpp`). A process opens its driver once, so the tests proper run in a child process whose loader finds the stand-ins. They are
//! `#[ignore]`d and named `emulated_*`, so that nothing else runs them.

use std::path::Path;
use std::process::Command;

#[path = "stand_in.rs"]
mod stand_in;

/// Runs this test binary's `emulated_*` tests on the stand-in driver of the crate in `crate_folder` (`CARGO_MANIFEST_DIR`), compiled into
/// `scratch` (`CARGO_TARGET_TMPDIR`).
#[allow(dead_code, reason = "not by test files that run their child processes themselves")]
pub fn run(crate_folder: &str, scratch: &str) {
    let folder = Path::new(scratch).join("stand-in");
    if !compile(crate_folder, &folder) {
        return;
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    let output = use_in(&mut command, &folder).args(["--ignored", "--test-threads=1", "emulated_"]).output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{text}", output.status);
    assert!(text.contains("test result: ok.") && !text.contains(" 0 passed"), "{text}");
}

/// Compiles the stand-in driver, made of the crate's `tests/fake/driver.cpp` and the `kernels` that it includes, and TensorRT's stand-in into a folder; false
/// where there is no C++ compiler.
pub fn compile(crate_folder: &str, folder: &Path) -> bool {
    let here = Path::new(crate_folder);
    std::fs::create_dir_all(folder.join("networks")).unwrap();
    if !stand_in::compile(folder) {
        return false;
    }
    // The kernels of all crates: a program has those of several.
    let crates = std::fs::read_dir(here.join("..")).unwrap().map(|entry| entry.unwrap().path());
    let kernels = crates.map(|path| path.join("kernels")).filter(|path| path.is_dir());
    let includes = kernels.chain([here.join("../vrt/tests/fake"), here.join("..")]);
    let compiled = Command::new("g++")
        .args(["-std=c++20", "-shared", "-fPIC", "-O2", "-ffp-contract=off", "-w"])
        // A GPU reads 8 and 16 bytes at once only where they are aligned; here such a read ends the test with a signal, too.
        .args(["-fsanitize=alignment", "-fsanitize-undefined-trap-on-error"])
        .args(includes.map(|path| format!("-I{}", path.display())))
        .arg(here.join("tests/fake/driver.cpp"))
        .args(["-ldl", "-o"])
        .arg(folder.join("libcuda.so.1"))
        .status();
    assert!(compiled.unwrap().success(), "the stand-in driver does not compile");
    true
}

/// Lets a program find the stand-ins in a folder. Networks that tests teach are in its folder `networks`.
pub fn use_in<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    stand_in::use_in(command, folder).env("FAKE_TENSORRT_NETWORKS", folder.join("networks"))
}
