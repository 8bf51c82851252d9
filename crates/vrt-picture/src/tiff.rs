//! TIFF: grey, RGB, CMYK, YCbCr and palettes; 1 to 16 bits, strips, tiles and planes. The first page is read.

use std::io::Cursor;

use ::tiff::decoder::{BufferLayoutPreference, Decoder, DecodingResult, Limits};
use ::tiff::tags::{PhotometricInterpretation, Tag};
use ::tiff::{ColorType, TiffError};
use image::metadata::Orientation;

use crate::PictureError;
use crate::convert::{cmyk_to_rgb, narrow, repeat, ycbcr_to_rgb};
use crate::decode::{Decoded, Source};

/// `ExtraSamples`: alpha that the colours are multiplied with already.
const ASSOCIATED_ALPHA: u16 = 1;

pub(crate) fn decode(source: &Source<'_>) -> Result<Decoded, PictureError> {
    let mut decoder = Decoder::new(Cursor::new(source.bytes)).map_err(|error| tiff_error(source, (0, 0), error))?;
    let size = decoder.dimensions().map_err(|error| tiff_error(source, (0, 0), error))?;
    source.check_size(size)?;
    let orientation = decoder.find_tag_unsigned::<u8>(Tag::Orientation).ok().flatten().and_then(Orientation::from_exif);
    let photometric = decoder.find_tag_unsigned::<u16>(Tag::PhotometricInterpretation).ok().flatten();
    let rgb = if photometric == Some(PhotometricInterpretation::RGBPalette.to_u16()) {
        palette(source, decoder, size)?
    } else {
        let color = decoder.colortype().map_err(|error| tiff_error(source, size, error))?;
        let premultiplied = decoder
            .find_tag_unsigned_vec::<u16>(Tag::ExtraSamples)
            .ok()
            .flatten()
            .is_some_and(|extra| extra.first() == Some(&ASSOCIATED_ALPHA));
        let (channels, samples) = samples(source, decoder, size, color)?;
        to_rgb(source, color, channels, &samples, premultiplied)?
    };
    Ok(Decoded { width: size.0, height: size.1, rgb, orientation: orientation.unwrap_or(Orientation::NoTransforms) })
}

fn to_rgb(source: &Source<'_>, color: ColorType, channels: usize, samples: &[u8], premultiplied: bool) -> Result<Vec<u8>, PictureError> {
    let pixels = samples.chunks_exact(channels);
    Ok(match color {
        ColorType::Gray(bits) => {
            // Grey of less than 8 bits comes as it is stored; 2^bits - 1 is white.
            let scale = if bits < 8 { 255 / ((1u8 << bits) - 1) } else { 1 };
            repeat(samples.iter().map(|value| value * scale))
        }
        ColorType::Multiband { .. } => repeat(pixels.map(|pixel| pixel[0])),
        ColorType::RGB(_) => pixels.flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
        ColorType::RGBA(_) if premultiplied => pixels.flat_map(|pixel| unmultiply([pixel[0], pixel[1], pixel[2], pixel[3]])).collect(),
        ColorType::RGBA(_) => pixels.flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
        ColorType::CMYK(_) | ColorType::CMYKA(_) => {
            pixels.flat_map(|pixel| cmyk_to_rgb([pixel[0], pixel[1], pixel[2], pixel[3]])).collect()
        }
        ColorType::YCbCr(_) => pixels.flat_map(|pixel| ycbcr_to_rgb([pixel[0], pixel[1], pixel[2]])).collect(),
        other => return Err(source.unsupported(format_args!("the colour model {other:?}"))),
    })
}

/// The colour before it was multiplied with its alpha, as PIL restores it; black where nothing of it is left.
fn unmultiply([r, g, b, a]: [u8; 4]) -> [u8; 3] {
    match u32::from(a) {
        0 => [0; 3],
        alpha => [r, g, b].map(|value| (u32::from(value) * 255 / alpha).min(255) as u8),
    }
}

/// All samples, pixel by pixel and channel by channel: 16 bits rounded to 8, less than 8 bits unpacked but not scaled.
fn samples(
    source: &Source<'_>,
    decoder: Decoder<Cursor<&[u8]>>,
    size: (u32, u32),
    color: ColorType,
) -> Result<(usize, Vec<u8>), PictureError> {
    let (channels, bits) = match color {
        ColorType::Gray(bits @ (1 | 2 | 4 | 8 | 16)) => (1, bits),
        ColorType::RGB(bits @ (8 | 16)) => (3, bits),
        ColorType::RGBA(bits @ (8 | 16)) | ColorType::CMYK(bits @ (8 | 16)) => (4, bits),
        ColorType::CMYKA(bits @ (8 | 16)) => (5, bits),
        ColorType::YCbCr(bits @ 8) => (3, bits),
        // Grey with extra samples. More than grey and alpha is no picture.
        ColorType::Multiband { bit_depth: bits @ (8 | 16), num_samples: 2 } => (2, bits),
        other => return Err(source.unsupported(format_args!("samples of the kind {other:?}"))),
    };
    let max_bytes = usize::try_from(source.max_bytes()).unwrap_or(usize::MAX);
    let mut limits = Limits::default();
    limits.decoding_buffer_size = max_bytes;
    limits.intermediate_buffer_size = max_bytes;
    // A list in a directory can't be longer than the file it is in.
    limits.ifd_value_size = source.bytes.len().max(limits.ifd_value_size);
    let mut decoder = decoder.with_limits(limits);
    let mut stored = DecodingResult::U8(Vec::new());
    let layout = decoder.read_image_to_buffer(&mut stored).map_err(|error| tiff_error(source, size, error))?;
    let stored = match stored {
        DecodingResult::U8(values) => values,
        DecodingResult::U16(values) => values.into_iter().map(narrow).collect(),
        _ => return Err(source.unsupported("signed or floating-point samples")),
    };
    let pixels = size.0 as usize * size.1 as usize;
    let samples = if bits < 8 { unpack(&stored, size, bits, &layout) } else { interleave(stored, pixels, channels, &layout) };
    if samples.len() != pixels * channels {
        return Err(source.broken(format_args!("{} samples where {} are needed", samples.len(), pixels * channels)));
    }
    Ok((channels, samples))
}

