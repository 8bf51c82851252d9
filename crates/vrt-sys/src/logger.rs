//! The logger that every object of a library is created with.

use std::collections::VecDeque;
use std::ffi::{c_char, c_void};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::ThreadId;

use crate::cxx::{self, Entry, Object};
use crate::enums::{RawEnum, Severity};
use crate::error::{LogLine, Result};
use crate::raw::InterfaceInfo;
use crate::version::Family;

/// Takes TensorRT's log lines. Called from any thread, several at once.
pub trait LogSink: Send + Sync {
    /// One line. A panic in it is caught.
    fn log(&self, severity: Severity, text: &str);
}

impl<F: Fn(Severity, &str) + Send + Sync> LogSink for F {
    fn log(&self, severity: Severity, text: &str) {
        self(severity, text);
    }
}

/// How many of the last lines are kept for errors.
const KEPT: usize = 64;
/// How many of them an error carries at most.
const SHOWN: usize = 16;

struct State {
    family: Family,
    lines: Mutex<Lines>,
    sink: RwLock<Option<Arc<dyn LogSink>>>,
}

#[derive(Default)]
struct Lines {
    /// Warnings and errors.
    last: VecDeque<Kept>,
    next: u64,
}

struct Kept {
    /// Its number in order.
    number: u64,
    /// Which thread logged it.
    thread: ThreadId,
    line: LogLine,
}

pub(crate) struct Logger {
    object: Object<State>,
}

impl Logger {
    pub fn new(family: Family) -> Result<Self> {
        let state = State { family, lines: Mutex::default(), sink: RwLock::new(None) };
        let functions = [("log", log as Entry), ("getInterfaceInfo", info as Entry)];
        let object = Object::new("ILogger", c"N7vrt_sys6LoggerE", &family.table().logger, &functions, state)?;
        Ok(Self { object })
    }

    pub fn pointer(&self) -> *mut c_void {
        self.object.pointer()
    }

    pub fn set_sink(&self, sink: Option<Arc<dyn LogSink>>) {
        *self.object.payload().sink.write().unwrap_or_else(PoisonError::into_inner) = sink;
    }

    /// The number that the next line will have.
    pub fn mark(&self) -> u64 {
        self.object.payload().lines.lock().unwrap_or_else(PoisonError::into_inner).next
    }

    /// The last warnings and errors from number `mark` on: this thread's, or where it logged none every thread's, since
    /// TensorRT also logs from threads of its own.
    pub fn since(&self, mark: u64) -> Vec<LogLine> {
        let lines = self.object.payload().lines.lock().unwrap_or_else(PoisonError::into_inner);
        let this = std::thread::current().id();
        let all: Vec<&Kept> = lines.last.iter().filter(|kept| kept.number >= mark).collect();
        let own: Vec<&Kept> = all.iter().copied().filter(|kept| kept.thread == this).collect();
        let found = if own.is_empty() { all } else { own };
        found[found.len().saturating_sub(SHOWN)..].iter().map(|kept| kept.line.clone()).collect()
    }

    /// An error that TensorRT gave to an error recorder, which it then does not log.
    pub fn recorded(&self, text: &str) {
        self.object.payload().take(Severity::Error, text);
    }
}

impl State {
    fn take(&self, severity: Severity, text: &str) {
        let text = text.trim_end();
        if matches!(severity, Severity::InternalError | Severity::Error | Severity::Warning) {
            let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            let number = lines.next;
            lines.next += 1;
            if lines.last.len() == KEPT {
                lines.last.pop_front();
            }
            let line = LogLine { severity, text: text.to_owned() };
            lines.last.push_back(Kept { number, thread: std::thread::current().id(), line });
        }
        #[cfg(feature = "log")]
        log::log!(target: "tensorrt", level(severity), "{text}");
        let sink = self.sink.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(sink) = sink {
            sink.log(severity, text);
        }
    }
}

extern "C" fn info(_this: *mut c_void) -> InterfaceInfo {
    cxx::interface_info(c"ILogger")
}

extern "C" fn log(this: *mut c_void, severity: i32, text: *const c_char) {
    cxx::guard((), || {
        // SAFETY: TensorRT calls the object it was given, which is never freed, with a C string.
        let (state, text) = unsafe { (cxx::payload::<State>(this), cxx::text(text)) };
        // A severity unknown here is a new kind of message, not a reason to lose one.
        let severity = Severity::from_raw(state.family, severity).unwrap_or(Severity::Info);
        state.take(severity, &text);
    });
}

#[cfg(feature = "log")]
fn level(severity: Severity) -> log::Level {
    match severity {
        Severity::InternalError | Severity::Error => log::Level::Error,
        Severity::Warning => log::Level::Warn,
        Severity::Info => log::Level::Info,
        Severity::Verbose => log::Level::Debug,
    }
}
