// A stand-in for NVIDIA's driver that is as late as a GPU may be: work queued on a stream runs when something waits for it, not before.
// So what is read too early is not there yet, what is freed too early is used afterwards and noticed, and order between streams is
// there only where events make it.
//
// Device memory is host memory. Every access is checked against what is allocated; a violation ends the process with "FAKE GPU:" and the
// reason. Captures refuse what CUDA's refuse.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace
{
enum Code { OK = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NO_BINARY = 209, INVALID_HANDLE = 400, NOT_FOUND = 500, NOT_READY = 600,
    CAPTURE_UNSUPPORTED = 900, CAPTURE_INVALIDATED = 901, CAPTURE_ISOLATION = 905 };

using Work = std::function<void()>;

[[noreturn]] void violation(std::string const& text)
{
    std::fprintf(stderr, "FAKE GPU: %s\n", text.c_str());
    std::abort();
}

// A node as cuGraphNodeGetType and cuGraphMemcpyNodeGetParams tell it: 0 is a kernel, 1 a copy between kinds of memory (1 host, 2 device), 2 a
// memset; what is less is no node.
struct Node { int type = 0; unsigned from = 0, to = 0; size_t bytes = 0; };

struct Graph { std::vector<Work> work; std::vector<Node> nodes; };

struct Stream
{
    std::deque<Work> queue;
    uint64_t pushed = 0, done = 0;
    std::unique_ptr<Graph> capture;
    size_t captures = 0;
    bool broken = false;

    void run_to(uint64_t target)
    {
        while (done < target && !queue.empty())
        {
            Work work = std::move(queue.front());
            queue.pop_front();
            ++done;
            work();
        }
    }
};

struct Event
{
    Stream* stream = nullptr;
    uint64_t at = 0;
    bool captured = false;
};

std::recursive_mutex lock_;
std::map<uintptr_t, size_t> device, pinned;
std::vector<Stream*> streams;
size_t allocated = 0, allocations = 0;
size_t const TOTAL = size_t(1) << 30;
// How often a program called what, and bytes that went to the host, by whichever way.
std::map<std::string, size_t> calls;
size_t bytes_to_host = 0;
thread_local void* current = nullptr;

using Guard = std::lock_guard<std::recursive_mutex>;

bool inside(std::map<uintptr_t, size_t> const& regions, uintptr_t address, size_t bytes)
{
    auto region = regions.upper_bound(address);
    if (region == regions.begin())
        return false;
    --region;
    return address + bytes <= region->first + region->second;
}

void check(uintptr_t address, size_t bytes, char const* what)
{
    if (bytes && !inside(device, address, bytes))
        violation(std::string(what) + " of device memory that is not allocated");
}

// Host memory may be anything, but pinned memory that was freed must not be touched: freed blocks are remembered.
std::map<uintptr_t, size_t> freed_pinned;

void check_host(void const* address, size_t bytes, char const* what)
{
    if (bytes && inside(freed_pinned, uintptr_t(address), bytes))
        violation(std::string(what) + " of pinned memory that was freed");
}

int push(Stream* stream, Work work, Node node = {})
{
    if (!stream)
        violation("the default stream was used");
    if (stream->capture)
    {
        stream->capture->work.push_back(std::move(work));
        if (node.type >= 0)
            stream->capture->nodes.push_back(node);
        return OK;
    }
    stream->queue.push_back(std::move(work));
    ++stream->pushed;
    return OK;
}

int wait(Stream* stream, uint64_t target)
{
    if (stream->capture)
    {
        stream->broken = true;
        return CAPTURE_UNSUPPORTED;
    }
    stream->run_to(target);
    return OK;
}
}

EXPORT int fake_gpu_push(void* stream, void (*function)(void*), void* data)
{
    Guard guard(lock_);
    return push(static_cast<Stream*>(stream), [=] { function(data); });
}
EXPORT void fake_gpu_check(void const* address, size_t bytes)
{
    Guard guard(lock_);
    check(uintptr_t(address), bytes, "use by an engine");
}
EXPORT size_t fake_gpu_calls(char const* function) { Guard guard(lock_); return calls[function]; }
EXPORT size_t fake_gpu_captures(void* stream) { Guard guard(lock_); return static_cast<Stream*>(stream)->captures; }
EXPORT size_t fake_gpu_bytes_to_host() { Guard guard(lock_); return bytes_to_host; }
EXPORT size_t fake_gpu_allocated() { Guard guard(lock_); return allocated; }
EXPORT size_t fake_gpu_allocations() { Guard guard(lock_); return allocations; }
EXPORT size_t fake_gpu_pinned() { Guard guard(lock_); return pinned.size(); }

