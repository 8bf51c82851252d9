//! The decoding in plain Rust. It is the specification: whatever computes the same elsewhere must agree with it.

use vrt::StageTimes;
use vrt::resample::upsample_bilinear;
use vrt_types::{AnyDepthMap, CameraIntrinsics, DepthMap, Mask};

use super::{DepthOptions, DepthResult, SkyDepth};
use crate::config::{Config, Output};
use crate::fusion::check_aspect;
use crate::outputs::RawMap;
use crate::statistics::{Key, percentiles};
use crate::{Error, Geometry};

/// Depth from the network's maps: checks, sky, metres, then up to the picture's resolution. Times are left at 0.
///
/// # Errors
/// [`Error::OutputShape`], [`Error::NotFinite`] and [`Error::FlatMap`] for broken outputs, [`Error::BeyondMaxDepth`] for outputs that are not
/// this model's, [`Error::NoIntrinsics`] and [`Error::Aspect`] as [`focal_factor`], [`Error::Resample`] where there is no memory for the
/// picture's map.
pub fn decode(
    config: &Config,
    geometry: &Geometry,
    depth: RawMap<'_>,
    sky: Option<RawMap<'_>>,
    options: &DepthOptions,
) -> Result<DepthResult, Error> {
    let network = geometry.network();
    depth.check(&config.name, network)?;
    if !options.accept_flat {
        depth.check_not_flat(&config.name)?;
    }
    check_max_depth(config, &depth)?;
    let mut values = depth.values.to_vec();
    let sky = sky.zip(config.sky);
    if let Some((score, rule)) = &sky {
        score.check(&config.name, network)?;
        if options.sky == SkyDepth::Far {
            push_sky_far(&mut values, score.values, rule.threshold);
        }
    }
    let factor = focal_factor(config, geometry, options.intrinsics.as_ref())?;
    if factor != 1.0 {
        values.iter_mut().for_each(|value| *value *= factor);
    }
    let up = |values: &[f32]| upsample_bilinear(values, network, geometry.picture(), config.upsampling);
    let map = up(&values)?;
    let sky = match sky {
        Some((score, rule)) => Some(mask_at_least(&up(score.values)?, geometry.picture(), rule.threshold)?),
        None => None,
    };
    Ok(DepthResult {
        network: with_unit(config.output, network, values)?,
        map: with_unit(config.output, geometry.picture(), map)?,
        sky,
        geometry: *geometry,
        times: StageTimes::default(),
    })
}

/// By which factor depths may be beyond the largest: one percent for networks that compute in 16 bits.
pub(crate) const DEPTH_TOLERANCE: f32 = 1.01;

fn check_max_depth(config: &Config, depth: &RawMap<'_>) -> Result<(), Error> {
    let Output::Metric { max_depth: Some(max_depth), .. } = config.output else { return Ok(()) };
    let found = depth.values.iter().copied().fold(0.0, f32::max);
    if found <= max_depth * DEPTH_TOLERANCE {
        return Ok(());
    }
    Err(Error::BeyondMaxDepth { model: config.name.clone(), output: depth.name.to_owned(), found, max_depth })
}

/// What depths are multiplied with to become metres: `(fx + fy) / 2 / canonical_focal`, the focal lengths in pixels of the network's
/// input; 1 for models that need no camera.
///
/// Source: `apply_metric_scaling` in `depth_anything_3/utils/alignment.py` of Depth-Anything-3, with intrinsics resized along with the
/// picture.
///
/// # Errors
/// [`Error::NoIntrinsics`] where the model needs a camera and none is given, [`Error::Aspect`] where the camera's picture has another
/// aspect ratio.
pub fn focal_factor(config: &Config, geometry: &Geometry, camera: Option<&CameraIntrinsics>) -> Result<f32, Error> {
    let Output::Metric { canonical_focal: Some(canonical), .. } = config.output else { return Ok(1.0) };
    let camera = camera.ok_or_else(|| Error::NoIntrinsics { model: config.name.clone() })?;
    let (width, height) = to_u32("picture", geometry.picture())?;
    check_aspect(camera, width, height)?;
    let (width, height) = to_u32("network input", geometry.network())?;
    let scaled = camera.scaled_to(width, height);
    Ok(((scaled.fx() + scaled.fy()) / 2.0 / canonical) as f32)
}

