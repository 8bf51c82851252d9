//! What `kernels/select.cu` and `positions.cu` are asked, the memory that they work in, and what they answer.

use std::sync::Arc;

use vrt::cuda::cudarc::driver::{CudaSlice, CudaStream};
use vrt::cuda::{Cuda, CudaError, slice_address};

use super::error::GpuError;
use crate::Error;

/// Most percentiles at once.
pub(super) const PERCENTS: usize = 16;
/// 32-bit words of a `Job`, and of the answer for each object.
pub(super) const JOB_WORDS: usize = 24 + 2 * PERCENTS;
pub(super) const MEASURED_WORDS: usize = 24;
/// Words of `Object` and of `Points`; bins of an object's histogram.
const OBJECT_WORDS: usize = 128 + 3 + 3;
const POINTS_WORDS: usize = 20;
const BINS: usize = 2048;
/// Keys that there is room for in any case, and for each object: many more than fall in the bins of the wanted ranks.
const LEAST_KEYS: usize = 1 << 18;
const OBJECT_KEYS: usize = 1 << 12;

/// Which values count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Valid {
    /// All but NaN and infinite ones.
    Finite,
    /// Those larger than 0, too.
    Positive,
}

/// Percentiles wanted of the values of maps, or of those under masks.
#[derive(Debug, Clone)]
pub(super) struct Job<'a> {
    /// Address of the first map, and values from one object's map to the next.
    pub values: (u64, u64),
    /// Address of the first mask's words, and 32-bit words from mask to mask: all masks are of the first map. `None` where objects are whole
    /// maps.
    pub masks: Option<(u64, u64)>,
    /// Address of scores beside the values, and from which score on a pixel does not count.
    pub scores: Option<(u64, f32)>,
    /// Address of the table of the camera's view.
    pub view: Option<u64>,
    /// Address of a `u32` that the GPU wrote: how many of the objects there are, the first ones. Of those beyond nothing is read, and no answer
    /// is written.
    pub count: Option<u64>,
    /// As many as there is room for in what the addresses name, so the most that `count` may say.
    pub objects: u32,
    /// Width and height of the maps, and of the masks.
    pub map: (u32, u32),
    pub size: (u32, u32),
    pub corners: bool,
    pub valid: Valid,
    /// At most [`PERCENTS`].
    pub percents: &'a [f32],
}

impl Job<'_> {
    /// Writes the words that the kernel reads, `JOB_WORDS` of them.
    pub fn write(&self, words: &mut [u32]) {
        let (masks, mask_stride) = self.masks.unwrap_or_default();
        let (scores, threshold) = self.scores.unwrap_or_default();
        let (view, count) = (self.view.unwrap_or_default(), self.count.unwrap_or_default());
        let addresses = [self.values.0, self.values.1, masks, mask_stride, scores, view, count];
        let (low, high) = match self.valid {
            Valid::Finite => (key_of(-f32::MAX), key_of(f32::MAX)),
            Valid::Positive => (key_of(f32::from_bits(1)), key_of(f32::MAX)),
        };
        let numbers = [
            self.objects,
            self.map.0,
            self.map.1,
            self.size.0,
            self.size.1,
            u32::from(self.corners),
            low,
            high,
            threshold.to_bits(),
            self.percents.len().min(PERCENTS) as u32,
        ];
        // As statistics::percentiles divides.
        let shares = self.percents.iter().map(|percent| (f64::from(*percent) / 100.0).to_bits());
        let halves = |doubles: u64| [doubles as u32, (doubles >> 32) as u32];
        let addresses = addresses.into_iter().flat_map(halves);
        let shares = shares.chain(std::iter::repeat(0)).take(PERCENTS).flat_map(halves);
        words[..JOB_WORDS].iter_mut().zip(addresses.chain(numbers).chain(shares)).for_each(|(word, value)| *word = value);
    }
}

/// `key_of` of the kernels.
fn key_of(value: f32) -> u32 {
    let bits = value.to_bits();
    bits ^ if bits >> 31 == 1 { u32::MAX } else { 1 << 31 }
}

/// Refuses what the kernels have no room for.
pub(super) fn check_percents(count: usize) -> Result<(), Error> {
    let (what, value) = ("the number of percentiles (with the median)", count as u64);
    if (1..=PERCENTS).contains(&count) { Ok(()) } else { Err(GpuError::Limit { what, value, must: "1..=16" }.into()) }
}

/// How much room selections need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    pub objects: usize,
    /// Pixels of masks of this size; 0 where objects are whole maps.
    pub pixels: usize,
}

impl Room {
    /// For so many whole maps.
    pub fn of_maps(objects: usize) -> Self {
        Self { objects, pixels: 0 }
    }

    /// For a job.
    pub fn of(job: &Job<'_>) -> Self {
        let pixels = if job.masks.is_some() { job.size.0 as usize * job.size.1 as usize } else { 0 };
        Self { objects: job.objects as usize, pixels }
    }
}

