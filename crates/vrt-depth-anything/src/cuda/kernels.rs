//! The kernels: their sources, and how they are launched.
#![allow(unsafe_code, reason = "a kernel's arguments are addresses, which nothing but this file can vouch for")]

use vrt::cuda::cudarc::driver::CudaStream;
use vrt::cuda::cudarc::driver::sys::CUdevice_attribute_enum as Attribute;
use vrt::cuda::{Argument, Cuda, CudaError, Grid, Kernel, KernelSource};

use super::selection::SelectionAddresses;

/// Results must be those of the CPU, which fuses nothing.
const OPTIONS: &[&str] = &["--fmad=false"];

macro_rules! source {
    ($name:literal $(, $shared:literal)*) => {
        KernelSource {
            name: concat!("depth-anything-", $name),
            cuda: concat!(
                include_str!("../../kernels/values.cuh"),
                $(include_str!(concat!("../../kernels/", $shared, ".cuh")),)*
                include_str!(concat!("../../kernels/", $name, ".cu"))
            ),
            options: OPTIONS,
            ptx: Some(include_str!(concat!("../../kernels/", $name, ".ptx"))),
        }
    };
}

/// The sources of all kernels of this crate: from the network's maps to depth and colours, and percentiles of maps and masks.
pub const KERNELS: [KernelSource; 3] = [source!("maps"), source!("select", "rows", "bins"), source!("positions", "rows")];

const THREADS: u32 = 256;
/// Threads of the kernels that select, and their blocks for each multiprocessor.
const SELECT_THREADS: u32 = 512;
const SELECT_BLOCKS: u32 = 2;
/// Blocks of the other kernels for each multiprocessor.
const BLOCKS: u32 = 4;
/// Rows of a tile of the resampling kernels.
const TILE_ROWS: u32 = 16;

/// The kernels on one GPU.
#[derive(Debug, Clone)]
pub(super) struct Kernels {
    check: Kernel,
    finish: Kernel,
    upsample: Kernel,
    sky: Kernel,
    color: Kernel,
    count: Kernel,
    select: Kernel,
    positions: Kernel,
    blocks: u32,
}

/// The maps of a batch, at the network's size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    pub batch: u32,
    pub width: u32,
    pub height: u32,
}

impl Shape {
    /// Values of one map.
    pub fn pixels(&self) -> u32 {
        self.width * self.height
    }
}

/// 32-bit words of a picture's `Head`, its `Counters` and its `Options`.
pub(super) const HEAD_WORDS: usize = 16;
pub(super) const COUNTER_WORDS: usize = 8;
pub(super) const OPTION_WORDS: usize = 2;
/// What a picture's `Counters` hold before the first launch.
pub(super) const COUNTERS: [u32; COUNTER_WORDS] = [0, 0, 0, 0, 0, u32::MAX, 0, 0];
/// 32-bit words of a `Shade`.
pub(super) const SHADE_WORDS: usize = 12 + 256;

/// Addresses that the kernels of a frame work on; see `kernels/maps.cu`.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MapAddresses {
    pub depth: u64,
    /// 0 for networks that do not tell where the sky is.
    pub sky: u64,
    pub counters: u64,
    /// What the check finds, and what goes to the host: the same where nothing changes after the network.
    pub heads: u64,
    pub results: u64,
    pub options: u64,
    pub sizes: u64,
    /// Maps at the pictures' resolution, and values from one to the next.
    pub pictures: (u64, u64),
    /// Bits of the sky, and 32-bit words from one picture's to the next.
    pub bits: (u64, u64),
}

/// How the kernels read and resample the maps: of the configuration, so the same for all frames.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    pub corners: u32,
    pub threshold: f32,
}

