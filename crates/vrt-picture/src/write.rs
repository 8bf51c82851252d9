//! Whole files or none: a temporary name, then a rename.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use kornia_image::Image;

use crate::WriteError;

/// Writes `bytes` to `path` so that the path never names half a file: a temporary file beside it, flushed to the disk, then renamed.
///
/// What was at `path` before stays until the new file is whole. The folder must exist. A symbolic link at `path` is replaced, not followed.
///
/// # Errors
/// [`WriteError`] with the path and what the system said; the temporary file is removed then.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("result.json");
/// vrt_picture::write_atomic(&path, b"{}")?;
/// assert_eq!(std::fs::read(path)?, b"{}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_atomic(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), WriteError> {
    let path = path.as_ref();
    let (temporary, mut file) = create_beside(path)?;
    let written = fill(&mut file, bytes).and_then(|()| file.sync_all());
    drop(file);
    written.and_then(|()| fs::rename(&temporary, path)).map_err(|source| {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
        WriteError::Write { path: path.to_owned(), source }
    })
}

/// A new file in the folder of `path`, whose name no other call and no other process has.
fn create_beside(path: &Path) -> Result<(PathBuf, File), WriteError> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let file_name = path.file_name().ok_or_else(|| WriteError::NoFileName { path: path.to_owned() })?;
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    loop {
        let mut name = std::ffi::OsString::from(".");
        name.push(file_name);
        name.push(format!(".{}-{}.tmp", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
        let temporary = folder.join(name);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            // Left over from a process of the same number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(source) => return Err(WriteError::Create { folder: folder.to_owned(), source }),
        }
    }
}

fn fill(file: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.flush()
}

/// Encodes RGB8 as PNG for speed: fast compression, one filter for all rows.
///
/// # Errors
/// [`WriteError::Encode`] for pictures PNG can't hold (no pixels, sides above 2^32 - 1).
pub fn encode_png(picture: &Image<u8, 3>) -> Result<Vec<u8>, WriteError> {
    let (width, height) = (picture.width(), picture.height());
    let error = |reason: String| WriteError::Encode { width, height, reason };
    let (Ok(columns), Ok(rows)) = (u32::try_from(width), u32::try_from(height)) else {
        return Err(error("PNG has sides of up to 2^32 - 1 pixels".to_owned()));
    };
    if columns == 0 || rows == 0 {
        return Err(error("PNG has at least one pixel".to_owned()));
    }
    let mut bytes = Vec::with_capacity(picture.as_slice().len() / 2 + 1024);
    PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Up)
        .write_image(picture.as_slice(), columns, rows, ExtendedColorType::Rgb8)
        .map_err(|reason| error(reason.to_string()))?;
    Ok(bytes)
}

/// [`encode_png`] and [`write_atomic`].
///
/// # Errors
/// As those two.
pub fn write_png(path: impl AsRef<Path>, picture: &Image<u8, 3>) -> Result<(), WriteError> {
    write_atomic(path, &encode_png(picture)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told_as_such() {
        // Every write to this device fails with ENOSPC.
        let mut full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let source = fill(&mut full, b"result").unwrap_err();
        assert_eq!(source.kind(), io::ErrorKind::StorageFull);
        let message = WriteError::Write { path: "out/result.json".into(), source }.to_string();
        assert!(message.contains("out/result.json") && message.contains("free some space"), "{message}");
    }

    #[test]
    fn a_file_without_folder_goes_to_the_current_one() {
        let name = format!("vrt-picture-{}.tmp", std::process::id());
        write_atomic(&name, b"x").unwrap();
        assert_eq!(fs::read(&name).unwrap(), b"x");
        fs::remove_file(name).unwrap();
    }
}
