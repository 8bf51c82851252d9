//! Finding TensorRT, opening it, and creating its first objects.

use std::collections::HashMap;
use std::ffi::c_void;
use std::fmt;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::driver::{self, Driver};
use crate::enums::RawEnum;
use crate::error::{Error, Result};
use crate::logger::{LogSink, Logger};
use crate::raw::{Abi, InferFunctions, Method, Missing, ParserFunctions};
use crate::search::{self, INFER, SearchReport, Surroundings};
use crate::version::{Family, Version};

/// Opens a dynamic library. Every symbol is bound now, and none is offered to other libraries.
///
/// # Safety
/// Opening a library runs code in it: it has to be what the caller takes it for.
pub(crate) unsafe fn open(path: &Path) -> Result<libloading::Library, libloading::Error> {
    #[cfg(unix)]
    {
        use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
        // SAFETY: the caller's promise.
        unsafe { Library::open(Some(path.as_os_str()), RTLD_NOW | RTLD_LOCAL) }.map(Into::into)
    }
    #[cfg(not(unix))]
    {
        // SAFETY: the caller's promise.
        unsafe { libloading::Library::new(path.as_os_str()) }
    }
}

/// Whether objects can be called by slot here: the Itanium C++ ABI on 64-bit Linux.
const SUPPORTED: bool = cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")));

/// Where to look, other than the usual.
///
/// # Examples
/// ```no_run
/// use vrt_sys::Library;
/// // SAFETY: the folder holds NVIDIA's TensorRT.
/// let library = unsafe { Library::options().directory("/opt/tensorrt/lib").open()? };
/// println!("{library}");
/// # Ok::<(), vrt_sys::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct LibraryOptions {
    directory: Option<PathBuf>,
    driver: Option<PathBuf>,
}

impl LibraryOptions {
    /// Looks into this folder (or the library file itself), and nowhere else.
    pub fn directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = Some(directory.into());
        self
    }

    /// Asks this driver library whether there is a GPU, instead of the system's `libcuda.so.1`.
    pub fn cuda_driver(mut self, library: impl Into<PathBuf>) -> Self {
        self.driver = Some(library.into());
        self
    }

    /// Opens the library.
    ///
    /// # Errors
    /// As [`Library::open`].
    ///
    /// # Safety
    /// What is named here is NVIDIA's: opening a library runs code in it, and what it exports is called.
    pub unsafe fn open(self) -> Result<Library> {
        // SAFETY: the caller's promise.
        unsafe { Library::open_with(&Surroundings::of_process(), self) }
    }
}

