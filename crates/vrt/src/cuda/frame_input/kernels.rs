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

impl Job<'_> {
    fn normal(&self) -> [f32; 6] {
        let ([a, b, c], [d, e, f]) = (self.normalize.mean, self.normalize.std);
        [a, b, c, d, e, f]
    }
}

impl Kernels {
    pub fn load(cuda: &Cuda) -> Result<Self, CudaError> {
        let module = SOURCE.load(cuda)?;
        Ok(Self { bilinear: module.kernel("preprocess_bilinear")?, antialias: module.kernel("preprocess_antialias")? })
    }

    /// Queues `Bilinear`.
    ///
    /// # Safety
    /// `pictures` must be the address of a table of `batch` pictures whose own addresses are valid, `input` that of `[batch, 3, height, width]`
    /// floats, for as long as the work runs, and ordered on this stream.
    pub unsafe fn bilinear(&self, stream: &CudaStream, job: &Job<'_>) -> Result<(), CudaError> {
        let ((width, height), normal) = (job.size, job.normal());
        let mut grid = Grid::cover_picture(width, height, (32, 8));
        grid.blocks.2 = job.batch;
        let arguments: [Argument<'_>; 5] =
            [(&job.pictures).into(), (&job.input).into(), (&width).into(), (&height).into(), (&normal).into()];
        // SAFETY: the arguments are those of `preprocess_bilinear`; threads outside the picture do nothing; the caller vouches for the
        // addresses.
        unsafe { self.bilinear.launch(stream, grid, &arguments) }
    }

    /// Queues `BilinearAntialias`, `columns` pixels of a row in each block.
    ///
    /// # Safety
    /// As for [`Kernels::bilinear`].
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
        for entry in ["preprocess_bilinear", "preprocess_antialias"] {
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
