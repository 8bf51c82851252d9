//! Pictures between two steps of resizing.

use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream};

use crate::cuda::Cuda;
use crate::cuda::frame::{FrameError, FrameLayout, PixelFormat};
use crate::cuda::memory::slice_address;

/// Device memory for the picture between two steps; it grows to the largest and stays.
#[derive(Default)]
pub(super) struct Between {
    memory: Option<CudaSlice<u8>>,
    picture: Option<(FrameLayout, u64)>,
}

impl Between {
    pub fn set(&mut self, cuda: &Cuda, stream: &Arc<CudaStream>, size: Option<(usize, usize)>) -> Result<(), FrameError> {
        self.picture = None;
        let Some((width, height)) = size else { return Ok(()) };
        let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
        let layout = FrameLayout::new(PixelFormat::Rgb8, side(width), side(height));
        let bytes = layout.bytes()?;
        let memory = match self.memory.take().filter(|memory| memory.len() >= bytes) {
            Some(memory) => memory,
            None => cuda.zeroed_slice(stream, bytes, "allocating a picture between two steps of resizing")?,
        };
        let memory = self.memory.insert(memory);
        self.picture = Some((layout, slice_address(memory, stream)));
        Ok(())
    }

    /// Its layout and address, where there is a step between.
    pub fn picture(&self) -> Option<(FrameLayout, u64)> {
        self.picture
    }
}
