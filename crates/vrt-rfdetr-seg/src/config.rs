//! What a model needs to know about itself, as data: sizes, labels, and how a picture becomes its input.

mod labels;
pub(crate) mod metadata;
mod variant;

use std::path::Path;

use vrt::preprocess::{Normalize, ResizeFilter};

pub use labels::{Label, LabelMap, NoObject};
pub use variant::{Variant, VariantInfo};

use crate::Error;

/// Everything about one model that its ONNX file does not say.
///
/// A picture is stretched to [`Config::input_size`] (no letterbox, aspect ratio not kept), divided by 255, and normalised with
/// [`Config::normalize`]; channels are red, green, blue.
///
/// # The resize filter is part of the model
/// Which filter the published checkpoints were trained with is disputed, and the choice moves scores and boxes a little:
///
/// | filter | used by |
/// |---|---|
/// | [`ResizeFilter::Bilinear`] (the default here) | rfdetr 1.9 and later: half-pixel, no antialiasing, on floats |
/// | [`ResizeFilter::BilinearAntialias`] | rfdetr up to 1.8, and the harness behind the published AP |
/// | [`ResizeFilter::PillowBilinear`] | Roboflow's inference server: Pillow on bytes |
///
/// # Example
/// ```
/// use vrt::preprocess::ResizeFilter;
/// use vrt_rfdetr_seg::{LabelMap, NoObject, Variant};
///
/// // Nano fine-tuned on two classes: three logits a query, the last of which means "no object".
/// let config = Variant::Nano
///     .config()
///     .with_name("cups-and-forks")
///     .with_labels(LabelMap::from_names(["cup", "fork"], NoObject::Last)?)
///     .with_filter(ResizeFilter::BilinearAntialias);
/// assert_eq!(config.labels().head_width(), 3);
/// # Ok::<(), vrt_rfdetr_seg::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    name: String,
    width: usize,
    height: usize,
    queries: usize,
    select: usize,
    mask: Option<(usize, usize)>,
    labels: LabelMap,
    filter: ResizeFilter,
    normalize: Normalize,
}

/// Longest side of an input or mask that a configuration may ask for.
pub(crate) const MAX_SIDE: usize = 8192;
/// Most queries that a configuration may ask for.
pub(crate) const MAX_QUERIES: usize = 65_536;

impl Config {
    /// A configuration with the given sizes and labels, [`ResizeFilter::Bilinear`], ImageNet normalisation, and as many pairs selected by
    /// score as there are queries.
    ///
    /// `input_size` is width and height of the network's input in pixels.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] for sides outside 1..=8192, or no queries, or more than 65536.
    pub fn new(name: impl Into<String>, input_size: (usize, usize), queries: usize, labels: LabelMap) -> Result<Self, Error> {
        let name = name.into();
        let (width, height) = input_size;
        check_side(&name, "input width", width)?;
        check_side(&name, "input height", height)?;
        check_count(&name, "number of queries", queries)?;
        let (filter, normalize) = (ResizeFilter::Bilinear, Normalize::IMAGENET);
        Ok(Self { name, width, height, queries, select: queries, mask: None, labels, filter, normalize })
    }

    pub(crate) fn of_variant(variant: Variant) -> Self {
        let info = variant.info();
        Self {
            name: info.name.to_owned(),
            width: info.resolution,
            height: info.resolution,
            queries: info.queries,
            select: info.queries,
            mask: Some((info.mask_size, info.mask_size)),
            labels: LabelMap::coco(),
            filter: ResizeFilter::Bilinear,
            normalize: Normalize::IMAGENET,
        }
    }

