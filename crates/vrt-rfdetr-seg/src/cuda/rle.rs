//! Run lengths of masks that are on the GPU.
#![allow(unsafe_code, reason = "kernels are launched on addresses of memory that this file keeps")]

use std::fmt;
use std::sync::Arc;

use vrt::cuda::cudarc::driver::{CudaSlice, CudaStream};
use vrt::cuda::{Cuda, PinnedBuffer, slice_address};
use vrt_types::Rle;

use super::error::GpuError;
use super::kernels::{FOUND_WORDS, Kernels, RleAddresses};
use super::result::GpuSegmentation;
use crate::Error;

/// Run lengths that are copied with the first masks: more than pictures of objects have.
const FIRST: usize = 1 << 16;

/// The masks of a frame as COCO run lengths, in pinned memory of the result, where the GPU has put them: [`GpuSegmentation::run_lengths`] gives
/// it. Reading them copies and allocates nothing; [`RunLengths::to_rles`] makes values that live on.
///
/// The run lengths of a mask are what [`Rle::counts`] has: pixels outside and inside in turn, column by column from the top left, beginning
/// with outside. Masks are in the order of [`GpuSegmentation::detections`].
///
/// ```no_run
/// # use vrt_rfdetr_seg::cuda::{Frame, GpuSegmentation, RfDetrSeg};
/// # use vrt_rfdetr_seg::{DecodeOptions, Error};
/// # fn areas(model: &RfDetrSeg, frame: &Frame<'_>, result: &mut GpuSegmentation) -> Result<(), Error> {
/// let found = model.submit(frame, &DecodeOptions::default(), result)?.wait()?;
/// let detections = found.detections()?;
/// for (detection, runs) in detections.iter().zip(found.run_lengths()?.iter()) {
///     let inside: u64 = runs.iter().skip(1).step_by(2).map(|run| u64::from(*run)).sum();
///     println!("{detection:?}: {inside} pixels in {} runs", runs.len());
/// }
/// # Ok(())
/// # }
/// ```
/// It borrows the result, so that no frame overwrites what is being read:
/// ```compile_fail,E0499
/// use vrt_rfdetr_seg::cuda::{Frame, GpuSegmentation, RfDetrSeg};
/// use vrt_rfdetr_seg::{DecodeOptions, Error};
/// fn frames(model: &RfDetrSeg, frames: [&Frame<'_>; 2], result: &mut GpuSegmentation) -> Result<(), Error> {
///     let runs = model.submit(frames[0], &DecodeOptions::default(), result)?.wait()?.run_lengths()?;
///     let next = model.submit(frames[1], &DecodeOptions::default(), result)?; // the first frame's run lengths are still wanted
///     println!("{:?}", runs.counts(0));
///     next.wait()?;
///     Ok(())
/// }
/// ```
#[derive(Clone, Copy)]
pub struct RunLengths<'a> {
    /// Of all masks, one after the other.
    counts: &'a [u32],
    /// Where each mask's end.
    ends: &'a [usize],
    size: (u32, u32),
}

impl<'a> RunLengths<'a> {
    /// Number of masks.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no masks.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Width and height of the masks, which are the picture's, in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    /// Run lengths of all masks together.
    pub fn total(&self) -> usize {
        self.counts.len()
    }

    /// The run lengths of mask `index`, in pixels; they add up to the picture's. `None` where there is no such mask.
    pub fn counts(&self, index: usize) -> Option<&'a [u32]> {
        let begin = if index == 0 { 0 } else { *self.ends.get(index - 1)? };
        self.counts.get(begin..*self.ends.get(index)?)
    }

    /// The run lengths of each mask, as [`RunLengths::counts`] gives them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [u32]> + use<'a> {
        let (counts, mut begin) = (self.counts, 0);
        self.ends.iter().map(move |end| &counts[std::mem::replace(&mut begin, *end)..*end])
    }

    /// A copy of mask `index` that lives on, checked: its run lengths add up to the picture's pixels.
    ///
    /// # Errors
    /// [`GpuError::NoSuchMask`]; [`Error::Mask`] for run lengths that do not add up, which no mask has.
    pub fn to_rle(&self, index: usize) -> Result<Rle, Error> {
        let counts = self.counts(index).ok_or(GpuError::NoSuchMask { asked: index, count: self.len() })?;
        Ok(Rle::new(self.size.0, self.size.1, counts.to_vec())?)
    }

    /// Copies of all masks, as [`RunLengths::to_rle`] makes them.
    ///
    /// # Errors
    /// As there.
    pub fn to_rles(&self) -> Result<Vec<Rle>, Error> {
        (0..self.len()).map(|index| self.to_rle(index)).collect()
    }
}

