//! Frames of a batch become the input of a network, on the GPU.

use std::fmt;
use std::sync::Arc;

use cudarc::driver::{CudaStream, DevicePtr, DeviceSlice, SyncOnDrop};

use super::device::Cuda;
use super::frame::{Frame, FrameError, FrameLayout, Source};
use super::graph::Recorder;
use super::shared_frame::SharedRead;
use crate::preprocess::{MAX_SIDE, Normalize, PreprocessError, ResizeFilter};

mod between;
mod kernels;
mod table;
mod upload;

use between::Between;
#[cfg(test)]
pub(super) use kernels::SOURCE;
use kernels::{Job, Kernels};
pub(crate) use upload::Upload;

/// The GPU's half of [`preprocess`](crate::preprocess): frames of any pixel format and size become one `[batch, 3, height, width]` tensor
/// of `f32`, resized and normalised, by one kernel for the whole batch.
///
/// A frame's work has two halves. [`FrameInput::prepare`] comes before the graph is launched: it queues the uploads of host frames and
/// describes all frames in a table of words. [`FrameInput::record`] is part of what the graph repeats: the kernel, which finds the frames
/// by the table, so that addresses, sizes and formats may change with every frame without a new graph.
///
/// # The same numbers as the CPU
/// The kernels do the operations of [`Preprocessor`](crate::preprocess::Preprocessor) in the same order and unfused, so results are the same
/// to the last bit. [`ResizeFilter::Bilinear`] alone may differ by a unit in the last place, once in 2^29 values: where the CPU rounds a
/// fused product and sum twice, the GPU does it once. [`ResizeFilter::PillowBilinear`] has no kernel.
///
/// # Example
/// ```no_run
/// use vrt::cuda::{Cuda, Frame, FrameError, FrameGraph, FrameInput, FrameLayout, Parameters, PixelFormat, Recorder, slice_address};
/// use vrt::preprocess::{Normalize, ResizeFilter};
///
/// let cuda = Cuda::open(0)?;
/// let stream = cuda.new_stream()?;
/// let mut tensor = cuda.zeroed_slice::<f32>(&stream, 3 * 312 * 312, "allocating a network's input")?;
/// let mut input = FrameInput::new(&cuda, &stream, 1, ResizeFilter::Bilinear, Normalize::IMAGENET)?;
/// input.set_target((312, 312), slice_address(&mut tensor, &stream))?;
/// let parameters = Parameters::new(&cuda, &stream, input.words())?;
///
/// type Work = (Parameters, FrameInput);
/// let record = |(parameters, input): &mut Work, recorder: &mut Recorder<'_>| -> Result<(), FrameError> {
///     parameters.record(recorder)?;
///     // SAFETY: the table is copied just before; `tensor` has the target's size and outlives the graph.
///     unsafe { input.record(recorder, parameters.address()) }
/// };
/// // SAFETY: all that is recorded belongs to the graph, but `tensor`, which outlives it.
/// let mut graph = unsafe { FrameGraph::new(&cuda, &stream, (parameters, input), record) }?;
///
/// let pixels = vec![128; 1920 * 1080 * 3];
/// let frames = [Frame::host(FrameLayout::new(PixelFormat::Bgr8, 1920, 1080), &pixels)?];
/// let (parameters, input) = graph.resources_mut();
/// let prepared = input.prepare(&frames, &stream, parameters.words_mut()?)?;
/// if prepared.must_recapture() {
///     graph.invalidate()?;
/// }
/// graph.run()?.wait()?;
/// drop(prepared);
/// # Ok::<(), FrameError>(())
/// ```
pub struct FrameInput {
    cuda: Cuda,
    stream: Arc<CudaStream>,
    kernels: Kernels,
    uploads: Vec<Upload>,
    /// The pictures between two steps, for `AreaCubic`; else empty.
    between: Vec<Between>,
    filter: ResizeFilter,
    normalize: Normalize,
    size: (u32, u32),
    input: u64,
    /// At least as large as all pictures between two steps; 0 where there were none yet.
    most: (u32, u32),
    /// What a graph recorded last is no longer what a frame needs.
    changed: bool,
    /// How often the kernels are queued; see [`FrameInput::set_repeats`].
    repeats: u32,
}

/// Frames that are about to be read. Keep it until the work that reads them is queued, then drop it: only then is it noted, for whoever
/// writes or frees them next, that they are read.
#[must_use = "drop it after the work that reads the frames was queued, not before"]
pub struct Prepared<'a> {
    _reads: Vec<Read<'a>>,
    recapture: bool,
}

/// One frame that is read in place.
enum Read<'a> {
    Device { _noted_on_drop: SyncOnDrop<'a> },
    Shared { _noted_on_drop: SharedRead<'a> },
}

impl Prepared<'_> {
    /// Whether the kernels are launched otherwise than before: a captured graph must then be forgotten
    /// ([`FrameGraph::invalidate`](super::FrameGraph::invalidate)) before the next run.
    pub fn must_recapture(&self) -> bool {
        self.recapture
    }
}

