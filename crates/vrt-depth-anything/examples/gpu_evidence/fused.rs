//! Fusion beside the CPU's and beside NumPy's.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vrt::cuda::cudarc::driver::CudaSlice;
use vrt::cuda::{Cuda, CudaError};
use vrt::resample::Alignment;
use vrt_depth_anything::cuda::{Fusion, GpuDecoder, Masks};
use vrt_depth_anything::fusion::{FuseOptions, fuse};
use vrt_depth_anything::{Config, DepthOptions, Output, ResizeRule, Variant};
use vrt_types::{AnyDepthMap, CameraIntrinsics, DepthMap, Mask, ObjectDepth};

use crate::evidence::{Outcome, Random};
use crate::parity::Apart;
use crate::sets::{masks, scene};

/// Masks in device memory. All of one size.
pub fn upload(cuda: &Cuda, masks: &[Mask]) -> Outcome<CudaSlice<u64>> {
    let words: Vec<u64> = masks.iter().flat_map(|mask| mask.words().iter().copied()).collect();
    let stream = cuda.new_stream()?;
    let mut slice = cuda.zeroed_slice(&stream, words.len(), "allocating masks")?;
    stream.memcpy_htod(&words, &mut slice).map_err(CudaError::driver("uploading masks"))?;
    stream.synchronize().map_err(CudaError::driver("uploading masks"))?;
    Ok(slice)
}

/// A model whose maps have this size, in metres.
fn config((width, height): (usize, usize), upsampling: Alignment) -> Config {
    let output = Output::Metric { max_depth: None, canonical_focal: None };
    Config { output, upsampling, resize: ResizeRule::Stretch { width, height }, ..Variant::V2MetricVkittiSmall.config() }
}

/// What two lists of objects differ in: all but centroids must be the same.
fn difference(expected: &[ObjectDepth], found: &[ObjectDepth], centroids: &mut Apart) -> Option<String> {
    if expected.len() != found.len() {
        return Some(format!("{} objects expected, {} found", expected.len(), found.len()));
    }
    for (index, (a, b)) in expected.iter().zip(found).enumerate() {
        let without = |object: &ObjectDepth| ObjectDepth { centroid: None, ..object.clone() };
        if without(a) != without(b) || a.centroid.is_some() != b.centroid.is_some() {
            return Some(format!("object {index}: {a:?} expected, {b:?} found"));
        }
        if let Some(difference) = a.centroid.zip(b.centroid).and_then(|(a, b)| centroids.add(&a, &b)) {
            return Some(format!("object {index}: centroid: {difference}"));
        }
    }
    None
}

/// A map, masks on it, and what is asked.
struct Case {
    name: String,
    network: (usize, usize),
    picture: (usize, usize),
    depth: Vec<f32>,
    masks: Vec<Mask>,
    upsampling: Alignment,
    percents: Vec<f32>,
    camera: bool,
}

/// On the CPU and on the GPU.
fn compare(cuda: &Cuda, fusion: &mut Fusion, case: &Case, centroids: &mut Apart) -> Outcome<Option<String>> {
    let (width, height) = case.masks.first().map_or((0, 0), |mask| (mask.width(), mask.height()));
    let camera = CameraIntrinsics::new(700.0, 710.0, f64::from(width) * 0.48, f64::from(height) * 0.53, width.max(1), height.max(1))?;
    let options = FuseOptions { percentiles: case.percents.clone(), intrinsics: case.camera.then_some(camera), alignment: case.upsampling };
    let map = AnyDepthMap::Metric(DepthMap::new(case.network.0 as u32, case.network.1 as u32, case.depth.clone())?);
    let expected = fuse(&case.masks, &map, &options)?;
    let mut decoder = GpuDecoder::new(cuda, config(case.network, case.upsampling), case.network)?;
    decoder.upload(&case.depth, None)?;
    let words = upload(cuda, &case.masks)?;
    for run in 0..3 {
        let running = decoder.submit(case.picture, &DepthOptions::default())?;
        let masks = Masks::new(words.as_view(), case.masks.len(), width, height)?;
        let found = fusion.submit(&masks, running.result(), 0, &options)?.wait()?;
        if let Some(difference) = difference(&expected, &found, centroids) {
            return Ok(Some(format!("run {run}: {difference}")));
        }
    }
    Ok(None)
}

