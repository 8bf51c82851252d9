//! The specification: which detections the outputs stand for.
//!
//! The rule is rfdetr's (1.11.2, `models/postprocess.py`), with what it leaves to chance defined:
//!
//! 1. Every logit of the class head and every box must be finite; else the result is [`Error::NotFinite`]. (rfdetr ranks NaN first, then
//!    drops it as "not above the threshold": its answer to a broken network is fewer objects, or none.)
//! 2. The score of query `q` and slot `c` is [`sigmoid`] of its logit. Slots are independent: no softmax, no best class per query; one
//!    query may give several detections.
//! 3. The `min(num_select, Q * C)` pairs with the highest scores are selected; of equal scores the lowest `q * C + c`.
//! 4. Of the selected, in that order, those stay whose slot stands for a class (not "no object", not nothing), whose class is wanted, and
//!    whose score is larger (not equal) than the threshold. Of these the first `max_detections` stay.
//! 5. The box is `(cx - w/2, cy - h/2, cx + w/2, cy + h/2)` with `w` and `h` not below 0, times the size of the picture, clamped to it.

use vrt_types::{BoundingBox, Detection};

use super::NetworkOutputs;
use crate::{Config, DecodeOptions, Error};

/// The detections that the outputs stand for in a picture of `picture` = `(width, height)` pixels, best score first.
///
/// # Errors
/// [`Error::Threshold`] and [`Error::UnknownClass`] for options that do not fit the model, [`Error::HeadWidth`] if the outputs have another
/// number of slots than the label list, [`Error::PictureSize`] for sides outside 1..=65536, [`Error::NotFinite`] if a logit or box is NaN
/// or infinite.
pub fn select(
    outputs: &NetworkOutputs<'_>,
    picture: (usize, usize),
    config: &Config,
    options: &DecodeOptions,
) -> Result<Vec<Detection>, Error> {
    let rules = options.rules(config)?;
    let classes = outputs.classes;
    if classes != rules.len() {
        let (model, config) = ("network outputs".to_owned(), config.name().to_owned());
        return Err(Error::HeadWidth { model, config, found: classes, expected: rules.len() });
    }
    let (width, height) = check_picture(picture)?;
    check_finite("labels", outputs.labels.chunks_exact(classes).enumerate())?;
    check_finite("boxes", outputs.boxes.chunks_exact(4).enumerate())?;

    // Pairs that no threshold lets pass rank behind all that one does, so leaving them out changes nothing.
    let lowest = rules.iter().flatten().map(|rule| rule.threshold).fold(f32::INFINITY, f32::min);
    let selected = top(outputs.labels, config.num_select(), lowest);

    let detection = |key: u64| {
        let (score, index) = (score_of(key), index_of(key));
        let (query, slot) = (index as usize / classes, index as usize % classes);
        let rule = rules[slot].filter(|rule| score > rule.threshold)?;
        let values = &outputs.boxes[query * 4..][..4];
        let bbox = scale_box([values[0], values[1], values[2], values[3]], width, height);
        Some(Detection { class_id: rule.class_id, score, bbox, query: query as u32 })
    };
    Ok(selected.into_iter().filter_map(detection).take(options.max_detections.unwrap_or(usize::MAX)).collect())
}

/// `1 / (1 + e^-x)` in `f32`, of a finite `x`.
///
/// Only operations that IEEE 754 rounds the same everywhere are used, in this order and unfused, so that every implementation gets the
/// same bits, whatever its mathematical library: `e^-x` is computed in `f64` as `2^k * p(r)`, with `k` the integer nearest to `-x / ln 2`,
/// `r` the rest, and `p` the Taylor polynomial of degree 10 (relative error below 1e-12), and rounded to `f32`. The sum and the quotient
/// are `f32`, as in PyTorch, since that decides which scores are equal.
///
/// ```
/// use vrt_rfdetr_seg::decode::reference::sigmoid;
/// assert_eq!(sigmoid(0.0), 0.5);
/// assert_eq!((sigmoid(-200.0), sigmoid(200.0)), (0.0, 1.0));
/// ```
pub fn sigmoid(x: f32) -> f32 {
    // ln 2 in two parts; the first ends in 21 zero bits, so that its product with k is exact.
    const LN2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
    const LN2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
    const LOG2_E: f64 = std::f64::consts::LOG2_E;
    let z = -f64::from(x.clamp(-120.0, 120.0));
    let k = (z * LOG2_E + 1024.5) as i32 - 1024;
    let r = (z - f64::from(k) * LN2_HIGH) - f64::from(k) * LN2_LOW;
    let mut p = 1.0 / 3_628_800.0;
    for coefficient in [1.0 / 362_880.0, 1.0 / 40_320.0, 1.0 / 5_040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        p = p * r + coefficient;
    }
    let power = f64::from_bits(((1023 + i64::from(k)) as u64) << 52);
    let exp = (p * power) as f32;
    1.0 / (1.0 + exp)
}