impl FrameInput {
    /// The filters that have kernels.
    pub const FILTERS: [ResizeFilter; 4] =
        [ResizeFilter::Bilinear, ResizeFilter::BilinearAntialias, ResizeFilter::Cubic, ResizeFilter::AreaCubic];

    /// Memory and kernels for batches of `batch` frames, on a stream. Where the tensor is comes by [`FrameInput::set_target`].
    ///
    /// # Errors
    /// [`FrameError::Filter`] for filters without a kernel, [`FrameError::Preprocess`] for an impossible normalisation, [`FrameError::Cuda`].
    pub fn new(
        cuda: &Cuda,
        stream: &Arc<CudaStream>,
        batch: usize,
        filter: ResizeFilter,
        normalize: Normalize,
    ) -> Result<Self, FrameError> {
        Self::check(filter, &normalize)?;
        let uploads = (0..batch).map(|_| Upload::new(cuda, stream)).collect::<Result<_, _>>()?;
        let between = (0..if filter == ResizeFilter::AreaCubic { batch } else { 0 }).map(|_| Between::default()).collect();
        Ok(Self {
            cuda: cuda.clone(),
            stream: stream.clone(),
            kernels: Kernels::load(cuda)?,
            uploads,
            between,
            filter,
            normalize,
            size: (0, 0),
            input: 0,
            most: (0, 0),
            changed: false,
            repeats: 1,
        })
    }

    /// What [`FrameInput::new`] refuses, without a GPU.
    ///
    /// # Errors
    /// As there.
    pub fn check(filter: ResizeFilter, normalize: &Normalize) -> Result<(), FrameError> {
        normalize.check()?;
        if Self::FILTERS.contains(&filter) { Ok(()) } else { Err(FrameError::Filter { filter }) }
    }

    /// Says where the tensor is, and its `(width, height)`. Both may change between frames; what was captured is then captured anew.
    ///
    /// # Errors
    /// [`FrameError::Preprocess`] for sides outside 1..=65536, and for more than 2^32-1 values a picture.
    pub fn set_target(&mut self, (width, height): (usize, usize), address: u64) -> Result<(), FrameError> {
        let fits = |side: usize| (1..=MAX_SIDE).contains(&side);
        if !fits(width) || !fits(height) {
            return Err(PreprocessError::Size { width, height }.into());
        }
        if 3 * width as u64 * height as u64 > u64::from(u32::MAX) {
            return Err(PreprocessError::Memory { width, height }.into());
        }
        let size = (width as u32, height as u32);
        self.changed |= (size, address) != (self.size, self.input);
        (self.size, self.input) = (size, address);
        Ok(())
    }

    /// Frames of a batch.
    pub fn batch(&self) -> usize {
        self.uploads.len()
    }

    /// Words of the table that [`FrameInput::prepare`] writes.
    pub fn words(&self) -> usize {
        table::PICTURE * (self.batch() + self.between.len())
    }

    /// Resizes frame `index` in two steps from now on, to `(width, height)` and from there to the target; `None` for one step. Like
    /// [`Preprocessor::run_steps`](crate::preprocess::Preprocessor::run_steps), for [`ResizeFilter::AreaCubic`] alone.
    ///
    /// # Errors
    /// [`FrameError::Preprocess`] for other filters and for sides outside 1..=65536, [`FrameError::NoSuchFrame`], [`FrameError::Cuda`] where
    /// there is no memory for the picture between.
    pub fn set_between(&mut self, index: usize, size: Option<(usize, usize)>) -> Result<(), FrameError> {
        let count = self.batch();
        if index >= count {
            return Err(FrameError::NoSuchFrame { asked: index, count });
        }
        match (self.between.get_mut(index), size) {
            (Some(between), size) => Ok(between.set(&self.cuda, &self.stream, size)?),
            (None, None) => Ok(()),
            (None, Some(_)) => Err(PreprocessError::Steps { steps: 2, filter: self.filter }.into()),
        }
    }

    /// Pinned memory for frame `index` of the next batch, of as many bytes as the layout says: write there what comes from a camera, then
    /// give [`Frame::staged`], and the frame is copied once. Waits until the last frame was copied out of it.
    ///
    /// # Errors
    /// [`FrameError::Layout`], [`FrameError::NoSuchFrame`], [`FrameError::Cuda`].
    pub fn staging(&mut self, index: usize, layout: &FrameLayout) -> Result<&mut [u8], FrameError> {
        let (bytes, count) = (layout.bytes()?, self.batch());
        let upload = self.uploads.get_mut(index).ok_or(FrameError::NoSuchFrame { asked: index, count })?;
        Ok(upload.staging(&self.cuda, &self.stream, bytes)?)
    }

