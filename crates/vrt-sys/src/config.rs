//! How an engine is built.

use std::ffi::c_void;
use std::rc::Rc;
use std::sync::Arc;

use crate::builder::{BuilderInner, OptimizationProfile};
use crate::enums::{
    BuilderFlag, ComputeCapability, HardwareCompatibilityLevel, MemoryPoolType, PreviewFeature, ProfilingVerbosity, RawEnum,
};
use crate::error::{Error, Result};
use crate::host_memory::HostMemory;
use crate::library::Library;
use crate::object::Owned;
use crate::progress::{Monitor, ProgressMonitor};
use crate::raw::{Abi, Method, Missing};

/// A builder's configuration.
#[derive(Debug)]
pub struct BuilderConfig {
    object: Owned,
    /// After the object, which uses both.
    monitor: Option<Monitor>,
    cache: Option<TimingCache>,
    /// After the object: a configuration goes before its builder.
    pub(crate) builder: Rc<BuilderInner>,
}

impl BuilderConfig {
    /// # Safety
    /// `object` is an `IBuilderConfig` of `builder`.
    pub(crate) unsafe fn new(object: Owned, builder: Rc<BuilderInner>) -> Self {
        Self { object, monitor: None, cache: None, builder }
    }

    pub(crate) fn pointer(&self) -> *mut c_void {
        self.object.pointer()
    }

    fn library(&self) -> Library {
        self.object.library()
    }

    pub(crate) fn take_stopped(&self) -> bool {
        self.monitor.as_ref().is_some_and(Monitor::take_stopped)
    }

    fn ask<R>(&self, call: impl FnOnce(Abi, *mut c_void) -> Result<R, Missing>) -> Result<R> {
        Ok(call(self.library().abi(), self.pointer())?)
    }

    /// Sets or clears a flag.
    ///
    /// # Errors
    /// [`Error::MissingConstant`] for a flag that the library does not have, such as [`BuilderFlag::Fp16`] in TensorRT 11.
    pub fn set_flag(&mut self, flag: BuilderFlag, on: bool) -> Result<()> {
        let raw = self.library().constant(flag)?;
        // SAFETY: a live configuration and one of its flags.
        self.ask(|abi, this| unsafe {
            match on {
                true => abi.builder_config_set_flag(this, raw),
                false => abi.builder_config_clear_flag(this, raw),
            }
        })
    }

    /// Whether a flag is set.
    ///
    /// # Errors
    /// [`Error::MissingConstant`] for a flag that the library does not have.
    pub fn flag(&self, flag: BuilderFlag) -> Result<bool> {
        let raw = self.library().constant(flag)?;
        // SAFETY: a live configuration and one of its flags.
        self.ask(|abi, this| unsafe { abi.builder_config_get_flag(this, raw) })
    }

    /// Limits a pool of memory, in bytes.
    ///
    /// # Errors
    /// [`Error::MissingConstant`] for a pool that the library does not have, [`Error::Argument`] for a size that does not fit.
    pub fn set_memory_pool_limit(&mut self, pool: MemoryPoolType, bytes: u64) -> Result<()> {
        let raw = self.library().constant(pool)?;
        let reason = || format!("{bytes} bytes are more than this machine can address");
        let bytes = usize::try_from(bytes).map_err(|_| Error::Argument { argument: "bytes", reason: reason() })?;
        // SAFETY: a live configuration.
        self.ask(|abi, this| unsafe { abi.builder_config_set_memory_pool_limit(this, raw, bytes) })
    }

    /// A pool's limit in bytes.
    ///
    /// # Errors
    /// [`Error::MissingConstant`] for a pool that the library does not have.
    pub fn memory_pool_limit(&self, pool: MemoryPoolType) -> Result<u64> {
        let raw = self.library().constant(pool)?;
        // SAFETY: a live configuration.
        Ok(self.ask(|abi, this| unsafe { abi.builder_config_get_memory_pool_limit(this, raw) })? as u64)
    }

    /// How long TensorRT may look for faster kernels: 0 (fast to build) to 5 (fast to run); 3 is its default.
    ///
    /// # Errors
    /// [`Error::Argument`] outside 0 to 5.
    pub fn set_optimization_level(&mut self, level: i32) -> Result<()> {
        if !(0..=5).contains(&level) {
            return Err(Error::Argument { argument: "level", reason: format!("{level} is not between 0 and 5") });
        }
        // SAFETY: a live configuration.
        self.ask(|abi, this| unsafe { abi.builder_config_set_builder_optimization_level(this, level) })
    }