impl Kernels {
    pub fn load(cuda: &Cuda) -> Result<Self, CudaError> {
        let [maps, select, positions] = KERNELS;
        let (maps, select, positions) = (maps.load(cuda)?, select.load(cuda)?, positions.load(cuda)?);
        let count = cuda.context().attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
        let count = count.map_err(CudaError::driver("asking for the number of multiprocessors"))?;
        Ok(Self {
            check: maps.kernel("check_maps")?,
            finish: maps.kernel("finish_maps")?,
            upsample: maps.kernel("upsample_maps")?,
            sky: maps.kernel("sky_to_bits")?,
            color: maps.kernel("color_map")?,
            count: select.kernel("count_values")?,
            select: select.kernel("select_values")?,
            positions: positions.kernel("measure_positions")?,
            blocks: count.unsigned_abs().max(1) * BLOCKS,
        })
    }

    /// Blocks that measure positions.
    pub fn blocks(&self) -> u32 {
        self.blocks
    }

    fn grid(blocks: u32, batch: u32) -> Grid {
        Grid { blocks: (blocks.max(1), batch, 1), threads: (THREADS, 1, 1), shared_bytes: 0 }
    }

    /// For kernels that share out a map's values.
    fn values_grid(&self, shape: &Shape) -> Grid {
        let needed = shape.pixels().div_ceil(THREADS * 4);
        Self::grid(needed.min(self.blocks.div_ceil(shape.batch)), shape.batch)
    }

    /// Queues the check of the network's maps.
    ///
    /// # Safety
    /// All addresses must be those of memory as large as `shape` says, valid as long as the work runs and ordered on this stream.
    pub unsafe fn check(&self, stream: &CudaStream, shape: &Shape, at: &MapAddresses, reading: &Reading) -> Result<(), CudaError> {
        let pixels = shape.pixels();
        let arguments: [Argument<'_>; 6] = [
            (&at.depth).into(),
            (&at.sky).into(),
            (&at.counters).into(),
            (&at.heads).into(),
            (&pixels).into(),
            (&reading.threshold).into(),
        ];
        // SAFETY: the arguments are those of `check_maps`; the caller vouches for the addresses.
        unsafe { self.check.launch(stream, self.values_grid(shape), &arguments) }
    }

    /// Queues sky and metres, in place. `far` is the address of what a selection answered: the 99th percentile of all but sky.
    ///
    /// # Safety
    /// As for [`Kernels::check`]; `far` must be 0 only where there is no sky.
    pub unsafe fn finish(
        &self,
        stream: &CudaStream,
        shape: &Shape,
        at: &MapAddresses,
        far: u64,
        reading: &Reading,
    ) -> Result<(), CudaError> {
        let pixels = shape.pixels();
        let arguments: [Argument<'_>; 9] = [
            (&at.depth).into(),
            (&at.sky).into(),
            (&far).into(),
            (&at.options).into(),
            (&at.counters).into(),
            (&at.heads).into(),
            (&at.results).into(),
            (&pixels).into(),
            (&reading.threshold).into(),
        ];
        // SAFETY: the arguments are those of `finish_maps`; the caller vouches for the addresses.
        unsafe { self.finish.launch(stream, self.values_grid(shape), &arguments) }
    }

    /// Queues the maps at the pictures' resolution; `most` pixels are those of the largest picture that there is room for.
    ///
    /// # Safety
    /// As for [`Kernels::check`]; no picture may have more pixels than there is room for.
    pub unsafe fn upsample(
        &self,
        stream: &CudaStream,
        shape: &Shape,
        at: &MapAddresses,
        most: u64,
        reading: &Reading,
    ) -> Result<(), CudaError> {
        let arguments: [Argument<'_>; 7] = [
            (&at.depth).into(),
            (&at.pictures.0).into(),
            (&at.sizes).into(),
            (&shape.width).into(),
            (&shape.height).into(),
            (&reading.corners).into(),
            (&at.pictures.1).into(),
        ];
        // SAFETY: the arguments are those of `upsample_maps`; the caller vouches for the addresses and sizes.
        unsafe { self.upsample.launch(stream, self.pixels_grid(most, shape.batch), &arguments) }
    }