/// Hands all cases to `each`, as they come; until it says false.
fn cases(few: bool, mut each: impl FnMut(&Case) -> Outcome<bool>) -> Outcome<()> {
    let mut go_on = true;
    let mut random = Random::new(17);
    let standard = vec![5.0, 95.0];
    let many: Vec<f32> = (0..15).map(|i| i as f32 * 100.0 / 14.0).collect();
    let sizes: &[(usize, usize)] =
        if few { &[(1, 1), (40, 30), (64, 3), (65, 70), (200, 9), (130, 66)] } else { &[(1, 1), (640, 480), (1920, 1080), (4096, 2160)] };
    for (seed, &(width, height)) in (0..).zip(sizes) {
        let size = (width as u32, height as u32);
        let network = (width.div_ceil(3), height.div_ceil(2));
        let full = Mask::from_fn(size.0, size.1, |_, _| true);
        let empty = Mask::new(size.0, size.1);
        let corner = Mask::from_fn(size.0, size.1, |x, y| x + 1 == size.0 && y + 1 == size.1);
        let stripes = Mask::from_fn(size.0, size.1, |x, y| (x + y) % 3 == 0);
        let mut some = masks(seed, 7, size, 0.3);
        some.extend([full, empty, corner, stripes].into_iter().flatten());
        let mut map = |from: (usize, usize)| scene(&mut random, from, 0.4, 7.0);
        let mut add =
            |name: &str, network: (usize, usize), depth: Vec<f32>, masks: &[Mask], percents: &[f32], camera: bool| -> Outcome<()> {
                // A picture of another size than the masks: they are measured on the network's map.
                let picture = if network == (width, height) { network } else { (width + 1, height) };
                let (name, masks, percents) = (format!("{name}, {width}x{height}"), masks.to_vec(), percents.to_vec());
                let mut case = Case { name, network, picture, depth, masks, upsampling: Alignment::Corners, percents, camera };
                go_on = go_on && each(&case)?;
                if network != (width, height) {
                    case.upsampling = Alignment::HalfPixel;
                    go_on = go_on && each(&case)?;
                }
                Ok(())
            };
        let same = (width, height);
        add("a scene", same, map(same), &some, &standard, false)?;
        add("a scene with positions", same, map(same), &some, &standard, true)?;
        // One or two objects share all blocks between them.
        add("one object", same, map(same), &some[7..8], &standard, true)?;
        add("two objects", same, map(same), &some[..2], &many, true)?;
        add("many percentiles", same, map(same), &some, &many, false)?;
        add("no percentiles", same, map(same), &some, &[], true)?;
        add("another size", network, map(network), &some, &standard, true)?;
        add("one value", same, vec![2.5; width * height], &some, &standard, true)?;
        let mut invalid = map(same);
        for (i, value) in invalid.iter_mut().enumerate() {
            *value = [*value, f32::NAN, f32::INFINITY, 0.0, -0.0, -1.0, f32::NEG_INFINITY, *value][i * 7 % 8];
        }
        add("invalid values", same, invalid.clone(), &some, &standard, true)?;
        if network.0 > 1 {
            add("invalid values, another size", network, invalid[..network.0 * network.1].to_vec(), &some, &standard, true)?;
        }
        add("nothing valid", same, vec![f32::NAN; width * height], &some, &standard, true)?;
        let mut bits = Random::new(seed);
        let any: Vec<f32> = (0..width * height).map(|_| f32::from_bits(bits.bits() as u32)).collect();
        add("any bits", same, any, &some, &many, false)?;
        let near: Vec<f32> = (0..width * height).map(|_| f32::from_bits(2.0f32.to_bits() + bits.below(5000) as u32)).collect();
        add("neighbouring values", same, near, &some, &many, true)?;
        let mut outliers = map(same);
        outliers.iter_mut().skip(1).zip([1e-40, 1e-30, 1e-3, 1e3, 1e30, f32::MAX]).for_each(|(value, outlier)| *value = outlier);
        add("outliers", same, outliers, &some, &many, true)?;
        let more: Vec<Mask> = some.iter().cycle().take(37).cloned().collect();
        add("more masks than a warp has lanes", same, map(same), &more, &standard, true)?;
        add("no masks", same, map(same), &[], &standard, false)?;
    }
    // Most depths are one value in the midst of others, so that the bin of the median has more keys than an object's share of the memory for them.
    let size = (96, 80);
    let mostly = |random: &mut Random| if random.below(10) == 0 { random.between(0.5, 8.0) } else { 2.0 };
    let depth = (0..size.0 * size.1).map(|_| mostly(&mut random)).collect();
    let all = Mask::from_fn(size.0 as u32, size.1 as u32, |x, y| x + y > 0)?;
    let (name, masks) = ("more values in a bin than there is room for".into(), vec![all; 100]);
    let upsampling = Alignment::Corners;
    if go_on {
        each(&Case { name, network: size, picture: size, depth, masks, upsampling, percents: standard, camera: false })?;
    }
    Ok(())
}

