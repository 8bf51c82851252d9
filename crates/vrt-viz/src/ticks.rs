//! Round numbers along a scale.

/// Ticks at multiples of a round step.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ticks {
    pub values: Vec<f64>,
    /// Digits behind the point that the step needs.
    pub decimals: usize,
    /// Distance from one tick to the next; 0 for a single tick.
    pub step: f64,
}

impl Ticks {
    /// All multiples, within `low..=high`, of the smallest step 1, 2 or 5 times a power of ten that fits at most `most` times into the
    /// range. A range that is a single number has that one tick.
    pub fn new(low: f64, high: f64, most: usize) -> Self {
        let span = high - low;
        if !(span.is_finite() && span > 0.0 && low.is_finite()) {
            let decimals = decimals_of(low.abs() / 100.0);
            return Self { values: vec![low], decimals, step: 0.0 };
        }
        let rough = span / most.max(1) as f64;
        let power = 10f64.powi(rough.log10().floor() as i32);
        let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough * (1.0 - 1e-9)).unwrap_or(10.0);
        let step = factor * power;
        // A range may start on a tick that is not a binary number, such as 0.1.
        let first = (low / step - 1e-6).ceil();
        let last = (high / step + 1e-6).floor();
        let count = (last - first).clamp(0.0, most as f64) as usize;
        let values = if first > last { Vec::new() } else { (0..=count).map(|i| (first + i as f64) * step).collect() };
        Self { values, decimals: decimals_of(step), step }
    }

    /// The tick's number, with as many digits as all others.
    pub fn text(&self, value: f64) -> String {
        // Adding 0 turns -0 into 0.
        format!("{:.*}", self.decimals, value + 0.0)
    }
}

/// Digits behind the point that a step needs, at most 9.
fn decimals_of(step: f64) -> usize {
    if step.is_finite() && step > 0.0 { (-(step * 1.0001).log10().floor()).clamp(0.0, 9.0) as usize } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(low: f64, high: f64, most: usize) -> Vec<String> {
        let ticks = Ticks::new(low, high, most);
        ticks.values.iter().map(|value| ticks.text(*value)).collect()
    }

    #[test]
    fn steps_are_1_2_or_5() {
        assert_eq!(texts(0.0, 10.0, 5), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(texts(0.31, 2.64, 5), ["0.5", "1.0", "1.5", "2.0", "2.5"]);
        assert_eq!(texts(0.7, 82.0, 5), ["20", "40", "60", "80"]);
        assert_eq!(texts(1.0, 1.05, 6), ["1.00", "1.01", "1.02", "1.03", "1.04", "1.05"]);
        assert_eq!(texts(0.1, 0.3, 2), ["0.1", "0.2", "0.3"]);
        assert_eq!(texts(-1.0, 1.0, 4), ["-1.0", "-0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(texts(3.0e6, 9.0e6, 3), ["4000000", "6000000", "8000000"]);
    }

    #[test]
    fn any_range_has_few_ticks_inside_it() {
        for (low, high) in [(0.2, 0.200_001), (1e-30, 1e30), (5.0, 5.0), (0.0, f64::MAX), (1e-300, 2e-300), (f64::MIN, f64::MAX)] {
            for most in [0, 1, 2, 7] {
                let ticks = Ticks::new(low, high, most);
                assert!(ticks.values.len() <= most.max(1) + 1, "{low} {high} {most}");
            }
        }
        assert_eq!(texts(2.5, 2.5, 5), ["2.50"]);
        assert_eq!(texts(f64::NAN, 1.0, 5).len(), 1);
    }
}
