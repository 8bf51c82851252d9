//! Configurations: variants, label lists, and model metadata with everything that can be wrong with it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failing assumption of a test is its failure

use serde_json::{Value, json};
use vrt::preprocess::{Normalize, ResizeFilter};
use vrt_rfdetr_seg::{Config, DecodeOptions, Error, Label, LabelMap, NoObject, Variant};

fn document() -> Value {
    json!({
        "format": "vrt-model/1", "task": "instance-segmentation", "family": "rfdetr-seg", "name": "cups",
        "input": {"width": 312, "height": 288, "resize": "stretch", "filter": "pillow-bilinear", "color": "rgb",
                  "mean": [0.1, 0.2, 0.3], "std": [1, 2, 4.5]},
        "queries": 100,
        "labels": [{"id": 0, "name": "cup"}, {"id": 7, "name": "fork"}],
        "head_width": 3,
        "no_object": "last",
    })
}

#[test]
fn variants_are_consistent() {
    for variant in Variant::ALL {
        let (info, config) = (variant.info(), variant.config());
        assert_eq!(info.resolution % (info.patch * info.windows), 0, "{variant}");
        assert_eq!(info.mask_size, info.resolution / 4, "{variant}");
        assert_eq!(config.input_size(), (info.resolution, info.resolution), "{variant}");
        assert_eq!((config.queries(), config.num_select()), (info.queries, info.queries), "{variant}");
        assert_eq!(config.mask_size(), Some((info.mask_size, info.mask_size)), "{variant}");
        assert_eq!(config.name(), variant.to_string());
        assert_eq!(variant.to_string().parse::<Variant>().unwrap(), variant);
        assert_eq!((config.filter(), *config.normalize()), (ResizeFilter::Bilinear, Normalize::IMAGENET));
        assert_eq!(Config::from_metadata_json(&config.to_metadata_json()).unwrap(), config, "{variant}");
    }
    assert_eq!("rfdetr-seg-xxlarge".parse::<Variant>().unwrap(), Variant::TwoXLarge);
    let error = "rfdetr-nano".parse::<Variant>().unwrap_err();
    assert!(matches!(&error, Error::UnknownVariant { name, .. } if name == "rfdetr-nano"));
    assert!(error.to_string().contains("rfdetr-seg-nano, rfdetr-seg-small"), "{error}");
}

#[test]
fn coco_has_80_classes_on_91_slots() {
    let coco = LabelMap::coco();
    assert_eq!((coco.head_width(), coco.len(), coco.is_empty(), coco.no_object_slot()), (91, 80, false, None));
    let unused: Vec<usize> = (0..91).filter(|slot| coco.label_at(*slot).is_none()).collect();
    assert_eq!(unused, [0, 12, 26, 29, 30, 45, 66, 68, 69, 71, 83]);
    assert!(coco.iter().all(|label| label.slot == label.id as usize));
    for (id, name) in [(1, "person"), (13, "stop sign"), (18, "dog"), (44, "bottle"), (47, "cup"), (90, "toothbrush")] {
        assert_eq!((coco.name(id), coco.id(name)), (Some(name), Some(id)));
    }
    assert_eq!((coco.name(12), coco.label(91), coco.id("street sign"), coco.label_at(91)), (None, None, None, None));
}

#[test]
fn the_no_object_slot_is_where_it_is_said_to_be() {
    for (no_object, width, slots, taken) in
        [(NoObject::None, 2, [0, 1], None), (NoObject::Last, 3, [0, 1], Some(2)), (NoObject::First, 3, [1, 2], Some(0))]
    {
        let labels = LabelMap::from_names(["cup", "fork"], no_object).unwrap();
        assert_eq!((labels.head_width(), labels.no_object_slot(), labels.no_object()), (width, taken, no_object));
        assert_eq!(labels.iter().map(|label| label.slot).collect::<Vec<_>>(), slots);
        assert_eq!(labels.iter().map(|label| label.id).collect::<Vec<_>>(), [0, 1]);
    }
}

#[test]
fn label_lists_that_fit_no_head_are_refused() {
    let label = |id, slot| Label { id, name: format!("c{id}"), slot };
    let problem = |labels: Vec<Label>, width, no_object| LabelMap::new(labels, width, no_object).unwrap_err().to_string();
    for (found, wanted) in [
        (problem(vec![label(1, 3)], 3, NoObject::None), "slot 3"),
        (problem(vec![label(1, 2)], 3, NoObject::Last), "no-object"),
        (problem(vec![label(1, 0)], 3, NoObject::First), "no-object"),
        (problem(vec![label(1, 1), label(2, 1)], 3, NoObject::None), "both sit on slot 1"),
        (problem(vec![label(1, 1), label(1, 2)], 3, NoObject::None), "two classes have id 1"),
        (problem(vec![], 3, NoObject::None), "empty"),
        (problem(vec![label(0, 0)], 0, NoObject::None), "0 slots"),
        (problem(vec![label(0, 0)], usize::MAX, NoObject::None), "slots"),
        (LabelMap::from_names(Vec::<String>::new(), NoObject::Last).unwrap_err().to_string(), "empty"),
        (LabelMap::from_names(Vec::<String>::new(), NoObject::None).unwrap_err().to_string(), "0 slots"),
    ] {
        assert!(found.contains(wanted), "{found}");
    }
}

