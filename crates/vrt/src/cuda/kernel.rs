//! CUDA kernels: compiled once, kept on disk, loaded once per device.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::c_void;
use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::{CudaFunction, CudaModule, CudaStream, DeviceRepr, result, sys};
use cudarc::nvrtc::Ptx;
use sha2::{Digest, Sha256};

use super::cache_dir::cache_dir;
use super::device::{Cuda, Sm};
use super::error::{CudaError, KernelError};
use super::nvrtc::{Nvrtc, NvrtcMissing, Target, ptx_mark};

/// CUDA C++ that lies beside its launcher, and how it is compiled.
///
/// It is compiled by NVRTC for exactly the GPU at hand when it is first needed; the result is kept under
/// [`cache_dir`](super::cache_dir())`/kernels`, named by a hash of the source, the options, NVRTC's version and the GPU's compute
/// capability, so that the next process only reads a file. Where NVRTC is missing, `ptx` is taken, which the driver compiles.
///
/// # Example
/// ```no_run
/// use vrt::cuda::{Cuda, KernelSource};
///
/// const SCALE: KernelSource = KernelSource {
///     name: "scale",
///     cuda: r#"extern "C" __global__ void scale(float* values, int len, float factor) {
///         int i = blockIdx.x * blockDim.x + threadIdx.x;
///         if (i < len) values[i] *= factor;
///     }"#,
///     options: &["--fmad=false"],
///     ptx: None,
/// };
/// let cuda = Cuda::open(0)?;
/// let kernel = SCALE.load(&cuda)?.kernel("scale")?;
/// # Ok::<(), vrt::cuda::CudaError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct KernelSource {
    /// What messages call it, e.g. `rfdetr-seg-decode`.
    pub name: &'static str,
    /// CUDA C++ source with `extern "C" __global__` kernels; commonly `include_str!("kernels.cu")`.
    pub cuda: &'static str,
    /// NVRTC's options besides the architecture, e.g. `--fmad=false` where results must equal a CPU reference.
    pub options: &'static [&'static str],
    /// The same source compiled to PTX for an old architecture, for systems without NVRTC; commonly `include_str!("kernels.ptx")`.
    pub ptx: Option<&'static str>,
}

/// The kernels loaded on one device.
#[derive(Default)]
pub(crate) struct KernelCache {
    modules: Mutex<HashMap<Key, Arc<CudaModule>>>,
}

/// Hash of everything that the compiled code depends on.
type Key = [u8; 32];

impl KernelSource {
    /// Compiles, or takes from disk, and loads the kernels on this device. Loaded modules stay until the last handle of the device is
    /// dropped, so that no kernel is unloaded while it runs.
    ///
    /// # Errors
    /// [`KernelError`] inside [`CudaError::Kernel`]: no NVRTC and no PTX, a compile error with its log, or a driver that refuses the
    /// code; [`CudaError::Driver`] where the context is broken.
    pub fn load(&self, cuda: &Cuda) -> Result<KernelModule, CudaError> {
        let folder = cache_dir().map(|folder| folder.join("kernels"));
        self.load_with(cuda, Nvrtc::get(), folder.as_deref())
    }

    /// Compiles the kernels to machine code for GPUs of one compute capability. Needs NVRTC but no GPU: for checking kernels on a machine
    /// without one, e.g. that they compile for a Jetson Orin (8.7).
    ///
    /// # Errors
    /// [`KernelError::NoNvrtc`]; [`KernelError::Compile`] with the compiler's log, also for a compute capability that it does not know;
    /// [`KernelError::Nul`] or [`KernelError::Nvrtc`].
    ///
    /// # Example
    /// ```no_run
    /// use vrt::cuda::{KernelSource, Sm};
    ///
    /// const KERNEL: KernelSource =
    ///     KernelSource { name: "nothing", cuda: r#"extern "C" __global__ void nothing() {}"#, options: &[], ptx: None };
    /// let machine_code = KERNEL.compile_for(Sm { major: 8, minor: 7 })?;
    /// assert!(machine_code.starts_with(b"\x7fELF"));
    /// # Ok::<(), vrt::cuda::KernelError>(())
    /// ```
    pub fn compile_for(&self, sm: Sm) -> Result<Vec<u8>, KernelError> {
        let nvrtc = Nvrtc::get().map_err(|missing| KernelError::NoNvrtc { module: self.name.into(), tried: missing.tried.clone() })?;
        self.compile(nvrtc, Target::Cubin(sm))
    }

