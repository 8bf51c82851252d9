//! Evidence from a real GPU: the kernels beside the CPU's reference, the sample model on both and beside the scenes' truth, and times.
//!
//! ```sh
//! depth_gpu_evidence [--seconds N] [--few] [--only-times] [--only-models] [--store FOLDER] [--sample FOLDER] [--seg=MODEL] [MODEL ...]
//! ```
//! `--sample` names a folder with the sample models (`depth.onnx`, `depth.json`, `seg.onnx`, `seg.json`) and `scenes/`. A MODEL is
//! `NAME=FILE[@PRECISION]`, e.g. `depth-anything-v2-small=small.onnx@fp16` or `depth-anything-v2-small=small.engine`; the one of `--seg` is
//! RF-DETR-Seg's (`rfdetr-seg-nano=nano.engine`) and runs beside each MODEL. Every line that begins with `EVIDENCE ` holds one JSON object with a
//! `step`. A step that fails says so and the next one runs; steps end when their time is used up. `--few` leaves out what takes long
//! under a memory checker, `--only-times` the comparisons of the kernels, `--only-models` all of the kernels alone.

mod both;
#[path = "../../../vrt/examples/support/evidence.rs"]
mod evidence;
mod fused;
mod model;
mod parity;
#[path = "../../../vrt-rfdetr-seg/examples/gpu_evidence/sets.rs"]
#[allow(dead_code, reason = "its cases are another program's")]
mod seg_sets;
mod sets;
mod speed;

use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;
use vrt::cuda::Cuda;
use vrt::tensorrt::{Precision, TensorRt};

use evidence::{Outcome, step};

const USAGE: &str = "usage: depth_gpu_evidence [--seconds N] [--few] [--only-times] [--only-models] [--store FOLDER] [--sample FOLDER] [--seg=NAME=FILE[@PRECISION]] [NAME=FILE[@PRECISION] ...]";

/// What the command line asks for.
struct Wishes {
    seconds: f64,
    few: bool,
    only_times: bool,
    only_models: bool,
    store: PathBuf,
    sample: Option<PathBuf>,
    seg: Option<String>,
    models: Vec<String>,
}

fn wishes() -> Outcome<Wishes> {
    let store = std::env::temp_dir().join("vrt-evidence");
    let mut wishes =
        Wishes { seconds: 10.0, few: false, only_times: false, only_models: false, store, sample: None, seg: None, models: Vec::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--seconds" => wishes.seconds = value()?.parse()?,
            "--store" => wishes.store = value()?.into(),
            "--sample" => wishes.sample = Some(value()?.into()),
            "--few" => wishes.few = true,
            "--only-times" => wishes.only_times = true,
            "--only-models" => wishes.only_models = true,
            _ => match word.strip_prefix("--seg=") {
                Some(seg) => wishes.seg = Some(seg.to_owned()),
                None if word.starts_with('-') => return Err(format!("unknown option {word}").into()),
                None => wishes.models.push(word),
            },
        }
    }
    Ok(wishes)
}

fn main() {
    let wishes = match wishes() {
        Ok(wishes) => wishes,
        Err(error) => {
            eprintln!("{error}\n{USAGE}");
            std::process::exit(2);
        }
    };
    let limit = Duration::from_secs_f64(wishes.seconds.clamp(0.1, 3600.0));
    let mut opened = None;
    step("open", || {
        let cuda = Cuda::open(0)?;
        let tensorrt = TensorRt::open(&cuda).map_or_else(|error| format!("none: {error}"), |tensorrt| tensorrt.to_string());
        let value = json!({"gpu": cuda.name(), "sm": cuda.sm().to_string(), "tensorrt": tensorrt});
        opened = Some(cuda);
        Ok(value)
    });
    let Some(cuda) = opened else { std::process::exit(1) };
    let few = wishes.few;
    let mut all = true;
    if !wishes.only_models && !wishes.only_times {
        all &= step("parity of checks, sky, metres and upsampling", || parity::decoding(&cuda, few, limit * 3));
        all &= step("parity of a decoder used again", || parity::reuse(&cuda));
        all &= step("parity of percentiles and colours", || parity::maps(&cuda, few, limit * 3));
        all &= step("inputs beside OpenCV's numbers", || parity::inputs(&cuda));
        all &= step("upsampling beside PyTorch's numbers", || parity::vectors(&cuda));
        all &= step("parity of fusion", || fused::fusion(&cuda, few, limit * 4));
        all &= step("fusion beside NumPy's numbers", || fused::vectors(&cuda));
    }
    if !few && !wishes.only_models {
        let (full, small) = ((1920, 1080), (640, 480));
        for (count, picture, largest) in [(20, full, 0.12), (20, full, 0.25), (4, small, 0.2), (100, full, 0.05)] {
            let fused = speed::Fused::objects(count, picture, largest);
            all &= step(&format!("time of fusion, {}", fused.name), || speed::fusion(&cuda, &fused, limit / 2));
        }
        for fused in [speed::Fused::noise(20, full), Ok(speed::Fused::flat(20, full, 0.12))] {
            let name = fused.as_ref().map_or_else(ToString::to_string, |fused| fused.name.clone());
            all &= step(&format!("time of fusion, {name}"), || speed::fusion(&cuda, &fused?, limit / 2));
        }
        for (network, picture) in [((518, 518), (1920, 1080)), ((924, 518), (1920, 1080)), ((518, 518), (3840, 2160))] {
            let name = format!("time of maps, {}x{} to {}x{}", network.0, network.1, picture.0, picture.1);
            all &= step(&name, || speed::maps(&cuda, network, picture, limit / 2));
        }
    }
    let mut models = wishes.models.clone();
    let mut seg = wishes.seg.clone();
    if let Some(folder) = &wishes.sample {
        #[cfg(feature = "cpu")]
        for precision in [Precision::Fp32, Precision::Fp16] {
            all &= step(&format!("sample model {precision} beside the CPU and the truth"), || {
                model::sample(&cuda, folder, precision, &wishes.store)
            });
        }
        let sample = |file: &str| format!("sample={}@{}", folder.join(file).display(), Precision::Fp16);
        seg.get_or_insert_with(|| sample("seg.onnx"));
        if models.is_empty() {
            models.push(sample("depth.onnx"));
        }
    }
    for text in &models {
        let open = || model::open(&cuda, text, &wishes.store);
        all &= step(&format!("frames of {text}"), || speed::frame(&open()?, limit * 2));
        if let Some(seg) = &seg {
            all &= step(&format!("{seg} and {text} and fusion"), || {
                both::frame(&model::open_seg(&cuda, seg, &wishes.store)?, &open()?, limit * 2)
            });
        }
        all &= step(&format!("soak of {text}"), || speed::soak(&open()?, 20_000, limit * 8));
    }
    println!("EVIDENCE {}", json!({"step": "end", "ok": all}));
}
