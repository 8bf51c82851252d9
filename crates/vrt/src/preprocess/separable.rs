//! The wider filters on floats: bilinear with antialiasing, and cubic.

use std::ops::{Add, Mul};

use rayon::prelude::*;

use super::{Normalize, ROWS_AT_ONCE, Source};

/// For each position of the result, its source positions and their weights; as many for each, so that they lie in two flat tables.
#[derive(Debug)]
struct Axis {
    taps: usize,
    positions: Vec<u32>,
    weights: Vec<f32>,
}

impl Axis {
    /// PyTorch's `antialias=True`: a triangle of half-width `max(1, from / to)` around each centre, cut at the borders and normalised,
    /// all in `f32` and in its order of operations (ATen, `_compute_indices_weights_aa`).
    fn triangle(from: usize, to: usize) -> Self {
        let scale = from as f32 / to as f32;
        let support = scale.max(1.0);
        let inverse = if scale >= 1.0 { 1.0 / scale } else { 1.0 };
        let taps = (support.ceil() as usize * 2 + 1).min(from);
        let (mut positions, mut weights) = (Vec::with_capacity(to * taps), Vec::with_capacity(to * taps));
        for i in 0..to {
            let center = scale * (i as f32 + 0.5);
            let first = (center - support + 0.5).max(0.0) as usize;
            let count = ((center + support + 0.5) as usize).min(from).saturating_sub(first).min(taps);
            let weight = |tap: usize| (1.0 - (((tap + first) as f32 - center + 0.5) * inverse).abs()).max(0.0);
            let total: f32 = (0..count).map(weight).sum();
            positions.extend((0..taps).map(|tap| (first + tap).min(from - 1) as u32));
            weights.extend((0..taps).map(|tap| if tap < count && total != 0.0 { weight(tap) / total } else { 0.0 }));
        }
        Self { taps, positions, weights }
    }

    /// OpenCV's `INTER_CUBIC`: four taps, a = -0.75, borders repeated.
    fn cubic(from: usize, to: usize) -> Self {
        let (mut positions, mut weights) = (Vec::with_capacity(to * 4), Vec::with_capacity(to * 4));
        for i in 0..to {
            let tap = cubic_tap(from, to, i);
            positions.extend(tap.0);
            weights.extend(tap.1);
        }
        Self { taps: 4, positions, weights }
    }

    fn of(&self, i: usize) -> (&[u32], &[f32]) {
        let range = i * self.taps..(i + 1) * self.taps;
        (&self.positions[range.clone()], &self.weights[range])
    }
}

/// Source positions and weights of position `i` of the result, as OpenCV's `resize` and `interpolateCubic` compute them.
pub(super) fn cubic_tap(from: usize, to: usize, i: usize) -> ([u32; 4], [f32; 4]) {
    const A: f32 = -0.75;
    let scale = 1.0 / (to as f64 / from as f64);
    let position = ((i as f64 + 0.5) * scale - 0.5) as f32;
    let floor = position.floor();
    let x = position - floor;
    let first = ((A * (x + 1.0) - 5.0 * A) * (x + 1.0) + 8.0 * A) * (x + 1.0) - 4.0 * A;
    let second = ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0;
    let third = ((A + 2.0) * (1.0 - x) - (A + 3.0)) * (1.0 - x) * (1.0 - x) + 1.0;
    let positions = std::array::from_fn(|tap| (floor as i64 + tap as i64 - 1).clamp(0, from as i64 - 1) as u32);
    (positions, [first, second, third, 1.0 - first - second - third])
}

/// What the sums along y are kept in.
trait Number: Copy + Default + Send + Sync + From<u8> + From<f32> + Into<f64> + Add<Output = Self> + Mul<Output = Self> {}
impl Number for f32 {}
impl Number for f64 {}

/// Tables for one source size and one result size.
#[derive(Debug)]
pub(super) struct Separable {
    columns: Axis,
    rows: Axis,
    exact: bool,
}

