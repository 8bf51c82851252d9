//! OpenCV's resize of 8-bit pictures: the mean over areas where no side grows, else cubic.

use super::Source;
use super::float::cubic_weights;

/// `source` resized to `width` x `height`, interleaved.
pub(super) fn resize(source: Source<'_>, width: usize, height: usize) -> Vec<u8> {
    if (width, height) == (source.width, source.height) {
        source.pixels.to_vec()
    } else if width > source.width || height > source.height {
        cubic(source, width, height)
    } else {
        area(source, width, height)
    }
}

/// For each position of the result: the source positions it covers and their shares, as OpenCV's `computeResizeAreaTab`.
fn area_table(from: usize, to: usize) -> Vec<Vec<(usize, f32)>> {
    let scale = 1.0 / (to as f64 / from as f64);
    let entry = |i: usize| {
        let (start, end) = (i as f64 * scale, i as f64 * scale + scale);
        let cell = scale.min(from as f64 - start);
        let (first, last) = (start.ceil() as usize, (end.floor() as usize).min(from - 1));
        let first = first.min(last);
        let mut shares = Vec::with_capacity(last - first + 2);
        if first as f64 - start > 1e-3 {
            shares.push((first - 1, ((first as f64 - start) / cell) as f32));
        }
        shares.extend((first..last).map(|x| (x, (1.0 / cell) as f32)));
        if end - last as f64 > 1e-3 {
            shares.push((last, ((end - last as f64).min(1.0).min(cell) / cell) as f32));
        }
        shares
    };
    (0..to).map(entry).collect()
}

fn area(source: Source<'_>, width: usize, height: usize) -> Vec<u8> {
    let columns = area_table(source.width, width);
    let rows = area_table(source.height, height);
    let stride = source.width * 3;
    let mut result = vec![0u8; width * height * 3];
    let mut sums = vec![0.0f32; width * 3];
    for (result, shares) in result.chunks_exact_mut(width * 3).zip(&rows) {
        sums.fill(0.0);
        for (y, beta) in shares {
            let row = &source.pixels[y * stride..][..stride];
            for (sums, shares) in sums.chunks_exact_mut(3).zip(&columns) {
                for (channel, sum) in sums.iter_mut().enumerate() {
                    let wide = shares.iter().fold(0.0f32, |wide, (x, alpha)| wide + f32::from(row[x * 3 + channel]) * alpha);
                    *sum += wide * beta;
                }
            }
        }
        for (value, sum) in result.iter_mut().zip(&sums) {
            *value = sum.round_ties_even().clamp(0.0, 255.0) as u8;
        }
    }
    result
}

/// For each position of the result: four source positions and their weights in OpenCV's fixed point (11 bits after the point).
fn cubic_table(from: usize, to: usize) -> Vec<([usize; 4], [i32; 4])> {
    let scale = 1.0 / (to as f64 / from as f64);
    let entry = |i: usize| {
        let position = ((i as f64 + 0.5) * scale - 0.5) as f32;
        let floor = position.floor();
        let positions = std::array::from_fn(|tap| (floor as i64 + tap as i64 - 1).clamp(0, from as i64 - 1) as usize);
        let weights = cubic_weights(position - floor).map(|weight| (weight * 2048.0).round_ties_even() as i32);
        (positions, weights)
    };
    (0..to).map(entry).collect()
}

fn cubic(source: Source<'_>, width: usize, height: usize) -> Vec<u8> {
    let columns = cubic_table(source.width, width);
    let rows = cubic_table(source.height, height);
    let mut wide = vec![0i32; width * source.height * 3];
    for (wide, row) in wide.chunks_exact_mut(width * 3).zip(source.pixels.chunks_exact(source.width * 3)) {
        for (pixel, (positions, weights)) in wide.chunks_exact_mut(3).zip(&columns) {
            for (channel, value) in pixel.iter_mut().enumerate() {
                *value = positions.iter().zip(weights).map(|(x, weight)| weight * i32::from(row[x * 3 + channel])).sum();
            }
        }
    }
    let mut result = vec![0u8; width * height * 3];
    for (result, (positions, weights)) in result.chunks_exact_mut(width * 3).zip(&rows) {
        for (x, value) in result.iter_mut().enumerate() {
            let sum: i32 = positions.iter().zip(weights).map(|(y, weight)| weight * wide[y * width * 3 + x]).sum();
            *value = ((sum + (1 << 21)) >> 22).clamp(0, 255) as u8;
        }
    }
    result
}
