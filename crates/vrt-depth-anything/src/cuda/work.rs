//! A frame's work on the GPU and the memory it touches.
#![allow(unsafe_code, reason = "work is queued on addresses of memory that this file keeps")]

use std::sync::Arc;

use vrt::cuda::cudarc::driver::{CudaSlice, CudaStream};
use vrt::cuda::{Cuda, CudaError, FrameGraph, FrameInput, Parameters, PinnedBuffer, Recorder, device_slice_mut, slice_address};
use vrt::kornia_tensor::Tensor;
use vrt::tensorrt::{Session, SessionError};

use super::error::GpuError;
use super::kernels::{COUNTER_WORDS, COUNTERS, HEAD_WORDS, Kernels, MapAddresses, Reading, Shape};
use super::params::Block;
use super::selection::{Room, Selection};

/// How often a frame's kernels are queued, to time them: the difference between two numbers of repeats is the time of the kernel alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeats {
    /// Preprocessing, where there is a network.
    pub preprocess: u32,
    /// Checking the network's maps.
    pub check: u32,
    /// Bringing them to the pictures' resolution.
    pub upsample: u32,
}

impl Default for Repeats {
    fn default() -> Self {
        Self { preprocess: 1, check: 1, upsample: 1 }
    }
}

/// Everything that a frame's graph touches.
pub(super) struct Work {
    pub kernels: Kernels,
    pub block: Block,
    pub parameters: Parameters,
    /// Preprocessing and the network; decoding alone has none.
    pub network: Option<(FrameInput, Session)>,
    pub post: Post,
    pub repeats: Repeats,
}

/// From the network's maps to depth.
pub(super) struct Post {
    pub shape: Shape,
    pub reading: Reading,
    /// Whether depths change after the network: sky, focal length.
    finish: bool,
    pub at: MapAddresses,
    pub head_host: PinnedBuffer<u32>,
    /// The network's own maps: views of the session's outputs, or of `owned`.
    pub maps: Maps,
    /// Maps at the pictures' resolution.
    pub pictures: CudaSlice<f32>,
    /// The sky at the pictures' resolution, in 64-bit words.
    pub bits: CudaSlice<u64>,
    /// Most pixels, and most words, of a picture.
    room: (u64, usize),
    /// The 99th percentile of all but sky.
    far: Option<Selection>,
    _head: CudaSlice<u32>,
    _counters: CudaSlice<u32>,
}

/// The network's outputs.
pub(super) struct Maps {
    pub depth: Tensor<f32, 1>,
    pub sky: Option<Tensor<f32, 1>>,
    /// The memory, where it is no session's.
    pub owned: Option<[CudaSlice<f32>; 2]>,
}

impl Maps {
    /// Views of maps at these addresses, of `values` values each.
    ///
    /// # Safety
    /// As [`Cuda::tensor_from_device_pointer`]: the memory must stay until these views and all work with them are gone.
    unsafe fn at(cuda: &Cuda, stream: &Arc<CudaStream>, values: usize, depth: u64, sky: Option<u64>) -> Result<Self, CudaError> {
        let view = |address: u64| {
            // SAFETY: the caller vouches for the memory.
            unsafe { cuda.tensor_from_device_pointer::<f32, 1>(address, [values], stream, Box::new(())) }
        };
        Ok(Self { depth: view(depth)?, sky: sky.map(view).transpose()?, owned: None })
    }

    /// The outputs of a session: `batch` maps of `(width, height)` at each of the names.
    pub fn of_session(
        cuda: &Cuda,
        session: &Session,
        (batch, width, height): (usize, usize, usize),
        depth: &str,
        sky: Option<&str>,
    ) -> Result<Self, SessionError> {
        let values = batch * width * height;
        let address = |name: &str| {
            let (address, bytes) = session.address::<f32>(name)?;
            let (expected, found) = (values, bytes / size_of::<f32>());
            let doing = "taking a session's output";
            if expected == found {
                Ok(address)
            } else {
                Err(SessionError::from(CudaError::Length { doing: doing.into(), expected, found }))
            }
        };
        let (depth, sky) = (address(depth)?, sky.map(address).transpose()?);
        // SAFETY: the session's outputs have so many values. They are freed when the session is dropped or its shapes change, before which
        // `GpuDepth` makes the stream wait for outside uses, and the session waits for the stream.
        Ok(unsafe { Self::at(cuda, session.stream(), values, depth, sky) }?)
    }

