// TensorRT from C++ with nothing around it: what a session of vrt is measured against.
//
//   g++ -O2 -std=c++17 bare.cpp -I TENSORRT/include -I CUDA/include -L TENSORRT/lib -L CUDA/lib64 -lnvinfer -lcudart -o bare
//   bare ENGINE SECONDS
//
// Prints one line of JSON: host times in microseconds of an enqueue alone, of an enqueue until the GPU is idle, and of the launch of a
// captured graph until the GPU is idle. Inputs are zeros, dynamic sides are those the profile is tuned for.
#include <NvInfer.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using Clock = std::chrono::steady_clock;

struct Logger : nvinfer1::ILogger {
    void log(Severity severity, const char* text) noexcept override {
        if (severity <= Severity::kERROR) std::fprintf(stderr, "TensorRT: %s\n", text);
    }
};

static void check(cudaError_t error, const char* doing) {
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", doing, cudaGetErrorString(error));
        std::exit(1);
    }
}

static void check(bool done, const char* doing) {
    if (!done) {
        std::fprintf(stderr, "%s failed\n", doing);
        std::exit(1);
    }
}

static size_t bytes_of(nvinfer1::DataType type) {
    switch (type) {
        case nvinfer1::DataType::kINT64: return 8;
        case nvinfer1::DataType::kFLOAT:
        case nvinfer1::DataType::kINT32: return 4;
        case nvinfer1::DataType::kHALF:
        case nvinfer1::DataType::kBF16: return 2;
        default: return 1;
    }
}

// Calls `run` for some seconds and returns the time that each call took, in microseconds.
template <class Run>
static std::vector<double> times(double seconds, Run run) {
    std::vector<double> all;
    const auto begun = Clock::now();
    do {
        all.push_back(run());
    } while (std::chrono::duration<double>(Clock::now() - begun).count() < seconds);
    std::sort(all.begin(), all.end());
    return all;
}

static double since(Clock::time_point from) { return std::chrono::duration<double, std::micro>(Clock::now() - from).count(); }

static void print(const char* name, const std::vector<double>& sorted, const char* end) {
    const auto at = [&](double share) { return sorted[std::min(sorted.size() - 1, size_t(sorted.size() * share))]; };
    std::printf("\"%s\": {\"median_us\": %.3f, \"p99_us\": %.3f, \"min_us\": %.3f, \"runs\": %zu}%s", name, at(0.5), at(0.99), at(0.0),
        sorted.size(), end);
}

int main(int count, char** arguments) {
    if (count != 3) {
        std::fprintf(stderr, "usage: bare ENGINE SECONDS\n");
        return 2;
    }
    std::ifstream file(arguments[1], std::ios::binary);
    const std::vector<char> plan((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const double seconds = std::atof(arguments[2]);
    check(!plan.empty(), "reading the engine");

    Logger logger;
    nvinfer1::IRuntime* runtime = nvinfer1::createInferRuntime(logger);
    check(runtime != nullptr, "creating the runtime");
    nvinfer1::ICudaEngine* engine = runtime->deserializeCudaEngine(plan.data(), plan.size());
    check(engine != nullptr, "loading the engine");
    nvinfer1::IExecutionContext* context = engine->createExecutionContext();
    check(context != nullptr, "creating the context");
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "creating the stream");
    for (int i = 0; i < engine->getNbIOTensors(); ++i) {
        const char* name = engine->getIOTensorName(i);
        if (engine->getTensorIOMode(name) == nvinfer1::TensorIOMode::kINPUT) {
            check(context->setInputShape(name, engine->getProfileShape(name, 0, nvinfer1::OptProfileSelector::kOPT)), "setting a shape");
        }
    }
    for (int i = 0; i < engine->getNbIOTensors(); ++i) {
        const char* name = engine->getIOTensorName(i);
        const nvinfer1::Dims shape = context->getTensorShape(name);
        size_t bytes = bytes_of(engine->getTensorDataType(name));
        for (int d = 0; d < shape.nbDims; ++d) bytes *= size_t(shape.d[d]);
        void* memory = nullptr;
        check(cudaMalloc(&memory, bytes), "allocating a tensor");
        check(cudaMemset(memory, 0, bytes), "clearing a tensor");
        check(context->setTensorAddress(name, memory), "binding a tensor");
    }
    check(cudaDeviceSynchronize(), "clearing the tensors");

    for (int i = 0; i < 20; ++i) check(context->enqueueV3(stream), "enqueueing");
    check(cudaStreamSynchronize(stream), "warming up");
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "starting a capture");
    check(context->enqueueV3(stream), "capturing");
    check(cudaStreamEndCapture(stream, &graph), "ending a capture");
    check(cudaGraphInstantiate(&replay, graph, 0), "making the graph");
    for (int i = 0; i < 20; ++i) check(cudaGraphLaunch(replay, stream), "launching");
    check(cudaStreamSynchronize(stream), "warming up the graph");

    const auto call = times(seconds, [&] {
        const auto from = Clock::now();
        check(context->enqueueV3(stream), "enqueueing");
        const double took = since(from);
        check(cudaStreamSynchronize(stream), "waiting");
        return took;
    });
    const auto whole = times(seconds, [&] {
        const auto from = Clock::now();
        check(context->enqueueV3(stream), "enqueueing");
        check(cudaStreamSynchronize(stream), "waiting");
        return since(from);
    });
    const auto graphs = times(seconds, [&] {
        const auto from = Clock::now();
        check(cudaGraphLaunch(replay, stream), "launching");
        check(cudaStreamSynchronize(stream), "waiting");
        return since(from);
    });
    std::printf("{");
    print("enqueue_call", call, ", ");
    print("enqueue", whole, ", ");
    print("graph", graphs, "}\n");
    return 0;
}