    /// Reads model metadata, the JSON document of format `vrt-model/1` that is written beside an exported ONNX file.
    ///
    /// ```
    /// let config = vrt_rfdetr_seg::Config::from_metadata_json(
    ///     r#"{
    ///         "format": "vrt-model/1", "task": "instance-segmentation", "family": "rfdetr-seg", "name": "cups",
    ///         "input": {"width": 312, "height": 312, "resize": "stretch", "filter": "bilinear", "color": "rgb",
    ///                   "mean": [0.485, 0.456, 0.406], "std": [0.229, 0.224, 0.225]},
    ///         "queries": 100,
    ///         "labels": [{"id": 0, "name": "cup"}, {"id": 1, "name": "fork"}],
    ///         "head_width": 3,
    ///         "no_object": "last"
    ///     }"#,
    /// )?;
    /// assert_eq!(config.labels().name(1), Some("fork"));
    /// # Ok::<(), vrt_rfdetr_seg::Error>(())
    /// ```
    ///
    /// Beyond the keys above, `"mask": {"width", "height"}` (network pixels) and `"num_select"` may be given, and a label may say its
    /// `"slot"`; other keys beside `"format"` are left alone. A label without `"slot"` sits on the slot of its position in the list (one further with
    /// `"no_object": "first"`). Unless some label says its slot, the list must fill the head.
    ///
    /// # Errors
    /// [`Error::MetadataJson`] if the text is not JSON, [`Error::Metadata`] with the JSON path of the first thing that is missing, unknown
    /// (within `"input"`, `"mask"` and labels) or wrong.
    pub fn from_metadata_json(text: &str) -> Result<Self, Error> {
        metadata::read(text, "(given as text)")
    }

    /// Reads model metadata from a file; see [`Config::from_metadata_json`].
    ///
    /// # Errors
    /// [`Error::MetadataFile`] if the file can't be read, and those of [`Config::from_metadata_json`].
    pub fn from_metadata_file(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|source| Error::MetadataFile { path: path.to_owned(), source })?;
        metadata::read(&text, &path.display().to_string())
    }

    /// The configuration as model metadata, which [`Config::from_metadata_json`] reads back as the same configuration.
    pub fn to_metadata_json(&self) -> String {
        metadata::write(self)
    }

    /// The same configuration under another name.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The same configuration with other labels: those of a fine-tuned head.
    #[must_use]
    pub fn with_labels(mut self, labels: LabelMap) -> Self {
        self.labels = labels;
        self
    }

    /// The same configuration with another resize filter.
    #[must_use]
    pub fn with_filter(mut self, filter: ResizeFilter) -> Self {
        self.filter = filter;
        self
    }

    /// The same configuration with other mean and standard deviation.
    #[must_use]
    pub fn with_normalize(mut self, normalize: Normalize) -> Self {
        self.normalize = normalize;
        self
    }

    /// The same configuration for masks of another size, in network pixels; `None` accepts what the network has.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] for sides outside 1..=8192.
    pub fn with_mask_size(mut self, mask: Option<(usize, usize)>) -> Result<Self, Error> {
        if let Some((width, height)) = mask {
            check_side(&self.name, "mask width", width)?;
            check_side(&self.name, "mask height", height)?;
        }
        self.mask = mask;
        Ok(self)
    }

    /// The same configuration with another number of (query, class) pairs selected by score. The published AP figures were computed
    /// with 300 for every variant, the rfdetr package itself selects as many as there are queries.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] for 0 and for more than 65536.
    pub fn with_num_select(mut self, select: usize) -> Result<Self, Error> {
        check_count(&self.name, "num_select", select)?;
        self.select = select;
        Ok(self)
    }

    /// Name of the model, for messages and files.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Width and height of the network's input in pixels.
    pub fn input_size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Queries: how many objects the network can propose.
    pub fn queries(&self) -> usize {
        self.queries
    }

    /// How many (query, class) pairs are kept by score, before thresholds; fewer where the network has fewer pairs.
    pub fn num_select(&self) -> usize {
        self.select
    }

    /// Width and height of the masks in network pixels, where the configuration says it.
    pub fn mask_size(&self) -> Option<(usize, usize)> {
        self.mask
    }

    /// What each slot of the class head stands for.
    pub fn labels(&self) -> &LabelMap {
        &self.labels
    }

    /// How pictures are resized.
    pub fn filter(&self) -> ResizeFilter {
        self.filter
    }

    /// Mean and standard deviation of the normalisation, for values in 0..=1.
    pub fn normalize(&self) -> &Normalize {
        &self.normalize
    }
}

fn check_side(config: &str, what: &'static str, value: usize) -> Result<(), Error> {
    check(config, what, value, MAX_SIDE, "in 1..=8192")
}

fn check_count(config: &str, what: &'static str, value: usize) -> Result<(), Error> {
    check(config, what, value, MAX_QUERIES, "in 1..=65536")
}

fn check(config: &str, what: &'static str, value: usize, most: usize, must: &'static str) -> Result<(), Error> {
    match (1..=most).contains(&value) {
        true => Ok(()),
        false => Err(Error::InvalidConfig { config: config.to_owned(), what, value: value.to_string(), must }),
    }
}
