//! Maps of networks: random ones, and those that decoders get wrong.

use vrt::resample::Alignment;
use vrt_depth_anything::{Config, DepthOptions, Output, ResizeRule, Sky, SkyDepth, Variant};
use vrt_types::{CameraIntrinsics, Mask};

use crate::evidence::Random;

/// Maps of a network and what is asked about them.
pub struct Set {
    pub name: String,
    pub config: Config,
    /// Width and height of the maps.
    pub network: (usize, usize),
    pub depth: Vec<f32>,
    pub sky: Option<Vec<f32>>,
    pub picture: (usize, usize),
    pub options: DepthOptions,
}

/// Ground and a few objects in front of it, with some noise: smooth as depth maps are, between `near` and `far`.
pub fn scene(random: &mut Random, (width, height): (usize, usize), near: f32, far: f32) -> Vec<f32> {
    let objects: Vec<[f32; 4]> = (0..6)
        .map(|_| {
            [
                random.between(0.0, width as f32),
                random.between(0.0, height as f32),
                random.between(1.0, 0.3 * width as f32 + 2.0),
                random.between(near, far),
            ]
        })
        .collect();
    let mut values = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let mut depth = far - (far - near) * (y as f32 + 0.5) / height as f32;
            for [cx, cy, radius, at] in &objects {
                let (dx, dy) = (x as f32 - cx, y as f32 - cy);
                if dx * dx + dy * dy < radius * radius {
                    depth = depth.min(at + 0.01 * dx);
                }
            }
            values.push(depth * random.between(0.999, 1.001));
        }
    }
    values
}

impl Set {
    /// A scene through a V2 metric model.
    fn scene(name: &str, seed: u64, network: (usize, usize), picture: (usize, usize)) -> Self {
        let mut random = Random::new(seed);
        let depth = scene(&mut random, network, 0.4, 6.0);
        let resize = ResizeRule::Stretch { width: network.0, height: network.1 };
        let output = Output::Metric { max_depth: Some(20.0), canonical_focal: None };
        let config = Config { resize, output, ..Variant::V2MetricHypersimSmall.config() };
        Self { name: format!("{name} {seed}"), config, network, depth, sky: None, picture, options: DepthOptions::default() }
    }

    /// With a sky in the upper part, and V3's ways.
    fn with_sky(mut self, seed: u64, share: f32) -> Self {
        let mut random = Random::new(seed + 1000);
        self.config.sky = Some(Sky { threshold: 0.3 });
        self.config.upsampling = Alignment::HalfPixel;
        self.config.output = Output::Relative;
        let (width, height) = self.network;
        let score = |i: usize, random: &mut Random| {
            let up = 1.0 - (i / width) as f32 / height as f32;
            if up < share { random.between(0.25, 1.0) } else { random.between(0.0, 0.35) }
        };
        self.sky = Some((0..width * height).map(|i| score(i, &mut random)).collect());
        self
    }

    /// With the focal length of a camera.
    fn with_focal(mut self, focal: f64) -> Self {
        let (width, height) = (self.picture.0 as u32, self.picture.1 as u32);
        self.config.output = Output::Metric { max_depth: None, canonical_focal: Some(300.0) };
        self.options.intrinsics =
            CameraIntrinsics::new(focal, focal * 1.01, f64::from(width) / 2.0, f64::from(height) / 2.0, width, height).ok();
        self
    }

    fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// All sets; `few` leaves out what takes long on a machine without a GPU.
pub fn all(few: bool) -> Vec<Set> {
    let mut sets = Vec::new();
    let pictures = [(64, 48), (63, 65), (1, 1), (1, 97), (97, 1), (200, 120), (28, 14), (7, 5), (129, 33), (257, 31)];
    for (seed, picture) in (0..).zip(pictures) {
        sets.push(Set::scene("small", seed, (28, 14), picture));
        sets.push(Set::scene("one pixel", seed, (1, 1), picture));
        sets.push(Set::scene("one row", seed, (17, 1), picture));
        sets.push(Set::scene("one column", seed, (1, 23), picture));
        sets.push(Set::scene("edges aligned", seed, (19, 23), picture).with(|set| set.config.upsampling = Alignment::HalfPixel));
        sets.push(Set::scene("disparity", seed, (28, 14), picture).with(|set| set.config.output = Output::Disparity));
        sets.push(Set::scene("sky", seed, (28, 14), picture).with_sky(seed, seed as f32 / 9.0));
        sets.push(Set::scene("sky kept", seed, (14, 28), picture).with_sky(seed, 0.5).with(|set| set.options.sky = SkyDepth::Keep));
        sets.push(Set::scene("focal length", seed, (28, 14), picture).with_focal(500.0 + seed as f64));
        sets.push(Set::scene("sky and focal length", seed, (28, 14), picture).with_sky(seed, 0.4).with_focal(123.0));
    }
    for count in [0, 9, 10, 11, 12, 380, 381, 382, 383, 391, 392] {
        // As few pixels of sky, or of anything else, that nothing is done about them.
        sets.push(Set::scene("little sky", count, (28, 14), (56, 28)).with_sky(count, 0.0).with(|set| {
            let scores = set.sky.iter_mut().flatten().enumerate();
            scores.for_each(|(i, score)| *score = if (i as u64) < count { 0.3 } else { 0.29 });
        }));
    }
    for (seed, value) in (0..6).zip([f32::NAN, f32::INFINITY, f32::NEG_INFINITY].into_iter().cycle()) {
        let at = seed as usize * 61 % 392;
        sets.push(Set::scene("broken depth", seed, (28, 14), (40, 30)).with(|set| set.depth[at] = value));
        sets.push(Set::scene("broken sky", seed, (28, 14), (40, 30)).with_sky(seed, 0.3).with(|set| {
            set.sky.iter_mut().for_each(|sky| sky[at] = value);
        }));
        sets.push(Set::scene("everything broken", seed, (28, 14), (40, 30)).with(|set| set.depth.fill(value)));
    }
    for (seed, value) in (0..).zip([0.0, -0.0, 1.5, f32::MAX, 1e-40]) {
        let output = Output::Relative;
        sets.push(Set::scene("constant", seed, (28, 14), (40, 30)).with(|set| set.depth.fill(value)));
        sets.push(Set::scene("constant, accepted", seed, (28, 14), (40, 30)).with(|set| {
            (set.config.output, set.options.accept_flat) = (output, true);
            set.depth.fill(value);
        }));
        sets.push(Set::scene("nearly constant", seed, (28, 14), (40, 30)).with(|set| {
            set.config.output = output;
            set.depth.fill(value);
            set.depth[seed as usize] = 2.0;
        }));
    }
    sets.push(Set::scene("zeros of both signs", 1, (28, 14), (40, 30)).with(|set| {
        set.depth.iter_mut().enumerate().for_each(|(i, value)| *value = if i % 2 == 0 { 0.0 } else { -0.0 });
    }));
    sets.push(Set::scene("beyond the largest depth", 1, (28, 14), (40, 30)).with(|set| set.depth[7] = 20.3));
    sets.push(Set::scene("just within the largest depth", 1, (28, 14), (40, 30)).with(|set| set.depth[7] = 20.1));
    for seed in 0..4 {
        sets.push(Set::scene("negative values", seed, (28, 14), (57, 31)).with(|set| {
            set.config.output = Output::Relative;
            set.depth.iter_mut().for_each(|value| *value -= 3.0);
        }));
        sets.push(Set::scene("few values", seed, (28, 14), (57, 31)).with(|set| {
            set.depth.iter_mut().for_each(|value| *value = value.round());
        }));
        sets.push(Set::scene("all magnitudes", seed, (28, 14), (57, 31)).with(|set| {
            let mut random = Random::new(seed);
            set.config.output = Output::Disparity;
            set.depth.iter_mut().for_each(|value| *value = f32::from_bits(random.bits() as u32 & 0x7f7f_ffff));
        }));
    }
    if few {
        return sets;
    }
    for seed in 0..6 {
        sets.push(Set::scene("V2 at 1080p", seed, (924, 518), (1920, 1080)));
        sets.push(Set::scene("V2 518 at 4096x2160", seed, (518, 518), (4096, 2160)));
        sets.push(Set::scene("V3 at 1080p", seed, (504, 280), (1920, 1080)).with_sky(seed, 0.4));
        sets.push(Set::scene("V3 metric at 1080p", seed, (504, 280), (1920, 1080)).with_sky(seed, 0.2).with_focal(1500.0));
        sets.push(Set::scene("smaller picture", seed, (518, 518), (1 + seed as usize * 61, 1 + seed as usize * 43)));
        sets.push(Set::scene("wide", seed, (28, 14), (65_536, 3)));
        sets.push(Set::scene("tall", seed, (28, 14), (3, 65_536)));
    }
    sets
}

/// Masks of `count` objects with ragged borders, as a segmentation network gives them.
pub fn masks(seed: u64, count: usize, (width, height): (u32, u32), largest: f32) -> Vec<Mask> {
    let mut random = Random::new(seed);
    let mut mask = || {
        let (cx, cy) = (random.between(0.0, width as f32), random.between(0.0, height as f32));
        let radius = random.between(0.5, largest * width.max(height) as f32);
        let wave = random.between(3.0, 9.0);
        Mask::from_fn(width, height, |x, y| {
            let (dx, dy) = (x as f32 - cx, y as f32 - cy);
            let inside = (dx * dx + dy * dy) / (radius * radius);
            inside < 0.8 || inside < 1.2 && inside < 1.0 + 0.2 * (dy.atan2(dx) * wave).sin()
        })
        .unwrap_or_else(|_| Mask::new(0, 0).unwrap_or_else(|_| unreachable!()))
    };
    (0..count).map(|_| mask()).collect()
}
