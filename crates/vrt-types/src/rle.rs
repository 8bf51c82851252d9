//! COCO run-length encoding, as pycocotools reads and writes it.

use crate::mask::check_countable;
use crate::{Error, Mask};

/// A mask as COCO run lengths: column by column from the top left, runs of outside and inside in turn, beginning with outside
/// (a first run of 0 where the top-left pixel is inside).
///
/// With the feature `serde` it is `{"size": [height, width], "counts": "..."}`, which `pycocotools.mask.decode` takes as it is.
///
/// Source of the format: `maskApi.c` of the COCO API (<https://github.com/cocodataset/cocoapi>).
///
/// ```
/// use vrt_types::{Mask, Rle};
/// let mask = Mask::from_fn(3, 2, |x, _| x == 1)?;
/// let rle = mask.to_rle();
/// assert_eq!(rle.counts(), [2, 2, 2]);
/// assert_eq!(rle.to_coco_string(), "222");
/// assert_eq!(Rle::from_coco_string(3, 2, "222")?.to_mask()?, mask);
/// # Ok::<(), vrt_types::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rle {
    width: u32,
    height: u32,
    counts: Vec<u32>,
}

impl Rle {
    /// Run lengths of a `width` x `height` mask.
    ///
    /// # Errors
    /// [`Error::TooLarge`] above 2^32-1 pixels, [`Error::RunLengths`] unless the runs add up to `width * height`.
    pub fn new(width: u32, height: u32, counts: Vec<u32>) -> Result<Self, Error> {
        check_countable(width, height)?;
        let needed = u64::from(width) * u64::from(height);
        let found = counts.iter().map(|count| u64::from(*count)).sum();
        if found != needed {
            return Err(Error::RunLengths { width, height, needed, found });
        }
        Ok(Self { width, height, counts })
    }

    /// Run lengths of a mask, in time proportional to its words and the length of its outline, not to its pixels.
    pub(crate) fn from_mask(mask: &Mask) -> Self {
        let (width, height) = (mask.width(), mask.height());
        let mut edges = edges_by_column(mask);
        // Where a column ends inside and the next begins inside, the run goes on: the two edges at that position cancel.
        let mut kept = 0;
        for index in 0..edges.len() {
            if kept > 0 && edges[kept - 1] == edges[index] {
                kept -= 1;
            } else {
                edges[kept] = edges[index];
                kept += 1;
            }
        }
        edges.truncate(kept);
        let pixels = width * height;
        if edges.last() != Some(&pixels) {
            edges.push(pixels);
        }
        let mut start = 0;
        let counts = edges.iter().map(|end| end - std::mem::replace(&mut start, *end)).collect();
        Self { width, height, counts }
    }

    /// Width of the mask in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height of the mask in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The run lengths: outside, inside, outside, ...
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Pixels inside.
    pub fn area(&self) -> u64 {
        self.counts.iter().skip(1).step_by(2).map(|count| u64::from(*count)).sum()
    }

    /// The mask with one bit a pixel.
    ///
    /// # Errors
    /// None for a value made by this type's constructors, which check the size already.
    pub fn to_mask(&self) -> Result<Mask, Error> {
        let mut mask = Mask::new(self.width, self.height)?;
        let (mut x, mut y) = (0, 0);
        for (index, count) in self.counts.iter().enumerate() {
            let mut left = *count;
            while left > 0 {
                let rows = left.min(self.height - y);
                if index % 2 == 1 {
                    (y..y + rows).for_each(|y| mask.set(x, y, true));
                }
                left -= rows;
                y += rows;
                if y == self.height {
                    (x, y) = (x + 1, 0);
                }
            }
        }
        Ok(mask)
    }

