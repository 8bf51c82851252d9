//! The specification of masks: mask logits of the network, upsampled to the picture, and a bit for every value larger than 0.
//!
//! A pixel `(x, y)` is inside if `a * wy0 + b * wy1 > 0` (strictly), with `a = v00 * wx0 + v01 * wx1` and `b = v10 * wx0 + v11 * wx1` in
//! `f32`, nothing fused. The four logits and their weights are those of [`LinearAxis`] (half-pixel), which is PyTorch's
//! `interpolate(mode="bilinear", align_corners=False, antialias=False)`, also where a side shrinks. (PyTorch's builds may fuse a product with a
//! sum, which can decide otherwise only where the value is 0 but for rounding.)
//!
//! The threshold comes after upsampling; a mask thresholded before has the network's pixels for a border. Nothing is cropped to the box, no hole
//! is filled, and masks may overlap: that is the reference behaviour.
//!
//! # Shortcuts
//! Most pixels are settled without arithmetic, which changes no bit: weights are not negative, so where all four logits are `<= 0` the value
//! can't be `> 0`; and one weight of each axis is at least a half, so where all four are in `1e-30..=1e30` the value is `> 0` and neither
//! underflows nor overflows.

use vrt::resample::{Alignment, LinearAxis, LinearTap};
use vrt_types::Mask;

use crate::Error;

/// Upsamples masks of one size to pictures of one size.
///
/// ```
/// use vrt_rfdetr_seg::decode::masks::MaskUpsampler;
/// // One row of two logits, four pixels: their values are 1, 0.5, -0.5 and -1.
/// let mask = MaskUpsampler::new((2, 1), (4, 1))?.upsample(&[1.0, -1.0])?;
/// assert_eq!(mask.to_bytes(), [1, 1, 0, 0]);
/// # Ok::<(), vrt_rfdetr_seg::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct MaskUpsampler {
    from: (usize, usize),
    to: (u32, u32),
    columns: LinearAxis,
    rows: LinearAxis,
    column_runs: Vec<Run>,
    row_runs: Vec<Run>,
}

/// Successive positions of the result, `start..end`, with the same two source positions.
#[derive(Debug, Clone, Copy)]
struct Run {
    lower: usize,
    upper: usize,
    start: usize,
    end: usize,
}

/// What is known of the pixels between four logits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    Outside,
    Inside,
    Both,
}

/// Which pixels of a row are alike.
#[derive(Debug, Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
    cell: Cell,
}

impl MaskUpsampler {
    /// For mask logits of `from` = `(width, height)` network pixels and pictures of `picture` = `(width, height)` pixels.
    ///
    /// # Errors
    /// [`Error::PictureSize`] for sides of the picture outside 1..=65536, [`Error::Resample`] for masks without pixels.
    pub fn new(from: (usize, usize), picture: (usize, usize)) -> Result<Self, Error> {
        super::reference::check_picture(picture)?;
        let columns = LinearAxis::new(from.0, picture.0, Alignment::HalfPixel)?;
        let rows = LinearAxis::new(from.1, picture.1, Alignment::HalfPixel)?;
        let (column_runs, row_runs) = (runs(columns.taps()), runs(rows.taps()));
        Ok(Self { from, to: (picture.0 as u32, picture.1 as u32), columns, rows, column_runs, row_runs })
    }

    /// The mask at the resolution of the picture, of `logits` `[h, w]`, row-major.
    ///
    /// # Errors
    /// [`Error::OutputLength`] unless there are `w * h` logits, [`Error::Mask`] if the picture has more than 2^32-1 pixels.
    pub fn upsample(&self, logits: &[f32]) -> Result<Mask, Error> {
        let (source_width, source_height) = self.from;
        if logits.len() != source_width * source_height {
            let (needed, found) = ((source_width * source_height) as u64, logits.len() as u64);
            return Err(Error::OutputLength { output: "masks", shape: format!("[{source_height}, {source_width}]"), needed, found });
        }
        let (width, height) = self.to;
        let empty = Mask::new(width, height)?;
        let mut canvas = Canvas { words: vec![0; empty.words().len()], stride: empty.words_per_row() };
        let cells: Vec<Cell> = logits.iter().map(|logit| cell(*logit)).collect();
        let row = |y: usize| (&logits[y * source_width..][..source_width], &cells[y * source_width..][..source_width]);
        let (mut wide_lower, mut wide_upper) = (vec![0.0; width as usize], vec![0.0; width as usize]);
        let mut spans = Vec::new();
        for run in &self.row_runs {
            let ((lower, lower_cells), (upper, upper_cells)) = (row(run.lower), row(run.upper));
            self.classify(lower_cells, upper_cells, &mut spans);
            for span in spans.iter().filter(|span| span.cell == Cell::Both) {
                widen(lower, &self.columns.taps()[span.start..span.end], &mut wide_lower[span.start..span.end]);
                widen(upper, &self.columns.taps()[span.start..span.end], &mut wide_upper[span.start..span.end]);
            }
            for (y, tap) in (run.start..run.end).zip(&self.rows.taps()[run.start..run.end]) {
                for span in &spans {
                    match span.cell {
                        Cell::Outside => {}
                        Cell::Inside => canvas.fill(y, span.start, span.end),
                        Cell::Both => canvas.blend(y, span.start, span.end, &wide_lower, &wide_upper, tap),
                    }
                }
            }
        }
        Ok(Mask::from_words(width, height, canvas.words)?)
    }

