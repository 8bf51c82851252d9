//! Many times in a few numbers.

use serde::Serialize;

/// Of many times, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Statistics {
    /// Mean.
    pub mean: f64,
    /// Least.
    pub min: f64,
    /// Median.
    pub p50: f64,
    /// 90th percentile.
    pub p90: f64,
    /// 99th percentile.
    pub p99: f64,
    /// Most.
    pub max: f64,
}

impl Statistics {
    /// Percentiles by nearest rank; of nothing, all are 0.
    pub fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let count = times.len();
        let rank = |percent: usize| times.get((count * percent).div_ceil(100).saturating_sub(1)).copied().unwrap_or(0.0);
        let mean = if count == 0 { 0.0 } else { times.iter().sum::<f64>() / count as f64 };
        Self { mean, min: rank(0), p50: rank(50), p90: rank(90), p99: rank(99), max: rank(100) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_nearest_ranks() {
        let statistics = Statistics::of((1..=200).rev().map(f64::from).collect());
        assert_eq!(statistics, Statistics { mean: 100.5, min: 1.0, p50: 100.0, p90: 180.0, p99: 198.0, max: 200.0 });
        assert_eq!(Statistics::of(vec![7.0]), Statistics { mean: 7.0, min: 7.0, p50: 7.0, p90: 7.0, p99: 7.0, max: 7.0 });
        assert_eq!(Statistics::of(Vec::new()).max, 0.0);
    }
}
