//! One mask, box or line of text at a time.

use kornia_image::Image;
use vrt_types::{BoundingBox, Mask};

use crate::canvas::{self, Canvas, Paint, Rect, pixel};
use crate::sizes::Sizes;
use crate::text::Typesetter;
use crate::{Font, VizError, mask};

/// Paints a colour over the pixels inside a mask: `round(old * (1 - strength) + color * strength)`, with `strength` in steps of 1/255.
///
/// ```
/// use kornia_image::{Image, ImageSize};
/// use vrt_types::Mask;
/// let mut picture = Image::<u8, 3>::from_size_val(ImageSize { width: 4, height: 1 }, 100)?;
/// let mask = Mask::from_fn(4, 1, |x, _| x == 2)?;
/// vrt_viz::draw_mask(&mut picture, &mask, [200, 100, 0], 0.5)?;
/// assert_eq!(picture.as_slice(), [100, 100, 100, 100, 100, 100, 150, 100, 50, 100, 100, 100]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`VizError::MaskSize`] unless the mask is of the picture's size, [`VizError::Setting`] for a `strength` outside 0..=1.
pub fn draw_mask(picture: &mut Image<u8, 3>, mask: &Mask, color: [u8; 3], strength: f32) -> Result<(), VizError> {
    check_strength("strength", strength)?;
    let mut canvas = Canvas::of(picture)?;
    check_mask(&canvas, mask, 0)?;
    mask::fill(&mut canvas, mask, &Paint::new(color, canvas::alpha(strength)));
    Ok(())
}

/// Draws the outermost `width` pixels inside a mask, with a soft rim beside them against jagged steps.
///
/// # Errors
/// [`VizError::MaskSize`] unless the mask is of the picture's size, [`VizError::Setting`] for a `width` above 64 pixels.
pub fn draw_outline(picture: &mut Image<u8, 3>, mask: &Mask, color: [u8; 3], width: u32) -> Result<(), VizError> {
    if width > 64 {
        return Err(VizError::Setting { name: "outline width", value: f64::from(width), must: "at most 64 pixels" });
    }
    let mut canvas = Canvas::of(picture)?;
    check_mask(&canvas, mask, 0)?;
    mask::outline(&mut canvas, mask, width, color);
    Ok(())
}

/// Draws the lines of a box, `width` pixels wide, inwards from its edges rounded to whole pixels. Where the box leaves the picture, so
/// do its lines. A box with a coordinate that is not finite, or whose right (bottom) lies before its left (top), is not drawn.
///
/// # Errors
/// [`VizError::NotOnHost`] or [`VizError::Picture`] if the picture's memory can't be drawn on.
pub fn draw_box(picture: &mut Image<u8, 3>, bbox: &BoundingBox, color: [u8; 3], width: u32) -> Result<(), VizError> {
    let mut canvas = Canvas::of(picture)?;
    if let Some(rect) = whole_pixels(bbox) {
        frame(&mut canvas, rect, color, i64::from(width));
    }
    Ok(())
}

/// How [`draw_text`] draws.
#[derive(Debug, Clone, Default)]
pub struct TextStyle {
    /// Font size in pixels (the em: capitals are about 0.7 of it); `None` chooses it by the picture's size.
    pub size: Option<f32>,
    /// Colour of the letters; `None` takes black or white, whichever reads better on the plate.
    pub color: Option<[u8; 3]>,
    /// Colour of the plate behind the text; `None` draws none.
    pub plate: Option<[u8; 3]>,
    /// Font; `None` takes the bundled one.
    pub font: Option<Font>,
}

