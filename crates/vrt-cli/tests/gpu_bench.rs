//! `vrt bench MODEL` on stand-ins for driver and TensorRT: what is measured, counted and written. Times of a stand-in mean nothing.

#![cfg(all(feature = "cuda", target_os = "linux"))]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;
mod stand_in;

use std::fs;

use common::{Folder, model, stderr, stdout};
use serde_json::{Value, json};
use stand_in::{libraries, on_gpu, run};

fn labels() -> Vec<f32> {
    (0..4_u8).flat_map(|query| [4.0 - f32::from(query), -9.0, -9.0]).collect()
}

/// A network of few numbers, so that the kernels' emulation is quick: 32x32 pixels, 4 queries, 2 classes and "no object". Each query is sure
/// of a class, each less than the one before.
fn small_network(folder: &Folder) {
    folder.write("networks/small.txt", b"input images 3 32 32\noutput dets 4 4\noutput labels 4 3\noutput masks 4 8 8\n");
    let bytes = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    folder.write("networks/small/else/labels.f32", &bytes(&labels()));
    folder.write("networks/small/else/dets.f32", &bytes(&[0.5, 0.5, 0.2, 0.2].repeat(4)));
    folder.write("networks/small/else/masks.f32", &bytes(&[1.0; 256]));
    let metadata = json!({
        "format": "vrt-model/1", "task": "instance-segmentation", "family": "rfdetr-seg", "name": "small", "queries": 4, "head_width": 3,
        "labels": [{"id": 0, "name": "a"}, {"id": 1, "name": "b"}], "no_object": "last",
        "input": {
            "width": 32, "height": 32, "resize": "stretch", "filter": "bilinear", "mean": [0.5, 0.5, 0.5], "std": [0.5, 0.5, 0.5],
            "color": "rgb",
        },
    });
    folder.write("small.json", metadata.to_string().as_bytes());
    // Any graph will do: the stand-in knows networks by their file's name.
    folder.copy(std::path::Path::new(&model("seg.onnx")), "small.onnx");
}

