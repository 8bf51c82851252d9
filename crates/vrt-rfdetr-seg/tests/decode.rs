//! What decoding refuses, and what its shortcuts must not change.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a failing assumption of a test is its failure

#[path = "support/synthetic.rs"]
mod synthetic;

use synthetic::{blobs, spread, unit};
use vrt::resample::{Alignment, LinearAxis};
use vrt_rfdetr_seg::decode::masks::MaskUpsampler;
use vrt_rfdetr_seg::decode::reference::{rank_key, select, sigmoid};
use vrt_rfdetr_seg::decode::{NetworkOutputs, OutputSizes, decode};
use vrt_rfdetr_seg::{Config, DecodeOptions, Error, LabelMap, NoObject};
use vrt_types::Mask;

const SIZES: OutputSizes = OutputSizes { queries: 4, classes: 3, mask_width: 5, mask_height: 2 };

fn config() -> Config {
    Config::new("own", (8, 8), 4, LabelMap::from_names(["cup", "fork"], NoObject::Last).unwrap()).unwrap()
}

/// Outputs of four queries: query 1 sees class 0, query 3 class 1, everything else nothing.
struct Outputs {
    boxes: Vec<f32>,
    labels: Vec<f32>,
    masks: Vec<f32>,
}

impl Outputs {
    fn new() -> Self {
        let mut labels = vec![-5.0; 12];
        (labels[3], labels[10]) = (2.0, 1.0);
        Self { boxes: vec![0.5; 16], labels, masks: vec![1.0; 40] }
    }

    fn decode(&self, picture: (usize, usize), options: &DecodeOptions) -> Result<Vec<vrt_types::Instance>, Error> {
        decode(&NetworkOutputs::new(SIZES, &self.boxes, &self.labels, &self.masks)?, picture, &config(), options)
    }

    fn error(&self) -> Error {
        self.decode((10, 10), &DecodeOptions::default()).unwrap_err()
    }
}

#[test]
fn nan_and_infinity_are_errors_that_say_where() {
    for bad in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut outputs = Outputs::new();
        (outputs.labels[7], outputs.labels[8], outputs.labels[9]) = (bad, bad, bad);
        let error = outputs.error();
        assert!(matches!(error, Error::NotFinite { output: "labels", query: 2, count: 3 }), "{bad}: {error}");
        assert!(error.to_string().contains("3 values that are NaN or infinite, the first in query 2"), "{error}");

        // Also a box of a query that nothing was found in.
        let mut outputs = Outputs::new();
        outputs.boxes[2] = bad;
        assert!(matches!(outputs.error(), Error::NotFinite { output: "boxes", query: 0, count: 1 }), "{bad}");

        // Masks are looked at where they are needed.
        let mut outputs = Outputs::new();
        (outputs.masks[0], outputs.masks[25]) = (bad, bad);
        assert_eq!(outputs.decode((10, 10), &DecodeOptions::default()).unwrap().len(), 2);
        (outputs.masks[15], outputs.masks[30], outputs.masks[31]) = (bad, bad, bad);
        assert!(matches!(outputs.error(), Error::NotFinite { output: "masks", query: 1, count: 3 }), "{bad}");
    }
    let mut outputs = Outputs::new();
    outputs.labels.fill(f32::NAN);
    assert!(matches!(outputs.error(), Error::NotFinite { output: "labels", query: 0, count: 12 }));
}

#[test]
fn the_largest_finite_values_are_not_errors() {
    let mut outputs = Outputs::new();
    outputs.labels.fill(f32::MAX);
    outputs.boxes = [f32::MAX, f32::MIN].repeat(8);
    outputs.masks.fill(f32::MAX);
    let instances = outputs.decode((1000, 10), &DecodeOptions::default()).unwrap();
    assert_eq!(instances.len(), 3); // four pairs are selected, one of them is "no object"
    for instance in instances {
        assert_eq!(instance.detection.score, 1.0);
        let bbox = instance.detection.bbox;
        assert!(bbox.x1 >= 0.0 && bbox.x2 <= 1000.0 && bbox.y1 >= 0.0 && bbox.y2 <= 10.0, "{bbox:?}");
    }
}

