//! Engines: what a plan can compute.

use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::Arc;

use crate::context::ExecutionContext;
use crate::dims::Dims;
use crate::enums::{
    DataType, ExecutionContextAllocationStrategy, HardwareCompatibilityLevel, OptProfileSelector, ProfilingVerbosity, RawEnum,
    TensorFormat, TensorIoMode, TensorLocation,
};
use crate::error::{Error, Result};
use crate::host_memory::HostMemory;
use crate::inspector::EngineInspector;
use crate::library::Library;
use crate::object::{self, Owned};
use crate::raw::{Abi, Dims64, Method, Missing};
use crate::runtime::Runtime;

/// An engine. Copies share it, and several threads may ask it and create contexts at once; each thread runs its own
/// [`ExecutionContext`].
#[derive(Clone, Debug)]
pub struct CudaEngine(Arc<EngineInner>);

#[derive(Debug)]
struct EngineInner {
    object: Owned,
    names: Vec<CString>,
    /// After the object: an engine goes before its runtime.
    runtime: Runtime,
}

// SAFETY: only methods that change nothing and createExecutionContext are called, which NVIDIA documents as thread-safe.
unsafe impl Send for EngineInner {}
// SAFETY: as above.
unsafe impl Sync for EngineInner {}

/// An input or output of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IoTensor {
    /// Its name in the model.
    pub name: CString,
    /// Input or output.
    pub mode: TensorIoMode,
    /// The type of its elements.
    pub data_type: DataType,
    /// Its shape; -1 where it is set, or known, at run time only.
    pub shape: Dims,
    /// Where its data has to be. Shape tensors are on the host.
    pub location: TensorLocation,
    /// How its elements are laid out.
    pub format: TensorFormat,
}

/// The shapes that an optimisation profile was built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProfileShape {
    /// The smallest that may be set.
    pub min: Dims,
    /// The one that kernels were chosen for.
    pub opt: Dims,
    /// The largest that may be set.
    pub max: Dims,
}

impl CudaEngine {
    /// # Safety
    /// `object` is an `ICudaEngine` of `runtime`.
    pub(crate) unsafe fn new(object: Owned, runtime: Runtime) -> Result<Self> {
        let abi = object.library().abi();
        let this = object.pointer();
        let mut names = Vec::new();
        // SAFETY: a live engine; names live as long as it and are copied at once.
        unsafe {
            for i in 0..abi.cuda_engine_get_nb_io_tensors(this)? {
                names.push(object::borrowed(abi.cuda_engine_get_io_tensor_name(this, i)?).to_owned());
            }
        }
        Ok(Self(Arc::new(EngineInner { object, names, runtime })))
    }

    /// The library it comes from.
    pub fn library(&self) -> Library {
        self.0.object.library()
    }

    /// The runtime it comes from.
    pub fn runtime(&self) -> &Runtime {
        &self.0.runtime
    }

    pub(crate) fn pointer(&self) -> *mut c_void {
        self.0.object.pointer()
    }

    fn ask<R>(&self, call: impl FnOnce(Abi, *mut c_void) -> Result<R, Missing>) -> Result<R> {
        Ok(call(self.library().abi(), self.pointer())?)
    }

    /// Asks about a tensor. TensorRT answers a wrong name with something that looks right, so names are checked first.
    fn ask_about<R>(&self, name: &CStr, call: impl FnOnce(Abi, *mut c_void, *const c_char) -> Result<R, Missing>) -> Result<R> {
        self.check_name(name)?;
        Ok(call(self.library().abi(), self.pointer(), name.as_ptr())?)
    }

    pub(crate) fn check_name(&self, name: &CStr) -> Result<()> {
        if self.0.names.iter().any(|known| known.as_c_str() == name) {
            return Ok(());
        }
        let known = self.tensor_names().map(|n| n.to_string_lossy().into_owned()).collect();
        Err(Error::UnknownTensor { name: name.to_string_lossy().into_owned(), known })
    }

    fn named<E: RawEnum>(&self, raw: i32) -> Result<E> {
        self.library().named(raw)
    }

    /// The names of its inputs and outputs, in the engine's order.
    pub fn tensor_names(&self) -> impl Iterator<Item = &CStr> {
        self.0.names.iter().map(CString::as_c_str)
    }

    /// All inputs and outputs, in the engine's order.
    ///
    /// # Errors
    /// [`Error::UnknownConstant`] where TensorRT names a type or layout that this crate does not know.
    pub fn io_tensors(&self) -> Result<Vec<IoTensor>> {
        self.0
            .names
            .iter()
            .map(|name| {
                Ok(IoTensor {
                    name: name.clone(),
                    mode: self.tensor_io_mode(name)?,
                    data_type: self.tensor_data_type(name)?,
                    shape: self.tensor_shape(name)?,
                    location: self.tensor_location(name)?,
                    format: self.tensor_format(name)?,
                })
            })
            .collect()
    }

