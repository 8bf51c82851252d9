// Made by `cargo xtask bindings` from bindings/abi. Do not edit.
#pragma once

struct RecordIBuilder : nvinfer1::apiv::VBuilder {
    int getMaxDLABatchSize() const noexcept override { return record<int>("IBuilder::getMaxDLABatchSize", 2); }
    int getNbDLACores() const noexcept override { return record<int>("IBuilder::getNbDLACores", 3); }
    void setGpuAllocator(nvinfer1::v_1_0::IGpuAllocator * a0) noexcept override { return record<void>("IBuilder::setGpuAllocator", 4, a0); }
    nvinfer1::IBuilderConfig * createBuilderConfig() noexcept override { return record<nvinfer1::IBuilderConfig *>("IBuilder::createBuilderConfig", 5); }
    nvinfer1::INetworkDefinition * createNetworkV2(unsigned int a0) noexcept override { return record<nvinfer1::INetworkDefinition *>("IBuilder::createNetworkV2", 6, a0); }
    nvinfer1::IOptimizationProfile * createOptimizationProfile() noexcept override { return record<nvinfer1::IOptimizationProfile *>("IBuilder::createOptimizationProfile", 7); }
    void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept override { return record<void>("IBuilder::setErrorRecorder", 8, a0); }
    nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept override { return record<nvinfer1::v_1_0::IErrorRecorder *>("IBuilder::getErrorRecorder", 9); }
    void reset() noexcept override { return record<void>("IBuilder::reset", 10); }
    nvinfer1::IHostMemory * buildSerializedNetwork(nvinfer1::INetworkDefinition & a0, nvinfer1::IBuilderConfig & a1) noexcept override { return record<nvinfer1::IHostMemory *>("IBuilder::buildSerializedNetwork", 11, static_cast<void const*>(&a0), static_cast<void const*>(&a1)); }
    bool isNetworkSupported(const nvinfer1::INetworkDefinition & a0, const nvinfer1::IBuilderConfig & a1) const noexcept override { return record<bool>("IBuilder::isNetworkSupported", 12, static_cast<void const*>(&a0), static_cast<void const*>(&a1)); }
    nvinfer1::v_1_0::ILogger * getLogger() const noexcept override { return record<nvinfer1::v_1_0::ILogger *>("IBuilder::getLogger", 13); }
    bool setMaxThreads(int a0) noexcept override { return record<bool>("IBuilder::setMaxThreads", 14, a0); }
    int getMaxThreads() const noexcept override { return record<int>("IBuilder::getMaxThreads", 15); }
    nvinfer1::IPluginRegistry & getPluginRegistry() noexcept override { return record<nvinfer1::IPluginRegistry &>("IBuilder::getPluginRegistry", 16); }
    bool buildSerializedNetworkToStream(nvinfer1::INetworkDefinition & a0, nvinfer1::IBuilderConfig & a1, nvinfer1::v_1_0::IStreamWriter & a2) noexcept override { return record<bool>("IBuilder::buildSerializedNetworkToStream", 17, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2)); }
};
template <class Implementation> struct FaceIBuilder : nvinfer1::IBuilder {
    Implementation implementation;
    FaceIBuilder() { mImpl = &implementation; }
    ~FaceIBuilder() noexcept override { deleted("IBuilder"); }
};

struct RecordIBuilderConfig : nvinfer1::apiv::VBuilderConfig {
    void setAvgTimingIterations(int a0) noexcept override { return record<void>("IBuilderConfig::setAvgTimingIterations", 2, a0); }
    int getAvgTimingIterations() const noexcept override { return record<int>("IBuilderConfig::getAvgTimingIterations", 3); }
    void setEngineCapability(nvinfer1::EngineCapability a0) noexcept override { return record<void>("IBuilderConfig::setEngineCapability", 4, a0); }
    nvinfer1::EngineCapability getEngineCapability() const noexcept override { return record<nvinfer1::EngineCapability>("IBuilderConfig::getEngineCapability", 5); }
    void setFlags(unsigned int a0) noexcept override { return record<void>("IBuilderConfig::setFlags", 6, a0); }
    unsigned int getFlags() const noexcept override { return record<unsigned int>("IBuilderConfig::getFlags", 7); }
    void clearFlag(nvinfer1::BuilderFlag a0) noexcept override { return record<void>("IBuilderConfig::clearFlag", 8, a0); }
    void setFlag(nvinfer1::BuilderFlag a0) noexcept override { return record<void>("IBuilderConfig::setFlag", 9, a0); }
    bool getFlag(nvinfer1::BuilderFlag a0) const noexcept override { return record<bool>("IBuilderConfig::getFlag", 10, a0); }
    void setDeviceType(const nvinfer1::ILayer * a0, nvinfer1::DeviceType a1) noexcept override { return record<void>("IBuilderConfig::setDeviceType", 11, a0, a1); }
    nvinfer1::DeviceType getDeviceType(const nvinfer1::ILayer * a0) const noexcept override { return record<nvinfer1::DeviceType>("IBuilderConfig::getDeviceType", 12, a0); }
    bool isDeviceTypeSet(const nvinfer1::ILayer * a0) const noexcept override { return record<bool>("IBuilderConfig::isDeviceTypeSet", 13, a0); }
    void resetDeviceType(const nvinfer1::ILayer * a0) noexcept override { return record<void>("IBuilderConfig::resetDeviceType", 14, a0); }
    bool canRunOnDLA(const nvinfer1::ILayer * a0) const noexcept override { return record<bool>("IBuilderConfig::canRunOnDLA", 15, a0); }
    void setDLACore(int a0) noexcept override { return record<void>("IBuilderConfig::setDLACore", 16, a0); }
    int getDLACore() const noexcept override { return record<int>("IBuilderConfig::getDLACore", 17); }
    void setDefaultDeviceType(nvinfer1::DeviceType a0) noexcept override { return record<void>("IBuilderConfig::setDefaultDeviceType", 18, a0); }
    nvinfer1::DeviceType getDefaultDeviceType() const noexcept override { return record<nvinfer1::DeviceType>("IBuilderConfig::getDefaultDeviceType", 19); }
    void reset() noexcept override { return record<void>("IBuilderConfig::reset", 20); }
    void setProfileStream(CUstream_st *const a0) noexcept override { return record<void>("IBuilderConfig::setProfileStream", 21, a0); }
    CUstream_st * getProfileStream() const noexcept override { return record<CUstream_st *>("IBuilderConfig::getProfileStream", 22); }
    int addOptimizationProfile(const nvinfer1::IOptimizationProfile * a0) noexcept override { return record<int>("IBuilderConfig::addOptimizationProfile", 23, a0); }
    int getNbOptimizationProfiles() const noexcept override { return record<int>("IBuilderConfig::getNbOptimizationProfiles", 24); }
    void setProfilingVerbosity(nvinfer1::ProfilingVerbosity a0) noexcept override { return record<void>("IBuilderConfig::setProfilingVerbosity", 25, a0); }
    nvinfer1::ProfilingVerbosity getProfilingVerbosity() const noexcept override { return record<nvinfer1::ProfilingVerbosity>("IBuilderConfig::getProfilingVerbosity", 26); }
    bool setTacticSources(unsigned int a0) noexcept override { return record<bool>("IBuilderConfig::setTacticSources", 27, a0); }
    unsigned int getTacticSources() const noexcept override { return record<unsigned int>("IBuilderConfig::getTacticSources", 28); }
    nvinfer1::ITimingCache * createTimingCache(const void * a0, unsigned long a1) const noexcept override { return record<nvinfer1::ITimingCache *>("IBuilderConfig::createTimingCache", 29, a0, a1); }
    bool setTimingCache(const nvinfer1::ITimingCache & a0, bool a1) noexcept override { return record<bool>("IBuilderConfig::setTimingCache", 30, static_cast<void const*>(&a0), a1); }
    const nvinfer1::ITimingCache * getTimingCache() const noexcept override { return record<const nvinfer1::ITimingCache *>("IBuilderConfig::getTimingCache", 31); }
    void setMemoryPoolLimit(nvinfer1::MemoryPoolType a0, unsigned long a1) noexcept override { return record<void>("IBuilderConfig::setMemoryPoolLimit", 32, a0, a1); }
    unsigned long getMemoryPoolLimit(nvinfer1::MemoryPoolType a0) const noexcept override { return record<unsigned long>("IBuilderConfig::getMemoryPoolLimit", 33, a0); }
    void setPreviewFeature(nvinfer1::PreviewFeature a0, bool a1) noexcept override { return record<void>("IBuilderConfig::setPreviewFeature", 34, a0, a1); }
    bool getPreviewFeature(nvinfer1::PreviewFeature a0) const noexcept override { return record<bool>("IBuilderConfig::getPreviewFeature", 35, a0); }
    void setBuilderOptimizationLevel(int a0) noexcept override { return record<void>("IBuilderConfig::setBuilderOptimizationLevel", 36, a0); }
    int getBuilderOptimizationLevel() const noexcept override { return record<int>("IBuilderConfig::getBuilderOptimizationLevel", 37); }
    void setHardwareCompatibilityLevel(nvinfer1::HardwareCompatibilityLevel a0) noexcept override { return record<void>("IBuilderConfig::setHardwareCompatibilityLevel", 38, a0); }
    nvinfer1::HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept override { return record<nvinfer1::HardwareCompatibilityLevel>("IBuilderConfig::getHardwareCompatibilityLevel", 39); }
    void setPluginsToSerialize(const char *const * a0, int a1) noexcept override { return record<void>("IBuilderConfig::setPluginsToSerialize", 40, a0, a1); }
    const char * getPluginToSerialize(int a0) const noexcept override { return record<const char *>("IBuilderConfig::getPluginToSerialize", 41, a0); }
    int getNbPluginsToSerialize() const noexcept override { return record<int>("IBuilderConfig::getNbPluginsToSerialize", 42); }
    bool setMaxAuxStreams(int a0) noexcept override { return record<bool>("IBuilderConfig::setMaxAuxStreams", 43, a0); }
    int getMaxAuxStreams() const noexcept override { return record<int>("IBuilderConfig::getMaxAuxStreams", 44); }
    void setProgressMonitor(nvinfer1::v_1_0::IProgressMonitor * a0) noexcept override { return record<void>("IBuilderConfig::setProgressMonitor", 45, a0); }
    nvinfer1::v_1_0::IProgressMonitor * getProgressMonitor() const noexcept override { return record<nvinfer1::v_1_0::IProgressMonitor *>("IBuilderConfig::getProgressMonitor", 46); }
    void setRuntimePlatform(nvinfer1::RuntimePlatform a0) noexcept override { return record<void>("IBuilderConfig::setRuntimePlatform", 47, a0); }
    nvinfer1::RuntimePlatform getRuntimePlatform() const noexcept override { return record<nvinfer1::RuntimePlatform>("IBuilderConfig::getRuntimePlatform", 48); }
    void setMaxNbTactics(int a0) noexcept override { return record<void>("IBuilderConfig::setMaxNbTactics", 49, a0); }
    int getMaxNbTactics() const noexcept override { return record<int>("IBuilderConfig::getMaxNbTactics", 50); }
    bool setTilingOptimizationLevel(nvinfer1::TilingOptimizationLevel a0) noexcept override { return record<bool>("IBuilderConfig::setTilingOptimizationLevel", 51, a0); }
    nvinfer1::TilingOptimizationLevel getTilingOptimizationLevel() const noexcept override { return record<nvinfer1::TilingOptimizationLevel>("IBuilderConfig::getTilingOptimizationLevel", 52); }
    bool setL2LimitForTiling(long a0) noexcept override { return record<bool>("IBuilderConfig::setL2LimitForTiling", 53, a0); }
    long getL2LimitForTiling() const noexcept override { return record<long>("IBuilderConfig::getL2LimitForTiling", 54); }
    bool setNbComputeCapabilities(int a0) noexcept override { return record<bool>("IBuilderConfig::setNbComputeCapabilities", 55, a0); }
    int getNbComputeCapabilities() const noexcept override { return record<int>("IBuilderConfig::getNbComputeCapabilities", 56); }
    bool setComputeCapability(nvinfer1::ComputeCapability a0, int a1) noexcept override { return record<bool>("IBuilderConfig::setComputeCapability", 57, a0, a1); }
    nvinfer1::ComputeCapability getComputeCapability(int a0) const noexcept override { return record<nvinfer1::ComputeCapability>("IBuilderConfig::getComputeCapability", 58, a0); }
    bool setBuildRoute(const char * a0) noexcept override { return record<bool>("IBuilderConfig::setBuildRoute", 59, a0); }
    const char * getBuildRoute() const noexcept override { return record<const char *>("IBuilderConfig::getBuildRoute", 60); }
    const char * getAllBuildRoutes() const noexcept override { return record<const char *>("IBuilderConfig::getAllBuildRoutes", 61); }
};
template <class Implementation> struct FaceIBuilderConfig : nvinfer1::IBuilderConfig {
    Implementation implementation;
    FaceIBuilderConfig() { mImpl = &implementation; }
    ~FaceIBuilderConfig() noexcept override { deleted("IBuilderConfig"); }
};

