//! Running an engine.

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_void};

use crate::dims::Dims;
use crate::engine::CudaEngine;
use crate::enums::ProfilingVerbosity;
use crate::error::{Error, Result};
use crate::error_recorder::ErrorRecorder;
use crate::library::Library;
use crate::object::{self, Owned};
use crate::output_allocator::{Allocator, OutputAllocator};
use crate::raw::Method;

/// The state of one run of an engine: shapes, addresses, activation memory. One thread uses it at a time (it can be sent,
/// not shared); several contexts of one engine run side by side.
///
/// ```compile_fail
/// fn shared<T: Sync>() {}
/// shared::<vrt_sys::ExecutionContext>();
/// ```
#[derive(Debug)]
pub struct ExecutionContext {
    object: Owned,
    /// After the object, which calls them.
    allocators: HashMap<CString, Allocator>,
    /// Refused ones: whether TensorRT kept their address all the same is not documented.
    refused: Vec<Allocator>,
    recorder: Option<ErrorRecorder>,
    /// After the object: a context goes before its engine.
    engine: CudaEngine,
}

// SAFETY: a context is bound to no thread; it must not be used by two at once, and it is not `Sync`.
unsafe impl Send for ExecutionContext {}

impl ExecutionContext {
    /// # Safety
    /// `object` is an `IExecutionContext` of `engine`.
    pub(crate) unsafe fn new(object: Owned, engine: CudaEngine) -> Self {
        Self { object, allocators: HashMap::new(), refused: Vec::new(), recorder: None, engine }
    }

    pub(crate) fn pointer(&self) -> *mut c_void {
        self.object.pointer()
    }

    fn library(&self) -> Library {
        self.object.library()
    }

    /// The engine it runs.
    pub fn engine(&self) -> &CudaEngine {
        &self.engine
    }

