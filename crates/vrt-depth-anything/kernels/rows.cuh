// The pixels under masks, as blocks and warps share them out: put before the sources that go through them, after values.cuh.

// An object's rows, as the blocks and warps share them out: a warp takes every `step`th, each lane a word of 64 pixels of it.
struct Rows {
    const u64* mask;         // null: all pixels are the object's
    unsigned width, height;
    unsigned words;          // of a row
    unsigned step;
};

#define GROUP 6          // rows whose bits a warp has in flight
#define BATCH 8          // pixels of a lane whose values are in flight

__device__ __forceinline__ Rows rows_of(const Job& job, unsigned object, unsigned step) {
    const u64* mask = job.masks != 0 ? (const u64*)((const unsigned*)job.masks + object * job.mask_stride) : nullptr;
    return Rows{mask, job.width, job.height, (job.width + 63) / 64, step};
}

// The bits of a word of a row that are pixels.
__device__ __forceinline__ u64 pixels_of(const Rows& rows, unsigned word) {
    return word + 1 == rows.words && rows.width % 64 != 0 ? (1ull << rows.width % 64) - 1 : ~0ull;
}

// Words from `first` on, a lane each, of row y and the warp's rows after it.
struct Group { u64 bits[GROUP]; };

__device__ __forceinline__ Group load_group(const Rows& rows, unsigned first, unsigned y) {
    const unsigned word = first + threadIdx.x % 32;
    const u64 pixels = pixels_of(rows, word);
    const u64* at = rows.mask + (u64)y * rows.words + word;
    Group group;
#pragma unroll
    for (unsigned i = 0; i < GROUP; ++i) {
        group.bits[i] = 0;
        if (word < rows.words && y < rows.height) {
            group.bits[i] = rows.mask != nullptr ? __ldg(at) & pixels : pixels;
        }
        y += rows.step;
        at += (u64)rows.step * rows.words;
    }
    return group;
}

// Pixels of a row, as a warp has them: value k of this lane is in column `first[k / 2]` + 32 (k % 2) + lane, and NaN where it does not count.
struct Batch {
    unsigned y, first[BATCH / 2];
    float values[BATCH];

    __device__ __forceinline__ unsigned column(unsigned k) const { return first[k / 2] + k % 2 * 32 + threadIdx.x % 32; }
};

// Goes through an object's pixels in row `begin`, whose group was loaded before, and the warp's rows after it: `use` is called with them, by
// whole warps. Returns how many there are in this lane's words.
template <typename Use>
__device__ __forceinline__ unsigned visit(const Job& job, const Map& map, const Rows& rows, unsigned begin, Group group, Use use) {
    const unsigned lane = threadIdx.x % 32, mine = 1u << lane;
    unsigned area = 0, first = 0, y = begin;
    while (true) {
        unsigned left = 0;
#pragma unroll
        for (unsigned i = 0; i < GROUP; ++i) {
            left |= __any_sync(ALL, group.bits[i] != 0) ? 1u << i : 0;
        }
        while (left != 0) {
            const unsigned at = __ffs(left) - 1;
            left &= left - 1;
            // Registers have no index.
            u64 bits = group.bits[0];
#pragma unroll
            for (unsigned i = 1; i < GROUP; ++i) {
                bits = at == i ? group.bits[i] : bits;
            }
            const unsigned low = (unsigned)bits, high = (unsigned)(bits >> 32);
            area += __popc(low) + __popc(high);
            unsigned lanes = __ballot_sync(ALL, bits != 0);
            Batch batch;
            batch.y = y + at * rows.step;
            const u64 row = (u64)(map.values + (u64)batch.y * rows.width + lane);
            do {
                unsigned inside[BATCH];
#pragma unroll
                for (unsigned k = 0; k < BATCH; k += 2) {
                    const unsigned of = __ffs(lanes) - 1, some = lanes != 0 ? ALL : 0;
                    inside[k] = __shfl_sync(ALL, low, of) & some;
                    inside[k + 1] = __shfl_sync(ALL, high, of) & some;
                    batch.first[k / 2] = (first + of) * 64;
                    lanes &= lanes - 1;
                }
                if (map.plain) {
                    // As load_values, with one address for each two.
#pragma unroll
                    for (unsigned k = 0; k < BATCH; k += 2) {
                        const float* two = (const float*)(row + (u64)batch.first[k / 2] * sizeof(float));
                        batch.values[k] = (inside[k] & mine) != 0 ? __ldg(two) : __uint_as_float(NONE);
                        batch.values[k + 1] = (inside[k + 1] & mine) != 0 ? __ldg(two + 32) : __uint_as_float(NONE);
                    }
                } else {
                    load_values(job, map, rows.width, batch.y, [&](unsigned k) { return batch.column(k); },
                        [&](unsigned k) { return (inside[k] & mine) != 0; }, batch.values);
                }
                use(batch);
            } while (lanes != 0);
        }
        y += rows.step * GROUP;
        if (y >= rows.height) {
            y = begin;
            first += 32;
            if (first >= rows.words) {
                return area;
            }
        }
        group = load_group(rows, first, y);
    }
}

// Whole numbers below 2^20, without the long way that division by a variable goes: a quotient of their halves is never that near to a whole one.
__device__ __forceinline__ unsigned quotient(unsigned a, unsigned b) { return (unsigned)__fdividef((float)a + 0.5f, (float)b); }

// How many pieces the blocks make of an object's rows, for so many warps of a block.
__device__ __forceinline__ unsigned pieces_of(const Job& job, unsigned objects, unsigned warps) {
    return max(min(quotient(gridDim.x, max(objects, 1u)), (job.height + warps - 1) / warps), 1u);
}
