//! Asking the driver before cudarc does.
//!
//! cudarc panics where libcuda is missing, and TensorRT aborts the process where the driver is unusable. So both are asked here first,
//! once in a process, through raw symbols whose results are plain numbers.

use std::sync::OnceLock;

use cudarc::driver::sys;

use super::error::CudaError;

/// What the NVIDIA driver says about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Driver {
    /// The CUDA version that the driver supports, as (major, minor).
    pub cuda: (u32, u32),
    /// GPUs that this process sees.
    pub devices: usize,
}

/// Why the driver cannot be used; kept for the life of the process.
#[derive(Debug, Clone, Copy)]
enum Failure {
    NoLibrary,
    Init(i32),
    NoDevice,
}

impl From<Failure> for CudaError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::NoLibrary => Self::NoDriver,
            Failure::NoDevice => Self::NoDevice,
            Failure::Init(code) => {
                let (name, hint) = explain(code);
                Self::DriverInit { code, name, hint }
            }
        }
    }
}

/// Name of, and remedy for, what `cuInit` answers on systems that are not set up right.
fn explain(code: i32) -> (&'static str, &'static str) {
    match code {
        3 | 4 => ("CUDA_ERROR_NOT_INITIALIZED", "Start this before the process forks, or not while it exits"),
        34 => (
            "CUDA_ERROR_STUB_LIBRARY",
            "A stub libcuda.so of the CUDA toolkit was found instead of the driver's: take the `stubs` folder out of LD_LIBRARY_PATH",
        ),
        46 => ("CUDA_ERROR_DEVICE_UNAVAILABLE", "Another process holds the GPU exclusively: see `nvidia-smi`"),
        100 => ("CUDA_ERROR_NO_DEVICE", "Check `nvidia-smi`, CUDA_VISIBLE_DEVICES and, in a container, that the GPU was passed in"),
        802 => ("CUDA_ERROR_SYSTEM_NOT_READY", "The system's services are not up; on NVSwitch machines start nvidia-fabricmanager"),
        803 => (
            "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
            "The kernel module and libcuda.so are of different driver versions: reboot, or reinstall the driver",
        ),
        804 => (
            "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE",
            "CUDA's forward-compatibility libraries do not support this GPU: take them out of LD_LIBRARY_PATH, or update the driver",
        ),
        999 => (
            "CUDA_ERROR_UNKNOWN",
            "Often the kernel module is not loaded or the device files are not readable: try `nvidia-smi` and `nvidia-modprobe -u`",
        ),
        _ => ("an error this version does not know", "See `nvidia-smi`"),
    }
}

/// Asks the driver, once in a process.
///
/// # Errors
/// [`CudaError::NoDriver`], [`CudaError::DriverInit`] or [`CudaError::NoDevice`].
pub fn probe() -> Result<Driver, CudaError> {
    static ANSWER: OnceLock<Result<Driver, Failure>> = OnceLock::new();
    ANSWER.get_or_init(ask).map_err(CudaError::from)
}

fn ask() -> Result<Driver, Failure> {
    // SAFETY: opening the driver library runs its initialisers, which is what any CUDA program does.
    if !unsafe { sys::is_culib_present() } {
        return Err(Failure::NoLibrary);
    }
    // SAFETY: the library was found just now, so this does not panic.
    let library = unsafe { sys::culib() };
    // SAFETY: the three symbols have these C signatures in every driver since CUDA 2; results are read as plain numbers.
    let symbols = unsafe {
        (
            library.get::<unsafe extern "C" fn(u32) -> i32>(b"cuInit\0"),
            library.get::<unsafe extern "C" fn(*mut i32) -> i32>(b"cuDriverGetVersion\0"),
            library.get::<unsafe extern "C" fn(*mut i32) -> i32>(b"cuDeviceGetCount\0"),
        )
    };
    let (Ok(init), Ok(version), Ok(count)) = symbols else {
        return Err(Failure::NoLibrary);
    };
    // SAFETY: cuInit takes flags that must be 0 and may be called any number of times.
    match unsafe { init(0) } {
        0 => {}
        100 => return Err(Failure::NoDevice),
        code => return Err(Failure::Init(code)),
    }
    let (mut cuda, mut devices) = (0, 0);
    // SAFETY: both write one i32 through the pointer.
    let codes = unsafe { (version(&raw mut cuda), count(&raw mut devices)) };
    match codes {
        (0, 0) if devices > 0 => {
            Ok(Driver { cuda: (cuda.unsigned_abs() / 1000, cuda.unsigned_abs() % 1000 / 10), devices: devices.unsigned_abs() as usize })
        }
        (0, 0) | (_, 100) => Err(Failure::NoDevice),
        (0, code) | (code, _) => Err(Failure::Init(code)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_driver_is_an_error_and_not_a_panic() {
        // Holds on machines with and without a GPU: the call returns, and says the same thing twice.
        let first = probe().map_err(|error| error.to_string());
        let second = probe().map_err(|error| error.to_string());
        assert_eq!(first, second);
    }

    #[test]
    fn known_codes_come_with_a_remedy() {
        let error = CudaError::from(Failure::Init(803)).to_string();
        assert!(error.contains("CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803)"), "{error}");
        assert!(error.contains("reboot"), "{error}");
    }
}
