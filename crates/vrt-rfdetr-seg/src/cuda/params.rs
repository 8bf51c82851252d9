//! What the host tells the kernels about a frame: one small block of words, copied to the GPU with every frame.

use super::frame::{FrameLayout, PixelFormat, YuvFactors};
use crate::options::SlotRule;

/// Words of one picture, of its size, and of the options before the rules; as in `kernels/*.cu`.
const PICTURE: usize = 16;
const SIZE: usize = 2;
const OPTIONS: usize = 4;
const RULE: usize = 2;

/// Where things are in the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    batch: usize,
    classes: usize,
}

impl Block {
    pub fn new(batch: usize, classes: usize) -> Self {
        Self { batch, classes }
    }

    /// Words of the whole.
    pub fn words(&self) -> usize {
        self.options() + OPTIONS + RULE * self.classes
    }

    /// First word of the sizes.
    pub fn sizes(&self) -> usize {
        PICTURE * self.batch
    }

    /// First word of the options.
    pub fn options(&self) -> usize {
        self.sizes() + SIZE * self.batch
    }

    /// Describes picture `index`, whose first byte is at a device address.
    pub fn set_picture(&self, words: &mut [u32], index: usize, layout: &FrameLayout, address: u64) {
        let factors = match layout.format {
            PixelFormat::Nv12(color) => color.factors(),
            _ => YuvFactors::default(),
        };
        let chroma = address + layout.chroma_offset as u64;
        let picture = [
            address as u32,
            (address >> 32) as u32,
            chroma as u32,
            (chroma >> 32) as u32,
            layout.pitch as u32,
            layout.pitch as u32,
            layout.width,
            layout.height,
            layout.format.code(),
            factors.offset.cast_unsigned(),
            factors.luma.cast_unsigned(),
            factors.red.cast_unsigned(),
            factors.green_v.cast_unsigned(),
            factors.green_u.cast_unsigned(),
            factors.blue.cast_unsigned(),
            0,
        ];
        words[PICTURE * index..][..PICTURE].copy_from_slice(&picture);
    }

    /// Says how large the masks of picture `index` are.
    pub fn set_size(&self, words: &mut [u32], index: usize, size: (u32, u32)) {
        words[self.sizes() + SIZE * index..][..SIZE].copy_from_slice(&[size.0, size.1]);
    }

    /// Says which detections are wanted. There must be a rule for each class slot.
    pub fn set_options(&self, words: &mut [u32], rules: &[Option<SlotRule>], most: Option<usize>) {
        let lowest = rules.iter().flatten().map(|rule| rule.threshold).fold(f32::INFINITY, f32::min);
        let floor = crate::decode::reference::logit_floor(lowest);
        let most = most.and_then(|most| u32::try_from(most).ok()).unwrap_or(u32::MAX);
        let words = &mut words[self.options()..];
        words[..OPTIONS].copy_from_slice(&[floor.to_bits(), lowest.to_bits(), most, 0]);
        for (target, rule) in words[OPTIONS..].chunks_exact_mut(RULE).zip(rules) {
            let (class_id, threshold) = rule.map_or((0, f32::INFINITY), |rule| (rule.class_id, rule.threshold));
            target.copy_from_slice(&[class_id, threshold.to_bits()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DecodeOptions, Variant};

    #[test]
    fn the_block_holds_what_the_kernels_read() {
        let config = Variant::Nano.config();
        let block = Block::new(2, 91);
        assert_eq!((block.sizes(), block.options(), block.words()), (32, 36, 36 + 4 + 182));
        let mut words = vec![0xABCD; block.words()];
        let layout = FrameLayout::new(PixelFormat::Nv12(Default::default()), 640, 480).with_pitch(1024);
        block.set_picture(&mut words, 1, &layout, 0x1_2345_6700);
        block.set_size(&mut words, 1, (640, 480));
        assert_eq!(words[16..26], [0x2345_6700, 1, 0x2345_6700 + 1024 * 480, 1, 1024, 1024, 640, 480, 5, 16]);
        assert_eq!(words[34..36], [640, 480]);
        let options = DecodeOptions { per_class_threshold: [(90, 0.25)].into(), classes: Some([1, 90].into()), ..Default::default() };
        block.set_options(&mut words, &options.rules(&config).unwrap(), Some(7));
        assert_eq!((f32::from_bits(words[37]), words[38]), (0.25, 7));
        let rule = |slot: usize| (words[40 + slot * 2], f32::from_bits(words[41 + slot * 2]));
        assert_eq!((rule(0), rule(1), rule(2), rule(90)), ((0, f32::INFINITY), (1, 0.5), (0, f32::INFINITY), (90, 0.25)));
    }
}
