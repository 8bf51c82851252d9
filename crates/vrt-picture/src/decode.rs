//! Bytes to an upright RGB8 picture.

use std::fs::File;
use std::io::{Cursor, ErrorKind, Read};
use std::path::Path;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage};
use kornia_image::{Image, ImageSize};

use crate::format::{Format, MAGIC_BYTES, describe};
use crate::{PictureError, convert, jpeg, tiff};

/// Limits for reading pictures, so that a small file can't ask for all memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Largest picture that is read, in pixels (width times height).
    pub max_pixels: u64,
}

impl ReadOptions {
    /// 64 million pixels: more than common cameras give, about 200 MB as RGB8.
    pub const DEFAULT_MAX_PIXELS: u64 = 64_000_000;

    /// The default with another limit of pixels.
    pub fn with_max_pixels(max_pixels: u64) -> Self {
        Self { max_pixels }
    }

    /// Memory a decoder may take: 16 bits and four samples a pixel twice over, and something for tables and metadata.
    fn max_bytes(&self) -> u64 {
        self.max_pixels.saturating_mul(16).saturating_add(64 << 20)
    }
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { max_pixels: Self::DEFAULT_MAX_PIXELS }
    }
}

/// Reads a picture file as upright RGB8, `[height, width, 3]`. See the [crate] for what is converted how.
///
/// # Errors
/// [`PictureError`] says what is wrong with which file and what to do; never a panic, and never half a picture.
pub fn read_picture(path: impl AsRef<Path>) -> Result<Image<u8, 3>, PictureError> {
    read_picture_with(path, &ReadOptions::default())
}

/// [`read_picture`] with limits of one's own.
///
/// # Errors
/// As [`read_picture`].
pub fn read_picture_with(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Image<u8, 3>, PictureError> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let read_error = |source: std::io::Error| PictureError::Read { name: name.clone(), source };
    let mut file = File::open(path).map_err(read_error)?;
    if file.metadata().map_err(read_error)?.is_dir() {
        return Err(PictureError::Folder { name });
    }
    // The first bytes decide before the rest is read: the file may be anything, of any length.
    let mut bytes = Vec::with_capacity(MAGIC_BYTES);
    (&mut file).take(MAGIC_BYTES as u64).read_to_end(&mut bytes).map_err(read_error)?;
    format_of(&bytes, &name)?;
    let max_bytes = options.max_bytes();
    (&mut file).take(max_bytes).read_to_end(&mut bytes).map_err(read_error)?;
    if bytes.len() as u64 > max_bytes {
        return Err(PictureError::TooLong { name, max_bytes });
    }
    decode_picture_with(&bytes, &name, options)
}

/// Decodes the content of a picture file; `name` is what messages call it.
///
/// # Errors
/// As [`read_picture`].
pub fn decode_picture(bytes: &[u8], name: &str) -> Result<Image<u8, 3>, PictureError> {
    decode_picture_with(bytes, name, &ReadOptions::default())
}

/// [`decode_picture`] with limits of one's own.
///
/// # Errors
/// As [`read_picture`].
pub fn decode_picture_with(bytes: &[u8], name: &str, options: &ReadOptions) -> Result<Image<u8, 3>, PictureError> {
    let format = format_of(bytes, name)?;
    let source = Source { bytes, name, format, options };
    let Decoded { width, height, rgb, orientation } = match format {
        Format::Tiff => tiff::decode(&source)?,
        _ => decode(&source)?,
    };
    let not_rgb = || source.broken("the decoder gave another number of samples than the header says");
    let mut picture = DynamicImage::ImageRgb8(RgbImage::from_raw(width, height, rgb).ok_or_else(not_rgb)?);
    picture.apply_orientation(orientation);
    let size = ImageSize { width: picture.width() as usize, height: picture.height() as usize };
    Image::new(size, picture.into_rgb8().into_raw()).map_err(|_| not_rgb())
}

/// A picture as it is stored, before it is turned upright.
pub(crate) struct Decoded {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) rgb: Vec<u8>,
    pub(crate) orientation: Orientation,
}

/// What is being decoded, for limits and messages.
pub(crate) struct Source<'a> {
    pub(crate) bytes: &'a [u8],
    name: &'a str,
    format: Format,
    options: &'a ReadOptions,
}

