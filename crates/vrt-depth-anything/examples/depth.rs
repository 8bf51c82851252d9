//! Prints how far away the parts of a picture are, and writes its point cloud where asked.
//!
//! ```text
//! cargo run --release -p vrt-depth-anything --example depth -- models/sample/scenes/scene-00.jpg
//! cargo run --release -p vrt-depth-anything --example depth -- PICTURE --model model.onnx --metadata model.json --fov 53 --cloud points.ply
//! ```

use std::error::Error;
use std::path::PathBuf;

use vrt_depth_anything::fusion::{FuseOptions, PlyFormat, fuse, ply, point_cloud, point_colors};
use vrt_depth_anything::{Config, DepthAnythingCpu, DepthOptions};
use vrt_types::{CameraIntrinsics, Mask};

struct Arguments {
    picture: PathBuf,
    model: PathBuf,
    metadata: PathBuf,
    /// Horizontal field of view in degrees.
    fov: Option<f64>,
    cloud: Option<PathBuf>,
}

const USAGE: &str = "usage: depth PICTURE [--model FILE.onnx] [--metadata FILE.json] [--fov DEGREES] [--cloud FILE.ply]";

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let sample = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../models/sample");
    let (mut picture, mut fov, mut cloud) = (None, None, None);
    let (mut model, mut metadata) = (sample.join("depth.onnx"), sample.join("depth.json"));
    let mut given = std::env::args_os().skip(1);
    while let Some(argument) = given.next() {
        let mut value = || given.next().ok_or(USAGE);
        match argument.to_str() {
            Some("--model") => model = value()?.into(),
            Some("--metadata") => metadata = value()?.into(),
            Some("--fov") => fov = Some(value()?.to_string_lossy().parse()?),
            Some("--cloud") => cloud = Some(value()?.into()),
            Some(option) if option.starts_with('-') => return Err(USAGE.into()),
            _ => picture = Some(argument.into()),
        }
    }
    Ok(Arguments { picture: picture.ok_or(USAGE)?, model, metadata, fov, cloud })
}

fn main() -> Result<(), Box<dyn Error>> {
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
    let mut model = DepthAnythingCpu::from_onnx(&arguments.model, config)?;
    let depth = model.infer(&picture, &DepthOptions { intrinsics: camera, ..DepthOptions::default() })?;

    let (network_width, network_height) = depth.geometry.network();
    println!("{}: {width}x{height}, seen by {} at {network_width}x{network_height}", arguments.picture.display(), model.config().name);
    println!(
        "preprocess {:.1?}, network {:.1?}, postprocess {:.1?} on this CPU",
        depth.times.preprocess, depth.times.network, depth.times.postprocess
    );

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