impl fmt::Debug for RunLengths<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RunLengths").field("masks", &self.len()).field("total", &self.total()).field("size", &self.size).finish()
    }
}

/// Memory that grows with what is asked.
#[derive(Default)]
pub(super) struct RleBuffers {
    buffers: Option<Buffers>,
    /// Where the run lengths of each of the last masks end.
    ends: Vec<usize>,
}

struct Buffers {
    segments: CudaSlice<u32>,
    /// Room for `totals` words, then for run lengths.
    found: CudaSlice<u32>,
    totals: usize,
    host: PinnedBuffer<u32>,
    /// Where both are on the GPU. Nobody else uses them, so that the order of the result's stream is all that has to be kept.
    at: RleAddresses,
}

impl Buffers {
    fn new(cuda: &Cuda, stream: &Arc<CudaStream>, segments: usize, totals: usize, lengths: usize) -> Result<Self, GpuError> {
        const DOING: &str = "allocating run lengths";
        let mut segments = cuda.zeroed_slice(stream, segments, DOING)?;
        let mut found = cuda.zeroed_slice(stream, totals + lengths, DOING)?;
        let words = slice_address(&mut found, stream);
        let at = RleAddresses { segments: slice_address(&mut segments, stream), totals: words, lengths: words + 4 * totals as u64 };
        Ok(Self { segments, found, totals, host: PinnedBuffer::for_readback(cuda, totals + lengths)?, at })
    }

    /// Run lengths that there is room for.
    fn capacity(&self) -> usize {
        self.found.len() - self.totals
    }

    /// Copies the totals and so many run lengths to the host, waits, and returns what is there.
    fn copy(&mut self, lengths: usize, stream: &Arc<CudaStream>) -> Result<&[u32], GpuError> {
        let found = self.found.as_view();
        let found = found.try_slice(..self.totals + lengths).ok_or(GpuError::Empty)?;
        // Reading waits for the copy.
        let _in_flight = self.host.copy_from(found, stream)?;
        Ok(self.host.values()?)
    }
}

/// What run lengths are made of and with.
pub(super) struct Source<'a> {
    pub cuda: &'a Cuda,
    pub stream: &'a Arc<CudaStream>,
    pub kernels: &'a Kernels,
    /// How often the kernels are queued, to time them.
    pub repeats: u32,
    /// Where the masks are.
    pub bits: u64,
    pub count: usize,
    /// Width and height.
    pub size: (u32, u32),
}

impl RleBuffers {
    /// Run lengths of the masks of a frame that has ended.
    pub fn run(&mut self, source: &Source<'_>) -> Result<RunLengths<'_>, GpuError> {
        let Source { cuda, stream, kernels, repeats, bits, count, size } = *source;
        // One wait where the masks have hardly more runs than the last ones.
        let expected = self.ends.last().map_or(FIRST, |last| last + last / 8 + 1024);
        self.ends.clear();
        if count == 0 {
            return Ok(RunLengths { counts: &[], ends: &[], size });
        }
        let segments = count * Kernels::rle_words(size);
        let fits = |buffers: &Buffers| buffers.segments.len() >= segments && buffers.totals >= count;
        let mut buffers = match self.buffers.take().filter(fits) {
            Some(buffers) => buffers,
            None => Buffers::new(cuda, stream, segments, count.next_power_of_two(), expected.max(FIRST))?,
        };
        let (needed, copied) = loop {
            let capacity = buffers.capacity();
            for _ in 0..repeats {
                // SAFETY: the result holds `count` masks of this size at `bits`, on this stream; the buffers have the room they say.
                unsafe { kernels.rle(stream, bits, buffers.at, capacity as u64, count as u32, size) }?;
            }
            let copied = expected.min(capacity);
            let totals = buffers.copy(copied, stream)?.get(..count).ok_or(GpuError::Empty)?;
            let mut needed = 0;
            self.ends.clear();
            self.ends.extend(totals.iter().map(|total| {
                needed += *total as usize + 1;
                needed
            }));
            if needed <= capacity {
                break (needed, copied);
            }
            // Masks like noise: once more with room for them, and for somewhat more of them in the next frame.
            buffers = Buffers::new(cuda, stream, buffers.segments.len(), buffers.totals, needed + needed / 4)?;
        };
        if needed > copied {
            buffers.copy(needed, stream)?;
        }
        let buffers = self.buffers.insert(buffers);
        let counts = buffers.host.values()?.get(buffers.totals..buffers.totals + needed).ok_or(GpuError::Empty)?;
        Ok(RunLengths { counts, ends: &self.ends, size })
    }
}

impl GpuSegmentation {
    /// The masks of frame 0 as COCO run lengths on the host. They are made on the GPU, now, and come to the host in one copy, into memory
    /// that the result keeps.
    ///
    /// # Errors
    /// As [`GpuSegmentation::detections`], and [`GpuError::Cuda`] where there is no memory for so many.
    pub fn run_lengths(&mut self) -> Result<RunLengths<'_>, Error> {
        self.run_lengths_of(0)
    }

