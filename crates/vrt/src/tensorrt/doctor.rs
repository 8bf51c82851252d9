//! What this machine has for running networks on a GPU, and what to do about what it lacks.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::library::TensorRt;
use super::store::EngineStore;
use crate::cuda::files::check_writable;
use crate::cuda::{Cuda, Nvrtc, kernel_dir, probe_driver};

/// How good a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    /// As it should be.
    Good,
    /// Works, with a drawback.
    Limited,
    /// Missing: something will not work.
    Missing,
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What it is, e.g. `driver` or `gpu 0`.
    pub what: String,
    /// How good it is.
    pub health: Health,
    /// What was found, in one line.
    pub found: String,
    /// Every place that was looked at, and the like.
    pub details: Vec<String>,
    /// What to do, where it is not good.
    pub remedy: Option<String>,
}

/// A GPU.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GpuReport {
    /// Its number.
    pub ordinal: usize,
    /// Its name.
    pub name: String,
    /// Its compute capability, e.g. `9.0`.
    pub compute_capability: String,
    /// Free bytes of memory.
    pub free_bytes: usize,
    /// All bytes of memory.
    pub total_bytes: usize,
    /// Whether it shares the CPU's memory.
    pub integrated: bool,
}

/// The TensorRT that programs will use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TensorRtReport {
    /// The library's file.
    pub path: PathBuf,
    /// Its version.
    pub version: String,
    /// Its product and binary interface.
    pub family: String,
    /// Whether it is newer than the releases known to this version.
    pub newer_than_known: bool,
}

/// Everything, as data; [`fmt::Display`] is for people.
///
/// # Example
/// ```
/// let report = vrt::tensorrt::Doctor::examine();
/// for finding in &report.findings {
///     println!("{}: {}", finding.what, finding.found);
/// }
/// println!("{}", if report.can_run() { "engines can be run" } else { "no engine can be run here" });
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Doctor {
    /// The CUDA version the driver supports, e.g. `12.6`.
    pub driver_cuda: Option<String>,
    /// The GPUs.
    pub gpus: Vec<GpuReport>,
    /// TensorRT.
    pub tensorrt: Option<TensorRtReport>,
    /// Whether TensorRT's ONNX parser is there, which building needs.
    pub has_parser: bool,
    /// NVRTC's version, e.g. `12.6`.
    pub nvrtc: Option<String>,
    /// The folder that engines are kept in.
    pub engine_dir: Option<PathBuf>,
    /// The folder that compiled kernels are kept in.
    pub kernel_dir: Option<PathBuf>,
    /// All of it in words, in the order in which things depend on each other.
    pub findings: Vec<Finding>,
}

impl Doctor {
    /// Looks at everything. Opens the driver and TensorRT, builds nothing, and panics on no machine.
    pub fn examine() -> Self {
        let mut report = Self {
            driver_cuda: None,
            gpus: Vec::new(),
            tensorrt: None,
            has_parser: false,
            nvrtc: None,
            engine_dir: None,
            kernel_dir: None,
            findings: Vec::new(),
        };
        let devices = report.driver();
        let cuda = report.gpus(devices);
        report.tensorrt(cuda.as_ref());
        report.nvrtc();
        report.folders();
        report
    }

    /// Whether engines can be run: driver, GPU and TensorRT are there.
    pub fn can_run(&self) -> bool {
        !self.gpus.is_empty() && self.tensorrt.is_some()
    }

    /// Whether engines can be built.
    pub fn can_build(&self) -> bool {
        self.can_run() && self.has_parser
    }

    fn add(&mut self, what: impl Into<String>, health: Health, found: impl Into<String>, remedy: Option<&str>) {
        let (what, text, remedy) = (what.into(), found.into(), remedy.map(str::to_owned));
        let mut lines = text.lines().map(|line| line.trim().to_owned());
        let found = lines.next().unwrap_or_default();
        let found = found.trim_end_matches(" Looked for it here:").to_owned();
        self.findings.push(Finding { what, health, found, details: lines.collect(), remedy });
    }

    fn driver(&mut self) -> usize {
        match probe_driver() {
            Ok(driver) => {
                let version = format!("{}.{}", driver.cuda.0, driver.cuda.1);
                self.add("driver", Health::Good, format!("supports CUDA {version}"), None);
                self.driver_cuda = Some(version);
                driver.devices
            }
            Err(error) => {
                let remedy =
                    "Install the NVIDIA driver (a Jetson's comes with JetPack); in a container, start it with GPU access (--gpus all)";
                self.add("driver", Health::Missing, without_remedy(&error.to_string()), Some(remedy));
                0
            }
        }
    }

