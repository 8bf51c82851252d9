//! The sample model from picture to metres, against the scenes' truth.
#![allow(clippy::unwrap_used, clippy::panic)] // helpers of tests are tests
#![cfg(feature = "cpu")]

use std::path::{Path, PathBuf};

use vrt_depth_anything::fusion::{FuseOptions, fuse};
use vrt_depth_anything::{Config, DepthAnythingCpu, DepthOptions, Error};
use vrt_types::{CameraIntrinsics, Mask, Rle};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/sample").join(name)
}

fn model() -> DepthAnythingCpu {
    let config = Config::from_metadata_file(sample("depth.json")).unwrap();
    DepthAnythingCpu::from_onnx(sample("depth.onnx"), config).unwrap()
}

struct Scene {
    picture: vrt::kornia_image::Image<u8, 3>,
    camera: CameraIntrinsics,
    masks: Vec<Mask>,
    /// Distance of each instance in metres.
    distances: Vec<f32>,
    /// Metres, row-major.
    depth: Vec<f32>,
}

fn scene(path: &Path) -> Scene {
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let camera = &json["camera"];
    let (width, height) = (number(&camera["width"]) as u32, number(&camera["height"]) as u32);
    let instances = json["instances"].as_array().unwrap();
    let mask = |instance: &serde_json::Value| {
        Rle::from_coco_string(width, height, instance["mask"]["counts"].as_str().unwrap()).unwrap().to_mask().unwrap()
    };
    let millimetres = image::open(sample("scenes").join(json["depth"].as_str().unwrap())).unwrap().into_luma16();
    Scene {
        picture: vrt_picture::read_picture(sample("scenes").join(json["image"].as_str().unwrap())).unwrap(),
        camera: CameraIntrinsics::new(
            number(&camera["fx"]),
            number(&camera["fy"]),
            number(&camera["cx"]),
            number(&camera["cy"]),
            width,
            height,
        )
        .unwrap(),
        masks: instances.iter().map(mask).collect(),
        distances: instances.iter().map(|instance| number(&instance["distance_m"]) as f32).collect(),
        depth: millimetres.into_raw().into_iter().map(|value| f32::from(value) / 1000.0).collect(),
    }
}

fn scenes() -> Vec<Scene> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(sample("scenes")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    paths.iter().map(|path| scene(path)).collect()
}

fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values[values.len() / 2]
}

#[test]
fn distances_of_objects_are_right() {
    let mut model = model();
    let (mut of_objects, mut of_pixels) = (Vec::new(), Vec::new());
    for scene in scenes() {
        let depth = model.infer(&scene.picture, &DepthOptions::default()).unwrap();
        assert_eq!((depth.map.width() as usize, depth.map.height() as usize), (scene.picture.width(), scene.picture.height()));
        let options = FuseOptions { intrinsics: Some(scene.camera), ..FuseOptions::default() };
        let objects = fuse(&scene.masks, &depth.map, &options).unwrap();
        for ((object, truth), mask) in objects.iter().zip(&scene.distances).zip(&scene.masks) {
            of_objects.push((object.median.unwrap() / truth - 1.0).abs());
            assert_eq!(object.valid_share, 1.0);
            // The object is seen where its mask is.
            let [x, y, z] = object.centroid.unwrap().map(f64::from);
            let (u, v) = scene.camera.project([x, y, z]).unwrap();
            let (left, top, width, height) = mask.extent().unwrap();
            let within = |at: f64, from: u32, length: u32| at > f64::from(from) - 1.0 && at < f64::from(from + length);
            assert!(within(u, left, width) && within(v, top, height), "({u}, {v}) outside {left} {top} {width} {height}");
        }
        let errors: Vec<f32> = depth.map.values().iter().zip(&scene.depth).map(|(found, truth)| (found / truth - 1.0).abs()).collect();
        of_pixels.push(errors.iter().sum::<f32>() / errors.len() as f32);
    }
    let (objects, pixels) = (median(of_objects.clone()), of_pixels.iter().sum::<f32>() / of_pixels.len() as f32);
    println!("{} objects: median absolute relative error {objects:.4}; all pixels: mean {pixels:.4}", of_objects.len());
    assert!(of_objects.len() >= 20);
    assert!(objects <= 0.06, "median absolute relative error of the objects' distances is {objects}, more than 0.06");
}

#[test]
fn geometry_and_times_come_with_the_map() {
    let mut model = model();
    let scene = scenes().remove(0);
    let depth = model.infer(&scene.picture, &DepthOptions::default()).unwrap();
    assert_eq!(depth.geometry.picture(), (scene.picture.width(), scene.picture.height()));
    assert_eq!(depth.geometry.network(), (depth.network.width() as usize, depth.network.height() as usize));
    assert_eq!(model.fixed_size(), Some(depth.geometry.network()));
    assert!(depth.times.network.as_nanos() > 0);
    assert_eq!((depth.map.unit(), depth.sky), ("metres", None));
    // The same picture again gives the same map.
    assert_eq!(model.infer(&scene.picture, &DepthOptions::default()).unwrap().map, depth.map);
}

#[test]
fn a_graph_that_contradicts_its_metadata_is_refused() {
    let json = std::fs::read_to_string(sample("depth.json")).unwrap().replace("\"width\": 252", "\"width\": 518");
    let config = Config::from_metadata_json(&json).unwrap();
    let error = DepthAnythingCpu::from_onnx(sample("depth.onnx"), config).unwrap_err();
    assert!(matches!(error, Error::Input { .. }), "{error}");
    assert!(error.to_string().contains("518x252"), "{error}");
}

#[test]
fn other_models_are_refused() {
    let config = Config::from_metadata_file(sample("depth.json")).unwrap();
    let error = DepthAnythingCpu::from_onnx(sample("seg.onnx"), config.clone()).unwrap_err().to_string();
    assert!(error.contains("seg.onnx"), "{error}");
    let error = DepthAnythingCpu::from_onnx(sample("none.onnx"), config).unwrap_err().to_string();
    assert!(error.contains("none.onnx"), "{error}");
    let error = Config::from_metadata_file(sample("seg.json")).unwrap_err().to_string();
    assert!(error.contains("seg.json") && error.contains("instance-segmentation"), "{error}");
}

#[test]
fn the_smallest_picture_has_a_map() {
    use vrt::kornia_image::{Image, ImageSize};
    let mut model = model();
    for (width, height) in [(1, 1), (3, 700), (700, 1)] {
        let picture = Image::<u8, 3>::from_size_val(ImageSize { width, height }, 90).unwrap();
        let depth = model.infer(&picture, &DepthOptions::default()).unwrap();
        assert_eq!(depth.map.values().len(), width * height);
    }
}
