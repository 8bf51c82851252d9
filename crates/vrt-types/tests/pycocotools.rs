//! Run lengths against pycocotools (`tests/data/make_rle_vectors.py`): encoding, decoding, area, box, and the JSON that its `decode` takes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failing assumption of a test is its failure
#![cfg(feature = "serde")]

use serde_json::Value;
use vrt_types::{Instance, Mask, Rle};

/// Integers in 0..256: splitmix64 of seed and index.
fn noise(seed: u64, index: u64) -> u64 {
    let mut z = index.wrapping_add(seed << 32).wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ z >> 31) >> 56
}

fn make(kind: &str, seed: u64, width: u32, height: u32) -> Mask {
    let (w, h) = (i64::from(width), i64::from(height));
    let inside = |x: u32, y: u32| {
        let random = || noise(seed, u64::from(y) * u64::from(width) + u64::from(x));
        let (x, y) = (i64::from(x), i64::from(y));
        match kind {
            "empty" => false,
            "full" => true,
            "sparse" => random() < 8,
            "even" => random() < 128,
            "dense" => random() < 248,
            "checker" => (x + y) % 2 == 0,
            "columns" => x % 2 == 1,
            "rows" => y % 2 == 0,
            "disc" => (2 * x - w).pow(2) + (2 * y - h).pow(2) < w.min(h).pow(2),
            "first" => (x, y) == (0, 0),
            "last" => (x, y) == (w - 1, h - 1),
            other => panic!("unknown kind {other}"),
        }
    };
    Mask::from_fn(width, height, inside).unwrap()
}

fn cases() -> Vec<(String, Mask, Value)> {
    let cases: Vec<Value> = serde_json::from_str(include_str!("data/rle.json")).unwrap();
    assert!(cases.len() > 90);
    cases
        .into_iter()
        .map(|case| {
            let (kind, seed) = (case["kind"].as_str().unwrap(), case["seed"].as_u64().unwrap());
            let size = [0, 1].map(|axis| case["size"][axis].as_u64().unwrap() as u32);
            (format!("{kind} {}x{}", size[0], size[1]), make(kind, seed, size[0], size[1]), case)
        })
        .collect()
}

#[test]
fn masks_are_encoded_as_pycocotools_encodes_them() {
    for (name, mask, case) in cases() {
        let rle = mask.to_rle();
        assert_eq!(serde_json::to_string(&rle).unwrap(), case["json"].as_str().unwrap(), "{name}");
        assert_eq!(serde_json::to_string(&mask).unwrap(), case["json"].as_str().unwrap(), "{name}");
        assert_eq!(rle.area(), case["area"].as_u64().unwrap(), "{name}");
        assert_eq!(mask.area(), rle.area(), "{name}");
    }
}

#[test]
fn what_pycocotools_encodes_is_decoded() {
    for (name, mask, case) in cases() {
        let read: Mask = serde_json::from_str(case["json"].as_str().unwrap()).unwrap();
        assert!(read == mask, "{name}: {read:?} is not {mask:?}");
        let rle: Rle = serde_json::from_str(case["json"].as_str().unwrap()).unwrap();
        assert_eq!(rle, mask.to_rle(), "{name}");
        assert_eq!((rle.width(), rle.height()), (mask.width(), mask.height()), "{name}");
    }
}

#[test]
fn the_extent_is_the_box_of_pycocotools() {
    for (name, mask, case) in cases() {
        let (x, y, width, height) = mask.extent().unwrap_or_default();
        assert_eq!(serde_json::json!([x, y, width, height]), case["box"], "{name}");
    }
}

#[test]
fn an_instance_survives_json() {
    let text = r#"{"detection":{"class_id":1,"score":0.5,"bbox":{"x1":1.0,"y1":0.0,"x2":2.0,"y2":2.0},"query":3},
                   "mask":{"size":[2,3],"counts":"222"}}"#;
    let instance: Instance = serde_json::from_str(text).unwrap();
    assert_eq!(instance.mask, Mask::from_fn(3, 2, |x, _| x == 1).unwrap());
    let again: Instance = serde_json::from_str(&serde_json::to_string(&instance).unwrap()).unwrap();
    assert_eq!(again, instance);
}

#[test]
fn json_that_is_no_mask_is_refused() {
    for (text, problem) in [
        (r#"{"size":[2,3],"counts":"22"}"#, "add up to 6"),
        (r#"{"size":[2,3],"counts":"2!2"}"#, "byte 1"),
        (r#"{"size":[2],"counts":"222"}"#, "length 2"),
        (r#"{"size":[2,-3],"counts":"222"}"#, "integer"),
        (r#"{"size":[65536,65536],"counts":"222"}"#, "2^32-1"),
        (r#"{"counts":"222"}"#, "size"),
    ] {
        let error = serde_json::from_str::<Mask>(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
        assert!(serde_json::from_str::<Rle>(text).is_err(), "{text}");
    }
}
