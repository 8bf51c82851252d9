//! A frame's work on the GPU and the memory it touches.
#![allow(unsafe_code, reason = "work is queued on addresses of memory that this file keeps")]

use std::sync::Arc;

use vrt::cuda::cudarc::driver::{CudaSlice, CudaStream};
use vrt::cuda::{Cuda, CudaError, FrameGraph, FrameInput, Parameters, PinnedBuffer, Recorder, slice_address};
use vrt::tensorrt::Session;

use super::error::GpuError;
use super::kernels::{Kernels, PostAddresses, Shape};
use super::params::Block;

/// How often kernels are queued, to time them: the difference between two numbers of repeats is the time of the kernel alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeats {
    /// Preprocessing, where there is a network.
    pub preprocess: u32,
    /// Decoding.
    pub decode: u32,
    /// Masks.
    pub masks: u32,
    /// Run lengths, which are no part of a frame: with each [`GpuSegmentation::run_lengths`](super::GpuSegmentation::run_lengths).
    pub run_lengths: u32,
}

impl Default for Repeats {
    fn default() -> Self {
        Self { preprocess: 1, decode: 1, masks: 1, run_lengths: 1 }
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

/// Decoding and masks.
pub(super) struct Post {
    pub shape: Shape,
    pub at: PostAddresses,
    pub head_host: PinnedBuffer<u32>,
    /// Heads and detections, for kernels.
    pub heads: CudaSlice<u32>,
    /// Bits of the masks.
    pub bits: CudaSlice<u64>,
    /// The network's outputs, where they are no session's: labels, boxes, masks.
    pub owned: Option<[CudaSlice<f32>; 3]>,
    _counters: CudaSlice<u32>,
    _keys: CudaSlice<u64>,
}

impl Post {
    pub fn new(cuda: &Cuda, stream: &Arc<CudaStream>, shape: Shape, params: u64, block: Block) -> Result<Self, CudaError> {
        const DOING: &str = "allocating the buffers of a result";
        let batch = shape.batch as usize;
        let mut heads = cuda.zeroed_slice::<u32>(stream, shape.head_words() * batch, DOING)?;
        let mut keys = cuda.zeroed_slice::<u64>(stream, shape.queries as usize * shape.classes as usize * batch, DOING)?;
        let mut counters = cuda.zeroed_slice::<u32>(stream, 8 * batch, DOING)?;
        let start: Vec<u32> = [0, 0, u32::MAX, 0, u32::MAX, 0, 0, 0].repeat(batch);
        stream.memcpy_htod(&start, &mut counters).map_err(CudaError::driver(DOING))?;
        stream.synchronize().map_err(CudaError::driver(DOING))?;
        let bits = cuda.zeroed_slice::<u64>(stream, 1, DOING)?;
        let word = |index: usize| params + 4 * index as u64;
        let at = PostAddresses {
            options: word(block.options()),
            sizes: word(block.sizes()),
            counters: slice_address(&mut counters, stream),
            keys: slice_address(&mut keys, stream),
            heads: slice_address(&mut heads, stream),
            ..PostAddresses::default()
        };
        let head_host = PinnedBuffer::for_readback(cuda, shape.head_words() * batch)?;
        Ok(Self { shape, at, head_host, heads, bits, owned: None, _counters: counters, _keys: keys })
    }

    /// Makes room for masks of `words` 64-bit words. The frame must not run, and be captured anew.
    pub fn grow(&mut self, cuda: &Cuda, stream: &Arc<CudaStream>, words: usize) -> Result<(), CudaError> {
        const DOING: &str = "allocating the masks of a result";
        let all = words.checked_mul(self.shape.select as usize).and_then(|words| words.checked_mul(self.shape.batch as usize));
        let overflow = || CudaError::ShapeOverflow {
            doing: DOING.into(),
            shape: vec![self.shape.batch as usize, self.shape.select as usize, words],
            element_bytes: 8,
        };
        let all = all.filter(|all| *all <= isize::MAX as usize / 8).ok_or_else(overflow)?;
        // The old masks go first: there may be no room for both.
        self.at.picture_words = 0;
        self.bits = cuda.zeroed_slice::<u64>(stream, 1, DOING)?;
        self.at.bits = slice_address(&mut self.bits, stream);
        self.bits = cuda.zeroed_slice::<u64>(stream, all, DOING)?;
        self.at.bits = slice_address(&mut self.bits, stream);
        self.at.picture_words = (words * self.shape.select as usize * 2) as u64;
        Ok(())
    }

    /// Makes work on `stream` wait, on the GPU, for whoever was shown the masks, and whoever is shown them from now on wait for what `stream`
    /// does until now.
    pub fn order_outside(&mut self, stream: &CudaStream) {
        slice_address(&mut self.bits, stream);
        slice_address(&mut self.heads, stream);
    }

    /// 64-bit words that there is room for in each mask.
    pub fn mask_words(&self) -> usize {
        (self.at.picture_words / 2) as usize / (self.shape.select as usize).max(1)
    }
}

impl Work {
    fn record(&mut self, recorder: &mut Recorder<'_>) -> Result<(), GpuError> {
        self.parameters.record(recorder)?;
        if let Some((input, session)) = &mut self.network {
            // SAFETY: the table is at the beginning of the parameters, which were copied just now; the target is the session's own input.
            // `GpuSegmentation::submit` keeps the prepared frames until the work is queued.
            unsafe { input.record(recorder, self.parameters.address()) }?;
            session.record(recorder)?;
        }
        let (stream, post) = (recorder.stream(), &mut self.post);
        post.at.results = recorder.pinned_address(&mut post.head_host)?;
        // SAFETY: the outputs have the shape's sizes, as was checked when the addresses were taken; the other buffers were allocated for it,
        // and masks grow before a larger picture comes. The host's side of the heads is as large as the device's.
        unsafe {
            for _ in 0..self.repeats.decode {
                self.kernels.decode(stream, &post.shape, &post.at)?;
            }
            for _ in 0..self.repeats.masks {
                self.kernels.masks(stream, &post.shape, &post.at)?;
            }
        }
        Ok(())
    }

    /// The work as a graph, which owns it.
    pub fn into_graph(self, cuda: &Cuda, stream: &Arc<CudaStream>) -> Result<FrameGraph<Self, GpuError>, CudaError> {
        // SAFETY: what is queued depends on fields that change only after `invalidate` (masks, frames, repeats); all memory belongs to
        // the work, except frames, which each submission keeps; pinned buffers go through the recorder's copies.
        unsafe { FrameGraph::new(cuda, stream, self, |work: &mut Self, recorder: &mut Recorder<'_>| work.record(recorder)) }
    }
}
