//! Which output is which, and whether the sizes are the configured ones.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failing assumption of a test is its failure

use vrt_rfdetr_seg::{Config, Error, LabelMap, NoObject, OutputInfo, OutputRoles, Variant, check_outputs};

/// Names and shapes.
type Outputs<'a> = &'a [(&'a str, &'a [usize])];

fn outputs(list: Outputs<'_>) -> Vec<OutputInfo> {
    list.iter().map(|(name, shape)| OutputInfo::new(*name, shape)).collect()
}

fn find(list: Outputs<'_>) -> Result<OutputRoles, Error> {
    OutputRoles::find("model.onnx", &outputs(list))
}

#[test]
fn shapes_decide() {
    let roles = OutputRoles { boxes: 1, labels: 2, masks: 0 };
    assert_eq!(find(&[("x", &[1, 100, 78, 78]), ("y", &[1, 100, 4]), ("z", &[1, 100, 91])]).unwrap(), roles);
    // Misleading names do not.
    assert_eq!(find(&[("dets", &[1, 100, 78, 78]), ("labels", &[1, 100, 4]), ("masks", &[1, 100, 91])]).unwrap(), roles);
    // One query, one slot, masks of one value.
    assert_eq!(find(&[("x", &[1, 1, 1, 1]), ("y", &[1, 1, 4]), ("z", &[1, 1, 1])]).unwrap(), roles);
    // Another output of another number of queries is no candidate.
    let more = find(&[("x", &[1, 100, 78, 78]), ("y", &[1, 100, 4]), ("z", &[1, 100, 91]), ("encoder", &[1, 300, 4])]);
    assert_eq!(more.unwrap(), roles);
}

#[test]
fn names_decide_where_shapes_do_not() {
    let four: [usize; 3] = [1, 100, 4];
    let masks: [usize; 4] = [1, 100, 78, 78];
    let roles = OutputRoles { boxes: 1, labels: 0, masks: 2 };
    assert_eq!(find(&[("labels", &four), ("dets", &four), ("masks", &masks)]).unwrap(), roles);
    assert_eq!(find(&[("pred_logits", &four), ("pred_boxes", &four), ("pred_masks", &masks)]).unwrap(), roles);
    assert_eq!(find(&[("Logits", &four), ("Boxes", &four), ("m", &masks)]).unwrap(), roles);
    // One name is enough.
    assert_eq!(find(&[("scores", &four), ("dets", &four), ("m", &masks)]).unwrap(), roles);
    // Of two sets of masks, the one with the name.
    let two = [("labels", [1usize, 100, 91].as_slice()), ("dets", &four), ("masks", &masks), ("masks_of_layer_3", &masks)];
    assert_eq!(find(&two).unwrap(), roles);
}

#[test]
fn unknown_dimensions_fit_everything() {
    let unknown = |name: &str, rank: usize| OutputInfo { name: name.to_owned(), shape: vec![None; rank] };
    let named = [unknown("dets", 3), unknown("labels", 3), unknown("masks", 4)];
    assert_eq!(OutputRoles::find("model.onnx", &named).unwrap(), OutputRoles { boxes: 0, labels: 1, masks: 2 });
    check_outputs("model.onnx", &named, OutputRoles { boxes: 0, labels: 1, masks: 2 }, &Variant::Nano.config()).unwrap();
    let mut unnamed = [unknown("a", 3), unknown("b", 3), unknown("c", 4)];
    assert!(OutputRoles::find("model.onnx", &unnamed).is_err());
    unnamed[1].shape[2] = Some(91);
    assert_eq!(OutputRoles::find("model.onnx", &unnamed).unwrap(), OutputRoles { boxes: 0, labels: 1, masks: 2 });
}

