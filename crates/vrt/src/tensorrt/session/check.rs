//! A session that checks its engine.

use super::super::error::SessionError;
use super::super::host::{HostTensor, HostValues};
use super::super::precision::Precision;
use super::super::selfcheck::{Golden, SelfCheckError, SelfCheckReport};
use super::Session;
use crate::cuda::DType;
use crate::cuda::half::{bf16, f16};

/// A check of an engine that did not pass.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The engine does not run.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// It runs and answers wrongly.
    #[error(transparent)]
    Failed(#[from] SelfCheckError),
}

impl Session {
    /// Runs a golden input and judges the answer. Where `golden` has no inputs, values between 0 and 1 of a fixed pattern are taken, which
    /// show NaN and infinite values.
    ///
    /// # Errors
    /// [`CheckError::Session`] where it does not run, [`CheckError::Failed`] where the answer is wrong, with what to build instead.
    pub fn self_check(&mut self, golden: &Golden, precision: Precision) -> Result<SelfCheckReport, CheckError> {
        let outputs = match golden.inputs.as_slice() {
            [] => {
                let pattern = self.pattern()?;
                self.run(&pattern)?
            }
            inputs => self.run(inputs)?,
        };
        let sm = self.cuda().sm();
        Ok(SelfCheckReport::new(&outputs, golden, precision)?.judge(precision, sm)?)
    }

    /// Values for every float input, the same in every run. Indices and masks stay as they are.
    fn pattern(&self) -> Result<Vec<(String, HostTensor)>, SessionError> {
        let mut inputs = Vec::new();
        for (tensor, slot) in self.engine.tensors().iter().zip(&self.slots).filter(|(tensor, _)| tensor.is_input()) {
            let floats = (0..slot.tensor.len()).map(pattern_value);
            let values: HostValues = match tensor.dtype() {
                DType::F32 => floats.collect::<Vec<_>>().into(),
                DType::F16 => floats.map(f16::from_f32).collect::<Vec<_>>().into(),
                DType::Bf16 => floats.map(bf16::from_f32).collect::<Vec<_>>().into(),
                _ => continue,
            };
            inputs.push((tensor.name().to_owned(), HostTensor::new(&slot.shape, values)?));
        }
        Ok(inputs)
    }
}

/// 0 to 1 in steps of a thousandth, in an order without a short period: multiplication by 2^32 over the golden ratio (Knuth, TAOCP 6.4).
pub fn pattern_value(index: usize) -> f32 {
    let hashed = (index as u64).wrapping_mul(2_654_435_761) >> 7;
    (hashed % 1000) as f32 / 1000.0
}
