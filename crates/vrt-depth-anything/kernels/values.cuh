// What the kernels of this crate share: put before each of their sources.

typedef unsigned long long u64;

#define ALL 0xffffffffu
#define PERCENTS 16      // most percentiles at once

// What select.cu and positions.cu find of one object.
struct Measured {
    unsigned area, valid;
    float value[PERCENTS];
    float centroid[3], extent[3];
};

// statistics::Key, shifted to be unsigned: integers of the same order as the values.
__device__ __forceinline__ unsigned key_of(float value) {
    unsigned bits = __float_as_uint(value);
    return bits ^ (bits >> 31 ? 0xffffffffu : 0x80000000u);
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
    float percent[PERCENTS];
};

__device__ __forceinline__ unsigned objects_of(const Job& job) {
    return job.count != 0 ? min(*(const unsigned*)job.count, job.objects) : job.objects;
}

// 32-bit words of a row of a mask.
__device__ __forceinline__ unsigned row_words(const Job& job) { return (job.width + 63) / 64 * 2; }

// The bits of a row's word that are pixels.
__device__ __forceinline__ unsigned pixels_of(const Job& job, unsigned word) {
    const unsigned begin = word * 32;
    return begin >= job.width ? 0 : job.width - begin < 32 ? (1u << (job.width - begin)) - 1 : ALL;
}

// The map under an object, at the size of the masks.
struct Map {
    const float* values;
    const float* scores;
    float across, down;
    bool same;           // the map has that size
};

__device__ __forceinline__ Map map_of(const Job& job, unsigned object) {
    const u64 first = object * job.value_stride;
    return Map{(const float*)job.values + first, job.scores ? (const float*)job.scores + first : nullptr,
        axis_scale(job.map_width, job.width, job.corners), axis_scale(job.map_height, job.height, job.corners),
        job.map_width == job.width && job.map_height == job.height};
}

// The values of `N` pixels of row y, 32 columns from one to the next: those for which `wanted` says so, in flight at once. Others and those
// that don't count by their score are NaN.
template <unsigned N, typename Wanted>
__device__ __forceinline__ void load_values(const Job& job, const Map& map, unsigned x, unsigned y, Wanted wanted, float (&values)[N]) {
    const float none = __uint_as_float(0x7fc00000u);
    if (map.same) {
        const u64 at = (u64)y * job.width + x;
#pragma unroll
        for (unsigned k = 0; k < N; ++k) {
            values[k] = wanted(k) ? map.values[at + k * 32] : none;
        }
        if (map.scores != nullptr) {
#pragma unroll
            for (unsigned k = 0; k < N; ++k) {
                if (wanted(k) && map.scores[at + k * 32] >= job.threshold) {
                    values[k] = none;
                }
            }
        }
        return;
    }
    const Tap line = linear_tap(y, job.map_height, job.height, map.down, job.corners);
    const float* upper_row = map.values + (u64)line.lower * job.map_width;
    const float* lower_row = map.values + (u64)line.upper * job.map_width;
#pragma unroll
    for (unsigned k = 0; k < N; ++k) {
        values[k] = none;
        if (wanted(k)) {
            const Tap column = linear_tap(x + k * 32, job.map_width, job.width, map.across, job.corners);
            values[k] = mix(mix(upper_row[column.lower], upper_row[column.upper], column),
                mix(lower_row[column.lower], lower_row[column.upper], column), line);
        }
    }
}

// The key of a value that counts, otherwise 0, which is none's.
__device__ __forceinline__ unsigned counting_key(const Job& job, float value) {
    const unsigned key = key_of(value);
    return key >= job.low && key <= job.high ? key : 0;
}
