//! RF-DETR-Seg.

use std::sync::Arc;

use vrt::cuda::GraphContents;
use vrt::cuda::cudarc::driver::CudaStream;
use vrt::preprocess::ResizeFilter;
use vrt::tensorrt::{Engine, OnnxSummary, ShapeRange};
use vrt_rfdetr_seg::cuda::{GpuSegmentation, Repeats};
use vrt_rfdetr_seg::{Config, DecodeOptions, RfDetrSeg};

use super::super::pictures::Frames;
use super::{Kernel, Repeat, Subject, capture_of, input_of};
use crate::args::gpu::Batch;
use crate::error::CliError;
use crate::gpu;
use crate::gpu::engines::Loaded;
use crate::models::{Plan, Spec};

/// The model of one engine.
#[derive(Debug, Clone)]
pub struct Segmentation {
    model: RfDetrSeg,
    input: ShapeRange,
    options: DecodeOptions,
}

impl Segmentation {
    /// Chooses the threshold above which about as many objects are found.
    ///
    /// # Errors
    /// Those of the model.
    pub fn with_objects(mut self, frames: &Frames, objects: usize) -> Result<Self, CliError> {
        let batch = self.batches().opt;
        let mut slot = self.slot(batch)?;
        self.options = DecodeOptions { max_detections: Some(objects + 1), ..DecodeOptions::with_threshold(0.0) };
        self.submit(&frames.batch(0, batch)?, &mut slot)?;
        self.wait(&mut slot)?;
        let found = slot.detections()?;
        let threshold = found.get(objects).or(found.last()).map_or(0.5, |detection| detection.score);
        self.options = DecodeOptions { max_detections: Some(objects), ..DecodeOptions::with_threshold(threshold) };
        Ok(self)
    }
}

impl Subject for Segmentation {
    type Config = Config;
    type Slot = GpuSegmentation;
    const RESULT: &'static str = "objects";
    const KERNELS: &'static [&'static str] = &["decode", "masks"];
    const READS: &'static [&'static str] = &["masks to the host as run lengths", "masks to the host as run lengths, as owned values"];

    fn specification(plan: Plan) -> Result<Spec<Config>, CliError> {
        plan.segmentation.ok_or_else(|| CliError::Usage("that is a depth model: `vrt bench depth-anything` measures those".into()))
    }

    fn shapes(_: &Config, model: &OnnxSummary, batch: usize) -> Result<Vec<ShapeRange>, CliError> {
        gpu::ranges(model, (batch > 1).then_some(Batch { min: batch, opt: batch, max: batch }), &[])
    }

    fn new(engine: &Loaded, config: &Config, _: &Frames) -> Result<Self, CliError> {
        let model = RfDetrSeg::new(engine.engine.clone(), config.clone())?;
        let input = input_of(model.engine())?;
        Ok(Self { model, input, options: DecodeOptions::default() })
    }

    fn options(&self) -> &DecodeOptions {
        &self.options
    }

    fn engine(&self) -> &Engine {
        self.model.engine()
    }

    fn input(&self) -> &ShapeRange {
        &self.input
    }

    fn slot(&self, batch: usize) -> Result<GpuSegmentation, CliError> {
        Ok(self.model.alloc_result_for(batch)?)
    }

    fn result(&self, slot: &GpuSegmentation) -> Result<usize, CliError> {
        let mut objects = 0;
        for frame in (0..slot.batch()).rev() {
            objects = slot.detections_of(frame)?.len();
        }
        Ok(objects)
    }

    fn read(&self, slot: &mut GpuSegmentation, index: usize) -> Result<Option<usize>, CliError> {
        if index == 0 {
            return Ok(Some(std::hint::black_box(slot.run_lengths()?).total()));
        }
        let masks = std::hint::black_box(slot.rle()?);
        Ok(Some(masks.iter().map(|mask| mask.counts().len()).sum()))
    }

    fn repeat(&self, slot: &mut GpuSegmentation, repeat: Repeat) -> Result<(), CliError> {
        Ok(slot.set_repeats(Repeats {
            preprocess: repeat.of(Kernel::Preprocess),
            decode: repeat.of(Kernel::AfterNetwork(0)),
            masks: repeat.of(Kernel::AfterNetwork(1)),
            ..Repeats::default()
        })?)
    }

    fn with_filters(&self) -> Result<Vec<(String, Self)>, CliError> {
        let filters = [("bilinear", ResizeFilter::Bilinear), ("bilinear, antialiased", ResizeFilter::BilinearAntialias)];
        let with = |(name, filter): (&str, ResizeFilter)| {
            let config = self.model.config().clone().with_filter(filter);
            Ok((name.to_owned(), Self { model: RfDetrSeg::new(self.model.engine().clone(), config)?, ..self.clone() }))
        };
        filters.into_iter().map(with).collect()
    }

    fn stream<'a>(&self, slot: &'a GpuSegmentation) -> &'a Arc<CudaStream> {
        slot.stream()
    }

    fn contents(&self, slot: &GpuSegmentation) -> Result<Option<GraphContents>, CliError> {
        Ok(slot.graph_contents()?)
    }

    fn bytes_to_host(&self, slot: &GpuSegmentation) -> usize {
        slot.bytes_to_host()
    }

    fn captured(&self, slot: &GpuSegmentation) -> Result<(), String> {
        capture_of(slot.is_captured(), slot.why_not_captured())
    }
}
