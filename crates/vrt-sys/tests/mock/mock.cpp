// A stand-in for libnvinfer and libnvonnxparser: real C++ objects with the real tables, and just enough behaviour for tests.
// Device memory is host memory here, a stream any number.
#include "mock.hpp"
#include <map>
#include <typeinfo>

using namespace nvinfer1;

#define EXPORT extern "C" __attribute__((visibility("default")))

static thread_local int mode; // 1: as TensorRT 10 without a GPU, 2: fails and says why

struct Unrelated : ILogger
{
    void log(Severity, char const*) noexcept override {}
};

static ILogger* logger;

static void say(ILogger::Severity severity, std::string const& text)
{
    if (logger)
        logger->log(severity, text.c_str());
}

// What TensorRT may do with an object that it is given: all of it has to work.
template <class Interface>
static bool is_right(Interface* object, char const* kind)
{
    bool right = dynamic_cast<void*>(object) == static_cast<void*>(object);
    right &= std::strstr(typeid(*object).name(), "vrt_sys") != nullptr;
    if constexpr (std::is_base_of_v<IVersionedInterface, Interface>)
    {
        IVersionedInterface* base = object;
        right &= dynamic_cast<Interface*>(base) == object;
        InterfaceInfo const info = base->getInterfaceInfo();
        right &= !std::strcmp(info.kind, kind) && info.major == 1 && info.minor == 0;
        right &= base->getAPILanguage() == APILanguage::kCPP;
        right &= dynamic_cast<Unrelated*>(base) == nullptr;
    }
    all_events += std::string(right ? "ok:" : "WRONG:") + kind + " ";
    return right;
}

struct Memory : RecordIHostMemory
{
    std::string bytes;
    void* data() const noexcept override { return (void*) bytes.data(); }
    size_t size() const noexcept override { return bytes.size(); }
};

static IHostMemory* memory(std::string const& bytes)
{
    auto* face = new FaceIHostMemory<Memory>;
    face->implementation.bytes = bytes;
    return face;
}

struct Context : RecordIExecutionContext
{
    std::map<std::string, Dims> shapes;
    std::map<std::string, void*> addresses;
    IOutputAllocator* allocator{};
    std::string name;

    void setName(char const* text) noexcept override { name = text; }
    char const* getName() const noexcept override { return name.c_str(); }
    bool allInputDimensionsSpecified() const noexcept override { return shapes.count("x"); }
#if NV_TENSORRT_MAJOR == 10
    bool allInputShapesSpecified() const noexcept override { return true; }
#endif
    int32_t getOptimizationProfile() const noexcept override { return 0; }
    void setErrorRecorder(IErrorRecorder* recorder) noexcept override
    {
        if (recorder)
            is_right(recorder, "IErrorRecorder");
    }
    bool setInputShape(char const* tensor, Dims const& dims) noexcept override
    {
        if (dims.d[0] < 1 || dims.d[0] > 8)
        {
            say(ILogger::Severity::kERROR, "IExecutionContext::setInputShape: the batch is not between 1 and 8");
            return false;
        }
        shapes[tensor] = dims;
        return true;
    }
    Dims getTensorShape(char const* tensor) const noexcept override
    {
        auto const x = shapes.find("x");
        if (x == shapes.end())
            return Dims{-1, {}};
        if (!std::strcmp(tensor, "x"))
            return x->second;
        if (!std::strcmp(tensor, "y"))
            return Dims{2, {x->second.d[0], 10}};
        return Dims{1, {-1}};
    }
    int32_t inferShapes(int32_t room, char const** names) noexcept override
    {
        if (shapes.count("x"))
            return 0;
        if (room > 0)
            names[0] = "x";
        return 1;
    }
    bool setTensorAddress(char const* tensor, void* address) noexcept override
    {
        if ((size_t) address % 16)
        {
            say(ILogger::Severity::kERROR, "IExecutionContext::setTensorAddress: misaligned");
            return false;
        }
        addresses[tensor] = address;
        return true;
    }
    void const* getTensorAddress(char const* tensor) const noexcept override
    {
        auto const found = addresses.find(tensor);
        return found == addresses.end() ? nullptr : found->second;
    }
    bool setOutputAllocator(char const* tensor, IOutputAllocator* given) noexcept override
    {
        allocator = given;
        return !std::strcmp(tensor, "n") && (!given || is_right(given, "IOutputAllocator"));
    }
    bool enqueueV3(cudaStream_t stream) noexcept override
    {
        if ((size_t) stream != 0x77 || !addresses.count("x") || !addresses.count("y") || !shapes.count("x"))
        {
            say(ILogger::Severity::kERROR, "IExecutionContext::enqueueV3: Error Code 3: API Usage Error (an address is missing)");
            return false;
        }
        auto const* x = (float const*) addresses["x"];
        auto* y = (float*) addresses["y"];
        int64_t const batch = shapes["x"].d[0];
        int64_t positive = 0;
        for (int64_t b = 0; b < batch; ++b)
            for (int64_t j = 0; j < 10; ++j)
            {
                y[b * 10 + j] = 0;
                for (int64_t i = j; i < 48; i += 10)
                {
                    y[b * 10 + j] += x[b * 48 + i];
                    positive += x[b * 48 + i] > 0;
                }
            }
        if (allocator)
        {
            void* place = allocator->reallocateOutputAsync("n", nullptr, uint64_t(positive) * 8, 256, stream);
            if (!place)
            {
                say(ILogger::Severity::kERROR, "the output allocator gave no memory");
                return false;
            }
            for (int64_t i = 0; i < positive; ++i)
                ((int64_t*) place)[i] = i;
            allocator->notifyShape("n", Dims{1, {positive}});
        }
        return true;
    }
};