#[test]
fn outputs_must_fit_their_sizes() {
    let outputs = Outputs::new();
    let refused = |sizes, boxes: &[f32], labels: &[f32], masks: &[f32]| NetworkOutputs::new(sizes, boxes, labels, masks).unwrap_err();
    let Outputs { boxes, labels, masks } = &outputs;
    let error = refused(SIZES, &boxes[1..], labels, masks);
    assert!(matches!(error, Error::OutputLength { output: "boxes", needed: 16, found: 15, .. }), "{error}");
    assert_eq!(error.to_string(), "output boxes of shape [4, 4] must hold 16 values, but holds 15");
    assert!(matches!(refused(SIZES, boxes, &labels[1..], masks), Error::OutputLength { output: "labels", needed: 12, found: 11, .. }));
    assert!(matches!(refused(SIZES, boxes, labels, &[]), Error::OutputLength { output: "masks", needed: 40, found: 0, .. }));
    for sizes in [
        OutputSizes { queries: 0, ..SIZES },
        OutputSizes { classes: 0, ..SIZES },
        OutputSizes { mask_width: 0, ..SIZES },
        OutputSizes { mask_height: 0, ..SIZES },
        OutputSizes { queries: usize::MAX, classes: usize::MAX, ..SIZES },
    ] {
        assert!(matches!(refused(sizes, &[], &[], &[]), Error::OutputSizes { .. }), "{sizes:?}");
    }
    let huge = OutputSizes { queries: 1, classes: 1, mask_width: usize::MAX, mask_height: usize::MAX };
    assert!(matches!(refused(huge, &[0.0; 4], &[0.0], &[]), Error::OutputLength { output: "masks", needed: u64::MAX, .. }));
    let outputs = NetworkOutputs::new(SIZES, boxes, labels, masks).unwrap();
    assert_eq!((outputs.sizes(), outputs.mask(3).len(), outputs.mask(4).len(), outputs.mask(u32::MAX).len()), (SIZES, 10, 0, 0));
}

#[test]
fn a_head_of_another_width_is_refused() {
    let sizes = OutputSizes { classes: 91, ..SIZES };
    let (boxes, labels, masks) = (vec![0.5; 16], vec![0.0; 4 * 91], vec![0.0; 40]);
    let outputs = NetworkOutputs::new(sizes, &boxes, &labels, &masks).unwrap();
    let error = decode(&outputs, (10, 10), &config(), &DecodeOptions::default()).unwrap_err();
    assert!(matches!(error, Error::HeadWidth { found: 91, expected: 3, .. }), "{error}");
}

#[test]
fn pictures_must_have_pixels() {
    for picture in [(0, 10), (10, 0), (0, 0), (65_537, 10), (usize::MAX, usize::MAX)] {
        let error = Outputs::new().decode(picture, &DecodeOptions::default()).unwrap_err();
        assert!(matches!(error, Error::PictureSize { .. }), "{picture:?}: {error}");
        assert!(matches!(MaskUpsampler::new((5, 2), picture), Err(Error::PictureSize { .. })), "{picture:?}");
    }
    let instances = Outputs::new().decode((65_536, 1), &DecodeOptions::default()).unwrap();
    assert_eq!(instances[0].mask.area(), 65_536);
    // 2^32 pixels can't be counted by run lengths.
    let error = Outputs::new().decode((65_536, 65_536), &DecodeOptions::default()).unwrap_err();
    assert!(matches!(error, Error::Mask(vrt_types::Error::TooLarge { .. })), "{error}");
}

