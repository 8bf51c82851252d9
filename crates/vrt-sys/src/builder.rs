//! Building engines.

use std::cell::OnceCell;
use std::ffi::{CStr, c_void};
use std::rc::Rc;

use crate::config::BuilderConfig;
use crate::dims::Dims;
use crate::enums::{NetworkDefinitionCreationFlag, OptProfileSelector};
use crate::error::{Error, Result};
use crate::error_recorder::ErrorRecorder;
use crate::host_memory::HostMemory;
use crate::library::Library;
use crate::network::NetworkDefinition;
use crate::object::Owned;
use crate::raw::Method;

/// Builds engines for the GPU that is current when it is created. It, its networks and its configurations stay on one
/// thread, as TensorRT asks; TensorRT uses threads of its own.
///
/// # Examples
/// ```no_run
/// use vrt_sys::{BuilderFlag, Builder, Library, MemoryPoolType, OnnxParser};
/// let builder = Builder::new(Library::open()?)?;
/// let network = builder.create_network(&[])?;
/// let mut parser = OnnxParser::new(network)?;
/// parser.parse_from_file("model.onnx".as_ref())?;
/// let mut config = builder.create_config()?;
/// config.set_memory_pool_limit(MemoryPoolType::Workspace, 1 << 30)?;
/// config.set_flag(BuilderFlag::Fp16, true)?; // an error with TensorRT 11, where the model's own types decide
/// let plan = builder.build_serialized_network(parser.network(), &config)?;
/// std::fs::write("model.engine", &*plan).expect("a writable folder");
/// # Ok::<(), vrt_sys::Error>(())
/// ```
///
/// ```compile_fail
/// fn sent<T: Send>() {}
/// sent::<vrt_sys::Builder>();
/// ```
#[derive(Debug)]
pub struct Builder {
    inner: Rc<BuilderInner>,
}

#[derive(Debug)]
pub(crate) struct BuilderInner {
    pub object: Owned,
    /// After the object, which counts its references to it.
    recorder: OnceCell<ErrorRecorder>,
}

impl Builder {
    /// A builder.
    ///
    /// # Errors
    /// [`Error::Driver`] where no GPU can be used (TensorRT-RTX needs none to build), [`Error::Call`] with TensorRT's words
    /// where it fails.
    pub fn new(library: Library) -> Result<Self> {
        let pointer = library.create_builder()?;
        // SAFETY: a new builder of this library.
        let object = unsafe { Owned::new(pointer, library) };
        Ok(Self { inner: Rc::new(BuilderInner { object, recorder: OnceCell::new() }) })
    }

    fn pointer(&self) -> *mut c_void {
        self.inner.object.pointer()
    }

    /// The library it comes from.
    pub fn library(&self) -> Library {
        self.inner.object.library()
    }

    /// Sends its errors to `recorder`, which it keeps.
    ///
    /// # Errors
    /// [`Error::Argument`] where it has one already (networks and configurations may still use that), or for a recorder of
    /// another library.
    pub fn set_error_recorder(&mut self, recorder: ErrorRecorder) -> Result<()> {
        let pointer = recorder.pointer_for(self.library())?;
        if self.inner.recorder.set(recorder).is_err() {
            return Err(Error::Argument { argument: "recorder", reason: "the builder has one already".to_owned() });
        }
        // SAFETY: a live builder, and a recorder that is kept as long as it.
        Ok(unsafe { self.library().abi().builder_set_error_recorder(self.pointer(), pointer) }?)
    }

    /// How many threads it may use, at least 1.
    ///
    /// # Errors
    /// [`Error::Call`] for less.
    pub fn set_max_threads(&mut self, threads: i32) -> Result<()> {
        // SAFETY: a live builder.
        let set = |abi: crate::raw::Abi| unsafe { abi.builder_set_max_threads(self.pointer(), threads) };
        self.library().success(Method::BuilderSetMaxThreads, set)
    }

    /// Whether the GPU computes FP16 fast.
    ///
    /// # Errors
    /// [`Error::Missing`] outside TensorRT 10, which alone asks this.
    pub fn platform_has_fast_fp16(&self) -> Result<bool> {
        // SAFETY: a live builder.
        Ok(unsafe { self.library().abi().builder_platform_has_fast_fp16(self.pointer()) }?)
    }

