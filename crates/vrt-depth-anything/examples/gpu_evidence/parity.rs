//! The kernels beside the CPU's reference and beside other people's code.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vrt::cuda::{Cuda, Frame, FrameLayout, GpuPreprocessor, PixelFormat};
use vrt_depth_anything::cuda::{ColorRange, GpuDecoder, GpuDepth};
use vrt_depth_anything::decode::reference::decode;
use vrt_depth_anything::outputs::RawMap;
use vrt_depth_anything::{Config, DepthOptions, DepthResult, Error, Geometry, Output, ResizeRule, Variant};
use vrt_types::{AnyDepthMap, Colormap};

use crate::evidence::{Outcome, Random};
use crate::sets::{Set, all, scene};

/// How far two lists of values are apart: how many differ in any bit, and by how many units in the last place at most.
#[derive(Default, Clone, Copy)]
pub struct Apart {
    pub values: usize,
    pub other: usize,
    pub units: u64,
}

impl Apart {
    pub fn add(&mut self, expected: &[f32], found: &[f32]) -> Option<String> {
        if expected.len() != found.len() {
            return Some(format!("{} values expected, {} found", expected.len(), found.len()));
        }
        self.values += expected.len();
        let ordered = |value: f32| {
            let bits = i64::from(value.to_bits() as i32);
            if bits < 0 { i64::from(i32::MIN) - bits } else { bits }
        };
        for (at, (a, b)) in expected.iter().zip(found).enumerate() {
            if a.to_bits() != b.to_bits() {
                let units = (ordered(*a) - ordered(*b)).unsigned_abs();
                (self.other, self.units) = (self.other + 1, self.units.max(units));
                if units > 2 {
                    return Some(format!("value {at} is {a} on the CPU and {b} on the GPU"));
                }
            }
        }
        None
    }

    pub fn report(&self) -> Value {
        json!({"values": self.values, "with_other_bits": self.other, "most_units_in_the_last_place": self.units})
    }
}

fn reference(set: &Set) -> Result<DepthResult, Error> {
    let geometry = Geometry::fixed(&set.config.resize, set.picture, set.network)?;
    let shape = [1, set.network.1, set.network.0];
    let map = |name, values| RawMap { name, shape: &shape, values };
    decode(&set.config, &geometry, map("depth", &set.depth), set.sky.as_deref().map(|sky| map("sky", sky)), &set.options)
}

fn unit(map: &AnyDepthMap) -> (&'static str, u32, u32) {
    (map.unit(), map.width(), map.height())
}

/// What a result differs in; nothing where it does not.
fn difference(expected: &Result<DepthResult, Error>, found: Result<&mut GpuDepth, Error>, apart: &mut Apart) -> Option<String> {
    let (expected, result) = match (expected, found) {
        (Ok(expected), Ok(result)) => (expected, result),
        (Err(expected), Err(found)) => {
            let (expected, found) = (expected.to_string(), found.to_string());
            return (expected != found).then(|| format!("{expected:?} expected, {found:?} found"));
        }
        (Err(error), Ok(_)) => return Some(format!("{error:?} expected, none found")),
        (Ok(_), Err(error)) => return Some(format!("the GPU failed: {error}")),
    };
    let found = match result.to_host(0) {
        Ok(found) => found,
        Err(error) => return Some(format!("reading failed: {error}")),
    };
    if (unit(&expected.network), unit(&expected.map)) != (unit(&found.network), unit(&found.map)) {
        return Some(format!("{:?} expected, {:?} found", unit(&expected.map), unit(&found.map)));
    }
    if let Some(difference) = apart.add(expected.network.values(), found.network.values()) {
        return Some(format!("the network's map: {difference}"));
    }
    if let Some(difference) = apart.add(expected.map.values(), found.map.values()) {
        return Some(format!("the picture's map: {difference}"));
    }
    if expected.sky != found.sky {
        return Some(format!("sky {:?} expected, {:?} found", expected.sky, found.sky));
    }
    let fold = |pick: fn(f32, f32) -> f32| expected.network.values().iter().copied().reduce(pick);
    let range = fold(f32::min).zip(fold(f32::max));
    if result.min_max(0).ok() != range || expected.geometry != found.geometry {
        return Some(format!("range {range:?} expected, {:?} found", result.min_max(0)));
    }
    None
}