#[test]
fn what_is_not_rfdetr_seg_is_listed() {
    let cases: &[(Outputs<'_>, &str, &str)] = &[
        (&[("depth", &[1, 252, 252])], "do not fit", "depth [1, 252, 252]"),
        (&[("depth", &[1, 1, 280, 504]), ("sky", &[1, 1, 280, 504])], "do not fit", "sky [1, 1, 280, 504]"),
        (&[("dets", &[1, 300, 4]), ("labels", &[1, 300, 91])], "do not fit", "dets [1, 300, 4], labels [1, 300, 91]"),
        (&[("dets", &[1, 100, 4]), ("labels", &[1, 100, 91]), ("masks", &[1, 200, 78, 78])], "do not fit", "masks"),
        (&[("dets", &[1, 0, 4]), ("labels", &[1, 0, 91]), ("masks", &[1, 0, 78, 78])], "do not fit", "[1, 0, 4]"),
        (&[("dets", &[1, 100, 4]), ("labels", &[1, 100, 0]), ("masks", &[1, 100, 78, 78])], "do not fit", "[1, 100, 0]"),
        (&[("dets", &[1, 100, 4]), ("labels", &[1, 100, 91]), ("masks", &[1, 100, 78])], "do not fit", ""),
        (&[("a", &[1, 100, 4]), ("b", &[1, 100, 4]), ("c", &[1, 100, 78, 78])], "several ways", "a [1, 100, 4], b [1, 100, 4]"),
        (&[("dets", &[1, 9, 4]), ("dets", &[1, 9, 4]), ("masks", &[1, 9, 7, 7])], "several ways", ""),
        (&[("scalar", &[])], "do not fit", "scalar []"),
        (&[], "do not fit", "no outputs"),
    ];
    for (list, words, listed) in cases {
        let error = find(list).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, Error::Outputs { .. }), "{text}");
        assert!(text.starts_with("model.onnx: ") && text.contains(words) && text.contains(listed), "{text}");
        assert!(text.contains("masks [1, Q, h, w]"), "{text}");
    }
}

#[test]
fn sizes_are_those_of_the_configuration() {
    let (roles, nano) = (OutputRoles { boxes: 0, labels: 1, masks: 2 }, Variant::Nano.config());
    let check = |list: Outputs<'_>, config: &Config| check_outputs("model.onnx", &outputs(list), roles, config);
    let text = |list: Outputs<'_>, config: &Config| check(list, config).unwrap_err().to_string();

    let right: [(&str, &[usize]); 3] = [("dets", &[1, 100, 4]), ("labels", &[1, 100, 91]), ("masks", &[1, 100, 78, 78])];
    check(&right, &nano).unwrap();

    let own = Variant::Nano.config().with_name("cups").with_labels(LabelMap::from_names(["cup", "fork"], NoObject::Last).unwrap());
    let error = check(&right, &own).unwrap_err();
    assert!(matches!(error, Error::HeadWidth { found: 91, expected: 3, .. }), "{error}");
    assert!(error.to_string().contains("91 slots") && error.to_string().contains("cups describe 3"), "{error}");

    let small = text(&[("dets", &[1, 100, 4]), ("labels", &[1, 100, 91]), ("masks", &[1, 100, 96, 96])], &nano);
    assert!(small.contains("the mask size is 96x96, but rfdetr-seg-nano says 78x78"), "{small}");
    let queries = text(&[("dets", &[1, 200, 4]), ("labels", &[1, 200, 91]), ("masks", &[1, 200, 78, 78])], &nano);
    assert!(queries.contains("the number of queries is 200, but rfdetr-seg-nano says 100"), "{queries}");
    let batch = text(&[("dets", &[2, 100, 4]), ("labels", &[2, 100, 91]), ("masks", &[2, 100, 78, 78])], &nano);
    assert!(batch.contains("the batch size is 2"), "{batch}");

    let any_mask = Variant::Nano.config().with_mask_size(None).unwrap();
    check(&[("dets", &[1, 100, 4]), ("labels", &[1, 100, 91]), ("masks", &[1, 100, 5, 9])], &any_mask).unwrap();
    let wrong_roles = check_outputs("m", &outputs(&right), OutputRoles { boxes: 2, labels: 1, masks: 0 }, &nano).unwrap_err();
    assert!(matches!(wrong_roles, Error::Outputs { .. }), "{wrong_roles}");
    let beyond = check_outputs("m", &outputs(&right), OutputRoles { boxes: 0, labels: 1, masks: 3 }, &nano).unwrap_err();
    assert!(matches!(beyond, Error::Outputs { .. }), "{beyond}");
}
