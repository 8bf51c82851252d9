//! The loaded TensorRT, on one GPU.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

pub use vrt_sys::Family;
use vrt_sys::{Library, Runtime};

use super::error::TensorRtError;
use crate::cuda::Cuda;

/// TensorRT, opened at run time, ready to load and build engines for one GPU. Cheap to clone.
///
/// It is looked for where `VRT_TENSORRT_DIR` says, then where the system's loader finds it, then where pip, Debian, Jetson and NVIDIA's
/// archive put it; the error lists every place tried. Versions 10 and 11 and TensorRT-RTX 1.5 and newer are known.
///
/// # Example
/// ```no_run
/// use vrt::cuda::Cuda;
/// use vrt::tensorrt::TensorRt;
///
/// let tensorrt = TensorRt::open(&Cuda::open(0)?)?;
/// println!("{tensorrt}"); // e.g. TensorRT 10.6.0.26 (/usr/lib/x86_64-linux-gnu/libnvinfer.so.10.6.0)
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct TensorRt {
    library: Library,
    shared: Arc<Shared>,
}

/// One runtime per library and device: TensorRT keeps some memory for each, also after it is deleted.
struct Shared {
    /// Made when the first engine is loaded. Before `cuda`, whose context it uses.
    runtime: OnceLock<Runtime>,
    making: Mutex<()>,
    cuda: Cuda,
}

impl Drop for Shared {
    fn drop(&mut self) {
        // The runtime is deleted next, which frees memory of this context.
        let _ = self.cuda.bind();
    }
}

impl TensorRt {
    /// Opens the system's TensorRT for this GPU.
    ///
    /// # Errors
    /// [`TensorRtError::Library`] where none is found or usable, with what was tried and what to install.
    pub fn open(cuda: &Cuda) -> Result<Self, TensorRtError> {
        let library = Library::open().map_err(TensorRtError::library)?;
        Ok(Self::with(library, cuda))
    }

    /// Opens the TensorRT in this folder, or this library file, and no other.
    ///
    /// # Errors
    /// As [`TensorRt::open`].
    ///
    /// # Safety
    /// What lies there must be NVIDIA's TensorRT: opening a library runs its code, and its functions are called.
    pub unsafe fn open_in(cuda: &Cuda, folder: impl AsRef<Path>) -> Result<Self, TensorRtError> {
        // SAFETY: the caller vouches for the files.
        let library = unsafe { Library::options().directory(folder.as_ref()).open() }.map_err(TensorRtError::library)?;
        Ok(Self::with(library, cuda))
    }

    fn with(library: Library, cuda: &Cuda) -> Self {
        type Open = HashMap<(std::path::PathBuf, usize), Weak<Shared>>;
        static OPEN: OnceLock<Mutex<Open>> = OnceLock::new();
        let mut open = OPEN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        let key = (library.path().to_owned(), cuda.ordinal());
        let known = open.get(&key).and_then(Weak::upgrade).filter(|shared| shared.cuda == *cuda);
        let shared = known.unwrap_or_else(|| {
            let shared = Arc::new(Shared { runtime: OnceLock::new(), making: Mutex::new(()), cuda: cuda.clone() });
            open.insert(key, Arc::downgrade(&shared));
            shared
        });
        Self { library, shared }
    }

    /// The runtime of this device, made at the first call.
    pub(crate) fn runtime(&self) -> Result<&Runtime, TensorRtError> {
        self.cuda().bind()?;
        let _making = self.shared.making.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(runtime) = self.shared.runtime.get() {
            return Ok(runtime);
        }
        let runtime = Runtime::new(self.library).map_err(TensorRtError::call("making a TensorRT runtime"))?;
        Ok(self.shared.runtime.get_or_init(|| runtime))
    }

    /// The GPU.
    pub fn cuda(&self) -> &Cuda {
        &self.shared.cuda
    }

    /// The library beneath, for calls that this crate does not make.
    pub fn library(&self) -> Library {
        self.library
    }

    /// The library's version with its build number where it tells it, e.g. `10.6.0.26`.
    pub fn version(&self) -> String {
        self.library.version().to_string()
    }

    /// The product: `TensorRT` or `TensorRT-RTX`.
    pub fn product(&self) -> &'static str {
        self.library.family().product()
    }

    /// The binary interface, on which it depends what can be asked of a builder.
    pub fn family(&self) -> Family {
        self.library.family()
    }
}

impl fmt::Display for TensorRt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.library.fmt(formatter)
    }
}

impl fmt::Debug for TensorRt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "TensorRt({} on {:?})", self.library, self.cuda())
    }
}