fn compare(cuda: &Cuda, set: &Set, apart: &mut Apart) -> Result<Option<String>, Error> {
    let expected = reference(set);
    let mut decoder = GpuDecoder::new(cuda, set.config.clone(), set.network)?;
    // Call by call, captured, and as a graph.
    for run in 0..3 {
        decoder.upload(&set.depth, set.sky.as_deref())?;
        let found = decoder.submit(set.picture, &set.options).and_then(|running| running.wait());
        if let Some(difference) = difference(&expected, found, apart) {
            return Ok(Some(format!("run {run}: {difference}")));
        }
    }
    if let Some(error) = decoder.result().why_not_captured() {
        return Ok(Some(format!("it was not captured: {error}")));
    }
    Ok(None)
}

/// Checks, sky, metres and upsampling of all sets.
pub fn decoding(cuda: &Cuda, few: bool, limit: Duration) -> Outcome {
    let begun = Instant::now();
    let sets = all(few);
    let (mut compared, mut differences, mut apart) = (0, Vec::new(), Apart::default());
    for set in &sets {
        if begun.elapsed() > limit {
            break;
        }
        compared += 1;
        if let Some(difference) = compare(cuda, set, &mut apart)? {
            differences.push(format!("{}: {difference}", set.name));
        }
    }
    differences.truncate(12);
    let value = json!({"sets": sets.len(), "compared": compared, "apart": apart.report(), "differences": differences});
    if differences.is_empty() { Ok(value) } else { Err(value.to_string().into()) }
}

/// One decoder used for changing maps, pictures and options, as in a stream, beside the reference.
pub fn reuse(cuda: &Cuda) -> Outcome {
    let sets = all(true);
    let mut set = sets.into_iter().find(|set| set.name == "sky and focal length 3").ok_or("no such set")?;
    let mut decoder = GpuDecoder::new(cuda, set.config.clone(), set.network)?;
    let mut random = Random::new(9);
    let (mut differences, mut apart) = (Vec::new(), Apart::default());
    for round in 0..24 {
        set.depth = scene(&mut random, set.network, 0.3, 9.0);
        if round % 4 == 3 {
            set.picture = (1 + random.below(150), 1 + random.below(150));
            set.options.intrinsics = set.options.intrinsics.map(|camera| camera.scaled_to(set.picture.0 as u32, set.picture.1 as u32));
        }
        if round % 7 == 5 {
            let at = random.below(set.depth.len());
            set.depth[at] = f32::NAN;
        }
        set.options.sky = if round % 3 == 0 { vrt_depth_anything::SkyDepth::Keep } else { vrt_depth_anything::SkyDepth::Far };
        decoder.upload(&set.depth, set.sky.as_deref())?;
        let expected = reference(&set);
        let found = decoder.submit(set.picture, &set.options).and_then(|running| running.wait());
        if let Some(difference) = difference(&expected, found, &mut apart) {
            differences.push(format!("round {round}: {difference}"));
        }
    }
    let captured = decoder.result().is_captured();
    let value = json!({"rounds": 24, "captured": captured, "differences": differences});
    if differences.is_empty() { Ok(value) } else { Err(value.to_string().into()) }
}

/// `numpy.percentile(values, percent)`, by sorting.
fn percentile(sorted: &[f32], percent: f32) -> f32 {
    let position = (sorted.len() - 1) as f64 * (f64::from(percent) / 100.0);
    let below = position.floor();
    let (a, b) = (f64::from(sorted[below as usize]), f64::from(sorted[(below as usize + 1).min(sorted.len() - 1)]));
    let t = position - below;
    (if t < 0.5 { a + (b - a) * t } else { b - (b - a) * (1.0 - t) }) as f32
}

/// A decoder with a map of the picture's own size.
fn shown(cuda: &Cuda, output: Output, (width, height): (usize, usize), depth: &[f32]) -> Result<GpuDecoder, Error> {
    let config = Config { output, resize: ResizeRule::Stretch { width, height }, ..Variant::V2Small.config() };
    let mut decoder = GpuDecoder::new(cuda, config, (width, height))?;
    decoder.upload(depth, None)?;
    decoder.submit((width, height), &DepthOptions { accept_flat: true, ..DepthOptions::default() })?.wait()?;
    Ok(decoder)
}

/// Maps whose values are hard to select among.
fn hard_maps(few: bool) -> Vec<((usize, usize), Vec<f32>)> {
    let mut random = Random::new(31);
    let mut maps = Vec::new();
    let sizes: &[(usize, usize)] = if few { &[(1, 1), (2, 1), (33, 3), (70, 41)] } else { &[(1, 1), (518, 518), (924, 518), (1920, 1080)] };
    for &(width, height) in sizes {
        let count = width * height;
        maps.push(((width, height), scene(&mut random, (width, height), 0.5, 8.0)));
        maps.push(((width, height), vec![1.25; count]));
        maps.push(((width, height), (0..count).map(|i| 1.0 + (i % 2) as f32).collect()));
        maps.push(((width, height), (0..count).map(|_| f32::from_bits(random.bits() as u32 & 0x7f7f_ffff)).collect()));
        maps.push(((width, height), (0..count).map(|_| random.between(-2.0, 5.0)).collect()));
        // Neighbouring floats, which differ in their last bits only.
        maps.push(((width, height), (0..count).map(|_| f32::from_bits(1.5f32.to_bits() + random.below(3000) as u32)).collect()));
        maps.push(((width, height), (0..count).map(|i| if i % 3 == 0 { 0.0 } else { -0.0 }).collect()));
    }
    maps
}

