//! What the host tells kernels about a frame.

use std::fmt;
use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream};

use super::device::Cuda;
use super::error::CudaError;
use super::graph::Recorder;
use super::kernel::{Argument, Grid, Kernel, KernelSource};
use super::memory::slice_address;
use super::pinned::PinnedBuffer;

/// The kernel; `kernels/words.ptx` is made from the same source (`examples/build_ptx.rs`).
pub(crate) const SOURCE: KernelSource = KernelSource {
    name: "words",
    cuda: include_str!("../../kernels/words.cu"),
    options: &[],
    ptx: Some(include_str!("../../kernels/words.ptx")),
};

/// A block of 32-bit words that the host writes for every frame and kernels read from device memory.
///
/// What may change from frame to frame (addresses, sizes, thresholds) goes in here, so that a captured graph need not change with it; and
/// all of it in one block, since each block is one step of the graph: a small kernel that fetches the words from host memory.
///
/// # Example
/// ```no_run
/// use vrt::cuda::{Cuda, CudaError, FrameGraph, Parameters, Recorder};
///
/// let cuda = Cuda::open(0)?;
/// let stream = cuda.new_stream()?;
/// let parameters = Parameters::new(&cuda, &stream, 4)?;
/// let record = |parameters: &mut Parameters, recorder: &mut Recorder<'_>| -> Result<(), CudaError> {
///     parameters.record(recorder)?;
///     // Kernels that are launched from here on read the words at `parameters.address()`.
///     Ok(())
/// };
/// // SAFETY: all that is recorded works inside `parameters`, which the graph owns.
/// let mut graph = unsafe { FrameGraph::new(&cuda, &stream, parameters, record) }?;
/// graph.resources_mut().words_mut()?.copy_from_slice(&[1920, 1080, 0.5f32.to_bits(), 7]);
/// graph.run()?.wait()?;
/// # Ok::<(), CudaError>(())
/// ```
pub struct Parameters {
    host: PinnedBuffer<u32>,
    device: CudaSlice<u32>,
    address: u64,
    fetch: Kernel,
}

impl Parameters {
    /// `len` words of 0, for work on `stream`.
    ///
    /// # Errors
    /// [`CudaError::OutOfMemory`], [`CudaError::ShapeOverflow`], [`CudaError::Stream`] for a stream of another device, [`CudaError::Kernel`],
    /// [`CudaError::Driver`].
    pub fn new(cuda: &Cuda, stream: &Arc<CudaStream>, len: usize) -> Result<Self, CudaError> {
        let mut device = cuda.zeroed_slice::<u32>(stream, len, "allocating the parameters of a frame")?;
        let address = slice_address(&mut device, stream);
        let fetch = SOURCE.load(cuda)?.kernel("copy_words")?;
        Ok(Self { host: PinnedBuffer::for_upload(cuda, len)?, device, address, fetch })
    }

    /// The words of the next frame, to write; waits until the last frame that used them is over. The memory is write-combined: write it in
    /// order, do not read it.
    ///
    /// # Errors
    /// As [`PinnedBuffer::values_mut`].
    pub fn words_mut(&mut self) -> Result<&mut [u32], CudaError> {
        self.host.values_mut()
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        self.host.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.host.is_empty()
    }

    /// The device address of word 0.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Queues fetching the words, once a frame and before the kernels that read them.
    ///
    /// # Errors
    /// [`CudaError::Stream`] on another stream than the words were made for, [`CudaError::Driver`].
    pub fn record(&mut self, recorder: &mut Recorder<'_>) -> Result<(), CudaError> {
        if !recorder.runs_on(self.device.stream()) {
            let reason = "parameters are fetched on the stream that they were made for";
            return Err(CudaError::Stream { doing: "recording a frame's parameters".into(), reason });
        }
        let len = self.len() as u32;
        let from = recorder.pinned_address(&mut self.host)?;
        let arguments: [Argument<'_>; 3] = [(&from).into(), (&self.address).into(), (&len).into()];
        // SAFETY: the arguments are those of `copy_words`, and both sides have `len` words. They belong to what the recorder's frame owns
        // (`FrameGraph::new`); all use of the device memory is on this stream, in whose order it is freed.
        unsafe { self.fetch.launch(recorder.stream(), Grid::cover(len, 256), &arguments) }
    }
}

impl fmt::Debug for Parameters {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Parameters").field("len", &self.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_ptx_belongs_to_the_source() {
        assert!(SOURCE.is_ptx_fresh(), "run the example build_ptx on kernels/words.cu");
        assert!(SOURCE.ptx.unwrap().contains(".entry copy_words("));
    }
}