    /// Memory of its own.
    pub fn new(cuda: &Cuda, stream: &Arc<CudaStream>, values: usize, sky: bool) -> Result<Self, CudaError> {
        const DOING: &str = "allocating the outputs of a network";
        let mut owned = [cuda.zeroed_slice(stream, values, DOING)?, cuda.zeroed_slice(stream, if sky { values } else { 1 }, DOING)?];
        let [depth, of_sky] = owned.each_mut().map(|slice| slice_address(slice, stream));
        // SAFETY: the memory is kept beside the views, and whoever drops both waits for outside uses before (`Post::await_outside`).
        let maps = unsafe { Self::at(cuda, stream, values, depth, sky.then_some(of_sky)) }?;
        Ok(Self { owned: Some(owned), ..maps })
    }
}

impl Post {
    pub fn new(
        cuda: &Cuda,
        stream: &Arc<CudaStream>,
        kernels: &Kernels,
        (shape, reading, finish): (Shape, Reading, bool),
        maps: Maps,
        parameters: &Parameters,
        block: Block,
    ) -> Result<Self, CudaError> {
        const DOING: &str = "allocating the buffers of a result";
        let batch = shape.batch as usize;
        let mut head = cuda.zeroed_slice::<u32>(stream, HEAD_WORDS * batch, DOING)?;
        let mut counters = cuda.zeroed_slice::<u32>(stream, COUNTER_WORDS * batch, DOING)?;
        stream.memcpy_htod(&COUNTERS.repeat(batch), &mut counters).map_err(CudaError::driver(DOING))?;
        stream.synchronize().map_err(CudaError::driver(DOING))?;
        let word = |index: usize| parameters.address() + 4 * index as u64;
        let at = MapAddresses {
            counters: slice_address(&mut counters, stream),
            heads: slice_address(&mut head, stream),
            options: word(block.options()),
            sizes: word(block.sizes()),
            ..MapAddresses::default()
        };
        let far = match &maps.sky {
            Some(_) => Some(Selection::new(cuda, stream, kernels.blocks(), Room::of_maps(batch))?),
            None => None,
        };
        let mut post = Self {
            shape,
            reading,
            finish,
            at,
            head_host: PinnedBuffer::for_readback(cuda, HEAD_WORDS * batch)?,
            maps,
            pictures: cuda.zeroed_slice(stream, 1, DOING)?,
            bits: cuda.zeroed_slice(stream, 1, DOING)?,
            room: (0, 0),
            far,
            _head: head,
            _counters: counters,
        };
        post.take_maps(stream)?;
        Ok(post)
    }

    /// Exchanges the network's maps for those of another size. The frame must not run, and be captured anew.
    pub fn set_maps(&mut self, stream: &CudaStream, (width, height): (u32, u32), maps: Maps) -> Result<(), CudaError> {
        self.maps = maps;
        self.take_maps(stream)?;
        (self.shape.width, self.shape.height) = (width, height);
        Ok(())
    }

    /// Makes the size one that no picture has, so that no frame runs before the maps are set.
    pub fn forget_maps(&mut self) {
        (self.shape.width, self.shape.height) = (0, 0);
    }

    /// Notes where the maps are, and makes the stream wait for what else uses them.
    fn take_maps(&mut self, stream: &CudaStream) -> Result<(), CudaError> {
        self.at.depth = slice_address(device_slice_mut(&mut self.maps.depth, "the network's depth")?, stream);
        self.at.sky = match &mut self.maps.sky {
            Some(sky) => slice_address(device_slice_mut(sky, "the network's sky")?, stream),
            None => 0,
        };
        Ok(())
    }

    /// Makes the stream wait for work elsewhere that reads what was shown.
    pub fn await_outside(&mut self, stream: &CudaStream) -> Result<(), CudaError> {
        slice_address(&mut self.pictures, stream);
        slice_address(&mut self.bits, stream);
        self.take_maps(stream)
    }

