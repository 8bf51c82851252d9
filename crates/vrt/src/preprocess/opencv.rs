//! OpenCV's resize of 8-bit pictures: the mean over areas where no side grows, else cubic.

use rayon::prelude::*;

use super::separable::cubic_tap;
use super::{ROWS_AT_ONCE, Source};
use crate::resample::zeroed;

/// `source` resized to `width` x `height`, interleaved. `None` where there is no memory for it.
pub(super) fn resize(source: Source<'_>, width: usize, height: usize) -> Option<Vec<u8>> {
    if (width, height) == (source.width, source.height) {
        Some(source.pixels.to_vec())
    } else if width > source.width || height > source.height {
        cubic(source, width, height)
    } else if source.width.is_multiple_of(width) && source.height.is_multiple_of(height) {
        blocks(source, width, height)
    } else {
        area(source, width, height)
    }
}

/// The source positions that one position of the result covers, and their shares.
struct Cover {
    first: usize,
    shares: Vec<f32>,
}

/// As OpenCV's `computeResizeAreaTab`.
fn covers(from: usize, to: usize) -> Vec<Cover> {
    let scale = 1.0 / (to as f64 / from as f64);
    let cover = |i: usize| {
        let start = i as f64 * scale;
        let end = start + scale;
        let cell = scale.min(from as f64 - start);
        let last = (end.floor() as usize).min(from - 1);
        let whole = (start.ceil() as usize).min(last);
        let (before, after) = (whole as f64 - start, end - last as f64);
        let mut shares = Vec::with_capacity(last - whole + 2);
        let first = if before > 1e-3 { whole - 1 } else { whole };
        if before > 1e-3 {
            shares.push((before / cell) as f32);
        }
        shares.extend((whole..last).map(|_| (1.0 / cell) as f32));
        if after > 1e-3 {
            shares.push((after.min(1.0).min(cell) / cell) as f32);
        }
        Cover { first, shares }
    };
    (0..to).map(cover).collect()
}

fn area(source: Source<'_>, width: usize, height: usize) -> Option<Vec<u8>> {
    let columns = covers(source.width, width);
    let rows = covers(source.height, height);
    let stride = source.width * 3;
    let mut result = zeroed((width * 3).checked_mul(height)?)?;
    result.par_chunks_exact_mut(width * 3).with_min_len(ROWS_AT_ONCE).zip(&rows).for_each_init(
        || vec![0.0f32; width * 3],
        |sums, (result, cover)| {
            sums.fill(0.0);
            for (row, beta) in source.pixels[cover.first * stride..].chunks_exact(stride).zip(&cover.shares) {
                for (sums, cover) in sums.chunks_exact_mut(3).zip(&columns) {
                    let mut wide = [0.0f32; 3];
                    for (pixel, alpha) in row[cover.first * 3..].chunks_exact(3).zip(&cover.shares) {
                        for (wide, value) in wide.iter_mut().zip(pixel) {
                            *wide += f32::from(*value) * alpha;
                        }
                    }
                    for (sum, wide) in sums.iter_mut().zip(wide) {
                        *sum += wide * beta;
                    }
                }
            }
            for (value, sum) in result.iter_mut().zip(&*sums) {
                *value = level(*sum);
            }
        },
    );
    Some(result)
}

/// Whole blocks of pixels: OpenCV sums them as integers, and rounds the mean of 2x2 half up, of others half to even.
fn blocks(source: Source<'_>, width: usize, height: usize) -> Option<Vec<u8>> {
    let (block_width, block_height) = (source.width / width, source.height / height);
    let scale = 1.0 / (block_width * block_height) as f32;
    let stride = source.width * 3;
    let mut result = zeroed((width * 3).checked_mul(height)?)?;
    let rows = source.pixels.par_chunks_exact(stride * block_height);
    result.par_chunks_exact_mut(width * 3).with_min_len(ROWS_AT_ONCE).zip(rows).for_each_init(
        || vec![0u32; width * 3],
        |sums, (result, rows)| {
            sums.fill(0);
            for row in rows.chunks_exact(stride) {
                for (sums, block) in sums.chunks_exact_mut(3).zip(row.chunks_exact(block_width * 3)) {
                    for pixel in block.chunks_exact(3) {
                        for (sum, value) in sums.iter_mut().zip(pixel) {
                            *sum += u32::from(*value);
                        }
                    }
                }
            }
            for (value, sum) in result.iter_mut().zip(&*sums) {
                *value = if (block_width, block_height) == (2, 2) { ((sum + 2) >> 2) as u8 } else { level(*sum as f32 * scale) };
            }
        },
    );
    Some(result)
}

/// Bits after the point of a cubic weight.
const BITS: u32 = 11;

/// Values of a row that OpenCV's 128-bit vector code takes at once. It sums them in `f32`; what is left over at the end of a row is summed
/// in fixed point, which rounds differently now and then.
const LANES: usize = 8;

fn cubic(source: Source<'_>, width: usize, height: usize) -> Option<Vec<u8>> {
    let fixed = |tap: ([u32; 4], [f32; 4])| {
        (tap.0.map(|position| position as usize), tap.1.map(|weight| (weight * (1 << BITS) as f32).round_ties_even() as i32))
    };
    let columns: Vec<_> = (0..width).map(|x| fixed(cubic_tap(source.width, width, x))).collect();
    let mut wide = zeroed::<i32>((width * 3).checked_mul(source.height)?)?;
    let rows = source.pixels.par_chunks_exact(source.width * 3);
    wide.par_chunks_exact_mut(width * 3).with_min_len(ROWS_AT_ONCE).zip(rows).for_each(|(wide, row)| {
        for (pixel, (positions, weights)) in wide.chunks_exact_mut(3).zip(&columns) {
            for (channel, value) in pixel.iter_mut().enumerate() {
                let taps = positions.iter().zip(weights);
                *value = taps.map(|(position, weight)| weight * i32::from(row[position * 3 + channel])).sum();
            }
        }
    });
    let mut result = zeroed((width * 3).checked_mul(height)?)?;
    let vectors = width * 3 / LANES * LANES;
    result.par_chunks_exact_mut(width * 3).with_min_len(ROWS_AT_ONCE).enumerate().for_each(|(y, result)| {
        let (positions, weights) = fixed(cubic_tap(source.height, height, y));
        let [a, b, c, d] = positions.map(|position| &wide[position * width * 3..][..width * 3]);
        let [wa, wb, wc, wd] = weights.map(|weight| weight as f32 * (1.0 / (1 << (2 * BITS)) as f32));
        for ((((value, a), b), c), d) in result[..vectors].iter_mut().zip(a).zip(b).zip(c).zip(d) {
            *value = level(*a as f32 * wa + (*b as f32 * wb + (*c as f32 * wc + *d as f32 * wd)));
        }
        for x in vectors..width * 3 {
            let sum = a[x] * weights[0] + b[x] * weights[1] + c[x] * weights[2] + d[x] * weights[3];
            result[x] = ((sum + (1 << (2 * BITS - 1))) >> (2 * BITS)).clamp(0, 255) as u8;
        }
    });
    Some(result)
}

fn level(value: f32) -> u8 {
    value.round_ties_even().clamp(0.0, 255.0) as u8
}
