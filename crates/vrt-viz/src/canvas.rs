//! Rows of RGB pixels, and the arithmetic of painting on them. Everything outside the picture is clipped, never an error.

use kornia_image::{Image, ImageError, ImageSize};

use crate::VizError;

/// A rectangle of whole pixels; it may lie outside the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rect {
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
}

impl Rect {
    pub fn new(x: i64, y: i64, width: i64, height: i64) -> Self {
        Self { x, y, width, height }
    }

    pub fn right(self) -> i64 {
        self.x + self.width
    }

    pub fn bottom(self) -> i64 {
        self.y + self.height
    }

    /// Pixels that both have.
    pub fn overlap(self, other: Self) -> i64 {
        let width = self.right().min(other.right()) - self.x.max(other.x);
        let height = self.bottom().min(other.bottom()) - self.y.max(other.y);
        width.max(0) * height.max(0)
    }
}

/// A coordinate as whole pixels. Far outside any picture it is held at a value that sums don't overflow from; NaN becomes 0.
pub(crate) fn pixel(value: f32) -> i64 {
    value.round().clamp(-1e9, 1e9) as i64
}

/// A colour with a strength, prepared for long runs of pixels.
///
/// `out = round((old * (255 - alpha) + color * alpha) / 255)`, exactly, for each channel. 48 bytes are 16 pixels and a whole number of
/// vector registers, so the loop over them is compiled to vector instructions.
pub(crate) struct Paint {
    added: [u16; 48],
    kept: u16,
}

impl Paint {
    pub fn new(color: [u8; 3], alpha: u8) -> Self {
        let added = std::array::from_fn(|i| u16::from(color[i % 3]) * u16::from(alpha) + 128);
        Self { added, kept: u16::from(255 - alpha) }
    }

    fn apply(&self, pixels: &mut [u8]) {
        let mut chunks = pixels.chunks_exact_mut(48);
        for chunk in &mut chunks {
            for (value, added) in chunk.iter_mut().zip(&self.added) {
                *value = blended(*value, *added, self.kept);
            }
        }
        for (value, added) in chunks.into_remainder().iter_mut().zip(&self.added) {
            *value = blended(*value, *added, self.kept);
        }
    }
}

/// `round(sum / 255)` of a sum below 255 * 255 + 1, where `added` carries the rounding 128: `(t + t / 256) / 256` is exact there.
fn blended(value: u8, added: u16, kept: u16) -> u8 {
    let sum = u16::from(value) * kept + added;
    ((sum + (sum >> 8)) >> 8) as u8
}

/// Strength 0..=1 as 0..=255.
pub(crate) fn alpha(strength: f32) -> u8 {
    (strength * 255.0).round() as u8
}

/// Pixels to paint on.
pub(crate) struct Canvas<'a> {
    pixels: &'a mut [u8],
    width: usize,
    height: usize,
}

impl<'a> Canvas<'a> {
    /// Pixels row by row. A buffer that is too short for its size is a canvas without pixels.
    pub fn new(pixels: &'a mut [u8], width: usize, height: usize) -> Self {
        match width.checked_mul(height).and_then(|count| count.checked_mul(3)) {
            Some(needed) if needed <= pixels.len() => Self { pixels, width, height },
            _ => Self { pixels: &mut [], width: 0, height: 0 },
        }
    }

    /// The pixels of a picture.
    pub fn of(picture: &'a mut Image<u8, 3>) -> Result<Self, VizError> {
        check(picture)?;
        let ImageSize { width, height } = picture.size();
        Ok(Self { pixels: picture.as_slice_mut(), width, height })
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.height
    }

    /// The bytes of pixels `from..to` of row `y`, as far as they are in the picture.
    fn span(&mut self, y: i64, from: i64, to: i64) -> &mut [u8] {
        let from = from.clamp(0, self.width as i64) as usize;
        let to = to.clamp(0, self.width as i64) as usize;
        match usize::try_from(y) {
            Ok(y) if y < self.height && from < to => &mut self.pixels[(y * self.width + from) * 3..(y * self.width + to) * 3],
            _ => &mut [],
        }
    }

