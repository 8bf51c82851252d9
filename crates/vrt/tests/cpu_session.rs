//! Networks of tests/data/networks (made by tests/data/make_networks.py) against ONNX Runtime, and those that must be refused.
#![cfg(feature = "cpu")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::num::NonZeroUsize;

use common::{Reader, data, wave};
use vrt::cpu::{CpuError, CpuOptions, CpuSession, Dim, ElementType, HostOutput};
use vrt::kornia_tensor::Tensor;

fn load(name: &str) -> Result<CpuSession, CpuError> {
    CpuSession::from_file(data("networks").join(name), &CpuOptions::default())
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(data("networks").join(name)).unwrap()
}

fn refused(name: &str) -> CpuError {
    let error = load(name).expect_err(name);
    let message = error.to_string();
    assert!(message.contains(name), "{message}");
    error
}

/// Outputs of plain.onnx for batches of 1 and 2.
fn check_plain(session: &CpuSession) {
    let mut reader = Reader::open("networks/plain.bin");
    for batch in [1, 2] {
        let outputs = session.run(&wave([batch, 3, 8, 8])).unwrap();
        assert_eq!(outputs.len(), reader.u32());
        for output in &outputs {
            let shape: Vec<usize> = (0..reader.u32()).map(|_| reader.u32()).collect();
            assert_eq!(output.shape(), shape);
            for value in output.values() {
                let expected = reader.f32();
                assert!((value - expected).abs() < 1e-5, "{}: {value} is not {expected}", output.name());
            }
        }
    }
    assert!(reader.is_done());
}

#[test]
fn a_plain_network_gives_what_onnx_runtime_gives() {
    let session = load("plain.onnx").unwrap();
    check_plain(&session);
    let [input] = session.inputs() else { panic!("{:?}", session.inputs()) };
    assert_eq!(input.to_string(), "pixels f32[batch, 3, 8, 8]");
    assert_eq!((&input.shape[0], &input.shape[1], input.dtype), (&Dim::Dynamic("batch".into()), &Dim::Fixed(3), ElementType::F32));
    let names: Vec<&str> = session.outputs().iter().map(|output| output.name.as_str()).collect();
    assert_eq!(names, ["features", "pooled"]);
    assert!(session.name().ends_with("plain.onnx"));

    let session = CpuSession::from_bytes("embedded", bytes("plain.onnx"), &CpuOptions::default().with_threads(NonZeroUsize::MIN)).unwrap();
    check_plain(&session);
    assert_eq!(session.name(), "embedded");
}

#[test]
fn outputs_become_tensors_of_their_rank() {
    let outputs = load("plain.onnx").unwrap().run(&wave([1, 3, 8, 8])).unwrap();
    let features: Tensor<f32, 4> = outputs[0].clone().into_tensor().unwrap();
    assert_eq!((features.shape, features.as_slice()), ([1, 4, 8, 8], outputs[0].values()));
    let error = outputs[0].clone().into_tensor::<3>().err().unwrap();
    assert_eq!(error.to_string(), "output features has the shape [1, 4, 8, 8], which is no tensor of 3 dimensions");
}

#[test]
fn several_threads_may_run_one_session() {
    let session = load("plain.onnx").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| check_plain(&session));
        }
    });
}

#[test]
fn inputs_that_do_not_fit_are_refused() {
    let session = load("plain.onnx").unwrap();
    for shape in [[1, 3, 8, 9], [1, 4, 8, 8], [0, 3, 8, 8]] {
        let message = session.run(&Tensor::zeros(shape)).unwrap_err().to_string();
        assert!(message.contains(&format!("{shape:?}")) && message.contains("pixels f32[batch, 3, 8, 8]"), "{message}");
    }
    let mut lying = wave([1, 3, 8, 8]);
    lying.shape = [2, 3, 8, 8];
    assert!(matches!(session.run(&lying), Err(CpuError::InputShape { .. })));
    let mut strided = wave([1, 3, 8, 8]);
    strided.strides = [192, 64, 1, 8];
    assert!(matches!(session.run(&strided), Err(CpuError::InputShape { .. })));
}

