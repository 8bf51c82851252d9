// COCO run lengths of bit masks: column by column from the top left, how far it is from one change between outside and inside to the next.
//
// One warp a strip of 32 columns and SEGMENT rows: 32 x 32 bits are read as rows and transposed between the lanes, so that each lane then
// has a column. `rle_count` finds how many changes each column's segments have and where the last one is, `rle_scan` what is before each
// segment: so many changes, and the last of them, from which on `rle_write` measures. It writes the run lengths in order.

#define SEGMENT 256   // rows, a multiple of 32
#define TOGETHER 8    // segments that a thread adds up
#define STRIPS 4      // warps of a block, and strips beside each other

typedef unsigned long long u64;

// Changes of one or more segments.
struct __align__(8) Changes {
    unsigned count;
    unsigned last;    // position of the last one: the pixels before it; 0 where there is none
};

__device__ __forceinline__ Changes together(Changes before, Changes after) {
    return Changes{before.count + after.count, max(before.last, after.last)};
}

__device__ __forceinline__ Changes of_lane(Changes value, unsigned lane) {
    return Changes{__shfl_sync(0xffffffffu, value.count, lane), __shfl_sync(0xffffffffu, value.last, lane)};
}

// This lane's and all before it.
__device__ __forceinline__ Changes up_to_lane(Changes value, unsigned lane) {
#pragma unroll
    for (unsigned step = 1; step < 32; step *= 2) {
        const Changes left = of_lane(value, lane >= step ? lane - step : lane);
        if (lane >= step) {
            value = together(left, value);
        }
    }
    return value;
}

// A 32 x 32 bit matrix, one row a lane, transposed.
__device__ __forceinline__ unsigned transpose(unsigned bits, unsigned lane) {
    unsigned mask = 0x0000ffffu;
#pragma unroll
    for (unsigned step = 16; step > 0; step /= 2) {
        unsigned other = __shfl_xor_sync(0xffffffffu, bits, step);
        bits = (lane & step) ? (bits & ~mask) | ((other >> step) & mask) : (bits & mask) | ((other << step) & ~mask);
        mask ^= mask << (step / 2);
    }
    return bits;
}

// Where the changes of a mask's segment are: segment by segment, column by column.
__device__ __forceinline__ u64 segment_at(unsigned mask, unsigned x, unsigned segment, unsigned width, unsigned height) {
    const unsigned segments = (height + SEGMENT - 1) / SEGMENT;
    return ((u64)mask * width + x) * segments + segment;
}

// Calls `visit` with the changes of up to 32 rows of this lane's column, as bits, and the position of the first of these rows.
template <typename Visit>
__device__ __forceinline__ void visit_changes(
    const unsigned* bits, unsigned strip, unsigned segment, unsigned width, unsigned height, unsigned stride, unsigned lane, Visit visit) {
    const unsigned x = strip * 32 + lane, begin = segment * SEGMENT, all = min((unsigned)SEGMENT, height - begin);
    // All rows are asked for before the first one is needed. A thread reads only what it wrote. Rows below the picture are its last one: their
    // changes are left out.
    __shared__ unsigned rows[SEGMENT / 32][STRIPS * 32];
#pragma unroll
    for (unsigned k = 0; k < SEGMENT / 32; ++k) {
        rows[k][threadIdx.x] = __ldg(&bits[(u64)min(begin + 32 * k + lane, height - 1) * stride + strip]);
    }
    unsigned before = 0;
    if (begin > 0) {
        before = bits[(u64)(begin - 1) * stride + strip] >> lane & 1;
    } else if (x > 0 && x < width) {
        before = bits[(u64)(height - 1) * stride + (x - 1) / 32] >> ((x - 1) % 32) & 1;
    }
#pragma unroll 1
    for (unsigned done = 0; done < all; done += 32) {
        const unsigned row = rows[done / 32][threadIdx.x];
        const unsigned column = __any_sync(0xffffffffu, row != 0) ? transpose(row, lane) : 0;
        unsigned changes = column ^ (column << 1 | before);
        if (all - done < 32) {
            changes &= (1u << (all - done)) - 1;
        }
        before = column >> 31;
        if (x < width) {
            visit(changes, x * height + begin + done);
        }
    }
}

