//! Stand-ins for the NVIDIA driver and TensorRT, so that the GPU's way through the program runs on any machine with g++.
//!
//! The driver is as late as a GPU may be, and runs this project's kernels on the CPU; TensorRT answers what [`Networks`] says.

#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use vrt::cpu::{CpuOptions, CpuSession};
use vrt::preprocess::{Normalize, Preprocessor, ResizeFilter};

use super::common::{Folder, command, model, scene};

/// The folder of the compiled libraries; `None` where there is no C++ compiler.
pub fn libraries() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(compile).as_deref()
}

fn compile() -> Option<PathBuf> {
    // Test programs that run at the same time each have their own.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("stand-in-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources = [("vrt-cli/tests/fake/driver.cpp", "libcuda.so.1"), ("vrt/tests/fake/tensorrt.cpp", "libnvinfer.so.10")];
    for (source, library) in sources {
        let mut compiler = Command::new("g++");
        compiler.args(["-std=c++20", "-shared", "-fPIC", "-O2", "-ffp-contract=off", "-w"]);
        for include in [
            ".",
            "../bindings/mock",
            "vrt-sys/tests/mock",
            "vrt/tests/fake",
            "vrt/kernels",
            "vrt-rfdetr-seg/kernels",
            "vrt-depth-anything/kernels",
        ] {
            compiler.arg("-I").arg(crates.join(include));
        }
        match compiler.arg(crates.join(source)).args(["-ldl", "-o"]).arg(folder.join(library)).status() {
            Ok(status) => assert!(status.success(), "{source} does not compile"),
            Err(error) => {
                assert!(std::env::var_os("CI").is_none(), "these tests need g++: {error}");
                eprintln!("skipped: no g++ ({error})");
                return None;
            }
        }
    }
    fs::copy(folder.join("libnvinfer.so.10"), folder.join("libnvonnxparser.so.10")).unwrap();
    Some(folder)
}

/// The command in the folder, on the stand-ins.
pub fn on_gpu(libraries: &Path, folder: &Folder, args: &[&str]) -> Command {
    let mut command = command(folder, args);
    command.env("LD_LIBRARY_PATH", libraries).env("VRT_TENSORRT_DIR", libraries).env("VRT_CACHE_DIR", folder.path("cache"));
    command.env("VRT_NVRTC", "/nowhere/libnvrtc.so.12").env_remove("CUDA_VISIBLE_DEVICES").env_remove("VRT_ENGINE_DIR");
    command.env("FAKE_TENSORRT_NETWORKS", folder.path("networks"));
    command
}

/// As [`on_gpu`], run.
pub fn run(libraries: &Path, folder: &Folder, args: &[&str]) -> Output {
    on_gpu(libraries, folder, args).output().unwrap()
}

/// Lets the stand-in for TensorRT answer scenes as the sample network of this name (`seg` or `depth`) does on the CPU.
pub fn teach(folder: &Folder, name: &str, side: usize, scenes: &[usize]) {
    let session = CpuSession::from_file(model(&format!("{name}.onnx")), &CpuOptions::default()).unwrap();
    let mut preprocessor = Preprocessor::new(ResizeFilter::Bilinear, Normalize::IMAGENET).unwrap();
    let bytes = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    let sides = |shape: &[usize]| shape[1..].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let input_name = session.inputs()[0].name.clone();
    for (case, number) in scenes.iter().enumerate() {
        let picture = vrt_picture::read_picture(scene(*number)).unwrap();
        let input = preprocessor.run(&picture, side, side).unwrap();
        let outputs = session.run(&input).unwrap();
        let mut description = format!("input {input_name} 3 {side} {side}\n");
        folder.write(&format!("networks/{name}/{case}/{input_name}.f32"), &bytes(input.as_slice()));
        for output in &outputs {
            description += &format!("output {} {}\n", output.name(), sides(output.shape()));
            folder.write(&format!("networks/{name}/{case}/{}.f32", output.name()), &bytes(output.values()));
        }
        folder.write(&format!("networks/{name}.txt"), description.as_bytes());
    }
}