    /// The optimisation level.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn optimization_level(&self) -> Result<i32> {
        // SAFETY: a live configuration.
        self.ask(|abi, this| unsafe { abi.builder_config_get_builder_optimization_level(this) })
    }

    /// How many times each candidate kernel is timed, at least 1.
    ///
    /// # Errors
    /// [`Error::Argument`] for less.
    pub fn set_avg_timing_iterations(&mut self, iterations: i32) -> Result<()> {
        if iterations < 1 {
            return Err(Error::Argument { argument: "iterations", reason: format!("{iterations} is less than 1") });
        }
        // SAFETY: a live configuration.
        self.ask(|abi, this| unsafe { abi.builder_config_set_avg_timing_iterations(this, iterations) })
    }

    /// How many times each candidate kernel is timed.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn avg_timing_iterations(&self) -> Result<i32> {
        // SAFETY: a live configuration.
        self.ask(|abi, this| unsafe { abi.builder_config_get_avg_timing_iterations(this) })
    }

    /// How much of its layers the engine will remember for inspection.
    ///
    /// # Errors
    /// [`Error::MissingConstant`] where the library does not have it.
    pub fn set_profiling_verbosity(&mut self, verbosity: ProfilingVerbosity) -> Result<()> {
        let raw = self.library().constant(verbosity)?;
        // SAFETY: a live configuration.
        self.ask(|abi, this| unsafe { abi.builder_config_set_profiling_verbosity(this, raw) })
    }

    /// How much of its layers the engine will remember.
    ///
    /// # Errors
    /// [`Error::UnknownConstant`] where TensorRT names one that this crate does not know.
    pub fn profiling_verbosity(&self) -> Result<ProfilingVerbosity> {
        // SAFETY: a live configuration.
        self.library().named(self.ask(|abi, this| unsafe { abi.builder_config_get_profiling_verbosity(this) })?)
    }

    /// On which other GPUs the engine has to run. Costs speed.
    ///
    /// # Errors
    /// [`Error::MissingConstant`] for a level that the library does not have.
    pub fn set_hardware_compatibility_level(&mut self, level: HardwareCompatibilityLevel) -> Result<()> {
        let raw = self.library().constant(level)?;
        // SAFETY: a live configuration.
        self.ask(|abi, this| unsafe { abi.builder_config_set_hardware_compatibility_level(this, raw) })
    }

    /// On which other GPUs the engine has to run.
    ///
    /// # Errors
    /// [`Error::UnknownConstant`] where TensorRT names a level that this crate does not know.
    pub fn hardware_compatibility_level(&self) -> Result<HardwareCompatibilityLevel> {
        // SAFETY: a live configuration.
        self.library().named(self.ask(|abi, this| unsafe { abi.builder_config_get_hardware_compatibility_level(this) })?)
    }

    /// Switches a preview feature.
    ///
    /// # Errors
    /// [`Error::MissingConstant`] for a feature that the library does not have.
    pub fn set_preview_feature(&mut self, feature: PreviewFeature, on: bool) -> Result<()> {
        let raw = self.library().constant(feature)?;
        // SAFETY: a live configuration.
        self.ask(|abi, this| unsafe { abi.builder_config_set_preview_feature(this, raw, on) })
    }

    /// Whether a preview feature is on.
    ///
    /// # Errors
    /// [`Error::MissingConstant`] for a feature that the library does not have.
    pub fn preview_feature(&self, feature: PreviewFeature) -> Result<bool> {
        let raw = self.library().constant(feature)?;
        // SAFETY: a live configuration.
        self.ask(|abi, this| unsafe { abi.builder_config_get_preview_feature(this, raw) })
    }

    /// Limits how many candidate kernels are timed for each layer; -1 leaves it to TensorRT.
    ///
    /// # Errors
    /// [`Error::Missing`] before TensorRT 10.6 (headers at hand say; the method may be a little older).
    pub fn set_max_tactics(&mut self, tactics: i32) -> Result<()> {
        // SAFETY: a live configuration.
        self.ask(|abi, this| unsafe { abi.builder_config_set_max_nb_tactics(this, tactics) })
    }

    /// Adds an optimisation profile and returns its index.
    ///
    /// # Errors
    /// [`Error::Argument`] for another builder's profile, [`Error::Call`] for one that TensorRT refuses.
    pub fn add_optimization_profile(&mut self, profile: &OptimizationProfile) -> Result<i32> {
        if !Rc::ptr_eq(&self.builder, &profile.builder) {
            return Err(Error::Argument { argument: "profile", reason: "it belongs to another builder".to_owned() });
        }
        let library = self.library();
        let mark = library.logger().mark();
        // SAFETY: live objects of one builder.
        let index = self.ask(|abi, this| unsafe { abi.builder_config_add_optimization_profile(this, profile.pointer()) })?;
        if index < 0 { Err(library.failure(Method::BuilderConfigAddOptimizationProfile, mark)) } else { Ok(index) }
    }

    /// How many optimisation profiles were added.
    ///
    /// # Errors
    /// None that a supported library gives.
    pub fn optimization_profiles(&self) -> Result<i32> {
        // SAFETY: a live configuration.
        self.ask(|abi, this| unsafe { abi.builder_config_get_nb_optimization_profiles(this) })
    }

    /// Watches builds with this configuration; `None` takes the monitor away.
    ///
    /// # Errors
    /// [`Error::TypeInfo`] where libstdc++ cannot be found.
    pub fn set_progress_monitor(&mut self, monitor: Option<Arc<dyn ProgressMonitor>>) -> Result<()> {
        let monitor = monitor.map(|m| Monitor::new(self.library(), m)).transpose()?;
        let pointer = monitor.as_ref().map_or(std::ptr::null_mut(), Monitor::pointer);
        // SAFETY: a live configuration; the old monitor is kept until the new one is set, the new one as long as this.
        self.ask(|abi, this| unsafe { abi.builder_config_set_progress_monitor(this, pointer) })?;
        self.monitor = monitor;
        Ok(())
    }

    /// A timing cache from what [`TimingCache::serialize`] gave, or an empty one from nothing.
    ///
    /// # Errors
    /// [`Error::Call`] with TensorRT's words, for example for another version's cache.
    pub fn create_timing_cache(&self, serialized: &[u8]) -> Result<TimingCache> {
        let library = self.library();
        // SAFETY: a live configuration; the bytes are read during the call.
        let pointer = library.object(Method::BuilderConfigCreateTimingCache, |abi| unsafe {
            let data = serialized.as_ptr().cast_mut().cast();
            abi.builder_config_create_timing_cache(self.pointer(), data, serialized.len())
        })?;
        // SAFETY: a new timing cache.
        let object = unsafe { Owned::new(pointer, library) };
        Ok(TimingCache(Rc::new(TimingCacheInner { object, _builder: Rc::clone(&self.builder) })))
    }

    /// Uses a timing cache and adds to it. A cache of another GPU is refused unless `ignore_mismatch`.
    ///
    /// # Errors
    /// [`Error::Call`] where it is refused.
    pub fn set_timing_cache(&mut self, cache: &TimingCache, ignore_mismatch: bool) -> Result<()> {
        // SAFETY: live objects; the old cache is kept until the new one is set, the new one as long as this.
        self.library().success(Method::BuilderConfigSetTimingCache, |abi| unsafe {
            abi.builder_config_set_timing_cache(self.pointer(), cache.pointer(), ignore_mismatch)
        })?;
        self.cache = Some(cache.clone());
        Ok(())
    }

    /// Which GPU generations to build for (TensorRT-RTX only, which needs no GPU to build).
    ///
    /// # Errors
    /// [`Error::Missing`] in other families, [`Error::Call`] where TensorRT-RTX refuses one.
    pub fn set_compute_capabilities(&mut self, capabilities: &[ComputeCapability]) -> Result<()> {
        let library = self.library();
        let count = i32::try_from(capabilities.len()).unwrap_or(i32::MAX);
        // SAFETY: a live configuration.
        library.success(Method::BuilderConfigSetNbComputeCapabilities, |abi| unsafe {
            abi.builder_config_set_nb_compute_capabilities(self.pointer(), count)
        })?;
        for (i, capability) in (0..count).zip(capabilities) {
            let raw = library.constant(*capability)?;
            // SAFETY: a live configuration.
            library.success(Method::BuilderConfigSetComputeCapability, |abi| unsafe {
                abi.builder_config_set_compute_capability(self.pointer(), raw, i)
            })?;
        }
        Ok(())
    }

    /// Which flags of this crate's list the library has: what a program may offer.
    pub fn known_flags(&self) -> impl Iterator<Item = BuilderFlag> {
        let library = self.library();
        BuilderFlag::ALL.iter().copied().filter(move |flag| library.constant(*flag).is_ok())
    }
}

