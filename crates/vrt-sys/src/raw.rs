//! Calls by slot, unchecked: what the safe interface is made of.
//!
//! An object of TensorRT starts with a pointer to its table of functions; behind that, at offset 8, stands a pointer to
//! the object that does the work (`apiv::V*` in NVIDIA's headers, whose inline functions make exactly these calls). A C++
//! method is a C function with the object as its first argument (Itanium C++ ABI, as on Linux). So a method is called by
//! reading the function's address from its slot; the slots per family are generated from NVIDIA's headers and committed in
//! `bindings/`.

#![allow(non_snake_case, reason = "fields of generated structs are named as in C++")]

use std::ffi::{CStr, c_char, c_void};
use std::fmt;

use crate::enums::functions;
use crate::version::{Family, Version};

pub use crate::enums::structs::{Dims64, InterfaceInfo};
pub use functions::{InferFunctions, ParserFunctions};

/// Where a method stands in one family, and since which release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its place in the table of functions.
    pub index: u16,
    /// The oldest release of the family that is known to have it, as `major * 10000 + minor * 100`. Headers of every minor
    /// release are not at hand, so it may be in somewhat older ones too; those refuse it.
    pub since: u32,
}

/// The order of functions in an interface that this crate implements for TensorRT to call.
#[derive(Debug)]
pub struct Layout {
    /// Mangled names of the C++ classes it derives from, outermost base first.
    pub classes: &'static [&'static CStr],
    /// Names of its functions, by slot.
    pub slots: &'static [&'static str],
}

/// Everything that differs between families.
#[derive(Debug)]
pub struct Table {
    /// Which one.
    pub family: Family,
    /// The newest release whose headers were read, as `major * 10000 + minor * 100`.
    pub newest: u32,
    /// By [`Method`].
    pub slots: [Option<Slot>; Method::COUNT],
    /// `nvinfer1::ILogger`.
    pub logger: Layout,
    /// `nvinfer1::IProgressMonitor`.
    pub progress_monitor: Layout,
    /// `nvinfer1::IErrorRecorder`.
    pub error_recorder: Layout,
    /// `nvinfer1::IOutputAllocator`.
    pub output_allocator: Layout,
    /// The slot of the deleting destructor of `nvonnxparser::IParser`.
    pub parser_delete: u16,
}

const fn at(index: u16, since: u32) -> Option<Slot> {
    Some(Slot { index, since })
}

const NONE: Option<Slot> = None;

mod trt10 {
    use super::{Family, Layout, NONE, Table, at};
    include!(concat!(env!("VRT_SYS_TABLES"), "/trt10.rs"));
}
mod trt11 {
    use super::{Family, Layout, NONE, Table, at};
    include!(concat!(env!("VRT_SYS_TABLES"), "/trt11.rs"));
}
mod rtx {
    use super::{Family, Layout, NONE, Table, at};
    include!(concat!(env!("VRT_SYS_TABLES"), "/rtx.rs"));
}

impl Family {
    /// Where this family's methods are.
    pub const fn table(self) -> &'static Table {
        match self {
            Self::Trt10 => &trt10::TABLE,
            Self::Trt11 => &trt11::TABLE,
            Self::Rtx => &rtx::TABLE,
        }
    }
}

/// The loaded library does not have this method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The method.
    pub method: Method,
    /// The loaded library's family.
    pub family: Family,
    /// The loaded library's version number.
    pub loaded: u32,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loaded = Version::from_number(self.loaded);
        write!(f, "{} is not in {} {loaded}", self.method.name(), self.family.product())?;
        match self.method.since(self.family) {
            Some(since) => write!(f, ": it needs {}.{} or newer", since.major, since.minor),
            None => write!(f, ": no {} has it", self.family),
        }
    }
}

impl std::error::Error for Missing {}

impl Method {
    /// The oldest release of `family` that is known to have it; `None` where none has.
    pub fn since(self, family: Family) -> Option<Version> {
        family.table().slots[self as usize].map(|slot| Version::from_number(slot.since))
    }
}

/// A family's table and the version of the library it is used on.
#[derive(Clone, Copy, Debug)]
pub struct Abi {
    table: &'static Table,
    version: u32,
}

impl Abi {
    /// For a library of `family` that reports version number `version`.
    pub const fn new(family: Family, version: u32) -> Self {
        Self { table: family.table(), version }
    }