    /// Whether a tensor is an input or an output.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`] for a name that is none of the engine's.
    pub fn tensor_io_mode(&self, name: &CStr) -> Result<TensorIoMode> {
        // SAFETY: a live engine and one of its tensors.
        self.named(self.ask_about(name, |abi, this, name| unsafe { abi.cuda_engine_get_tensor_io_mode(this, name) })?)
    }

    /// The type of a tensor's elements.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`] for a name that is none of the engine's.
    pub fn tensor_data_type(&self, name: &CStr) -> Result<DataType> {
        // SAFETY: a live engine and one of its tensors.
        self.named(self.ask_about(name, |abi, this, name| unsafe { abi.cuda_engine_get_tensor_data_type(this, name) })?)
    }

    /// A tensor's shape; -1 for extents that are set, or known, at run time only.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`] for a name that is none of the engine's.
    pub fn tensor_shape(&self, name: &CStr) -> Result<Dims> {
        // SAFETY: a live engine and one of its tensors.
        let raw = self.ask_about(name, |abi, this, name| unsafe { abi.cuda_engine_get_tensor_shape(this, name) })?;
        self.dims(Method::CudaEngineGetTensorShape, raw)
    }

    fn dims(&self, method: Method, raw: Dims64) -> Result<Dims> {
        Dims::from_raw(raw).ok_or(Error::Call { call: method.name(), log: Vec::new() })
    }

    /// Where a tensor's data has to be.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`] for a name that is none of the engine's.
    pub fn tensor_location(&self, name: &CStr) -> Result<TensorLocation> {
        // SAFETY: a live engine and one of its tensors.
        self.named(self.ask_about(name, |abi, this, name| unsafe { abi.cuda_engine_get_tensor_location(this, name) })?)
    }

    /// How a tensor's elements are laid out.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`] for a name that is none of the engine's.
    pub fn tensor_format(&self, name: &CStr) -> Result<TensorFormat> {
        // SAFETY: a live engine and one of its tensors.
        self.named(self.ask_about(name, |abi, this, name| unsafe { abi.cuda_engine_get_tensor_format(this, name) })?)
    }

    /// The layout in TensorRT's words, with the element type.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`] for a name that is none of the engine's.
    pub fn tensor_format_description(&self, name: &CStr) -> Result<String> {
        // SAFETY: a live engine and one of its tensors; the text is copied at once.
        let text = self.ask_about(name, |abi, this, name| unsafe { abi.cuda_engine_get_tensor_format_desc(this, name) })?;
        // SAFETY: TensorRT returns a C string or null.
        Ok(unsafe { object::string(text) })
    }

    /// Whether a tensor's values decide shapes, so that an input has to be set before shapes are inferred.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`] for a name that is none of the engine's.
    pub fn is_shape_inference_io(&self, name: &CStr) -> Result<bool> {
        // SAFETY: a live engine and one of its tensors.
        self.ask_about(name, |abi, this, name| unsafe { abi.cuda_engine_is_shape_inference_io(this, name) })
    }

