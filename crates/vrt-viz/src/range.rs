//! Which depths the ends of a colour map stand for.

use vrt_types::AnyDepthMap;

use crate::VizError;

/// Values at most looked at for percentiles; larger maps are read at every second, third, ... row and column.
const SAMPLES: usize = 1 << 18;

/// The range of a depth map that the colour map is spread over; values beyond it take the colour of the nearer end.
///
/// Numbers are in the map's own unit. Valid are finite values, in metres and relative depths also larger than 0 (0 is how such maps say
/// "no depth"; a disparity of 0 is infinitely far and valid).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Range {
    /// From the smallest valid value to the largest. One wrong pixel can flatten all others.
    MinMax,
    /// From one percentile of the valid values to another, interpolated as `numpy.percentile` does.
    Percentiles {
        /// Lower one, 0..=100.
        low: f32,
        /// Upper one, 0..=100.
        high: f32,
    },
    /// Numbers of the caller's, for pictures to be compared with each other.
    Fixed {
        /// Smallest value.
        low: f32,
        /// Largest value.
        high: f32,
    },
}

impl Range {
    /// Percentiles 2 to 98: single wrong pixels don't change the picture.
    pub const ROBUST: Self = Self::Percentiles { low: 2.0, high: 98.0 };

    /// The smallest and largest value of this range for a map; `None` if the map has no valid value. Percentiles that coincide (a map
    /// that is nearly everywhere the same) give way to the smallest and largest value.
    ///
    /// ```
    /// use vrt_types::{AnyDepthMap, DepthMap};
    /// use vrt_viz::Range;
    /// let map = AnyDepthMap::Metric(DepthMap::new(5, 1, vec![1.0, 2.0, 3.0, 0.0, f32::NAN])?);
    /// assert_eq!(Range::MinMax.of(&map)?, Some((1.0, 3.0)));
    /// assert_eq!(Range::Percentiles { low: 25.0, high: 100.0 }.of(&map)?, Some((1.5, 3.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`VizError::Setting`] for percentiles outside 0..=100 and ranges whose end is not larger than their start, or not finite.
    pub fn of(&self, map: &AnyDepthMap) -> Result<Option<(f32, f32)>, VizError> {
        match *self {
            Self::MinMax => Ok(extremes(map)),
            Self::Fixed { low, high } => {
                ordered("range", low, high, "finite and larger than its start")?;
                Ok(extremes(map).map(|_| (low, high)))
            }
            Self::Percentiles { low, high } => {
                for value in [low, high] {
                    if !(0.0..=100.0).contains(&value) {
                        return Err(VizError::Setting { name: "percentile", value: f64::from(value), must: "0 to 100" });
                    }
                }
                ordered("upper percentile", low, high, "larger than the lower one")?;
                let mut values = sample(map);
                let range = percentile(&mut values, low).zip(percentile(&mut values, high));
                Ok(range.filter(|(low, high)| low < high).or_else(|| extremes(map)))
            }
        }
    }
}

impl Default for Range {
    /// [`Range::ROBUST`].
    fn default() -> Self {
        Self::ROBUST
    }
}

fn ordered(name: &'static str, low: f32, high: f32, must: &'static str) -> Result<(), VizError> {
    if low.is_finite() && high.is_finite() && low < high { Ok(()) } else { Err(VizError::Setting { name, value: f64::from(high), must }) }
}

/// Whether a value of a map is a depth at all.
pub(crate) fn is_valid(value: f32, disparity: bool) -> bool {
    value.is_finite() && (disparity || value > 0.0)
}

fn extremes(map: &AnyDepthMap) -> Option<(f32, f32)> {
    let disparity = map.larger_is_nearer();
    let mut valid = map.values().iter().copied().filter(|value| is_valid(*value, disparity));
    let first = valid.next()?;
    Some(valid.fold((first, first), |(low, high), value| (low.min(value), high.max(value))))
}

fn sample(map: &AnyDepthMap) -> Vec<f32> {
    let disparity = map.larger_is_nearer();
    let width = map.width() as usize;
    if width == 0 {
        return Vec::new();
    }
    let step = (1..).find(|step| map.values().len() / (step * step) <= SAMPLES).unwrap_or(1);
    let rows = map.values().chunks_exact(width).step_by(step);
    rows.flat_map(|row| row.iter().copied().step_by(step)).filter(|value| is_valid(*value, disparity)).collect()
}