    /// Queues the bits of the sky at the pictures' resolution.
    ///
    /// # Safety
    /// As for [`Kernels::upsample`].
    pub unsafe fn sky(&self, stream: &CudaStream, shape: &Shape, at: &MapAddresses, most: u64, reading: &Reading) -> Result<(), CudaError> {
        let arguments: [Argument<'_>; 8] = [
            (&at.sky).into(),
            (&at.bits.0).into(),
            (&at.sizes).into(),
            (&shape.width).into(),
            (&shape.height).into(),
            (&reading.corners).into(),
            (&reading.threshold).into(),
            (&at.bits.1).into(),
        ];
        // SAFETY: the arguments are those of `sky_to_bits`; the caller vouches for the addresses and sizes.
        unsafe { self.sky.launch(stream, self.pixels_grid(most, shape.batch), &arguments) }
    }

    /// For kernels whose blocks take tiles of pictures until there are none.
    fn pixels_grid(&self, most: u64, batch: u32) -> Grid {
        let tiles = most.div_ceil(u64::from(THREADS * TILE_ROWS)).max(1);
        let blocks = u64::from(self.blocks * 2).div_ceil(u64::from(batch));
        Self::grid(tiles.min(blocks) as u32, batch)
    }

    /// Queues the percentiles that the job at an address asks for, and positions where it names a view.
    ///
    /// # Safety
    /// `positions` only where there are masks and a view. The job's own addresses must be valid as long as the work runs, for as many objects,
    /// maps and masks as it says, and not more than the memory at `at` was made for; all ordered on this stream.
    pub unsafe fn select(&self, stream: &CudaStream, job: u64, positions: bool, at: &SelectionAddresses) -> Result<(), CudaError> {
        let blocks = self.blocks / BLOCKS * SELECT_BLOCKS;
        let grid = Grid { blocks: (blocks.max(1), 1, 1), threads: (SELECT_THREADS, 1, 1), shared_bytes: 0 };
        let count: [Argument<'_>; 3] = [(&job).into(), (&at.objects).into(), (&at.histograms).into()];
        let (keys, room) = at.kept;
        let select: [Argument<'_>; 6] =
            [(&job).into(), (&at.objects).into(), (&at.histograms).into(), (&keys).into(), (&room).into(), (&at.result).into()];
        // SAFETY: the arguments are those of `count_values` and `select_values`; the caller vouches for the addresses.
        unsafe {
            self.count.launch(stream, grid, &count)?;
            self.select.launch(stream, grid, &select)?;
        }
        if positions {
            let measure: [Argument<'_>; 4] = [(&job).into(), (&at.ended).into(), (&at.partials).into(), (&at.result).into()];
            // SAFETY: the arguments are those of `measure_positions`; the caller vouches for the addresses.
            unsafe { self.positions.launch(stream, Self::grid(self.blocks, 1), &measure) }?;
        }
        Ok(())
    }

    /// Queues the colours of the map that the shade at an address names, which has at most `pixels` pixels.
    ///
    /// # Safety
    /// The shade's own addresses must be valid as long as the work runs, for as many pixels as it says, and ordered on this stream.
    pub unsafe fn color(&self, stream: &CudaStream, shade: u64, pixels: u64) -> Result<(), CudaError> {
        let blocks = pixels.div_ceil(u64::from(THREADS) * 4).min(i32::MAX as u64) as u32;
        // SAFETY: the argument is that of `color_map`, whose threads beyond the last pixel do nothing; the caller vouches for the addresses.
        unsafe { self.color.launch(stream, Self::grid(blocks, 1), &[(&shade).into()]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_ptx_belongs_to_the_sources() {
        let entries = [
            &["check_maps", "finish_maps", "upsample_maps", "sky_to_bits", "color_map"][..],
            &["count_values", "select_values"],
            &["measure_positions"],
        ];
        for (source, entries) in KERNELS.iter().zip(entries) {
            assert!(source.is_ptx_fresh(), "run the example build_depth_kernels: {}", source.name);
            let ptx = source.ptx.unwrap();
            assert!(!ptx.contains("fma.rn.f64"), "{}: fused", source.name);
            for entry in entries {
                assert!(ptx.contains(&format!(".entry {entry}(")), "{entry}");
            }
        }
    }
}
