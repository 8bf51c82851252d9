//! The published checkpoints: what they are called, what they give and under which licence.

use std::fmt;
use std::str::FromStr;

use vrt::preprocess::{Normalize, ResizeFilter};
use vrt::resample::Alignment;

use crate::Error;
use crate::config::{Config, DEFAULT_MAX_NETWORK_PIXELS, Output, Sky};
use crate::geometry::ResizeRule;

/// A published Depth Anything checkpoint.
///
/// ```
/// use vrt_depth_anything::{License, Output, Variant};
///
/// let variant: Variant = "depth-anything-v2-metric-hypersim-small".parse()?;
/// assert_eq!(variant, Variant::V2MetricHypersimSmall);
/// assert_eq!(variant.config().output, Output::Metric { max_depth: Some(20.0), canonical_focal: None });
/// assert_eq!(Variant::V2Large.license(), License::CcByNc4);
/// # Ok::<(), vrt_depth_anything::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// V2 Small: relative disparity.
    V2Small,
    /// V2 Base: relative disparity.
    V2Base,
    /// V2 Large: relative disparity.
    V2Large,
    /// V2 Small fine-tuned on Hypersim: metres indoors, up to 20.
    V2MetricHypersimSmall,
    /// V2 Base fine-tuned on Hypersim: metres indoors, up to 20.
    V2MetricHypersimBase,
    /// V2 Large fine-tuned on Hypersim: metres indoors, up to 20.
    V2MetricHypersimLarge,
    /// V2 Small fine-tuned on Virtual KITTI 2: metres on roads, up to 80.
    V2MetricVkittiSmall,
    /// V2 Base fine-tuned on Virtual KITTI 2: metres on roads, up to 80.
    V2MetricVkittiBase,
    /// V2 Large fine-tuned on Virtual KITTI 2: metres on roads, up to 80.
    V2MetricVkittiLarge,
    /// V3 mono Large: relative depth (not disparity) and sky.
    V3MonoLarge,
    /// V3 metric Large: metres once the focal length is known, and sky.
    V3MetricLarge,
}

/// Licence of a checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum License {
    /// Apache License 2.0.
    Apache2,
    /// Creative Commons Attribution-NonCommercial 4.0: no commercial use.
    CcByNc4,
}

impl License {
    /// The SPDX identifier.
    pub fn spdx(self) -> &'static str {
        match self {
            Self::Apache2 => "Apache-2.0",
            Self::CcByNc4 => "CC-BY-NC-4.0",
        }
    }

    /// Whether the licence lets a checkpoint be used commercially.
    pub fn allows_commercial_use(self) -> bool {
        matches!(self, Self::Apache2)
    }
}

impl fmt::Display for License {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.spdx())
    }
}

struct Facts {
    name: &'static str,
    weights: &'static str,
    parameters: f32,
    license: License,
}

const fn facts(name: &'static str, weights: &'static str, parameters: f32, license: License) -> Facts {
    Facts { name, weights, parameters, license }
}

impl Variant {
    /// Every variant.
    pub const ALL: [Self; 11] = [
        Self::V2Small,
        Self::V2Base,
        Self::V2Large,
        Self::V2MetricHypersimSmall,
        Self::V2MetricHypersimBase,
        Self::V2MetricHypersimLarge,
        Self::V2MetricVkittiSmall,
        Self::V2MetricVkittiBase,
        Self::V2MetricVkittiLarge,
        Self::V3MonoLarge,
        Self::V3MetricLarge,
    ];

