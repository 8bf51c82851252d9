//! Building, keeping, loading.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use vrt::tensorrt::{
    BuildError, CancelToken, CheckError, Doctor, Engine, EngineBuilder, EngineError, EngineStore, Golden, Precision, SelfCheckError,
    ShapeRange, StoreEvent,
};

use super::{cuda, models, tensorrt};

fn builder(file: &str) -> EngineBuilder {
    EngineBuilder::new(&tensorrt(), file.trim_end_matches(".onnx"), models().join(file))
}

fn store() -> (tempfile::TempDir, EngineStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = EngineStore::at(folder.path());
    (folder, store)
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_builds_tell_their_progress_and_are_found_again() {
    let (_folder, store) = store();
    let shares = Arc::new(Mutex::new(Vec::new()));
    let events = Arc::new(Mutex::new(Vec::new()));
    let build = || {
        let (shares, events) = (shares.clone(), events.clone());
        builder("plain.onnx")
            .precision(Precision::Fp16)
            .on_progress(move |progress| {
                shares.lock().unwrap().push(progress.share);
                ControlFlow::Continue(())
            })
            .on_event(move |event| {
                if let StoreEvent::Miss(miss) = event {
                    events.lock().unwrap().push(miss.to_string());
                }
            })
            .build_in(&store)
            .unwrap()
    };
    let built = build();
    assert!(!built.was_stored && built.path.is_file());
    assert_eq!(built.path.file_name().unwrap(), "plain-trt10.6.0.26-sm87-fp16.engine");
    assert_eq!(built.precision_built.to_string(), "fp16 in 1 layer");
    assert!(built.notes.is_empty(), "{:?}", built.notes);
    assert_eq!(built.check.unwrap().outputs[0].nan, 0);
    assert!(!shares.lock().unwrap().is_empty());
    assert_eq!(events.lock().unwrap().len(), 1);

    let again = build();
    assert!(again.was_stored && again.check.is_some());
    assert_eq!(events.lock().unwrap().len(), 1, "no miss the second time");
    let manifest = std::fs::read_to_string(again.path.with_extension("engine.json")).unwrap();
    for part in ["\"tensorrt\": \"10.6.0.26\"", "\"gpu\": \"Late GPU\"", "\"sm\": \"87\"", "\"precision\": \"fp16\""] {
        assert!(manifest.contains(part), "{part} in {manifest}");
    }
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_builds_keep_their_timings() {
    let (folder, store) = store();
    let timings = || std::fs::read(folder.path().join("timing-trt10.6.0.26-sm87.cache")).unwrap();
    builder("plain.onnx").build_in(&store).unwrap();
    assert_eq!(timings(), b"+");
    builder("top.onnx").build_in(&store).unwrap();
    assert_eq!(timings(), b"++", "the second build started from the first one's");
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_builds_stop() {
    let (folder, store) = store();
    let cancel = CancelToken::new();
    cancel.cancel();
    let error = builder("plain.onnx").cancel(&cancel).build_in(&store).unwrap_err();
    assert!(matches!(error, BuildError::Cancelled { .. }), "{error}");
    let error = builder("plain.onnx").on_progress(|_| ControlFlow::Break(())).build_in(&store).unwrap_err();
    assert!(matches!(error, BuildError::Cancelled { .. }), "{error}");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains(".engine.json")), "{left:?}");
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_precisions_are_kept_or_refused() {
    let (_folder, store) = store();
    let built = builder("plain.onnx").build_in(&store).unwrap();
    assert_eq!((built.precision, built.precision_built.to_string().as_str()), (Precision::Fp32, "fp32 in 1 layer"));
    // The stand-in makes only fp32 layers without the flag, as TensorRT may: that is told.
    let built = builder("plain.onnx").precision(Precision::Bf16).build_in(&store).unwrap();
    assert!(built.notes[0].contains("bf16 was asked for, but the inspector shows it in no layer"), "{:?}", built.notes);
    let error = builder("plain.onnx").precision(Precision::Int8).build_in(&store).unwrap_err();
    assert!(matches!(error, BuildError::Precision(_)), "{error}");
    let error = builder("plain.onnx").optimization_level(6).build_in(&store).unwrap_err();
    assert!(matches!(error, BuildError::OptimizationLevel(6)), "{error}");
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_engines_that_lose_their_numbers_are_not_kept() {
    let (_folder, store) = store();
    let error = builder("overflow.onnx").precision(Precision::Fp16).build_in(&store).unwrap_err();
    let BuildError::Check { source, .. } = &error else { panic!("{error}") };
    assert!(matches!(**source, CheckError::Failed(SelfCheckError::NotFinite { nan: 16, .. })), "{error}");
    assert!(error.to_string().contains("build it in bf16"), "{error}");
    assert!(store.entries().is_empty());
    builder("overflow.onnx").precision(Precision::Fp16).self_check(None).build_in(&store).unwrap();
    // The stored engine is checked after it was loaded, too.
    let error = builder("overflow.onnx").precision(Precision::Fp16).build_in(&store).unwrap_err();
    assert!(matches!(error, BuildError::Check { .. }), "{error}");
    assert!(builder("overflow.onnx").self_check(Some(Golden::default())).build_in(&store).is_ok(), "fp32 is fine");
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_broken_models_are_explained() {
    let (_folder, store) = store();
    let error = builder("unsupported.onnx").build_in(&store).unwrap_err();
    let BuildError::Unsupported { nodes, .. } = &error else { panic!("{error}") };
    let names: Vec<_> = nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["fold_first", "bend_second"], "the parser names the first only");
    assert!(error.to_string().contains("example.nowhere.BendTime `bend_second`"), "{error}");
    assert!(matches!(builder("missing.onnx").build_in(&store), Err(BuildError::Onnx(_))));
    assert!(matches!(builder("not-there.onnx").build_in(&store), Err(BuildError::Onnx(_))));
    let huge = [1_000_000, 3, 1_000_000, 1_000_000];
    let range = ShapeRange { input: "x".into(), min: huge.into(), opt: huge.into(), max: huge.into() };
    let error = builder("dynamic.onnx").shapes(range).build_in(&store).unwrap_err();
    assert!(matches!(error, BuildError::Shape { .. }), "{error}");
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_engine_files_are_distrusted() {
    let (folder, store) = store();
    let built = builder("plain.onnx").build_in(&store).unwrap();
    let load = |path: &std::path::Path| Engine::from_file(&tensorrt(), path);
    assert!(load(&built.path).is_ok());
    let plan = std::fs::read(&built.path).unwrap();
    std::fs::write(&built.path, &plan[..plan.len() - 1]).unwrap();
    assert!(matches!(load(&built.path), Err(EngineError::Damaged { .. })), "its manifest knows better");
    let alone = folder.path().join("alone.engine");
    for (bytes, kind) in [
        (plan[..200].to_vec(), "truncated"),
        (vec![0x5a; 4096], "garbled"),
        (Vec::new(), "empty"),
        (b"<html>404</html>".to_vec(), "something else"),
    ] {
        std::fs::write(&alone, bytes).unwrap();
        let error = load(&alone).unwrap_err();
        assert!(matches!(error, EngineError::NotAnEngine { .. }), "{kind}: {error}");
    }
    let other = String::from_utf8(plan).unwrap().replace("10.6.0", "10.3.0");
    std::fs::write(&alone, other).unwrap();
    let error = load(&alone).unwrap_err();
    assert!(matches!(error, EngineError::OtherVersion { .. }), "{error}");
    assert!(error.to_string().contains("Version tag does not match"), "{error}");
    assert!(matches!(load(&folder.path().join("not-there.engine")), Err(EngineError::Read { .. })));
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn late_doctor_finds_everything() {
    let report = Doctor::examine();
    assert!(report.can_run() && report.can_build(), "{report}");
    assert_eq!(report.gpus.len(), 2);
    assert_eq!(report.driver_cuda.as_deref(), Some("12.6"));
    assert_eq!(report.tensorrt.as_ref().unwrap().version, "10.6.0.26");
    assert!(report.to_string().ends_with("engines can be built and run here"), "{report}");
    assert!(report.findings.iter().any(|finding| finding.what == "nvrtc" && finding.remedy.is_some()));
    drop(cuda());
}

#[test]
#[ignore = "run by everything_on_a_late_gpu"]
fn out_of_memory_build() {
    let (_folder, store) = store();
    let error = builder("plain.onnx").workspace(1 << 40).build_in(&store).unwrap_err();
    let BuildError::OutOfMemory { workspace, free, .. } = error else { panic!("{error}") };
    assert!(workspace < 1 << 30 && free <= 1 << 30, "clamped to what is free");
    let text = error.to_string();
    assert!(text.contains("workspace limit was") && text.contains("lower the optimisation level"), "{text}");
}
