//! Masks: logits as the network gives them, and bits at picture resolution.

use crate::{Error, Rle};

/// One mask as a network gives it: raw logits at network resolution, row by row. Larger than 0 means "inside" *after* upsampling.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MaskLogits {
    width: u32,
    height: u32,
    values: Vec<f32>,
}

impl MaskLogits {
    /// Logits of a `width` x `height` map, row-major.
    ///
    /// # Errors
    /// [`Error::WrongLength`] unless there are `width * height` values.
    pub fn new(width: u32, height: u32, values: Vec<f32>) -> Result<Self, Error> {
        check_length("mask logits", width, height, values.len())?;
        Ok(Self { width, height, values })
    }

    /// Width in network pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in network pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The logits, row-major.
    pub fn values(&self) -> &[f32] {
        &self.values
    }
}

/// One mask at picture resolution, one bit a pixel.
///
/// Rows are stored one after the other, each padded to whole 64-bit words ([`Mask::words_per_row`]); pixel `x` of a row is bit `x % 64`
/// (least significant first) of word `x / 64`. Padding bits are always 0, so that equal masks have equal words.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Rle", into = "Rle"))]
pub struct Mask {
    width: u32,
    height: u32,
    words: Vec<u64>,
}

impl std::fmt::Debug for Mask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mask({}x{}, area {})", self.width, self.height, self.area())
    }
}

impl Mask {
    /// An empty mask.
    ///
    /// # Errors
    /// [`Error::TooLarge`] above 2^32-1 pixels, the most that COCO run lengths can count.
    pub fn new(width: u32, height: u32) -> Result<Self, Error> {
        check_countable(width, height)?;
        let words = vec![0; words_per_row(width) * height as usize];
        Ok(Self { width, height, words })
    }

    /// A mask of the pixels for which `inside(x, y)` holds.
    ///
    /// # Errors
    /// [`Error::TooLarge`] above 2^32-1 pixels.
    pub fn from_fn(width: u32, height: u32, mut inside: impl FnMut(u32, u32) -> bool) -> Result<Self, Error> {
        let mut mask = Self::new(width, height)?;
        for y in 0..height {
            let row = mask.row_mut(y);
            for x in 0..width {
                if inside(x, y) {
                    row[(x / 64) as usize] |= 1 << (x % 64);
                }
            }
        }
        Ok(mask)
    }

    /// A mask from one byte a pixel, row-major; every byte that is not 0 is inside.
    ///
    /// # Errors
    /// [`Error::WrongLength`] unless there are `width * height` bytes, [`Error::TooLarge`] above 2^32-1 pixels.
    pub fn from_bytes(width: u32, height: u32, bytes: &[u8]) -> Result<Self, Error> {
        check_length("mask", width, height, bytes.len())?;
        Self::from_fn(width, height, |x, y| bytes[y as usize * width as usize + x as usize] != 0)
    }

