//! The sample model of this repository, added as a user's own would be.

#![cfg(feature = "graph")]
#![allow(clippy::unwrap_used, reason = "a failing assumption is the test's failure")]

use std::fs;
use std::path::{Path, PathBuf};

use vrt_hub::{NewModel, Registry, Task, add_model, inspect_onnx};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/sample").join(name)
}

#[test]
fn the_sample_models_can_be_added() {
    let folder = tempfile::tempdir().unwrap();
    let registry = folder.path().join("registry.toml");
    for (name, task) in [("seg", Task::InstanceSegmentation), ("depth", Task::Depth)] {
        let spec = add_model(&registry, &NewModel::new(name, sample(&format!("{name}.onnx"))), &inspect_onnx).unwrap();
        assert_eq!((spec.task, spec.files.len()), (task, 2));
    }
    assert!(Registry::builtin().with_file(registry).unwrap().get("seg").is_ok());
}

#[test]
fn its_labels_and_network_must_fit() {
    let folder = tempfile::tempdir().unwrap();
    let (onnx, registry) = (folder.path().join("own.onnx"), folder.path().join("registry.toml"));
    fs::copy(sample("seg.onnx"), &onnx).unwrap();
    let names = ["cube", "ball", "cylinder", "cone", "ring", "pyramid"];
    let error =
        add_model(&registry, &NewModel::new("own", &onnx).with_labels(names.into_iter().take(3)), &inspect_onnx).unwrap_err().to_string();
    assert!(error.contains("7 class slots and 3 labels"), "{error}");
    add_model(&registry, &NewModel::new("own", &onnx).with_labels(names), &inspect_onnx).unwrap();
    let metadata = fs::read_to_string(folder.path().join("own.json")).unwrap();
    assert!(metadata.contains("\"no_object\": \"last\"") && metadata.contains("\"queries\": 40"), "{metadata}");
    fs::write(&onnx, "no network").unwrap();
    let error = add_model(&registry, &NewModel::new("own", &onnx).replacing(true), &inspect_onnx).unwrap_err().to_string();
    assert!(error.contains("own.onnx"), "{error}");
}
