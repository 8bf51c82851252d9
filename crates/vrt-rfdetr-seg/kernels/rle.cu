// COCO run lengths of bit masks: the positions, column by column from the top left, at which a mask changes between outside and inside.
//
// One warp a strip of 32 columns and SEGMENT rows: 32 x 32 bits are read as rows and transposed between the lanes, so that each lane then
// has a column. `rle_count` counts the changes of each column's segments, `rle_scan` adds them up, `rle_write` writes the positions in order.

#define SEGMENT 256   // rows, a multiple of 32
#define TOGETHER 8    // counts that a thread adds up

typedef unsigned long long u64;

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

// The mask's word of counts: segment by segment, column by column.
__device__ __forceinline__ u64 count_at(unsigned mask, unsigned x, unsigned segment, unsigned width, unsigned height) {
    const unsigned segments = (height + SEGMENT - 1) / SEGMENT;
    return ((u64)mask * width + x) * segments + segment;
}

template <typename Visit>
__device__ __forceinline__ void visit_changes(
    const unsigned* bits, unsigned strip, unsigned segment, unsigned width, unsigned height, unsigned stride, unsigned lane, Visit visit) {
    const unsigned x = strip * 32 + lane, begin = segment * SEGMENT, all = min((unsigned)SEGMENT, height - begin);
    unsigned before = 0;
    if (begin > 0) {
        before = bits[(u64)(begin - 1) * stride + strip] >> lane & 1;
    } else if (x > 0 && x < width) {
        before = bits[(u64)(height - 1) * stride + (x - 1) / 32] >> ((x - 1) % 32) & 1;
    }
    for (unsigned done = 0; done < all; done += 32) {
        const unsigned rows = min(32u, all - done), top = begin + done;
        const unsigned row = lane < rows ? bits[(u64)(top + lane) * stride + strip] : 0;
        unsigned column = __any_sync(0xffffffffu, row != 0) ? transpose(row, lane) : 0;
        unsigned changes = column ^ (column << 1 | before);
        if (rows < 32) {
            changes &= (1u << rows) - 1;
        }
        before = column >> (rows - 1) & 1;
        if (x < width) {
            visit(changes, x, top);
        }
    }
}

// Grid: x covers the strips with 4 warps a block, segment after segment, y is the mask.
extern "C" __global__ void __launch_bounds__(128)
rle_count(const unsigned* bits, unsigned* counts, unsigned width, unsigned height, unsigned stride) {
    const unsigned across = (width + 127) / 128, segment = blockIdx.x / across, mask = blockIdx.y;
    const unsigned lane = threadIdx.x & 31, strip = blockIdx.x % across * 4 + threadIdx.x / 32;
    if (strip * 32 >= width) {
        return;
    }
    bits += (u64)mask * height * stride;
    unsigned total = 0;
    visit_changes(bits, strip, segment, width, height, stride, lane, [&](unsigned changes, unsigned, unsigned) { total += __popc(changes); });
    if (strip * 32 + lane < width) {
        counts[count_at(mask, strip * 32 + lane, segment, width, height)] = total;
    }
}

// Grid: one block of 1024 threads a mask. Replaces its `length` counts by the sum of those before, and writes the mask's total.
extern "C" __global__ void __launch_bounds__(1024)
rle_scan(unsigned* counts, unsigned* totals, unsigned length) {
    __shared__ unsigned sums[32];
    const unsigned lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    counts += (u64)blockIdx.x * length;
    unsigned running = 0;
    for (unsigned base = 0; base < length; base += 1024 * TOGETHER) {
        const unsigned at = base + threadIdx.x * TOGETHER;
        unsigned values[TOGETHER], value = 0;
#pragma unroll
        for (unsigned k = 0; k < TOGETHER; ++k) {
            values[k] = at + k < length ? counts[at + k] : 0;
            value += values[k];
        }
        unsigned sum = value;
#pragma unroll
        for (unsigned step = 1; step < 32; step *= 2) {
            unsigned other = __shfl_up_sync(0xffffffffu, sum, step);
            sum += lane >= step ? other : 0;
        }
        if (lane == 31) {
            sums[warp] = sum;
        }
        __syncthreads();
        unsigned before = running, all = 0;
        for (unsigned other = 0; other < 32; ++other) {
            before += other < warp ? sums[other] : 0;
            all += sums[other];
        }
        before += sum - value;
#pragma unroll
        for (unsigned k = 0; k < TOGETHER; ++k) {
            if (at + k < length) {
                counts[at + k] = before;
            }
            before += values[k];
        }
        running += all;
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        totals[blockIdx.x] = running;
    }
}

// Grid as `rle_count`. Positions of mask m begin behind those of all masks before it; what does not fit into `capacity` is left out.
extern "C" __global__ void __launch_bounds__(128)
rle_write(const unsigned* bits, const unsigned* counts, const unsigned* totals, unsigned* positions, u64 capacity,
    unsigned width, unsigned height, unsigned stride) {
    const unsigned across = (width + 127) / 128, segment = blockIdx.x / across, mask = blockIdx.y;
    const unsigned lane = threadIdx.x & 31, strip = blockIdx.x % across * 4 + threadIdx.x / 32;
    if (strip * 32 >= width) {
        return;
    }
    u64 begin = 0;
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
    u64 at = begin + (x < width ? counts[count_at(mask, x, segment, width, height)] : 0);
    visit_changes(bits, strip, segment, width, height, stride, lane, [&](unsigned changes, unsigned x, unsigned top) {
        while (changes != 0) {
            unsigned row = __ffs(changes) - 1;
            changes &= changes - 1;
            if (at < capacity) {
                positions[at] = x * height + top + row;
            }
            ++at;
        }
    });
}