impl Source<'_> {
    pub(crate) fn broken(&self, reason: impl ToString) -> PictureError {
        PictureError::Broken { name: self.name.to_owned(), format: self.format.name(), reason: reason.to_string() }
    }

    pub(crate) fn unsupported(&self, what: impl ToString) -> PictureError {
        PictureError::Unsupported { name: self.name.to_owned(), format: self.format.name(), what: what.to_string() }
    }

    pub(crate) fn truncated(&self) -> PictureError {
        PictureError::Truncated { name: self.name.to_owned(), format: self.format.name(), length: self.bytes.len() as u64 }
    }

    pub(crate) fn out_of_memory(&self, (width, height): (u32, u32)) -> PictureError {
        PictureError::Memory { name: self.name.to_owned(), format: self.format.name(), width, height }
    }

    /// An error of the file system, which for bytes in memory says that there are too few of them.
    pub(crate) fn io(&self, error: &std::io::Error) -> PictureError {
        if error.kind() == ErrorKind::UnexpectedEof { self.truncated() } else { self.broken(error) }
    }

    /// Refuses pictures without pixels and with more than are allowed.
    pub(crate) fn check_size(&self, (width, height): (u32, u32)) -> Result<(), PictureError> {
        if width == 0 || height == 0 {
            return Err(self.broken(format_args!("its header says {width}x{height}, which are no pixels")));
        }
        let max_pixels = self.options.max_pixels;
        if u64::from(width) * u64::from(height) > max_pixels {
            return Err(PictureError::TooLarge { name: self.name.to_owned(), width, height, max_pixels });
        }
        Ok(())
    }

    /// Memory that decoding may take, in bytes.
    pub(crate) fn max_bytes(&self) -> u64 {
        self.options.max_bytes()
    }

    fn image_error(&self, size: (u32, u32), error: &ImageError) -> PictureError {
        match error {
            ImageError::Unsupported(what) => self.unsupported(what),
            ImageError::Limits(_) => self.out_of_memory(size),
            ImageError::IoError(error) => self.io(error),
            error if ends_early(error) => self.truncated(),
            error => self.broken(error),
        }
    }
}

/// Whether an error, or one of those behind it, says that the bytes ended. The codecs wrap it in various ways.
fn ends_early(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        if error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::UnexpectedEof) {
            return true;
        }
        next = error.source();
    }
    false
}

fn format_of(bytes: &[u8], name: &str) -> Result<Format, PictureError> {
    if bytes.is_empty() {
        return Err(PictureError::Empty { name: name.to_owned() });
    }
    Format::of(bytes).ok_or_else(|| PictureError::UnknownFormat { name: name.to_owned(), found: describe(bytes) })
}

/// Whether the file is as long as it says, for the formats whose decoders make up what is missing.
fn is_whole(source: &Source<'_>) -> bool {
    match (source.format, source.bytes) {
        (Format::Jpeg, bytes) => jpeg::is_whole(bytes),
        // Length of what follows it. Orientation may be in the last chunk.
        (Format::WebP, [_, _, _, _, a, b, c, d, rest @ ..]) => rest.len() >= u32::from_le_bytes([*a, *b, *c, *d]) as usize,
        _ => true,
    }
}

/// Everything but TIFF, through the `image` crate.
fn decode(source: &Source<'_>) -> Result<Decoded, PictureError> {
    let format = match source.format {
        Format::Png => ImageFormat::Png,
        Format::Jpeg => ImageFormat::Jpeg,
        Format::WebP => ImageFormat::WebP,
        Format::Bmp => ImageFormat::Bmp,
        Format::Tiff => return tiff::decode(source),
    };
    let mut reader = ImageReader::with_format(Cursor::new(source.bytes), format);
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(source.max_bytes());
    reader.limits(limits);
    let mut decoder = match reader.into_decoder() {
        Ok(decoder) => decoder,
        Err(_) if !is_whole(source) => return Err(source.truncated()),
        Err(error) => return Err(source.image_error((0, 0), &error)),
    };
    let (width, height) = decoder.dimensions();
    source.check_size((width, height))?;
    if !is_whole(source) {
        return Err(source.truncated());
    }
    // Metadata that can't be read must not cost the picture.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = DynamicImage::from_decoder(decoder).map_err(|error| source.image_error((width, height), &error))?;
    let rgb = convert::to_rgb8(picture).ok_or_else(|| source.unsupported("samples that are no 8-bit or 16-bit grey or RGB"))?;
    Ok(Decoded { width, height, rgb, orientation })
}
