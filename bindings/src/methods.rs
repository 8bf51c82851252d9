// Made by `cargo xtask bindings` from bindings/abi. Do not edit.

/// Every method of TensorRT that this crate calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Method {
    /// `IRuntime::deserializeCudaEngine`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    RuntimeDeserializeCudaEngine,
    /// `IRuntime::setErrorRecorder`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    RuntimeSetErrorRecorder,
    /// `IRuntime::setMaxThreads`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    RuntimeSetMaxThreads,
    /// `IRuntime::getMaxThreads`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    RuntimeGetMaxThreads,
    /// `IRuntime::setEngineHostCodeAllowed`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    RuntimeSetEngineHostCodeAllowed,
    /// `IRuntime::getEngineHostCodeAllowed`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    RuntimeGetEngineHostCodeAllowed,
    /// `ICudaEngine::getNbLayers`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetNbLayers,
    /// `ICudaEngine::serialize`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineSerialize,
    /// `ICudaEngine::createExecutionContext`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineCreateExecutionContext,
    /// `ICudaEngine::isRefittable`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineIsRefittable,
    /// `ICudaEngine::getName`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetName,
    /// `ICudaEngine::getNbOptimizationProfiles`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetNbOptimizationProfiles,
    /// `ICudaEngine::getProfilingVerbosity`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetProfilingVerbosity,
    /// `ICudaEngine::createEngineInspector`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineCreateEngineInspector,
    /// `ICudaEngine::getTensorShape`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetTensorShape,
    /// `ICudaEngine::getTensorDataType`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetTensorDataType,
    /// `ICudaEngine::getTensorLocation`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetTensorLocation,
    /// `ICudaEngine::isShapeInferenceIO`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineIsShapeInferenceIo,
    /// `ICudaEngine::getTensorIOMode`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetTensorIoMode,
    /// `ICudaEngine::getTensorBytesPerComponent`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetTensorBytesPerComponent,
    /// `ICudaEngine::getTensorComponentsPerElement`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetTensorComponentsPerElement,
    /// `ICudaEngine::getTensorFormat`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetTensorFormat,
    /// `ICudaEngine::getTensorFormatDesc`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetTensorFormatDesc,
    /// `ICudaEngine::getTensorVectorizedDim`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetTensorVectorizedDim,
    /// `ICudaEngine::getProfileShape`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetProfileShape,
    /// `ICudaEngine::getNbIOTensors`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetNbIoTensors,
    /// `ICudaEngine::getIOTensorName`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetIoTensorName,
    /// `ICudaEngine::getHardwareCompatibilityLevel`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetHardwareCompatibilityLevel,
    /// `ICudaEngine::getNbAuxStreams`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetNbAuxStreams,
    /// `ICudaEngine::getDeviceMemorySize`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    CudaEngineGetDeviceMemorySize,
    /// `ICudaEngine::getDeviceMemorySizeForProfile`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    CudaEngineGetDeviceMemorySizeForProfile,
    /// `ICudaEngine::getDeviceMemorySizeV2`. Since TensorRT 10.1, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetDeviceMemorySizeV2,
    /// `ICudaEngine::getDeviceMemorySizeForProfileV2`. Since TensorRT 10.1, TensorRT 11.0, TensorRT-RTX 1.5.
    CudaEngineGetDeviceMemorySizeForProfileV2,
    /// `IExecutionContext::setName`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextSetName,
    /// `IExecutionContext::getName`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextGetName,
    /// `IExecutionContext::setDeviceMemory`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextSetDeviceMemory,
    /// `IExecutionContext::setDeviceMemoryV2`. Since TensorRT 10.1, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextSetDeviceMemoryV2,
    /// `IExecutionContext::updateDeviceMemorySizeForShapes`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextUpdateDeviceMemorySizeForShapes,
    /// `IExecutionContext::getOptimizationProfile`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextGetOptimizationProfile,
    /// `IExecutionContext::setOptimizationProfileAsync`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextSetOptimizationProfileAsync,
    /// `IExecutionContext::setErrorRecorder`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextSetErrorRecorder,
    /// `IExecutionContext::allInputDimensionsSpecified`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextAllInputDimensionsSpecified,
    /// `IExecutionContext::allInputShapesSpecified`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    ExecutionContextAllInputShapesSpecified,
    /// `IExecutionContext::setInputShape`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextSetInputShape,
    /// `IExecutionContext::getTensorShape`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextGetTensorShape,
    /// `IExecutionContext::getTensorStrides`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextGetTensorStrides,
    /// `IExecutionContext::setTensorAddress`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextSetTensorAddress,
    /// `IExecutionContext::getTensorAddress`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextGetTensorAddress,
    /// `IExecutionContext::inferShapes`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextInferShapes,
    /// `IExecutionContext::setOutputAllocator`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextSetOutputAllocator,
    /// `IExecutionContext::getMaxOutputSize`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextGetMaxOutputSize,
    /// `IExecutionContext::setInputConsumedEvent`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextSetInputConsumedEvent,
    /// `IExecutionContext::setEnqueueEmitsProfile`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextSetEnqueueEmitsProfile,
    /// `IExecutionContext::setNvtxVerbosity`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextSetNvtxVerbosity,
    /// `IExecutionContext::setAuxStreams`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextSetAuxStreams,
    /// `IExecutionContext::enqueueV3`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ExecutionContextEnqueueV3,
    /// `IHostMemory::data`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    HostMemoryData,
    /// `IHostMemory::size`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    HostMemorySize,
    /// `IHostMemory::type`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    HostMemoryType,
    /// `IBuilder::platformHasFastFp16`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    BuilderPlatformHasFastFp16,
    /// `IBuilder::platformHasFastInt8`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    BuilderPlatformHasFastInt8,
    /// `IBuilder::platformHasTf32`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    BuilderPlatformHasTf32,
    /// `IBuilder::createBuilderConfig`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderCreateBuilderConfig,
    /// `IBuilder::createNetworkV2`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderCreateNetworkV2,
    /// `IBuilder::createOptimizationProfile`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderCreateOptimizationProfile,
    /// `IBuilder::setErrorRecorder`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderSetErrorRecorder,
    /// `IBuilder::buildSerializedNetwork`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderBuildSerializedNetwork,
    /// `IBuilder::isNetworkSupported`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderIsNetworkSupported,
    /// `IBuilder::setMaxThreads`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderSetMaxThreads,
    /// `IBuilder::getMaxThreads`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderGetMaxThreads,
    /// `INetworkDefinition::markOutput`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    NetworkDefinitionMarkOutput,
    /// `INetworkDefinition::unmarkOutput`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    NetworkDefinitionUnmarkOutput,
    /// `INetworkDefinition::getNbLayers`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    NetworkDefinitionGetNbLayers,
    /// `INetworkDefinition::getLayer`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    NetworkDefinitionGetLayer,
    /// `INetworkDefinition::getNbInputs`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    NetworkDefinitionGetNbInputs,
    /// `INetworkDefinition::getInput`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    NetworkDefinitionGetInput,
    /// `INetworkDefinition::getNbOutputs`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    NetworkDefinitionGetNbOutputs,
    /// `INetworkDefinition::getOutput`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    NetworkDefinitionGetOutput,
    /// `INetworkDefinition::setName`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    NetworkDefinitionSetName,
    /// `INetworkDefinition::getName`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    NetworkDefinitionGetName,
    /// `IBuilderConfig::setAvgTimingIterations`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigSetAvgTimingIterations,
    /// `IBuilderConfig::getAvgTimingIterations`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigGetAvgTimingIterations,
    /// `IBuilderConfig::setFlag`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigSetFlag,
    /// `IBuilderConfig::clearFlag`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigClearFlag,
    /// `IBuilderConfig::getFlag`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigGetFlag,
    /// `IBuilderConfig::setProfileStream`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigSetProfileStream,
    /// `IBuilderConfig::addOptimizationProfile`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigAddOptimizationProfile,
    /// `IBuilderConfig::getNbOptimizationProfiles`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigGetNbOptimizationProfiles,
    /// `IBuilderConfig::setProfilingVerbosity`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigSetProfilingVerbosity,
    /// `IBuilderConfig::getProfilingVerbosity`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigGetProfilingVerbosity,
    /// `IBuilderConfig::setTacticSources`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigSetTacticSources,
    /// `IBuilderConfig::getTacticSources`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigGetTacticSources,
    /// `IBuilderConfig::createTimingCache`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigCreateTimingCache,
    /// `IBuilderConfig::setTimingCache`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigSetTimingCache,
    /// `IBuilderConfig::setMemoryPoolLimit`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigSetMemoryPoolLimit,
    /// `IBuilderConfig::getMemoryPoolLimit`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigGetMemoryPoolLimit,
    /// `IBuilderConfig::setPreviewFeature`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigSetPreviewFeature,
    /// `IBuilderConfig::getPreviewFeature`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigGetPreviewFeature,
    /// `IBuilderConfig::setBuilderOptimizationLevel`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigSetBuilderOptimizationLevel,
    /// `IBuilderConfig::getBuilderOptimizationLevel`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigGetBuilderOptimizationLevel,
    /// `IBuilderConfig::setHardwareCompatibilityLevel`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigSetHardwareCompatibilityLevel,
    /// `IBuilderConfig::getHardwareCompatibilityLevel`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigGetHardwareCompatibilityLevel,
    /// `IBuilderConfig::setProgressMonitor`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigSetProgressMonitor,
    /// `IBuilderConfig::setMaxNbTactics`. Since TensorRT 10.6, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigSetMaxNbTactics,
    /// `IBuilderConfig::getMaxNbTactics`. Since TensorRT 10.6, TensorRT 11.0, TensorRT-RTX 1.5.
    BuilderConfigGetMaxNbTactics,
    /// `IBuilderConfig::setNbComputeCapabilities`. Since TensorRT-RTX 1.5; not in TensorRT 10 or TensorRT 11.
    BuilderConfigSetNbComputeCapabilities,
    /// `IBuilderConfig::getNbComputeCapabilities`. Since TensorRT-RTX 1.5; not in TensorRT 10 or TensorRT 11.
    BuilderConfigGetNbComputeCapabilities,
    /// `IBuilderConfig::setComputeCapability`. Since TensorRT-RTX 1.5; not in TensorRT 10 or TensorRT 11.
    BuilderConfigSetComputeCapability,
    /// `IOptimizationProfile::setDimensions`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    OptimizationProfileSetDimensions,
    /// `IOptimizationProfile::getDimensions`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    OptimizationProfileGetDimensions,
    /// `IOptimizationProfile::setShapeValues`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    OptimizationProfileSetShapeValues,
    /// `IOptimizationProfile::setShapeValuesV2`. Since TensorRT 10.15, TensorRT 11.0, TensorRT-RTX 1.5.
    OptimizationProfileSetShapeValuesV2,
    /// `IOptimizationProfile::isValid`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    OptimizationProfileIsValid,
    /// `ITimingCache::serialize`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TimingCacheSerialize,
    /// `ITimingCache::combine`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TimingCacheCombine,
    /// `ITimingCache::reset`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TimingCacheReset,
    /// `ITensor::setName`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TensorSetName,
    /// `ITensor::getName`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TensorGetName,
    /// `ITensor::setDimensions`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TensorSetDimensions,
    /// `ITensor::getDimensions`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TensorGetDimensions,
    /// `ITensor::setType`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    TensorSetType,
    /// `ITensor::getType`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TensorGetType,
    /// `ITensor::isNetworkInput`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TensorIsNetworkInput,
    /// `ITensor::isNetworkOutput`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TensorIsNetworkOutput,
    /// `ITensor::isShapeTensor`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TensorIsShapeTensor,
    /// `ITensor::setAllowedFormats`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TensorSetAllowedFormats,
    /// `ITensor::getAllowedFormats`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    TensorGetAllowedFormats,
    /// `ILayer::getType`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    LayerGetType,
    /// `ILayer::getName`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    LayerGetName,
    /// `ILayer::getNbInputs`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    LayerGetNbInputs,
    /// `ILayer::getInput`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    LayerGetInput,
    /// `ILayer::getNbOutputs`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    LayerGetNbOutputs,
    /// `ILayer::getOutput`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    LayerGetOutput,
    /// `ILayer::setPrecision`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    LayerSetPrecision,
    /// `ILayer::getPrecision`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    LayerGetPrecision,
    /// `ILayer::precisionIsSet`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    LayerPrecisionIsSet,
    /// `ILayer::setOutputType`. Since TensorRT 10.0; not in TensorRT 11 or TensorRT-RTX.
    LayerSetOutputType,
    /// `ILayer::getOutputType`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    LayerGetOutputType,
    /// `IEngineInspector::setExecutionContext`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    EngineInspectorSetExecutionContext,
    /// `IEngineInspector::getLayerInformation`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    EngineInspectorGetLayerInformation,
    /// `IEngineInspector::getEngineInformation`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    EngineInspectorGetEngineInformation,
    /// `IParser::parse`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserParse,
    /// `IParser::parseFromFile`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserParseFromFile,
    /// `IParser::supportsOperator`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserSupportsOperator,
    /// `IParser::getNbErrors`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserGetNbErrors,
    /// `IParser::getError`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserGetError,
    /// `IParser::clearErrors`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserClearErrors,
    /// `IParser::setFlag`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserSetFlag,
    /// `IParser::clearFlag`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserClearFlag,
    /// `IParser::getFlag`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserGetFlag,
    /// `IParserError::code`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserErrorCode,
    /// `IParserError::desc`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserErrorDesc,
    /// `IParserError::file`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserErrorFile,
    /// `IParserError::line`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserErrorLine,
    /// `IParserError::func`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserErrorFunc,
    /// `IParserError::node`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserErrorNode,
    /// `IParserError::nodeName`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserErrorNodeName,
    /// `IParserError::nodeOperator`. Since TensorRT 10.0, TensorRT 11.0, TensorRT-RTX 1.5.
    ParserErrorNodeOperator,
}

