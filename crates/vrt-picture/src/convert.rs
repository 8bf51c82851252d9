//! Samples of any kind to RGB8.

use image::DynamicImage;

/// 16 bits to 8: `v / 257`, rounded to the nearest (65535 is 255). Truncating to the high byte, as PIL does, darkens by half a step.
#[inline]
pub(crate) fn narrow(value: u16) -> u8 {
    // At most (65535 + 128) / 257 = 255.
    ((u32::from(value) + 128) / 257) as u8
}

/// CMYK (255 is full ink) to RGB as PIL does it, without colour management: `(255 - k) - c * (255 - k) / 255`, rounded.
#[inline]
pub(crate) fn cmyk_to_rgb([c, m, y, k]: [u8; 4]) -> [u8; 3] {
    let light = 255 - u32::from(k);
    [c, m, y].map(|ink| {
        // x / 255 rounded, exact for x <= 255 * 255 (Blinn, "Three wrongs make a right").
        let x = u32::from(ink) * light + 128;
        (light - ((x + (x >> 8)) >> 8)) as u8
    })
}

/// Full-range YCbCr (JFIF) to RGB.
#[inline]
pub(crate) fn ycbcr_to_rgb([y, cb, cr]: [u8; 3]) -> [u8; 3] {
    let (y, cb, cr) = (f32::from(y), f32::from(cb) - 128.0, f32::from(cr) - 128.0);
    // `as` saturates.
    [y + 1.402 * cr, y - 0.344_136_3 * cb - 0.714_136_3 * cr, y + 1.772 * cb].map(|value| value.round() as u8)
}

/// RGB8 of what the `image` crate decoded: grey repeated, alpha dropped, 16 bits rounded. `None` for kinds that pictures don't have.
pub(crate) fn to_rgb8(picture: DynamicImage) -> Option<Vec<u8>> {
    Some(match picture {
        DynamicImage::ImageRgb8(picture) => picture.into_raw(),
        DynamicImage::ImageLuma8(picture) => repeat(picture.as_raw().iter().copied()),
        DynamicImage::ImageLumaA8(picture) => repeat(picture.as_raw().iter().copied().step_by(2)),
        DynamicImage::ImageRgba8(picture) => first_three(picture.as_raw(), |value| value),
        DynamicImage::ImageLuma16(picture) => repeat(picture.as_raw().iter().copied().map(narrow)),
        DynamicImage::ImageLumaA16(picture) => repeat(picture.as_raw().iter().copied().step_by(2).map(narrow)),
        DynamicImage::ImageRgb16(picture) => picture.as_raw().iter().copied().map(narrow).collect(),
        DynamicImage::ImageRgba16(picture) => first_three(picture.as_raw(), narrow),
        _ => return None,
    })
}

/// Grey to RGB.
pub(crate) fn repeat(grey: impl ExactSizeIterator<Item = u8>) -> Vec<u8> {
    let mut rgb = Vec::with_capacity(grey.len() * 3);
    grey.for_each(|value| rgb.extend([value; 3]));
    rgb
}

fn first_three<T: Copy>(rgba: &[T], narrow: impl Fn(T) -> u8) -> Vec<u8> {
    let mut rgb = Vec::with_capacity(rgba.len() / 4 * 3);
    for pixel in rgba.as_chunks::<4>().0 {
        rgb.extend([narrow(pixel[0]), narrow(pixel[1]), narrow(pixel[2])]);
    }
    rgb
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrowing_rounds_to_the_nearest() {
        for value in 0..=u16::MAX {
            assert_eq!(narrow(value), (f64::from(value) / 257.0).round() as u8, "{value}");
        }
    }

    #[test]
    fn inks_mix_as_the_formula_says() {
        for k in 0..=255u8 {
            for c in 0..=255u8 {
                let light = 255.0 - f64::from(k);
                let expected = light - (f64::from(c) * light / 255.0).round();
                assert_eq!(cmyk_to_rgb([c, 0, 255, k]), [expected as u8, 255 - k, 0], "c {c}, k {k}");
            }
        }
    }

    #[test]
    fn neutral_ycbcr_is_grey() {
        assert_eq!(ycbcr_to_rgb([77, 128, 128]), [77; 3]);
        assert_eq!(ycbcr_to_rgb([76, 85, 255]), [254, 0, 0]);
    }
}