    /// Whether the PTX, where there is one, was made from this very source by [`compile_ptx`](super::compile_ptx). For tests beside kernels.
    pub fn is_ptx_fresh(&self) -> bool {
        self.ptx.is_none_or(|ptx| ptx.lines().next() == Some(&ptx_mark(self.cuda)))
    }

    fn load_with(&self, cuda: &Cuda, nvrtc: Result<&Nvrtc, &NvrtcMissing>, folder: Option<&Path>) -> Result<KernelModule, CudaError> {
        cuda.bind()?;
        let mut modules = cuda.kernel_cache().modules.lock().unwrap_or_else(PoisonError::into_inner);
        let key = match nvrtc {
            Ok(nvrtc) => self.key(cuda.sm(), nvrtc.version()),
            Err(_) => Sha256::digest(self.ptx.unwrap_or_default()).into(),
        };
        let module = match modules.entry(key) {
            Entry::Occupied(entry) => entry.get().clone(),
            Entry::Vacant(entry) => {
                let module = match (nvrtc, self.ptx) {
                    (Ok(nvrtc), _) => self.compile_and_load(cuda, nvrtc, folder, &key)?,
                    (Err(_), Some(ptx)) => self.load_image(cuda, Image::Ptx(ptx.to_owned()), "the pre-built PTX")?,
                    (Err(missing), None) => {
                        return Err(KernelError::NoNvrtc { module: self.name.into(), tried: missing.tried.clone() }.into());
                    }
                };
                entry.insert(module).clone()
            }
        };
        Ok(KernelModule { name: self.name, module, cuda: cuda.clone() })
    }

    fn compile_and_load(&self, cuda: &Cuda, nvrtc: &Nvrtc, folder: Option<&Path>, key: &Key) -> Result<Arc<CudaModule>, CudaError> {
        let target = nvrtc.target(cuda.sm());
        let file = folder.map(|folder| folder.join(file_name(self.name, key)));
        if let Some(image) = file.as_deref().and_then(read_cached) {
            // A file that the driver no longer takes is compiled anew.
            if let Ok(module) = self.load_image(cuda, Image::from_bytes(target, image), "from the disk cache") {
                return Ok(module);
            }
        }
        let image = self.compile(nvrtc, target)?;
        if let Some(file) = &file {
            write_cached(file, &image);
        }
        let origin = format!("compiled by NVRTC {} at {}", nvrtc.version_text(), nvrtc.path().display());
        self.load_image(cuda, Image::from_bytes(target, image), &origin)
    }

    /// Compiles the source; needs no GPU.
    pub(crate) fn compile(&self, nvrtc: &Nvrtc, target: Target) -> Result<Vec<u8>, KernelError> {
        let mut options = vec![target.option()];
        options.extend(self.options.iter().map(|&option| option.to_owned()));
        nvrtc.compile(self.name, self.cuda, target, &options)
    }

    /// The name of the compiled code: equal only where everything it depends on is equal.
    fn key(&self, sm: Sm, nvrtc: (u32, u32)) -> Key {
        let mut hash = Sha256::new();
        let mut part = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        part(b"vrt-kernel/1");
        part(self.cuda.as_bytes());
        for option in self.options {
            part(option.as_bytes());
        }
        part(b"nvrtc");
        part(format!("{}.{}", nvrtc.0, nvrtc.1).as_bytes());
        part(format!("sm_{sm}").as_bytes());
        hash.finalize().into()
    }

