//! Pillow's bilinear resize of 8-bit pictures.

use rayon::prelude::*;

use super::{ROWS_AT_ONCE, Source};
use crate::resample::zeroed;

/// Bits after the point of a weight, as in Pillow's `Resample.c` (`32 - 8 - 2`).
const BITS: u32 = 22;

/// What rounds a sum to the nearest level.
const HALF: i32 = 1 << (BITS - 1);

/// The source positions that one position of the result is made of, and their weights in fixed point.
struct Taps {
    first: usize,
    weights: Vec<i32>,
}

/// As Pillow's `precompute_coeffs` with its triangle filter, whose sums it takes in `f64`.
fn taps(from: usize, to: usize) -> Vec<Taps> {
    let scale = from as f64 / to as f64;
    let support = scale.max(1.0);
    let inverse = 1.0 / support;
    let taps = |i: usize| {
        let center = (i as f64 + 0.5) * scale;
        let first = (center - support + 0.5).max(0.0) as usize;
        let end = ((center + support + 0.5) as usize).min(from);
        let weight = |x: usize| (1.0 - ((x as f64 - center + 0.5) * inverse).abs()).max(0.0);
        let total: f64 = (first..end).map(weight).sum();
        let fixed = |x: usize| (0.5 + weight(x) / total * f64::from(1u32 << BITS)) as i32;
        Taps { first, weights: (first..end).map(fixed).collect() }
    };
    (0..to).map(taps).collect()
}

/// `source` resized to `width` x `height`, interleaved: along x to 8 bits, then along y. `None` where there is no memory for it.
pub(super) fn resize(source: Source<'_>, width: usize, height: usize) -> Option<Vec<u8>> {
    let columns = taps(source.width, width);
    let rows = taps(source.height, height);
    let stride = width * 3;
    let mut wide = zeroed(stride.checked_mul(source.height)?)?;
    wide.par_chunks_exact_mut(stride).with_min_len(ROWS_AT_ONCE).zip(source.pixels.par_chunks_exact(source.width * 3)).for_each(
        |(wide, row)| {
            for (pixel, taps) in wide.chunks_exact_mut(3).zip(&columns) {
                let mut sums = [HALF; 3];
                for (weight, values) in taps.weights.iter().zip(row[taps.first * 3..].chunks_exact(3)) {
                    for (sum, value) in sums.iter_mut().zip(values) {
                        *sum += weight * i32::from(*value);
                    }
                }
                for (value, sum) in pixel.iter_mut().zip(sums) {
                    *value = level(sum);
                }
            }
        },
    );
    let mut result = zeroed(stride.checked_mul(height)?)?;
    result.par_chunks_exact_mut(stride).with_min_len(ROWS_AT_ONCE).zip(&rows).for_each_init(
        || vec![HALF; stride],
        |sums, (result, taps)| {
            sums.fill(HALF);
            for (weight, row) in taps.weights.iter().zip(wide[taps.first * stride..].chunks_exact(stride)) {
                for (sum, value) in sums.iter_mut().zip(row) {
                    *sum += weight * i32::from(*value);
                }
            }
            for (value, sum) in result.iter_mut().zip(&*sums) {
                *value = level(*sum);
            }
        },
    );
    Some(result)
}

fn level(sum: i32) -> u8 {
    (sum >> BITS).clamp(0, 255) as u8
}
