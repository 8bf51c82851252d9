//! Owning objects that TensorRT made.

use std::ffi::{CStr, c_char, c_void};
use std::ptr::NonNull;

use crate::library::Library;
use crate::raw;

/// An object reached through a facade, deleted with this.
///
/// Whoever holds one holds what it depends on in a later field, since fields are dropped in order: a context goes before
/// its engine, that before its runtime; a network and a configuration before their builder.
#[derive(Debug)]
pub(crate) struct Owned {
    pointer: NonNull<c_void>,
    library: Library,
}

impl Owned {
    /// # Safety
    /// `pointer` is an object of `library` that a facade leads to, and that is the caller's to delete.
    pub unsafe fn new(pointer: NonNull<c_void>, library: Library) -> Self {
        Self { pointer, library }
    }

    pub fn pointer(&self) -> *mut c_void {
        self.pointer.as_ptr()
    }

    pub fn library(&self) -> Library {
        self.library
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: a live object that is ours alone, see `new`.
        unsafe { raw::delete(self.pointer.as_ptr()) }
    }
}

/// Text that TensorRT owns, copied; empty for null.
///
/// # Safety
/// `text` is null or a C string.
pub(crate) unsafe fn string(text: *const c_char) -> String {
    // SAFETY: the caller's promise.
    unsafe { crate::cxx::text(text) }
}

/// Text that TensorRT owns, copied; `None` for null or empty.
///
/// # Safety
/// `text` is null or a C string.
pub(crate) unsafe fn optional(text: *const c_char) -> Option<String> {
    // SAFETY: the caller's promise.
    Some(unsafe { string(text) }).filter(|s| !s.is_empty())
}

/// A C string that TensorRT owns, borrowed for as long as the caller says its owner lives; empty for null.
///
/// # Safety
/// `text` is null or a C string that stays as it is for `'a`.
pub(crate) unsafe fn borrowed<'a>(text: *const c_char) -> &'a CStr {
    if text.is_null() {
        return c"";
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }
}
