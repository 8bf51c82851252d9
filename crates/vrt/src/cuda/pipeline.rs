//! Several frames in flight: while the GPU runs one, the next is uploaded and queued.

use std::collections::VecDeque;
use std::fmt;

use super::frame::{Frame, FrameError, FrameLayout};
use super::gpu_preprocessor::GpuPreprocessor;

/// Why a [`Pipeline`] could not be made or take a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PipelineError {
    /// No slots.
    #[error("a pipeline needs at least one slot, and two to overlap anything")]
    NoSlots,
    /// All slots are in flight.
    #[error("all {slots} slot(s) of the pipeline are in flight: take the oldest result with `Pipeline::next` first")]
    Full {
        /// How many there are.
        slots: usize,
    },
}

/// What a [`Pipeline`] keeps in flight: a result on a stream of its own, with everything that its frames need.
///
/// Models implement it for their results. Dropping a slot in flight must wait for its work, and a submission that fails must leave the slot
/// fit for the next one.
pub trait PipelineSlot {
    /// What may change with every submission, e.g. thresholds.
    type Options: ?Sized;
    /// The crate's error.
    type Error: From<PipelineError>;

    /// Frames that a submission has.
    fn batch(&self) -> usize;

    /// Pinned memory for frame `index` of the next submission; see [`FrameInput::staging`](super::FrameInput::staging).
    ///
    /// # Errors
    /// As there.
    fn staging(&mut self, index: usize, layout: &FrameLayout) -> Result<&mut [u8], Self::Error>;

