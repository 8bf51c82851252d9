//! The published variants, as data.

use std::fmt;
use std::str::FromStr;

use super::Config;
use crate::Error;

/// A published variant of RF-DETR-Seg.
///
/// ```
/// use vrt_rfdetr_seg::Variant;
/// let variant: Variant = "rfdetr-seg-nano".parse()?;
/// assert_eq!(variant, Variant::Nano);
/// assert_eq!(variant.info().resolution, 312);
/// assert_eq!(variant.config().labels().name(1), Some("person"));
/// # Ok::<(), vrt_rfdetr_seg::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// 312 x 312, 100 queries.
    Nano,
    /// 384 x 384, 100 queries.
    Small,
    /// 432 x 432, 200 queries.
    Medium,
    /// 504 x 504, 200 queries.
    Large,
    /// 624 x 624, 300 queries.
    XLarge,
    /// 768 x 768, 300 queries.
    TwoXLarge,
    /// The first published variant, 432 x 432, 200 queries; replaced by the others.
    Preview,
}

/// What is known of a variant.
///
/// Sizes follow the configuration of the rfdetr package (1.11.2). The accuracy figures are those its authors publish in the README of
/// <https://github.com/roboflow/rf-detr>: mask AP on COCO val2017. They were not measured by this project.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct VariantInfo {
    /// The name used everywhere: `rfdetr-seg-nano`.
    pub name: &'static str,
    /// Width and height of the network's input in pixels. Divisible by `patch * windows`; fixed when the model is exported.
    pub resolution: usize,
    /// Side of a patch of the backbone in pixels.
    pub patch: usize,
    /// Windows per side in the backbone's windowed attention.
    pub windows: usize,
    /// Layers of the decoder.
    pub decoder_layers: usize,
    /// Queries, and with them how many (query, class) pairs are kept by score.
    pub queries: usize,
    /// Width and height of the masks in network pixels: a quarter of the resolution.
    pub mask_size: usize,
    /// Published mask AP at IoU 0.50, in percent.
    pub ap50: Option<f32>,
    /// Published mask AP at IoU 0.50 to 0.95, in percent.
    pub ap50_95: f32,
}

impl Variant {
    /// All variants, smallest first, the replaced one last.
    pub const ALL: [Self; 7] = [Self::Nano, Self::Small, Self::Medium, Self::Large, Self::XLarge, Self::TwoXLarge, Self::Preview];

    /// What is known of this variant.
    pub const fn info(self) -> &'static VariantInfo {
        match self {
            Self::Nano => &NANO,
            Self::Small => &SMALL,
            Self::Medium => &MEDIUM,
            Self::Large => &LARGE,
            Self::XLarge => &XLARGE,
            Self::TwoXLarge => &TWO_XLARGE,
            Self::Preview => &PREVIEW,
        }
    }

    /// The configuration of the published COCO weights of this variant.
    pub fn config(self) -> Config {
        Config::of_variant(self)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.info().name)
    }
}

impl FromStr for Variant {
    type Err = Error;

    /// Reads the name of a variant; `rfdetr-seg-xxlarge`, as some published files spell it, is [`Variant::TwoXLarge`].
    fn from_str(name: &str) -> Result<Self, Error> {
        if name == "rfdetr-seg-xxlarge" {
            return Ok(Self::TwoXLarge);
        }
        Self::ALL
            .into_iter()
            .find(|variant| variant.info().name == name)
            .ok_or_else(|| Error::UnknownVariant { name: name.to_owned(), known: Self::ALL.map(|variant| variant.info().name).join(", ") })
    }
}

const NANO: VariantInfo = VariantInfo {
    name: "rfdetr-seg-nano",
    resolution: 312,
    patch: 12,
    windows: 1,
    decoder_layers: 4,
    queries: 100,
    mask_size: 78,
    ap50: Some(63.0),
    ap50_95: 40.3,
};
const SMALL: VariantInfo = VariantInfo {
    name: "rfdetr-seg-small",
    resolution: 384,
    patch: 12,
    windows: 2,
    decoder_layers: 4,
    queries: 100,
    mask_size: 96,
    ap50: Some(66.2),
    ap50_95: 43.1,
};
const MEDIUM: VariantInfo = VariantInfo {
    name: "rfdetr-seg-medium",
    resolution: 432,
    patch: 12,
    windows: 2,
    decoder_layers: 5,
    queries: 200,
    mask_size: 108,
    ap50: Some(68.4),
    ap50_95: 45.3,
};
const LARGE: VariantInfo = VariantInfo {
    name: "rfdetr-seg-large",
    resolution: 504,
    patch: 12,
    windows: 2,
    decoder_layers: 5,
    queries: 200,
    mask_size: 126,
    ap50: Some(70.5),
    ap50_95: 47.1,
};
const XLARGE: VariantInfo = VariantInfo {
    name: "rfdetr-seg-xlarge",
    resolution: 624,
    patch: 12,
    windows: 2,
    decoder_layers: 6,
    queries: 300,
    mask_size: 156,
    ap50: Some(72.2),
    ap50_95: 48.8,
};
const TWO_XLARGE: VariantInfo = VariantInfo {
    name: "rfdetr-seg-2xlarge",
    resolution: 768,
    patch: 12,
    windows: 2,
    decoder_layers: 6,
    queries: 300,
    mask_size: 192,
    ap50: Some(73.1),
    ap50_95: 49.9,
};
const PREVIEW: VariantInfo = VariantInfo {
    name: "rfdetr-seg-preview",
    resolution: 432,
    patch: 12,
    windows: 2,
    decoder_layers: 4,
    queries: 200,
    mask_size: 108,
    ap50: None,
    ap50_95: 44.3,
};
