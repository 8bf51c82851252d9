//! Is there a GPU? Asked of the driver before TensorRT is, because TensorRT without one does not fail: 10.6 returns the
//! address 0x200 from `createInferRuntime`, and `createInferBuilder` ends the process with an uncaught C++ exception.

use std::ffi::c_int;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::search::Attempt;

/// The driver that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Driver {
    /// The newest CUDA version it supports, as `major * 1000 + minor * 10`: 12080 is CUDA 12.8.
    pub cuda_version: u32,
    /// The compute capability (major, minor) of each GPU that it shows to this process; one or more.
    pub devices: Vec<(u32, u32)>,
}

/// Why no GPU can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DriverError {
    /// The driver's library is not there.
    NotFound {
        /// What was tried.
        tried: Vec<Attempt>,
    },
    /// The driver's library is there but lacks a function.
    Symbol {
        /// The library.
        path: PathBuf,
        /// The function.
        symbol: &'static str,
    },
    /// The driver refuses to start.
    Init {
        /// The library.
        path: PathBuf,
        /// The function that failed.
        call: &'static str,
        /// CUDA's error number.
        code: i32,
    },
    /// The driver works but shows no GPU.
    NoDevice {
        /// The library.
        path: PathBuf,
    },
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound { tried } => {
                f.write_str("no NVIDIA driver: libcuda.so.1 was not found. Looked for it here:")?;
                for attempt in tried {
                    write!(f, "\n  {attempt}")?;
                }
                f.write_str("\nInstall the NVIDIA driver; in a container, start it with GPU access (--gpus all)")
            }
            Self::Symbol { path, symbol } => {
                write!(f, "{} does not export {symbol}: it is not an NVIDIA driver's library", path.display())
            }
            Self::Init { path, call, code } => {
                write!(f, "the NVIDIA driver ({}) fails: {call} returns CUDA error {code}{}", path.display(), meaning(*code))
            }
            Self::NoDevice { path } => write!(
                f,
                "the NVIDIA driver ({}) shows no GPU to this process: look at `nvidia-smi`, CUDA_VISIBLE_DEVICES and the \
                 container's GPU access",
                path.display()
            ),
        }
    }
}

impl std::error::Error for DriverError {}

/// What the commonest of CUDA's error numbers mean for a user.
fn meaning(code: i32) -> &'static str {
    match code {
        34 => " (a stub library for linking stands in the driver's place: remove .../stubs from LD_LIBRARY_PATH)",
        100 => " (no GPU: look at `nvidia-smi` and CUDA_VISIBLE_DEVICES)",
        802 => " (the system is not ready yet: is nvidia-fabricmanager running?)",
        803 => " (kernel module and library are of different driver versions: restart after the update)",
        804 => " (this GPU does not support forward compatibility: update the driver itself)",
        999 => " (unknown: restart, or load the nvidia kernel modules)",
        _ => "",
    }
}

/// Where distributions put the driver that its loader may not look into.
const PLACES: [&str; 4] = [
    "/usr/lib/wsl/lib/libcuda.so.1",
    "/usr/lib/aarch64-linux-gnu/tegra/libcuda.so.1",
    "/usr/lib/aarch64-linux-gnu/nvidia/libcuda.so.1",
    "/usr/local/nvidia/lib64/libcuda.so.1",
];

/// Asks the driver for its GPUs. `library` names its file; without it the usual names and places are tried.
///
/// # Errors
/// [`DriverError`] says what is missing and what to do.
///
/// # Safety
/// `library`, if given, is an NVIDIA driver's library: opening a file runs code in it.
///
/// # Examples
/// ```
/// // SAFETY: no file is named, so the system's own driver is asked.
/// match unsafe { vrt_sys::driver::probe(None) } {
///     Ok(driver) => println!("{} GPUs, CUDA {}", driver.devices.len(), driver.cuda_version),
///     Err(error) => println!("{error}"),
/// }
/// ```
pub unsafe fn probe(library: Option<&Path>) -> Result<Driver, DriverError> {
    let paths: Vec<PathBuf> = match library {
        Some(path) => vec![path.to_path_buf()],
        None => std::iter::once("libcuda.so.1").chain(PLACES).map(PathBuf::from).collect(),
    };
    let mut tried = Vec::new();
    for path in paths {
        // SAFETY: the caller's promise, or the system's own driver by its name.
        match unsafe { crate::library::open(&path) } {
            Ok(library) => {
                // SAFETY: as above; the driver stays open for good, since unloading it is not supported.
                let library = std::mem::ManuallyDrop::new(library);
                // SAFETY: the functions' types are those of CUDA's driver API.
                return unsafe { ask(&library, path) };
            }
            Err(error) => tried.push(Attempt { place: path.display().to_string(), outcome: error.to_string() }),
        }
    }
    Err(DriverError::NotFound { tried })
}

/// `CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR` and `_MINOR` of cuda.h.
const CAPABILITY_MAJOR: c_int = 75;
const CAPABILITY_MINOR: c_int = 76;

unsafe fn ask(library: &libloading::Library, path: PathBuf) -> Result<Driver, DriverError> {
    // SAFETY: the caller's library is a CUDA driver's, whose API has these functions with these types. A device's handle
    // is its index once cuInit has run.
    unsafe {
        let symbol = |symbol| DriverError::Symbol { path: path.clone(), symbol };
        let init = library.get::<unsafe extern "C" fn(u32) -> c_int>(b"cuInit\0").map_err(|_| symbol("cuInit"))?;
        let count =
            library.get::<unsafe extern "C" fn(*mut c_int) -> c_int>(b"cuDeviceGetCount\0").map_err(|_| symbol("cuDeviceGetCount"))?;
        let version =
            library.get::<unsafe extern "C" fn(*mut c_int) -> c_int>(b"cuDriverGetVersion\0").map_err(|_| symbol("cuDriverGetVersion"))?;
        let attribute = library
            .get::<unsafe extern "C" fn(*mut c_int, c_int, c_int) -> c_int>(b"cuDeviceGetAttribute\0")
            .map_err(|_| symbol("cuDeviceGetAttribute"))?;
        let check = |call, code| if code == 0 { Ok(()) } else { Err(DriverError::Init { path: path.clone(), call, code }) };
        check("cuInit", init(0))?;
        let (mut count_found, mut cuda) = (0, 0);
        check("cuDeviceGetCount", count(&raw mut count_found))?;
        check("cuDriverGetVersion", version(&raw mut cuda))?;
        let mut devices = Vec::new();
        for device in 0..count_found {
            let (mut major, mut minor) = (0, 0);
            check("cuDeviceGetAttribute", attribute(&raw mut major, CAPABILITY_MAJOR, device))?;
            check("cuDeviceGetAttribute", attribute(&raw mut minor, CAPABILITY_MINOR, device))?;
            devices.push((major.unsigned_abs(), minor.unsigned_abs()));
        }
        if devices.is_empty() {
            return Err(DriverError::NoDevice { path });
        }
        Ok(Driver { cuda_version: cuda.unsigned_abs(), devices })
    }
}