    /// A mask from its words, in the layout this type stores. Padding bits that are set are cleared.
    ///
    /// # Errors
    /// [`Error::WrongLength`] unless there are `words_per_row * height` words, [`Error::TooLarge`] above 2^32-1 pixels.
    pub fn from_words(width: u32, height: u32, mut words: Vec<u64>) -> Result<Self, Error> {
        check_countable(width, height)?;
        let stride = words_per_row(width);
        let needed = stride as u64 * u64::from(height);
        if words.len() as u64 != needed {
            return Err(Error::WrongLength { what: "mask words", width, height, needed, found: words.len() as u64 });
        }
        if !width.is_multiple_of(64) {
            for row in words.chunks_exact_mut(stride) {
                if let Some(last) = row.last_mut() {
                    *last &= (1 << (width % 64)) - 1;
                }
            }
        }
        Ok(Self { width, height, words })
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// 64-bit words in one row: `ceil(width / 64)`.
    pub fn words_per_row(&self) -> usize {
        words_per_row(self.width)
    }

    /// All words, row by row.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words of row `y`.
    ///
    /// # Panics
    /// If `y >= height`.
    pub fn row(&self, y: u32) -> &[u64] {
        let stride = self.words_per_row();
        &self.words[y as usize * stride..][..stride]
    }

    fn row_mut(&mut self, y: u32) -> &mut [u64] {
        let stride = self.words_per_row();
        &mut self.words[y as usize * stride..][..stride]
    }

    /// Whether pixel `(x, y)` is inside; pixels outside the picture are not.
    pub fn get(&self, x: u32, y: u32) -> bool {
        x < self.width && y < self.height && self.row(y)[(x / 64) as usize] >> (x % 64) & 1 == 1
    }

    /// Puts pixel `(x, y)` inside or outside; pixels beyond the picture are left alone.
    pub fn set(&mut self, x: u32, y: u32, inside: bool) {
        if x < self.width && y < self.height {
            let word = &mut self.row_mut(y)[(x / 64) as usize];
            let bit = 1 << (x % 64);
            *word = if inside { *word | bit } else { *word & !bit };
        }
    }

    /// Pixels inside.
    pub fn area(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The runs of pixels inside row `y`, left to right, as `start..end`.
    ///
    /// # Panics
    /// If `y >= height`.
    pub fn runs(&self, y: u32) -> impl Iterator<Item = std::ops::Range<u32>> + '_ {
        let row = self.row(y);
        let width = self.width;
        let mut x = 0;
        std::iter::from_fn(move || {
            let start = next_bit(row, x, width, true)?;
            let end = next_bit(row, start, width, false).unwrap_or(width);
            x = end;
            Some(start..end)
        })
    }

    /// The smallest rectangle that holds every pixel inside, as `(x, y, width, height)`; `None` for an empty mask.
    pub fn extent(&self) -> Option<(u32, u32, u32, u32)> {
        let (mut left, mut right, mut top, mut bottom) = (u32::MAX, 0, u32::MAX, 0);
        for y in 0..self.height {
            let row = self.row(y);
            let Some(first) = row.iter().position(|word| *word != 0) else { continue };
            let last = row.iter().rposition(|word| *word != 0).unwrap_or(first);
            left = left.min(first as u32 * 64 + row[first].trailing_zeros());
            right = right.max(last as u32 * 64 + 63 - row[last].leading_zeros());
            top = top.min(y);
            bottom = y;
        }
        (top != u32::MAX).then(|| (left, top, right - left + 1, bottom - top + 1))
    }

    /// One byte a pixel, row-major: 1 inside, 0 outside.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.width as usize * self.height as usize];
        for y in 0..self.height {
            let start = y as usize * self.width as usize;
            for run in self.runs(y) {
                bytes[start + run.start as usize..start + run.end as usize].fill(1);
            }
        }
        bytes
    }

    /// Pixels inside both masks; `None` if their sizes differ.
    pub fn intersection_area(&self, other: &Self) -> Option<u64> {
        (self.width == other.width && self.height == other.height)
            .then(|| self.words.iter().zip(&other.words).map(|(a, b)| u64::from((a & b).count_ones())).sum())
    }

    /// Intersection over union; 0 where both are empty, `None` if their sizes differ.
    pub fn iou(&self, other: &Self) -> Option<f64> {
        let intersection = self.intersection_area(other)?;
        let union = self.area() + other.area() - intersection;
        Some(if union == 0 { 0.0 } else { intersection as f64 / union as f64 })
    }

    /// The mask as COCO run lengths.
    pub fn to_rle(&self) -> Rle {
        Rle::from_mask(self)
    }
}

impl TryFrom<Rle> for Mask {
    type Error = Error;

    fn try_from(rle: Rle) -> Result<Self, Error> {
        rle.to_mask()
    }
}

fn words_per_row(width: u32) -> usize {
    (width as usize).div_ceil(64)
}