/// Sets the depth of sky pixels (score at least `threshold`) to the 99th percentile of all others, and returns it. Does nothing where there
/// are 10 or fewer pixels of either kind.
///
/// Source: `_process_mono_sky_estimation` in `depth_anything_3/model/da3.py` of Depth-Anything-3.
pub fn push_sky_far(depth: &mut [f32], score: &[f32], threshold: f32) -> Option<f32> {
    let is_sky = |score: &f32| *score >= threshold;
    let sky = score.iter().filter(|score| is_sky(score)).count();
    if sky <= FEW_PIXELS || score.len() - sky <= FEW_PIXELS {
        return None;
    }
    let mut keys: Vec<Key> = depth.iter().zip(score).filter(|(_, score)| !is_sky(score)).map(|(depth, _)| Key::new(*depth)).collect();
    let far = percentiles(&mut keys, &[99.0]).first().copied()?;
    depth.iter_mut().zip(score).filter(|(_, score)| is_sky(score)).for_each(|(depth, _)| *depth = far);
    Some(far)
}

/// Pixels of sky, or of anything else, that are too few to do something about.
const FEW_PIXELS: usize = 10;

fn mask_at_least(score: &[f32], size: (usize, usize), threshold: f32) -> Result<Mask, Error> {
    let (width, height) = to_u32("picture", size)?;
    // Whole words at once: a million pixels one by one take longer than everything else here.
    let word = |scores: &[f32]| scores.iter().rev().fold(0u64, |word, score| word << 1 | u64::from(*score >= threshold));
    let words = score.chunks_exact(size.0).flat_map(|row| row.chunks(64)).map(word).collect();
    Ok(Mask::from_words(width, height, words)?)
}

pub(crate) fn with_unit(output: Output, size: (usize, usize), values: Vec<f32>) -> Result<AnyDepthMap, Error> {
    let (width, height) = to_u32("depth map", size)?;
    Ok(match output {
        Output::Disparity => AnyDepthMap::Disparity(DepthMap::new(width, height, values)?),
        Output::Relative => AnyDepthMap::Relative(DepthMap::new(width, height, values)?),
        Output::Metric { .. } => AnyDepthMap::Metric(DepthMap::new(width, height, values)?),
    })
}