    /// Paints over pixels `from..to` of row `y`.
    pub fn blend_run(&mut self, y: i64, from: i64, to: i64, paint: &Paint) {
        paint.apply(self.span(y, from, to));
    }

    /// Gives pixels `from..to` of row `y` a colour.
    pub fn fill_run(&mut self, y: i64, from: i64, to: i64, color: [u8; 3]) {
        self.span(y, from, to).as_chunks_mut().0.fill(color);
    }

    /// Gives a rectangle a colour.
    pub fn fill(&mut self, rect: Rect, color: [u8; 3]) {
        for y in rect.y.max(0)..rect.bottom().min(self.height as i64) {
            self.fill_run(y, rect.x, rect.right(), color);
        }
    }

    /// Paints over one pixel with `alpha` of 255 of a colour.
    pub fn blend_pixel(&mut self, x: i64, y: i64, color: [u8; 3], alpha: u8) {
        for (value, color) in self.span(y, x, x + 1).iter_mut().zip(color) {
            *value = blended(*value, u16::from(color) * u16::from(alpha) + 128, u16::from(255 - alpha));
        }
    }

    /// Gives a rectangle with round corners a colour; the corners are smooth.
    pub fn fill_rounded(&mut self, rect: Rect, radius: f32, color: [u8; 3]) {
        let radius = radius.min(rect.width as f32 / 2.0).min(rect.height as f32 / 2.0).max(0.0);
        let reach = radius.ceil() as i64;
        for row in (-rect.y).max(0)..rect.height.min(self.height as i64 - rect.y) {
            let y = rect.y + row;
            let from_edge = row.min(rect.height - 1 - row);
            if from_edge >= reach {
                self.fill_run(y, rect.x, rect.right(), color);
                continue;
            }
            for column in 0..reach {
                let (dx, dy) = (radius - column as f32 - 0.5, radius - from_edge as f32 - 0.5);
                let outside = if dx > 0.0 && dy > 0.0 { dx.hypot(dy) - radius } else { -1.0 };
                let covered = alpha((0.5 - outside).clamp(0.0, 1.0));
                self.blend_pixel(rect.x + column, y, color, covered);
                self.blend_pixel(rect.right() - 1 - column, y, color, covered);
            }
            self.fill_run(y, rect.x + reach, rect.right() - reach, color);
        }
    }

    /// Copies a picture so that its top left pixel comes to `(x, y)`.
    pub fn copy(&mut self, picture: &Image<u8, 3>, x: i64, y: i64) -> Result<(), VizError> {
        check(picture)?;
        let width = picture.width();
        if width == 0 {
            return Ok(());
        }
        for (row, source) in picture.as_slice().chunks_exact(width * 3).enumerate() {
            let target = self.span(y + row as i64, x, x + width as i64);
            let skipped = (-x).clamp(0, width as i64) as usize * 3;
            let length = target.len().min(source.len() - skipped);
            target[..length].copy_from_slice(&source[skipped..skipped + length]);
        }
        Ok(())
    }
}

/// Whether a picture's memory can be read as rows of RGB pixels.
fn check(picture: &Image<u8, 3>) -> Result<(), VizError> {
    if !picture.storage.domain().is_host_accessible() {
        return Err(VizError::NotOnHost);
    }
    let ImageSize { width, height } = picture.size();
    let failed = |source| VizError::Picture { width, height, source };
    let needed = picture.size().checked_len(3).map_err(failed)?;
    let found = picture.as_slice().len();
    if found != needed {
        return Err(failed(ImageError::InvalidChannelShape(found, needed)));
    }
    if !picture.is_standard_layout() {
        return Err(failed(ImageError::ImageDataNotContiguous));
    }
    Ok(())
}

/// A picture of one colour, as bytes; an error rather than an abort where memory does not suffice.
pub(crate) fn blank(width: usize, height: usize, color: [u8; 3]) -> Result<Vec<u8>, VizError> {
    let too_large = || VizError::TooLarge { width, height };
    let bytes = width.checked_mul(height).and_then(|count| count.checked_mul(3)).ok_or_else(too_large)?;
    let mut pixels = Vec::new();
    pixels.try_reserve_exact(bytes).map_err(|_| too_large())?;
    pixels.resize(bytes, 0);
    pixels.as_chunks_mut().0.fill(color);
    Ok(pixels)
}