#[test]
fn options_are_checked_before_anything_else() {
    let mut outputs = Outputs::new();
    outputs.labels.fill(f32::NAN);
    let error = outputs.decode((10, 10), &DecodeOptions::with_threshold(2.0)).unwrap_err();
    assert!(matches!(error, Error::Threshold { .. }), "{error}");
    let options = DecodeOptions { classes: Some([2].into()), ..DecodeOptions::default() };
    assert!(matches!(outputs.decode((10, 10), &options), Err(Error::UnknownClass { class_id: 2, .. })));
}

#[test]
fn nothing_wanted_is_nothing_found() {
    let outputs = Outputs::new();
    for options in [
        DecodeOptions { classes: Some([].into()), ..DecodeOptions::default() },
        DecodeOptions { max_detections: Some(0), ..DecodeOptions::default() },
        DecodeOptions::with_threshold(1.0),
    ] {
        assert!(outputs.decode((10, 10), &options).unwrap().is_empty(), "{options:?}");
    }
    assert_eq!(outputs.decode((10, 10), &DecodeOptions::with_threshold(0.0)).unwrap().len(), 4);
}

#[test]
fn detections_of_one_query_share_their_mask() {
    let mut outputs = Outputs::new();
    (outputs.labels[3], outputs.labels[4]) = (2.0, 3.0);
    let instances = outputs.decode((100, 40), &DecodeOptions::default()).unwrap();
    assert_eq!(instances.iter().map(|i| (i.detection.query, i.detection.class_id)).collect::<Vec<_>>(), [(1, 1), (1, 0), (3, 1)]);
    assert_eq!(instances[0].mask, instances[1].mask);
}

/// The definition of a mask, pixel by pixel.
fn definition(logits: &[f32], (width, height): (usize, usize), (to_width, to_height): (usize, usize)) -> Mask {
    let columns = LinearAxis::new(width, to_width, Alignment::HalfPixel).unwrap();
    let rows = LinearAxis::new(height, to_height, Alignment::HalfPixel).unwrap();
    Mask::from_fn(to_width as u32, to_height as u32, |x, y| {
        let (column, row) = (columns.taps()[x as usize], rows.taps()[y as usize]);
        let along_x = |y: u32| {
            let value = |x: u32| logits[y as usize * width + x as usize];
            value(column.lower) * column.lower_weight + value(column.upper) * column.upper_weight
        };
        along_x(row.lower) * row.lower_weight + along_x(row.upper) * row.upper_weight > 0.0
    })
    .unwrap()
}

