//! Depth maps as colours, on the GPU.
#![allow(unsafe_code, reason = "kernels are queued on addresses of memory that this file and its callers keep")]

use std::sync::Arc;

use vrt::cuda::cudarc::driver::{CudaSlice, CudaStream};
use vrt::cuda::{Cuda, CudaError, FrameGraph, Parameters, Recorder, slice_address};
use vrt_types::Colormap;

use super::error::GpuError;
use super::kernels::{Kernels, SHADE_WORDS};
use super::selection::{JOB_WORDS, Job, Room, Selection};
use crate::Error;

/// Which depths the ends of a colour map stand for; values beyond them take the colour of the nearer end.
///
/// Numbers are in the map's own unit. Those found on the GPU are of the map at the network's resolution, whose values are those of the map at
/// the picture's but for what lies between them. Valid are finite values, in metres and relative depths also larger than 0.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum ColorRange {
    /// From the smallest valid value to the largest. One wrong pixel can flatten all others.
    MinMax,
    /// From one percentile of the valid values to another, as `numpy.percentile` has them. Where both are the same value, [`ColorRange::MinMax`].
    Percentiles {
        /// Lower one, 0..=100.
        low: f32,
        /// Upper one, 0..=100.
        high: f32,
    },
    /// Numbers of the caller's, for pictures to be compared with each other.
    Fixed {
        /// Smallest value.
        low: f32,
        /// Largest value.
        high: f32,
    },
}

impl ColorRange {
    /// Percentiles 2 to 98: single wrong pixels don't change the picture.
    pub const ROBUST: Self = Self::Percentiles { low: 2.0, high: 98.0 };

    /// The percentiles that the kernel needs, none where the numbers are given.
    fn percents(&self) -> Option<[f32; 4]> {
        match *self {
            Self::MinMax => Some([0.0, 100.0, 0.0, 100.0]),
            Self::Percentiles { low, high } => Some([low, high, 0.0, 100.0]),
            Self::Fixed { .. } => None,
        }
    }

    fn check(&self) -> Result<(), Error> {
        let ordered = |low: f32, high: f32| low.is_finite() && high.is_finite() && low < high;
        match *self {
            Self::Percentiles { low, high } => {
                if let Some(percent) = [low, high].into_iter().find(|percent| !(0.0..=100.0).contains(percent)) {
                    return Err(Error::Percentile { percent });
                }
                if ordered(low, high) { Ok(()) } else { Err(GpuError::ColorRange { low, high }.into()) }
            }
            Self::Fixed { low, high } if !ordered(low, high) => Err(GpuError::ColorRange { low, high }.into()),
            _ => Ok(()),
        }
    }
}

impl Default for ColorRange {
    /// [`ColorRange::ROBUST`].
    fn default() -> Self {
        Self::ROBUST
    }
}

struct Work {
    kernels: Kernels,
    /// The shade, then the job of its range.
    parameters: Parameters,
    selection: Selection,
    /// Whether the range is found on the GPU.
    select: bool,
    rgb: CudaSlice<u8>,
    /// Pixels that there is room for.
    pixels: u64,
    repeats: u32,
}

/// Colours for one map at a time.
pub(super) struct Colors {
    graph: FrameGraph<Work, GpuError>,
    cuda: Cuda,
    stream: Arc<CudaStream>,
}

/// A map and how it is to be coloured.
pub(super) struct Shading<'a> {
    /// The map at the picture's resolution.
    pub map: u64,
    pub pixels: u64,
    pub disparity: bool,
    pub colormap: Colormap,
    pub range: ColorRange,
    /// What a job of the map at the network's resolution is; its percentiles are the range's.
    pub job: Job<'a>,
}

