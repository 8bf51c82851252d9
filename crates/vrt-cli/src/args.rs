//! The command line.

#[cfg(feature = "cuda")]
pub mod bench;
#[cfg(feature = "cuda")]
pub mod gpu;
#[cfg(feature = "hub")]
pub mod hub;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, StringValueParser, Styles, TypedValueParser};
use clap::{Parser, Subcommand, ValueHint};
use clap_complete::Shell;

use crate::device::DeviceChoice;
use crate::models;

const STYLES: Styles = Styles::styled()
    .header(anstyle::AnsiColor::Yellow.on_default().bold())
    .usage(anstyle::AnsiColor::Yellow.on_default().bold())
    .literal(anstyle::AnsiColor::Green.on_default())
    .placeholder(anstyle::AnsiColor::Cyan.on_default());

const EXIT_CODES: &str = "Exit codes:
  0    everything done
  1    failure: nothing could be done
  2    usage: no such option, model or class, or options that exclude each other
  3    some inputs failed and were reported, the others are done
  4    a device that this build or machine does not have
  130  interrupted; results written so far are whole";

const EXAMPLES: &str = "Examples:
  vrt demo                             a scene beside its truth, into vrt-out/
  vrt run photo.jpg --onnx seg.onnx    your picture, your model
  vrt run photos/ --out results        all pictures of a folder
  vrt pull rfdetr-seg-nano             a model for photographs
  vrt models                           what there is";

const RUN_EXAMPLES: &str = "Examples:
  vrt run table.jpg
      by the built-in sample models, which know table-top scenes only
  vrt run street.jpg --model rfdetr-seg-nano --threshold 0.4
      everyday objects, after `vrt pull rfdetr-seg-nano`
  vrt run street.jpg --model rfdetr-seg-nano --onnx seg.onnx --camera cam.yaml \\
      --depth-model depth-anything-v2-metric-vkitti-small --depth-onnx d.onnx
      the same by your own files, with distance and position of every object
  vrt run frames/ --onnx mine.onnx --classes cup,plate --json > results.jsonl
      a folder, by a model that mine.json beside mine.onnx describes
  vrt run frames/ --model rfdetr-seg-nano --device cuda:0
      on that GPU; its engine is built first where there is none

Results of one picture go to DIR: overlay.png, depth.png and result.json.
Those of several pictures, and of folders, go to DIR/NAME.";

#[cfg(feature = "hub")]
const PULL_EXAMPLES: &str = "Examples:
  vrt pull rfdetr-seg-nano depth-anything-v2-small
  vrt pull depth-anything-v2-base --accept-license CC-BY-NC-4.0
  vrt pull rfdetr-seg-xlarge --allow-unverified

Files go into the cache of the Hugging Face tools: HF_HUB_CACHE or HF_HOME, else
~/.cache/huggingface/hub. HF_ENDPOINT, HF_TOKEN, HF_HUB_OFFLINE and HTTPS_PROXY
count too. Interrupted downloads are continued.";

