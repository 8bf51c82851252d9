//! The built program, as scripts and people use it.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::fs;
use std::path::Path;

use common::{Folder, json_lines, scene, stderr, stdout, vrt};
use serde_json::Value;
use vrt_types::Mask;

fn result(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Masks add up, boxes are inside, files are where the document says and of the size it says.
fn check_consistent(document: &Value, folder: &Path) {
    let side = |key: &str| document["picture"][key].as_u64().unwrap();
    let (width, height) = (side("width"), side("height"));
    for (index, object) in document["objects"].as_array().unwrap().iter().enumerate() {
        assert_eq!(object["id"], index + 1);
        let mask: Mask = serde_json::from_value(object["mask"].clone()).unwrap();
        assert_eq!((u64::from(mask.width()), u64::from(mask.height())), (width, height));
        assert_eq!(object["area"], mask.area());
        let edge = |key: &str| object["box"][key].as_f64().unwrap();
        assert!(edge("x1") >= 0.0 && edge("x1") <= edge("x2") && edge("x2") <= width as f64, "{object}");
        assert!(edge("y1") >= 0.0 && edge("y1") <= edge("y2") && edge("y2") <= height as f64, "{object}");
    }
    let scores: Vec<f64> = document["objects"].as_array().unwrap().iter().map(|object| object["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    for (kind, name) in document["files"].as_object().unwrap() {
        let Some(name) = name.as_str() else { continue };
        let picture = vrt_picture::read_picture(folder.join(name)).unwrap();
        if kind == "overlay" {
            assert_eq!((picture.width() as u64, picture.height() as u64), (width, height));
        }
    }
}

#[test]
fn the_demo_shows_what_it_says() {
    let folder = Folder::new();
    let output = vrt(&folder, &["demo"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    for word in ["object", "score", "mask area", "distance", "truth", "IoU", "vrt-out/overlay.png", "vrt-out/depth.png", " m"] {
        assert!(text.contains(word), "{word} is missing in\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(stderr(&output).contains("cpu (auto: "));
    let document = result(&folder.path("vrt-out/result.json"));
    check_consistent(&document, &folder.path("vrt-out"));
    assert!(document["objects"].as_array().unwrap().iter().all(|object| object["distance_m"].as_f64().unwrap() > 0.1));
    assert!(document["objects"].as_array().unwrap().iter().all(|object| object["depth"]["centroid"].is_array()));
    // The models have learned something: most of this scene is found.
    let truth = document["truth"].as_array().unwrap();
    let found = truth.iter().filter(|object| object["found"].is_u64()).count();
    assert!(found * 2 > truth.len(), "{found} of {}", truth.len());
    assert_eq!(document["files"]["comparison"], "comparison.png");
}

#[test]
fn json_is_alone_on_standard_output() {
    let folder = Folder::new();
    let output = vrt(&folder, &["demo", "--json", "--scene", "3", "--out", "out"]);
    let [document] = json_lines(&output).try_into().unwrap();
    assert_eq!(document, result(&folder.path("out/result.json")));
    let output = vrt(&folder, &["demo", "--scene", "12"]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()));
    assert!(stderr(&output).contains("0 to 11"));
}

#[test]
fn one_picture_by_the_sample_models() {
    let folder = Folder::new();
    folder.copy(&scene(4), "table top.jpg");
    let output = vrt(&folder, &["run", "table top.jpg"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let warning = stderr(&output);
    assert!(warning.contains("warning: no model was named") && warning.contains("vrt models"), "{warning}");
    let text = stdout(&output);
    assert!(text.contains("table top.jpg, 640x480: ") && text.contains("distance"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(!text.contains('\u{1b}'), "colours in a pipe:\n{text}");
    let document = result(&folder.path("vrt-out/result.json"));
    check_consistent(&document, &folder.path("vrt-out"));
    assert!(document["camera"].is_null() && document["objects"][0]["depth"]["centroid"].is_null());
    assert_eq!(document["source"], "table top.jpg");
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let folder = Folder::new();
    folder.copy(&scene(1), "in/a.jpg");
    folder.copy(&scene(2), "in/b.jpg");
    folder.copy(&scene(2), "in/sub/c.jpg");
    folder.write("in/cut.jpg", &fs::read(scene(2)).unwrap()[..20_000]);
    folder.write("in/notes.txt", b"no picture");
    let output = vrt(&folder, &["run", "in", "missing.png"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let errors = stderr(&output);
    assert!(errors.contains("cut.jpg is cut off") && errors.contains("missing.png"), "{errors}");
    assert!(stdout(&output).contains("2 pictures, ") && stdout(&output).contains(" 2 failures in "), "{}", stdout(&output));
    for name in ["a", "b"] {
        check_consistent(&result(&folder.path(&format!("vrt-out/{name}/result.json"))), &folder.path(&format!("vrt-out/{name}")));
    }
    assert!(!folder.path("vrt-out/cut").exists() && !folder.path("vrt-out/c").exists());
    assert_eq!(vrt(&folder, &["run", "in", "--recursive", "--out", "all"]).status.code(), Some(3));
    assert!(folder.path("all/c/result.json").exists());
}

#[test]
fn every_picture_has_its_line_of_json() {
    let folder = Folder::new();
    folder.copy(&scene(1), "a/x.jpg");
    folder.copy(&scene(2), "b/x.jpg");
    folder.write("b/empty.png", b"");
    folder.write("none/notes.txt", b"");
    let output = vrt(&folder, &["run", "a", "b", "none", "--json", "--model", "sample"]);
    assert_eq!(output.status.code(), Some(3));
    let lines = json_lines(&output);
    let kinds: Vec<&str> = lines.iter().filter_map(|line| line["error"]["kind"].as_str()).collect();
    assert_eq!((lines.len(), kinds), (4, vec!["folder", "empty"]));
    let places: Vec<Value> = ["vrt-out/x/result.json", "vrt-out/x-2/result.json"].map(|path| result(&folder.path(path))).into();
    for place in places {
        assert!(lines.contains(&place));
    }
    let all_bad = vrt(&folder, &["run", "b/empty.png", "--json"]);
    assert_eq!((all_bad.status.code(), json_lines(&all_bad).len()), (Some(1), 1));
}

#[test]
fn model_files_give_what_the_built_in_ones_give() {
    let folder = Folder::new();
    let (seg, depth) = (common::model("seg.onnx"), common::model("depth.onnx"));
    let picture = scene(7);
    let run = |args: &[&str]| {
        let output = vrt(&folder, &[&["run", picture.to_str().unwrap(), "--json"], args].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        json_lines(&output).remove(0)
    };
    let built_in = run(&["--model", "sample"]);
    let both = run(&["--onnx", &seg, "--depth-onnx", &depth]);
    assert_eq!(both["objects"], built_in["objects"]);
    assert_eq!(
        (&both["models"]["segmentation"]["file"], &both["models"]["segmentation"]["name"]),
        (&seg.as_str().into(), &"sample-seg".into())
    );
    let objects = run(&["--onnx", &seg]);
    assert!(objects["depth"].is_null() && objects["files"]["depth"].is_null() && objects["objects"][0]["distance_m"].is_null());
    assert_eq!(objects["objects"][0]["mask"], built_in["objects"][0]["mask"]);
    let alone = run(&["--onnx", &depth]);
    assert_eq!((&alone["objects"], &alone["depth"], &alone["threshold"]), (&Value::Array(vec![]), &built_in["depth"], &Value::Null));
    assert!(alone["files"]["overlay"].is_null());
    let mixed = run(&["--onnx", &seg, "--depth-model", "sample"]);
    assert_eq!(mixed["objects"], built_in["objects"]);
}

#[test]
fn classes_and_threshold_choose() {
    let folder = Folder::new();
    let picture = scene(7);
    let run = |args: &[&str]| {
        json_lines(&vrt(&folder, &[&["run", picture.to_str().unwrap(), "--json", "--model", "sample"], args].concat())).remove(0)
    };
    let all = run(&[]);
    let cones = run(&["--classes", "CONE, ring"]);
    let classes: Vec<&Value> = cones["objects"].as_array().unwrap().iter().map(|object| &object["class"]).collect();
    assert!(!classes.is_empty() && classes.iter().all(|class| *class == "cone" || *class == "ring"), "{classes:?}");
    assert_eq!(run(&["--classes", "3"])["objects"], run(&["--classes", "cone"])["objects"]);
    let few = run(&["--threshold", "0.93"]);
    assert!(few["objects"].as_array().unwrap().len() < all["objects"].as_array().unwrap().len());
    let none = vrt(&folder, &["run", picture.to_str().unwrap(), "--model", "sample", "--threshold", "1"]);
    assert!(stdout(&none).contains("a lower --threshold shows more"), "{}", stdout(&none));
    let unknown = vrt(&folder, &["run", picture.to_str().unwrap(), "--classes", "cup"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("cube, ball, cylinder"), "{}", stderr(&unknown));
}

#[test]
fn a_camera_gives_positions() {
    let folder = Folder::new();
    folder.write("ours.json", br#"{"fx": 539.0488, "fy": 539.0488, "cx": 319.5, "cy": 239.5, "width": 640, "height": 480}"#);
    folder.write("ros.yaml", b"image_width: 640\nimage_height: 480\ncamera_matrix:\n  rows: 3\n  cols: 3\n  data: [539.0488, 0.0, 319.5, 0.0, 539.0488, 239.5, 0.0, 0.0, 1.0]\n");
    folder.write("wide.json", br#"{"fx": 500, "fy": 500, "cx": 960, "cy": 540, "width": 1920, "height": 1080}"#);
    let picture = scene(7);
    let run = |camera: &str| vrt(&folder, &["run", picture.to_str().unwrap(), "--json", "--model", "sample", "--camera", camera]);
    let [ours] = json_lines(&run("ours.json")).try_into().unwrap();
    let [ros] = json_lines(&run("ros.yaml")).try_into().unwrap();
    assert_eq!((&ours["objects"], &ours["camera"]["fx"]), (&ros["objects"], &539.0488.into()));
    for object in ours["objects"].as_array().unwrap() {
        let position: Vec<f64> = serde_json::from_value(object["depth"]["centroid"].clone()).unwrap();
        assert!((position[2] - object["distance_m"].as_f64().unwrap()).abs() < 0.2, "{object}");
        // Left of the middle is negative x.
        let middle = (object["box"]["x1"].as_f64().unwrap() + object["box"]["x2"].as_f64().unwrap()) / 2.0;
        assert_eq!(position[0] < 0.0, middle < 319.5, "{object}");
    }
    let other_shape = run("wide.json");
    assert_eq!(other_shape.status.code(), Some(1), "{}", stderr(&other_shape));
    assert!(stderr(&other_shape).contains("1920"), "{}", stderr(&other_shape));
}

#[test]
fn questions_that_make_no_sense_are_usage_errors() {
    let folder = Folder::new();
    folder.copy(&scene(1), "a.jpg");
    let cases: [(&[&str], i32, &str); 12] = [
        (&["run"], 2, "PICTURE"),
        (&["run", "a.jpg", "--model", "yolo"], 2, "rfdetr-seg-nano"),
        (&["run", "a.jpg", "--model", "rfdetr-seg-nano"], 2, "--onnx FILE"),
        (&["run", "a.jpg", "--depth-model", "depth-anything-v2-small"], 2, "--depth-onnx FILE"),
        (&["run", "a.jpg", "--threshold", "2"], 2, "between 0 and 1"),
        (&["run", "a.jpg", "--device", "tpu"], 2, "cuda:N"),
        (&["run", "a.jpg", "--device", "cuda:0"], 4, "--device cpu"),
        (&["demo", "--device", "cuda"], 4, "--device cpu"),
        (&["run", "a.jpg", "--onnx", "no.onnx"], 1, "no.onnx"),
        (&["run", "a.jpg", "--camera", "no.yaml"], 1, "no.yaml"),
        (&["run", "a.jpg", "--max-pixels", "many"], 2, "100M"),
        (&["models", "extra"], 2, "extra"),
    ];
    for (args, code, word) in cases {
        let output = vrt(&folder, args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{args:?}");
    }
    assert!(!folder.path("vrt-out").exists(), "nothing is written for a question that makes no sense");
}

#[test]
fn model_files_that_are_none_are_told_apart() {
    let folder = Folder::new();
    folder.copy(&scene(1), "a.jpg");
    folder.write("text.onnx", b"not a network");
    folder.copy(Path::new(&common::model("seg.json")), "text.json");
    let output = vrt(&folder, &["run", "a.jpg", "--onnx", "text.onnx"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("text.onnx"), "{}", stderr(&output));
    // A network of another model: the sample network is no RF-DETR-Seg Nano.
    let output = vrt(&folder, &["run", "a.jpg", "--model", "rfdetr-seg-nano", "--onnx", &common::model("seg.onnx")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("rfdetr-seg-nano"), "{}", stderr(&output));
}

#[test]
fn listings_and_completions() {
    let folder = Folder::new();
    let output = vrt(&folder, &["models"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.contains("rfdetr-seg-2xlarge") && text.contains("depth-anything-v3-metric-large") && text.contains("built in"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let models: Value = serde_json::from_str(&stdout(&vrt(&folder, &["models", "--json"]))).unwrap();
    // The sample models, the variants, and two further exports of variants that the registry has.
    let exports = if cfg!(feature = "hub") { 2 } else { 0 };
    assert_eq!(models.as_array().unwrap().len(), 2 + 7 + 11 + exports);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = vrt(&folder, &["completions", shell]);
        assert!(output.status.success() && stdout(&output).contains("max-pixels"), "{shell}");
    }
}
