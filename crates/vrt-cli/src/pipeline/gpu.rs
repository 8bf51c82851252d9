//! Models on a GPU: a picture is uploaded once, looked at by both networks side by side, and measured where masks and depth are, all queued
//! at once; what is read back is read by whoever writes it.

mod slots;

use std::sync::Arc;
use std::time::Duration;

use vrt::cuda::{CudaError, FrameLayout, GpuTimer, PixelFormat, SharedFrame};
use vrt::kornia_image::Image;
use vrt::tensorrt::OnnxSummary;
use vrt_depth_anything::cuda::{Fusion, GpuDepth, Masks};
use vrt_depth_anything::{DepthAnything, Output};
use vrt_rfdetr_seg::RfDetrSeg;
use vrt_rfdetr_seg::cuda::GpuSegmentation;

use self::slots::Slots;
use super::{Analysis, EngineUsed, Engines, Look, ModelTimes, Options, Pending};
use crate::device::Gpu;
use crate::error::CliError;
use crate::gpu::engines::{self, Wish};
use crate::interrupt::Interrupt;
use crate::models::Plan;

/// Pictures at work at once: one is computed while the next is uploaded.
const SLOTS: usize = 2;

/// The models of a plan.
pub struct Models {
    segmentation: Option<RfDetrSeg>,
    depth: Option<DepthAnything>,
    slots: Arc<Slots<Slot>>,
}

/// What one picture needs.
struct Slot {
    frame: SharedFrame,
    segmentation: Option<(GpuSegmentation, GpuTimer)>,
    depth: Option<(GpuDepth, GpuTimer)>,
    fusion: Option<(Fusion, GpuTimer)>,
}

impl Models {
    /// Loads the models of a plan, and builds their engines first where that is wanted.
    ///
    /// # Errors
    /// As [`engines::engine`], and those of the model crates.
    pub fn load(plan: &Plan, gpu: &Gpu, interrupt: &Interrupt) -> Result<(Self, Engines), CliError> {
        let wish = Wish { precision: gpu.precision, build: gpu.asked, interrupt };
        let mut engines = Engines::default();
        let (mut segmentation, mut depth) = (None, None);
        if let Some(spec) = &plan.segmentation {
            let engine = engines::engine(&gpu.tensorrt, &spec.name, &spec.source, engines::segmentation_shapes, wish)?;
            engines.segmentation = Some(used(&engine));
            segmentation = Some(RfDetrSeg::new(engine.engine, spec.config.clone())?);
        }
        if let Some(spec) = &plan.depth {
            let shapes = |model: &OnnxSummary| engines::depth_shapes(&spec.config, model);
            let engine = engines::engine(&gpu.tensorrt, &spec.name, &spec.source, shapes, wish)?;
            engines.depth = Some(used(&engine));
            depth = Some(DepthAnything::new(engine.engine, spec.config.clone())?);
        }
        let cuda = gpu.tensorrt.cuda();
        let slot = || -> Result<Slot, CliError> {
            let timer = || GpuTimer::new(cuda).map_err(CliError::from);
            let segmentation = segmentation.as_ref().map(|model| Ok::<_, CliError>((model.alloc_result()?, timer()?))).transpose()?;
            let depth = depth.as_ref().map(|model| Ok::<_, CliError>((model.alloc_result()?, timer()?))).transpose()?;
            let both = segmentation.is_some() && depth.is_some();
            let fusion = both.then(|| Ok::<_, CliError>((Fusion::new(cuda)?, timer()?))).transpose()?;
            Ok(Slot { frame: SharedFrame::new(cuda)?, segmentation, depth, fusion })
        };
        let slots = Slots::new((0..SLOTS).map(|_| slot()).collect::<Result<Vec<_>, _>>()?);
        Ok((Self { segmentation, depth, slots }, engines))
    }
}

fn used(engine: &engines::Loaded) -> EngineUsed {
    EngineUsed { path: engine.path.clone(), precision: engine.precision.map(|precision| precision.to_string()) }
}

impl Look for Models {
    fn begin(&mut self, picture: &Image<u8, 3>, options: &Options) -> Result<Pending, CliError> {
        let taken = self.slots.take();
        {
            let mut slot = taken.slot();
            let layout = FrameLayout::new(PixelFormat::Rgb8, picture.width() as u32, picture.height() as u32);
            slot.frame.upload(&layout, picture.as_slice())?;
            let Slot { frame, segmentation, depth, fusion } = &mut *slot;
            let frame = frame.frame()?;
            if let (Some(model), Some((result, timer))) = (&self.segmentation, segmentation.as_mut()) {
                let stream = result.stream().clone();
                timer.start(&stream)?;
                // What is at work keeps what it uses, so the slot may go on to another thread.
                let _running = model.submit(&frame, &options.decode, result)?;
                timer.stop(&stream)?;
            }
            if let (Some(model), Some((result, timer))) = (&self.depth, depth.as_mut()) {
                let stream = result.stream().clone();
                timer.start(&stream)?;
                let _running = model.submit(&frame, &options.depth, result)?;
                timer.stop(&stream)?;
            }
            if let (Some((found, _)), Some((depth, _)), Some((fusion, timer))) = (segmentation, depth, fusion) {
                let segmenting = found.stream().clone();
                let ahead = found.masks_ahead(0)?;
                let masks = Masks::counted(ahead.words, ahead.count, ahead.most, ahead.width, ahead.height)?;
                let metric = matches!(depth.config().output, Output::Metric { .. });
                let stream = fusion.stream().clone();
                // So that the time is that of the fusion, and not of what it waits for.
                for model in [&segmenting, depth.stream()] {
                    stream.join(model).map_err(CudaError::driver("ordering fusion after the models"))?;
                }
                timer.start(&stream)?;
                let _fusing = fusion.submit(&masks, depth, 0, &options.fuse_in(metric))?;
                timer.stop(&stream)?;
            }
        }
        Ok(Pending(Box::new(move || taken.slot().read())))
    }
}

impl Slot {
    /// Waits for the picture, and reads what came of it.
    fn read(&mut self) -> Result<Analysis, CliError> {
        let mut analysis = Analysis::default();
        if let Some((fusion, timer)) = &self.fusion {
            analysis.distances = fusion.objects()?;
            analysis.times.fusion = Some(elapsed(timer)?);
        }
        if let Some((found, timer)) = &self.segmentation {
            analysis.instances = found.instances(0)?;
            analysis.times.segmentation = Some(times(timer)?);
        }
        if let Some((depth, timer)) = &self.depth {
            analysis.depth = Some(depth.depth_host()?);
            analysis.times.depth = Some(times(timer)?);
        }
        Ok(analysis)
    }
}

fn times(timer: &GpuTimer) -> Result<ModelTimes, CliError> {
    Ok(ModelTimes { total: elapsed(timer)?, stages: None })
}

fn elapsed(timer: &GpuTimer) -> Result<Duration, CliError> {
    Ok(Duration::from_secs_f64(f64::from(timer.milliseconds()?.max(0.0)) / 1e3))
}
