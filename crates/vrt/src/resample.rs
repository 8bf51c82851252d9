//! Bilinear resampling of single-channel maps (mask logits, depth), with the numbers of PyTorch's
//! `torch.nn.functional.interpolate(mode="bilinear", antialias=False)`.
//!
//! [`LinearAxis`] is the table behind it: for each position along one axis of the result, the two source positions and their
//! weights. Whoever resamples on their own (many masks at once, a GPU kernel) takes the taps from there and gets the same numbers.

use rayon::prelude::*;

/// How positions of the result map to positions of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// PyTorch's `align_corners=False`: `source = (i + 0.5) * from / to - 0.5`, clamped at 0.
    HalfPixel,
    /// PyTorch's `align_corners=True`: `source = i * (from - 1) / (to - 1)`; 0 where `to` is 1.
    Corners,
}

/// Largest side that a table can be made for: positions up to here are exact in `f32`.
pub const MAX_SIDE: usize = 1 << 24;

/// Why a map could not be resampled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResampleError {
    /// A side of 0, or one larger than [`MAX_SIDE`].
    #[error("can't resample {from} positions to {to}: both must be 1..={MAX_SIDE}")]
    Side {
        /// Positions of the source.
        from: usize,
        /// Positions of the result.
        to: usize,
    },
    /// The source does not hold `width * height` values.
    #[error("a map of {width}x{height} has {needed} values, but {found} were given; pass exactly width * height of them, row-major")]
    Length {
        /// Width of the source.
        width: usize,
        /// Height of the source.
        height: usize,
        /// Values needed.
        needed: usize,
        /// Values given.
        found: usize,
    },
    /// There is no memory for the result.
    #[error("a map of {width}x{height} does not fit into memory; ask for a smaller one")]
    Memory {
        /// Width of the result.
        width: usize,
        /// Height of the result.
        height: usize,
    },
}

/// The two source positions that one position of the result is a weighted mean of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinearTap {
    /// Position of the first value.
    pub lower: u32,
    /// Position of the second value: `lower + 1`, or `lower` at the end of the source.
    pub upper: u32,
    /// Weight of the value at `lower`: `1 - upper_weight`, rounded to `f32`.
    pub lower_weight: f32,
    /// Weight of the value at `upper`, in `[0, 1)`.
    pub upper_weight: f32,
}

impl LinearTap {
    /// The weighted mean of the values at `lower` and `upper`.
    ///
    /// PyTorch's kernels round the second product and then once more after a fused multiply-add. Doing the same in `f64` gives its
    /// results to the last bit (save for double roundings, about one in 2^29) on processors with and without such an instruction.
    #[inline]
    pub fn mix(&self, lower: f32, upper: f32) -> f32 {
        (f64::from(lower) * f64::from(self.lower_weight) + f64::from(upper * self.upper_weight)) as f32
    }
}

/// The taps of one axis, one for each position of the result.
///
/// Weights are computed in `f32`, in PyTorch's own order of operations, so that they agree with it to the last bit.
///
/// ```
/// use vrt::resample::{Alignment, LinearAxis};
///
/// let axis = LinearAxis::new(2, 4, Alignment::HalfPixel)?;
/// let weights: Vec<f32> = axis.taps().iter().map(|tap| tap.upper_weight).collect();
/// assert_eq!(weights, [0.0, 0.25, 0.75, 0.25]);
/// assert_eq!((axis.taps()[3].lower, axis.taps()[3].upper), (1, 1)); // past the end the last value is repeated
/// # Ok::<(), vrt::resample::ResampleError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LinearAxis {
    from: usize,
    taps: Vec<LinearTap>,
}

