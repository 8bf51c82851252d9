//! Bilinear without antialiasing, to PyTorch's last bit.

use rayon::prelude::*;

use super::{Normalize, PreprocessError, ROWS_AT_ONCE, Source};
use crate::resample::{Alignment, LinearAxis, LinearTap};

/// Taps for one source size and one result size.
#[derive(Debug)]
pub(super) struct Linear {
    columns: LinearAxis,
    rows: LinearAxis,
}

impl Linear {
    pub(super) fn new(from: (usize, usize), to: (usize, usize)) -> Result<Self, PreprocessError> {
        let axis =
            |from, to| LinearAxis::new(from, to, Alignment::HalfPixel).map_err(|_| PreprocessError::Size { width: from, height: to });
        Ok(Self { columns: axis(from.0, to.0)?, rows: axis(from.1, to.1)? })
    }

    /// Writes the planes of the result: to floats, along x, along y, normalise, in PyTorch's order.
    pub(super) fn run(&self, source: Source<'_>, normalize: &Normalize, values: &mut [f32]) {
        let width = self.columns.taps().len();
        let unit: [f32; 256] = std::array::from_fn(|value| value as f32 / 255.0);
        let (red, rest) = values.split_at_mut(values.len() / 3);
        let (green, blue) = rest.split_at_mut(rest.len() / 2);
        let planes = red.par_chunks_mut(width).zip(green.par_chunks_mut(width)).zip(blue.par_chunks_mut(width));
        planes.zip(self.rows.taps()).with_min_len(ROWS_AT_ONCE).for_each_init(
            || [WideRow::new(width), WideRow::new(width)],
            |[above, below], (((red, green), blue), tap)| {
                if tap.lower == below.y {
                    std::mem::swap(above, below);
                }
                above.fill(source, tap.lower, self.columns.taps(), &unit);
                below.fill(source, tap.upper, self.columns.taps(), &unit);
                for (channel, values) in [red, green, blue].into_iter().enumerate() {
                    let (above, below) = (&above.planes[channel * width..][..width], &below.planes[channel * width..][..width]);
                    let (mean, std) = (normalize.mean[channel], normalize.std[channel]);
                    for ((value, above), below) in values.iter_mut().zip(above).zip(below) {
                        *value = (tap.mix(*above, *below) - mean) / std;
                    }
                }
            },
        );
    }
}

/// One source row, resampled along x; it stays for the next row of the result, which often needs it again.
struct WideRow {
    y: u32,
    /// Red, green, blue.
    planes: Vec<f32>,
}

impl WideRow {
    fn new(width: usize) -> Self {
        Self { y: u32::MAX, planes: vec![0.0; width * 3] }
    }

    fn fill(&mut self, source: Source<'_>, y: u32, taps: &[LinearTap], unit: &[f32; 256]) {
        if self.y == y {
            return;
        }
        self.y = y;
        let row = &source.pixels[y as usize * source.width * 3..][..source.width * 3];
        let (red, rest) = self.planes.split_at_mut(taps.len());
        let (green, blue) = rest.split_at_mut(taps.len());
        for (((tap, red), green), blue) in taps.iter().zip(red).zip(green).zip(blue) {
            let (lower, upper) = (&row[tap.lower as usize * 3..][..3], &row[tap.upper as usize * 3..][..3]);
            let mix = |channel: usize| tap.mix(unit[usize::from(lower[channel])], unit[usize::from(upper[channel])]);
            (*red, *green, *blue) = (mix(0), mix(1), mix(2));
        }
    }
}
