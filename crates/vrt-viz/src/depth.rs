//! Depth maps as pictures.

use kornia_image::Image;
use vrt_types::AnyDepthMap;

use crate::canvas::{Canvas, Rect, blank, picture};
use crate::range::is_valid;
use crate::sizes::Sizes;
use crate::text::Typesetter;
use crate::ticks::Ticks;
use crate::{Colormap, Font, Range, VizError};

/// Ground of scale bars and panels, and the text on it.
pub(crate) const GROUND: [u8; 3] = [24, 26, 31];
pub(crate) const TEXT: [u8; 3] = [236, 238, 242];
const LINE: [u8; 3] = [150, 154, 163];

/// A depth map through a colour map, at the map's resolution.
///
/// Near is warm (or bright) for every kind of map: the nearest end of `range` takes the colour map's last colour, the farthest its first, and
/// colours change linearly with the map's own values. A map that is everywhere the same takes the middle colour. Pixels without a valid
/// depth (see [`Range`]) take [`Colormap::invalid_color`].
///
/// ```
/// use vrt_types::{AnyDepthMap, DepthMap};
/// use vrt_viz::{Colormap, Range, colorize};
/// let map = AnyDepthMap::Metric(DepthMap::new(3, 1, vec![1.0, 4.0, f32::NAN])?);
/// let picture = colorize(&map, Colormap::Grey, Range::MinMax)?;
/// assert_eq!(picture.as_slice()[..6], [255, 255, 255, 0, 0, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`VizError::Setting`] for a range that is none (see [`Range::of`]), [`VizError::TooLarge`] if memory does not suffice.
pub fn colorize(map: &AnyDepthMap, colormap: Colormap, range: Range) -> Result<Image<u8, 3>, VizError> {
    let (width, height) = (map.width() as usize, map.height() as usize);
    let mut pixels = blank(width, height, colormap.invalid_color())?;
    if let Some(range) = range.of(map)? {
        shade(&mut pixels, map, colormap, range);
    }
    picture(width, height, pixels)
}

/// Writes the colours of a map's valid pixels.
fn shade(pixels: &mut [u8], map: &AnyDepthMap, colormap: Colormap, (low, high): (f32, f32)) {
    let table = colormap.table();
    let disparity = map.larger_is_nearer();
    let (low, high) = (f64::from(low), f64::from(high));
    // Position = start + slope * value, 1 at the nearest end.
    let slope = if high > low { if disparity { 1.0 / (high - low) } else { -1.0 / (high - low) } } else { 0.0 };
    let (origin, start) = match (high > low, disparity) {
        (false, _) => (low, 0.5),
        (true, true) => (low, 0.0),
        (true, false) => (high, 0.0),
    };
    for (pixel, value) in pixels.as_chunks_mut().0.iter_mut().zip(map.values()) {
        if is_valid(*value, disparity) {
            *pixel = table[Colormap::index(start + (f64::from(*value) - origin) * slope)];
        }
    }
}

/// How [`depth_picture`] draws.
#[derive(Debug, Clone)]
pub struct DepthStyle {
    /// Colours.
    pub colormap: Colormap,
    /// Depths that the ends of the colour map stand for.
    pub range: Range,
    /// Whether a scale bar is put below the map.
    pub scale_bar: bool,
    /// Factor on the sizes of bar and letters that the map's size gives, larger than 0 and at most 16.
    pub scale: f32,
    /// Font of the scale bar; `None` takes the bundled one.
    pub font: Option<Font>,
}

impl Default for DepthStyle {
    /// Turbo over the robust range, with a scale bar in the bundled font.
    fn default() -> Self {
        Self { colormap: Colormap::Turbo, range: Range::ROBUST, scale_bar: true, scale: 1.0, font: None }
    }
}