/// Draws one line of text whose plate begins at `(x, y)`, cut with an ellipsis where the picture ends. Without a plate the text is in the
/// same place.
///
/// ```
/// use kornia_image::{Image, ImageSize};
/// use vrt_viz::{TextStyle, draw_text};
/// let mut picture = Image::<u8, 3>::from_size_val(ImageSize { width: 200, height: 100 }, 0)?;
/// draw_text(&mut picture, "30 fps", 8, 8, &TextStyle { plate: Some([40, 40, 40]), ..TextStyle::default() })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`VizError::Setting`] for a size outside 4..=1024 pixels, [`VizError::NotOnHost`] or [`VizError::Picture`] if the picture's memory can't
/// be drawn on.
pub fn draw_text(picture: &mut Image<u8, 3>, text: &str, x: i32, y: i32, style: &TextStyle) -> Result<(), VizError> {
    let mut canvas = Canvas::of(picture)?;
    let size = match style.size {
        None => Sizes::of(canvas.width(), canvas.height(), 1.0)?.text,
        Some(size) if (4.0..=1024.0).contains(&size) => size,
        Some(size) => return Err(VizError::Setting { name: "text size", value: f64::from(size), must: "4 to 1024 pixels" }),
    };
    let mut setter = Typesetter::new(style.font.as_ref(), size)?;
    let room = canvas.width() as f32 - x as f32 - 2.0 * Sizes::padding(size);
    if let Some(text) = setter.fitted(text, room) {
        let place = Rect::new(i64::from(x), i64::from(y), plate_width(&setter, &text, size), Sizes::plate_height(size));
        plate(&mut canvas, &mut setter, &text, size, place, style.plate, style.color);
    }
    Ok(())
}

/// Width of the plate behind a line.
pub(crate) fn plate_width(setter: &Typesetter, text: &str, size: f32) -> i64 {
    (setter.width(text) + 2.0 * Sizes::padding(size)).ceil() as i64
}

/// Draws a line of text in the middle of its plate's height.
pub(crate) fn plate(
    canvas: &mut Canvas<'_>,
    setter: &mut Typesetter,
    text: &str,
    size: f32,
    place: Rect,
    plate: Option<[u8; 3]>,
    color: Option<[u8; 3]>,
) {
    if let Some(plate) = plate {
        canvas.fill_rounded(place, size * 0.18, plate);
    }
    let color = color.unwrap_or_else(|| crate::text_color_on(plate.unwrap_or([0; 3])));
    let baseline = place.y + ((place.height as f32 + setter.cap_height()) / 2.0).round() as i64;
    setter.draw(canvas, text, place.x as f32 + Sizes::padding(size), baseline, color);
}

/// A box in whole pixels, at least one wide and high; `None` for boxes that are none.
pub(crate) fn whole_pixels(bbox: &BoundingBox) -> Option<Rect> {
    let BoundingBox { x1, y1, x2, y2 } = *bbox;
    let finite = [x1, y1, x2, y2].iter().all(|value| value.is_finite());
    (finite && x2 >= x1 && y2 >= y1).then(|| {
        let (x, y) = (pixel(x1), pixel(y1));
        Rect::new(x, y, (pixel(x2) - x).max(1), (pixel(y2) - y).max(1))
    })
}

/// The lines of a rectangle, inwards from its edges.
pub(crate) fn frame(canvas: &mut Canvas<'_>, rect: Rect, color: [u8; 3], width: i64) {
    let (across, down) = (width.min(rect.width), width.min(rect.height));
    canvas.fill(Rect { height: down, ..rect }, color);
    canvas.fill(Rect { y: rect.bottom() - down, height: down, ..rect }, color);
    canvas.fill(Rect { width: across, ..rect }, color);
    canvas.fill(Rect { x: rect.right() - across, width: across, ..rect }, color);
}

pub(crate) fn check_mask(canvas: &Canvas<'_>, mask: &Mask, index: usize) -> Result<(), VizError> {
    let (width, height) = (canvas.width(), canvas.height());
    if mask.width() as usize == width && mask.height() as usize == height {
        return Ok(());
    }
    Err(VizError::MaskSize { index, mask_width: mask.width(), mask_height: mask.height(), width, height })
}

pub(crate) fn check_strength(name: &'static str, strength: f32) -> Result<(), VizError> {
    if (0.0..=1.0).contains(&strength) {
        return Ok(());
    }
    Err(VizError::Setting { name, value: f64::from(strength), must: "from 0 (invisible) to 1 (opaque)" })
}
