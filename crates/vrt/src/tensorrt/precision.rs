//! The precision asked for, what a TensorRT family can do about it, and the precision that was built.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::library::Family;
use super::onnx::{OnnxSummary, Quantized, element_type};
use crate::cuda::Sm;

/// A precision to build an engine in.
///
/// TensorRT 10 takes it from builder flags, and chooses layer by layer what is fastest within it. TensorRT 11 and TensorRT-RTX have no
/// such flags: there the ONNX file says it. So this is what is **asked for**; [`PrecisionBuilt`] says what came out, and a precision that
/// cannot be honoured is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Precision {
    /// 32-bit floats throughout; TF32 is switched off.
    Fp32,
    /// 32-bit floats, with products rounded to TF32 (10 bits of mantissa) on tensor cores.
    Tf32,
    /// 16-bit floats where they are faster, 32-bit elsewhere.
    Fp16,
    /// bfloat16 where it is faster, 32-bit elsewhere. Compute capability 8.0 and newer.
    Bf16,
    /// 8-bit integers where the model's Q/DQ nodes say so, 16-bit floats elsewhere.
    Int8,
    /// 8-bit floats where the model's Q/DQ nodes say so, 16-bit floats elsewhere. Compute capability 8.9 and newer.
    Fp8,
}

impl Precision {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Fp32, Self::Tf32, Self::Fp16, Self::Bf16, Self::Int8, Self::Fp8];

    /// Its name, as on the command line and in engine file names.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fp32 => "fp32",
            Self::Tf32 => "tf32",
            Self::Fp16 => "fp16",
            Self::Bf16 => "bf16",
            Self::Int8 => "int8",
            Self::Fp8 => "fp8",
        }
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A name that is no precision.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no precision; there are fp32, tf32, fp16, bf16, int8 and fp8")]
pub struct UnknownPrecision(pub String);

impl FromStr for Precision {
    type Err = UnknownPrecision;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|precision| precision.name().eq_ignore_ascii_case(name)).ok_or_else(|| UnknownPrecision(name.to_owned()))
    }
}

/// A precision that cannot be honoured.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrecisionError {
    /// The family takes the precision from the model, which says another.
    #[error(
        "{asked} was asked for, but {family} takes the precision from the ONNX file, and this one computes in {found}. \
         Convert the model ({how}), ask for {found}, or use TensorRT 10"
    )]
    ModelSaysOtherwise {
        /// What was asked for.
        asked: Precision,
        /// The family.
        family: Family,
        /// What the model says.
        found: &'static str,
        /// How to convert it.
        how: &'static str,
    },
    /// 8 bits were asked for without a quantised model.
    #[error(
        "{asked} was asked for, but the model has no QuantizeLinear/DequantizeLinear nodes for it{}. Without measured scales {asked} loses the detections, \
         so it is built from quantised models only: quantise the ONNX first (e.g. with NVIDIA's ModelOpt), or ask for fp16",
        if *other { " (it is quantised to another 8-bit type)" } else { "" }
    )]
    NotQuantized {
        /// What was asked for.
        asked: Precision,
        /// The model is quantised, to the other type.
        other: bool,
    },
    /// A quantised model, and a precision that would drop its quantisation.
    #[error("the model is quantised ({found}), but {asked} was asked for: ask for {found}, or export the model unquantised")]
    Quantized {
        /// What was asked for.
        asked: Precision,
        /// What the model is quantised to.
        found: Precision,
    },
    /// The model holds 16-bit weights, and 32 bits were asked for.
    #[error(
        "{asked} was asked for, but the model's own weights are {found}: nothing can restore the lost digits. Ask for {found}, or export the model in 32 bits"
    )]
    ModelIsHalf {
        /// What was asked for.
        asked: Precision,
        /// What the weights are.
        found: Precision,
    },
    /// The GPU does not compute in it.
    #[error("{asked} needs a GPU of compute capability {needed} or newer; this one has {}.{}: ask for fp16", found.major, found.minor)]
    Gpu {
        /// What was asked for.
        asked: Precision,
        /// What it needs.
        needed: &'static str,
        /// What this GPU has.
        found: Sm,
    },
}

/// How a builder is set up for a precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The network keeps the types of the ONNX file exactly.
    pub strongly_typed: bool,
    pub tf32: bool,
    pub fp16: bool,
    pub bf16: bool,
    pub int8: bool,
    pub fp8: bool,
}

impl Plan {
    const F32: Self = Self { strongly_typed: false, tf32: false, fp16: false, bf16: false, int8: false, fp8: false };

