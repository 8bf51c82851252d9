// COCO run lengths of bit masks: the positions, column by column from the top left, at which a mask changes between outside and inside.
//
// One warp a strip of 32 columns: 32 x 32 bits are read as rows and transposed between the lanes, so that each lane then has a column.
// `rle_count` counts the changes of each column, `rle_scan` adds them up, `rle_write` writes the positions in order.

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

template <typename Visit>
__device__ __forceinline__ void visit_changes(
    const unsigned* bits, unsigned strip, unsigned width, unsigned height, unsigned stride, unsigned lane, Visit visit) {
    const unsigned x = strip * 32 + lane;
    unsigned before = 0;
    if (x > 0 && x < width) {
        before = bits[(u64)(height - 1) * stride + (x - 1) / 32] >> ((x - 1) % 32) & 1;
    }
    for (unsigned top = 0; top < height; top += 32) {
        const unsigned rows = min(32u, height - top);
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

// Grid: x covers the strips with 4 warps a block, y is the mask.
extern "C" __global__ void __launch_bounds__(128)
rle_count(const unsigned* bits, unsigned* columns, unsigned width, unsigned height, unsigned stride) {
    const unsigned lane = threadIdx.x & 31, strip = blockIdx.x * 4 + threadIdx.x / 32, mask = blockIdx.y;
    if (strip * 32 >= width) {
        return;
    }
    bits += (u64)mask * height * stride;
    unsigned total = 0;
    visit_changes(bits, strip, width, height, stride, lane, [&](unsigned changes, unsigned, unsigned) { total += __popc(changes); });
    if (strip * 32 + lane < width) {
        columns[(u64)mask * width + strip * 32 + lane] = total;
    }
}

// Grid: one block of 1024 threads a mask. Replaces the columns' counts by the sum of those before, and writes the mask's total.
extern "C" __global__ void __launch_bounds__(1024)
rle_scan(unsigned* columns, unsigned* totals, unsigned width) {
    __shared__ unsigned sums[32];
    const unsigned lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    columns += (u64)blockIdx.x * width;
    unsigned running = 0;
    for (unsigned base = 0; base < width; base += 1024) {
        const unsigned x = base + threadIdx.x;
        const unsigned value = x < width ? columns[x] : 0;
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
        if (x < width) {
            columns[x] = before + sum - value;
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
rle_write(const unsigned* bits, const unsigned* columns, const unsigned* totals, unsigned* positions, u64 capacity,
    unsigned width, unsigned height, unsigned stride) {
    const unsigned lane = threadIdx.x & 31, strip = blockIdx.x * 4 + threadIdx.x / 32, mask = blockIdx.y;
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
    u64 at = begin + (x < width ? columns[(u64)mask * width + x] : 0);
    visit_changes(bits, strip, width, height, stride, lane, [&](unsigned changes, unsigned x, unsigned top) {
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