struct Inspector : RecordIEngineInspector
{
    IExecutionContext const* context{};
    bool setExecutionContext(IExecutionContext const* given) noexcept override
    {
        context = given;
        return true;
    }
    char const* getEngineInformation(LayerInformationFormat) const noexcept override
    {
        return context ? "{\"Layers\": [\"with shapes\"]}" : "{\"Layers\": []}";
    }
    char const* getLayerInformation(int32_t, LayerInformationFormat) const noexcept override { return "layer"; }
};

struct Engine : RecordICudaEngine
{
    static int index(char const* tensor) { return !std::strcmp(tensor, "x") ? 0 : !std::strcmp(tensor, "y") ? 1 : 2; }
    int32_t getNbLayers() const noexcept override { return 5; }
    int32_t getNbIOTensors() const noexcept override { return 3; }
    int32_t getNbOptimizationProfiles() const noexcept override { return 1; }
    char const* getName() const noexcept override { return "mock network"; }
    char const* getIOTensorName(int32_t i) const noexcept override { return i == 0 ? "x" : i == 1 ? "y" : "n"; }
    DataType getTensorDataType(char const* t) const noexcept override { return index(t) == 2 ? DataType::kINT64 : DataType::kFLOAT; }
    TensorIOMode getTensorIOMode(char const* t) const noexcept override { return index(t) ? TensorIOMode::kOUTPUT : TensorIOMode::kINPUT; }
    TensorLocation getTensorLocation(char const*) const noexcept override { return TensorLocation::kDEVICE; }
    TensorFormat getTensorFormat(char const*) const noexcept override { return TensorFormat::kLINEAR; }
    char const* getTensorFormatDesc(char const*) const noexcept override { return "Row-major linear FP32 format (kLINEAR)"; }
    ProfilingVerbosity getProfilingVerbosity() const noexcept override { return ProfilingVerbosity::kDETAILED; }
    HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept override { return HardwareCompatibilityLevel::kNONE; }
    Dims getTensorShape(char const* t) const noexcept override
    {
        Dims const all[]{Dims{4, {-1, 3, 4, 4}}, Dims{2, {-1, 10}}, Dims{1, {-1}}};
        return all[index(t)];
    }
    Dims getProfileShape(char const* t, int32_t, OptProfileSelector which) const noexcept override
    {
        if (index(t))
            return Dims{-1, {}};
        int64_t const batch = which == OptProfileSelector::kMIN ? 1 : which == OptProfileSelector::kOPT ? 2 : 8;
        return Dims{4, {batch, 3, 4, 4}};
    }
#if NV_TENSORRT_MAJOR == 10
    size_t getDeviceMemorySize() const noexcept override { return 4096; }
    size_t getDeviceMemorySizeForProfile(int32_t) const noexcept override { return 4096; }
#endif
#if NV_TENSORRT_MAJOR != 10 || NV_TENSORRT_MINOR >= 1
    int64_t getDeviceMemorySizeV2() const noexcept override { return 4096; }
    int64_t getDeviceMemorySizeForProfileV2(int32_t) const noexcept override { return 4096; }
#endif
    IHostMemory* serialize() const noexcept override { return memory("PLAN again"); }
    IExecutionContext* createExecutionContext(ExecutionContextAllocationStrategy) noexcept override
    {
        if (mode == 2)
        {
            say(ILogger::Severity::kWARNING, "memory is short");
            say(ILogger::Severity::kERROR, "IExecutionContext: Error Code 2: OutOfMemory");
            return nullptr;
        }
        return new FaceIExecutionContext<Context>;
    }
    IEngineInspector* createEngineInspector() const noexcept override { return new FaceIEngineInspector<Inspector>; }
};

