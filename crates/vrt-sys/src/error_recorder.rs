//! Errors as TensorRT counts them, with their codes.

use std::collections::VecDeque;
use std::ffi::{CString, c_char, c_void};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cxx::{self, Entry, Object};
use crate::enums::{ErrorCode, RawEnum};
use crate::error::{Error, Result};
use crate::library::Library;
use crate::raw::InterfaceInfo;

/// An error that TensorRT reported.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedError {
    /// What kind; `None` where this crate does not know the code.
    pub code: Option<ErrorCode>,
    /// What happened.
    pub description: String,
}

/// Collects the errors of the objects that it was given to. Copies share it; TensorRT may report from any thread.
///
/// TensorRT does not log what it reports to a recorder. This one passes it on, so that [`Error`]s and the log sink lose
/// nothing by it.
#[derive(Clone)]
pub struct ErrorRecorder(Arc<Object<State>>);

struct State {
    library: Library,
    references: AtomicI32,
    overflowed: AtomicBool,
    errors: Mutex<Errors>,
}

#[derive(Default)]
struct Errors {
    current: Vec<(i32, CString)>,
    /// Descriptions that TensorRT may still hold a pointer to after it cleared the list.
    retired: VecDeque<CString>,
}

/// How many errors are kept until they are taken.
const KEPT: usize = 256;

impl State {
    fn errors(&self) -> MutexGuard<'_, Errors> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Errors {
    fn clear(&mut self) {
        self.retired.extend(self.current.drain(..).map(|(_, text)| text));
        let surplus = self.retired.len().saturating_sub(KEPT);
        self.retired.drain(..surplus);
    }
}

impl ErrorRecorder {
    /// A recorder for objects of `library`.
    ///
    /// # Errors
    /// [`Error::TypeInfo`] where libstdc++ cannot be found.
    pub fn new(library: Library) -> Result<Self> {
        let family = library.family();
        let state = State { library, references: AtomicI32::new(0), overflowed: AtomicBool::new(false), errors: Mutex::default() };
        let functions: [(&str, Entry); 9] = [
            ("getInterfaceInfo", info as Entry),
            ("getNbErrors", count as Entry),
            ("getErrorCode", code as Entry),
            ("getErrorDesc", description as Entry),
            ("hasOverflowed", has_overflowed as Entry),
            ("clear", clear as Entry),
            ("reportError", report as Entry),
            ("incRefCount", increment as Entry),
            ("decRefCount", decrement as Entry),
        ];
        let class = c"N7vrt_sys13ErrorRecorderE";
        let object = Object::new("IErrorRecorder", class, &family.table().error_recorder, &functions, state)?;
        Ok(Self(Arc::new(object)))
    }

    /// Takes what was recorded since the last time.
    pub fn take(&self) -> Vec<RecordedError> {
        let state = self.0.payload();
        let mut errors = state.errors();
        let out = errors
            .current
            .iter()
            .map(|(code, text)| RecordedError {
                code: ErrorCode::from_raw(state.library.family(), *code),
                description: text.to_string_lossy().into_owned(),
            })
            .collect();
        errors.clear();
        state.overflowed.store(false, Ordering::Relaxed);
        out
    }

    /// How many references TensorRT's objects hold.
    pub fn references(&self) -> i32 {
        self.0.payload().references.load(Ordering::SeqCst)
    }

    /// What an object of `library` is given.
    pub(crate) fn pointer_for(&self, library: Library) -> Result<*mut c_void> {
        let own = self.0.payload().library;
        if own.path() == library.path() {
            return Ok(self.0.pointer());
        }
        let reason = format!("made for {own}, given to an object of {library}");
        Err(Error::Argument { argument: "error recorder", reason })
    }
}

impl std::fmt::Debug for ErrorRecorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ErrorRecorder({} errors)", self.0.payload().errors().current.len())
    }
}

/// # Safety
/// `this` is a recorder that TensorRT was given and that is alive, which its users see to.
unsafe fn state<'a>(this: *mut c_void) -> &'a State {
    // SAFETY: the caller's promise.
    unsafe { cxx::payload(this) }
}

extern "C" fn info(_this: *mut c_void) -> InterfaceInfo {
    cxx::interface_info(c"IErrorRecorder")
}

extern "C" fn count(this: *mut c_void) -> i32 {
    // SAFETY: called by TensorRT on a live recorder.
    cxx::guard(0, || i32::try_from(unsafe { state(this) }.errors().current.len()).unwrap_or(i32::MAX))
}

extern "C" fn code(this: *mut c_void, index: i32) -> i32 {
    cxx::guard(0, || {
        // SAFETY: called by TensorRT on a live recorder.
        let errors = unsafe { state(this) }.errors();
        usize::try_from(index).ok().and_then(|i| errors.current.get(i)).map_or(0, |(code, _)| *code)
    })
}

extern "C" fn description(this: *mut c_void, index: i32) -> *const c_char {
    cxx::guard(c"".as_ptr(), || {
        // SAFETY: called by TensorRT on a live recorder.
        let errors = unsafe { state(this) }.errors();
        usize::try_from(index).ok().and_then(|i| errors.current.get(i)).map_or(c"".as_ptr(), |(_, text)| text.as_ptr())
    })
}

extern "C" fn has_overflowed(this: *mut c_void) -> bool {
    // SAFETY: called by TensorRT on a live recorder.
    cxx::guard(false, || unsafe { state(this) }.overflowed.load(Ordering::Relaxed))
}

extern "C" fn clear(this: *mut c_void) {
    // SAFETY: called by TensorRT on a live recorder.
    cxx::guard((), || unsafe { state(this) }.errors().clear());
}

/// Returns whether the error is fatal, as TensorRT's own recorders say it is.
extern "C" fn report(this: *mut c_void, code: i32, text: *const c_char) -> bool {
    cxx::guard(true, || {
        // SAFETY: called by TensorRT on a live recorder, with a C string.
        let (state, text) = unsafe { (state(this), cxx::text(text)) };
        state.library.logger().recorded(&text);
        let mut errors = state.errors();
        if errors.current.len() >= KEPT {
            state.overflowed.store(true, Ordering::Relaxed);
        } else {
            errors.current.push((code, CString::new(text).unwrap_or_default()));
        }
        true
    })
}

extern "C" fn increment(this: *mut c_void) -> i32 {
    // SAFETY: called by TensorRT on a live recorder.
    cxx::guard(1, || unsafe { state(this) }.references.fetch_add(1, Ordering::SeqCst) + 1)
}

extern "C" fn decrement(this: *mut c_void) -> i32 {
    // SAFETY: called by TensorRT on a live recorder.
    cxx::guard(0, || unsafe { state(this) }.references.fetch_sub(1, Ordering::SeqCst) - 1)
}
