//! Sets of network outputs: random ones, and those that decoders get wrong.

use vrt_rfdetr_seg::decode::OutputSizes;
use vrt_rfdetr_seg::{Config, DecodeOptions, LabelMap, NoObject};

use crate::evidence::Random;

/// Outputs of a network and what is asked about them.
pub struct Set {
    pub name: String,
    pub config: Config,
    pub sizes: OutputSizes,
    pub boxes: Vec<f32>,
    pub labels: Vec<f32>,
    pub masks: Vec<f32>,
    pub picture: (usize, usize),
    pub options: DecodeOptions,
}

#[allow(clippy::unwrap_used, reason = "these sizes are valid")]
fn config(classes: usize, queries: usize, select: usize, no_object: NoObject) -> Config {
    let named = classes - usize::from(no_object != NoObject::None);
    let labels = LabelMap::from_names((0..named).map(|class| format!("class {class}")), no_object).unwrap();
    Config::new("parity", (312, 312), queries, labels).unwrap().with_num_select(select).unwrap()
}

impl Set {
    /// Random outputs: logits of a trained network's spread, boxes partly outside, round masks with ragged borders.
    pub fn random(name: &str, seed: u64, [queries, classes, mask_width, mask_height]: [usize; 4], picture: (usize, usize)) -> Self {
        let mut random = Random::new(seed);
        let sizes = OutputSizes { queries, classes, mask_width, mask_height };
        let labels = (0..queries * classes).map(|_| random.between(-9.0, 1.5)).collect();
        let boxes = (0..queries * 4).map(|_| random.between(-0.2, 1.2)).collect();
        let mut masks = Vec::with_capacity(queries * mask_width * mask_height);
        for _ in 0..queries {
            let (cx, cy) = (random.between(0.0, mask_width as f32), random.between(0.0, mask_height as f32));
            let radius = random.between(0.5, mask_width.max(mask_height) as f32 * 0.3);
            for y in 0..mask_height {
                for x in 0..mask_width {
                    let (dx, dy) = (x as f32 - cx, y as f32 - cy);
                    masks.push((radius * radius - dx * dx - dy * dy) * 0.05 + random.between(-1.0, 1.0));
                }
            }
        }
        let (config, options) = (config(classes, queries, queries, NoObject::None), DecodeOptions::with_threshold(0.3));
        Self { name: format!("{name} {seed}"), config, sizes, boxes, labels, masks, picture, options }
    }

    fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    fn threshold(mut self, threshold: f32) -> Self {
        self.options.threshold = threshold;
        self
    }

    fn select(mut self, select: usize, no_object: NoObject) -> Self {
        self.config = config(self.sizes.classes, self.sizes.queries, select, no_object);
        self
    }
}

/// [`objects`] whose masks are noise, which has more borders than any object.
pub fn noise(objects: usize, picture: (usize, usize)) -> Set {
    let mut random = Random::new(6);
    self::objects(objects, picture).with(|set| set.masks.iter_mut().for_each(|logit| *logit = random.between(-4.0, 4.0)))
}

/// Outputs with `objects` objects for timing, at Nano's sizes.
pub fn objects(objects: usize, picture: (usize, usize)) -> Set {
    let mut set = Set::random("objects", 77, [100, 91, 78, 78], picture);
    let mut random = Random::new(5);
    set.labels.iter_mut().for_each(|logit| *logit = random.between(-9.0, -2.0));
    for object in 0..objects {
        set.labels[object * 4 * 91 + 1 + object % 10] = 1.0 + object as f32 * 0.05;
    }
    set.options.threshold = 0.5;
    set
}

const BORDERS: [&str; 6] = ["noise", "steps", "shallow", "far apart", "large", "larger"];

