//! NVIDIA's run-time compiler, opened where it is found.
//!
//! cudarc brings NVRTC bindings too, but they panic where the library is missing, look for it by name only, and give PTX only. PTX of a
//! compiler newer than the driver does not load, while machine code (CUBIN) of the same major version does; and the library that
//! `pip install nvidia-cuda-nvrtc-cu12` brings lies in no folder the loader searches.

use std::ffi::{CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr::null;
use std::sync::OnceLock;

use libloading::Library;
use sha2::{Digest, Sha256};

use super::device::Sm;
use super::driver;
use super::error::KernelError;

type Program = *mut c_void;
type SizeOf = unsafe extern "C" fn(Program, *mut usize) -> c_int;
type Get = unsafe extern "C" fn(Program, *mut c_char) -> c_int;

/// The loaded compiler.
pub struct Nvrtc {
    version: (u32, u32),
    path: PathBuf,
    architectures: Vec<u32>,
    create: unsafe extern "C" fn(*mut Program, *const c_char, *const c_char, c_int, *const *const c_char, *const *const c_char) -> c_int,
    compile: unsafe extern "C" fn(Program, c_int, *const *const c_char) -> c_int,
    destroy: unsafe extern "C" fn(*mut Program) -> c_int,
    log: (SizeOf, Get),
    ptx: (SizeOf, Get),
    cubin: (SizeOf, Get),
    /// Last, so that the functions above are never called after the library is closed.
    _library: Library,
    _builtins: Option<Library>,
}

/// Why no NVRTC is there.
#[derive(Debug, Clone)]
pub struct NvrtcMissing {
    /// Names and paths tried, with what the loader said.
    pub tried: Vec<String>,
}

/// What to compile for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Machine code for exactly this compute capability.
    Cubin(Sm),
    /// PTX for this virtual architecture, which the driver compiles further.
    Ptx(Sm),
}

impl Target {
    pub(crate) fn option(self) -> String {
        match self {
            Self::Cubin(sm) => format!("--gpu-architecture=sm_{sm}"),
            Self::Ptx(sm) => format!("--gpu-architecture=compute_{sm}"),
        }
    }
}

impl Nvrtc {
    /// The process's NVRTC: `VRT_NVRTC` (a file or folder, or `none` to go without), then the loader's search by name, then the CUDA toolkit's usual folders.
    /// Looked for once.
    ///
    /// # Errors
    /// What was tried, where none was found.
    pub fn get() -> Result<&'static Self, &'static NvrtcMissing> {
        static NVRTC: OnceLock<Result<Nvrtc, NvrtcMissing>> = OnceLock::new();
        NVRTC
            .get_or_init(|| {
                let driver = driver::probe().ok().map(|driver| driver.cuda.0);
                Self::open(&candidates(driver, |name| std::env::var_os(name).map(PathBuf::from)))
            })
            .as_ref()
    }

    /// The first of `candidates` that opens and has what is needed.
    ///
    /// # Errors
    /// What was tried.
    pub(crate) fn open(candidates: &[PathBuf]) -> Result<Self, NvrtcMissing> {
        let mut tried = Vec::new();
        for path in candidates {
            // A path that names a folder is checked first, so that the list of what was tried stays short.
            if path.components().count() > 1 && !path.exists() {
                tried.push(format!("{} (not there)", path.display()));
                continue;
            }
            match Self::load(path) {
                Ok(nvrtc) => return Ok(nvrtc),
                Err(reason) => tried.push(format!("{} ({reason})", path.display())),
            }
        }
        Err(NvrtcMissing { tried })
    }

    fn load(path: &Path) -> Result<Self, String> {
        // SAFETY: NVRTC's initialisers are what every program that links it runs.
        let library = unsafe { Library::new(path) }.map_err(|error| loader_message(path, &error))?;
        /// Copies a symbol out of the library, which the result keeps open.
        ///
        /// # Safety
        /// `F` must be the symbol's signature.
        unsafe fn symbol<F: Copy>(library: &Library, name: &str) -> Result<F, String> {
            // SAFETY: the caller vouches for the signature.
            unsafe { library.get::<F>(name.as_bytes()) }.map(|symbol| *symbol).map_err(|_| format!("has no {name}"))
        }
        // SAFETY: these are NVRTC's documented signatures, unchanged since CUDA 11.2.
        unsafe {
            let version: unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int = symbol(&library, "nvrtcVersion")?;
            let (mut major, mut minor) = (0, 0);
            if version(&raw mut major, &raw mut minor) != 0 {
                return Err("does not tell its version".to_owned());
            }
            let version = (major.unsigned_abs(), minor.unsigned_abs());
            let builtins = builtins(path, version);
            let count: unsafe extern "C" fn(*mut c_int) -> c_int = symbol(&library, "nvrtcGetNumSupportedArchs")?;
            let list: unsafe extern "C" fn(*mut c_int) -> c_int = symbol(&library, "nvrtcGetSupportedArchs")?;
            let mut len = 0;
            if count(&raw mut len) != 0 {
                return Err("does not tell its architectures".to_owned());
            }
            let mut architectures = vec![0; len.unsigned_abs() as usize];
            if list(architectures.as_mut_ptr()) != 0 {
                return Err("does not tell its architectures".to_owned());
            }
            Ok(Self {
                version,
                path: path.to_owned(),
                architectures: architectures.into_iter().map(i32::unsigned_abs).collect(),
                create: symbol(&library, "nvrtcCreateProgram")?,
                compile: symbol(&library, "nvrtcCompileProgram")?,
                destroy: symbol(&library, "nvrtcDestroyProgram")?,
                log: (symbol(&library, "nvrtcGetProgramLogSize")?, symbol(&library, "nvrtcGetProgramLog")?),
                ptx: (symbol(&library, "nvrtcGetPTXSize")?, symbol(&library, "nvrtcGetPTX")?),
                cubin: (symbol(&library, "nvrtcGetCUBINSize")?, symbol(&library, "nvrtcGetCUBIN")?),
                _library: library,
                _builtins: builtins,
            })
        }
    }

