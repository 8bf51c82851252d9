//! Prints how far away the parts of a picture are, and writes its point cloud where asked.
//!
//! ```text
//! cargo run --release -p vrt-depth-anything --example depth -- models/sample/scenes/scene-00.jpg
//! cargo run --release -p vrt-depth-anything --example depth -- PICTURE --model model.onnx --metadata model.json --fov 53 --cloud points.ply
//! ```
//! Built with `--features cuda`, on a machine with TensorRT and an NVIDIA GPU, it runs there, else on the CPU, and says which and why; `--device cpu`
//! or `--device cuda` insists. The first run on a GPU builds an engine of the ONNX file, which takes minutes, and keeps it for the next ones.

use std::error::Error;
use std::path::PathBuf;

use vrt::kornia_image::Image;
use vrt_depth_anything::fusion::{FuseOptions, PlyFormat, fuse, ply, point_cloud, point_colors};
use vrt_depth_anything::{Config, DepthAnythingCpu, DepthOptions, DepthResult};
use vrt_types::{CameraIntrinsics, Mask};

type Outcome<T> = Result<T, Box<dyn Error>>;

struct Arguments {
    picture: PathBuf,
    model: PathBuf,
    metadata: PathBuf,
    device: String,
    /// Horizontal field of view in degrees.
    fov: Option<f64>,
    cloud: Option<PathBuf>,
}

const USAGE: &str =
    "usage: depth PICTURE [--model FILE.onnx] [--metadata FILE.json] [--device auto|cpu|cuda] [--fov DEGREES] [--cloud FILE.ply]";

fn arguments() -> Outcome<Arguments> {
    let sample = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../models/sample");
    let (mut picture, mut fov, mut cloud, mut device) = (None, None, None, "auto".to_owned());
    let (mut model, mut metadata) = (sample.join("depth.onnx"), sample.join("depth.json"));
    let mut given = std::env::args_os().skip(1);
    while let Some(argument) = given.next() {
        let mut value = || given.next().ok_or(USAGE);
        match argument.to_str() {
            Some("--model") => model = value()?.into(),
            Some("--metadata") => metadata = value()?.into(),
            Some("--device") => device = value()?.to_string_lossy().into_owned(),
            Some("--fov") => fov = Some(value()?.to_string_lossy().parse()?),
            Some("--cloud") => cloud = Some(value()?.into()),
            Some(option) if option.starts_with('-') => return Err(USAGE.into()),
            _ => picture = Some(argument.into()),
        }
    }
    Ok(Arguments { picture: picture.ok_or(USAGE)?, model, metadata, device, fov, cloud })
}

/// Depth, and what took how long.
type Found = (DepthResult, String);

fn on_cpu(arguments: &Arguments, config: Config, picture: &Image<u8, 3>, options: &DepthOptions) -> Outcome<Found> {
    let depth = DepthAnythingCpu::from_onnx(&arguments.model, config)?.infer(picture, options)?;
    let times = depth.times;
    let told =
        format!("on the CPU: preprocess {:.1?}, network {:.1?}, postprocess {:.1?}", times.preprocess, times.network, times.postprocess);
    Ok((depth, told))
}

#[cfg(feature = "cuda")]
fn on_gpu(arguments: &Arguments, config: Config, picture: &Image<u8, 3>, options: &DepthOptions) -> Outcome<Found> {
    use vrt::cuda::{Cuda, Frame};
    use vrt::tensorrt::EngineStore;
    use vrt_depth_anything::DepthAnything;
    let (cuda, store) = (Cuda::open(0)?, EngineStore::user()?);
    eprintln!("engine for {} from {}; where it is not there yet, building it takes minutes", cuda.name(), store.folder().display());
    let model = DepthAnything::from_onnx(&cuda, &arguments.model, config, DepthAnything::engine_profile(), &store)?;
    let (frame, mut result) = (Frame::image(picture)?, model.alloc_result()?);
    // The first frames load code and capture the graph.
    for _ in 0..3 {
        model.submit(&frame, options, &mut result)?.wait()?;
    }
    let begun = std::time::Instant::now();
    let depth = model.submit(&frame, options, &mut result)?.wait()?;
    let told = format!("on {}: {:.2?} from the picture in memory to the depth map on the GPU", cuda.name(), begun.elapsed());
    Ok((depth.to_host(0)?, told))
}

/// Why a GPU was not taken.
#[cfg(not(feature = "cuda"))]
fn on_gpu(_: &Arguments, _: Config, _: &Image<u8, 3>, _: &DepthOptions) -> Outcome<Found> {
    Err("this program was built without GPUs: build it with `--features cuda`".into())
}

fn main() -> Outcome<()> {
    let arguments = arguments()?;
    let picture = vrt_picture::read_picture(&arguments.picture)?;
    let (width, height) = (picture.width() as u32, picture.height() as u32);
    let camera = match arguments.fov {
        Some(degrees) => {
            let focal = f64::from(width) / 2.0 / (degrees.to_radians() / 2.0).tan();
            Some(CameraIntrinsics::new(focal, focal, f64::from(width - 1) / 2.0, f64::from(height - 1) / 2.0, width, height)?)
        }
        None => None,
    };

    let config = Config::from_metadata_file(&arguments.metadata)?;
    let options = DepthOptions { intrinsics: camera, ..DepthOptions::default() };
    let (depth, told) = match arguments.device.as_str() {
        "cpu" => on_cpu(&arguments, config.clone(), &picture, &options)?,
        "cuda" => on_gpu(&arguments, config.clone(), &picture, &options)?,
        "auto" => on_gpu(&arguments, config.clone(), &picture, &options).or_else(|reason| {
            eprintln!("on the CPU, as the GPU can't be used: {reason}");
            on_cpu(&arguments, config.clone(), &picture, &options)
        })?,
        _ => return Err(USAGE.into()),
    };

    let (network_width, network_height) = depth.geometry.network();
    println!("{}: {width}x{height}, seen by {} at {network_width}x{network_height}", arguments.picture.display(), config.name);
    println!("{told}");

    // Tiles of the picture stand in for the masks of objects.
    let (columns, rows) = (8.min(width), 6.min(height));
    let tile = |index: u32| {
        let (column, row) = (index % columns, index / columns);
        Mask::from_fn(width, height, |x, y| x * columns / width == column && y * rows / height == row)
    };
    let tiles = (0..columns * rows).map(tile).collect::<Result<Vec<Mask>, _>>()?;
    println!(
        "median of each part, in {} ({}):",
        depth.map.unit(),
        if depth.map.larger_is_nearer() { "large is near" } else { "large is far" }
    );
    for row in fuse(&tiles, &depth.map, &FuseOptions::default())?.chunks(columns as usize) {
        let cells = row.iter().map(|part| part.median.map_or("      -".to_owned(), |median| format!("{median:7.2}")));
        println!("{}", cells.collect::<Vec<_>>().join(" "));
    }

    if let Some(path) = &arguments.cloud {
        let map = depth.map.as_metric().ok_or("a point cloud needs a metric model")?;
        let camera = camera.ok_or("a point cloud needs --fov, the horizontal field of view of the camera in degrees")?;
        let points = point_cloud(map, &camera, None)?;
        let colors = point_colors(map, &picture, None)?;
        vrt_picture::write_atomic(path, &ply(&points, Some(&colors), PlyFormat::BinaryLittleEndian)?)?;
        println!("{} points in {}", points.len(), path.display());
    }
    Ok(())
}
