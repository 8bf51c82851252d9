//! Finds the objects in a picture and prints them as a table.
//!
//! ```text
//! cargo run --release -p vrt-rfdetr-seg --example segment -- PICTURE
//! cargo run --release -p vrt-rfdetr-seg --example segment -- PICTURE --model rfdetr-seg-nano --onnx rfdetr-seg-nano.onnx
//! cargo run --release -p vrt-rfdetr-seg --example segment -- PICTURE --model cups.json --onnx cups.onnx --threshold 0.3
//! ```
//! `--json` prints the instances with their masks as COCO run lengths. Without `--onnx` the small sample model of this repository is used, which knows cubes, balls and other solids on a table.

use std::error::Error;
use std::path::{Path, PathBuf};

use serde_json::json;
use vrt_rfdetr_seg::{Config, DecodeOptions, RfDetrSegCpu, Variant};

const USAGE: &str = "usage: segment PICTURE [--model NAME_OR_METADATA.json --onnx FILE] [--threshold 0..1] [--json]";

struct Arguments {
    picture: PathBuf,
    onnx: PathBuf,
    config: Config,
    options: DecodeOptions,
    json: bool,
}

impl Arguments {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let (mut picture, mut model, mut onnx, mut options, mut json) = (None, None, None, DecodeOptions::default(), false);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value\n{USAGE}"));
            match word.as_str() {
                "--model" => model = Some(value()?),
                "--onnx" => onnx = Some(PathBuf::from(value()?)),
                "--threshold" => options.threshold = value()?.parse()?,
                "--json" => json = true,
                _ if word.starts_with('-') || picture.is_some() => return Err(format!("unexpected {word}\n{USAGE}").into()),
                _ => picture = Some(PathBuf::from(word)),
            }
        }
        let picture = picture.ok_or(USAGE)?;
        let (config, onnx) = match (model, onnx) {
            (Some(model), Some(onnx)) if model.ends_with(".json") => (Config::from_metadata_file(model)?, onnx),
            (Some(model), Some(onnx)) => (model.parse::<Variant>()?.config(), onnx),
            (None, None) => {
                let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/sample");
                (Config::from_metadata_file(sample.join("seg.json"))?, sample.join("seg.onnx"))
            }
            _ => return Err(format!("--model and --onnx belong together\n{USAGE}").into()),
        };
        Ok(Self { picture, onnx, config, options, json })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { picture, onnx, config, options, json } = Arguments::read(std::env::args().skip(1))?;
    let picture = vrt_picture::read_picture(picture)?;
    let mut model = RfDetrSegCpu::from_onnx(onnx, config)?;
    let found = model.infer(&picture, &options)?;

    if json {
        let labels: Vec<_> = model.config().labels().iter().map(|label| json!({"id": label.id, "name": label.name})).collect();
        println!("{}", json!({"labels": labels, "instances": found.instances}));
        return Ok(());
    }
    println!("{:>5}  {:<16} {:>24}  {:>9}", "score", "class", "box (x1 y1 x2 y2)", "pixels");
    for instance in &found.instances {
        let detection = &instance.detection;
        let bbox = detection.bbox;
        let name = model.config().labels().name(detection.class_id).unwrap_or_default();
        let corners = format!("{:.0} {:.0} {:.0} {:.0}", bbox.x1, bbox.y1, bbox.x2, bbox.y2);
        println!("{:>5.2}  {name:<16} {corners:>24}  {:>9}", detection.score, instance.mask.area());
    }
    let ms = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    println!(
        "{} objects; preprocess {:.1} ms, network {:.1} ms, postprocess {:.1} ms",
        found.instances.len(),
        ms(found.times.preprocess),
        ms(found.times.network),
        ms(found.times.postprocess)
    );
    Ok(())
}
