//! Sizes, inputs, upsampling, fusion and PLY files against NumPy, OpenCV, PyTorch and plyfile; `data/make_vectors.py` made the vectors.
#![allow(clippy::unwrap_used, clippy::panic)] // helpers of tests are tests

#[path = "support/vectors.rs"]
mod vectors;

use serde::Deserialize;
use vectors::{data, floats, picture, read};
use vrt::preprocess::Preprocessor;
use vrt::resample::Alignment;
use vrt_depth_anything::decode::reference::decode;
use vrt_depth_anything::fusion::{FuseOptions, PlyFormat, fuse, ply};
use vrt_depth_anything::outputs::RawMap;
use vrt_depth_anything::{Config, DepthOptions, ResizeRule, Variant};
use vrt_types::{AnyDepthMap, CameraIntrinsics, DepthMap, Mask, ObjectDepth};

#[test]
fn sizes_are_those_of_the_python_rules() {
    #[derive(Deserialize)]
    struct Sizes {
        lower_bound_518: Vec<[usize; 4]>,
        upper_bound_504: Vec<[usize; 6]>,
    }
    let sizes: Sizes = read("sizes.json");
    assert!(sizes.lower_bound_518.len() > 60 && sizes.upper_bound_504.len() > 60);
    let (v2, v3) = (Variant::V2Small.config().resize, Variant::V3MonoLarge.config().resize);
    for [width, height, to_width, to_height] in sizes.lower_bound_518 {
        let geometry = v2.plan(width, height, usize::MAX).unwrap();
        assert_eq!(geometry.network(), (to_width, to_height), "{width}x{height}");
    }
    for [width, height, fit_width, fit_height, to_width, to_height] in sizes.upper_bound_504 {
        let steps: Vec<_> = v3.plan(width, height, usize::MAX).unwrap().steps().collect();
        assert_eq!(*steps.last().unwrap(), (to_width, to_height), "{width}x{height}");
        // A step that changes nothing is left out.
        if steps.len() == 2 {
            assert_eq!(steps[0], (fit_width, fit_height), "{width}x{height}");
        } else {
            assert!([(width, height), (to_width, to_height)].contains(&(fit_width, fit_height)), "{width}x{height}");
        }
    }
}

#[test]
fn inputs_are_those_of_opencv() {
    #[derive(Deserialize)]
    struct Input {
        rule: String,
        target: usize,
        picture: [usize; 2],
        shape: [usize; 3],
        file: Option<String>,
        #[serde(default)]
        at: Vec<[usize; 3]>,
        #[serde(default)]
        values: Vec<f32>,
    }
    for input in read::<Vec<Input>>("inputs.json") {
        let [width, height] = input.picture;
        let config = if input.rule == "v2" { Variant::V2Small.config() } else { Variant::V3MonoLarge.config() };
        let rule = match config.resize {
            ResizeRule::LowerBound { multiple, .. } => ResizeRule::LowerBound { width: input.target, height: input.target, multiple },
            _ => ResizeRule::UpperBound { longest: input.target, multiple: 14 },
        };
        let steps: Vec<_> = rule.plan(width, height, usize::MAX).unwrap().steps().collect();
        let mut preprocessor = Preprocessor::new(config.filter, config.normalize).unwrap();
        let tensor = preprocessor.run_steps(&picture(width, height), &steps).unwrap();
        let [channels, rows, columns] = input.shape;
        assert_eq!(tensor.shape, [1, channels, rows, columns]);
        let (found, expected): (Vec<f32>, Vec<f32>) = match &input.file {
            Some(file) => (tensor.as_slice().to_vec(), floats(file)),
            None => {
                let at = |[c, y, x]: &[usize; 3]| tensor.as_slice()[(c * rows + y) * columns + x];
                (input.at.iter().map(at).collect(), input.values)
            }
        };
        assert_eq!(found.len(), expected.len());
        let worst = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        // Far below one step of 8 bits, which is 0.017.
        assert!(worst < 2e-6, "{} {width}x{height}: off by {worst}", input.rule);
    }
}

#[test]
fn maps_are_upsampled_as_by_pytorch() {
    #[derive(Deserialize)]
    struct Case {
        from: [usize; 2],
        to: [usize; 2],
        values: Vec<f32>,
        corners: Vec<f32>,
        half_pixel: Vec<f32>,
    }
    for Case { from: [width, height], to, values, corners, half_pixel } in read::<Vec<Case>>("upsampling.json") {
        for (variant, expected) in [(Variant::V2MetricHypersimSmall, corners), (Variant::V3MonoLarge, half_pixel)] {
            let config = Config { resize: ResizeRule::Stretch { width, height }, ..variant.config() };
            let geometry = config.resize.plan(to[0], to[1], usize::MAX).unwrap();
            let raw = RawMap { name: "depth", shape: &[1, height, width], values: &values };
            let depth = decode(&config, &geometry, raw, None, &DepthOptions::default()).unwrap();
            let worst = depth.map.values().iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(depth.map.values().len() == expected.len() && worst < 2e-6, "{variant} {width}x{height} to {to:?}: {worst}");
        }
    }
}