/// Planes one after the other to pixels one after the other; as it is where that is the order already.
fn interleave(stored: Vec<u8>, pixels: usize, channels: usize, layout: &BufferLayoutPreference) -> Vec<u8> {
    if layout.planes < 2 || stored.len() < pixels * channels || layout.planes < channels {
        return stored;
    }
    let mut samples = Vec::with_capacity(pixels * channels);
    for pixel in 0..pixels {
        samples.extend((0..channels).map(|channel| stored[channel * pixels + pixel]));
    }
    samples
}

/// Rows of 1-, 2- or 4-bit samples, high bits first, each row padded to whole bytes.
fn unpack(stored: &[u8], (width, height): (u32, u32), bits: u8, layout: &BufferLayoutPreference) -> Vec<u8> {
    let width = width as usize;
    let stride = layout.row_stride.map_or_else(|| (width * usize::from(bits)).div_ceil(8), usize::from);
    let per_byte = 8 / usize::from(bits);
    let mask = (1u8 << bits) - 1;
    let mut samples = Vec::with_capacity(width * height as usize);
    for row in stored.chunks(stride).take(height as usize) {
        let row = row.iter().flat_map(|byte| (0..per_byte).map(move |index| byte >> (8 - usize::from(bits) * (index + 1)) & mask));
        samples.extend(row.take(width));
    }
    samples
}

/// A picture of indices into a table of colours.
///
/// The decoder has no colour type for these, but it reads them as grey. So the one tag that tells them apart is changed in a copy.
fn palette(source: &Source<'_>, mut decoder: Decoder<Cursor<&[u8]>>, size: (u32, u32)) -> Result<Vec<u8>, PictureError> {
    let table = decoder.get_tag_u16_vec(Tag::ColorMap).map_err(|error| tiff_error(source, size, error))?;
    let mut copy = source.bytes.to_vec();
    if !read_as_grey(&mut copy) {
        return Err(source.unsupported("a palette in a BigTIFF"));
    }
    let mut decoder = Decoder::new(Cursor::new(copy.as_slice())).map_err(|error| tiff_error(source, size, error))?;
    let color = decoder.colortype().map_err(|error| tiff_error(source, size, error))?;
    if !matches!(color, ColorType::Gray(1 | 2 | 4 | 8)) {
        return Err(source.unsupported(format_args!("a palette with indices of the kind {color:?}")));
    }
    let (_, indices) = samples(source, decoder, size, color)?;
    let entries = table.len() / 3;
    let mut rgb = Vec::with_capacity(indices.len() * 3);
    for index in indices.into_iter().map(usize::from) {
        if index >= entries {
            return Err(source.broken(format_args!("a pixel has colour {index}, but the palette has {entries}")));
        }
        // The high byte, as PIL takes it: programs write v * 257 or v * 256, and it is v in both.
        rgb.extend([0, 1, 2].map(|channel| (table[channel * entries + index] >> 8) as u8));
    }
    Ok(rgb)
}

/// Sets the photometric interpretation in the first directory of a classic TIFF to "black is zero".
fn read_as_grey(bytes: &mut [u8]) -> bool {
    let little = bytes.starts_with(b"II");
    let short = |bytes: &[u8], at: usize| -> Option<u16> {
        let pair = bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) })
    };
    let find = |bytes: &[u8]| -> Option<usize> {
        if short(bytes, 2)? != 42 {
            return None;
        }
        let pointer = bytes.get(4..8)?.try_into().ok()?;
        let directory = if little { u32::from_le_bytes(pointer) } else { u32::from_be_bytes(pointer) } as usize;
        // Twelve bytes an entry: tag, type, count, value.
        let mut entries = (0..usize::from(short(bytes, directory)?)).map(|index| directory + 2 + index * 12);
        entries.find(|entry| short(bytes, *entry) == Some(Tag::PhotometricInterpretation.to_u16())).map(|entry| entry + 8)
    };
    let Some(value) = find(bytes).and_then(|at| bytes.get_mut(at..at + 2)) else { return false };
    let black_is_zero = PhotometricInterpretation::BlackIsZero.to_u16();
    value.copy_from_slice(&if little { black_is_zero.to_le_bytes() } else { black_is_zero.to_be_bytes() });
    true
}

fn tiff_error(source: &Source<'_>, size: (u32, u32), error: TiffError) -> PictureError {
    match error {
        TiffError::IoError(error) => source.io(&error),
        TiffError::LimitsExceeded => source.out_of_memory(size),
        TiffError::UnsupportedError(what) => source.unsupported(what),
        error => source.broken(error),
    }
}