    // Names and licences as the authors' READMEs state them (DepthAnything/Depth-Anything-V2, ByteDance-Seed/Depth-Anything-3). Some
    // Hugging Face cards of the metric Base and Large weights are tagged Apache-2.0 against the README, which is followed here.
    const fn facts(self) -> Facts {
        use License::{Apache2, CcByNc4};
        match self {
            Self::V2Small => facts("depth-anything-v2-small", "Depth-Anything-V2-Small", 24.8, Apache2),
            Self::V2Base => facts("depth-anything-v2-base", "Depth-Anything-V2-Base", 97.5, CcByNc4),
            Self::V2Large => facts("depth-anything-v2-large", "Depth-Anything-V2-Large", 335.3, CcByNc4),
            Self::V2MetricHypersimSmall => {
                facts("depth-anything-v2-metric-hypersim-small", "Depth-Anything-V2-Metric-Hypersim-Small", 24.8, Apache2)
            }
            Self::V2MetricHypersimBase => {
                facts("depth-anything-v2-metric-hypersim-base", "Depth-Anything-V2-Metric-Hypersim-Base", 97.5, CcByNc4)
            }
            Self::V2MetricHypersimLarge => {
                facts("depth-anything-v2-metric-hypersim-large", "Depth-Anything-V2-Metric-Hypersim-Large", 335.3, CcByNc4)
            }
            Self::V2MetricVkittiSmall => {
                facts("depth-anything-v2-metric-vkitti-small", "Depth-Anything-V2-Metric-VKITTI-Small", 24.8, Apache2)
            }
            Self::V2MetricVkittiBase => {
                facts("depth-anything-v2-metric-vkitti-base", "Depth-Anything-V2-Metric-VKITTI-Base", 97.5, CcByNc4)
            }
            Self::V2MetricVkittiLarge => {
                facts("depth-anything-v2-metric-vkitti-large", "Depth-Anything-V2-Metric-VKITTI-Large", 335.3, CcByNc4)
            }
            Self::V3MonoLarge => facts("depth-anything-v3-mono-large", "DA3MONO-LARGE", 350.0, Apache2),
            Self::V3MetricLarge => facts("depth-anything-v3-metric-large", "DA3METRIC-LARGE", 350.0, Apache2),
        }
    }

    /// The name, as [`FromStr`] reads it: `"depth-anything-v2-small"`, `"depth-anything-v3-metric-large"`, ...
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Licence of the weights. The Base and Large weights of V2 must not be used commercially.
    pub fn license(self) -> License {
        self.facts().license
    }

    /// Parameters in millions, as published.
    pub fn parameters_millions(self) -> f32 {
        self.facts().parameters
    }

    /// Where the authors publish the weights.
    pub fn source(self) -> String {
        format!("https://huggingface.co/depth-anything/{}", self.facts().weights)
    }

    /// What the network gives.
    pub fn output(self) -> Output {
        match self {
            Self::V2Small | Self::V2Base | Self::V2Large => Output::Disparity,
            Self::V2MetricHypersimSmall | Self::V2MetricHypersimBase | Self::V2MetricHypersimLarge => {
                Output::Metric { max_depth: Some(20.0), canonical_focal: None }
            }
            Self::V2MetricVkittiSmall | Self::V2MetricVkittiBase | Self::V2MetricVkittiLarge => {
                Output::Metric { max_depth: Some(80.0), canonical_focal: None }
            }
            Self::V3MonoLarge => Output::Relative,
            Self::V3MetricLarge => Output::Metric { max_depth: None, canonical_focal: Some(300.0) },
        }
    }

    /// How pictures are prepared for it and its outputs are read.
    pub fn config(self) -> Config {
        let v3 = matches!(self, Self::V3MonoLarge | Self::V3MetricLarge);
        Config {
            name: self.name().to_owned(),
            resize: match v3 {
                true => ResizeRule::UpperBound { longest: 504, multiple: 14 },
                false => ResizeRule::LowerBound { width: 518, height: 518, multiple: 14 },
            },
            filter: if v3 { ResizeFilter::AreaCubic } else { ResizeFilter::Cubic },
            normalize: Normalize::IMAGENET,
            output: self.output(),
            upsampling: if v3 { Alignment::HalfPixel } else { Alignment::Corners },
            sky: v3.then_some(Sky { threshold: 0.3 }),
            max_network_pixels: DEFAULT_MAX_NETWORK_PIXELS,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Variant {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|variant| variant.name() == name);
        found.ok_or_else(|| Error::UnknownVariant { name: name.to_owned(), known: Self::ALL.map(Self::name).join(", ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for variant in Variant::ALL {
            assert_eq!(variant.to_string().parse::<Variant>().unwrap(), variant);
            variant.config().validate().unwrap();
        }
        let error = "depth-anything-v2-giant".parse::<Variant>().unwrap_err().to_string();
        assert!(error.contains("depth-anything-v2-large") && error.contains("depth-anything-v2-giant"), "{error}");
    }

    #[test]
    fn only_the_published_free_ones_allow_commercial_use() {
        let free: Vec<_> = Variant::ALL.into_iter().filter(|variant| variant.license().allows_commercial_use()).collect();
        let small = [Variant::V2Small, Variant::V2MetricHypersimSmall, Variant::V2MetricVkittiSmall];
        assert_eq!(free[..3], small);
        assert_eq!(free[3..], [Variant::V3MonoLarge, Variant::V3MetricLarge]);
    }
}
