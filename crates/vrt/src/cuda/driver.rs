//! Asking the driver before cudarc does.
//!
//! cudarc panics where libcuda is missing, and TensorRT aborts the process where the driver is unusable. So `vrt-sys` asks the driver
//! first, with plain numbers for answers; and as it keeps the library open, cudarc then finds it by name also where it lies in a folder
//! that the loader does not search (WSL, some Jetson images).

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

/// Asks the driver, once in a process.
///
/// # Errors
/// [`CudaError::NoDriver`] with what is missing and what to do, or [`CudaError::DriverName`].
pub fn probe() -> Result<Driver, CudaError> {
    static ANSWER: OnceLock<Result<Option<Driver>, vrt_sys::DriverError>> = OnceLock::new();
    ANSWER.get_or_init(ask).clone()?.ok_or(CudaError::DriverName)
}

fn ask() -> Result<Option<Driver>, vrt_sys::DriverError> {
    // SAFETY: no file is named, so the system's own driver is asked.
    let found = unsafe { vrt_sys::driver::probe(None) }?;
    let version = found.cuda_version;
    let driver = Driver { cuda: (version / 1000, version % 1000 / 10), devices: found.devices.len() };
    // SAFETY: opens the driver library, which is open already.
    Ok(unsafe { sys::is_culib_present() }.then_some(driver))
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
}