impl Method {
    /// How many there are.
    pub const COUNT: usize = 158;

    /// All of them, in the order of the slot tables.
    pub const ALL: [Self; Self::COUNT] = [
        Self::RuntimeDeserializeCudaEngine,
        Self::RuntimeSetErrorRecorder,
        Self::RuntimeSetMaxThreads,
        Self::RuntimeGetMaxThreads,
        Self::RuntimeSetEngineHostCodeAllowed,
        Self::RuntimeGetEngineHostCodeAllowed,
        Self::CudaEngineGetNbLayers,
        Self::CudaEngineSerialize,
        Self::CudaEngineCreateExecutionContext,
        Self::CudaEngineIsRefittable,
        Self::CudaEngineGetName,
        Self::CudaEngineGetNbOptimizationProfiles,
        Self::CudaEngineGetProfilingVerbosity,
        Self::CudaEngineCreateEngineInspector,
        Self::CudaEngineGetTensorShape,
        Self::CudaEngineGetTensorDataType,
        Self::CudaEngineGetTensorLocation,
        Self::CudaEngineIsShapeInferenceIo,
        Self::CudaEngineGetTensorIoMode,
        Self::CudaEngineGetTensorBytesPerComponent,
        Self::CudaEngineGetTensorComponentsPerElement,
        Self::CudaEngineGetTensorFormat,
        Self::CudaEngineGetTensorFormatDesc,
        Self::CudaEngineGetTensorVectorizedDim,
        Self::CudaEngineGetProfileShape,
        Self::CudaEngineGetNbIoTensors,
        Self::CudaEngineGetIoTensorName,
        Self::CudaEngineGetHardwareCompatibilityLevel,
        Self::CudaEngineGetNbAuxStreams,
        Self::CudaEngineGetDeviceMemorySize,
        Self::CudaEngineGetDeviceMemorySizeForProfile,
        Self::CudaEngineGetDeviceMemorySizeV2,
        Self::CudaEngineGetDeviceMemorySizeForProfileV2,
        Self::ExecutionContextSetName,
        Self::ExecutionContextGetName,
        Self::ExecutionContextSetDeviceMemory,
        Self::ExecutionContextSetDeviceMemoryV2,
        Self::ExecutionContextUpdateDeviceMemorySizeForShapes,
        Self::ExecutionContextGetOptimizationProfile,
        Self::ExecutionContextSetOptimizationProfileAsync,
        Self::ExecutionContextSetErrorRecorder,
        Self::ExecutionContextAllInputDimensionsSpecified,
        Self::ExecutionContextAllInputShapesSpecified,
        Self::ExecutionContextSetInputShape,
        Self::ExecutionContextGetTensorShape,
        Self::ExecutionContextGetTensorStrides,
        Self::ExecutionContextSetTensorAddress,
        Self::ExecutionContextGetTensorAddress,
        Self::ExecutionContextInferShapes,
        Self::ExecutionContextSetOutputAllocator,
        Self::ExecutionContextGetMaxOutputSize,
        Self::ExecutionContextSetInputConsumedEvent,
        Self::ExecutionContextSetEnqueueEmitsProfile,
        Self::ExecutionContextSetNvtxVerbosity,
        Self::ExecutionContextSetAuxStreams,
        Self::ExecutionContextEnqueueV3,
        Self::HostMemoryData,
        Self::HostMemorySize,
        Self::HostMemoryType,
        Self::BuilderPlatformHasFastFp16,
        Self::BuilderPlatformHasFastInt8,
        Self::BuilderPlatformHasTf32,
        Self::BuilderCreateBuilderConfig,
        Self::BuilderCreateNetworkV2,
        Self::BuilderCreateOptimizationProfile,
        Self::BuilderSetErrorRecorder,
        Self::BuilderBuildSerializedNetwork,
        Self::BuilderIsNetworkSupported,
        Self::BuilderSetMaxThreads,
        Self::BuilderGetMaxThreads,
        Self::NetworkDefinitionMarkOutput,
        Self::NetworkDefinitionUnmarkOutput,
        Self::NetworkDefinitionGetNbLayers,
        Self::NetworkDefinitionGetLayer,
        Self::NetworkDefinitionGetNbInputs,
        Self::NetworkDefinitionGetInput,
        Self::NetworkDefinitionGetNbOutputs,
        Self::NetworkDefinitionGetOutput,
        Self::NetworkDefinitionSetName,
        Self::NetworkDefinitionGetName,
        Self::BuilderConfigSetAvgTimingIterations,
        Self::BuilderConfigGetAvgTimingIterations,
        Self::BuilderConfigSetFlag,
        Self::BuilderConfigClearFlag,
        Self::BuilderConfigGetFlag,
        Self::BuilderConfigSetProfileStream,
        Self::BuilderConfigAddOptimizationProfile,
        Self::BuilderConfigGetNbOptimizationProfiles,
        Self::BuilderConfigSetProfilingVerbosity,
        Self::BuilderConfigGetProfilingVerbosity,
        Self::BuilderConfigSetTacticSources,
        Self::BuilderConfigGetTacticSources,
        Self::BuilderConfigCreateTimingCache,
        Self::BuilderConfigSetTimingCache,
        Self::BuilderConfigSetMemoryPoolLimit,
        Self::BuilderConfigGetMemoryPoolLimit,
        Self::BuilderConfigSetPreviewFeature,
        Self::BuilderConfigGetPreviewFeature,
        Self::BuilderConfigSetBuilderOptimizationLevel,
        Self::BuilderConfigGetBuilderOptimizationLevel,
        Self::BuilderConfigSetHardwareCompatibilityLevel,
        Self::BuilderConfigGetHardwareCompatibilityLevel,
        Self::BuilderConfigSetProgressMonitor,
        Self::BuilderConfigSetMaxNbTactics,
        Self::BuilderConfigGetMaxNbTactics,
        Self::BuilderConfigSetNbComputeCapabilities,
        Self::BuilderConfigGetNbComputeCapabilities,
        Self::BuilderConfigSetComputeCapability,
        Self::OptimizationProfileSetDimensions,
        Self::OptimizationProfileGetDimensions,
        Self::OptimizationProfileSetShapeValues,
        Self::OptimizationProfileSetShapeValuesV2,
        Self::OptimizationProfileIsValid,
        Self::TimingCacheSerialize,
        Self::TimingCacheCombine,
        Self::TimingCacheReset,
        Self::TensorSetName,
        Self::TensorGetName,
        Self::TensorSetDimensions,
        Self::TensorGetDimensions,
        Self::TensorSetType,
        Self::TensorGetType,
        Self::TensorIsNetworkInput,
        Self::TensorIsNetworkOutput,
        Self::TensorIsShapeTensor,
        Self::TensorSetAllowedFormats,
        Self::TensorGetAllowedFormats,
        Self::LayerGetType,
        Self::LayerGetName,
        Self::LayerGetNbInputs,
        Self::LayerGetInput,
        Self::LayerGetNbOutputs,
        Self::LayerGetOutput,
        Self::LayerSetPrecision,
        Self::LayerGetPrecision,
        Self::LayerPrecisionIsSet,
        Self::LayerSetOutputType,
        Self::LayerGetOutputType,
        Self::EngineInspectorSetExecutionContext,
        Self::EngineInspectorGetLayerInformation,
        Self::EngineInspectorGetEngineInformation,
        Self::ParserParse,
        Self::ParserParseFromFile,
        Self::ParserSupportsOperator,
        Self::ParserGetNbErrors,
        Self::ParserGetError,
        Self::ParserClearErrors,
        Self::ParserSetFlag,
        Self::ParserClearFlag,
        Self::ParserGetFlag,
        Self::ParserErrorCode,
        Self::ParserErrorDesc,
        Self::ParserErrorFile,
        Self::ParserErrorLine,
        Self::ParserErrorFunc,
        Self::ParserErrorNode,
        Self::ParserErrorNodeName,
        Self::ParserErrorNodeOperator,
    ];

