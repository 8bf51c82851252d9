//! How large lines and letters are on a picture of some size.

use crate::VizError;

/// Sizes in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sizes {
    /// Font size (em).
    pub text: f32,
    /// Lines of boxes and outlines of masks.
    pub line: u32,
}

impl Sizes {
    /// Sizes for a picture, times `scale`. They grow with the square root of its area, so that a panorama does not get giant letters;
    /// letters stay legible on small pictures (11 pixels), unless the picture is so low that three lines would not fit.
    pub fn of(width: usize, height: usize, scale: f32) -> Result<Self, VizError> {
        if !(scale.is_finite() && scale > 0.0 && scale <= 16.0) {
            return Err(VizError::Setting { name: "scale", value: f64::from(scale), must: "larger than 0 and at most 16" });
        }
        let side = (width as f32 * height as f32).sqrt();
        let text = (5.0 + side * 0.0125).clamp(11.0, 96.0).min((height as f32 / 4.0).max(6.0)) * scale;
        let line = ((side / 500.0 * scale).round() as u32).clamp(1, 64);
        Ok(Self { text: text.max(4.0), line })
    }

    /// Height of a plate behind one line of text.
    pub fn plate_height(text: f32) -> i64 {
        (text * 1.45).round() as i64
    }

    /// Space between a plate's edge and its text.
    pub fn padding(text: f32) -> f32 {
        (text * 0.36).round().max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_grow_with_the_picture() {
        let at = |width, height| Sizes::of(width, height, 1.0).unwrap();
        let (small, hd, uhd) = (at(320, 240), at(1920, 1080), at(3840, 2160));
        assert_eq!((small.text, small.line), (11.0, 1));
        assert!(hd.text > small.text && uhd.text > 1.7 * hd.text && uhd.line > hd.line);
        assert!(at(0, 0).text >= 4.0 && at(usize::MAX, usize::MAX).text <= 96.0);
    }

    #[test]
    fn scales_that_are_none_are_refused() {
        for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 17.0] {
            assert!(matches!(Sizes::of(10, 10, scale), Err(VizError::Setting { name: "scale", .. })));
        }
    }
}
