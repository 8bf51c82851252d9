//! Any maps of a Depth Anything network: finite depth at the picture's size, or an error; then its fusion with any masks.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use vrt_depth_anything::decode::reference::decode;
use vrt_depth_anything::fusion::{FuseOptions, fuse};
use vrt_depth_anything::outputs::{Outputs, RawMap, TensorShape};
use vrt_depth_anything::{DepthOptions, Geometry, ResizeRule, SkyDepth, Variant};
use vrt_types::{CameraIntrinsics, Mask};

#[derive(Arbitrary, Debug)]
struct Input {
    variant: u8,
    network: (u8, u8),
    picture: (u8, u8),
    accept_flat: bool,
    keep_sky: bool,
    camera: Option<(u16, u16)>,
    shape: Vec<u8>,
    right_shape: bool,
    /// Repeated to fill the map, as sixteenths.
    values: Vec<u8>,
    sky: Option<Vec<u8>>,
    /// Any floats at some places of the depth.
    odd_values: Vec<(u16, f32)>,
    masks: Vec<(u8, u8, u64)>,
    percentiles: Vec<u8>,
    odd_percentile: Option<f32>,
    outputs: Vec<(u8, Vec<Option<u8>>)>,
}

const NAMES: [&str; 6] = ["depth", "predicted_depth", "sky", "depth_conf", "", "x"];

fuzz_target!(|input: Input| {
    let shapes: Vec<TensorShape> = input
        .outputs
        .iter()
        .map(|(name, dims)| TensorShape {
            name: NAMES[usize::from(*name) % NAMES.len()].to_owned(),
            dims: dims.iter().map(|dim| dim.map(usize::from)).collect(),
        })
        .collect();
    if let Ok(found) = Outputs::identify("fuzz", &shapes) {
        assert!(found.depth < shapes.len() && found.sky != Some(found.depth));
    }

    let config = Variant::ALL[usize::from(input.variant) % Variant::ALL.len()].config();
    let network = (usize::from(input.network.0 % 48), usize::from(input.network.1 % 48));
    let picture = (usize::from(input.picture.0), usize::from(input.picture.1));
    let Ok(geometry) = Geometry::fixed(&ResizeRule::Stretch { width: network.0, height: network.1 }, picture, network) else { return };
    let shape: Vec<usize> =
        if input.right_shape { vec![1, network.1, network.0] } else { input.shape.iter().map(|dim| usize::from(*dim)).collect() };
    let fill =
        |values: &[u8]| -> Vec<f32> { values.iter().map(|value| f32::from(*value) / 16.0).cycle().take(network.0 * network.1).collect() };
    let (mut values, sky) = (fill(&input.values), input.sky.as_deref().map(fill));
    for (place, value) in &input.odd_values {
        if let Some(slot) = values.get_mut(usize::from(*place)) {
            *slot = *value;
        }
    }
    let depth = RawMap { name: "depth", shape: &shape, values: &values };
    let sky = sky.as_deref().map(|values| RawMap { name: "sky", shape: &shape, values });
    let camera = input.camera.and_then(|(fx, fy)| {
        let (width, height) = (picture.0 as u32, picture.1 as u32);
        CameraIntrinsics::new(f64::from(fx), f64::from(fy), f64::from(width) / 2.0, f64::from(height) / 2.0, width, height).ok()
    });
    let sky_depth = if input.keep_sky { SkyDepth::Keep } else { SkyDepth::Far };
    let options = DepthOptions { intrinsics: camera, sky: sky_depth, accept_flat: input.accept_flat };
    let result = match decode(&config, &geometry, depth, sky, &options) {
        Ok(result) => result,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert!(values.iter().all(|value| value.is_finite()), "NaN was taken for depth");
    assert_eq!((result.map.width() as usize, result.map.height() as usize), picture);
    assert_eq!((result.network.width() as usize, result.network.height() as usize), network);

    let masks: Vec<Mask> = input
        .masks
        .iter()
        .take(4)
        .filter_map(|&(width, height, bits)| {
            Mask::from_fn(u32::from(width), u32::from(height), |x, y| bits >> ((x * 7 + y * 3) % 64) & 1 == 1).ok()
        })
        .chain(Mask::from_fn(picture.0 as u32, picture.1 as u32, |x, y| (x + y) % 2 == 0))
        .collect();
    let percentiles = input.percentiles.iter().take(5).map(|percent| f32::from(percent % 101)).chain(input.odd_percentile).collect();
    let options = FuseOptions { percentiles, intrinsics: camera, ..FuseOptions::default() };
    if let Ok(objects) = fuse(&masks, &result.map, &options) {
        assert_eq!(objects.len(), masks.len());
    }
});
