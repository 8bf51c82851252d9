//! Files that are no pictures, limits, and writing.

#![allow(clippy::unwrap_used)]

use std::fs;

use vrt_picture::kornia_image::{Image, ImageSize};
use vrt_picture::{
    PictureError, ReadOptions, WriteError, decode_picture, decode_picture_with, encode_png, read_picture, write_atomic, write_png,
};

#[test]
fn what_is_no_picture_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        read_picture(&path).err().unwrap()
    };
    assert!(matches!(file("empty.png", b""), PictureError::Empty { .. }));
    let gif = file("still.png", b"GIF89a\x01\x00\x01\x00");
    assert!(matches!(&gif, PictureError::UnknownFormat { found, .. } if found.contains("GIF")), "{gif}");
    let pointer = file("photo.jpg", b"version https://git-lfs.github.com/spec/v1\n");
    assert!(pointer.to_string().contains("git lfs pull"), "{pointer}");
    let heic = file("phone.jpg", b"\0\0\0\x18ftypheic\0\0\0\0");
    assert!(heic.to_string().contains("HEIC"), "{heic}");
    assert!(file("notes.png", b"hello").to_string().contains("68 65 6c 6c 6f"));
    assert!(matches!(read_picture(folder.path()), Err(PictureError::Folder { .. })));
    let missing = read_picture(folder.path().join("missing.png")).err().unwrap().to_string();
    assert!(missing.contains("missing.png") && missing.contains("check the path"), "{missing}");
}

#[cfg(unix)]
#[test]
fn links_that_point_nowhere_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link.png");
    std::os::unix::fs::symlink("nowhere.png", &link).unwrap();
    assert!(matches!(read_picture(&link), Err(PictureError::Read { .. })));
}

#[test]
fn endless_files_are_not_read_to_the_end() {
    #[cfg(target_os = "linux")]
    assert!(matches!(read_picture("/dev/zero"), Err(PictureError::UnknownFormat { .. })));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.png");
    fs::write(&path, b"\x89PNG\r\n\x1a\n").unwrap();
    // A hole: no disk is taken.
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(100 << 20).unwrap();
    let error = vrt_picture::read_picture_with(&path, &ReadOptions::with_max_pixels(1000)).err().unwrap();
    assert!(matches!(error, PictureError::TooLong { .. }), "{error}");
}

/// A PNG whose header promises `width` x `height` and that ends there.
fn png_header(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = encode_png(&Image::from_size_val(ImageSize { width: 1, height: 1 }, 0).unwrap()).unwrap();
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc32(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    bytes
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    !crc
}

#[test]
fn pictures_beyond_the_limit_are_refused_by_their_header() {
    let error = decode_picture(&png_header(10_000, 10_000), "poster.png").err().unwrap();
    assert!(matches!(error, PictureError::TooLarge { width: 10_000, height: 10_000, .. }), "{error}");
    let message = error.to_string();
    assert!(message.contains("100.0 megapixels") && message.contains("64.0") && message.contains("--max-pixels"), "{message}");
    // The largest sides there are don't overflow.
    let error = decode_picture(&png_header(0x7fff_ffff, 0x7fff_ffff), "huge.png").err().unwrap();
    assert!(matches!(error, PictureError::TooLarge { .. } | PictureError::Memory { .. }), "{error}");
    // A raised limit lets it through to the decoder, which finds no pixels.
    let raised = ReadOptions::with_max_pixels(200_000_000);
    let error = decode_picture_with(&png_header(10_000, 10_000), "poster.png", &raised).err().unwrap();
    assert!(matches!(error, PictureError::Truncated { .. } | PictureError::Broken { .. }), "{error}");
}

#[test]
fn the_limit_itself_is_allowed() {
    let bytes = encode_png(&Image::from_size_val(ImageSize { width: 20, height: 10 }, 7).unwrap()).unwrap();
    assert!(decode_picture_with(&bytes, "x", &ReadOptions::with_max_pixels(200)).is_ok());
    assert!(matches!(decode_picture_with(&bytes, "x", &ReadOptions::with_max_pixels(199)), Err(PictureError::TooLarge { .. })));
}

#[test]
fn written_pictures_are_read_back_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let size = ImageSize { width: 37, height: 11 };
    let values = (0..37 * 11 * 3).map(|index| (index * 31 % 251) as u8).collect();
    let picture = Image::<u8, 3>::new(size, values).unwrap();
    let path = folder.path().join("copy.png");
    write_png(&path, &picture).unwrap();
    assert_eq!(read_picture(&path).unwrap().as_slice(), picture.as_slice());
    // Over an older file, and nothing else is left behind.
    write_png(&path, &picture).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_can_not_be_written_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let error = write_atomic(folder.path().join("no/such/folder.json"), b"x").unwrap_err();
    assert!(matches!(error, WriteError::Create { .. }) && error.to_string().contains("no/such"), "{error}");
    // A folder stands where the file should go: the rename fails and the temporary file goes.
    let taken = folder.path().join("taken");
    fs::create_dir_all(taken.join("inside")).unwrap();
    let error = write_atomic(&taken, b"x").unwrap_err();
    assert!(matches!(error, WriteError::Write { .. }), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(matches!(write_atomic("..", b"x"), Err(WriteError::NoFileName { .. })));
}

#[test]
fn pictures_without_pixels_are_not_encoded() {
    let none = Image::<u8, 3>::new(ImageSize { width: 0, height: 4 }, Vec::new()).unwrap();
    assert!(matches!(encode_png(&none), Err(WriteError::Encode { width: 0, height: 4, .. })));
}
