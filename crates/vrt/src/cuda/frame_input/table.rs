//! The table of pictures: what `kernels/preprocess.cu` knows about a frame.

use crate::cuda::frame::{FrameLayout, PixelFormat, YuvFactors};

/// Words of one picture; as in `kernels/preprocess.cu`.
pub(super) const PICTURE: usize = 16;

/// Describes picture `index`, whose first byte is at a device address.
pub(super) fn set_picture(words: &mut [u32], index: usize, layout: &FrameLayout, address: u64) {
    words[PICTURE * index..][..PICTURE].copy_from_slice(&picture(layout, address));
}

fn picture(layout: &FrameLayout, address: u64) -> [u32; PICTURE] {
    let factors = match layout.format {
        PixelFormat::Nv12(color) => color.factors(),
        _ => YuvFactors::default(),
    };
    let chroma = address + layout.chroma_offset as u64;
    [
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
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_what_the_kernels_read() {
        let mut words = vec![0xABCD; 2 * PICTURE];
        let layout = FrameLayout::new(PixelFormat::Nv12(Default::default()), 640, 480).with_pitch(1024);
        set_picture(&mut words, 1, &layout, 0x1_2345_6700);
        assert_eq!(words[..16], [0xABCD; 16]);
        assert_eq!(words[16..26], [0x2345_6700, 1, 0x2345_6700 + 1024 * 480, 1, 1024, 1024, 640, 480, 5, 16]);
    }
}
