// CUDA C++ on a CPU, as far as this crate's kernels need it: a block's threads are fibers, which take turns wherever the threads of a
// block or warp wait for each other. Blocks run on a few of the CPU's threads at once, so that those which work together do so here, too.
#pragma once
#include <atomic>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>
#include <ucontext.h>

namespace emulator
{
struct Dim { unsigned x = 1, y = 1, z = 1; };

struct Warp
{
    unsigned arrived = 0, generation = 0;
    unsigned long long values[2][32];
};

struct Fiber
{
    Dim thread;
    unsigned lane = 0;
    Warp* warp = nullptr;
    bool ended = false;
    std::jmp_buf here;
    ucontext_t context;
};

struct Block
{
    unsigned alive = 0, arrived = 0, generation = 0;
    int any[2] = {0, 0};
};

// One launch at a time: the stand-in driver holds its lock.
inline Dim grid, threads;
inline void (*body)();

// The block that a CPU's thread is at.
inline thread_local Dim block_at;
inline thread_local Block block;
inline thread_local Fiber* current;
inline thread_local std::jmp_buf scheduler;

inline void yield()
{
    Fiber* me = current;
    if (!_setjmp(me->here))
        _longjmp(scheduler, 1);
}

// All threads of the block that have not ended; returns whether any of them gave something but 0.
inline int sync_block(int value)
{
    unsigned const generation = block.generation;
    block.any[generation & 1] |= value;
    if (++block.arrived == block.alive)
    {
        block.arrived = 0;
        block.any[(generation + 1) & 1] = 0;
        ++block.generation;
    }
    while (block.generation == generation)
        yield();
    return block.any[generation & 1];
}

// All 32 lanes give a value, and see all 32.
inline unsigned long long const* sync_warp(unsigned mask, unsigned long long value)
{
    if (mask != 0xffffffffu)
        std::fprintf(stderr, "FAKE GPU: a warp function without all lanes\n"), std::abort();
    Warp& warp = *current->warp;
    unsigned const generation = warp.generation;
    warp.values[generation & 1][current->lane] = value;
    if (++warp.arrived == 32)
    {
        warp.arrived = 0;
        ++warp.generation;
    }
    while (warp.generation == generation)
        yield();
    return warp.values[generation & 1];
}

inline void enter()
{
    body();
    current->ended = true;
    --block.alive;
    _longjmp(scheduler, 1);
}

constexpr size_t STACK = 64 << 10;

constexpr unsigned AT_ONCE = 4;

// The fibers of one block, used again for the next.
struct Fibers
{
    std::vector<std::unique_ptr<char[]>> stacks;
    std::vector<Fiber> fibers;
    std::vector<Warp> warps;

    explicit Fibers(unsigned count) : fibers(count), warps(count / 32)
    {
        while (stacks.size() < count)
            stacks.emplace_back(new char[STACK]);
    }
    void run(Dim at)
    {
        unsigned const count = unsigned(fibers.size());
        block_at = at;
        block = Block{};
        block.alive = count;
        for (Warp& warp : warps)
            warp = Warp{};
        std::vector<char> begun(count, 0);
        for (unsigned i = 0; i < count; ++i)
        {
            Fiber& fiber = fibers[i];
            fiber.thread = Dim{i % threads.x, i / threads.x % threads.y, i / (threads.x * threads.y)};
            fiber.lane = i % 32;
            fiber.warp = &warps[i / 32];
            fiber.ended = false;
            getcontext(&fiber.context);
            fiber.context.uc_stack.ss_sp = stacks[i].get();
            fiber.context.uc_stack.ss_size = STACK;
            fiber.context.uc_link = nullptr;
            makecontext(&fiber.context, enter, 0);
        }
        while (block.alive)
            for (unsigned i = 0; i < count; ++i)
            {
                current = &fibers[i];
                if (current->ended)
                    continue;
                if (!_setjmp(scheduler))
                {
                    if (begun[i])
                        _longjmp(current->here, 1);
                    begun[i] = 1;
                    setcontext(&current->context);
                }
            }
    }
};

inline void run(Dim blocks, Dim shape, void (*function)())
{
    grid = blocks;
    threads = shape;
    body = function;
    unsigned const count = shape.x * shape.y * shape.z;
    if (count % 32)
        std::fprintf(stderr, "FAKE GPU: a block of %u threads\n", count), std::abort();
    uint64_t const all = uint64_t(blocks.x) * blocks.y * blocks.z;
    std::atomic<uint64_t> next{0};
    auto const work = [&] {
        Fibers fibers(count);
        for (uint64_t i; (i = next++) < all;)
            fibers.run(Dim{unsigned(i % blocks.x), unsigned(i / blocks.x % blocks.y), unsigned(i / (uint64_t(blocks.x) * blocks.y))});
    };
    std::vector<std::thread> others;
    while (others.size() + 1 < AT_ONCE && others.size() + 1 < all)
        others.emplace_back(work);
    work();
    for (std::thread& other : others)
        other.join();
}
}

