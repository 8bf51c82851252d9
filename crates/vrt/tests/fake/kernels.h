// The stand-in driver of `cuda.cpp` with kernels that really run, thread by thread on the CPU. A crate's `driver.cpp` includes this, then its
// own kernels each in a namespace, and adds them: `bool const added = add({KERNEL("decode", decoding::decode), ...});`. This crate's are in it.
#pragma once
#define cuModuleGetFunction one_function
#define cuLaunchKernel one_kernel
#define cuDeviceGetAttribute few_attributes
#include "cuda.cpp"
#undef cuModuleGetFunction
#undef cuLaunchKernel
#undef cuDeviceGetAttribute

#include "emulator.h"

namespace preprocess
{
#include "preprocess.cu"
}
namespace words
{
#include "words.cu"
}

namespace
{
// A copy of a launch's arguments, each as large as its type.
struct Launch
{
    std::vector<std::shared_ptr<void>> arguments;
};
Launch const* launch;

template <typename> struct Known;
template <typename... A> struct Known<void (*)(A...)>
{
    static Launch copy(void** arguments)
    {
        Launch all;
        size_t i = 0;
        ((all.arguments.push_back(std::make_shared<A>(*static_cast<A*>(arguments[i]))), ++i), ...);
        return all;
    }
    template <size_t... I> static void call(void (*kernel)(A...), std::index_sequence<I...>)
    {
        kernel(*static_cast<A*>(launch->arguments[I].get())...);
    }
};

struct Function
{
    char const* name;
    Launch (*copy)(void**);
    void (*body)();
};

template <auto KERNEL> struct Body;
template <typename... A, void (*KERNEL)(A...)> struct Body<KERNEL>
{
    static void run() { Known<void (*)(A...)>::call(KERNEL, std::index_sequence_for<A...>{}); }
};

#define KERNEL(name, function) Function{name, &Known<decltype(&function)>::copy, &Body<&function>::run}

// All kernels; complete when the library is loaded.
std::vector<Function> functions = {
    KERNEL("copy_words", words::copy_words),
    KERNEL("preprocess_bilinear", preprocess::preprocess_bilinear),
    KERNEL("preprocess_antialias", preprocess::preprocess_antialias),
    KERNEL("preprocess_cubic", preprocess::preprocess_cubic),
    KERNEL("preprocess_area_cubic", preprocess::preprocess_area_cubic),
};

// Adds a crate's own.
bool add(std::initializer_list<Function> more)
{
    functions.insert(functions.end(), more);
    return true;
}
}

EXPORT int cuDeviceGetAttribute(int* value, int attribute, int device)
{
    // 16: multiprocessors.
    if (attribute != 16)
        return few_attributes(value, attribute, device);
    *value = 1;
    return OK;
}
EXPORT int cuModuleGetFunction(void** function, void* module, char const* name)
{
    for (Function& known : functions)
        if (!std::strcmp(known.name, name))
        {
            *function = &known;
            return OK;
        }
    return one_function(function, module, name);
}
EXPORT int cuLaunchKernel(void* handle, unsigned x, unsigned y, unsigned z, unsigned tx, unsigned ty, unsigned tz, unsigned shared,
    void* stream, void** arguments, void** extra)
{
    Guard guard(lock_);
    ++calls["cuLaunchKernel"];
    auto const* function = static_cast<Function const*>(handle);
    if (function < functions.data() || function >= functions.data() + functions.size())
        return one_kernel(handle, x, y, z, tx, ty, tz, shared, stream, arguments, extra);
    auto copy = std::make_shared<Launch>(function->copy(arguments));
    return push(static_cast<Stream*>(stream), [=] {
        launch = copy.get();
        emulator::run({x, y, z}, {tx, ty, tz}, function->body);
    });
}
