//! What a model needs to know about itself, as data.

use std::path::Path;

use serde::Deserialize;
use vrt::preprocess::{Normalize, ResizeFilter};

use crate::Error;

pub(crate) const FORMAT: &str = "vrt-model/1";
// FILL IN: the task's name; a new one also becomes a variant of `vrt_hub::Task`.
pub(crate) const TASK: &str = "classification";
pub(crate) const FAMILY: &str = "@name@";

/// Longest side of an input that a configuration may ask for.
const MAX_SIDE: usize = 8192;

/// Everything about one model that its ONNX file does not say.
///
/// ```
/// let config = vrt_@snake@::Config::from_metadata_json(
///     r#"{
///         "format": "vrt-model/1", "task": "classification", "family": "@name@", "name": "mine",
///         "input": {"width": 8, "height": 8, "resize": "stretch", "filter": "bilinear", "color": "rgb",
///                   "mean": [0, 0, 0], "std": [1, 1, 1]},
///         "labels": ["red", "green", "blue"]
///     }"#,
/// )?;
/// assert_eq!(config.labels.len(), 3);
/// # Ok::<(), vrt_@snake@::Error>(())
/// ```
// FILL IN: what else the model needs (queries, anchors, units, which slot means "no object"). Never a constant inside a decoder.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Name of the model, for messages.
    pub name: String,
    /// Width and height of the network's input in pixels; pictures are stretched to it.
    // FILL IN: the resize rule, if pictures keep their aspect ratio.
    pub input_size: (usize, usize),
    /// How pictures are resized.
    pub filter: ResizeFilter,
    /// Mean and standard deviation of the channels, for values in 0..=1.
    pub normalize: Normalize,
    /// Names of the classes, in the order of the network's scores.
    pub labels: Vec<String>,
}

/// The document. An unknown key is an error: a misspelt one must not become a silent default.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    task: String,
    family: String,
    name: String,
    input: Input,
    labels: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    width: usize,
    height: usize,
    resize: String,
    filter: ResizeFilter,
    mean: [f32; 3],
    std: [f32; 3],
    color: String,
}

impl Config {
    // FILL IN: `Variant`, an enum of the published checkpoints with `Variant::ALL`, `name()` and `config()`, as the other model crates have.

    /// Reads model metadata, the JSON document of format `vrt-model/1` that is written beside an exported ONNX file.
    ///
    /// # Errors
    /// [`Error::Metadata`] for what is missing, unknown or wrong.
    pub fn from_metadata_json(text: &str) -> Result<Self, Error> {
        Self::read(text, "(given as text)")
    }

    /// Reads model metadata from a file; see [`Config::from_metadata_json`].
    ///
    /// # Errors
    /// [`Error::MetadataFile`] if the file can't be read, and those of [`Config::from_metadata_json`].
    pub fn from_metadata_file(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|source| Error::MetadataFile { path: path.to_owned(), source })?;
        Self::read(&text, &path.display().to_string())
    }

    fn read(text: &str, file: &str) -> Result<Self, Error> {
        let wrong = |problem: String| Error::Metadata { file: file.to_owned(), problem };
        let Document { format, task, family, name, input, labels } =
            serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let fixed = [
            ("format", &format, FORMAT),
            ("task", &task, TASK),
            ("family", &family, FAMILY),
            ("input.resize", &input.resize, "stretch"),
            ("input.color", &input.color, "rgb"),
        ];
        for (key, found, needed) in fixed {
            if found != needed {
                return Err(wrong(format!("{key} is {found:?}; the only value supported is {needed:?}")));
            }
        }
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&input.width) || !sides.contains(&input.height) {
            return Err(wrong(format!("input is {}x{}; both sides must be in 1..={MAX_SIDE}", input.width, input.height)));
        }
        if labels.is_empty() || labels.iter().any(|label| label.trim().is_empty()) {
            return Err(wrong("labels must list at least one class, each with a name".to_owned()));
        }
        let (input_size, normalize) = ((input.width, input.height), Normalize { mean: input.mean, std: input.std });
        Ok(Self { name, input_size, filter: input.filter, normalize, labels })
    }
}
