//! Results: caller-owned, on the GPU, read by the host when it wants to.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use vrt::cuda::cudarc::driver::CudaStream;
use vrt::cuda::{Cuda, DeviceView, Frame, FrameError, FrameGraph, FrameLayout, GraphContents, PipelineSlot, Prepared, device_slice};
use vrt::kornia_tensor::Tensor;

use super::color::Colors;
use super::error::GpuError;
use super::kernels::HEAD_WORDS;
use super::measure::Measure;
use super::selection::{Job, Valid};
use super::views::AnyDepthView;
use super::work::{Repeats, Work};
use crate::decode::reference::focal_factor;
use crate::{Config, DepthOptions, Error, Geometry, Output, SkyDepth};

mod host;
mod network;

pub(super) use network::Network;

/// The depth of a frame, or of each frame of a batch: made once by `alloc_result`, filled again and again.
///
/// It owns everything that its frames need: the engine's execution context, maps, pinned memory, and the CUDA graph, so results are
/// independent of each other: two of them may be in flight at once. The network's map is read where the engine wrote it. Whether the
/// map is one at all, and its range, come to the host by themselves; maps stay on the GPU until they are asked for. Whatever reads waits for
/// the frame.
pub struct GpuDepth {
    graph: FrameGraph<Work, GpuError>,
    network: Network,
    frames: Vec<Submitted>,
    owner: Arc<()>,
    config: Config,
    cuda: Cuda,
    stream: Arc<CudaStream>,
    measure: Option<Measure>,
    colors: Option<Colors>,
    /// Maps were shown to the outside since the last frame.
    shown: AtomicBool,
}

/// One frame of the last submission.
#[derive(Debug, Clone, Copy)]
struct Submitted {
    geometry: Geometry,
    accept_flat: bool,
}

/// A frame at work. It borrows the result; [`Running::wait`] gives it back.
#[must_use = "the result is there only after `wait`"]
#[derive(Debug)]
pub struct Running<'a> {
    result: &'a mut GpuDepth,
}

impl<'a> Running<'a> {
    /// Waits for the frame, and checks that the network computed a depth map.
    ///
    /// # Errors
    /// [`Error::NotFinite`] if the network computed NaN or infinity, [`Error::FlatMap`] if all values are equal, [`Error::BeyondMaxDepth`] if
    /// they are not this model's; [`Error::Gpu`] with the error that the work ended in.
    pub fn wait(self) -> Result<&'a mut GpuDepth, Error> {
        for frame in 0..self.result.frames.len() {
            self.result.head(frame)?;
        }
        Ok(self.result)
    }

    /// The result that is being filled. What reads it on the host waits for the frame; [`Fusion`](super::Fusion) waits on the GPU.
    pub fn result(&self) -> &GpuDepth {
        self.result
    }
}

/// What comes to the host by itself, as in `kernels/maps.cu`.
#[derive(Debug, Clone, Copy)]
struct Head<'a> {
    words: &'a [u32],
}

impl Head<'_> {
    fn number(&self, at: usize) -> f32 {
        f32::from_bits(self.words[at])
    }
}

impl GpuDepth {
    pub(super) fn new(
        work: Work,
        network: Network,
        owner: Arc<()>,
        config: Config,
        cuda: &Cuda,
        stream: &Arc<CudaStream>,
    ) -> Result<Self, Error> {
        Ok(Self {
            graph: work.into_graph(cuda, stream)?,
            network,
            frames: Vec::new(),
            owner,
            config,
            cuda: cuda.clone(),
            stream: stream.clone(),
            measure: None,
            colors: None,
            shown: AtomicBool::new(false),
        })
    }

    pub(super) fn belongs_to(&self, owner: &Arc<()>) -> bool {
        Arc::ptr_eq(&self.owner, owner)
    }

    pub(super) fn work_mut(&mut self) -> &mut Work {
        self.graph.resources_mut()
    }

    /// Frames of a batch; 1 unless it was made for more.
    pub fn batch(&self) -> usize {
        self.graph.resources().post.shape.batch as usize
    }