struct Runtime : RecordIRuntime
{
    IErrorRecorder* recorder{};
    ~Runtime() override
    {
        if (recorder)
            recorder->decRefCount();
    }
    void setErrorRecorder(IErrorRecorder* given) noexcept override
    {
        if (given && is_right(given, "IErrorRecorder"))
            given->incRefCount();
        recorder = given;
    }
    bool setMaxThreads(int32_t threads) noexcept override { return threads > 0; }
    void setEngineHostCodeAllowed(bool) noexcept override {}
    ICudaEngine* deserializeCudaEngine(void const* blob, size_t size) noexcept override
    {
        if (size < 4 || std::memcmp(blob, "PLAN", 4))
        {
            char const* text = "IRuntime::deserializeCudaEngine: Error Code 1: Serialization (the magic tag does not match)";
            if (recorder)
            {
                recorder->reportError(ErrorCode::kINVALID_ARGUMENT, text);
                int32_t const last = recorder->getNbErrors() - 1;
                bool const kept = last >= 0 && recorder->getErrorCode(last) == ErrorCode::kINVALID_ARGUMENT
                    && !std::strcmp(recorder->getErrorDesc(last), text) && !*recorder->getErrorDesc(-1)
                    && recorder->getErrorCode(last + 1) == ErrorCode::kSUCCESS;
                all_events += kept ? "ok:recorder " : "WRONG:recorder ";
                if (recorder->hasOverflowed())
                {
                    char const* description = recorder->getErrorDesc(last);
                    recorder->clear();
                    // A description stays readable after the list was cleared.
                    bool const cleared = recorder->getNbErrors() == 0 && !std::strcmp(description, text);
                    all_events += cleared ? "ok:overflow " : "WRONG:overflow ";
                }
            }
            else
                say(ILogger::Severity::kERROR, text); // as TensorRT does: to the recorder or to the log
            return nullptr;
        }
        return new FaceICudaEngine<Engine>;
    }
};

struct TensorData : RecordITensor
{
    std::string name;
    bool input{};
    Dims dims{};
    char const* getName() const noexcept override { return name.c_str(); }
    Dims getDimensions() const noexcept override { return dims; }
    DataType getType() const noexcept override { return DataType::kFLOAT; }
    bool isNetworkInput() const noexcept override { return input; }
    bool isNetworkOutput() const noexcept override { return !input; }
    bool isShapeTensor() const noexcept override { return false; }
};

struct LayerData : RecordILayer
{
    ITensor* in{};
    ITensor* out{};
    bool pinned{};
    LayerType getType() const noexcept override { return LayerType::kSOFTMAX; }
    char const* getName() const noexcept override { return "softmax"; }
    int32_t getNbInputs() const noexcept override { return 1; }
    int32_t getNbOutputs() const noexcept override { return 1; }
    ITensor* getInput(int32_t) const noexcept override { return in; }
    ITensor* getOutput(int32_t) const noexcept override { return out; }
    DataType getOutputType(int32_t) const noexcept override { return DataType::kFLOAT; }
#if NV_TENSORRT_MAJOR == 10
    void setPrecision(DataType) noexcept override { pinned = true; }
    bool precisionIsSet() const noexcept override { return pinned; }
    DataType getPrecision() const noexcept override { return DataType::kHALF; }
#endif
};

