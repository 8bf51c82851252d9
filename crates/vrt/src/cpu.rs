//! Networks in ONNX files, run on a plain CPU.
//!
//! [`CpuSession`] loads an ONNX file, says what goes in and what comes out, and runs it. The engine is
//! [rten](https://docs.rs/rten) unless another is asked for: pure Rust, nothing to install.
//!
//! A file is checked before an engine sees it, and what an engine would compute wrongly without a word is refused; see [`CpuError`].

mod error;
mod inspect;
mod output;
mod rten_engine;

pub use error::CpuError;
pub use output::{Dim, ElementType, HostOutput, TensorInfo};

use std::num::NonZeroUsize;
use std::path::Path;

use kornia_tensor::Tensor;

/// Which engine computes the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum CpuBackend {
    /// [rten](https://docs.rs/rten), built in.
    #[default]
    Rten,
}

/// How a network is run.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct CpuOptions {
    /// Threads that compute one run; `None` takes one for each physical core.
    pub threads: Option<NonZeroUsize>,
    /// The engine.
    pub backend: CpuBackend,
}

impl CpuOptions {
    /// These options with `threads` threads.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// These options with another engine.
    #[must_use]
    pub fn with_backend(mut self, backend: CpuBackend) -> Self {
        self.backend = backend;
        self
    }
}

/// A network on the CPU. `Send` and `Sync`: several threads may run it at once.
#[derive(Debug)]
pub struct CpuSession {
    name: String,
    inputs: Vec<TensorInfo>,
    outputs: Vec<TensorInfo>,
    engine: rten_engine::RtenEngine,
}

impl CpuSession {
    /// Loads the ONNX file at `path`.
    ///
    /// # Errors
    /// [`CpuError`], naming the file, for a file that can't be read, is no ONNX file, or holds a network that can't be run correctly.
    pub fn from_file(path: impl AsRef<Path>, options: &CpuOptions) -> Result<Self, CpuError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let onnx = std::fs::read(path).map_err(|source| CpuError::Read { file: name.clone(), source })?;
        let graph = inspect::inspect(&name, &onnx)?;
        let engine = rten_engine::RtenEngine::from_file(&name, path, options, &graph)?;
        Ok(Self { name, inputs: graph.inputs, outputs: graph.outputs, engine })
    }

    /// Loads a network from the bytes of an ONNX file; `name` stands for the file in messages.
    ///
    /// # Errors
    /// As [`CpuSession::from_file`].
    pub fn from_bytes(name: &str, onnx: Vec<u8>, options: &CpuOptions) -> Result<Self, CpuError> {
        let graph = inspect::inspect(name, &onnx)?;
        let engine = rten_engine::RtenEngine::from_bytes(name, onnx, options, &graph)?;
        Ok(Self { name: name.to_owned(), inputs: graph.inputs, outputs: graph.outputs, engine })
    }

    /// The file, or the name given to [`CpuSession::from_bytes`].
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What goes in: one tensor of four dimensions.
    pub fn inputs(&self) -> &[TensorInfo] {
        &self.inputs
    }

    /// What comes out, in the file's order.
    pub fn outputs(&self) -> &[TensorInfo] {
        &self.outputs
    }

    /// Runs the network and returns all outputs, in the order of [`CpuSession::outputs`].
    ///
    /// # Errors
    /// [`CpuError::InputShape`] for a tensor that does not fit, [`CpuError::Run`] where the engine fails,
    /// [`CpuError::OutputType`] for outputs that are not 32-bit floats.
    pub fn run(&self, input: &Tensor<f32, 4>) -> Result<Vec<HostOutput>, CpuError> {
        if !input.storage.domain().is_host_accessible() || !input.is_standard_layout() {
            return Err(self.refuse(input, "it must be contiguous host memory"));
        }
        if input.storage.num_elements() != input.shape.iter().product::<usize>() {
            return Err(self.refuse(input, "its shape and its number of values differ"));
        }
        if let Some(info) = self.inputs.first()
            && !info.accepts(&input.shape)
        {
            return Err(self.refuse(input, "the network wants another shape"));
        }
        self.engine.run(&self.name, &self.outputs, input)
    }

    fn refuse(&self, input: &Tensor<f32, 4>, problem: &'static str) -> CpuError {
        let wanted = self.inputs.first().map(ToString::to_string).unwrap_or_default();
        CpuError::InputShape { file: self.name.clone(), wanted, found: input.shape, problem }
    }
}
