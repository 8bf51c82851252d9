//! The commands for GPUs: where none is seen, and on a stand-in for driver and TensorRT.

#![cfg(feature = "cuda")]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;
#[cfg(target_os = "linux")]
mod stand_in;

use std::process::Output;

use common::{Folder, command, json_lines, model, stderr, stdout};
use serde_json::{Value, json};

/// Runs it without any GPU, whatever this machine has.
fn vrt(folder: &Folder, args: &[&str]) -> Output {
    let mut command = command(folder, args);
    command.env("CUDA_VISIBLE_DEVICES", "-1").env("HOME", folder.path("home")).env_remove("XDG_CACHE_HOME");
    command.env_remove("VRT_ENGINE_DIR").env_remove("VRT_CACHE_DIR").output().unwrap()
}

fn expect(folder: &Folder, code: i32, args: &[&str], word: &str) -> (String, String) {
    let output = vrt(folder, args);
    let (out, error) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(code), "{args:?}: {out}{error}");
    assert!(error.contains(word) || out.contains(word), "{args:?} should say {word}: {out}{error}");
    (out, error)
}

fn manifest() -> Value {
    json!({
        "format": "vrt-engine/1", "model": "cutlery", "onnx": {"file": "cutlery.onnx", "bytes": 1_000_000, "sha256": "ab".repeat(32)},
        "tensorrt": "10.6.0.26", "product": "TensorRT", "gpu": "NVIDIA H200", "sm": "90", "precision": "fp16",
        "shapes": [{"input": "images", "min": [1, 3, 8, 8], "opt": [4, 3, 8, 8], "max": [8, 3, 8, 8]}], "optimization_level": 3,
        "precision_built": {"layers": {"fp16": 120, "fp32": 14}},
        "engine": {"file": "cutlery.engine", "bytes": 9, "sha256": "cd".repeat(32)},
        "workspace_bytes": 2_147_483_648_u64, "build_seconds": 95.0, "built_at": 0, "driver_cuda": "12.6", "vrt": "0.1.0",
    })
}

#[test]
fn the_doctor_says_what_is_missing_and_what_to_do() {
    let folder = Folder::new();
    let (out, _) = expect(&folder, 4, &["doctor"], "No engine can be run here");
    assert!(out.contains("MISSING  driver") || out.contains("gpu"), "{out}");
    assert!(out.contains("tensorrt") && out.contains("nvrtc") && out.contains("engine folder"), "{out}");
    let output = vrt(&folder, &["doctor", "--json"]);
    assert_eq!(output.status.code(), Some(4));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&report["format"], &report["can_run"], &report["can_build"]), (&json!("vrt-doctor/1"), &json!(false), &json!(false)));
    for finding in report["findings"].as_array().unwrap() {
        assert_eq!(finding["remedy"].is_string(), finding["health"] != "good", "{finding}");
    }
}

#[test]
fn a_build_checks_everything_before_it_looks_for_a_gpu() {
    let folder = Folder::new();
    let seg = model("seg.onnx");
    folder.write("text.onnx", b"no network at all");
    let cases: [(&[&str], i32, &str); 12] = [
        (&["build"], 2, "NAME"),
        (&["build", "x", "--onnx", &seg, "--precision", "fp7"], 2, "fp16"),
        (&["build", "x", "--onnx", &seg, "--batch", "4,1"], 2, "the smallest, the usual and the largest"),
        (&["build", "x", "--onnx", &seg, "--shape", "nothing:1x3x8x8"], 2, "no input"),
        (&["build", "x", "--onnx", &seg, "--optimization-level", "6"], 2, "0..=5"),
        (&["build", "x", "--onnx", &seg, "--workspace", "0"], 2, "1.."),
        (&["build", "x", "--onnx", &seg, "--device", "cpu"], 2, "must be cuda"),
        (&["build", "x", "--onnx", "gone.onnx"], 1, "gone.onnx"),
        (&["build", "x", "--onnx", "text.onnx"], 1, "text.onnx"),
        (&["build", "sample"], 2, "--onnx"),
        (&["build", "yolo"], 2, "rfdetr-seg-nano"),
        (&["build", "x", "--onnx", &seg, "--store", "engines", "--batch", "1,4,8"], 4, "vrt doctor"),
    ];
    for (args, code, word) in cases {
        expect(&folder, code, args, word);
    }
    assert!(!folder.path("engines").exists(), "nothing is written without a GPU");
    #[cfg(feature = "hub")]
    expect(&folder, 2, &["build", "rfdetr-seg-nano"], "vrt pull rfdetr-seg-nano");
}

#[test]
fn an_engines_manifest_is_told_on_any_machine() {
    let folder = Folder::new();
    expect(&folder, 1, &["inspect", "gone.engine"], "gone.engine");
    folder.write("cutlery.engine", b"no engine");
    let (out, error) = expect(&folder, 4, &["inspect", "cutlery.engine"], "No manifest lies beside it");
    assert!(out.contains("cutlery.engine, 9 B") && error.contains("vrt doctor"), "{out}{error}");
    folder.write("cutlery.engine.json", manifest().to_string().as_bytes());
    let (out, _) = expect(&folder, 4, &["inspect", "cutlery.engine"], "NVIDIA H200, compute capability 90");
    for word in ["TensorRT 10.6.0.26", "fp16 asked for; computes in fp16 in 120 layers", "images: 1x3x8x8 to 8x3x8x8, tuned for 4x3x8x8"] {
        assert!(out.contains(word), "{word} is missing in\n{out}");
    }
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let output = vrt(&folder, &["inspect", "cutlery.engine", "--json"]);
    let document: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((output.status.code(), &document["manifest"]["model"], &document["engine"]), (Some(4), &json!("cutlery"), &Value::Null));
    for (text, word) in
        [("{", "no JSON"), ("{\"format\": \"vrt-engine/9\"}", "vrt-engine/9"), ("{\"format\": \"vrt-engine/1\"}", "missing field")]
    {
        folder.write("cutlery.engine.json", text.as_bytes());
        expect(&folder, 1, &["inspect", "cutlery.engine"], word);
    }
}

