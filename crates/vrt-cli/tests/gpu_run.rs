//! Pictures on a GPU, on stand-ins for driver and TensorRT: the same objects as on the processor, to the byte.

#![cfg(all(feature = "cuda", feature = "sample", target_os = "linux"))]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;
mod stand_in;

use std::fs;

use common::{Folder, json_lines, model, scene, stderr, stdout, vrt};
use serde_json::{Value, json};
use stand_in::{libraries, run, teach};

const SEG: usize = 256;

fn documents(output: &std::process::Output) -> Vec<Value> {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    json_lines(output)
}

#[test]
fn objects_are_the_same_on_both_devices() {
    let Some(libraries) = libraries() else { return };
    let folder = Folder::new();
    teach(&folder, "seg", SEG, &[7, 1, 3]);
    folder.copy(&scene(7), "pictures/a.jpg");
    folder.copy(&scene(1), "pictures/b.jpg");
    folder.copy(&scene(3), "pictures/c.jpg");
    folder.write("pictures/broken.jpg", b"no picture");
    let seg = model("seg.onnx");
    let on = |device: &'static str| {
        let args = ["run", "pictures", "--onnx", &seg, "--device", device, "--precision", "fp32", "--out", device, "--json"];
        let output = run(libraries, &folder, &args);
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        (json_lines(&output), stderr(&output))
    };
    let ((cpu, _), (gpu, told)) = (on("cpu"), on("cuda"));
    assert!(told.contains("building it") && told.contains("device: cuda:0, Late GPU, TensorRT 10.6.0.26 (as asked)"), "{told}");
    assert_eq!((cpu.len(), gpu.len()), (4, 4));
    for (cpu, gpu) in cpu.iter().zip(&gpu) {
        assert_eq!((&cpu["source"], &cpu["objects"], &cpu["error"]["kind"]), (&gpu["source"], &gpu["objects"], &gpu["error"]["kind"]));
        if cpu["error"].is_object() {
            continue;
        }
        assert!(cpu["objects"].as_array().unwrap().len() > 2, "{cpu}");
        assert_eq!((&cpu["device"], &gpu["device"]), (&json!("cpu"), &json!("cuda:0")));
        let model = |document: &Value, key: &str| document["models"]["segmentation"][key].clone();
        assert_eq!((model(cpu, "engine"), model(cpu, "precision")), (Value::Null, Value::Null));
        assert_eq!((model(gpu, "precision"), model(gpu, "file")), (json!("fp32"), model(cpu, "file")));
        assert!(model(gpu, "engine").as_str().unwrap().ends_with("sample-seg-trt10.6.0.26-sm87-fp32.engine"), "{gpu}");
        assert!(gpu["times_ms"]["segmentation"]["network"].is_null() && gpu["times_ms"]["segmentation"]["total"] == 0.25, "{gpu}");
    }
    for name in ["a", "b", "c"] {
        let overlay = |device: &str| fs::read(folder.path(device).join(name).join("overlay.png")).unwrap();
        assert!(overlay("cpu") == overlay("cuda"), "{name}: the overlays differ");
    }
}

/// Every number but sums, whose order is another on a GPU, and times.
fn comparable(document: &Value) -> Value {
    let mut document = document.clone();
    for object in document["objects"].as_array_mut().unwrap() {
        for axis in object["depth"]["centroid"].as_array_mut().into_iter().flatten() {
            *axis = json!((axis.as_f64().unwrap() * 1e4).round() / 1e4);
        }
    }
    for key in ["device", "models", "times_ms"] {
        document[key] = Value::Null;
    }
    document
}