#[test]
fn cubic_resizes_that_change_nothing_run() {
    for (name, shape) in
        [("cubic-same-size.onnx", [1, 3, 56, 56]), ("cubic-scales-one.onnx", [1, 3, 56, 56]), ("cubic-empty-scales.onnx", [1, 3, 56, 56])]
    {
        assert_eq!(load(name).unwrap().run(&wave(shape)).unwrap()[0].shape(), [1, 2, 4, 4], "{name}");
    }
    let session = load("cubic-any-size.onnx").unwrap();
    for _ in 0..2 {
        session.run(&wave([1, 3, 56, 56])).unwrap();
        let error = session.run(&wave([1, 3, 70, 56])).unwrap_err();
        let CpuError::CubicResize { node, reason, .. } = &error else { panic!("{error}") };
        assert_eq!(node, "resize_positions");
        assert_eq!(reason, "for an input of shape [1, 3, 70, 56] it resizes [1.0, 2.0, 4.0, 4.0] to [1.0, 2.0, 5.0, 4.0]");
        assert!(error.to_string().contains("position embeddings baked in"), "{error}");
    }
    load("linear-resize.onnx").unwrap().run(&wave([1, 3, 8, 8])).unwrap();
}

#[test]
fn cubic_resizes_that_change_something_are_refused() {
    for (name, node, why) in [
        ("cubic-other-size.onnx", "resize_positions", "to [1.0, 2.0, 5.0, 4.0]"),
        ("cubic-scales-two.onnx", "resize_positions", "by [1.0, 1.0, 2.0, 2.0]"),
        ("cubic-scales-near-one.onnx", "resize_positions", "by [1.0, 1.0, 1.1"),
        ("cubic-by-values.onnx", "resize_positions", "depends on what is in pixels"),
        ("cubic-in-branch.onnx", "double_resize", "inside a branch"),
    ] {
        let error = refused(name);
        let CpuError::CubicResize { node: found, reason, .. } = &error else { panic!("{error}") };
        assert!(found == node && reason.contains(why), "{error}");
    }
}

#[test]
fn all_operators_that_can_not_run_are_listed() {
    let error = refused("unsupported.onnx");
    let CpuError::Operators { operators, .. } = &error else { panic!("{error}") };
    let found: Vec<_> = operators.iter().map(|operator| (operator.op_type.as_str(), operator.nodes.join(" "))).collect();
    let expected =
        [("Celu", "first_celu second_celu"), ("GridSample", "sample"), ("Hardmax", "no_branch_node"), ("Attention", "attention")];
    assert_eq!(found, expected.map(|(op_type, nodes)| (op_type, nodes.to_owned())));
    let message = error.to_string();
    for part in ["4 of the operators", "com.microsoft/Attention", "attribute \"mode\"", "leave out onnxsim"] {
        assert!(message.contains(part), "{message}");
    }
    let message = refused("functions.onnx").to_string();
    assert!(message.contains("com.example/Magic (in magic)") && message.contains("inline_local_functions"), "{message}");
}

#[test]
fn tensors_in_other_files_are_read_or_named() {
    check_plain(&load("side.onnx").unwrap());
    for (name, side_file, why) in [
        ("side-missing.onnx", "missing.onnx.data", "put it beside the network"),
        ("side-outside.onnx", "../outside.data", "only files in the same folder"),
        ("side-absolute.onnx", "/etc/hostname.data", "only files in the same folder"),
        ("side-short.onnx", "short.data", "needs 432 bytes at 0, but the file has 100"),
        ("side-suffix.onnx", "weights.bin", "named *.data or *.onnx_data"),
    ] {
        let error = refused(name);
        let CpuError::SideFile { side_file: found, tensor, reason, .. } = &error else { panic!("{error}") };
        assert!(found == side_file && tensor == "weights" && reason.contains(why), "{error}");
    }
    let error = CpuSession::from_bytes("embedded", bytes("side.onnx"), &CpuOptions::default()).unwrap_err();
    assert!(error.to_string().contains("load the network with CpuSession::from_file"), "{error}");
}