struct RecordICudaEngine : nvinfer1::apiv::VCudaEngine {
    nvinfer1::ICudaEngine * getPImpl() noexcept override { return record<nvinfer1::ICudaEngine *>("ICudaEngine::getPImpl", 2); }
    int getNbLayers() const noexcept override { return record<int>("ICudaEngine::getNbLayers", 3); }
    nvinfer1::IHostMemory * serialize() const noexcept override { return record<nvinfer1::IHostMemory *>("ICudaEngine::serialize", 4); }
    nvinfer1::IExecutionContext * createExecutionContext(nvinfer1::ExecutionContextAllocationStrategy a0) noexcept override { return record<nvinfer1::IExecutionContext *>("ICudaEngine::createExecutionContext", 5, a0); }
    bool isRefittable() const noexcept override { return record<bool>("ICudaEngine::isRefittable", 6); }
    const char * getName() const noexcept override { return record<const char *>("ICudaEngine::getName", 7); }
    int getNbOptimizationProfiles() const noexcept override { return record<int>("ICudaEngine::getNbOptimizationProfiles", 8); }
    nvinfer1::EngineCapability getEngineCapability() const noexcept override { return record<nvinfer1::EngineCapability>("ICudaEngine::getEngineCapability", 9); }
    void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept override { return record<void>("ICudaEngine::setErrorRecorder", 10, a0); }
    nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept override { return record<nvinfer1::v_1_0::IErrorRecorder *>("ICudaEngine::getErrorRecorder", 11); }
    unsigned int getTacticSources() const noexcept override { return record<unsigned int>("ICudaEngine::getTacticSources", 12); }
    nvinfer1::ProfilingVerbosity getProfilingVerbosity() const noexcept override { return record<nvinfer1::ProfilingVerbosity>("ICudaEngine::getProfilingVerbosity", 13); }
    nvinfer1::IEngineInspector * createEngineInspector() const noexcept override { return record<nvinfer1::IEngineInspector *>("ICudaEngine::createEngineInspector", 14); }
    nvinfer1::Dims64 getTensorShape(const char * a0) const noexcept override { return record<nvinfer1::Dims64>("ICudaEngine::getTensorShape", 15, a0); }
    nvinfer1::DataType getTensorDataType(const char * a0) const noexcept override { return record<nvinfer1::DataType>("ICudaEngine::getTensorDataType", 16, a0); }
    nvinfer1::TensorLocation getTensorLocation(const char * a0) const noexcept override { return record<nvinfer1::TensorLocation>("ICudaEngine::getTensorLocation", 17, a0); }
    bool isShapeInferenceIO(const char * a0) const noexcept override { return record<bool>("ICudaEngine::isShapeInferenceIO", 18, a0); }
    nvinfer1::TensorIOMode getTensorIOMode(const char * a0) const noexcept override { return record<nvinfer1::TensorIOMode>("ICudaEngine::getTensorIOMode", 19, a0); }
    int getTensorBytesPerComponent(const char * a0) const noexcept override { return record<int>("ICudaEngine::getTensorBytesPerComponent", 20, a0); }
    int getTensorComponentsPerElement(const char * a0) const noexcept override { return record<int>("ICudaEngine::getTensorComponentsPerElement", 21, a0); }
    nvinfer1::TensorFormat getTensorFormat(const char * a0) const noexcept override { return record<nvinfer1::TensorFormat>("ICudaEngine::getTensorFormat", 22, a0); }
    const char * getTensorFormatDesc(const char * a0) const noexcept override { return record<const char *>("ICudaEngine::getTensorFormatDesc", 23, a0); }
    int getTensorVectorizedDim(const char * a0) const noexcept override { return record<int>("ICudaEngine::getTensorVectorizedDim", 24, a0); }
    nvinfer1::Dims64 getProfileShape(const char * a0, int a1, nvinfer1::OptProfileSelector a2) const noexcept override { return record<nvinfer1::Dims64>("ICudaEngine::getProfileShape", 25, a0, a1, a2); }
    int getNbIOTensors() const noexcept override { return record<int>("ICudaEngine::getNbIOTensors", 26); }
    const char * getIOTensorName(int a0) const noexcept override { return record<const char *>("ICudaEngine::getIOTensorName", 27, a0); }
    nvinfer1::HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept override { return record<nvinfer1::HardwareCompatibilityLevel>("ICudaEngine::getHardwareCompatibilityLevel", 28); }
    int getNbAuxStreams() const noexcept override { return record<int>("ICudaEngine::getNbAuxStreams", 29); }
    int getTensorBytesPerComponentV2(const char * a0, int a1) const noexcept override { return record<int>("ICudaEngine::getTensorBytesPerComponentV2", 30, a0, a1); }
    int getTensorComponentsPerElementV2(const char * a0, int a1) const noexcept override { return record<int>("ICudaEngine::getTensorComponentsPerElementV2", 31, a0, a1); }
    nvinfer1::TensorFormat getTensorFormatV2(const char * a0, int a1) const noexcept override { return record<nvinfer1::TensorFormat>("ICudaEngine::getTensorFormatV2", 32, a0, a1); }
    const char * getTensorFormatDescV2(const char * a0, int a1) const noexcept override { return record<const char *>("ICudaEngine::getTensorFormatDescV2", 33, a0, a1); }
    int getTensorVectorizedDimV2(const char * a0, int a1) const noexcept override { return record<int>("ICudaEngine::getTensorVectorizedDimV2", 34, a0, a1); }
    nvinfer1::ISerializationConfig * createSerializationConfig() noexcept override { return record<nvinfer1::ISerializationConfig *>("ICudaEngine::createSerializationConfig", 35); }
    nvinfer1::IHostMemory * serializeWithConfig(nvinfer1::ISerializationConfig & a0) const noexcept override { return record<nvinfer1::IHostMemory *>("ICudaEngine::serializeWithConfig", 36, static_cast<void const*>(&a0)); }
    nvinfer1::IRefitter * createRefitter(nvinfer1::v_1_0::ILogger & a0) noexcept override { return record<nvinfer1::IRefitter *>("ICudaEngine::createRefitter", 37, static_cast<void const*>(&a0)); }
    long getStreamableWeightsSize() const noexcept override { return record<long>("ICudaEngine::getStreamableWeightsSize", 38); }
    bool isDebugTensor(const char * a0) const noexcept override { return record<bool>("ICudaEngine::isDebugTensor", 39, a0); }
    bool setWeightStreamingBudgetV2(long a0) noexcept override { return record<bool>("ICudaEngine::setWeightStreamingBudgetV2", 40, a0); }
    long getWeightStreamingBudgetV2() const noexcept override { return record<long>("ICudaEngine::getWeightStreamingBudgetV2", 41); }
    long getWeightStreamingAutomaticBudget() const noexcept override { return record<long>("ICudaEngine::getWeightStreamingAutomaticBudget", 42); }
    long getWeightStreamingScratchMemorySize() const noexcept override { return record<long>("ICudaEngine::getWeightStreamingScratchMemorySize", 43); }
    long getDeviceMemorySizeV2() const noexcept override { return record<long>("ICudaEngine::getDeviceMemorySizeV2", 44); }
    long getDeviceMemorySizeForProfileV2(int a0) const noexcept override { return record<long>("ICudaEngine::getDeviceMemorySizeForProfileV2", 45, a0); }
    const long * getProfileTensorValuesV2(const char * a0, int a1, nvinfer1::OptProfileSelector a2) const noexcept override { return record<const long *>("ICudaEngine::getProfileTensorValuesV2", 46, a0, a1, a2); }
    nvinfer1::IExecutionContext * createExecutionContextWithRuntimeConfig(nvinfer1::IRuntimeConfig * a0) noexcept override { return record<nvinfer1::IExecutionContext *>("ICudaEngine::createExecutionContextWithRuntimeConfig", 47, a0); }
    nvinfer1::IRuntimeConfig * createRuntimeConfig() noexcept override { return record<nvinfer1::IRuntimeConfig *>("ICudaEngine::createRuntimeConfig", 48); }
    long getEngineStat(nvinfer1::EngineStat a0) const noexcept override { return record<long>("ICudaEngine::getEngineStat", 49, a0); }
    const char * getAliasedInputTensor(const char * a0) const noexcept override { return record<const char *>("ICudaEngine::getAliasedInputTensor", 50, a0); }
    bool areWeightsLoaded() const noexcept override { return record<bool>("ICudaEngine::areWeightsLoaded", 51); }
    bool loadWeights(const void * a0, long a1) noexcept override { return record<bool>("ICudaEngine::loadWeights", 52, a0, a1); }
    bool loadWeightsAsync(nvinfer1::v_1_0::IStreamReaderV2 & a0, CUstream_st * a1) noexcept override { return record<bool>("ICudaEngine::loadWeightsAsync", 53, static_cast<void const*>(&a0), a1); }
    bool unloadWeights() noexcept override { return record<bool>("ICudaEngine::unloadWeights", 54); }
    nvinfer1::IWeightsManager * createWeightsManager() noexcept override { return record<nvinfer1::IWeightsManager *>("ICudaEngine::createWeightsManager", 55); }
};
template <class Implementation> struct FaceICudaEngine : nvinfer1::ICudaEngine {
    Implementation implementation;
    FaceICudaEngine() { mImpl = &implementation; }
    ~FaceICudaEngine() noexcept override { deleted("ICudaEngine"); }
};