struct Network : RecordINetworkDefinition
{
    FaceITensor<TensorData> x, y;
    FaceILayer<LayerData> layer;
    int outputs{};
    bool filled{};
    std::string name;
    void fill()
    {
        filled = true;
        outputs = 1;
        x.implementation.name = "x";
        x.implementation.input = true;
        x.implementation.dims = Dims{4, {-1, 3, 4, 4}};
        y.implementation.name = "y";
        y.implementation.dims = Dims{2, {-1, 10}};
        layer.implementation.in = &x;
        layer.implementation.out = &y;
    }
    int32_t getNbInputs() const noexcept override { return filled; }
    int32_t getNbOutputs() const noexcept override { return outputs; }
    int32_t getNbLayers() const noexcept override { return filled; }
    ITensor* getInput(int32_t) const noexcept override { return (ITensor*) &x; }
    ITensor* getOutput(int32_t) const noexcept override { return (ITensor*) &y; }
    ILayer* getLayer(int32_t) const noexcept override { return (ILayer*) &layer; }
    void markOutput(ITensor&) noexcept override { ++outputs; }
    void unmarkOutput(ITensor&) noexcept override { --outputs; }
    void setName(char const* text) noexcept override { name = text; }
    char const* getName() const noexcept override { return name.c_str(); }
};

struct Cache : RecordITimingCache
{
    std::string bytes;
    IHostMemory* serialize() const noexcept override { return memory("CACHE" + bytes); }
    bool combine(ITimingCache const&, bool ignore_mismatch) noexcept override { return ignore_mismatch; }
    bool reset() noexcept override { return true; }
};

struct Config : RecordIBuilderConfig
{
    std::map<int, bool> flags, previews;
    std::map<int, size_t> pools;
    int level{3}, iterations{1}, profiles{};
    ProfilingVerbosity verbosity{};
    HardwareCompatibilityLevel compatibility{};
    IProgressMonitor* monitor{};
    void setFlag(BuilderFlag flag) noexcept override { flags[int(flag)] = true; }
    void clearFlag(BuilderFlag flag) noexcept override { flags[int(flag)] = false; }
    bool getFlag(BuilderFlag flag) const noexcept override { return flags.count(int(flag)) && flags.at(int(flag)); }
    void setMemoryPoolLimit(MemoryPoolType pool, size_t size) noexcept override { pools[int(pool)] = size; }
    size_t getMemoryPoolLimit(MemoryPoolType pool) const noexcept override { return pools.count(int(pool)) ? pools.at(int(pool)) : 0; }
    void setBuilderOptimizationLevel(int32_t given) noexcept override { level = given; }
    int32_t getBuilderOptimizationLevel() const noexcept override { return level; }
    void setAvgTimingIterations(int32_t given) noexcept override { iterations = given; }
    int32_t getAvgTimingIterations() const noexcept override { return iterations; }
    void setProfilingVerbosity(ProfilingVerbosity given) noexcept override { verbosity = given; }
    ProfilingVerbosity getProfilingVerbosity() const noexcept override { return verbosity; }
    void setHardwareCompatibilityLevel(HardwareCompatibilityLevel given) noexcept override { compatibility = given; }
    HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept override { return compatibility; }
    void setPreviewFeature(PreviewFeature feature, bool on) noexcept override { previews[int(feature)] = on; }
    bool getPreviewFeature(PreviewFeature feature) const noexcept override { return previews.count(int(feature)) && previews.at(int(feature)); }
    int32_t addOptimizationProfile(IOptimizationProfile const* profile) noexcept override { return profile ? profiles++ : -1; }
    int32_t getNbOptimizationProfiles() const noexcept override { return profiles; }
    void setProgressMonitor(IProgressMonitor* given) noexcept override
    {
        if (given)
            is_right(given, "IProgressMonitor");
        monitor = given;
    }
    ITimingCache* createTimingCache(void const* blob, size_t size) const noexcept override
    {
        if (size && (size < 5 || std::memcmp(blob, "CACHE", 5)))
        {
            say(ILogger::Severity::kWARNING, "the timing cache is of another version");
            return nullptr;
        }
        auto* face = new FaceITimingCache<Cache>;
        face->implementation.bytes.assign(size ? (char const*) blob + 5 : "", size ? size - 5 : 0);
        return face;
    }
    bool setTimingCache(ITimingCache const&, bool) noexcept override { return true; }
};

