// From the network's maps to depth: decode/reference.rs and vrt::resample, operation by operation, and vrt-viz's colours. Compile with
// --fmad=false.

#define THREADS 256

// What goes to the host: 16 words for each picture.
struct Head {
    unsigned depth_nan, depth_infinite, sky_nan, sky_infinite;
    float first;             // the first value of the network's map
    float raw_low, raw_high; // of the network's finite values
    float low, high;         // of the values in the end
    unsigned sky;            // pixels of sky at the network's size
    unsigned unused[6];
};

// Of one picture, while blocks add to it; 0 and `low` at its largest before the first launch, and left so.
struct Counters { unsigned depth_nan, depth_infinite, sky_nan, sky_infinite, sky, low, high, ended; };

// One picture: written by the host for every frame.
struct Options {
    float factor;            // metres = depth * factor
    unsigned far;            // whether sky becomes as far as the rest
};

__device__ __forceinline__ bool is_nan(float value) { return (__float_as_uint(value) & 0x7fffffffu) > 0x7f800000u; }
__device__ __forceinline__ bool is_infinite(float value) { return (__float_as_uint(value) & 0x7fffffffu) == 0x7f800000u; }

// The least and largest key of all threads go into counters in device memory, by one thread a block: many would stand in a queue there.
__device__ void add_range(unsigned low, unsigned high, Counters* counters) {
    __shared__ unsigned lows[THREADS / 32], highs[THREADS / 32];
    range_of_lanes(&low, &high);
    if (threadIdx.x % 32 == 0) {
        lows[threadIdx.x / 32] = low;
        highs[threadIdx.x / 32] = high;
    }
    __syncthreads();
    if (threadIdx.x != 0) {
        return;
    }
    for (unsigned warp = 1; warp < THREADS / 32; ++warp) {
        low = min(low, lows[warp]);
        high = max(high, highs[warp]);
    }
    if (low <= high) {
        atomicMin(&counters->low, low);
        atomicMax(&counters->high, high);
    }
}

// Grid: x shares out the pixels, y is the picture of the batch. `sky` is null for networks without. `heads` may lie in the host's memory.
extern "C" __global__ void __launch_bounds__(THREADS)
check_maps(const float* depth, const float* sky, Counters* counters, Head* heads, unsigned pixels, float threshold) {
    const unsigned image = blockIdx.y, lane = threadIdx.x % 32;
    depth += (u64)image * pixels;
    counters += image;
    unsigned low = ALL, high = 0, nan = 0, infinite = 0, sky_nan = 0, sky_infinite = 0, in_sky = 0;
    for (unsigned i = blockIdx.x * THREADS + threadIdx.x; i < pixels; i += gridDim.x * THREADS) {
        const float value = depth[i];
        if (is_nan(value)) {
            ++nan;
        } else if (is_infinite(value)) {
            ++infinite;
        } else {
            low = min(low, key_of(value));
            high = max(high, key_of(value));
        }
        if (sky != nullptr) {
            const float score = sky[(u64)image * pixels + i];
            sky_nan += is_nan(score);
            sky_infinite += is_infinite(score);
            in_sky += score >= threshold;
        }
    }
    add_range(low, high, counters);
    unsigned sums[5] = {nan, infinite, sky_nan, sky_infinite, in_sky};
    unsigned* targets[5] = {
        &counters->depth_nan, &counters->depth_infinite, &counters->sky_nan, &counters->sky_infinite, &counters->sky};
#pragma unroll
    for (int k = 0; k < 5; ++k) {
        const unsigned sum = add_lanes(sums[k]);
        if (lane == 0 && sum != 0) {
            atomicAdd(targets[k], sum);
        }
    }
    if (!ends_last(&counters->ended, gridDim.x) || threadIdx.x != 0) {
        return;
    }
    Head head = {};
    head.depth_nan = __ldcg(&counters->depth_nan);
    head.depth_infinite = __ldcg(&counters->depth_infinite);
    head.sky_nan = __ldcg(&counters->sky_nan);
    head.sky_infinite = __ldcg(&counters->sky_infinite);
    head.first = depth[0];
    head.raw_low = value_of(__ldcg(&counters->low));
    head.raw_high = value_of(__ldcg(&counters->high));
    head.low = head.raw_low;
    head.high = head.raw_high;
    head.sky = __ldcg(&counters->sky);
    heads[image] = head;
    *counters = Counters{0, 0, 0, 0, 0, ALL, 0, 0};
}

