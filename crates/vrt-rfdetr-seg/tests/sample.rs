//! From picture file to instances: the sample model must find the objects of the scenes that it was not trained on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failing assumption of a test is its failure
#![cfg(feature = "cpu")]

use std::path::{Path, PathBuf};

use serde::Deserialize;
use vrt_rfdetr_seg::{Config, DecodeOptions, RfDetrSegCpu};
use vrt_types::{Instance, Mask};

#[derive(Deserialize)]
struct Scene {
    image: String,
    instances: Vec<Truth>,
}

#[derive(Deserialize)]
struct Truth {
    class: String,
    class_id: u32,
    mask: Mask,
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/sample")
}

fn scenes() -> Vec<Scene> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(sample().join("scenes")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files.iter().map(|file| serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()).collect()
}

/// How many of the true objects are found: pairs of the same class by falling IoU of their masks, each used once.
fn matched(truth: &[Truth], found: &[Instance], least: f64) -> usize {
    let mut pairs = Vec::new();
    for (t, truth) in truth.iter().enumerate() {
        for (f, instance) in found.iter().enumerate().filter(|(_, instance)| instance.detection.class_id == truth.class_id) {
            pairs.push((truth.mask.iou(&instance.mask).unwrap(), t, f));
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut seen_truth, mut seen_found, mut count) = (vec![false; truth.len()], vec![false; found.len()], 0);
    for (iou, t, f) in pairs {
        if iou >= least && !seen_truth[t] && !seen_found[f] {
            (seen_truth[t], seen_found[f]) = (true, true);
            count += 1;
        }
    }
    count
}

#[test]
fn held_out_scenes_are_segmented() {
    let config = Config::from_metadata_file(sample().join("seg.json")).unwrap();
    let mut model = RfDetrSegCpu::from_onnx(sample().join("seg.onnx"), config).unwrap();
    let (mut objects, mut hits, mut reported) = (0, 0, 0);
    let scenes = scenes();
    assert!(scenes.len() >= 10, "{} scenes", scenes.len());
    for scene in &scenes {
        let picture = vrt_picture::read_picture(sample().join("scenes").join(&scene.image)).unwrap();
        let found = model.infer(&picture, &DecodeOptions::with_threshold(0.5)).unwrap().instances;
        assert!(found.is_sorted_by(|a, b| a.detection.score >= b.detection.score));
        for truth in &scene.instances {
            assert_eq!(model.config().labels().name(truth.class_id), Some(truth.class.as_str()));
        }
        for instance in &found {
            assert_eq!((instance.mask.width() as usize, instance.mask.height() as usize), (picture.width(), picture.height()));
        }
        objects += scene.instances.len();
        hits += matched(&scene.instances, &found, 0.5);
        reported += found.len();
        println!(
            "{}: {} objects, {} found, {} right",
            scene.image,
            scene.instances.len(),
            found.len(),
            matched(&scene.instances, &found, 0.5)
        );
    }
    let (recall, precision) = (hits as f64 / objects as f64, hits as f64 / reported as f64);
    println!("recall {recall:.3}, precision {precision:.3} at mask IoU 0.5, threshold 0.5; {objects} objects");
    assert!(recall >= 0.9, "recall {recall:.3}");
    assert!(precision >= 0.8, "precision {precision:.3}");
}
