//! Everything that can go wrong between a model file and its instances.

use std::path::PathBuf;

/// Why a model could not be described, opened, run or decoded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A name that no variant has.
    #[error("there is no RF-DETR-Seg variant {name:?}; the variants are {known}")]
    UnknownVariant {
        /// The name given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A metadata file that can't be read.
    #[error("cannot read the model metadata {}: {source}; it is the JSON file written beside the ONNX file", path.display())]
    MetadataFile {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// Metadata that is not JSON.
    #[error("model metadata {file} is not JSON: {source}")]
    MetadataJson {
        /// The file, or what stands for it.
        file: String,
        /// What the parser said, with line and column.
        source: serde_json::Error,
    },
    /// Metadata that is JSON, but not a description of an RF-DETR-Seg model.
    #[error("model metadata {file}, {path}: {problem}")]
    Metadata {
        /// The file, or what stands for it.
        file: String,
        /// Where in the document, as a JSON path (`$.input.width`).
        path: String,
        /// What was found there and what is needed.
        problem: String,
    },
    /// A value of a configuration that no network can have.
    #[error("configuration {config}: {what} is {value}; it must be {must}")]
    InvalidConfig {
        /// Name of the configuration.
        config: String,
        /// Which value.
        what: &'static str,
        /// The value given.
        value: String,
        /// What it must be.
        must: &'static str,
    },
    /// A label list that does not fit the head it is for.
    #[error("label list: {problem}")]
    Labels {
        /// What is wrong and what to do.
        problem: String,
    },
    /// The network's class head and the label list have different widths.
    #[error(
        "{model}: the class head has {found} slots, but the labels of {config} describe {expected}; give the label list this model was trained \
         with (a fine-tuned head has one slot more than it has classes: its no-object slot)"
    )]
    HeadWidth {
        /// The model file.
        model: String,
        /// Name of the configuration.
        config: String,
        /// Slots that the network has.
        found: usize,
        /// Slots that the label list describes.
        expected: usize,
    },
    /// The network has another size than its configuration says.
    #[error("{model}: {what} is {found}, but {config} says {expected}; is this the configuration of this model?")]
    ConfigMismatch {
        /// The model file.
        model: String,
        /// Name of the configuration.
        config: String,
        /// Which size: `number of queries`, `mask size`, `batch size`.
        what: &'static str,
        /// What the network has.
        found: String,
        /// What the configuration says.
        expected: String,
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
    /// The network's outputs are not those of RF-DETR-Seg.
    #[error(
        "{model}: {problem}; an RF-DETR-Seg network has boxes [1, Q, 4] (dets, pred_boxes), labels [1, Q, C] (labels, pred_logits) and masks \
         [1, Q, h, w] (masks, pred_masks), this model has {found}"
    )]
    Outputs {
        /// The model file.
        model: String,
        /// What is wrong.
        problem: String,
        /// The outputs that the network has, with names and shapes.
        found: String,
    },
    /// An output that does not hold as many values as its shape says.
    #[error("output {output} of shape {shape} must hold {needed} values, but holds {found}")]
    OutputLength {
        /// Which output: `boxes`, `labels`, `masks`.
        output: &'static str,
        /// Its shape for one picture.
        shape: String,
        /// Values needed.
        needed: u64,
        /// Values found.
        found: u64,
    },
    /// Sizes of outputs that can't be decoded.
    #[error("outputs of {queries} queries, {classes} class slots and {mask_width}x{mask_height} masks can't be decoded: {problem}")]
    OutputSizes {
        /// Queries.
        queries: usize,
        /// Class slots.
        classes: usize,
        /// Width of a mask in network pixels.
        mask_width: usize,
        /// Height of a mask in network pixels.
        mask_height: usize,
        /// What is wrong.
        problem: &'static str,
    },
    /// The network computed NaN or infinity, so that nothing can be said about the picture.
    #[error(
        "output {output} has {count} values that are NaN or infinite, the first in query {query}; the network's result means nothing. \
         FP16 that overflows (LayerNormalization split into parts by an old export) and broken weights are the usual causes: run in FP32 or export again \
         at opset 17"
    )]
    NotFinite {
        /// Which output: `boxes`, `labels`, `masks`.
        output: &'static str,
        /// The first query concerned.
        query: usize,
        /// How many values of that output are concerned (of masks: of the masks that were needed).
        count: usize,
    },
    /// A threshold that no score can be compared with.
    #[error("{what} is {value}; scores are compared with numbers in 0..=1")]
    Threshold {
        /// Which threshold.
        what: String,
        /// The value given.
        value: f32,
    },
    /// An option names a class that the model does not have.
    #[error("{option} names class {class_id}, which {config} does not have; its classes are {known}")]
    UnknownClass {
        /// Which option.
        option: &'static str,
        /// The class id given.
        class_id: u32,
        /// Name of the configuration.
        config: String,
        /// The classes there are, shortened where there are many.
        known: String,
    },
    /// A picture without pixels, or too large to be counted.
    #[error("a picture of {width}x{height} pixels can't be segmented; both sides must be 1..=65536")]
    PictureSize {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
    },
    /// The picture could not be made into the network's input.
    #[error(transparent)]
    Preprocess(#[from] vrt::preprocess::PreprocessError),
    /// The tables for upsampling masks could not be made.
    #[error(transparent)]
    Resample(#[from] vrt::resample::ResampleError),
    /// The network could not be opened or run.
    #[cfg(feature = "cpu")]
    #[error(transparent)]
    Session(#[from] vrt::cpu::CpuError),
    /// The model could not be had by its name.
    #[cfg(feature = "hub")]
    #[error(transparent)]
    Hub(#[from] Box<vrt_hub::Error>),
    /// The GPU half: the GPU, TensorRT, or what was given to them.
    #[cfg(feature = "cuda")]
    #[error(transparent)]
    Gpu(#[from] crate::cuda::GpuError),
    /// A mask could not be stored.
    #[error(transparent)]
    Mask(#[from] vrt_types::Error),
}

#[cfg(feature = "hub")]
impl From<vrt_hub::Error> for Error {
    fn from(error: vrt_hub::Error) -> Self {
        Self::Hub(Box::new(error))
    }
}
