//! The preprocessing kernels, and how they are launched.

use cudarc::driver::CudaStream;

use crate::cuda::{Argument, Cuda, CudaError, Grid, Kernel, KernelSource};
use crate::preprocess::Normalize;

/// The kernels; `kernels/preprocess.ptx` is made from the same source (`examples/build_ptx.rs`). Results must be those of the CPU, which
/// fuses nothing.
pub(crate) const SOURCE: KernelSource = KernelSource {
    name: "preprocess",
    cuda: include_str!("../../../kernels/preprocess.cu"),
    options: &["--fmad=false"],
    ptx: Some(include_str!("../../../kernels/preprocess.ptx")),
};

/// Source columns that the antialiasing kernel sums in shared memory.
const SHARED_COLUMNS: f64 = 2048.0;
/// Most pixels of a row that one block of the antialiasing kernel computes: two blocks a row of 312 share the work more evenly than one.
const BLOCK_COLUMNS: f64 = 160.0;

/// How the antialiasing kernel shares out a row of `to` pixels, made of `from`: pixels for one block.
pub(super) fn antialias_columns(from: u32, to: u32) -> u32 {
    let scale = f64::from(from) / f64::from(to);
    let support = scale.max(1.0);
    let fits = (SHARED_COLUMNS - 2.0 * support - 4.0) / scale;
    // Where not even one pixel's columns fit, the kernel sums each anew: slow, and only for networks of a few pixels.
    fits.clamp(1.0, BLOCK_COLUMNS.min(f64::from(to))) as u32
}

/// The kernels on one GPU.
#[derive(Debug, Clone)]
pub(super) struct Kernels {
    bilinear: Kernel,
    antialias: Kernel,
    cubic: Kernel,
    area_cubic: Kernel,
}

/// What every kernel works on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Job<'a> {
    /// Address of the table of pictures.
    pub pictures: u64,
    /// Address of the network's input.
    pub input: u64,
    pub batch: u32,
    /// Width and height of the input.
    pub size: (u32, u32),
    pub normalize: &'a Normalize,
}

/// Blocks of 32 x 8 threads, a thread for each pixel of each picture; the kernels count on this shape.
fn tiles((width, height): (u32, u32), batch: u32) -> Grid {
    let mut grid = Grid::cover_picture(width, height, (32, 8));
    grid.blocks.2 = batch;
    grid
}

impl Job<'_> {
    fn normal(&self) -> [f32; 6] {
        let ([a, b, c], [d, e, f]) = (self.normalize.mean, self.normalize.std);
        [a, b, c, d, e, f]
    }
}

impl Kernels {
    pub fn load(cuda: &Cuda) -> Result<Self, CudaError> {
        let module = SOURCE.load(cuda)?;
        Ok(Self {
            bilinear: module.kernel("preprocess_bilinear")?,
            antialias: module.kernel("preprocess_antialias")?,
            cubic: module.kernel("preprocess_cubic")?,
            area_cubic: module.kernel("preprocess_area_cubic")?,
        })
    }

    /// Queues `Bilinear` or, if `cubic`, `Cubic`.
    ///
    /// # Safety
    /// `pictures` must be the address of a table of `batch` pictures whose own addresses are valid, `input` that of `[batch, 3, height, width]`
    /// floats, for as long as the work runs, and ordered on this stream.
    pub unsafe fn pixelwise(&self, stream: &CudaStream, job: &Job<'_>, cubic: bool) -> Result<(), CudaError> {
        let ((width, height), normal) = (job.size, job.normal());
        let kernel = if cubic { &self.cubic } else { &self.bilinear };
        let arguments: [Argument<'_>; 5] =
            [(&job.pictures).into(), (&job.input).into(), (&width).into(), (&height).into(), (&normal).into()];
        // SAFETY: the arguments are those of both kernels; threads outside the picture do nothing; the caller vouches for the addresses.
        unsafe { kernel.launch(stream, tiles(job.size, job.batch), &arguments) }
    }

    /// Queues `AreaCubic` in two steps: the job's pictures become those of a second table at `between`, none of which is larger than `most`
    /// = `(width, height)`, and these the input.
    ///
    /// # Safety
    /// As for [`Kernels::pixelwise`], for both tables; where a picture between is another than its source, it must be packed RGB.
    pub unsafe fn area_cubic(&self, stream: &CudaStream, job: &Job<'_>, between: u64, most: (u32, u32)) -> Result<(), CudaError> {
        let (normal, (width, height)) = (job.normal(), job.size);
        for (pictures, results, grid) in [(job.pictures, between, tiles(most, job.batch)), (between, 0, tiles(job.size, job.batch))] {
            let arguments: [Argument<'_>; 6] =
                [(&pictures).into(), (&results).into(), (&job.input).into(), (&width).into(), (&height).into(), (&normal).into()];
            // SAFETY: the arguments are those of `preprocess_area_cubic`; threads outside a picture do nothing; the caller vouches for the
            // addresses.
            unsafe { self.area_cubic.launch(stream, grid, &arguments) }?;
        }
        Ok(())
    }

    /// Queues `BilinearAntialias`, `columns` pixels of a row in each block.
    ///
    /// # Safety
    /// As for [`Kernels::pixelwise`].
    pub unsafe fn antialias(&self, stream: &CudaStream, job: &Job<'_>, columns: u32) -> Result<(), CudaError> {
        let ((width, height), normal, columns) = (job.size, job.normal(), columns.max(1));
        let grid = Grid { blocks: (width.div_ceil(columns), height, job.batch), threads: (256, 1, 1), shared_bytes: 0 };
        let arguments: [Argument<'_>; 6] =
            [(&job.pictures).into(), (&job.input).into(), (&width).into(), (&height).into(), (&columns).into(), (&normal).into()];
        // SAFETY: the arguments are those of `preprocess_antialias`, whose blocks cover the picture; the caller vouches for the addresses.
        unsafe { self.antialias.launch(stream, grid, &arguments) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_ptx_belongs_to_the_source() {
        assert!(SOURCE.is_ptx_fresh(), "run the example build_ptx on kernels/preprocess.cu");
        let ptx = SOURCE.ptx.unwrap();
        assert!(!ptx.contains("fma.rn.f64"), "fused");
        let all = ["preprocess_bilinear", "preprocess_antialias", "preprocess_cubic", "preprocess_area_cubic"];
        for entry in all {
            assert!(ptx.contains(&format!(".entry {entry}(")), "{entry}");
        }
    }

    #[test]
    fn antialiasing_blocks_fit_into_shared_memory() {
        for (from, to) in [(1, 1), (1920, 312), (4096, 312), (3840, 768), (65_536, 312), (12, 312), (65_536, 65_536), (65_536, 1)] {
            let columns = antialias_columns(from, to);
            assert!((1..=to.max(1)).contains(&columns) && columns <= 160, "{from} -> {to}: {columns}");
            let scale = f64::from(from) / f64::from(to);
            let span = f64::from(columns - 1) * scale + 2.0 * scale.max(1.0) + 2.0;
            assert!(span <= SHARED_COLUMNS || columns == 1, "{from} -> {to}: {span}");
        }
        assert_eq!(antialias_columns(1920, 312), 160);
    }
}