/// A (query, slot) pair as one number: pairs rank by it, largest first. The upper half are the bits of the score, which order like the
/// score since it is not negative; the lower half is the complement of the index `q * C + c`, so that of equal scores the lowest index
/// ranks first. No two pairs have the same number.
pub fn rank_key(score: f32, index: u32) -> u64 {
    u64::from(score.to_bits()) << 32 | u64::from(u32::MAX - index)
}

fn score_of(key: u64) -> f32 {
    f32::from_bits((key >> 32) as u32)
}

fn index_of(key: u64) -> u32 {
    u32::MAX - key as u32
}

/// The `count` highest ranking pairs, best first, without those whose score is not larger than `lowest`.
fn top(logits: &[f32], count: usize, lowest: f32) -> Vec<u64> {
    let floor = logit_floor(lowest);
    let key = |(index, logit): (u32, &f32)| {
        let score = if *logit < floor { return None } else { sigmoid(*logit) };
        (score > lowest).then(|| rank_key(score, index))
    };
    let mut keys: Vec<u64> = (0u32..).zip(logits).filter_map(key).collect();
    if keys.len() > count {
        keys.select_nth_unstable_by(count, |a, b| b.cmp(a));
        keys.truncate(count);
    }
    keys.sort_unstable_by(|a, b| b.cmp(a));
    keys
}

/// A logit below which no score is larger than `threshold`, to save computing it: the inverse of the sigmoid, less far more than all
/// rounding. (The margin of 0.001 is worth a relative 1e-5 of the score at 0.99, and more below.)
pub(crate) fn logit_floor(threshold: f32) -> f32 {
    let threshold = f64::from(threshold.min(0.99));
    if threshold < 1e-6 { f32::NEG_INFINITY } else { ((threshold / (1.0 - threshold)).ln() - 0.001) as f32 }
}

/// A box of the network, in pixels of the picture.
fn scale_box([cx, cy, w, h]: [f32; 4], width: f32, height: f32) -> BoundingBox {
    let (half_w, half_h) = (0.5 * at_least_zero(w), 0.5 * at_least_zero(h));
    let x = |value: f32| clamp(value * width, width);
    let y = |value: f32| clamp(value * height, height);
    BoundingBox::new(x(cx - half_w), y(cy - half_h), x(cx + half_w), y(cy + half_h))
}

/// `value`, but `0.0` (never `-0.0`) unless it is larger than 0. `f32::max` leaves the sign of zero open.
fn at_least_zero(value: f32) -> f32 {
    if value > 0.0 { value } else { 0.0 }
}

fn clamp(value: f32, most: f32) -> f32 {
    if value < most { at_least_zero(value) } else { most }
}

/// Width and height as numbers that are exact in `f32`.
pub(crate) fn check_picture((width, height): (usize, usize)) -> Result<(f32, f32), Error> {
    let fits = |side: usize| (1..=vrt::preprocess::MAX_SIDE).contains(&side);
    if fits(width) && fits(height) { Ok((width as f32, height as f32)) } else { Err(Error::PictureSize { width, height }) }
}

/// # Errors
/// [`Error::NotFinite`] if a row, given with its query, holds NaN or infinity.
pub(super) fn check_finite<'a>(output: &'static str, rows: impl Iterator<Item = (usize, &'a [f32])>) -> Result<(), Error> {
    let (mut first, mut count) = (None, 0);
    for (query, row) in rows {
        // Without an early exit, so that the compiler tests many values at once.
        if !row.iter().fold(true, |finite, value| finite & value.is_finite()) {
            first.get_or_insert(query);
            count += row.iter().filter(|value| !value.is_finite()).count();
        }
    }
    match first {
        None => Ok(()),
        Some(query) => Err(Error::NotFinite { output, query, count }),
    }
}