    /// The model's configuration.
    pub fn config(&self) -> &Config {
        &self.config
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
    pub(super) fn submit(&mut self, frames: &[Frame<'_>], options: &DepthOptions) -> Result<Running<'_>, Error> {
        if frames.len() != self.batch() {
            return Err(FrameError::Batch { expected: self.batch(), found: frames.len() }.into());
        }
        let mut submitted = Vec::with_capacity(frames.len());
        let mut factors = Vec::with_capacity(frames.len());
        for frame in frames {
            let (width, height) = (frame.layout().width as usize, frame.layout().height as usize);
            let geometry = self.network.plan(&self.config, (width, height))?;
            factors.push(focal_factor(&self.config, &geometry, options.intrinsics.as_ref())?);
            submitted.push(Submitted { geometry, accept_flat: options.accept_flat });
        }
        self.fit(&submitted)?;

        let shape = self.graph.resources().post.shape;
        let Work { block, parameters, network, post, .. } = self.graph.resources_mut();
        let words = parameters.words_mut()?;
        // Frames are read in place: their last read is noted when this is dropped, after the launch.
        let prepared = match network {
            Some((input, _)) => {
                for (index, frame) in submitted.iter().enumerate() {
                    input.set_between(index, frame.geometry.between())?;
                }
                Some(input.prepare(frames, &self.stream, words)?)
            }
            None => None,
        };
        for (index, (frame, factor)) in frames.iter().zip(factors).enumerate() {
            let layout = frame.layout();
            block.set_picture(words, index, (layout.width, layout.height), factor, options.sky == SkyDepth::Far);
        }
        let size = (shape.width, shape.height);
        let scores = (post.at.sky != 0).then_some((post.at.sky, post.reading.threshold));
        let values = (post.at.depth, u64::from(shape.pixels()));
        let job = Job { scores, objects: shape.batch, percents: &[99.0], ..whole_maps(values, size, Valid::Finite) };
        block.set_job(words, &job);
        if prepared.as_ref().is_some_and(Prepared::must_recapture) {
            self.graph.invalidate()?;
        }
        // From here on a result of the frame before is none of this one.
        self.frames.clear();
        let _in_flight = self.graph.run()?;
        drop(prepared);
        self.frames = submitted;
        Ok(Running { result: self })
    }

    /// Makes the network and the maps fit pictures of these sizes.
    fn fit(&mut self, submitted: &[Submitted]) -> Result<(), Error> {
        if self.shown.swap(false, Ordering::AcqRel) {
            // Work elsewhere may still read the maps: what comes now waits for it, on the GPU.
            self.graph.resources_mut().post.await_outside(&self.stream)?;
        }
        let network = network::common_size(submitted.iter().map(|frame| &frame.geometry))?;
        let shape = self.graph.resources().post.shape;
        if network != (shape.width as usize, shape.height as usize) {
            self.graph.invalidate()?;
            self.frames.clear();
            self.network.resize(&self.cuda, &self.stream, self.graph.resources_mut(), network)?;
        }
        let sizes = || submitted.iter().map(|frame| frame.geometry.picture());
        let pixels = sizes().map(|(width, height)| width as u64 * height as u64).max().unwrap_or(0);
        let words = sizes().map(|(width, height)| width.div_ceil(64).saturating_mul(height)).max().unwrap_or(0);
        if !self.graph.resources().post.has_room(pixels, words) {
            self.graph.invalidate()?;
            self.frames.clear();
            self.graph.resources_mut().post.grow(&self.cuda, &self.stream, pixels, words)?;
        }
        Ok(())
    }

    /// Queues kernels several times in each frame, to time them.
    ///
    /// # Errors
    /// [`GpuError::Cuda`] with the error that the last frame ended in.
    pub fn set_repeats(&mut self, repeats: Repeats) -> Result<(), Error> {
        self.graph.invalidate()?;
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
        Ok(self.graph.contents()?)
    }

    /// Bytes of pinned memory that come to the host with each submission.
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
        Ok(self.graph.is_ready()?)
    }

    /// The stream that its frames run on.
    pub fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// How picture and network sizes of frame `frame` map onto each other.
    ///
    /// # Errors
    /// [`GpuError::Empty`] before the first submission, [`FrameError::NoSuchFrame`].
    pub fn geometry(&self, frame: usize) -> Result<Geometry, Error> {
        Ok(self.submitted(frame)?.geometry)
    }

    fn submitted(&self, frame: usize) -> Result<Submitted, Error> {
        if self.frames.is_empty() {
            return Err(GpuError::Empty.into());
        }
        let count = self.frames.len();
        Ok(*self.frames.get(frame).ok_or(FrameError::NoSuchFrame { asked: frame, count })?)
    }

    /// Waits for the frame and checks it.
    fn head(&self, frame: usize) -> Result<Head<'_>, Error> {
        let submitted = self.submitted(frame)?;
        let words = self.graph.resources().post.head_host.values()?;
        let words = words.get(frame * HEAD_WORDS..).and_then(|words| words.get(..HEAD_WORDS)).ok_or(GpuError::Empty)?;
        let head = Head { words };
        self.check(&head, &submitted)?;
        Ok(head)
    }

    /// What `decode::reference::decode` checks, in its order.
    fn check(&self, head: &Head<'_>, submitted: &Submitted) -> Result<(), Error> {
        let (width, height) = submitted.geometry.network();
        let (model, total) = (|| self.config.name.clone(), width * height);
        let depth = || self.network.output(0);
        let finite = |at: usize, output: &dyn Fn() -> String| match (head.words[at], head.words[at + 1]) {
            (0, 0) => Ok(()),
            (nan, infinite) => {
                let (nan, infinite) = (nan as usize, infinite as usize);
                Err(Error::NotFinite { model: model(), output: output(), nan, infinite, total })
            }
        };
        finite(0, &depth)?;
        if !submitted.accept_flat && total > 1 && head.number(5) == head.number(6) {
            return Err(Error::FlatMap { model: model(), output: depth(), value: head.number(4), total });
        }
        if let Output::Metric { max_depth: Some(max_depth), .. } = self.config.output {
            let found = head.number(6).max(0.0);
            if found > max_depth * crate::decode::reference::DEPTH_TOLERANCE {
                return Err(Error::BeyondMaxDepth { model: model(), output: depth(), found, max_depth });
            }
        }
        finite(2, &|| self.network.output(1))
    }

    /// The device's memory of frame `frame`'s map at the picture's resolution, not waited for.
    fn picture_slice(&self, frame: usize) -> Result<DeviceView<'_, f32>, Error> {
        let (width, height) = self.submitted(frame)?.geometry.picture();
        let post = &self.graph.resources().post;
        let begin = frame * post.at.pictures.1 as usize;
        Ok(post.pictures.try_slice(begin..begin + width * height).ok_or(GpuError::Empty)?)
    }

