//! The kernels: their sources, and how they are launched.
#![allow(unsafe_code, reason = "a kernel's arguments are addresses, which nothing but this file can vouch for")]

use vrt::cuda::cudarc::driver::CudaStream;
use vrt::cuda::cudarc::driver::sys::CUdevice_attribute_enum as Attribute;
use vrt::cuda::{Argument, Cuda, CudaError, Grid, Kernel, KernelSource};

use super::error::GpuError;

/// Results must be those of the CPU, which fuses nothing.
const OPTIONS: &[&str] = &["--fmad=false"];

macro_rules! source {
    ($name:literal) => {
        KernelSource {
            name: concat!("rfdetr-seg-", $name),
            cuda: include_str!(concat!("../../kernels/", $name, ".cu")),
            options: OPTIONS,
            ptx: Some(include_str!(concat!("../../kernels/", $name, ".ptx"))),
        }
    };
}

/// The sources of all kernels of this crate: decoding, masks, run lengths, other forms of masks.
pub const KERNELS: [KernelSource; 4] = [source!("decode"), source!("masks"), source!("rle"), source!("views")];

/// Most pairs that the decoding kernel selects.
pub(super) const MAX_SELECT: usize = 4096;
/// Rows whose changes are counted together, `SEGMENT` in `kernels/rle.cu`.
const RLE_SEGMENT: u32 = 256;
/// 32-bit words of `Changes` there.
const RLE_SEGMENT_WORDS: usize = 2;
/// Threads of a block of the decoding kernel, and logits that it looks at.
const DECODE_THREADS: u32 = 1024;
/// Most blocks that look at logits.
const DECODE_BLOCKS: u64 = 1024;

/// The kernels on one GPU.
#[derive(Debug, Clone)]
pub(super) struct Kernels {
    decode: Kernel,
    masks: Kernel,
    rle_count: Kernel,
    rle_scan: Kernel,
    rle_write: Kernel,
    mask_bytes: Kernel,
    mask_logits: Kernel,
    multiprocessors: u32,
}

/// Sizes of what the network answers for a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    pub batch: u32,
    pub queries: u32,
    pub classes: u32,
    pub mask_width: u32,
    pub mask_height: u32,
    /// Pairs that are selected, which is also the most detections.
    pub select: u32,
}

/// 32-bit words before the detections, and of each detection.
pub(super) const HEAD_WORDS: usize = 16;
pub(super) const FOUND_WORDS: usize = 8;
/// The word of a head that is `sound` in the kernels.
pub(super) const SOUND_WORD: usize = 6;

impl Shape {
    /// 32-bit words of a picture's head and detections.
    pub fn head_words(&self) -> usize {
        HEAD_WORDS + FOUND_WORDS * self.select as usize
    }

    fn decode_grid(&self) -> Grid {
        let pairs = u64::from(self.queries) * u64::from(self.classes);
        let blocks = pairs.div_ceil(u64::from(DECODE_THREADS)).clamp(1, DECODE_BLOCKS) as u32;
        Grid { blocks: (blocks, self.batch, 1), threads: (DECODE_THREADS, 1, 1), shared_bytes: 0 }
    }
}

/// Addresses that the decoding and mask kernels work on; see `kernels/decode.cu`, `kernels/masks.cu`.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PostAddresses {
    pub labels: u64,
    pub boxes: u64,
    pub masks: u64,
    pub options: u64,
    pub sizes: u64,
    pub counters: u64,
    pub keys: u64,
    pub heads: u64,
    /// What the host reads, in pinned memory.
    pub results: u64,
    pub bits: u64,
    /// 32-bit words of all masks of one picture.
    pub picture_words: u64,
}

/// Addresses that the run length kernels write to; see `kernels/rle.cu`.
#[derive(Debug, Clone, Copy)]
pub(super) struct RleAddresses {
    pub segments: u64,
    pub totals: u64,
    pub lengths: u64,
}