#define FEW_PIXELS 10

// Sky as far as the rest and metres by the focal length, in place. `far` is what select.cu found: the 99th percentile of all but sky; `heads`
// are those of check_maps, `results` what becomes of them, in the host's memory. Grid as check_maps.
extern "C" __global__ void __launch_bounds__(THREADS)
finish_maps(float* depth, const float* sky, const Measured* far, const Options* options, Counters* counters, const Head* heads, Head* results,
    unsigned pixels, float threshold) {
    const unsigned image = blockIdx.y;
    depth += (u64)image * pixels;
    counters += image;
    const Options option = options[image];
    const unsigned in_sky = heads[image].sky;
    const bool fill = sky != nullptr && option.far && in_sky > FEW_PIXELS && pixels - in_sky > FEW_PIXELS;
    const float value_of_sky = fill ? far[image].value[0] : 0.0f;
    unsigned low = ALL, high = 0;
    for (unsigned i = blockIdx.x * THREADS + threadIdx.x; i < pixels; i += gridDim.x * THREADS) {
        float value = depth[i];
        if (fill && sky[(u64)image * pixels + i] >= threshold) {
            value = value_of_sky;
        }
        if (option.factor != 1.0f) {
            value *= option.factor;
        }
        depth[i] = value;
        if (!is_nan(value) && !is_infinite(value)) {
            low = min(low, key_of(value));
            high = max(high, key_of(value));
        }
    }
    add_range(low, high, counters);
    if (!ends_last(&counters->ended, gridDim.x) || threadIdx.x != 0) {
        return;
    }
    Head head = heads[image];
    head.low = value_of(__ldcg(&counters->low));
    head.high = value_of(__ldcg(&counters->high));
    results[image] = head;
    *counters = Counters{0, 0, 0, 0, 0, ALL, 0, 0};
}

#define TILE_ROWS 16

// Visits the pixels of a picture with their values, in tiles of 256 x TILE_ROWS that the blocks share out. All threads of a block are
// called together; `column < width` says whether there is a pixel.
template <typename Use>
__device__ __forceinline__ void resample(
    const float* map, unsigned map_width, unsigned map_height, unsigned width, unsigned height, unsigned corners, Use use) {
    const unsigned across = (width + THREADS - 1) / THREADS, down = (height + TILE_ROWS - 1) / TILE_ROWS;
    const float scale_x = axis_scale(map_width, width, corners), scale_y = axis_scale(map_height, height, corners);
    for (unsigned tile = blockIdx.x; tile < across * down; tile += gridDim.x) {
        const unsigned x = tile % across * THREADS + threadIdx.x, top = tile / across * TILE_ROWS;
        const Tap column = linear_tap(min(x, width - 1), map_width, width, scale_x, corners);
        unsigned current = ALL;
        float above = 0.0f, below = 0.0f;
        for (unsigned y = top; y < min(top + TILE_ROWS, height); ++y) {
            const Tap line = linear_tap(y, map_height, height, scale_y, corners);
            if (line.lower != current) {
                current = line.lower;
                const float* upper_row = map + (u64)line.lower * map_width;
                const float* lower_row = map + (u64)line.upper * map_width;
                above = mix(upper_row[column.lower], upper_row[column.upper], column);
                below = mix(lower_row[column.lower], lower_row[column.upper], column);
            }
            use(x, y, mix(above, below, line));
        }
    }
}

// Grid: x is as many blocks as the GPU runs at once, y is the picture of the batch. `sizes` are the pictures', `stride` the values from one
// picture's map to the next.
extern "C" __global__ void __launch_bounds__(THREADS)
upsample_maps(const float* maps, float* target, const unsigned* sizes, unsigned map_width, unsigned map_height, unsigned corners, u64 stride) {
    const unsigned image = blockIdx.y, width = sizes[image * 2], height = sizes[image * 2 + 1];
    maps += (u64)image * map_width * map_height;
    target += image * stride;
    resample(maps, map_width, map_height, width, height, corners, [&](unsigned x, unsigned y, float value) {
        if (x < width) {
            target[(u64)y * width + x] = value;
        }
    });
}