    /// Queues the uploads of a batch of frames and writes their table to the first [`FrameInput::words`] of `words`. `stream` must be the one
    /// given to [`FrameInput::new`]: it is borrowed once more so that the rest may be used meanwhile.
    ///
    /// # Errors
    /// [`FrameError::Batch`] for another number of frames, [`FrameError::Layout`] for a staged frame of another size than was staged,
    /// [`FrameError::OtherStream`], [`FrameError::Cuda`].
    ///
    /// # Panics
    /// If `words` has fewer than [`FrameInput::words`] words.
    pub fn prepare<'a>(&mut self, frames: &'a [Frame<'_>], stream: &'a CudaStream, words: &mut [u32]) -> Result<Prepared<'a>, FrameError> {
        let count = self.batch();
        if frames.len() != count {
            return Err(FrameError::Batch { expected: count, found: frames.len() });
        }
        if stream.cu_stream() != self.stream.cu_stream() {
            return Err(FrameError::OtherStream);
        }
        let mut reads = Vec::new();
        for (index, (frame, upload)) in frames.iter().zip(&mut self.uploads).enumerate() {
            let address = match &frame.source {
                Source::Device(view) => {
                    self.cuda.check_context(view.stream().context(), "the frame")?;
                    let (address, read) = view.device_ptr(stream);
                    reads.push(Read::Device { _noted_on_drop: read });
                    address
                }
                Source::Shared(shared) => {
                    let (address, read) = shared.read(&self.cuda, stream)?;
                    reads.push(Read::Shared { _noted_on_drop: read });
                    address
                }
                Source::Host(bytes) => {
                    upload.staging(&self.cuda, &self.stream, bytes.len())?.copy_from_slice(bytes);
                    upload.send(&self.stream)?
                }
                Source::Staged => {
                    let (needed, found) = (frame.layout.bytes()?, upload.staged());
                    if needed != found {
                        return Err(frame.layout.error(format!("{needed} bytes must be staged before, but {found} are")));
                    }
                    upload.send(&self.stream)?
                }
            };
            table::set_picture(words, index, &frame.layout, address);
            if let Some(between) = self.between.get(index) {
                let (layout, address) = between.picture().unwrap_or((frame.layout, address));
                table::set_picture(words, count + index, &layout, address);
            }
        }
        for (layout, _) in self.between.iter().filter_map(Between::picture) {
            let most = (self.most.0.max(layout.width), self.most.1.max(layout.height));
            self.changed |= most != self.most;
            self.most = most;
        }
        Ok(Prepared { _reads: reads, recapture: self.changed })
    }

    /// Queues the kernels that read the frames and write the tensor.
    ///
    /// # Errors
    /// [`FrameError::OtherStream`], [`FrameError::Cuda`].
    ///
    /// # Safety
    /// `table` must be the device address of the table that [`FrameInput::prepare`] wrote last, copied there on this stream before, and the
    /// address given to [`FrameInput::set_target`] that of `[batch, 3, height, width]` floats, ordered on this stream, whenever the work
    /// runs. The [`Prepared`] value must have been kept until the work was queued, and then be dropped, not leaked.
    pub unsafe fn record(&mut self, recorder: &mut Recorder<'_>, table: u64) -> Result<(), FrameError> {
        if !recorder.runs_on(&self.stream) {
            return Err(FrameError::OtherStream);
        }
        let stream = recorder.stream();
        self.changed = false;
        let job = Job { pictures: table, input: self.input, batch: self.batch() as u32, size: self.size, normalize: &self.normalize };
        // The pictures between two steps are described behind the frames.
        let between = table + (4 * table::PICTURE * self.batch()) as u64;
        for _ in 0..self.repeats {
            // SAFETY: the caller vouches for both addresses; the table describes frames that were checked against their layouts, and pictures
            // between steps that belong to this, none of them larger than `most`.
            unsafe {
                match self.filter {
                    ResizeFilter::BilinearAntialias => self.kernels.antialias(stream, &job)?,
                    ResizeFilter::AreaCubic => self.kernels.area_cubic(stream, &job, between, self.most)?,
                    filter => self.kernels.pixelwise(stream, &job, filter == ResizeFilter::Cubic)?,
                }
            }
        }
        Ok(())
    }

    /// Queues the kernels several times in each frame, to time them: the difference between two numbers of repeats is the time of the
    /// kernels alone.
    pub fn set_repeats(&mut self, repeats: u32) {
        self.changed |= self.repeats != repeats;
        self.repeats = repeats;
    }
}

impl fmt::Debug for FrameInput {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FrameInput { size, filter, .. } = self;
        formatter
            .debug_struct("FrameInput")
            .field("size", size)
            .field("filter", filter)
            .field("batch", &self.batch())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Prepared<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Prepared").field("must_recapture", &self.recapture).finish_non_exhaustive()
    }
}