struct Profile : RecordIOptimizationProfile
{
    std::map<std::string, Dims> set;
    bool setDimensions(char const* tensor, OptProfileSelector which, Dims const& dims) noexcept override
    {
        for (int i = 0; i < dims.nbDims; ++i)
            if (dims.d[i] < 0)
                return false;
        set[tensor + std::to_string(int(which))] = dims;
        return true;
    }
    Dims getDimensions(char const* tensor, OptProfileSelector which) const noexcept override
    {
        auto const found = set.find(tensor + std::to_string(int(which)));
        return found == set.end() ? Dims{-1, {}} : found->second;
    }
    bool isValid() const noexcept override { return set.size() % 3 == 0; }
};

struct Builder : RecordIBuilder
{
    FaceIOptimizationProfile<Profile> profile;
#if NV_TENSORRT_MAJOR == 10
    bool platformHasFastFp16() const noexcept override { return true; }
    bool platformHasFastInt8() const noexcept override { return true; }
    bool platformHasTf32() const noexcept override { return true; }
#endif
    IBuilderConfig* createBuilderConfig() noexcept override { return new FaceIBuilderConfig<Config>; }
    INetworkDefinition* createNetworkV2(uint32_t flags) noexcept override
    {
        all_events += "network:" + std::to_string(flags) + " ";
        return new FaceINetworkDefinition<Network>;
    }
    IOptimizationProfile* createOptimizationProfile() noexcept override { return &profile; }
    bool setMaxThreads(int32_t threads) noexcept override { return threads > 0; }
    void setErrorRecorder(IErrorRecorder* recorder) noexcept override
    {
        if (recorder)
            is_right(recorder, "IErrorRecorder");
    }
    bool isNetworkSupported(INetworkDefinition const&, IBuilderConfig const&) const noexcept override { return true; }
    IHostMemory* buildSerializedNetwork(INetworkDefinition& network, IBuilderConfig& config) noexcept override
    {
        auto& given = static_cast<FaceIBuilderConfig<Config>&>(config).implementation;
        if (!static_cast<FaceINetworkDefinition<Network>&>(network).implementation.filled)
        {
            say(ILogger::Severity::kERROR, "IBuilder::buildSerializedNetwork: Error Code 4: Internal Error (the network has no outputs)");
            return nullptr;
        }
        bool go_on = true;
        if (given.monitor)
        {
            given.monitor->phaseStart("Building Engine", nullptr, 2);
            for (int i = 0; i < 2 && go_on; ++i)
            {
                given.monitor->phaseStart("Timing", "Building Engine", 3);
                for (int k = 0; k < 3 && go_on; ++k)
                    go_on = given.monitor->stepComplete("Timing", k);
                given.monitor->phaseFinish("Timing");
                go_on = go_on && given.monitor->stepComplete("Building Engine", i);
            }
            given.monitor->phaseFinish("Building Engine");
        }
        if (!go_on)
        {
            say(ILogger::Severity::kERROR, "IBuilder::buildSerializedNetwork: Error Code 10: BuildCanceled");
            return nullptr;
        }
        return memory("PLAN of a mock");
    }
};

static bool ready(void* given)
{
    logger = static_cast<ILogger*>(given);
    say(ILogger::Severity::kVERBOSE, "verbose");
    if (mode == 2)
        say(ILogger::Severity::kERROR, "CUDA initialization failure with error: 35");
    return is_right(logger, "ILogger") && mode != 2;
}

EXPORT void* createInferRuntime_INTERNAL(void* given, int32_t version) noexcept
{
    if (mode == 1)
        return (void*) 0x200;
    if (!ready(given) || version != NV_TENSORRT_VERSION)
        return nullptr;
    return static_cast<IRuntime*>(new FaceIRuntime<Runtime>);
}