#[test]
fn networks_of_another_kind_are_refused_with_a_remedy() {
    for (name, why) in [
        ("int-input.onnx", "its input is ids i64[1, 3, 8, 8], but only f32 goes in"),
        ("half-input.onnx", "pixels f16[1, 3, 8, 8]"),
        ("no-input.onnx", "it has 0 inputs"),
        ("two-inputs.onnx", "it has 2 inputs (pixels, size)"),
        ("three-dimensions.onnx", "pixels f32[3, 8, 8]"),
        ("zero-size.onnx", "pixels has a dimension of size 0"),
        ("negative-size.onnx", "pixels has a dimension of size -1"),
        ("no-output.onnx", "it has no outputs"),
    ] {
        let error = refused(name);
        assert!(matches!(error, CpuError::Signature { .. }) && error.to_string().contains(why), "{error}");
        assert!(error.to_string().contains("export it"), "{error}");
    }
}

#[test]
fn files_that_are_no_networks_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let whole = bytes("plain.onnx");
    let garbage: Vec<u8> = (0..2000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for (name, content) in [("empty", &[][..]), ("cut", &whole[..whole.len() / 2]), ("garbage", &garbage), ("text", b"no network at all")] {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let error = CpuSession::from_file(&path, &CpuOptions::default()).unwrap_err();
        let message = error.to_string();
        assert!(matches!(error, CpuError::NotOnnx { .. }) && message.contains(name) && message.contains("export it again"), "{message}");
    }
    let error = CpuSession::from_file(folder.path().join("missing.onnx"), &CpuOptions::default()).unwrap_err();
    assert!(matches!(error, CpuError::Read { .. }) && error.to_string().contains("missing.onnx"), "{error}");
    let error = CpuSession::from_file(folder.path(), &CpuOptions::default()).unwrap_err();
    assert!(error.to_string().contains(&folder.path().display().to_string()), "{error}");
}

#[test]
fn what_fails_while_it_runs_is_an_error() {
    let input = wave([1, 3, 8, 8]);
    let error = load("nan.onnx").unwrap().run(&input).unwrap_err();
    assert!(matches!(&error, CpuError::NotANumber { output, .. } if output == "features"), "{error}");
    let error = load("int-output.onnx").unwrap().run(&input).unwrap_err();
    assert!(error.to_string().contains("output classes of") && error.to_string().contains("holds i64"), "{error}");
    let error = load("wrong-reshape.onnx").unwrap().run(&input).unwrap_err();
    assert!(matches!(error, CpuError::Run { .. }) && error.to_string().contains("reshape"), "{error}");
    assert!(matches!(load("overflow.onnx"), Err(CpuError::Load { .. })));
}

/// Outputs of the networks in models/sample, where the checkout has them, against ONNX Runtime: see tests/data/make_sample_vectors.py.
#[test]
fn sample_networks_give_what_onnx_runtime_gives() {
    for name in ["seg", "depth"] {
        let network = data("../../../../models/sample").join(name).with_extension("onnx");
        let vector = format!("sample-{name}.bin");
        if !network.exists() || !data(&vector).exists() {
            continue;
        }
        let mut reader = Reader::open(&vector);
        let shape = [reader.u32(), reader.u32(), reader.u32(), reader.u32()];
        let outputs: Vec<HostOutput> = CpuSession::from_file(&network, &CpuOptions::default()).unwrap().run(&wave(shape)).unwrap();
        assert_eq!(outputs.len(), reader.u32());
        for output in outputs {
            let (len, step, count) = (reader.u32(), reader.u32(), reader.u32());
            assert_eq!((output.values().len(), output.values().iter().step_by(step).count()), (len, count), "{name} {}", output.name());
            for value in output.values().iter().step_by(step) {
                let expected = reader.f32();
                assert!((value - expected).abs() <= 1e-4, "{name} {}: {value} is not {expected}", output.name());
            }
        }
    }
}
