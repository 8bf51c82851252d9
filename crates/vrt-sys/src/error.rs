//! What can go wrong, and what TensorRT itself said about it.

use std::fmt;
use std::path::PathBuf;

use crate::driver::DriverError;
use crate::enums::{ParserErrorCode, RawEnum, Severity};
use crate::raw::Missing;
use crate::search::SearchReport;
use crate::version::{Family, Version};

/// A line that TensorRT logged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LogLine {
    /// How serious TensorRT calls it.
    pub severity: Severity,
    /// The text, without a line end.
    pub text: String,
}

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.severity.constant().trim_start_matches('k').to_ascii_lowercase();
        write!(f, "[{name}] {}", self.text)
    }
}

/// Shows log lines as the end of an error's message.
fn with_log(log: &[LogLine]) -> String {
    if log.is_empty() {
        return "; TensorRT logged nothing about it".to_owned();
    }
    log.iter().fold("; TensorRT logged:".to_owned(), |text, line| format!("{text}\n  {line}"))
}

/// One thing that the ONNX parser found wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParserError {
    /// What kind of error; `None` where this crate does not know the code.
    pub code: Option<ParserErrorCode>,
    /// What is wrong.
    pub description: String,
    /// The parser's own source file, line and function that noticed it.
    pub location: String,
    /// Index of the node in the graph; negative where it is about no node.
    pub node: i32,
    /// The node's name in the model.
    pub node_name: Option<String>,
    /// The node's operator, such as `Conv`.
    pub operator: Option<String>,
}

impl fmt::Display for ParserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => write!(f, "{}: ", code.constant())?,
            None => f.write_str("unknown code: ")?,
        }
        f.write_str(&self.description)?;
        if self.node >= 0 {
            write!(f, " (node {}", self.node)?;
            for part in [&self.node_name, &self.operator].into_iter().flatten() {
                write!(f, ", {part}")?;
            }
            f.write_str(")")?;
        }
        write!(f, " [{}]", self.location)
    }
}

/// Everything that this crate reports.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The target has no binary interface that this crate knows.
    #[error("TensorRT is called by its Itanium C++ ABI, which this crate knows for 64-bit Linux on x86-64 and aarch64 only")]
    UnsupportedTarget,
    /// No usable TensorRT was found.
    #[error(
        "no usable TensorRT found. Looked for it here:\n{0}\nInstall it (Debian: libnvinfer10 or newer; pip: \
         tensorrt; Jetson: nvidia-jetpack; or NVIDIA's archive) or set VRT_TENSORRT_DIR to the folder that holds libnvinfer.so"
    )]
    NotFound(SearchReport),
    /// A library is there but could not be opened.
    #[error("could not open {}: {reason}", path.display())]
    Open {
        /// The library.
        path: PathBuf,
        /// What the loader said.
        reason: String,
    },
    /// A library is there, but of a version whose interface this crate does not know.
    #[error(
        "{} is TensorRT {found}, whose binary interface is not known here: supported are TensorRT 10.x, 11.x and \
         TensorRT-RTX 1.5 or newer",
        path.display()
    )]
    UnsupportedVersion {
        /// The library.
        path: PathBuf,
        /// Its version.
        found: Version,
    },
    /// A library lacks a function that it should export.
    #[error("{} does not export {symbol}: it is not the library its name says", path.display())]
    Symbol {
        /// The library.
        path: PathBuf,
        /// The function.
        symbol: &'static str,
    },
    /// No usable NVIDIA driver or GPU.
    #[error(transparent)]
    Driver(#[from] DriverError),
    /// The loaded library lacks a method.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// The loaded library lacks an enum's constant.
    #[error("{enumeration}::{constant} is not in {family} {loaded}{}", .since.map(|s| format!(": it needs {}.{} or newer", s.major, s.minor)).unwrap_or_default())]
    MissingConstant {
        /// The enum.
        enumeration: &'static str,
        /// The constant.
        constant: &'static str,
        /// The loaded library's family.
        family: Family,
        /// The loaded library's version.
        loaded: Version,
        /// The release of this family that has it, if any.
        since: Option<Version>,
    },
    /// TensorRT returned an enum's number that this crate does not know.
    #[error("TensorRT returned {enumeration} {value}, which is none of its constants in {family}")]
    UnknownConstant {
        /// The enum.
        enumeration: &'static str,
        /// The number.
        value: i32,
        /// The loaded library's family.
        family: Family,
    },
    /// A call failed.
    #[error("{call} failed{}", with_log(log))]
    Call {
        /// The C++ method or function.
        call: &'static str,
        /// What TensorRT logged during the call, from warnings up.
        log: Vec<LogLine>,
    },
    /// A build was stopped by its progress monitor.
    #[error("the build was cancelled by its progress monitor")]
    Cancelled,
    /// The ONNX parser refused a model.
    #[error("the ONNX parser refused {model}: {}{}", list(errors), with_log(log))]
    Parse {
        /// Where the model came from.
        model: String,
        /// What it found wrong.
        errors: Vec<ParserError>,
        /// What TensorRT logged during the call, from warnings up.
        log: Vec<LogLine>,
    },
    /// The ONNX parser took a file for a model without a graph, which it does with much that is no model.
    #[error("the ONNX parser found no graph with outputs in {model}: it is no ONNX model, or an empty one")]
    EmptyModel {
        /// Where the model came from.
        model: String,
    },
    /// A tensor's name is none of the engine's.
    #[error("the engine has no tensor {name:?}; it has {known:?}")]
    UnknownTensor {
        /// What was asked for.
        name: String,
        /// The engine's tensors.
        known: Vec<String>,
    },
    /// An argument that TensorRT could only misunderstand.
    #[error("{argument}: {reason}")]
    Argument {
        /// Which argument.
        argument: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// libstdc++ could not be found to make callback objects that C++ recognises.
    #[error("callbacks need libstdc++'s type information, which was not found: {0}")]
    TypeInfo(String),
    /// An interface asks for a function that this crate does not implement.
    #[error("{interface} has a function {function} that this crate does not implement")]
    Callback {
        /// The interface.
        interface: &'static str,
        /// The function.
        function: &'static str,
    },
}

fn list(errors: &[ParserError]) -> String {
    if errors.is_empty() {
        return "it named no reason".to_owned();
    }
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl Error {
    /// What TensorRT logged during the failing call, from warnings up; empty for errors that are not a call's.
    pub fn log(&self) -> &[LogLine] {
        match self {
            Self::Call { log, .. } | Self::Parse { log, .. } => log,
            _ => &[],
        }
    }
}

/// What this crate's functions return.
pub type Result<T, E = Error> = std::result::Result<T, E>;
