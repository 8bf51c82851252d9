//! What can go wrong on the way from an ONNX file to an engine.

use std::path::PathBuf;
use std::time::Duration;

use super::super::error::{EngineError, TensorRtError};
use super::super::onnx::OnnxError;
use super::super::precision::PrecisionError;
use super::super::session::CheckError;
use super::super::store::StoreError;
use crate::cuda::{CudaError, mib};

/// A node that TensorRT cannot build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsupportedNode {
    /// Its operator, e.g. `example.nowhere.FoldSpace`.
    pub operator: String,
    /// Its name in the model; may be empty.
    pub name: String,
    /// TensorRT's reason, where it gave one.
    pub reason: Option<String>,
}

impl std::fmt::Display for UnsupportedNode {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} `{}`", self.operator, self.name)?;
        self.reason.as_ref().map_or(Ok(()), |reason| write!(formatter, " ({reason})"))
    }
}

/// An engine cannot be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The model's file.
    #[error(transparent)]
    Onnx(#[from] OnnxError),
    /// The precision cannot be honoured.
    #[error(transparent)]
    Precision(#[from] PrecisionError),
    /// Layers were to be kept in 32 bits where the model says its types.
    #[error(
        "layers cannot be kept in 32 bits here: this model, or this TensorRT, takes every layer's type from the ONNX file. Keep them in 32 bits when the model is converted"
    )]
    KeepFullPrecision,
    /// An optimisation level that there is not.
    #[error("the optimisation level {0} is not between 0 (fast to build) and 5 (fast to run)")]
    OptimizationLevel(u8),
    /// Shapes that the model does not have.
    #[error("input `{input}` of the model: {reason}")]
    Shape {
        /// The input.
        input: String,
        /// What is wrong, and what to give.
        reason: String,
    },
    /// The ONNX parser's library is missing.
    #[error("TensorRT is there, but its ONNX parser is not, so engines can be run and not built: {0}")]
    NoParser(Box<vrt_sys::Error>),
    /// Nodes that TensorRT does not know or cannot build.
    #[error(
        "TensorRT cannot build {} node(s) of {}: {}. Export the model with other operators (a newer opset, or without custom ones)",
        nodes.len(), model.display(), nodes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    )]
    Unsupported {
        /// The model.
        model: PathBuf,
        /// All such nodes.
        nodes: Vec<UnsupportedNode>,
    },
    /// The parser refuses the model for other reasons.
    #[error("{source}")]
    Parse {
        /// The model.
        model: PathBuf,
        /// The parser's error.
        source: Box<vrt_sys::Error>,
    },
    /// The GPU's memory does not suffice.
    #[error(
        "building {} ran out of GPU memory: the workspace limit was {}, {} were free. Close other programs on the GPU, lower the largest batch or \
         shape, lower the workspace (`workspace`), or lower the optimisation level; on a Jetson, stop the desktop and add swap{}",
        model.display(), mib(usize::try_from(*workspace).unwrap_or(usize::MAX)), mib(usize::try_from(*free).unwrap_or(usize::MAX)),
        if lines.is_empty() { String::new() } else { format!(". TensorRT said: {}", lines.join("; ")) }
    )]
    OutOfMemory {
        /// The model.
        model: PathBuf,
        /// The workspace limit in bytes.
        workspace: u64,
        /// Bytes that were free.
        free: u64,
        /// TensorRT's own words.
        lines: Vec<String>,
    },
    /// The user stopped the build.
    #[error("the build was stopped after {:.0} s; nothing was kept but the timings", elapsed.as_secs_f32())]
    Cancelled {
        /// When.
        elapsed: Duration,
    },
    /// TensorRT fails.
    #[error("building {}: {source}", model.display())]
    Failed {
        /// The model.
        model: PathBuf,
        /// TensorRT's error with its last words.
        source: Box<vrt_sys::Error>,
    },
    /// The built or stored engine does not compute what it should.
    #[error("{origin}: {source}")]
    Check {
        /// The engine.
        origin: String,
        /// What the check found.
        source: Box<CheckError>,
    },
    /// The built or stored engine cannot be loaded.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The store fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// TensorRT fails.
    #[error(transparent)]
    TensorRt(#[from] TensorRtError),
    /// CUDA fails.
    #[error(transparent)]
    Cuda(#[from] CudaError),
}