#[test]
fn whole_frames_are_measured_in_one_run() {
    let Some(libraries) = libraries() else { return };
    let folder = Folder::new();
    small_network(&folder);
    let bench =
        ["bench", "rfdetr-seg", "--onnx", "small.onnx", "--precision", "fp32", "--frames", "12", "--objects", "2", "--json", "b.json"];
    let measure = |more: &[&str]| -> (Value, String) {
        let output = run(libraries, &folder, &[&bench, more].concat());
        assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
        (serde_json::from_slice(&fs::read(folder.path("b.json")).unwrap()).unwrap(), stdout(&output))
    };
    let number =
        |document: &Value, path: &str| document.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("{path} in {document:#}"));

    let (document, text) = measure(&["--size", "24x16", "--format", "nv12"]);
    assert_eq!(
        (&document["format"], &document["model"], &document["frame"]["objects"]),
        (&json!("vrt-bench-frames/1"), &json!("small"), &json!(2))
    );
    assert_eq!(
        (&document["gpu"], &document["tensorrt"], &document["picture"]),
        (&json!("Late GPU"), &json!("10.6.0.26"), &json!("24x16 NV12, noise"))
    );
    assert_eq!(document["engines"][0]["precision"], "fp32");
    assert!(document["command"].as_str().unwrap().contains("bench rfdetr-seg --onnx small.onnx"), "{document}");
    for part in ["kernels", "batch", "streams", "host", "saturation"] {
        assert!(document[part].is_null(), "{part} was not asked for");
    }
    for path in ["/alone_before/p50", "/alone_between/p99", "/alone_after/p50", "/throughput/from_pinned/pictures_per_second"] {
        assert!(number(&document, path) > 0.0, "{path}");
    }
    let ratio = number(&document, "/frame/frame_ms/p50") / number(&document, "/alone_between/p50");
    assert!((number(&document, "/ratios/0/ratio") - ratio).abs() < 1e-9 && text.contains("engine alone, in turn with frames"), "{text}");
    assert_eq!(document.pointer("/frame/captured"), Some(&json!(true)));

    let everything = [
        "--dump",
        "dump",
        "--size",
        "16x8",
        "--batch",
        "4",
        "--streams",
        "3",
        "--slots",
        "3",
        "--compare",
        "--saturate",
        "--plot",
        "b.svg",
    ];
    let (document, text) = measure(&everything);
    assert_eq!((&document["engines"].as_array().unwrap().len(), &document["throughput"]["slots"]), (&2, &json!(3)));
    assert_eq!((&document["batch"]["batch"], document["streams"]["streams"].as_array().unwrap().len()), (&json!(4), 3));
    let frames: u64 = document["streams"]["streams"].as_array().unwrap().iter().map(|stream| stream["frames"].as_u64().unwrap()).sum();
    assert_eq!(frames, 36, "12 for each of 3 streams");
    let points: Vec<(u64, u64)> = document["saturation"]
        .as_array()
        .unwrap()
        .iter()
        .map(|point| (point["contexts"].as_u64().unwrap(), point["batch"].as_u64().unwrap()))
        .collect();
    assert_eq!(points, [(1, 1), (2, 1), (4, 1), (1, 4), (2, 4), (4, 4)], "batches that no engine takes are left out");
    let kernels = &document["kernels"];
    assert_eq!((kernels["preprocess_ms"].as_array().unwrap().len(), &kernels["after_network_ms"][1][0]), (2, &json!("masks")));
    for (index, read) in ["masks to the host as run lengths", "masks to the host as run lengths, as owned values"].iter().enumerate() {
        assert_eq!(kernels["reads_ms"][index][0], *read);
        assert!(number(&document, &format!("/kernels/reads_ms/{index}/1/p50")) > 0.0, "{kernels}");
    }
    assert!(number(&document, "/kernels/run_lengths") > 0.0, "{kernels}");
    let (work, submit) = (number(&document, "/host/work_ms/p50"), number(&document, "/host/submit_ms/p50"));
    assert!(work > 0.0 && work >= submit && document["host"]["asleep_cpu_ms"].is_number(), "{}", document["host"]);
    let (launch, engine) = (&document["host"]["launch"], &document["host"]["engine_launch"]);
    assert_eq!((&engine["kernels"], &launch["copies_on_device"], &launch["allocations"]), (&json!(1), &json!(0), &json!(0)));
    // Parameters fetched, preprocessing, the engine, decoding, masks.
    assert_eq!(launch["kernels"], 5, "{launch}");
    assert!(number(&document, "/host/bytes_to_host") <= 16.0 * 1024.0, "{}", document["host"]);
    for word in [
        "kernel: preprocessing, bilinear, antialiased",
        "stream 3 of 3",
        "batch 4, 3 in flight",
        "saturation, best point",
        "one launch of a CUDA graph",
    ] {
        assert!(text.contains(word), "{word} is missing in\n{text}");
    }
    assert!(fs::read_to_string(folder.path("b.svg")).unwrap().contains("4 contexts, frames"));

    let dumped: Value = serde_json::from_slice(&fs::read(folder.path("dump/dump.json")).unwrap()).unwrap();
    assert_eq!((&dumped["model"], &dumped["input"], &dumped["mean"][0]), (&json!("small"), &json!([32, 32]), &json!(0.5)));
    let array = |name: &str| fs::read(folder.path("dump").join(name)).unwrap();
    let labels: Vec<u8> = labels().iter().flat_map(|value| value.to_le_bytes()).collect();
    assert!(array("labels.npy").ends_with(&labels) && array("labels.npy").starts_with(b"\x93NUMPY"));
    assert_eq!((array("frame.npy").len() - 128, array("boxes.npy").len() - 128, array("masks.npy").len() - 128), (16 * 8 * 3, 64, 1024));
}

#[test]
fn the_script_builds_an_engine_and_says_where_it_is() {
    let Some(libraries) = libraries() else { return };
    let folder = Folder::new();
    small_network(&folder);
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/build_engine.sh");
    let on = |libraries: &std::path::Path, args: &[&str]| {
        // Its environment is the program's.
        let program = on_gpu(libraries, &folder, &[]);
        let mut command = std::process::Command::new("bash");
        command.arg(&script).args(args).current_dir(folder.path("")).env("VRT", program.get_program());
        for (name, value) in program.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.output().unwrap()
    };
    let output = on(libraries, &["small", "small.onnx", "--precision", "fp32"]);
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    let engine = text.lines().find(|line| line.ends_with("small-trt10.6.0.26-sm87-fp32.engine")).unwrap();
    assert!(std::path::Path::new(engine).is_file() && text.contains("pictures/s"), "{text}");
    assert_eq!(on(libraries, &[]).status.code(), Some(2));
    let output = on(&folder.path(""), &["small", "small.onnx"]);
    assert!(output.status.code() == Some(4) && stdout(&output).contains("MISSING"), "{}", stdout(&output));
}

