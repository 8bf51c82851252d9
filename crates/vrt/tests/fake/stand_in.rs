//! The stand-ins for driver and TensorRT (`cuda.cpp`, `tensorrt.cpp`), compiled for tests of this crate and of those above it.

use std::path::Path;
use std::process::Command;

/// Compiles the stand-ins into a folder; false where there is no C++ compiler, which only CI may not be without.
pub fn compile(folder: &Path) -> bool {
    // Also included by other crates, so not `CARGO_MANIFEST_DIR` itself.
    let vrt = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vrt");
    let include = |path: &str| format!("-I{}", vrt.join(path).display());
    let includes = [include("../../bindings/mock"), include("../vrt-sys/tests/mock")];
    for (source, library) in [("cuda.cpp", "libcuda.so.1"), ("tensorrt.cpp", "libnvinfer.so.10")] {
        let compiled = Command::new("g++")
            .args(["-std=c++17", "-shared", "-fPIC", "-O1", "-w"])
            .args(&includes)
            .arg(vrt.join("tests/fake").join(source))
            .args(["-ldl", "-o"])
            .arg(folder.join(library))
            .status();
        match compiled {
            Ok(status) => assert!(status.success(), "{source} does not compile"),
            Err(error) => {
                assert!(std::env::var_os("CI").is_none(), "these tests need g++: {error}");
                eprintln!("skipped: no g++ ({error})");
                return false;
            }
        }
    }
    std::fs::copy(folder.join("libnvinfer.so.10"), folder.join("libnvonnxparser.so.10")).unwrap();
    true
}

/// Lets a program find the stand-ins in a folder, and nothing of this machine.
pub fn use_in<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    command
        .env("LD_LIBRARY_PATH", folder)
        .env("VRT_TENSORRT_DIR", folder)
        .env("VRT_CACHE_DIR", folder.join("cache"))
        .env("VRT_NVRTC", "/nowhere/libnvrtc.so.12")
        .env_remove("CUDA_VISIBLE_DEVICES")
        .env_remove("VRT_ENGINE_DIR")
}