#[derive(Deserialize)]
struct Fusion {
    width: u32,
    height: u32,
    percents: Vec<f32>,
    camera: Camera,
    map: Vec<Number>,
    objects: Vec<Object>,
    small: Small,
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

/// JSON has no NaN and no infinity, so these are texts.
#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Finite(f32),
    Other(String),
}

#[derive(Deserialize)]
struct Object {
    mask: String,
    median: f64,
    percentiles: Vec<f64>,
    valid_share: f64,
    centroid: [f64; 3],
    extent: [f64; 3],
}

#[derive(Deserialize)]
struct Small {
    width: u32,
    height: u32,
    map: Vec<f32>,
    corners: Vec<Object>,
    half_pixel: Vec<Object>,
}

fn compare(found: &[ObjectDepth], expected: &[Object], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        let near = |a: f32, b: f64| (f64::from(a) - f64::from(b as f32)).abs() <= tolerance;
        assert!(near(found.median.unwrap(), expected.median), "{found:?}, median {}", expected.median);
        assert!(
            found.percentiles.iter().zip(&expected.percentiles).all(|(a, b)| near(a.value, *b)),
            "{found:?}, {:?}",
            expected.percentiles
        );
        assert_eq!((found.valid_share, found.percentiles.len()), (expected.valid_share as f32, expected.percentiles.len()));
        for (found, expected) in [(found.centroid.unwrap(), expected.centroid), (found.extent.unwrap(), expected.extent)] {
            let worst = found.iter().zip(expected).map(|(a, b)| (f64::from(*a) - b).abs()).fold(0.0, f64::max);
            assert!(worst < 1e-6, "{found:?}, {expected:?}");
        }
    }
}

#[test]
fn fusion_agrees_with_numpy() {
    let case: Fusion = read("fusion.json");
    let (width, height) = (case.width, case.height);
    let Camera { fx, fy, cx, cy, width: camera_width, height: camera_height } = case.camera;
    let camera = CameraIntrinsics::new(fx, fy, cx, cy, camera_width, camera_height).unwrap();
    let options = FuseOptions { percentiles: case.percents.clone(), intrinsics: Some(camera), alignment: Alignment::Corners };
    let number = |number: &Number| match number {
        Number::Finite(value) => *value,
        Number::Other(text) => text.parse().unwrap(),
    };
    let mask = |object: &Object| {
        let bits: Vec<u8> = object.mask.bytes().map(|bit| bit - b'0').collect();
        Mask::from_bytes(width, height, &bits).unwrap()
    };
    let masks: Vec<Mask> = case.objects.iter().map(mask).collect();

    let map = AnyDepthMap::Metric(DepthMap::new(width, height, case.map.iter().map(number).collect()).unwrap());
    compare(&fuse(&masks, &map, &options).unwrap(), &case.objects, 0.0);

    // The map at another size than the masks: the same as bringing it to their size with PyTorch first.
    let small = AnyDepthMap::Metric(DepthMap::new(case.small.width, case.small.height, case.small.map).unwrap());
    compare(&fuse(&masks, &small, &options).unwrap(), &case.small.corners, 5e-7);
    let options = FuseOptions { alignment: Alignment::HalfPixel, ..options };
    compare(&fuse(&masks, &small, &options).unwrap(), &case.small.half_pixel, 5e-7);
}

#[test]
fn ply_files_are_those_of_plyfile() {
    let binary = std::fs::read(data("cloud-binary.ply")).unwrap();
    let body = binary.windows(11).position(|window| window == b"end_header\n").unwrap() + 11;
    let vertices: Vec<&[u8]> = binary[body..].chunks_exact(15).collect();
    let point = |vertex: &&[u8]| [0, 4, 8].map(|at| f32::from_le_bytes(vertex[at..at + 4].try_into().unwrap()));
    let points: Vec<[f32; 3]> = vertices.iter().map(point).collect();
    let colors: Vec<[u8; 3]> = vertices.iter().map(|vertex| vertex[12..].try_into().unwrap()).collect();
    assert_eq!(points.len(), 50);
    // plyfile wrote this file from the same numbers.
    assert_eq!(ply(&points, Some(&colors), PlyFormat::BinaryLittleEndian).unwrap(), binary);
    // plyfile read this file as the same numbers (`make_vectors.py --check`).
    let text = ply(&points, Some(&colors), PlyFormat::Ascii).unwrap();
    let path = data("cloud-ascii.ply");
    if std::env::var_os("VRT_WRITE_VECTORS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read(&path).unwrap());
}