struct RecordIEngineInspector : nvinfer1::apiv::VEngineInspector {
    nvinfer1::IEngineInspector * getPImpl() noexcept override { return record<nvinfer1::IEngineInspector *>("IEngineInspector::getPImpl", 2); }
    bool setExecutionContext(const nvinfer1::IExecutionContext * a0) noexcept override { return record<bool>("IEngineInspector::setExecutionContext", 3, a0); }
    const nvinfer1::IExecutionContext * getExecutionContext() const noexcept override { return record<const nvinfer1::IExecutionContext *>("IEngineInspector::getExecutionContext", 4); }
    const char * getLayerInformation(int a0, nvinfer1::LayerInformationFormat a1) const noexcept override { return record<const char *>("IEngineInspector::getLayerInformation", 5, a0, a1); }
    const char * getEngineInformation(nvinfer1::LayerInformationFormat a0) const noexcept override { return record<const char *>("IEngineInspector::getEngineInformation", 6, a0); }
    void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept override { return record<void>("IEngineInspector::setErrorRecorder", 7, a0); }
    nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept override { return record<nvinfer1::v_1_0::IErrorRecorder *>("IEngineInspector::getErrorRecorder", 8); }
};
template <class Implementation> struct FaceIEngineInspector : nvinfer1::IEngineInspector {
    Implementation implementation;
    FaceIEngineInspector() { mImpl = &implementation; }
    ~FaceIEngineInspector() noexcept override { deleted("IEngineInspector"); }
};

struct RecordIExecutionContext : nvinfer1::apiv::VExecutionContext {
    nvinfer1::IExecutionContext * getPImpl() noexcept override { return record<nvinfer1::IExecutionContext *>("IExecutionContext::getPImpl", 2); }
    void setDebugSync(bool a0) noexcept override { return record<void>("IExecutionContext::setDebugSync", 3, a0); }
    bool getDebugSync() const noexcept override { return record<bool>("IExecutionContext::getDebugSync", 4); }
    void setProfiler(nvinfer1::v_1_0::IProfiler * a0) noexcept override { return record<void>("IExecutionContext::setProfiler", 5, a0); }
    nvinfer1::v_1_0::IProfiler * getProfiler() const noexcept override { return record<nvinfer1::v_1_0::IProfiler *>("IExecutionContext::getProfiler", 6); }
    const nvinfer1::ICudaEngine & getEngine() const noexcept override { return record<const nvinfer1::ICudaEngine &>("IExecutionContext::getEngine", 7); }
    void setName(const char * a0) noexcept override { return record<void>("IExecutionContext::setName", 8, a0); }
    const char * getName() const noexcept override { return record<const char *>("IExecutionContext::getName", 9); }
    void setDeviceMemory(void * a0) noexcept override { return record<void>("IExecutionContext::setDeviceMemory", 10, a0); }
    int getOptimizationProfile() const noexcept override { return record<int>("IExecutionContext::getOptimizationProfile", 11); }
    bool allInputDimensionsSpecified() const noexcept override { return record<bool>("IExecutionContext::allInputDimensionsSpecified", 12); }
    void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept override { return record<void>("IExecutionContext::setErrorRecorder", 13, a0); }
    nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept override { return record<nvinfer1::v_1_0::IErrorRecorder *>("IExecutionContext::getErrorRecorder", 14); }
    bool executeV2(void *const * a0) noexcept override { return record<bool>("IExecutionContext::executeV2", 15, a0); }
    bool setOptimizationProfileAsync(int a0, CUstream_st * a1) noexcept override { return record<bool>("IExecutionContext::setOptimizationProfileAsync", 16, a0, a1); }
    void setEnqueueEmitsProfile(bool a0) noexcept override { return record<void>("IExecutionContext::setEnqueueEmitsProfile", 17, a0); }
    bool getEnqueueEmitsProfile() const noexcept override { return record<bool>("IExecutionContext::getEnqueueEmitsProfile", 18); }
    bool reportToProfiler() const noexcept override { return record<bool>("IExecutionContext::reportToProfiler", 19); }
    bool setInputShape(const char * a0, const nvinfer1::Dims64 & a1) noexcept override { return record<bool>("IExecutionContext::setInputShape", 20, a0, static_cast<void const*>(&a1)); }
    nvinfer1::Dims64 getTensorShape(const char * a0) const noexcept override { return record<nvinfer1::Dims64>("IExecutionContext::getTensorShape", 21, a0); }
    nvinfer1::Dims64 getTensorStrides(const char * a0) const noexcept override { return record<nvinfer1::Dims64>("IExecutionContext::getTensorStrides", 22, a0); }
    bool setTensorAddress(const char * a0, void * a1) noexcept override { return record<bool>("IExecutionContext::setTensorAddress", 23, a0, a1); }
    const void * getTensorAddress(const char * a0) const noexcept override { return record<const void *>("IExecutionContext::getTensorAddress", 24, a0); }
    bool setInputTensorAddress(const char * a0, const void * a1) noexcept override { return record<bool>("IExecutionContext::setInputTensorAddress", 25, a0, a1); }
    bool setOutputTensorAddress(const char * a0, void * a1) noexcept override { return record<bool>("IExecutionContext::setOutputTensorAddress", 26, a0, a1); }
    int inferShapes(int a0, const char ** a1) noexcept override { return record<int>("IExecutionContext::inferShapes", 27, a0, a1); }
    bool setInputConsumedEvent(CUevent_st * a0) noexcept override { return record<bool>("IExecutionContext::setInputConsumedEvent", 28, a0); }
    CUevent_st * getInputConsumedEvent() const noexcept override { return record<CUevent_st *>("IExecutionContext::getInputConsumedEvent", 29); }
    void * getOutputTensorAddress(const char * a0) const noexcept override { return record<void *>("IExecutionContext::getOutputTensorAddress", 30, a0); }
    bool setOutputAllocator(const char * a0, nvinfer1::v_1_0::IOutputAllocator * a1) noexcept override { return record<bool>("IExecutionContext::setOutputAllocator", 31, a0, a1); }
    nvinfer1::v_1_0::IOutputAllocator * getOutputAllocator(const char * a0) noexcept override { return record<nvinfer1::v_1_0::IOutputAllocator *>("IExecutionContext::getOutputAllocator", 32, a0); }
    long getMaxOutputSize(const char * a0) const noexcept override { return record<long>("IExecutionContext::getMaxOutputSize", 33, a0); }
    bool setTemporaryStorageAllocator(nvinfer1::v_1_0::IGpuAllocator * a0) noexcept override { return record<bool>("IExecutionContext::setTemporaryStorageAllocator", 34, a0); }
    nvinfer1::v_1_0::IGpuAllocator * getTemporaryStorageAllocator() const noexcept override { return record<nvinfer1::v_1_0::IGpuAllocator *>("IExecutionContext::getTemporaryStorageAllocator", 35); }
    bool enqueueV3(CUstream_st * a0) noexcept override { return record<bool>("IExecutionContext::enqueueV3", 36, a0); }
    void setPersistentCacheLimit(unsigned long a0) noexcept override { return record<void>("IExecutionContext::setPersistentCacheLimit", 37, a0); }
    unsigned long getPersistentCacheLimit() const noexcept override { return record<unsigned long>("IExecutionContext::getPersistentCacheLimit", 38); }
    bool setNvtxVerbosity(nvinfer1::ProfilingVerbosity a0) noexcept override { return record<bool>("IExecutionContext::setNvtxVerbosity", 39, a0); }
    nvinfer1::ProfilingVerbosity getNvtxVerbosity() const noexcept override { return record<nvinfer1::ProfilingVerbosity>("IExecutionContext::getNvtxVerbosity", 40); }
    void setAuxStreams(CUstream_st ** a0, int a1) noexcept override { return record<void>("IExecutionContext::setAuxStreams", 41, a0, a1); }
    bool setDebugListener(nvinfer1::v_1_0::IDebugListener * a0) noexcept override { return record<bool>("IExecutionContext::setDebugListener", 42, a0); }
    nvinfer1::v_1_0::IDebugListener * getDebugListener() noexcept override { return record<nvinfer1::v_1_0::IDebugListener *>("IExecutionContext::getDebugListener", 43); }
    bool setTensorDebugState(const char * a0, bool a1) noexcept override { return record<bool>("IExecutionContext::setTensorDebugState", 44, a0, a1); }
    bool getDebugState(const char * a0) const noexcept override { return record<bool>("IExecutionContext::getDebugState", 45, a0); }
    bool setAllTensorsDebugState(bool a0) noexcept override { return record<bool>("IExecutionContext::setAllTensorsDebugState", 46, a0); }
    unsigned long updateDeviceMemorySizeForShapes() noexcept override { return record<unsigned long>("IExecutionContext::updateDeviceMemorySizeForShapes", 47); }
    void setDeviceMemoryV2(void * a0, long a1) noexcept override { return record<void>("IExecutionContext::setDeviceMemoryV2", 48, a0, a1); }
    nvinfer1::IRuntimeConfig * getRuntimeConfig() const noexcept override { return record<nvinfer1::IRuntimeConfig *>("IExecutionContext::getRuntimeConfig", 49); }
    bool setUnfusedTensorsDebugState(bool a0) noexcept override { return record<bool>("IExecutionContext::setUnfusedTensorsDebugState", 50, a0); }
    bool getUnfusedTensorsDebugState() const noexcept override { return record<bool>("IExecutionContext::getUnfusedTensorsDebugState", 51); }
    bool isStreamCapturable(CUstream_st * a0) const noexcept override { return record<bool>("IExecutionContext::isStreamCapturable", 52, a0); }
    bool setCommunicator(void * a0) noexcept override { return record<bool>("IExecutionContext::setCommunicator", 53, a0); }
};
template <class Implementation> struct FaceIExecutionContext : nvinfer1::IExecutionContext {
    Implementation implementation;
    FaceIExecutionContext() { mImpl = &implementation; }
    ~FaceIExecutionContext() noexcept override { deleted("IExecutionContext"); }
};

