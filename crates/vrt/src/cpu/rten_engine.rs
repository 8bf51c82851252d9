//! rten as the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use kornia_tensor::Tensor;
use rten::{LoadError, Model, ModelOptions, RunOptions, ThreadPool, Value, ValueView};

use super::cubic::CubicResize;
use super::{CpuError, CpuOptions, HostOutput, TensorInfo};

const ENGINE: &str = "rten";

pub(super) struct RtenEngine {
    model: Model,
    options: RunOptions,
    cubic: Vec<CubicResize>,
    /// Shapes that all of `cubic` are the identity for.
    proven: Mutex<Vec<[usize; 4]>>,
}

impl std::fmt::Debug for RtenEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RtenEngine").field(&self.model).finish()
    }
}

/// rten's own code indexes and multiplies sizes that come from the file, so that some broken files make it panic rather than fail. Nothing
/// that it was working on is used afterwards, so stopping the panic here leaves nothing half done.
fn no_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
        format!("it panicked ({}); the file is broken, or rten has a bug: export it again", said.unwrap_or("without a message"))
    })
}

impl RtenEngine {
    pub(super) fn from_file(name: &str, path: &Path, options: &CpuOptions, cubic: Vec<CubicResize>) -> Result<Self, CpuError> {
        Self::new(name, options, cubic, || ModelOptions::with_all_ops().load_file(path))
    }

    pub(super) fn from_bytes(name: &str, onnx: Vec<u8>, options: &CpuOptions, cubic: Vec<CubicResize>) -> Result<Self, CpuError> {
        Self::new(name, options, cubic, || ModelOptions::with_all_ops().load(onnx))
    }

    fn new(
        name: &str,
        options: &CpuOptions,
        cubic: Vec<CubicResize>,
        load: impl FnOnce() -> Result<Model, LoadError>,
    ) -> Result<Self, CpuError> {
        let failed = |reason: String| CpuError::Load { file: name.to_owned(), engine: ENGINE, reason };
        let model = no_panic(load).map_err(failed)?.map_err(|error| failed(error.to_string()))?;
        let pool = Arc::new(ThreadPool::with_num_threads(options.thread_count().get()));
        Ok(Self { model, options: RunOptions::default().with_thread_pool(Some(pool)), cubic, proven: Mutex::default() })
    }

    pub(super) fn run(&self, name: &str, outputs: &[TensorInfo], input: &Tensor<f32, 4>) -> Result<Vec<HostOutput>, CpuError> {
        self.check_cubic(name, input.shape)?;
        let failed = |reason: String| CpuError::Run { file: name.to_owned(), engine: ENGINE, input: input.shape, reason };
        let view = ValueView::from_shape(input.shape.as_slice(), input.as_slice()).map_err(|error| failed(error.to_string()))?;
        let inputs = self.model.input_ids().iter().map(|id| (*id, view.clone().into())).collect();
        let run = || self.model.run(inputs, self.model.output_ids(), Some(self.options.clone()));
        let values = no_panic(run).map_err(failed)?.map_err(|error| failed(error.to_string()))?;
        let output = |(info, value): (&TensorInfo, Value)| {
            let tensor: rten_tensor::Tensor<f32> = value.try_into().map_err(|_| info.not_float(name))?;
            let shape = rten_tensor::Layout::shape(&tensor).to_vec();
            Ok(HostOutput::new(info.name.clone(), shape, tensor.into_data()))
        };
        outputs.iter().zip(values).map(output).collect()
    }

    fn check_cubic(&self, name: &str, shape: [usize; 4]) -> Result<(), CpuError> {
        let mut proven = self.proven.lock().unwrap_or_else(PoisonError::into_inner);
        if self.cubic.is_empty() || proven.contains(&shape) {
            return Ok(());
        }
        for resize in &self.cubic {
            let refuse = |reason| CpuError::CubicResize { file: name.to_owned(), node: resize.node.clone(), reason };
            resize.check(&shape).map_err(refuse)?;
        }
        proven.push(shape);
        Ok(())
    }
}
