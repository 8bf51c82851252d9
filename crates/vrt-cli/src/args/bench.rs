//! Options of `vrt bench`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Subcommand, ValueHint};
use vrt::cuda::PixelFormat;
use vrt::tensorrt::Precision;

use super::gpu::Shape;
use crate::device::DeviceChoice;

/// `vrt bench`.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    subcommand_value_name = "MODEL",
    subcommand_help_heading = "Whole frames"
)]
pub struct BenchArgs {
    /// Whole frames of a model, instead of a network alone.
    #[command(subcommand)]
    pub model: Option<BenchModel>,
    #[command(flatten)]
    pub network: NetworkArgs,
}

/// The models whose frames can be measured.
#[derive(Debug, Subcommand)]
pub enum BenchModel {
    /// Measure whole frames of RF-DETR-Seg on a GPU, from the picture to detections and masks, beside the engine alone
    #[command(after_help = RFDETR_EXAMPLES)]
    RfdetrSeg(SegmentationArgs),
    /// Measure whole frames of Depth Anything on a GPU, from the picture to depth at its size, beside the engine alone
    #[command(after_help = DEPTH_EXAMPLES)]
    DepthAnything(DepthArgs),
}

const RFDETR_EXAMPLES: &str = "Examples:
  vrt bench rfdetr-seg --engine rfdetr-seg-nano.engine --model rfdetr-seg-nano
  vrt bench rfdetr-seg --onnx nano.onnx --model rfdetr-seg-nano --compare
      every figure: engine alone before, between and after, kernels, batch, streams
  vrt bench rfdetr-seg --engine b1.engine --engine b8.engine --model rfdetr-seg-nano \\
      --compare --saturate --plot saturation.svg --json bench.json

Times are medians, with the 99th percentile, of one run on one machine; ratios
are to the engine alone in the same run.";

const DEPTH_EXAMPLES: &str = "Examples:
  vrt bench depth-anything --engine v2s.engine --model depth-anything-v2-small
  vrt bench depth-anything --onnx v2s.onnx --model depth-anything-v2-small --compare
      every figure: engine alone before, between and after, kernels, batch, streams

Times are medians, with the 99th percentile, of one run on one machine; ratios
are to the engine alone in the same run.";

/// `vrt bench rfdetr-seg`.
#[derive(Debug, Clone, clap::Args)]
pub struct SegmentationArgs {
    #[command(flatten)]
    pub frames: FrameArgs,
    /// Objects in a frame: the threshold is chosen so that about as many are found
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub objects: usize,
    /// Folder for one frame and the engine's outputs for it as NumPy files, for other programs to be measured on
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dump: Option<PathBuf>,
}

/// `vrt bench depth-anything`.
#[derive(Debug, Clone, clap::Args)]
pub struct DepthArgs {
    #[command(flatten)]
    pub frames: FrameArgs,
}

/// `vrt bench` of a network alone.
#[derive(Debug, clap::Args)]
pub struct NetworkArgs {
    /// Engine file, for a GPU; it is loaded, so it must be from a source that you trust
    #[arg(value_name = "ENGINE", value_hint = ValueHint::FilePath, required_unless_present = "onnx", conflicts_with = "onnx")]
    pub engine: Option<PathBuf>,
    /// ONNX file, for the processor
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub onnx: Option<PathBuf>,
    /// Shape of an input with open sides: INPUT:1x3x518x518
    #[arg(long, value_name = "INPUT:SHAPE")]
    pub shape: Vec<Shape>,
    /// Run at least this often
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: u32,
    /// Run at least this long, in seconds
    #[arg(long, value_name = "S", default_value_t = 3.0, allow_negative_numbers = true, value_parser = seconds)]
    pub duration: f64,
    /// Run this long before, without measuring, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 200)]
    pub warmup: u32,
    /// Replay the run from a CUDA graph
    #[arg(long, requires = "engine")]
    pub cuda_graph: bool,
    /// Where to run: auto, cpu, cuda or cuda:N; engines run on GPUs, ONNX files on the processor
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    pub device: DeviceChoice,
    /// Print one line of JSON, and nothing else, to standard output
    #[arg(long)]
    pub json: bool,
}

