//! Does an engine compute what the model says? Asked after a build and after a load, with an input whose answer is known.
//!
//! fp16 engines lose their numbers in ways that look like "nothing found": values beyond 65504 become infinite, then NaN. And there have
//! been TensorRT releases that built wrong engines for right models. Both show on one input.

use std::fmt;

use super::host::{HostTensor, HostValues};
use super::precision::Precision;
use crate::cuda::Sm;

/// An input, and the answer expected for it.
#[derive(Debug, Clone, Default)]
pub struct Golden {
    /// Inputs by name, of a shape that the engine takes.
    pub inputs: Vec<(String, HostTensor)>,
    /// Outputs by name, e.g. from the same model on the CPU. Outputs without one are checked for NaN and infinite values only.
    pub expected: Vec<(String, HostTensor)>,
    /// Largest [`Agreement::relative_error`] allowed; `None` for [`default_tolerance`] of the precision.
    pub tolerance: Option<f32>,
}

/// What an output agreed with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// Root of the summed squared differences over root of the summed squared expected values.
    pub relative_error: f64,
    /// The largest difference of one value.
    pub largest_error: f64,
    /// The cosine between output and expectation; 1 is the same direction.
    pub cosine: f64,
}

/// One output of a check.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputCheck {
    /// Its name.
    pub name: String,
    /// Type and shape, e.g. `f32 [1, 100, 4]`.
    pub tensor: String,
    /// How many values are NaN.
    pub nan: usize,
    /// How many are infinite.
    pub infinite: usize,
    /// How it agrees with what was expected, where something was.
    pub agreement: Option<Agreement>,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq)]
pub struct SelfCheckReport {
    /// Per output.
    pub outputs: Vec<OutputCheck>,
    /// The largest relative error that was allowed.
    pub tolerance: f32,
}

/// An engine that does not compute what it should.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SelfCheckError {
    /// NaN or infinite values.
    #[error(
        "the {precision} engine fails its check: of output `{output}`, {nan} values are NaN and {infinite} infinite for a valid input. {advice}"
    )]
    NotFinite {
        /// The engine's precision.
        precision: Precision,
        /// The first such output.
        output: String,
        /// How many values are NaN.
        nan: usize,
        /// How many are infinite.
        infinite: usize,
        /// What to do.
        advice: String,
        /// All outputs.
        report: SelfCheckReport,
    },
    /// Another answer than expected.
    #[error(
        "the {precision} engine fails its check: output `{output}` is off by {:.3} of the expected values (at most {tolerance} is allowed; cosine {:.5}). {advice}",
        agreement.relative_error, agreement.cosine
    )]
    Disagrees {
        /// The engine's precision.
        precision: Precision,
        /// The first such output.
        output: String,
        /// How far off.
        agreement: Agreement,
        /// What is allowed.
        tolerance: f32,
        /// What to do.
        advice: String,
        /// All outputs.
        report: SelfCheckReport,
    },
    /// An expected output that cannot be compared.
    #[error("the check expects output `{output}` as {expected}, but the engine has {found}: is the expectation of another model?")]
    Incomparable {
        /// The output.
        output: String,
        /// What is expected.
        expected: String,
        /// What the engine has.
        found: String,
    },
}

/// The largest relative error that a precision explains by its rounding, for networks of usual depth: fp32 0.001, tf32 0.01, fp16 0.05,
/// bf16 0.2, int8 and fp8 0.3. Outputs that are ordered by a score (queries of a detector) may change places, which no tolerance covers:
/// give those their own [`Golden::tolerance`], or expect nothing of them.
pub const fn default_tolerance(precision: Precision) -> f32 {
    match precision {
        Precision::Fp32 => 0.001,
        Precision::Tf32 => 0.01,
        Precision::Fp16 => 0.05,
        Precision::Bf16 => 0.2,
        Precision::Int8 | Precision::Fp8 => 0.3,
    }
}