EXPORT void* createInferBuilder_INTERNAL(void* given, int32_t version) noexcept
{
    if (!ready(given) || version != NV_TENSORRT_VERSION)
        return nullptr;
    return static_cast<IBuilder*>(new FaceIBuilder<Builder>);
}

EXPORT int32_t getInferLibVersion() noexcept { return NV_TENSORRT_VERSION; }
EXPORT int32_t getInferLibBuildVersion() noexcept { return 99; }

#ifdef MOCK_HAS_PARSER
#if NV_TENSORRT_MAJOR == 10 && NV_TENSORRT_MINOR == 0
#define PARSER_NOEXCEPT // added to the declarations in 10.1
#else
#define PARSER_NOEXCEPT noexcept
#endif

struct ParserProblem : RecordIParserError
{
    nvonnxparser::ErrorCode code() const noexcept override { return nvonnxparser::ErrorCode::kUNSUPPORTED_NODE; }
    char const* desc() const noexcept override { return "No importer registered for op: Nope"; }
    char const* file() const noexcept override { return "ModelImporter.cpp"; }
    char const* func() const noexcept override { return "parseNode"; }
    char const* nodeName() const noexcept override { return "/head/nope"; }
    char const* nodeOperator() const noexcept override { return "Nope"; }
    int32_t line() const noexcept override { return 42; }
    int32_t node() const noexcept override { return 7; }
};

struct Parser : RecordIParser
{
    FaceINetworkDefinition<Network>* network{};
    ParserProblem problem;
    std::map<int, bool> flags;
    int errors{};
    ~Parser() override { deleted("IParser"); }
    bool parse(void const* blob, size_t size, char const* path) noexcept override
    {
        all_events += std::string("parse:") + (path ? path : "null") + " ";
        if (size >= 4 && !std::memcmp(blob, "ONNX", 4))
        {
            network->implementation.fill();
            return true;
        }
        // Bytes that happen to be a message without a graph are read as a model without one.
        if (size && *(char const*) blob == ' ')
            return true;
        say(ILogger::Severity::kERROR, "ModelImporter.cpp: ERROR: importing node 7");
        ++errors;
        return false;
    }
    bool parseFromFile(char const* path, int) noexcept override
    {
        std::string bytes;
        if (FILE* file = std::fopen(path, "rb"))
        {
            char block[64];
            bytes.assign(block, std::fread(block, 1, sizeof block, file));
            std::fclose(file);
        }
        return parse(bytes.data(), bytes.size(), path);
    }
    bool supportsOperator(char const* name) const noexcept override { return !std::strcmp(name, "Conv"); }
    int getNbErrors() const noexcept override { return errors; }
    nvonnxparser::IParserError const* getError(int) const noexcept override { return &problem; }
    void clearErrors() noexcept override { errors = 0; }
    void setFlag(nvonnxparser::OnnxParserFlag flag) noexcept override { flags[int(flag)] = true; }
    void clearFlag(nvonnxparser::OnnxParserFlag flag) noexcept override { flags[int(flag)] = false; }
    bool getFlag(nvonnxparser::OnnxParserFlag flag) const noexcept override { return flags.count(int(flag)) && flags.at(int(flag)); }
};

EXPORT void* createNvOnnxParser_INTERNAL(void* network, void*, int version) PARSER_NOEXCEPT
{
    if (version != 100)
        return nullptr;
    auto* parser = new Parser;
    parser->network = static_cast<FaceINetworkDefinition<Network>*>(static_cast<INetworkDefinition*>(network));
    return static_cast<nvonnxparser::IParser*>(parser);
}

EXPORT int getNvOnnxParserVersion() PARSER_NOEXCEPT { return 100; }
#endif

// What tests ask.
EXPORT void* mock_new(char const* interface) { return new_recorder(interface); }
EXPORT char const* mock_last() { return last_call.c_str(); }
EXPORT char const* mock_events() { return all_events.c_str(); }
EXPORT void mock_reset(int new_mode)
{
    mode = new_mode;
    all_events.clear();
}
EXPORT int mock_has_parser()
{
#ifdef MOCK_HAS_PARSER
    return 1;
#else
    return 0;
#endif
}