/// The memory of selections.
pub(super) struct Selection {
    room: Room,
    /// Addresses as the kernels take them.
    pub at: SelectionAddresses,
    _memory: CudaSlice<u32>,
}

/// Where the kernels work.
#[derive(Debug, Clone, Copy)]
pub(super) struct SelectionAddresses {
    pub objects: u64,
    pub histograms: u64,
    /// Keys in the bins of the wanted ranks, and how many there is room for.
    pub kept: (u64, u64),
    pub ended: u64,
    pub partials: u64,
    pub result: u64,
}

impl Selection {
    /// With positions measured by `blocks` blocks.
    pub fn new(cuda: &Cuda, stream: &Arc<CudaStream>, blocks: u32, room: Room) -> Result<Self, CudaError> {
        const DOING: &str = "allocating the histograms of depths";
        let objects = room.objects;
        let overflow = || CudaError::ShapeOverflow { doing: DOING.into(), shape: vec![objects, BINS], element_bytes: 4 };
        // Each begins at a multiple of 16 bytes.
        let words = |count: usize, words: usize| {
            let product = count.checked_mul(words)?;
            product.checked_next_multiple_of(4)
        };
        let kept = objects.checked_mul(OBJECT_KEYS).ok_or_else(overflow)?.max(room.pixels).max(LEAST_KEYS);
        let partials = if room.pixels == 0 { 0 } else { objects.max(blocks as usize) };
        let lengths = [
            words(objects, OBJECT_WORDS),
            words(objects, BINS),
            words(kept, 1),
            words(objects, 1),
            words(partials, POINTS_WORDS),
            words(objects, MEASURED_WORDS),
        ];
        let mut all = 0_usize;
        let mut begins = [0; 6];
        for (begin, length) in begins.iter_mut().zip(lengths) {
            *begin = 4 * all as u64;
            all = length.and_then(|length| all.checked_add(length)).ok_or_else(overflow)?;
        }
        let mut memory = cuda.zeroed_slice::<u32>(stream, all, DOING)?;
        let address = slice_address(&mut memory, stream);
        let [of_objects, histograms, keys, ended, partials, result] = begins.map(|begin| address + begin);
        let at = SelectionAddresses { objects: of_objects, histograms, kept: (keys, kept as u64), ended, partials, result };
        Ok(Self { room, at, _memory: memory })
    }

    /// Whether there is room.
    pub fn fits(&self, room: &Room) -> bool {
        room.objects <= self.room.objects && room.pixels <= self.room.pixels
    }

    /// Words of the whole answer.
    pub fn result_words(&self) -> usize {
        MEASURED_WORDS * self.room.objects
    }
}

/// The answer for one object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Measured<'a> {
    words: &'a [u32],
}

impl<'a> Measured<'a> {
    /// The one of object `index` in the words of a result.
    pub fn of(result: &'a [u32], index: usize) -> Option<Self> {
        let words = result.get(index * MEASURED_WORDS..)?.get(..MEASURED_WORDS)?;
        Some(Self { words })
    }

    /// Pixels of the object, and those of them with a valid value.
    pub fn counts(&self) -> (u32, u32) {
        (self.words[0], self.words[1])
    }

    /// A percentile, by its position among those asked for.
    pub fn percentile(&self, index: usize) -> f32 {
        f32::from_bits(self.words[2 + index.min(PERCENTS - 1)])
    }

    /// Centroid and extent, where a view was given.
    pub fn position(&self) -> ([f32; 3], [f32; 3]) {
        let at = |first: usize| std::array::from_fn(|axis| f32::from_bits(self.words[2 + PERCENTS + first + axis]));
        (at(0), at(3))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_job_is_what_the_kernel_reads() {
        let job = Job {
            values: (0x1_0000_0002, 3),
            masks: Some((4, 5)),
            scores: Some((6, 0.5)),
            view: Some(7),
            count: Some(8),
            objects: 9,
            map: (10, 11),
            size: (12, 13),
            corners: true,
            valid: Valid::Positive,
            percents: &[50.0, 5.0],
        };
        let mut words = [0xABCD; JOB_WORDS + 1];
        job.write(&mut words);
        assert_eq!(words[..14], [2, 1, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0]);
        assert_eq!(words[14..24], [9, 10, 11, 12, 13, 1, 0x8000_0001, 0xff7f_ffff, 0.5f32.to_bits(), 2]);
        let half = 0.5f64.to_bits();
        assert_eq!((words[24], words[25]), (half as u32, (half >> 32) as u32));
        let fifth = u64::from(words[27]) << 32 | u64::from(words[26]);
        assert_eq!((f64::from_bits(fifth), words[28]), (5.0 / 100.0, 0));
        assert_eq!((words[JOB_WORDS - 1], words[JOB_WORDS]), (0, 0xABCD));
    }

    #[test]
    fn keys_order_as_floats() {
        let values = [-f32::MAX, -1.0, -0.0, 0.0, f32::from_bits(1), 1.0, f32::MAX];
        assert!(values.windows(2).all(|pair| key_of(pair[0]) < key_of(pair[1])));
    }
}
