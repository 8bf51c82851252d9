//! Stand-ins for TensorRT and the CUDA driver, compiled with g++ when they are first needed.
//!
//! Without further ado there is one for each family, declared by the generated headers in `bindings/mock`. `cargo xtask
//! check-abi` compiles one from each set of NVIDIA's own headers and names their folders in `VRT_MOCK_LIBRARIES`.

#![allow(dead_code, reason = "each test program uses its part")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use vrt_sys::{Family, Library};

/// A folder with a stand-in `libnvinfer.so.N` and its parser.
#[derive(Clone, Debug)]
pub struct Mock {
    pub folder: PathBuf,
}

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> PathBuf {
    here().join("tests/mock")
}

fn generated() -> PathBuf {
    let repository = here().join("../../bindings/mock");
    assert!(repository.is_dir(), "{} is missing: these tests run in the repository", repository.display());
    repository
}

static COMPILING: Mutex<()> = Mutex::new(());

/// Compiles `out` from `source` unless a newer one is there.
fn compile(out: &Path, source: &Path, arguments: &[String], inputs: &[PathBuf]) {
    let _one_at_a_time = COMPILING.lock().unwrap_or_else(PoisonError::into_inner);
    let modified = |path: &Path| path.metadata().and_then(|m| m.modified()).ok();
    let newest_input = inputs.iter().map(PathBuf::as_path).chain([source]).filter_map(modified).max();
    if modified(out).is_some_and(|made| Some(made) > newest_input) {
        return;
    }
    std::fs::create_dir_all(out.parent().unwrap()).unwrap();
    // Another test program may do the same: the file appears whole or not at all.
    let part = out.with_extension(format!("part{}", std::process::id()));
    let compiler = if source.extension().is_some_and(|e| e == "c") { "gcc" } else { "g++" };
    let status = Command::new(compiler)
        .args(["-shared", "-fPIC", "-O0", "-w"])
        .args(arguments)
        .arg(source)
        .arg("-o")
        .arg(&part)
        .status()
        .expect("these tests need g++");
    assert!(status.success(), "{} does not compile", source.display());
    std::fs::rename(&part, out).unwrap();
}

fn temporary() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("vrt-sys-mocks")
}

/// The file name of a family's library.
pub fn file_name(family: Family) -> &'static str {
    match family {
        Family::Trt10 => "libnvinfer.so.10",
        Family::Trt11 => "libnvinfer.so.11",
        _ => "libtensorrt_rtx.so.1",
    }
}

/// The file name of a family's parser.
pub fn parser_name(family: Family) -> &'static str {
    match family {
        Family::Trt10 => "libnvonnxparser.so.10",
        Family::Trt11 => "libnvonnxparser.so.11",
        _ => "libtensorrt_onnxparser_rtx.so.1",
    }
}

/// The stand-in that the generated declarations of `family` make.
pub fn mock(family: Family) -> Mock {
    let name = match family {
        Family::Trt10 => "trt10",
        Family::Trt11 => "trt11",
        _ => "rtx",
    };
    let folder = temporary().join(name);
    let (api, recorders) = (format!("{name}_api.hpp"), format!("{name}_recorders.hpp"));
    let arguments = [
        "-std=c++17".to_owned(),
        "-fvisibility=hidden".to_owned(),
        "-Wl,-Bsymbolic".to_owned(),
        format!("-DMOCK_API=\"{api}\""),
        format!("-DMOCK_RECORDERS=\"{recorders}\""),
        format!("-I{}", generated().display()),
    ];
    let inputs = [sources().join("mock.hpp"), generated().join(api), generated().join(recorders)];
    let library = folder.join(file_name(family));
    compile(&library, &sources().join("mock.cpp"), &arguments, &inputs);
    // One file under both names: the parser finds the objects that the library made.
    let parser = folder.join(parser_name(family));
    if !parser.exists() {
        let _ = std::os::unix::fs::symlink(file_name(family), &parser);
    }
    Mock { folder }
}

/// Every stand-in there is to test.
pub fn mocks() -> Vec<Mock> {
    match std::env::var_os("VRT_MOCK_LIBRARIES") {
        Some(folders) => std::env::split_paths(&folders).map(|folder| Mock { folder }).collect(),
        None => [Family::Trt10, Family::Trt11, Family::Rtx].map(mock).to_vec(),
    }
}

/// A CUDA driver with `devices` GPUs whose `cuInit` returns `init`.
pub fn driver(devices: i32, init: i32) -> PathBuf {
    let out = temporary().join(format!("cuda-{devices}-{init}")).join("libcuda.so.1");
    let arguments = [format!("-DDEVICES={devices}"), format!("-DINIT={init}")];
    compile(&out, &sources().join("cuda.c"), &arguments, &[]);
    out
}

/// A library that says it is of version `number`, as `name` in a folder of its own.
pub fn of_version(number: u32, name: &str) -> PathBuf {
    let folder = temporary().join(format!("version-{number}"));
    compile(&folder.join(name), &sources().join("version.c"), &[format!("-DVERSION={number}")], &[]);
    folder
}

impl Mock {
    /// Opens it as a TensorRT with one GPU.
    pub fn open(&self) -> Library {
        // SAFETY: compiled from this repository's sources.
        unsafe { Library::options().directory(&self.folder).cuda_driver(driver(1, 0)).open() }.unwrap()
    }

    pub fn controls(&self, library: Library) -> Controls {
        // SAFETY: it is open already.
        let handle = unsafe { libloading::Library::new(library.path()) }.unwrap();
        Controls { handle: std::mem::ManuallyDrop::new(handle) }
    }
}

/// What a stand-in exports for tests. It remembers per thread.
pub struct Controls {
    handle: std::mem::ManuallyDrop<libloading::Library>,
}

impl Controls {
    fn symbol<T: Copy>(&self, name: &str) -> T {
        // SAFETY: the types are those of mock.cpp.
        *unsafe { self.handle.get::<T>(name) }.unwrap()
    }

    fn text(&self, name: &str) -> String {
        // SAFETY: as above; the text is copied.
        unsafe { CStr::from_ptr(self.symbol::<unsafe extern "C" fn() -> *const c_char>(name)()) }.to_string_lossy().into_owned()
    }

    /// The last call that a recording object noted.
    pub fn last_call(&self) -> String {
        self.text("mock_last")
    }

    /// What happened since [`Controls::reset`].
    pub fn events(&self) -> String {
        self.text("mock_events")
    }

    /// Forgets what happened. `mode` 1 behaves as TensorRT 10 without a GPU, 2 fails and says why, 0 works.
    pub fn reset(&self, mode: i32) {
        // SAFETY: the type is that of mock.cpp.
        unsafe { self.symbol::<unsafe extern "C" fn(c_int)>("mock_reset")(mode) }
    }

    pub fn has_parser(&self) -> bool {
        // SAFETY: the type is that of mock.cpp.
        unsafe { self.symbol::<unsafe extern "C" fn() -> c_int>("mock_has_parser")() != 0 }
    }

    /// A new object that records calls; null for an interface that this release does not have.
    pub fn recorder(&self, interface: &str) -> *mut c_void {
        let name = CString::new(interface).unwrap();
        // SAFETY: the type is that of mock.cpp.
        unsafe { self.symbol::<unsafe extern "C" fn(*const c_char) -> *mut c_void>("mock_new")(name.as_ptr()) }
    }
}