    fn load_image(&self, cuda: &Cuda, image: Image, origin: &str) -> Result<Arc<CudaModule>, CudaError> {
        let image = match image {
            Image::Cubin(bytes) => Ptx::from_binary(bytes),
            // cudarc makes a C string of it and unwraps.
            Image::Ptx(text) if text.contains('\0') => {
                return Err(KernelError::Nul { module: self.name.into(), place: "its PTX" }.into());
            }
            Image::Ptx(text) => Ptx::from_src(text),
        };
        cuda.context().load_module(image).map_err(|error| {
            KernelError::Load {
                module: self.name.into(),
                origin: origin.to_owned(),
                name: format!("{:?}", error.0),
                hint: load_hint(error.0),
            }
            .into()
        })
    }
}

fn load_hint(code: sys::CUresult) -> &'static str {
    use sys::CUresult as Code;
    match code {
        Code::CUDA_ERROR_UNSUPPORTED_PTX_VERSION | Code::CUDA_ERROR_INVALID_PTX => {
            "The PTX is of a newer CUDA than the driver: update the driver, or point VRT_NVRTC at an NVRTC of the driver's CUDA version (`nvidia-smi` shows it)"
        }
        Code::CUDA_ERROR_NO_BINARY_FOR_GPU | Code::CUDA_ERROR_INVALID_IMAGE => {
            "The code is for another GPU or a newer CUDA than the driver: point VRT_NVRTC at an NVRTC of the driver's CUDA version"
        }
        Code::CUDA_ERROR_JIT_COMPILER_NOT_FOUND => {
            "The driver's PTX compiler (libnvidia-ptxjitcompiler.so.1) is missing: reinstall the driver, or install NVRTC"
        }
        _ => "Check that earlier work on this GPU did not fail",
    }
}

/// Code to load.
enum Image {
    Cubin(Vec<u8>),
    Ptx(String),
}

impl Image {
    fn from_bytes(target: Target, bytes: Vec<u8>) -> Self {
        match target {
            Target::Cubin(_) => Self::Cubin(bytes),
            Target::Ptx(_) => Self::Ptx(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }
}

fn file_name(name: &str, key: &Key) -> String {
    use std::fmt::Write as _;
    let mut file: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    file.push('-');
    for byte in &key[..16] {
        let _ = write!(file, "{byte:02x}");
    }
    file.push_str(".kernels");
    file
}

/// First line of a cached file, followed by the SHA-256 of the image (32 bytes) and the image.
const MAGIC: &[u8] = b"vrt-kernel/1\n";

/// A whole, undamaged cached image, or nothing.
fn read_cached(path: &Path) -> Option<Vec<u8>> {
    let bytes = std::fs::read(path).ok()?;
    let (hash, image) = bytes.strip_prefix(MAGIC)?.split_at_checked(32)?;
    (Sha256::digest(image).as_slice() == hash).then(|| image.to_vec())
}

/// Keeps an image for the next process. A cache that cannot be written costs a compilation there and is reported by the doctor.
fn write_cached(path: &Path, image: &[u8]) {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&Sha256::digest(image));
    bytes.extend_from_slice(image);
    let _ = crate::cuda::files::write_atomic(path, &bytes);
}

/// Kernels loaded on a device.
#[derive(Clone)]
pub struct KernelModule {
    name: &'static str,
    module: Arc<CudaModule>,
    /// Keeps the module in the device's cache, which outlives all launches.
    cuda: Cuda,
}

impl KernelModule {
    /// One kernel by its name.
    ///
    /// # Errors
    /// [`KernelError::NoSuchKernel`].
    pub fn kernel(&self, name: &str) -> Result<Kernel, CudaError> {
        let missing = || KernelError::NoSuchKernel { module: self.name.into(), kernel: name.to_owned() };
        if name.contains('\0') {
            return Err(missing().into());
        }
        self.cuda.bind()?;
        let function = self.module.load_function(name).map_err(|_| missing())?;
        Ok(Kernel { name: name.into(), function, cuda: self.cuda.clone() })
    }
}

/// A kernel ready to be launched.
#[derive(Clone)]
pub struct Kernel {
    name: Arc<str>,
    function: CudaFunction,
    cuda: Cuda,
}

/// One argument of a kernel: a number, or a device address as a `u64`.
#[derive(Clone, Copy)]
pub struct Argument<'a> {
    value: *mut c_void,
    _value: PhantomData<&'a ()>,
}