    fn gpus(&mut self, devices: usize) -> Option<Cuda> {
        let mut first = None;
        for ordinal in 0..devices {
            let what = format!("gpu {ordinal}");
            let opened = Cuda::open(ordinal).and_then(|cuda| Ok((cuda.memory()?, cuda)));
            let (memory, cuda) = match opened {
                Ok(found) => found,
                Err(error) => {
                    self.add(what, Health::Missing, error.to_string(), Some("Look at `nvidia-smi` for what holds the GPU"));
                    continue;
                }
            };
            let sm = cuda.sm();
            let capability = format!("{}.{}", sm.major, sm.minor);
            let gib = |bytes: usize| bytes as f64 / f64::from(1 << 30);
            let found =
                format!("{}, compute capability {capability}, {:.1} of {:.1} GiB free", cuda.name(), gib(memory.free), gib(memory.total));
            let old = (sm.major, sm.minor) < (7, 5);
            let remedy = old.then_some("TensorRT 10 and newer need compute capability 7.5 (Turing) or newer");
            self.add(what, if old { Health::Missing } else { Health::Good }, found, remedy);
            self.gpus.push(GpuReport {
                ordinal,
                name: cuda.name().to_owned(),
                compute_capability: capability,
                free_bytes: memory.free,
                total_bytes: memory.total,
                integrated: cuda.is_integrated(),
            });
            first.get_or_insert(cuda);
        }
        first
    }

    fn tensorrt(&mut self, cuda: Option<&Cuda>) {
        let library = match vrt_sys::Library::open() {
            Ok(library) => library,
            Err(error) => {
                let remedy = "Install TensorRT 10 or newer (Jetson: `apt install nvidia-jetpack`; Debian/Ubuntu: `apt install libnvinfer10 libnvonnxparsers10`; \
                              any Linux: `pip install tensorrt`), or set VRT_TENSORRT_DIR to its folder";
                self.add("tensorrt", Health::Missing, without_remedy(&error.to_string()), Some(remedy));
                return;
            }
        };
        let newer = library.is_newer_than_known();
        let remedy = newer.then_some(
            "It is newer than the releases this version knows; it should work as the newest known one does. Update vrt if it does not",
        );
        self.add("tensorrt", if newer { Health::Limited } else { Health::Good }, library.to_string(), remedy);
        self.tensorrt = Some(TensorRtReport {
            path: library.path().to_owned(),
            version: library.version().to_string(),
            family: library.family().to_string(),
            newer_than_known: newer,
        });
        if let Some(cuda) = cuda {
            // A runtime is what shows that library and driver fit.
            if let Err(error) = TensorRt::open(cuda).and_then(|tensorrt| tensorrt.runtime().map(|_| ())) {
                let remedy = "Driver and TensorRT do not fit: update the driver to the CUDA version TensorRT was built for";
                self.add("tensorrt runtime", Health::Missing, error.to_string(), Some(remedy));
            }
        }
        match parser_of(library) {
            Ok(path) => {
                self.has_parser = true;
                self.add("onnx parser", Health::Good, path.display().to_string(), None);
            }
            Err(tried) => {
                let error = format!("not found: {tried}");
                let remedy = "Engines can be run, but not built here. Install the parser (Debian/Ubuntu: `apt install libnvonnxparsers10`)";
                self.add("onnx parser", Health::Limited, error, Some(remedy));
            }
        }
    }

    fn nvrtc(&mut self) {
        match Nvrtc::get() {
            Ok(nvrtc) => {
                let version = format!("{}.{}", nvrtc.version().0, nvrtc.version().1);
                let newer = self.driver_cuda.as_deref().and_then(|cuda| cuda.split('.').next()?.parse().ok());
                let newer = newer.is_some_and(|major: u32| nvrtc.version().0 > major);
                let remedy = newer.then_some(
                    "It is newer than the driver, which may not load its code: point VRT_NVRTC at an NVRTC of the driver's CUDA version",
                );
                let health = if newer { Health::Limited } else { Health::Good };
                self.add("nvrtc", health, format!("{version} ({})", nvrtc.path().display()), remedy);
                self.nvrtc = Some(version);
            }
            Err(missing) => {
                let remedy = "vrt's own kernels use their pre-built PTX; kornia's CUDA operations need NVRTC (Ubuntu: `apt install cuda-nvrtc-12-6`; any Linux: \
                              `pip install nvidia-cuda-nvrtc-cu12` and VRT_NVRTC set to its lib folder)";
                self.add("nvrtc", Health::Limited, format!("not found. Looked for it here:\n{}", missing.tried.join("\n")), Some(remedy));
            }
        }
    }