    /// Its version, e.g. (12, 6).
    pub fn version(&self) -> (u32, u32) {
        self.version
    }

    /// The name or path it was opened by.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What to compile for on a GPU of `sm`: its machine code, or PTX where the GPU is newer than the compiler.
    pub(crate) fn target(&self, sm: Sm) -> Target {
        let number = sm.major * 10 + sm.minor;
        if self.architectures.contains(&number) {
            return Target::Cubin(sm);
        }
        let newest = self.architectures.iter().copied().filter(|&known| known < number).max().unwrap_or(number);
        Target::Ptx(Sm { major: newest / 10, minor: newest % 10 })
    }

    /// Compiles `source` and returns machine code or PTX text (without the closing NUL).
    ///
    /// # Errors
    /// [`KernelError::Compile`] with the compiler's log, [`KernelError::Nul`] or [`KernelError::Nvrtc`].
    pub(crate) fn compile(&self, module: &str, source: &str, target: Target, options: &[String]) -> Result<Vec<u8>, KernelError> {
        let nul = |place| move |_| KernelError::Nul { module: module.to_owned().into(), place };
        let text = CString::new(source).map_err(nul("its source"))?;
        let name = CString::new(format!("{module}.cu")).map_err(nul("its name"))?;
        let options =
            options.iter().map(|option| CString::new(option.as_str())).collect::<Result<Vec<_>, _>>().map_err(nul("its options"))?;
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let count = c_int::try_from(pointers.len()).unwrap_or(c_int::MAX);

        let mut program: Program = std::ptr::null_mut();
        // SAFETY: NUL-terminated strings; no headers are passed, so both lists may be null.
        let created = unsafe { (self.create)(&raw mut program, text.as_ptr(), name.as_ptr(), 0, null(), null()) };
        if created != 0 {
            return Err(self.failed(module, "nvrtcCreateProgram", created));
        }
        // SAFETY: `program` was made above and is destroyed below, once.
        let result = unsafe {
            match (self.compile)(program, count, pointers.as_ptr()) {
                0 => match target {
                    Target::Cubin(_) => self.read(program, self.cubin).map_err(|code| ("nvrtcGetCUBIN", code)),
                    Target::Ptx(_) => self.read(program, self.ptx).map_err(|code| ("nvrtcGetPTX", code)),
                }
                .map_err(|(call, code)| self.failed(module, call, code)),
                code => {
                    let log = self.read(program, self.log).unwrap_or_default();
                    let log = String::from_utf8_lossy(&log).trim_end_matches(['\0', '\n']).to_owned();
                    let options = options.iter().map(|option| option.to_string_lossy().into_owned()).collect();
                    if log.is_empty() {
                        Err(self.failed(module, "nvrtcCompileProgram", code))
                    } else {
                        Err(KernelError::Compile { module: module.to_owned().into(), nvrtc: self.version_text(), options, log })
                    }
                }
            }
        };
        // SAFETY: made above, destroyed once.
        unsafe { (self.destroy)(&raw mut program) };
        let mut image = result?;
        if matches!(target, Target::Ptx(_)) {
            while image.last() == Some(&0) {
                image.pop();
            }
        }
        Ok(image)
    }

    /// # Safety
    /// `program` must be alive, and `functions` a pair that gives a size and fills so many bytes.
    unsafe fn read(&self, program: Program, functions: (SizeOf, Get)) -> Result<Vec<u8>, c_int> {
        let mut size = 0;
        // SAFETY: one size is written.
        match unsafe { (functions.0)(program, &raw mut size) } {
            0 => {}
            code => return Err(code),
        }
        let mut bytes = vec![0_u8; size];
        // SAFETY: `size` bytes are written.
        match unsafe { (functions.1)(program, bytes.as_mut_ptr().cast()) } {
            0 => Ok(bytes),
            code => Err(code),
        }
    }