impl Separable {
    pub(super) fn antialias(from: (usize, usize), to: (usize, usize)) -> Self {
        Self { columns: Axis::triangle(from.0, to.0), rows: Axis::triangle(from.1, to.1), exact: false }
    }

    /// OpenCV computes this one on `f64`, so its sums are kept in `f64` too.
    pub(super) fn cubic(from: (usize, usize), to: (usize, usize)) -> Self {
        Self { columns: Axis::cubic(from.0, to.0), rows: Axis::cubic(from.1, to.1), exact: true }
    }

    /// Writes the planes of the result.
    pub(super) fn run(&self, source: Source<'_>, normalize: &Normalize, values: &mut [f32]) {
        if self.exact { self.run_in::<f64>(source, normalize, values) } else { self.run_in::<f32>(source, normalize, values) }
    }

    /// Row by row: first the source rows of each are summed, which is contiguous, so it vectorises and reads only the rows that count;
    /// then its columns are picked out of that sum.
    fn run_in<T: Number>(&self, source: Source<'_>, normalize: &Normalize, values: &mut [f32]) {
        let width = self.columns.positions.len() / self.columns.taps;
        let stride = source.width * 3;
        let (red, rest) = values.split_at_mut(values.len() / 3);
        let (green, blue) = rest.split_at_mut(rest.len() / 2);
        let planes = red.par_chunks_mut(width).zip(green.par_chunks_mut(width)).zip(blue.par_chunks_mut(width)).enumerate();
        let scale: [f64; 3] = normalize.std.map(|std| 1.0 / (255.0 * f64::from(std)));
        let shift: [f64; 3] = std::array::from_fn(|channel| f64::from(normalize.mean[channel]) / f64::from(normalize.std[channel]));
        planes.with_min_len(ROWS_AT_ONCE).for_each_init(
            || vec![T::default(); stride],
            |sums, (y, ((red, green), blue))| {
                let (positions, weights) = self.rows.of(y);
                sum_rows(source.pixels, stride, positions, weights, sums);
                let pixels = red.iter_mut().zip(green).zip(blue);
                let taps = self.columns.positions.chunks_exact(self.columns.taps).zip(self.columns.weights.chunks_exact(self.columns.taps));
                for (((red, green), blue), (positions, weights)) in pixels.zip(taps) {
                    let mut pixel = [0.0f64; 3];
                    for (position, weight) in positions.iter().zip(weights) {
                        let sums = &sums[*position as usize * 3..][..3];
                        for (value, sum) in pixel.iter_mut().zip(sums) {
                            *value += f64::from(*weight) * (*sum).into();
                        }
                    }
                    *red = (pixel[0] * scale[0] - shift[0]) as f32;
                    *green = (pixel[1] * scale[1] - shift[1]) as f32;
                    *blue = (pixel[2] * scale[2] - shift[2]) as f32;
                }
            },
        );
    }
}

/// The weighted sum of some rows of bytes, four at a time.
fn sum_rows<T: Number>(pixels: &[u8], stride: usize, positions: &[u32], weights: &[f32], sums: &mut [T]) {
    sums.fill(T::default());
    for (positions, weights) in positions.chunks(4).zip(weights.chunks(4)) {
        if weights.iter().all(|weight| *weight == 0.0) {
            continue;
        }
        // Fewer than four: the last row again, which counts nothing.
        let last = positions.len() - 1;
        let row = |tap: usize| &pixels[positions[tap.min(last)] as usize * stride..][..stride];
        let weight = |tap: usize| T::from(weights.get(tap).copied().unwrap_or(0.0));
        let (a, b, c, d) = (row(0), row(1), row(2), row(3));
        let (wa, wb, wc, wd) = (weight(0), weight(1), weight(2), weight(3));
        for ((((sum, a), b), c), d) in sums.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            *sum = *sum + (wa * T::from(*a) + wb * T::from(*b) + wc * T::from(*c) + wd * T::from(*d));
        }
    }
}
