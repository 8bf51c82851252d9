// Made by `cargo xtask bindings` from bindings/abi. Do not edit.

/// Calls `method` on `object`, which records calls. Gives what it has to have recorded, and whether the returned value was
/// the one that belongs to `slot`.
///
/// # Errors
/// [`Missing`] where the library that `abi` is of has no such method.
///
/// # Safety
/// `object` is a recording object of the interface that `method` is of.
pub unsafe fn call(abi: Abi, method: Method, object: *mut c_void, slot: usize) -> Result<(&'static str, bool), Missing> {
    let address = |i: usize| (0x2000 * (i + 1)) as *mut c_void;
    // SAFETY: the caller's promise; a recording object prints addresses and never follows them.
    unsafe {
        Ok(match method {
            Method::RuntimeDeserializeCudaEngine => {
                let r = abi.runtime_deserialize_cuda_engine(object, address(0), 12)?;
                ("IRuntime::deserializeCudaEngine|0x2000|12", r as usize == 0x10_0000 + slot * 16)
            }
            Method::RuntimeSetErrorRecorder => {
                let () = abi.runtime_set_error_recorder(object, address(0))?;
                ("IRuntime::setErrorRecorder|0x2000", true)
            }
            Method::RuntimeSetMaxThreads => {
                let r = abi.runtime_set_max_threads(object, 11)?;
                ("IRuntime::setMaxThreads|11", r == slot.is_multiple_of(2))
            }
            Method::RuntimeGetMaxThreads => {
                let r = abi.runtime_get_max_threads(object)?;
                ("IRuntime::getMaxThreads", r == slot as i32)
            }
            Method::RuntimeSetEngineHostCodeAllowed => {
                let () = abi.runtime_set_engine_host_code_allowed(object, true)?;
                ("IRuntime::setEngineHostCodeAllowed|1", true)
            }
            Method::RuntimeGetEngineHostCodeAllowed => {
                let r = abi.runtime_get_engine_host_code_allowed(object)?;
                ("IRuntime::getEngineHostCodeAllowed", r == slot.is_multiple_of(2))
            }
            Method::CudaEngineGetNbLayers => {
                let r = abi.cuda_engine_get_nb_layers(object)?;
                ("ICudaEngine::getNbLayers", r == slot as i32)
            }
            Method::CudaEngineSerialize => {
                let r = abi.cuda_engine_serialize(object)?;
                ("ICudaEngine::serialize", r as usize == 0x10_0000 + slot * 16)
            }
            Method::CudaEngineCreateExecutionContext => {
                let r = abi.cuda_engine_create_execution_context(object, 11)?;
                ("ICudaEngine::createExecutionContext|11", r as usize == 0x10_0000 + slot * 16)
            }
            Method::CudaEngineIsRefittable => {
                let r = abi.cuda_engine_is_refittable(object)?;
                ("ICudaEngine::isRefittable", r == slot.is_multiple_of(2))
            }
            Method::CudaEngineGetName => {
                let r = abi.cuda_engine_get_name(object)?;
                ("ICudaEngine::getName", CStr::from_ptr(r) == c"ICudaEngine::getName")
            }
            Method::CudaEngineGetNbOptimizationProfiles => {
                let r = abi.cuda_engine_get_nb_optimization_profiles(object)?;
                ("ICudaEngine::getNbOptimizationProfiles", r == slot as i32)
            }
            Method::CudaEngineGetProfilingVerbosity => {
                let r = abi.cuda_engine_get_profiling_verbosity(object)?;
                ("ICudaEngine::getProfilingVerbosity", r == slot as i32)
            }
            Method::CudaEngineCreateEngineInspector => {
                let r = abi.cuda_engine_create_engine_inspector(object)?;
                ("ICudaEngine::createEngineInspector", r as usize == 0x10_0000 + slot * 16)
            }
            Method::CudaEngineGetTensorShape => {
                let r = abi.cuda_engine_get_tensor_shape(object, address(0).cast())?;
                ("ICudaEngine::getTensorShape|0x2000", r.nbDims == 4 && (0..4).all(|i| r.d[i] == (slot * 10 + i) as i64))
            }
            Method::CudaEngineGetTensorDataType => {
                let r = abi.cuda_engine_get_tensor_data_type(object, address(0).cast())?;
                ("ICudaEngine::getTensorDataType|0x2000", r == slot as i32)
            }
            Method::CudaEngineGetTensorLocation => {
                let r = abi.cuda_engine_get_tensor_location(object, address(0).cast())?;
                ("ICudaEngine::getTensorLocation|0x2000", r == slot as i32)
            }
            Method::CudaEngineIsShapeInferenceIo => {
                let r = abi.cuda_engine_is_shape_inference_io(object, address(0).cast())?;
                ("ICudaEngine::isShapeInferenceIO|0x2000", r == slot.is_multiple_of(2))
            }
            Method::CudaEngineGetTensorIoMode => {
                let r = abi.cuda_engine_get_tensor_io_mode(object, address(0).cast())?;
                ("ICudaEngine::getTensorIOMode|0x2000", r == slot as i32)
            }
            Method::CudaEngineGetTensorBytesPerComponent => {
                let r = abi.cuda_engine_get_tensor_bytes_per_component(object, address(0).cast())?;
                ("ICudaEngine::getTensorBytesPerComponent|0x2000", r == slot as i32)
            }
            Method::CudaEngineGetTensorComponentsPerElement => {
                let r = abi.cuda_engine_get_tensor_components_per_element(object, address(0).cast())?;
                ("ICudaEngine::getTensorComponentsPerElement|0x2000", r == slot as i32)
            }
            Method::CudaEngineGetTensorFormat => {
                let r = abi.cuda_engine_get_tensor_format(object, address(0).cast())?;
                ("ICudaEngine::getTensorFormat|0x2000", r == slot as i32)
            }
            Method::CudaEngineGetTensorFormatDesc => {
                let r = abi.cuda_engine_get_tensor_format_desc(object, address(0).cast())?;
                ("ICudaEngine::getTensorFormatDesc|0x2000", CStr::from_ptr(r) == c"ICudaEngine::getTensorFormatDesc")
            }
            Method::CudaEngineGetTensorVectorizedDim => {
                let r = abi.cuda_engine_get_tensor_vectorized_dim(object, address(0).cast())?;
                ("ICudaEngine::getTensorVectorizedDim|0x2000", r == slot as i32)
            }
            Method::CudaEngineGetProfileShape => {
                let r = abi.cuda_engine_get_profile_shape(object, address(0).cast(), 12, 13)?;
                ("ICudaEngine::getProfileShape|0x2000|12|13", r.nbDims == 4 && (0..4).all(|i| r.d[i] == (slot * 10 + i) as i64))
            }
            Method::CudaEngineGetNbIoTensors => {
                let r = abi.cuda_engine_get_nb_io_tensors(object)?;
                ("ICudaEngine::getNbIOTensors", r == slot as i32)
            }
            Method::CudaEngineGetIoTensorName => {
                let r = abi.cuda_engine_get_io_tensor_name(object, 11)?;
                ("ICudaEngine::getIOTensorName|11", CStr::from_ptr(r) == c"ICudaEngine::getIOTensorName")
            }
            Method::CudaEngineGetHardwareCompatibilityLevel => {
                let r = abi.cuda_engine_get_hardware_compatibility_level(object)?;
                ("ICudaEngine::getHardwareCompatibilityLevel", r == slot as i32)
            }
            Method::CudaEngineGetNbAuxStreams => {
                let r = abi.cuda_engine_get_nb_aux_streams(object)?;
                ("ICudaEngine::getNbAuxStreams", r == slot as i32)
            }
            Method::CudaEngineGetDeviceMemorySize => {
                let r = abi.cuda_engine_get_device_memory_size(object)?;
                ("ICudaEngine::getDeviceMemorySize", r == slot)
            }
            Method::CudaEngineGetDeviceMemorySizeForProfile => {
                let r = abi.cuda_engine_get_device_memory_size_for_profile(object, 11)?;
                ("ICudaEngine::getDeviceMemorySizeForProfile|11", r == slot)
            }
            Method::CudaEngineGetDeviceMemorySizeV2 => {
                let r = abi.cuda_engine_get_device_memory_size_v2(object)?;
                ("ICudaEngine::getDeviceMemorySizeV2", r == slot as i64)
            }
            Method::CudaEngineGetDeviceMemorySizeForProfileV2 => {
                let r = abi.cuda_engine_get_device_memory_size_for_profile_v2(object, 11)?;
                ("ICudaEngine::getDeviceMemorySizeForProfileV2|11", r == slot as i64)
            }
            Method::ExecutionContextSetName => {
                let () = abi.execution_context_set_name(object, address(0).cast())?;
                ("IExecutionContext::setName|0x2000", true)
            }
            Method::ExecutionContextGetName => {
                let r = abi.execution_context_get_name(object)?;
                ("IExecutionContext::getName", CStr::from_ptr(r) == c"IExecutionContext::getName")
            }
            Method::ExecutionContextSetDeviceMemory => {
                let () = abi.execution_context_set_device_memory(object, address(0))?;
                ("IExecutionContext::setDeviceMemory|0x2000", true)
            }
            Method::ExecutionContextSetDeviceMemoryV2 => {
                let () = abi.execution_context_set_device_memory_v2(object, address(0), 12)?;
                ("IExecutionContext::setDeviceMemoryV2|0x2000|12", true)
            }
            Method::ExecutionContextUpdateDeviceMemorySizeForShapes => {
                let r = abi.execution_context_update_device_memory_size_for_shapes(object)?;
                ("IExecutionContext::updateDeviceMemorySizeForShapes", r == slot)
            }
            Method::ExecutionContextGetOptimizationProfile => {
                let r = abi.execution_context_get_optimization_profile(object)?;
                ("IExecutionContext::getOptimizationProfile", r == slot as i32)
            }
            Method::ExecutionContextSetOptimizationProfileAsync => {
                let r = abi.execution_context_set_optimization_profile_async(object, 11, address(1))?;
                ("IExecutionContext::setOptimizationProfileAsync|11|0x4000", r == slot.is_multiple_of(2))
            }
            Method::ExecutionContextSetErrorRecorder => {
                let () = abi.execution_context_set_error_recorder(object, address(0))?;
                ("IExecutionContext::setErrorRecorder|0x2000", true)
            }
            Method::ExecutionContextAllInputDimensionsSpecified => {
                let r = abi.execution_context_all_input_dimensions_specified(object)?;
                ("IExecutionContext::allInputDimensionsSpecified", r == slot.is_multiple_of(2))
            }
            Method::ExecutionContextAllInputShapesSpecified => {
                let r = abi.execution_context_all_input_shapes_specified(object)?;
                ("IExecutionContext::allInputShapesSpecified", r == slot.is_multiple_of(2))
            }
            Method::ExecutionContextSetInputShape => {
                let r = abi.execution_context_set_input_shape(object, address(0).cast(), address(1).cast())?;
                ("IExecutionContext::setInputShape|0x2000|0x4000", r == slot.is_multiple_of(2))
            }
            Method::ExecutionContextGetTensorShape => {
                let r = abi.execution_context_get_tensor_shape(object, address(0).cast())?;
                ("IExecutionContext::getTensorShape|0x2000", r.nbDims == 4 && (0..4).all(|i| r.d[i] == (slot * 10 + i) as i64))
            }
            Method::ExecutionContextGetTensorStrides => {
                let r = abi.execution_context_get_tensor_strides(object, address(0).cast())?;
                ("IExecutionContext::getTensorStrides|0x2000", r.nbDims == 4 && (0..4).all(|i| r.d[i] == (slot * 10 + i) as i64))
            }
            Method::ExecutionContextSetTensorAddress => {
                let r = abi.execution_context_set_tensor_address(object, address(0).cast(), address(1))?;
                ("IExecutionContext::setTensorAddress|0x2000|0x4000", r == slot.is_multiple_of(2))
            }
            Method::ExecutionContextGetTensorAddress => {
                let r = abi.execution_context_get_tensor_address(object, address(0).cast())?;
                ("IExecutionContext::getTensorAddress|0x2000", r as usize == 0x10_0000 + slot * 16)
            }
            Method::ExecutionContextInferShapes => {
                let r = abi.execution_context_infer_shapes(object, 11, address(1))?;
                ("IExecutionContext::inferShapes|11|0x4000", r == slot as i32)
            }
            Method::ExecutionContextSetOutputAllocator => {
                let r = abi.execution_context_set_output_allocator(object, address(0).cast(), address(1))?;
                ("IExecutionContext::setOutputAllocator|0x2000|0x4000", r == slot.is_multiple_of(2))
            }
            Method::ExecutionContextGetMaxOutputSize => {
                let r = abi.execution_context_get_max_output_size(object, address(0).cast())?;
                ("IExecutionContext::getMaxOutputSize|0x2000", r == slot as i64)
            }
            Method::ExecutionContextSetInputConsumedEvent => {
                let r = abi.execution_context_set_input_consumed_event(object, address(0))?;
                ("IExecutionContext::setInputConsumedEvent|0x2000", r == slot.is_multiple_of(2))
            }
            Method::ExecutionContextSetEnqueueEmitsProfile => {
                let () = abi.execution_context_set_enqueue_emits_profile(object, true)?;
                ("IExecutionContext::setEnqueueEmitsProfile|1", true)
            }
            Method::ExecutionContextSetNvtxVerbosity => {
                let r = abi.execution_context_set_nvtx_verbosity(object, 11)?;
                ("IExecutionContext::setNvtxVerbosity|11", r == slot.is_multiple_of(2))
            }
            Method::ExecutionContextSetAuxStreams => {
                let () = abi.execution_context_set_aux_streams(object, address(0), 12)?;
                ("IExecutionContext::setAuxStreams|0x2000|12", true)
            }
            Method::ExecutionContextEnqueueV3 => {
                let r = abi.execution_context_enqueue_v3(object, address(0))?;
                ("IExecutionContext::enqueueV3|0x2000", r == slot.is_multiple_of(2))
            }
            Method::HostMemoryData => {
                let r = abi.host_memory_data(object)?;
                ("IHostMemory::data", r as usize == 0x10_0000 + slot * 16)
            }
            Method::HostMemorySize => {
                let r = abi.host_memory_size(object)?;
                ("IHostMemory::size", r == slot)
            }
            Method::HostMemoryType => {
                let r = abi.host_memory_type(object)?;
                ("IHostMemory::type", r == slot as i32)
            }
            Method::BuilderPlatformHasFastFp16 => {
                let r = abi.builder_platform_has_fast_fp16(object)?;
                ("IBuilder::platformHasFastFp16", r == slot.is_multiple_of(2))
            }
            Method::BuilderPlatformHasFastInt8 => {
                let r = abi.builder_platform_has_fast_int8(object)?;
                ("IBuilder::platformHasFastInt8", r == slot.is_multiple_of(2))
            }
            Method::BuilderPlatformHasTf32 => {
                let r = abi.builder_platform_has_tf32(object)?;
                ("IBuilder::platformHasTf32", r == slot.is_multiple_of(2))
            }
            Method::BuilderCreateBuilderConfig => {
                let r = abi.builder_create_builder_config(object)?;
                ("IBuilder::createBuilderConfig", r as usize == 0x10_0000 + slot * 16)
            }
            Method::BuilderCreateNetworkV2 => {
                let r = abi.builder_create_network_v2(object, 11)?;
                ("IBuilder::createNetworkV2|11", r as usize == 0x10_0000 + slot * 16)
            }
            Method::BuilderCreateOptimizationProfile => {
                let r = abi.builder_create_optimization_profile(object)?;
                ("IBuilder::createOptimizationProfile", r as usize == 0x10_0000 + slot * 16)
            }
            Method::BuilderSetErrorRecorder => {
                let () = abi.builder_set_error_recorder(object, address(0))?;
                ("IBuilder::setErrorRecorder|0x2000", true)
            }
            Method::BuilderBuildSerializedNetwork => {
                let r = abi.builder_build_serialized_network(object, address(0), address(1))?;
                ("IBuilder::buildSerializedNetwork|0x2000|0x4000", r as usize == 0x10_0000 + slot * 16)
            }
            Method::BuilderIsNetworkSupported => {
                let r = abi.builder_is_network_supported(object, address(0), address(1))?;
                ("IBuilder::isNetworkSupported|0x2000|0x4000", r == slot.is_multiple_of(2))
            }
            Method::BuilderSetMaxThreads => {
                let r = abi.builder_set_max_threads(object, 11)?;
                ("IBuilder::setMaxThreads|11", r == slot.is_multiple_of(2))
            }
            Method::BuilderGetMaxThreads => {
                let r = abi.builder_get_max_threads(object)?;
                ("IBuilder::getMaxThreads", r == slot as i32)
            }
            Method::NetworkDefinitionMarkOutput => {
                let () = abi.network_definition_mark_output(object, address(0))?;
                ("INetworkDefinition::markOutput|0x2000", true)
            }
            Method::NetworkDefinitionUnmarkOutput => {
                let () = abi.network_definition_unmark_output(object, address(0))?;
                ("INetworkDefinition::unmarkOutput|0x2000", true)
            }
            Method::NetworkDefinitionGetNbLayers => {
                let r = abi.network_definition_get_nb_layers(object)?;
                ("INetworkDefinition::getNbLayers", r == slot as i32)
            }
            Method::NetworkDefinitionGetLayer => {
                let r = abi.network_definition_get_layer(object, 11)?;
                ("INetworkDefinition::getLayer|11", r as usize == 0x10_0000 + slot * 16)
            }
            Method::NetworkDefinitionGetNbInputs => {
                let r = abi.network_definition_get_nb_inputs(object)?;
                ("INetworkDefinition::getNbInputs", r == slot as i32)
            }
            Method::NetworkDefinitionGetInput => {
                let r = abi.network_definition_get_input(object, 11)?;
                ("INetworkDefinition::getInput|11", r as usize == 0x10_0000 + slot * 16)
            }
            Method::NetworkDefinitionGetNbOutputs => {
                let r = abi.network_definition_get_nb_outputs(object)?;
                ("INetworkDefinition::getNbOutputs", r == slot as i32)
            }
            Method::NetworkDefinitionGetOutput => {
                let r = abi.network_definition_get_output(object, 11)?;
                ("INetworkDefinition::getOutput|11", r as usize == 0x10_0000 + slot * 16)
            }
            Method::NetworkDefinitionSetName => {
                let () = abi.network_definition_set_name(object, address(0).cast())?;
                ("INetworkDefinition::setName|0x2000", true)
            }
            Method::NetworkDefinitionGetName => {
                let r = abi.network_definition_get_name(object)?;
                ("INetworkDefinition::getName", CStr::from_ptr(r) == c"INetworkDefinition::getName")
            }
            Method::BuilderConfigSetAvgTimingIterations => {
                let () = abi.builder_config_set_avg_timing_iterations(object, 11)?;
                ("IBuilderConfig::setAvgTimingIterations|11", true)
            }
            Method::BuilderConfigGetAvgTimingIterations => {
                let r = abi.builder_config_get_avg_timing_iterations(object)?;
                ("IBuilderConfig::getAvgTimingIterations", r == slot as i32)
            }
            Method::BuilderConfigSetFlag => {
                let () = abi.builder_config_set_flag(object, 11)?;
                ("IBuilderConfig::setFlag|11", true)
            }
            Method::BuilderConfigClearFlag => {
                let () = abi.builder_config_clear_flag(object, 11)?;
                ("IBuilderConfig::clearFlag|11", true)
            }
            Method::BuilderConfigGetFlag => {
                let r = abi.builder_config_get_flag(object, 11)?;
                ("IBuilderConfig::getFlag|11", r == slot.is_multiple_of(2))
            }
            Method::BuilderConfigSetProfileStream => {
                let () = abi.builder_config_set_profile_stream(object, address(0))?;
                ("IBuilderConfig::setProfileStream|0x2000", true)
            }
            Method::BuilderConfigAddOptimizationProfile => {
                let r = abi.builder_config_add_optimization_profile(object, address(0))?;
                ("IBuilderConfig::addOptimizationProfile|0x2000", r == slot as i32)
            }
            Method::BuilderConfigGetNbOptimizationProfiles => {
                let r = abi.builder_config_get_nb_optimization_profiles(object)?;
                ("IBuilderConfig::getNbOptimizationProfiles", r == slot as i32)
            }
            Method::BuilderConfigSetProfilingVerbosity => {
                let () = abi.builder_config_set_profiling_verbosity(object, 11)?;
                ("IBuilderConfig::setProfilingVerbosity|11", true)
            }
            Method::BuilderConfigGetProfilingVerbosity => {
                let r = abi.builder_config_get_profiling_verbosity(object)?;
                ("IBuilderConfig::getProfilingVerbosity", r == slot as i32)
            }
            Method::BuilderConfigSetTacticSources => {
                let r = abi.builder_config_set_tactic_sources(object, 11)?;
                ("IBuilderConfig::setTacticSources|11", r == slot.is_multiple_of(2))
            }
            Method::BuilderConfigGetTacticSources => {
                let r = abi.builder_config_get_tactic_sources(object)?;
                ("IBuilderConfig::getTacticSources", r == slot as u32)
            }
            Method::BuilderConfigCreateTimingCache => {
                let r = abi.builder_config_create_timing_cache(object, address(0), 12)?;
                ("IBuilderConfig::createTimingCache|0x2000|12", r as usize == 0x10_0000 + slot * 16)
            }
            Method::BuilderConfigSetTimingCache => {
                let r = abi.builder_config_set_timing_cache(object, address(0), true)?;
                ("IBuilderConfig::setTimingCache|0x2000|1", r == slot.is_multiple_of(2))
            }
            Method::BuilderConfigSetMemoryPoolLimit => {
                let () = abi.builder_config_set_memory_pool_limit(object, 11, 12)?;
                ("IBuilderConfig::setMemoryPoolLimit|11|12", true)
            }
            Method::BuilderConfigGetMemoryPoolLimit => {
                let r = abi.builder_config_get_memory_pool_limit(object, 11)?;
                ("IBuilderConfig::getMemoryPoolLimit|11", r == slot)
            }
            Method::BuilderConfigSetPreviewFeature => {
                let () = abi.builder_config_set_preview_feature(object, 11, true)?;
                ("IBuilderConfig::setPreviewFeature|11|1", true)
            }
            Method::BuilderConfigGetPreviewFeature => {
                let r = abi.builder_config_get_preview_feature(object, 11)?;
                ("IBuilderConfig::getPreviewFeature|11", r == slot.is_multiple_of(2))
            }
            Method::BuilderConfigSetBuilderOptimizationLevel => {
                let () = abi.builder_config_set_builder_optimization_level(object, 11)?;
                ("IBuilderConfig::setBuilderOptimizationLevel|11", true)
            }
            Method::BuilderConfigGetBuilderOptimizationLevel => {
                let r = abi.builder_config_get_builder_optimization_level(object)?;
                ("IBuilderConfig::getBuilderOptimizationLevel", r == slot as i32)
            }
            Method::BuilderConfigSetHardwareCompatibilityLevel => {
                let () = abi.builder_config_set_hardware_compatibility_level(object, 11)?;
                ("IBuilderConfig::setHardwareCompatibilityLevel|11", true)
            }
            Method::BuilderConfigGetHardwareCompatibilityLevel => {
                let r = abi.builder_config_get_hardware_compatibility_level(object)?;
                ("IBuilderConfig::getHardwareCompatibilityLevel", r == slot as i32)
            }
            Method::BuilderConfigSetProgressMonitor => {
                let () = abi.builder_config_set_progress_monitor(object, address(0))?;
                ("IBuilderConfig::setProgressMonitor|0x2000", true)
            }
            Method::BuilderConfigSetMaxNbTactics => {
                let () = abi.builder_config_set_max_nb_tactics(object, 11)?;
                ("IBuilderConfig::setMaxNbTactics|11", true)
            }
            Method::BuilderConfigGetMaxNbTactics => {
                let r = abi.builder_config_get_max_nb_tactics(object)?;
                ("IBuilderConfig::getMaxNbTactics", r == slot as i32)
            }
            Method::BuilderConfigSetNbComputeCapabilities => {
                let r = abi.builder_config_set_nb_compute_capabilities(object, 11)?;
                ("IBuilderConfig::setNbComputeCapabilities|11", r == slot.is_multiple_of(2))
            }
            Method::BuilderConfigGetNbComputeCapabilities => {
                let r = abi.builder_config_get_nb_compute_capabilities(object)?;
                ("IBuilderConfig::getNbComputeCapabilities", r == slot as i32)
            }
            Method::BuilderConfigSetComputeCapability => {
                let r = abi.builder_config_set_compute_capability(object, 11, 12)?;
                ("IBuilderConfig::setComputeCapability|11|12", r == slot.is_multiple_of(2))
            }
            Method::OptimizationProfileSetDimensions => {
                let r = abi.optimization_profile_set_dimensions(object, address(0).cast(), 12, address(2).cast())?;
                ("IOptimizationProfile::setDimensions|0x2000|12|0x6000", r == slot.is_multiple_of(2))
            }
            Method::OptimizationProfileGetDimensions => {
                let r = abi.optimization_profile_get_dimensions(object, address(0).cast(), 12)?;
                ("IOptimizationProfile::getDimensions|0x2000|12", r.nbDims == 4 && (0..4).all(|i| r.d[i] == (slot * 10 + i) as i64))
            }
            Method::OptimizationProfileSetShapeValues => {
                let r = abi.optimization_profile_set_shape_values(object, address(0).cast(), 12, address(2), 14)?;
                ("IOptimizationProfile::setShapeValues|0x2000|12|0x6000|14", r == slot.is_multiple_of(2))
            }
            Method::OptimizationProfileSetShapeValuesV2 => {
                let r = abi.optimization_profile_set_shape_values_v2(object, address(0).cast(), 12, address(2), 14)?;
                ("IOptimizationProfile::setShapeValuesV2|0x2000|12|0x6000|14", r == slot.is_multiple_of(2))
            }
            Method::OptimizationProfileIsValid => {
                let r = abi.optimization_profile_is_valid(object)?;
                ("IOptimizationProfile::isValid", r == slot.is_multiple_of(2))
            }
            Method::TimingCacheSerialize => {
                let r = abi.timing_cache_serialize(object)?;
                ("ITimingCache::serialize", r as usize == 0x10_0000 + slot * 16)
            }
            Method::TimingCacheCombine => {
                let r = abi.timing_cache_combine(object, address(0), true)?;
                ("ITimingCache::combine|0x2000|1", r == slot.is_multiple_of(2))
            }
            Method::TimingCacheReset => {
                let r = abi.timing_cache_reset(object)?;
                ("ITimingCache::reset", r == slot.is_multiple_of(2))
            }
            Method::TensorSetName => {
                let () = abi.tensor_set_name(object, address(0).cast())?;
                ("ITensor::setName|0x2000", true)
            }
            Method::TensorGetName => {
                let r = abi.tensor_get_name(object)?;
                ("ITensor::getName", CStr::from_ptr(r) == c"ITensor::getName")
            }
            Method::TensorSetDimensions => {
                let () = abi.tensor_set_dimensions(object, address(0).cast())?;
                ("ITensor::setDimensions|0x2000", true)
            }
            Method::TensorGetDimensions => {
                let r = abi.tensor_get_dimensions(object)?;
                ("ITensor::getDimensions", r.nbDims == 4 && (0..4).all(|i| r.d[i] == (slot * 10 + i) as i64))
            }
            Method::TensorSetType => {
                let () = abi.tensor_set_type(object, 11)?;
                ("ITensor::setType|11", true)
            }
            Method::TensorGetType => {
                let r = abi.tensor_get_type(object)?;
                ("ITensor::getType", r == slot as i32)
            }
            Method::TensorIsNetworkInput => {
                let r = abi.tensor_is_network_input(object)?;
                ("ITensor::isNetworkInput", r == slot.is_multiple_of(2))
            }
            Method::TensorIsNetworkOutput => {
                let r = abi.tensor_is_network_output(object)?;
                ("ITensor::isNetworkOutput", r == slot.is_multiple_of(2))
            }
            Method::TensorIsShapeTensor => {
                let r = abi.tensor_is_shape_tensor(object)?;
                ("ITensor::isShapeTensor", r == slot.is_multiple_of(2))
            }
            Method::TensorSetAllowedFormats => {
                let () = abi.tensor_set_allowed_formats(object, 11)?;
                ("ITensor::setAllowedFormats|11", true)
            }
            Method::TensorGetAllowedFormats => {
                let r = abi.tensor_get_allowed_formats(object)?;
                ("ITensor::getAllowedFormats", r == slot as u32)
            }
            Method::LayerGetType => {
                let r = abi.layer_get_type(object)?;
                ("ILayer::getType", r == slot as i32)
            }
            Method::LayerGetName => {
                let r = abi.layer_get_name(object)?;
                ("ILayer::getName", CStr::from_ptr(r) == c"ILayer::getName")
            }
            Method::LayerGetNbInputs => {
                let r = abi.layer_get_nb_inputs(object)?;
                ("ILayer::getNbInputs", r == slot as i32)
            }
            Method::LayerGetInput => {
                let r = abi.layer_get_input(object, 11)?;
                ("ILayer::getInput|11", r as usize == 0x10_0000 + slot * 16)
            }
            Method::LayerGetNbOutputs => {
                let r = abi.layer_get_nb_outputs(object)?;
                ("ILayer::getNbOutputs", r == slot as i32)
            }
            Method::LayerGetOutput => {
                let r = abi.layer_get_output(object, 11)?;
                ("ILayer::getOutput|11", r as usize == 0x10_0000 + slot * 16)
            }
            Method::LayerSetPrecision => {
                let () = abi.layer_set_precision(object, 11)?;
                ("ILayer::setPrecision|11", true)
            }
            Method::LayerGetPrecision => {
                let r = abi.layer_get_precision(object)?;
                ("ILayer::getPrecision", r == slot as i32)
            }
            Method::LayerPrecisionIsSet => {
                let r = abi.layer_precision_is_set(object)?;
                ("ILayer::precisionIsSet", r == slot.is_multiple_of(2))
            }
            Method::LayerSetOutputType => {
                let () = abi.layer_set_output_type(object, 11, 12)?;
                ("ILayer::setOutputType|11|12", true)
            }
            Method::LayerGetOutputType => {
                let r = abi.layer_get_output_type(object, 11)?;
                ("ILayer::getOutputType|11", r == slot as i32)
            }
            Method::EngineInspectorSetExecutionContext => {
                let r = abi.engine_inspector_set_execution_context(object, address(0))?;
                ("IEngineInspector::setExecutionContext|0x2000", r == slot.is_multiple_of(2))
            }
            Method::EngineInspectorGetLayerInformation => {
                let r = abi.engine_inspector_get_layer_information(object, 11, 12)?;
                ("IEngineInspector::getLayerInformation|11|12", CStr::from_ptr(r) == c"IEngineInspector::getLayerInformation")
            }
            Method::EngineInspectorGetEngineInformation => {
                let r = abi.engine_inspector_get_engine_information(object, 11)?;
                ("IEngineInspector::getEngineInformation|11", CStr::from_ptr(r) == c"IEngineInspector::getEngineInformation")
            }
            Method::ParserParse => {
                let r = abi.parser_parse(object, address(0), 12, address(2).cast())?;
                ("IParser::parse|0x2000|12|0x6000", r == slot.is_multiple_of(2))
            }
            Method::ParserParseFromFile => {
                let r = abi.parser_parse_from_file(object, address(0).cast(), 12)?;
                ("IParser::parseFromFile|0x2000|12", r == slot.is_multiple_of(2))
            }
            Method::ParserSupportsOperator => {
                let r = abi.parser_supports_operator(object, address(0).cast())?;
                ("IParser::supportsOperator|0x2000", r == slot.is_multiple_of(2))
            }
            Method::ParserGetNbErrors => {
                let r = abi.parser_get_nb_errors(object)?;
                ("IParser::getNbErrors", r == slot as i32)
            }
            Method::ParserGetError => {
                let r = abi.parser_get_error(object, 11)?;
                ("IParser::getError|11", r as usize == 0x10_0000 + slot * 16)
            }
            Method::ParserClearErrors => {
                let () = abi.parser_clear_errors(object)?;
                ("IParser::clearErrors", true)
            }
            Method::ParserSetFlag => {
                let () = abi.parser_set_flag(object, 11)?;
                ("IParser::setFlag|11", true)
            }
            Method::ParserClearFlag => {
                let () = abi.parser_clear_flag(object, 11)?;
                ("IParser::clearFlag|11", true)
            }
            Method::ParserGetFlag => {
                let r = abi.parser_get_flag(object, 11)?;
                ("IParser::getFlag|11", r == slot.is_multiple_of(2))
            }
            Method::ParserErrorCode => {
                let r = abi.parser_error_code(object)?;
                ("IParserError::code", r == slot as i32)
            }
            Method::ParserErrorDesc => {
                let r = abi.parser_error_desc(object)?;
                ("IParserError::desc", CStr::from_ptr(r) == c"IParserError::desc")
            }
            Method::ParserErrorFile => {
                let r = abi.parser_error_file(object)?;
                ("IParserError::file", CStr::from_ptr(r) == c"IParserError::file")
            }
            Method::ParserErrorLine => {
                let r = abi.parser_error_line(object)?;
                ("IParserError::line", r == slot as i32)
            }
            Method::ParserErrorFunc => {
                let r = abi.parser_error_func(object)?;
                ("IParserError::func", CStr::from_ptr(r) == c"IParserError::func")
            }
            Method::ParserErrorNode => {
                let r = abi.parser_error_node(object)?;
                ("IParserError::node", r == slot as i32)
            }
            Method::ParserErrorNodeName => {
                let r = abi.parser_error_node_name(object)?;
                ("IParserError::nodeName", CStr::from_ptr(r) == c"IParserError::nodeName")
            }
            Method::ParserErrorNodeOperator => {
                let r = abi.parser_error_node_operator(object)?;
                ("IParserError::nodeOperator", CStr::from_ptr(r) == c"IParserError::nodeOperator")
            }
        })
    }
}
