//! Results: caller-owned, on the GPU, read by the host when it wants to.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use vrt::cuda::cudarc::driver::CudaStream;
use vrt::cuda::{Cuda, DeviceView, Frame, FrameError, FrameGraph, FrameLayout, GraphContents, PipelineSlot, Prepared, view_to_host};
use vrt_types::{BoundingBox, Detection, Instance, Mask};

use super::error::GpuError;
use super::kernels::{FOUND_WORDS, HEAD_WORDS, Kernels, SOUND_WORD};
use super::rle::RleBuffers;
use super::views::{MasksAhead, Views};
use super::work::{Repeats, Work};
use crate::{Config, DecodeOptions, Error};

/// What was found in a frame, or in each frame of a batch: made once by `alloc_result`, filled again and again.
///
/// It owns everything that its frames need: the engine's execution context, masks, pinned memory, and the CUDA graph, so results are
/// independent of each other: two of them may be in flight at once. Counts, scores, classes and boxes come to the host by themselves;
/// masks stay on the GPU until they are asked for. Whatever reads waits for the frame.
pub struct GpuSegmentation {
    graph: FrameGraph<Work, GpuError>,
    pub(super) rle: RleBuffers,
    pub(super) views: Views,
    sizes: Vec<(u32, u32)>,
    /// The options that the parameters hold.
    options: Option<DecodeOptions>,
    owner: Arc<()>,
    config: Config,
    pub(super) cuda: Cuda,
    pub(super) stream: Arc<CudaStream>,
    pub(super) kernels: Kernels,
    /// Masks were shown to the outside since the last frame.
    shown: AtomicBool,
}

/// A frame at work. It borrows the result; [`Running::wait`] gives it back.
#[must_use = "the result is there only after `wait`"]
#[derive(Debug)]
pub struct Running<'a> {
    result: &'a mut GpuSegmentation,
}

impl<'a> Running<'a> {
    /// Waits for the frame, and checks that the network computed numbers.
    ///
    /// # Errors
    /// [`Error::NotFinite`] if the network computed NaN or infinity, [`Error::Gpu`] with the error that the work ended in.
    pub fn wait(self) -> Result<&'a mut GpuSegmentation, Error> {
        for frame in 0..self.result.sizes.len() {
            self.result.head(frame)?;
        }
        Ok(self.result)
    }

    /// As [`GpuSegmentation::masks_ahead`], of the frame at work.
    ///
    /// # Errors
    /// As there.
    pub fn masks_ahead(&mut self, frame: usize) -> Result<MasksAhead<'_>, Error> {
        self.result.masks_ahead(frame)
    }
}

impl GpuSegmentation {
    pub(super) fn new(work: Work, owner: Arc<()>, config: Config, cuda: &Cuda, stream: &Arc<CudaStream>) -> Result<Self, Error> {
        let kernels = work.kernels.clone();
        let graph = work.into_graph(cuda, stream).map_err(GpuError::from)?;
        Ok(Self {
            graph,
            rle: RleBuffers::default(),
            views: Views::default(),
            sizes: Vec::new(),
            options: None,
            owner,
            config,
            cuda: cuda.clone(),
            stream: stream.clone(),
            kernels,
            shown: AtomicBool::new(false),
        })
    }

    pub(super) fn belongs_to(&self, owner: &Arc<()>) -> bool {
        Arc::ptr_eq(&self.owner, owner)
    }

    /// Frames of a batch; 1 unless it was made for more.
    pub fn batch(&self) -> usize {
        self.work().post.shape.batch as usize
    }

    /// Pinned memory for frame `index` of the next submission, of as many bytes as the layout says: write there what comes from a camera, then
    /// submit [`Frame::staged`], and the frame is copied once.
    ///
    /// # Errors
    /// As [`FrameInput::staging`](vrt::cuda::FrameInput::staging); [`GpuError::Empty`] for the result of a [`GpuDecoder`](super::GpuDecoder),
    /// which reads no frames.
    pub fn staging(&mut self, index: usize, layout: &FrameLayout) -> Result<&mut [u8], Error> {
        let (input, _) = self.graph.resources_mut().network.as_mut().ok_or(GpuError::Empty)?;
        Ok(input.staging(index, layout)?)
    }

