//! What a model's engine is built for, unless somebody asks for something else.

use super::manifest::ShapeRange;
use super::precision::Precision;

/// How to build a model's engine. Model crates give theirs (`engine_profile()`), programs change what they want otherwise, and
/// [`EngineBuilder::profile`](super::EngineBuilder::profile) takes it.
///
/// # Example
/// ```
/// use vrt::tensorrt::{EngineProfile, Precision};
///
/// let usual = EngineProfile::default();
/// assert_eq!((&usual.input, usual.precision, usual.workspace_mb), (&None, Precision::Fp16, 2048));
/// // For who needs fp32 and nothing else: a precision is a profile.
/// let exact: EngineProfile = Precision::Fp32.into();
/// assert_eq!(exact, EngineProfile { precision: Precision::Fp32, ..usual });
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineProfile {
    /// Shapes of a dynamic input. `None`: as the file says, with batch 1 where only the batch is dynamic.
    pub input: Option<ShapeRange>,
    /// The precision to ask for.
    pub precision: Precision,
    /// Limit of TensorRT's workspace in MiB, clamped to what is free.
    pub workspace_mb: u32,
}

impl Default for EngineProfile {
    fn default() -> Self {
        Self { input: None, precision: Precision::Fp16, workspace_mb: 2048 }
    }
}

impl From<Precision> for EngineProfile {
    fn from(precision: Precision) -> Self {
        Self { precision, ..Self::default() }
    }
}