    /// The table.
    pub const fn table(self) -> &'static Table {
        self.table
    }

    /// The library's version number, as `getInferLibVersion` gave it.
    pub const fn version(self) -> u32 {
        self.version
    }

    /// The slot of `method` in this library.
    ///
    /// # Errors
    /// [`Missing`] where the library has no such method. Reading a slot past the end of a table is undefined behaviour, so
    /// every call asks first.
    #[inline]
    pub fn slot(self, method: Method) -> Result<u16, Missing> {
        match self.table.slots[method as usize] {
            Some(slot) if slot.since <= self.version => Ok(slot.index),
            _ => Err(Missing { method, family: self.table.family, loaded: self.version }),
        }
    }

    /// Whether the library has `method`.
    pub fn has(self, method: Method) -> bool {
        self.slot(method).is_ok()
    }

    /// `delete` on a parser.
    ///
    /// # Safety
    /// `this` is a live `nvonnxparser::IParser` of this library that nothing uses afterwards.
    pub unsafe fn delete_parser(self, this: *mut c_void) {
        // SAFETY: the caller's promise; the slot comes from this family's headers.
        unsafe {
            let (object, entry) = direct(this, self.table.parser_delete);
            std::mem::transmute::<*const c_void, unsafe extern "C" fn(*mut c_void)>(entry)(object);
        }
    }
}

/// `delete` on any object but a parser: the deleting destructor is the second entry of its own table in every family.
///
/// # Safety
/// `this` is a live object that the caller owns and that nothing uses afterwards.
pub unsafe fn delete(this: *mut c_void) {
    // SAFETY: the caller's promise.
    unsafe {
        let (object, entry) = direct(this, 1);
        std::mem::transmute::<*const c_void, unsafe extern "C" fn(*mut c_void)>(entry)(object);
    }
}

/// The object behind a facade, and the function in its slot.
#[inline]
unsafe fn implementation(this: *mut c_void, slot: u16) -> (*mut c_void, *const c_void) {
    // SAFETY: the caller has a live facade; the pointer at offset 8 is set in its constructor and never changes.
    unsafe { direct(*this.cast::<*mut c_void>().add(1), slot) }
}

/// An object, and the function in its slot.
#[inline]
unsafe fn direct(this: *mut c_void, slot: u16) -> (*mut c_void, *const c_void) {
    // SAFETY: the caller has a live object, which starts with the pointer to its table, and a slot of that table.
    unsafe { (this, *(*this.cast::<*const *const c_void>()).add(usize::from(slot))) }
}

include!(concat!(env!("VRT_SYS_TABLES"), "/methods.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_refused_before_its_release() {
        let method = Method::CudaEngineGetDeviceMemorySizeV2;
        assert!(!Abi::new(Family::Trt10, 100_001).has(method));
        assert!(Abi::new(Family::Trt10, 100_100).has(method));
        let missing = Abi::new(Family::Trt10, 100_001).slot(method).unwrap_err();
        let expected = "ICudaEngine::getDeviceMemorySizeV2 is not in TensorRT 10.0.1: it needs 10.1 or newer";
        assert_eq!(missing.to_string(), expected);
        let missing = Abi::new(Family::Trt11, 110_000).slot(Method::BuilderPlatformHasFastFp16).unwrap_err();
        assert!(missing.to_string().ends_with("no TensorRT 11.x has it"), "{missing}");
    }

    /// Slots that were read from the headers by other means (g++'s pointers to members), see the project's notes on ABI.
    #[test]
    fn slots_as_the_compiler_places_them() {
        let slot = |family: Family, method| family.table().slots[method as usize].unwrap().index;
        for (method, slots) in [
            (Method::ExecutionContextEnqueueV3, [37, 36, 36]),
            (Method::CudaEngineGetNbIoTensors, [30, 26, 26]),
            (Method::BuilderConfigSetProgressMonitor, [56, 45, 45]),
            (Method::BuilderBuildSerializedNetwork, [14, 11, 11]),
            (Method::ParserGetError, [6, 4, 4]),
        ] {
            assert_eq!([Family::Trt10, Family::Trt11, Family::Rtx].map(|f| slot(f, method)), slots, "{}", method.name());
        }
        assert_eq!([Family::Trt10, Family::Trt11, Family::Rtx].map(|f| f.table().parser_delete), [9, 7, 7]);
    }
}