#[test]
fn metadata_is_read() {
    let config = Config::from_metadata_json(&document().to_string()).unwrap();
    assert_eq!((config.name(), config.input_size(), config.queries(), config.num_select()), ("cups", (312, 288), 100, 100));
    assert_eq!(config.filter(), ResizeFilter::PillowBilinear);
    assert_eq!(*config.normalize(), Normalize { mean: [0.1, 0.2, 0.3], std: [1.0, 2.0, 4.5] });
    assert_eq!((config.labels().name(7), config.labels().head_width(), config.mask_size()), (Some("fork"), 3, None));

    let mut full = document();
    full["mask"] = json!({"width": 78, "height": 72});
    full["num_select"] = json!(300);
    full["license"] = json!("Apache-2.0");
    full["no_object"] = json!("first");
    let config = Config::from_metadata_json(&full.to_string()).unwrap();
    assert_eq!((config.mask_size(), config.num_select()), (Some((78, 72)), 300));
    assert_eq!(config.labels().iter().map(|label| (label.slot, label.id)).collect::<Vec<_>>(), [(1, 0), (2, 7)]);
    assert_eq!(Config::from_metadata_json(&config.to_metadata_json()).unwrap(), config);
}

#[test]
fn metadata_that_is_wrong_says_where() {
    let cases: &[(&str, Value, &str, &str)] = &[
        // (pointer to what is replaced, by what, path in the message, words in the message)
        ("/format", json!("vrt-model/2"), "$.format", "\"vrt-model/1\""),
        ("/task", json!("depth"), "$.task", "\"instance-segmentation\""),
        ("/family", json!("yolo"), "$.family", "\"rfdetr-seg\""),
        ("/name", json!(""), "$.name", "not empty"),
        ("/input", json!([1]), "$.input", "an object"),
        ("/input/width", json!(0), "$.input.width", "1..=8192"),
        ("/input/width", json!(312.5), "$.input.width", "found 312.5"),
        ("/input/height", json!("312"), "$.input.height", "whole number"),
        ("/input/height", json!(1e30), "$.input.height", "whole number"),
        ("/input/resize", json!("letterbox"), "$.input.resize", "\"stretch\""),
        ("/input/color", json!("bgr"), "$.input.color", "\"rgb\""),
        ("/input/filter", json!("lanczos"), "$.input.filter", "bilinear-antialias"),
        ("/input/filter", json!(3), "$.input.filter", ""),
        ("/input/mean", json!([0.5, 0.5]), "$.input.mean", "three"),
        ("/input/mean", json!([0.5, 0.5, "x", 0.5]), "$.input.mean", "three"),
        ("/input/mean", json!([0.5, 0.5, 1e300]), "$.input.mean", "finite"),
        ("/input/std", json!([1, 0, 1]), "$.input.std", "larger than 0"),
        ("/queries", json!(-1), "$.queries", "1..=65536"),
        ("/labels", json!({}), "$.labels", "an array"),
        ("/labels", json!([]), "$.labels", "head_width is 3"),
        ("/labels/1", json!("fork"), "$.labels[1]", "an object"),
        ("/labels/1/id", json!(-7), "$.labels[1].id", "whole number"),
        ("/labels/1/id", json!(0), "$.labels", "two classes have id 0"),
        ("/labels/0/name", json!(null), "$.labels[0].name", "found null"),
        ("/head_width", json!(91), "$.labels", "2 labels with no_object \"last\" fill a head of 3 slots, but head_width is 91"),
        ("/head_width", json!(70000), "$.head_width", "65536"),
        ("/no_object", json!("background"), "$.no_object", "\"none\", \"last\", \"first\""),
        ("/no_object", json!(true), "$.no_object", "a string"),
    ];
    for (pointer, value, path, words) in cases {
        let mut document = document();
        *document.pointer_mut(pointer).unwrap() = value.clone();
        check(&document, path, words);
    }
    for (pointer, key) in [("", "format"), ("", "labels"), ("", "head_width"), ("", "no_object"), ("/input", "std"), ("/labels/0", "id")] {
        let mut document = document();
        document.pointer_mut(pointer).unwrap().as_object_mut().unwrap().remove(key).unwrap();
        let path = format!("${}", pointer.replace("/labels/0", ".labels[0]").replace('/', "."));
        check(&document, &path, &format!("the key \"{key}\" is missing"));
    }
    for (pointer, path) in [("/mask", "$.mask"), ("/input", "$.input"), ("/labels/1", "$.labels[1]")] {
        let mut document = document();
        document["mask"] = json!({"width": 78, "height": 72});
        document.pointer_mut(pointer).unwrap()["no-object"] = json!("last");
        check(&document, path, "\"no-object\" is unknown; known are");
    }
    let mut sparse = document();
    sparse["labels"][1]["slot"] = json!(2);
    check(&sparse, "$.labels", "makes the no-object slot");
    sparse["labels"][1]["slot"] = json!(3);
    check(&sparse, "$.labels[1].slot", "0..=2");
    sparse["labels"][1]["slot"] = json!(0);
    check(&sparse, "$.labels", "both sit on slot 0");
    check(&json!([]), "$", "an object");
}

