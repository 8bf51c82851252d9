//! Pillow's bilinear resize of 8-bit pictures.

use super::Source;

/// Bits after the point of a weight, as in Pillow's `Resample.c` (`32 - 8 - 2`).
const PRECISION: u32 = 22;

/// For each position of the result: first source position and its weights in fixed point.
fn table(from: usize, to: usize) -> Vec<(usize, Vec<i32>)> {
    let scale = from as f64 / to as f64;
    let support = scale.max(1.0);
    let entry = |i: usize| {
        let center = (i as f64 + 0.5) * scale;
        let first = (center - support + 0.5).max(0.0) as usize;
        let end = ((center + support + 0.5) as usize).min(from);
        let inverse = 1.0 / support;
        let weights: Vec<f64> = (first..end).map(|x| (1.0 - ((x as f64 - center + 0.5) * inverse).abs()).max(0.0)).collect();
        let total: f64 = weights.iter().sum();
        let fixed = |weight: &f64| {
            let weight = if total == 0.0 { *weight } else { *weight / total };
            (0.5 + weight * f64::from(1u32 << PRECISION)) as i32
        };
        (first, weights.iter().map(fixed).collect())
    };
    (0..to).map(entry).collect()
}

fn round(sum: i32) -> u8 {
    (sum >> PRECISION).clamp(0, 255) as u8
}

/// `source` resized to `width` x `height`, interleaved.
pub(super) fn resize(source: Source<'_>, width: usize, height: usize) -> Vec<u8> {
    let half = 1i32 << (PRECISION - 1);
    let columns = table(source.width, width);
    let rows = table(source.height, height);
    let mut wide = vec![0u8; width * source.height * 3];
    for (wide, row) in wide.chunks_exact_mut(width * 3).zip(source.pixels.chunks_exact(source.width * 3)) {
        for (pixel, (first, weights)) in wide.chunks_exact_mut(3).zip(&columns) {
            for (channel, value) in pixel.iter_mut().enumerate() {
                let taps = row[first * 3 + channel..].iter().step_by(3);
                *value = round(weights.iter().zip(taps).fold(half, |sum, (weight, value)| sum + weight * i32::from(*value)));
            }
        }
    }
    let mut result = vec![0u8; width * height * 3];
    let mut sums = vec![0i32; width * 3];
    for (result, (first, weights)) in result.chunks_exact_mut(width * 3).zip(&rows) {
        sums.fill(half);
        for (weight, row) in weights.iter().zip(wide[first * width * 3..].chunks_exact(width * 3)) {
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += weight * i32::from(*value);
            }
        }
        for (value, sum) in result.iter_mut().zip(&sums) {
            *value = round(*sum);
        }
    }
    result
}