/// All cases, with one fusion for all of them.
pub fn fusion(cuda: &Cuda, few: bool, limit: Duration) -> Outcome {
    let begun = Instant::now();
    let mut fusion = Fusion::new(cuda)?;
    let (mut compared, mut differences, mut centroids) = (0, Vec::new(), Apart::default());
    cases(few, |case| {
        compared += 1;
        if let Some(difference) = compare(cuda, &mut fusion, case, &mut centroids)? {
            differences.push(format!("{}: {difference}", case.name));
        }
        Ok(begun.elapsed() < limit)
    })?;
    differences.truncate(12);
    let value = json!({
        "compared": compared, "centroids": centroids.report(), "captured": fusion.is_captured(), "differences": differences,
    });
    if differences.is_empty() { Ok(value) } else { Err(value.to_string().into()) }
}

/// NumPy's numbers of `tests/data/fusion.json`.
pub fn vectors(cuda: &Cuda) -> Outcome {
    let case: Value = serde_json::from_str(include_str!("../../tests/data/fusion.json"))?;
    let number = |value: &Value| -> f64 { value.as_f64().or_else(|| value.as_str()?.parse().ok()).unwrap_or(f64::NAN) };
    let list = |value: &Value| -> Vec<f64> { value.as_array().into_iter().flatten().map(number).collect() };
    let floats = |value: &Value| -> Vec<f32> { list(value).into_iter().map(|value| value as f32).collect() };
    let side = |value: &Value| value.as_u64().unwrap_or(0) as usize;
    let camera = &case["camera"];
    let of = |name: &str| number(&camera[name]);
    let camera =
        CameraIntrinsics::new(of("fx"), of("fy"), of("cx"), of("cy"), side(&camera["width"]) as u32, side(&camera["height"]) as u32)?;
    let (width, height) = (side(&case["width"]), side(&case["height"]));
    let percents = floats(&case["percents"]);
    let objects = case["objects"].as_array().ok_or("no objects")?;
    let mut masks = Vec::new();
    for object in objects {
        let bits: Vec<u8> = object["mask"].as_str().unwrap_or_default().bytes().map(|bit| bit - b'0').collect();
        masks.push(Mask::from_bytes(width as u32, height as u32, &bits)?);
    }
    let words = upload(cuda, &masks)?;
    let mut fusion = Fusion::new(cuda)?;
    let small = &case["small"];
    let of_small = (side(&small["width"]), side(&small["height"]));
    let (mut worst, mut positions, mut compared) = (0.0f64, 0.0f64, 0);
    for (network, map, expected, upsampling) in [
        ((width, height), &case["map"], &case["objects"], Alignment::Corners),
        (of_small, &small["map"], &small["corners"], Alignment::Corners),
        (of_small, &small["map"], &small["half_pixel"], Alignment::HalfPixel),
    ] {
        let mut decoder = GpuDecoder::new(cuda, config(network, upsampling), network)?;
        decoder.upload(&floats(map), None)?;
        let running = decoder.submit(if network == of_small { (80, 60) } else { network }, &DepthOptions::default())?;
        let options = FuseOptions { percentiles: percents.clone(), intrinsics: Some(camera), alignment: upsampling };
        let found = fusion.fuse(&Masks::new(words.as_view(), masks.len(), width as u32, height as u32)?, running.result(), 0, &options)?;
        for (found, expected) in found.iter().zip(expected.as_array().into_iter().flatten()) {
            compared += 1;
            let off = |a: f32, b: f64| (f64::from(a) - f64::from(b as f32)).abs();
            worst = worst.max(off(found.median.unwrap_or(f32::NAN), number(&expected["median"])));
            for (a, b) in found.percentiles.iter().zip(list(&expected["percentiles"])) {
                worst = worst.max(off(a.value, b));
            }
            worst = worst.max(off(found.valid_share, number(&expected["valid_share"])));
            for (a, name) in [(found.centroid, "centroid"), (found.extent, "extent")] {
                for (a, b) in a.into_iter().flatten().zip(list(&expected[name])) {
                    positions = positions.max((f64::from(a) - b).abs());
                }
            }
        }
    }
    let value = json!({
        "objects": compared, "worst_difference_from_numpy": worst, "must_be_below": 5e-7, "worst_position_difference_m": positions,
        "positions_must_be_below": 1e-6,
    });
    if compared == 3 * masks.len() && worst < 5e-7 && positions < 1e-6 { Ok(value) } else { Err(value.to_string().into()) }
}
