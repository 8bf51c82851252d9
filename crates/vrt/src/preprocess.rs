//! A picture becomes the `[1, 3, height, width]` tensor that a network was trained on.
//!
//! Networks are sensitive to the filter their pictures were resized with, and every training pipeline uses another one. Each
//! [`ResizeFilter`] therefore reproduces one library, number by number, and says which.

mod error;
mod linear;
mod opencv;
mod pillow;
mod separable;

pub use error::PreprocessError;

use kornia_image::Image;
use kornia_tensor::Tensor;
use serde::{Deserialize, Serialize};

use crate::resample::zeroed;

/// How a picture is resized, named after what it reproduces.
///
/// In files the names are `"bilinear"`, `"bilinear-antialias"`, `"pillow-bilinear"`, `"cubic"` and `"area-cubic"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ResizeFilter {
    /// Bilinear on floats, half-pixel centres, no antialiasing: two taps an axis however much the picture shrinks.
    /// PyTorch `interpolate(mode="bilinear", align_corners=False, antialias=False)`; rfdetr 1.9 and later.
    Bilinear,
    /// Triangle filter on floats, as wide as the picture shrinks.
    /// PyTorch `interpolate(mode="bilinear", align_corners=False, antialias=True)`; rfdetr up to 1.8 and its published figures.
    BilinearAntialias,
    /// Triangle filter on 8 bits, rounded after each of its two passes.
    /// Pillow `Image.resize(.., Resampling.BILINEAR)`; Roboflow's inference server.
    PillowBilinear,
    /// Cubic (a = -0.75) on floats without antialiasing; values beyond 0 and 1 are kept.
    /// OpenCV `resize(.., INTER_CUBIC)` on a float picture; Depth Anything V2.
    Cubic,
    /// On 8 bits: the mean over each output pixel's area where no side grows, else cubic (a = -0.75).
    /// OpenCV `resize(.., INTER_AREA)` and `resize(.., INTER_CUBIC)`; Depth Anything V3.
    AreaCubic,
}

/// What is done to each channel after resizing: `(value / 255 - mean) / std`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Normalize {
    /// Mean of red, green and blue, in 0..=1.
    pub mean: [f32; 3],
    /// Standard deviation of red, green and blue, larger than 0.
    pub std: [f32; 3],
}

impl Normalize {
    /// Mean and standard deviation of ImageNet, which most vision networks are trained with.
    pub const IMAGENET: Self = Self { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] };
    /// Values in 0..=1 as they are.
    pub const UNIT: Self = Self { mean: [0.0; 3], std: [1.0; 3] };

    pub(crate) fn check(&self) -> Result<(), PreprocessError> {
        let fits = self.mean.iter().all(|mean| mean.is_finite()) && self.std.iter().all(|std| std.is_finite() && *std > 0.0);
        if fits { Ok(()) } else { Err(PreprocessError::Normalize { mean: self.mean, std: self.std }) }
    }
}

/// Resizes and normalises pictures; keeps the tables of the last size it saw, so keep one per stream of pictures.
///
/// ```
/// use vrt::kornia_image::{Image, ImageSize};
/// use vrt::preprocess::{Normalize, Preprocessor, ResizeFilter};
///
/// let grey = Image::<u8, 3>::from_size_val(ImageSize { width: 64, height: 48 }, 255)?;
/// let tensor = Preprocessor::new(ResizeFilter::Bilinear, Normalize::UNIT)?.run(&grey, 32, 16)?;
/// assert_eq!(tensor.shape, [1, 3, 16, 32]);
/// assert!(tensor.as_slice().iter().all(|value| *value == 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Preprocessor {
    filter: ResizeFilter,
    normalize: Normalize,
    tables: Option<Tables>,
}

impl Preprocessor {
    /// A preprocessor for one filter and normalisation.
    ///
    /// # Errors
    /// [`PreprocessError::Normalize`] for a standard deviation that is not larger than 0, or numbers that are not finite.
    pub fn new(filter: ResizeFilter, normalize: Normalize) -> Result<Self, PreprocessError> {
        normalize.check()?;
        Ok(Self { filter, normalize, tables: None })
    }

