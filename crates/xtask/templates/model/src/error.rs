//! What can go wrong between a model file and its result.

use std::path::PathBuf;

/// Why a model could not be described, opened, run or decoded.
// FILL IN: what else can go wrong. A message says what was being done, with which file or shape, what was found and what to do next.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A metadata file that can't be read.
    #[error("cannot read the model metadata {}: {source}; it is the JSON file written beside the ONNX file", path.display())]
    MetadataFile {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// Metadata that is no description of such a model.
    #[error("model metadata {file}: {problem}")]
    Metadata {
        /// The file, or what stands for it.
        file: String,
        /// What was found and what is needed.
        problem: String,
    },
    /// The network's input is not a picture of the configured size.
    #[error("{model}: its input is {found}, but {config} needs {expected}; export the model for that size or use its own configuration")]
    Input {
        /// The model file.
        model: String,
        /// Name of the configuration.
        config: String,
        /// The inputs that the network has.
        found: String,
        /// The input that is needed.
        expected: String,
    },
    /// The network's outputs are not those of this model.
    #[error("{model}: {config} needs one output of scores [1, {classes}], one for each label, but the network has {found}")]
    Outputs {
        /// The model file.
        model: String,
        /// Name of the configuration.
        config: String,
        /// How many labels there are.
        classes: usize,
        /// The outputs that the network has, with names and shapes.
        found: String,
    },
    /// The network computed NaN or infinity, so that nothing can be said about the picture.
    #[error("{count} of {total} scores are NaN or infinite; the network's result means nothing. Run in FP32, or export it again")]
    NotFinite {
        /// How many scores are concerned.
        count: usize,
        /// How many there are.
        total: usize,
    },
    /// The picture could not be made into the network's input.
    #[error(transparent)]
    Preprocess(#[from] vrt::preprocess::PreprocessError),
    /// The network could not be opened or run.
    #[cfg(feature = "cpu")]
    #[error(transparent)]
    Session(#[from] vrt::cpu::CpuError),
    /// The model could not be had by its name.
    #[cfg(feature = "hub")]
    #[error(transparent)]
    Hub(#[from] Box<vrt_hub::Error>),
}

#[cfg(feature = "hub")]
impl From<vrt_hub::Error> for Error {
    fn from(error: vrt_hub::Error) -> Self {
        Self::Hub(Box::new(error))
    }
}
