//! Preprocessing alone: for networks that something else runs.

use std::fmt;
use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream};

use super::device::Cuda;
use super::frame::{Frame, FrameError, FrameLayout};
use super::frame_input::FrameInput;
use super::graph::{FrameGraph, Recorder};
use super::memory::{slice_address, view_to_host};
use super::parameters::Parameters;
use crate::preprocess::{Normalize, PreprocessError, ResizeFilter};

/// The GPU's half of [`Preprocessor`](crate::preprocess::Preprocessor): a frame in, the network's `[1, 3, height, width]` input out.
///
/// ```no_run
/// use vrt::cuda::{Cuda, Frame, FrameError, FrameLayout, GpuPreprocessor, PixelFormat};
/// use vrt::preprocess::{Normalize, ResizeFilter};
///
/// let mut preprocessor = GpuPreprocessor::new(&Cuda::open(0)?, (312, 312), ResizeFilter::Bilinear, Normalize::IMAGENET)?;
/// let pixels = vec![128; 1920 * 1080 * 3];
/// preprocessor.submit(&Frame::host(FrameLayout::new(PixelFormat::Bgr8, 1920, 1080), &pixels)?)?;
/// assert_eq!(preprocessor.values()?.len(), 3 * 312 * 312);
/// # Ok::<(), FrameError>(())
/// ```
pub struct GpuPreprocessor {
    graph: FrameGraph<Work, FrameError>,
    stream: Arc<CudaStream>,
}

struct Work {
    parameters: Parameters,
    input: FrameInput,
    tensor: CudaSlice<f32>,
}

impl GpuPreprocessor {
    /// A preprocessor on its own stream, for a network whose input has `size` = `(width, height)` pixels.
    ///
    /// # Errors
    /// As [`FrameInput::new`] and [`FrameInput::set_target`].
    pub fn new(cuda: &Cuda, size: (usize, usize), filter: ResizeFilter, normalize: Normalize) -> Result<Self, FrameError> {
        let stream = cuda.new_stream()?;
        let mut input = FrameInput::new(cuda, &stream, 1, filter, normalize)?;
        let (width, height) = size;
        let values = width.checked_mul(height).and_then(|pixels| pixels.checked_mul(3)).ok_or(PreprocessError::Memory { width, height })?;
        let mut tensor = cuda.zeroed_slice(&stream, values, "allocating the input of a network")?;
        input.set_target(size, slice_address(&mut tensor, &stream))?;
        let parameters = Parameters::new(cuda, &stream, input.words())?;
        let record = |work: &mut Work, recorder: &mut Recorder<'_>| {
            work.parameters.record(recorder)?;
            // SAFETY: the table is copied just before; the tensor has the target's size and is the graph's; `submit` keeps the prepared
            // frames until the work is queued.
            unsafe { work.input.record(recorder, work.parameters.address()) }
        };
        // SAFETY: all memory belongs to the work and stays, but frames, whose use `submit` notes.
        let graph = unsafe { FrameGraph::new(cuda, &stream, Work { parameters, input, tensor }, record) }?;
        Ok(Self { graph, stream })
    }

    /// Pinned memory for the next frame; see [`FrameInput::staging`].
    ///
    /// # Errors
    /// As there.
    pub fn staging(&mut self, layout: &FrameLayout) -> Result<&mut [u8], FrameError> {
        self.graph.resources_mut().input.staging(0, layout)
    }

    /// Resizes frames in two steps from now on, or in one; see [`FrameInput::set_between`].
    ///
    /// # Errors
    /// As there.
    pub fn set_between(&mut self, size: Option<(usize, usize)>) -> Result<(), FrameError> {
        self.graph.resources_mut().input.set_between(0, size)
    }

    /// Queues a frame.
    ///
    /// # Errors
    /// As [`FrameInput::prepare`] and [`FrameInput::record`].
    pub fn submit(&mut self, frame: &Frame<'_>) -> Result<(), FrameError> {
        let Work { parameters, input, .. } = self.graph.resources_mut();
        let prepared = input.prepare(std::slice::from_ref(frame), &self.stream, parameters.words_mut()?)?;
        if prepared.must_recapture() {
            self.graph.invalidate()?;
        }
        let _running = self.graph.run()?;
        Ok(())
    }

    /// Waits for the last frame.
    ///
    /// # Errors
    /// [`FrameError::Cuda`] with the error that the work ended in.
    pub fn wait(&self) -> Result<(), FrameError> {
        Ok(self.graph.wait()?)
    }

    /// Whether the last frame is done, without waiting.
    ///
    /// # Errors
    /// As [`GpuPreprocessor::wait`].
    pub fn is_ready(&self) -> Result<bool, FrameError> {
        Ok(self.graph.is_ready()?)
    }

    /// Waits for the frame and copies the values to the host, `[3, height, width]`.
    ///
    /// # Errors
    /// [`FrameError::Cuda`] with the error that the work ended in.
    pub fn values(&self) -> Result<Vec<f32>, FrameError> {
        const DOING: &str = "copying the input of a network to the host";
        let tensor = &self.graph.resources().tensor;
        Ok(view_to_host(&tensor.as_view(), &self.stream, DOING)?)
    }

    /// The stream that its frames run on.
    pub fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// Queues the kernels several times in each frame, to time them; see [`FrameInput::set_repeats`].
    pub fn set_repeats(&mut self, repeats: u32) {
        self.graph.resources_mut().input.set_repeats(repeats);
    }
}

impl fmt::Debug for GpuPreprocessor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("GpuPreprocessor").field("input", &self.graph.resources().input).finish_non_exhaustive()
    }
}
