//! What can go wrong with picture files.

use std::io;
use std::path::PathBuf;

/// Why a picture could not be read. `name` is the path, or the name given to [`decode_picture`](crate::decode_picture).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The file could not be opened or read.
    #[error("can't read picture {name}: {source}{}", hint(source))]
    Read {
        /// The file.
        name: String,
        /// What the system says.
        source: io::Error,
    },
    /// The path is a folder.
    #[error("{name} is a folder, not a picture; pass the files in it")]
    Folder {
        /// The path.
        name: String,
    },
    /// The file has no content.
    #[error("picture {name} is empty (0 bytes); copy or export it again")]
    Empty {
        /// The file.
        name: String,
    },
    /// The content is none of the formats that are read here. The name does not matter, the first bytes do.
    #[error("{name} is no picture this program reads: {found}; PNG, JPEG, WebP, TIFF and BMP are read, convert it to one of them")]
    UnknownFormat {
        /// The file.
        name: String,
        /// What its first bytes look like.
        found: String,
    },
    /// A feature of the format that is not supported.
    #[error("{format} picture {name} uses what is not supported: {what}; save it as 8-bit RGB PNG or JPEG")]
    Unsupported {
        /// The file.
        name: String,
        /// `"JPEG"`, `"TIFF"`, ...
        format: &'static str,
        /// The feature.
        what: String,
    },
    /// More pixels than [`ReadOptions::max_pixels`](crate::ReadOptions::max_pixels).
    #[error(
        "picture {name} is {width}x{height}, {} megapixels, more than the limit of {}; shrink it, or raise the limit (max_pixels; \
         --max-pixels on the command line) if there is memory for it",
        megapixels(u64::from(*width) * u64::from(*height)), megapixels(*max_pixels)
    )]
    TooLarge {
        /// The file.
        name: String,
        /// Width in pixels as its header says.
        width: u32,
        /// Height in pixels as its header says.
        height: u32,
        /// The limit in pixels.
        max_pixels: u64,
    },
    /// A file longer than any picture within the limit of pixels needs to be.
    #[error(
        "file {name} has more than {max_bytes} bytes, which no picture within the limit of pixels needs; raise max_pixels (--max-pixels)"
    )]
    TooLong {
        /// The file.
        name: String,
        /// The limit in bytes.
        max_bytes: u64,
    },
    /// Decoding would take more memory than a picture within the limit of pixels needs.
    #[error(
        "decoding {format} picture {name} ({width}x{height}) needs more memory than allowed; save it again, or raise max_pixels (--max-pixels)"
    )]
    Memory {
        /// The file.
        name: String,
        /// `"JPEG"`, `"TIFF"`, ...
        format: &'static str,
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The file ends before the picture does.
    #[error("{format} picture {name} is cut off: the file ends after {length} bytes, before the picture does; copy or download it again")]
    Truncated {
        /// The file.
        name: String,
        /// `"JPEG"`, `"TIFF"`, ...
        format: &'static str,
        /// Bytes there are.
        length: u64,
    },
    /// The content breaks the rules of its format.
    #[error("{format} picture {name} is broken: {reason}; open it in a picture program and save it again")]
    Broken {
        /// The file.
        name: String,
        /// `"JPEG"`, `"TIFF"`, ...
        format: &'static str,
        /// What the decoder says.
        reason: String,
    },
}

/// Why a file could not be written. Nothing is left of a file that failed, and what was there before is untouched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The temporary file could not be made beside the target.
    #[error("can't create a file in {}: {source}{}", .folder.display(), hint(source))]
    Create {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Writing, syncing or renaming failed.
    #[error("can't write {}: {source}{}", .path.display(), hint(source))]
    Write {
        /// The target.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The path has no file name.
    #[error("can't write to {}: it names no file", .path.display())]
    NoFileName {
        /// The path.
        path: PathBuf,
    },
    /// The picture could not be encoded as PNG.
    #[error("can't encode a picture of {width}x{height} as PNG: {reason}")]
    Encode {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
        /// What the encoder says.
        reason: String,
    },
}

/// What to do about an error of the file system, where there is something to say.
fn hint(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "; check the path (a link may point nowhere)",
        io::ErrorKind::PermissionDenied => "; check who owns it and its permissions",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "; the disk is full: free some space or choose another folder",
        io::ErrorKind::ReadOnlyFilesystem => "; choose a folder that can be written",
        io::ErrorKind::NotADirectory => "; a part of the path is a file",
        _ => "",
    }
}

fn megapixels(pixels: u64) -> String {
    if pixels < 100_000 { format!("{:.6}", pixels as f64 / 1e6) } else { format!("{:.1}", pixels as f64 / 1e6) }
}

impl WriteError {
    /// The error of the file system behind it, if there is one.
    pub fn io_error(&self) -> Option<&io::Error> {
        match self {
            Self::Create { source, .. } | Self::Write { source, .. } => Some(source),
            _ => None,
        }
    }
}