    /// Queues frames and returns before they are done.
    ///
    /// # Errors
    /// Whatever can go wrong.
    fn submit(&mut self, frames: &[Frame<'_>], options: &Self::Options) -> Result<(), Self::Error>;

    /// Blocks until the last submission is done, and checks its result.
    ///
    /// # Errors
    /// What the work ended in.
    fn wait(&mut self) -> Result<(), Self::Error>;

    /// Whether [`PipelineSlot::wait`] would return at once.
    ///
    /// # Errors
    /// As there.
    fn is_ready(&self) -> Result<bool, Self::Error>;
}

/// Two or more results of a model in flight: upload and preprocessing of a frame run beside the engine of the one before, and the GPU never
/// waits for the host. Results come back in the order of submission.
///
/// Each slot is a result on its own stream. [`Pipeline::submit`] takes a free slot, [`Pipeline::next`] waits for the oldest frame in flight and
/// lends its result until the pipeline is used again. Nothing is lost by errors: a submission that fails leaves all others in flight, and a
/// result that ended in an error is handed back as that error, in its turn.
///
/// The result that is lent must be done with before the pipeline is used again:
/// ```compile_fail,E0499
/// # use vrt::cuda::{FrameError, FrameLayout, GpuPreprocessor, Pipeline};
/// # fn kept(pipeline: &mut Pipeline<GpuPreprocessor>, layout: FrameLayout) -> Result<(), FrameError> {
/// let oldest = pipeline.next()?;
/// pipeline.submit_staged(&[layout], &())?;
/// println!("{:?}", oldest.map(|oldest| oldest.values()));
/// # Ok(())
/// # }
/// ```
///
/// # Example
/// ```no_run
/// use vrt::cuda::{Cuda, FrameError, FrameLayout, GpuPreprocessor, Pipeline, PixelFormat};
/// use vrt::preprocess::{Normalize, ResizeFilter};
/// # fn camera(pixels: &mut [u8]) -> bool { pixels.fill(0); false }
///
/// let cuda = Cuda::open(0)?;
/// let slot = || GpuPreprocessor::new(&cuda, (312, 312), ResizeFilter::Bilinear, Normalize::IMAGENET);
/// let mut pipeline = Pipeline::new(vec![slot()?, slot()?])?;
/// let layout = FrameLayout::new(PixelFormat::Bgr8, 1920, 1080);
/// // The camera writes straight into pinned memory.
/// while camera(pipeline.staging(0, &layout)?) {
///     pipeline.submit_staged(&[layout], &())?;
///     if pipeline.is_full() {
///         let Some(oldest) = pipeline.next()? else { break };
///         println!("{:?}", oldest.values()?.first());
///     }
/// }
/// while let Some(rest) = pipeline.next()? {
///     println!("{:?}", rest.values()?.first());
/// }
/// # Ok::<(), FrameError>(())
/// ```
pub struct Pipeline<S> {
    slots: Vec<S>,
    /// Slots in the order of submission.
    in_flight: VecDeque<usize>,
    /// The next slot to take is the first.
    free: VecDeque<usize>,
}

impl<S: PipelineSlot> Pipeline<S> {
    /// A pipeline of these slots. Give each a stream of its own, else nothing overlaps.
    ///
    /// # Errors
    /// [`PipelineError::NoSlots`].
    pub fn new(slots: Vec<S>) -> Result<Self, S::Error> {
        if slots.is_empty() {
            return Err(PipelineError::NoSlots.into());
        }
        let free = (0..slots.len()).collect();
        Ok(Self { slots, in_flight: VecDeque::new(), free })
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// How many submissions are in flight, or done and not taken.
    pub fn in_flight(&self) -> usize {
        self.in_flight.len()
    }

    /// Whether a result must be taken before the next submission.
    pub fn is_full(&self) -> bool {
        self.free.is_empty()
    }

    /// The slot that the next submission takes.
    fn next_free(&mut self) -> Result<&mut S, S::Error> {
        let full = PipelineError::Full { slots: self.slots.len() };
        let slot = self.free.front().and_then(|&slot| self.slots.get_mut(slot));
        slot.ok_or_else(|| full.into())
    }

    /// Pinned memory for frame `index` of the next submission, of as many bytes as the layout says; write there, then call
    /// [`Pipeline::submit_staged`].
    ///
    /// # Errors
    /// [`PipelineError::Full`], and what the slot returns.
    pub fn staging(&mut self, index: usize, layout: &FrameLayout) -> Result<&mut [u8], S::Error> {
        self.next_free()?.staging(index, layout)
    }

    /// Queues a frame.
    ///
    /// # Errors
    /// [`PipelineError::Full`] where all slots are in flight, and what the slot returns; everything in flight stays there.
    pub fn submit(&mut self, frame: &Frame<'_>, options: &S::Options) -> Result<(), S::Error> {
        self.submit_batch(std::slice::from_ref(frame), options)
    }

    /// As [`Pipeline::submit`], for slots that take batches.
    ///
    /// # Errors
    /// As there.
    pub fn submit_batch(&mut self, frames: &[Frame<'_>], options: &S::Options) -> Result<(), S::Error> {
        self.next_free()?.submit(frames, options)?;
        self.in_flight.extend(self.free.pop_front());
        Ok(())
    }

    /// Queues the frames that were written to [`Pipeline::staging`], given their layouts.
    ///
    /// # Errors
    /// As [`Pipeline::submit`], and those of [`Frame::staged`].
    pub fn submit_staged(&mut self, layouts: &[FrameLayout], options: &S::Options) -> Result<(), S::Error>
    where
        S::Error: From<FrameError>,
    {
        let frames = layouts.iter().map(|layout| Frame::staged(*layout)).collect::<Result<Vec<_>, _>>()?;
        self.submit_batch(&frames, options)
    }

    /// Waits for the oldest submission and lends its result; nothing where none is in flight.
    ///
    /// # Errors
    /// What that submission ended in. It is taken all the same: the next call is about the one after it.
    #[allow(clippy::should_implement_trait, reason = "an iterator's items cannot borrow from it")]
    pub fn next(&mut self) -> Result<Option<&mut S>, S::Error> {
        let Some(slot) = self.in_flight.pop_front() else { return Ok(None) };
        self.free.push_back(slot);
        let Some(slot) = self.slots.get_mut(slot) else { return Ok(None) };
        slot.wait()?;
        Ok(Some(slot))
    }

    /// Whether [`Pipeline::next`] would return at once.
    ///
    /// # Errors
    /// What the oldest submission ended in.
    pub fn is_ready(&self) -> Result<bool, S::Error> {
        self.in_flight.front().and_then(|&slot| self.slots.get(slot)).map_or(Ok(true), S::is_ready)
    }

    /// Gives the slots back; what is in flight goes on.
    pub fn into_slots(self) -> Vec<S> {
        self.slots
    }
}

impl<S> fmt::Debug for Pipeline<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Pipeline").field("slots", &self.slots.len()).field("in_flight", &self.in_flight.len()).finish()
    }
}

impl From<PipelineError> for FrameError {
    fn from(error: PipelineError) -> Self {
        Self::Pipeline(error)
    }
}

impl PipelineSlot for GpuPreprocessor {
    type Options = ();
    type Error = FrameError;

    fn batch(&self) -> usize {
        1
    }

    fn staging(&mut self, index: usize, layout: &FrameLayout) -> Result<&mut [u8], FrameError> {
        match index {
            0 => GpuPreprocessor::staging(self, layout),
            asked => Err(FrameError::NoSuchFrame { asked, count: 1 }),
        }
    }

    fn submit(&mut self, frames: &[Frame<'_>], (): &()) -> Result<(), FrameError> {
        let [frame] = frames else { return Err(FrameError::Batch { expected: 1, found: frames.len() }) };
        GpuPreprocessor::submit(self, frame)
    }

    fn wait(&mut self) -> Result<(), FrameError> {
        GpuPreprocessor::wait(self)
    }

    fn is_ready(&self) -> Result<bool, FrameError> {
        GpuPreprocessor::is_ready(self)
    }
}

#[cfg(test)]
#[path = "pipeline/tests.rs"]
mod tests;