/// Masks whose values are hard to tell from 0: many borders, values of exactly 0, slopes near rounding, magnitudes near the largest.
fn borders(kind: usize, seed: u64, picture: (usize, usize)) -> Set {
    let mut random = Random::new(seed + 1000);
    Set::random(BORDERS[kind], seed, [5, 3, 41, 23], picture).threshold(0.0).with(|set| {
        for logit in &mut set.masks {
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            *logit = match BORDERS[kind] {
                "noise" => random.between(-4.0, 4.0),
                "steps" => random.below(9) as f32 * 0.125 - 0.5,
                "shallow" if random.below(40) > 0 => random.between(-4e-6, 4e-6),
                "shallow" => sign,
                "far apart" => sign * 10f32.powi(random.below(20) as i32 - 10),
                "large" => random.between(-9.9e29, 9.9e29),
                _ => random.between(-3e38, 3e38),
            };
        }
    })
}

const NANO: [usize; 4] = [100, 91, 78, 78];
const SMALL: [usize; 4] = [12, 7, 19, 17];

/// All sets; `few` leaves out what takes long on a machine without a GPU.
pub fn all(few: bool) -> Vec<Set> {
    let mut sets = Vec::new();
    let pictures = [(64, 64), (63, 65), (1, 1), (1, 97), (97, 1), (200, 120), (19, 17), (7, 5), (129, 33), (257, 31)];
    for (seed, picture) in (0..).zip(pictures) {
        sets.push(Set::random("small", seed, SMALL, picture));
        sets.push(Set::random("one mask pixel", seed, [5, 3, 1, 1], picture));
        sets.push(Set::random("thin masks", seed, [5, 3, 1, 40], picture).threshold(0.0));
    }
    for seed in 0..20 {
        let mut random = Random::new(seed + 100);
        // Few different logits: ties everywhere.
        sets.push(Set::random("ties", seed, SMALL, (70, 50)).threshold(0.2).select(9, NoObject::None).with(|set| {
            set.labels.iter_mut().for_each(|logit| *logit = [-3.0, -1.0, 0.0, 0.5][random.below(4)]);
        }));
        // Different logits, one score: the sigmoid of all these is 1.
        sets.push(Set::random("saturated", seed, SMALL, (70, 50)).select(20, NoObject::None).with(|set| {
            set.labels.iter_mut().for_each(|logit| *logit = random.between(16.0, 90.0));
        }));
        // Neighbouring floats, whose scores are partly equal.
        sets.push(Set::random("neighbours", seed, SMALL, (40, 40)).threshold(0.0).with(|set| {
            set.labels.iter_mut().for_each(|logit| *logit = f32::from_bits(1.5f32.to_bits() + random.below(12) as u32));
        }));
        sets.push(Set::random("deep", seed, SMALL, (40, 40)).threshold(0.0).with(|set| {
            set.labels.iter_mut().for_each(|logit| *logit = random.between(-130.0, -60.0));
        }));
        sets.push(Set::random("options", seed, SMALL, (90, 60)).select(30, NoObject::Last).with(|set| {
            set.options = DecodeOptions {
                threshold: 0.4,
                per_class_threshold: [(0, 0.1), (3, 0.7), (5, 0.0)].into(),
                classes: (seed % 2 == 0).then(|| [0, 1, 3, 5].into()),
                max_detections: (seed % 3 == 0).then_some(seed as usize),
            };
        }));
        sets.push(Set::random("no object first", seed, SMALL, (33, 64)).select(84, NoObject::First).threshold(0.05));
    }
    let broken = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    for (seed, value) in (0..9).zip(broken.into_iter().cycle()) {
        let at = |len: usize| (seed as usize * 37 + 5) % len;
        sets.push(Set::random("broken label", seed, SMALL, (64, 48)).with(|set| {
            let at = at(set.labels.len());
            set.labels[at] = value;
        }));
        sets.push(Set::random("broken box", seed, SMALL, (64, 48)).with(|set| {
            let at = at(set.boxes.len());
            set.boxes[at] = value;
            set.boxes[3] = value;
        }));
        // Kept or not: a mask counts only where its query is returned, and then once.
        sets.push(Set::random("broken mask", seed, SMALL, (64, 48)).threshold(0.1).with(|set| {
            let at = at(set.masks.len());
            set.masks[at] = value;
            set.masks[0] = value;
        }));
    }
    sets.push(Set::random("everything broken", 1, SMALL, (64, 48)).with(|set| {
        for values in [&mut set.labels, &mut set.boxes, &mut set.masks] {
            values.fill(f32::NAN);
        }
    }));
    for seed in 0..4 {
        sets.push(Set::random("all above", seed, SMALL, (64, 48)).threshold(0.0).select(84, NoObject::None));
        sets.push(Set::random("none above", seed, SMALL, (64, 48)).threshold(0.99));
        sets.push(Set::random("threshold one", seed, SMALL, (64, 48)).threshold(1.0));
        sets.push(Set::random("one query, many classes", seed, [1, 300, 9, 9], (50, 40)).threshold(0.1).select(64, NoObject::None));
        sets.push(Set::random("one class", seed, [30, 1, 9, 9], (50, 40)).threshold(0.1));
        let fill = [f32::MAX, -f32::MAX, 1e-40, -0.0][seed as usize];
        sets.push(Set::random("flat masks", seed, SMALL, (131, 70)).with(|set| set.masks.fill(fill)));
        sets.push(Set::random("checkered masks", seed, SMALL, (131, 70)).with(|set| {
            set.masks.iter_mut().enumerate().for_each(|(i, value)| *value = if i % 2 == 0 { 1.0 } else { -1.0 });
        }));
        sets.push(Set::random("tiny logits", seed, SMALL, (131, 70)).with(|set| set.masks.iter_mut().for_each(|value| *value *= 1e-38)));
        let factor = [1e30, -1e30, 1e-30, 3.0e38][seed as usize];
        sets.push(
            Set::random("boxes outside", seed, SMALL, (131, 70))
                .with(|set| set.boxes.iter_mut().for_each(|v| *v *= factor))
                .with(|set| set.boxes.iter_mut().for_each(|value| *value = value.clamp(-f32::MAX, f32::MAX))),
        );
    }
    sets.push(Set::random("nano", 1, NANO, (320, 240)));
    let pictures = [(1920, 40), (333, 257), (2100, 35), (101, 97), (5000, 3), (3, 700)];
    for (seed, picture) in (0..).zip(pictures).chain((6..9).zip(pictures).filter(|_| !few)) {
        for kind in 0..BORDERS.len() {
            sets.push(borders(kind, seed, picture));
        }
    }
    // More logits around a tile than shared memory keeps; pictures of several tiles across.
    sets.push(Set::random("masks larger than the picture", 1, [5, 3, 100, 90], (40, 30)).threshold(0.0));
    sets.push(Set::random("several tiles", 1, SMALL, (4200, 40)).threshold(0.1));
    sets.push(Set::random("several tiles", 2, [5, 3, 70, 5], (2049, 33)).threshold(0.1));
    if few {
        // More pairs than the sorter holds: the selection in several passes.
        sets.push(Set::random("many pairs", 2, [64, 91, 5, 5], (40, 30)).threshold(0.0));
        sets.push(Set::random("many ties", 3, [64, 91, 5, 5], (40, 30)).threshold(0.0).with(|set| set.labels.fill(0.25)));
        return sets;
    }
    for seed in 10..30 {
        sets.push(Set::random("nano", seed, NANO, (1920, 1080)));
        sets.push(Set::random("nano, random size", seed, NANO, (1 + seed as usize * 61, 1 + seed as usize * 43)));
    }
    for seed in 0..3 {
        sets.push(Set::random("nano 4096x2160", seed, NANO, (4096, 2160)).threshold(0.75));
        sets.push(Set::random("2xlarge", seed, [300, 91, 192, 192], (1280, 720)).threshold(0.7));
        sets.push(Set::random("2xlarge, all pairs", seed, [300, 91, 192, 192], (160, 90)).threshold(0.0));
        sets.push(Set::random("all pairs tied", seed, [300, 91, 8, 8], (64, 64)).threshold(0.0).with(|set| set.labels.fill(0.25)));
        sets.push(Set::random("many pairs", seed, [1000, 200, 8, 8], (64, 64)).threshold(0.0).select(4096, NoObject::None));
        sets.push(Set::random("wide head", seed, [40, 4000, 8, 8], (64, 64)).threshold(0.0).select(300, NoObject::Last));
        sets.push(Set::random("wide", seed, SMALL, (65_536, 3)));
        sets.push(Set::random("tall", seed, SMALL, (3, 65_536)));
    }
    sets
}