    /// Its name in C++.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RuntimeDeserializeCudaEngine => "IRuntime::deserializeCudaEngine",
            Self::RuntimeSetErrorRecorder => "IRuntime::setErrorRecorder",
            Self::RuntimeSetMaxThreads => "IRuntime::setMaxThreads",
            Self::RuntimeGetMaxThreads => "IRuntime::getMaxThreads",
            Self::RuntimeSetEngineHostCodeAllowed => "IRuntime::setEngineHostCodeAllowed",
            Self::RuntimeGetEngineHostCodeAllowed => "IRuntime::getEngineHostCodeAllowed",
            Self::CudaEngineGetNbLayers => "ICudaEngine::getNbLayers",
            Self::CudaEngineSerialize => "ICudaEngine::serialize",
            Self::CudaEngineCreateExecutionContext => "ICudaEngine::createExecutionContext",
            Self::CudaEngineIsRefittable => "ICudaEngine::isRefittable",
            Self::CudaEngineGetName => "ICudaEngine::getName",
            Self::CudaEngineGetNbOptimizationProfiles => "ICudaEngine::getNbOptimizationProfiles",
            Self::CudaEngineGetProfilingVerbosity => "ICudaEngine::getProfilingVerbosity",
            Self::CudaEngineCreateEngineInspector => "ICudaEngine::createEngineInspector",
            Self::CudaEngineGetTensorShape => "ICudaEngine::getTensorShape",
            Self::CudaEngineGetTensorDataType => "ICudaEngine::getTensorDataType",
            Self::CudaEngineGetTensorLocation => "ICudaEngine::getTensorLocation",
            Self::CudaEngineIsShapeInferenceIo => "ICudaEngine::isShapeInferenceIO",
            Self::CudaEngineGetTensorIoMode => "ICudaEngine::getTensorIOMode",
            Self::CudaEngineGetTensorBytesPerComponent => "ICudaEngine::getTensorBytesPerComponent",
            Self::CudaEngineGetTensorComponentsPerElement => "ICudaEngine::getTensorComponentsPerElement",
            Self::CudaEngineGetTensorFormat => "ICudaEngine::getTensorFormat",
            Self::CudaEngineGetTensorFormatDesc => "ICudaEngine::getTensorFormatDesc",
            Self::CudaEngineGetTensorVectorizedDim => "ICudaEngine::getTensorVectorizedDim",
            Self::CudaEngineGetProfileShape => "ICudaEngine::getProfileShape",
            Self::CudaEngineGetNbIoTensors => "ICudaEngine::getNbIOTensors",
            Self::CudaEngineGetIoTensorName => "ICudaEngine::getIOTensorName",
            Self::CudaEngineGetHardwareCompatibilityLevel => "ICudaEngine::getHardwareCompatibilityLevel",
            Self::CudaEngineGetNbAuxStreams => "ICudaEngine::getNbAuxStreams",
            Self::CudaEngineGetDeviceMemorySize => "ICudaEngine::getDeviceMemorySize",
            Self::CudaEngineGetDeviceMemorySizeForProfile => "ICudaEngine::getDeviceMemorySizeForProfile",
            Self::CudaEngineGetDeviceMemorySizeV2 => "ICudaEngine::getDeviceMemorySizeV2",
            Self::CudaEngineGetDeviceMemorySizeForProfileV2 => "ICudaEngine::getDeviceMemorySizeForProfileV2",
            Self::ExecutionContextSetName => "IExecutionContext::setName",
            Self::ExecutionContextGetName => "IExecutionContext::getName",
            Self::ExecutionContextSetDeviceMemory => "IExecutionContext::setDeviceMemory",
            Self::ExecutionContextSetDeviceMemoryV2 => "IExecutionContext::setDeviceMemoryV2",
            Self::ExecutionContextUpdateDeviceMemorySizeForShapes => "IExecutionContext::updateDeviceMemorySizeForShapes",
            Self::ExecutionContextGetOptimizationProfile => "IExecutionContext::getOptimizationProfile",
            Self::ExecutionContextSetOptimizationProfileAsync => "IExecutionContext::setOptimizationProfileAsync",
            Self::ExecutionContextSetErrorRecorder => "IExecutionContext::setErrorRecorder",
            Self::ExecutionContextAllInputDimensionsSpecified => "IExecutionContext::allInputDimensionsSpecified",
            Self::ExecutionContextAllInputShapesSpecified => "IExecutionContext::allInputShapesSpecified",
            Self::ExecutionContextSetInputShape => "IExecutionContext::setInputShape",
            Self::ExecutionContextGetTensorShape => "IExecutionContext::getTensorShape",
            Self::ExecutionContextGetTensorStrides => "IExecutionContext::getTensorStrides",
            Self::ExecutionContextSetTensorAddress => "IExecutionContext::setTensorAddress",
            Self::ExecutionContextGetTensorAddress => "IExecutionContext::getTensorAddress",
            Self::ExecutionContextInferShapes => "IExecutionContext::inferShapes",
            Self::ExecutionContextSetOutputAllocator => "IExecutionContext::setOutputAllocator",
            Self::ExecutionContextGetMaxOutputSize => "IExecutionContext::getMaxOutputSize",
            Self::ExecutionContextSetInputConsumedEvent => "IExecutionContext::setInputConsumedEvent",
            Self::ExecutionContextSetEnqueueEmitsProfile => "IExecutionContext::setEnqueueEmitsProfile",
            Self::ExecutionContextSetNvtxVerbosity => "IExecutionContext::setNvtxVerbosity",
            Self::ExecutionContextSetAuxStreams => "IExecutionContext::setAuxStreams",
            Self::ExecutionContextEnqueueV3 => "IExecutionContext::enqueueV3",
            Self::HostMemoryData => "IHostMemory::data",
            Self::HostMemorySize => "IHostMemory::size",
            Self::HostMemoryType => "IHostMemory::type",
            Self::BuilderPlatformHasFastFp16 => "IBuilder::platformHasFastFp16",
            Self::BuilderPlatformHasFastInt8 => "IBuilder::platformHasFastInt8",
            Self::BuilderPlatformHasTf32 => "IBuilder::platformHasTf32",
            Self::BuilderCreateBuilderConfig => "IBuilder::createBuilderConfig",
            Self::BuilderCreateNetworkV2 => "IBuilder::createNetworkV2",
            Self::BuilderCreateOptimizationProfile => "IBuilder::createOptimizationProfile",
            Self::BuilderSetErrorRecorder => "IBuilder::setErrorRecorder",
            Self::BuilderBuildSerializedNetwork => "IBuilder::buildSerializedNetwork",
            Self::BuilderIsNetworkSupported => "IBuilder::isNetworkSupported",
            Self::BuilderSetMaxThreads => "IBuilder::setMaxThreads",
            Self::BuilderGetMaxThreads => "IBuilder::getMaxThreads",
            Self::NetworkDefinitionMarkOutput => "INetworkDefinition::markOutput",
            Self::NetworkDefinitionUnmarkOutput => "INetworkDefinition::unmarkOutput",
            Self::NetworkDefinitionGetNbLayers => "INetworkDefinition::getNbLayers",
            Self::NetworkDefinitionGetLayer => "INetworkDefinition::getLayer",
            Self::NetworkDefinitionGetNbInputs => "INetworkDefinition::getNbInputs",
            Self::NetworkDefinitionGetInput => "INetworkDefinition::getInput",
            Self::NetworkDefinitionGetNbOutputs => "INetworkDefinition::getNbOutputs",
            Self::NetworkDefinitionGetOutput => "INetworkDefinition::getOutput",
            Self::NetworkDefinitionSetName => "INetworkDefinition::setName",
            Self::NetworkDefinitionGetName => "INetworkDefinition::getName",
            Self::BuilderConfigSetAvgTimingIterations => "IBuilderConfig::setAvgTimingIterations",
            Self::BuilderConfigGetAvgTimingIterations => "IBuilderConfig::getAvgTimingIterations",
            Self::BuilderConfigSetFlag => "IBuilderConfig::setFlag",
            Self::BuilderConfigClearFlag => "IBuilderConfig::clearFlag",
            Self::BuilderConfigGetFlag => "IBuilderConfig::getFlag",
            Self::BuilderConfigSetProfileStream => "IBuilderConfig::setProfileStream",
            Self::BuilderConfigAddOptimizationProfile => "IBuilderConfig::addOptimizationProfile",
            Self::BuilderConfigGetNbOptimizationProfiles => "IBuilderConfig::getNbOptimizationProfiles",
            Self::BuilderConfigSetProfilingVerbosity => "IBuilderConfig::setProfilingVerbosity",
            Self::BuilderConfigGetProfilingVerbosity => "IBuilderConfig::getProfilingVerbosity",
            Self::BuilderConfigSetTacticSources => "IBuilderConfig::setTacticSources",
            Self::BuilderConfigGetTacticSources => "IBuilderConfig::getTacticSources",
            Self::BuilderConfigCreateTimingCache => "IBuilderConfig::createTimingCache",
            Self::BuilderConfigSetTimingCache => "IBuilderConfig::setTimingCache",
            Self::BuilderConfigSetMemoryPoolLimit => "IBuilderConfig::setMemoryPoolLimit",
            Self::BuilderConfigGetMemoryPoolLimit => "IBuilderConfig::getMemoryPoolLimit",
            Self::BuilderConfigSetPreviewFeature => "IBuilderConfig::setPreviewFeature",
            Self::BuilderConfigGetPreviewFeature => "IBuilderConfig::getPreviewFeature",
            Self::BuilderConfigSetBuilderOptimizationLevel => "IBuilderConfig::setBuilderOptimizationLevel",
            Self::BuilderConfigGetBuilderOptimizationLevel => "IBuilderConfig::getBuilderOptimizationLevel",
            Self::BuilderConfigSetHardwareCompatibilityLevel => "IBuilderConfig::setHardwareCompatibilityLevel",
            Self::BuilderConfigGetHardwareCompatibilityLevel => "IBuilderConfig::getHardwareCompatibilityLevel",
            Self::BuilderConfigSetProgressMonitor => "IBuilderConfig::setProgressMonitor",
            Self::BuilderConfigSetMaxNbTactics => "IBuilderConfig::setMaxNbTactics",
            Self::BuilderConfigGetMaxNbTactics => "IBuilderConfig::getMaxNbTactics",
            Self::BuilderConfigSetNbComputeCapabilities => "IBuilderConfig::setNbComputeCapabilities",
            Self::BuilderConfigGetNbComputeCapabilities => "IBuilderConfig::getNbComputeCapabilities",
            Self::BuilderConfigSetComputeCapability => "IBuilderConfig::setComputeCapability",
            Self::OptimizationProfileSetDimensions => "IOptimizationProfile::setDimensions",
            Self::OptimizationProfileGetDimensions => "IOptimizationProfile::getDimensions",
            Self::OptimizationProfileSetShapeValues => "IOptimizationProfile::setShapeValues",
            Self::OptimizationProfileSetShapeValuesV2 => "IOptimizationProfile::setShapeValuesV2",
            Self::OptimizationProfileIsValid => "IOptimizationProfile::isValid",
            Self::TimingCacheSerialize => "ITimingCache::serialize",
            Self::TimingCacheCombine => "ITimingCache::combine",
            Self::TimingCacheReset => "ITimingCache::reset",
            Self::TensorSetName => "ITensor::setName",
            Self::TensorGetName => "ITensor::getName",
            Self::TensorSetDimensions => "ITensor::setDimensions",
            Self::TensorGetDimensions => "ITensor::getDimensions",
            Self::TensorSetType => "ITensor::setType",
            Self::TensorGetType => "ITensor::getType",
            Self::TensorIsNetworkInput => "ITensor::isNetworkInput",
            Self::TensorIsNetworkOutput => "ITensor::isNetworkOutput",
            Self::TensorIsShapeTensor => "ITensor::isShapeTensor",
            Self::TensorSetAllowedFormats => "ITensor::setAllowedFormats",
            Self::TensorGetAllowedFormats => "ITensor::getAllowedFormats",
            Self::LayerGetType => "ILayer::getType",
            Self::LayerGetName => "ILayer::getName",
            Self::LayerGetNbInputs => "ILayer::getNbInputs",
            Self::LayerGetInput => "ILayer::getInput",
            Self::LayerGetNbOutputs => "ILayer::getNbOutputs",
            Self::LayerGetOutput => "ILayer::getOutput",
            Self::LayerSetPrecision => "ILayer::setPrecision",
            Self::LayerGetPrecision => "ILayer::getPrecision",
            Self::LayerPrecisionIsSet => "ILayer::precisionIsSet",
            Self::LayerSetOutputType => "ILayer::setOutputType",
            Self::LayerGetOutputType => "ILayer::getOutputType",
            Self::EngineInspectorSetExecutionContext => "IEngineInspector::setExecutionContext",
            Self::EngineInspectorGetLayerInformation => "IEngineInspector::getLayerInformation",
            Self::EngineInspectorGetEngineInformation => "IEngineInspector::getEngineInformation",
            Self::ParserParse => "IParser::parse",
            Self::ParserParseFromFile => "IParser::parseFromFile",
            Self::ParserSupportsOperator => "IParser::supportsOperator",
            Self::ParserGetNbErrors => "IParser::getNbErrors",
            Self::ParserGetError => "IParser::getError",
            Self::ParserClearErrors => "IParser::clearErrors",
            Self::ParserSetFlag => "IParser::setFlag",
            Self::ParserClearFlag => "IParser::clearFlag",
            Self::ParserGetFlag => "IParser::getFlag",
            Self::ParserErrorCode => "IParserError::code",
            Self::ParserErrorDesc => "IParserError::desc",
            Self::ParserErrorFile => "IParserError::file",
            Self::ParserErrorLine => "IParserError::line",
            Self::ParserErrorFunc => "IParserError::func",
            Self::ParserErrorNode => "IParserError::node",
            Self::ParserErrorNodeName => "IParserError::nodeName",
            Self::ParserErrorNodeOperator => "IParserError::nodeOperator",
        }
    }
}