    /// Queues the frames. With a network, `frames` are its pictures; without one, only their sizes count.
    pub(super) fn submit(&mut self, frames: &[Frame<'_>], options: &DecodeOptions) -> Result<Running<'_>, Error> {
        // Streams keep their options; what is in the parameters already is not worked out again.
        let rules = if self.options.as_ref() == Some(options) { None } else { Some(options.rules(&self.config)?) };
        if frames.len() != self.batch() {
            return Err(FrameError::Batch { expected: self.batch(), found: frames.len() }.into());
        }
        let mut sizes = Vec::with_capacity(frames.len());
        let mut words = 0;
        for frame in frames {
            let size = (frame.layout().width, frame.layout().height);
            words = words.max(mask_words(size.0, size.1)?);
            sizes.push(size);
        }
        self.fit(words)?;

        let Work { block, parameters, network, .. } = self.graph.resources_mut();
        let words = parameters.words_mut().map_err(GpuError::from)?;
        // Frames are read in place: their last read is noted when this is dropped, after the launch.
        let prepared = match network {
            Some((input, _)) => Some(input.prepare(frames, &self.stream, words)?),
            None => None,
        };
        for (index, size) in sizes.iter().enumerate() {
            block.set_size(words, index, *size);
        }
        if let Some(rules) = rules {
            block.set_options(words, &rules, options.max_detections);
            self.options = Some(options.clone());
        }
        if prepared.as_ref().is_some_and(Prepared::must_recapture) {
            self.graph.invalidate().map_err(GpuError::from)?;
        }
        // From here on a result of the frame before is none of this one.
        self.sizes.clear();
        let _in_flight = self.graph.run()?;
        drop(prepared);
        self.sizes = sizes;
        Ok(Running { result: self })
    }

    /// Makes the masks fit pictures that need `words` words each.
    fn fit(&mut self, words: usize) -> Result<(), Error> {
        if self.shown.swap(false, Ordering::AcqRel) {
            // Work elsewhere may still read the masks: what comes now waits for it, on the GPU.
            self.graph.resources_mut().post.order_outside(&self.stream);
        }
        if self.work().post.mask_words() < words {
            self.graph.invalidate().map_err(GpuError::from)?;
            self.sizes.clear();
            self.graph.resources_mut().post.grow(&self.cuda, &self.stream, words).map_err(GpuError::from)?;
        }
        Ok(())
    }

    /// Queues kernels several times in each frame, to time them.
    ///
    /// # Errors
    /// [`GpuError::Cuda`] with the error that the last frame ended in.
    pub fn set_repeats(&mut self, repeats: Repeats) -> Result<(), Error> {
        self.graph.invalidate().map_err(GpuError::from)?;
        let work = self.graph.resources_mut();
        work.repeats = repeats;
        if let Some((input, _)) = &mut work.network {
            input.set_repeats(repeats.preprocess);
        }
        Ok(())
    }

    /// Whether frames are one launch by now; they are from the second frame of a size on.
    pub fn is_captured(&self) -> bool {
        self.graph.mode() == vrt::cuda::FrameMode::Graph
    }

    /// What one launch of a frame does, as the driver tells it; `None` before frames are one launch.
    ///
    /// # Errors
    /// [`GpuError::Cuda`] where the driver does not tell.
    pub fn graph_contents(&self) -> Result<Option<GraphContents>, Error> {
        Ok(self.graph.contents().map_err(GpuError::from)?)
    }

    /// Bytes of pinned memory for what comes to the host with each submission; that of fewer objects is less.
    pub fn bytes_to_host(&self) -> usize {
        self.graph.resources().post.head_host.len() * size_of::<u32>()
    }

    /// Why frames are queued call by call, where a graph was tried and failed.
    pub fn why_not_captured(&self) -> Option<&GpuError> {
        self.graph.why_plain()
    }

    /// Whether the last submission is done, so that reading its result waits for nothing.
    ///
    /// # Errors
    /// [`GpuError::Cuda`] with the error that the work ended in.
    pub fn is_ready(&self) -> Result<bool, Error> {
        Ok(self.graph.is_ready().map_err(GpuError::from)?)
    }

    /// The stream that its frames run on.
    pub fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// Width and height of frame `frame` of the last submission.
    ///
    /// # Errors
    /// [`GpuError::Empty`] before the first submission, [`FrameError::NoSuchFrame`].
    pub fn size(&self, frame: usize) -> Result<(u32, u32), Error> {
        if self.sizes.is_empty() {
            return Err(GpuError::Empty.into());
        }
        let count = self.sizes.len();
        Ok(*self.sizes.get(frame).ok_or(FrameError::NoSuchFrame { asked: frame, count })?)
    }

    /// Waits for the frame, checks it, and returns the words of its detections.
    pub(super) fn head(&self, frame: usize) -> Result<&[u32], Error> {
        self.size(frame)?;
        let post = &self.work().post;
        let words = post.head_host.values().map_err(GpuError::from)?;
        let head_words = post.shape.head_words();
        let head = words.get(frame * head_words..).and_then(|words| words.get(..head_words)).ok_or(GpuError::Empty)?;
        for (output, at) in [("labels", 1), ("boxes", 3)] {
            if head[at] != 0 {
                return Err(Error::NotFinite { output, query: head[at + 1] as usize, count: head[at] as usize });
            }
        }
        let count = head[0].min(post.shape.select) as usize;
        let found = &head[HEAD_WORDS..][..count * FOUND_WORDS];
        let broken = found.chunks_exact(FOUND_WORDS).filter(|found| found[3] != 0);
        if let Some(query) = broken.clone().map(|found| found[2]).min() {
            let count = broken.map(|found| found[3] as usize).sum();
            return Err(Error::NotFinite { output: "masks", query: query as usize, count });
        }
        Ok(found)
    }

    /// Objects found in frame 0.
    ///
    /// # Errors
    /// As [`GpuSegmentation::detections`].
    pub fn count(&self) -> Result<usize, Error> {
        Ok(self.head(0)?.len() / FOUND_WORDS)
    }

    /// Class, score and box of the objects in frame 0, best score first.
    ///
    /// # Errors
    /// [`Error::NotFinite`] if the network computed NaN or infinity, [`GpuError::Empty`] before the first submission, [`GpuError::Cuda`] with
    /// the error that the work ended in.
    pub fn detections(&self) -> Result<Vec<Detection>, Error> {
        self.detections_of(0)
    }

    /// As [`GpuSegmentation::detections`], of any frame of a batch.
    ///
    /// # Errors
    /// As there, and [`FrameError::NoSuchFrame`].
    pub fn detections_of(&self, frame: usize) -> Result<Vec<Detection>, Error> {
        let detection = |words: &[u32]| {
            let number = |index: usize| f32::from_bits(words[index]);
            let bbox = BoundingBox::new(number(4), number(5), number(6), number(7));
            Detection { score: number(0), class_id: words[1], query: words[2], bbox }
        };
        Ok(self.head(frame)?.chunks_exact(FOUND_WORDS).map(detection).collect())
    }

    /// The words of the masks of frame `frame` on the GPU, `[count, height, ceil(width / 64)]`, each in the layout of [`Mask`]. Work on any stream that is
    /// given this view waits for the frame, and the next frame waits for that work. Where several streams read the view, only the last is waited
    /// for: let [`GpuSegmentation::stream`] wait for the others (cudarc's `CudaStream::join`) before the next frame, and before this is dropped.
    ///
    /// # Errors
    /// As [`GpuSegmentation::detections_of`].
    pub fn masks_slice(&self, frame: usize) -> Result<DeviceView<'_, u64>, Error> {
        let count = self.head(frame)?.len() / FOUND_WORDS;
        let (width, height) = self.size(frame)?;
        let post = &self.work().post;
        let begin = frame * (post.at.picture_words / 2) as usize;
        let words = mask_words(width, height)? * count;
        self.shown.store(true, Ordering::Release);
        Ok(post.bits.try_slice(begin..begin + words).ok_or(GpuError::Empty)?)
    }

    /// The masks of frame `frame` for work on the GPU that shall not wait for the host: nothing is waited for, and how many there are is
    /// read where the GPU leaves it. Work on any stream that is given these views waits for the frame, and the next frame waits for that work, as
    /// with [`GpuSegmentation::masks_slice`].
    ///
    /// Masks have their room before a frame is queued, for as many objects as there can be: so this never has to grow anything, and nothing is
    /// cut off.
    ///
    /// # Errors
    /// [`GpuError::Empty`] before the first submission, [`FrameError::NoSuchFrame`].
    pub fn masks_ahead(&mut self, frame: usize) -> Result<MasksAhead<'_>, Error> {
        let (width, height) = self.size(frame)?;
        // Whoever is given the views waits for the frame by the event that this records.
        self.graph.resources_mut().post.order_outside(&self.stream);
        self.shown.store(true, Ordering::Release);
        let post = &self.work().post;
        let wanted = self.options.as_ref().and_then(|options| options.max_detections).unwrap_or(usize::MAX);
        let most = wanted.min(post.shape.select as usize);
        let begin = frame * (post.at.picture_words / 2) as usize;
        let words = post.bits.try_slice(begin..begin + most * mask_words(width, height)?).ok_or(GpuError::Empty)?;
        let count = frame * post.shape.head_words() + SOUND_WORD;
        let count = post.heads.try_slice(count..=count).ok_or(GpuError::Empty)?;
        Ok(MasksAhead { words, count, most, width, height })
    }

