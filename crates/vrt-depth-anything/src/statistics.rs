//! Order statistics by selection, not by sorting.

/// A value as an integer that orders as [`f32::total_cmp`] does. Integers are selected about twice as fast as floats.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(i32);

impl Key {
    pub(crate) fn new(value: f32) -> Self {
        let bits = value.to_bits() as i32;
        // Negative floats order the other way round: flip all bits but the sign.
        Self(bits ^ (((bits >> 31) as u32) >> 1) as i32)
    }

    fn value(self) -> f32 {
        f32::from_bits((self.0 ^ (((self.0 >> 31) as u32) >> 1) as i32) as u32)
    }
}

/// The percentiles (each 0..=100) of `keys`, which are reordered. All 0 for no keys.
///
/// NumPy's default definition, `method="linear"`: the position among the sorted values is `(n - 1) * percent / 100`, and between two
/// values is interpolated linearly. Computed in `f64`, as NumPy does for 64-bit values, then rounded to `f32`.
pub(crate) fn percentiles(keys: &mut [Key], percents: &[f32]) -> Vec<f32> {
    let Some(last) = keys.len().checked_sub(1) else { return vec![0.0; percents.len()] };
    let positions: Vec<f64> = percents.iter().map(|percent| last as f64 * (f64::from(*percent) / 100.0)).collect();
    let mut ranks: Vec<usize> =
        positions.iter().flat_map(|position| [floor(*position, last), (floor(*position, last) + 1).min(last)]).collect();
    ranks.sort_unstable();
    ranks.dedup();
    select(keys, 0, &ranks);
    let interpolate = |position: f64| {
        let lower = floor(position, last);
        let (a, b) = (f64::from(keys[lower].value()), f64::from(keys[(lower + 1).min(last)].value()));
        let t = position - lower as f64;
        // From whichever end is nearer, as NumPy does, so that t = 1 gives b exactly.
        (if t < 0.5 { a + (b - a) * t } else { b - (b - a) * (1.0 - t) }) as f32
    };
    positions.into_iter().map(interpolate).collect()
}

fn floor(position: f64, last: usize) -> usize {
    (position as usize).min(last)
}

/// Brings the keys of all `ranks` (ascending) to their sorted place; `keys[0]` has rank `first`.
fn select(keys: &mut [Key], first: usize, ranks: &[usize]) {
    let middle = ranks.len() / 2;
    let Some(&rank) = ranks.get(middle) else { return };
    let (below, _, above) = keys.select_nth_unstable(rank - first);
    select(below, first, &ranks[..middle]);
    select(above, rank + 1, &ranks[middle + 1..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_order_as_floats_and_give_them_back() {
        let values = [f32::NEG_INFINITY, -2.0, -f32::MIN_POSITIVE, -0.0, 0.0, 1e-40, 1.0, 1.5, f32::MAX, f32::INFINITY];
        assert!(values.windows(2).all(|pair| Key::new(pair[0]) < Key::new(pair[1])));
        assert!(values.iter().all(|value| Key::new(*value).value().to_bits() == value.to_bits()));
    }

    #[test]
    fn a_percentile_between_two_values_is_interpolated() {
        let mut keys: Vec<Key> = [4.0, 1.0, 3.0, 2.0].map(Key::new).to_vec();
        assert_eq!(percentiles(&mut keys, &[50.0, 0.0, 100.0, 25.0]), [2.5, 1.0, 4.0, 1.75]);
        assert_eq!(percentiles(&mut [Key::new(7.0)], &[0.0, 33.3, 100.0]), [7.0, 7.0, 7.0]);
        assert_eq!(percentiles(&mut [], &[50.0]), [0.0]);
    }

    #[test]
    fn selection_agrees_with_sorting() {
        // A permutation of 0..1009 (prime), so that rank and value are the same.
        let mut keys: Vec<Key> = (0..1009u32).map(|i| Key::new((i * 271 % 1009) as f32)).collect();
        let percents: Vec<f32> = (0..=16).map(|i| i as f32 * 6.25).collect();
        let found = percentiles(&mut keys, &percents);
        assert!(found.iter().zip(&percents).all(|(found, percent)| *found == 1008.0 * percent / 100.0), "{found:?}");
    }
}