impl SelfCheckReport {
    /// Compares outputs with what is expected of them.
    ///
    /// # Errors
    /// [`SelfCheckError::Incomparable`] where an expected output is missing or of another shape.
    pub fn new(outputs: &[(String, HostTensor)], golden: &Golden, precision: Precision) -> Result<Self, SelfCheckError> {
        let incomparable = |output: &str, expected: &HostTensor, found: String| SelfCheckError::Incomparable {
            output: output.to_owned(),
            expected: expected.to_string(),
            found,
        };
        for (name, expected) in &golden.expected {
            if !outputs.iter().any(|(output, _)| output == name) {
                let names: Vec<_> = outputs.iter().map(|(name, _)| name.as_str()).collect();
                return Err(incomparable(name, expected, format!("only {}", names.join(", "))));
            }
        }
        let mut checks = Vec::new();
        for (name, output) in outputs {
            let expected = golden.expected.iter().find(|(expected, _)| expected == name).map(|(_, tensor)| tensor);
            let agreement = match expected {
                Some(expected) if expected.shape() != output.shape() => {
                    return Err(incomparable(name, expected, output.to_string()));
                }
                Some(expected) => Some(Agreement::of(output.values(), expected.values())),
                None => None,
            };
            let (nan, infinite) = not_finite(output.values());
            checks.push(OutputCheck { name: name.clone(), tensor: output.to_string(), nan, infinite, agreement });
        }
        Ok(Self { outputs: checks, tolerance: golden.tolerance.unwrap_or(default_tolerance(precision)) })
    }

    /// Whether the engine may be used.
    ///
    /// # Errors
    /// [`SelfCheckError::NotFinite`] or [`SelfCheckError::Disagrees`], with what to do.
    pub fn judge(self, precision: Precision, sm: Sm) -> Result<Self, SelfCheckError> {
        if let Some(check) = self.outputs.iter().find(|check| check.nan + check.infinite > 0) {
            return Err(SelfCheckError::NotFinite {
                precision,
                output: check.name.clone(),
                nan: check.nan,
                infinite: check.infinite,
                advice: advice(precision, sm),
                report: self,
            });
        }
        let off = |check: &&OutputCheck| {
            check.agreement.is_some_and(|Agreement { relative_error: error, .. }| error.is_nan() || error > f64::from(self.tolerance))
        };
        if let Some((check, agreement)) = self.outputs.iter().find(off).and_then(|check| Some((check, check.agreement?))) {
            return Err(SelfCheckError::Disagrees {
                precision,
                output: check.name.clone(),
                agreement,
                tolerance: self.tolerance,
                advice: advice(precision, sm),
                report: self,
            });
        }
        Ok(self)
    }
}

fn advice(precision: Precision, sm: Sm) -> String {
    let bf16 = sm >= Sm { major: 8, minor: 0 };
    match precision {
        Precision::Fp16 if bf16 => {
            "Values of this model leave fp16's range or lose too many digits in it: build it in bf16 (the range of fp32) or fp32"
        }
        Precision::Fp16 => "Values of this model leave fp16's range or lose too many digits in it: build it in fp32",
        Precision::Bf16 => "Build it in fp16 (more digits) or fp32",
        Precision::Int8 | Precision::Fp8 => "Check the scales in the quantised model, or build the unquantised one in fp16 or fp32",
        Precision::Tf32 => "Build it in fp32, which switches TF32 off",
        Precision::Fp32 => {
            "In fp32 this is a fault of the model, of its preprocessing, or of this TensorRT release: compare with the model on the CPU"
        }
    }
    .to_owned()
}

fn not_finite(values: &HostValues) -> (usize, usize) {
    let count = |values: &mut dyn Iterator<Item = f32>| {
        values.fold((0, 0), |(nan, infinite), value| (nan + usize::from(value.is_nan()), infinite + usize::from(value.is_infinite())))
    };
    match values {
        HostValues::F32(values) => count(&mut values.iter().copied()),
        HostValues::F16(values) => count(&mut values.iter().map(|value| value.to_f32())),
        HostValues::Bf16(values) => count(&mut values.iter().map(|value| value.to_f32())),
        _ => (0, 0),
    }
}

