//! Every test picture against what PIL reads from it (`data/make.py`), whole, cut off and broken.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use vrt_picture::kornia_image::Image;
use vrt_picture::{PictureError, decode_picture, is_picture, is_picture_name, read_picture};

struct Case {
    file: String,
    width: usize,
    height: usize,
    tolerance: u8,
    pixels: Vec<u8>,
}

fn data(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file)
}

fn cases() -> Vec<Case> {
    let list: serde_json::Value = serde_json::from_slice(&std::fs::read(data("expected.json")).unwrap()).unwrap();
    let blob = std::fs::read(data("expected.bin")).unwrap();
    let number = |case: &serde_json::Value, key: &str| case[key].as_u64().unwrap() as usize;
    let read = |case: &serde_json::Value| {
        let (width, height, offset) = (number(case, "width"), number(case, "height"), number(case, "offset"));
        Case {
            file: case["file"].as_str().unwrap().to_owned(),
            width,
            height,
            tolerance: number(case, "tolerance") as u8,
            pixels: blob[offset..][..width * height * 3].to_vec(),
        }
    };
    list.as_array().unwrap().iter().map(read).collect()
}

fn largest_difference(picture: &Image<u8, 3>, expected: &[u8]) -> u8 {
    picture.as_slice().iter().zip(expected).map(|(a, b)| a.abs_diff(*b)).max().unwrap()
}

#[test]
fn pictures_are_read_as_pil_reads_them() {
    let mut wrong = Vec::new();
    for case in cases() {
        match read_picture(data(&case.file)) {
            Err(error) => wrong.push(error.to_string()),
            Ok(picture) if (picture.width(), picture.height()) != (case.width, case.height) => {
                wrong.push(format!("{}: {}x{}", case.file, picture.width(), picture.height()));
            }
            Ok(picture) => {
                let difference = largest_difference(&picture, &case.pixels);
                if difference > case.tolerance {
                    wrong.push(format!("{}: off by {difference}, {} allowed", case.file, case.tolerance));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_kind_of_picture_is_recognised_by_its_content() {
    for case in cases() {
        let bytes = std::fs::read(data(&case.file)).unwrap();
        assert!(is_picture(&bytes[..16.min(bytes.len())]) && is_picture_name(&case.file), "{}", case.file);
        assert!(decode_picture(&bytes, "renamed.txt").is_ok(), "{}", case.file);
    }
}

/// A file that was cut off gives an error or, where only what follows the pixels is missing, the whole picture.
#[test]
fn half_a_picture_is_never_returned() {
    let mut wrong = Vec::new();
    for case in cases() {
        let bytes = std::fs::read(data(&case.file)).unwrap();
        let whole = decode_picture(&bytes, &case.file).unwrap();
        for length in 0..bytes.len() {
            match decode_picture(&bytes[..length], &case.file) {
                Ok(picture) if picture.as_slice() != whole.as_slice() => {
                    wrong.push(format!("{}: {length} of {} bytes gave another picture", case.file, bytes.len()));
                    break;
                }
                Ok(_) => {}
                Err(error) => assert!(error.to_string().contains(&case.file), "{error}"),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn broken_bytes_never_panic() {
    // xorshift, so that a failure can be repeated.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    for case in cases() {
        let bytes = std::fs::read(data(&case.file)).unwrap();
        for _ in 0..60 {
            let mut broken = bytes.clone();
            for _ in 0..1 + next() % 4 {
                let at = next() % broken.len().min(if next() % 2 == 0 { 128 } else { usize::MAX });
                broken[at] = next() as u8;
            }
            let _ = decode_picture(&broken, &case.file);
        }
    }
}

#[test]
fn cut_off_files_are_called_cut_off() {
    for file in ["jpeg-420.jpg", "jpeg-progressive.jpg", "png-rgb.png", "webp-lossless.webp", "tiff-rgb.tif", "bmp-rgb.bmp"] {
        let bytes = std::fs::read(data(file)).unwrap();
        let error = decode_picture(&bytes[..bytes.len() * 3 / 4], file).err().unwrap();
        assert!(matches!(error, PictureError::Truncated { .. }), "{file}: {error:?}");
    }
}
