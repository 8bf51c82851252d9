//! Filling and outlining masks. Both work on runs and 64-bit words, never pixel by pixel.

use vrt_types::Mask;

use crate::canvas::{Canvas, Paint};

/// Paints over the pixels inside a mask.
pub(crate) fn fill(canvas: &mut Canvas<'_>, mask: &Mask, paint: &Paint) {
    let Some((_, top, _, height)) = mask.extent() else { return };
    for y in top..top + height {
        for run in mask.runs(y) {
            canvas.blend_run(i64::from(y), i64::from(run.start), i64::from(run.end), paint);
        }
    }
}

/// Draws the outermost `width` pixels inside a mask, and softens the line's steps by painting weakly over the pixels beside it.
/// Where a mask meets the picture's edge the line goes along the edge.
pub(crate) fn outline(canvas: &mut Canvas<'_>, mask: &Mask, width: u32, color: [u8; 3]) {
    let Some(mask) = Bits::of(mask) else { return };
    let mut inner = mask.clone();
    for step in 0..width {
        // Neighbours on four and on eight sides in turn keep round things round.
        inner = inner.eroded(step % 2 == 1);
    }
    let line = mask.without(&inner);
    line.for_each_run(|y, from, to| canvas.fill_run(y, from, to, color));
    line.for_each_neighbour(|x, y, alpha| canvas.blend_pixel(x, y, color, alpha));
}

/// The part of a mask that holds pixels, with one empty row above and below and one empty word left and right.
#[derive(Clone)]
struct Bits {
    /// Picture column of the first bit and picture row of the first row.
    left: i64,
    top: i64,
    stride: usize,
    words: Vec<u64>,
}

impl Bits {
    fn of(mask: &Mask) -> Option<Self> {
        let (x, y, width, height) = mask.extent()?;
        let (first, last) = ((x / 64) as usize, ((x + width - 1) / 64) as usize);
        let stride = last - first + 3;
        let mut words = vec![0; stride * (height as usize + 2)];
        for (row, target) in (y..y + height).zip(words.chunks_exact_mut(stride).skip(1)) {
            target[1..stride - 1].copy_from_slice(&mask.row(row)[first..=last]);
        }
        Some(Self { left: first as i64 * 64 - 64, top: i64::from(y) - 1, stride, words })
    }

    fn rows(&self) -> usize {
        self.words.len() / self.stride
    }

    fn row(&self, y: usize) -> &[u64] {
        &self.words[y * self.stride..][..self.stride]
    }

    /// Without the pixels that have a neighbour outside: of the four beside them, or of all eight. Nothing reaches the empty frame.
    fn eroded(&self, eight: bool) -> Self {
        let mut out = Self { words: vec![0; self.words.len()], ..*self };
        let across = |row: &[u64], i: usize| row[i] & (row[i] << 1 | row[i - 1] >> 63) & (row[i] >> 1 | row[i + 1] << 63);
        for y in 1..self.rows() - 1 {
            let (above, row, below) = (self.row(y - 1), self.row(y), self.row(y + 1));
            for i in (1..self.stride - 1).filter(|i| row[*i] != 0) {
                let vertical = if eight { across(above, i) & across(below, i) } else { above[i] & below[i] };
                out.words[y * self.stride + i] = across(row, i) & vertical;
            }
        }
        out
    }

    fn without(&self, other: &Self) -> Self {
        Self { words: self.words.iter().zip(&other.words).map(|(a, b)| a & !b).collect(), ..*self }
    }

    /// Calls `paint(y, from, to)` for every run, in picture coordinates.
    fn for_each_run(&self, mut paint: impl FnMut(i64, i64, i64)) {
        for y in 0..self.rows() {
            for (i, word) in self.row(y).iter().enumerate() {
                let (mut rest, mut x) = (*word, self.left + i as i64 * 64);
                while rest != 0 {
                    let gap = rest.trailing_zeros();
                    rest >>= gap;
                    let length = rest.trailing_ones();
                    rest = rest.checked_shr(length).unwrap_or(0);
                    x += i64::from(gap);
                    paint(self.top + y as i64, x, x + i64::from(length));
                    x += i64::from(length);
                }
            }
        }
    }

    /// Calls `paint(x, y, alpha)` for every pixel that is not set but has a neighbour that is; the more and the nearer, the stronger.
    fn for_each_neighbour(&self, mut paint: impl FnMut(i64, i64, u8)) {
        let empty = vec![0; self.stride];
        // Word `i` of a row with one bit of each neighbouring word: bit 0 is the pixel left of the word.
        let wide = |row: &[u64], i: usize| {
            let before = if i > 0 { row[i - 1] >> 63 } else { 0 };
            let after = row.get(i + 1).map_or(0, |word| word & 1);
            u128::from(before) | u128::from(row[i]) << 1 | u128::from(after) << 65
        };
        for y in 0..self.rows() {
            let above = if y > 0 { self.row(y - 1) } else { &empty };
            let below = if y + 1 < self.rows() { self.row(y + 1) } else { &empty };
            for i in 0..self.stride {
                let rows = [wide(above, i), wide(self.row(y), i), wide(below, i)];
                let any = rows[0] | rows[1] | rows[2];
                if any == 0 {
                    continue;
                }
                let mut beside = (any | any >> 1 | any >> 2) as u64 & !self.row(y)[i];
                while beside != 0 {
                    let bit = beside.trailing_zeros();
                    beside &= beside - 1;
                    let [a, b, c] = rows.map(|row| (row >> bit) as u8 & 7);
                    let near = (a >> 1 & 1) + (b & 1) + (b >> 2) + (c >> 1 & 1);
                    let corners = (a & 5).count_ones() + (c & 5).count_ones();
                    paint(self.left + i as i64 * 64 + i64::from(bit), self.top + y as i64, softness(2 * u32::from(near) + corners));
                }
            }
        }
    }
}