/// Every shortcut of the upsampler against the definition.
#[test]
fn masks_are_the_thresholded_map_bit_for_bit() {
    let mut tried = 0;
    for (index, &(width, height)) in [(1, 1), (2, 2), (5, 3), (20, 20), (33, 7)].iter().enumerate() {
        for (step, &(to_width, to_height)) in [(1, 1), (3, 2), (20, 20), (64, 5), (65, 130), (191, 77), (640, 3)].iter().enumerate() {
            let seed = (index * 100 + step) as u64;
            let count = width * height;
            let noise = spread(seed, count, [-1.0, 1.0]);
            let magnitudes = unit(seed + 50, count).into_iter().map(|value| 10f32.powf(value * 76.0 - 38.0));
            let kinds = [
                noise.clone(),
                noise.iter().map(|value| (value * 3.0).round()).collect(),
                noise.iter().map(|value| value.abs() * 1e-38 * 1e-6).collect(),
                noise.iter().zip(magnitudes).map(|(value, magnitude)| value * magnitude).collect(),
                noise.iter().map(|value| if *value > 0.0 { f32::MAX } else { 1e30 }).collect(),
                noise.iter().map(|value| if *value > 0.5 { 1.0 } else { 0.0 }).collect(),
                noise.iter().map(|value| if *value > 0.5 { -0.0 } else { 0.0 }).collect(),
                blobs(seed, 1, [width, height]),
            ];
            let upsampler = MaskUpsampler::new((width, height), (to_width, to_height)).unwrap();
            for (kind, logits) in kinds.iter().enumerate() {
                let expected = definition(logits, (width, height), (to_width, to_height));
                let found = upsampler.upsample(logits).unwrap();
                assert!(found == expected, "kind {kind}, {width}x{height} to {to_width}x{to_height}: {found:?}, not {expected:?}");
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 5 * 7 * 8);
    let error = MaskUpsampler::new((5, 2), (10, 10)).unwrap().upsample(&[0.0; 9]).unwrap_err();
    assert!(matches!(error, Error::OutputLength { output: "masks", needed: 10, found: 9, .. }), "{error}");
    assert!(matches!(MaskUpsampler::new((0, 2), (10, 10)), Err(Error::Resample(_))));
}

/// `1 / (1 + e^-x)` in `f64` is far more exact than `f32` can show.
#[test]
fn the_sigmoid_is_right_and_ordered() {
    let mut last = 0.0;
    for step in -120_000..=120_000 {
        let x = step as f32 / 1000.0;
        let (found, exact) = (sigmoid(x), 1.0 / (1.0 + (-f64::from(x)).exp()));
        assert!((f64::from(found) - exact).abs() <= 1.8e-7 * exact + 1e-38, "sigmoid({x}) is {found}, not {exact}");
        assert!(found >= last, "sigmoid({x}) = {found} is smaller than a value before it, {last}");
        last = found;
    }
    for x in [f32::MAX, 1e30, 200.0, 121.0] {
        assert_eq!((sigmoid(x), sigmoid(-x)), (1.0, 0.0));
    }
    assert_eq!((sigmoid(0.0), sigmoid(-0.0)), (0.5, 0.5));
}

#[test]
fn pairs_rank_by_score_then_index() {
    assert!(rank_key(0.5, 9) > rank_key(0.4, 0));
    assert!(rank_key(0.5, 3) > rank_key(0.5, 4));
    assert!(rank_key(f32::from_bits(1), u32::MAX) > rank_key(0.0, 0));
    assert!(rank_key(1.0, u32::MAX) > rank_key(1.0 - f32::EPSILON / 2.0, 0));
}

/// Leaving out pairs below the lowest threshold, and logits that can't reach it, changes nothing.
#[test]
fn selection_is_the_full_sort_cut_and_filtered() {
    for seed in 0..40u64 {
        let (queries, classes) = (1 + seed as usize % 9, 3);
        let sizes = OutputSizes { queries, classes, mask_width: 1, mask_height: 1 };
        // Few different values, so that many scores are equal.
        let labels: Vec<f32> = spread(seed, queries * classes, [-3.0, 3.0]).into_iter().map(|value| (value * 2.0).round() / 2.0).collect();
        let (boxes, masks) = (vec![0.5; queries * 4], vec![1.0; queries]);
        let outputs = NetworkOutputs::new(sizes, &boxes, &labels, &masks).unwrap();
        for (count, threshold) in [(1, 0.0), (3, 0.5), (5, 0.3), (100, 0.7), (4, 0.99), (2, sigmoid(0.5))] {
            let config = config().with_num_select(count).unwrap();
            let found = select(&outputs, (10, 10), &config, &DecodeOptions::with_threshold(threshold)).unwrap();
            let mut pairs: Vec<(usize, f32)> = labels.iter().map(|logit| sigmoid(*logit)).enumerate().collect();
            pairs.sort_by(|a, b| b.1.total_cmp(&a.1)); // stable
            pairs.truncate(count);
            pairs.retain(|(index, score)| index % classes != 2 && *score > threshold);
            let found: Vec<(usize, f32)> = found.iter().map(|d| (d.query as usize * classes + d.class_id as usize, d.score)).collect();
            assert_eq!(found, pairs, "seed {seed}, {count} pairs above {threshold}");
        }
    }
}
