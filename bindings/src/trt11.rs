// Made by `cargo xtask bindings` from bindings/abi. Do not edit.

/// TensorRT 11.x, from headers up to 11.4.0.
pub static TABLE: Table = Table {
    family: Family::Trt11,
    newest: 110400,
    slots: [
        at(3, 110000), // IRuntime::deserializeCudaEngine
        at(8, 110000), // IRuntime::setErrorRecorder
        at(11, 110000), // IRuntime::setMaxThreads
        at(12, 110000), // IRuntime::getMaxThreads
        at(20, 110000), // IRuntime::setEngineHostCodeAllowed
        at(21, 110000), // IRuntime::getEngineHostCodeAllowed
        at(3, 110000), // ICudaEngine::getNbLayers
        at(4, 110000), // ICudaEngine::serialize
        at(5, 110000), // ICudaEngine::createExecutionContext
        at(6, 110000), // ICudaEngine::isRefittable
        at(7, 110000), // ICudaEngine::getName
        at(8, 110000), // ICudaEngine::getNbOptimizationProfiles
        at(13, 110000), // ICudaEngine::getProfilingVerbosity
        at(14, 110000), // ICudaEngine::createEngineInspector
        at(15, 110000), // ICudaEngine::getTensorShape
        at(16, 110000), // ICudaEngine::getTensorDataType
        at(17, 110000), // ICudaEngine::getTensorLocation
        at(18, 110000), // ICudaEngine::isShapeInferenceIO
        at(19, 110000), // ICudaEngine::getTensorIOMode
        at(20, 110000), // ICudaEngine::getTensorBytesPerComponent
        at(21, 110000), // ICudaEngine::getTensorComponentsPerElement
        at(22, 110000), // ICudaEngine::getTensorFormat
        at(23, 110000), // ICudaEngine::getTensorFormatDesc
        at(24, 110000), // ICudaEngine::getTensorVectorizedDim
        at(25, 110000), // ICudaEngine::getProfileShape
        at(26, 110000), // ICudaEngine::getNbIOTensors
        at(27, 110000), // ICudaEngine::getIOTensorName
        at(28, 110000), // ICudaEngine::getHardwareCompatibilityLevel
        at(29, 110000), // ICudaEngine::getNbAuxStreams
        NONE, // ICudaEngine::getDeviceMemorySize
        NONE, // ICudaEngine::getDeviceMemorySizeForProfile
        at(44, 110000), // ICudaEngine::getDeviceMemorySizeV2
        at(45, 110000), // ICudaEngine::getDeviceMemorySizeForProfileV2
        at(8, 110000), // IExecutionContext::setName
        at(9, 110000), // IExecutionContext::getName
        at(10, 110000), // IExecutionContext::setDeviceMemory
        at(48, 110000), // IExecutionContext::setDeviceMemoryV2
        at(47, 110000), // IExecutionContext::updateDeviceMemorySizeForShapes
        at(11, 110000), // IExecutionContext::getOptimizationProfile
        at(16, 110000), // IExecutionContext::setOptimizationProfileAsync
        at(13, 110000), // IExecutionContext::setErrorRecorder
        at(12, 110000), // IExecutionContext::allInputDimensionsSpecified
        NONE, // IExecutionContext::allInputShapesSpecified
        at(20, 110000), // IExecutionContext::setInputShape
        at(21, 110000), // IExecutionContext::getTensorShape
        at(22, 110000), // IExecutionContext::getTensorStrides
        at(23, 110000), // IExecutionContext::setTensorAddress
        at(24, 110000), // IExecutionContext::getTensorAddress
        at(27, 110000), // IExecutionContext::inferShapes
        at(31, 110000), // IExecutionContext::setOutputAllocator
        at(33, 110000), // IExecutionContext::getMaxOutputSize
        at(28, 110000), // IExecutionContext::setInputConsumedEvent
        at(17, 110000), // IExecutionContext::setEnqueueEmitsProfile
        at(39, 110000), // IExecutionContext::setNvtxVerbosity
        at(41, 110000), // IExecutionContext::setAuxStreams
        at(36, 110000), // IExecutionContext::enqueueV3
        at(2, 110000), // IHostMemory::data
        at(3, 110000), // IHostMemory::size
        at(4, 110000), // IHostMemory::type
        NONE, // IBuilder::platformHasFastFp16
        NONE, // IBuilder::platformHasFastInt8
        NONE, // IBuilder::platformHasTf32
        at(5, 110000), // IBuilder::createBuilderConfig
        at(6, 110000), // IBuilder::createNetworkV2
        at(7, 110000), // IBuilder::createOptimizationProfile
        at(8, 110000), // IBuilder::setErrorRecorder
        at(11, 110000), // IBuilder::buildSerializedNetwork
        at(12, 110000), // IBuilder::isNetworkSupported
        at(14, 110000), // IBuilder::setMaxThreads
        at(15, 110000), // IBuilder::getMaxThreads
        at(3, 110000), // INetworkDefinition::markOutput
        at(26, 110000), // INetworkDefinition::unmarkOutput
        at(12, 110000), // INetworkDefinition::getNbLayers
        at(13, 110000), // INetworkDefinition::getLayer
        at(14, 110000), // INetworkDefinition::getNbInputs
        at(15, 110000), // INetworkDefinition::getInput
        at(16, 110000), // INetworkDefinition::getNbOutputs
        at(17, 110000), // INetworkDefinition::getOutput
        at(30, 110000), // INetworkDefinition::setName
        at(31, 110000), // INetworkDefinition::getName
        at(2, 110000), // IBuilderConfig::setAvgTimingIterations
        at(3, 110000), // IBuilderConfig::getAvgTimingIterations
        at(9, 110000), // IBuilderConfig::setFlag
        at(8, 110000), // IBuilderConfig::clearFlag
        at(10, 110000), // IBuilderConfig::getFlag
        at(21, 110000), // IBuilderConfig::setProfileStream
        at(23, 110000), // IBuilderConfig::addOptimizationProfile
        at(24, 110000), // IBuilderConfig::getNbOptimizationProfiles
        at(25, 110000), // IBuilderConfig::setProfilingVerbosity
        at(26, 110000), // IBuilderConfig::getProfilingVerbosity
        at(27, 110000), // IBuilderConfig::setTacticSources
        at(28, 110000), // IBuilderConfig::getTacticSources
        at(29, 110000), // IBuilderConfig::createTimingCache
        at(30, 110000), // IBuilderConfig::setTimingCache
        at(32, 110000), // IBuilderConfig::setMemoryPoolLimit
        at(33, 110000), // IBuilderConfig::getMemoryPoolLimit
        at(34, 110000), // IBuilderConfig::setPreviewFeature
        at(35, 110000), // IBuilderConfig::getPreviewFeature
        at(36, 110000), // IBuilderConfig::setBuilderOptimizationLevel
        at(37, 110000), // IBuilderConfig::getBuilderOptimizationLevel
        at(38, 110000), // IBuilderConfig::setHardwareCompatibilityLevel
        at(39, 110000), // IBuilderConfig::getHardwareCompatibilityLevel
        at(45, 110000), // IBuilderConfig::setProgressMonitor
        at(49, 110000), // IBuilderConfig::setMaxNbTactics
        at(50, 110000), // IBuilderConfig::getMaxNbTactics
        NONE, // IBuilderConfig::setNbComputeCapabilities
        NONE, // IBuilderConfig::getNbComputeCapabilities
        NONE, // IBuilderConfig::setComputeCapability
        at(2, 110000), // IOptimizationProfile::setDimensions
        at(3, 110000), // IOptimizationProfile::getDimensions
        NONE, // IOptimizationProfile::setShapeValues
        at(8, 110000), // IOptimizationProfile::setShapeValuesV2
        at(7, 110000), // IOptimizationProfile::isValid
        at(2, 110000), // ITimingCache::serialize
        at(3, 110000), // ITimingCache::combine
        at(4, 110000), // ITimingCache::reset
        at(2, 110000), // ITensor::setName
        at(3, 110000), // ITensor::getName
        at(4, 110000), // ITensor::setDimensions
        at(5, 110000), // ITensor::getDimensions
        NONE, // ITensor::setType
        at(6, 110000), // ITensor::getType
        at(7, 110000), // ITensor::isNetworkInput
        at(8, 110000), // ITensor::isNetworkOutput
        at(15, 110000), // ITensor::isShapeTensor
        at(13, 110000), // ITensor::setAllowedFormats
        at(14, 110000), // ITensor::getAllowedFormats
        at(2, 110000), // ILayer::getType
        at(4, 110000), // ILayer::getName
        at(5, 110000), // ILayer::getNbInputs
        at(6, 110000), // ILayer::getInput
        at(7, 110000), // ILayer::getNbOutputs
        at(8, 110000), // ILayer::getOutput
        NONE, // ILayer::setPrecision
        NONE, // ILayer::getPrecision
        NONE, // ILayer::precisionIsSet
        NONE, // ILayer::setOutputType
        at(10, 110000), // ILayer::getOutputType
        at(3, 110000), // IEngineInspector::setExecutionContext
        at(5, 110000), // IEngineInspector::getLayerInformation
        at(6, 110000), // IEngineInspector::getEngineInformation
        at(0, 110000), // IParser::parse
        at(1, 110000), // IParser::parseFromFile
        at(2, 110000), // IParser::supportsOperator
        at(3, 110000), // IParser::getNbErrors
        at(4, 110000), // IParser::getError
        at(5, 110000), // IParser::clearErrors
        at(12, 110000), // IParser::setFlag
        at(11, 110000), // IParser::clearFlag
        at(13, 110000), // IParser::getFlag
        at(0, 110000), // IParserError::code
        at(1, 110000), // IParserError::desc
        at(2, 110000), // IParserError::file
        at(3, 110000), // IParserError::line
        at(4, 110000), // IParserError::func
        at(5, 110000), // IParserError::node
        at(6, 110000), // IParserError::nodeName
        at(7, 110000), // IParserError::nodeOperator
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
        slots: &["getAPILanguage", "getInterfaceInfo", "~D1", "~D0", "reallocateOutput", "reallocateOutputAsync", "notifyShape"],
    },
    parser_delete: 7,
};