#[cfg(feature = "hub")]
const ADD_EXAMPLES: &str = "Examples:
  vrt add cutlery --onnx cutlery.onnx --labels classes.txt
      RF-DETR-Seg; classes.txt has one class a line; cutlery.json is written
  vrt add cutlery --onnx cutlery.onnx --license Apache-2.0
      cutlery.json is there and says everything (\"vrt-model/1\")
  vrt run table.jpg --model cutlery

The entry goes into the registry file: --registry, VRT_REGISTRY, else
~/.config/vrt/registry.toml.";

#[cfg(feature = "cuda")]
const BUILD_EXAMPLES: &str = "Examples:
  vrt build rfdetr-seg-nano
      the file that was pulled, fp16; the engine is kept and found again
  vrt build seg --onnx seg.onnx --precision fp32 --batch 1,4,8
  vrt build depth --onnx depth.onnx --shape pixel_values:1x3x518x518

Engines go into --store, VRT_ENGINE_DIR, or the cache of this user. A build
takes half a minute to many minutes; Ctrl-C stops it and keeps nothing half.";

#[cfg(feature = "cuda")]
const BENCH_EXAMPLES: &str = "Examples:
  vrt bench seg.engine --cuda-graph
  vrt bench --onnx seg.onnx --duration 10 --json
  vrt bench rfdetr-seg --engine seg.engine --model rfdetr-seg-nano --compare";

/// Finds objects in pictures, with masks and distances
#[derive(Debug, Parser)]
#[command(name = "vrt", version, styles = STYLES, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show what this does: a built-in scene, found objects beside the truth
    #[command(after_help = "Examples:\n  vrt demo\n  vrt demo --scene 10 --out scene-10\n  vrt demo --json | jq '.objects[].class'")]
    Demo(DemoArgs),
    /// Find objects and distances in your own pictures
    #[command(after_help = format!("{RUN_EXAMPLES}\n\n{EXIT_CODES}"))]
    Run(RunArgs),
    /// List the models, what each needs, and which are on this machine
    #[command(after_help = "Examples:\n  vrt models\n  vrt models --json | jq -r '.[].name'")]
    Models(ModelsArgs),
    /// Download models and check that they are the right files
    #[cfg(feature = "hub")]
    #[command(after_help = PULL_EXAMPLES)]
    Pull(hub::PullArgs),
    /// Hash the files of models anew
    #[cfg(feature = "hub")]
    #[command(after_help = "Examples:\n  vrt verify\n  vrt verify rfdetr-seg-nano --json")]
    Verify(hub::VerifyArgs),
    /// Remove models from the cache, or models of your own from the registry
    #[cfg(feature = "hub")]
    #[command(after_help = "Examples:\n  vrt rm rfdetr-seg-nano\n  vrt rm cutlery      your own files stay where they are")]
    Rm(hub::RmArgs),
    /// Give a model of your own a name
    #[cfg(feature = "hub")]
    #[command(after_help = ADD_EXAMPLES)]
    Add(hub::AddArgs),
    /// Tell what this machine has for GPUs, and what to do about what it lacks
    #[cfg(feature = "cuda")]
    #[command(
        after_help = "Examples:\n  vrt doctor\n  vrt doctor --json | jq '.can_run'\n\nThe exit code is 0 if engines can be run here, else 4."
    )]
    Doctor(gpu::DoctorArgs),
    /// Build a TensorRT engine from an ONNX file, for this GPU
    #[cfg(feature = "cuda")]
    #[command(after_help = BUILD_EXAMPLES)]
    Build(gpu::BuildArgs),
    /// Tell what a TensorRT engine was built from, and what it is
    #[cfg(feature = "cuda")]
    #[command(after_help = "Examples:\n  vrt inspect seg.engine\n  vrt inspect seg.engine --layers --json | jq '.engine.tensors'")]
    Inspect(gpu::InspectArgs),
    /// Measure how fast a network runs alone, or whole frames of a model
    #[cfg(feature = "cuda")]
    #[command(after_help = BENCH_EXAMPLES)]
    Bench(bench::BenchArgs),
    /// Print a completion script for a shell
    #[command(after_help = "Examples:
  vrt completions bash > ~/.local/share/bash-completion/completions/vrt
  vrt completions zsh > ~/.zfunc/_vrt
  vrt completions fish > ~/.config/fish/completions/vrt.fish")]
    Completions(CompletionsArgs),
}

/// Where networks run.
#[derive(Debug, Clone, clap::Args)]
pub struct DeviceArgs {
    /// Where networks run: auto, cpu, cuda or cuda:N. auto takes the GPU if engines for it are there, else the processor, and says why; cuda
    /// builds engines that are missing, once, in minutes
    #[arg(long, value_name = "DEVICE", default_value = "auto")]
    pub device: DeviceChoice,
    /// Precision of engines on a GPU: fp32, tf32, fp16, bf16, int8, fp8; the processor computes in fp32
    #[cfg(feature = "cuda")]
    #[arg(long, value_name = "P", default_value = "fp16")]
    pub precision: vrt::tensorrt::Precision,
}

/// What `demo` and `run` have in common.
#[derive(Debug, Clone, clap::Args)]
pub struct CommonArgs {
    #[command(flatten)]
    pub device: DeviceArgs,
    /// Folder for the results; made if it is not there
    #[arg(long, short, value_name = "DIR", default_value = "vrt-out", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    /// Objects must have a score above this, 0 to 1
    #[arg(long, short, value_name = "T", default_value_t = 0.5, value_parser = threshold)]
    pub threshold: f32,
    /// Print one line of JSON for each picture, and nothing else, to standard output
    #[arg(long)]
    pub json: bool,
}

/// `vrt demo`.
#[derive(Debug, clap::Args)]
pub struct DemoArgs {
    /// Which of the twelve built-in scenes, 0 to 11; some are hard
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub scene: usize,
    #[command(flatten)]
    pub common: CommonArgs,
}