struct RecordIHostMemory : nvinfer1::apiv::VHostMemory {
    void * data() const noexcept override { return record<void *>("IHostMemory::data", 2); }
    unsigned long size() const noexcept override { return record<unsigned long>("IHostMemory::size", 3); }
    nvinfer1::DataType type() const noexcept override { return record<nvinfer1::DataType>("IHostMemory::type", 4); }
};
template <class Implementation> struct FaceIHostMemory : nvinfer1::IHostMemory {
    Implementation implementation;
    FaceIHostMemory() { mImpl = &implementation; }
    ~FaceIHostMemory() noexcept override { deleted("IHostMemory"); }
};

struct RecordILayer : nvinfer1::apiv::VLayer {
    nvinfer1::LayerType getType() const noexcept override { return record<nvinfer1::LayerType>("ILayer::getType", 2); }
    void setName(const char * a0) noexcept override { return record<void>("ILayer::setName", 3, a0); }
    const char * getName() const noexcept override { return record<const char *>("ILayer::getName", 4); }
    int getNbInputs() const noexcept override { return record<int>("ILayer::getNbInputs", 5); }
    nvinfer1::ITensor * getInput(int a0) const noexcept override { return record<nvinfer1::ITensor *>("ILayer::getInput", 6, a0); }
    int getNbOutputs() const noexcept override { return record<int>("ILayer::getNbOutputs", 7); }
    nvinfer1::ITensor * getOutput(int a0) const noexcept override { return record<nvinfer1::ITensor *>("ILayer::getOutput", 8, a0); }
    void setInput(int a0, nvinfer1::ITensor & a1) noexcept override { return record<void>("ILayer::setInput", 9, a0, static_cast<void const*>(&a1)); }
    nvinfer1::DataType getOutputType(int a0) const noexcept override { return record<nvinfer1::DataType>("ILayer::getOutputType", 10, a0); }
    void setMetadata(const char * a0) noexcept override { return record<void>("ILayer::setMetadata", 11, a0); }
    const char * getMetadata() const noexcept override { return record<const char *>("ILayer::getMetadata", 12); }
    bool setNbRanks(int a0) noexcept override { return record<bool>("ILayer::setNbRanks", 13, a0); }
    int getNbRanks() const noexcept override { return record<int>("ILayer::getNbRanks", 14); }
};
template <class Implementation> struct FaceILayer : nvinfer1::ILayer {
    Implementation implementation;
    FaceILayer() { mLayer = &implementation; }
    ~FaceILayer() noexcept override { deleted("ILayer"); }
};

