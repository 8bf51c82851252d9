//! Depth Anything.

use std::sync::Arc;

use vrt::cuda::GraphContents;
use vrt::cuda::cudarc::driver::CudaStream;
use vrt::tensorrt::{Engine, OnnxSummary, ShapeRange};
use vrt_depth_anything::cuda::{GpuDepth, Repeats};
use vrt_depth_anything::{Config, DepthAnything, DepthOptions};
use vrt_types::CameraIntrinsics;

use super::super::pictures::Frames;
use super::{Kernel, Repeat, Subject, capture_of, input_of};
use crate::args::gpu::Batch;
use crate::error::CliError;
use crate::gpu;
use crate::gpu::engines::{Loaded, depth_shapes};
use crate::models::{Plan, Spec};

/// The model of one engine.
#[derive(Debug, Clone)]
pub struct Depth {
    model: DepthAnything,
    input: ShapeRange,
    options: DepthOptions,
}

impl Subject for Depth {
    type Config = Config;
    type Slot = GpuDepth;
    const RESULT: &'static str = "the range of depth";
    const KERNELS: &'static [&'static str] = &["check", "upsample"];
    const READS: &'static [&'static str] = &["depth at the picture's size to the host", "percentiles 5 and 95"];

    fn specification(plan: Plan) -> Result<Spec<Config>, CliError> {
        plan.depth.ok_or_else(|| CliError::Usage("that model finds objects: `vrt bench rfdetr-seg` measures those".into()))
    }

    fn shapes(config: &Config, model: &OnnxSummary, batch: usize) -> Result<Vec<ShapeRange>, CliError> {
        if batch == 1 {
            return depth_shapes(config, model);
        }
        gpu::ranges(model, Some(Batch { min: batch, opt: batch, max: batch }), &[])
    }

    fn new(engine: &Loaded, config: &Config, frames: &Frames) -> Result<Self, CliError> {
        let model = DepthAnything::new(engine.engine.clone(), config.clone())?;
        let mut input = input_of(model.engine())?;
        let (width, height) = (frames.layout.width, frames.layout.height);
        // An engine of many sizes runs at the one that the picture needs.
        let network = model.plan(width as usize, height as usize)?.network();
        if let [_, _, rows, columns] = &mut input.opt[..] {
            (*columns, *rows) = network;
        }
        // Any camera will do where metres depend on one: a lens of about 50 degrees.
        let (wide, high) = (f64::from(width), f64::from(height));
        let camera = CameraIntrinsics::new(wide, wide, (wide - 1.0) / 2.0, (high - 1.0) / 2.0, width, height);
        let intrinsics = Some(camera.map_err(|error| CliError::Usage(error.to_string()))?).filter(|_| config.output.needs_intrinsics());
        // Noise gives some networks with random weights a map of one value.
        let options = DepthOptions { intrinsics, accept_flat: true, ..DepthOptions::default() };
        Ok(Self { model, input, options })
    }

    fn options(&self) -> &DepthOptions {
        &self.options
    }

    fn engine(&self) -> &Engine {
        self.model.engine()
    }

    fn input(&self) -> &ShapeRange {
        &self.input
    }

    fn slot(&self, batch: usize) -> Result<GpuDepth, CliError> {
        Ok(self.model.alloc_result_for(batch)?)
    }

    fn result(&self, slot: &GpuDepth) -> Result<usize, CliError> {
        for frame in 0..slot.batch() {
            std::hint::black_box(slot.min_max(frame)?);
        }
        Ok(0)
    }

    fn read(&self, slot: &mut GpuDepth, index: usize) -> Result<Option<usize>, CliError> {
        match index {
            0 => drop(std::hint::black_box(slot.depth_host()?)),
            _ => drop(std::hint::black_box(slot.percentiles(0, &[5.0, 95.0])?)),
        }
        Ok(None)
    }

    fn repeat(&self, slot: &mut GpuDepth, repeat: Repeat) -> Result<(), CliError> {
        Ok(slot.set_repeats(Repeats {
            preprocess: repeat.of(Kernel::Preprocess),
            check: repeat.of(Kernel::AfterNetwork(0)),
            upsample: repeat.of(Kernel::AfterNetwork(1)),
        })?)
    }

    fn with_filters(&self) -> Result<Vec<(String, Self)>, CliError> {
        Ok(vec![(format!("{:?}", self.model.config().filter), self.clone())])
    }

    fn stream<'a>(&self, slot: &'a GpuDepth) -> &'a Arc<CudaStream> {
        slot.stream()
    }

    fn contents(&self, slot: &GpuDepth) -> Result<Option<GraphContents>, CliError> {
        Ok(slot.graph_contents()?)
    }

    fn bytes_to_host(&self, slot: &GpuDepth) -> usize {
        slot.bytes_to_host()
    }

    fn captured(&self, slot: &GpuDepth) -> Result<(), String> {
        capture_of(slot.is_captured(), slot.why_not_captured())
    }
}
