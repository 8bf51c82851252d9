//! Depth maps whose unit is part of their type, and the depth of one object.

use std::marker::PhantomData;

use crate::Error;
use crate::mask::check_length;

mod sealed {
    pub trait Sealed {}
}

/// What the numbers of a [`DepthMap`] mean. Implemented by [`Disparity`], [`RelativeDepth`] and [`Metres`] only.
pub trait DepthUnit: sealed::Sealed + Copy + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// Name of the unit in files and messages.
    const NAME: &'static str;
    /// Whether larger numbers are nearer to the camera.
    const LARGER_IS_NEARER: bool;
}

/// Relative inverse depth: larger is nearer, scale and offset are unknown (Depth Anything V2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Disparity;

/// Relative depth: larger is farther, the scale is unknown (Depth Anything V3 mono).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RelativeDepth;

/// Depth along the camera's z axis in metres: larger is farther.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metres;

impl sealed::Sealed for Disparity {}
impl sealed::Sealed for RelativeDepth {}
impl sealed::Sealed for Metres {}

impl DepthUnit for Disparity {
    const NAME: &'static str = "relative disparity";
    const LARGER_IS_NEARER: bool = true;
}

impl DepthUnit for RelativeDepth {
    const NAME: &'static str = "relative depth";
    const LARGER_IS_NEARER: bool = false;
}

impl DepthUnit for Metres {
    const NAME: &'static str = "metres";
    const LARGER_IS_NEARER: bool = false;
}

/// One value a pixel, row-major, in the unit `U`. A map of one unit can't be passed where another is asked for:
///
/// ```compile_fail
/// use vrt_types::{DepthMap, Disparity, Metres};
/// fn distance(map: &DepthMap<Metres>) -> f32 { map.values()[0] }
/// let disparity = DepthMap::<Disparity>::new(1, 1, vec![3.0]).unwrap();
/// distance(&disparity); // a disparity is no distance
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct DepthMap<U: DepthUnit> {
    width: u32,
    height: u32,
    values: Vec<f32>,
    unit: PhantomData<U>,
}

impl<U: DepthUnit> DepthMap<U> {
    /// A map of `width` x `height` values, row-major.
    ///
    /// # Errors
    /// [`Error::WrongLength`] unless there are `width * height` values.
    pub fn new(width: u32, height: u32, values: Vec<f32>) -> Result<Self, Error> {
        check_length("depth map", width, height, values.len())?;
        Ok(Self { width, height, values, unit: PhantomData })
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All values, row-major.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The values alone, without copying them.
    pub fn into_values(self) -> Vec<f32> {
        self.values
    }

    /// The value at pixel `(x, y)`; `None` outside the map.
    pub fn get(&self, x: u32, y: u32) -> Option<f32> {
        (x < self.width && y < self.height).then(|| self.values[y as usize * self.width as usize + x as usize])
    }

    /// Smallest and largest finite value; `None` if there is none.
    pub fn range(&self) -> Option<(f32, f32)> {
        let finite = self.values.iter().copied().filter(|value| value.is_finite());
        finite.fold(None, |range, value| match range {
            None => Some((value, value)),
            Some((low, high)) => Some((low.min(value), high.max(value))),
        })
    }
}

/// A depth map whose unit is known at run time only, as a model given by name returns it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum AnyDepthMap {
    /// Relative inverse depth, larger is nearer.
    Disparity(DepthMap<Disparity>),
    /// Relative depth, larger is farther.
    Relative(DepthMap<RelativeDepth>),
    /// Metres.
    Metric(DepthMap<Metres>),
}

impl AnyDepthMap {
    /// Width in pixels.
    pub fn width(&self) -> u32 {
        match self {
            Self::Disparity(map) => map.width,
            Self::Relative(map) => map.width,
            Self::Metric(map) => map.width,
        }
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        match self {
            Self::Disparity(map) => map.height,
            Self::Relative(map) => map.height,
            Self::Metric(map) => map.height,
        }
    }

    /// All values, row-major, in the unit that [`AnyDepthMap::unit`] names.
    pub fn values(&self) -> &[f32] {
        match self {
            Self::Disparity(map) => &map.values,
            Self::Relative(map) => &map.values,
            Self::Metric(map) => &map.values,
        }
    }

    /// Name of the unit.
    pub fn unit(&self) -> &'static str {
        match self {
            Self::Disparity(_) => Disparity::NAME,
            Self::Relative(_) => RelativeDepth::NAME,
            Self::Metric(_) => Metres::NAME,
        }
    }

    /// Whether larger values are nearer to the camera.
    pub fn larger_is_nearer(&self) -> bool {
        matches!(self, Self::Disparity(_))
    }

    /// The map in metres; `None` for relative maps, which have no metres.
    pub fn as_metric(&self) -> Option<&DepthMap<Metres>> {
        match self {
            Self::Metric(map) => Some(map),
            _ => None,
        }
    }
}

/// One percentile of the depths inside a mask.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Percentile {
    /// Which one, 0..=100.
    pub percent: f32,
    /// The value, in the map's unit.
    pub value: f32,
}

/// How far away one instance is: statistics of the depth inside its mask.
///
/// All depths are in the unit of the map they were taken from; positions exist only for metric maps with a known camera.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObjectDepth {
    /// Median of the valid depths inside the mask; `None` where none is valid.
    pub median: Option<f32>,
    /// The percentiles asked for, in the order asked for; empty where no depth is valid.
    pub percentiles: Vec<Percentile>,
    /// Share of the mask's pixels whose depth is valid (finite and larger than 0), 0..=1; 0 for an empty mask.
    pub valid_share: f32,
    /// Mean of the back-projected points, in metres in the camera's frame (x right, y down, z forward).
    pub centroid: Option<[f32; 3]>,
    /// Size of the axis-aligned box around the back-projected points, in metres along x, y, z.
    pub extent: Option<[f32; 3]>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_skips_what_is_not_finite() {
        let map = DepthMap::<Metres>::new(2, 2, vec![f32::NAN, 3.0, f32::INFINITY, 1.5]).unwrap();
        assert_eq!(map.range(), Some((1.5, 3.0)));
        assert_eq!(DepthMap::<Metres>::new(1, 1, vec![f32::NAN]).unwrap().range(), None);
        assert_eq!((map.get(1, 1), map.get(2, 0)), (Some(1.5), None));
    }

    #[test]
    fn only_metric_maps_have_metres() {
        let relative = AnyDepthMap::Relative(DepthMap::new(1, 1, vec![2.0]).unwrap());
        assert_eq!(relative.as_metric(), None);
        assert!(!relative.larger_is_nearer());
        assert!(AnyDepthMap::Disparity(DepthMap::new(1, 1, vec![2.0]).unwrap()).larger_is_nearer());
    }
}