impl Abi {
    /// Calls `ICudaEngine * deserializeCudaEngine(const void *, unsigned long)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IRuntime` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn runtime_deserialize_cuda_engine(self, this: *mut c_void, a0: *mut c_void, a1: usize) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::RuntimeDeserializeCudaEngine)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void, usize) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `void setErrorRecorder(IErrorRecorder *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IRuntime` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn runtime_set_error_recorder(self, this: *mut c_void, a0: *mut c_void) -> Result<(), Missing> {
        let slot = self.slot(Method::RuntimeSetErrorRecorder)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `bool setMaxThreads(int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IRuntime` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn runtime_set_max_threads(self, this: *mut c_void, a0: i32) -> Result<bool, Missing> {
        let slot = self.slot(Method::RuntimeSetMaxThreads)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `int getMaxThreads() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IRuntime` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn runtime_get_max_threads(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::RuntimeGetMaxThreads)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setEngineHostCodeAllowed(bool)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IRuntime` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn runtime_set_engine_host_code_allowed(self, this: *mut c_void, a0: bool) -> Result<(), Missing> {
        let slot = self.slot(Method::RuntimeSetEngineHostCodeAllowed)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, bool);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `bool getEngineHostCodeAllowed() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IRuntime` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn runtime_get_engine_host_code_allowed(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::RuntimeGetEngineHostCodeAllowed)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `int getNbLayers() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_nb_layers(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetNbLayers)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `IHostMemory * serialize() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_serialize(self, this: *mut c_void) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::CudaEngineSerialize)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `IExecutionContext * createExecutionContext(ExecutionContextAllocationStrategy)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_create_execution_context(self, this: *mut c_void, a0: i32) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::CudaEngineCreateExecutionContext)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `bool isRefittable() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_is_refittable(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::CudaEngineIsRefittable)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `const char * getName() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_name(self, this: *mut c_void) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::CudaEngineGetName)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `int getNbOptimizationProfiles() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_nb_optimization_profiles(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetNbOptimizationProfiles)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `ProfilingVerbosity getProfilingVerbosity() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_profiling_verbosity(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetProfilingVerbosity)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `IEngineInspector * createEngineInspector() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_create_engine_inspector(self, this: *mut c_void) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::CudaEngineCreateEngineInspector)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `Dims64 getTensorShape(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_tensor_shape(self, this: *mut c_void, a0: *const c_char) -> Result<Dims64, Missing> {
        let slot = self.slot(Method::CudaEngineGetTensorShape)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> Dims64;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `DataType getTensorDataType(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_tensor_data_type(self, this: *mut c_void, a0: *const c_char) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetTensorDataType)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `TensorLocation getTensorLocation(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_tensor_location(self, this: *mut c_void, a0: *const c_char) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetTensorLocation)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `bool isShapeInferenceIO(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_is_shape_inference_io(self, this: *mut c_void, a0: *const c_char) -> Result<bool, Missing> {
        let slot = self.slot(Method::CudaEngineIsShapeInferenceIo)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `TensorIOMode getTensorIOMode(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_tensor_io_mode(self, this: *mut c_void, a0: *const c_char) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetTensorIoMode)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `int getTensorBytesPerComponent(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_tensor_bytes_per_component(self, this: *mut c_void, a0: *const c_char) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetTensorBytesPerComponent)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `int getTensorComponentsPerElement(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_tensor_components_per_element(self, this: *mut c_void, a0: *const c_char) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetTensorComponentsPerElement)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `TensorFormat getTensorFormat(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_tensor_format(self, this: *mut c_void, a0: *const c_char) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetTensorFormat)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `const char * getTensorFormatDesc(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_tensor_format_desc(self, this: *mut c_void, a0: *const c_char) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::CudaEngineGetTensorFormatDesc)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `int getTensorVectorizedDim(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_tensor_vectorized_dim(self, this: *mut c_void, a0: *const c_char) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetTensorVectorizedDim)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `Dims64 getProfileShape(const char *, int, OptProfileSelector) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_profile_shape(self, this: *mut c_void, a0: *const c_char, a1: i32, a2: i32) -> Result<Dims64, Missing> {
        let slot = self.slot(Method::CudaEngineGetProfileShape)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char, i32, i32) -> Dims64;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1, a2))
        }
    }

    /// Calls `int getNbIOTensors() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_nb_io_tensors(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetNbIoTensors)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `const char * getIOTensorName(int) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_io_tensor_name(self, this: *mut c_void, a0: i32) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::CudaEngineGetIoTensorName)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `HardwareCompatibilityLevel getHardwareCompatibilityLevel() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_hardware_compatibility_level(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetHardwareCompatibilityLevel)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `int getNbAuxStreams() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_nb_aux_streams(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::CudaEngineGetNbAuxStreams)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `unsigned long getDeviceMemorySize() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_device_memory_size(self, this: *mut c_void) -> Result<usize, Missing> {
        let slot = self.slot(Method::CudaEngineGetDeviceMemorySize)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> usize;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `unsigned long getDeviceMemorySizeForProfile(int) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_device_memory_size_for_profile(self, this: *mut c_void, a0: i32) -> Result<usize, Missing> {
        let slot = self.slot(Method::CudaEngineGetDeviceMemorySizeForProfile)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> usize;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `long getDeviceMemorySizeV2() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_device_memory_size_v2(self, this: *mut c_void) -> Result<i64, Missing> {
        let slot = self.slot(Method::CudaEngineGetDeviceMemorySizeV2)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i64;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `long getDeviceMemorySizeForProfileV2(int) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ICudaEngine` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn cuda_engine_get_device_memory_size_for_profile_v2(self, this: *mut c_void, a0: i32) -> Result<i64, Missing> {
        let slot = self.slot(Method::CudaEngineGetDeviceMemorySizeForProfileV2)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> i64;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `void setName(const char *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_set_name(self, this: *mut c_void, a0: *const c_char) -> Result<(), Missing> {
        let slot = self.slot(Method::ExecutionContextSetName)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `const char * getName() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_get_name(self, this: *mut c_void) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::ExecutionContextGetName)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setDeviceMemory(void *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_set_device_memory(self, this: *mut c_void, a0: *mut c_void) -> Result<(), Missing> {
        let slot = self.slot(Method::ExecutionContextSetDeviceMemory)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `void setDeviceMemoryV2(void *, long)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_set_device_memory_v2(self, this: *mut c_void, a0: *mut c_void, a1: i64) -> Result<(), Missing> {
        let slot = self.slot(Method::ExecutionContextSetDeviceMemoryV2)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void, i64);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0, a1);
            Ok(())
        }
    }

    /// Calls `unsigned long updateDeviceMemorySizeForShapes()`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_update_device_memory_size_for_shapes(self, this: *mut c_void) -> Result<usize, Missing> {
        let slot = self.slot(Method::ExecutionContextUpdateDeviceMemorySizeForShapes)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> usize;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `int getOptimizationProfile() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_get_optimization_profile(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::ExecutionContextGetOptimizationProfile)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool setOptimizationProfileAsync(int, CUstream_st *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_set_optimization_profile_async(self, this: *mut c_void, a0: i32, a1: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::ExecutionContextSetOptimizationProfileAsync)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32, *mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `void setErrorRecorder(IErrorRecorder *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_set_error_recorder(self, this: *mut c_void, a0: *mut c_void) -> Result<(), Missing> {
        let slot = self.slot(Method::ExecutionContextSetErrorRecorder)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `bool allInputDimensionsSpecified() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_all_input_dimensions_specified(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::ExecutionContextAllInputDimensionsSpecified)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool allInputShapesSpecified() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_all_input_shapes_specified(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::ExecutionContextAllInputShapesSpecified)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool setInputShape(const char *, const Dims64 &)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_set_input_shape(self, this: *mut c_void, a0: *const c_char, a1: *const Dims64) -> Result<bool, Missing> {
        let slot = self.slot(Method::ExecutionContextSetInputShape)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char, *const Dims64) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `Dims64 getTensorShape(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_get_tensor_shape(self, this: *mut c_void, a0: *const c_char) -> Result<Dims64, Missing> {
        let slot = self.slot(Method::ExecutionContextGetTensorShape)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> Dims64;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `Dims64 getTensorStrides(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_get_tensor_strides(self, this: *mut c_void, a0: *const c_char) -> Result<Dims64, Missing> {
        let slot = self.slot(Method::ExecutionContextGetTensorStrides)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> Dims64;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `bool setTensorAddress(const char *, void *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_set_tensor_address(self, this: *mut c_void, a0: *const c_char, a1: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::ExecutionContextSetTensorAddress)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char, *mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `const void * getTensorAddress(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_get_tensor_address(self, this: *mut c_void, a0: *const c_char) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::ExecutionContextGetTensorAddress)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `int inferShapes(int, const char **)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_infer_shapes(self, this: *mut c_void, a0: i32, a1: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::ExecutionContextInferShapes)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32, *mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `bool setOutputAllocator(const char *, IOutputAllocator *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_set_output_allocator(self, this: *mut c_void, a0: *const c_char, a1: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::ExecutionContextSetOutputAllocator)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char, *mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `long getMaxOutputSize(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_get_max_output_size(self, this: *mut c_void, a0: *const c_char) -> Result<i64, Missing> {
        let slot = self.slot(Method::ExecutionContextGetMaxOutputSize)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> i64;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `bool setInputConsumedEvent(CUevent_st *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_set_input_consumed_event(self, this: *mut c_void, a0: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::ExecutionContextSetInputConsumedEvent)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `void setEnqueueEmitsProfile(bool)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_set_enqueue_emits_profile(self, this: *mut c_void, a0: bool) -> Result<(), Missing> {
        let slot = self.slot(Method::ExecutionContextSetEnqueueEmitsProfile)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, bool);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `bool setNvtxVerbosity(ProfilingVerbosity)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_set_nvtx_verbosity(self, this: *mut c_void, a0: i32) -> Result<bool, Missing> {
        let slot = self.slot(Method::ExecutionContextSetNvtxVerbosity)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `void setAuxStreams(CUstream_st **, int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_set_aux_streams(self, this: *mut c_void, a0: *mut c_void, a1: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::ExecutionContextSetAuxStreams)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0, a1);
            Ok(())
        }
    }

    /// Calls `bool enqueueV3(CUstream_st *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IExecutionContext` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn execution_context_enqueue_v3(self, this: *mut c_void, a0: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::ExecutionContextEnqueueV3)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `void * data() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IHostMemory` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn host_memory_data(self, this: *mut c_void) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::HostMemoryData)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `unsigned long size() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IHostMemory` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn host_memory_size(self, this: *mut c_void) -> Result<usize, Missing> {
        let slot = self.slot(Method::HostMemorySize)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> usize;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `DataType type() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IHostMemory` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn host_memory_type(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::HostMemoryType)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool platformHasFastFp16() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilder` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_platform_has_fast_fp16(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::BuilderPlatformHasFastFp16)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool platformHasFastInt8() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilder` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_platform_has_fast_int8(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::BuilderPlatformHasFastInt8)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool platformHasTf32() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilder` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_platform_has_tf32(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::BuilderPlatformHasTf32)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `IBuilderConfig * createBuilderConfig()`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilder` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_create_builder_config(self, this: *mut c_void) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::BuilderCreateBuilderConfig)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `INetworkDefinition * createNetworkV2(unsigned int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilder` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_create_network_v2(self, this: *mut c_void, a0: u32) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::BuilderCreateNetworkV2)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, u32) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `IOptimizationProfile * createOptimizationProfile()`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilder` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_create_optimization_profile(self, this: *mut c_void) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::BuilderCreateOptimizationProfile)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setErrorRecorder(IErrorRecorder *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilder` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_set_error_recorder(self, this: *mut c_void, a0: *mut c_void) -> Result<(), Missing> {
        let slot = self.slot(Method::BuilderSetErrorRecorder)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `IHostMemory * buildSerializedNetwork(INetworkDefinition &, IBuilderConfig &)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilder` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_build_serialized_network(self, this: *mut c_void, a0: *mut c_void, a1: *mut c_void) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::BuilderBuildSerializedNetwork)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_void) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `bool isNetworkSupported(const INetworkDefinition &, const IBuilderConfig &) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilder` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_is_network_supported(self, this: *mut c_void, a0: *mut c_void, a1: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::BuilderIsNetworkSupported)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `bool setMaxThreads(int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilder` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_set_max_threads(self, this: *mut c_void, a0: i32) -> Result<bool, Missing> {
        let slot = self.slot(Method::BuilderSetMaxThreads)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `int getMaxThreads() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilder` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_get_max_threads(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::BuilderGetMaxThreads)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void markOutput(ITensor &)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `INetworkDefinition` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn network_definition_mark_output(self, this: *mut c_void, a0: *mut c_void) -> Result<(), Missing> {
        let slot = self.slot(Method::NetworkDefinitionMarkOutput)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `void unmarkOutput(ITensor &)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `INetworkDefinition` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn network_definition_unmark_output(self, this: *mut c_void, a0: *mut c_void) -> Result<(), Missing> {
        let slot = self.slot(Method::NetworkDefinitionUnmarkOutput)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `int getNbLayers() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `INetworkDefinition` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn network_definition_get_nb_layers(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::NetworkDefinitionGetNbLayers)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `ILayer * getLayer(int) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `INetworkDefinition` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn network_definition_get_layer(self, this: *mut c_void, a0: i32) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::NetworkDefinitionGetLayer)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `int getNbInputs() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `INetworkDefinition` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn network_definition_get_nb_inputs(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::NetworkDefinitionGetNbInputs)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `ITensor * getInput(int) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `INetworkDefinition` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn network_definition_get_input(self, this: *mut c_void, a0: i32) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::NetworkDefinitionGetInput)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `int getNbOutputs() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `INetworkDefinition` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn network_definition_get_nb_outputs(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::NetworkDefinitionGetNbOutputs)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `ITensor * getOutput(int) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `INetworkDefinition` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn network_definition_get_output(self, this: *mut c_void, a0: i32) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::NetworkDefinitionGetOutput)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `void setName(const char *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `INetworkDefinition` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn network_definition_set_name(self, this: *mut c_void, a0: *const c_char) -> Result<(), Missing> {
        let slot = self.slot(Method::NetworkDefinitionSetName)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `const char * getName() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `INetworkDefinition` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn network_definition_get_name(self, this: *mut c_void) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::NetworkDefinitionGetName)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setAvgTimingIterations(int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_avg_timing_iterations(self, this: *mut c_void, a0: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::BuilderConfigSetAvgTimingIterations)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `int getAvgTimingIterations() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_get_avg_timing_iterations(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::BuilderConfigGetAvgTimingIterations)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setFlag(BuilderFlag)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_flag(self, this: *mut c_void, a0: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::BuilderConfigSetFlag)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `void clearFlag(BuilderFlag)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_clear_flag(self, this: *mut c_void, a0: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::BuilderConfigClearFlag)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `bool getFlag(BuilderFlag) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_get_flag(self, this: *mut c_void, a0: i32) -> Result<bool, Missing> {
        let slot = self.slot(Method::BuilderConfigGetFlag)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `void setProfileStream(CUstream_st *const)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_profile_stream(self, this: *mut c_void, a0: *mut c_void) -> Result<(), Missing> {
        let slot = self.slot(Method::BuilderConfigSetProfileStream)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `int addOptimizationProfile(const IOptimizationProfile *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_add_optimization_profile(self, this: *mut c_void, a0: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::BuilderConfigAddOptimizationProfile)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `int getNbOptimizationProfiles() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_get_nb_optimization_profiles(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::BuilderConfigGetNbOptimizationProfiles)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setProfilingVerbosity(ProfilingVerbosity)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_profiling_verbosity(self, this: *mut c_void, a0: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::BuilderConfigSetProfilingVerbosity)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `ProfilingVerbosity getProfilingVerbosity() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_get_profiling_verbosity(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::BuilderConfigGetProfilingVerbosity)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool setTacticSources(unsigned int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_tactic_sources(self, this: *mut c_void, a0: u32) -> Result<bool, Missing> {
        let slot = self.slot(Method::BuilderConfigSetTacticSources)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, u32) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `unsigned int getTacticSources() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_get_tactic_sources(self, this: *mut c_void) -> Result<u32, Missing> {
        let slot = self.slot(Method::BuilderConfigGetTacticSources)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> u32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `ITimingCache * createTimingCache(const void *, unsigned long) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_create_timing_cache(self, this: *mut c_void, a0: *mut c_void, a1: usize) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::BuilderConfigCreateTimingCache)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void, usize) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `bool setTimingCache(const ITimingCache &, bool)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_timing_cache(self, this: *mut c_void, a0: *mut c_void, a1: bool) -> Result<bool, Missing> {
        let slot = self.slot(Method::BuilderConfigSetTimingCache)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void, bool) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `void setMemoryPoolLimit(MemoryPoolType, unsigned long)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_memory_pool_limit(self, this: *mut c_void, a0: i32, a1: usize) -> Result<(), Missing> {
        let slot = self.slot(Method::BuilderConfigSetMemoryPoolLimit)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32, usize);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0, a1);
            Ok(())
        }
    }

    /// Calls `unsigned long getMemoryPoolLimit(MemoryPoolType) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_get_memory_pool_limit(self, this: *mut c_void, a0: i32) -> Result<usize, Missing> {
        let slot = self.slot(Method::BuilderConfigGetMemoryPoolLimit)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> usize;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `void setPreviewFeature(PreviewFeature, bool)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_preview_feature(self, this: *mut c_void, a0: i32, a1: bool) -> Result<(), Missing> {
        let slot = self.slot(Method::BuilderConfigSetPreviewFeature)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32, bool);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0, a1);
            Ok(())
        }
    }

    /// Calls `bool getPreviewFeature(PreviewFeature) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_get_preview_feature(self, this: *mut c_void, a0: i32) -> Result<bool, Missing> {
        let slot = self.slot(Method::BuilderConfigGetPreviewFeature)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `void setBuilderOptimizationLevel(int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_builder_optimization_level(self, this: *mut c_void, a0: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::BuilderConfigSetBuilderOptimizationLevel)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `int getBuilderOptimizationLevel() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_get_builder_optimization_level(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::BuilderConfigGetBuilderOptimizationLevel)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setHardwareCompatibilityLevel(HardwareCompatibilityLevel)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_hardware_compatibility_level(self, this: *mut c_void, a0: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::BuilderConfigSetHardwareCompatibilityLevel)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `HardwareCompatibilityLevel getHardwareCompatibilityLevel() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_get_hardware_compatibility_level(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::BuilderConfigGetHardwareCompatibilityLevel)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setProgressMonitor(IProgressMonitor *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_progress_monitor(self, this: *mut c_void, a0: *mut c_void) -> Result<(), Missing> {
        let slot = self.slot(Method::BuilderConfigSetProgressMonitor)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `void setMaxNbTactics(int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_max_nb_tactics(self, this: *mut c_void, a0: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::BuilderConfigSetMaxNbTactics)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `int getMaxNbTactics() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_get_max_nb_tactics(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::BuilderConfigGetMaxNbTactics)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool setNbComputeCapabilities(int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_nb_compute_capabilities(self, this: *mut c_void, a0: i32) -> Result<bool, Missing> {
        let slot = self.slot(Method::BuilderConfigSetNbComputeCapabilities)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `int getNbComputeCapabilities() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_get_nb_compute_capabilities(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::BuilderConfigGetNbComputeCapabilities)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool setComputeCapability(ComputeCapability, int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IBuilderConfig` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn builder_config_set_compute_capability(self, this: *mut c_void, a0: i32, a1: i32) -> Result<bool, Missing> {
        let slot = self.slot(Method::BuilderConfigSetComputeCapability)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32, i32) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `bool setDimensions(const char *, OptProfileSelector, const Dims64 &)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IOptimizationProfile` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn optimization_profile_set_dimensions(self, this: *mut c_void, a0: *const c_char, a1: i32, a2: *const Dims64) -> Result<bool, Missing> {
        let slot = self.slot(Method::OptimizationProfileSetDimensions)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char, i32, *const Dims64) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1, a2))
        }
    }

    /// Calls `Dims64 getDimensions(const char *, OptProfileSelector) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IOptimizationProfile` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn optimization_profile_get_dimensions(self, this: *mut c_void, a0: *const c_char, a1: i32) -> Result<Dims64, Missing> {
        let slot = self.slot(Method::OptimizationProfileGetDimensions)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char, i32) -> Dims64;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `bool setShapeValues(const char *, OptProfileSelector, const int *, int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IOptimizationProfile` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn optimization_profile_set_shape_values(self, this: *mut c_void, a0: *const c_char, a1: i32, a2: *mut c_void, a3: i32) -> Result<bool, Missing> {
        let slot = self.slot(Method::OptimizationProfileSetShapeValues)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char, i32, *mut c_void, i32) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1, a2, a3))
        }
    }

    /// Calls `bool setShapeValuesV2(const char *, OptProfileSelector, const long *, int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IOptimizationProfile` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn optimization_profile_set_shape_values_v2(self, this: *mut c_void, a0: *const c_char, a1: i32, a2: *mut c_void, a3: i32) -> Result<bool, Missing> {
        let slot = self.slot(Method::OptimizationProfileSetShapeValuesV2)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char, i32, *mut c_void, i32) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1, a2, a3))
        }
    }

    /// Calls `bool isValid() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IOptimizationProfile` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn optimization_profile_is_valid(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::OptimizationProfileIsValid)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `IHostMemory * serialize() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITimingCache` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn timing_cache_serialize(self, this: *mut c_void) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::TimingCacheSerialize)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool combine(const ITimingCache &, bool)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITimingCache` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn timing_cache_combine(self, this: *mut c_void, a0: *mut c_void, a1: bool) -> Result<bool, Missing> {
        let slot = self.slot(Method::TimingCacheCombine)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void, bool) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `bool reset()`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITimingCache` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn timing_cache_reset(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::TimingCacheReset)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setName(const char *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITensor` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn tensor_set_name(self, this: *mut c_void, a0: *const c_char) -> Result<(), Missing> {
        let slot = self.slot(Method::TensorSetName)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `const char * getName() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITensor` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn tensor_get_name(self, this: *mut c_void) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::TensorGetName)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setDimensions(const Dims64 &)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITensor` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn tensor_set_dimensions(self, this: *mut c_void, a0: *const Dims64) -> Result<(), Missing> {
        let slot = self.slot(Method::TensorSetDimensions)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const Dims64);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `Dims64 getDimensions() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITensor` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn tensor_get_dimensions(self, this: *mut c_void) -> Result<Dims64, Missing> {
        let slot = self.slot(Method::TensorGetDimensions)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> Dims64;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setType(DataType)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITensor` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn tensor_set_type(self, this: *mut c_void, a0: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::TensorSetType)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `DataType getType() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITensor` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn tensor_get_type(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::TensorGetType)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool isNetworkInput() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITensor` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn tensor_is_network_input(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::TensorIsNetworkInput)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool isNetworkOutput() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITensor` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn tensor_is_network_output(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::TensorIsNetworkOutput)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool isShapeTensor() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITensor` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn tensor_is_shape_tensor(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::TensorIsShapeTensor)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setAllowedFormats(unsigned int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITensor` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn tensor_set_allowed_formats(self, this: *mut c_void, a0: u32) -> Result<(), Missing> {
        let slot = self.slot(Method::TensorSetAllowedFormats)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, u32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `unsigned int getAllowedFormats() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ITensor` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn tensor_get_allowed_formats(self, this: *mut c_void) -> Result<u32, Missing> {
        let slot = self.slot(Method::TensorGetAllowedFormats)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> u32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `LayerType getType() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ILayer` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn layer_get_type(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::LayerGetType)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `const char * getName() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ILayer` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn layer_get_name(self, this: *mut c_void) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::LayerGetName)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `int getNbInputs() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ILayer` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn layer_get_nb_inputs(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::LayerGetNbInputs)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `ITensor * getInput(int) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ILayer` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn layer_get_input(self, this: *mut c_void, a0: i32) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::LayerGetInput)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `int getNbOutputs() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ILayer` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn layer_get_nb_outputs(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::LayerGetNbOutputs)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `ITensor * getOutput(int) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ILayer` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn layer_get_output(self, this: *mut c_void, a0: i32) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::LayerGetOutput)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `void setPrecision(DataType)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ILayer` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn layer_set_precision(self, this: *mut c_void, a0: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::LayerSetPrecision)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `DataType getPrecision() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ILayer` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn layer_get_precision(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::LayerGetPrecision)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `bool precisionIsSet() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ILayer` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn layer_precision_is_set(self, this: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::LayerPrecisionIsSet)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `void setOutputType(int, DataType)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ILayer` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn layer_set_output_type(self, this: *mut c_void, a0: i32, a1: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::LayerSetOutputType)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0, a1);
            Ok(())
        }
    }

    /// Calls `DataType getOutputType(int) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `ILayer` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn layer_get_output_type(self, this: *mut c_void, a0: i32) -> Result<i32, Missing> {
        let slot = self.slot(Method::LayerGetOutputType)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `bool setExecutionContext(const IExecutionContext *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IEngineInspector` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn engine_inspector_set_execution_context(self, this: *mut c_void, a0: *mut c_void) -> Result<bool, Missing> {
        let slot = self.slot(Method::EngineInspectorSetExecutionContext)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `const char * getLayerInformation(int, LayerInformationFormat) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IEngineInspector` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn engine_inspector_get_layer_information(self, this: *mut c_void, a0: i32, a1: i32) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::EngineInspectorGetLayerInformation)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32, i32) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `const char * getEngineInformation(LayerInformationFormat) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IEngineInspector` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn engine_inspector_get_engine_information(self, this: *mut c_void, a0: i32) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::EngineInspectorGetEngineInformation)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = implementation(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `bool parse(const void *, unsigned long, const char *)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParser` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_parse(self, this: *mut c_void, a0: *mut c_void, a1: usize, a2: *const c_char) -> Result<bool, Missing> {
        let slot = self.slot(Method::ParserParse)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *mut c_void, usize, *const c_char) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1, a2))
        }
    }

    /// Calls `bool parseFromFile(const char *, int)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParser` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_parse_from_file(self, this: *mut c_void, a0: *const c_char, a1: i32) -> Result<bool, Missing> {
        let slot = self.slot(Method::ParserParseFromFile)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char, i32) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0, a1))
        }
    }

    /// Calls `bool supportsOperator(const char *) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParser` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_supports_operator(self, this: *mut c_void, a0: *const c_char) -> Result<bool, Missing> {
        let slot = self.slot(Method::ParserSupportsOperator)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, *const c_char) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `int getNbErrors() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParser` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_get_nb_errors(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::ParserGetNbErrors)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `const nvonnxparser::IParserError * getError(int) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParser` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_get_error(self, this: *mut c_void, a0: i32) -> Result<*mut c_void, Missing> {
        let slot = self.slot(Method::ParserGetError)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> *mut c_void;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `void clearErrors()`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParser` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_clear_errors(self, this: *mut c_void) -> Result<(), Missing> {
        let slot = self.slot(Method::ParserClearErrors)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object);
            Ok(())
        }
    }

    /// Calls `void setFlag(nvonnxparser::OnnxParserFlag)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParser` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_set_flag(self, this: *mut c_void, a0: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::ParserSetFlag)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `void clearFlag(nvonnxparser::OnnxParserFlag)`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParser` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_clear_flag(self, this: *mut c_void, a0: i32) -> Result<(), Missing> {
        let slot = self.slot(Method::ParserClearFlag)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32);
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            function(object, a0);
            Ok(())
        }
    }

    /// Calls `bool getFlag(nvonnxparser::OnnxParserFlag) const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParser` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_get_flag(self, this: *mut c_void, a0: i32) -> Result<bool, Missing> {
        let slot = self.slot(Method::ParserGetFlag)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void, i32) -> bool;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object, a0))
        }
    }

    /// Calls `nvonnxparser::ErrorCode code() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParserError` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_error_code(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::ParserErrorCode)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `const char * desc() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParserError` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_error_desc(self, this: *mut c_void) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::ParserErrorDesc)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `const char * file() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParserError` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_error_file(self, this: *mut c_void) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::ParserErrorFile)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `int line() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParserError` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_error_line(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::ParserErrorLine)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `const char * func() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParserError` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_error_func(self, this: *mut c_void) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::ParserErrorFunc)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `int node() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParserError` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_error_node(self, this: *mut c_void) -> Result<i32, Missing> {
        let slot = self.slot(Method::ParserErrorNode)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> i32;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `const char * nodeName() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParserError` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_error_node_name(self, this: *mut c_void) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::ParserErrorNodeName)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

    /// Calls `const char * nodeOperator() const`.
    ///
    /// # Errors
    /// [`Missing`] where the loaded library has no such method.
    ///
    /// # Safety
    /// `this` is a live `IParserError` of the library that this table belongs to, used as its
    /// thread rules allow, and the arguments are what TensorRT's documentation asks for.
    #[inline]
    pub unsafe fn parser_error_node_operator(self, this: *mut c_void) -> Result<*const c_char, Missing> {
        let slot = self.slot(Method::ParserErrorNodeOperator)?;
        // SAFETY: the caller's promise; slot and signature come from this family's headers.
        unsafe {
            let (object, entry) = direct(this, slot);
            type Function = unsafe extern "C" fn(*mut c_void) -> *const c_char;
            let function = std::mem::transmute::<*const c_void, Function>(entry);
            Ok(function(object))
        }
    }

}