#[test]
fn masks_distances_and_positions_are_the_same_on_both_devices() {
    let Some(libraries) = libraries() else { return };
    let folder = Folder::new();
    teach(&folder, "seg", SEG, &[7]);
    teach(&folder, "depth", 252, &[7]);
    folder.copy(&scene(7), "a.jpg");
    folder.write("camera.txt", b"# COLMAP's\n1 PINHOLE 640 480 600 600 320 240\n");
    let on = |device: &'static str| {
        let args =
            ["run", "a.jpg", "--fuse", "--camera", "camera.txt", "--device", device, "--precision", "fp32", "--out", device, "--json"];
        documents(&run(libraries, &folder, &args)).remove(0)
    };
    let (cpu, gpu) = (on("cpu"), on("cuda"));
    assert_eq!(comparable(&cpu), comparable(&gpu));
    let object = &gpu["objects"][0];
    assert!(object["distance_m"].as_f64().unwrap() > 0.0 && object["depth"]["centroid"][2].as_f64().unwrap() > 0.0, "{object}");
    let engine = |task: &str| gpu["models"][task]["engine"].as_str().unwrap().to_owned();
    assert!(engine("segmentation").contains("/sample-seg-trt") && engine("depth").contains("/sample-depth-trt"), "{}", gpu["models"]);
    for name in ["overlay.png", "depth.png"] {
        let picture = |device: &str| fs::read(folder.path(device).join(name)).unwrap();
        assert!(picture("cpu") == picture("cuda"), "{name} differs");
    }
    // By the GPU's own clock, which the stand-in has at a quarter of a millisecond.
    assert_eq!(gpu["times_ms"]["fusion"], 0.25, "{gpu}");
    // The fusion is queued before anybody knows that there is nothing to fuse.
    let none = ["run", "a.jpg", "--fuse", "--threshold", "0.999999", "--device", "cuda", "--precision", "fp32", "--json"];
    assert_eq!(documents(&run(libraries, &folder, &none))[0]["objects"], json!([]));
    // What is built by now, `auto` takes; a demo too.
    let output = run(libraries, &folder, &["demo", "--precision", "fp32", "--json"]);
    assert_eq!(documents(&output)[0]["device"], "cuda:0", "{}", stderr(&output));
    // Depth alone.
    let depth = documents(&run(
        libraries,
        &folder,
        &["run", "a.jpg", "--onnx", &model("depth.onnx"), "--device", "cuda", "--precision", "fp32", "--json"],
    ));
    assert_eq!((&depth[0]["depth"], &depth[0]["objects"]), (&cpu["depth"], &json!([])));
}

#[test]
fn a_network_that_breaks_gives_no_distances() {
    let Some(libraries) = libraries() else { return };
    let folder = Folder::new();
    teach(&folder, "seg", SEG, &[7]);
    teach(&folder, "depth", 252, &[7, 1]);
    folder.copy(&scene(7), "pictures/good.jpg");
    folder.copy(&scene(1), "pictures/unknown.jpg");
    let fused = |pictures| run(libraries, &folder, &["run", pictures, "--fuse", "--device", "cuda", "--precision", "fp32", "--json"]);
    assert!(fused("pictures/good.jpg").status.success());
    // From now on, as engines are checked when they are built, what the segmentation's network answers to pictures that it was not taught.
    for output in ["labels", "dets", "masks"] {
        let len = fs::metadata(folder.path(&format!("networks/seg/0/{output}.f32"))).unwrap().len();
        folder.write(&format!("networks/seg/else/{output}.f32"), &f32::NAN.to_le_bytes().repeat(len as usize / 4));
    }
    let output = fused("pictures");
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let told = json_lines(&output);
    assert!(told[0]["objects"].as_array().unwrap().iter().any(|object| object["depth"]["median"].is_number()), "{}", told[0]);
    assert!(told[1]["error"]["message"].as_str().unwrap().contains("NaN") && told[1]["objects"].is_null(), "{}", told[1]);
}

