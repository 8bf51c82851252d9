//! How far away each instance is: statistics of the depth inside its mask, and point clouds.
//!
//! Masks and map belong to the same picture. Where their sizes differ (a map at the network's resolution), the map is brought to the
//! mask's size as the model's maps are brought to the picture's: bilinearly, with [`FuseOptions::alignment`].

mod cloud;

pub use cloud::{PlyFormat, ply, point_cloud, point_colors};

use std::borrow::Cow;
use std::collections::HashMap;

use rayon::prelude::*;
use vrt::resample::{Alignment, upsample_bilinear};
use vrt_types::{AnyDepthMap, CameraIntrinsics, Mask, ObjectDepth, Percentile};

use crate::Error;
use crate::statistics::{Key, percentiles};

/// What [`fuse`] computes.
#[derive(Debug, Clone, PartialEq)]
pub struct FuseOptions {
    /// Percentiles of the depth inside each mask, each 0..=100.
    pub percentiles: Vec<f32>,
    /// The camera, for 3-D positions; the map must then be in metres. May hold for another size of the same picture; it is scaled.
    pub intrinsics: Option<CameraIntrinsics>,
    /// How the map is brought to the masks' size where they differ: [`Config::upsampling`](crate::Config::upsampling) of its model.
    pub alignment: Alignment,
}

impl Default for FuseOptions {
    /// The 5th and 95th percentile, no positions, [`Alignment::HalfPixel`].
    fn default() -> Self {
        Self { percentiles: vec![5.0, 95.0], intrinsics: None, alignment: Alignment::HalfPixel }
    }
}

/// The depth of the object under each mask, in the order of the masks and in the unit of `map`.
///
/// Depths that are not finite or not larger than 0 are invalid and left out; [`ObjectDepth::valid_share`] says how many remain. Percentiles
/// are NumPy's (`method="linear"`), the median is the 50th. With [`FuseOptions::intrinsics`], every valid pixel is back-projected through
/// its centre; centroid and extent are those of all these points, so a few stray pixels at the object's edge widen the extent.
///
/// ```
/// use vrt_depth_anything::fusion::{FuseOptions, fuse};
/// use vrt_types::{AnyDepthMap, DepthMap, Mask};
///
/// let map = AnyDepthMap::Metric(DepthMap::new(4, 1, vec![1.0, 1.2, 1.4, 9.0])?);
/// let cup = Mask::from_fn(4, 1, |x, _| x < 3)?;
/// let depths = fuse([&cup], &map, &FuseOptions::default())?;
/// assert_eq!(depths[0].median, Some(1.2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Percentile`] for one outside 0..=100, [`Error::NotMetric`] where positions are asked of a map without metres,
/// [`Error::Aspect`] where the camera's picture has another aspect ratio than a mask, [`Error::Resample`] where the map can't be brought to
/// a mask's size.
pub fn fuse<'a>(masks: impl IntoIterator<Item = &'a Mask>, map: &AnyDepthMap, options: &FuseOptions) -> Result<Vec<ObjectDepth>, Error> {
    if let Some(percent) = options.percentiles.iter().find(|percent| !(0.0..=100.0).contains(*percent)) {
        return Err(Error::Percentile { percent: *percent });
    }
    if options.intrinsics.is_some() && map.as_metric().is_none() {
        return Err(Error::NotMetric { unit: map.unit() });
    }
    let masks: Vec<&Mask> = masks.into_iter().collect();
    let mut frames = HashMap::new();
    for mask in &masks {
        let size = (mask.width(), mask.height());
        if !frames.contains_key(&size) && size.0 > 0 && size.1 > 0 {
            frames.insert(size, Frame::new(size, map, options)?);
        }
    }
    let measure = |mask: &&Mask| match frames.get(&(mask.width(), mask.height())) {
        Some(frame) => frame.measure(mask, &options.percentiles),
        None => nothing(),
    };
    let pixels: u64 = masks.iter().map(|mask| mask.area()).sum();
    Ok(if pixels < WORTH_THREADS { masks.iter().map(measure).collect() } else { masks.par_iter().map(measure).collect() })
}

/// Pixels inside all masks together from which handing the instances to several threads pays.
const WORTH_THREADS: u64 = 1 << 15;

/// The map and the view for masks of one size.
struct Frame<'a> {
    depth: Cow<'a, [f32]>,
    view: Option<View>,
}

impl<'a> Frame<'a> {
    fn new((width, height): (u32, u32), map: &'a AnyDepthMap, options: &FuseOptions) -> Result<Self, Error> {
        let depth = match (map.width(), map.height()) == (width, height) {
            true => Cow::Borrowed(map.values()),
            false => {
                let from = (map.width() as usize, map.height() as usize);
                let to = (width as usize, height as usize);
                Cow::Owned(upsample_bilinear(map.values(), from, to, options.alignment)?)
            }
        };
        let view = match &options.intrinsics {
            Some(camera) => {
                check_aspect(camera, width, height)?;
                Some(View::new(&camera.scaled_to(width, height), width, height))
            }
            None => None,
        };
        Ok(Self { depth, view })
    }

