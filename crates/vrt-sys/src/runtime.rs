//! Engines from bytes.

use std::sync::Arc;

use crate::engine::CudaEngine;
use crate::error::Result;
use crate::error_recorder::ErrorRecorder;
use crate::library::Library;
use crate::object::Owned;
use crate::raw::Method;

/// Deserializes engines. One for a process and GPU is enough; copies share it. It belongs to the GPU that is current when
/// it is created.
///
/// TensorRT lets several threads deserialize with one runtime at once; what would need a lock is set at creation only.
///
/// # Examples
/// ```no_run
/// use vrt_sys::{Library, Runtime};
/// let runtime = Runtime::new(Library::open()?)?;
/// let plan = std::fs::read("model.engine").expect("a plan");
/// // SAFETY: built by this program on this machine.
/// let engine = unsafe { runtime.deserialize(&plan)? };
/// for tensor in engine.io_tensors()? {
///     println!("{tensor:?}");
/// }
/// # Ok::<(), vrt_sys::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Runtime(pub(crate) Arc<RuntimeInner>);

#[derive(Debug)]
pub(crate) struct RuntimeInner {
    object: Owned,
    /// After the object, which counts its references to it.
    recorder: Option<ErrorRecorder>,
}

// SAFETY: the only method called after creation is deserializeCudaEngine, which NVIDIA documents as thread-safe.
unsafe impl Send for RuntimeInner {}
// SAFETY: as above.
unsafe impl Sync for RuntimeInner {}

/// How a runtime is made.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RuntimeOptions {
    /// Takes errors of the runtime, its engines and their contexts.
    pub error_recorder: Option<ErrorRecorder>,
    /// How many threads deserializing may use, at least 1.
    pub max_threads: Option<i32>,
    /// Whether plans may hold code that runs on the host, which version-compatible plans do.
    pub engine_host_code_allowed: bool,
}

impl Runtime {
    /// A runtime with default options.
    ///
    /// # Errors
    /// [`crate::Error::Driver`] where no GPU can be used, [`crate::Error::Call`] with TensorRT's words where it fails.
    pub fn new(library: Library) -> Result<Self> {
        Self::with_options(library, RuntimeOptions::default())
    }

    /// A runtime with options.
    ///
    /// # Errors
    /// As [`Runtime::new`]; also where TensorRT refuses an option.
    pub fn with_options(library: Library, options: RuntimeOptions) -> Result<Self> {
        let pointer = library.create_runtime()?;
        // SAFETY: a new runtime of this library.
        let object = unsafe { Owned::new(pointer, library) };
        let inner = RuntimeInner { object, recorder: options.error_recorder };
        let this = inner.object.pointer();
        // SAFETY: a live runtime that no other thread has yet; the recorder lives as long as it.
        unsafe {
            if let Some(recorder) = &inner.recorder {
                library.abi().runtime_set_error_recorder(this, recorder.pointer_for(library)?)?;
            }
            if let Some(threads) = options.max_threads {
                library.success(Method::RuntimeSetMaxThreads, |abi| abi.runtime_set_max_threads(this, threads))?;
            }
            if options.engine_host_code_allowed {
                library.abi().runtime_set_engine_host_code_allowed(this, true)?;
            }
        }
        Ok(Self(Arc::new(inner)))
    }

    /// The library it comes from.
    pub fn library(&self) -> Library {
        self.0.object.library()
    }

    /// An engine from a serialized plan.
    ///
    /// # Errors
    /// [`crate::Error::Call`] with TensorRT's words, for example where the plan was built by another version or for another
    /// GPU.
    ///
    /// # Safety
    /// `plan` was serialized by TensorRT and comes from a source that is trusted as a program is: plans hold code, and
    /// TensorRT does not defend itself against forged ones.
    pub unsafe fn deserialize(&self, plan: &[u8]) -> Result<CudaEngine> {
        let library = self.library();
        let pointer = library.object(Method::RuntimeDeserializeCudaEngine, |abi| {
            let data = plan.as_ptr().cast_mut().cast();
            // SAFETY: a live runtime; deserializing is thread-safe; the plan is read during the call only.
            unsafe { abi.runtime_deserialize_cuda_engine(self.0.object.pointer(), data, plan.len()) }
        })?;
        // SAFETY: a new engine of this runtime.
        unsafe { CudaEngine::new(Owned::new(pointer, library), self.clone()) }
    }
}
