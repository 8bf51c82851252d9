//! What is there, and how far away: two networks on one picture.
//!
//! ```text
//! cargo run --release -p vrt-depth-anything --example fusion -- models/sample/scenes/scene-00.jpg --fov 61.4
//! cargo run --release -p vrt-depth-anything --example fusion -- PICTURE --seg seg.onnx --depth depth.onnx --fov 61.4
//! ```
//! Beside each ONNX file lies its metadata (`seg.json`, `depth.json`). With `--fov`, the camera's horizontal field of view in degrees, positions are
//! printed, too. Built with `--features cuda`, on a machine with TensorRT and an NVIDIA GPU: one upload, both networks side by side on their own
//! streams, distances measured where masks and depth are, one small answer. Else on the CPU; it says which and why.

use std::error::Error;
use std::path::{Path, PathBuf};

use vrt::kornia_image::Image;
use vrt_depth_anything::fusion::{FuseOptions, fuse};
use vrt_depth_anything::{Config, DepthAnythingCpu, DepthOptions};
use vrt_rfdetr_seg::{DecodeOptions, RfDetrSegCpu};
use vrt_types::{CameraIntrinsics, Detection, ObjectDepth};

type Outcome<T> = Result<T, Box<dyn Error>>;

const USAGE: &str = "usage: fusion PICTURE [--seg FILE.onnx] [--depth FILE.onnx] [--fov DEGREES] [--device auto|cpu|cuda]";

struct Arguments {
    picture: PathBuf,
    seg: PathBuf,
    depth: PathBuf,
    fov: Option<f64>,
    device: String,
}

fn arguments() -> Outcome<Arguments> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/sample");
    let (mut picture, mut fov, mut device) = (None, None, "auto".to_owned());
    let (mut seg, mut depth) = (sample.join("seg.onnx"), sample.join("depth.onnx"));
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(USAGE);
        match word.as_str() {
            "--seg" => seg = value()?.into(),
            "--depth" => depth = value()?.into(),
            "--fov" => fov = Some(value()?.parse()?),
            "--device" => device = value()?,
            _ if word.starts_with('-') || picture.is_some() => return Err(USAGE.into()),
            _ => picture = Some(word.into()),
        }
    }
    Ok(Arguments { picture: picture.ok_or(USAGE)?, seg, depth, fov, device })
}

/// What was asked of both networks.
struct Asked {
    seg: vrt_rfdetr_seg::Config,
    depth: Config,
    decode: DecodeOptions,
    measure: DepthOptions,
    fuse: FuseOptions,
}

