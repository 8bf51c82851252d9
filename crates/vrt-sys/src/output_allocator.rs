//! Memory for outputs whose size is known only while the network runs.

use std::ffi::{CStr, c_char, c_void};

use crate::cxx::{self, Entry, Object};
use crate::dims::Dims;
use crate::error::Result;
use crate::library::Library;
use crate::raw::{Dims64, InterfaceInfo};

/// Gives an output its memory. Called while a context is enqueued, on the thread that enqueues or on one of TensorRT's.
///
/// # Safety
/// What [`OutputAllocator::reallocate`] returns is null or device memory of at least `size` bytes, aligned as asked, that
/// stays valid until the work that writes it is done, and that nothing else uses meanwhile.
pub unsafe trait OutputAllocator: Send + Sync {
    /// Memory for `tensor`: `size` bytes, aligned to `alignment` bytes. `current` is what it has now, which may be returned
    /// if it is large enough. `stream` is the CUDA stream that the output is written on. Null where there is none: the run
    /// fails then. A panic counts as null.
    fn reallocate(&self, tensor: &CStr, current: *mut c_void, size: u64, alignment: u64, stream: *mut c_void) -> *mut c_void;

    /// The output's shape, now that it is known.
    fn notify_shape(&self, tensor: &CStr, shape: &Dims);
}

type State = Box<dyn OutputAllocator>;

pub(crate) struct Allocator(Object<State>);

impl Allocator {
    pub fn new(library: Library, allocator: State) -> Result<Self> {
        let functions: [(&str, Entry); 4] = [
            ("getInterfaceInfo", info as Entry),
            ("reallocateOutput", reallocate as Entry),
            ("reallocateOutputAsync", reallocate_async as Entry),
            ("notifyShape", notify_shape as Entry),
        ];
        let layout = &library.family().table().output_allocator;
        Ok(Self(Object::new("IOutputAllocator", c"N7vrt_sys15OutputAllocatorE", layout, &functions, allocator)?))
    }

    pub fn pointer(&self) -> *mut c_void {
        self.0.pointer()
    }
}

impl std::fmt::Debug for Allocator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Allocator")
    }
}

extern "C" fn info(_this: *mut c_void) -> InterfaceInfo {
    cxx::interface_info(c"IOutputAllocator")
}

/// The form without a stream, which TensorRT's own default of the other one would call.
extern "C" fn reallocate(this: *mut c_void, tensor: *const c_char, current: *mut c_void, size: u64, alignment: u64) -> *mut c_void {
    reallocate_async(this, tensor, current, size, alignment, std::ptr::null_mut())
}

extern "C" fn reallocate_async(
    this: *mut c_void,
    tensor: *const c_char,
    current: *mut c_void,
    size: u64,
    alignment: u64,
    stream: *mut c_void,
) -> *mut c_void {
    cxx::guard(std::ptr::null_mut(), || {
        // SAFETY: called by TensorRT on a live allocator, which its context holds, with a C string.
        let (state, tensor) = unsafe { (cxx::payload::<State>(this), crate::object::borrowed(tensor)) };
        state.reallocate(tensor, current, size, alignment, stream)
    })
}

extern "C" fn notify_shape(this: *mut c_void, tensor: *const c_char, shape: *const Dims64) {
    cxx::guard((), || {
        // SAFETY: called by TensorRT on a live allocator, with a C string and a reference.
        let (state, tensor, shape) = unsafe { (cxx::payload::<State>(this), crate::object::borrowed(tensor), shape.as_ref()) };
        if let Some(shape) = shape.copied().and_then(Dims::from_raw) {
            state.notify_shape(tensor, &shape);
        }
    });
}