/// Percentiles of whole maps beside sorting, and colours beside `vrt-viz`.
pub fn maps(cuda: &Cuda, few: bool, limit: Duration) -> Outcome {
    let begun = Instant::now();
    let (mut compared, mut differences) = (0, Vec::new());
    let percents: Vec<f32> = vec![0.0, 0.5, 2.0, 5.0, 12.5, 25.0, 33.3, 50.0, 66.6, 75.0, 90.0, 95.0, 98.0, 99.0, 99.99, 100.0];
    for ((width, height), depth) in hard_maps(few) {
        for output in [Output::Disparity, Output::Relative] {
            if begun.elapsed() > limit {
                break;
            }
            compared += 1;
            let mut decoder = shown(cuda, output, (width, height), &depth)?;
            let result = decoder.result();
            let mut valid: Vec<f32> = depth.iter().copied().filter(|value| output == Output::Disparity || *value > 0.0).collect();
            valid.sort_by(f32::total_cmp);
            for some in [&percents[..], &percents[3..4], &percents[7..9]] {
                let found = result.percentiles(0, some)?;
                let expected = (!valid.is_empty()).then(|| some.iter().map(|percent| percentile(&valid, *percent)).collect::<Vec<_>>());
                if found != expected {
                    differences.push(format!("{width}x{height} {output:?}: {expected:?} expected, {found:?} found"));
                }
            }
            let map = result.depth_host()?;
            let of = |percent: f32| percentile(&valid, percent);
            let mut ranges = vec![(ColorRange::Fixed { low: 0.7, high: 3.0 }, Some((0.7, 3.0)))];
            if let (Some(low), Some(high)) = (valid.first(), valid.last()) {
                ranges.push((ColorRange::MinMax, Some((*low, *high))));
                let robust = if of(2.0) < of(98.0) { (of(2.0), of(98.0)) } else { (*low, *high) };
                ranges.push((ColorRange::ROBUST, Some(robust)));
            } else {
                ranges.push((ColorRange::ROBUST, None));
            }
            for (range, numbers) in ranges {
                for colormap in Colormap::ALL {
                    // A range of one value is none to `vrt-viz`'s `Fixed`, but its MinMax of such a map.
                    let fixed = match numbers {
                        Some((low, high)) if low < high => vrt_viz::Range::Fixed { low, high },
                        _ => vrt_viz::Range::MinMax,
                    };
                    let expected = vrt_viz::colorize(&map, colormap, fixed)?;
                    let found = result.color_host(0, colormap, range)?;
                    if expected.as_slice() != found.as_slice() {
                        let other = expected.as_slice().iter().zip(found.as_slice()).filter(|(a, b)| a != b).count();
                        differences.push(format!("{width}x{height} {output:?} {colormap} {range:?}: {other} bytes of the colours differ"));
                    }
                }
            }
        }
    }
    differences.truncate(12);
    let value = json!({"maps": compared, "differences": differences});
    if differences.is_empty() { Ok(value) } else { Err(value.to_string().into()) }
}

/// Upsampling beside PyTorch's numbers.
pub fn vectors(cuda: &Cuda) -> Outcome {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../../tests/data/upsampling.json"))?;
    let floats = |value: &Value| -> Vec<f32> {
        value.as_array().into_iter().flatten().filter_map(Value::as_f64).map(|value| value as f32).collect()
    };
    let (mut worst, mut values) = (0.0f32, 0);
    for case in &cases {
        let size = |name: &str| (case[name][0].as_u64().unwrap_or(0) as usize, case[name][1].as_u64().unwrap_or(0) as usize);
        let (from, to) = (size("from"), size("to"));
        for (variant, name) in [(Variant::V2MetricHypersimSmall, "corners"), (Variant::V3MonoLarge, "half_pixel")] {
            let config = Config { resize: ResizeRule::Stretch { width: from.0, height: from.1 }, sky: None, ..variant.config() };
            let mut decoder = GpuDecoder::new(cuda, config, from)?;
            decoder.upload(&floats(&case["values"]), None)?;
            let found = decoder.submit(to, &DepthOptions::default())?.wait()?.depth_host()?;
            let expected = floats(&case[name]);
            if found.values().len() != expected.len() {
                return Err(format!("{} values, PyTorch has {}", found.values().len(), expected.len()).into());
            }
            worst = found.values().iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(worst, f32::max);
            values += expected.len();
        }
    }
    let value = json!({"cases": cases.len(), "values": values, "worst_difference_from_pytorch": worst, "must_be_below": 2e-6});
    if worst < 2e-6 && values > 0 { Ok(value) } else { Err(value.to_string().into()) }
}

