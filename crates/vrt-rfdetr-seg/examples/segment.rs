//! Finds the objects in a picture and prints them as a table.
//!
//! ```text
//! cargo run --release -p vrt-rfdetr-seg --example segment -- PICTURE
//! cargo run --release -p vrt-rfdetr-seg --example segment -- PICTURE --model rfdetr-seg-nano --onnx rfdetr-seg-nano.onnx
//! cargo run --release -p vrt-rfdetr-seg --example segment -- PICTURE --model cups.json --onnx cups.onnx --threshold 0.3
//! cargo run --release -p vrt-rfdetr-seg --example segment -- PICTURE --model rfdetr-seg-nano --engine rfdetr-seg-nano.engine
//! ```
//! With TensorRT and an NVIDIA GPU it runs there, else on the CPU, and says which and why; `--device cpu` or `--device cuda:0` insists. The first
//! run on a GPU builds an engine of the ONNX file, which takes minutes, and keeps it for the next ones; `--engine` takes one that is built
//! already. `--json` prints the instances with their masks as COCO run lengths. Without `--onnx` and `--engine` the small sample model of this
//! repository is used, which knows cubes, balls and other solids on a table.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::json;
use vrt::kornia_image::Image;
use vrt_rfdetr_seg::{Config, DecodeOptions, RfDetrSegCpu, Variant};
use vrt_types::Instance;

const USAGE: &str = "usage: segment PICTURE [--model NAME_OR_METADATA.json --onnx FILE | --engine FILE] [--device auto|cpu|cuda:N] [--threshold 0..1] [--json]";

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Where the network is.
enum Network {
    Onnx(PathBuf),
    Engine(PathBuf),
}

struct Arguments {
    picture: PathBuf,
    network: Network,
    config: Config,
    options: DecodeOptions,
    device: String,
    json: bool,
}

impl Arguments {
    fn read(mut words: impl Iterator<Item = String>) -> Outcome<Self> {
        let (mut picture, mut model, mut network, mut options, mut json) = (None, None, None, DecodeOptions::default(), false);
        let mut device = "auto".to_owned();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value\n{USAGE}"));
            match word.as_str() {
                "--model" => model = Some(value()?),
                "--onnx" => network = Some(Network::Onnx(value()?.into())),
                "--engine" => network = Some(Network::Engine(value()?.into())),
                "--device" => device = value()?,
                "--threshold" => options.threshold = value()?.parse()?,
                "--json" => json = true,
                _ if word.starts_with('-') || picture.is_some() => return Err(format!("unexpected {word}\n{USAGE}").into()),
                _ => picture = Some(PathBuf::from(word)),
            }
        }
        let picture = picture.ok_or(USAGE)?;
        let (config, network) = match (model, network) {
            (Some(model), Some(network)) if model.ends_with(".json") => (Config::from_metadata_file(model)?, network),
            (Some(model), Some(network)) => (model.parse::<Variant>()?.config(), network),
            (None, None) => {
                let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/sample");
                (Config::from_metadata_file(sample.join("seg.json"))?, Network::Onnx(sample.join("seg.onnx")))
            }
            _ => return Err(format!("--model and --onnx or --engine belong together\n{USAGE}").into()),
        };
        Ok(Self { picture, network, config, options, device, json })
    }
}

/// The objects, and what took how long.
type Found = (Vec<Instance>, String);

fn on_cpu(arguments: &Arguments, picture: &Image<u8, 3>) -> Outcome<Found> {
    let Network::Onnx(onnx) = &arguments.network else { return Err("an engine runs on a GPU alone: give --onnx".into()) };
    let mut model = RfDetrSegCpu::from_onnx(onnx, arguments.config.clone())?;
    let found = model.infer(picture, &arguments.options)?;
    let ms = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    let (before, network, after) = (ms(found.times.preprocess), ms(found.times.network), ms(found.times.postprocess));
    Ok((found.instances, format!("on the CPU: preprocess {before:.1} ms, network {network:.1} ms, postprocess {after:.1} ms")))
}

#[cfg(feature = "cuda")]
fn on_gpu(arguments: &Arguments, ordinal: usize, picture: &Image<u8, 3>) -> Outcome<Found> {
    use vrt::cuda::Cuda;
    use vrt::tensorrt::EngineStore;
    use vrt_rfdetr_seg::cuda::{Frame, RfDetrSeg};
    let (cuda, config) = (Cuda::open(ordinal)?, arguments.config.clone());
    let model = match &arguments.network {
        Network::Engine(path) => RfDetrSeg::from_engine_file(&cuda, path, config)?,
        Network::Onnx(onnx) => {
            let store = EngineStore::user()?;
            eprintln!("engine for {} from {}; where it is not there yet, building it takes minutes", cuda.name(), store.folder().display());
            RfDetrSeg::from_onnx(&cuda, onnx, config, RfDetrSeg::engine_profile(), &store)?
        }
    };
    let (frame, mut result) = (Frame::image(picture)?, model.alloc_result()?);
    // The first frames load code and capture the graph.
    for _ in 0..3 {
        model.submit(&frame, &arguments.options, &mut result)?.wait()?;
    }
    let begun = Instant::now();
    let found = model.submit(&frame, &arguments.options, &mut result)?.wait()?;
    let ms = begun.elapsed().as_secs_f64() * 1e3;
    Ok((found.instances(0)?, format!("on {}: {ms:.2} ms from the picture in memory to the objects", cuda.name())))
}

/// Why a GPU was not taken.
#[cfg(not(feature = "cuda"))]
fn on_gpu(_: &Arguments, _: usize, _: &Image<u8, 3>) -> Outcome<Found> {
    Err("this program was built without GPUs: build it with `--features cuda`".into())
}

fn find(arguments: &Arguments, picture: &Image<u8, 3>) -> Outcome<Found> {
    match arguments.device.as_str() {
        "cpu" => on_cpu(arguments, picture),
        "auto" => on_gpu(arguments, 0, picture).or_else(|reason| match arguments.network {
            Network::Engine(_) => Err(reason),
            Network::Onnx(_) => {
                eprintln!("on the CPU, as the GPU can't be used: {reason}");
                on_cpu(arguments, picture)
            }
        }),
        device => {
            let ordinal = device.strip_prefix("cuda:").unwrap_or(if device == "cuda" { "0" } else { device });
            on_gpu(arguments, ordinal.parse().map_err(|_| format!("there is no device {device:?}\n{USAGE}"))?, picture)
        }
    }
}

fn main() -> Outcome<()> {
    let arguments = Arguments::read(std::env::args().skip(1))?;
    let picture = vrt_picture::read_picture(&arguments.picture)?;
    let (instances, times) = find(&arguments, &picture)?;
    let labels = arguments.config.labels();

    if arguments.json {
        let labels: Vec<_> = labels.iter().map(|label| json!({"id": label.id, "name": label.name})).collect();
        println!("{}", json!({"labels": labels, "instances": instances}));
        return Ok(());
    }
    println!("{:>5}  {:<16} {:>24}  {:>9}", "score", "class", "box (x1 y1 x2 y2)", "pixels");
    for instance in &instances {
        let detection = &instance.detection;
        let bbox = detection.bbox;
        let name = labels.name(detection.class_id).unwrap_or_default();
        let corners = format!("{:.0} {:.0} {:.0} {:.0}", bbox.x1, bbox.y1, bbox.x2, bbox.y2);
        println!("{:>5.2}  {name:<16} {corners:>24}  {:>9}", detection.score, instance.mask.area());
    }
    println!("{} objects {times}", instances.len());
    Ok(())
}
