//! Whole models: a small trained one beside the CPU and beside its scenes' truth, and engines for timing.

use std::path::{Path, PathBuf};

use vrt::cuda::Cuda;
use vrt::tensorrt::{EngineStore, Precision};
use vrt_depth_anything::{Config, DepthAnything, Variant};
use vrt_rfdetr_seg::RfDetrSeg;

use crate::evidence::Outcome;

/// `NAME=FILE[@PRECISION]`; fp16 where nothing is said.
fn parse(text: &str) -> Outcome<(&str, PathBuf, Precision)> {
    let (name, rest) = text.split_once('=').ok_or("a model is given as NAME=FILE or NAME=FILE@fp16")?;
    let (file, precision) = match rest.rsplit_once('@') {
        Some((file, precision)) => (file, precision.parse::<Precision>()?),
        None => (rest, Precision::Fp16),
    };
    Ok((name, PathBuf::from(file), precision))
}

fn is_onnx(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "onnx")
}

/// A depth model, an engine or an ONNX file; a name of no variant has its metadata in `FILE.json`.
pub fn open(cuda: &Cuda, text: &str, store: &Path) -> Outcome<DepthAnything> {
    let (name, file, precision) = parse(text)?;
    let config = match name.parse::<Variant>() {
        Ok(variant) => variant.config(),
        Err(_) => Config::from_metadata_file(file.with_extension("json"))?,
    };
    if is_onnx(&file) {
        return Ok(DepthAnything::from_onnx(cuda, &file, config, precision, &EngineStore::at(store))?);
    }
    Ok(DepthAnything::from_engine_file(cuda, &file, config)?)
}

/// A segmentation model, likewise.
pub fn open_seg(cuda: &Cuda, text: &str, store: &Path) -> Outcome<RfDetrSeg> {
    let (name, file, precision) = parse(text)?;
    let config = match name.parse::<vrt_rfdetr_seg::Variant>() {
        Ok(variant) => variant.config(),
        Err(_) => vrt_rfdetr_seg::Config::from_metadata_file(file.with_extension("json"))?,
    };
    if is_onnx(&file) {
        return Ok(RfDetrSeg::from_onnx(cuda, &file, config, precision, &EngineStore::at(store))?);
    }
    Ok(RfDetrSeg::from_engine_file(cuda, &file, config)?)
}

/// The sample model in a folder (`depth.onnx`, `depth.json`, `scenes/*.json` with masks and distances), on the GPU and on the CPU.
#[cfg(feature = "cpu")]
pub fn sample(cuda: &Cuda, folder: &Path, precision: Precision, store: &Path) -> Outcome {
    use serde_json::{Value, json};
    use vrt::cuda::Frame;
    use vrt_depth_anything::cuda::{Fusion, Masks};
    use vrt_depth_anything::fusion::{FuseOptions, fuse};
    use vrt_depth_anything::{DepthAnythingCpu, DepthOptions};
    use vrt_types::{CameraIntrinsics, Rle};

    use crate::evidence::median;

    let (onnx, config) = (folder.join("depth.onnx"), Config::from_metadata_file(folder.join("depth.json"))?);
    let gpu = DepthAnything::from_onnx(cuda, &onnx, config.clone(), precision, &EngineStore::at(store))?;
    let mut cpu = DepthAnythingCpu::from_onnx(&onnx, config)?;
    let (mut result, mut fusion) = (gpu.alloc_result()?, Fusion::new(cuda)?);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder.join("scenes"))?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let (mut errors, mut of_cpu, mut apart, mut positions, mut pixels) = (Vec::new(), Vec::new(), 0.0f64, 0.0f64, 0.0f64);
    for path in &paths {
        let scene: Value = serde_json::from_slice(&std::fs::read(path)?)?;
        let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
        let (camera, of) = (&scene["camera"], |name: &str| number(&scene["camera"][name]));
        let (width, height) = (number(&camera["width"]) as u32, number(&camera["height"]) as u32);
        let camera = CameraIntrinsics::new(of("fx"), of("fy"), of("cx"), of("cy"), width, height)?;
        let (mut masks, mut truth) = (Vec::new(), Vec::new());
        for instance in scene["instances"].as_array().into_iter().flatten() {
            masks.push(Rle::from_coco_string(width, height, instance["mask"]["counts"].as_str().unwrap_or_default())?.to_mask()?);
            truth.push(number(&instance["distance_m"]));
        }
        let picture = vrt_picture::read_picture(folder.join("scenes").join(scene["image"].as_str().unwrap_or_default()))?;
        let options = FuseOptions { intrinsics: Some(camera), ..FuseOptions::default() };
        let expected = cpu.infer(&picture, &DepthOptions::default())?;
        let expected_objects = fuse(&masks, &expected.map, &options)?;
        let running = gpu.submit(&Frame::image(&picture)?, &DepthOptions::default(), &mut result)?;
        let words = crate::fused::upload(cuda, &masks)?;
        let found_objects = fusion.fuse(&Masks::new(words.as_view(), masks.len(), width, height)?, running.result(), 0, &options)?;
        let found = running.wait()?.depth_host()?;
        for (a, b) in expected.map.values().iter().zip(found.values()) {
            pixels = pixels.max((f64::from(*b) / f64::from(*a) - 1.0).abs());
        }
        for ((expected, found), truth) in expected_objects.iter().zip(&found_objects).zip(&truth) {
            let (Some(a), Some(b)) = (expected.median, found.median) else {
                return Err(format!("{}: an object without depth", path.display()).into());
            };
            errors.push((f64::from(b) / truth - 1.0).abs());
            of_cpu.push((f64::from(a) / truth - 1.0).abs());
            apart = apart.max((f64::from(b) / f64::from(a) - 1.0).abs());
            for (a, b) in expected.centroid.into_iter().flatten().zip(found.centroid.into_iter().flatten()) {
                positions = positions.max(f64::from((a - b).abs()));
            }
        }
    }
    let (error, cpu_error) = (median(&mut errors), median(&mut of_cpu));
    let value = json!({
        "precision": precision.to_string(), "scenes": paths.len(), "objects": errors.len(),
        "median_relative_error": error, "must_be_at_most": 0.06, "median_relative_error_on_cpu": cpu_error,
        "worst_object_against_cpu_relative": apart, "fp32_must_be_at_most": 1e-3, "worst_position_against_cpu_m": positions,
        "worst_pixel_against_cpu_relative": pixels,
    });
    let near = precision != Precision::Fp32 || (apart <= 1e-3 && pixels <= 1e-3);
    if errors.len() >= 20 && error <= 0.06 && near { Ok(value) } else { Err(value.to_string().into()) }
}
