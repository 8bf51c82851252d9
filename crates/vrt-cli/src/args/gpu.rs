//! Options of the commands that deal with GPUs.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueHint;
use vrt::tensorrt::Precision;

use crate::device::DeviceChoice;

/// `vrt doctor`.
#[derive(Debug, clap::Args)]
pub struct DoctorArgs {
    /// Print JSON instead of a list
    #[arg(long)]
    pub json: bool,
}

/// `vrt build`.
#[derive(Debug, clap::Args)]
pub struct BuildArgs {
    /// Name of the model; the engine's file name begins with it
    #[arg(value_name = "NAME")]
    pub name: String,
    /// ONNX file of the model, instead of the one that was pulled
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub onnx: Option<PathBuf>,
    /// Precision to ask for: fp32, tf32, fp16, bf16, int8, fp8; what can't be had is refused
    #[arg(long, value_name = "P", default_value = "fp16")]
    pub precision: Precision,
    /// Batch where the model leaves it open: one number, or the smallest, the usual and the largest
    #[arg(long, value_name = "N|MIN,OPT,MAX")]
    pub batch: Option<Batch>,
    /// Shape of an input with open sides: INPUT:1x3x518x518, or INPUT:MIN,OPT,MAX
    #[arg(long, value_name = "INPUT:SHAPE")]
    pub shape: Vec<Shape>,
    /// Memory that TensorRT may use for trying out kernels, in MiB
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..))]
    pub workspace: u32,
    /// How long to look for fast kernels: 0 (fast to build) to 5 (fast to run)
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=5))]
    pub optimization_level: u8,
    /// Folder to keep the engine in, instead of the one that VRT_ENGINE_DIR names
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub store: Option<PathBuf>,
    /// GPU to build for and on: cuda or cuda:N
    #[arg(long, value_name = "DEVICE", default_value = "cuda:0")]
    pub device: DeviceChoice,
    /// Print one line of JSON, and nothing else, to standard output
    #[arg(long)]
    pub json: bool,
    #[cfg(feature = "hub")]
    #[command(flatten)]
    pub registry: super::hub::RegistryArgs,
}

/// `vrt inspect`.
#[derive(Debug, clap::Args)]
pub struct InspectArgs {
    /// Engine file; it is loaded, so it must be from a source that you trust
    #[arg(value_name = "ENGINE", value_hint = ValueHint::FilePath)]
    pub engine: PathBuf,
    /// List every layer too
    #[arg(long)]
    pub layers: bool,
    /// GPU to load it on: cuda or cuda:N
    #[arg(long, value_name = "DEVICE", default_value = "cuda:0")]
    pub device: DeviceChoice,
    /// Print JSON, and nothing else, to standard output
    #[arg(long)]
    pub json: bool,
}

/// Smallest, usual and largest batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch {
    /// Smallest.
    pub min: usize,
    /// The one to tune for.
    pub opt: usize,
    /// Largest.
    pub max: usize,
}

impl FromStr for Batch {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Vec<usize> = text
            .split(',')
            .map(|part| part.trim().parse())
            .collect::<Result<_, _>>()
            .map_err(|_| "it must be like 4 or 1,4,8".to_owned())?;
        let (min, opt, max) = match numbers[..] {
            [all] => (all, all, all),
            [min, opt, max] => (min, opt, max),
            _ => return Err("it must be one number, or three: the smallest, the usual and the largest".to_owned()),
        };
        match (1..=opt).contains(&min) && opt <= max {
            true => Ok(Self { min, opt, max }),
            false => Err(format!("{min}, {opt}, {max} must be at least 1 and in ascending order")),
        }
    }
}

/// Shapes of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// The input.
    pub input: String,
    /// Smallest.
    pub min: Vec<usize>,
    /// The one to tune for.
    pub opt: Vec<usize>,
    /// Largest.
    pub max: Vec<usize>,
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let like = || "it must be like images:1x3x518x518 or images:1x3x224x224,1x3x518x518,1x3x1036x1036".to_owned();
        let (input, shapes) = text.rsplit_once([':', '=']).filter(|(input, _)| !input.is_empty()).ok_or_else(like)?;
        let sides =
            |shape: &str| shape.split('x').map(|side| side.trim().parse().ok().filter(|side| *side > 0)).collect::<Option<Vec<usize>>>();
        let shapes = shapes.split(',').map(sides).collect::<Option<Vec<_>>>().ok_or_else(like)?;
        let [min, opt, max] = match &shapes[..] {
            [all] => [all, all, all].map(Clone::clone),
            [min, opt, max] => [min, opt, max].map(Clone::clone),
            _ => return Err(like()),
        };
        let ordered = min.iter().zip(&opt).zip(&max).all(|((min, opt), max)| min <= opt && opt <= max);
        match min.len() == opt.len() && opt.len() == max.len() && ordered {
            true => Ok(Self { input: input.to_owned(), min, opt, max }),
            false => Err("the three shapes must have as many sides each, in ascending order".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_one_number_or_three() {
        assert_eq!("4".parse(), Ok(Batch { min: 4, opt: 4, max: 4 }));
        assert_eq!("1, 4,8".parse(), Ok(Batch { min: 1, opt: 4, max: 8 }));
        for wrong in ["", "0", "a", "1,2", "8,4,1", "1,9,8", "1,2,3,4", "-1", "0,1,2"] {
            assert!(wrong.parse::<Batch>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn shapes_are_written_as_for_trtexec() {
        let shape: Shape = "pixel_values:1x3x518x518".parse().unwrap();
        assert_eq!((shape.input.as_str(), &shape.min, &shape.max), ("pixel_values", &vec![1, 3, 518, 518], &vec![1, 3, 518, 518]));
        let shape: Shape = "scope/in:0:1x8,2x8,4x8".parse().unwrap();
        assert_eq!((shape.input.as_str(), shape.min, shape.opt, shape.max), ("scope/in:0", vec![1, 8], vec![2, 8], vec![4, 8]));
        for wrong in ["", "x", "x:", ":1x3", "x:1x0", "x:1x3,1x3", "x:2x3,1x3,4x3", "x:1x3,1x3x3,1x3", "x:1xa"] {
            assert!(wrong.parse::<Shape>().is_err(), "{wrong}");
        }
    }
}