    /// The masks of frame 0 at the resolution of the picture, copied to the host.
    ///
    /// # Errors
    /// As [`GpuSegmentation::detections`].
    pub fn masks_host(&self) -> Result<Vec<Mask>, Error> {
        self.masks_host_of(0)
    }

    /// As [`GpuSegmentation::masks_host`], of any frame of a batch.
    ///
    /// # Errors
    /// As [`GpuSegmentation::detections_of`].
    pub fn masks_host_of(&self, frame: usize) -> Result<Vec<Mask>, Error> {
        const DOING: &str = "copying masks to the host";
        let view = self.masks_slice(frame)?;
        let (width, height) = self.size(frame)?;
        if view.is_empty() {
            return Ok(Vec::new());
        }
        let words = view_to_host(&view, &self.stream, DOING).map_err(GpuError::from)?;
        words.chunks_exact(mask_words(width, height)?).map(|words| Ok(Mask::from_words(width, height, words.to_vec())?)).collect()
    }

    /// Objects with their masks, as the CPU gives them.
    ///
    /// # Errors
    /// As [`GpuSegmentation::detections_of`].
    pub fn instances(&self, frame: usize) -> Result<Vec<Instance>, Error> {
        let masks = self.masks_host_of(frame)?;
        Ok(self.detections_of(frame)?.into_iter().zip(masks).map(|(detection, mask)| Instance { detection, mask }).collect())
    }