    pub(crate) fn version_text(&self) -> String {
        format!("{}.{}", self.version.0, self.version.1)
    }

    fn failed(&self, module: &str, call: &'static str, code: c_int) -> KernelError {
        KernelError::Nvrtc { module: module.to_owned().into(), nvrtc: self.version_text(), call, code }
    }
}

/// Compiles CUDA C++ to PTX for `compute_75`, as it is committed beside a source for systems without NVRTC. The first line holds a hash
/// of the source, by which [`KernelSource::is_ptx_fresh`](super::KernelSource::is_ptx_fresh) tells whether the two still belong together.
///
/// # Errors
/// [`KernelError::NoNvrtc`], [`KernelError::Compile`] with the compiler's log, [`KernelError::Nul`] or [`KernelError::Nvrtc`].
pub fn compile_ptx(name: &str, source: &str, options: &[&str]) -> Result<String, KernelError> {
    let nvrtc = Nvrtc::get().map_err(|missing| KernelError::NoNvrtc { module: name.to_owned().into(), tried: missing.tried.clone() })?;
    let target = Target::Ptx(Sm { major: 7, minor: 5 });
    let mut all = vec![target.option()];
    all.extend(options.iter().map(|&option| option.to_owned()));
    let ptx = nvrtc.compile(name, source, target, &all)?;
    Ok(format!("{}\n{}", ptx_mark(source), String::from_utf8_lossy(&ptx)))
}

/// The first line of committed PTX.
pub(crate) fn ptx_mark(source: &str) -> String {
    use std::fmt::Write as _;
    Sha256::digest(source).iter().fold("// Source: sha256 ".to_owned(), |mut line, byte| {
        let _ = write!(line, "{byte:02x}");
        line
    })
}

/// Opens the library of NVRTC's built-in headers where it lies beside an NVRTC that was opened by its path: NVRTC itself asks for it by
/// name only, and some builds (the wheels of CUDA 13) do not look beside themselves.
fn builtins(path: &Path, version: (u32, u32)) -> Option<Library> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty())?;
    let file = folder.join(format!("libnvrtc-builtins.so.{}.{}", version.0, version.1));
    // SAFETY: a data library of NVRTC's, which NVRTC would open itself.
    unsafe { Library::new(file) }.ok()
}

/// The loader's own words, without the name of the file, which stands beside them.
fn loader_message(path: &Path, error: &libloading::Error) -> String {
    let words = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    words.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&words).to_owned()
}

/// Where to look, best first. The compiler whose major version is the driver's comes first: its machine code is sure to load.
fn candidates(driver: Option<u32>, variable: impl Fn(&str) -> Option<PathBuf>) -> Vec<PathBuf> {
    let mut names = vec!["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"];
    if let Some(at) = names.iter().position(|name| driver.is_some_and(|major| name.ends_with(&format!(".{major}")))) {
        let name = names.remove(at);
        names.insert(0, name);
    }
    let inside = |folder: &Path| names.iter().map(|name| folder.join(name)).collect::<Vec<_>>();

    let mut candidates = Vec::new();
    if let Some(path) = variable("VRT_NVRTC").filter(|path| !path.as_os_str().is_empty()) {
        // For trying what happens without it.
        if path.as_os_str() == "none" {
            return candidates;
        }
        if path.is_dir() {
            candidates.extend(inside(&path));
        } else {
            candidates.push(path);
        }
    }
    candidates.extend(names.iter().map(PathBuf::from));
    let roots = ["CUDA_HOME", "CUDA_PATH"].iter().filter_map(|name| variable(name));
    for root in roots.chain([PathBuf::from("/usr/local/cuda"), PathBuf::from("/opt/cuda")]) {
        let folder = root.join("lib64");
        if folder.is_dir() {
            candidates.extend(inside(&folder));
        }
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drivers_major_version_comes_first() {
        let names = |driver| candidates(driver, |_| None).into_iter().filter(|path| path.components().count() == 1).collect::<Vec<_>>();
        assert_eq!(names(Some(12))[0], Path::new("libnvrtc.so.12"));
        assert_eq!(names(None)[0], Path::new("libnvrtc.so.13"));
        assert_eq!(names(Some(99)).len(), 4);
        let own = candidates(None, |name| (name == "VRT_NVRTC").then(|| PathBuf::from("/nowhere/libnvrtc.so.12")));
        assert_eq!(own[0], Path::new("/nowhere/libnvrtc.so.12"));
    }

    #[test]
    fn a_missing_compiler_lists_what_was_tried() {
        let missing = Nvrtc::open(&["/nowhere/libnvrtc.so.12".into(), "libnvrtc-not-there.so".into()]).err().unwrap();
        assert_eq!(missing.tried.len(), 2);
        assert_eq!(missing.tried[0], "/nowhere/libnvrtc.so.12 (not there)");
    }
}
