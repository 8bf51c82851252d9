// Made by `cargo xtask bindings` from bindings/abi. Do not edit.

/// TensorRT-RTX 1.x, from headers up to 1.7.1.
pub static TABLE: Table = Table {
    family: Family::Rtx,
    newest: 10700,
    slots: [
        at(3, 10500), // IRuntime::deserializeCudaEngine
        at(8, 10500), // IRuntime::setErrorRecorder
        at(11, 10500), // IRuntime::setMaxThreads
        at(12, 10500), // IRuntime::getMaxThreads
        at(20, 10500), // IRuntime::setEngineHostCodeAllowed
        at(21, 10500), // IRuntime::getEngineHostCodeAllowed
        at(3, 10500), // ICudaEngine::getNbLayers
        at(4, 10500), // ICudaEngine::serialize
        at(5, 10500), // ICudaEngine::createExecutionContext
        at(6, 10500), // ICudaEngine::isRefittable
        at(7, 10500), // ICudaEngine::getName
        at(8, 10500), // ICudaEngine::getNbOptimizationProfiles
        at(13, 10500), // ICudaEngine::getProfilingVerbosity
        at(14, 10500), // ICudaEngine::createEngineInspector
        at(15, 10500), // ICudaEngine::getTensorShape
        at(16, 10500), // ICudaEngine::getTensorDataType
        at(17, 10500), // ICudaEngine::getTensorLocation
        at(18, 10500), // ICudaEngine::isShapeInferenceIO
        at(19, 10500), // ICudaEngine::getTensorIOMode
        at(20, 10500), // ICudaEngine::getTensorBytesPerComponent
        at(21, 10500), // ICudaEngine::getTensorComponentsPerElement
        at(22, 10500), // ICudaEngine::getTensorFormat
        at(23, 10500), // ICudaEngine::getTensorFormatDesc
        at(24, 10500), // ICudaEngine::getTensorVectorizedDim
        at(25, 10500), // ICudaEngine::getProfileShape
        at(26, 10500), // ICudaEngine::getNbIOTensors
        at(27, 10500), // ICudaEngine::getIOTensorName
        at(28, 10500), // ICudaEngine::getHardwareCompatibilityLevel
        at(29, 10500), // ICudaEngine::getNbAuxStreams
        NONE, // ICudaEngine::getDeviceMemorySize
        NONE, // ICudaEngine::getDeviceMemorySizeForProfile
        at(44, 10500), // ICudaEngine::getDeviceMemorySizeV2
        at(45, 10500), // ICudaEngine::getDeviceMemorySizeForProfileV2
        at(8, 10500), // IExecutionContext::setName
        at(9, 10500), // IExecutionContext::getName
        at(10, 10500), // IExecutionContext::setDeviceMemory
        at(48, 10500), // IExecutionContext::setDeviceMemoryV2
        at(47, 10500), // IExecutionContext::updateDeviceMemorySizeForShapes
        at(11, 10500), // IExecutionContext::getOptimizationProfile
        at(16, 10500), // IExecutionContext::setOptimizationProfileAsync
        at(13, 10500), // IExecutionContext::setErrorRecorder
        at(12, 10500), // IExecutionContext::allInputDimensionsSpecified
        NONE, // IExecutionContext::allInputShapesSpecified
        at(20, 10500), // IExecutionContext::setInputShape
        at(21, 10500), // IExecutionContext::getTensorShape
        at(22, 10500), // IExecutionContext::getTensorStrides
        at(23, 10500), // IExecutionContext::setTensorAddress
        at(24, 10500), // IExecutionContext::getTensorAddress
        at(27, 10500), // IExecutionContext::inferShapes
        at(31, 10500), // IExecutionContext::setOutputAllocator
        at(33, 10500), // IExecutionContext::getMaxOutputSize
        at(28, 10500), // IExecutionContext::setInputConsumedEvent
        at(17, 10500), // IExecutionContext::setEnqueueEmitsProfile
        at(39, 10500), // IExecutionContext::setNvtxVerbosity
        at(41, 10500), // IExecutionContext::setAuxStreams
        at(36, 10500), // IExecutionContext::enqueueV3
        at(2, 10500), // IHostMemory::data
        at(3, 10500), // IHostMemory::size
        at(4, 10500), // IHostMemory::type
        NONE, // IBuilder::platformHasFastFp16
        NONE, // IBuilder::platformHasFastInt8
        NONE, // IBuilder::platformHasTf32
        at(5, 10500), // IBuilder::createBuilderConfig
        at(6, 10500), // IBuilder::createNetworkV2
        at(7, 10500), // IBuilder::createOptimizationProfile
        at(8, 10500), // IBuilder::setErrorRecorder
        at(11, 10500), // IBuilder::buildSerializedNetwork
        at(12, 10500), // IBuilder::isNetworkSupported
        at(14, 10500), // IBuilder::setMaxThreads
        at(15, 10500), // IBuilder::getMaxThreads
        at(3, 10500), // INetworkDefinition::markOutput
        at(26, 10500), // INetworkDefinition::unmarkOutput
        at(12, 10500), // INetworkDefinition::getNbLayers
        at(13, 10500), // INetworkDefinition::getLayer
        at(14, 10500), // INetworkDefinition::getNbInputs
        at(15, 10500), // INetworkDefinition::getInput
        at(16, 10500), // INetworkDefinition::getNbOutputs
        at(17, 10500), // INetworkDefinition::getOutput
        at(28, 10500), // INetworkDefinition::setName
        at(29, 10500), // INetworkDefinition::getName
        at(2, 10500), // IBuilderConfig::setAvgTimingIterations
        at(3, 10500), // IBuilderConfig::getAvgTimingIterations
        at(9, 10500), // IBuilderConfig::setFlag
        at(8, 10500), // IBuilderConfig::clearFlag
        at(10, 10500), // IBuilderConfig::getFlag
        at(21, 10500), // IBuilderConfig::setProfileStream
        at(23, 10500), // IBuilderConfig::addOptimizationProfile
        at(24, 10500), // IBuilderConfig::getNbOptimizationProfiles
        at(25, 10500), // IBuilderConfig::setProfilingVerbosity
        at(26, 10500), // IBuilderConfig::getProfilingVerbosity
        at(27, 10500), // IBuilderConfig::setTacticSources
        at(28, 10500), // IBuilderConfig::getTacticSources
        at(29, 10500), // IBuilderConfig::createTimingCache
        at(30, 10500), // IBuilderConfig::setTimingCache
        at(32, 10500), // IBuilderConfig::setMemoryPoolLimit
        at(33, 10500), // IBuilderConfig::getMemoryPoolLimit
        at(34, 10500), // IBuilderConfig::setPreviewFeature
        at(35, 10500), // IBuilderConfig::getPreviewFeature
        at(36, 10500), // IBuilderConfig::setBuilderOptimizationLevel
        at(37, 10500), // IBuilderConfig::getBuilderOptimizationLevel
        at(38, 10500), // IBuilderConfig::setHardwareCompatibilityLevel
        at(39, 10500), // IBuilderConfig::getHardwareCompatibilityLevel
        at(45, 10500), // IBuilderConfig::setProgressMonitor
        at(49, 10500), // IBuilderConfig::setMaxNbTactics
        at(50, 10500), // IBuilderConfig::getMaxNbTactics
        at(55, 10500), // IBuilderConfig::setNbComputeCapabilities
        at(56, 10500), // IBuilderConfig::getNbComputeCapabilities
        at(57, 10500), // IBuilderConfig::setComputeCapability
        at(2, 10500), // IOptimizationProfile::setDimensions
        at(3, 10500), // IOptimizationProfile::getDimensions
        NONE, // IOptimizationProfile::setShapeValues
        at(8, 10500), // IOptimizationProfile::setShapeValuesV2
        at(7, 10500), // IOptimizationProfile::isValid
        at(2, 10500), // ITimingCache::serialize
        at(3, 10500), // ITimingCache::combine
        at(4, 10500), // ITimingCache::reset
        at(2, 10500), // ITensor::setName
        at(3, 10500), // ITensor::getName
        at(4, 10500), // ITensor::setDimensions
        at(5, 10500), // ITensor::getDimensions
        NONE, // ITensor::setType
        at(6, 10500), // ITensor::getType
        at(7, 10500), // ITensor::isNetworkInput
        at(8, 10500), // ITensor::isNetworkOutput
        at(11, 10500), // ITensor::isShapeTensor
        at(9, 10500), // ITensor::setAllowedFormats
        at(10, 10500), // ITensor::getAllowedFormats
        at(2, 10500), // ILayer::getType
        at(4, 10500), // ILayer::getName
        at(5, 10500), // ILayer::getNbInputs
        at(6, 10500), // ILayer::getInput
        at(7, 10500), // ILayer::getNbOutputs
        at(8, 10500), // ILayer::getOutput
        NONE, // ILayer::setPrecision
        NONE, // ILayer::getPrecision
        NONE, // ILayer::precisionIsSet
        NONE, // ILayer::setOutputType
        at(10, 10500), // ILayer::getOutputType
        at(3, 10500), // IEngineInspector::setExecutionContext
        at(5, 10500), // IEngineInspector::getLayerInformation
        at(6, 10500), // IEngineInspector::getEngineInformation
        at(0, 10500), // IParser::parse
        at(1, 10500), // IParser::parseFromFile
        at(2, 10500), // IParser::supportsOperator
        at(3, 10500), // IParser::getNbErrors
        at(4, 10500), // IParser::getError
        at(5, 10500), // IParser::clearErrors
        at(12, 10500), // IParser::setFlag
        at(11, 10500), // IParser::clearFlag
        at(13, 10500), // IParser::getFlag
        at(0, 10500), // IParserError::code
        at(1, 10500), // IParserError::desc
        at(2, 10500), // IParserError::file
        at(3, 10500), // IParserError::line
        at(4, 10500), // IParserError::func
        at(5, 10500), // IParserError::node
        at(6, 10500), // IParserError::nodeName
        at(7, 10500), // IParserError::nodeOperator
    ],
    logger: Layout {
        classes: &[c"N8nvinfer119IVersionedInterfaceE", c"N8nvinfer15v_1_07ILoggerE"],
        slots: &["getAPILanguage", "getInterfaceInfo", "~D1", "~D0", "log"],
    },
    progress_monitor: Layout {
        classes: &[c"N8nvinfer119IVersionedInterfaceE", c"N8nvinfer15v_1_016IProgressMonitorE"],
        slots: &["getAPILanguage", "getInterfaceInfo", "~D1", "~D0", "phaseStart", "stepComplete", "phaseFinish"],
    },
    error_recorder: Layout {
        classes: &[c"N8nvinfer119IVersionedInterfaceE", c"N8nvinfer15v_1_014IErrorRecorderE"],
        slots: &["getAPILanguage", "getInterfaceInfo", "~D1", "~D0", "getNbErrors", "getErrorCode", "getErrorDesc", "hasOverflowed", "clear", "reportError", "incRefCount", "decRefCount"],
    },
    output_allocator: Layout {
        classes: &[c"N8nvinfer119IVersionedInterfaceE", c"N8nvinfer15v_1_016IOutputAllocatorE"],
        slots: &["getAPILanguage", "getInterfaceInfo", "~D1", "~D0", "reallocateOutputAsync", "notifyShape"],
    },
    parser_delete: 7,
};