    /// The filter it resizes with.
    pub fn filter(&self) -> ResizeFilter {
        self.filter
    }

    /// The normalisation it applies.
    pub fn normalize(&self) -> Normalize {
        self.normalize
    }

    /// `picture` stretched to `width` x `height` pixels, as `[1, 3, height, width]`, channels red, green, blue.
    ///
    /// # Errors
    /// [`PreprocessError`] for sizes of 0 and for pictures that are not plain host memory.
    pub fn run(&mut self, picture: &Image<u8, 3>, width: usize, height: usize) -> Result<Tensor<f32, 4>, PreprocessError> {
        self.run_steps(picture, &[(width, height)])
    }

    /// Like [`Preprocessor::run`], writing into `tensor`, whose shape `[1, 3, height, width]` says the size.
    ///
    /// # Errors
    /// As [`Preprocessor::run`], and [`PreprocessError::Tensor`] for another shape than `[1, 3, height, width]`.
    ///
    /// # Panics
    /// For a tensor that was made, by kornia's `unsafe` constructors, as a read-only view: it does not tell that it is one.
    pub fn run_into(&mut self, picture: &Image<u8, 3>, tensor: &mut Tensor<f32, 4>) -> Result<(), PreprocessError> {
        let [1, 3, height, width] = tensor.shape else {
            return Err(PreprocessError::Tensor { shape: tensor.shape, problem: "its shape must be [1, 3, height, width]" });
        };
        let source = Source::new(picture)?;
        check_size(width, height)?;
        let contiguous = tensor.is_standard_layout() && tensor.storage.domain().is_host_accessible();
        if !contiguous || Some(tensor.storage.num_elements()) != values_of(width, height) {
            return Err(PreprocessError::Tensor { shape: tensor.shape, problem: "it must be contiguous host memory" });
        }
        self.resize(source, width, height, tensor.as_slice_mut())
    }

    /// Resizes in several steps, each `(width, height)`; only the last result is normalised.
    ///
    /// Depth Anything V3 resizes twice: to fit, then to multiples of the patch size.
    ///
    /// # Errors
    /// As [`Preprocessor::run`], and [`PreprocessError::Steps`] where `steps` is empty or the filter can't resize twice.
    pub fn run_steps(&mut self, picture: &Image<u8, 3>, steps: &[(usize, usize)]) -> Result<Tensor<f32, 4>, PreprocessError> {
        let source = Source::new(picture)?;
        for &(width, height) in steps {
            check_size(width, height)?;
        }
        let (&(width, height), before) = steps.split_last().ok_or(PreprocessError::Steps { steps: 0, filter: self.filter })?;
        let memory = || PreprocessError::Memory { width, height };
        let mut values = values_of(width, height).and_then(zeroed).ok_or_else(memory)?;
        let mut between: Option<Vec<u8>> = None;
        let mut size = (source.width, source.height);
        for &step in before {
            let source = Source { pixels: between.as_deref().unwrap_or(source.pixels), width: size.0, height: size.1 };
            between = Some(match self.filter {
                ResizeFilter::PillowBilinear => pillow::resize(source, step.0, step.1).ok_or_else(memory)?,
                ResizeFilter::AreaCubic => opencv::resize(source, step.0, step.1).ok_or_else(memory)?,
                _ => return Err(PreprocessError::Steps { steps: steps.len(), filter: self.filter }),
            });
            size = step;
        }
        let source = Source { pixels: between.as_deref().unwrap_or(source.pixels), width: size.0, height: size.1 };
        self.resize(source, width, height, &mut values)?;
        Tensor::from_shape_vec([1, 3, height, width], values).map_err(|_| memory())
    }