#define __global__
#define __device__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __align__(bytes) alignas(bytes)
#define __shared__ static thread_local
#define threadIdx (emulator::current->thread)
#define blockIdx emulator::block_at
#define blockDim emulator::threads
#define gridDim emulator::grid

struct alignas(16) uint4 { unsigned x, y, z, w; };
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return uint4{x, y, z, w}; }
inline unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
inline void __nanosleep(unsigned) { std::this_thread::yield(); }
inline void __syncthreads() { emulator::sync_block(0); }
inline void __syncwarp() { emulator::sync_warp(0xffffffffu, 0); }
inline int __syncthreads_or(int value) { return emulator::sync_block(value != 0); }
inline void __threadfence() { std::atomic_thread_fence(std::memory_order_seq_cst); }
inline unsigned __ballot_sync(unsigned mask, bool value)
{
    auto const* values = emulator::sync_warp(mask, value);
    unsigned bits = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
        bits |= unsigned(values[lane] != 0) << lane;
    return bits;
}
inline int __any_sync(unsigned mask, bool value) { return __ballot_sync(mask, value) != 0; }
inline unsigned __match_any_sync(unsigned mask, unsigned value)
{
    auto const* values = emulator::sync_warp(mask, value);
    unsigned bits = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
        bits |= unsigned(values[lane] == value) << lane;
    return bits;
}
// Any type of at most eight bytes, by its bits.
template <typename T> T exchange(unsigned mask, T value, unsigned lane)
{
    unsigned long long bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    bits = emulator::sync_warp(mask, bits)[lane];
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
template <typename T> T __shfl_sync(unsigned mask, T value, unsigned lane) { return exchange(mask, value, lane % 32); }
template <typename T> T __shfl_xor_sync(unsigned mask, T value, unsigned step) { return exchange(mask, value, emulator::current->lane ^ step); }
template <typename T> T __shfl_up_sync(unsigned mask, T value, unsigned step)
{
    unsigned const lane = emulator::current->lane;
    return exchange(mask, value, lane >= step ? lane - step : lane);
}
inline int __popc(unsigned value) { return __builtin_popcount(value); }
inline float __fdividef(float a, float b) { return a / b; }
inline unsigned __umulhi(unsigned a, unsigned b) { return unsigned(uint64_t(a) * b >> 32); }
inline int __clz(unsigned value) { return value ? __builtin_clz(value) : 32; }
inline int __ffs(unsigned value) { return __builtin_ffs(int(value)); }
inline unsigned atomicAdd(unsigned* at, unsigned value) { return __atomic_fetch_add(at, value, __ATOMIC_RELAXED); }
inline unsigned atomicOr(unsigned* at, unsigned value) { return __atomic_fetch_or(at, value, __ATOMIC_RELAXED); }
inline unsigned atomicMin(unsigned* at, unsigned value)
{
    unsigned old = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (value < old && !__atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return old;
}
template <typename T> T __ldg(T const* at) { return *at; }
inline unsigned atomicMax(unsigned* at, unsigned value)
{
    unsigned old = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (value > old && !__atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return old;
}
template <typename T> T __ldcg(T const* at) { return *static_cast<T const volatile*>(at); }
inline uint4 __ldcg(uint4 const* at) { return make_uint4(__ldcg(&at->x), __ldcg(&at->y), __ldcg(&at->z), __ldcg(&at->w)); }
template <typename T> void __stcg(T* at, T value) { *at = value; }
template <typename To, typename From> To reinterpret(From from) { To to; std::memcpy(&to, &from, sizeof to); return to; }
inline unsigned __float_as_uint(float value) { return reinterpret<unsigned>(value); }
inline float __uint_as_float(unsigned value) { return reinterpret<float>(value); }
inline long long __double_as_longlong(double value) { return reinterpret<long long>(value); }
inline double __longlong_as_double(long long value) { return reinterpret<double>(value); }
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    unsigned long long const bytes = (unsigned long long)(y) << 32 | x;
    unsigned result = 0;
    for (unsigned at = 0; at < 4; ++at)
        result |= unsigned(bytes >> 8 * (selector >> 4 * at & 7) & 255) << 8 * at;
    return result;
}
inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
inline float __fmaf_rn(float a, float b, float c) { return std::fmaf(a, b, c); }