    /// How many optimisation profiles it was built with.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn optimization_profiles(&self) -> Result<i32> {
        // SAFETY: a live engine.
        self.ask(|abi, this| unsafe { abi.cuda_engine_get_nb_optimization_profiles(this) })
    }

    /// The shapes of an input in an optimisation profile.
    ///
    /// # Errors
    /// [`Error::UnknownTensor`] for a name that is none of the engine's; [`Error::Argument`] for a profile that it does not
    /// have; [`Error::Call`] for an output.
    pub fn profile_shape(&self, name: &CStr, profile: i32) -> Result<ProfileShape> {
        let profiles = self.optimization_profiles()?;
        if !(0..profiles).contains(&profile) {
            let reason = format!("{profile} is not one of the engine's {profiles}");
            return Err(Error::Argument { argument: "profile", reason });
        }
        let library = self.library();
        let shape = |selector| {
            let selector = library.constant(selector)?;
            let mark = library.logger().mark();
            // SAFETY: a live engine, one of its tensors and one of its profiles.
            let raw =
                self.ask_about(name, |abi, this, name| unsafe { abi.cuda_engine_get_profile_shape(this, name, profile, selector) })?;
            Dims::from_raw(raw).ok_or_else(|| library.failure(Method::CudaEngineGetProfileShape, mark))
        };
        Ok(ProfileShape {
            min: shape(OptProfileSelector::Min)?,
            opt: shape(OptProfileSelector::Opt)?,
            max: shape(OptProfileSelector::Max)?,
        })
    }

    /// Bytes of device memory that a context needs for its activations, over all profiles.
    ///
    /// # Errors
    /// [`Error::Argument`] where TensorRT answers a negative number.
    pub fn device_memory_size(&self) -> Result<u64> {
        let abi = self.library().abi();
        if abi.has(Method::CudaEngineGetDeviceMemorySizeV2) {
            // SAFETY: a live engine.
            let size = self.ask(|abi, this| unsafe { abi.cuda_engine_get_device_memory_size_v2(this) })?;
            return bytes(size);
        }
        // SAFETY: a live engine.
        Ok(self.ask(|abi, this| unsafe { abi.cuda_engine_get_device_memory_size(this) })? as u64)
    }

    /// Bytes of device memory that a context needs for its activations in one profile.
    ///
    /// # Errors
    /// [`Error::Argument`] where TensorRT answers a negative number.
    pub fn device_memory_size_for_profile(&self, profile: i32) -> Result<u64> {
        let abi = self.library().abi();
        if abi.has(Method::CudaEngineGetDeviceMemorySizeForProfileV2) {
            // SAFETY: a live engine.
            let size = self.ask(|abi, this| unsafe { abi.cuda_engine_get_device_memory_size_for_profile_v2(this, profile) })?;
            return bytes(size);
        }
        // SAFETY: a live engine.
        Ok(self.ask(|abi, this| unsafe { abi.cuda_engine_get_device_memory_size_for_profile(this, profile) })? as u64)
    }

    /// The network's name when it was built.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn name(&self) -> Result<String> {
        // SAFETY: a live engine.
        let text = self.ask(|abi, this| unsafe { abi.cuda_engine_get_name(this) })?;
        // SAFETY: TensorRT returns a C string or null.
        Ok(unsafe { object::string(text) })
    }

    /// How many layers it has, after fusion.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn layers(&self) -> Result<i32> {
        // SAFETY: a live engine.
        self.ask(|abi, this| unsafe { abi.cuda_engine_get_nb_layers(this) })
    }

    /// On which other GPUs it was built to run.
    ///
    /// # Errors
    /// [`Error::UnknownConstant`] where TensorRT names a level that this crate does not know.
    pub fn hardware_compatibility_level(&self) -> Result<HardwareCompatibilityLevel> {
        // SAFETY: a live engine.
        self.named(self.ask(|abi, this| unsafe { abi.cuda_engine_get_hardware_compatibility_level(this) })?)
    }

    /// How much of its layers it remembers.
    ///
    /// # Errors
    /// [`Error::UnknownConstant`] where TensorRT names one that this crate does not know.
    pub fn profiling_verbosity(&self) -> Result<ProfilingVerbosity> {
        // SAFETY: a live engine.
        self.named(self.ask(|abi, this| unsafe { abi.cuda_engine_get_profiling_verbosity(this) })?)
    }

    /// How many streams of its own it may use besides the one it is run on.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn aux_streams(&self) -> Result<i32> {
        // SAFETY: a live engine.
        self.ask(|abi, this| unsafe { abi.cuda_engine_get_nb_aux_streams(this) })
    }

    /// The plan again.
    ///
    /// # Errors
    /// [`Error::Call`] with TensorRT's words.
    pub fn serialize(&self) -> Result<HostMemory> {
        let library = self.library();
        // SAFETY: a live engine; serializing does not change it.
        let pointer = library.object(Method::CudaEngineSerialize, |abi| unsafe { abi.cuda_engine_serialize(self.pointer()) })?;
        // SAFETY: a new `IHostMemory`.
        unsafe { HostMemory::new(Owned::new(pointer, library)) }
    }

    /// A context to run it with. With [`ExecutionContextAllocationStrategy::UserManaged`] its device memory has to be set
    /// before it runs.
    ///
    /// # Errors
    /// [`Error::Call`] with TensorRT's words, for example where the GPU's memory does not suffice.
    pub fn create_execution_context(&self, strategy: ExecutionContextAllocationStrategy) -> Result<ExecutionContext> {
        let library = self.library();
        let strategy = library.constant(strategy)?;
        // SAFETY: a live engine; creating contexts is thread-safe.
        let pointer = library.object(Method::CudaEngineCreateExecutionContext, |abi| unsafe {
            abi.cuda_engine_create_execution_context(self.pointer(), strategy)
        })?;
        // SAFETY: a new context of this engine.
        Ok(unsafe { ExecutionContext::new(Owned::new(pointer, library), self.clone()) })
    }

    /// Something to ask about its layers.
    ///
    /// # Errors
    /// [`Error::Call`] with TensorRT's words.
    pub fn create_inspector(&self) -> Result<EngineInspector> {
        let library = self.library();
        // SAFETY: a live engine.
        let pointer = library
            .object(Method::CudaEngineCreateEngineInspector, |abi| unsafe { abi.cuda_engine_create_engine_inspector(self.pointer()) })?;
        // SAFETY: a new inspector of this engine.
        Ok(unsafe { EngineInspector::new(Owned::new(pointer, library), self.clone()) })
    }
}

fn bytes(size: i64) -> Result<u64> {
    let reason = || format!("TensorRT says {size} bytes");
    u64::try_from(size).map_err(|_| Error::Argument { argument: "device memory", reason: reason() })
}
