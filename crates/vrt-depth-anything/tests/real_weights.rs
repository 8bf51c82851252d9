//! Accuracy of real weights on a real stereo pair with ground truth.
//!
//! Neither can be part of this repository. To run it (with `--features cuda` on a GPU, too):
//!
//! ```text
//! VRT_DEPTH_MODEL=model.onnx VRT_DEPTH_METADATA=model.json VRT_MOTORCYCLE=folder \
//!     cargo test --release -p vrt-depth-anything --test real_weights -- --ignored --nocapture
//! ```
//!
//! The folder holds the motorcycle pair of scikit-image 0.16.2 (`skimage/data`, from the Middlebury 2014 set): `motorcycle_left.png` and
//! `motorcycle_disp.npz`, unpacked with
//! `python3 -c "import numpy, sys; numpy.load(sys.argv[1])['arr_0'].astype('<f4').tofile(sys.argv[2])" motorcycle_disp.npz disparity.f32`.
#![allow(clippy::unwrap_used, clippy::panic)] // helpers of tests are tests
#![cfg(feature = "cpu")]

use std::path::PathBuf;

use vrt::kornia_image::Image;
use vrt_depth_anything::{Config, DepthAnythingCpu, DepthOptions};
use vrt_types::{AnyDepthMap, CameraIntrinsics};

/// Calibration of the pair at 741x500: focal length in pixels, distance of the cameras in metres, and by how much the right camera's
/// principal point lies further right (scikit-image's `stereo_motorcycle` documentation).
const FOCAL: f64 = 994.978;
const CENTER: (f64, f64) = (311.193, 254.877);
const BASELINE: f64 = 0.193001;
const OFFSET: f64 = 31.086;

fn variable(name: &str) -> PathBuf {
    std::env::var_os(name).map(PathBuf::from).unwrap_or_else(|| panic!("set {name}; see the head of this file"))
}

/// The picture, its camera, and the distance of every pixel that has one.
struct Pair {
    picture: Image<u8, 3>,
    camera: CameraIntrinsics,
    truth: Vec<Option<f32>>,
}

fn pair() -> Pair {
    let folder = variable("VRT_MOTORCYCLE");
    let picture = vrt_picture::read_picture(folder.join("motorcycle_left.png")).unwrap();
    let (width, height) = (picture.width(), picture.height());
    let bytes = std::fs::read(folder.join("disparity.f32")).unwrap();
    let disparity: Vec<f32> = bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
    assert_eq!(disparity.len(), width * height);
    let metres = |disparity: f32| (BASELINE * FOCAL / (f64::from(disparity) + OFFSET)) as f32;
    let truth = disparity.iter().map(|d| d.is_finite().then(|| metres(*d))).collect();
    let camera = CameraIntrinsics::new(FOCAL, FOCAL, CENTER.0, CENTER.1, width as u32, height as u32).unwrap();
    Pair { picture, camera, truth }
}

fn config() -> Config {
    Config::from_metadata_file(variable("VRT_DEPTH_METADATA")).unwrap()
}

fn check(map: &AnyDepthMap, truth: &[Option<f32>], who: &str) {
    let found: Vec<f32> = match map {
        AnyDepthMap::Metric(map) => map.values().to_vec(),
        // Relative maps are brought to metres by least squares, disparities in disparity space, as their papers measure it.
        AnyDepthMap::Disparity(map) => fit(map.values(), truth, |metres| 1.0 / metres).iter().map(|value| 1.0 / value.max(0.05)).collect(),
        map => fit(map.values(), truth, |metres| metres),
    };
    let pairs: Vec<(f32, f32)> = found.iter().zip(truth).filter_map(|(found, truth)| truth.map(|truth| (*found, truth))).collect();
    let count = pairs.len() as f32;
    let relative = pairs.iter().map(|(found, truth)| (found / truth - 1.0).abs()).sum::<f32>() / count;
    let close = pairs.iter().filter(|(found, truth)| (found / truth).max(truth / found) < 1.25).count() as f32 / count;
    println!("{who}: absolute relative error {relative:.3}, within 25 %: {:.1} %", 100.0 * close);
    assert!(close > 0.8, "only {close} of the pixels are within 25 % of the truth");
}

#[test]
#[ignore = "needs real weights and the motorcycle pair, given by VRT_DEPTH_MODEL, VRT_DEPTH_METADATA and VRT_MOTORCYCLE"]
fn the_motorcycle_is_as_far_as_its_disparity_says() {
    let (pair, config) = (pair(), config());
    let mut model = DepthAnythingCpu::from_onnx(variable("VRT_DEPTH_MODEL"), config).unwrap();
    let depth = model.infer(&pair.picture, &DepthOptions { intrinsics: Some(pair.camera), ..DepthOptions::default() }).unwrap();
    check(&depth.map, &pair.truth, &format!("{} on the CPU", model.config().name));
}

#[cfg(feature = "cuda")]
#[test]
#[ignore = "needs a GPU, real weights and the motorcycle pair, given by VRT_DEPTH_MODEL, VRT_DEPTH_METADATA and VRT_MOTORCYCLE"]
fn the_motorcycle_is_as_far_on_a_gpu() {
    use vrt::cuda::{Cuda, Frame};
    use vrt::tensorrt::EngineStore;
    use vrt_depth_anything::DepthAnything;
    let (pair, config, cuda) = (pair(), config(), Cuda::open(0).unwrap());
    let (profile, store) = (DepthAnything::engine_profile(), EngineStore::user().unwrap());
    let model = DepthAnything::from_onnx(&cuda, variable("VRT_DEPTH_MODEL"), config, profile, &store).unwrap();
    let options = DepthOptions { intrinsics: Some(pair.camera), ..DepthOptions::default() };
    let depth = model.infer(&Frame::image(&pair.picture).unwrap(), &options).unwrap();
    check(&depth.depth_host().unwrap(), &pair.truth, &format!("{} on {}", model.config().name, cuda.name()));
}

/// `scale * values + offset` nearest to `target(truth)` by least squares.
fn fit(values: &[f32], truth: &[Option<f32>], target: impl Fn(f32) -> f32) -> Vec<f32> {
    let (mut n, mut x, mut y, mut xx, mut xy) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (value, truth) in
        values.iter().zip(truth).filter_map(|(value, truth)| truth.map(|truth| (f64::from(*value), f64::from(target(truth)))))
    {
        n += 1.0;
        x += value;
        y += truth;
        xx += value * value;
        xy += value * truth;
    }
    let scale = (n * xy - x * y) / (n * xx - x * x);
    let offset = (y - scale * x) / n;
    values.iter().map(|value| (scale * f64::from(*value) + offset) as f32).collect()
}
