//! Watching, and stopping, a build.

use std::ffi::{c_char, c_void};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cxx::{self, Entry, Object};
use crate::error::Result;
use crate::library::Library;
use crate::raw::InterfaceInfo;

/// Is told how a build goes on. Called from any thread, several at once; phases nest. A panic in it stops the build.
pub trait ProgressMonitor: Send + Sync {
    /// A phase begins that has `steps` steps. `parent` is the phase it belongs to, if any.
    fn phase_start(&self, phase: &str, parent: Option<&str>, steps: i32) {
        let _ = (phase, parent, steps);
    }

    /// Step `step` of a phase is done. [`ControlFlow::Break`] stops the build as soon as TensorRT gets to it.
    fn step_complete(&self, phase: &str, step: i32) -> ControlFlow<()> {
        let _ = (phase, step);
        ControlFlow::Continue(())
    }

    /// A phase is over, whether or not all its steps were done.
    fn phase_finish(&self, phase: &str) {
        let _ = phase;
    }
}

struct State {
    monitor: Arc<dyn ProgressMonitor>,
    stopped: AtomicBool,
}

pub(crate) struct Monitor(Object<State>);

impl Monitor {
    pub fn new(library: Library, monitor: Arc<dyn ProgressMonitor>) -> Result<Self> {
        let functions: [(&str, Entry); 4] = [
            ("getInterfaceInfo", info as Entry),
            ("phaseStart", phase_start as Entry),
            ("stepComplete", step_complete as Entry),
            ("phaseFinish", phase_finish as Entry),
        ];
        let layout = &library.family().table().progress_monitor;
        let state = State { monitor, stopped: AtomicBool::new(false) };
        Ok(Self(Object::new("IProgressMonitor", c"N7vrt_sys15ProgressMonitorE", layout, &functions, state)?))
    }

    pub fn pointer(&self) -> *mut c_void {
        self.0.pointer()
    }

    /// Whether it stopped the last build. The next one starts afresh.
    pub fn take_stopped(&self) -> bool {
        self.0.payload().stopped.swap(false, Ordering::SeqCst)
    }
}

impl std::fmt::Debug for Monitor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Monitor")
    }
}

/// # Safety
/// `this` is a monitor that TensorRT was given and that is alive, which the configuration that holds it sees to.
unsafe fn state<'a>(this: *mut c_void) -> &'a State {
    // SAFETY: the caller's promise.
    unsafe { cxx::payload(this) }
}

extern "C" fn info(_this: *mut c_void) -> InterfaceInfo {
    cxx::interface_info(c"IProgressMonitor")
}

extern "C" fn phase_start(this: *mut c_void, phase: *const c_char, parent: *const c_char, steps: i32) {
    // SAFETY: called by TensorRT on a live monitor, with C strings or null.
    let state = unsafe { state(this) };
    let done = cxx::guard(false, || {
        // SAFETY: as above.
        let (phase, parent) = unsafe { (cxx::text(phase), (!parent.is_null()).then(|| cxx::text(parent))) };
        state.monitor.phase_start(&phase, parent.as_deref(), steps);
        true
    });
    state.stopped.fetch_or(!done, Ordering::SeqCst);
}

extern "C" fn step_complete(this: *mut c_void, phase: *const c_char, step: i32) -> bool {
    // SAFETY: called by TensorRT on a live monitor, with a C string.
    let state = unsafe { state(this) };
    let go_on = cxx::guard(false, || {
        // SAFETY: as above.
        let phase = unsafe { cxx::text(phase) };
        // A phase's start that panicked could not stop the build: this is where TensorRT asks.
        !state.stopped.load(Ordering::SeqCst) && state.monitor.step_complete(&phase, step).is_continue()
    });
    state.stopped.fetch_or(!go_on, Ordering::SeqCst);
    go_on
}

extern "C" fn phase_finish(this: *mut c_void, phase: *const c_char) {
    cxx::guard((), || {
        // SAFETY: called by TensorRT on a live monitor, with a C string.
        let (state, phase) = unsafe { (state(this), cxx::text(phase)) };
        state.monitor.phase_finish(&phase);
    });
}