struct RecordINetworkDefinition : nvinfer1::apiv::VNetworkDefinition {
    nvinfer1::ITensor * addInput(const char * a0, nvinfer1::DataType a1, const nvinfer1::Dims64 & a2) noexcept override { return record<nvinfer1::ITensor *>("INetworkDefinition::addInput", 2, a0, a1, static_cast<void const*>(&a2)); }
    void markOutput(nvinfer1::ITensor & a0) noexcept override { return record<void>("INetworkDefinition::markOutput", 3, static_cast<void const*>(&a0)); }
    nvinfer1::IActivationLayer * addActivation(nvinfer1::ITensor & a0, nvinfer1::ActivationType a1) noexcept override { return record<nvinfer1::IActivationLayer *>("INetworkDefinition::addActivation", 4, static_cast<void const*>(&a0), a1); }
    nvinfer1::ILRNLayer * addLRN(nvinfer1::ITensor & a0, long a1, float a2, float a3, float a4) noexcept override { return record<nvinfer1::ILRNLayer *>("INetworkDefinition::addLRN", 5, static_cast<void const*>(&a0), a1, a2, a3, a4); }
    nvinfer1::IScaleLayer * addScale(nvinfer1::ITensor & a0, nvinfer1::ScaleMode a1, nvinfer1::Weights a2, nvinfer1::Weights a3, nvinfer1::Weights a4) noexcept override { return record<nvinfer1::IScaleLayer *>("INetworkDefinition::addScale", 6, static_cast<void const*>(&a0), a1, a2, a3, a4); }
    nvinfer1::ISoftMaxLayer * addSoftMax(nvinfer1::ITensor & a0) noexcept override { return record<nvinfer1::ISoftMaxLayer *>("INetworkDefinition::addSoftMax", 7, static_cast<void const*>(&a0)); }
    nvinfer1::IConcatenationLayer * addConcatenation(nvinfer1::ITensor *const * a0, int a1) noexcept override { return record<nvinfer1::IConcatenationLayer *>("INetworkDefinition::addConcatenation", 8, a0, a1); }
    nvinfer1::IElementWiseLayer * addElementWise(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ElementWiseOperation a2) noexcept override { return record<nvinfer1::IElementWiseLayer *>("INetworkDefinition::addElementWise", 9, static_cast<void const*>(&a0), static_cast<void const*>(&a1), a2); }
    nvinfer1::IUnaryLayer * addUnary(nvinfer1::ITensor & a0, nvinfer1::UnaryOperation a1) noexcept override { return record<nvinfer1::IUnaryLayer *>("INetworkDefinition::addUnary", 10, static_cast<void const*>(&a0), a1); }
    nvinfer1::IShuffleLayer * addShuffle(nvinfer1::ITensor & a0) noexcept override { return record<nvinfer1::IShuffleLayer *>("INetworkDefinition::addShuffle", 11, static_cast<void const*>(&a0)); }
    int getNbLayers() const noexcept override { return record<int>("INetworkDefinition::getNbLayers", 12); }
    nvinfer1::ILayer * getLayer(int a0) const noexcept override { return record<nvinfer1::ILayer *>("INetworkDefinition::getLayer", 13, a0); }
    int getNbInputs() const noexcept override { return record<int>("INetworkDefinition::getNbInputs", 14); }
    nvinfer1::ITensor * getInput(int a0) const noexcept override { return record<nvinfer1::ITensor *>("INetworkDefinition::getInput", 15, a0); }
    int getNbOutputs() const noexcept override { return record<int>("INetworkDefinition::getNbOutputs", 16); }
    nvinfer1::ITensor * getOutput(int a0) const noexcept override { return record<nvinfer1::ITensor *>("INetworkDefinition::getOutput", 17, a0); }
    nvinfer1::IReduceLayer * addReduce(nvinfer1::ITensor & a0, nvinfer1::ReduceOperation a1, unsigned int a2, bool a3) noexcept override { return record<nvinfer1::IReduceLayer *>("INetworkDefinition::addReduce", 18, static_cast<void const*>(&a0), a1, a2, a3); }
    nvinfer1::ITopKLayer * addTopK(nvinfer1::ITensor & a0, nvinfer1::TopKOperation a1, int a2, unsigned int a3) noexcept override { return record<nvinfer1::ITopKLayer *>("INetworkDefinition::addTopK", 19, static_cast<void const*>(&a0), a1, a2, a3); }
    nvinfer1::IGatherLayer * addGather(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, int a2) noexcept override { return record<nvinfer1::IGatherLayer *>("INetworkDefinition::addGather", 20, static_cast<void const*>(&a0), static_cast<void const*>(&a1), a2); }
    nvinfer1::IRaggedSoftMaxLayer * addRaggedSoftMax(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1) noexcept override { return record<nvinfer1::IRaggedSoftMaxLayer *>("INetworkDefinition::addRaggedSoftMax", 21, static_cast<void const*>(&a0), static_cast<void const*>(&a1)); }
    nvinfer1::IMatrixMultiplyLayer * addMatrixMultiply(nvinfer1::ITensor & a0, nvinfer1::MatrixOperation a1, nvinfer1::ITensor & a2, nvinfer1::MatrixOperation a3) noexcept override { return record<nvinfer1::IMatrixMultiplyLayer *>("INetworkDefinition::addMatrixMultiply", 22, static_cast<void const*>(&a0), a1, static_cast<void const*>(&a2), a3); }
    nvinfer1::IConstantLayer * addConstant(const nvinfer1::Dims64 & a0, nvinfer1::Weights a1) noexcept override { return record<nvinfer1::IConstantLayer *>("INetworkDefinition::addConstant", 23, static_cast<void const*>(&a0), a1); }
    nvinfer1::IIdentityLayer * addIdentity(nvinfer1::ITensor & a0) noexcept override { return record<nvinfer1::IIdentityLayer *>("INetworkDefinition::addIdentity", 24, static_cast<void const*>(&a0)); }
    void removeTensor(nvinfer1::ITensor & a0) noexcept override { return record<void>("INetworkDefinition::removeTensor", 25, static_cast<void const*>(&a0)); }
    void unmarkOutput(nvinfer1::ITensor & a0) noexcept override { return record<void>("INetworkDefinition::unmarkOutput", 26, static_cast<void const*>(&a0)); }
    nvinfer1::ISliceLayer * addSlice(nvinfer1::ITensor & a0, const nvinfer1::Dims64 & a1, const nvinfer1::Dims64 & a2, const nvinfer1::Dims64 & a3) noexcept override { return record<nvinfer1::ISliceLayer *>("INetworkDefinition::addSlice", 27, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2), static_cast<void const*>(&a3)); }
    void setName(const char * a0) noexcept override { return record<void>("INetworkDefinition::setName", 28, a0); }
    const char * getName() const noexcept override { return record<const char *>("INetworkDefinition::getName", 29); }
    nvinfer1::IShapeLayer * addShape(nvinfer1::ITensor & a0) noexcept override { return record<nvinfer1::IShapeLayer *>("INetworkDefinition::addShape", 30, static_cast<void const*>(&a0)); }
    bool hasImplicitBatchDimension() const noexcept override { return record<bool>("INetworkDefinition::hasImplicitBatchDimension", 31); }
    bool markOutputForShapes(nvinfer1::ITensor & a0) noexcept override { return record<bool>("INetworkDefinition::markOutputForShapes", 32, static_cast<void const*>(&a0)); }
    bool unmarkOutputForShapes(nvinfer1::ITensor & a0) noexcept override { return record<bool>("INetworkDefinition::unmarkOutputForShapes", 33, static_cast<void const*>(&a0)); }
    nvinfer1::IParametricReLULayer * addParametricReLU(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1) noexcept override { return record<nvinfer1::IParametricReLULayer *>("INetworkDefinition::addParametricReLU", 34, static_cast<void const*>(&a0), static_cast<void const*>(&a1)); }
    nvinfer1::IConvolutionLayer * addConvolutionNd(nvinfer1::ITensor & a0, long a1, const nvinfer1::Dims64 & a2, nvinfer1::Weights a3, nvinfer1::Weights a4) noexcept override { return record<nvinfer1::IConvolutionLayer *>("INetworkDefinition::addConvolutionNd", 35, static_cast<void const*>(&a0), a1, static_cast<void const*>(&a2), a3, a4); }
    nvinfer1::IPoolingLayer * addPoolingNd(nvinfer1::ITensor & a0, nvinfer1::PoolingType a1, const nvinfer1::Dims64 & a2) noexcept override { return record<nvinfer1::IPoolingLayer *>("INetworkDefinition::addPoolingNd", 36, static_cast<void const*>(&a0), a1, static_cast<void const*>(&a2)); }
    nvinfer1::IDeconvolutionLayer * addDeconvolutionNd(nvinfer1::ITensor & a0, long a1, const nvinfer1::Dims64 & a2, nvinfer1::Weights a3, nvinfer1::Weights a4) noexcept override { return record<nvinfer1::IDeconvolutionLayer *>("INetworkDefinition::addDeconvolutionNd", 37, static_cast<void const*>(&a0), a1, static_cast<void const*>(&a2), a3, a4); }
    nvinfer1::IScaleLayer * addScaleNd(nvinfer1::ITensor & a0, nvinfer1::ScaleMode a1, nvinfer1::Weights a2, nvinfer1::Weights a3, nvinfer1::Weights a4, int a5) noexcept override { return record<nvinfer1::IScaleLayer *>("INetworkDefinition::addScaleNd", 38, static_cast<void const*>(&a0), a1, a2, a3, a4, a5); }
    nvinfer1::IResizeLayer * addResize(nvinfer1::ITensor & a0) noexcept override { return record<nvinfer1::IResizeLayer *>("INetworkDefinition::addResize", 39, static_cast<void const*>(&a0)); }
    nvinfer1::ILoop * addLoop() noexcept override { return record<nvinfer1::ILoop *>("INetworkDefinition::addLoop", 40); }
    nvinfer1::ISelectLayer * addSelect(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2) noexcept override { return record<nvinfer1::ISelectLayer *>("INetworkDefinition::addSelect", 41, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2)); }
    nvinfer1::IPaddingLayer * addPaddingNd(nvinfer1::ITensor & a0, const nvinfer1::Dims64 & a1, const nvinfer1::Dims64 & a2) noexcept override { return record<nvinfer1::IPaddingLayer *>("INetworkDefinition::addPaddingNd", 42, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2)); }
    bool setWeightsName(nvinfer1::Weights a0, const char * a1) noexcept override { return record<bool>("INetworkDefinition::setWeightsName", 43, a0, a1); }
    void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept override { return record<void>("INetworkDefinition::setErrorRecorder", 44, a0); }
    nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept override { return record<nvinfer1::v_1_0::IErrorRecorder *>("INetworkDefinition::getErrorRecorder", 45); }
    nvinfer1::IGatherLayer * addGatherV2(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::GatherMode a2) noexcept override { return record<nvinfer1::IGatherLayer *>("INetworkDefinition::addGatherV2", 46, static_cast<void const*>(&a0), static_cast<void const*>(&a1), a2); }
    nvinfer1::IIfConditional * addIfConditional() noexcept override { return record<nvinfer1::IIfConditional *>("INetworkDefinition::addIfConditional", 47); }
    nvinfer1::IScatterLayer * addScatter(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, nvinfer1::ScatterMode a3) noexcept override { return record<nvinfer1::IScatterLayer *>("INetworkDefinition::addScatter", 48, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2), a3); }
    nvinfer1::IEinsumLayer * addEinsum(nvinfer1::ITensor *const * a0, int a1, const char * a2) noexcept override { return record<nvinfer1::IEinsumLayer *>("INetworkDefinition::addEinsum", 49, a0, a1, a2); }
    nvinfer1::IAssertionLayer * addAssertion(nvinfer1::ITensor & a0, const char * a1) noexcept override { return record<nvinfer1::IAssertionLayer *>("INetworkDefinition::addAssertion", 50, static_cast<void const*>(&a0), a1); }
    nvinfer1::IOneHotLayer * addOneHot(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, int a3) noexcept override { return record<nvinfer1::IOneHotLayer *>("INetworkDefinition::addOneHot", 51, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2), a3); }
    nvinfer1::INonZeroLayer * addNonZero(nvinfer1::ITensor & a0) noexcept override { return record<nvinfer1::INonZeroLayer *>("INetworkDefinition::addNonZero", 52, static_cast<void const*>(&a0)); }
    nvinfer1::IGridSampleLayer * addGridSample(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1) noexcept override { return record<nvinfer1::IGridSampleLayer *>("INetworkDefinition::addGridSample", 53, static_cast<void const*>(&a0), static_cast<void const*>(&a1)); }
    nvinfer1::INMSLayer * addNMS(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2) noexcept override { return record<nvinfer1::INMSLayer *>("INetworkDefinition::addNMS", 54, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2)); }
    nvinfer1::IReverseSequenceLayer * addReverseSequence(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1) noexcept override { return record<nvinfer1::IReverseSequenceLayer *>("INetworkDefinition::addReverseSequence", 55, static_cast<void const*>(&a0), static_cast<void const*>(&a1)); }
    nvinfer1::INormalizationLayer * addNormalization(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, unsigned int a3) noexcept override { return record<nvinfer1::INormalizationLayer *>("INetworkDefinition::addNormalization", 56, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2), a3); }
    nvinfer1::ICastLayer * addCast(nvinfer1::ITensor & a0, nvinfer1::DataType a1) noexcept override { return record<nvinfer1::ICastLayer *>("INetworkDefinition::addCast", 57, static_cast<void const*>(&a0), a1); }
    nvinfer1::IBuilder & getBuilder() const noexcept override { return record<nvinfer1::IBuilder &>("INetworkDefinition::getBuilder", 58); }
    unsigned int getFlags() const noexcept override { return record<unsigned int>("INetworkDefinition::getFlags", 59); }
    bool getFlag(nvinfer1::NetworkDefinitionCreationFlag a0) const noexcept override { return record<bool>("INetworkDefinition::getFlag", 60, a0); }
    nvinfer1::IQuantizeLayer * addQuantizeV2(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::DataType a2) noexcept override { return record<nvinfer1::IQuantizeLayer *>("INetworkDefinition::addQuantizeV2", 61, static_cast<void const*>(&a0), static_cast<void const*>(&a1), a2); }
    nvinfer1::IDequantizeLayer * addDequantizeV2(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::DataType a2) noexcept override { return record<nvinfer1::IDequantizeLayer *>("INetworkDefinition::addDequantizeV2", 62, static_cast<void const*>(&a0), static_cast<void const*>(&a1), a2); }
    nvinfer1::IFillLayer * addFillV2(const nvinfer1::Dims64 & a0, nvinfer1::FillOperation a1, nvinfer1::DataType a2) noexcept override { return record<nvinfer1::IFillLayer *>("INetworkDefinition::addFillV2", 63, static_cast<void const*>(&a0), a1, a2); }
    bool markDebug(nvinfer1::ITensor & a0) noexcept override { return record<bool>("INetworkDefinition::markDebug", 64, static_cast<void const*>(&a0)); }
    bool unmarkDebug(nvinfer1::ITensor & a0) noexcept override { return record<bool>("INetworkDefinition::unmarkDebug", 65, static_cast<void const*>(&a0)); }
    bool isDebugTensor(const nvinfer1::ITensor & a0) const noexcept override { return record<bool>("INetworkDefinition::isDebugTensor", 66, static_cast<void const*>(&a0)); }
    bool markWeightsRefittable(const char * a0) noexcept override { return record<bool>("INetworkDefinition::markWeightsRefittable", 67, a0); }
    bool unmarkWeightsRefittable(const char * a0) noexcept override { return record<bool>("INetworkDefinition::unmarkWeightsRefittable", 68, a0); }
    bool areWeightsMarkedRefittable(const char * a0) const noexcept override { return record<bool>("INetworkDefinition::areWeightsMarkedRefittable", 69, a0); }
    nvinfer1::ISqueezeLayer * addSqueeze(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1) noexcept override { return record<nvinfer1::ISqueezeLayer *>("INetworkDefinition::addSqueeze", 70, static_cast<void const*>(&a0), static_cast<void const*>(&a1)); }
    nvinfer1::IUnsqueezeLayer * addUnsqueeze(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1) noexcept override { return record<nvinfer1::IUnsqueezeLayer *>("INetworkDefinition::addUnsqueeze", 71, static_cast<void const*>(&a0), static_cast<void const*>(&a1)); }
    nvinfer1::IDynamicQuantizeLayer * addDynamicQuantize(nvinfer1::ITensor & a0, int a1, int a2, nvinfer1::DataType a3, nvinfer1::DataType a4) noexcept override { return record<nvinfer1::IDynamicQuantizeLayer *>("INetworkDefinition::addDynamicQuantize", 72, static_cast<void const*>(&a0), a1, a2, a3, a4); }
    nvinfer1::ICumulativeLayer * addCumulative(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::CumulativeOperation a2, bool a3, bool a4) noexcept override { return record<nvinfer1::ICumulativeLayer *>("INetworkDefinition::addCumulative", 73, static_cast<void const*>(&a0), static_cast<void const*>(&a1), a2, a3, a4); }
    bool markUnfusedTensorsAsDebugTensors() noexcept override { return record<bool>("INetworkDefinition::markUnfusedTensorsAsDebugTensors", 74); }
    bool unmarkUnfusedTensorsAsDebugTensors() noexcept override { return record<bool>("INetworkDefinition::unmarkUnfusedTensorsAsDebugTensors", 75); }
    nvinfer1::ITopKLayer * addTopKV2(nvinfer1::ITensor & a0, nvinfer1::TopKOperation a1, int a2, unsigned int a3, nvinfer1::DataType a4) noexcept override { return record<nvinfer1::ITopKLayer *>("INetworkDefinition::addTopKV2", 76, static_cast<void const*>(&a0), a1, a2, a3, a4); }
    nvinfer1::INonZeroLayer * addNonZeroV2(nvinfer1::ITensor & a0, nvinfer1::DataType a1) noexcept override { return record<nvinfer1::INonZeroLayer *>("INetworkDefinition::addNonZeroV2", 77, static_cast<void const*>(&a0), a1); }
    nvinfer1::INMSLayer * addNMSV2(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, nvinfer1::DataType a3) noexcept override { return record<nvinfer1::INMSLayer *>("INetworkDefinition::addNMSV2", 78, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2), a3); }
    nvinfer1::IAttention * addAttention(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, nvinfer1::AttentionNormalizationOp a3, bool a4) noexcept override { return record<nvinfer1::IAttention *>("INetworkDefinition::addAttention", 79, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2), a3, a4); }
    nvinfer1::IRotaryEmbeddingLayer * addRotaryEmbedding(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, bool a3, int a4) noexcept override { return record<nvinfer1::IRotaryEmbeddingLayer *>("INetworkDefinition::addRotaryEmbedding", 80, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2), a3, a4); }
    nvinfer1::IDynamicQuantizeLayer * addDynamicQuantizeV2(nvinfer1::ITensor & a0, const nvinfer1::Dims64 & a1, nvinfer1::DataType a2, nvinfer1::DataType a3) noexcept override { return record<nvinfer1::IDynamicQuantizeLayer *>("INetworkDefinition::addDynamicQuantizeV2", 81, static_cast<void const*>(&a0), static_cast<void const*>(&a1), a2, a3); }
    nvinfer1::IKVCacheUpdateLayer * addKVCacheUpdate(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, nvinfer1::KVCacheMode a3) noexcept override { return record<nvinfer1::IKVCacheUpdateLayer *>("INetworkDefinition::addKVCacheUpdate", 82, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2), a3); }
    nvinfer1::INormalizationLayer * addNormalizationV2(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, unsigned int a3) noexcept override { return record<nvinfer1::INormalizationLayer *>("INetworkDefinition::addNormalizationV2", 83, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2), a3); }
    nvinfer1::IMoELayer * addMoE(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2) noexcept override { return record<nvinfer1::IMoELayer *>("INetworkDefinition::addMoE", 84, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2)); }
    nvinfer1::IDistCollectiveLayer * addDistCollective(nvinfer1::ITensor & a0, nvinfer1::CollectiveOperation a1, nvinfer1::ReduceOperation a2, long a3, long * a4, long a5) noexcept override { return record<nvinfer1::IDistCollectiveLayer *>("INetworkDefinition::addDistCollective", 85, static_cast<void const*>(&a0), a1, a2, a3, a4, a5); }
    nvinfer1::IAttention * addAttentionV2(nvinfer1::ITensor & a0, nvinfer1::ITensor & a1, nvinfer1::ITensor & a2, nvinfer1::AttentionNormalizationOp a3, nvinfer1::CausalMaskKind a4) noexcept override { return record<nvinfer1::IAttention *>("INetworkDefinition::addAttentionV2", 86, static_cast<void const*>(&a0), static_cast<void const*>(&a1), static_cast<void const*>(&a2), a3, a4); }
    nvinfer1::ISqueezeLayer * addSqueezeV2(nvinfer1::ITensor & a0, nvinfer1::ITensor * a1) noexcept override { return record<nvinfer1::ISqueezeLayer *>("INetworkDefinition::addSqueezeV2", 87, static_cast<void const*>(&a0), a1); }
};
template <class Implementation> struct FaceINetworkDefinition : nvinfer1::INetworkDefinition {
    Implementation implementation;
    FaceINetworkDefinition() { mImpl = &implementation; }
    ~FaceINetworkDefinition() noexcept override { deleted("INetworkDefinition"); }
};

