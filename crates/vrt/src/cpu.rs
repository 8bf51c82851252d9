//! Networks in ONNX files, run on a plain CPU.
//!
//! [`CpuSession`] loads an ONNX file, says what goes in and what comes out, and runs it. The engine is
//! [rten](https://docs.rs/rten) unless another is asked for: pure Rust, nothing to install.
//!
//! A file is checked before an engine sees it, and what an engine would compute wrongly without a word is refused; see [`CpuError`].

mod cubic;
mod error;
mod graph;
mod inspect;
mod operators;
#[cfg(feature = "ort")]
mod ort_engine;
mod output;
mod rten_engine;
mod side_files;
mod wire;

pub use error::CpuError;
pub use operators::UnsupportedOperator;
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
    /// ONNX Runtime, 1.2 to 1.5 times as fast as rten, opened when the first network is loaded: the library that the environment variable
    /// `ORT_DYLIB_PATH` names (1.31 or newer), else the system's `libonnxruntime`.
    #[cfg(feature = "ort")]
    #[cfg_attr(docsrs, doc(cfg(feature = "ort")))]
    Ort,
}

/// How a network is run.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct CpuOptions {
    /// Threads that compute one run; `None` takes as many as the process may use at once.
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

    pub(crate) fn thread_count(&self) -> NonZeroUsize {
        self.threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }

    /// These options with another engine.
    #[must_use]
    pub fn with_backend(mut self, backend: CpuBackend) -> Self {
        self.backend = backend;
        self
    }
}

#[derive(Debug)]
enum Engine {
    Rten(Box<rten_engine::RtenEngine>),
    #[cfg(feature = "ort")]
    Ort(Box<ort_engine::OrtEngine>),
}

/// A network on the CPU. `Send` and `Sync`: several threads may run it at once.
///
/// A network takes one float tensor of four dimensions and gives any number of float tensors. One that asks for more memory than there is
/// ends the process, as any allocation that fails does.
///
/// ```no_run
/// use vrt::cpu::{CpuOptions, CpuSession};
/// use vrt::kornia_tensor::Tensor;
///
/// let session = CpuSession::from_file("rfdetr-seg-nano.onnx", &CpuOptions::default())?;
/// println!("{}", session.inputs()[0]); // input f32[1, 3, 312, 312]
/// let outputs = session.run(&Tensor::zeros([1, 3, 312, 312]))?;
/// let boxes = outputs.iter().find(|output| output.name() == "dets");
/// # Ok::<(), vrt::cpu::CpuError>(())
/// ```
#[derive(Debug)]
pub struct CpuSession {
    name: String,
    inputs: [TensorInfo; 1],
    outputs: Vec<TensorInfo>,
    engine: Engine,
}

impl CpuSession {
    /// Loads the ONNX file at `path`. Tensors that it keeps in files beside it are read from there.
    ///
    /// # Errors
    /// [`CpuError`], naming the file, for a file that can't be read, is no ONNX file, or holds a network that can't be run correctly.
    pub fn from_file(path: impl AsRef<Path>, options: &CpuOptions) -> Result<Self, CpuError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let network = inspect::inspect_file(&name, path, options.backend)?;
        let engine = match options.backend {
            CpuBackend::Rten => Engine::Rten(Box::new(rten_engine::RtenEngine::from_file(&name, path, options, network.cubic)?)),
            #[cfg(feature = "ort")]
            CpuBackend::Ort => Engine::Ort(Box::new(ort_engine::OrtEngine::from_file(&name, path, options)?)),
        };
        Ok(Self { name, inputs: [network.input], outputs: network.outputs, engine })
    }

    /// Loads a network from the bytes of an ONNX file; `name` stands for the file in messages.
    ///
    /// # Errors
    /// As [`CpuSession::from_file`].
    pub fn from_bytes(name: &str, onnx: Vec<u8>, options: &CpuOptions) -> Result<Self, CpuError> {
        let network = inspect::inspect_bytes(name, &onnx, options.backend)?;
        let engine = match options.backend {
            CpuBackend::Rten => Engine::Rten(Box::new(rten_engine::RtenEngine::from_bytes(name, onnx, options, network.cubic)?)),
            #[cfg(feature = "ort")]
            CpuBackend::Ort => Engine::Ort(Box::new(ort_engine::OrtEngine::from_bytes(name, &onnx, options)?)),
        };
        Ok(Self { name: name.to_owned(), inputs: [network.input], outputs: network.outputs, engine })
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
    /// [`CpuError::InputShape`] for a tensor that does not fit, [`CpuError::CubicResize`] for a shape that rten would compute wrongly,
    /// [`CpuError::Run`] where the engine fails, [`CpuError::OutputType`] and [`CpuError::NotANumber`] for outputs that are not made of
    /// 32-bit floats or hold NaN.
    pub fn run(&self, input: &Tensor<f32, 4>) -> Result<Vec<HostOutput>, CpuError> {
        let [info] = &self.inputs;
        let refuse = |problem| CpuError::InputShape { file: self.name.clone(), wanted: info.to_string(), found: input.shape, problem };
        if !input.storage.domain().is_host_accessible() || !input.is_standard_layout() {
            return Err(refuse("it must be contiguous host memory"));
        }
        let len = input.shape.iter().try_fold(1usize, |len, size| len.checked_mul(*size));
        if len != Some(input.storage.num_elements()) {
            return Err(refuse("its shape and its number of values differ"));
        }
        if len == Some(0) || !info.accepts(&input.shape) {
            return Err(refuse("the network wants another shape"));
        }
        let outputs = match &self.engine {
            Engine::Rten(engine) => engine.run(&self.name, &self.outputs, input)?,
            #[cfg(feature = "ort")]
            Engine::Ort(engine) => engine.run(&self.name, &self.outputs, input)?,
        };
        for output in &outputs {
            let count = output.values().iter().filter(|value| value.is_nan()).count();
            if count > 0 {
                let (output, total) = (output.name().to_owned(), output.values().len());
                return Err(CpuError::NotANumber { file: self.name.clone(), output, count, total });
            }
        }
        Ok(outputs)
    }
}
