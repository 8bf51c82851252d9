//! Lines of text, drawn glyph by glyph.

use std::collections::HashMap;

use ab_glyph::{Font as _, GlyphId, PxScale, ScaleFont, point};

use crate::canvas::{Canvas, Rect, alpha};
use crate::{Font, VizError};

/// Glyphs begin at quarters of a pixel: fine enough that letters look evenly set, coarse enough that each is rasterised only once.
const STEPS: f32 = 4.0;

/// Sets text in one font and size. Sizes are those of the em, in pixels.
pub(crate) struct Typesetter {
    font: Font,
    size: f32,
    scale: PxScale,
    cap_height: f32,
    bitmaps: HashMap<(GlyphId, u8), Option<Bitmap>>,
}

/// Coverage of one glyph, and where its top left pixel lies relative to the pen.
struct Bitmap {
    left: i64,
    top: i64,
    width: usize,
    coverage: Vec<u8>,
}

enum Shape {
    Glyph(GlyphId),
    /// Nothing in the font: a box is drawn, so that one sees that something is missing.
    Missing,
    /// Marks without a width of their own that the font does not have.
    Nothing,
}

impl Typesetter {
    /// Text of `size` pixels in `font`, or in the bundled one.
    pub fn new(font: Option<&Font>, size: f32) -> Result<Self, VizError> {
        let font = match font {
            Some(font) => font.clone(),
            None => Font::bundled()?,
        };
        let scale = PxScale::from(size * font.line_height());
        let capital = font.outlines().glyph_id('H').with_scale(scale);
        let cap_height = font.outlines().outline_glyph(capital).map_or(size * 0.7, |outline| -outline.px_bounds().min.y);
        Ok(Self { font, size, scale, cap_height, bitmaps: HashMap::new() })
    }

    /// Height of capital letters in pixels.
    pub fn cap_height(&self) -> f32 {
        self.cap_height
    }

    /// Width of a line in pixels.
    pub fn width(&self, text: &str) -> f32 {
        text.chars().map(|character| self.advance(character)).sum()
    }

    /// The text if it is not wider than `limit` pixels, else as much of its beginning as fits with an ellipsis; `None` where not even that does.
    pub fn fitted(&self, text: &str, limit: f32) -> Option<String> {
        let ellipsis = if matches!(self.shape('…'), Shape::Glyph(_)) { "…" } else { "..." };
        let ellipsis_width = self.width(ellipsis);
        let mut kept = 0;
        let mut width = 0.0;
        for (start, character) in text.char_indices() {
            if width + ellipsis_width <= limit {
                kept = start;
            }
            width += self.advance(character);
            if width > limit {
                return (ellipsis_width <= limit).then(|| format!("{}{ellipsis}", text[..kept].trim_end()));
            }
        }
        Some(text.to_owned())
    }

    /// Draws a line whose pen starts at `x`, on a baseline at the lower edge of pixel row `baseline - 1`.
    pub fn draw(&mut self, canvas: &mut Canvas<'_>, text: &str, x: f32, baseline: i64, color: [u8; 3]) {
        let mut pen = x;
        // No glyph reaches farther from its pen than this.
        let reach = self.size * 3.0;
        let rows = -reach..canvas.height() as f32 + reach;
        if !rows.contains(&(baseline as f32)) {
            return;
        }
        for character in text.chars() {
            if pen > canvas.width() as f32 + reach {
                break;
            }
            let advance = self.advance(character);
            if pen < -reach - advance {
                pen += advance;
                continue;
            }
            match self.shape(character) {
                Shape::Glyph(glyph) => self.draw_glyph(canvas, glyph, pen, baseline, color),
                Shape::Missing => self.draw_missing(canvas, pen, baseline, color),
                Shape::Nothing => {}
            }
            pen += advance;
        }
    }

    fn shape(&self, character: char) -> Shape {
        let outlines = self.font.outlines();
        let glyph = outlines.glyph_id(if character.is_control() { ' ' } else { character });
        match character {
            _ if glyph.0 != 0 => Shape::Glyph(glyph),
            // Combining marks, joiners, direction marks, variation selectors.
            '\u{300}'..='\u{36f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' => Shape::Nothing,
            _ => Shape::Missing,
        }
    }

    fn advance(&self, character: char) -> f32 {
        match self.shape(character) {
            Shape::Glyph(glyph) => self.font.outlines().as_scaled(self.scale).h_advance(glyph),
            Shape::Missing => self.size * 0.6,
            Shape::Nothing => 0.0,
        }
    }

    fn draw_glyph(&mut self, canvas: &mut Canvas<'_>, glyph: GlyphId, pen: f32, baseline: i64, color: [u8; 3]) {
        let quarters = (pen * STEPS).round().clamp(-1e9, 1e9) as i64;
        let (whole, step) = (quarters.div_euclid(STEPS as i64), quarters.rem_euclid(STEPS as i64) as u8);
        let (font, scale) = (&self.font, self.scale);
        let bitmap = self.bitmaps.entry((glyph, step)).or_insert_with(|| rasterise(font, glyph, scale, f32::from(step) / STEPS));
        let Some(bitmap) = bitmap else { return };
        for (y, row) in bitmap.coverage.chunks_exact(bitmap.width).enumerate() {
            for (x, covered) in row.iter().enumerate().filter(|(_, covered)| **covered != 0) {
                canvas.blend_pixel(whole + bitmap.left + x as i64, baseline + bitmap.top + y as i64, color, *covered);
            }
        }
    }

