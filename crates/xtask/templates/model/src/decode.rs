//! From output tensors to results, in plain Rust on slices, written to be read: the specification of every faster version.

use vrt::StageTimes;

use crate::Error;

/// What the model says about a picture.
// FILL IN: the result, of types of `vrt-types` (with units in the type where there are units).
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// One score for each label of the configuration.
    pub scores: Vec<f32>,
    /// How long the stages took.
    pub times: StageTimes,
}

impl Scores {
    /// Index and score of the best class; ties go to the lowest index. `None` without classes.
    pub fn best(&self) -> Option<(usize, f32)> {
        let scores = self.scores.iter().copied().enumerate();
        scores.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

/// The scores of the network's output.
///
/// # Errors
/// [`Error::NotFinite`] for NaN and infinity, which are never "nothing found".
// FILL IN: the authors' decoding, in their order of operations, with the file and version it is from.
pub fn decode(values: &[f32]) -> Result<Vec<f32>, Error> {
    match values.iter().filter(|value| !value.is_finite()).count() {
        0 => Ok(values.to_vec()),
        count => Err(Error::NotFinite { count, total: values.len() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // FILL IN: compare with vectors that the authors' code computed, in tests/data/ beside the script that made them.

    #[test]
    fn what_is_no_number_is_an_error() {
        assert_eq!(decode(&[0.0, 1.0]).unwrap(), [0.0, 1.0]);
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(matches!(decode(&[0.0, bad]), Err(Error::NotFinite { count: 1, total: 2 })));
        }
    }

    #[test]
    fn the_first_of_equals_is_best() {
        let best = |scores: &[f32]| Scores { scores: scores.to_vec(), times: StageTimes::default() }.best();
        assert_eq!(best(&[0.5, 2.0, 2.0]), Some((1, 2.0)));
        assert_eq!(best(&[]), None);
    }
}