    /// Whether the GPU computes INT8 fast.
    ///
    /// # Errors
    /// [`Error::Missing`] outside TensorRT 10, which alone asks this.
    pub fn platform_has_fast_int8(&self) -> Result<bool> {
        // SAFETY: a live builder.
        Ok(unsafe { self.library().abi().builder_platform_has_fast_int8(self.pointer()) }?)
    }

    /// Whether the GPU computes TF32.
    ///
    /// # Errors
    /// [`Error::Missing`] outside TensorRT 10, which alone asks this.
    pub fn platform_has_tf32(&self) -> Result<bool> {
        // SAFETY: a live builder.
        Ok(unsafe { self.library().abi().builder_platform_has_tf32(self.pointer()) }?)
    }

    /// An empty network.
    ///
    /// # Errors
    /// [`Error::MissingConstant`] for a flag that the library does not have, [`Error::Call`] with TensorRT's words.
    pub fn create_network(&self, flags: &[NetworkDefinitionCreationFlag]) -> Result<NetworkDefinition> {
        let library = self.library();
        let mut bits = 0_u32;
        for flag in flags {
            bits |= 1_u32.checked_shl(library.constant(*flag)?.unsigned_abs()).unwrap_or_default();
        }
        // SAFETY: a live builder.
        let create = |abi: crate::raw::Abi| unsafe { abi.builder_create_network_v2(self.pointer(), bits) };
        let pointer = library.object(Method::BuilderCreateNetworkV2, create)?;
        // SAFETY: a new network of this builder.
        Ok(unsafe { NetworkDefinition::new(Owned::new(pointer, library), Rc::clone(&self.inner)) })
    }

    /// A configuration with TensorRT's defaults.
    ///
    /// # Errors
    /// [`Error::Call`] with TensorRT's words.
    pub fn create_config(&self) -> Result<BuilderConfig> {
        let library = self.library();
        // SAFETY: a live builder.
        let create = |abi: crate::raw::Abi| unsafe { abi.builder_create_builder_config(self.pointer()) };
        let pointer = library.object(Method::BuilderCreateBuilderConfig, create)?;
        // SAFETY: a new configuration of this builder.
        Ok(unsafe { BuilderConfig::new(Owned::new(pointer, library), Rc::clone(&self.inner)) })
    }

    /// An optimisation profile, to be filled and added to a configuration.
    ///
    /// # Errors
    /// [`Error::Call`] with TensorRT's words.
    pub fn create_optimization_profile(&self) -> Result<OptimizationProfile> {
        let library = self.library();
        // SAFETY: a live builder.
        let create = |abi: crate::raw::Abi| unsafe { abi.builder_create_optimization_profile(self.pointer()) };
        let pointer = library.object(Method::BuilderCreateOptimizationProfile, create)?;
        Ok(OptimizationProfile { pointer: pointer.as_ptr(), builder: Rc::clone(&self.inner) })
    }

    fn check_own(&self, argument: &'static str, other: &Rc<BuilderInner>) -> Result<()> {
        if Rc::ptr_eq(&self.inner, other) {
            return Ok(());
        }
        Err(Error::Argument { argument, reason: "it belongs to another builder".to_owned() })
    }

    /// Whether TensorRT would build the network with this configuration, without building it.
    ///
    /// # Errors
    /// [`Error::Argument`] where one of them belongs to another builder.
    pub fn is_network_supported(&self, network: &NetworkDefinition, config: &BuilderConfig) -> Result<bool> {
        self.check_own("network", &network.builder)?;
        self.check_own("config", &config.builder)?;
        let abi = self.library().abi();
        // SAFETY: live objects of one builder.
        Ok(unsafe { abi.builder_is_network_supported(self.pointer(), network.pointer(), config.pointer()) }?)
    }