#[test]
fn auto_takes_the_gpu_where_its_engine_is_and_says_why() {
    let Some(libraries) = libraries() else { return };
    let folder = Folder::new();
    teach(&folder, "seg", SEG, &[7]);
    folder.copy(&scene(7), "a.jpg");
    let seg = model("seg.onnx");
    let auto = |more: &[&str]| {
        let output = run(libraries, &folder, &[&["run", "a.jpg", "--onnx", &seg, "--json"], more].concat());
        let told = stderr(&output);
        (documents(&output).remove(0)["device"].clone(), told)
    };
    let (device, told) = auto(&[]);
    assert!(device == "cpu" && told.contains("no fp16 engine") && told.contains("--device cuda builds it"), "{told}");
    assert!(!told.contains("building"), "auto never builds: {told}");

    let output = run(libraries, &folder, &["build", "sample-seg", "--onnx", &seg, "--json"]);
    let engine = documents(&output).remove(0)["engine"].as_str().unwrap().to_owned();
    let (device, told) = auto(&[]);
    assert!(device == "cuda:0" && told.contains("auto: its engines are there"), "{told}");
    let (device, told) = auto(&["--precision", "fp32"]);
    assert!(device == "cpu" && told.contains("no fp32 engine"), "{told}");

    // The engine itself, with what describes the model.
    let named = ["run", "a.jpg", "--engine", &engine, "--json"];
    let output = run(libraries, &folder, &named);
    assert!(output.status.code() == Some(2) && stderr(&output).contains("vrt-model/1"), "{}", stderr(&output));
    fs::copy(&engine, folder.path("mine.engine")).unwrap();
    fs::copy(model("seg.json"), folder.path("mine.json")).unwrap();
    let document = documents(&run(libraries, &folder, &["run", "a.jpg", "--engine", "mine.engine", "--json"])).remove(0);
    let used = &document["models"]["segmentation"];
    assert_eq!((&used["engine"], &used["file"], &used["precision"]), (&json!("mine.engine"), &Value::Null, &Value::Null));

    let fails: [(&[&str], i32, &str); 6] = [
        (&["run", "a.jpg", "--engine", "mine.engine", "--device", "cpu"], 2, "is an engine"),
        (&["run", "a.jpg", "--engine", "mine.engine", "--onnx", &seg], 2, "twice"),
        (&["run", "a.jpg", "--engine", "gone.engine"], 1, "gone.engine"),
        (&["run", "a.jpg", "--onnx", &seg, "--device", "cuda:7"], 4, "shows 2 device(s)"),
        (&["run", "a.jpg", "--onnx", &seg, "--device", "cuda", "--precision", "int8"], 1, "QuantizeLinear"),
        (&["run", "a.jpg", "--onnx", &seg, "--fuse"], 2, "--depth-model"),
    ];
    for (args, code, word) in fails {
        let output = run(libraries, &folder, args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn a_gpu_without_tensorrt_is_told() {
    let Some(libraries) = libraries() else { return };
    let folder = Folder::new();
    folder.copy(&scene(7), "a.jpg");
    folder.copy(&libraries.join("libcuda.so.1"), "driver/libcuda.so.1");
    let seg = model("seg.onnx");
    let run = |device: &str| run(&folder.path("driver"), &folder, &["run", "a.jpg", "--onnx", &seg, "--device", device]);
    let output = run("auto");
    assert!(output.status.success() && stderr(&output).contains("device: cpu (auto: no usable TensorRT"), "{}", stderr(&output));
    let output = run("cuda");
    let told = stderr(&output);
    assert!(output.status.code() == Some(4) && told.contains("TensorRT") && told.contains("--device cpu"), "{told}");
}

#[test]
fn without_a_gpu_auto_is_the_processor_and_cuda_is_refused() {
    let folder = Folder::new();
    folder.copy(&scene(7), "a.jpg");
    let seg = model("seg.onnx");
    let run = |device: &str| vrt(&folder, &["run", "a.jpg", "--onnx", &seg, "--device", device, "--out", device]);
    let output = run("auto");
    assert!(output.status.success() && stderr(&output).contains("device: cpu (auto: "), "{}", stderr(&output));
    let output = run("cuda");
    assert!(output.status.code() == Some(4) && stderr(&output).contains("vrt doctor"), "{}{}", stdout(&output), stderr(&output));
    assert!(!folder.path("cuda").exists(), "nothing is written without the GPU that was asked for");
}
