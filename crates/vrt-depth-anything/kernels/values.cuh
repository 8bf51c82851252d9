// What the kernels of this crate share: put before each of their sources.

typedef unsigned long long u64;

#define ALL 0xffffffffu
#define PERCENTS 16      // most percentiles at once

// What select.cu finds of one object.
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
