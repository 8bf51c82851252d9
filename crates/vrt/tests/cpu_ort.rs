//! ONNX Runtime as the engine. Skipped, with a word, where `ORT_DYLIB_PATH` names no library.
#![cfg(feature = "ort")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{data, wave};
use vrt::cpu::{CpuBackend, CpuError, CpuOptions, CpuSession};

fn load(name: &str) -> Result<CpuSession, CpuError> {
    CpuSession::from_file(data("networks").join(name), &CpuOptions::default().with_backend(CpuBackend::Ort))
}

fn has_library() -> bool {
    let found = std::env::var_os("ORT_DYLIB_PATH").is_some_and(|path| std::path::Path::new(&path).is_file());
    if !found {
        eprintln!("skipped: set ORT_DYLIB_PATH to ONNX Runtime's library");
    }
    found
}

#[test]
fn both_engines_agree() {
    if !has_library() {
        return;
    }
    for name in ["plain.onnx", "side.onnx"] {
        let rten = CpuSession::from_file(data("networks").join(name), &CpuOptions::default()).unwrap();
        let ort = load(name).unwrap();
        assert_eq!((ort.inputs(), ort.outputs()), (rten.inputs(), rten.outputs()));
        for batch in [1, 3] {
            let input = wave([batch, 3, 8, 8]);
            for (found, expected) in ort.run(&input).unwrap().iter().zip(&rten.run(&input).unwrap()) {
                assert_eq!((found.name(), found.shape()), (expected.name(), expected.shape()));
                assert!(found.values().iter().zip(expected.values()).all(|(a, b)| (a - b).abs() < 1e-5), "{name}");
            }
        }
    }
}

#[test]
fn what_rten_refuses_runs() {
    if !has_library() {
        return;
    }
    let outputs = load("cubic-other-size.onnx").unwrap().run(&wave([1, 3, 70, 56])).unwrap();
    assert_eq!(outputs[0].shape(), [1, 2, 5, 4]);
    load("side-suffix.onnx").unwrap().run(&wave([1, 3, 8, 8])).unwrap();
}

#[test]
fn what_fails_is_an_error() {
    if !has_library() {
        return;
    }
    assert!(matches!(load("functions.onnx"), Err(CpuError::Load { .. })));
    assert!(matches!(load("side-outside.onnx"), Err(CpuError::SideFile { .. })));
    assert!(matches!(load("int-input.onnx"), Err(CpuError::Signature { .. })));
    let input = wave([1, 3, 8, 8]);
    assert!(matches!(load("nan.onnx").unwrap().run(&input), Err(CpuError::NotANumber { .. })));
    assert!(matches!(load("int-output.onnx").unwrap().run(&input), Err(CpuError::OutputType { .. })));
    assert!(matches!(load("wrong-reshape.onnx").unwrap().run(&input), Err(CpuError::Run { .. })));
}

/// In a process of its own: a library that was opened stays.
#[test]
fn a_missing_library_is_an_error() {
    let test = std::env::current_exe().unwrap();
    let mut child = std::process::Command::new(test);
    child.args(["--exact", "without_a_library", "--ignored"]).env("ORT_DYLIB_PATH", "/nowhere/libonnxruntime.so");
    assert!(child.status().unwrap().success());
}

#[test]
#[ignore = "run by a_missing_library_is_an_error"]
fn without_a_library() {
    for _ in 0..2 {
        let message = load("plain.onnx").unwrap_err().to_string();
        assert!(message.contains("/nowhere/libonnxruntime.so") && message.contains("pip install onnxruntime"), "{message}");
    }
}

#[test]
fn sessions_may_be_shared() {
    fn shared<T: Send + Sync>() {}
    shared::<CpuSession>();
}