#[test]
fn a_bench_measures_the_processor_and_refuses_what_can_not_be() {
    let folder = Folder::new();
    let (seg, depth) = (model("seg.onnx"), model("depth.onnx"));
    folder.write("cutlery.engine", b"no engine");
    let cases: [(&[&str], i32, &str); 9] = [
        (&["bench"], 2, "required"),
        (&["bench", "cutlery.engine", "--onnx", &seg], 2, "cannot be used with"),
        (&["bench", "gone.engine"], 1, "gone.engine"),
        (&["bench", "cutlery.engine"], 4, "vrt doctor"),
        (&["bench", "cutlery.engine", "--device", "cpu"], 2, "engines run on GPUs"),
        (&["bench", "--onnx", &seg, "--device", "cuda"], 2, "vrt build"),
        (&["bench", "--onnx", &seg, "--shape", "nothing:1x3x8x8"], 2, "no input"),
        (&["bench", "--onnx", &seg, "--duration", "-1"], 2, "seconds"),
        (&["bench", "--onnx", "gone.onnx"], 1, "gone.onnx"),
    ];
    for (args, code, word) in cases {
        expect(&folder, code, args, word);
    }
    let quick = ["--iterations", "3", "--duration", "0", "--warmup", "0"];
    let output = vrt(&folder, &[&["bench", "--onnx", &seg, "--json"], &quick[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let [document] = json_lines(&output).try_into().unwrap();
    let time = |name: &str| document["latency_ms"][name].as_f64().unwrap();
    assert_eq!((&document["iterations"], &document["batch"], &document["device"]), (&json!(3), &json!(1), &json!("cpu")));
    assert!(time("min") > 0.0 && time("min") <= time("p50") && time("p50") <= time("p99") && time("p99") <= time("max"), "{document}");
    let (out, _) = expect(&folder, 0, &[&["bench", "--onnx", &depth], &quick[..]].concat(), "runs/s");
    assert!(out.contains("p50") && out.contains("p99"), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn engines_are_built_told_and_measured_on_a_stand_in() {
    let Some(libraries) = stand_in::libraries() else { return };
    let folder = Folder::new();
    let models = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../vrt/tests/data/onnx");
    let onnx = |name: &str| models.join(name).display().to_string();
    let run = |args: &[&str]| stand_in::run(libraries, &folder, args);
    let json = |args: &[&str]| -> Value {
        let output = run(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    let report = json(&["doctor", "--json"]);
    assert_eq!((&report["can_run"], &report["can_build"], &report["gpus"][0]["name"]), (&json!(true), &json!(true), &json!("Late GPU")));

    let build = ["build", "dyn", "--onnx", &onnx("dynamic.onnx"), "--precision", "fp32", "--batch", "1,4,8", "--json"];
    let built = json(&build);
    assert_eq!((&built["was_stored"], &built["precision"]), (&json!(false), &json!("fp32")));
    let engine = built["engine"].as_str().unwrap().to_owned();
    assert!(engine.ends_with("dyn-b8-trt10.6.0.26-sm87-fp32.engine"), "{engine}");
    assert_eq!(json(&build)["was_stored"], true);
    let moved = json(&["build", "dyn", "--onnx", &onnx("dynamic.onnx"), "--store", "elsewhere", "--json"]);
    assert!(moved["engine"].as_str().unwrap().starts_with("elsewhere"), "{moved}");

    let told = json(&["inspect", &engine, "--json"]);
    assert_eq!(told["manifest"]["shapes"][0]["max"][0], 8);
    assert_eq!((&told["engine"]["tensors"][0]["input"], &told["engine"]["tensors"][0]["shape"][0]), (&json!(true), &Value::Null));
    assert_eq!(told["engine"]["tensors"][0]["ranges"][0]["opt"][0], 4);

    let input = told["engine"]["tensors"][0]["name"].as_str().unwrap().to_owned();
    let quick = ["--iterations", "5", "--duration", "0", "--warmup", "0", "--json"];
    let plain = json(&[&["bench", &engine], &quick[..]].concat());
    assert_eq!((&plain["batch"], &plain["iterations"], &plain["cuda_graph"]), (&json!(4), &json!(5), &json!(false)));
    assert!(plain["gpu_ms"]["p50"].as_f64().unwrap() > 0.0, "{plain}");
    let graph = json(&[&["bench", &engine, "--cuda-graph", "--shape", &format!("{input}:8x3x16x16")], &quick[..]].concat());
    assert_eq!((&graph["batch"], &graph["cuda_graph"]), (&json!(8), &json!(true)));

    folder.write("junk.engine", b"junk");
    let large = format!("{input}:9x3x16x16");
    let fails: [(&[&str], i32, &str); 4] = [
        (&["build", "un", "--onnx", &onnx("unsupported.onnx")], 1, "fold_first"),
        (&["bench", "junk.engine"], 1, "not a whole TensorRT engine"),
        (&["bench", &engine, "--shape", &large], 1, "must have the shape"),
        (&["bench", &engine, "--device", "cuda:7"], 4, "shows 2 device(s)"),
    ];
    for (args, code, word) in fails {
        let output = run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
    }
}
