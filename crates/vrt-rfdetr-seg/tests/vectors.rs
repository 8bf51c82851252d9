//! Decoding against rfdetr's own postprocessing (`tests/data/make_vectors.py`): which pairs, scores, boxes, and masks pixel for pixel.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failing assumption of a test is its failure

#[path = "support/cases.rs"]
mod cases;
#[path = "support/synthetic.rs"]
mod synthetic;

use vrt_rfdetr_seg::decode::decode;
use vrt_types::Rle;

#[test]
fn decoding_agrees_with_rfdetr() {
    for case in cases::all() {
        let instances = decode(&case.outputs().view(), (case.picture[0], case.picture[1]), &case.config(), &case.options()).unwrap();
        let name = &case.name;
        assert_eq!(instances.len(), case.found.len(), "{name}: number of instances");
        for (index, (instance, expected)) in instances.iter().zip(&case.found).enumerate() {
            let detection = &instance.detection;
            assert_eq!((detection.query, detection.class_id), (expected.query, expected.slot), "{name}: instance {index}");
            assert!((detection.score - expected.score).abs() <= 1e-6, "{name}: score {} of {index}, {}", detection.score, expected.score);
            let bbox = [detection.bbox.x1, detection.bbox.y1, detection.bbox.x2, detection.bbox.y2];
            for (found, expected) in bbox.into_iter().zip(expected.bbox) {
                assert!((found - expected).abs() <= 1e-5 * expected.max(1.0), "{name}: box {bbox:?} of {index}");
            }
            let expected_mask =
                Rle::from_coco_string(case.picture[0] as u32, case.picture[1] as u32, &expected.counts).unwrap().to_mask().unwrap();
            let differing: u32 = instance.mask.words().iter().zip(expected_mask.words()).map(|(a, b)| (a ^ b).count_ones()).sum();
            assert_eq!(differing, 0, "{name}: pixels of mask {index} that differ");
            assert_eq!(instance.mask.area(), expected.area, "{name}: area of {index}");
            assert_eq!(instance.mask.to_rle().to_coco_string(), expected.counts, "{name}: run lengths of {index}");
        }
    }
}