    /// What to set for `asked`, or why it cannot be honoured.
    ///
    /// # Errors
    /// [`PrecisionError`].
    pub(crate) fn new(asked: Precision, family: Family, sm: Sm, model: &OnnxSummary) -> Result<Self, PrecisionError> {
        let needed = match asked {
            Precision::Bf16 if sm < (Sm { major: 8, minor: 0 }) => Some("8.0"),
            Precision::Fp8 if sm < (Sm { major: 8, minor: 9 }) => Some("8.9"),
            _ => None,
        };
        if let Some(needed) = needed {
            return Err(PrecisionError::Gpu { asked, needed, found: sm });
        }
        let eight_bits = match (asked, model.quantized()) {
            (Precision::Int8, Some(Quantized::Int8)) | (Precision::Fp8, Some(Quantized::Fp8)) => true,
            (Precision::Int8 | Precision::Fp8, other) => {
                return Err(PrecisionError::NotQuantized { asked, other: other.is_some() });
            }
            (_, Some(Quantized::Int8)) => return Err(PrecisionError::Quantized { asked, found: Precision::Int8 }),
            (_, Some(Quantized::Fp8)) => return Err(PrecisionError::Quantized { asked, found: Precision::Fp8 }),
            (_, None) => false,
        };
        let half = model.computes_in(element_type::FLOAT16);
        let brain = model.computes_in(element_type::BFLOAT16);
        if !eight_bits {
            let weights = |kind| model.weights.contains_key(&kind);
            let found = match asked {
                Precision::Fp16 => None,
                _ if weights(element_type::FLOAT16) => Some(Precision::Fp16),
                Precision::Bf16 => None,
                _ if weights(element_type::BFLOAT16) => Some(Precision::Bf16),
                _ => None,
            };
            if let Some(found) = found {
                return Err(PrecisionError::ModelIsHalf { asked, found });
            }
        }
        if matches!(family, Family::Trt10) {
            return Ok(Self::by_flags(asked, half || brain));
        }
        let fits = match asked {
            Precision::Fp32 | Precision::Tf32 => !half && !brain,
            Precision::Fp16 => half && !brain,
            Precision::Bf16 => brain && !half,
            Precision::Int8 | Precision::Fp8 => true,
        };
        if !fits {
            let found = match (half, brain) {
                (false, false) => "fp32",
                (true, false) => "fp16",
                (false, true) => "bf16",
                (true, true) => "fp16 and bf16 mixed",
            };
            let how = match asked {
                Precision::Fp16 | Precision::Bf16 => "e.g. `modelopt.onnx.autocast`, which keeps normalisation layers in 32 bits",
                _ => "export it in 32 bits",
            };
            return Err(PrecisionError::ModelSaysOtherwise { asked, family, found, how });
        }
        Ok(Self { strongly_typed: true, tf32: asked != Precision::Fp32, ..Self::F32 })
    }

    /// TensorRT 10: flags, unless the model itself says where it computes in 16 bits.
    fn by_flags(asked: Precision, typed: bool) -> Self {
        let tf32 = asked != Precision::Fp32;
        match asked {
            _ if typed => Self { strongly_typed: true, tf32, ..Self::F32 },
            Precision::Fp32 => Self::F32,
            Precision::Tf32 => Self { tf32, ..Self::F32 },
            Precision::Fp16 => Self { tf32, fp16: true, ..Self::F32 },
            Precision::Bf16 => Self { tf32, bf16: true, ..Self::F32 },
            Precision::Int8 => Self { tf32, fp16: true, int8: true, ..Self::F32 },
            Precision::Fp8 => Self { tf32, fp16: true, fp8: true, ..Self::F32 },
        }
    }
}

/// What an engine computes in, by the engine inspector: how many layers have an output of each type.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrecisionBuilt {
    /// Layers by the type of their outputs, e.g. `{"fp16": 120, "fp32": 14}`. Empty where the inspector tells nothing.
    pub layers: BTreeMap<String, usize>,
}

impl PrecisionBuilt {
    /// Counts layers in the inspector's JSON (`getEngineInformation(kJSON)` of an engine built with detailed profiling verbosity).
    pub fn from_inspector(json: &str) -> Self {
        let mut layers = BTreeMap::new();
        let parsed: Option<serde_json::Value> = serde_json::from_str(json).ok();
        let list = parsed.as_ref().and_then(|engine| engine.get("Layers")).and_then(serde_json::Value::as_array);
        for layer in list.into_iter().flatten() {
            let outputs = layer.get("Outputs").and_then(serde_json::Value::as_array);
            let format = outputs
                .and_then(|outputs| outputs.first())
                .and_then(|output| output.get("Format/Datatype").or_else(|| output.get("Format")))
                .and_then(serde_json::Value::as_str);
            if let Some(kind) = format.and_then(kind_of_format) {
                *layers.entry(kind.to_owned()).or_default() += 1;
            }
        }
        Self { layers }
    }

    /// Whether any layer computes in `precision`. `None` where the inspector tells nothing.
    pub fn has(&self, precision: Precision) -> Option<bool> {
        if self.layers.is_empty() {
            return None;
        }
        let kind = match precision {
            Precision::Tf32 => "fp32",
            other => other.name(),
        };
        Some(self.layers.contains_key(kind))
    }
}

impl fmt::Display for PrecisionBuilt {
    /// E.g. `fp16 in 120 layers, fp32 in 14`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut counts: Vec<_> = self.layers.iter().collect();
        counts.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        if counts.is_empty() {
            return formatter.write_str("unknown (the inspector tells nothing)");
        }
        for (index, (kind, count)) in counts.into_iter().enumerate() {
            match index {
                0 => write!(formatter, "{kind} in {count} layer{}", if *count == 1 { "" } else { "s" })?,
                _ => write!(formatter, ", {kind} in {count}")?,
            }
        }
        Ok(())
    }
}

/// The type in a format as the inspector writes it: `Row major linear FP16 format`, `Half`, `N/A due to dynamic shapes`, ...
fn kind_of_format(format: &str) -> Option<&'static str> {
    let format = format.to_ascii_lowercase();
    [
        ("bf16", "bf16"),
        ("bfloat16", "bf16"),
        ("fp16", "fp16"),
        ("half", "fp16"),
        ("fp8", "fp8"),
        ("fp4", "fp4"),
        ("fp32", "fp32"),
        ("float", "fp32"),
        ("int8", "int8"),
        ("int4", "int4"),
        ("int32", "int32"),
        ("int64", "int64"),
        ("bool", "bool"),
        ("uint8", "uint8"),
    ]
    .into_iter()
    .find(|(pattern, _)| format.contains(pattern))
    .map(|(_, kind)| kind)
}

#[cfg(test)]
mod tests;
