//! Where networks run.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::error::CliError;

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

/// A device that networks can run on in this build. The GPU joins here; [`crate::pipeline`] builds the models for what this says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// The processor.
    Cpu,
}

/// A device and why it is the one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chosen {
    /// The device.
    pub device: Device,
    /// The reason, for people.
    pub why: &'static str,
}

impl DeviceChoice {
    /// The device to use.
    ///
    /// # Errors
    /// [`CliError::NoCuda`]: a GPU that was asked for is never replaced by the processor.
    pub fn resolve(self) -> Result<Chosen, CliError> {
        match self {
            Self::Cpu => Ok(Chosen { device: Device::Cpu, why: "as asked" }),
            Self::Auto if gpu_is_visible() => {
                Ok(Chosen { device: Device::Cpu, why: "auto: there is an NVIDIA GPU, but pictures can't be looked at by it yet" })
            }
            Self::Auto => Ok(Chosen { device: Device::Cpu, why: "auto: there is no NVIDIA GPU" }),
            Self::Cuda(index) => Err(CliError::NoCuda { index }),
        }
    }
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
        }
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.device, self.why)
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

    #[test]
    fn a_gpu_is_never_replaced_silently() {
        assert!(matches!(DeviceChoice::Cuda(1).resolve(), Err(CliError::NoCuda { index: 1 })));
        assert_eq!(DeviceChoice::Cpu.resolve().unwrap().device, Device::Cpu);
    }
}