/// Whole tensors of `tests/data/inputs.json`.
const INPUTS: [(&str, &[u8]); 9] = [
    ("v2-61x37.f32", include_bytes!("../../tests/data/v2-61x37.f32")),
    ("v2-33x71.f32", include_bytes!("../../tests/data/v2-33x71.f32")),
    ("v2-19x15.f32", include_bytes!("../../tests/data/v2-19x15.f32")),
    ("v2-200x133.f32", include_bytes!("../../tests/data/v2-200x133.f32")),
    ("v3-123x77.f32", include_bytes!("../../tests/data/v3-123x77.f32")),
    ("v3-30x17.f32", include_bytes!("../../tests/data/v3-30x17.f32")),
    ("v3-42x33.f32", include_bytes!("../../tests/data/v3-42x33.f32")),
    ("v3-31x90.f32", include_bytes!("../../tests/data/v3-31x90.f32")),
    ("v3-84x84.f32", include_bytes!("../../tests/data/v3-84x84.f32")),
];

/// The pixels of `picture` in `tests/data/make_vectors.py`.
fn pixels(width: usize, height: usize) -> Vec<u8> {
    let value = |x: usize, y: usize, c: usize| (3 * x + 5 * y + 40 * c + 2 * ((x * y) % 61) + 60 * ((x / 7 + y / 5) % 2)) % 256;
    (0..height).flat_map(|y| (0..width).flat_map(move |x| (0..3).map(move |c| value(x, y, c) as u8))).collect()
}

/// Networks' inputs by both models' rules beside OpenCV's numbers.
pub fn inputs(cuda: &Cuda) -> Outcome {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../../tests/data/inputs.json"))?;
    let floats = |bytes: &[u8]| -> Vec<f32> { bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect() };
    let (mut worst, mut values) = (0.0f32, 0);
    for case in &cases {
        let number = |value: &Value| value.as_u64().unwrap_or(0) as usize;
        let (width, height, target) = (number(&case["picture"][0]), number(&case["picture"][1]), number(&case["target"]));
        let (config, rule) = match case["rule"].as_str() {
            Some("v2") => (Variant::V2Small.config(), ResizeRule::LowerBound { width: target, height: target, multiple: 14 }),
            _ => (Variant::V3MonoLarge.config(), ResizeRule::UpperBound { longest: target, multiple: 14 }),
        };
        let geometry = rule.plan(width, height, usize::MAX)?;
        let steps: Vec<_> = geometry.steps().collect();
        let mut gpu = GpuPreprocessor::new(cuda, geometry.network(), config.filter, config.normalize)?;
        gpu.set_between((steps.len() == 2).then(|| steps[0]))?;
        let bytes = pixels(width, height);
        gpu.submit(&Frame::host(FrameLayout::new(PixelFormat::Rgb8, width as u32, height as u32), &bytes)?)?;
        let found = gpu.values()?;
        let (network_width, network_height) = geometry.network();
        let (found, expected) = match case["file"].as_str().and_then(|file| INPUTS.iter().find(|(name, _)| *name == file)) {
            Some((_, bytes)) => (found, floats(bytes)),
            None => {
                let at = |at: &Value| (number(&at[0]) * network_height + number(&at[1])) * network_width + number(&at[2]);
                let places = case["at"].as_array().into_iter().flatten().map(at);
                let expected = case["values"].as_array().into_iter().flatten().filter_map(Value::as_f64).map(|value| value as f32);
                (places.filter_map(|place| found.get(place).copied()).collect(), expected.collect::<Vec<_>>())
            }
        };
        if found.len() != expected.len() || found.is_empty() {
            return Err(format!("{width}x{height}: {} values, OpenCV has {}", found.len(), expected.len()).into());
        }
        worst = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(worst, f32::max);
        values += found.len();
    }
    let value = json!({"pictures": cases.len(), "values": values, "worst_difference_from_opencv": worst, "must_be_at_most": 1e-5});
    if worst <= 1e-5 { Ok(value) } else { Err(value.to_string().into()) }
}