struct RecordIOptimizationProfile : nvinfer1::apiv::VOptimizationProfile {
    bool setDimensions(const char * a0, nvinfer1::OptProfileSelector a1, const nvinfer1::Dims64 & a2) noexcept override { return record<bool>("IOptimizationProfile::setDimensions", 2, a0, a1, static_cast<void const*>(&a2)); }
    nvinfer1::Dims64 getDimensions(const char * a0, nvinfer1::OptProfileSelector a1) const noexcept override { return record<nvinfer1::Dims64>("IOptimizationProfile::getDimensions", 3, a0, a1); }
    int getNbShapeValues(const char * a0) const noexcept override { return record<int>("IOptimizationProfile::getNbShapeValues", 4, a0); }
    bool setExtraMemoryTarget(float a0) noexcept override { return record<bool>("IOptimizationProfile::setExtraMemoryTarget", 5, a0); }
    float getExtraMemoryTarget() const noexcept override { return record<float>("IOptimizationProfile::getExtraMemoryTarget", 6); }
    bool isValid() const noexcept override { return record<bool>("IOptimizationProfile::isValid", 7); }
    bool setShapeValuesV2(const char * a0, nvinfer1::OptProfileSelector a1, const long * a2, int a3) noexcept override { return record<bool>("IOptimizationProfile::setShapeValuesV2", 8, a0, a1, a2, a3); }
    const long * getShapeValuesV2(const char * a0, nvinfer1::OptProfileSelector a1) const noexcept override { return record<const long *>("IOptimizationProfile::getShapeValuesV2", 9, a0, a1); }
    void setProfileStream(CUstream_st * a0) noexcept override { return record<void>("IOptimizationProfile::setProfileStream", 10, a0); }
    CUstream_st * getProfileStream() const noexcept override { return record<CUstream_st *>("IOptimizationProfile::getProfileStream", 11); }
};
template <class Implementation> struct FaceIOptimizationProfile : nvinfer1::IOptimizationProfile {
    Implementation implementation;
    FaceIOptimizationProfile() { mImpl = &implementation; }
    ~FaceIOptimizationProfile() noexcept override { deleted("IOptimizationProfile"); }
};

struct RecordIParser : nvonnxparser::IParser {
    bool parse(const void * a0, unsigned long a1, const char * a2) noexcept override { return record<bool>("IParser::parse", 0, a0, a1, a2); }
    bool parseFromFile(const char * a0, int a1) noexcept override { return record<bool>("IParser::parseFromFile", 1, a0, a1); }
    bool supportsOperator(const char * a0) const noexcept override { return record<bool>("IParser::supportsOperator", 2, a0); }
    int getNbErrors() const noexcept override { return record<int>("IParser::getNbErrors", 3); }
    const nvonnxparser::IParserError * getError(int a0) const noexcept override { return record<const nvonnxparser::IParserError *>("IParser::getError", 4, a0); }
    void clearErrors() noexcept override { return record<void>("IParser::clearErrors", 5); }
    const char *const * getUsedVCPluginLibraries(long & a0) const noexcept override { return record<const char *const *>("IParser::getUsedVCPluginLibraries", 8, static_cast<void const*>(&a0)); }
    void setFlags(unsigned int a0) noexcept override { return record<void>("IParser::setFlags", 9, a0); }
    unsigned int getFlags() const noexcept override { return record<unsigned int>("IParser::getFlags", 10); }
    void clearFlag(nvonnxparser::OnnxParserFlag a0) noexcept override { return record<void>("IParser::clearFlag", 11, a0); }
    void setFlag(nvonnxparser::OnnxParserFlag a0) noexcept override { return record<void>("IParser::setFlag", 12, a0); }
    bool getFlag(nvonnxparser::OnnxParserFlag a0) const noexcept override { return record<bool>("IParser::getFlag", 13, a0); }
    const nvinfer1::ITensor * getLayerOutputTensor(const char * a0, long a1) noexcept override { return record<const nvinfer1::ITensor *>("IParser::getLayerOutputTensor", 14, a0, a1); }
    bool supportsModelV2(const void * a0, unsigned long a1, const char * a2) noexcept override { return record<bool>("IParser::supportsModelV2", 15, a0, a1, a2); }
    long getNbSubgraphs() noexcept override { return record<long>("IParser::getNbSubgraphs", 16); }
    bool isSubgraphSupported(const long a0) noexcept override { return record<bool>("IParser::isSubgraphSupported", 17, a0); }
    long * getSubgraphNodes(const long a0, long & a1) noexcept override { return record<long *>("IParser::getSubgraphNodes", 18, a0, static_cast<void const*>(&a1)); }
    bool loadModelProto(const void * a0, unsigned long a1, const char * a2) noexcept override { return record<bool>("IParser::loadModelProto", 19, a0, a1, a2); }
    bool loadInitializer(const char * a0, const void * a1, unsigned long a2) noexcept override { return record<bool>("IParser::loadInitializer", 20, a0, a1, a2); }
    bool parseModelProto() noexcept override { return record<bool>("IParser::parseModelProto", 21); }
    bool setBuilderConfig(const nvinfer1::IBuilderConfig *const a0) noexcept override { return record<bool>("IParser::setBuilderConfig", 22, a0); }
    void setRefitObserver(nvonnxparser::IRefitterObserver * a0) noexcept override { return record<void>("IParser::setRefitObserver", 23, a0); }
};

