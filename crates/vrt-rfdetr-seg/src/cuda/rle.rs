//! Run lengths of masks that are on the GPU.
#![allow(unsafe_code, reason = "kernels are launched on addresses of memory that this file keeps")]

use std::sync::Arc;

use rayon::prelude::*;
use vrt::cuda::cudarc::driver::{CudaSlice, CudaStream};
use vrt::cuda::{Cuda, PinnedBuffer, slice_address};
use vrt_types::Rle;

use super::error::GpuError;
use super::kernels::Kernels;
use crate::Error;

/// Positions that are copied with the totals of the first masks: more than pictures of objects have.
const FIRST: usize = 1 << 16;
/// Positions of masks above which several threads turn them into run lengths: waking them takes as long as one needs for so many.
const MANY: usize = 1 << 16;

/// Memory that grows with what is asked.
#[derive(Default)]
pub(super) struct RleBuffers {
    buffers: Option<Buffers>,
    /// Positions that the last masks had, if there were some.
    last: Option<usize>,
}

struct Buffers {
    counts: CudaSlice<u32>,
    /// Room for `totals` words, then for positions.
    found: CudaSlice<u32>,
    totals: usize,
    host: PinnedBuffer<u32>,
}

impl Buffers {
    fn new(cuda: &Cuda, stream: &Arc<CudaStream>, counts: usize, totals: usize, positions: usize) -> Result<Self, GpuError> {
        const DOING: &str = "allocating run lengths";
        Ok(Self {
            counts: cuda.zeroed_slice(stream, counts, DOING)?,
            found: cuda.zeroed_slice(stream, totals + positions, DOING)?,
            totals,
            host: PinnedBuffer::for_readback(cuda, totals + positions)?,
        })
    }

    /// Copies the totals and so many positions to the host, and waits.
    fn copy(&mut self, positions: usize, stream: &Arc<CudaStream>) -> Result<(), GpuError> {
        let found = self.found.as_view();
        let found = found.try_slice(..self.totals + positions).ok_or(GpuError::Empty)?;
        self.host.copy_from(found, stream)?.wait()?;
        Ok(())
    }
}

impl RleBuffers {
    /// Run lengths of the `count` masks at `bits`. The frame that made them has ended.
    pub fn run(
        &mut self,
        cuda: &Cuda,
        stream: &Arc<CudaStream>,
        kernels: &Kernels,
        bits: u64,
        count: usize,
        size: (u32, u32),
    ) -> Result<Vec<Rle>, Error> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let counts = count * Kernels::rle_counts(size);
        let fits = |buffers: &Buffers| buffers.counts.len() >= counts && buffers.totals >= count;
        let mut buffers = match self.buffers.take().filter(fits) {
            Some(buffers) => buffers,
            None => Buffers::new(cuda, stream, counts, count.next_power_of_two(), FIRST)?,
        };
        // One wait where the masks have hardly more changes than the last ones.
        let expected = self.last.map_or(FIRST, |last| last + last / 4 + 1024);
        let (positions, copied) = loop {
            let capacity = buffers.found.len() - buffers.totals;
            let (at, to) = (slice_address(&mut buffers.counts, stream), slice_address(&mut buffers.found, stream));
            // SAFETY: the result holds `count` masks of this size at `bits`, on this stream; the buffers have the room they say.
            unsafe {
                let places = (bits, at, to, to + 4 * buffers.totals as u64);
                kernels.rle(stream, places, capacity as u64, count as u32, size).map_err(GpuError::from)?;
            }
            let copied = expected.min(capacity);
            buffers.copy(copied, stream)?;
            let totals = &buffers.host.values().map_err(GpuError::from)?[..count];
            let needed: usize = totals.iter().map(|total| *total as usize).sum();
            if needed <= capacity {
                break (needed, copied);
            }
            // Masks like noise: once more with room for them, and for somewhat more of them in the next frame.
            buffers = Buffers::new(cuda, stream, buffers.counts.len(), buffers.totals, needed + needed / 4)?;
        };
        if positions > copied {
            buffers.copy(positions, stream)?;
        }
        self.last = Some(positions);
        let words = buffers.host.values().map_err(GpuError::from)?;
        let mut rest = words.get(buffers.totals..).ok_or(GpuError::Empty)?;
        let mut masks = Vec::with_capacity(count);
        for total in &words[..count] {
            let (mask, others) = rest.split_at_checked(*total as usize).ok_or(GpuError::Empty)?;
            masks.push(mask);
            rest = others;
        }
        let rle = |positions: &&[u32]| Ok(Rle::new(size.0, size.1, counts_of(positions, size.0 * size.1))?);
        let runs =
            if positions > MANY { masks.par_iter().map(rle).collect() } else { masks.iter().map(rle).collect::<Result<_, Error>>() }?;
        self.buffers = Some(buffers);
        Ok(runs)
    }
}

/// Run lengths from the positions at which a mask of `pixels` pixels changes. Where the positions don't ascend, the lengths don't add up to
/// the pixels, which [`Rle::new`] finds.
fn counts_of(positions: &[u32], pixels: u32) -> Vec<u32> {
    let (Some(first), Some(last)) = (positions.first(), positions.last()) else { return vec![pixels] };
    let mut counts = Vec::with_capacity(positions.len() + 1);
    counts.push(*first);
    // A loop without state, which compiles to vector instructions.
    counts.extend(positions.iter().zip(&positions[1..]).map(|(from, to)| to.wrapping_sub(*from)));
    counts.push(pixels.wrapping_sub(*last));
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_the_ways_between_positions() {
        assert_eq!(counts_of(&[], 12), [12]);
        assert_eq!(counts_of(&[0], 12), [0, 12]);
        assert_eq!(counts_of(&[2, 5, 11], 12), [2, 3, 6, 1]);
    }
}
