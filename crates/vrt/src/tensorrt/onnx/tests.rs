use super::*;

/// Small models with what the `onnx` package reads in them; see `tests/data/onnx/make_models.py`.
fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/onnx")
}

#[test]
fn finds_what_the_onnx_package_finds() {
    let expected = std::fs::read_to_string(data().join("expected.json")).unwrap();
    let expected: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&expected).unwrap();
    let mut read = 0;
    for (file, expected) in expected.iter().filter(|(file, _)| *file != "missing.onnx") {
        let summary = OnnxSummary::read(data().join(file)).unwrap();
        let tensors = |tensors: &[OnnxTensor]| {
            let side = |dim: &OnnxDim| match dim {
                OnnxDim::Fixed(size) => serde_json::json!(size),
                OnnxDim::Dynamic(name) => serde_json::json!(name),
            };
            let shape = |shape: &Option<Vec<OnnxDim>>| shape.iter().flatten().map(side).collect::<Vec<_>>();
            tensors.iter().map(|tensor| serde_json::json!([tensor.name, tensor.element_type, shape(&tensor.shape)])).collect::<Vec<_>>()
        };
        let external: Vec<_> = summary.external.iter().map(|file| &file.file).collect();
        let found = serde_json::json!({
            "sha256": summary.hash.sha256,
            "nodes": summary.nodes,
            "operators": summary.operators,
            "weights": summary.weights,
            "casts": summary.casts,
            "external": external,
            "inputs": tensors(&summary.inputs),
            "outputs": tensors(&summary.outputs),
            "opset": summary.opset,
        });
        assert_eq!(&found, expected, "{file}");
        read += 1;
    }
    assert!(read >= 9);
}

#[test]
fn quantisation_is_seen() {
    let quantized = |file| OnnxSummary::read(data().join(file)).unwrap().quantized();
    assert_eq!(quantized("qdq.onnx"), Some(Quantized::Int8));
    assert_eq!(quantized("plain.onnx"), None);
    assert!(OnnxSummary::read(data().join("half.onnx")).unwrap().computes_in(element_type::FLOAT16));
}

#[test]
fn external_weights_are_hashed_and_missed() {
    let summary = OnnxSummary::read(data().join("external.onnx")).unwrap();
    assert_eq!(summary.external[0].bytes, std::fs::metadata(data().join("external.weights")).unwrap().len());
    let error = OnnxSummary::read(data().join("missing.onnx")).unwrap_err();
    assert!(matches!(&error, OnnxError::MissingExternalData { missing, .. } if missing == &["gone.weights"]), "{error}");
    assert!(error.to_string().contains("missing beside it: gone.weights."), "{error}");
}

#[test]
fn a_location_outside_the_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(data().join("missing.onnx")).unwrap();
    // Same length, so that the message stays whole.
    let at = bytes.windows(12).position(|window| window == b"gone.weights").unwrap();
    for location in [b"../a.weights", b"/etc/a/bcdef", b"a/../../b/cd"] {
        let mut changed = bytes.clone();
        for at in [at, at + 12 + bytes[at + 12..].windows(12).position(|window| window == b"gone.weights").unwrap()] {
            changed[at..at + 12].copy_from_slice(location);
        }
        let path = folder.path().join("m.onnx");
        std::fs::write(&path, changed).unwrap();
        assert!(matches!(OnnxSummary::read(&path), Err(OnnxError::ExternalDataOutside { .. })));
    }
}

#[test]
fn damaged_files_are_errors_and_not_panics() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.onnx");
    let bytes = std::fs::read(data().join("plain.onnx")).unwrap();
    let mut accepted = 0;
    for len in 0..bytes.len() {
        let mut found = Found::default();
        accepted += usize::from(found.model(&bytes[..len]).is_ok() && found.has_graph);
    }
    // Cut behind the graph, the file is whole for protocol buffers.
    assert!(accepted < 20, "{accepted} of {} cuts were accepted", bytes.len());
    for at in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at] ^= 0xff;
        let _ = Found::default().model(&flipped);
    }
    std::fs::write(&path, &bytes[..500]).unwrap();
    assert!(matches!(OnnxSummary::read(&path), Err(OnnxError::NotOnnx { .. })));
    std::fs::write(&path, b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n").unwrap();
    let error = OnnxSummary::read(&path).unwrap_err().to_string();
    assert!(error.contains("git lfs pull"), "{error}");
    assert!(matches!(OnnxSummary::read(folder.path().join("not-there.onnx")), Err(OnnxError::Read { .. })));
}

#[test]
fn deep_nesting_ends() {
    // A graph whose node holds a graph whose node ...: field 7, then node 1, attribute 5, graph 6.
    let mut bytes = Vec::new();
    for _ in 0..2000 {
        for tag in [6 << 3 | 2, 5 << 3 | 2, 1 << 3 | 2] {
            let len = bytes.len();
            let mut outer = vec![tag];
            let mut rest = len;
            while rest >= 0x80 {
                outer.push((rest as u8 & 0x7f) | 0x80);
                rest >>= 7;
            }
            outer.push(rest as u8);
            outer.extend_from_slice(&bytes);
            bytes = outer;
        }
    }
    let mut found = Found::default();
    assert_eq!(found.graph(&bytes, DEPTH, true), Err(walk::Broken));
}

#[test]
fn nodes_are_named_on_demand() {
    let summary = OnnxSummary::read(data().join("unsupported.onnx")).unwrap();
    let unknown = ["example.nowhere.FoldSpace", "example.nowhere.BendTime"].into();
    let named = summary.nodes_with(&unknown).unwrap();
    let expected = [("example.nowhere.FoldSpace", "fold_first"), ("example.nowhere.BendTime", "bend_second")]
        .map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(named, expected);
}
