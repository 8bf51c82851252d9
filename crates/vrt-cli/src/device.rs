//! Where networks run.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::args::DeviceArgs;
use crate::error::CliError;
use crate::models::{Plan, Source};

/// What `--device` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceChoice {
    /// The best there is; says what and why.
    Auto,
    /// The processor.
    Cpu,
    /// The NVIDIA GPU of this number.
    Cuda(u32),
}

/// A device that networks can run on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Device {
    /// The processor.
    Cpu,
    /// An NVIDIA GPU.
    #[cfg(feature = "cuda")]
    Cuda {
        /// Its number.
        index: usize,
        /// Its name and the TensorRT on it, for people.
        about: String,
    },
}

/// A device and why it is the one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The device.
    pub device: Device,
    /// The reason, for people.
    pub why: String,
}

/// What this machine has of what was asked for.
#[derive(Debug)]
pub enum Found {
    /// The processor, and why.
    Cpu(String),
    /// A GPU with TensorRT.
    #[cfg(feature = "cuda")]
    Gpu(Gpu),
}

/// A GPU with TensorRT, and what is wanted of it.
#[cfg(feature = "cuda")]
#[derive(Debug)]
pub struct Gpu {
    /// GPU and TensorRT.
    pub tensorrt: vrt::tensorrt::TensorRt,
    /// Whether it was asked for by its name: then nothing else will do, and engines that are missing are built.
    pub asked: bool,
    /// The precision of engines.
    pub precision: vrt::tensorrt::Precision,
}

#[cfg(feature = "cuda")]
impl Gpu {
    /// It as a device.
    pub fn device(&self) -> Device {
        Device::Cuda { index: self.tensorrt.cuda().ordinal(), about: crate::gpu::about(&self.tensorrt) }
    }
}

impl DeviceArgs {
    /// Looks for what was asked for. A GPU needs driver and TensorRT; engines are looked for when models are loaded.
    ///
    /// # Errors
    /// [`CliError::Usage`] for an engine on the processor; `NoGpu`, `NoCuda`: a GPU that was asked for is never replaced by the processor.
    pub fn find(&self, plan: &Plan) -> Result<Found, CliError> {
        let sources = [plan.segmentation.as_ref().map(|spec| &spec.source), plan.depth.as_ref().map(|spec| &spec.source)];
        let engine = sources.into_iter().flatten().find_map(|source| if let Source::Engine(path) = source { Some(path) } else { None });
        match (self.device, engine) {
            (DeviceChoice::Cpu, Some(engine)) => Err(CliError::Usage(format!(
                "{} is an engine, which runs on a GPU: leave out --device cpu, or give the model's ONNX file instead",
                engine.display()
            ))),
            (DeviceChoice::Cpu, None) => Ok(Found::Cpu("as asked".to_owned())),
            // Without an ONNX file there is nothing that the processor could run.
            (DeviceChoice::Auto, Some(_)) => self.gpu(0, true),
            (DeviceChoice::Auto, None) => Ok(self.gpu(0, false).unwrap_or_else(|error| Found::Cpu(auto_without_gpu(&error)))),
            (DeviceChoice::Cuda(index), _) => self.gpu(index, true),
        }
    }

    #[cfg(feature = "cuda")]
    fn gpu(&self, index: u32, asked: bool) -> Result<Found, CliError> {
        let no_gpu = |source| CliError::NoGpu { source: Box::new(source) };
        let tensorrt = crate::gpu::open(DeviceChoice::Cuda(index)).map_err(no_gpu)?;
        Ok(Found::Gpu(Gpu { tensorrt, asked, precision: self.precision }))
    }

    #[cfg(not(feature = "cuda"))]
    fn gpu(&self, index: u32, _asked: bool) -> Result<Found, CliError> {
        Err(CliError::NoCuda { index })
    }
}

/// Why `auto` is the processor where no GPU can be opened.
fn auto_without_gpu(error: &CliError) -> String {
    #[cfg(feature = "cuda")]
    let (error, no_driver) = match error {
        CliError::NoGpu { source } => (&**source, matches!(**source, CliError::Gpu(vrt::cuda::CudaError::NoDriver(_)))),
        error => (error, false),
    };
    // A build without GPUs does not look for a driver.
    #[cfg(not(feature = "cuda"))]
    let no_driver = true;
    if no_driver && !gpu_is_visible() {
        return "auto: there is no NVIDIA GPU".to_owned();
    }
    format!("auto: {}", first_line(error))
}

/// What an error says before its details.
pub fn first_line(error: &CliError) -> String {
    error.to_string().lines().next().unwrap_or_default().trim_end_matches(" Looked for it here:").to_owned()
}

/// Whether the NVIDIA driver is loaded, without opening any of its libraries.
fn gpu_is_visible() -> bool {
    ["/proc/driver/nvidia/version", "/dev/nvidiactl", "/dev/nvgpu"].iter().any(|path| Path::new(path).exists())
}

impl FromStr for DeviceChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "cpu" => Ok(Self::Cpu),
            "cuda" => Ok(Self::Cuda(0)),
            _ => match text.strip_prefix("cuda:").map(str::parse) {
                Some(Ok(index)) => Ok(Self::Cuda(index)),
                _ => Err("it must be auto, cpu, cuda or cuda:N".to_owned()),
            },
        }
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cpu => f.write_str("cpu"),
            #[cfg(feature = "cuda")]
            Self::Cuda { index, .. } => write!(f, "cuda:{index}"),
        }
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (device, why) = (&self.device, &self.why);
        match device {
            Device::Cpu => write!(f, "{device} ({why})"),
            #[cfg(feature = "cuda")]
            Device::Cuda { about, .. } => write!(f, "{device}, {about} ({why})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_have_names() {
        assert_eq!("auto".parse(), Ok(DeviceChoice::Auto));
        assert_eq!("cuda".parse(), Ok(DeviceChoice::Cuda(0)));
        assert_eq!("cuda:3".parse(), Ok(DeviceChoice::Cuda(3)));
        for wrong in ["", "gpu", "cuda:", "cuda:-1", "CPU"] {
            assert!(wrong.parse::<DeviceChoice>().is_err(), "{wrong}");
        }
    }

    #[cfg(not(feature = "cuda"))]
    #[test]
    fn a_gpu_is_never_replaced_silently() {
        let find = |device| DeviceArgs { device }.find(&Plan::default());
        assert!(matches!(find(DeviceChoice::Cuda(1)), Err(CliError::NoCuda { index: 1 })));
        assert!(matches!(find(DeviceChoice::Auto), Ok(Found::Cpu(_))));
    }
}