    /// Whether pictures of so many pixels, and of so many words of sky, have room.
    pub fn has_room(&self, pixels: u64, words: usize) -> bool {
        pixels <= self.room.0 && (self.maps.sky.is_none() || words <= self.room.1)
    }

    /// Makes room for larger pictures. The frame must not run, and be captured anew.
    pub fn grow(&mut self, cuda: &Cuda, stream: &Arc<CudaStream>, pixels: u64, words: usize) -> Result<(), CudaError> {
        const DOING: &str = "allocating the depth maps of a result";
        let batch = self.shape.batch as usize;
        // Every picture's map begins at a multiple of 256 bytes.
        let stride = pixels.next_multiple_of(64);
        let words = if self.maps.sky.is_some() { words } else { 0 };
        let overflow = || CudaError::ShapeOverflow { doing: DOING.into(), shape: vec![batch, stride as usize], element_bytes: 4 };
        let values = usize::try_from(stride).ok().and_then(|stride| stride.checked_mul(batch)).ok_or_else(overflow)?;
        let all_words = words.checked_mul(batch).ok_or_else(overflow)?;
        // The old maps go first: there may be no room for both.
        self.room = (0, 0);
        self.pictures = cuda.zeroed_slice(stream, 1, DOING)?;
        self.bits = cuda.zeroed_slice(stream, 1, DOING)?;
        self.pictures = cuda.zeroed_slice(stream, values, DOING)?;
        self.bits = cuda.zeroed_slice(stream, all_words, DOING)?;
        self.at.pictures = (slice_address(&mut self.pictures, stream), stride);
        self.at.bits = (slice_address(&mut self.bits, stream), 2 * words as u64);
        self.room = (pixels, words);
        Ok(())
    }
}

impl Work {
    fn record(&mut self, recorder: &mut Recorder<'_>) -> Result<(), GpuError> {
        self.parameters.record(recorder)?;
        if let Some((input, session)) = &mut self.network {
            // SAFETY: the table is at the beginning of the parameters, which were copied just now; the target is the session's own input.
            // `GpuDepth::submit` keeps the prepared frames until the work is queued.
            unsafe { input.record(recorder, self.parameters.address()) }?;
            session.record(recorder)?;
        }
        let (stream, post, kernels) = (recorder.stream(), &mut self.post, &self.kernels);
        // The kernels write to the host what it reads: a copy of so few words would take longer.
        let results = recorder.pinned_address(&mut post.head_host)?;
        let heads = if post.finish { post.at.heads } else { results };
        let at = &MapAddresses { heads, results, ..post.at };
        let (shape, reading, most) = (&post.shape, &post.reading, post.room.0);
        let job = self.parameters.address() + 4 * self.block.job() as u64;
        // SAFETY: the network's maps have the shape's size, as was checked when their addresses were taken; the other buffers were allocated
        // for it, and grow before a larger picture comes; the job is about these maps.
        unsafe {
            for _ in 0..self.repeats.check {
                kernels.check(stream, shape, at, reading)?;
            }
            if let Some(far) = &post.far {
                kernels.select(stream, job, false, &far.at)?;
            }
            if post.finish {
                kernels.finish(stream, shape, at, post.far.as_ref().map_or(0, |far| far.at.result), reading)?;
            }
            for _ in 0..self.repeats.upsample {
                kernels.upsample(stream, shape, at, most, reading)?;
            }
            if at.sky != 0 {
                kernels.sky(stream, shape, at, most, reading)?;
            }
        }
        Ok(())
    }

    /// The work as a graph, which owns it.
    pub fn into_graph(self, cuda: &Cuda, stream: &Arc<CudaStream>) -> Result<FrameGraph<Self, GpuError>, CudaError> {
        // SAFETY: what is queued depends on fields that change only after `invalidate` (sizes, frames, repeats); all memory belongs to the
        // work, except frames, which each submission keeps; pinned buffers go through the recorder's copies.
        unsafe { FrameGraph::new(cuda, stream, self, |work: &mut Self, recorder: &mut Recorder<'_>| work.record(recorder)) }
    }
}
