//! Network outputs with what rfdetr's own postprocessing and pycocotools made of them (`tests/data/make_vectors.py`).

use std::collections::BTreeMap;

use serde::Deserialize;
use vrt_rfdetr_seg::decode::{NetworkOutputs, OutputSizes};
use vrt_rfdetr_seg::{Config, DecodeOptions, Label, LabelMap, NoObject};

use crate::synthetic::{blobs, spread, unit};

#[derive(Deserialize)]
pub struct Case {
    pub name: String,
    seed: u64,
    queries: usize,
    classes: usize,
    logits: [f32; 2],
    centers: [f32; 2],
    sizes: [f32; 2],
    mask: [usize; 2],
    mask_kind: String,
    pub picture: [usize; 2],
    select: usize,
    no_object: String,
    options: Options,
    #[serde(default)]
    unused: Vec<usize>,
    equal: Option<f32>,
    #[serde(default)]
    spikes: Vec<(usize, usize, f32)>,
    checksum: u32,
    pub found: Vec<Found>,
}

#[derive(Deserialize)]
struct Options {
    threshold: f32,
    #[serde(default)]
    per_class: BTreeMap<u32, f32>,
    classes: Option<Vec<u32>>,
    max_detections: Option<usize>,
}

#[derive(Deserialize)]
pub struct Found {
    pub query: u32,
    pub slot: u32,
    pub score: f32,
    #[serde(rename = "box")]
    pub bbox: [f32; 4],
    pub counts: String,
    pub area: u64,
}

impl Case {
    fn labels(&self) -> Vec<f32> {
        let mut labels = spread(self.seed, self.queries * self.classes, self.logits);
        if let Some(equal) = self.equal {
            labels.fill(equal);
        }
        for &(query, slot, logit) in &self.spikes {
            labels[query * self.classes + slot] = logit;
        }
        labels
    }

    fn boxes(&self) -> Vec<f32> {
        let centers = spread(self.seed + 1, self.queries * 2, self.centers);
        let sizes = spread(self.seed + 2, self.queries * 2, self.sizes);
        centers.chunks(2).zip(sizes.chunks(2)).flat_map(|(center, size)| [center[0], center[1], size[0], size[1]]).collect()
    }

    fn masks(&self) -> Vec<f32> {
        let (seed, count) = (self.seed + 3, self.queries * self.mask[0] * self.mask[1]);
        let noise = || spread(seed, count, [-1.0, 1.0]).into_iter();
        match self.mask_kind.as_str() {
            "blob" => blobs(seed, self.queries, self.mask),
            "noise" => noise().collect(),
            "positive" => noise().map(|value| value.abs() + 0.5).collect(),
            "negative" => noise().map(|value| -value.abs()).collect(),
            "zero" => noise().map(|value| value * 0.0).collect(),
            "small" => noise().map(|value| value * 2f32.powi(-100)).collect(),
            "mixed-scale" => {
                let powers = unit(seed + 1, count).into_iter().map(|value| (value * 60.0).floor() as i32 - 30);
                noise().zip(powers).map(|(value, power)| value * 2f32.powi(power)).collect()
            }
            other => panic!("unknown kind of masks {other}"),
        }
    }

    pub fn config(&self) -> Config {
        let no_object = match self.no_object.as_str() {
            "none" => NoObject::None,
            "last" => NoObject::Last,
            "first" => NoObject::First,
            other => panic!("unknown no_object {other}"),
        };
        let taken = match no_object {
            NoObject::None => None,
            NoObject::Last => Some(self.classes - 1),
            NoObject::First => Some(0),
        };
        let slots = (0..self.classes).filter(|slot| Some(*slot) != taken && !self.unused.contains(slot));
        let labels = slots.map(|slot| Label { id: slot as u32, name: format!("class {slot}"), slot });
        let labels = LabelMap::new(labels, self.classes, no_object).unwrap();
        Config::new(self.name.as_str(), (64, 64), self.queries, labels).unwrap().with_num_select(self.select).unwrap()
    }

    pub fn options(&self) -> DecodeOptions {
        DecodeOptions {
            threshold: self.options.threshold,
            per_class_threshold: self.options.per_class.clone(),
            classes: self.options.classes.clone().map(|classes| classes.into_iter().collect()),
            max_detections: self.options.max_detections,
        }
    }

    pub fn outputs(&self) -> Outputs {
        let (labels, boxes, masks) = (self.labels(), self.boxes(), self.masks());
        let bytes = [&labels, &boxes, &masks].into_iter().flatten().flat_map(|value| value.to_le_bytes());
        assert_eq!(crc32(bytes), self.checksum, "{}: these are not the outputs the reference was given", self.name);
        let sizes = OutputSizes { queries: self.queries, classes: self.classes, mask_width: self.mask[0], mask_height: self.mask[1] };
        Outputs { sizes, labels, boxes, masks }
    }
}

/// What a network answers.
pub struct Outputs {
    pub sizes: OutputSizes,
    labels: Vec<f32>,
    boxes: Vec<f32>,
    masks: Vec<f32>,
}

impl Outputs {
    pub fn view(&self) -> NetworkOutputs<'_> {
        NetworkOutputs::new(self.sizes, &self.boxes, &self.labels, &self.masks).unwrap()
    }
}

/// All of `tests/data/vectors.json`.
pub fn all() -> Vec<Case> {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/vectors.json")).unwrap();
    assert!(cases.len() >= 30);
    cases
}

/// CRC-32 as zlib computes it.
fn crc32(bytes: impl IntoIterator<Item = u8>) -> u32 {
    let mut table = [0u32; 256];
    for (index, entry) in table.iter_mut().enumerate() {
        *entry = (0..8).fold(index as u32, |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 });
    }
    !bytes.into_iter().fold(u32::MAX, |crc, byte| table[((crc ^ u32::from(byte)) & 255) as usize] ^ crc >> 8)
}