struct RecordIParserError : nvonnxparser::IParserError {
    nvonnxparser::ErrorCode code() const noexcept override { return record<nvonnxparser::ErrorCode>("IParserError::code", 0); }
    const char * desc() const noexcept override { return record<const char *>("IParserError::desc", 1); }
    const char * file() const noexcept override { return record<const char *>("IParserError::file", 2); }
    int line() const noexcept override { return record<int>("IParserError::line", 3); }
    const char * func() const noexcept override { return record<const char *>("IParserError::func", 4); }
    int node() const noexcept override { return record<int>("IParserError::node", 5); }
    const char * nodeName() const noexcept override { return record<const char *>("IParserError::nodeName", 6); }
    const char * nodeOperator() const noexcept override { return record<const char *>("IParserError::nodeOperator", 7); }
    const char *const * localFunctionStack() const noexcept override { return record<const char *const *>("IParserError::localFunctionStack", 8); }
    int localFunctionStackSize() const noexcept override { return record<int>("IParserError::localFunctionStackSize", 9); }
};

struct RecordIRefitter : nvinfer1::apiv::VRefitter {
    nvinfer1::IRefitter * getPImpl() noexcept override { return record<nvinfer1::IRefitter *>("IRefitter::getPImpl", 2); }
    bool setWeights(const char * a0, nvinfer1::WeightsRole a1, const nvinfer1::Weights a2) noexcept override { return record<bool>("IRefitter::setWeights", 3, a0, a1, a2); }
    bool refitCudaEngine() noexcept override { return record<bool>("IRefitter::refitCudaEngine", 4); }
    int getMissing(int a0, const char ** a1, nvinfer1::WeightsRole * a2) noexcept override { return record<int>("IRefitter::getMissing", 5, a0, a1, a2); }
    int getAll(int a0, const char ** a1, nvinfer1::WeightsRole * a2) noexcept override { return record<int>("IRefitter::getAll", 6, a0, a1, a2); }
    void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept override { return record<void>("IRefitter::setErrorRecorder", 7, a0); }
    nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept override { return record<nvinfer1::v_1_0::IErrorRecorder *>("IRefitter::getErrorRecorder", 8); }
    bool setNamedWeights(const char * a0, nvinfer1::Weights a1) noexcept override { return record<bool>("IRefitter::setNamedWeights", 9, a0, a1); }
    int getMissingWeights(int a0, const char ** a1) noexcept override { return record<int>("IRefitter::getMissingWeights", 10, a0, a1); }
    int getAllWeights(int a0, const char ** a1) noexcept override { return record<int>("IRefitter::getAllWeights", 11, a0, a1); }
    nvinfer1::v_1_0::ILogger * getLogger() const noexcept override { return record<nvinfer1::v_1_0::ILogger *>("IRefitter::getLogger", 12); }
    bool setMaxThreads(int a0) noexcept override { return record<bool>("IRefitter::setMaxThreads", 13, a0); }
    int getMaxThreads() const noexcept override { return record<int>("IRefitter::getMaxThreads", 14); }
    bool setNamedWeightsWithLocation(const char * a0, nvinfer1::Weights a1, nvinfer1::TensorLocation a2) noexcept override { return record<bool>("IRefitter::setNamedWeightsWithLocation", 15, a0, a1, a2); }
    nvinfer1::Weights getNamedWeights(const char * a0) const noexcept override { return record<nvinfer1::Weights>("IRefitter::getNamedWeights", 16, a0); }
    nvinfer1::TensorLocation getWeightsLocation(const char * a0) const noexcept override { return record<nvinfer1::TensorLocation>("IRefitter::getWeightsLocation", 17, a0); }
    bool unsetNamedWeights(const char * a0) noexcept override { return record<bool>("IRefitter::unsetNamedWeights", 18, a0); }
    void setWeightsValidation(bool a0) noexcept override { return record<void>("IRefitter::setWeightsValidation", 19, a0); }
    bool getWeightsValidation() const noexcept override { return record<bool>("IRefitter::getWeightsValidation", 20); }
    bool refitCudaEngineAsync(CUstream_st * a0) noexcept override { return record<bool>("IRefitter::refitCudaEngineAsync", 21, a0); }
    nvinfer1::Weights getWeightsPrototype(const char * a0) const noexcept override { return record<nvinfer1::Weights>("IRefitter::getWeightsPrototype", 22, a0); }
    bool releaseRefitResources() noexcept override { return record<bool>("IRefitter::releaseRefitResources", 23); }
};
template <class Implementation> struct FaceIRefitter : nvinfer1::IRefitter {
    Implementation implementation;
    FaceIRefitter() { mImpl = &implementation; }
    ~FaceIRefitter() noexcept override { deleted("IRefitter"); }
};

struct RecordIRuntime : nvinfer1::apiv::VRuntime {
    nvinfer1::IRuntime * getPImpl() noexcept override { return record<nvinfer1::IRuntime *>("IRuntime::getPImpl", 2); }
    nvinfer1::ICudaEngine * deserializeCudaEngine(const void * a0, unsigned long a1) noexcept override { return record<nvinfer1::ICudaEngine *>("IRuntime::deserializeCudaEngine", 3, a0, a1); }
    void setDLACore(int a0) noexcept override { return record<void>("IRuntime::setDLACore", 4, a0); }
    int getDLACore() const noexcept override { return record<int>("IRuntime::getDLACore", 5); }
    int getNbDLACores() const noexcept override { return record<int>("IRuntime::getNbDLACores", 6); }
    void setGpuAllocator(nvinfer1::v_1_0::IGpuAllocator * a0) noexcept override { return record<void>("IRuntime::setGpuAllocator", 7, a0); }
    void setErrorRecorder(nvinfer1::v_1_0::IErrorRecorder * a0) noexcept override { return record<void>("IRuntime::setErrorRecorder", 8, a0); }
    nvinfer1::v_1_0::IErrorRecorder * getErrorRecorder() const noexcept override { return record<nvinfer1::v_1_0::IErrorRecorder *>("IRuntime::getErrorRecorder", 9); }
    nvinfer1::v_1_0::ILogger * getLogger() const noexcept override { return record<nvinfer1::v_1_0::ILogger *>("IRuntime::getLogger", 10); }
    bool setMaxThreads(int a0) noexcept override { return record<bool>("IRuntime::setMaxThreads", 11, a0); }
    int getMaxThreads() const noexcept override { return record<int>("IRuntime::getMaxThreads", 12); }
    void setTemporaryDirectory(const char * a0) noexcept override { return record<void>("IRuntime::setTemporaryDirectory", 13, a0); }
    const char * getTemporaryDirectory() const noexcept override { return record<const char *>("IRuntime::getTemporaryDirectory", 14); }
    void setTempfileControlFlags(unsigned int a0) noexcept override { return record<void>("IRuntime::setTempfileControlFlags", 15, a0); }
    unsigned int getTempfileControlFlags() const noexcept override { return record<unsigned int>("IRuntime::getTempfileControlFlags", 16); }
    nvinfer1::IPluginRegistry & getPluginRegistry() noexcept override { return record<nvinfer1::IPluginRegistry &>("IRuntime::getPluginRegistry", 17); }
    void setPluginRegistryParent(nvinfer1::IPluginRegistry * a0) noexcept override { return record<void>("IRuntime::setPluginRegistryParent", 18, a0); }
    nvinfer1::IRuntime * loadRuntime(const char * a0) noexcept override { return record<nvinfer1::IRuntime *>("IRuntime::loadRuntime", 19, a0); }
    void setEngineHostCodeAllowed(bool a0) noexcept override { return record<void>("IRuntime::setEngineHostCodeAllowed", 20, a0); }
    bool getEngineHostCodeAllowed() const noexcept override { return record<bool>("IRuntime::getEngineHostCodeAllowed", 21); }
    nvinfer1::ICudaEngine * deserializeCudaEngineV2(nvinfer1::v_1_0::IStreamReaderV2 & a0) noexcept override { return record<nvinfer1::ICudaEngine *>("IRuntime::deserializeCudaEngineV2", 22, static_cast<void const*>(&a0)); }
    long getEngineHeaderSize() const noexcept override { return record<long>("IRuntime::getEngineHeaderSize", 23); }
    nvinfer1::EngineValidity getEngineValidity(const void * a0, long a1, unsigned long * a2) const noexcept override { return record<nvinfer1::EngineValidity>("IRuntime::getEngineValidity", 24, a0, a1, a2); }
    void setDeferredWeightsLoading(bool a0) noexcept override { return record<void>("IRuntime::setDeferredWeightsLoading", 25, a0); }
    bool getDeferredWeightsLoading() const noexcept override { return record<bool>("IRuntime::getDeferredWeightsLoading", 26); }
    bool setDLAWorkspaceAllocationStrategy(nvinfer1::DLAWorkspaceAllocationStrategy a0) noexcept override { return record<bool>("IRuntime::setDLAWorkspaceAllocationStrategy", 27, a0); }
    nvinfer1::DLAWorkspaceAllocationStrategy getDLAWorkspaceAllocationStrategy() const noexcept override { return record<nvinfer1::DLAWorkspaceAllocationStrategy>("IRuntime::getDLAWorkspaceAllocationStrategy", 28); }
};
template <class Implementation> struct FaceIRuntime : nvinfer1::IRuntime {
    Implementation implementation;
    FaceIRuntime() { mImpl = &implementation; }
    ~FaceIRuntime() noexcept override { deleted("IRuntime"); }
};

