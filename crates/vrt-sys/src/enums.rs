//! TensorRT's enums over all families.
//!
//! A constant's number differs between families (`kVERSION_COMPATIBLE` is 13 in TensorRT 10 and 12 in 11) and some exist
//! in one family alone (`kFP16`), so these are names; the number is looked up for the loaded library at the call.

use crate::version::{Family, Version};

/// A constant's number in one family, and since which release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawValue {
    /// The number in C++.
    pub value: i32,
    /// The oldest release of the family that is known to have it, as `major * 10000 + minor * 100`.
    pub since: u32,
}

/// An enum of TensorRT.
pub trait RawEnum: Copy + PartialEq + 'static {
    /// Its name in C++, less the namespace.
    const NAME: &'static str;
    /// Every constant of any family.
    const ALL: &'static [Self];

    /// The constant's name in C++.
    fn constant(self) -> &'static str;

    /// The constant's number in `family`; `None` where the family has no such constant.
    fn raw(self, family: Family) -> Option<RawValue>;

    /// The constant that has `value` in `family`; `None` where this crate knows none.
    fn from_raw(family: Family, value: i32) -> Option<Self> {
        Self::ALL.iter().copied().find(|c| c.raw(family).is_some_and(|raw| raw.value == value))
    }

    /// The oldest release of `family` that is known to have it; `None` where none has.
    fn since(self, family: Family) -> Option<Version> {
        self.raw(family).map(|raw| Version::from_number(raw.since))
    }
}

const fn raw(value: i32, since: u32) -> RawValue {
    RawValue { value, since }
}

/// The enums of one family, as bindgen writes them.
macro_rules! family_types {
    ($name:ident, $file:literal) => {
        #[allow(missing_docs, dead_code, non_upper_case_globals, non_camel_case_types, non_snake_case, clippy::all)]
        pub(crate) mod $name {
            include!(concat!(env!("VRT_SYS_TABLES"), "/", $file));
        }
    };
}

family_types!(trt10, "types_trt10.rs");
family_types!(trt11, "types_trt11.rs");
family_types!(rtx, "types_rtx.rs");

/// Plain structs, the same in every family (`cargo xtask bindings` compares their layouts).
pub(crate) mod structs {
    pub use super::trt11::{Dims64, InterfaceInfo};
}

/// The libraries' exported C functions, as bindgen writes them.
#[allow(missing_docs, dead_code, non_snake_case, clippy::all, clippy::undocumented_unsafe_blocks)]
#[allow(clippy::missing_safety_doc, clippy::missing_errors_doc, clippy::missing_panics_doc, clippy::expect_used)]
#[allow(unsafe_op_in_unsafe_fn)]
pub(crate) mod functions {
    include!(concat!(env!("VRT_SYS_TABLES"), "/functions.rs"));
}

#[allow(unreachable_patterns, reason = "some enums are complete in every family")]
mod generated {
    use super::{Family, RawEnum, RawValue, raw, rtx, trt10, trt11};
    include!(concat!(env!("VRT_SYS_TABLES"), "/enums.rs"));
}

pub use generated::*;

#[cfg(test)]
mod tests {
    use super::*;

    /// From the headers, read by eye.
    #[test]
    fn numbers_per_family() {
        let numbers = |flag: BuilderFlag| [Family::Trt10, Family::Trt11, Family::Rtx].map(|f| flag.raw(f).map(|r| r.value));
        assert_eq!(numbers(BuilderFlag::Fp16), [Some(0), None, None]);
        assert_eq!(numbers(BuilderFlag::Tf32), [Some(6), Some(6), Some(6)]);
        assert_eq!(numbers(BuilderFlag::VersionCompatible), [Some(13), Some(12), Some(12)]);
        assert_eq!(numbers(BuilderFlag::RefitIndividual), [Some(23), Some(22), Some(22)]);
        assert_eq!(NetworkDefinitionCreationFlag::StronglyTyped.raw(Family::Trt10).unwrap().value, 1);
        assert_eq!(NetworkDefinitionCreationFlag::StronglyTyped.raw(Family::Trt11).unwrap().value, 0);
        assert_eq!(DataType::from_raw(Family::Rtx, 7), Some(DataType::Bf16));
        assert_eq!(DataType::from_raw(Family::Rtx, 99), None);
        assert_eq!(DataType::Fp4.since(Family::Trt10).unwrap().to_string(), "10.8.0");
    }
}