    fn draw_missing(&self, canvas: &mut Canvas<'_>, pen: f32, baseline: i64, color: [u8; 3]) {
        let (left, right) = ((pen + self.size * 0.08).round() as i64, (pen + self.size * 0.52).round() as i64);
        let height = (self.cap_height.round() as i64).max(2);
        let (width, line) = ((right - left).max(2), ((self.size / 12.0).round() as i64).max(1));
        let top = baseline - height;
        canvas.fill(Rect::new(left, top, width, line), color);
        canvas.fill(Rect::new(left, baseline - line, width, line), color);
        canvas.fill(Rect::new(left, top, line, height), color);
        canvas.fill(Rect::new(left + width - line, top, line, height), color);
    }
}

/// Coverage of a glyph whose pen is `shift` pixels right of a pixel's left edge; `None` for glyphs without ink.
fn rasterise(font: &Font, glyph: GlyphId, scale: PxScale, shift: f32) -> Option<Bitmap> {
    let outline = font.outlines().outline_glyph(glyph.with_scale_and_position(scale, point(shift, 0.0)))?;
    let bounds = outline.px_bounds();
    let (width, height) = (bounds.width().ceil() as usize, bounds.height().ceil() as usize);
    if width == 0 || height == 0 {
        return None;
    }
    let mut coverage = vec![0; width * height];
    outline.draw(|x, y, covered| {
        if let Some(value) = coverage.get_mut(y as usize * width + x as usize) {
            *value = alpha(covered.clamp(0.0, 1.0));
        }
    });
    Some(Bitmap { left: bounds.min.x as i64, top: bounds.min.y as i64, width, coverage })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setter(size: f32) -> Typesetter {
        Typesetter::new(None, size).unwrap()
    }

    /// Smallest rectangle with ink in it, as left, top, right, bottom.
    fn ink(text: &str, size: f32) -> Option<(usize, usize, usize, usize)> {
        let (width, height, mut pixels) = (400, 100, vec![0; 400 * 100 * 3]);
        setter(size).draw(&mut Canvas::new(&mut pixels, width, height), text, 10.0, 60, [255; 3]);
        let inked = |x: &usize, y: &usize| pixels[(y * width + x) * 3] > 0;
        let columns: Vec<usize> = (0..width).filter(|x| (0..height).any(|y| inked(x, &y))).collect();
        let rows: Vec<usize> = (0..height).filter(|y| (0..width).any(|x| inked(&x, y))).collect();
        Some((*columns.first()?, *rows.first()?, columns.last()? + 1, rows.last()? + 1))
    }

    #[test]
    fn metrics_are_those_of_the_font_file() {
        // Roboto: 2048 units an em, capitals 1456 high, digits 1150 wide (fonttools: OS/2.sCapHeight, hmtx["zero"]).
        let setter = setter(40.0);
        assert!((setter.cap_height() - 40.0 * 1456.0 / 2048.0).abs() <= 1.0, "{}", setter.cap_height());
        let digit = setter.width("0");
        assert!((setter.width("0123456789") - 10.0 * digit).abs() < 0.01, "digits must be as wide as each other");
    }

    #[test]
    fn ink_is_on_the_baseline_and_within_the_width() {
        let (left, top, right, bottom) = ink("H", 40.0).unwrap();
        assert_eq!(bottom, 60);
        assert!((60 - top) as f32 >= setter(40.0).cap_height() - 1.0);
        assert!(left >= 10 && right as f32 <= 10.0 + setter(40.0).width("H"));
        let (_, _, _, descender) = ink("g", 40.0).unwrap();
        assert!(descender > 60);
    }

    #[test]
    fn what_the_font_lacks_is_a_box() {
        let (left, top, right, bottom) = ink("犬", 40.0).unwrap();
        assert_eq!((left, right, bottom), (13, 31, 60));
        assert_eq!(60 - top, setter(40.0).cap_height().round() as usize);
        assert_eq!(ink("犬", 40.0), ink("د", 40.0));
    }

    #[test]
    fn spaces_and_bare_marks_have_no_ink() {
        assert_eq!(ink(" \t\n\u{200b}\u{301}\u{fe0f}", 40.0), None);
        assert_eq!(setter(20.0).width("\u{200b}\u{fe0f}"), 0.0);
        assert_eq!(setter(20.0).width("\n"), setter(20.0).width(" "));
        for covered in ["é", "ß", "Ω", "Ж", "…", "°", "≤"] {
            assert!(matches!(setter(20.0).shape(covered.chars().next().unwrap()), Shape::Glyph(_)), "{covered}");
        }
    }

    #[test]
    fn long_text_ends_in_an_ellipsis() {
        let setter = setter(16.0);
        let text = "a dining table with far too long a name";
        assert_eq!(setter.fitted(text, 1000.0).unwrap(), text);
        let fitted = setter.fitted(text, 90.0).unwrap();
        let start = fitted.strip_suffix('…').unwrap();
        assert!(text.starts_with(start) && !start.ends_with(' ') && !start.is_empty());
        assert!(setter.width(&fitted) <= 90.0);
        assert_eq!(setter.fitted(text, setter.width("…")).unwrap(), "…");
        assert_eq!(setter.fitted(text, 1.0), None);
        assert_eq!(setter.fitted("", 0.0).unwrap(), "");
    }
}
