//! What the host tells the kernels about a frame: one small block of words, copied to the GPU with every frame.

use super::kernels::OPTION_WORDS;
use super::selection::{JOB_WORDS, Job};

/// Words of a picture's size.
const SIZE: usize = 2;

/// Where things are in the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// Words of the table of pictures, which come first.
    table: usize,
    batch: usize,
}

impl Block {
    /// `table` is even, as the addresses in a job must be multiples of 8.
    pub fn new(table: usize, batch: usize) -> Self {
        Self { table: table.next_multiple_of(2), batch }
    }

    /// Words of the whole.
    pub fn words(&self) -> usize {
        self.job() + JOB_WORDS
    }

    /// First word of the sizes.
    pub fn sizes(&self) -> usize {
        self.table
    }

    /// First word of the options.
    pub fn options(&self) -> usize {
        self.sizes() + SIZE * self.batch
    }

    /// First word of what is asked about the depth beside the sky.
    pub fn job(&self) -> usize {
        self.options() + OPTION_WORDS * self.batch
    }

    /// Says how large picture `index` is, what its depths are multiplied with, and whether its sky becomes as far as the rest.
    pub fn set_picture(&self, words: &mut [u32], index: usize, size: (u32, u32), factor: f32, far: bool) {
        words[self.sizes() + SIZE * index..][..SIZE].copy_from_slice(&[size.0, size.1]);
        words[self.options() + OPTION_WORDS * index..][..OPTION_WORDS].copy_from_slice(&[factor.to_bits(), u32::from(far)]);
    }

    /// Says what is asked about the depth beside the sky.
    pub fn set_job(&self, words: &mut [u32], job: &Job<'_>) {
        job.write(&mut words[self.job()..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_holds_what_the_kernels_read() {
        let block = Block::new(33, 2);
        assert_eq!((block.sizes(), block.options(), block.job(), block.words()), (34, 38, 42, 42 + JOB_WORDS));
        let mut words = vec![0xABCD; block.words()];
        block.set_picture(&mut words, 1, (640, 480), 0.5, true);
        assert_eq!(words[..36], [0xABCD; 36]);
        assert_eq!(words[36..42], [640, 480, 0xABCD, 0xABCD, 0.5f32.to_bits(), 1]);
    }
}