impl<'a, T: DeviceRepr> From<&'a T> for Argument<'a> {
    fn from(value: &'a T) -> Self {
        Self { value: std::ptr::from_ref(value).cast_mut().cast(), _value: PhantomData }
    }
}

/// Most arguments a kernel takes.
const ARGUMENTS: usize = 48;

/// Blocks and threads of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// Blocks in x, y, z.
    pub blocks: (u32, u32, u32),
    /// Threads of a block in x, y, z.
    pub threads: (u32, u32, u32),
    /// Dynamic shared memory of a block in bytes.
    pub shared_bytes: u32,
}

impl Grid {
    /// Enough blocks of `threads` threads for `items`.
    pub fn cover(items: u32, threads: u32) -> Self {
        let threads = threads.max(1);
        Self { blocks: (items.div_ceil(threads), 1, 1), threads: (threads, 1, 1), shared_bytes: 0 }
    }

    /// Enough blocks of `threads` (x, y) for a `width` x `height` picture.
    pub fn cover_picture(width: u32, height: u32, threads: (u32, u32)) -> Self {
        let (x, y) = (threads.0.max(1), threads.1.max(1));
        Self { blocks: (width.div_ceil(x), height.div_ceil(y), 1), threads: (x, y, 1), shared_bytes: 0 }
    }
}

impl Kernel {
    /// Queues the kernel on `stream`. A grid without blocks does nothing.
    ///
    /// Nothing is waited for and no event is recorded: this is what graphs record, too. Order with other streams is the launcher's part.
    ///
    /// # Errors
    /// [`KernelError::Launch`] for a grid or argument list that no GPU takes, [`CudaError::Stream`] for a stream of another device, or
    /// [`CudaError::Driver`].
    ///
    /// # Safety
    /// `arguments` must match the kernel's parameters in number, order and type. Every device address among them must be valid, and not
    /// used by the host or by unordered work on other streams, until the kernel has ended; and the kernel must stay inside what the
    /// addresses point to for these arguments and this grid.
    pub unsafe fn launch(&self, stream: &CudaStream, grid: Grid, arguments: &[Argument<'_>]) -> Result<(), CudaError> {
        let refuse = |reason: &str| KernelError::Launch { kernel: self.name.to_string(), reason: reason.to_owned() };
        self.cuda.check_stream(stream, "launching a kernel")?;
        if arguments.len() > ARGUMENTS {
            return Err(refuse("more arguments than a launcher here passes; put them into a struct").into());
        }
        let (x, y, z) = grid.threads;
        if u64::from(x) * u64::from(y) * u64::from(z) > 1024 || x == 0 || y == 0 || z == 0 {
            return Err(refuse("a block has 1 to 1024 threads").into());
        }
        if grid.blocks.0 == 0 || grid.blocks.1 == 0 || grid.blocks.2 == 0 {
            return Ok(());
        }
        if grid.blocks.0 > i32::MAX as u32 || grid.blocks.1 > 65_535 || grid.blocks.2 > 65_535 {
            return Err(refuse("a grid has at most 2147483647 x 65535 x 65535 blocks").into());
        }
        self.cuda.bind()?;
        let mut pointers = [std::ptr::null_mut(); ARGUMENTS];
        for (pointer, argument) in pointers.iter_mut().zip(arguments) {
            *pointer = argument.value;
        }
        // SAFETY: the caller vouches for the arguments and the memory; the function is loaded in the context made current above.
        unsafe {
            result::launch_kernel(
                self.function.cu_function(),
                grid.blocks,
                grid.threads,
                grid.shared_bytes,
                stream.cu_stream(),
                &mut pointers[..arguments.len()],
            )
        }
        .map_err(|error| CudaError::driver(format!("launching the kernel `{}`", self.name))(error))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Debug for KernelModule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "KernelModule({} on {:?})", self.name, self.cuda)
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Kernel({} on {:?})", self.name, self.cuda)
    }
}

/// The folder of compiled kernels, for the doctor.
pub(crate) fn kernel_dir() -> Option<PathBuf> {
    cache_dir().map(|folder| folder.join("kernels"))
}

#[cfg(test)]
#[path = "kernel/tests.rs"]
mod tests;