/// What all models have in common.
#[derive(Debug, Clone, clap::Args)]
pub struct FrameArgs {
    /// Engine file; several where they are for different batches. From a source that you trust
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "onnx", conflicts_with = "onnx")]
    pub engine: Vec<PathBuf>,
    /// ONNX file; engines for batch 1 (and --batch, if --compare or --saturate asks for it) are built, or taken from the store
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub onnx: Option<PathBuf>,
    /// Name of the model; without it, FILE with the ending .json describes it
    #[arg(long, short, value_name = "NAME")]
    pub model: Option<String>,
    /// Precision of engines that are built: fp32, tf32, fp16, bf16, int8, fp8
    #[arg(long, value_name = "P", default_value = "fp16")]
    pub precision: Precision,
    /// Picture for the frames; without it they are noise
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "size")]
    pub picture: Option<PathBuf>,
    /// Size of the frames in pixels
    #[arg(long, value_name = "WxH", default_value = "1920x1080")]
    pub size: Size,
    /// How pixels lie in memory: rgb8, bgr8, rgba8, bgra8, grey8, nv12 (BT.601, limited range)
    #[arg(long, value_name = "FORMAT", default_value = "rgb8", value_parser = format)]
    pub format: PixelFormat,
    /// Frames of each measurement
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub frames: u32,
    /// Pictures of a batch, where an engine takes that many
    #[arg(long, value_name = "B", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub batch: u32,
    /// Frames in flight where throughput is measured
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub slots: u32,
    /// Streams at the same time, each with frames of its own
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub streams: u32,
    /// Measure everything: kernels, what is read on top, batch, streams and what a frame costs the host too
    #[arg(long)]
    pub compare: bool,
    /// Measure how much the GPU takes: 1, 2 and 4 contexts with batches of 1, 4, 8, 16 and 32, as far as the engines go
    #[arg(long)]
    pub saturate: bool,
    /// File for the figures as JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// File for the plot of --saturate, as SVG
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath, requires = "saturate")]
    pub plot: Option<PathBuf>,
    /// GPU: cuda or cuda:N
    #[arg(long, value_name = "DEVICE", default_value = "cuda:0")]
    pub device: DeviceChoice,
    #[cfg(feature = "hub")]
    #[command(flatten)]
    pub registry: super::hub::RegistryArgs,
}

/// Width and height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text.split_once(['x', 'X']).and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        match sides {
            Some((width @ 1..=65_536, height @ 1..=65_536)) => Ok(Self { width, height }),
            _ => Err("it must be like 1920x1080, sides from 1 to 65536".to_owned()),
        }
    }
}

fn format(text: &str) -> Result<PixelFormat, String> {
    match text {
        "rgb8" => Ok(PixelFormat::Rgb8),
        "bgr8" => Ok(PixelFormat::Bgr8),
        "rgba8" => Ok(PixelFormat::Rgba8),
        "bgra8" => Ok(PixelFormat::Bgra8),
        "grey8" | "gray8" => Ok(PixelFormat::Gray8),
        "nv12" => Ok(PixelFormat::Nv12(Default::default())),
        _ => Err("there are rgb8, bgr8, rgba8, bgra8, grey8 and nv12".to_owned()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=86_400.0).contains(&value) => Ok(value),
        _ => Err("it must be a number of seconds, 0 to 86400".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_formats_have_names() {
        assert_eq!("1920x1080".parse(), Ok(Size { width: 1920, height: 1080 }));
        for wrong in ["", "1920", "0x4", "4x65537", "-1x4", "4x4x4"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
        assert_eq!(format("nv12"), Ok(PixelFormat::Nv12(Default::default())));
        assert!(format("rgb").is_err());
    }
}