impl Kernels {
    pub fn load(cuda: &Cuda) -> Result<Self, GpuError> {
        let [decode, masks, rle, views] = KERNELS;
        let (rle, views) = (rle.load(cuda)?, views.load(cuda)?);
        let count = cuda.context().attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
        let count = count.map_err(|error| CudaError::Driver {
            doing: "asking for the number of multiprocessors".into(),
            code: error.0 as u32,
            name: format!("{:?}", error.0),
        })?;
        Ok(Self {
            decode: decode.load(cuda)?.kernel("decode")?,
            masks: masks.load(cuda)?.kernel("masks_to_bits")?,
            rle_count: rle.kernel("rle_count")?,
            rle_scan: rle.kernel("rle_scan")?,
            rle_write: rle.kernel("rle_write")?,
            mask_bytes: views.kernel("mask_bytes")?,
            mask_logits: views.kernel("mask_logits")?,
            multiprocessors: count.unsigned_abs().max(1),
        })
    }

    /// Queues decoding.
    ///
    /// # Safety
    /// All addresses must be those of memory as large as `shape` says, valid as long as the work runs and ordered on this stream.
    pub unsafe fn decode(&self, stream: &CudaStream, shape: &Shape, at: &PostAddresses) -> Result<(), CudaError> {
        let head_words = shape.head_words() as u32;
        let arguments: [Argument<'_>; 12] = [
            (&at.labels).into(),
            (&at.boxes).into(),
            (&at.options).into(),
            (&at.sizes).into(),
            (&at.counters).into(),
            (&at.keys).into(),
            (&at.heads).into(),
            (&at.results).into(),
            (&shape.queries).into(),
            (&shape.classes).into(),
            (&shape.select).into(),
            (&head_words).into(),
        ];
        // SAFETY: the arguments are those of `decode`; the caller vouches for the addresses.
        unsafe { self.decode.launch(stream, shape.decode_grid(), &arguments) }
    }

    /// Queues the masks of all detections.
    ///
    /// # Safety
    /// As for [`Kernels::decode`]; the sizes in the block must not need more than `picture_words` for `select` masks.
    pub unsafe fn masks(&self, stream: &CudaStream, shape: &Shape, at: &PostAddresses) -> Result<(), CudaError> {
        let head_words = shape.head_words() as u32;
        let picture_words = at.picture_words / 2;
        // As many blocks as a multiprocessor holds by the kernel's launch bounds.
        let blocks = (self.multiprocessors * 6).div_ceil(shape.batch).max(1);
        let grid = Grid { blocks: (blocks, shape.batch, 1), threads: (256, 1, 1), shared_bytes: 0 };
        let arguments: [Argument<'_>; 10] = [
            (&at.masks).into(),
            (&at.heads).into(),
            (&at.results).into(),
            (&at.bits).into(),
            (&at.sizes).into(),
            (&shape.queries).into(),
            (&shape.mask_width).into(),
            (&shape.mask_height).into(),
            (&picture_words).into(),
            (&head_words).into(),
        ];
        // SAFETY: the arguments are those of `masks_to_bits`; the caller vouches for the addresses and sizes.
        unsafe { self.masks.launch(stream, grid, &arguments) }
    }

    /// Words for the changes of a mask's segments, which [`Kernels::rle`] needs; widths and heights of masks multiply to less than 2^32.
    pub fn rle_words(size: (u32, u32)) -> usize {
        RLE_SEGMENT_WORDS * rle_segments(size)
    }

