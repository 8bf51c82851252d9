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

/// Pixels of the result that a block of the antialiasing kernel computes, `AA_WIDTH` and `AA_HEIGHT` there: a lane for each column and a
/// warp for each row, few enough that all blocks of a usual input run at once.
const ANTIALIAS_TILE: (u32, u32) = (32, 4);

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

    /// What the CPU's wider filters multiply a sum of bytes with, then what they subtract, for each channel.
    fn affine(&self) -> [f64; 6] {
        let Normalize { mean, std } = self.normalize;
        std::array::from_fn(|at| match at {
            0..3 => 1.0 / (255.0 * f64::from(std[at])),
            _ => f64::from(mean[at - 3]) / f64::from(std[at - 3]),
        })
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

    /// Queues `BilinearAntialias`.
    ///
    /// # Safety
    /// As for [`Kernels::pixelwise`].
    pub unsafe fn antialias(&self, stream: &CudaStream, job: &Job<'_>) -> Result<(), CudaError> {
        let ((width, height), affine) = (job.size, job.affine());
        let blocks = (width.div_ceil(ANTIALIAS_TILE.0), height.div_ceil(ANTIALIAS_TILE.1), job.batch);
        let grid = Grid { blocks, threads: (32 * ANTIALIAS_TILE.1, 1, 1), shared_bytes: 0 };
        let arguments: [Argument<'_>; 5] =
            [(&job.pictures).into(), (&job.input).into(), (&width).into(), (&height).into(), (&affine).into()];
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
        // Where products are exact, fusing changes nothing.
        let exact = ptx.find(".entry preprocess_antialias(").unwrap();
        for (entry, _) in ptx.match_indices(".entry ").filter(|(entry, _)| *entry != exact) {
            let text = &ptx[entry + 1..];
            assert!(!text[..text.find(".entry ").unwrap_or(text.len())].contains("fma.rn.f64"), "fused");
        }
        let all = ["preprocess_bilinear", "preprocess_antialias", "preprocess_cubic", "preprocess_area_cubic"];
        for entry in all {
            assert!(ptx.contains(&format!(".entry {entry}(")), "{entry}");
        }
    }

    #[test]
    fn tiles_are_the_kernels() {
        for (name, value) in [("AA_WIDTH", ANTIALIAS_TILE.0), ("AA_HEIGHT", ANTIALIAS_TILE.1), ("TILE_WIDTH", 32), ("TILE_HEIGHT", 8)] {
            let line = SOURCE.cuda.lines().find(|line| line.starts_with(&format!("#define {name} "))).unwrap();
            assert_eq!(line.split_whitespace().nth(2), Some(value.to_string().as_str()), "{line}");
        }
    }
}