/// A depth map through a colour map as by [`colorize`], with a scale bar on a strip below it; the picture is as wide as the map.
///
/// Near is left, far is right. Metric maps have round ticks in metres (steps of 1, 2 or 5 times a power of ten), relative ones the words
/// "near" and "far", since their numbers have no unit. A map without valid depths says so.
///
/// # Errors
/// As for [`colorize`], and [`VizError::Setting`] for a scale out of range.
pub fn depth_picture(map: &AnyDepthMap, style: &DepthStyle) -> Result<Image<u8, 3>, VizError> {
    let (width, height) = (map.width() as usize, map.height() as usize);
    let size = Sizes::of(width, height, style.scale)?.text;
    if !style.scale_bar || width == 0 {
        return colorize(map, style.colormap, style.range);
    }
    let range = style.range.of(map)?;
    let strip = Strip::new(width, height, size);
    let total = height.saturating_add(strip.height as usize);
    let mut pixels = blank(width, total, GROUND)?;
    pixels[..width * height * 3].as_chunks_mut().0.fill(style.colormap.invalid_color());
    if let Some(range) = range {
        shade(&mut pixels[..width * height * 3], map, style.colormap, range);
    }

    let mut setter = Typesetter::new(style.font.as_ref(), size)?;
    let mut canvas = Canvas::new(&mut pixels, width, total);
    match range {
        None => strip.write(&mut canvas, &mut setter, "no valid depth", strip.bar.x as f32 + strip.bar.width as f32 / 2.0),
        Some((low, high)) => {
            strip.draw_bar(&mut canvas, style.colormap, low < high);
            if map.as_metric().is_some() {
                strip.draw_metres(&mut canvas, &mut setter, f64::from(low), f64::from(high));
            } else {
                strip.write(&mut canvas, &mut setter, "near", 0.0);
                strip.write(&mut canvas, &mut setter, "far", width as f32);
            }
        }
    }
    picture(width, total, pixels)
}

/// Where the parts of the scale bar are.
struct Strip {
    bar: Rect,
    tick: i64,
    baseline: i64,
    height: i64,
}

impl Strip {
    fn new(width: usize, top: usize, size: f32) -> Self {
        let margin = (size * 0.8).round().min(width as f32 / 8.0) as i64;
        let (gap, thickness, tick) = ((size * 0.6).round() as i64, (size * 0.8).round() as i64, ((size * 0.3).round() as i64).max(2));
        let bar = Rect::new(margin, top as i64 + gap, width as i64 - 2 * margin, thickness);
        let baseline = bar.bottom() + tick + (size * 1.0).round() as i64;
        Self { bar, tick, baseline, height: baseline + (size * 0.65).round() as i64 - top as i64 }
    }

    /// The colours from the nearest on the left to the farthest on the right; one colour only for a map that has but one depth.
    fn draw_bar(&self, canvas: &mut Canvas<'_>, colormap: Colormap, graded: bool) {
        for column in 0..self.bar.width {
            let position = if graded { 1.0 - (column as f32 + 0.5) / self.bar.width as f32 } else { 0.5 };
            canvas.fill(Rect { x: self.bar.x + column, width: 1, ..self.bar }, colormap.color(position));
        }
    }

    fn draw_metres(&self, canvas: &mut Canvas<'_>, setter: &mut Typesetter, low: f64, high: f64) {
        let across = |value: f64| {
            let share = if high > low { (value - low) / (high - low) } else { 0.5 };
            self.bar.x as f32 + share as f32 * self.bar.width as f32
        };
        let Some((ticks, texts)) = fitting_ticks(setter, low, high, self.bar.width as f32) else { return };
        for (value, text) in ticks.values.iter().zip(&texts) {
            let x = across(*value);
            let line = (self.tick / 4).max(1);
            let left = (x - line as f32 / 2.0).round() as i64;
            let left = left.clamp(self.bar.x, (self.bar.right() - line).max(self.bar.x));
            canvas.fill(Rect::new(left, self.bar.bottom(), line, self.tick), LINE);
            self.write(canvas, setter, text, x);
        }
    }

    /// Writes below the bar, with the middle at `x` as far as the picture's edges allow.
    fn write(&self, canvas: &mut Canvas<'_>, setter: &mut Typesetter, text: &str, x: f32) {
        let margin = self.bar.x as f32;
        let Some(text) = setter.fitted(text, canvas.width() as f32) else { return };
        let width = setter.width(&text);
        let right = canvas.width() as f32 - margin.min((canvas.width() as f32 - width) / 2.0) - width;
        let left = (x - width / 2.0).min(right).max(margin.min(right));
        setter.draw(canvas, &text, left, self.baseline, TEXT);
    }
}

/// The most ticks, but not more than eight, whose texts have room beside each other on `room` pixels.
fn fitting_ticks(setter: &Typesetter, low: f64, high: f64, room: f32) -> Option<(Ticks, Vec<String>)> {
    (1..=8).rev().find_map(|most| {
        let ticks = Ticks::new(low, high, most);
        let texts: Vec<String> = ticks.values.iter().map(|value| format!("{} m", ticks.text(*value))).collect();
        let widest = texts.iter().map(|text| setter.width(text)).fold(0.0, f32::max);
        let apart = if ticks.values.len() < 2 { room } else { (ticks.step / (high - low)) as f32 * room };
        let fits = !texts.is_empty() && widest + setter.width("  0") <= apart;
        fits.then_some((ticks, texts))
    })
}