/// The picture of these bytes.
pub(crate) fn picture(width: usize, height: usize, pixels: Vec<u8>) -> Result<Image<u8, 3>, VizError> {
    Image::new(ImageSize { width, height }, pixels).map_err(|source| VizError::Picture { width, height, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blending_is_exact_for_all_values() {
        for alpha in 0..=255u8 {
            for value in 0..=255u8 {
                let color = [0, 77, 255];
                let mut pixels = [value; 3];
                Paint::new(color, alpha).apply(&mut pixels);
                let exact =
                    color.map(|c| ((f64::from(value) * f64::from(255 - alpha) + f64::from(c) * f64::from(alpha)) / 255.0).round() as u8);
                assert_eq!(pixels, exact, "value {value}, alpha {alpha}");
                let mut one = [value; 3];
                Canvas::new(&mut one, 1, 1).blend_pixel(0, 0, color, alpha);
                assert_eq!(one, exact);
            }
        }
    }

    #[test]
    fn long_runs_blend_like_single_pixels() {
        let mut pixels: Vec<u8> = (0..3 * 53).map(|i| (i * 7) as u8).collect();
        let before = pixels.clone();
        let mut canvas = Canvas::new(&mut pixels, 53, 1);
        canvas.blend_run(0, 1, 52, &Paint::new([10, 200, 90], 115));
        let mut expected = before;
        let mut canvas = Canvas::new(&mut expected, 53, 1);
        (1..52).for_each(|x| canvas.blend_pixel(x, 0, [10, 200, 90], 115));
        assert_eq!(pixels, expected);
    }

    #[test]
    fn rectangles_are_clipped() {
        let mut pixels = vec![0; 4 * 3 * 3];
        let mut canvas = Canvas::new(&mut pixels, 4, 3);
        canvas.fill(Rect::new(-5, 1, 7, 100), [9; 3]);
        canvas.fill(Rect::new(2, -4, -3, 9), [1; 3]);
        let rows: Vec<Vec<u8>> = pixels.chunks(12).map(|row| row.iter().step_by(3).copied().collect()).collect();
        assert_eq!(rows, [[0, 0, 0, 0], [9, 9, 0, 0], [9, 9, 0, 0]]);
    }

    #[test]
    fn round_corners_leave_the_corner_and_fill_the_rest() {
        let mut pixels = vec![0; 20 * 12 * 3];
        Canvas::new(&mut pixels, 20, 12).fill_rounded(Rect::new(2, 2, 16, 8), 3.0, [200; 3]);
        let at = |x: usize, y: usize| pixels[(y * 20 + x) * 3];
        assert!(at(2, 2) < 60 && at(17, 9) < 60);
        assert_eq!((at(10, 2), at(2, 6), at(17, 6), at(10, 9), at(5, 5)), (200, 200, 200, 200, 200));
        assert_eq!((at(1, 6), at(18, 6), at(10, 1), at(10, 10)), (0, 0, 0, 0));
    }

    #[test]
    fn copies_are_clipped_on_every_side() {
        let picture = Image::<u8, 3>::new(ImageSize { width: 2, height: 2 }, (1..=12).collect()).unwrap();
        for (x, y, expected) in [(-1, -1, [10, 0, 0, 0]), (1, 1, [0, 0, 0, 1]), (0, 0, [1, 4, 7, 10]), (5, 0, [0; 4]), (-2, 0, [0; 4])] {
            let mut pixels = vec![0; 12];
            Canvas::new(&mut pixels, 2, 2).copy(&picture, x, y).unwrap();
            let reds: Vec<u8> = pixels.iter().step_by(3).copied().collect();
            assert_eq!(reds, expected, "at {x},{y}");
        }
    }

    #[test]
    fn coordinates_never_overflow() {
        assert_eq!(pixel(f32::NAN), 0);
        assert_eq!((pixel(f32::INFINITY), pixel(-1e30), pixel(2.5)), (1_000_000_000, -1_000_000_000, 3));
        assert!(matches!(blank(usize::MAX, 2, [0; 3]), Err(VizError::TooLarge { .. })));
    }
}
