//! Any outputs of an RF-DETR-Seg network, any label list and options: instances that keep their promises, or an error.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use vrt_rfdetr_seg::decode::{NetworkOutputs, OutputSizes, decode};
use vrt_rfdetr_seg::{Config, DecodeOptions, Error, Label, LabelMap, NoObject};

#[derive(Arbitrary, Debug)]
struct Input {
    queries: u8,
    classes: u8,
    mask: (u8, u8),
    picture: (u8, u8),
    select: u8,
    no_object: u8,
    labels: Vec<(u8, u8)>,
    threshold: u8,
    odd_threshold: Option<f32>,
    per_class: Vec<(u8, u8)>,
    wanted: Option<Vec<u8>>,
    odd_class: Option<u32>,
    max_detections: Option<u8>,
    /// Repeated to fill the outputs, as sixteenths.
    values: Vec<i8>,
    /// Any floats at some places.
    odd_values: Vec<(u16, f32)>,
}

fuzz_target!(|input: Input| {
    let sizes = OutputSizes {
        queries: usize::from(input.queries % 16),
        classes: usize::from(input.classes % 8),
        mask_width: usize::from(input.mask.0 % 16),
        mask_height: usize::from(input.mask.1 % 16),
    };
    let picture = (usize::from(input.picture.0), usize::from(input.picture.1 % 100));
    let counts = [sizes.queries * 4, sizes.queries * sizes.classes, sizes.queries * sizes.mask_width * sizes.mask_height];
    let total = counts.iter().sum();
    let mut values: Vec<f32> = input.values.iter().map(|value| f32::from(*value) / 16.0).cycle().take(total).collect();
    values.resize(total, 1.0);
    for (place, value) in &input.odd_values {
        if let Some(slot) = values.get_mut(usize::from(*place)) {
            *slot = *value;
        }
    }
    let (boxes, rest) = values.split_at(counts[0]);
    let (labels, masks) = rest.split_at(counts[1]);

    let no_object = [NoObject::None, NoObject::Last, NoObject::First][usize::from(input.no_object % 3)];
    let list = input.labels.iter().map(|(id, slot)| Label { id: u32::from(*id), name: String::new(), slot: usize::from(*slot % 8) });
    let Ok(map) = LabelMap::new(list, sizes.classes, no_object)
        .or_else(|_| LabelMap::from_names((1..sizes.classes).map(|class| class.to_string()), NoObject::Last))
    else {
        return;
    };
    let ids: Vec<u32> = map.iter().map(|label| label.id).collect();
    let class = |index: &u8| ids[usize::from(*index) % ids.len()];
    let Ok(config) =
        Config::new("fuzz", (8, 8), 1 + sizes.queries, map).and_then(|config| config.with_num_select(usize::from(input.select)))
    else {
        return;
    };
    let score = |value: &u8| f32::from(*value) / 255.0;
    let options = DecodeOptions {
        threshold: input.odd_threshold.unwrap_or(score(&input.threshold)),
        per_class_threshold: input.per_class.iter().map(|(index, value)| (class(index), score(value))).collect(),
        classes: input.wanted.as_ref().map(|wanted| wanted.iter().map(class).chain(input.odd_class).collect()),
        max_detections: input.max_detections.map(usize::from),
    };
    let outputs = match NetworkOutputs::new(sizes, boxes, labels, masks) {
        Ok(outputs) => outputs,
        Err(error) => {
            assert!(matches!(error, Error::OutputSizes { .. }), "{error}");
            return;
        }
    };
    let all_finite = values.iter().all(|value| value.is_finite());
    match decode(&outputs, picture, &config, &options) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(!(all_finite && matches!(error, Error::NotFinite { .. })), "{error}");
        }
        Ok(instances) => {
            assert!(labels.iter().chain(boxes).all(|value| value.is_finite()), "NaN was taken for a result");
            assert!(instances.len() <= config.num_select().min(sizes.queries * sizes.classes));
            assert!(instances.len() <= options.max_detections.unwrap_or(usize::MAX));
            assert!(instances.is_sorted_by(|a, b| a.detection.score >= b.detection.score));
            for instance in &instances {
                let detection = &instance.detection;
                let threshold = options.per_class_threshold.get(&detection.class_id).copied().unwrap_or(options.threshold);
                assert!(detection.score > threshold && detection.score <= 1.0);
                assert!(config.labels().label(detection.class_id).is_some());
                assert!((detection.query as usize) < sizes.queries);
                let bbox = detection.bbox;
                assert!(0.0 <= bbox.x1 && bbox.x1 <= bbox.x2 && bbox.x2 <= picture.0 as f32, "{bbox:?}");
                assert!(0.0 <= bbox.y1 && bbox.y1 <= bbox.y2 && bbox.y2 <= picture.1 as f32, "{bbox:?}");
                assert_eq!((instance.mask.width() as usize, instance.mask.height() as usize), picture);
                let logits = outputs.mask(detection.query);
                if logits.iter().all(|logit| *logit <= 0.0) {
                    assert_eq!(instance.mask.area(), 0);
                }
                if logits.iter().all(|logit| (1e-30..=1e30).contains(logit)) {
                    assert_eq!(instance.mask.area(), (picture.0 * picture.1) as u64);
                }
                assert_eq!(instance.mask.to_rle().area(), instance.mask.area());
            }
        }
    }
});
