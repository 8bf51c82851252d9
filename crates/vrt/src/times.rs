//! How long each stage of one inference took.

use std::time::Duration;

/// Wall-clock time of the three stages of one inference.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StageTimes {
    /// Picture to input tensor.
    pub preprocess: Duration,
    /// The network itself.
    pub network: Duration,
    /// Network outputs to results.
    pub postprocess: Duration,
}

impl StageTimes {
    /// Sum of all stages.
    pub fn total(&self) -> Duration {
        self.preprocess + self.network + self.postprocess
    }
}