    /// Divides the pixels between two rows of logits into spans of the same kind, left to right, and leaves out those that are outside.
    fn classify(&self, lower: &[Cell], upper: &[Cell], spans: &mut Vec<Span>) {
        spans.clear();
        let inner = |cell: &Cell| *cell != Cell::Outside;
        let first = lower.iter().position(inner).into_iter().chain(upper.iter().position(inner)).min();
        let last = lower.iter().rposition(inner).into_iter().chain(upper.iter().rposition(inner)).max();
        let (Some(first), Some(last)) = (first, last) else { return };
        let begin = self.column_runs.partition_point(|run| run.upper < first);
        let end = self.column_runs.partition_point(|run| run.lower <= last);
        for run in &self.column_runs[begin..end] {
            let corners = [lower[run.lower], lower[run.upper], upper[run.lower], upper[run.upper]];
            let first = corners[0];
            let cell = if corners.iter().all(|corner| *corner == first) { first } else { Cell::Both };
            match spans.last_mut() {
                Some(last) if last.cell == cell => last.end = run.end,
                _ => spans.push(Span { start: run.start, end: run.end, cell }),
            }
        }
        spans.retain(|span| span.cell != Cell::Outside);
    }
}

/// Groups positions of the result by the two source positions they are a mean of.
fn runs(taps: &[LinearTap]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (position, tap) in taps.iter().enumerate() {
        let (lower, upper) = (tap.lower as usize, tap.upper as usize);
        match runs.last_mut() {
            Some(last) if (last.lower, last.upper) == (lower, upper) => last.end = position + 1,
            _ => runs.push(Run { lower, upper, start: position, end: position + 1 }),
        }
    }
    runs
}

/// What a logit says about pixels whose four logits all say the same.
fn cell(logit: f32) -> Cell {
    if logit <= 0.0 {
        Cell::Outside
    } else if (1e-30..=1e30).contains(&logit) {
        Cell::Inside
    } else {
        Cell::Both
    }
}

/// Upsamples a row of logits along x.
fn widen(row: &[f32], taps: &[LinearTap], wide: &mut [f32]) {
    for (value, tap) in wide.iter_mut().zip(taps) {
        *value = row[tap.lower as usize] * tap.lower_weight + row[tap.upper as usize] * tap.upper_weight;
    }
}

/// The bits of a mask, in the layout of [`Mask`].
struct Canvas {
    words: Vec<u64>,
    stride: usize,
}

impl Canvas {
    /// Sets pixels `start..end` of row `y`.
    fn fill(&mut self, y: usize, start: usize, end: usize) {
        let row = &mut self.words[y * self.stride..][..self.stride];
        for (word, from, to) in words_of(start, end) {
            row[word] |= low_bits(to - from) << (from % 64);
        }
    }

    /// Sets those of the pixels `start..end` of row `y` whose value, a mean of two upsampled rows, is larger than 0.
    fn blend(&mut self, y: usize, start: usize, end: usize, lower: &[f32], upper: &[f32], tap: &LinearTap) {
        let row = &mut self.words[y * self.stride..][..self.stride];
        for (word, from, to) in words_of(start, end) {
            let mut inside = [0u8; 64];
            for ((inside, lower), upper) in inside.iter_mut().zip(&lower[from..to]).zip(&upper[from..to]) {
                *inside = u8::from(lower * tap.lower_weight + upper * tap.upper_weight > 0.0);
            }
            row[word] |= pack(&inside) << (from % 64);
        }
    }
}

/// The pieces of `start..end` that lie within one word each, as `(word, from, to)`.
fn words_of(start: usize, end: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (start / 64..end.div_ceil(64)).map(move |word| (word, start.max(word * 64), end.min(word * 64 + 64)))
}

/// `count` ones, for `count` in 1..=64.
fn low_bits(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

/// 64 bytes that are 0 or 1 as bits, the first byte lowest.
fn pack(bytes: &[u8; 64]) -> u64 {
    // The product puts byte i's bit at bit 56 + i of a group of 8, and nothing else there.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (groups, _) = bytes.as_chunks::<8>();
    groups.iter().rev().fold(0, |bits, group| bits << 8 | u64::from_le_bytes(*group).wrapping_mul(GATHER) >> 56)
}