    /// A name for profilers.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn set_name(&mut self, name: &CStr) -> Result<()> {
        // SAFETY: a live context; TensorRT copies the name.
        Ok(unsafe { self.library().abi().execution_context_set_name(self.pointer(), name.as_ptr()) }?)
    }

    /// Its name.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn name(&self) -> Result<String> {
        // SAFETY: a live context; the text is copied at once.
        unsafe { Ok(object::string(self.library().abi().execution_context_get_name(self.pointer())?)) }
    }

    /// Sends this context's errors to `recorder`; `None` to the one of its engine's runtime, if any.
    ///
    /// # Errors
    /// [`Error::Argument`] for a recorder of another library.
    pub fn set_error_recorder(&mut self, recorder: Option<ErrorRecorder>) -> Result<()> {
        let pointer = match &recorder {
            Some(recorder) => recorder.pointer_for(self.library())?,
            None => std::ptr::null_mut(),
        };
        // SAFETY: a live context; the old recorder is kept until the new one is set, the new one as long as the context.
        unsafe { self.library().abi().execution_context_set_error_recorder(self.pointer(), pointer)? };
        self.recorder = recorder;
        Ok(())
    }

    /// Which optimisation profile is selected; -1 for none.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn optimization_profile(&self) -> Result<i32> {
        // SAFETY: a live context.
        Ok(unsafe { self.library().abi().execution_context_get_optimization_profile(self.pointer()) }?)
    }

    /// Selects an optimisation profile. Work enqueued on other streams than `stream` has to wait for it.
    ///
    /// # Errors
    /// [`Error::Call`] with TensorRT's words, for example where another context uses the profile.
    ///
    /// # Safety
    /// `stream` is a CUDA stream of the engine's GPU, or null for the default one, and no work of this context is
    /// unfinished on another one.
    pub unsafe fn set_optimization_profile_async(&mut self, profile: i32, stream: *mut c_void) -> Result<()> {
        // SAFETY: a live context, and the caller's promise about the stream.
        self.library().success(Method::ExecutionContextSetOptimizationProfileAsync, |abi| unsafe {
            abi.execution_context_set_optimization_profile_async(self.pointer(), profile, stream)
        })
    }

    /// Sets an input's shape.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`], or [`Error::Call`] where the selected profile does not allow it.
    pub fn set_input_shape(&mut self, name: &CStr, shape: &Dims) -> Result<()> {
        self.engine.check_name(name)?;
        let raw = shape.to_raw();
        // SAFETY: a live context, one of its engine's tensors, and a shape that is read during the call.
        self.library().success(Method::ExecutionContextSetInputShape, |abi| unsafe {
            abi.execution_context_set_input_shape(self.pointer(), name.as_ptr(), &raw const raw)
        })
    }

    fn dims_of(&self, name: &CStr, method: Method) -> Result<Dims> {
        self.engine.check_name(name)?;
        let (library, this, text) = (self.library(), self.pointer(), name.as_ptr());
        let mark = library.logger().mark();
        // SAFETY: a live context and one of its engine's tensors.
        let raw = unsafe {
            match method {
                Method::ExecutionContextGetTensorStrides => library.abi().execution_context_get_tensor_strides(this, text)?,
                _ => library.abi().execution_context_get_tensor_shape(this, text)?,
            }
        };
        Dims::from_raw(raw).ok_or_else(|| library.failure(method, mark))
    }

    /// A tensor's shape with the input shapes that are set; -1 where it is known only after the run.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`], or [`Error::Call`] where an input's shape is not set.
    pub fn tensor_shape(&self, name: &CStr) -> Result<Dims> {
        self.dims_of(name, Method::ExecutionContextGetTensorShape)
    }

    /// A tensor's strides in elements, with the input shapes that are set.
    ///
    /// # Errors
    /// As [`ExecutionContext::tensor_shape`].
    pub fn tensor_strides(&self, name: &CStr) -> Result<Dims> {
        self.dims_of(name, Method::ExecutionContextGetTensorStrides)
    }

    /// Whether every input's shape is set, and every shape tensor's values.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn all_shapes_specified(&self) -> Result<bool> {
        let (abi, this) = (self.library().abi(), self.pointer());
        // SAFETY: a live context.
        unsafe {
            let shapes = abi.execution_context_all_input_dimensions_specified(this)?;
            // TensorRT 11 has no question about shape tensors' values: infer_shapes tells which are missing.
            let values = match abi.has(Method::ExecutionContextAllInputShapesSpecified) {
                true => abi.execution_context_all_input_shapes_specified(this)?,
                false => true,
            };
            Ok(shapes && values)
        }
    }

    /// Works out every output's shape from the inputs' and says which inputs are not set well enough for that; none of
    /// them is the good case.
    ///
    /// # Errors
    /// [`Error::Call`] where an input's shape is not one that the engine allows.
    pub fn infer_shapes(&mut self) -> Result<Vec<CString>> {
        let library = self.library();
        let room = self.engine.tensor_names().count();
        let mut names: Vec<*const c_char> = vec![std::ptr::null(); room];
        let mark = library.logger().mark();
        // SAFETY: a live context; TensorRT writes at most `room` pointers to its own strings.
        unsafe {
            let count = i32::try_from(room).unwrap_or_default();
            let missing = library.abi().execution_context_infer_shapes(self.pointer(), count, names.as_mut_ptr().cast())?;
            let missing = usize::try_from(missing).map_err(|_| library.failure(Method::ExecutionContextInferShapes, mark))?;
            Ok(names.iter().take(missing).map(|name| object::borrowed(*name).to_owned()).collect())
        }
    }

    /// Sets where a tensor's data is.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`], or [`Error::Call`] for an address that is not aligned to 256 bytes.
    ///
    /// # Safety
    /// `address` is memory where the engine wants it ([`CudaEngine::tensor_location`]), large enough for the tensor's shape
    /// at every enqueue that follows, valid until that work is done, and for an output used by nothing else meanwhile.
    pub unsafe fn set_tensor_address(&mut self, name: &CStr, address: *mut c_void) -> Result<()> {
        self.engine.check_name(name)?;
        // SAFETY: a live context, one of its engine's tensors, and the caller's promise about the memory.
        self.library().success(Method::ExecutionContextSetTensorAddress, |abi| unsafe {
            abi.execution_context_set_tensor_address(self.pointer(), name.as_ptr(), address)
        })
    }

    /// Where a tensor's data was last said to be; null where it was not.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`] for a name that is none of the engine's.
    pub fn tensor_address(&self, name: &CStr) -> Result<*const c_void> {
        self.engine.check_name(name)?;
        // SAFETY: a live context and one of its engine's tensors.
        let address = unsafe { self.library().abi().execution_context_get_tensor_address(self.pointer(), name.as_ptr()) }?;
        Ok(address.cast_const())
    }

    /// An upper bound of an output's size in bytes, for the input shapes that are set.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`], or [`Error::Call`] where there is no bound.
    pub fn max_output_size(&self, name: &CStr) -> Result<u64> {
        self.engine.check_name(name)?;
        let library = self.library();
        let mark = library.logger().mark();
        // SAFETY: a live context and one of its engine's tensors.
        let size = unsafe { library.abi().execution_context_get_max_output_size(self.pointer(), name.as_ptr()) }?;
        u64::try_from(size).map_err(|_| library.failure(Method::ExecutionContextGetMaxOutputSize, mark))
    }

    /// Lets `allocator` give an output its memory while the network runs; `None` takes it away.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`], or [`Error::Call`] where the tensor is no output.
    pub fn set_output_allocator(&mut self, name: &CStr, allocator: Option<Box<dyn OutputAllocator>>) -> Result<()> {
        self.engine.check_name(name)?;
        let library = self.library();
        let allocator = allocator.map(|a| Allocator::new(library, a)).transpose()?;
        let pointer = allocator.as_ref().map_or(std::ptr::null_mut(), Allocator::pointer);
        // SAFETY: a live context and one of its engine's tensors; the old allocator is kept until the new one is set, the
        // new one as long as the context.
        let set = library.success(Method::ExecutionContextSetOutputAllocator, |abi| unsafe {
            abi.execution_context_set_output_allocator(self.pointer(), name.as_ptr(), pointer)
        });
        if set.is_err() {
            self.refused.extend(allocator);
            return set;
        }
        match allocator {
            Some(allocator) => self.allocators.insert(name.to_owned(), allocator),
            None => self.allocators.remove(name),
        };
        Ok(())
    }

    /// Sets the activation memory of a context that was created with
    /// [`crate::ExecutionContextAllocationStrategy::UserManaged`].
    ///
    /// # Errors
    /// [`Error::Argument`] for a size that TensorRT cannot take.
    ///
    /// # Safety
    /// `memory` is device memory of `size` bytes, at least what [`CudaEngine::device_memory_size_for_profile`] says for the
    /// selected profile, aligned to 256 bytes, valid until all work of this context is done and used by nothing else
    /// meanwhile.
    pub unsafe fn set_device_memory(&mut self, memory: *mut c_void, size: u64) -> Result<()> {
        let (abi, this) = (self.library().abi(), self.pointer());
        let reason = || format!("{size} bytes are more than TensorRT can count");
        let signed = i64::try_from(size).map_err(|_| Error::Argument { argument: "size", reason: reason() })?;
        // SAFETY: a live context, and the caller's promise about the memory.
        unsafe {
            match abi.has(Method::ExecutionContextSetDeviceMemoryV2) {
                true => abi.execution_context_set_device_memory_v2(this, memory, signed)?,
                false => abi.execution_context_set_device_memory(this, memory)?,
            }
        }
        Ok(())
    }

    /// Bytes of activation memory that the input shapes that are set need.
    ///
    /// # Errors
    /// [`Error::Call`] where shapes are missing.
    pub fn update_device_memory_size_for_shapes(&mut self) -> Result<u64> {
        let library = self.library();
        let mark = library.logger().mark();
        // SAFETY: a live context.
        let size = unsafe { library.abi().execution_context_update_device_memory_size_for_shapes(self.pointer()) }?;
        // TensorRT answers 0 where it cannot tell.
        if size == 0 && !library.logger().since(mark).is_empty() {
            return Err(library.failure(Method::ExecutionContextUpdateDeviceMemorySizeForShapes, mark));
        }
        Ok(size as u64)
    }

    /// Records a CUDA event once the inputs have been read, so that they may be written again; null for none.
    ///
    /// # Errors
    /// [`Error::Call`] with TensorRT's words.
    ///
    /// # Safety
    /// `event` is a CUDA event of the engine's GPU that lives until the context is dropped or given another one.
    pub unsafe fn set_input_consumed_event(&mut self, event: *mut c_void) -> Result<()> {
        // SAFETY: a live context, and the caller's promise about the event.
        self.library().success(Method::ExecutionContextSetInputConsumedEvent, |abi| unsafe {
            abi.execution_context_set_input_consumed_event(self.pointer(), event)
        })
    }

    /// How much of its layers NVTX ranges show; no more than the engine was built to remember.
    ///
    /// # Errors
    /// [`Error::Call`] where it is more.
    pub fn set_nvtx_verbosity(&mut self, verbosity: ProfilingVerbosity) -> Result<()> {
        let raw = self.library().constant(verbosity)?;
        // SAFETY: a live context.
        self.library().success(Method::ExecutionContextSetNvtxVerbosity, |abi| unsafe {
            abi.execution_context_set_nvtx_verbosity(self.pointer(), raw)
        })
    }

    /// Queues one run on `stream`. Returns before it is done.
    ///
    /// # Errors
    /// [`Error::Call`] with TensorRT's words, for example where an address or a shape is missing.
    ///
    /// # Safety
    /// `stream` is a CUDA stream of the engine's GPU. The addresses that were set are as [`Self::set_tensor_address`] asks,
    /// and they, the context and its allocators live until the work is done. The context's work of an earlier enqueue is
    /// done or on the same stream.
    pub unsafe fn enqueue_v3(&mut self, stream: *mut c_void) -> Result<()> {
        // SAFETY: a live context, and the caller's promises.
        self.library().success(Method::ExecutionContextEnqueueV3, |abi| unsafe { abi.execution_context_enqueue_v3(self.pointer(), stream) })
    }
}