EXPORT int cuInit(unsigned) { return std::getenv("FAKE_GPU_INIT") ? std::atoi(std::getenv("FAKE_GPU_INIT")) : OK; }
EXPORT int cuDriverGetVersion(int* version) { *version = 12060; return OK; }
EXPORT int cuDeviceGetCount(int* count) { *count = 2; return OK; }
EXPORT int cuDeviceGet(int* device, int ordinal) { *device = ordinal; return OK; }
EXPORT int cuDeviceGetName(char* name, int size, int) { std::snprintf(name, size, "Late GPU"); return OK; }
EXPORT int cuDeviceGetAttribute(int* value, int attribute, int)
{
    // 75, 76: compute capability; 115: memory pools.
    *value = attribute == 75 ? 8 : attribute == 76 ? 7 : attribute == 115 ? 1 : 0;
    return OK;
}
EXPORT int cuDevicePrimaryCtxRetain(void** context, int device) { *context = (void*) (uintptr_t) (0x51 + device); return OK; }
EXPORT int cuDevicePrimaryCtxRelease_v2(int) { return OK; }
EXPORT int cuCtxGetCurrent(void** context) { *context = current; return OK; }
EXPORT int cuCtxSetCurrent(void* context) { current = context; return OK; }
EXPORT int cuCtxSynchronize()
{
    Guard guard(lock_);
    for (Stream* stream : streams)
        if (!stream->capture)
            stream->run_to(stream->pushed);
    return OK;
}
EXPORT int cuMemGetInfo_v2(size_t* free, size_t* total) { Guard guard(lock_); *free = TOTAL - allocated; *total = TOTAL; return OK; }
EXPORT int cuGetErrorName(int, char const** name) { *name = "an error"; return OK; }
EXPORT int cuGetErrorString(int, char const** text) { *text = "an error"; return OK; }

EXPORT int cuStreamCreate(void** stream, unsigned flags)
{
    Guard guard(lock_);
    if (flags != 1)
        violation("a stream that synchronises with the default stream");
    ++calls["cuStreamCreate"];
    streams.push_back(new Stream);
    *stream = streams.back();
    return OK;
}
EXPORT int cuStreamDestroy_v2(void* handle)
{
    Guard guard(lock_);
    // As CUDA does: work goes on. Here it is run at once, and the stream stays for events that name it.
    auto* stream = static_cast<Stream*>(handle);
    stream->run_to(stream->pushed);
    return OK;
}
EXPORT int cuStreamSynchronize(void* handle)
{
    Guard guard(lock_);
    ++calls["cuStreamSynchronize"];
    auto* stream = static_cast<Stream*>(handle);
    return wait(stream, stream->pushed);
}
EXPORT int cuStreamWaitEvent(void* handle, void* given, unsigned)
{
    Guard guard(lock_);
    ++calls["cuStreamWaitEvent"];
    auto* stream = static_cast<Stream*>(handle);
    Event event = *static_cast<Event*>(given);
    if (stream->capture && !event.captured)
    {
        stream->broken = true;
        return CAPTURE_ISOLATION;
    }
    if (!event.stream || event.stream == stream)
        return OK;
    return push(stream, [event] { event.stream->run_to(event.at); }, {-1});
}
EXPORT int cuEventCreate(void** event, unsigned)
{
    Guard guard(lock_);
    ++calls["cuEventCreate"];
    *event = new Event;
    return OK;
}
EXPORT int cuEventDestroy_v2(void* event) { Guard guard(lock_); delete static_cast<Event*>(event); return OK; }
EXPORT int cuEventRecord(void* given, void* handle)
{
    Guard guard(lock_);
    ++calls["cuEventRecord"];
    auto* stream = static_cast<Stream*>(handle);
    *static_cast<Event*>(given) = Event{stream, stream->pushed, bool(stream->capture)};
    return OK;
}
EXPORT int cuEventSynchronize(void* given)
{
    Guard guard(lock_);
    ++calls["cuEventSynchronize"];
    auto* event = static_cast<Event*>(given);
    return event->stream ? wait(event->stream, event->at) : OK;
}
EXPORT int cuEventQuery(void* given)
{
    Guard guard(lock_);
    auto* event = static_cast<Event*>(given);
    return !event->stream || event->stream->done >= event->at ? OK : NOT_READY;
}
EXPORT int cuEventElapsedTime(float* milliseconds, void*, void*) { *milliseconds = 0.25f; return OK; }