impl Agreement {
    /// Compares values of the same shape.
    pub fn of(found: &HostValues, expected: &HostValues) -> Self {
        let (found, expected) = (found.to_f64(), expected.to_f64());
        let (mut off, mut size, mut found_size, mut product, mut largest) = (0.0, 0.0, 0.0, 0.0, 0.0_f64);
        for (found, expected) in found.iter().zip(&expected) {
            off += (found - expected).powi(2);
            size += expected * expected;
            found_size += found * found;
            product += found * expected;
            // `max` would drop a NaN.
            let error = (found - expected).abs();
            if error > largest || error.is_nan() {
                largest = error;
            }
        }
        let relative_error = if off == 0.0 { 0.0 } else { (off / size.max(f64::MIN_POSITIVE)).sqrt() };
        let sizes = (size * found_size).sqrt();
        let cosine = if sizes == 0.0 { if off == 0.0 { 1.0 } else { 0.0 } } else { product / sizes };
        Self { relative_error, largest_error: largest, cosine }
    }
}

impl fmt::Display for SelfCheckReport {
    /// One line per output.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, check) in self.outputs.iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            write!(formatter, "{end}{} {}: {} NaN, {} infinite", check.name, check.tensor, check.nan, check.infinite)?;
            if let Some(Agreement { relative_error, largest_error, cosine }) = check.agreement {
                write!(formatter, ", relative error {relative_error:.2e}, largest {largest_error:.2e}, cosine {cosine:.6}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const H200: Sm = Sm { major: 9, minor: 0 };

    fn check(found: Vec<f32>, expected: Vec<f32>, precision: Precision) -> Result<SelfCheckReport, SelfCheckError> {
        let tensor = |values: Vec<f32>| HostTensor::new(&[values.len()], values).unwrap();
        let golden = Golden { expected: vec![("y".into(), tensor(expected))], ..Golden::default() };
        SelfCheckReport::new(&[("y".to_owned(), tensor(found))], &golden, precision)?.judge(precision, H200)
    }

    #[test]
    fn errors_are_those_of_the_definition() {
        let agreement = Agreement::of(&vec![3.0_f32, 4.0].into(), &vec![3.0_f32, 5.0].into());
        assert!((agreement.relative_error - (1.0_f64 / 34.0).sqrt()).abs() < 1e-12);
        assert_eq!(agreement.largest_error, 1.0);
        assert!((agreement.cosine - 29.0 / (25.0_f64 * 34.0).sqrt()).abs() < 1e-12);
        let zeros = Agreement::of(&vec![0.0_f32].into(), &vec![0.0_f32].into());
        assert_eq!((zeros.relative_error, zeros.cosine), (0.0, 1.0));
        assert!(Agreement::of(&vec![f32::NAN, 1.0].into(), &vec![1.0_f32, 1.0].into()).largest_error.is_nan());
    }

    #[test]
    fn a_half_engine_that_overflows_is_told_to_use_bf16() {
        let error = check(vec![1.0, f32::NAN, f32::INFINITY], vec![1.0, 2.0, 3.0], Precision::Fp16).unwrap_err();
        assert!(matches!(error, SelfCheckError::NotFinite { nan: 1, infinite: 1, .. }), "{error}");
        assert!(error.to_string().contains("build it in bf16"), "{error}");
    }

    #[test]
    fn tolerance_follows_the_precision() {
        let (found, expected) = (vec![1.02, 2.0], vec![1.0, 2.0]);
        assert!(check(found.clone(), expected.clone(), Precision::Fp16).is_ok());
        let error = check(found, expected, Precision::Fp32).unwrap_err();
        assert!(matches!(error, SelfCheckError::Disagrees { .. }), "{error}");
    }

    #[test]
    fn expectations_of_another_model_are_told() {
        let error = check(vec![1.0], vec![1.0, 2.0], Precision::Fp32).unwrap_err();
        assert!(matches!(&error, SelfCheckError::Incomparable { .. }), "{error}");
        let golden = Golden { expected: vec![("masks".into(), HostTensor::new(&[1], vec![0.0_f32]).unwrap())], ..Golden::default() };
        let outputs = [("depth".to_owned(), HostTensor::new(&[1], vec![0.0_f32]).unwrap())];
        let error = SelfCheckReport::new(&outputs, &golden, Precision::Fp32).unwrap_err();
        assert!(error.to_string().contains("only depth"), "{error}");
    }
}
