//! Stand-ins for the NVIDIA driver and TensorRT, so that the GPU's way through the program runs on any machine with g++.
//!
//! The driver is as late as a GPU may be, and runs this project's kernels on the CPU; TensorRT answers what [`Networks`] says.

#![allow(dead_code)]

#[path = "../../../vrt/tests/fake/emulated.rs"]
mod emulated;

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
    emulated::compile(env!("CARGO_MANIFEST_DIR"), &folder).then_some(folder)
}

/// The command in the folder, on the stand-ins.
pub fn on_gpu(libraries: &Path, folder: &Folder, args: &[&str]) -> Command {
    let mut command = command(folder, args);
    emulated::use_in(&mut command, libraries).env("VRT_CACHE_DIR", folder.path("cache"));
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
