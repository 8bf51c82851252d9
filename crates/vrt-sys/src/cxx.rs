//! C++ objects made in Rust: interfaces that TensorRT calls.
//!
//! An object is a pointer to its table of functions followed by whatever it needs. The table is preceded by the object's
//! offset (0) and its C++ type information, so that `dynamic_cast` and `typeid` on it work inside TensorRT; that
//! information is built from libstdc++'s own classes, found at run time.
//!
//! Invariants: an object has its own allocation and never moves; it lives at least as long as the TensorRT object it was given to; its
//! functions never unwind; its destructors do nothing, since TensorRT never owns it.

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::sync::{Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::raw::{InterfaceInfo, Layout};

/// An address of a function or of data, in a table.
pub(crate) type Entry = *const c_void;

#[repr(C)]
struct Repr<T> {
    vptr: *const Entry,
    payload: T,
}

/// An object that C++ may call from any thread, which is why its payload has to be `Sync`.
///
/// Both allocations are held by raw pointers: C++ keeps addresses into them, which a `Box` that moves would forbid.
pub(crate) struct Object<T> {
    repr: NonNull<Repr<T>>,
    table: *mut [Entry],
}

// SAFETY: the table is never written after it was made, and the payload may be shared and sent.
unsafe impl<T: Send + Sync> Send for Object<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Object<T> {}

impl<T: Send + Sync> Object<T> {
    /// An object of `interface`, whose functions are found by name in `functions`. `class` is its own class's mangled name.
    pub fn new(
        interface: &'static str,
        class: &'static CStr,
        layout: &'static Layout,
        functions: &[(&str, Entry)],
        payload: T,
    ) -> Result<Self> {
        let mut table: Vec<Entry> = vec![std::ptr::null(), type_info(class, layout.classes)?];
        for &function in layout.slots {
            let shared = [("getAPILanguage", api_language as Entry), ("~D1", destructor as Entry), ("~D0", destructor as Entry)];
            let found = functions.iter().chain(&shared).find(|(name, _)| *name == function);
            let (_, entry) = found.ok_or(Error::Callback { interface, function })?;
            table.push(*entry);
        }
        let table = Box::into_raw(table.into_boxed_slice());
        // Behind the two words that precede the functions.
        let vptr = table.cast::<Entry>().cast_const().wrapping_add(2);
        let repr = NonNull::from(Box::leak(Box::new(Repr { vptr, payload })));
        Ok(Self { repr, table })
    }

    /// What C++ calls the object.
    pub fn pointer(&self) -> *mut c_void {
        self.repr.as_ptr().cast()
    }

    pub fn payload(&self) -> &T {
        // SAFETY: made in `new`, freed in `drop`, never written.
        unsafe { &self.repr.as_ref().payload }
    }
}

impl<T> Drop for Object<T> {
    fn drop(&mut self) {
        // SAFETY: both come from boxes in `new`; whoever drops the object has seen to it that C++ is done with it.
        unsafe {
            drop(Box::from_raw(self.repr.as_ptr()));
            drop(Box::from_raw(self.table));
        }
    }
}

/// The payload of the object that C++ called.
///
/// # Safety
/// `this` is the pointer of an `Object<T>` that lives as long as the reference is used.
pub(crate) unsafe fn payload<'a, T>(this: *mut c_void) -> &'a T {
    // SAFETY: the caller's promise; `payload` is a field of that type.
    unsafe { &(*this.cast::<Repr<T>>()).payload }
}

/// Runs `body`; where it panics, `otherwise` is the answer. Unwinding into C++ would end the process.
pub(crate) fn guard<R>(otherwise: R, body: impl FnOnce() -> R) -> R {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(answer) => answer,
        Err(panic) => {
            // Dropping a panic's payload may panic again.
            std::mem::forget(panic);
            otherwise
        }
    }
}

/// Text that C++ passed; the empty string for a null pointer.
///
/// # Safety
/// `text` is null or ends with a NUL.
pub(crate) unsafe fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

pub(crate) const fn interface_info(kind: &'static CStr) -> InterfaceInfo {
    InterfaceInfo { kind: kind.as_ptr(), major: 1, minor: 0 }
}

/// `APILanguage::kCPP`: applications must not answer anything else.
extern "C" fn api_language(_this: *mut c_void) -> i32 {
    0
}

/// Both destructors. TensorRT never deletes what it was given.
extern "C" fn destructor(_this: *mut c_void) {}

/// Type information by class and bases: made once and kept, since C++ compares and caches its address.
static TYPES: Mutex<Option<HashMap<Vec<&'static CStr>, usize>>> = Mutex::new(None);

/// Type information of `class`, which derives from the last of `bases`, that from the one before it, and so on.
fn type_info(class: &'static CStr, bases: &[&'static CStr]) -> Result<Entry> {
    let mut types = TYPES.lock().unwrap_or_else(PoisonError::into_inner);
    let types = types.get_or_insert_default();
    let chain: Vec<&'static CStr> = bases.iter().copied().chain([class]).collect();
    let mut base: Option<usize> = None;
    for end in 1..=chain.len() {
        let key = chain[..end].to_vec();
        let known = types.get(&key).copied();
        let made = match known {
            Some(known) => known,
            None => make_type_info(chain[end - 1], base)?,
        };
        types.insert(key, made);
        base = Some(made);
    }
    Ok(base.unwrap_or_default() as Entry)
}

/// `std::type_info`: its own table, the name, and for a derived class the base's information.
fn make_type_info(name: &'static CStr, base: Option<usize>) -> Result<usize> {
    let symbol = match base {
        Some(_) => c"_ZTVN10__cxxabiv120__si_class_type_infoE",
        None => c"_ZTVN10__cxxabiv117__class_type_infoE",
    };
    let table = standard_library_symbol(symbol)?;
    // An object's table pointer points behind the two words that precede the functions.
    let table = table.cast::<Entry>().wrapping_add(2);
    let info: Box<[Entry; 3]> = Box::new([table.cast(), name.as_ptr().cast(), base.unwrap_or_default() as Entry]);
    Ok(Box::leak(info).as_ptr() as usize)
}

#[cfg(unix)]
fn standard_library_symbol(symbol: &CStr) -> Result<Entry> {
    use libloading::os::unix::Library;
    let find = |library: &Library| {
        // SAFETY: only the symbol's address is used, whatever its type.
        unsafe { library.get::<Entry>(symbol.to_bytes_with_nul()) }.map(|s| s.as_raw_ptr().cast_const())
    };
    if let Ok(found) = find(&Library::this()) {
        return Ok(found);
    }
    // SAFETY: libstdc++ is loaded already, since TensorRT needs it; this only finds it by its name.
    let library = unsafe { Library::new("libstdc++.so.6") }.map_err(|e| Error::TypeInfo(e.to_string()))?;
    let found = find(&library).map_err(|e| Error::TypeInfo(e.to_string()));
    // The addresses have to stay valid.
    std::mem::forget(library);
    found
}

#[cfg(not(unix))]
fn standard_library_symbol(_symbol: &CStr) -> Result<Entry> {
    Err(Error::UnsupportedTarget)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_answer() {
        assert!(!guard(false, || std::panic::resume_unwind(Box::new("stop"))));
        assert!(guard(false, || true));
    }
}
