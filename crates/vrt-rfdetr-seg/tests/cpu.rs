//! Networks on the CPU: tiny ones whose outputs are known (`tests/data/make_models.py`), and ones that are not what they should be.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failing assumption of a test is its failure
#![cfg(feature = "cpu")]

use std::path::PathBuf;

use vrt::cpu::CpuError;
use vrt::kornia_image::{Image, ImageSize};
use vrt_rfdetr_seg::{Config, DecodeOptions, Error, LabelMap, NoObject, RfDetrSegCpu, Variant};

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn config(classes: usize) -> Config {
    let names = (0..classes).map(|class| format!("class {class}"));
    Config::new("tiny", (8, 8), 3, LabelMap::from_names(names, NoObject::None).unwrap()).unwrap()
}

fn open(name: &str) -> Result<RfDetrSegCpu, Error> {
    RfDetrSegCpu::from_onnx(data(name), config(5))
}

fn picture() -> Image<u8, 3> {
    Image::from_size_val(ImageSize { width: 40, height: 20 }, 100).unwrap()
}

#[test]
fn objects_come_in_order_of_score_at_the_resolution_of_the_picture() {
    for name in ["tiny.onnx", "tiny-dynamic.onnx"] {
        let mut model = open(name).unwrap();
        for _ in 0..2 {
            let found = model.infer(&picture(), &DecodeOptions::default()).unwrap();
            let seen: Vec<_> = found.instances.iter().map(|i| (i.detection.class_id, i.detection.query)).collect();
            assert_eq!(seen, [(3, 2), (1, 0)], "{name}");
            assert!(found.instances[0].detection.score > found.instances[1].detection.score);
            for instance in &found.instances {
                let bbox = instance.detection.bbox;
                assert_eq!([bbox.x1, bbox.y1, bbox.x2, bbox.y2], [10.0, 7.5, 30.0, 12.5]);
                // The middle 2 of 4 logits are 1, the others -1: the border lies halfway, at a quarter of each side.
                assert_eq!((instance.mask.width(), instance.mask.height()), (40, 20));
                assert!(
                    instance.mask.get(20, 10) && instance.mask.get(12, 10) && !instance.mask.get(8, 10),
                    "{:?}",
                    instance.mask.extent()
                );
            }
            assert!(found.times.total() >= found.times.network);
        }
    }
}

#[test]
fn names_decide_between_boxes_and_four_slots() {
    let mut model = RfDetrSegCpu::from_onnx(data("tiny-four-slots.onnx"), config(4)).unwrap();
    let found = model.infer(&picture(), &DecodeOptions::default()).unwrap();
    assert_eq!(found.instances.iter().map(|i| (i.detection.class_id, i.detection.query)).collect::<Vec<_>>(), [(3, 2), (1, 0)]);
    let error = RfDetrSegCpu::from_onnx(data("tiny-four-slots-unnamed.onnx"), config(4)).unwrap_err();
    assert!(matches!(error, Error::Outputs { .. }) && error.to_string().contains("b [1, 3, 4], c [1, 3, 4]"), "{error}");
}

/// The session looks for NaN in whole outputs, the decoder for NaN and infinity in what it uses: one of them must refuse.
#[test]
fn networks_that_compute_nan_are_errors() {
    let error = open("tiny-nan-labels.onnx").unwrap().infer(&picture(), &DecodeOptions::default()).unwrap_err();
    assert!(matches!(error, Error::Session(_) | Error::NotFinite { output: "labels", query: 1, count: 1 }), "{error}");
    assert!(error.to_string().contains("labels") && error.to_string().contains("NaN"), "{error}");
    let error = open("tiny-inf-mask.onnx").unwrap().infer(&picture(), &DecodeOptions::default()).unwrap_err();
    assert!(matches!(error, Error::Session(_) | Error::NotFinite { output: "masks", query: 2, count: 1 }), "{error}");
    assert!(error.to_string().contains("masks"), "{error}");
}

