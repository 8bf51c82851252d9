//! Which output is which: by shape; where shapes leave two readings, by name; where neither does, an error lists what there is.

use std::fmt;

use crate::{Config, Error};

/// Name and shape of an output; `None` for sizes that the file leaves open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputInfo {
    /// Its name.
    pub name: String,
    /// Its shape.
    pub shape: Vec<Option<usize>>,
}

impl fmt::Display for OutputInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<_> = self.shape.iter().map(|size| size.map_or_else(|| "?".to_owned(), |size| size.to_string())).collect();
        write!(f, "{} [{}]", self.name, sizes.join(", "))
    }
}

/// Checks the outputs of a network against its configuration.
///
/// # Errors
/// [`Error::Outputs`] unless there is one output with a score for each label.
// FILL IN: tell the model's outputs apart, and return which is which.
pub fn check_outputs(model: &str, outputs: &[OutputInfo], config: &Config) -> Result<(), Error> {
    let classes = config.labels.len();
    let fits = |found: Option<usize>, needed: usize| found.is_none_or(|found| found == needed);
    match outputs {
        [OutputInfo { shape, .. }] if shape.len() == 2 && fits(shape[0], 1) && fits(shape[1], classes) => Ok(()),
        _ => {
            let found = outputs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            Err(Error::Outputs { model: model.to_owned(), config: config.name.clone(), classes, found })
        }
    }
}