    /// Builds an engine and returns it as a plan. Takes seconds to an hour; a [`crate::ProgressMonitor`] in the
    /// configuration can watch and stop it.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the progress monitor stopped it, [`Error::Call`] with TensorRT's words where it failed,
    /// [`Error::Argument`] where network or configuration belong to another builder.
    pub fn build_serialized_network(&self, network: &NetworkDefinition, config: &BuilderConfig) -> Result<HostMemory> {
        self.check_own("network", &network.builder)?;
        self.check_own("config", &config.builder)?;
        let library = self.library();
        config.take_stopped();
        // SAFETY: live objects of one builder, on its thread.
        let build =
            |abi: crate::raw::Abi| unsafe { abi.builder_build_serialized_network(self.pointer(), network.pointer(), config.pointer()) };
        match library.object(Method::BuilderBuildSerializedNetwork, build) {
            // SAFETY: a new `IHostMemory`.
            Ok(pointer) => unsafe { HostMemory::new(Owned::new(pointer, library)) },
            Err(Error::Call { .. }) if config.take_stopped() => Err(Error::Cancelled),
            Err(error) => Err(error),
        }
    }
}

/// The shapes that an engine is built for. It belongs to its builder, which deletes it.
#[derive(Debug)]
pub struct OptimizationProfile {
    pointer: *mut c_void,
    pub(crate) builder: Rc<BuilderInner>,
}

impl OptimizationProfile {
    pub(crate) fn pointer(&self) -> *mut c_void {
        self.pointer
    }

    fn library(&self) -> Library {
        self.builder.object.library()
    }

    /// Sets one of an input's three shapes.
    ///
    /// # Errors
    /// [`Error::Call`] for a shape that TensorRT refuses, such as one with a negative extent.
    pub fn set_dimensions(&mut self, input: &CStr, selector: OptProfileSelector, shape: &Dims) -> Result<()> {
        let library = self.library();
        let (selector, raw) = (library.constant(selector)?, shape.to_raw());
        // SAFETY: a live profile; name and shape are read during the call.
        library.success(Method::OptimizationProfileSetDimensions, |abi| unsafe {
            abi.optimization_profile_set_dimensions(self.pointer, input.as_ptr(), selector, &raw const raw)
        })
    }

    /// One of an input's three shapes; `None` where it is not set.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn dimensions(&self, input: &CStr, selector: OptProfileSelector) -> Result<Option<Dims>> {
        let library = self.library();
        let selector = library.constant(selector)?;
        // SAFETY: a live profile.
        let raw = unsafe { library.abi().optimization_profile_get_dimensions(self.pointer, input.as_ptr(), selector) }?;
        Ok(Dims::from_raw(raw))
    }

    /// Sets the values of an input that is a shape tensor.
    ///
    /// # Errors
    /// [`Error::Call`] for values that TensorRT refuses, [`Error::Argument`] for values that older releases, which take 32
    /// bits, cannot hold.
    pub fn set_shape_values(&mut self, input: &CStr, selector: OptProfileSelector, values: &[i64]) -> Result<()> {
        let library = self.library();
        let selector = library.constant(selector)?;
        let count = i32::try_from(values.len()).unwrap_or(i32::MAX);
        if library.abi().has(Method::OptimizationProfileSetShapeValuesV2) {
            // SAFETY: a live profile; the values are read during the call.
            return library.success(Method::OptimizationProfileSetShapeValuesV2, |abi| unsafe {
                let values = values.as_ptr().cast_mut().cast();
                abi.optimization_profile_set_shape_values_v2(self.pointer, input.as_ptr(), selector, values, count)
            });
        }
        let reason = |_| format!("{values:?} do not fit in 32 bits, which {library} takes");
        let narrow: Vec<i32> = values
            .iter()
            .map(|v| i32::try_from(*v))
            .collect::<Result<_, _>>()
            .map_err(|e| Error::Argument { argument: "values", reason: reason(e) })?;
        // SAFETY: a live profile; the values are read during the call.
        library.success(Method::OptimizationProfileSetShapeValues, |abi| unsafe {
            let values = narrow.as_ptr().cast_mut().cast();
            abi.optimization_profile_set_shape_values(self.pointer, input.as_ptr(), selector, values, count)
        })
    }

    /// Whether its shapes fit each other: each minimum at most the optimum, that at most the maximum.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn is_valid(&self) -> Result<bool> {
        // SAFETY: a live profile.
        Ok(unsafe { self.library().abi().optimization_profile_is_valid(self.pointer) }?)
    }
}
