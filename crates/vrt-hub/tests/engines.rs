//! Engines of models by name, on the stand-ins for driver and TensorRT of crate `vrt` and a hub on this machine.

#![cfg(all(feature = "cuda", target_os = "linux"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing assumption is the test's failure")]

#[path = "../../vrt/tests/fake/stand_in.rs"]
mod stand_in;
mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::Fixture;
use vrt::cuda::Cuda;
use vrt::tensorrt::{EngineBuilder, EngineProfile, EngineStore, TensorRt};
use vrt_hub::{EngineFrom, EngineKey, FetchOptions, LocalModel, ModelSpec, Sha256, quiet};

/// A process opens its driver once, so the tests proper run in a child whose loader finds the stand-ins.
#[test]
fn engines_of_models_by_name() {
    let folder = tempfile::tempdir().unwrap();
    if !stand_in::compile(folder.path()) {
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    let output = stand_in::use_in(&mut child, folder.path()).args(["--ignored", "--test-threads=1", "on_a_gpu"]).output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && text.contains("2 passed"), "{text}");
}

fn onnx() -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../vrt/tests/data/onnx/plain.onnx")).unwrap()
}

fn tensorrt() -> TensorRt {
    TensorRt::open(&Cuda::open(0).unwrap()).unwrap()
}

/// The model `m`, with the engines of these lines.
fn spec(fixture: &Fixture, engines: &str) -> ModelSpec {
    fixture.server.put("plain.onnx", &onnx());
    let hash = Sha256::of(&onnx());
    fixture.spec(&format!("files = [{{ role = \"onnx\", path = \"plain.onnx\", sha256 = \"{hash}\" }}]\nengines = [{engines}]"))
}

fn line(plan: &[u8], tensorrt: &str, sm: u16, precision: &str) -> String {
    let (hash, platform) = (Sha256::of(plan), EngineKey::here("", 0, "").platform);
    let path = format!("{tensorrt}-{sm}-{precision}.engine");
    format!(
        "{{ path = \"{path}\", sha256 = \"{hash}\", tensorrt = \"{tensorrt}\", sm = {sm}, precision = \"{precision}\", platform = \"{platform}\" }},"
    )
}

fn fetch(fixture: &Fixture, spec: &ModelSpec) -> LocalModel {
    let options = FetchOptions::default().with_engine(EngineKey::of(&tensorrt(), EngineProfile::default().precision));
    fixture.hub().fetch(spec, &options, &mut quiet).unwrap()
}

#[test]
#[ignore = "run by engines_of_models_by_name"]
fn what_is_built_is_found_again_on_a_gpu() {
    let fixture = Fixture::new();
    let (tensorrt, profile, store) = (tensorrt(), EngineProfile::default(), EngineStore::at(fixture.folder().join("engines")));
    let load = |model: &LocalModel| model.load_engine(&tensorrt, &profile, &store, |builder| builder).unwrap().from;

    let model = fetch(&fixture, &spec(&fixture, ""));
    let first = load(&model);
    assert!(matches!(&first, EngineFrom::Built { reason, .. } if reason.contains("no prebuilt engine of m")), "{first}");
    assert_eq!(first.path().file_name().unwrap(), "m-trt10.6.0.26-sm87-fp16.engine");
    let second = load(&model);
    assert!(matches!(&second, EngineFrom::Store { .. }), "{second}");
    assert_eq!(first.path(), second.path());

    // Of everything that must be equal, one thing is not.
    let others = [("10.6.0.27", 87, "fp16"), ("10.6.0.26", 90, "fp16"), ("10.6.0.26", 87, "fp32")];
    let lines: String = others.iter().map(|(tensorrt, sm, precision)| line(b"never fetched", tensorrt, *sm, precision)).collect();
    let model = fetch(&fixture, &spec(&fixture, &lines));
    assert_eq!(model.engine, None);
    let EngineFrom::Store { reason, .. } = load(&model) else { panic!("{model:?}") };
    for said in ["TensorRT 10.6.0.27, sm87, fp16", "sm90", "fp32", "this is TensorRT 10.6.0.26, sm87, fp16"] {
        assert!(reason.contains(said), "{reason} should say {said}");
    }
    // A progress that stops is heard: the builder is the caller's to set up.
    let elsewhere = EngineStore::at(fixture.folder().join("elsewhere"));
    let stop = |builder: EngineBuilder| builder.on_progress(|_| std::ops::ControlFlow::Break(()));
    let error = model.load_engine(&tensorrt, &profile, &elsewhere, stop).unwrap_err().to_string();
    assert!(error.contains("stopped"), "{error}");
}

#[test]
#[ignore = "run by engines_of_models_by_name"]
fn a_prebuilt_engine_is_taken_if_all_of_it_fits_on_a_gpu() {
    let fixture = Fixture::new();
    let (tensorrt, profile, store) = (tensorrt(), EngineProfile::default(), EngineStore::at(fixture.folder().join("engines")));
    let onnx = fixture.folder().join("plain.onnx");
    fs::write(&onnx, self::onnx()).unwrap();
    let plan = EngineBuilder::new(&tensorrt, "m", &onnx).profile(&profile).build().unwrap().plan;
    let line = line(&plan, "10.6.0.26", 87, "fp16");
    let spec = spec(&fixture, &line);
    fixture.server.put("10.6.0.26-87-fp16.engine", &plan);

    let load = |model: &LocalModel| model.load_engine(&tensorrt, &profile, &store, |builder| builder).unwrap();
    let model = fetch(&fixture, &spec);
    let loaded = load(&model);
    assert_eq!(loaded.from, EngineFrom::Prebuilt { path: model.engine.clone().unwrap() });
    assert_eq!(loaded.engine.inputs().count(), 1);
    assert!(!store.folder().exists(), "nothing was built");

    // A file that was changed after the fetch never gets to TensorRT; one is built, and it is said why.
    fs::write(fs::canonicalize(model.engine.as_ref().unwrap()).unwrap(), b"FAKE-PLAN of somebody else").unwrap();
    let EngineFrom::Built { reason, .. } = load(&model).from else { panic!("a changed engine was loaded") };
    assert!(reason.contains("SHA-256") && reason.contains("can't be used"), "{reason}");
    // And a model that was fetched without asking for engines says that.
    let without = fixture.hub().fetch(&spec, &FetchOptions::default(), &mut quiet).unwrap();
    let EngineFrom::Store { reason, .. } = load(&without).from else { panic!("{without:?}") };
    assert!(reason.contains("was not fetched"), "{reason}");
}
