//! What is measured: a model whose frames are submitted and waited for.

use std::sync::Arc;

use vrt::cuda::cudarc::driver::CudaStream;
use vrt::cuda::{Frame, PipelineSlot};
use vrt::tensorrt::{Engine, ShapeRange};
use vrt_rfdetr_seg::cuda::{GpuSegmentation, Repeats};
use vrt_rfdetr_seg::{Config, DecodeOptions, RfDetrSeg};

use super::pictures::Frames;
use crate::args::gpu::Batch;
use crate::error::CliError;
use crate::gpu::engines::Loaded;

/// What changes with every submission.
pub type OptionsOf<S> = <<S as Subject>::Slot as PipelineSlot>::Options;

/// A model on a GPU. Measurements know no more of it than this.
pub trait Subject: Sync + Sized {
    /// What a frame, or a batch of frames, needs and leaves.
    type Slot: PipelineSlot<Error: Into<CliError>> + Send;

    /// What frames are submitted with.
    fn options(&self) -> &OptionsOf<Self>;

    /// Its engine.
    fn engine(&self) -> &Engine;

    /// The input of its engine.
    fn input(&self) -> &ShapeRange;

    /// The batches that its engine takes.
    fn batches(&self) -> Batch {
        let first = |shape: &[usize]| shape.first().copied().unwrap_or(1);
        let input = self.input();
        Batch { min: first(&input.min), opt: first(&input.opt), max: first(&input.max) }
    }

    /// Chooses a threshold above which about `objects` are found.
    ///
    /// # Errors
    /// Those of the model.
    fn prepare(&mut self, frames: &Frames, objects: usize) -> Result<(), CliError>;

    /// The threshold that was chosen.
    fn threshold(&self) -> f32;

    /// A slot for batches of this size, on a stream of its own.
    ///
    /// # Errors
    /// Those of the model.
    fn slot(&self, batch: usize) -> Result<Self::Slot, CliError>;

    /// Queues frames.
    ///
    /// # Errors
    /// Those of the model.
    fn submit(&self, frames: &[Frame<'_>], slot: &mut Self::Slot) -> Result<(), CliError> {
        slot.submit(frames, self.options()).map_err(Into::into)
    }

    /// Waits, and reads what comes to the host by itself: the number of objects in the first frame.
    ///
    /// # Errors
    /// Those of the model.
    fn wait(&self, slot: &mut Self::Slot) -> Result<usize, CliError> {
        slot.wait().map_err(Into::into)?;
        self.objects(slot)
    }

    /// Reads what came to the host of frames that are done.
    ///
    /// # Errors
    /// Those of the model.
    fn objects(&self, slot: &Self::Slot) -> Result<usize, CliError>;

    /// Reads the masks of the first frame as run lengths.
    ///
    /// # Errors
    /// Those of the model.
    fn run_lengths(&self, slot: &mut Self::Slot) -> Result<usize, CliError>;

    /// Queues kernels several times in each frame.
    ///
    /// # Errors
    /// Those of the model.
    fn repeat(&self, slot: &mut Self::Slot, repeats: Repeats) -> Result<(), CliError>;

    /// The same model with each of the resize filters that a GPU knows, by name.
    ///
    /// # Errors
    /// Those of the model.
    fn with_filters(&self) -> Result<Vec<(&'static str, Self)>, CliError>;

    /// The stream of a slot.
    fn stream<'a>(&self, slot: &'a Self::Slot) -> &'a Arc<CudaStream>;

    /// Whether frames are one launch, else why not.
    fn captured(&self, slot: &Self::Slot) -> Result<(), String>;
}

/// RF-DETR-Seg.
#[derive(Debug, Clone)]
pub struct Segmentation {
    model: RfDetrSeg,
    input: ShapeRange,
    options: DecodeOptions,
}

impl Segmentation {
    /// The model of an engine.
    ///
    /// # Errors
    /// Those of the model.
    pub fn new(engine: &Loaded, config: &Config) -> Result<Self, CliError> {
        let model = RfDetrSeg::new(engine.engine.clone(), config.clone())?;
        let mut input = ShapeRange { input: String::new(), min: Vec::new(), opt: Vec::new(), max: Vec::new() };
        if let Some(tensor) = model.engine().inputs().next() {
            let fixed = tensor.fixed_shape().map(|shape| ShapeRange {
                input: tensor.name().to_owned(),
                min: shape.clone(),
                opt: shape.clone(),
                max: shape,
            });
            let range = model.engine().shape_range(tensor.name(), 0)?;
            input = range.or(fixed).unwrap_or(input);
        }
        Ok(Self { model, input, options: DecodeOptions::default() })
    }
}

impl Subject for Segmentation {
    type Slot = GpuSegmentation;

    fn options(&self) -> &DecodeOptions {
        &self.options
    }

    fn engine(&self) -> &Engine {
        self.model.engine()
    }

    fn input(&self) -> &ShapeRange {
        &self.input
    }

    fn prepare(&mut self, frames: &Frames, objects: usize) -> Result<(), CliError> {
        let batch = self.batches().opt;
        let mut slot = self.slot(batch)?;
        self.options = DecodeOptions { max_detections: Some(objects + 1), ..DecodeOptions::with_threshold(0.0) };
        self.submit(&frames.batch(0, batch)?, &mut slot)?;
        self.wait(&mut slot)?;
        let found = slot.detections()?;
        let threshold = found.get(objects).or(found.last()).map_or(0.5, |detection| detection.score);
        self.options = DecodeOptions { max_detections: Some(objects), ..DecodeOptions::with_threshold(threshold) };
        Ok(())
    }

    fn threshold(&self) -> f32 {
        self.options.threshold
    }

    fn slot(&self, batch: usize) -> Result<GpuSegmentation, CliError> {
        Ok(self.model.alloc_result_for(batch)?)
    }

    fn objects(&self, slot: &GpuSegmentation) -> Result<usize, CliError> {
        let mut objects = 0;
        for frame in (0..slot.batch()).rev() {
            objects = slot.detections_of(frame)?.len();
        }
        Ok(objects)
    }

    fn run_lengths(&self, slot: &mut GpuSegmentation) -> Result<usize, CliError> {
        Ok(slot.rle()?.len())
    }

    fn repeat(&self, slot: &mut GpuSegmentation, repeats: Repeats) -> Result<(), CliError> {
        Ok(slot.set_repeats(repeats)?)
    }

    fn with_filters(&self) -> Result<Vec<(&'static str, Self)>, CliError> {
        use vrt::preprocess::ResizeFilter;
        let filters = [("bilinear", ResizeFilter::Bilinear), ("bilinear, antialiased", ResizeFilter::BilinearAntialias)];
        let with = |(name, filter)| {
            let config = self.model.config().clone().with_filter(filter);
            Ok((name, Self { model: RfDetrSeg::new(self.model.engine().clone(), config)?, ..self.clone() }))
        };
        filters.into_iter().map(with).collect()
    }

    fn stream<'a>(&self, slot: &'a GpuSegmentation) -> &'a Arc<CudaStream> {
        slot.stream()
    }

    fn captured(&self, slot: &GpuSegmentation) -> Result<(), String> {
        match slot.why_not_captured() {
            _ if slot.is_captured() => Ok(()),
            Some(error) => Err(error.to_string()),
            None => Err("too few frames of one size".to_owned()),
        }
    }
}