    fn measure(&self, mask: &Mask, percents: &[f32]) -> ObjectDepth {
        let area = mask.area() as usize;
        let mut keys = vec![Key::default(); area];
        let mut valid = 0;
        let mut points = Points::default();
        for y in 0..mask.height() {
            let row = &self.depth[y as usize * mask.width() as usize..][..mask.width() as usize];
            for run in mask.runs(y) {
                let columns = run.start as usize..run.end as usize;
                // Every depth is written and only valid ones advance: no branch to mispredict at ragged depths.
                for depth in &row[columns.clone()] {
                    keys[valid] = Key::new(*depth);
                    valid += usize::from(is_valid(depth));
                }
                if let Some(view) = &self.view {
                    points.add_run(&view.columns[columns.clone()], view.rows[y as usize], &row[columns]);
                }
            }
        }
        if valid == 0 {
            return nothing();
        }
        let valid_share = (valid as f64 / area as f64) as f32;
        let wanted: Vec<f32> = [50.0].iter().chain(percents).copied().collect();
        let found = percentiles(&mut keys[..valid], &wanted);
        let percentiles = percents.iter().zip(&found[1..]).map(|(&percent, &value)| Percentile { percent, value }).collect();
        let (centroid, extent) = points.summary().unzip();
        ObjectDepth { median: Some(found[0]), percentiles, valid_share, centroid, extent }
    }
}

/// Where the pixels look: `x / z` of each column and `y / z` of each row.
pub(crate) struct View {
    pub(crate) columns: Vec<f64>,
    pub(crate) rows: Vec<f64>,
}

impl View {
    pub(crate) fn new(camera: &CameraIntrinsics, width: u32, height: u32) -> Self {
        let columns = (0..width).map(|x| camera.back_project(f64::from(x), 0.0, 1.0)[0]).collect();
        let rows = (0..height).map(|y| camera.back_project(0.0, f64::from(y), 1.0)[1]).collect();
        Self { columns, rows }
    }
}

/// The depth of an object without any.
pub(crate) fn nothing() -> ObjectDepth {
    ObjectDepth { median: None, percentiles: Vec::new(), valid_share: 0.0, centroid: None, extent: None }
}

/// Whether a depth is one: finite and larger than 0.
fn is_valid(depth: &f32) -> bool {
    depth.is_finite() && *depth > 0.0
}

/// Sum and bounding box of points, as they come.
struct Points {
    count: u64,
    sum: [f64; 3],
    low: [f64; 3],
    high: [f64; 3],
}

impl Default for Points {
    fn default() -> Self {
        Self { count: 0, sum: [0.0; 3], low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] }
    }
}

impl Points {
    /// Adds the points of neighbouring pixels of one row, skipping invalid depths.
    fn add_run(&mut self, columns: &[f64], row: f64, depths: &[f32]) {
        // `y` is `row * z` all along the run, so its sum and bounds follow from those of `z`. Locals stay in registers.
        let (mut count, mut sum_x, mut sum_z) = (0, 0.0, 0.0);
        let (mut low_x, mut high_x, mut low_z, mut high_z) = (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY);
        for (column, depth) in columns.iter().zip(depths).filter(|(_, depth)| is_valid(depth)) {
            let z = f64::from(*depth);
            let x = column * z;
            count += 1;
            sum_x += x;
            sum_z += z;
            low_x = if x < low_x { x } else { low_x };
            high_x = if x > high_x { x } else { high_x };
            low_z = if z < low_z { z } else { low_z };
            high_z = if z > high_z { z } else { high_z };
        }
        if count == 0 {
            return;
        }
        self.count += count;
        let (near_y, far_y) = (row * low_z, row * high_z);
        let axes = [(sum_x, low_x, high_x), (row * sum_z, near_y.min(far_y), near_y.max(far_y)), (sum_z, low_z, high_z)];
        for (axis, (sum, low, high)) in axes.into_iter().enumerate() {
            self.sum[axis] += sum;
            self.low[axis] = self.low[axis].min(low);
            self.high[axis] = self.high[axis].max(high);
        }
    }

    /// Centroid and extent; `None` where there are no points.
    fn summary(&self) -> Option<([f32; 3], [f32; 3])> {
        let axis = |of: fn(&Self, usize) -> f64| std::array::from_fn(|axis| of(self, axis) as f32);
        (self.count > 0).then(|| (axis(|points, i| points.sum[i] / points.count as f64), axis(|points, i| points.high[i] - points.low[i])))
    }
}