    /// As [`GpuDepth::picture_slice`], of a map at the network's resolution.
    fn network_slice<'a>(&self, frame: usize, map: &'a Tensor<f32, 1>) -> Result<DeviceView<'a, f32>, Error> {
        let (width, height) = self.submitted(frame)?.geometry.network();
        let slice = device_slice(map, "the network's map")?;
        let begin = frame * width * height;
        Ok(slice.try_slice(begin..begin + width * height).ok_or(GpuError::Empty)?)
    }

    /// Depth at the picture's resolution, on the GPU. Work on any stream that is given this view waits for the frame, and the next frame waits
    /// for that work. Where several streams read the view, only the last is waited for: let [`GpuDepth::stream`] wait for the others (cudarc's
    /// `CudaStream::join`) before the next frame, and before this is dropped. [`Fusion`](super::Fusion) does so by itself.
    ///
    /// # Errors
    /// As [`Running::wait`], and [`FrameError::NoSuchFrame`].
    pub fn depth_view(&self, frame: usize) -> Result<AnyDepthView<'_>, Error> {
        self.head(frame)?;
        self.unchecked_view(frame, Resolution::Picture)
    }

    /// Depth at the network's resolution, on the GPU: where the engine wrote it. Otherwise as [`GpuDepth::depth_view`].
    ///
    /// # Errors
    /// As there.
    pub fn network_view(&self, frame: usize) -> Result<AnyDepthView<'_>, Error> {
        self.head(frame)?;
        self.unchecked_view(frame, Resolution::Network)
    }

    fn note_shown(&self) {
        self.shown.store(true, Ordering::Release);
    }

    /// A view of a frame that may not have ended: for work that waits for this result's stream on the GPU.
    pub(super) fn unchecked_view(&self, frame: usize, resolution: Resolution) -> Result<AnyDepthView<'_>, Error> {
        let geometry = self.geometry(frame)?;
        let (values, (width, height)) = match resolution {
            Resolution::Picture => (self.picture_slice(frame)?, geometry.picture()),
            Resolution::Network => (self.network_slice(frame, &self.graph.resources().post.maps.depth)?, geometry.network()),
        };
        self.note_shown();
        Ok(AnyDepthView::new(self.config.output, values, (width as u32, height as u32)))
    }
}

impl PipelineSlot for GpuDepth {
    type Options = DepthOptions;
    type Error = Error;

    fn batch(&self) -> usize {
        GpuDepth::batch(self)
    }

    fn staging(&mut self, index: usize, layout: &FrameLayout) -> Result<&mut [u8], Error> {
        GpuDepth::staging(self, index, layout)
    }

    fn submit(&mut self, frames: &[Frame<'_>], options: &DepthOptions) -> Result<(), Error> {
        let _running = GpuDepth::submit(self, frames, options)?;
        Ok(())
    }

    fn wait(&mut self) -> Result<(), Error> {
        Running { result: self }.wait()?;
        Ok(())
    }

    fn is_ready(&self) -> Result<bool, Error> {
        GpuDepth::is_ready(self)
    }
}

/// Which of a frame's two maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Resolution {
    Picture,
    Network,
}

/// A job about whole maps; how many objects and which percentiles is the caller's to say.
fn whole_maps<'a>(values: (u64, u64), size: (u32, u32), valid: Valid) -> Job<'a> {
    let (objects, percents) = (1, &[]);
    Job { values, masks: None, scores: None, view: None, count: None, objects, map: size, size, corners: false, valid, percents }
}

impl Drop for GpuDepth {
    fn drop(&mut self) {
        // Whatever is measured or coloured, and whoever was shown a map, comes before the maps are freed.
        if self.shown.load(Ordering::Acquire) && self.graph.resources_mut().post.await_outside(&self.stream).is_err() {
            let _ = self.cuda.context().synchronize();
        }
    }
}

impl fmt::Debug for GpuDepth {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("GpuDepth").field("graph", &self.graph.mode()).field("frames", &self.frames).finish_non_exhaustive()
    }
}