fn check(document: &Value, path: &str, words: &str) {
    match Config::from_metadata_json(&document.to_string()).unwrap_err() {
        Error::Metadata { path: found, problem, .. } => {
            assert_eq!(found, path, "{problem}");
            assert!(problem.contains(words), "{path}: {problem}");
        }
        other => panic!("{path}: {other}"),
    }
}

#[test]
fn metadata_files_name_themselves() {
    let error = Config::from_metadata_file("no/such/model.json").unwrap_err();
    assert!(matches!(error, Error::MetadataFile { .. }) && error.to_string().contains("no/such/model.json"), "{error}");
    let error = Config::from_metadata_file(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap_err();
    assert!(matches!(error, Error::MetadataJson { .. }) && error.to_string().contains("Cargo.toml"), "{error}");
    let error = Config::from_metadata_json("{\"format\": \"vrt-model/1\",").unwrap_err();
    assert!(error.to_string().contains("line 1 column"), "{error}");
}

#[test]
fn sizes_no_network_has_are_refused() {
    let labels = || LabelMap::from_names(["cup"], NoObject::Last).unwrap();
    for (size, queries, what) in
        [((0, 8), 1, "input width"), ((8, 0), 1, "input height"), ((8, 9000), 1, "input height"), ((8, 8), 0, "number of queries")]
    {
        let error = Config::new("own", size, queries, labels()).unwrap_err();
        assert!(matches!(&error, Error::InvalidConfig { what: found, .. } if *found == what), "{error}");
    }
    let config = || Config::new("own", (8, 8), 3, labels()).unwrap();
    assert!(matches!(config().with_num_select(0), Err(Error::InvalidConfig { what: "num_select", .. })));
    assert!(matches!(config().with_mask_size(Some((0, 2))), Err(Error::InvalidConfig { what: "mask width", .. })));
    assert!(matches!(config().with_mask_size(Some((2, 100_000))), Err(Error::InvalidConfig { what: "mask height", .. })));
    assert_eq!(config().with_mask_size(Some((2, 3))).unwrap().mask_size(), Some((2, 3)));
}

#[test]
fn options_must_fit_the_model() {
    let config = Variant::Nano.config();
    assert!(DecodeOptions::default().check(&config).is_ok());
    for threshold in [-0.1, 1.1, 50.0, f32::NAN, f32::INFINITY] {
        let error = DecodeOptions::with_threshold(threshold).check(&config).unwrap_err();
        assert!(matches!(error, Error::Threshold { .. }) && error.to_string().contains("0..=1"), "{error}");
    }
    let options = DecodeOptions { per_class_threshold: [(1, 0.2), (18, f32::NAN)].into(), ..DecodeOptions::default() };
    assert!(options.check(&config).unwrap_err().to_string().contains("threshold of class 18 is NaN"));
    let options = DecodeOptions { per_class_threshold: [(12, 0.2)].into(), ..DecodeOptions::default() };
    assert!(matches!(options.check(&config), Err(Error::UnknownClass { option: "per_class_threshold", class_id: 12, .. })));
    let options = DecodeOptions { classes: Some([1, 91].into()), ..DecodeOptions::default() };
    let error = options.check(&config).unwrap_err();
    assert!(matches!(error, Error::UnknownClass { option: "classes", class_id: 91, .. }));
    assert!(error.to_string().contains("rfdetr-seg-nano") && error.to_string().contains("1 person, 2 bicycle"), "{error}");
    assert!(error.to_string().contains("(80 in all)"), "{error}");
}
