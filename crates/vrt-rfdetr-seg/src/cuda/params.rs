//! What the host tells the kernels about a frame: one small block of words, copied to the GPU with every frame.

use crate::options::SlotRule;

/// Words of a picture's size, and of the options before the rules; as in `kernels/*.cu`.
const SIZE: usize = 2;
const OPTIONS: usize = 4;
const RULE: usize = 2;

/// Where things are in the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// Words of the table of pictures, which come first.
    table: usize,
    batch: usize,
    classes: usize,
}

impl Block {
    pub fn new(table: usize, batch: usize, classes: usize) -> Self {
        Self { table, batch, classes }
    }

    /// Words of the whole.
    pub fn words(&self) -> usize {
        self.options() + OPTIONS + RULE * self.classes
    }

    /// First word of the sizes.
    pub fn sizes(&self) -> usize {
        self.table
    }

    /// First word of the options.
    pub fn options(&self) -> usize {
        self.sizes() + SIZE * self.batch
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
        let block = Block::new(32, 2, 91);
        assert_eq!((block.sizes(), block.options(), block.words()), (32, 36, 36 + 4 + 182));
        let mut words = vec![0xABCD; block.words()];
        block.set_size(&mut words, 1, (640, 480));
        assert_eq!(words[..34], [0xABCD; 34]);
        assert_eq!(words[34..36], [640, 480]);
        let options = DecodeOptions { per_class_threshold: [(90, 0.25)].into(), classes: Some([1, 90].into()), ..Default::default() };
        block.set_options(&mut words, &options.rules(&config).unwrap(), Some(7));
        assert_eq!((f32::from_bits(words[37]), words[38]), (0.25, 7));
        let rule = |slot: usize| (words[40 + slot * 2], f32::from_bits(words[41 + slot * 2]));
        assert_eq!((rule(0), rule(1), rule(2), rule(90)), ((0, f32::INFINITY), (1, 0.5), (0, f32::INFINITY), (90, 0.25)));
    }
}
