//! Run lengths of masks that are on the GPU.
#![allow(unsafe_code, reason = "kernels are launched on addresses of memory that this file keeps")]

use std::sync::Arc;

use vrt::cuda::cudarc::driver::{CudaSlice, CudaStream};
use vrt::cuda::{Cuda, PinnedBuffer, slice_address};
use vrt_types::Rle;

use super::error::GpuError;
use super::kernels::Kernels;
use crate::Error;

/// Positions that are copied at once with the totals: far more than pictures have. What does not fit is copied after.
const FIRST: usize = 1 << 16;

/// Memory that grows with what is asked.
#[derive(Default)]
pub(super) struct RleBuffers {
    buffers: Option<Buffers>,
}

struct Buffers {
    columns: CudaSlice<u32>,
    /// Room for `totals` words, then for positions.
    found: CudaSlice<u32>,
    totals: usize,
    host: PinnedBuffer<u32>,
}

impl Buffers {
    fn new(cuda: &Cuda, stream: &Arc<CudaStream>, columns: usize, totals: usize, positions: usize) -> Result<Self, GpuError> {
        const DOING: &str = "allocating run lengths";
        Ok(Self {
            columns: cuda.zeroed_slice(stream, columns, DOING)?,
            found: cuda.zeroed_slice(stream, totals + positions, DOING)?,
            totals,
            host: PinnedBuffer::for_readback(cuda, totals + positions)?,
        })
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
        let columns = count * size.0 as usize;
        let fits = |buffers: &Buffers| buffers.columns.len() >= columns && buffers.totals >= count;
        let mut buffers = match self.buffers.take().filter(fits) {
            Some(buffers) => buffers,
            None => Buffers::new(cuda, stream, columns, count.next_power_of_two(), FIRST)?,
        };
        let positions = loop {
            let capacity = buffers.found.len() - buffers.totals;
            let (at, to) = (slice_address(&mut buffers.columns, stream), slice_address(&mut buffers.found, stream));
            // SAFETY: the result holds `count` masks of this size at `bits`, on this stream; the buffers have the room they say.
            unsafe {
                let places = (bits, at, to, to + 4 * buffers.totals as u64);
                kernels.rle(stream, places, capacity as u64, count as u32, size).map_err(GpuError::from)?;
            }
            let found = buffers.found.as_view();
            let most = (buffers.totals + FIRST).min(found.len());
            let first = found.try_slice(..most).ok_or(GpuError::Empty)?;
            buffers.host.copy_from(first, stream).map_err(GpuError::from)?.wait().map_err(GpuError::from)?;
            let totals = &buffers.host.values().map_err(GpuError::from)?[..count];
            let needed: usize = totals.iter().map(|total| *total as usize).sum();
            if needed <= capacity {
                break needed;
            }
            // Masks like noise: once more with room for them.
            buffers = Buffers::new(cuda, stream, buffers.columns.len(), buffers.totals, needed)?;
        };
        if buffers.totals + positions > (buffers.totals + FIRST).min(buffers.found.len()) {
            let all = buffers.found.as_view();
            buffers.host.copy_from(all, stream).map_err(GpuError::from)?.wait().map_err(GpuError::from)?;
        }
        let words = buffers.host.values().map_err(GpuError::from)?;
        let mut at = buffers.totals;
        let mut runs = Vec::with_capacity(count);
        for total in &words[..count] {
            let positions = words.get(at..).and_then(|words| words.get(..*total as usize)).ok_or(GpuError::Empty)?;
            at += positions.len();
            runs.push(Rle::new(size.0, size.1, counts(positions, size.0 * size.1))?);
        }
        self.buffers = Some(buffers);
        Ok(runs)
    }
}

/// Run lengths from the positions at which a mask of `pixels` pixels changes.
fn counts(positions: &[u32], pixels: u32) -> Vec<u32> {
    let mut start = 0;
    let ends = positions.iter().copied().chain([pixels]);
    ends.map(|end| end.saturating_sub(std::mem::replace(&mut start, end))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_the_ways_between_positions() {
        assert_eq!(counts(&[], 12), [12]);
        assert_eq!(counts(&[0], 12), [0, 12]);
        assert_eq!(counts(&[2, 5, 11], 12), [2, 3, 6, 1]);
    }
}