/// First position `>= from` in `row` whose bit is `wanted`.
fn next_bit(row: &[u64], from: u32, width: u32, wanted: bool) -> Option<u32> {
    let mut index = (from / 64) as usize;
    let mut skip = u64::MAX << (from % 64);
    while let Some(&word) = row.get(index) {
        let candidates = if wanted { word } else { !word } & skip;
        if candidates != 0 {
            let x = index as u32 * 64 + candidates.trailing_zeros();
            return (x < width).then_some(x);
        }
        skip = u64::MAX;
        index += 1;
    }
    None
}

/// Run lengths are 32-bit, so a mask must not have more pixels than that counts.
pub(crate) fn check_countable(width: u32, height: u32) -> Result<(), Error> {
    match u64::from(width) * u64::from(height) <= u64::from(u32::MAX) {
        true => Ok(()),
        false => Err(Error::TooLarge { width, height }),
    }
}

pub(crate) fn check_length(what: &'static str, width: u32, height: u32, found: usize) -> Result<(), Error> {
    let needed = u64::from(width) * u64::from(height);
    if needed == found as u64 { Ok(()) } else { Err(Error::WrongLength { what, width, height, needed, found: found as u64 }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_cross_word_borders() {
        let mask = Mask::from_fn(200, 2, |x, y| y == 1 && ((60..70).contains(&x) || (127..129).contains(&x) || x == 199)).unwrap();
        assert_eq!(mask.runs(0).count(), 0);
        assert_eq!(mask.runs(1).collect::<Vec<_>>(), [60..70, 127..129, 199..200]);
        assert_eq!(mask.area(), 13);
        assert_eq!(mask.extent(), Some((60, 1, 140, 1)));
    }

    #[test]
    fn a_full_row_of_whole_words_is_one_run() {
        let mask = Mask::from_fn(128, 1, |_, _| true).unwrap();
        let runs: Vec<_> = mask.runs(0).collect();
        assert_eq!((runs.len(), runs[0].clone()), (1, 0..128));
    }

    #[test]
    fn padding_bits_never_count() {
        let mask = Mask::from_words(3, 2, vec![u64::MAX, 0b101]).unwrap();
        assert_eq!(mask.area(), 5);
        assert_eq!(mask, Mask::from_bytes(3, 2, &[1, 1, 1, 9, 0, 1]).unwrap());
    }

    #[test]
    fn bytes_of_the_wrong_length_are_refused() {
        let error = Mask::from_bytes(3, 2, &[0; 5]).unwrap_err();
        assert_eq!(error, Error::WrongLength { what: "mask", width: 3, height: 2, needed: 6, found: 5 });
    }

    #[test]
    fn empty_masks_have_no_extent() {
        assert_eq!(Mask::new(0, 0).unwrap().extent(), None);
        assert_eq!(Mask::new(65, 3).unwrap().extent(), None);
        assert_eq!(Mask::new(4, 4).unwrap().iou(&Mask::new(4, 4).unwrap()), Some(0.0));
        assert_eq!(Mask::new(4, 4).unwrap().iou(&Mask::new(4, 5).unwrap()), None);
    }

    #[test]
    fn iou_counts_pixels() {
        let a = Mask::from_fn(10, 10, |x, _| x < 6).unwrap();
        let b = Mask::from_fn(10, 10, |x, _| x >= 4).unwrap();
        assert_eq!(a.iou(&b), Some(0.2));
    }

    #[test]
    fn masks_that_run_lengths_cannot_count_are_refused() {
        assert_eq!(Mask::new(65536, 65536), Err(Error::TooLarge { width: 65536, height: 65536 }));
    }

    #[test]
    fn set_ignores_pixels_outside() {
        let mut mask = Mask::new(5, 5).unwrap();
        mask.set(5, 0, true);
        mask.set(4, 4, true);
        assert!(mask.get(4, 4) && !mask.get(5, 0));
        assert_eq!(mask.area(), 1);
    }
}