    /// As [`GpuSegmentation::run_lengths`], of any frame of a batch.
    ///
    /// # Errors
    /// As there, and [`FrameError::NoSuchFrame`](super::FrameError::NoSuchFrame).
    pub fn run_lengths_of(&mut self, frame: usize) -> Result<RunLengths<'_>, Error> {
        let count = self.head(frame)?.len() / FOUND_WORDS;
        let source = Source {
            cuda: &self.cuda,
            stream: &self.stream,
            kernels: &self.kernels,
            repeats: self.work().repeats.run_lengths,
            bits: self.bits_address(frame),
            count,
            size: self.size(frame)?,
        };
        Ok(self.rle.run(&source)?)
    }

    /// The masks of frame 0 as values that live on: [`GpuSegmentation::run_lengths`], checked and copied once more.
    ///
    /// # Errors
    /// As there.
    pub fn rle(&mut self) -> Result<Vec<Rle>, Error> {
        self.rle_of(0)
    }

    /// As [`GpuSegmentation::rle`], of any frame of a batch.
    ///
    /// # Errors
    /// As [`GpuSegmentation::run_lengths_of`].
    pub fn rle_of(&mut self, frame: usize) -> Result<Vec<Rle>, Error> {
        self.run_lengths_of(frame)?.to_rles()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_follow_each_other() {
        let runs = RunLengths { counts: &[12, 0, 12, 2, 3, 6, 1], ends: &[1, 3, 7], size: (4, 3) };
        let each: [&[u32]; 3] = [&[12], &[0, 12], &[2, 3, 6, 1]];
        assert!(runs.iter().eq(each));
        assert_eq!((runs.len(), runs.iter().len(), runs.total(), runs.is_empty()), (3, 3, 7, false));
        for (index, counts) in each.into_iter().enumerate() {
            assert_eq!(runs.counts(index), Some(counts));
            assert_eq!(runs.to_rle(index).unwrap(), Rle::new(4, 3, counts.to_vec()).unwrap());
            assert_eq!(runs.to_rles().unwrap()[index].counts(), counts);
        }
        assert_eq!(runs.counts(3), None);
        assert!(matches!(runs.to_rle(3), Err(Error::Gpu(GpuError::NoSuchMask { asked: 3, count: 3 }))));
        assert_eq!(format!("{runs:?}"), "RunLengths { masks: 3, total: 7, size: (4, 3) }");
    }

    #[test]
    fn no_masks_have_no_run_lengths() {
        let runs = RunLengths { counts: &[], ends: &[], size: (4, 3) };
        assert!(runs.is_empty() && runs.counts(0).is_none() && runs.iter().next().is_none() && runs.to_rles().unwrap().is_empty());
    }

    #[test]
    fn run_lengths_that_do_not_add_up_are_no_mask() {
        let runs = RunLengths { counts: &[5, 8], ends: &[2], size: (4, 3) };
        assert!(matches!(runs.to_rle(0), Err(Error::Mask(_))) && matches!(runs.to_rles(), Err(Error::Mask(_))));
    }
}