EXPORT int cuMemAllocAsync(uint64_t* address, size_t bytes, void* stream)
{
    Guard guard(lock_);
    ++calls["cuMemAllocAsync"];
    if (static_cast<Stream*>(stream)->capture)
        return CAPTURE_UNSUPPORTED;
    if (bytes > TOTAL - allocated)
        return OUT_OF_MEMORY;
    void* memory = std::aligned_alloc(512, (bytes / 512 + 1) * 512);
    std::memset(memory, 0xCD, bytes);
    device[uintptr_t(memory)] = bytes;
    allocated += bytes;
    ++allocations;
    *address = uint64_t(memory);
    return OK;
}
EXPORT int cuMemFreeAsync(uint64_t address, void* stream)
{
    Guard guard(lock_);
    return push(static_cast<Stream*>(stream), [address] {
        auto const region = device.find(address);
        if (region == device.end())
            violation("device memory was freed twice");
        allocated -= region->second;
        // Never given back to the system, so that late uses are noticed and not a crash.
        std::memset((void*) address, 0xDD, region->second);
        device.erase(region);
    });
}
EXPORT int cuMemHostAlloc(void** memory, size_t bytes, unsigned)
{
    Guard guard(lock_);
    ++calls["cuMemHostAlloc"];
    *memory = std::aligned_alloc(4096, (bytes / 4096 + 1) * 4096);
    pinned[uintptr_t(*memory)] = bytes;
    return OK;
}
EXPORT int cuMemHostGetDevicePointer_v2(uint64_t* address, void* memory, unsigned)
{
    Guard guard(lock_);
    *address = uint64_t(memory);
    return inside(pinned, uintptr_t(memory), 1) ? OK : INVALID_VALUE;
}
EXPORT int cuMemFreeHost(void* memory)
{
    Guard guard(lock_);
    auto const region = pinned.find(uintptr_t(memory));
    if (region == pinned.end())
        violation("pinned memory was freed twice");
    std::memset(memory, 0xDD, region->second);
    freed_pinned[region->first] = region->second;
    pinned.erase(region);
    return OK;
}
EXPORT int cuMemcpyHtoDAsync_v2(uint64_t target, void const* source, size_t bytes, void* stream)
{
    Guard guard(lock_);
    ++calls["cuMemcpyHtoDAsync"];
    // Pageable memory is staged before the call returns, pinned memory is read when the copy runs.
    std::shared_ptr<std::vector<char>> staged;
    if (!inside(pinned, uintptr_t(source), bytes))
        staged = std::make_shared<std::vector<char>>((char const*) source, (char const*) source + bytes);
    return push(static_cast<Stream*>(stream), [=] {
        check(target, bytes, "a write");
        check_host(source, bytes, "a read");
        std::memcpy((void*) target, staged ? staged->data() : source, bytes);
    }, {1, 1, 2, bytes});
}
EXPORT int cuMemcpyDtoHAsync_v2(void* target, uint64_t source, size_t bytes, void* stream)
{
    Guard guard(lock_);
    ++calls["cuMemcpyDtoHAsync"];
    return push(static_cast<Stream*>(stream), [=] {
        check(source, bytes, "a read");
        check_host(target, bytes, "a write");
        std::memcpy(target, (void const*) source, bytes);
        bytes_to_host += bytes;
    }, {1, 2, 1, bytes});
}
EXPORT int cuMemcpyDtoDAsync_v2(uint64_t target, uint64_t source, size_t bytes, void* stream)
{
    Guard guard(lock_);
    ++calls["cuMemcpyDtoDAsync"];
    return push(static_cast<Stream*>(stream), [=] {
        check(source, bytes, "a read");
        check(target, bytes, "a write");
        std::memcpy((void*) target, (void const*) source, bytes);
    }, {1, 2, 2, bytes});
}
EXPORT int cuMemsetD8Async(uint64_t target, unsigned char value, size_t bytes, void* stream)
{
    Guard guard(lock_);
    return push(static_cast<Stream*>(stream), [=] {
        check(target, bytes, "a write");
        std::memset((void*) target, value, bytes);
    }, {2});
}
EXPORT int cuPointerGetAttribute(void* value, int, uint64_t address)
{
    Guard guard(lock_);
    if (!inside(device, address, 1))
        return INVALID_VALUE;
    *static_cast<int*>(value) = 0;
    return OK;
}

