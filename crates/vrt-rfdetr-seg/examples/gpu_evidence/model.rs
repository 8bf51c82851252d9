//! Whole models: a small trained one beside the CPU, and engines for timing.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};
use vrt::cuda::Cuda;
use vrt::tensorrt::{EngineStore, Precision};
use vrt_rfdetr_seg::cuda::{Frame, RfDetrSeg};
use vrt_rfdetr_seg::{Config, DecodeOptions, Variant};

use crate::evidence::Outcome;

/// A model to time: `NAME=FILE[@PRECISION]`, an engine or an ONNX file; a name of no variant has its metadata in `FILE.json`.
pub fn open(cuda: &Cuda, text: &str, store: &Path) -> Outcome<RfDetrSeg> {
    let (name, rest) = text.split_once('=').ok_or("a model is given as NAME=FILE or NAME=FILE@fp16")?;
    let (file, precision) = match rest.rsplit_once('@') {
        Some((file, precision)) => (file, precision.parse::<Precision>()?),
        None => (rest, Precision::Fp16),
    };
    let file = PathBuf::from(file);
    let config = match name.parse::<Variant>() {
        Ok(variant) => variant.config(),
        Err(_) => Config::from_metadata_file(file.with_extension("json"))?,
    };
    if file.extension().is_some_and(|extension| extension == "onnx") {
        Ok(RfDetrSeg::from_onnx(cuda, &file, config, precision, &EngineStore::at(store))?)
    } else {
        Ok(RfDetrSeg::from_engine_file(cuda, &file, config)?)
    }
}

/// The pictures of a folder, sorted.
fn pictures(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jpg"));
    paths.sort();
    if paths.is_empty() { Err(format!("no .jpg in {}", folder.display()).into()) } else { Ok(paths) }
}

/// The sample model in a folder (`seg.onnx`, `seg.json`, `scenes/*.jpg`), on the GPU and on the CPU.
#[cfg(feature = "cpu")]
pub fn sample(cuda: &Cuda, folder: &Path, precision: Precision, store: &Path) -> Outcome<Value> {
    use vrt_rfdetr_seg::RfDetrSegCpu;
    let (onnx, config) = (folder.join("seg.onnx"), Config::from_metadata_file(folder.join("seg.json"))?);
    let begun = Instant::now();
    let gpu = RfDetrSeg::from_onnx(cuda, &onnx, config.clone(), precision, &EngineStore::at(store))?;
    let built = begun.elapsed().as_secs_f64();
    let mut cpu = RfDetrSegCpu::from_onnx(&onnx, config)?;
    let mut result = gpu.alloc_result()?;
    let options = DecodeOptions::default();
    let (mut objects, mut same, mut box_off, mut score_off, mut worst_iou) = (0, 0, 0.0f32, 0.0f32, 1.0f64);
    let mut notes = Vec::new();
    for path in pictures(&folder.join("scenes"))? {
        let picture = vrt_picture::read_picture(&path)?;
        let expected = cpu.infer(&picture, &options)?.instances;
        let found = gpu.submit(&Frame::image(&picture)?, &options, &mut result)?.wait()?.instances(0)?;
        objects += expected.len();
        if expected.len() != found.len() {
            notes.push(format!("{}: {} objects on the CPU, {} on the GPU", path.display(), expected.len(), found.len()));
        }
        // Scores that are nearly equal may come in another order.
        for a in &expected {
            let twin = found
                .iter()
                .filter(|b| b.detection.class_id == a.detection.class_id)
                .max_by(|b, c| b.detection.bbox.iou(&a.detection.bbox).total_cmp(&c.detection.bbox.iou(&a.detection.bbox)));
            let Some(b) = twin else { continue };
            let (p, q) = (a.detection.bbox, b.detection.bbox);
            let off = [p.x1 - q.x1, p.y1 - q.y1, p.x2 - q.x2, p.y2 - q.y2].into_iter().fold(0.0f32, |most, off| most.max(off.abs()));
            if off < 8.0 {
                same += 1;
                box_off = box_off.max(off);
                score_off = score_off.max((a.detection.score - b.detection.score).abs());
                worst_iou = worst_iou.min(a.mask.iou(&b.mask).unwrap_or(0.0));
            }
        }
    }
    let value = json!({
        "precision": precision.to_string(), "build_seconds": built, "objects_on_cpu": objects, "same_on_gpu": same,
        "worst_box_difference_px": box_off, "worst_score_difference": score_off, "worst_mask_iou": worst_iou, "notes": notes,
    });
    if same == objects && notes.is_empty() { Ok(value) } else { Err(value.to_string().into()) }
}