struct RecordIRuntimeConfig : nvinfer1::apiv::VRuntimeConfig {
    nvinfer1::IRuntimeConfig * getPImpl() noexcept override { return record<nvinfer1::IRuntimeConfig *>("IRuntimeConfig::getPImpl", 2); }
    void setExecutionContextAllocationStrategy(nvinfer1::ExecutionContextAllocationStrategy a0) noexcept override { return record<void>("IRuntimeConfig::setExecutionContextAllocationStrategy", 3, a0); }
    nvinfer1::ExecutionContextAllocationStrategy getExecutionContextAllocationStrategy() const noexcept override { return record<nvinfer1::ExecutionContextAllocationStrategy>("IRuntimeConfig::getExecutionContextAllocationStrategy", 4); }
    nvinfer1::IRuntimeCache * createRuntimeCache() const noexcept override { return record<nvinfer1::IRuntimeCache *>("IRuntimeConfig::createRuntimeCache", 5); }
    bool setRuntimeCache(const nvinfer1::IRuntimeCache & a0) noexcept override { return record<bool>("IRuntimeConfig::setRuntimeCache", 6, static_cast<void const*>(&a0)); }
    nvinfer1::IRuntimeCache * getRuntimeCache() const noexcept override { return record<nvinfer1::IRuntimeCache *>("IRuntimeConfig::getRuntimeCache", 7); }
    void setDynamicShapesKernelSpecializationStrategy(nvinfer1::DynamicShapesKernelSpecializationStrategy a0) noexcept override { return record<void>("IRuntimeConfig::setDynamicShapesKernelSpecializationStrategy", 8, a0); }
    nvinfer1::DynamicShapesKernelSpecializationStrategy getDynamicShapesKernelSpecializationStrategy() const noexcept override { return record<nvinfer1::DynamicShapesKernelSpecializationStrategy>("IRuntimeConfig::getDynamicShapesKernelSpecializationStrategy", 9); }
    bool setCudaGraphStrategy(nvinfer1::CudaGraphStrategy a0) noexcept override { return record<bool>("IRuntimeConfig::setCudaGraphStrategy", 10, a0); }
    nvinfer1::CudaGraphStrategy getCudaGraphStrategy() const noexcept override { return record<nvinfer1::CudaGraphStrategy>("IRuntimeConfig::getCudaGraphStrategy", 11); }
};
template <class Implementation> struct FaceIRuntimeConfig : nvinfer1::IRuntimeConfig {
    Implementation implementation;
    FaceIRuntimeConfig() { mImpl = &implementation; }
    ~FaceIRuntimeConfig() noexcept override { deleted("IRuntimeConfig"); }
};

struct RecordISerializationConfig : nvinfer1::apiv::VSerializationConfig {
    bool setFlags(unsigned int a0) noexcept override { return record<bool>("ISerializationConfig::setFlags", 2, a0); }
    unsigned int getFlags() const noexcept override { return record<unsigned int>("ISerializationConfig::getFlags", 3); }
    bool clearFlag(nvinfer1::SerializationFlag a0) noexcept override { return record<bool>("ISerializationConfig::clearFlag", 4, a0); }
    bool setFlag(nvinfer1::SerializationFlag a0) noexcept override { return record<bool>("ISerializationConfig::setFlag", 5, a0); }
    bool getFlag(nvinfer1::SerializationFlag a0) const noexcept override { return record<bool>("ISerializationConfig::getFlag", 6, a0); }
};
template <class Implementation> struct FaceISerializationConfig : nvinfer1::ISerializationConfig {
    Implementation implementation;
    FaceISerializationConfig() { mImpl = &implementation; }
    ~FaceISerializationConfig() noexcept override { deleted("ISerializationConfig"); }
};

struct RecordITensor : nvinfer1::apiv::VTensor {
    void setName(const char * a0) noexcept override { return record<void>("ITensor::setName", 2, a0); }
    const char * getName() const noexcept override { return record<const char *>("ITensor::getName", 3); }
    void setDimensions(const nvinfer1::Dims64 & a0) noexcept override { return record<void>("ITensor::setDimensions", 4, static_cast<void const*>(&a0)); }
    nvinfer1::Dims64 getDimensions() const noexcept override { return record<nvinfer1::Dims64>("ITensor::getDimensions", 5); }
    nvinfer1::DataType getType() const noexcept override { return record<nvinfer1::DataType>("ITensor::getType", 6); }
    bool isNetworkInput() const noexcept override { return record<bool>("ITensor::isNetworkInput", 7); }
    bool isNetworkOutput() const noexcept override { return record<bool>("ITensor::isNetworkOutput", 8); }
    void setAllowedFormats(unsigned int a0) noexcept override { return record<void>("ITensor::setAllowedFormats", 9, a0); }
    unsigned int getAllowedFormats() const noexcept override { return record<unsigned int>("ITensor::getAllowedFormats", 10); }
    bool isShapeTensor() const noexcept override { return record<bool>("ITensor::isShapeTensor", 11); }
    bool isExecutionTensor() const noexcept override { return record<bool>("ITensor::isExecutionTensor", 12); }
    void setDimensionName(int a0, const char * a1) noexcept override { return record<void>("ITensor::setDimensionName", 13, a0, a1); }
    const char * getDimensionName(int a0) const noexcept override { return record<const char *>("ITensor::getDimensionName", 14, a0); }
};
template <class Implementation> struct FaceITensor : nvinfer1::ITensor {
    Implementation implementation;
    FaceITensor() { mImpl = &implementation; }
    ~FaceITensor() noexcept override { deleted("ITensor"); }
};

struct RecordITimingCache : nvinfer1::apiv::VTimingCache {
    nvinfer1::IHostMemory * serialize() const noexcept override { return record<nvinfer1::IHostMemory *>("ITimingCache::serialize", 2); }
    bool combine(const nvinfer1::ITimingCache & a0, bool a1) noexcept override { return record<bool>("ITimingCache::combine", 3, static_cast<void const*>(&a0), a1); }
    bool reset() noexcept override { return record<bool>("ITimingCache::reset", 4); }
    long queryKeys(nvinfer1::v_1_0::TimingCacheKey * a0, long a1) const noexcept override { return record<long>("ITimingCache::queryKeys", 5, a0, a1); }
    nvinfer1::v_1_0::TimingCacheValue query(const nvinfer1::v_1_0::TimingCacheKey & a0) const noexcept override { return record<nvinfer1::v_1_0::TimingCacheValue>("ITimingCache::query", 6, static_cast<void const*>(&a0)); }
    bool update(const nvinfer1::v_1_0::TimingCacheKey & a0, const nvinfer1::v_1_0::TimingCacheValue & a1) noexcept override { return record<bool>("ITimingCache::update", 7, static_cast<void const*>(&a0), static_cast<void const*>(&a1)); }
};
template <class Implementation> struct FaceITimingCache : nvinfer1::ITimingCache {
    Implementation implementation;
    FaceITimingCache() { mImpl = &implementation; }
    ~FaceITimingCache() noexcept override { deleted("ITimingCache"); }
};

static void* new_recorder(char const* name) {
    if (!std::strcmp(name, "IBuilder")) return static_cast<nvinfer1::IBuilder*>(new FaceIBuilder<RecordIBuilder>);
    if (!std::strcmp(name, "IBuilderConfig")) return static_cast<nvinfer1::IBuilderConfig*>(new FaceIBuilderConfig<RecordIBuilderConfig>);
    if (!std::strcmp(name, "ICudaEngine")) return static_cast<nvinfer1::ICudaEngine*>(new FaceICudaEngine<RecordICudaEngine>);
    if (!std::strcmp(name, "IEngineInspector")) return static_cast<nvinfer1::IEngineInspector*>(new FaceIEngineInspector<RecordIEngineInspector>);
    if (!std::strcmp(name, "IExecutionContext")) return static_cast<nvinfer1::IExecutionContext*>(new FaceIExecutionContext<RecordIExecutionContext>);
    if (!std::strcmp(name, "IHostMemory")) return static_cast<nvinfer1::IHostMemory*>(new FaceIHostMemory<RecordIHostMemory>);
    if (!std::strcmp(name, "ILayer")) return static_cast<nvinfer1::ILayer*>(new FaceILayer<RecordILayer>);
    if (!std::strcmp(name, "INetworkDefinition")) return static_cast<nvinfer1::INetworkDefinition*>(new FaceINetworkDefinition<RecordINetworkDefinition>);
    if (!std::strcmp(name, "IOptimizationProfile")) return static_cast<nvinfer1::IOptimizationProfile*>(new FaceIOptimizationProfile<RecordIOptimizationProfile>);
    if (!std::strcmp(name, "IParser")) return static_cast<nvonnxparser::IParser*>(new RecordIParser);
    if (!std::strcmp(name, "IParserError")) return static_cast<nvonnxparser::IParserError*>(new RecordIParserError);
    if (!std::strcmp(name, "IRefitter")) return static_cast<nvinfer1::IRefitter*>(new FaceIRefitter<RecordIRefitter>);
    if (!std::strcmp(name, "IRuntime")) return static_cast<nvinfer1::IRuntime*>(new FaceIRuntime<RecordIRuntime>);
    if (!std::strcmp(name, "IRuntimeConfig")) return static_cast<nvinfer1::IRuntimeConfig*>(new FaceIRuntimeConfig<RecordIRuntimeConfig>);
    if (!std::strcmp(name, "ISerializationConfig")) return static_cast<nvinfer1::ISerializationConfig*>(new FaceISerializationConfig<RecordISerializationConfig>);
    if (!std::strcmp(name, "ITensor")) return static_cast<nvinfer1::ITensor*>(new FaceITensor<RecordITensor>);
    if (!std::strcmp(name, "ITimingCache")) return static_cast<nvinfer1::ITimingCache*>(new FaceITimingCache<RecordITimingCache>);
    return nullptr;
}