EXPORT int cuStreamBeginCapture_v2(void* handle, int mode)
{
    Guard guard(lock_);
    if (mode != 1)
        violation("a capture that is not thread-local");
    auto* stream = static_cast<Stream*>(handle);
    stream->capture = std::make_unique<Graph>();
    ++stream->captures;
    stream->broken = false;
    return OK;
}
EXPORT int cuStreamEndCapture(void* handle, void** graph)
{
    Guard guard(lock_);
    auto* stream = static_cast<Stream*>(handle);
    *graph = nullptr;
    if (!stream->capture)
        return INVALID_VALUE;
    auto captured = std::move(stream->capture);
    if (stream->broken)
        return CAPTURE_INVALIDATED;
    *graph = captured.release();
    return OK;
}
EXPORT int cuStreamIsCapturing(void* handle, int* status) { *status = bool(static_cast<Stream*>(handle)->capture); return OK; }
EXPORT int cuGraphInstantiateWithFlags(void** executable, void* graph, unsigned long long)
{
    *executable = new Graph(*static_cast<Graph*>(graph));
    return OK;
}
EXPORT int cuGraphUpload(void*, void*) { return OK; }
EXPORT int cuGraphLaunch(void* executable, void* handle)
{
    Guard guard(lock_);
    ++calls["cuGraphLaunch"];
    auto* stream = static_cast<Stream*>(handle);
    for (Work const& work : static_cast<Graph*>(executable)->work)
        push(stream, work);
    return OK;
}
EXPORT int cuGraphGetNodes(void* given, void** nodes, size_t* count)
{
    Guard guard(lock_);
    auto& all = static_cast<Graph*>(given)->nodes;
    for (size_t i = 0; nodes && i < all.size() && i < *count; ++i)
        nodes[i] = &all[i];
    *count = all.size();
    return OK;
}
EXPORT int cuGraphNodeGetType(void* node, int* type) { *type = static_cast<Node*>(node)->type; return OK; }
EXPORT int cuGraphMemcpyNodeGetParams(void* given, void* parameters)
{
    // CUDA_MEMCPY3D: the kinds of memory are 32 bytes into its two halves of 88 bytes, the sides come last.
    auto const& node = *static_cast<Node*>(given);
    std::memset(parameters, 0, 200);
    std::memcpy((char*) parameters + 32, &node.from, 4);
    std::memcpy((char*) parameters + 88 + 32, &node.to, 4);
    size_t const sides[]{node.bytes, 1, 1};
    std::memcpy((char*) parameters + 176, sides, sizeof sides);
    return OK;
}
EXPORT int cuGraphDestroy(void* graph) { Guard guard(lock_); delete static_cast<Graph*>(graph); return OK; }
EXPORT int cuGraphExecDestroy(void* graph) { Guard guard(lock_); delete static_cast<Graph*>(graph); return OK; }

// One kernel is known: nonfinite_f32 of kernels/finite.cu.
EXPORT int cuModuleLoadData(void** module, void const*) { *module = (void*) 0x88; return OK; }
EXPORT int cuModuleUnload(void*) { return OK; }
EXPORT int cuModuleGetFunction(void** function, void*, char const* name)
{
    *function = std::strncmp(name, "nonfinite_", 10) ? nullptr : (void*) 0x99;
    return *function ? OK : NOT_FOUND;
}
EXPORT int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void* stream, void** arguments, void**)
{
    Guard guard(lock_);
    ++calls["cuLaunchKernel"];
    auto const values = *static_cast<uint64_t*>(arguments[0]), len = *static_cast<uint64_t*>(arguments[1]);
    auto const counter = *static_cast<uint64_t*>(arguments[2]);
    return push(static_cast<Stream*>(stream), [=] {
        check(values, len * 4, "a read");
        check(counter, 4, "a write");
        for (uint64_t i = 0; i < len; ++i)
            *(uint32_t*) counter += (((uint32_t const*) values)[i] & 0x7f800000u) == 0x7f800000u;
    });
}
EXPORT int cuOccupancyAvailableDynamicSMemPerBlock(size_t*, void*, int, int) { return OK; }
EXPORT int cuFuncGetAttribute(int* value, int, void*) { *value = 0; return OK; }
EXPORT int cuFuncSetAttribute(void*, int, int) { return OK; }
EXPORT int cuDeviceGetUuid_v2(char* uuid, int) { std::memset(uuid, 7, 16); return OK; }
EXPORT int cuDeviceTotalMem_v2(size_t* bytes, int) { *bytes = TOTAL; return OK; }
EXPORT int cuDeviceGetDefaultMemPool(void** pool, int) { *pool = (void*) 0x66; return OK; }
EXPORT int cuMemPoolSetAttribute(void*, int, void*) { return OK; }