/// `vrt run`.
#[derive(Debug, clap::Args)]
pub struct RunArgs {
    /// Pictures, or folders of pictures: PNG, JPEG, WebP, TIFF, BMP
    #[arg(required = true, value_name = "PICTURE|DIR", value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<PathBuf>,
    /// Look for pictures in the subfolders of folders too
    #[arg(long, short)]
    pub recursive: bool,
    /// Model for the objects (or for the depth alone); `vrt models` lists the names
    #[arg(long, short, value_name = "NAME", value_parser = ModelName(models::names), hide_possible_values = true)]
    pub model: Option<String>,
    /// ONNX file of the model, instead of the one that was pulled; without --model, FILE with the ending .json describes it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub onnx: Option<PathBuf>,
    /// TensorRT engine of the model, instead of the one that is built from its ONNX file; from a source that you trust. Without --model, FILE
    /// with the ending .json describes it
    #[cfg(feature = "cuda")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub engine: Option<PathBuf>,
    /// Model for the depth, beside one for the objects
    #[arg(long, value_name = "NAME", value_parser = ModelName(models::depth_names), hide_possible_values = true)]
    pub depth_model: Option<String>,
    /// ONNX file of the depth model, instead of the one that was pulled; without --depth-model, FILE with the ending .json describes it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub depth_onnx: Option<PathBuf>,
    /// TensorRT engine of the depth model, as --engine is of the other
    #[cfg(feature = "cuda")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub depth_engine: Option<PathBuf>,
    /// Insist on distances of objects: both models must be there. Where they are, distances are measured without this too
    #[arg(long)]
    pub fuse: bool,
    /// Camera of the pictures, for 3-D positions: JSON or YAML (fx, fy, cx, cy, width, height), ROS camera_info, a kornia pinhole, or COLMAP's
    /// cameras.txt
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub camera: Option<PathBuf>,
    /// Classes to keep, by name or id, separated by commas
    #[arg(long, short, value_name = "A,B", value_delimiter = ',')]
    pub classes: Vec<String>,
    /// Largest picture that is read, in pixels; M stands for a million
    #[arg(long, value_name = "N", default_value = "64M", value_parser = pixels)]
    pub max_pixels: u64,
    #[cfg(feature = "hub")]
    #[command(flatten)]
    pub registry: hub::RegistryArgs,
    #[command(flatten)]
    pub common: CommonArgs,
}

impl RunArgs {
    /// `--engine`; nothing in builds without GPUs.
    pub fn engine(&self) -> Option<&Path> {
        #[cfg(feature = "cuda")]
        return self.engine.as_deref();
        #[cfg(not(feature = "cuda"))]
        None
    }

    /// `--depth-engine`; nothing in builds without GPUs.
    pub fn depth_engine(&self) -> Option<&Path> {
        #[cfg(feature = "cuda")]
        return self.depth_engine.as_deref();
        #[cfg(not(feature = "cuda"))]
        None
    }
}

/// `vrt models`.
#[derive(Debug, clap::Args)]
pub struct ModelsArgs {
    /// Print JSON instead of tables
    #[arg(long)]
    pub json: bool,
    #[cfg(feature = "hub")]
    #[command(flatten)]
    pub registry: hub::RegistryArgs,
}

/// Completes the names of models, and takes any: a registry may have more of them.
#[derive(Debug, Clone, Copy)]
struct ModelName(fn() -> Vec<&'static str>);

impl TypedValueParser for ModelName {
    type Value = String;

    fn parse_ref(&self, command: &clap::Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// `vrt completions`.
#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// Shell to complete in
    pub shell: Shell,
}

fn threshold(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        Ok(value) => Err(format!("scores are between 0 and 1, {value} is not")),
        Err(_) => Err("it must be a number between 0 and 1".to_owned()),
    }
}

fn pixels(text: &str) -> Result<u64, String> {
    let (digits, factor) = match text.strip_suffix(['M', 'm']) {
        Some(millions) => (millions, 1_000_000),
        None => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| "it must be a whole number of pixels, like 100000000 or 100M".to_owned())?;
    match number.checked_mul(factor) {
        Some(0) => Err("it must be at least 1 pixel".to_owned()),
        Some(pixels) => Ok(pixels),
        None => Err("more pixels than can be counted".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn examples_fit_a_terminal() {
        let texts = [
            EXAMPLES,
            RUN_EXAMPLES,
            EXIT_CODES,
            #[cfg(feature = "hub")]
            PULL_EXAMPLES,
            #[cfg(feature = "hub")]
            ADD_EXAMPLES,
            #[cfg(feature = "cuda")]
            BUILD_EXAMPLES,
            #[cfg(feature = "cuda")]
            BENCH_EXAMPLES,
        ];
        for line in texts.into_iter().flat_map(str::lines) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn pixels_are_counted_in_millions_too() {
        assert_eq!(pixels("64M"), Ok(64_000_000));
        assert_eq!(pixels("100000000"), Ok(100_000_000));
        for wrong in ["", "M", "0", "-1", "1.5M", "99999999999999999999", "18446744073709551615M"] {
            assert!(pixels(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn thresholds_are_scores() {
        assert_eq!(threshold("0.4"), Ok(0.4));
        for wrong in ["", "half", "-0.1", "1.01", "NaN", "inf"] {
            assert!(threshold(wrong).is_err(), "{wrong}");
        }
    }
}