    /// The compressed string of COCO result files.
    ///
    /// From the third run on the difference to the run two before is written, five bits a character, low bits first; bit 5 says "more
    /// follows", and 48 makes it printable.
    pub fn to_coco_string(&self) -> String {
        let mut text = String::new();
        for (index, count) in self.counts.iter().enumerate() {
            let mut value = i64::from(*count);
            if index > 2 {
                value -= i64::from(self.counts[index - 2]);
            }
            loop {
                let low = (value & 0x1f) as u8;
                value >>= 5;
                let done = if low & 0x10 != 0 { value == -1 } else { value == 0 };
                text.push(char::from(48 + (low | if done { 0 } else { 0x20 })));
                if done {
                    break;
                }
            }
        }
        text
    }

    /// Reads the compressed string of COCO files.
    ///
    /// # Errors
    /// [`Error::RleString`] for characters that don't occur in such strings, a string that ends within a number and runs that are negative
    /// or too large; [`Error::RunLengths`] if the runs don't add up to `width * height`.
    pub fn from_coco_string(width: u32, height: u32, text: &str) -> Result<Self, Error> {
        let mut counts: Vec<u32> = Vec::new();
        let mut value = 0i64;
        let mut shift = 0u32;
        for (position, byte) in text.bytes().enumerate() {
            let broken = |reason| Error::RleString { position, reason };
            let group = byte.checked_sub(48).filter(|group| *group < 64).ok_or(broken("not a character of a COCO RLE string"))?;
            if shift > 30 {
                return Err(broken("a run length does not fit 32 bits"));
            }
            value |= i64::from(group & 0x1f) << shift;
            shift += 5;
            if group & 0x20 == 0 {
                if group & 0x10 != 0 {
                    value |= -1 << shift;
                }
                let index = counts.len();
                if index > 2 {
                    value += i64::from(counts[index - 2]);
                }
                counts.push(u32::try_from(value).map_err(|_| broken("a run length is negative or does not fit 32 bits"))?);
                (value, shift) = (0, 0);
            }
        }
        if shift != 0 {
            return Err(Error::RleString { position: text.len(), reason: "the string ends within a number" });
        }
        Self::new(width, height, counts)
    }
}

/// Column-major positions at which a column goes from outside to inside or back, ascending; columns begin and end outside.
fn edges_by_column(mask: &Mask) -> Vec<u32> {
    let (width, height) = (mask.width(), mask.height());
    let below_the_last = vec![0; mask.words_per_row()];
    let each_edge = |visit: &mut dyn FnMut(u32, u32)| {
        let mut above: &[u64] = &below_the_last;
        for y in 0..=height {
            let row = if y < height { mask.row(y) } else { &below_the_last };
            for (index, (word, word_above)) in row.iter().zip(above).enumerate() {
                let mut changed = word ^ word_above;
                while changed != 0 {
                    visit(index as u32 * 64 + changed.trailing_zeros(), y);
                    changed &= changed - 1;
                }
            }
            above = row;
        }
    };
    // A counting sort by column: rows are visited from the top, so every column's edges come out in order.
    let mut next = vec![0usize; width as usize + 1];
    each_edge(&mut |x, _| next[x as usize + 1] += 1);
    for x in 0..width as usize {
        next[x + 1] += next[x];
    }
    let mut edges = vec![0; next[width as usize]];
    each_edge(&mut |x, y| {
        edges[next[x as usize]] = x * height + y;
        next[x as usize] += 1;
    });
    edges
}

impl From<Mask> for Rle {
    fn from(mask: Mask) -> Self {
        mask.to_rle()
    }
}

#[cfg(feature = "serde")]
mod serialized {
    use super::Rle;

    #[derive(serde::Serialize, serde::Deserialize)]
    struct Coco {
        size: [u32; 2],
        counts: String,
    }

    impl serde::Serialize for Rle {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            Coco { size: [self.height, self.width], counts: self.to_coco_string() }.serialize(serializer)
        }
    }

    impl<'de> serde::Deserialize<'de> for Rle {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let Coco { size: [height, width], counts } = Coco::deserialize(deserializer)?;
            Rle::from_coco_string(width, height, &counts).map_err(serde::de::Error::custom)
        }
    }
}