// Grid: x covers the strips with STRIPS warps a block, segment after segment, y is the mask.
extern "C" __global__ void __launch_bounds__(STRIPS * 32)
rle_count(const unsigned* bits, Changes* segments, unsigned width, unsigned height, unsigned stride) {
    const unsigned across = (width + STRIPS * 32 - 1) / (STRIPS * 32), segment = blockIdx.x / across, mask = blockIdx.y;
    const unsigned lane = threadIdx.x & 31, strip = blockIdx.x % across * STRIPS + threadIdx.x / 32;
    if (strip * 32 >= width) {
        return;
    }
    bits += (u64)mask * height * stride;
    Changes all = {0, 0};
    visit_changes(bits, strip, segment, width, height, stride, lane, [&](unsigned changes, unsigned position) {
        if (changes != 0) {
            all = Changes{all.count + __popc(changes), position + 31 - __clz(changes)};
        }
    });
    if (strip * 32 + lane < width) {
        segments[segment_at(mask, strip * 32 + lane, segment, width, height)] = all;
    }
}

// Grid: one block of 1024 threads a mask. Replaces its `length` segments by all that is before each, and writes the mask's number of changes.
extern "C" __global__ void __launch_bounds__(1024)
rle_scan(Changes* segments, unsigned* totals, unsigned length) {
    __shared__ Changes warps[32];
    const unsigned lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    segments += (u64)blockIdx.x * length;
    Changes running = {0, 0};
    for (unsigned base = 0; base < length; base += 1024 * TOGETHER) {
        const unsigned at = base + threadIdx.x * TOGETHER;
        Changes values[TOGETHER], sum = {0, 0};
#pragma unroll
        for (unsigned k = 0; k < TOGETHER; ++k) {
            values[k] = at + k < length ? segments[at + k] : Changes{0, 0};
            sum = together(sum, values[k]);
        }
        sum = up_to_lane(sum, lane);
        if (lane == 31) {
            warps[warp] = sum;
        }
        __syncthreads();
        const Changes done = up_to_lane(warps[lane], lane);
        Changes before = running;
        if (warp > 0) {
            before = together(before, of_lane(done, warp - 1));
        }
        const Changes left = of_lane(sum, lane > 0 ? lane - 1 : 0);
        if (lane > 0) {
            before = together(before, left);
        }
        running = together(running, of_lane(done, 31));
#pragma unroll
        for (unsigned k = 0; k < TOGETHER; ++k) {
            if (at + k < length) {
                segments[at + k] = before;
            }
            before = together(before, values[k]);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        totals[blockIdx.x] = running.count;
    }
}

// Grid as `rle_count`. A mask has one run more than changes: the first run ends at the first change, the last one with the picture. Those of
// mask m begin behind those of all masks before it; what does not fit into `capacity` is left out.
extern "C" __global__ void __launch_bounds__(STRIPS * 32)
rle_write(const unsigned* bits, const Changes* segments, const unsigned* totals, unsigned* lengths, u64 capacity,
    unsigned width, unsigned height, unsigned stride) {
    const unsigned across = (width + STRIPS * 32 - 1) / (STRIPS * 32), segment = blockIdx.x / across, mask = blockIdx.y;
    const unsigned lane = threadIdx.x & 31, strip = blockIdx.x % across * STRIPS + threadIdx.x / 32;
    if (strip * 32 >= width) {
        return;
    }
    u64 begin = mask;
    for (unsigned base = 0; base < mask; base += 32) {
        u64 part = base + lane < mask ? totals[base + lane] : 0;
#pragma unroll
        for (unsigned step = 16; step > 0; step /= 2) {
            part += __shfl_xor_sync(0xffffffffu, part, step);
        }
        begin += part;
    }
    bits += (u64)mask * height * stride;
    const unsigned x = strip * 32 + lane;
    const Changes before = x < width ? segments[segment_at(mask, x, segment, width, height)] : Changes{0, 0};
    u64 at = begin + before.count;
    unsigned last = before.last;
    const auto write = [&](unsigned position) {
        if (at < capacity) {
            lengths[at] = position - last;
        }
        last = position;
        ++at;
    };
    visit_changes(bits, strip, segment, width, height, stride, lane, [&](unsigned changes, unsigned position) {
        while (changes != 0) {
            write(position + __ffs(changes) - 1);
            changes &= changes - 1;
        }
    });
    if (x == width - 1 && height - segment * SEGMENT <= SEGMENT) {
        write(width * height);
    }
}
