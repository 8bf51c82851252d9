//! Pictures beside each other, with captions.

use kornia_image::Image;

use crate::canvas::{Canvas, blank, picture};
use crate::depth::{GROUND, TEXT};
use crate::sizes::Sizes;
use crate::text::Typesetter;
use crate::{Font, VizError};

/// Puts pictures beside each other, each with a caption above it: a prediction beside the truth, or one model beside another.
///
/// # Errors
/// As for [`montage`].
pub fn side_by_side(panels: &[(&str, &Image<u8, 3>)]) -> Result<Image<u8, 3>, VizError> {
    montage(panels, panels.len().max(1))
}

/// Puts pictures into a grid of `columns`, row by row, each with a caption above it. Pictures keep their size; a column is as wide as its
/// widest picture, a row as high as its highest, and a row without captions has no room for them. Captions too long for their column end in
/// an ellipsis.
///
/// ```
/// use kornia_image::{Image, ImageSize};
/// let picture = Image::<u8, 3>::from_size_val(ImageSize { width: 160, height: 120 }, 200)?;
/// let sheet = vrt_viz::montage(&[("a", &picture), ("b", &picture), ("c", &picture)], 2)?;
/// assert!(sheet.width() > 2 * 160 && sheet.height() > 2 * 120);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`VizError::NoPanels`] without pictures, [`VizError::Setting`] for 0 columns, [`VizError::TooLarge`] if memory does not suffice,
/// [`VizError::NotOnHost`] or [`VizError::Picture`] if a picture's memory can't be read.
pub fn montage(panels: &[(&str, &Image<u8, 3>)], columns: usize) -> Result<Image<u8, 3>, VizError> {
    if panels.is_empty() {
        return Err(VizError::NoPanels);
    }
    if columns == 0 {
        return Err(VizError::Setting { name: "columns", value: 0.0, must: "at least 1" });
    }
    let columns = columns.min(panels.len());
    let widest = panels.iter().map(|(_, picture)| picture.width()).max().unwrap_or(0);
    let highest = panels.iter().map(|(_, picture)| picture.height()).max().unwrap_or(0);
    let size = Sizes::of(widest, highest, 1.0)?.text.max(11.0);
    let gap = (size * 0.5).round() as usize;
    let caption = (size * 1.7).round() as usize;

    let widths: Vec<usize> =
        (0..columns).map(|column| extent(panels.iter().skip(column).step_by(columns), |picture| picture.width())).collect();
    let rows = panels.chunks(columns);
    let heights: Vec<usize> = rows.clone().map(|row| extent(row.iter(), |picture| picture.height())).collect();
    let captions: Vec<usize> = rows.clone().map(|row| if row.iter().any(|(text, _)| !text.is_empty()) { caption } else { gap }).collect();
    let width = widths.iter().fold(gap, |sum, width| sum.saturating_add(*width).saturating_add(gap));
    let height = heights.iter().zip(&captions).fold(gap, |sum, (height, caption)| sum.saturating_add(*height).saturating_add(*caption));

    let mut pixels = blank(width, height, GROUND)?;
    let mut canvas = Canvas::new(&mut pixels, width, height);
    let mut setter = Typesetter::new(None::<&Font>, size)?;
    let mut y = 0;
    for ((row, height), caption) in rows.zip(&heights).zip(&captions) {
        let mut x = gap;
        for ((text, picture), width) in row.iter().zip(&widths) {
            if let Some(text) = setter.fitted(text, *width as f32) {
                let baseline = y as f32 + (*caption as f32 + setter.cap_height()) / 2.0;
                setter.draw(&mut canvas, &text, x as f32, baseline.round() as i64, TEXT);
            }
            canvas.copy(picture, x as i64, (y + caption) as i64)?;
            x += width + gap;
        }
        y += caption + height;
    }
    picture(width, height, pixels)
}

fn extent<'a, 'b: 'a>(panels: impl Iterator<Item = &'a (&'b str, &'b Image<u8, 3>)>, of: impl Fn(&Image<u8, 3>) -> usize) -> usize {
    panels.map(|(_, picture)| of(picture)).max().unwrap_or(0)
}