impl Colors {
    pub fn new(cuda: &Cuda, kernels: &Kernels, stream: &Arc<CudaStream>) -> Result<Self, GpuError> {
        let work = Work {
            kernels: kernels.clone(),
            parameters: Parameters::new(cuda, stream, SHADE_WORDS + JOB_WORDS)?,
            selection: Selection::new(cuda, stream, kernels.blocks(), Room::of_maps(1))?,
            select: true,
            rgb: cuda.zeroed_slice(stream, 1, "allocating the colours of a depth map")?,
            pixels: 0,
            repeats: 1,
        };
        let record = |work: &mut Work, recorder: &mut Recorder<'_>| -> Result<(), GpuError> {
            work.parameters.record(recorder)?;
            let (stream, address) = (recorder.stream(), work.parameters.address());
            // SAFETY: the job and the shade were written by `submit`, whose caller keeps the maps; `rgb` has room for all pixels.
            unsafe {
                if work.select {
                    work.kernels.select(stream, address + 4 * SHADE_WORDS as u64, false, &work.selection.at)?;
                }
                for _ in 0..work.repeats {
                    work.kernels.color(stream, address, work.pixels)?;
                }
            }
            Ok(())
        };
        // SAFETY: what is queued depends on fields that change only after `invalidate`; all memory belongs to the work, or is named by what
        // `submit` is given.
        let graph = unsafe { FrameGraph::new(cuda, stream, work, record) }?;
        Ok(Self { graph, cuda: cuda.clone(), stream: stream.clone() })
    }

    /// Queues a map.
    ///
    /// # Safety
    /// The map at the picture's resolution must have as many pixels as it says, and that of the job be as large as that says; both valid as
    /// long as the work runs, and ordered before and after it on this stream.
    pub unsafe fn submit(&mut self, shading: &Shading<'_>) -> Result<(), Error> {
        shading.range.check()?;
        let percents = shading.range.percents();
        let work = self.graph.resources();
        if work.pixels < shading.pixels || work.select != percents.is_some() {
            self.graph.invalidate()?;
            let work = self.graph.resources_mut();
            work.select = percents.is_some();
            if work.pixels < shading.pixels {
                const DOING: &str = "allocating the colours of a depth map";
                let shape = || vec![shading.pixels as usize, 3];
                let overflow = || CudaError::ShapeOverflow { doing: DOING.into(), shape: shape(), element_bytes: 1 };
                let bytes = shading.pixels.checked_mul(3).and_then(|bytes| usize::try_from(bytes).ok()).ok_or_else(overflow);
                // The old colours go first: there may be no room for both.
                work.pixels = 0;
                work.rgb = self.cuda.zeroed_slice(&self.stream, 1, DOING)?;
                work.rgb = bytes.and_then(|bytes| self.cuda.zeroed_slice(&self.stream, bytes, DOING))?;
                work.pixels = shading.pixels;
            }
        }
        let work = self.graph.resources_mut();
        // Waits, on the GPU, for work elsewhere that reads the last colours.
        let rgb = slice_address(&mut work.rgb, &self.stream);
        let found = if work.select { work.selection.at.result } else { 0 };
        let (low, high) = match shading.range {
            ColorRange::Fixed { low, high } => (low, high),
            _ => (0.0, 0.0),
        };
        let packed = |[red, green, blue]: [u8; 3]| u32::from_le_bytes([red, green, blue, 0]);
        let words = work.parameters.words_mut()?;
        let halves = [shading.map, rgb, shading.pixels, found].into_iter().flat_map(|address| [address as u32, (address >> 32) as u32]);
        let numbers = [low.to_bits(), high.to_bits(), u32::from(shading.disparity), packed(shading.colormap.invalid_color())];
        let table = shading.colormap.table().iter().map(|color| packed(*color));
        words.iter_mut().zip(halves.chain(numbers).chain(table)).for_each(|(word, value)| *word = value);
        let percents = percents.unwrap_or_default();
        Job { percents: &percents, ..shading.job.clone() }.write(&mut words[SHADE_WORDS..]);
        let _in_flight = self.graph.run()?;
        // A graph notes no events: whoever reads the colours on another stream waits for this one.
        slice_address(&mut self.graph.resources_mut().rgb, &self.stream);
        Ok(())
    }

    /// The colours, three bytes a pixel.
    pub fn rgb(&self) -> &CudaSlice<u8> {
        &self.graph.resources().rgb
    }

    /// Queues the kernel several times, to time it.
    pub fn set_repeats(&mut self, repeats: u32) -> Result<(), CudaError> {
        self.graph.invalidate()?;
        self.graph.resources_mut().repeats = repeats;
        Ok(())
    }
}
