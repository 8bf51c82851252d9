//! Picture files in and out.
//!
//! [`read_picture`] gives an upright RGB8 picture, whatever the file is like:
//!
//! | in the file | what becomes of it |
//! |---|---|
//! | orientation (EXIF in JPEG, PNG and WebP; the tag in TIFF) | applied: the picture comes upright |
//! | grey, 1 to 16 bits | repeated in the three channels |
//! | palette | its colours |
//! | alpha | dropped, the colour under it is kept, as `convert("RGB")` of PIL does; nothing is composited |
//! | 16 bits | rounded to 8: `round(v / 257)`; PIL cuts off the low byte of colours (1 less at most) and clips 16-bit grey to 255 |
//! | CMYK (TIFF; JPEG with Adobe's inverted inks and YCCK) | `(1 - c) (1 - k)`, as PIL does |
//! | ICC profile, gamma | ignored, as the networks' own pipelines do |
//! | more than one page or frame | the first one |
//!
//! The content decides what a file is, not its name. A file that ends early is an error, never half a picture, and a limit of pixels
//! ([`ReadOptions`]) keeps small files from asking for all memory.
//!
//! [`write_atomic`] and [`write_png`] write whole files or none.
//!
//! # Example
//! ```
//! use vrt_picture::{read_picture, write_png};
//! # let folder = tempfile::tempdir()?;
//! # let out = folder.path().join("upright.png");
//! # let photo = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/jpeg-exif-6.jpg");
//! let picture = read_picture(photo)?;
//! println!("{} x {}", picture.width(), picture.height());
//! write_png(out, &picture)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod convert;
mod decode;
mod error;
mod format;
mod jpeg;
mod tiff;
mod write;

pub use decode::{ReadOptions, decode_picture, decode_picture_with, read_picture, read_picture_with};
pub use error::{PictureError, WriteError};
pub use format::{is_picture, is_picture_name};
pub use kornia_image;
pub use write::{encode_png, write_atomic, write_png};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
