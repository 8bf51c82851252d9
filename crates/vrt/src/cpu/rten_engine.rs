//! rten as the engine.

use std::path::Path;
use std::sync::Arc;

use kornia_tensor::Tensor;
use rten::{LoadError, Model, ModelOptions, RunOptions, ThreadPool, Value, ValueView};

use super::inspect::Inspected;
use super::{CpuError, CpuOptions, HostOutput, TensorInfo};

const ENGINE: &str = "rten";

pub(super) struct RtenEngine {
    model: Model,
    options: RunOptions,
}

impl std::fmt::Debug for RtenEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RtenEngine").field(&self.model).finish()
    }
}

impl RtenEngine {
    pub(super) fn from_file(name: &str, path: &Path, options: &CpuOptions, graph: &Inspected) -> Result<Self, CpuError> {
        Self::new(name, options, graph, || ModelOptions::with_all_ops().load_file(path))
    }

    pub(super) fn from_bytes(name: &str, onnx: Vec<u8>, options: &CpuOptions, graph: &Inspected) -> Result<Self, CpuError> {
        Self::new(name, options, graph, || ModelOptions::with_all_ops().load(onnx))
    }

    fn new(
        name: &str,
        options: &CpuOptions,
        _graph: &Inspected,
        load: impl FnOnce() -> Result<Model, LoadError>,
    ) -> Result<Self, CpuError> {
        let failed = |reason: String| CpuError::Load { file: name.to_owned(), engine: ENGINE, reason };
        let model = load().map_err(|error| failed(error.to_string()))?;
        let pool = options.threads.map(|threads| Arc::new(ThreadPool::with_num_threads(threads.get())));
        Ok(Self { model, options: RunOptions::default().with_thread_pool(pool) })
    }

    pub(super) fn run(&self, name: &str, outputs: &[TensorInfo], input: &Tensor<f32, 4>) -> Result<Vec<HostOutput>, CpuError> {
        let failed = |reason: String| CpuError::Run { file: name.to_owned(), engine: ENGINE, input: input.shape, reason };
        let view = ValueView::from_shape(input.shape.as_slice(), input.as_slice()).map_err(|error| failed(error.to_string()))?;
        let inputs = self.model.input_ids().iter().map(|id| (*id, view.clone().into())).collect();
        let values =
            self.model.run(inputs, self.model.output_ids(), Some(self.options.clone())).map_err(|error| failed(error.to_string()))?;
        let output = |(info, value): (&TensorInfo, Value)| {
            let found = info.dtype.to_string();
            let tensor: rten_tensor::Tensor<f32> =
                value.try_into().map_err(|_| CpuError::OutputType { file: name.to_owned(), output: info.name.clone(), found })?;
            let shape = rten_tensor::Layout::shape(&tensor).to_vec();
            Ok(HostOutput::new(info.name.clone(), shape, tensor.into_data()))
        };
        outputs.iter().zip(values).map(output).collect()
    }
}