/// A loaded TensorRT. It stays loaded until the process ends (its threads and its global logger outlive every object), so
/// this is a plain reference, to be copied at will.
#[derive(Clone, Copy)]
pub struct Library(&'static Inner);

struct Inner {
    path: PathBuf,
    version: Version,
    abi: Abi,
    functions: ManuallyDrop<InferFunctions>,
    logger: Logger,
    report: SearchReport,
    driver_path: Option<PathBuf>,
    driver: OnceLock<Driver>,
    parser: Mutex<Option<&'static Parser>>,
}

/// The ONNX parser's library, opened when it is first used.
pub(crate) struct Parser {
    pub functions: ParserFunctions,
    pub path: PathBuf,
    pub version: u32,
}

/// Libraries that are open, by their path and the driver's: opening one again gives the same.
type Open = HashMap<(PathBuf, Option<PathBuf>), &'static Inner>;
static OPEN: Mutex<Option<Open>> = Mutex::new(None);

impl Library {
    /// Opens the first usable TensorRT: from `VRT_TENSORRT_DIR`, then as the system's loader finds it (`LD_LIBRARY_PATH`
    /// and its own list), then from pip's packages, Debian's and Jetson's folders and the places that installers use. In
    /// each place versioned names come before unversioned ones and newer majors before older ones.
    ///
    /// Which files are found is up to whoever sets up the machine, as with every dynamic library: the environment and those
    /// folders are trusted here as the loader trusts them.
    ///
    /// # Errors
    /// [`Error::NotFound`] lists every place that was looked at and what came of it. [`Error::Open`] and
    /// [`Error::UnsupportedVersion`] where `VRT_TENSORRT_DIR` holds a library that cannot be used: another one is not taken
    /// in its place. [`Error::UnsupportedTarget`] off 64-bit Linux.
    ///
    /// # Examples
    /// ```no_run
    /// let library = vrt_sys::Library::open()?;
    /// println!("{} {} at {}", library.family().product(), library.version(), library.path().display());
    /// # Ok::<(), vrt_sys::Error>(())
    /// ```
    pub fn open() -> Result<Self> {
        // SAFETY: nothing is named by the program; what the machine's owner has installed is trusted, see above.
        unsafe { Self::open_with(&Surroundings::of_process(), LibraryOptions::default()) }
    }

    /// Where to look, other than the usual.
    pub fn options() -> LibraryOptions {
        LibraryOptions::default()
    }

    unsafe fn open_with(surroundings: &Surroundings, options: LibraryOptions) -> Result<Self> {
        if !SUPPORTED {
            return Err(Error::UnsupportedTarget);
        }
        let mut report = SearchReport::default();
        let named = options.directory.as_ref().or(surroundings.directory.as_ref());
        if let Some(directory) = named {
            let origin = if options.directory.is_some() { "folder" } else { "VRT_TENSORRT_DIR" };
            let files = if directory.is_file() {
                vec![directory.clone()]
            } else {
                search::library_folders(directory).iter().flat_map(|f| search::files_in(f, &INFER)).collect()
            };
            let mut failure = None;
            for file in files {
                // SAFETY: the caller's promise.
                match unsafe { Self::load(&file, &options, &mut report) } {
                    Ok(library) => return Ok(library),
                    Err(error) => {
                        report.add(file.display(), &error);
                        failure.get_or_insert(error);
                    }
                }
            }
            if let Some(error) = failure {
                return Err(error);
            }
            report.add(format_args!("{origin} {}", directory.display()), "no libnvinfer.so or libtensorrt_rtx.so in it");
            if options.directory.is_some() {
                return Err(Error::NotFound(report));
            }
            #[cfg(feature = "log")]
            log::warn!("VRT_TENSORRT_DIR={} holds no TensorRT; looking elsewhere", directory.display());
        }
        let by_loader = INFER.versioned.iter().chain(INFER.unversioned).map(PathBuf::from);
        let in_folders = surroundings.folders();
        for file in by_loader.chain(in_folders.iter().flat_map(|f| search::files_in(f, &INFER))) {
            // SAFETY: the caller's promise.
            match unsafe { Self::load(&file, &options, &mut report) } {
                Ok(library) => return Ok(library),
                Err(error) => report.add(file.display(), brief(&error)),
            }
        }
        for folder in in_folders {
            if !folder.is_dir() || search::files_in(&folder, &INFER).is_empty() {
                report.add(folder.display(), if folder.is_dir() { "not in it" } else { "no such folder" });
            }
        }
        Err(Error::NotFound(report))
    }

    unsafe fn load(file: &Path, options: &LibraryOptions, report: &mut SearchReport) -> Result<Self> {
        let failed = |reason: String| Error::Open { path: file.to_path_buf(), reason };
        // SAFETY: the caller's promise.
        let library = unsafe { open(file) }.map_err(|e| failed(e.to_string()))?;
        // SAFETY: only addresses are looked up.
        let functions = unsafe { InferFunctions::from_library(library) }.map_err(|e| failed(e.to_string()))?;
        // Whatever comes next, the library stays: unloading TensorRT is not supported.
        let functions = ManuallyDrop::new(functions);
        let Ok(version_of) = functions.getInferLibVersion.as_ref() else {
            return Err(Error::Symbol { path: file.to_path_buf(), symbol: "getInferLibVersion" });
        };
        // SAFETY: exported by every TensorRT, with this type.
        let number = unsafe { version_of() }.unsigned_abs();
        let mut version = Version::from_number(number);
        let path = loaded_path(*version_of as *const c_void).unwrap_or_else(|| file.to_path_buf());
        let family = Family::of(number).ok_or(Error::UnsupportedVersion { path: path.clone(), found: version })?;
        if let Ok(build_of) = functions.getInferLibBuildVersion.as_ref() {
            // SAFETY: as above.
            version.build = u32::try_from(unsafe { build_of() }).ok();
        }
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (path.clone(), options.driver.clone());
        if let Some(known) = open.get_or_insert_default().get(&key) {
            return Ok(Self(known));
        }
        report.add(file.display(), format_args!("{} {version}", family.product()));
        let inner = Inner {
            path,
            version,
            abi: Abi::new(family, number),
            functions,
            logger: Logger::new(family)?,
            report: std::mem::take(report),
            driver_path: options.driver.clone(),
            driver: OnceLock::new(),
            parser: Mutex::new(None),
        };
        // The logger has to outlive every object and every thread of TensorRT: it is never freed.
        let inner: &'static Inner = Box::leak(Box::new(inner));
        open.get_or_insert_default().insert(key, inner);
        Ok(Self(inner))
    }

    /// The file that was loaded.
    pub fn path(self) -> &'static Path {
        &self.0.path
    }

    /// Its version, as it says itself.
    pub fn version(self) -> Version {
        self.0.version
    }

    /// Its binary interface.
    pub fn family(self) -> Family {
        self.0.abi.table().family
    }

    /// Whether it is newer than every release whose headers this crate's tables come from. Releases of a family only
    /// append, so it works as the newest known one does.
    pub fn is_newer_than_known(self) -> bool {
        self.0.abi.version() / 100 > self.0.abi.table().newest / 100
    }

    /// Every place that was looked at before it was found.
    pub fn search_report(self) -> &'static SearchReport {
        &self.0.report
    }

    /// The table of slots, for calls that the safe interface does not make.
    pub fn abi(self) -> Abi {
        self.0.abi
    }

    /// Sends TensorRT's log lines to `sink` from now on; `None` to nowhere but the `log` crate.
    pub fn set_log_sink(self, sink: Option<Arc<dyn LogSink>>) {
        self.0.logger.set_sink(sink);
    }

    /// Asks the driver for its GPUs, once: a success is remembered, a failure is not.
    ///
    /// # Errors
    /// [`Error::Driver`] says what is missing.
    pub fn driver(self) -> Result<&'static Driver> {
        if let Some(known) = self.0.driver.get() {
            return Ok(known);
        }
        // SAFETY: a named driver was vouched for in `LibraryOptions::open`.
        let found = unsafe { driver::probe(self.0.driver_path.as_deref()) }?;
        Ok(self.0.driver.get_or_init(|| found))
    }

    /// The number of a constant in this library.
    pub(crate) fn constant<E: RawEnum>(self, constant: E) -> Result<i32> {
        match constant.raw(self.family()) {
            Some(raw) if raw.since <= self.0.abi.version() => Ok(raw.value),
            _ => Err(Error::MissingConstant {
                enumeration: E::NAME,
                constant: constant.constant(),
                family: self.family(),
                loaded: self.version(),
                since: constant.since(self.family()),
            }),
        }
    }

    /// The constant of a number that this library returned.
    pub(crate) fn named<E: RawEnum>(self, value: i32) -> Result<E> {
        let unknown = Error::UnknownConstant { enumeration: E::NAME, value, family: self.family() };
        E::from_raw(self.family(), value).ok_or(unknown)
    }

    pub(crate) fn logger(self) -> &'static Logger {
        &self.0.logger
    }

    /// Makes a call that returns an object or null, and says what TensorRT logged where it was null.
    pub(crate) fn object(self, method: Method, call: impl FnOnce(Abi) -> Result<*mut c_void, Missing>) -> Result<NonNull<c_void>> {
        let mark = self.0.logger.mark();
        live(call(self.0.abi)?).ok_or_else(|| Error::Call { call: method.name(), log: self.0.logger.since(mark) })
    }

    /// Makes a call that returns whether it worked, and says what TensorRT logged where it did not.
    pub(crate) fn success(self, method: Method, call: impl FnOnce(Abi) -> Result<bool, Missing>) -> Result<()> {
        let mark = self.0.logger.mark();
        if call(self.0.abi)? { Ok(()) } else { Err(self.failure(method, mark)) }
    }

    /// The error of a call that failed, with what was logged since `mark`.
    pub(crate) fn failure(self, method: Method, mark: u64) -> Error {
        Error::Call { call: method.name(), log: self.0.logger.since(mark) }
    }

    /// `createInferRuntime`.
    pub(crate) fn create_runtime(self) -> Result<NonNull<c_void>> {
        self.create("createInferRuntime_INTERNAL", self.0.functions.createInferRuntime_INTERNAL.as_ref().ok().copied())
    }

    /// `createInferBuilder`.
    pub(crate) fn create_builder(self) -> Result<NonNull<c_void>> {
        if self.family() != Family::Rtx {
            // A driver that is too old for this TensorRT passes the question for GPUs, and then ends the process here. A
            // runtime meets the same trouble first and only returns nothing.
            let runtime = self.create_runtime()?;
            // SAFETY: a new runtime that nothing else uses.
            unsafe { crate::raw::delete(runtime.as_ptr()) };
            self.preload_builder_resources();
        }
        self.create("createInferBuilder_INTERNAL", self.0.functions.createInferBuilder_INTERNAL.as_ref().ok().copied())
    }

    fn create(
        self,
        symbol: &'static str,
        function: Option<unsafe extern "C" fn(*mut c_void, i32) -> *mut c_void>,
    ) -> Result<NonNull<c_void>> {
        let function = function.ok_or_else(|| Error::Symbol { path: self.0.path.clone(), symbol })?;
        // TensorRT-RTX builds engines without a GPU and fails cleanly where it needs one; TensorRT ends the process.
        if self.family() != Family::Rtx {
            self.driver()?;
        }
        let mark = self.0.logger.mark();
        // C++ passes the version of the headers it was compiled with; the library's own always fits.
        let version = i32::try_from(self.0.abi.version()).unwrap_or_default();
        // SAFETY: the function's type is the headers', and the logger is never freed.
        let object = unsafe { function(self.0.logger.pointer(), version) };
        live(object).ok_or_else(|| Error::Call { call: symbol, log: self.0.logger.since(mark) })
    }

    /// TensorRT opens its builder's resources by their bare names. Where the library was found in a folder that the loader
    /// does not look into, they are found only if they are open already. Only those for the GPUs at hand: each is large.
    fn preload_builder_resources(self) {
        let Some(folder) = self.0.path.parent() else { return };
        let version = self.version();
        let file = |part: &str| {
            let Version { major, minor, patch, .. } = version;
            folder.join(format!("libnvinfer_builder_resource{part}.so.{major}.{minor}.{patch}"))
        };
        let mut files = vec![file("")];
        for (major, minor) in self.0.driver.get().map_or(&[][..], |d| &d.devices) {
            let own = file(&format!("_sm{major}{minor}"));
            files.push(if own.is_file() { own } else { file("_ptx") });
        }
        for file in files.iter().filter(|f| f.is_file()) {
            // SAFETY: a part of the TensorRT that is loaded already, from its own folder.
            if let Ok(library) = unsafe { open(file) } {
                // TensorRT opens it again and expects it to stay.
                std::mem::forget(library);
            }
        }
    }

    /// The ONNX parser that belongs to this library.
    pub(crate) fn parser(self) -> Result<&'static Parser> {
        let mut known = self.0.parser.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(parser) = *known {
            return Ok(parser);
        }
        let parser: &'static Parser = Box::leak(Box::new(self.open_parser()?));
        *known = Some(parser);
        Ok(parser)
    }

    fn open_parser(self) -> Result<Parser> {
        let base = if self.family() == Family::Rtx { "libtensorrt_onnxparser_rtx.so" } else { "libnvonnxparser.so" };
        let names = [format!("{base}.{}", self.version().major), base.to_owned()];
        let beside = self.0.path.parent().map(Path::to_path_buf);
        let mut report = SearchReport::default();
        let files = beside.iter().flat_map(|folder| names.iter().map(|name| folder.join(name))).filter(|path| path.is_file());
        let by_loader = names.iter().map(PathBuf::from);
        for file in files.chain(by_loader) {
            // SAFETY: a library of the TensorRT that is loaded already, from its folder or by the loader.
            match unsafe { open(&file) } {
                Ok(library) => return self.check_parser(library, file),
                Err(error) => report.add(file.display(), error),
            }
        }
        report.add(beside.unwrap_or_default().display(), format_args!("no {} in it", names[0]));
        Err(Error::NotFound(report))
    }

    fn check_parser(self, library: libloading::Library, path: PathBuf) -> Result<Parser> {
        // SAFETY: only addresses are looked up.
        let functions =
            unsafe { ParserFunctions::from_library(library) }.map_err(|e| Error::Open { path: path.clone(), reason: e.to_string() })?;
        let functions = ManuallyDrop::new(functions);
        let Ok(version_of) = functions.getNvOnnxParserVersion.as_ref() else {
            return Err(Error::Symbol { path, symbol: "getNvOnnxParserVersion" });
        };
        // SAFETY: exported by every parser, with this type.
        let version = unsafe { version_of() }.unsigned_abs();
        Ok(Parser { functions: ManuallyDrop::into_inner(functions), path, version })
    }
}

