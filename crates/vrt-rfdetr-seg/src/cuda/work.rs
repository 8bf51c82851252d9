//! A frame's work on the GPU and the memory it touches.
#![allow(unsafe_code, reason = "work is queued on addresses of memory that this file keeps")]

use std::sync::Arc;

use vrt::cuda::cudarc::driver::{CudaSlice, CudaStream, DevicePtrMut, DeviceRepr, ValidAsZeroBits};
use vrt::cuda::{Cuda, CudaError, FrameGraph, PinnedBuffer, Recorder};
use vrt::preprocess::Normalize;
use vrt::tensorrt::Session;

use super::error::GpuError;
use super::kernels::{Kernels, PostAddresses, Shape};
use super::params::Block;

/// How often a frame's kernels are queued, to time them: the difference between two numbers of repeats is the time of the kernel alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeats {
    /// Preprocessing.
    pub preprocess: u32,
    /// Decoding.
    pub decode: u32,
    /// Masks.
    pub masks: u32,
}

impl Default for Repeats {
    fn default() -> Self {
        Self { preprocess: 1, decode: 1, masks: 1 }
    }
}

/// Everything that a frame's graph touches.
pub(super) struct Work {
    pub kernels: Kernels,
    pub block: Block,
    pub params: Params,
    pub pre: Option<Pre>,
    pub session: Option<Session>,
    pub post: Option<Post>,
    pub repeats: Repeats,
}

/// The block of words, in pinned and in device memory.
pub(super) struct Params {
    pub host: PinnedBuffer<u32>,
    pub address: u64,
    _device: CudaSlice<u32>,
}

/// Preprocessing into `input`.
pub(super) struct Pre {
    pub size: (u32, u32),
    pub batch: u32,
    pub normalize: Normalize,
    /// Pixels of a row for one block; 0 without antialiasing.
    pub columns: u32,
    pub input: u64,
    /// The input, where it is no session's.
    pub owned: Option<CudaSlice<f32>>,
}

/// Decoding and masks.
pub(super) struct Post {
    pub shape: Shape,
    pub at: PostAddresses,
    pub head_host: PinnedBuffer<u32>,
    /// Bits of the masks.
    pub bits: CudaSlice<u64>,
    /// The network's outputs, where they are no session's: labels, boxes, masks.
    pub owned: Option<[CudaSlice<f32>; 3]>,
    _head: CudaSlice<u32>,
    _counters: CudaSlice<u32>,
    _keys: CudaSlice<u64>,
}

/// Device memory of zeros.
pub(super) fn zeros<T: DeviceRepr + ValidAsZeroBits>(
    cuda: &Cuda,
    stream: &Arc<CudaStream>,
    len: usize,
    doing: &'static str,
) -> Result<CudaSlice<T>, CudaError> {
    let asked = len * size_of::<T>();
    stream.alloc_zeros::<T>(len.max(1)).map_err(|error| cuda.allocation_error(doing, asked, error))
}

/// The address of device memory that stays where it is. Waits, in stream order, for what else uses it.
pub(super) fn address<T>(slice: &mut CudaSlice<T>, stream: &CudaStream) -> u64 {
    let (address, _noted) = slice.device_ptr_mut(stream);
    address
}

impl Params {
    pub fn new(cuda: &Cuda, stream: &Arc<CudaStream>, block: Block) -> Result<Self, CudaError> {
        let host = PinnedBuffer::for_upload(cuda, block.words())?;
        let mut device = zeros::<u32>(cuda, stream, block.words(), "allocating the parameters of a frame")?;
        Ok(Self { host, address: address(&mut device, stream), _device: device })
    }
}

impl Post {
    pub fn new(cuda: &Cuda, stream: &Arc<CudaStream>, shape: Shape, params: u64, block: Block) -> Result<Self, CudaError> {
        const DOING: &str = "allocating the buffers of a result";
        let batch = shape.batch as usize;
        let mut head = zeros::<u32>(cuda, stream, shape.head_words() * batch, DOING)?;
        let mut keys = zeros::<u64>(cuda, stream, shape.queries as usize * shape.classes as usize * batch, DOING)?;
        let mut counters = zeros::<u32>(cuda, stream, 8 * batch, DOING)?;
        let start: Vec<u32> = [0, 0, u32::MAX, 0, u32::MAX, 0, 0, 0].repeat(batch);
        stream.memcpy_htod(&start, &mut counters).map_err(CudaError::driver(DOING))?;
        stream.synchronize().map_err(CudaError::driver(DOING))?;
        let bits = zeros::<u64>(cuda, stream, 1, DOING)?;
        let word = |index: usize| params + 4 * index as u64;
        let at = PostAddresses {
            options: word(block.options()),
            sizes: word(block.sizes()),
            counters: address(&mut counters, stream),
            keys: address(&mut keys, stream),
            heads: address(&mut head, stream),
            ..PostAddresses::default()
        };
        let head_host = PinnedBuffer::for_readback(cuda, shape.head_words() * batch)?;
        Ok(Self { shape, at, head_host, bits, owned: None, _head: head, _counters: counters, _keys: keys })
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
        self.bits = zeros::<u64>(cuda, stream, 1, DOING)?;
        self.at.bits = address(&mut self.bits, stream);
        self.bits = zeros::<u64>(cuda, stream, all, DOING)?;
        self.at.bits = address(&mut self.bits, stream);
        self.at.picture_words = (words * self.shape.select as usize * 2) as u64;
        Ok(())
    }

    /// 64-bit words that there is room for in each mask.
    pub fn mask_words(&self) -> usize {
        (self.at.picture_words / 2) as usize / (self.shape.select as usize).max(1)
    }
}

impl Work {
    fn record(&mut self, recorder: &mut Recorder<'_>) -> Result<(), GpuError> {
        // SAFETY: the block is as large in device memory as in pinned memory, and lives as long as this.
        unsafe { recorder.copy_from_pinned(&self.params.host, self.params.address) }?;
        let stream = recorder.stream().clone();
        if let Some(pre) = &self.pre {
            for _ in 0..self.repeats.preprocess {
                // SAFETY: the block describes `batch` pictures, whose memory the submission keeps until this has run; the input is as
                // large as the size says.
                unsafe {
                    let at = (self.params.address, pre.input);
                    self.kernels.preprocess(&stream, at, pre.batch, pre.size, pre.columns, &pre.normalize)
                }?;
            }
        }
        if let Some(session) = &mut self.session {
            session.record(recorder)?;
        }
        if let Some(post) = &mut self.post {
            // SAFETY: the outputs have the shape's sizes, as was checked when the addresses were taken; the other buffers were allocated
            // for it, and masks grow before a larger picture comes.
            unsafe {
                for _ in 0..self.repeats.decode {
                    self.kernels.decode(&stream, &post.shape, &post.at)?;
                }
                for _ in 0..self.repeats.masks {
                    self.kernels.masks(&stream, &post.shape, &post.at)?;
                }
                recorder.copy_to_pinned(post.at.heads, &mut post.head_host)?;
            }
        }
        Ok(())
    }

    /// The work as a graph, which owns it.
    pub fn into_graph(self, cuda: &Cuda, stream: &Arc<CudaStream>) -> Result<FrameGraph<Self, GpuError>, CudaError> {
        // SAFETY: what is queued depends on fields that change only after `invalidate` (masks, columns, repeats); all memory belongs to
        // the work, except frames, which each submission keeps; pinned buffers go through the recorder's copies.
        unsafe { FrameGraph::new(cuda, stream, self, |work: &mut Self, recorder: &mut Recorder<'_>| work.record(recorder)) }
    }
}
