//! Evidence from a real GPU: the kernels beside the CPU's reference, the sample model on both, and times.
//!
//! ```sh
//! gpu_evidence [--seconds N] [--few] [--only-models] [--store FOLDER] [--sample FOLDER] [MODEL ...]
//! ```
//! `--sample` names a folder with `seg.onnx`, `seg.json` and `scenes/*.jpg`; a MODEL is `NAME=FILE[@PRECISION]`, e.g.
//! `rfdetr-seg-nano=nano.onnx@fp16` or `rfdetr-seg-nano=nano.engine`. Every line that begins with `EVIDENCE ` holds one JSON object with a
//! `step`. A step that fails says so and the next one runs; steps end when their time is used up. Preprocessing is in `frames_evidence` of
//! the crate `vrt`.

#[path = "../../../vrt/examples/support/evidence.rs"]
mod evidence;
mod model;
mod parity;
mod parts;
mod sets;
mod speed;

use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;
use vrt::cuda::Cuda;
use vrt::tensorrt::Precision;

use evidence::{Outcome, step};

/// What the command line asks for.
struct Wishes {
    seconds: f64,
    few: bool,
    only_models: bool,
    store: PathBuf,
    sample: Option<PathBuf>,
    models: Vec<String>,
}

fn wishes() -> Outcome<Wishes> {
    let mut wishes = Wishes {
        seconds: 10.0,
        few: false,
        only_models: false,
        store: std::env::temp_dir().join("vrt-evidence"),
        sample: None,
        models: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--seconds" => wishes.seconds = value()?.parse()?,
            "--store" => wishes.store = value()?.into(),
            "--sample" => wishes.sample = Some(value()?.into()),
            "--few" => wishes.few = true,
            "--only-models" => wishes.only_models = true,
            _ if word.starts_with('-') => return Err(format!("unknown option {word}").into()),
            _ => wishes.models.push(word),
        }
    }
    Ok(wishes)
}

fn main() {
    let wishes = match wishes() {
        Ok(wishes) => wishes,
        Err(error) => {
            eprintln!(
                "{error}\nusage: gpu_evidence [--seconds N] [--few] [--only-models] [--store FOLDER] [--sample FOLDER] [NAME=FILE[@PRECISION] ...]"
            );
            std::process::exit(2);
        }
    };
    let limit = Duration::from_secs_f64(wishes.seconds.clamp(0.1, 3600.0));
    let mut opened = None;
    step("open", || {
        let cuda = Cuda::open(0)?;
        let value = json!({"gpu": cuda.name(), "sm": cuda.sm().to_string()});
        opened = Some(cuda);
        Ok(value)
    });
    let Some(cuda) = opened else { std::process::exit(1) };
    let mut all = true;
    if !wishes.only_models {
        all &= step("parity of decoding, masks and run lengths", || parity::decoding(&cuda, wishes.few, limit * 4));
        all &= step("parity of a decoder used again", || parity::reuse(&cuda));
    }
    if !wishes.few && !wishes.only_models {
        for (objects, picture) in [(20, (1920, 1080)), (4, (1920, 1080)), (20, (4096, 2160)), (1, (640, 480))] {
            for (kind, set) in [("objects", sets::objects(objects, picture)), ("masks of noise", sets::noise(objects, picture))] {
                let name = format!("time of post-processing, {objects} {kind}, {}x{}", picture.0, picture.1);
                all &= step(&name, || speed::postprocess(&cuda, &set, objects, limit / 2));
            }
        }
    }
    #[cfg(feature = "cpu")]
    if let Some(folder) = &wishes.sample {
        for precision in [Precision::Fp32, Precision::Fp16] {
            all &= step(&format!("sample model {precision}"), || model::sample(&cuda, folder, precision, &wishes.store));
        }
        let text = format!("sample={}@fp16", folder.join("seg.onnx").display());
        all &= step("parts of a frame of the sample model", || parts::parts(&model::open(&cuda, &text, &wishes.store)?, limit * 2));
        all &= step("frames of the sample model", || speed::frame(&model::open(&cuda, &text, &wishes.store)?, limit));
        all &= step("soak of the sample model", || speed::soak(&model::open(&cuda, &text, &wishes.store)?, 20_000, limit * 8));
    }
    for text in &wishes.models {
        all &= step(&format!("parts of a frame of {text}"), || parts::parts(&model::open(&cuda, text, &wishes.store)?, limit * 2));
        all &= step(&format!("parts of a batch of {text}"), || parts::batch(&model::open(&cuda, text, &wishes.store)?, limit * 2));
        all &= step(&format!("frames of {text}"), || speed::frame(&model::open(&cuda, text, &wishes.store)?, limit * 2));
    }
    println!("EVIDENCE {}", json!({"step": "end", "ok": all}));
}