/// `numpy.percentile(values, percent)`: linear between the two values around rank `percent / 100 * (n - 1)`.
fn percentile(values: &mut [f32], percent: f32) -> Option<f32> {
    let rank = f64::from(percent) / 100.0 * (values.len().checked_sub(1)?) as f64;
    let below = rank.floor() as usize;
    let (_, value, above) = values.select_nth_unstable_by(below, f32::total_cmp);
    let value = f64::from(*value);
    let next = above.iter().copied().min_by(f32::total_cmp).map_or(value, f64::from);
    Some((value + (rank - below as f64) * (next - value)) as f32)
}

#[cfg(test)]
mod tests {
    use vrt_types::DepthMap;

    use super::*;

    fn metric(values: Vec<f32>) -> AnyDepthMap {
        AnyDepthMap::Metric(DepthMap::new(values.len() as u32, 1, values).unwrap())
    }

    #[test]
    fn percentiles_are_numpys() {
        // numpy 2.4.6: numpy.percentile([7.5, 1, 3, 2.25, 9, 4, 0.5], [0, 2, 10, 50, 98, 100])
        let values = vec![7.5, 1.0, 3.0, 2.25, 9.0, 4.0, 0.5];
        for (percent, expected) in [(0.0, 0.5), (2.0, 0.56), (10.0, 0.8), (50.0, 3.0), (98.0, 8.82), (100.0, 9.0)] {
            let found = percentile(&mut values.clone(), percent).unwrap();
            assert!((found - expected).abs() < 1e-6, "{percent}: {found}");
        }
        assert_eq!(percentile(&mut [], 50.0), None);
    }

    #[test]
    fn zero_is_a_disparity_but_no_depth() {
        let values = vec![0.0, 2.0, 4.0, f32::NAN, f32::INFINITY, -1.0];
        assert_eq!(Range::MinMax.of(&metric(values.clone())).unwrap(), Some((2.0, 4.0)));
        let disparity = AnyDepthMap::Disparity(DepthMap::new(6, 1, values).unwrap());
        assert_eq!(Range::MinMax.of(&disparity).unwrap(), Some((-1.0, 4.0)));
    }

    #[test]
    fn maps_without_depth_have_no_range() {
        for map in [metric(vec![]), metric(vec![0.0, f32::NAN])] {
            for range in [Range::MinMax, Range::ROBUST, Range::Fixed { low: 1.0, high: 2.0 }] {
                assert_eq!(range.of(&map).unwrap(), None);
            }
        }
    }

    #[test]
    fn percentiles_that_coincide_give_way() {
        let mut values = vec![3.0; 200];
        values[7] = 5.0;
        assert_eq!(Range::ROBUST.of(&metric(values)).unwrap(), Some((3.0, 5.0)));
    }

    #[test]
    fn large_maps_are_sampled_evenly() {
        let values = (0..1000 * 1000).map(|i| 1.0 + (i / 1000) as f32).collect();
        let map = AnyDepthMap::Metric(DepthMap::new(1000, 1000, values).unwrap());
        assert!(sample(&map).len() <= SAMPLES);
        let (low, high) = Range::ROBUST.of(&map).unwrap().unwrap();
        assert!((low - 21.0).abs() < 2.0 && (high - 980.0).abs() < 2.0, "{low} {high}");
    }

    #[test]
    fn ranges_that_are_none_are_refused() {
        let map = metric(vec![1.0, 2.0]);
        let ranges = [
            Range::Fixed { low: 2.0, high: 2.0 },
            Range::Fixed { low: 0.0, high: f32::NAN },
            Range::Percentiles { low: -1.0, high: 50.0 },
            Range::Percentiles { low: 0.0, high: 101.0 },
            Range::Percentiles { low: 60.0, high: 40.0 },
        ];
        for range in ranges {
            assert!(matches!(range.of(&map), Err(VizError::Setting { .. })), "{range:?}");
        }
    }
}