// Bits where the upsampled score is at least `threshold`, in rows of whole 64-bit words, written as pairs of 32-bit words. Grid as
// upsample_maps; `stride` in 32-bit words.
extern "C" __global__ void __launch_bounds__(THREADS)
sky_to_bits(const float* maps, unsigned* bits, const unsigned* sizes, unsigned map_width, unsigned map_height, unsigned corners,
    float threshold, u64 stride) {
    const unsigned image = blockIdx.y, width = sizes[image * 2], height = sizes[image * 2 + 1], words = (width + 63) / 64 * 2;
    maps += (u64)image * map_width * map_height;
    bits += image * stride;
    resample(maps, map_width, map_height, width, height, corners, [&](unsigned x, unsigned y, float value) {
        const unsigned word = __ballot_sync(ALL, x < width && value >= threshold);
        if (threadIdx.x % 32 == 0 && x / 32 < words) {
            bits[(u64)y * words + x / 32] = word;
        }
    });
}

// A map to be coloured, and which depths the ends of the colour map stand for. Written by the host.
struct Shade {
    u64 map, rgb;            // addresses; `rgb` is aligned to 4 bytes
    u64 pixels;
    u64 found;               // address of a Measured: percentiles low, high, 0 and 100 of the valid values; 0: low and high as given
    float low, high;
    unsigned disparity;      // larger is nearer, and 0 and less are valid
    unsigned invalid;        // colour of pixels without a depth, as 0xBBGGRR
    unsigned table[256];
};

// A map as RGB, three bytes a pixel, four pixels a thread: vrt-viz's `colorize`.
extern "C" __global__ void __launch_bounds__(THREADS)
color_map(const Shade* shade) {
    __shared__ unsigned table[256];
    table[threadIdx.x] = shade->table[threadIdx.x];
    float low = shade->low, high = shade->high;
    bool known = true;
    if (shade->found != 0) {
        const Measured* found = (const Measured*)shade->found;
        known = found->valid != 0;
        low = found->value[0];
        high = found->value[1];
        if (!(low < high)) {
            low = found->value[2];
            high = found->value[3];
        }
    }
    const float* map = (const float*)shade->map;
    unsigned char* rgb = (unsigned char*)shade->rgb;
    const unsigned invalid = shade->invalid, disparity = shade->disparity;
    const u64 pixels = shade->pixels;
    const double span = (double)high - (double)low;
    const double slope = high > low ? disparity ? 1.0 / span : -1.0 / span : 0.0;
    const double origin = high > low && !disparity ? high : low, start = high > low ? 0.0 : 0.5;
    __syncthreads();
    const u64 first = ((u64)blockIdx.x * THREADS + threadIdx.x) * 4;
    if (first >= pixels) {
        return;
    }
    unsigned colors[4];
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
        colors[k] = invalid;
        if (known && first + k < pixels) {
            const float value = map[first + k];
            if (!is_nan(value) && !is_infinite(value) && (disparity || value > 0.0f)) {
                const double position = (start + ((double)value - origin) * slope) * 256.0;
                colors[k] = table[position >= 255.0 ? 255 : position > 0.0 ? (unsigned)position : 0];
            }
        }
    }
    if (first + 4 <= pixels) {
        unsigned* words = (unsigned*)(rgb + first * 3);
        words[0] = colors[0] | colors[1] << 24;
        words[1] = colors[1] >> 8 | colors[2] << 16;
        words[2] = colors[2] >> 16 | colors[3] << 8;
        return;
    }
    for (unsigned k = 0; first + k < pixels; ++k) {
#pragma unroll
        for (unsigned channel = 0; channel < 3; ++channel) {
            rgb[(first + k) * 3 + channel] = (unsigned char)(colors[k] >> channel * 8);
        }
    }
}
