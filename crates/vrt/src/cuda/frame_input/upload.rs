//! Host frames on their way to the GPU.

use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream};

use crate::cuda::memory::slice_address;
use crate::cuda::{Cuda, CudaError, PinnedBuffer};

/// Pinned and device memory for a frame that comes from the host. Both grow to the largest frame and stay.
pub(crate) struct Upload {
    host: PinnedBuffer<u8>,
    device: CudaSlice<u8>,
    /// Bytes of the frame that was staged last.
    bytes: usize,
}

impl Upload {
    pub(crate) fn new(cuda: &Cuda, stream: &Arc<CudaStream>) -> Result<Self, CudaError> {
        Ok(Self { host: PinnedBuffer::for_upload(cuda, 0)?, device: device(cuda, stream, 0)?, bytes: 0 })
    }

    /// Room for a frame of so many bytes, to write. Waits until the last frame was copied.
    pub(crate) fn staging(&mut self, cuda: &Cuda, stream: &Arc<CudaStream>, bytes: usize) -> Result<&mut [u8], CudaError> {
        self.bytes = 0;
        if self.host.len() < bytes {
            self.host = PinnedBuffer::for_upload(cuda, bytes)?;
        }
        if self.device.len() < bytes {
            self.device = device(cuda, stream, bytes)?;
        }
        let room = &mut self.host.values_mut()?[..bytes];
        self.bytes = bytes;
        Ok(room)
    }

    /// Bytes that were staged.
    pub(crate) fn staged(&self) -> usize {
        self.bytes
    }

    /// Queues the copy of what was staged, and returns where it goes.
    pub(crate) fn send(&mut self, stream: &Arc<CudaStream>) -> Result<u64, CudaError> {
        let _in_flight = self.host.copy_first_to(self.bytes, self.device.as_view_mut(), stream)?;
        Ok(slice_address(&mut self.device, stream))
    }
}

fn device(cuda: &Cuda, stream: &Arc<CudaStream>, bytes: usize) -> Result<CudaSlice<u8>, CudaError> {
    cuda.zeroed_slice::<u8>(stream, bytes, "allocating a frame")
}