#[test]
fn frames_of_a_depth_model_are_measured_too() {
    let Some(libraries) = libraries() else { return };
    let folder = Folder::new();
    folder.write("networks/deep.txt", b"input pixel_values 3 28 28\noutput predicted_depth 28 28\n");
    let depth: Vec<u8> = (1..=784_u16).flat_map(|at| (f32::from(at) / 784.0).to_le_bytes()).collect();
    folder.write("networks/deep/else/predicted_depth.f32", &depth);
    let metadata = json!({
        "format": "vrt-model/1", "task": "depth", "family": "depth-anything", "name": "deep", "output": {"kind": "metric", "max_depth": 5.0},
        "input": {
            "width": 28, "height": 28, "resize": "stretch", "filter": "bilinear", "mean": [0.5, 0.5, 0.5], "std": [0.5, 0.5, 0.5],
            "color": "rgb",
        },
    });
    folder.write("deep.json", metadata.to_string().as_bytes());
    folder.copy(std::path::Path::new(&model("depth.onnx")), "deep.onnx");
    let bench = ["bench", "depth-anything", "--onnx", "deep.onnx", "--precision", "fp32", "--frames", "12", "--size", "24x16"];
    let more = ["--batch", "2", "--streams", "2", "--compare", "--json", "b.json"];
    let output = run(libraries, &folder, &[&bench[..], &more].concat());
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    for word in
        ["the range of depth on the host", "kernel: upsample", "on top: percentiles 5 and 95", "pinned memory, batch 2, 2 in flight"]
    {
        assert!(text.contains(word), "{word} is missing in\n{text}");
    }
    let document: Value = serde_json::from_slice(&fs::read(folder.path("b.json")).unwrap()).unwrap();
    assert_eq!(
        (&document["model"], &document["frame"]["captured"], &document["batch"]["batch"]),
        (&json!("deep"), &json!(true), &json!(2))
    );
    let output = run(libraries, &folder, &["bench", "rfdetr-seg", "--onnx", "deep.onnx"]);
    assert!(output.status.code() == Some(2) && stderr(&output).contains("bench depth-anything"), "{}", stderr(&output));
}

#[test]
fn what_can_not_be_measured_is_refused() {
    let Some(libraries) = libraries() else { return };
    let folder = Folder::new();
    small_network(&folder);
    let depth = model("depth.onnx");
    let cases: [(&[&str], i32, &str); 10] = [
        (&["bench", "rfdetr-seg"], 2, "--engine"),
        (&["bench", "rfdetr-seg", "--engine", "gone.engine", "--model", "rfdetr-seg-nano"], 1, "gone.engine"),
        (&["bench", "rfdetr-seg", "--onnx", &depth], 2, "depth model"),
        (&["bench", "rfdetr-seg", "--onnx", "small.onnx", "--size", "9x"], 2, "1920x1080"),
        (&["bench", "rfdetr-seg", "--onnx", "small.onnx", "--size", "9x9", "--format", "nv12"], 1, "even"),
        (&["bench", "rfdetr-seg", "--onnx", "small.onnx", "--format", "yuyv"], 2, "nv12"),
        (&["bench", "rfdetr-seg", "--onnx", "small.onnx", "--plot", "x.svg"], 2, "--saturate"),
        (&["bench", "rfdetr-seg", "--onnx", "small.onnx", "--picture", "gone.png"], 1, "gone.png"),
        (&["bench", "rfdetr-seg", "--onnx", "small.onnx", "--device", "cpu"], 2, "must be cuda"),
        (&["bench", "rfdetr-seg", "--onnx", "small.onnx", "--device", "cuda:9"], 4, "shows 2 device(s)"),
    ];
    for (args, code, word) in cases {
        let output = run(libraries, &folder, args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}{}", stdout(&output), stderr(&output));
        assert!(stderr(&output).contains(word), "{args:?} should say {word}: {}", stderr(&output));
    }
}