/// Checks that `camera` can be meant for a picture of `width` x `height`: the same aspect ratio, up to 1 % or the rounding of one pixel.
pub(crate) fn check_aspect(camera: &CameraIntrinsics, width: u32, height: u32) -> Result<(), Error> {
    let (from, to) = ((f64::from(camera.width()), f64::from(camera.height())), (f64::from(width), f64::from(height)));
    let (sx, sy) = (to.0 / from.0, to.1 / from.1);
    let near = (sx / sy - 1.0).abs() <= 0.01 || (from.0 * sy - to.0).abs() <= 1.0 || (from.1 * sx - to.1).abs() <= 1.0;
    if near { Ok(()) } else { Err(Error::Aspect { camera: (camera.width(), camera.height()), picture: (width, height) }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vrt_types::DepthMap;

    fn metric(width: u32, height: u32, values: Vec<f32>) -> AnyDepthMap {
        AnyDepthMap::Metric(DepthMap::new(width, height, values).unwrap())
    }

    #[test]
    fn invalid_depths_are_left_out_and_counted() {
        let map = metric(6, 1, vec![1.0, f32::NAN, 0.0, -2.0, f32::INFINITY, 3.0]);
        let all = Mask::from_fn(6, 1, |_, _| true).unwrap();
        let depth = &fuse([&all], &map, &FuseOptions::default()).unwrap()[0];
        assert_eq!((depth.median, depth.valid_share), (Some(2.0), 2.0 / 6.0));
        let bad = Mask::from_fn(6, 1, |x, _| (1..5).contains(&x)).unwrap();
        assert_eq!(fuse([&bad], &map, &FuseOptions::default()).unwrap()[0], nothing());
    }

    #[test]
    fn empty_masks_have_no_depth() {
        let map = metric(2, 2, vec![1.0; 4]);
        let masks = [Mask::new(2, 2).unwrap(), Mask::new(0, 0).unwrap(), Mask::new(5, 3).unwrap()];
        assert_eq!(fuse(&masks, &map, &FuseOptions::default()).unwrap(), [nothing(), nothing(), nothing()]);
        assert_eq!(fuse([], &map, &FuseOptions::default()).unwrap(), []);
    }

    #[test]
    fn positions_need_metres() {
        let camera = CameraIntrinsics::new(2.0, 2.0, 0.5, 0.5, 2, 2).unwrap();
        let options = FuseOptions { intrinsics: Some(camera), ..FuseOptions::default() };
        let mask = Mask::from_fn(2, 2, |_, _| true).unwrap();
        let relative = AnyDepthMap::Relative(DepthMap::new(2, 2, vec![1.0; 4]).unwrap());
        assert!(matches!(fuse([&mask], &relative, &options), Err(Error::NotMetric { unit: "relative depth" })));
        let depth = fuse([&mask], &metric(2, 2, vec![2.0; 4]), &options).unwrap().remove(0);
        assert_eq!((depth.centroid, depth.extent), (Some([0.0, 0.0, 2.0]), Some([1.0, 1.0, 0.0])));
    }

    #[test]
    fn percentiles_outside_0_to_100_are_refused() {
        let map = metric(1, 1, vec![1.0]);
        for percent in [-0.5, 100.5, f32::NAN] {
            let options = FuseOptions { percentiles: vec![50.0, percent], ..FuseOptions::default() };
            assert!(matches!(fuse([], &map, &options), Err(Error::Percentile { .. })));
        }
    }

    #[test]
    fn cameras_of_other_sizes_are_scaled_and_of_other_aspects_refused() {
        let camera = CameraIntrinsics::new(900.0, 900.0, 959.5, 539.5, 1920, 1080).unwrap();
        for (width, height) in [(1920, 1080), (960, 540), (504, 284), (63, 35), (13, 7)] {
            assert!(check_aspect(&camera, width, height).is_ok(), "{width}x{height}");
        }
        for (width, height) in [(1080, 1920), (640, 480), (518, 518)] {
            assert!(check_aspect(&camera, width, height).is_err(), "{width}x{height}");
        }
    }

    #[test]
    fn many_instances_give_what_each_alone_gives() {
        let (width, height) = (640, 360);
        let values = (0..width * height).map(|i: u32| 1.0 + (i.wrapping_mul(2_654_435_761) % 1000) as f32 / 250.0).collect();
        let map = metric(width, height, values);
        let mask = |k: u32| Mask::from_fn(width, height, |x, y| (x / 80 + y / 90 * 3) % 20 == k).unwrap();
        let masks: Vec<Mask> = (0..20).map(mask).collect();
        let together = fuse(&masks, &map, &FuseOptions::default()).unwrap();
        for (mask, depth) in masks.iter().zip(&together) {
            assert_eq!(fuse([mask], &map, &FuseOptions::default()).unwrap()[0], *depth);
        }
    }
}