/// A reference to an object, unless the pointer is null or nearly so: without a usable GPU TensorRT 10 returns a null that
/// a base class's offset was added to (0x200, 0x238). No object lies in the first 64 KiB.
pub(crate) fn live(object: *mut c_void) -> Option<NonNull<c_void>> {
    if object.addr() < 0x1_0000 { None } else { NonNull::new(object) }
}

/// One line for the report; the whole message is for the one library that a user named.
fn brief(error: &Error) -> String {
    match error {
        Error::Open { reason, .. } => reason.clone(),
        Error::UnsupportedVersion { found, .. } => format!("version {found} is not supported"),
        other => other.to_string(),
    }
}

/// The file that holds a function, as the loader opened it.
#[cfg(target_os = "linux")]
fn loaded_path(function: *const c_void) -> Option<PathBuf> {
    use std::ffi::{CStr, OsStr, c_char, c_int};
    use std::os::unix::ffi::OsStrExt as _;
    #[repr(C)]
    struct DlInfo {
        file: *const c_char,
        base: *mut c_void,
        symbol: *const c_char,
        address: *mut c_void,
    }
    unsafe extern "C" {
        fn dladdr(address: *const c_void, info: *mut DlInfo) -> c_int;
    }
    let null: *mut c_void = std::ptr::null_mut();
    let mut info = DlInfo { file: null.cast(), base: null, symbol: null.cast(), address: null };
    // SAFETY: `dladdr` takes any address and fills the struct, whose layout is glibc's.
    if unsafe { dladdr(function, &raw mut info) } == 0 || info.file.is_null() {
        return None;
    }
    // SAFETY: the loader's own name of a library that stays open.
    let name = unsafe { CStr::from_ptr(info.file) };
    std::fs::canonicalize(Path::new(OsStr::from_bytes(name.to_bytes()))).ok()
}

#[cfg(not(target_os = "linux"))]
fn loaded_path(_function: *const c_void) -> Option<PathBuf> {
    None
}

impl fmt::Display for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", self.family().product(), self.version(), self.path().display())
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Library({self})")
    }
}
