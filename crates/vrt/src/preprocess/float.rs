//! The filters that work on floats: bilinear, bilinear with antialiasing, cubic.

use rayon::prelude::*;

use super::{Normalize, PreprocessError, ResizeFilter, Source};
use crate::resample::{Alignment, LinearAxis};

/// For each position of the result, where its taps start and how many there are; equal numbers of taps for all.
#[derive(Debug)]
struct Axis {
    from: usize,
    taps: usize,
    /// `taps` source positions for each position of the result.
    positions: Vec<u32>,
    /// `taps` weights for each position of the result.
    weights: Vec<f32>,
}

impl Axis {
    fn new(filter: ResizeFilter, from: usize, to: usize) -> Result<Self, PreprocessError> {
        match filter {
            ResizeFilter::Cubic => Ok(Self::cubic(from, to)),
            ResizeFilter::BilinearAntialias => Ok(Self::triangle(from, to)),
            _ => Self::linear(from, to),
        }
    }

    fn linear(from: usize, to: usize) -> Result<Self, PreprocessError> {
        let axis = LinearAxis::new(from, to, Alignment::HalfPixel).map_err(|_| PreprocessError::Size { width: from, height: to })?;
        let positions = axis.taps().iter().flat_map(|tap| [tap.lower, tap.upper]).collect();
        let weights = axis.taps().iter().flat_map(|tap| [tap.lower_weight, tap.upper_weight]).collect();
        Ok(Self { from, taps: 2, positions, weights })
    }

    /// PyTorch's `_upsample_bilinear2d_aa`: a triangle of half-width `max(1, from / to)` around each centre, cut at the borders and
    /// normalised.
    fn triangle(from: usize, to: usize) -> Self {
        let scale = from as f32 / to as f32;
        let support = scale.max(1.0);
        let inverse = if scale >= 1.0 { 1.0 / scale } else { 1.0 };
        let taps = support.ceil() as usize * 2 + 1;
        let (mut positions, mut weights) = (Vec::with_capacity(to * taps), Vec::with_capacity(to * taps));
        for i in 0..to {
            let center = scale * (i as f32 + 0.5);
            let first = (center - support + 0.5).max(0.0) as usize;
            let count = ((center + support + 0.5) as usize).min(from).saturating_sub(first).min(taps);
            let weight = |tap: usize| (1.0 - (((tap + first) as f32 - center + 0.5) * inverse).abs()).max(0.0);
            let total: f32 = (0..count).map(weight).sum();
            let scaled = |tap: usize| if tap < count && total != 0.0 { weight(tap) / total } else { 0.0 };
            positions.extend((0..taps).map(|tap| (first + tap).min(from - 1) as u32));
            weights.extend((0..taps).map(scaled));
        }
        Self { from, taps, positions, weights }
    }

    /// OpenCV's `INTER_CUBIC`: four taps, a = -0.75, borders repeated.
    fn cubic(from: usize, to: usize) -> Self {
        let scale = 1.0 / (to as f64 / from as f64);
        let (mut positions, mut weights) = (Vec::with_capacity(to * 4), Vec::with_capacity(to * 4));
        for i in 0..to {
            let position = ((i as f64 + 0.5) * scale - 0.5) as f32;
            let floor = position.floor();
            positions.extend((-1..3).map(|tap| (floor as i64 + tap).clamp(0, from as i64 - 1) as u32));
            weights.extend(cubic_weights(position - floor));
        }
        Self { from, taps: 4, positions, weights }
    }

    fn of(&self, i: usize) -> (&[u32], &[f32]) {
        let range = i * self.taps..(i + 1) * self.taps;
        (&self.positions[range.clone()], &self.weights[range])
    }
}

/// Weights of the four neighbours of a position `x` (0..1) past the second, as OpenCV's `interpolateCubic` computes them.
pub(super) fn cubic_weights(x: f32) -> [f32; 4] {
    const A: f32 = -0.75;
    let first = ((A * (x + 1.0) - 5.0 * A) * (x + 1.0) + 8.0 * A) * (x + 1.0) - 4.0 * A;
    let second = ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0;
    let third = ((A + 2.0) * (1.0 - x) - (A + 3.0)) * (1.0 - x) * (1.0 - x) + 1.0;
    [first, second, third, 1.0 - first - second - third]
}

/// Tables for one source size and one result size.
#[derive(Debug)]
pub(super) struct Tables {
    columns: Axis,
    rows: Axis,
    sizes: [(usize, usize); 2],
}

impl Tables {
    /// `sizes`: `(from, to)` of the width, then of the height.
    pub(super) fn new(filter: ResizeFilter, sizes: [(usize, usize); 2]) -> Result<Self, PreprocessError> {
        let [(from_width, to_width), (from_height, to_height)] = sizes;
        Ok(Self { columns: Axis::new(filter, from_width, to_width)?, rows: Axis::new(filter, from_height, to_height)?, sizes })
    }

    pub(super) fn sizes(&self) -> [(usize, usize); 2] {
        self.sizes
    }

    /// Writes the planes of the result, row by row: the source rows of each are summed first (contiguous, so it vectorises and reads
    /// only the rows that count), then its columns are picked.
    pub(super) fn run(&self, source: Source<'_>, normalize: &Normalize, values: &mut [f32]) {
        let [(_, width), (_, height)] = self.sizes;
        let (red, rest) = values.split_at_mut(width * height);
        let (green, blue) = rest.split_at_mut(width * height);
        let rows = red.par_chunks_mut(width).zip(green.par_chunks_mut(width)).zip(blue.par_chunks_mut(width)).enumerate();
        let scale: [f32; 3] = std::array::from_fn(|channel| 1.0 / (255.0 * normalize.std[channel]));
        let shift: [f32; 3] = std::array::from_fn(|channel| normalize.mean[channel] / normalize.std[channel]);
        rows.with_min_len(8).for_each_init(
            || vec![0.0f32; self.columns.from * 3],
            |sums, (y, ((red, green), blue))| {
                let stride = source.width * 3;
                let (positions, weights) = self.rows.of(y);
                sums.fill(0.0);
                for (position, weight) in positions.iter().zip(weights) {
                    if *weight == 0.0 {
                        continue;
                    }
                    let row = &source.pixels[*position as usize * stride..][..stride];
                    for (sum, value) in sums.iter_mut().zip(row) {
                        *sum += weight * f32::from(*value);
                    }
                }
                for x in 0..width {
                    let (positions, weights) = self.columns.of(x);
                    let mut pixel = [0.0f32; 3];
                    for (position, weight) in positions.iter().zip(weights) {
                        let sums = &sums[*position as usize * 3..][..3];
                        for (value, sum) in pixel.iter_mut().zip(sums) {
                            *value += weight * sum;
                        }
                    }
                    red[x] = pixel[0] * scale[0] - shift[0];
                    green[x] = pixel[1] * scale[1] - shift[1];
                    blue[x] = pixel[2] * scale[2] - shift[2];
                }
            },
        );
    }
}