/// Kernel timings, kept between builds to make them faster. Copies share it.
#[derive(Clone, Debug)]
pub struct TimingCache(Rc<TimingCacheInner>);

#[derive(Debug)]
struct TimingCacheInner {
    object: Owned,
    /// After the object.
    _builder: Rc<BuilderInner>,
}

impl TimingCache {
    fn pointer(&self) -> *mut c_void {
        self.0.object.pointer()
    }

    /// Its bytes, for a file. They fit the same TensorRT version and GPU only.
    ///
    /// # Errors
    /// [`Error::Call`] with TensorRT's words.
    pub fn serialize(&self) -> Result<HostMemory> {
        let library = self.0.object.library();
        // SAFETY: a live timing cache.
        let pointer = library.object(Method::TimingCacheSerialize, |abi| unsafe { abi.timing_cache_serialize(self.pointer()) })?;
        // SAFETY: a new `IHostMemory`.
        unsafe { HostMemory::new(Owned::new(pointer, library)) }
    }

    /// Adds another cache's timings. One of another GPU is refused unless `ignore_mismatch`.
    ///
    /// # Errors
    /// [`Error::Call`] where it is refused.
    pub fn combine(&self, other: &Self, ignore_mismatch: bool) -> Result<()> {
        // SAFETY: live timing caches.
        self.0.object.library().success(Method::TimingCacheCombine, |abi| unsafe {
            abi.timing_cache_combine(self.pointer(), other.pointer(), ignore_mismatch)
        })
    }

    /// Empties it.
    ///
    /// # Errors
    /// [`Error::Call`] with TensorRT's words.
    pub fn reset(&self) -> Result<()> {
        // SAFETY: a live timing cache.
        let reset = |abi: Abi| unsafe { abi.timing_cache_reset(self.pointer()) };
        self.0.object.library().success(Method::TimingCacheReset, reset)
    }
}