    fn resize(&mut self, source: Source<'_>, width: usize, height: usize, values: &mut [f32]) -> Result<(), PreprocessError> {
        let memory = PreprocessError::Memory { width, height };
        match self.filter {
            ResizeFilter::PillowBilinear => normalize_bytes(&pillow::resize(source, width, height).ok_or(memory)?, &self.normalize, values),
            ResizeFilter::AreaCubic => normalize_bytes(&opencv::resize(source, width, height).ok_or(memory)?, &self.normalize, values),
            ResizeFilter::Bilinear | ResizeFilter::BilinearAntialias | ResizeFilter::Cubic => {
                let (from, to) = ((source.width, source.height), (width, height));
                let tables = match self.tables.take() {
                    Some(tables) if (tables.from, tables.to) == (from, to) => tables,
                    _ => Tables::new(self.filter, from, to)?,
                };
                match &tables.kind {
                    TableKind::Linear(linear) => linear.run(source, &self.normalize, values),
                    TableKind::Separable(separable) => separable.run(source, &self.normalize, values),
                }
                self.tables = Some(tables);
            }
        }
        Ok(())
    }
}

/// Tables of a filter on floats for one source size and one result size, each `(width, height)`.
#[derive(Debug)]
struct Tables {
    from: (usize, usize),
    to: (usize, usize),
    kind: TableKind,
}

#[derive(Debug)]
enum TableKind {
    Linear(linear::Linear),
    Separable(separable::Separable),
}

impl Tables {
    fn new(filter: ResizeFilter, from: (usize, usize), to: (usize, usize)) -> Result<Self, PreprocessError> {
        let kind = match filter {
            ResizeFilter::Cubic => TableKind::Separable(separable::Separable::cubic(from, to)),
            ResizeFilter::BilinearAntialias => TableKind::Separable(separable::Separable::antialias(from, to)),
            _ => TableKind::Linear(linear::Linear::new(from, to)?),
        };
        Ok(Self { from, to, kind })
    }
}

/// Rows of the result that one thread takes at least: fewer do not pay for handing them over.
const ROWS_AT_ONCE: usize = 8;

/// Largest side of a picture: larger ones are files with a broken header.
pub const MAX_SIDE: usize = 1 << 16;

fn check_size(width: usize, height: usize) -> Result<(), PreprocessError> {
    let fits = |side: usize| (1..=MAX_SIDE).contains(&side);
    if fits(width) && fits(height) { Ok(()) } else { Err(PreprocessError::Size { width, height }) }
}

/// Three for each pixel; `None` where that does not fit into a number.
fn values_of(width: usize, height: usize) -> Option<usize> {
    width.checked_mul(height)?.checked_mul(3)
}

/// Pixels that are known to be `3 * width * height` bytes of host memory.
#[derive(Clone, Copy)]
struct Source<'a> {
    pixels: &'a [u8],
    width: usize,
    height: usize,
}

impl<'a> Source<'a> {
    fn new(picture: &'a Image<u8, 3>) -> Result<Self, PreprocessError> {
        let [height, width, channels] = picture.shape;
        check_size(width, height)?;
        if !picture.storage.domain().is_host_accessible() {
            return Err(PreprocessError::Picture { width, height, problem: "it is not in host memory; copy it to the host first" });
        }
        if channels != 3 || !picture.is_standard_layout() || Some(picture.storage.num_elements()) != values_of(width, height) {
            return Err(PreprocessError::Picture { width, height, problem: "its rows are not contiguous; copy it into a new picture" });
        }
        Ok(Self { pixels: picture.as_slice(), width, height })
    }
}

/// Interleaved 8-bit pixels to normalised planes.
fn normalize_bytes(pixels: &[u8], normalize: &Normalize, values: &mut [f32]) {
    let plane = values.len() / 3;
    for (channel, values) in values.chunks_exact_mut(plane).enumerate() {
        let (mean, std) = (normalize.mean[channel], normalize.std[channel]);
        let table: [f32; 256] = std::array::from_fn(|value| (value as f32 / 255.0 - mean) / std);
        for (value, pixel) in values.iter_mut().zip(pixels.chunks_exact(3)) {
            *value = table[pixel[channel] as usize];
        }
    }
}
