// A stand-in for TensorRT 10 that "builds" and "runs" the small models of tests/data/onnx on the stand-in for the driver. It knows each
// model by its file's name. Networks add the three channels of `x` and the number of the output channel; nothing here is a reference for
// numbers, only for what goes where and when.
//
// Any other network can be described in the folder FAKE_TENSORRT_NETWORKS: `MODEL.txt` has a line for each tensor, `input NAME SIDES...` or
// `output NAME SIDES...`, f32 and without the batch, which is open. A side of -1 is open, too: an input may have it within `open MIN OPT MAX`,
// an output then has the input's, counted from the last. The folders `MODEL/0`, `MODEL/1`, ... have what the network was seen to answer:
// `NAME.f32` for each tensor. An input that is one of those, but for rounding, is answered by its outputs, any other by those of the folder
// `MODEL/else`, or by zeros where there is none.
#define MOCK_API "trt10_api.hpp"
#define MOCK_RECORDERS "trt10_recorders.hpp"
#include "mock.hpp"
#include <array>
#include <cmath>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <vector>

using namespace nvinfer1;

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace
{
ILogger* logger;

void say(ILogger::Severity severity, std::string const& text)
{
    if (logger)
        logger->log(severity, text.c_str());
}

template <class F>
F driver(char const* symbol)
{
    static void* library = dlopen("libcuda.so.1", RTLD_NOW);
    return reinterpret_cast<F>(dlsym(library, symbol));
}

// What a plan holds.
struct Plan
{
    std::string model;
    std::string version = "10.6.0";
    bool half = false;
    int64_t min = 1, opt = 1, max = 1;

    std::string text() const
    {
        std::ostringstream out;
        out << "FAKE-PLAN " << version << " " << model << " " << half << " " << min << " " << opt << " " << max << "\n";
        std::string bytes = out.str();
        bytes.resize(512, '.');
        return bytes;
    }
    bool read(std::string const& bytes)
    {
        std::string tag;
        std::istringstream in(bytes);
        return bool(in >> tag >> version >> model >> half >> min >> opt >> max) && tag == "FAKE-PLAN";
    }
    bool is(char const* name) const { return model == name; }
    bool dynamic() const;
};

struct Memory : RecordIHostMemory
{
    std::string bytes;
    void* data() const noexcept override { return (void*) bytes.data(); }
    size_t size() const noexcept override { return bytes.size(); }
};

IHostMemory* memory(std::string const& bytes)
{
    auto* face = new FaceIHostMemory<Memory>;
    face->implementation.bytes = bytes;
    return face;
}

struct Tensor_
{
    char const* name;
    bool input;
    DataType type;
    Dims dims;
};

std::string described(std::string const& model)
{
    char const* folder = std::getenv("FAKE_TENSORRT_NETWORKS");
    std::string const path = folder ? std::string(folder) + "/" + model : "";
    return folder && std::ifstream(path + ".txt") ? path : "";
}

std::vector<Tensor_> tensors(Plan const& plan)
{
    int64_t const batch = plan.dynamic() ? -1 : 1;
    if (auto const path = described(plan.model); !path.empty())
    {
        std::vector<Tensor_> all;
        std::ifstream lines(path + ".txt");
        for (std::string line, kind, name; std::getline(lines, line);)
        {
            std::istringstream words(line);
            words >> kind >> name;
            if (kind == "open")
                continue;
            Dims dims{1, {-1}};
            while (words >> dims.d[dims.nbDims])
                ++dims.nbDims;
            // Kept for ever, as names of tensors are asked for by their address.
            all.push_back({strdup(name.c_str()), kind == "input", DataType::kFLOAT, dims});
        }
        return all;
    }
    if (plan.is("top"))
        return {{"x", true, DataType::kFLOAT, Dims{2, {1, 64}}}, {"values", false, DataType::kFLOAT, Dims{2, {1, 5}}},
            {"indices", false, DataType::kINT64, Dims{2, {1, 5}}}};
    if (plan.is("nonzero"))
        return {{"x", true, DataType::kFLOAT, Dims{2, {1, 16}}}, {"y", false, DataType::kINT64, Dims{2, {2, -1}}}};
    if (plan.is("overflow"))
        return {{"x", true, DataType::kFLOAT, Dims{2, {1, 16}}}, {"y", false, DataType::kFLOAT, Dims{2, {1, 16}}}};
    return {{"x", true, DataType::kFLOAT, Dims{4, {batch, 3, 16, 16}}}, {"y", false, DataType::kFLOAT, Dims{4, {batch, 8, 16, 16}}}};
}

// Which sides a network takes where its description leaves them open: smallest, tuned for, largest.
std::array<int64_t, 3> open_sides(std::string const& model)
{
    std::array<int64_t, 3> sides{1, 1, 1 << 20};
    std::ifstream lines(described(model) + ".txt");
    for (std::string line, kind; std::getline(lines, line);)
    {
        std::istringstream words(line);
        if (words >> kind && kind == "open")
            words >> sides[0] >> sides[1] >> sides[2];
    }
    return sides;
}

// Open sides are those of the input, counted from the last.
Dims filled(Dims dims, Dims const& input)
{
    for (int side = 1; side < dims.nbDims; ++side)
        if (dims.d[side] < 0)
            dims.d[side] = input.d[input.nbDims - dims.nbDims + side];
    return dims;
}

bool Plan::dynamic() const { return is("dynamic") || !described(model).empty(); }

std::vector<float> numbers(std::string const& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string const bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::vector<float> values(bytes.size() / 4);
    std::memcpy(values.data(), bytes.data(), values.size() * 4);
    return values;
}

bool alike(float const* given, std::vector<float> const& seen)
{
    for (size_t i = 0; i < seen.size(); ++i)
        if (!(std::fabs(given[i] - seen[i]) < 1e-4f))
            return false;
    return !seen.empty();
}

// Answers each picture of a batch as the network was seen to.
void run_described(Plan const& plan, Dims const& input, std::map<std::string, void*> const& at)
{
    int64_t const batch = input.d[0];
    auto const check = driver<void (*)(void const*, size_t)>("fake_gpu_check");
    auto const path = described(plan.model);
    auto const all = tensors(plan);
    for (int64_t picture = 0; picture < batch; ++picture)
    {
        std::string answer;
        for (auto const& tensor : all)
        {
            size_t count = 1;
            Dims const dims = filled(tensor.dims, input);
            for (int side = 1; side < dims.nbDims; ++side)
                count *= size_t(dims.d[side]);
            auto* values = (float*) at.at(tensor.name) + picture * count;
            check(values, count * 4);
            for (int i = 0; tensor.input && answer.empty(); ++i)
            {
                auto const one = path + "/" + std::to_string(i);
                auto const seen = numbers(one + "/" + tensor.name + ".f32");
                if (seen.empty())
                    break;
                if (seen.size() == count && alike(values, seen))
                    answer = one;
            }
            if (tensor.input)
                continue;
            auto const seen = numbers((answer.empty() ? path + "/else" : answer) + "/" + tensor.name + ".f32");
            std::memset(values, 0, count * 4);
            std::memcpy(values, seen.data(), (seen.size() < count ? seen.size() : count) * 4);
        }
    }
}

struct Run
{
    // Whether the context that queued it, whose memory the GPU works in, is still there.
    std::shared_ptr<bool> alive;
    Plan plan;
    int64_t batch;
    Dims input;
    std::map<std::string, void*> at;
};

void run(void* data)
{
    // Kept for ever: a graph runs it again.
    auto const& given = *static_cast<Run*>(data);
    if (!*given.alive)
    {
        std::fprintf(stderr, "FAKE GPU: an execution context was deleted while it ran\n");
        std::abort();
    }
    if (!described(given.plan.model).empty())
        return run_described(given.plan, given.input, given.at);
    auto const check = driver<void (*)(void const*, size_t)>("fake_gpu_check");
    auto const* x = (float const*) given.at.at("x");
    if (given.plan.is("top"))
    {
        check(x, 64 * 4);
        check(given.at.at("values"), 5 * 4);
        check(given.at.at("indices"), 5 * 8);
        for (int k = 0; k < 5; ++k)
        {
            ((float*) given.at.at("values"))[k] = x[k];
            ((int64_t*) given.at.at("indices"))[k] = k;
        }
        return;
    }
    auto* y = (float*) given.at.at("y");
    if (given.plan.is("overflow"))
    {
        check(x, 16 * 4);
        check(y, 16 * 4);
        for (int i = 0; i < 16; ++i)
            y[i] = given.plan.half ? NAN : x[i];
        return;
    }
    check(x, given.batch * 3 * 256 * 4);
    check(y, given.batch * 8 * 256 * 4);
    for (int64_t b = 0; b < given.batch; ++b)
        for (int k = 0; k < 8; ++k)
            for (int i = 0; i < 256; ++i)
                y[(b * 8 + k) * 256 + i] = x[b * 768 + i] + x[b * 768 + 256 + i] + x[b * 768 + 512 + i] + float(k);
}

struct Context : RecordIExecutionContext
{
    Plan plan;
    std::map<std::string, void*> addresses;
    int64_t batch = 0;
    // The shape of the input, where the network was described.
    Dims input{};
    std::shared_ptr<bool> alive = std::make_shared<bool>(true);

    ~Context() noexcept override { *alive = false; }
    void setName(char const*) noexcept override {}
    bool setOptimizationProfileAsync(int profile, CUstream_st*) noexcept override { return profile == 0; }
    bool setInputShape(char const*, Dims const& dims) noexcept override
    {
        if (plan.dynamic() && (dims.d[0] < plan.min || dims.d[0] > plan.max))
        {
            say(ILogger::Severity::kERROR, "IExecutionContext::setInputShape: out of the profile's range");
            return false;
        }
        auto const sides = open_sides(plan.model);
        for (auto const& tensor : tensors(plan))
            for (int side = 1; tensor.input && side < tensor.dims.nbDims; ++side)
                if (tensor.dims.d[side] < 0 && (dims.d[side] < sides[0] || dims.d[side] > sides[2]))
                    return false;
        // After a batch like this nothing is taken any more: what if TensorRT fails in the middle of a change?
        if (batch > 500000)
            return false;
        batch = dims.d[0];
        input = dims;
        return true;
    }
    Dims getTensorShape(char const* name) const noexcept override
    {
        for (auto const& tensor : tensors(plan))
            if (!std::strcmp(tensor.name, name))
            {
                Dims dims = described(plan.model).empty() ? tensor.dims : filled(tensor.dims, input);
                if (dims.d[0] < 0)
                    dims.d[0] = batch;
                return dims;
            }
        return Dims{-1, {}};
    }
    int32_t inferShapes(int32_t, char const**) noexcept override { return 0; }
    bool setTensorAddress(char const* name, void* address) noexcept override
    {
        if ((size_t) address % 256)
        {
            say(ILogger::Severity::kERROR, "IExecutionContext::setTensorAddress: not aligned to 256 bytes");
            return false;
        }
        addresses[name] = address;
        return true;
    }
    bool enqueueV3(cudaStream_t stream) noexcept override
    {
        if (plan.is("external") && driver<int (*)(void*)>("cuStreamSynchronize")((void*) stream) != 0)
        {
            say(ILogger::Severity::kERROR, "IExecutionContext::enqueueV3: Error Code 1: Cuda Runtime (operation not permitted when stream is capturing)");
            return false;
        }
        auto* given = new Run{alive, plan, batch, input, addresses};
        return driver<int (*)(void*, void (*)(void*), void*)>("fake_gpu_push")((void*) stream, run, given) == 0;
    }
};

struct Inspector : RecordIEngineInspector
{
    Plan plan;
    mutable std::string text;
    char const* getEngineInformation(LayerInformationFormat) const noexcept override
    {
        std::string const format = plan.half ? "Row major linear FP16 format" : "Row major linear FP32";
        text = "{\"Layers\": [{\"Name\": \"conv\", \"Outputs\": [{\"Name\": \"y\", \"Format/Datatype\": \"" + format + "\"}]}]}";
        return text.c_str();
    }
};

struct Engine : RecordICudaEngine
{
    Plan plan;
    std::vector<Tensor_> all;

    Tensor_ const* find(char const* name) const
    {
        for (auto const& tensor : all)
            if (!std::strcmp(tensor.name, name))
                return &tensor;
        return nullptr;
    }
    int32_t getNbLayers() const noexcept override { return 1; }
    int32_t getNbIOTensors() const noexcept override { return int32_t(all.size()); }
    int32_t getNbOptimizationProfiles() const noexcept override { return 1; }
    char const* getName() const noexcept override { return plan.model.c_str(); }
    char const* getIOTensorName(int32_t i) const noexcept override { return all[i].name; }
    DataType getTensorDataType(char const* name) const noexcept override { return find(name)->type; }
    TensorIOMode getTensorIOMode(char const* name) const noexcept override { return find(name)->input ? TensorIOMode::kINPUT : TensorIOMode::kOUTPUT; }
    TensorLocation getTensorLocation(char const*) const noexcept override { return TensorLocation::kDEVICE; }
    TensorFormat getTensorFormat(char const*) const noexcept override { return TensorFormat::kLINEAR; }
    Dims getTensorShape(char const* name) const noexcept override { return find(name)->dims; }
    Dims getProfileShape(char const* name, int32_t, OptProfileSelector which) const noexcept override
    {
        Dims dims = find(name)->dims;
        if (dims.d[0] < 0)
            dims.d[0] = which == OptProfileSelector::kMIN ? plan.min : which == OptProfileSelector::kMAX ? plan.max : plan.opt;
        auto const sides = open_sides(plan.model);
        for (int side = 1; side < dims.nbDims; ++side)
            if (dims.d[side] < 0)
                dims.d[side] = sides[which == OptProfileSelector::kMIN ? 0 : which == OptProfileSelector::kMAX ? 2 : 1];
        return dims;
    }
    long getDeviceMemorySizeV2() const noexcept override { return 4096; }
    IExecutionContext* createExecutionContext(ExecutionContextAllocationStrategy) noexcept override
    {
        auto* face = new FaceIExecutionContext<Context>;
        face->implementation.plan = plan;
        face->implementation.batch = plan.dynamic() ? 0 : 1;
        return face;
    }
    IEngineInspector* createEngineInspector() const noexcept override
    {
        auto* face = new FaceIEngineInspector<Inspector>;
        face->implementation.plan = plan;
        return face;
    }
};

struct Runtime : RecordIRuntime
{
    using RecordIRuntime::deserializeCudaEngine;
    ICudaEngine* deserializeCudaEngine(void const* bytes, size_t size) noexcept override
    {
        auto* face = new FaceICudaEngine<Engine>;
        auto& engine = face->implementation;
        if (!engine.plan.read(std::string((char const*) bytes, size)) || size < 512)
        {
            say(ILogger::Severity::kERROR, "IRuntime::deserializeCudaEngine: Error Code 1: Serialization (Serialization assertion magicTagRead == kMAGIC_TAG failed. Magic tag does not match)");
            delete face;
            return nullptr;
        }
        if (engine.plan.version != "10.6.0")
        {
            say(ILogger::Severity::kERROR, "IRuntime::deserializeCudaEngine: Error Code 1: Serialization (Version tag does not match)");
            delete face;
            return nullptr;
        }
        engine.all = tensors(engine.plan);
        return face;
    }
};

struct Network : RecordINetworkDefinition
{
    std::string model;
    int32_t getNbInputs() const noexcept override { return 1; }
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t getNbLayers() const noexcept override { return 0; }
};

struct Cache : RecordITimingCache
{
    mutable std::string bytes;
    IHostMemory* serialize() const noexcept override { return memory(bytes + "+"); }
};

struct Profile : RecordIOptimizationProfile
{
    int64_t batch[3]{1, 1, 1};
    bool setDimensions(char const*, OptProfileSelector which, Dims const& dims) noexcept override
    {
        batch[int(which)] = dims.d[0];
        return true;
    }
};

struct Config : RecordIBuilderConfig
{
    std::map<int, bool> flags;
    Profile const* profile{};
    IProgressMonitor* monitor{};
    size_t workspace{};
    void setFlag(BuilderFlag flag) noexcept override { flags[int(flag)] = true; }
    void clearFlag(BuilderFlag flag) noexcept override { flags[int(flag)] = false; }
    void setMemoryPoolLimit(MemoryPoolType, size_t size) noexcept override { workspace = size; }
    void setBuilderOptimizationLevel(int32_t) noexcept override {}
    void setProfilingVerbosity(ProfilingVerbosity) noexcept override {}
    void setProgressMonitor(IProgressMonitor* given) noexcept override { monitor = given; }
    int32_t addOptimizationProfile(IOptimizationProfile const* given) noexcept override;
    ITimingCache* createTimingCache(void const* blob, size_t size) const noexcept override
    {
        auto* face = new FaceITimingCache<Cache>;
        face->implementation.bytes.assign((char const*) blob, size);
        return face;
    }
    bool setTimingCache(ITimingCache const&, bool) noexcept override { return true; }
};

int32_t Config::addOptimizationProfile(IOptimizationProfile const* given) noexcept
{
    profile = &static_cast<FaceIOptimizationProfile<Profile> const*>(given)->implementation;
    return 0;
}

struct Builder : RecordIBuilder
{
    FaceIOptimizationProfile<Profile> profile;
    IBuilderConfig* createBuilderConfig() noexcept override { return new FaceIBuilderConfig<Config>; }
    INetworkDefinition* createNetworkV2(uint32_t) noexcept override { return new FaceINetworkDefinition<Network>; }
    IOptimizationProfile* createOptimizationProfile() noexcept override { return &profile; }
    IHostMemory* buildSerializedNetwork(INetworkDefinition& network, IBuilderConfig& config) noexcept override
    {
        auto const& model = static_cast<FaceINetworkDefinition<Network>&>(network).implementation.model;
        auto& given = static_cast<FaceIBuilderConfig<Config>&>(config).implementation;
        bool go_on = true;
        if (given.monitor)
        {
            given.monitor->phaseStart("Building Engine", nullptr, 3);
            for (int i = 0; i < 3 && go_on; ++i)
            {
                given.monitor->phaseStart("Timing", "Building Engine", 4);
                for (int k = 0; k < 4 && go_on; ++k)
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
        if (std::getenv("FAKE_TENSORRT_OOM"))
        {
            say(ILogger::Severity::kERROR, "Error Code 2: OutOfMemory (Requested size was 4294967296 bytes.)");
            return nullptr;
        }
        Plan plan;
        plan.model = model;
        plan.half = given.flags[int(BuilderFlag::kFP16)];
        if (given.profile)
            plan.min = given.profile->batch[0], plan.opt = given.profile->batch[1], plan.max = given.profile->batch[2];
        return memory(plan.text());
    }
};

struct Problem : RecordIParserError
{
    nvonnxparser::ErrorCode code() const noexcept override { return nvonnxparser::ErrorCode::kUNSUPPORTED_NODE; }
    char const* desc() const noexcept override { return "No importer registered for op: FoldSpace"; }
    char const* file() const noexcept override { return "ModelImporter.cpp"; }
    char const* func() const noexcept override { return "parseNode"; }
    char const* nodeName() const noexcept override { return "fold_first"; }
    char const* nodeOperator() const noexcept override { return "FoldSpace"; }
    int32_t line() const noexcept override { return 42; }
    int32_t node() const noexcept override { return 0; }
};

struct Parser : RecordIParser
{
    FaceINetworkDefinition<Network>* network{};
    Problem problem;
    int errors{};
    ~Parser() override {}
    bool parseFromFile(char const* path, int) noexcept override
    {
        std::string name = path;
        name = name.substr(name.find_last_of('/') + 1);
        network->implementation.model = name.substr(0, name.find('.'));
        errors = network->implementation.model == "unsupported";
        return errors == 0;
    }
    bool supportsOperator(char const* name) const noexcept override { return std::strcmp(name, "FoldSpace") && std::strcmp(name, "BendTime"); }
    int32_t getNbErrors() const noexcept override { return errors; }
    nvonnxparser::IParserError const* getError(int32_t) const noexcept override { return &problem; }
    void clearErrors() noexcept override { errors = 0; }
};
}

EXPORT void* createInferRuntime_INTERNAL(void* given, int32_t) noexcept
{
    logger = static_cast<ILogger*>(given);
    return static_cast<IRuntime*>(new FaceIRuntime<Runtime>);
}
EXPORT void* createInferBuilder_INTERNAL(void* given, int32_t) noexcept
{
    logger = static_cast<ILogger*>(given);
    return static_cast<IBuilder*>(new FaceIBuilder<Builder>);
}
EXPORT int32_t getInferLibVersion() noexcept { return 100600; }
EXPORT int32_t getInferLibBuildVersion() noexcept { return 26; }
EXPORT int32_t getNvOnnxParserVersion() noexcept { return 100; }
EXPORT void* createNvOnnxParser_INTERNAL(void* network, void*, int) noexcept
{
    auto* parser = new Parser;
    parser->network = static_cast<FaceINetworkDefinition<Network>*>(static_cast<INetworkDefinition*>(network));
    return static_cast<nvonnxparser::IParser*>(parser);
}