impl LinearAxis {
    /// The table that resamples `from` positions to `to`.
    ///
    /// # Errors
    /// [`ResampleError::Side`] unless both are `1..=MAX_SIDE`.
    pub fn new(from: usize, to: usize, alignment: Alignment) -> Result<Self, ResampleError> {
        if !(1..=MAX_SIDE).contains(&from) || !(1..=MAX_SIDE).contains(&to) {
            return Err(ResampleError::Side { from, to });
        }
        let scale = match alignment {
            Alignment::HalfPixel => from as f32 / to as f32,
            Alignment::Corners if to > 1 => (from - 1) as f32 / (to - 1) as f32,
            Alignment::Corners => 0.0,
        };
        let source = |i: usize| match alignment {
            // One rounding, as PyTorch's compiled kernels fuse it: two would move some positions by a unit in the last place.
            Alignment::HalfPixel => scale.mul_add(i as f32 + 0.5, -0.5).max(0.0),
            Alignment::Corners => scale * i as f32,
        };
        let tap = |i: usize| {
            if from == to {
                return LinearTap { lower: i as u32, upper: i as u32, lower_weight: 1.0, upper_weight: 0.0 };
            }
            let position = source(i);
            let lower = (position as usize).min(from - 1);
            let upper_weight = (position - lower as f32).clamp(0.0, 1.0);
            LinearTap { lower: lower as u32, upper: (lower + 1).min(from - 1) as u32, lower_weight: 1.0 - upper_weight, upper_weight }
        };
        Ok(Self { from, taps: (0..to).map(tap).collect() })
    }

    /// One tap for each position of the result.
    pub fn taps(&self) -> &[LinearTap] {
        &self.taps
    }

    /// Positions of the source.
    pub fn source_len(&self) -> usize {
        self.from
    }
}

/// `values` (row-major, `from` = `(width, height)`) resampled to `to` = `(width, height)`.
///
/// Runs on rayon's threads. Equal sizes give the values back as they are.
///
/// ```
/// use vrt::resample::{Alignment, upsample_bilinear};
///
/// let up = upsample_bilinear(&[0.0, 1.0, 2.0, 3.0], (2, 2), (3, 3), Alignment::Corners)?;
/// assert_eq!(up, [0.0, 0.5, 1.0, 1.0, 1.5, 2.0, 2.0, 2.5, 3.0]);
/// # Ok::<(), vrt::resample::ResampleError>(())
/// ```
///
/// # Errors
/// [`ResampleError::Side`] for a side of 0 (or above [`MAX_SIDE`]), [`ResampleError::Length`] unless there are `width * height` values,
/// [`ResampleError::Memory`] where the result can't be held.
pub fn upsample_bilinear(
    values: &[f32],
    from: (usize, usize),
    to: (usize, usize),
    alignment: Alignment,
) -> Result<Vec<f32>, ResampleError> {
    let columns = LinearAxis::new(from.0, to.0, alignment)?;
    let rows = LinearAxis::new(from.1, to.1, alignment)?;
    let needed = from.0.saturating_mul(from.1);
    if values.len() != needed {
        return Err(ResampleError::Length { width: from.0, height: from.1, needed, found: values.len() });
    }
    if from == to {
        return Ok(values.to_vec());
    }
    let memory = || ResampleError::Memory { width: to.0, height: to.1 };
    // Along x first, each source row once; then each row of the result is one pass over two of them.
    let mut wide = zeroed(to.0.checked_mul(from.1).ok_or_else(memory)?).ok_or_else(memory)?;
    let mut result = zeroed(to.0.checked_mul(to.1).ok_or_else(memory)?).ok_or_else(memory)?;
    wide.par_chunks_mut(to.0).with_min_len(ROWS_AT_ONCE).zip(values.par_chunks(from.0)).for_each(|(wide, row)| {
        for (value, tap) in wide.iter_mut().zip(columns.taps()) {
            *value = tap.mix(row[tap.lower as usize], row[tap.upper as usize]);
        }
    });
    result.par_chunks_mut(to.0).with_min_len(ROWS_AT_ONCE).zip(rows.taps()).for_each(|(row, tap)| {
        let lower = &wide[tap.lower as usize * to.0..][..to.0];
        let upper = &wide[tap.upper as usize * to.0..][..to.0];
        for ((value, lower), upper) in row.iter_mut().zip(lower).zip(upper) {
            *value = tap.mix(*lower, *upper);
        }
    });
    Ok(result)
}

/// Rows that one task takes at least: fewer do not pay for handing them to another thread.
const ROWS_AT_ONCE: usize = 16;

/// `len` zeros, or `None` where there is no memory for them.
pub(crate) fn zeroed<T: Clone + Default>(len: usize) -> Option<Vec<T>> {
    let mut values = Vec::new();
    values.try_reserve_exact(len).ok()?;
    values.resize(len, T::default());
    Some(values)
}