    /// Where the masks of a frame are.
    pub(super) fn bits_address(&self, frame: usize) -> u64 {
        let at = &self.work().post.at;
        at.bits + at.picture_words * 4 * frame as u64
    }

    pub(super) fn work(&self) -> &Work {
        self.graph.resources()
    }

    pub(super) fn work_mut(&mut self) -> &mut Work {
        self.graph.resources_mut()
    }
}

impl PipelineSlot for GpuSegmentation {
    type Options = DecodeOptions;
    type Error = Error;

    fn batch(&self) -> usize {
        GpuSegmentation::batch(self)
    }

    fn staging(&mut self, index: usize, layout: &FrameLayout) -> Result<&mut [u8], Error> {
        GpuSegmentation::staging(self, index, layout)
    }

    fn submit(&mut self, frames: &[Frame<'_>], options: &DecodeOptions) -> Result<(), Error> {
        let _running = GpuSegmentation::submit(self, frames, options)?;
        Ok(())
    }

    fn wait(&mut self) -> Result<(), Error> {
        Running { result: self }.wait()?;
        Ok(())
    }

    fn is_ready(&self) -> Result<bool, Error> {
        GpuSegmentation::is_ready(self)
    }
}

/// 64-bit words of one mask of a picture.
pub(super) fn mask_words(width: u32, height: u32) -> Result<usize, Error> {
    // `Mask` says which pictures it takes.
    if u64::from(width) * u64::from(height) > u64::from(u32::MAX) {
        Mask::new(width, height)?;
    }
    Ok(width.div_ceil(64) as usize * height as usize)
}

impl fmt::Debug for GpuSegmentation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("GpuSegmentation").field("graph", &self.graph.mode()).field("sizes", &self.sizes).finish_non_exhaustive()
    }
}