/// The objects, their distances, the unit of these, and what took how long.
type Found = (Vec<Detection>, Vec<ObjectDepth>, &'static str, String);

fn on_cpu(arguments: &Arguments, asked: &Asked, picture: &Image<u8, 3>) -> Outcome<Found> {
    let mut seg = RfDetrSegCpu::from_onnx(&arguments.seg, asked.seg.clone())?;
    let mut depth = DepthAnythingCpu::from_onnx(&arguments.depth, asked.depth.clone())?;
    let begun = std::time::Instant::now();
    let instances = seg.infer(picture, &asked.decode)?.instances;
    let map = depth.infer(picture, &asked.measure)?.map;
    let objects = fuse(instances.iter().map(|instance| &instance.mask), &map, &asked.fuse)?;
    let told = format!("on the CPU: {:.0?} for both networks and the distances", begun.elapsed());
    Ok((instances.into_iter().map(|instance| instance.detection).collect(), objects, map.unit(), told))
}

#[cfg(feature = "cuda")]
fn on_gpu(arguments: &Arguments, asked: &Asked, picture: &Image<u8, 3>) -> Outcome<Found> {
    use vrt::cuda::{Cuda, FrameLayout, PixelFormat, SharedFrame};
    use vrt::tensorrt::EngineStore;
    use vrt_depth_anything::cuda::{DepthAnything, Fusion, Masks};
    use vrt_rfdetr_seg::RfDetrSeg;

    let (cuda, store) = (Cuda::open(0)?, EngineStore::user()?);
    eprintln!("engines for {} from {}; where they are not there yet, building them takes minutes", cuda.name(), store.folder().display());
    let seg = RfDetrSeg::from_onnx(&cuda, &arguments.seg, asked.seg.clone(), RfDetrSeg::engine_profile(), &store)?;
    let depth = DepthAnything::from_onnx(&cuda, &arguments.depth, asked.depth.clone(), DepthAnything::engine_profile(), &store)?;
    let (mut instances, mut map, mut fusion) = (seg.alloc_result()?, depth.alloc_result()?, Fusion::new(&cuda)?);
    let (width, height) = (picture.width() as u32, picture.height() as u32);
    let layout = FrameLayout::new(PixelFormat::Rgb8, width, height);
    let mut shared = SharedFrame::new(&cuda)?;
    let mut run = || -> Outcome<Found> {
        let begun = std::time::Instant::now();
        shared.upload(&layout, picture.as_slice())?;
        let frame = shared.frame()?;
        // All three are queued at once; the distances wait for both networks on the GPU, the host for the distances.
        let mut segmenting = seg.submit(&frame, &asked.decode, &mut instances)?;
        let measuring = depth.submit(&frame, &asked.measure, &mut map)?;
        let ahead = segmenting.masks_ahead(0)?;
        let masks = Masks::counted(ahead.words, ahead.count, ahead.most, ahead.width, ahead.height)?;
        let objects = fusion.fuse(&masks, measuring.result(), 0, &asked.fuse)?;
        let found = segmenting.wait()?;
        let unit = measuring.wait()?.depth_view(0)?.unit();
        let told = format!("on {}: {:.2?} from the picture in memory to the distances", cuda.name(), begun.elapsed());
        Ok((found.detections()?, objects, unit, told))
    };
    // The first frames load code and capture the graphs.
    for _ in 0..3 {
        run()?;
    }
    run()
}

/// Why a GPU was not taken.
#[cfg(not(feature = "cuda"))]
fn on_gpu(_: &Arguments, _: &Asked, _: &Image<u8, 3>) -> Outcome<Found> {
    Err("this program was built without GPUs: build it with `--features cuda`".into())
}

fn main() -> Outcome<()> {
    let arguments = arguments()?;
    let picture = vrt_picture::read_picture(&arguments.picture)?;
    let (width, height) = (picture.width() as u32, picture.height() as u32);
    let depth = Config::from_metadata_file(arguments.depth.with_extension("json"))?;
    let camera = match arguments.fov {
        Some(degrees) => {
            let focal = f64::from(width) / 2.0 / (degrees.to_radians() / 2.0).tan();
            Some(CameraIntrinsics::new(focal, focal, f64::from(width - 1) / 2.0, f64::from(height - 1) / 2.0, width, height)?)
        }
        None => None,
    };
    let asked = Asked {
        seg: vrt_rfdetr_seg::Config::from_metadata_file(arguments.seg.with_extension("json"))?,
        decode: DecodeOptions::default(),
        measure: DepthOptions { intrinsics: camera, ..DepthOptions::default() },
        fuse: FuseOptions { intrinsics: camera, alignment: depth.upsampling, ..FuseOptions::default() },
        depth,
    };
    let (detections, objects, unit, told) = match arguments.device.as_str() {
        "cpu" => on_cpu(&arguments, &asked, &picture)?,
        "cuda" => on_gpu(&arguments, &asked, &picture)?,
        "auto" => on_gpu(&arguments, &asked, &picture).or_else(|reason| {
            eprintln!("on the CPU, as the GPU can't be used: {reason}");
            on_cpu(&arguments, &asked, &picture)
        })?,
        _ => return Err(USAGE.into()),
    };

    println!("{:>5}  {:<16} {:>10} {:>17}  position (x y z)", "score", "class", "median", "5 % to 95 %");
    for (detection, object) in detections.iter().zip(&objects) {
        let name = asked.seg.labels().name(detection.class_id).unwrap_or_default();
        let number = |value: Option<f32>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
        let value = |index: usize| number(object.percentiles.get(index).map(|percentile| percentile.value));
        let position = object.centroid.map_or("-".to_owned(), |[x, y, z]| format!("{x:.2} {y:.2} {z:.2}"));
        let spread = format!("{} to {}", value(0), value(1));
        println!("{:>5.2}  {name:<16} {:>10} {spread:>17}  {position}", detection.score, number(object.median));
    }
    println!("{} objects, in {unit}, {told}", detections.len());
    Ok(())
}
