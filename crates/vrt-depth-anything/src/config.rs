//! What a model needs to know about its pictures and its outputs, as data.

pub(crate) mod metadata;

use std::path::Path;

use vrt::preprocess::{Normalize, ResizeFilter};
use vrt::resample::Alignment;

use crate::Error;
use crate::geometry::ResizeRule;

/// Pixels that a network's input may have unless a [`Config`] says otherwise: four times 518 x 518, an aspect ratio of about 4:1.
///
/// The attention matrices of a layer hold `(pixels / 14^2)^2` numbers a head: at this limit 0.7 GB for Small and 1.9 GB for Large.
pub const DEFAULT_MAX_NETWORK_PIXELS: usize = 4 * 518 * 518;

/// What the numbers of a network's depth output mean.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Output {
    /// Relative inverse depth, larger is nearer (Depth Anything V2).
    Disparity,
    /// Relative depth, larger is farther (Depth Anything V3 mono).
    Relative,
    /// Metres.
    Metric {
        /// Largest depth that the network can give, in metres. Larger values are an error: graph and metadata do not belong together.
        max_depth: Option<f32>,
        /// Where set, the network gives depths as a camera with this focal length (pixels of the network's input) would see them, and
        /// `metres = output * focal / canonical_focal` (Depth Anything V3 metric: 300).
        canonical_focal: Option<f64>,
    },
}

impl Output {
    /// Whether metres need the camera's focal length.
    pub fn needs_intrinsics(self) -> bool {
        matches!(self, Self::Metric { canonical_focal: Some(_), .. })
    }
}

/// How the network's sky output is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sky {
    /// A pixel is sky where its score is at least this.
    pub threshold: f32,
}

/// Everything about one model that is not in its graph.
///
/// ```
/// use vrt_depth_anything::{Config, Output, ResizeRule, Variant};
///
/// let v2 = Variant::V2Small.config();
/// assert_eq!(v2.resize, ResizeRule::LowerBound { width: 518, height: 518, multiple: 14 });
///
/// let mine = Config::from_metadata_json(r#"{
///     "format": "vrt-model/1", "task": "depth", "family": "depth-anything", "name": "mine",
///     "input": {"width": 252, "height": 252, "resize": "stretch", "filter": "bilinear",
///               "mean": [0.485, 0.456, 0.406], "std": [0.229, 0.224, 0.225], "color": "rgb"},
///     "output": {"kind": "metric", "max_depth": 4.0}
/// }"#)?;
/// assert_eq!(mine.output, Output::Metric { max_depth: Some(4.0), canonical_focal: None });
/// # Ok::<(), vrt_depth_anything::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Name, for messages.
    pub name: String,
    /// How the input size follows from the picture's. A graph with a fixed input size overrules it, see
    /// [`Geometry::fixed`](crate::Geometry::fixed).
    pub resize: ResizeRule,
    /// How pictures are resized.
    pub filter: ResizeFilter,
    /// Mean and standard deviation of the channels.
    pub normalize: Normalize,
    /// What the depth output means.
    pub output: Output,
    /// How maps are brought from the network's size to the picture's.
    ///
    /// V2's own code uses [`Alignment::Corners`]. V3's own code leaves maps at the network's size; [`Alignment::HalfPixel`] undoes its
    /// resizes, which map pixel edges onto each other.
    pub upsampling: Alignment,
    /// How the sky output is read; `None` for networks without one.
    pub sky: Option<Sky>,
    /// Most pixels that the network's input may have where the rule leaves it open.
    pub max_network_pixels: usize,
}

impl Config {
    /// Reads metadata of the form "vrt-model/1" with task "depth" and family "depth-anything".
    ///
    /// `input.resize` is `"stretch"`, `"lower-bound"` or `"upper-bound"` (with `input.multiple`), `output.kind` is `"disparity"`,
    /// `"relative"` or `"metric"`. Optional are `output.max_depth`, `output.canonical_focal`, `output.sky_threshold`,
    /// `output.upsampling` (`"corners"` or `"half-pixel"`; without it `"corners"` for lower-bound models and else `"half-pixel"`) and
    /// `input.max_pixels`.
    ///
    /// # Errors
    /// [`Error::Metadata`] where the text is not of that form, [`Error::Config`] where a value makes no sense.
    pub fn from_metadata_json(json: &str) -> Result<Self, Error> {
        metadata::read(json, "text")
    }

    /// Reads a metadata file, see [`Config::from_metadata_json`].
    ///
    /// # Errors
    /// [`Error::MetadataFile`] where the file can't be read, and those of [`Config::from_metadata_json`].
    pub fn from_metadata_file(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let json = std::fs::read_to_string(path).map_err(|source| Error::MetadataFile { path: path.to_owned(), source })?;
        metadata::read(&json, &path.display().to_string())
    }

    /// The metadata that [`Config::from_metadata_json`] reads back as this configuration.
    pub fn to_metadata_json(&self) -> String {
        metadata::write(self)
    }

    /// Checks that every value makes sense. Whoever loads a model does this already.
    ///
    /// # Errors
    /// [`Error::Config`] for sizes of 0, standard deviations and depths that are not positive, and values that are not finite.
    pub fn validate(&self) -> Result<(), Error> {
        self.resize.validate()?;
        let positive = |value: f64| value.is_finite() && value > 0.0;
        let error = |field, found: &dyn std::fmt::Debug, must| Err(Error::Config { field, found: format!("{found:?}"), must });
        if !self.normalize.mean.iter().all(|mean| mean.is_finite()) {
            return error("input.mean", &self.normalize.mean, "hold three finite numbers");
        }
        if !self.normalize.std.iter().all(|std| positive(f64::from(*std))) {
            return error("input.std", &self.normalize.std, "hold three finite numbers above 0");
        }
        if matches!(self.resize, ResizeRule::UpperBound { .. })
            && self.filter != ResizeFilter::AreaCubic
            && self.filter != ResizeFilter::PillowBilinear
        {
            return error("input.filter", &self.filter, "be one on 8 bits (area-cubic, pillow-bilinear) where resizing takes two steps");
        }
        if let Output::Metric { max_depth, canonical_focal } = self.output {
            if let Some(depth) = max_depth.filter(|depth| !positive(f64::from(*depth))) {
                return error("output.max_depth", &depth, "be a finite number of metres above 0");
            }
            if let Some(focal) = canonical_focal.filter(|focal| !positive(*focal)) {
                return error("output.canonical_focal", &focal, "be a finite number of pixels above 0");
            }
        }
        match self.sky {
            Some(Sky { threshold }) if !threshold.is_finite() => error("output.sky_threshold", &threshold, "be a finite number"),
            _ if self.max_network_pixels == 0 => error("input.max_pixels", &0, "be at least 1"),
            _ => Ok(()),
        }
    }
}
