//! Other forms of masks, made on the GPU when they are asked for.
#![allow(unsafe_code, reason = "kernels are launched on addresses of memory that this file keeps")]

use std::sync::Arc;

use vrt::cuda::cudarc::driver::{CudaSlice, CudaStream, DeviceRepr, ValidAsZeroBits};
use vrt::cuda::{Cuda, CudaError, DeviceView, slice_address, view_to_host};

use super::error::GpuError;
use super::kernels::{FOUND_WORDS, HEAD_WORDS};
use super::result::GpuSegmentation;
use crate::Error;

/// The masks of a frame that may still be at work, for other work on the GPU: [`GpuSegmentation::masks_ahead`] gives it.
///
/// It borrows the result, so that no next frame is submitted, and nothing is freed, before the work that takes it was queued:
/// ```compile_fail
/// use vrt_rfdetr_seg::cuda::{Frame, GpuSegmentation, MasksAhead, RfDetrSeg};
/// use vrt_rfdetr_seg::{DecodeOptions, Error};
/// fn queue(masks: &MasksAhead<'_>) {}
/// fn frames(model: &RfDetrSeg, frames: [&Frame<'_>; 2], result: &mut GpuSegmentation) -> Result<(), Error> {
///     let mut running = model.submit(frames[0], &DecodeOptions::default(), result)?;
///     let masks = running.masks_ahead(0)?;
///     let next = model.submit(frames[1], &DecodeOptions::default(), result)?; // the first frame's masks are still wanted
///     queue(&masks);
///     next.wait()?;
///     Ok(())
/// }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct MasksAhead<'a> {
    /// The words of `most` masks, `[most, height, ceil(width / 64)]`, each in the layout of [`vrt_types::Mask`]. Of those beyond the count nothing
    /// is written.
    pub words: DeviceView<'a, u64>,
    /// How many there are: one number, at most `most`, and in the order of [`GpuSegmentation::detections`]. Where the network computed NaN or
    /// infinity it is 0; [`Running::wait`](super::Running::wait) says so.
    pub count: DeviceView<'a, u32>,
    /// Most masks that there can be: the pairs that the model selects, or [`DecodeOptions::max_detections`](crate::DecodeOptions::max_detections).
    pub most: usize,
    /// Width of the picture, and so of the masks, in pixels.
    pub width: u32,
    /// Height of it.
    pub height: u32,
}

/// Memory that grows with what is asked.
#[derive(Default)]
pub(super) struct Views {
    bytes: Option<CudaSlice<u8>>,
    logits: Option<CudaSlice<f32>>,
}

/// Room for `len` elements, in `slot` from now on; its address. Whatever still reads what was there before is waited for, on the GPU.
fn room<T: DeviceRepr + ValidAsZeroBits>(
    slot: &mut Option<CudaSlice<T>>,
    cuda: &Cuda,
    stream: &Arc<CudaStream>,
    len: usize,
) -> Result<u64, CudaError> {
    let slice = match slot.take().filter(|slice| slice.len() >= len) {
        Some(slice) => slice,
        None => cuda.zeroed_slice(stream, len, "allocating masks in another form")?,
    };
    Ok(slice_address(slot.insert(slice), stream))
}

fn view<T>(slot: &Option<CudaSlice<T>>, len: usize) -> Result<DeviceView<'_, T>, GpuError> {
    slot.as_ref().and_then(|slice| slice.try_slice(..len)).ok_or(GpuError::Empty)
}

impl GpuSegmentation {
    /// Width and height of a mask at the network's resolution.
    pub fn mask_size(&self) -> (usize, usize) {
        let shape = &self.work().post.shape;
        (shape.mask_width as usize, shape.mask_height as usize)
    }

    /// The masks of frame `frame` as bytes on the GPU, `[count, height, width]` of the picture, 0 outside and 255 inside. Made now, from the bits; work on
    /// any stream that is given this view waits for that, and the next call waits for the last such work; for several streams see
    /// [`GpuSegmentation::masks_slice`].
    ///
    /// # Errors
    /// As [`GpuSegmentation::detections_of`], and [`GpuError::Cuda`] where there is no memory for so many bytes.
    pub fn mask_bytes_slice(&mut self, frame: usize) -> Result<DeviceView<'_, u8>, Error> {
        let (count, (width, height)) = (self.count_of(frame)?, self.size(frame)?);
        let len = count * width as usize * height as usize;
        let (cuda, stream) = (self.cuda.clone(), self.stream.clone());
        let bytes = room(&mut self.views.bytes, &cuda, &stream, len).map_err(GpuError::from)?;
        // SAFETY: the frame has ended, and left `count` masks of this size there; `bytes` has room for them.
        unsafe { self.kernels.mask_bytes(&stream, (self.bits_address(frame), bytes), count as u32, (width, height)) }
            .map_err(GpuError::from)?;
        // Noted after the kernel, so that others wait for it.
        self.views.bytes.as_mut().map(|bytes| slice_address(bytes, &stream));
        Ok(view(&self.views.bytes, len)?)
    }

    /// The logits of the masks of frame `frame` on the GPU, `[count, h, w]` of [`GpuSegmentation::mask_size`], in the order of detections: what the network
    /// computed, before it is brought to the picture's size and cut at 0. Made now; ordered like [`GpuSegmentation::mask_bytes_slice`].
    ///
    /// # Errors
    /// As [`GpuSegmentation::detections_of`], and [`GpuError::Cuda`] where there is no memory for them.
    pub fn mask_logits_slice(&mut self, frame: usize) -> Result<DeviceView<'_, f32>, Error> {
        let (count, (width, height)) = (self.count_of(frame)?, self.mask_size());
        let len = count * width * height;
        let (cuda, stream) = (self.cuda.clone(), self.stream.clone());
        let logits = room(&mut self.views.logits, &cuda, &stream, len).map_err(GpuError::from)?;
        let post = &self.work().post;
        let masks = post.at.masks + 4 * (frame * post.shape.queries as usize * width * height) as u64;
        let detections = post.at.heads + 4 * (frame * post.shape.head_words() + HEAD_WORDS) as u64;
        // SAFETY: the frame has ended, and left `count` detections there, whose queries are the network's; `logits` has room for them.
        unsafe { self.kernels.mask_logits(&stream, (masks, detections, logits), count as u32, (width * height) as u32) }
            .map_err(GpuError::from)?;
        self.views.logits.as_mut().map(|logits| slice_address(logits, &stream));
        Ok(view(&self.views.logits, len)?)
    }

    /// As [`GpuSegmentation::mask_logits_slice`], copied to the host.
    ///
    /// # Errors
    /// As there.
    pub fn mask_logits_host(&mut self, frame: usize) -> Result<Vec<f32>, Error> {
        const DOING: &str = "copying mask logits to the host";
        let stream = self.stream.clone();
        let view = self.mask_logits_slice(frame)?;
        Ok(view_to_host(&view, &stream, DOING).map_err(GpuError::from)?)
    }

    fn count_of(&self, frame: usize) -> Result<usize, Error> {
        Ok(self.head(frame)?.len() / FOUND_WORDS)
    }
}
