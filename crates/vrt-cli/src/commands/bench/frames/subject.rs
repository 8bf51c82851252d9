//! What is measured: a model whose frames are submitted and waited for.

mod depth;
mod segmentation;

use std::sync::Arc;

pub use depth::Depth;
pub use segmentation::Segmentation;
use vrt::cuda::cudarc::driver::CudaStream;
use vrt::cuda::{Frame, GraphContents, PipelineSlot};
use vrt::tensorrt::{Engine, OnnxSummary, ShapeRange};

use super::pictures::Frames;
use crate::args::gpu::Batch;
use crate::error::CliError;
use crate::gpu::engines::Loaded;
use crate::models::{Plan, Spec};

/// What changes with every submission.
pub type OptionsOf<S> = <<S as Subject>::Slot as PipelineSlot>::Options;

/// A model on a GPU. Measurements know no more of it than this.
pub trait Subject: Sync + Sized {
    /// What it is, apart from its engine.
    type Config;
    /// What a frame, or a batch of frames, needs and leaves.
    type Slot: PipelineSlot<Error: Into<CliError>> + Send;
    /// What comes to the host with each frame.
    const RESULT: &'static str;
    /// The kernels after the network.
    const KERNELS: &'static [&'static str];
    /// What can be read on top.
    const READS: &'static [&'static str];

    /// The model of a plan.
    ///
    /// # Errors
    /// [`CliError::Usage`] for models of another kind.
    fn specification(plan: Plan) -> Result<Spec<Self::Config>, CliError>;

    /// The shapes that an engine for a batch is built for.
    ///
    /// # Errors
    /// [`CliError::Usage`] where the file does not take it.
    fn shapes(config: &Self::Config, model: &OnnxSummary, batch: usize) -> Result<Vec<ShapeRange>, CliError>;

    /// The model of an engine, made ready for frames like these.
    ///
    /// # Errors
    /// Those of the model.
    fn new(engine: &Loaded, config: &Self::Config, frames: &Frames) -> Result<Self, CliError>;

    /// What frames are submitted with.
    fn options(&self) -> &OptionsOf<Self>;

    /// Its engine.
    fn engine(&self) -> &Engine;

    /// The input of its engine; `opt` is the shape that frames like these need.
    fn input(&self) -> &ShapeRange;

    /// The batches that its engine takes.
    fn batches(&self) -> Batch {
        let first = |shape: &[usize]| shape.first().copied().unwrap_or(1);
        let input = self.input();
        Batch { min: first(&input.min), opt: first(&input.opt), max: first(&input.max) }
    }

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

    /// Waits, and reads what comes to the host by itself.
    ///
    /// # Errors
    /// Those of the model.
    fn wait(&self, slot: &mut Self::Slot) -> Result<usize, CliError> {
        slot.wait().map_err(Into::into)?;
        self.result(slot)
    }

    /// Reads what came to the host of frames that are done, as a program would. The number of objects in the first frame, of models that find
    /// any.
    ///
    /// # Errors
    /// Those of the model.
    fn result(&self, slot: &Self::Slot) -> Result<usize, CliError>;

    /// Reads one of [`Subject::READS`] of the first frame. The number of run lengths, of what is read as such.
    ///
    /// # Errors
    /// Those of the model.
    fn read(&self, slot: &mut Self::Slot, index: usize) -> Result<Option<usize>, CliError>;

    /// Queues a kernel several times in each frame.
    ///
    /// # Errors
    /// Those of the model.
    fn repeat(&self, slot: &mut Self::Slot, repeat: Repeat) -> Result<(), CliError>;

    /// The same model with each of the resize filters that are compared, by name.
    ///
    /// # Errors
    /// Those of the model.
    fn with_filters(&self) -> Result<Vec<(String, Self)>, CliError>;

    /// The stream of a slot.
    fn stream<'a>(&self, slot: &'a Self::Slot) -> &'a Arc<CudaStream>;

    /// What one launch of a frame does.
    ///
    /// # Errors
    /// Those of the driver.
    fn contents(&self, slot: &Self::Slot) -> Result<Option<GraphContents>, CliError>;

    /// Bytes that come to the host with each submission.
    fn bytes_to_host(&self, slot: &Self::Slot) -> usize;

    /// Whether frames are one launch, else why not.
    fn captured(&self, slot: &Self::Slot) -> Result<(), String>;
}

/// A kernel of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kernel {
    /// Before the network.
    Preprocess,
    /// One of [`Subject::KERNELS`].
    AfterNetwork(usize),
}

/// How often a kernel is queued in a frame; all others once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// Which.
    pub kernel: Option<Kernel>,
    /// How often.
    pub times: u32,
}

impl Repeat {
    /// Every kernel once.
    pub const NOTHING: Self = Self { kernel: None, times: 1 };

    /// How often a kernel is queued.
    pub fn of(self, kernel: Kernel) -> u32 {
        if self.kernel == Some(kernel) { self.times } else { 1 }
    }
}

/// What an engine's only input takes; shapes of nothing where there is none.
///
/// # Errors
/// [`CliError::TensorRt`].
fn input_of(engine: &Engine) -> Result<ShapeRange, CliError> {
    let Some(tensor) = engine.inputs().next() else {
        return Ok(ShapeRange { input: String::new(), min: Vec::new(), opt: Vec::new(), max: Vec::new() });
    };
    let name = tensor.name().to_owned();
    if let Some(range) = engine.shape_range(&name, 0)? {
        return Ok(range);
    }
    let shape = tensor.fixed_shape().unwrap_or_default();
    Ok(ShapeRange { input: name, min: shape.clone(), opt: shape.clone(), max: shape })
}

/// Why a slot's frames are not one launch.
fn capture_of(is_captured: bool, why_not: Option<impl ToString>) -> Result<(), String> {
    match why_not {
        _ if is_captured => Ok(()),
        Some(error) => Err(error.to_string()),
        None => Err("too few frames of one size".to_owned()),
    }
}