    fn folders(&mut self) {
        match EngineStore::user() {
            Ok(store) => {
                match store.check_writable() {
                    Ok(()) => self.add("engine folder", Health::Good, store.folder().display().to_string(), None),
                    Err(error) => {
                        let remedy = "Engines cannot be kept: set VRT_ENGINE_DIR to a folder that this user can write to";
                        self.add("engine folder", Health::Missing, error.to_string(), Some(remedy));
                    }
                }
                self.engine_dir = Some(store.folder().to_owned());
            }
            Err(error) => self.add("engine folder", Health::Missing, error.to_string(), Some("Set VRT_ENGINE_DIR")),
        }
        let Some(folder) = kernel_dir() else {
            self.add(
                "kernel folder",
                Health::Limited,
                "none: this user has no home",
                Some("Set VRT_CACHE_DIR; kernels are compiled at every start till then"),
            );
            return;
        };
        match check_writable(&folder) {
            Ok(()) => self.add("kernel folder", Health::Good, folder.display().to_string(), None),
            Err(error) => {
                let remedy = "Kernels are compiled at every start till then: set VRT_CACHE_DIR to a folder that this user can write to";
                self.add("kernel folder", Health::Limited, format!("{}: {error}", folder.display()), Some(remedy));
            }
        }
        self.kernel_dir = Some(folder);
    }
}

/// The ONNX parser's library beside TensorRT's, or where the loader finds it, as a builder will open it.
fn parser_of(library: vrt_sys::Library) -> Result<PathBuf, String> {
    let base = match library.family() {
        vrt_sys::Family::Rtx => "libtensorrt_onnxparser_rtx.so",
        _ => "libnvonnxparser.so",
    };
    let names = [format!("{base}.{}", library.version().major), base.to_owned()];
    let beside = library.path().parent().unwrap_or(Path::new(""));
    if let Some(path) = names.iter().map(|name| beside.join(name)).find(|path| path.is_file()) {
        return Ok(path);
    }
    // SAFETY: TensorRT's own library by its name, which the builder opens the same way.
    let by_loader = names.iter().find(|name| unsafe { libloading::Library::new(name.as_str()) }.is_ok());
    by_loader.map(PathBuf::from).ok_or_else(|| format!("{} in {} and by name", names.join(", "), beside.display()))
}

/// An error's message without its last line, where that is the remedy that the doctor words itself.
fn without_remedy(message: &str) -> String {
    match message.rsplit_once('\n') {
        Some((rest, last)) if last.starts_with("Install") => rest.to_owned(),
        _ => message.to_owned(),
    }
}

impl fmt::Display for Doctor {
    /// One line per finding, with what to do below it; the alternate form (`{:#}`) with all places that were looked at.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = formatter.alternate();
        for finding in &self.findings {
            let mark = match finding.health {
                Health::Good => "ok     ",
                Health::Limited => "limited",
                Health::Missing => "MISSING",
            };
            writeln!(formatter, "{mark} {:16} {}", finding.what, finding.found)?;
            for detail in finding.details.iter().filter(|_| all) {
                writeln!(formatter, "{:25}{detail}", "")?;
            }
            if let Some(remedy) = &finding.remedy {
                writeln!(formatter, "{:25}-> {remedy}", "")?;
            }
        }
        let summary = match (self.can_run(), self.can_build()) {
            (_, true) => "engines can be built and run here",
            (true, false) => "engines can be run here, not built",
            (false, false) => "no engine can be run here",
        };
        formatter.write_str(summary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_doctor_examines_any_machine_and_has_a_remedy_for_each_lack() {
        let report = Doctor::examine();
        for what in ["driver", "tensorrt", "nvrtc", "engine folder", "kernel folder"] {
            assert!(report.findings.iter().any(|finding| finding.what == what), "{what}: {report}");
        }
        for finding in &report.findings {
            assert_eq!(finding.remedy.is_some(), finding.health != Health::Good, "{finding:?}");
        }
        assert_eq!(report.can_run(), report.tensorrt.is_some() && !report.gpus.is_empty());
        assert!(serde_json::to_string(&report).unwrap().contains("\"findings\""));
    }
}