#[test]
fn networks_that_do_not_fit_are_refused_when_opened() {
    let error = RfDetrSegCpu::from_onnx(data("tiny.onnx"), config(7)).unwrap_err();
    assert!(matches!(error, Error::HeadWidth { found: 5, expected: 7, .. }) && error.to_string().contains("tiny.onnx"), "{error}");

    let more = Config::new("more", (8, 8), 4, config(5).labels().clone()).unwrap();
    let error = RfDetrSegCpu::from_onnx(data("tiny.onnx"), more).unwrap_err();
    assert!(matches!(error, Error::ConfigMismatch { what: "the number of queries", .. }), "{error}");

    let error = RfDetrSegCpu::from_onnx(data("tiny.onnx"), config(5).with_mask_size(Some((5, 5))).unwrap()).unwrap_err();
    assert!(matches!(error, Error::ConfigMismatch { what: "the mask size", .. }), "{error}");

    let error = RfDetrSegCpu::from_onnx(data("tiny.onnx"), Variant::Nano.config()).unwrap_err();
    assert!(matches!(error, Error::Input { .. }), "{error}");
    assert!(error.to_string().contains("[1, 3, 8, 8]") && error.to_string().contains("[1, 3, 312, 312]"), "{error}");

    let error = open("tiny-batch-2.onnx").unwrap_err();
    assert!(matches!(error, Error::Input { .. }) && error.to_string().contains("[2, 3, 8, 8]"), "{error}");

    let error = open("tiny-detector.onnx").unwrap_err();
    assert!(matches!(error, Error::Outputs { .. }) && error.to_string().contains("dets [1, 3, 4], labels [1, 3, 5]"), "{error}");

    let error = open("no-such-file.onnx").unwrap_err();
    assert!(matches!(error, Error::Session(CpuError::Read { .. })), "{error}");
    let error = open("make_models.py").unwrap_err();
    assert!(matches!(error, Error::Session(_)) && error.to_string().contains("make_models.py"), "{error}");
}

/// A file may declare one shape and compute another; an engine may refuse it, or the check of the outputs must.
#[test]
fn outputs_are_checked_again_when_they_are_there() {
    let error = match open("tiny-lies.onnx") {
        Err(error) => error,
        Ok(mut model) => model.infer(&picture(), &DecodeOptions::default()).unwrap_err(),
    };
    assert!(matches!(error, Error::HeadWidth { found: 4, expected: 5, .. } | Error::Outputs { .. } | Error::Session(_)), "{error}");
}

#[test]
fn a_depth_network_is_told_apart() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../models/sample/depth.onnx");
    let labels = LabelMap::from_names(["cup"], NoObject::Last).unwrap();
    let error = RfDetrSegCpu::from_onnx(&path, Config::new("own", (252, 252), 40, labels).unwrap()).unwrap_err();
    assert!(matches!(error, Error::Outputs { .. }), "{error}");
    assert!(error.to_string().contains("depth.onnx") && error.to_string().contains("252, 252]"), "{error}");
}

#[test]
fn options_are_checked_before_the_network_runs() {
    let mut model = open("tiny.onnx").unwrap();
    assert!(matches!(model.infer(&picture(), &DecodeOptions::with_threshold(-1.0)), Err(Error::Threshold { .. })));
    assert_eq!(model.config().name(), "tiny");
    assert!(format!("{model:?}").contains("tiny.onnx"));
}

#[test]
fn pictures_without_pixels_are_refused() {
    let nothing = Image::<u8, 3>::from_size_val(ImageSize { width: 0, height: 5 }, 0).unwrap();
    let error = open("tiny.onnx").unwrap().infer(&nothing, &DecodeOptions::default()).unwrap_err();
    assert!(matches!(error, Error::Preprocess(_)) && error.to_string().contains("0x5"), "{error}");
}

#[test]
fn sizes_left_open_by_the_file_are_checked_when_they_are_known() {
    let mut model = RfDetrSegCpu::from_onnx(data("tiny-dynamic.onnx"), config(7)).unwrap();
    let error = model.infer(&picture(), &DecodeOptions::default()).unwrap_err();
    assert!(matches!(error, Error::HeadWidth { found: 5, expected: 7, .. }), "{error}");
}

#[test]
fn models_can_move_between_threads() {
    fn moves<T: Send>(_: &T) {}
    moves(&open("tiny.onnx").unwrap());
}
