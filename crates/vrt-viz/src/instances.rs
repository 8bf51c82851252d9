//! All instances of a picture at once.

use std::cmp::Reverse;

use kornia_image::Image;
use vrt_types::Instance;

use crate::canvas::{self, Canvas, Paint, Rect};
use crate::place::Placer;
use crate::shapes::{check_mask, check_strength, frame, plate, plate_width, whole_pixels};
use crate::sizes::Sizes;
use crate::text::Typesetter;
use crate::{Font, VizError, class_color, mask};

/// An instance to draw, and what to write at it.
#[derive(Debug, Clone)]
pub struct Label<'a> {
    /// What was found.
    pub instance: &'a Instance,
    /// One line of text, for example `cup 0.93  1.24 m`; nothing is written where it is empty.
    pub text: String,
    /// Colour of mask, box and plate; `None` takes it from [`Style::color_by`].
    pub color: Option<[u8; 3]>,
}

impl<'a> Label<'a> {
    /// An instance with its text, in the colour the style gives it.
    pub fn new(instance: &'a Instance, text: impl Into<String>) -> Self {
        Self { instance, text: text.into(), color: None }
    }
}

/// What an instance takes its colour from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ColorBy {
    /// Its class, by [`class_color`]: the same thing looks the same in every picture.
    #[default]
    Class,
    /// Its position in the list, by the same table: touching objects of one class can be told apart.
    Instance,
}

/// How [`draw_instances`] draws.
#[derive(Debug, Clone)]
pub struct Style {
    /// Strength of the colour over the pixels inside a mask, 0..=1.
    pub mask_strength: f32,
    /// Whether masks get an outline.
    pub outlines: bool,
    /// Whether boxes are drawn.
    pub boxes: bool,
    /// Whether texts are written.
    pub labels: bool,
    /// What colours stand for.
    pub color_by: ColorBy,
    /// Factor on the sizes of lines and letters that the picture's size gives, larger than 0 and at most 16.
    pub scale: f32,
    /// Font of the labels; `None` takes the bundled one.
    pub font: Option<Font>,
}

impl Default for Style {
    /// Masks at 0.45 with outlines, boxes and labels, coloured by class, in the bundled font.
    fn default() -> Self {
        Self { mask_strength: 0.45, outlines: true, boxes: true, labels: true, color_by: ColorBy::Class, scale: 1.0, font: None }
    }
}

/// Draws instances on the picture they were found in.
///
/// Larger masks are drawn first, so that small things on large ones stay visible. Labels are placed from the highest score down: on top
/// of the box's upper left corner if there is room, else inside or below it, never outside the picture, and where they hide no other label
/// if such a place is near; one that higher scores would hide by more than half is left out. A text too long for the picture ends in an ellipsis; characters that the font lacks are drawn as a box. An
/// instance whose box is not finite is labelled at its mask; one that is not in the picture at all is not labelled.
///
/// # Errors
/// [`VizError::MaskSize`] if a mask is not of the picture's size, [`VizError::Setting`] for a mask strength or scale out of range,
/// [`VizError::NotOnHost`] or [`VizError::Picture`] if the picture's memory can't be drawn on. Nothing has been drawn then.
pub fn draw_instances(picture: &mut Image<u8, 3>, labels: &[Label<'_>], style: &Style) -> Result<(), VizError> {
    check_strength("mask strength", style.mask_strength)?;
    let mut canvas = Canvas::of(picture)?;
    let sizes = Sizes::of(canvas.width(), canvas.height(), style.scale)?;
    for (index, label) in labels.iter().enumerate() {
        check_mask(&canvas, &label.instance.mask, index)?;
    }
    let mut setter = if style.labels { Some(Typesetter::new(style.font.as_ref(), sizes.text)?) } else { None };

    let color = |index: usize| {
        labels[index].color.unwrap_or_else(|| match style.color_by {
            ColorBy::Class => class_color(labels[index].instance.detection.class_id),
            ColorBy::Instance => class_color(index as u32),
        })
    };
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by_cached_key(|index| Reverse(labels[*index].instance.mask.area()));
    for &index in &order {
        let mask = &labels[index].instance.mask;
        if style.mask_strength > 0.0 {
            mask::fill(&mut canvas, mask, &Paint::new(color(index), canvas::alpha(style.mask_strength)));
        }
        if style.outlines {
            mask::outline(&mut canvas, mask, sizes.line, color(index));
        }
    }
    if style.boxes {
        for &index in &order {
            if let Some(rect) = whole_pixels(&labels[index].instance.detection.bbox) {
                frame(&mut canvas, rect, color(index), i64::from(sizes.line));
            }
        }
    }
    if let Some(setter) = &mut setter {
        write_labels(&mut canvas, setter, labels, sizes.text, color);
    }
    Ok(())
}

fn write_labels(canvas: &mut Canvas<'_>, setter: &mut Typesetter, labels: &[Label<'_>], size: f32, color: impl Fn(usize) -> [u8; 3]) {
    let score = |index: &usize| labels[*index].instance.detection.score;
    let mut order: Vec<usize> = (0..labels.len()).filter(|index| !labels[*index].text.is_empty()).collect();
    // Scores that are no numbers come last.
    let key = |index: &usize| if score(index).is_nan() { f32::NEG_INFINITY } else { score(index) };
    order.sort_by(|a, b| key(b).total_cmp(&key(a)));

    let room = canvas.width() as f32 - 2.0 * Sizes::padding(size);
    let height = Sizes::plate_height(size);
    let mut placer = Placer::new(canvas.width(), canvas.height());
    let mut placed = Vec::new();
    for index in order {
        let Some(object) = visible_part(labels[index].instance, canvas) else { continue };
        let Some(text) = setter.fitted(&labels[index].text, room) else { continue };
        let Some(place) = placer.place(object, plate_width(setter, &text, size), height) else { continue };
        placed.push((index, text, place));
    }
    // Where labels can't but overlap, the one with the highest score is on top.
    for (index, text, place) in placed.iter().rev() {
        plate(canvas, setter, text, size, *place, Some(color(*index)), None);
    }
}

/// The part of an instance's box, or else of its mask, that is in the picture.
fn visible_part(instance: &Instance, canvas: &Canvas<'_>) -> Option<Rect> {
    let clipped = |rect: Rect| {
        let (x, y) = (rect.x.max(0), rect.y.max(0));
        let (right, bottom) = (rect.right().min(canvas.width() as i64), rect.bottom().min(canvas.height() as i64));
        (x < right && y < bottom).then(|| Rect::new(x, y, right - x, bottom - y))
    };
    let extent = || {
        let (x, y, width, height) = instance.mask.extent()?;
        Some(Rect::new(x.into(), y.into(), width.into(), height.into()))
    };
    whole_pixels(&instance.detection.bbox).and_then(clipped).or_else(extent)
}