/// Strength of a pixel beside a line, from twice its direct neighbours on the line plus the diagonal ones (0..=12). A straight line (4) gets
/// a faint rim, the inner corner of a step (6 or 7) is nearly half filled, a lone diagonal neighbour (1) does not count.
fn softness(neighbours: u32) -> u8 {
    (neighbours.saturating_sub(2).min(10) * 255 / 12) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reds(width: u32, height: u32, draw: impl FnOnce(&mut Canvas<'_>)) -> Vec<u8> {
        let mut pixels = vec![0; (width * height * 3) as usize];
        draw(&mut Canvas::new(&mut pixels, width as usize, height as usize));
        pixels.iter().step_by(3).copied().collect()
    }

    /// By the definition: pixels inside that leave the mask within `width` steps, over four and eight neighbours in turn.
    fn line_by_definition(mask: &Mask, width: u32) -> Vec<bool> {
        let (w, h) = (mask.width() as i64, mask.height() as i64);
        let mut inside: Vec<bool> = mask.to_bytes().iter().map(|byte| *byte == 1).collect();
        let whole = inside.clone();
        for step in 0..width {
            let at = |x: i64, y: i64| (0..w).contains(&x) && (0..h).contains(&y) && inside[(y * w + x) as usize];
            inside = (0..w * h)
                .map(|i| {
                    let (x, y) = (i % w, i / w);
                    (-1..=1).all(|dy: i64| (-1..=1).all(|dx: i64| (step % 2 == 0 && dx != 0 && dy != 0) || at(x + dx, y + dy)))
                })
                .collect();
        }
        whole.iter().zip(&inside).map(|(whole, inner)| *whole && !*inner).collect()
    }

    #[test]
    fn a_fill_touches_the_pixels_inside_only() {
        let mask = Mask::from_fn(150, 40, |x, y| (x * 7 + y * 13) % 11 < 4).unwrap();
        let filled = reds(150, 40, |canvas| fill(canvas, &mask, &Paint::new([200, 0, 0], 128)));
        let expected: Vec<u8> = mask.to_bytes().iter().map(|inside| inside * 100).collect();
        assert_eq!(filled, expected);
    }

    #[test]
    fn lines_are_as_defined_at_word_borders_and_picture_edges() {
        let disc = |cx: i64, cy: i64, r: i64| move |x: u32, y: u32| (i64::from(x) - cx).pow(2) + (i64::from(y) - cy).pow(2) < r * r;
        let masks = [
            Mask::from_fn(200, 60, disc(64, 30, 25)).unwrap(),
            Mask::from_fn(200, 60, disc(195, 5, 30)).unwrap(),
            Mask::from_fn(200, 60, disc(0, 59, 12)).unwrap(),
            Mask::from_fn(64, 20, |_, _| true).unwrap(),
            Mask::from_fn(65, 3, |x, _| x > 62).unwrap(),
            Mask::from_fn(128, 9, |x, y| (x + y) % 3 == 0).unwrap(),
        ];
        for mask in &masks {
            for width in 1..=3 {
                let drawn = reds(mask.width(), mask.height(), |canvas| outline(canvas, mask, width, [255, 0, 0]));
                let expected = line_by_definition(mask, width);
                let full: Vec<bool> = drawn.iter().map(|red| *red == 255).collect();
                assert_eq!(full, expected, "{mask:?}, width {width}");
            }
        }
    }

    #[test]
    fn beside_the_line_only_direct_surroundings_are_softened() {
        let mask = Mask::from_fn(9, 9, |x, y| (2..7).contains(&x) && (2..7).contains(&y)).unwrap();
        let drawn = reds(9, 9, |canvas| outline(canvas, &mask, 1, [255, 0, 0]));
        assert_eq!(drawn[..9], [0; 9]);
        // Outside: corners have one diagonal neighbour, the ends of a side 3 of 12, the middle of a side 4 of 12.
        assert_eq!(drawn[9..18], [0, 0, 21, 42, 42, 42, 21, 0, 0]);
        assert_eq!(drawn[4 * 9 + 4], 0);
    }

    #[test]
    fn empty_masks_draw_nothing() {
        for mask in [Mask::new(0, 0).unwrap(), Mask::new(70, 5).unwrap()] {
            assert!(reds(70, 5, |canvas| outline(canvas, &mask, 3, [255; 3])).iter().all(|red| *red == 0));
        }
    }
}