    /// Queues the run lengths of `count` masks of `size` at `bits`: the number of changes of each at `totals`, its run lengths, one more than changes,
    /// from `lengths` on, mask after mask.
    ///
    /// # Safety
    /// `bits` must hold `count` masks, `segments` have room for `count` times [`Kernels::rle_words`] words, `totals` for `count`, `lengths` for
    /// `capacity`; valid as long as the work runs and ordered on this stream.
    pub unsafe fn rle(
        &self,
        stream: &CudaStream,
        bits: u64,
        RleAddresses { segments, totals, lengths }: RleAddresses,
        capacity: u64,
        count: u32,
        (width, height): (u32, u32),
    ) -> Result<(), CudaError> {
        let stride = width.div_ceil(64) * 2;
        let each = rle_segments((width, height)) as u32;
        let strips = Grid { blocks: (width.div_ceil(128) * height.div_ceil(RLE_SEGMENT), count, 1), threads: (128, 1, 1), shared_bytes: 0 };
        let scan = Grid { blocks: (count, 1, 1), threads: (1024, 1, 1), shared_bytes: 0 };
        let (w, h, s) = (Argument::from(&width), Argument::from(&height), Argument::from(&stride));
        // SAFETY: the arguments are those of the three kernels; warps outside the picture do nothing; the caller vouches for the addresses.
        unsafe {
            self.rle_count.launch(stream, strips, &[(&bits).into(), (&segments).into(), w, h, s])?;
            self.rle_scan.launch(stream, scan, &[(&segments).into(), (&totals).into(), (&each).into()])?;
            let arguments: [Argument<'_>; 8] =
                [(&bits).into(), (&segments).into(), (&totals).into(), (&lengths).into(), (&capacity).into(), w, h, s];
            self.rle_write.launch(stream, strips, &arguments)
        }
    }
}

/// Segments of the columns of a mask, each [`RLE_SEGMENT`] rows or less.
fn rle_segments((width, height): (u32, u32)) -> usize {
    width as usize * height.div_ceil(RLE_SEGMENT) as usize
}

impl Kernels {
    /// Queues turning the bits of `count` masks of `size` into bytes.
    ///
    /// # Safety
    /// `bits` must hold `count` masks and `bytes` have room for `count * width * height` bytes, aligned to 16; valid as long as the work runs
    /// and ordered on this stream.
    pub unsafe fn mask_bytes(
        &self,
        stream: &CudaStream,
        (bits, bytes): (u64, u64),
        count: u32,
        (width, height): (u32, u32),
    ) -> Result<(), CudaError> {
        let threads = (u64::from(count) * u64::from(width) * u64::from(height)).div_ceil(16);
        let blocks = u32::try_from(threads.div_ceil(256)).unwrap_or(u32::MAX);
        let grid = Grid { blocks: (blocks, 1, 1), threads: (256, 1, 1), shared_bytes: 0 };
        let arguments: [Argument<'_>; 5] = [(&bits).into(), (&bytes).into(), (&width).into(), (&height).into(), (&count).into()];
        // SAFETY: the arguments are those of `mask_bytes`; threads behind the last pixel do nothing; the caller vouches for the addresses.
        unsafe { self.mask_bytes.launch(stream, grid, &arguments) }
    }

    /// Queues copying the logits of `count` detections at `detections`, `mask_size` each, from the network's `masks` to `logits`.
    ///
    /// # Safety
    /// All addresses must be those of memory so large, valid as long as the work runs and ordered on this stream.
    pub unsafe fn mask_logits(
        &self,
        stream: &CudaStream,
        (masks, detections, logits): (u64, u64, u64),
        count: u32,
        mask_size: u32,
    ) -> Result<(), CudaError> {
        let grid = Grid { blocks: (mask_size.div_ceil(256), count, 1), threads: (256, 1, 1), shared_bytes: 0 };
        let arguments: [Argument<'_>; 4] = [(&masks).into(), (&detections).into(), (&logits).into(), (&mask_size).into()];
        // SAFETY: the arguments are those of `mask_logits`; threads behind a mask do nothing; the caller vouches for the addresses.
        unsafe { self.mask_logits.launch(stream, grid, &arguments) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_ptx_belongs_to_the_sources() {
        let entries = [&["decode"][..], &["masks_to_bits"], &["rle_count", "rle_scan", "rle_write"], &["mask_bytes", "mask_logits"]];
        for (source, entries) in KERNELS.iter().zip(entries) {
            assert!(source.is_ptx_fresh(), "run the example build_kernels: {}", source.name);
            let ptx = source.ptx.unwrap();
            assert!(!ptx.contains("fma.rn.f64"), "{}: fused", source.name);
            for entry in entries {
                assert!(ptx.contains(&format!(".entry {entry}(")), "{entry}");
            }
        }
    }

    #[test]
    fn segments_are_the_kernels() {
        let line = KERNELS[2].cuda.lines().find(|line| line.starts_with("#define SEGMENT ")).unwrap();
        assert_eq!(line.split_whitespace().nth(2), Some(RLE_SEGMENT.to_string().as_str()));
    }

    #[test]
    fn grids_cover_what_there_is() {
        let shape = Shape { batch: 2, queries: 100, classes: 91, mask_width: 78, mask_height: 78, select: 100 };
        assert_eq!(shape.decode_grid().blocks, (9, 2, 1));
        assert_eq!(shape.head_words() * 4, 64 + 3200);
        let large = Shape { queries: 65_536, classes: 65_535, ..shape };
        assert_eq!(large.decode_grid().blocks.0, 1024);
        assert_eq!(Shape { queries: 1, classes: 1, ..shape }.decode_grid().blocks.0, 1);
    }
}
