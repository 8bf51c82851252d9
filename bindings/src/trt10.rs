// Made by `cargo xtask bindings` from bindings/abi. Do not edit.

/// TensorRT 10.x, from headers up to 10.16.0.
pub static TABLE: Table = Table {
    family: Family::Trt10,
    newest: 101600,
    slots: [
        at(3, 100000), // IRuntime::deserializeCudaEngine
        at(9, 100000), // IRuntime::setErrorRecorder
        at(12, 100000), // IRuntime::setMaxThreads
        at(13, 100000), // IRuntime::getMaxThreads
        at(21, 100000), // IRuntime::setEngineHostCodeAllowed
        at(22, 100000), // IRuntime::getEngineHostCodeAllowed
        at(3, 100000), // ICudaEngine::getNbLayers
        at(4, 100000), // ICudaEngine::serialize
        at(5, 100000), // ICudaEngine::createExecutionContext
        at(8, 100000), // ICudaEngine::isRefittable
        at(9, 100000), // ICudaEngine::getName
        at(10, 100000), // ICudaEngine::getNbOptimizationProfiles
        at(17, 100000), // ICudaEngine::getProfilingVerbosity
        at(18, 100000), // ICudaEngine::createEngineInspector
        at(19, 100000), // ICudaEngine::getTensorShape
        at(20, 100000), // ICudaEngine::getTensorDataType
        at(21, 100000), // ICudaEngine::getTensorLocation
        at(22, 100000), // ICudaEngine::isShapeInferenceIO
        at(23, 100000), // ICudaEngine::getTensorIOMode
        at(24, 100000), // ICudaEngine::getTensorBytesPerComponent
        at(25, 100000), // ICudaEngine::getTensorComponentsPerElement
        at(26, 100000), // ICudaEngine::getTensorFormat
        at(27, 100000), // ICudaEngine::getTensorFormatDesc
        at(28, 100000), // ICudaEngine::getTensorVectorizedDim
        at(29, 100000), // ICudaEngine::getProfileShape
        at(30, 100000), // ICudaEngine::getNbIOTensors
        at(31, 100000), // ICudaEngine::getIOTensorName
        at(32, 100000), // ICudaEngine::getHardwareCompatibilityLevel
        at(33, 100000), // ICudaEngine::getNbAuxStreams
        at(7, 100000), // ICudaEngine::getDeviceMemorySize
        at(41, 100000), // ICudaEngine::getDeviceMemorySizeForProfile
        at(52, 100100), // ICudaEngine::getDeviceMemorySizeV2
        at(53, 100100), // ICudaEngine::getDeviceMemorySizeForProfileV2
        at(8, 100000), // IExecutionContext::setName
        at(9, 100000), // IExecutionContext::getName
        at(10, 100000), // IExecutionContext::setDeviceMemory
        at(49, 100100), // IExecutionContext::setDeviceMemoryV2
        at(48, 100000), // IExecutionContext::updateDeviceMemorySizeForShapes
        at(11, 100000), // IExecutionContext::getOptimizationProfile
        at(17, 100000), // IExecutionContext::setOptimizationProfileAsync
        at(14, 100000), // IExecutionContext::setErrorRecorder
        at(12, 100000), // IExecutionContext::allInputDimensionsSpecified
        at(13, 100000), // IExecutionContext::allInputShapesSpecified
        at(21, 100000), // IExecutionContext::setInputShape
        at(22, 100000), // IExecutionContext::getTensorShape
        at(23, 100000), // IExecutionContext::getTensorStrides
        at(24, 100000), // IExecutionContext::setTensorAddress
        at(25, 100000), // IExecutionContext::getTensorAddress
        at(28, 100000), // IExecutionContext::inferShapes
        at(32, 100000), // IExecutionContext::setOutputAllocator
        at(34, 100000), // IExecutionContext::getMaxOutputSize
        at(29, 100000), // IExecutionContext::setInputConsumedEvent
        at(18, 100000), // IExecutionContext::setEnqueueEmitsProfile
        at(40, 100000), // IExecutionContext::setNvtxVerbosity
        at(42, 100000), // IExecutionContext::setAuxStreams
        at(37, 100000), // IExecutionContext::enqueueV3
        at(2, 100000), // IHostMemory::data
        at(3, 100000), // IHostMemory::size
        at(4, 100000), // IHostMemory::type
        at(2, 100000), // IBuilder::platformHasFastFp16
        at(3, 100000), // IBuilder::platformHasFastInt8
        at(13, 100000), // IBuilder::platformHasTf32
        at(7, 100000), // IBuilder::createBuilderConfig
        at(8, 100000), // IBuilder::createNetworkV2
        at(9, 100000), // IBuilder::createOptimizationProfile
        at(10, 100000), // IBuilder::setErrorRecorder
        at(14, 100000), // IBuilder::buildSerializedNetwork
        at(15, 100000), // IBuilder::isNetworkSupported
        at(17, 100000), // IBuilder::setMaxThreads
        at(18, 100000), // IBuilder::getMaxThreads
        at(3, 100000), // INetworkDefinition::markOutput
        at(26, 100000), // INetworkDefinition::unmarkOutput
        at(12, 100000), // INetworkDefinition::getNbLayers
        at(13, 100000), // INetworkDefinition::getLayer
        at(14, 100000), // INetworkDefinition::getNbInputs
        at(15, 100000), // INetworkDefinition::getInput
        at(16, 100000), // INetworkDefinition::getNbOutputs
        at(17, 100000), // INetworkDefinition::getOutput
        at(30, 100000), // INetworkDefinition::setName
        at(31, 100000), // INetworkDefinition::getName
        at(2, 100000), // IBuilderConfig::setAvgTimingIterations
        at(3, 100000), // IBuilderConfig::getAvgTimingIterations
        at(11, 100000), // IBuilderConfig::setFlag
        at(10, 100000), // IBuilderConfig::clearFlag
        at(12, 100000), // IBuilderConfig::getFlag
        at(23, 100000), // IBuilderConfig::setProfileStream
        at(25, 100000), // IBuilderConfig::addOptimizationProfile
        at(26, 100000), // IBuilderConfig::getNbOptimizationProfiles
        at(27, 100000), // IBuilderConfig::setProfilingVerbosity
        at(28, 100000), // IBuilderConfig::getProfilingVerbosity
        at(38, 100000), // IBuilderConfig::setTacticSources
        at(39, 100000), // IBuilderConfig::getTacticSources
        at(40, 100000), // IBuilderConfig::createTimingCache
        at(41, 100000), // IBuilderConfig::setTimingCache
        at(43, 100000), // IBuilderConfig::setMemoryPoolLimit
        at(44, 100000), // IBuilderConfig::getMemoryPoolLimit
        at(45, 100000), // IBuilderConfig::setPreviewFeature
        at(46, 100000), // IBuilderConfig::getPreviewFeature
        at(47, 100000), // IBuilderConfig::setBuilderOptimizationLevel
        at(48, 100000), // IBuilderConfig::getBuilderOptimizationLevel
        at(49, 100000), // IBuilderConfig::setHardwareCompatibilityLevel
        at(50, 100000), // IBuilderConfig::getHardwareCompatibilityLevel
        at(56, 100000), // IBuilderConfig::setProgressMonitor
        at(60, 100600), // IBuilderConfig::setMaxNbTactics
        at(61, 100600), // IBuilderConfig::getMaxNbTactics
        NONE, // IBuilderConfig::setNbComputeCapabilities
        NONE, // IBuilderConfig::getNbComputeCapabilities
        NONE, // IBuilderConfig::setComputeCapability
        at(2, 100000), // IOptimizationProfile::setDimensions
        at(3, 100000), // IOptimizationProfile::getDimensions
        at(4, 100000), // IOptimizationProfile::setShapeValues
        at(10, 101500), // IOptimizationProfile::setShapeValuesV2
        at(9, 100000), // IOptimizationProfile::isValid
        at(2, 100000), // ITimingCache::serialize
        at(3, 100000), // ITimingCache::combine
        at(4, 100000), // ITimingCache::reset
        at(2, 100000), // ITensor::setName
        at(3, 100000), // ITensor::getName
        at(4, 100000), // ITensor::setDimensions
        at(5, 100000), // ITensor::getDimensions
        at(6, 100000), // ITensor::setType
        at(7, 100000), // ITensor::getType
        at(9, 100000), // ITensor::isNetworkInput
        at(10, 100000), // ITensor::isNetworkOutput
        at(21, 100000), // ITensor::isShapeTensor
        at(19, 100000), // ITensor::setAllowedFormats
        at(20, 100000), // ITensor::getAllowedFormats
        at(2, 100000), // ILayer::getType
        at(4, 100000), // ILayer::getName
        at(5, 100000), // ILayer::getNbInputs
        at(6, 100000), // ILayer::getInput
        at(7, 100000), // ILayer::getNbOutputs
        at(8, 100000), // ILayer::getOutput
        at(10, 100000), // ILayer::setPrecision
        at(11, 100000), // ILayer::getPrecision
        at(12, 100000), // ILayer::precisionIsSet
        at(14, 100000), // ILayer::setOutputType
        at(15, 100000), // ILayer::getOutputType
        at(3, 100000), // IEngineInspector::setExecutionContext
        at(5, 100000), // IEngineInspector::getLayerInformation
        at(6, 100000), // IEngineInspector::getEngineInformation
        at(0, 100000), // IParser::parse
        at(1, 100000), // IParser::parseFromFile
        at(4, 100000), // IParser::supportsOperator
        at(5, 100000), // IParser::getNbErrors
        at(6, 100000), // IParser::getError
        at(7, 100000), // IParser::clearErrors
        at(14, 100000), // IParser::setFlag
        at(13, 100000), // IParser::clearFlag
        at(15, 100000), // IParser::getFlag
        at(0, 100000), // IParserError::code
        at(1, 100000), // IParserError::desc
        at(2, 100000), // IParserError::file
        at(3, 100000), // IParserError::line
        at(4, 100000), // IParserError::func
        at(5, 100000), // IParserError::node
        at(6, 100000), // IParserError::nodeName
        at(7, 100000), // IParserError::nodeOperator
    ],
    logger: Layout {
        classes: &[c"N8nvinfer17ILoggerE"],
        slots: &["log", "~D1", "~D0"],
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
        slots: &["getAPILanguage", "getInterfaceInfo", "~D1", "~D0", "reallocateOutput", "reallocateOutputAsync", "notifyShape"],
    },
    parser_delete: 9,
};
