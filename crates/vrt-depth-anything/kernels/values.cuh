// What the kernels of this crate share: put before each of their sources.

typedef unsigned long long u64;

#define ALL 0xffffffffu
#define NONE 0x7fc00000u // a NaN: the value of a pixel that does not count
#define PERCENTS 16      // most percentiles at once

// What select.cu and positions.cu find of one object.
struct Measured {
    unsigned area, valid;
    float value[PERCENTS];
    float centroid[3], extent[3];
};

// statistics::Key, shifted to be unsigned: integers of the same order as the values.
__device__ __forceinline__ unsigned key_of(float value) {
    const unsigned bits = __float_as_uint(value);
    return bits ^ ((unsigned)((int)bits >> 31) | 0x80000000u);
}

__device__ __forceinline__ float value_of(unsigned key) {
    return __uint_as_float(key ^ (key >> 31 ? 0x80000000u : 0xffffffffu));
}

struct Tap { unsigned lower, upper; float lower_weight, upper_weight; };

// vrt::resample::LinearAxis, with its `scale`.
__device__ __forceinline__ Tap linear_tap(unsigned i, unsigned from, unsigned to, float scale, unsigned corners) {
    if (from == to) {
        return Tap{i, i, 1.0f, 0.0f};
    }
    float position = corners ? scale * (float)i : fmaxf(__fmaf_rn(scale, (float)i + 0.5f, -0.5f), 0.0f);
    unsigned lower = min((unsigned)position, from - 1);
    float upper_weight = fminf(fmaxf(position - (float)lower, 0.0f), 1.0f);
    return Tap{lower, min(lower + 1, from - 1), 1.0f - upper_weight, upper_weight};
}

__device__ __forceinline__ float axis_scale(unsigned from, unsigned to, unsigned corners) {
    return !corners ? (float)from / (float)to : to > 1 ? (float)(from - 1) / (float)(to - 1) : 0.0f;
}

// LinearTap::mix
__device__ __forceinline__ float mix(float lower, float upper, const Tap& tap) {
    return __fmaf_rn(lower, tap.lower_weight, upper * tap.upper_weight);
}

// What is asked of maps and masks, written by the host. Objects are the masks, or without masks the maps themselves.
struct Job {
    u64 values;          // address of the first map
    u64 value_stride;    // values from one object's map to the next; 0 with masks
    u64 masks;           // address of the first mask's 32-bit words, in rows of whole 64-bit words; 0: every pixel counts
    u64 mask_stride;     // words from one mask to the next
    u64 scores;          // address of maps like the values': pixels with at least `threshold` there don't count; 0: all do
    u64 view;            // address of x/z of each column, then y/z of each row; 0: no positions are wanted
    u64 count;           // address of how many of the objects there are; 0: all
    unsigned objects;
    unsigned map_width, map_height;
    unsigned width, height;   // of the masks; the maps are resampled to it
    unsigned corners;         // how: see linear_tap
    unsigned low, high;       // the least and largest key of a valid value
    float threshold;
    unsigned percents;
    double share[PERCENTS];   // of 1, each percentile's
};

__device__ __forceinline__ unsigned objects_of(const Job& job) {
    return job.count != 0 ? min(*(const unsigned*)job.count, job.objects) : job.objects;
}

// The map under an object.
struct Map {
    const float* values;
    bool plain;          // of the masks' size, and all pixels count
};

__device__ __forceinline__ Map map_of(const Job& job, unsigned object) {
    const bool same = job.map_width == job.width && job.map_height == job.height;
    return Map{(const float*)job.values + object * job.value_stride, same && job.scores == 0};
}

// The values of `N` pixels of row y of pictures `width` wide: those for which `wanted` says so, in flight at once. Others and those that don't
// count by their score are NaN.
template <unsigned N, typename Column, typename Wanted>
__device__ __forceinline__ void load_values(
    const Job& job, const Map& map, unsigned width, unsigned y, Column column_of, Wanted wanted, float (&values)[N]) {
    const float none = __uint_as_float(NONE);
    if (map.plain) {
        const float* row = map.values + (u64)y * width;
#pragma unroll
        for (unsigned k = 0; k < N; ++k) {
            values[k] = none;
            if (wanted(k)) {
                values[k] = __ldg(row + column_of(k));
            }
        }
        return;
    }
    const unsigned from = job.map_width, corners = job.corners;
    const float* scores = job.scores ? (const float*)job.scores + (map.values - (const float*)job.values) : nullptr;
    const float threshold = job.threshold, across = axis_scale(from, width, corners);
    const Tap line = linear_tap(y, job.map_height, job.height, axis_scale(job.map_height, job.height, corners), corners);
    const u64 upper = (u64)line.lower * from, lower = (u64)line.upper * from;
#pragma unroll
    for (unsigned k = 0; k < N; ++k) {
        values[k] = none;
        if (!wanted(k)) {
            continue;
        }
        const Tap column = linear_tap(column_of(k), from, width, across, corners);
        if (scores == nullptr) {
            const float* above = map.values + upper;
            const float* below = map.values + lower;
            values[k] = mix(mix(__ldg(above + column.lower), __ldg(above + column.upper), column),
                mix(__ldg(below + column.lower), __ldg(below + column.upper), column), line);
        } else if (!(__ldg(scores + upper + column.lower) >= threshold)) {
            // Scores are beside values of whole maps, of the same size.
            values[k] = __ldg(map.values + upper + column.lower);
        }
    }
}

// The key of a value that counts, from the least to the largest one; otherwise 0, which is none's.
__device__ __forceinline__ unsigned counting_key(float value, unsigned low, unsigned high) {
    const unsigned key = key_of(value);
    return key - low <= high - low ? key : 0;
}

// Orders what this thread, and those that it waited for, wrote and read before with what it writes and reads after, for the whole GPU.
__device__ __forceinline__ void fence() {
#ifdef __CUDA_ARCH__
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#else
    __threadfence();
#endif
}

// Whether this block is the last of `blocks` that get here; it then sees what the others wrote. `ended` is 0 before, and left so.
__device__ __forceinline__ bool ends_last(unsigned* ended, unsigned blocks) {
    __shared__ unsigned last;
    __syncthreads();
    if (threadIdx.x == 0) {
        // For all threads: those before are ordered by the barrier, those after by the next.
        fence();
        last = atomicAdd(ended, 1u) == blocks - 1;
        if (last != 0) {
            fence();
            *ended = 0;
        }
    }
    __syncthreads();
    return last != 0;
}

// The least and largest of all lanes.
__device__ __forceinline__ void range_of_lanes(unsigned* low, unsigned* high) {
#pragma unroll
    for (unsigned step = 16; step > 0; step /= 2) {
        *low = min(*low, __shfl_xor_sync(ALL, *low, step));
        *high = max(*high, __shfl_xor_sync(ALL, *high, step));
    }
}

// The sum of all lanes'.
__device__ __forceinline__ unsigned add_lanes(unsigned value) {
#pragma unroll
    for (unsigned step = 16; step > 0; step /= 2) {
        value += __shfl_xor_sync(ALL, value, step);
    }
    return value;
}

// The sum of this lane's and all before it.
__device__ __forceinline__ unsigned add_up_to_lane(unsigned value) {
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned step = 1; step < 32; step *= 2) {
        const unsigned other = __shfl_up_sync(ALL, value, step);
        value += lane >= step ? other : 0;
    }
    return value;
}
