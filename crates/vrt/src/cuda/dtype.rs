//! Names of tensor element types.

use std::fmt;

/// The element type of a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum DType {
    /// IEEE 754 single precision.
    F32,
    /// IEEE 754 half precision.
    F16,
    /// bfloat16: the upper half of an `F32`.
    Bf16,
    /// Signed 8-bit integer.
    I8,
    /// Unsigned 8-bit integer.
    U8,
    /// Signed 32-bit integer.
    I32,
    /// Signed 64-bit integer.
    I64,
    /// One byte, 0 or 1.
    Bool,
    /// 8-bit float, E4M3.
    Fp8,
    /// Signed 4-bit integer, two in a byte.
    I4,
    /// 4-bit float, E2M1, two in a byte.
    Fp4,
    /// 8-bit exponent (block scales).
    E8m0,
}

impl DType {
    /// Bits of one element.
    pub const fn bits(self) -> usize {
        match self {
            Self::I64 => 64,
            Self::F32 | Self::I32 => 32,
            Self::F16 | Self::Bf16 => 16,
            Self::I8 | Self::U8 | Self::Bool | Self::Fp8 | Self::E8m0 => 8,
            Self::I4 | Self::Fp4 => 4,
        }
    }

    /// Whether a tensor of type `T` may be bound where the engine has `self`: the same type, or `u8` for `Bool`.
    pub fn accepts(self, other: Self) -> bool {
        self == other || (self == Self::Bool && other == Self::U8)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::I8 => "i8",
            Self::U8 => "u8",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::Bool => "bool",
            Self::Fp8 => "fp8",
            Self::I4 => "i4",
            Self::Fp4 => "fp4",
            Self::E8m0 => "e8m0",
        })
    }
}
