//! Graphs from picture to map: dynamic sizes, sky and focal length, and graphs with the faults of real exports.
//! `data/make_models.py` made them, and computed what they should give with PyTorch and ONNX Runtime.
#![allow(clippy::unwrap_used, clippy::panic)] // helpers of tests are tests
#![cfg(feature = "cpu")]

#[path = "support/vectors.rs"]
mod vectors;

use serde::Deserialize;
use vectors::{data, floats, picture, read};
use vrt_depth_anything::{Config, DepthAnythingCpu, DepthOptions, Error, Output, ResizeRule, SkyDepth, Variant};
use vrt_types::CameraIntrinsics;

/// V3 mono or metric on a longer side of 42.
fn v3(variant: Variant) -> Config {
    Config { resize: ResizeRule::UpperBound { longest: 42, multiple: 14 }, ..variant.config() }
}

fn toy(name: &str) -> Result<DepthAnythingCpu, Error> {
    DepthAnythingCpu::from_onnx(data(name), v3(Variant::V3MonoLarge))
}

fn worst(found: &[f32], expected: &[f32]) -> f32 {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

#[test]
fn a_dynamic_v2_gives_what_the_authors_infer_image_gives() {
    #[derive(Deserialize)]
    struct Case {
        picture: [usize; 2],
        network: [usize; 2],
        file: String,
    }
    let config = Config::from_metadata_file(data("tiny-v2.json")).unwrap();
    assert_eq!(config.output, Output::Disparity);
    let mut model = DepthAnythingCpu::from_onnx(data("tiny-v2.onnx"), config).unwrap();
    assert_eq!(model.fixed_size(), None);
    for Case { picture: [width, height], network, file } in read::<Vec<Case>>("tiny-v2-cases.json") {
        let depth = model.infer(&picture(width, height), &DepthOptions::default()).unwrap();
        assert_eq!((depth.network.width() as usize, depth.network.height() as usize), (network[0], network[1]));
        let expected = floats(&file);
        let off = worst(depth.map.values(), &expected);
        println!("{width}x{height}: off by {off:.1e} of {:.2}", expected.iter().copied().fold(0.0, f32::max));
        assert!(off < 2e-5, "{width}x{height}: off by {off}");
    }
}

#[test]
fn a_fixed_size_takes_the_rules_steps_or_stretches() {
    let mut fixed = toy("toy-fixed.onnx").unwrap();
    let mut dynamic = toy("toy-v3.onnx").unwrap();
    assert_eq!((fixed.fixed_size(), dynamic.fixed_size()), (Some((42, 28)), None));
    let keep = DepthOptions { sky: SkyDepth::Keep, ..DepthOptions::default() };
    // The rule makes 42x28 of this picture, so both see the same.
    let wide = picture(123, 77);
    let (one, other) = (fixed.infer(&wide, &keep).unwrap(), dynamic.infer(&wide, &keep).unwrap());
    assert_eq!((one.geometry, one.map), (other.geometry, other.map));
    // And 42x42 of this one, which the fixed graph can't take.
    let square = fixed.infer(&picture(84, 84), &keep).unwrap();
    assert_eq!(square.geometry.network(), (42, 28));
    assert_eq!(square.geometry.aspect_change(), 1.5);
    assert_eq!((square.map.width(), square.map.height()), (84, 84));
}

#[test]
fn elongated_pictures_are_refused_before_they_are_resized() {
    let config = Config::from_metadata_file(data("tiny-v2.json")).unwrap();
    let mut model = DepthAnythingCpu::from_onnx(data("tiny-v2.onnx"), config).unwrap();
    let error = model.infer(&picture(1, 50_000), &DepthOptions::default()).unwrap_err();
    assert!(matches!(error, Error::NetworkSize { picture: (1, 50_000), network: (28.0, 1_400_000.0), .. }), "{error}");
    assert!(error.to_string().contains("crop"), "{error}");
}

#[test]
fn v3_metric_gives_metres_and_sky() {
    #[derive(Deserialize)]
    struct Case {
        picture: [usize; 2],
        network: [u32; 2],
        camera: Camera,
        depth: Vec<f32>,
        sky_pixels: u64,
    }
    #[derive(Deserialize)]
    struct Camera {
        fx: f64,
        fy: f64,
        cx: f64,
        cy: f64,
        width: u32,
        height: u32,
    }
    let case: Case = read("toy-v3-case.json");
    let Camera { fx, fy, cx, cy, width, height } = case.camera;
    let camera = CameraIntrinsics::new(fx, fy, cx, cy, width, height).unwrap();
    let mut model = DepthAnythingCpu::from_onnx(data("toy-v3.onnx"), v3(Variant::V3MetricLarge)).unwrap();
    let picture = picture(case.picture[0], case.picture[1]);
    let error = model.infer(&picture, &DepthOptions::default()).unwrap_err();
    assert!(matches!(error, Error::NoIntrinsics { .. }), "{error}");

    let options = DepthOptions { intrinsics: Some(camera), ..DepthOptions::default() };
    let depth = model.infer(&picture, &options).unwrap();
    assert_eq!([depth.network.width(), depth.network.height()], case.network);
    let off = worst(depth.network.as_metric().unwrap().values(), &case.depth);
    assert!(off < 1e-6, "off by {off}");
    assert_eq!(depth.sky.unwrap().area(), case.sky_pixels);

    let keep = model.infer(&picture, &DepthOptions { sky: SkyDepth::Keep, ..options }).unwrap();
    assert_ne!(keep.network, depth.network);
    // Twice the focal length is twice the distance.
    let longer = CameraIntrinsics::new(2.0 * fx, 2.0 * fy, cx, cy, width, height).unwrap();
    let longer = model.infer(&picture, &DepthOptions { intrinsics: Some(longer), ..options }).unwrap();
    assert!(longer.network.values().iter().zip(depth.network.values()).all(|(far, near)| (far / near - 2.0).abs() < 1e-5));
}

#[test]
fn faults_of_exports_are_errors_that_say_so() {
    let picture = picture(123, 77);
    let run = |name: &str, options: DepthOptions| toy(name).unwrap().infer(&picture, &options);

    // The session finds NaN on its own; both say which output it is and how many values.
    let error = run("toy-nan.onnx", DepthOptions::default()).unwrap_err();
    assert!(matches!(&error, Error::Cpu(_)), "{error}");
    assert!(error.to_string().contains("of 1176 values of output depth"), "{error}");

    let error = run("toy-infinite.onnx", DepthOptions::default()).unwrap_err();
    assert!(
        matches!(&error, Error::NotFinite { output, nan: 0, infinite, total: 1176, .. } if output == "depth" && *infinite > 0),
        "{error}"
    );

    let error = run("toy-flat.onnx", DepthOptions::default()).unwrap_err();
    assert!(matches!(error, Error::FlatMap { value: 0.0, .. }), "{error}");
    let accepted = run("toy-flat.onnx", DepthOptions { accept_flat: true, ..DepthOptions::default() }).unwrap();
    assert_eq!(accepted.map.values().len(), 123 * 77);

    let error = run("toy-half.onnx", DepthOptions::default()).unwrap_err();
    assert!(matches!(&error, Error::OutputShape { found, width: 42, height: 28, .. } if *found == [1, 1, 14, 21]), "{error}");

    let error = toy("toy-two.onnx").unwrap_err();
    assert!(matches!(error, Error::Outputs { .. }), "{error}");
    assert!(error.to_string().contains("a [?, 1, ?, ?], b [?, 1, ?, ?]"), "{error}");
}
