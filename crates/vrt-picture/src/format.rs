//! Which format a file has, told from its first bytes.

use std::fmt::Write as _;
use std::path::Path;

/// Bytes that [`Format::of`] looks at.
pub(crate) const MAGIC_BYTES: usize = 16;

/// The formats that are read. The content decides, never the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Png,
    Jpeg,
    WebP,
    Tiff,
    Bmp,
}

impl Format {
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            // 42 is TIFF, 43 is BigTIFF.
            [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..] => Some(Self::Tiff),
            [b'B', b'M', ..] => Some(Self::Bmp),
            _ => None,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::WebP => "WebP",
            Self::Tiff => "TIFF",
            Self::Bmp => "BMP",
        }
    }
}

/// What bytes that are no picture look like, for a message.
pub(crate) fn describe(bytes: &[u8]) -> String {
    let known = match bytes {
        [b'G', b'I', b'F', b'8', ..] => "a GIF",
        [b'%', b'P', b'D', b'F', ..] => "a PDF",
        [_, _, _, _, b'f', b't', b'y', b'p', b'h' | b'm', ..] => "a HEIC/HEIF picture",
        [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', ..] => "an AVIF picture",
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => "an MP4 or QuickTime video",
        [0xff, 0x0a, ..] | [0, 0, 0, 12, b'J', b'X', b'L', b' ', ..] => "a JPEG XL picture",
        [b'P', b'K', 3, 4, ..] => "a ZIP archive",
        [b'v', b'e', b'r', b's', b'i', b'o', b'n', b' ', b'h', ..] => "a Git LFS pointer (run `git lfs pull`)",
        _ => "",
    };
    if !known.is_empty() {
        return format!("it looks like {known}");
    }
    let mut text = "it begins with bytes".to_owned();
    for byte in bytes.iter().take(8) {
        // Writing to a String can't fail.
        let _ = write!(text, " {byte:02x}");
    }
    text
}

/// Whether a file's name ends like that of a picture this crate reads: png, jpg, jpeg, jpe, jfif, webp, tif, tiff, bmp, dib; any case.
///
/// A cheap first look for folders. What a file is, its content decides: [`is_picture`].
///
/// ```
/// use vrt_picture::is_picture_name;
/// assert!(is_picture_name("holiday/IMG_0001.JPG"));
/// assert!(!is_picture_name("holiday/notes.txt"));
/// ```
pub fn is_picture_name(path: impl AsRef<Path>) -> bool {
    const ENDINGS: [&str; 10] = ["png", "jpg", "jpeg", "jpe", "jfif", "webp", "tif", "tiff", "bmp", "dib"];
    let ending = path.as_ref().extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// Whether the first bytes of a file are those of a picture this crate reads; 16 bytes are enough.
///
/// `BM` alone makes a BMP, so text that begins with it is taken for one until it is decoded.
pub fn is_picture(bytes: &[u8]) -> bool {
    Format::of(bytes).is_some()
}
