//! Draws what vision models found on the picture they found it in. Nothing here opens a window: pictures go in, pictures come out.
//!
//! | function | what it draws |
//! |---|---|
//! | [`draw_instances`] | masks, outlines, boxes and labels of all instances, each label where it hides least |
//! | [`draw_mask`], [`draw_outline`], [`draw_box`], [`draw_text`] | one of those alone |
//! | [`colorize`] | a depth map through a [`Colormap`] |
//! | [`depth_picture`] | the same with a scale bar below, in metres for metric maps |
//! | [`side_by_side`], [`montage`] | captioned panels, for example a prediction beside the truth |
//!
//! Pictures are `Image<u8, 3>`: RGB, 8 bits a channel, in host memory. Lines and letters grow with the picture, so that a 320-pixel
//! picture and a 4K one both look right. The same input always gives the same pixels.
//!
//! # Example
//! ```
//! use kornia_image::{Image, ImageSize};
//! use vrt_types::{AnyDepthMap, BoundingBox, DepthMap, Detection, Instance, Mask};
//! use vrt_viz::{DepthStyle, Label, Style, depth_picture, draw_instances, side_by_side};
//!
//! let mut picture = Image::<u8, 3>::from_size_val(ImageSize { width: 320, height: 240 }, 90)?;
//! let cup = Instance {
//!     detection: Detection { class_id: 47, score: 0.93, bbox: BoundingBox::new(100.0, 60.0, 180.0, 160.0), query: 3 },
//!     mask: Mask::from_fn(320, 240, |x, y| (100..180).contains(&x) && (60..160).contains(&y))?,
//! };
//! draw_instances(&mut picture, &[Label::new(&cup, "cup 0.93  1.24 m")], &Style::default())?;
//!
//! let metres = (0..320 * 240).map(|i| 0.5 + (i / 320) as f32 * 0.01).collect();
//! let depth = AnyDepthMap::Metric(DepthMap::new(320, 240, metres)?);
//! let depth = depth_picture(&depth, &DepthStyle::default())?;
//!
//! let both = side_by_side(&[("instances", &picture), ("depth", &depth)])?;
//! assert!(both.width() > 640);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod canvas;
mod color;
mod depth;
mod error;
mod font;
mod instances;
mod mask;
mod panels;
mod place;
mod range;
mod shapes;
mod sizes;
mod text;
mod ticks;

pub use color::{class_color, text_color_on};
pub use depth::{DepthStyle, colorize, depth_picture};
pub use error::VizError;
pub use font::Font;
pub use instances::{ColorBy, Label, Style, draw_instances};
pub use panels::{montage, side_by_side};
pub use range::Range;
pub use shapes::{TextStyle, draw_box, draw_mask, draw_outline, draw_text};
pub use vrt_types::{Colormap, UnknownColormap};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
