//! Types that may lie in memory which the GPU writes.

use cudarc::driver::{DeviceRepr, ValidAsZeroBits};
use half::{bf16, f16};

use crate::cuda::DType;

/// Plain data: any bit pattern is a valid value, there is no padding, no pointer and nothing to drop, so a GPU may write it.
///
/// # Safety
/// All of that must hold for the implementing type. A `#[repr(C)]` struct of numbers without padding qualifies; `bool`, `char`, enums
/// and references do not.
pub unsafe trait Plain: Copy + Send + Sync + 'static {}

macro_rules! plain {
    ($($type:ty)*) => {
        $(
            // SAFETY: a number: every bit pattern is a value, there is no padding.
            unsafe impl Plain for $type {}
        )*
    };
}
plain!(u8 i8 u16 i16 u32 i32 u64 i64 f32 f64 f16 bf16);

// SAFETY: an array of plain data has no padding between its elements.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// An element of a device tensor that an engine reads or writes: a plain number with a TensorRT name.
///
/// `bool` tensors of an engine are read as `u8` (0 or 1), because a `bool` of any other value is undefined behaviour in Rust.
pub trait Element: Plain + DeviceRepr + ValidAsZeroBits + Default + PartialEq + sealed::Sealed {
    /// The type's name among tensor types.
    const DTYPE: DType;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! element {
    ($($type:ty => $dtype:ident)*) => {
        $(
            impl sealed::Sealed for $type {}
            impl Element for $type {
                const DTYPE: DType = DType::$dtype;
            }
        )*
    };
}
element!(f32 => F32 f16 => F16 bf16 => Bf16 i8 => I8 u8 => U8 i32 => I32 i64 => I64);