fn to_u32(what: &'static str, found: (usize, usize)) -> Result<(u32, u32), Error> {
    match (u32::try_from(found.0), u32::try_from(found.1)) {
        (Ok(width), Ok(height)) => Ok((width, height)),
        _ => Err(Error::SizeMismatch { what, found, needed: (u32::MAX as usize, u32::MAX as usize) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ResizeRule, Variant};

    fn geometry(config: &Config, width: usize, height: usize) -> Geometry {
        config.resize.plan(width, height, config.max_network_pixels).unwrap()
    }

    fn small(mut config: Config) -> Config {
        config.resize = ResizeRule::Stretch { width: 6, height: 4 };
        config
    }

    fn raw<'a>(name: &'a str, values: &'a [f32]) -> RawMap<'a> {
        RawMap { name, shape: &[1, 4, 6], values }
    }

    #[test]
    fn units_follow_the_model() {
        let values: Vec<f32> = (0..24).map(|i| i as f32).collect();
        for (variant, unit) in
            [(Variant::V2Small, "relative disparity"), (Variant::V3MonoLarge, "relative depth"), (Variant::V2MetricVkittiBase, "metres")]
        {
            let config = small(variant.config());
            let geometry = geometry(&config, 12, 8);
            let depth = decode(&config, &geometry, raw("depth", &values), None, &DepthOptions::default()).unwrap();
            assert_eq!((depth.network.unit(), depth.map.unit()), (unit, unit));
            assert_eq!((depth.map.width(), depth.map.height()), (12, 8));
            assert_eq!(depth.network.values(), values);
        }
    }

    #[test]
    fn metres_of_v3_scale_with_the_focal_length_at_network_size() {
        let config = Variant::V3MetricLarge.config();
        // 1920x1080 becomes 504x280: fx scales by 0.2625, fy by 0.259259...
        let camera = CameraIntrinsics::new(1500.0, 1500.0, 959.5, 539.5, 1920, 1080).unwrap();
        let factor = focal_factor(&config, &geometry(&config, 1920, 1080), Some(&camera)).unwrap();
        assert!((f64::from(factor) - (1500.0 * 504.0 / 1920.0 + 1500.0 * 280.0 / 1080.0) / 2.0 / 300.0).abs() < 1e-6);
        // The camera may hold for another size of the same picture.
        let half = focal_factor(&config, &geometry(&config, 1920, 1080), Some(&camera.scaled_to(960, 540))).unwrap();
        assert!((half - factor).abs() < 1e-6);
    }

    #[test]
    fn metres_of_v3_need_the_right_camera() {
        let config = Variant::V3MetricLarge.config();
        let geometry = geometry(&config, 1920, 1080);
        assert!(matches!(focal_factor(&config, &geometry, None), Err(Error::NoIntrinsics { .. })));
        let square = CameraIntrinsics::new(500.0, 500.0, 250.0, 250.0, 500, 500).unwrap();
        assert!(matches!(focal_factor(&config, &geometry, Some(&square)), Err(Error::Aspect { .. })));
        assert_eq!(focal_factor(&Variant::V2Small.config(), &geometry, None).unwrap(), 1.0);
    }

    #[test]
    fn sky_is_as_far_as_the_rest_goes() {
        let config = small(Variant::V3MonoLarge.config());
        let geometry = geometry(&config, 6, 4);
        let values: Vec<f32> = (0..24).map(|i| if i < 12 { 0.5 } else { i as f32 }).collect();
        let score: Vec<f32> = (0..24).map(|i| if i < 12 { 0.3 } else { 0.29 }).collect();
        let options = DepthOptions::default();
        let depth = decode(&config, &geometry, raw("depth", &values), Some(raw("sky", &score)), &options).unwrap();
        // 99 % of the way through 12..=23.
        assert_eq!(depth.map.values()[..12], [(12.0f64 + 11.0 * 0.99) as f32; 12]);
        assert_eq!(depth.map.values()[12..], values[12..]);
        assert_eq!(depth.sky.unwrap().area(), 12);
        let keep = DepthOptions { sky: SkyDepth::Keep, ..options };
        let depth = decode(&config, &geometry, raw("depth", &values), Some(raw("sky", &score)), &keep).unwrap();
        assert_eq!(depth.map.values(), values);
    }

    #[test]
    fn little_sky_is_left_alone() {
        let mut depth = [1.0; 24];
        let few: Vec<f32> = (0..24).map(|i| if i < 10 { 1.0 } else { 0.0 }).collect();
        assert_eq!(push_sky_far(&mut depth, &few, 0.3), None);
        let most: Vec<f32> = (0..24).map(|i| if i < 14 { 1.0 } else { 0.0 }).collect();
        assert_eq!(push_sky_far(&mut depth, &most, 0.3), None);
        assert_eq!(depth, [1.0; 24]);
    }

    #[test]
    fn depths_that_the_model_can_not_give_are_refused() {
        let values: Vec<f32> = (0..24).map(|i| i as f32).collect();
        let run = |variant: Variant| {
            let config = small(variant.config());
            decode(&config, &geometry(&config, 6, 4), raw("depth", &values), None, &DepthOptions::default())
        };
        let error = run(Variant::V2MetricHypersimSmall).unwrap_err();
        assert!(matches!(error, Error::BeyondMaxDepth { found: 23.0, max_depth: 20.0, .. }), "{error}");
        assert!(run(Variant::V2MetricVkittiSmall).is_ok());
    }

    #[test]
    fn broken_outputs_are_errors_naming_the_output() {
        let config = small(Variant::V3MonoLarge.config());
        let geometry = geometry(&config, 6, 4);
        let good: Vec<f32> = (0..24).map(|i| i as f32).collect();
        let mut bad = good.clone();
        bad[3] = f32::NAN;
        let run = |depth: &[f32], sky: &[f32], options| decode(&config, &geometry, raw("depth", depth), Some(raw("sky", sky)), &options);
        let error = run(&good, &bad, DepthOptions::default()).unwrap_err();
        assert!(matches!(&error, Error::NotFinite { output, nan: 1, .. } if output == "sky"), "{error}");
        assert!(matches!(run(&[0.0; 24], &good, DepthOptions::default()), Err(Error::FlatMap { .. })));
        assert!(run(&[0.0; 24], &good, DepthOptions { accept_flat: true, ..DepthOptions::default() }).is_ok());
    }
}
