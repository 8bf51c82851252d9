// The bins that select.cu counts in: put before it, after rows.cuh. They are narrow where a sample of an object's values is dense.

#define THREADS 512
#define WARPS (THREADS / 32)
#define BITS 11
#define BINS (1u << BITS)
#define PARTS 128u       // of the range of a sample, in which bins are equally wide
#define EDGE 8           // pixels

// How keys are binned: part i of the range is 2^shift keys from `low` + i 2^shift on. A part's word has the bits of its bins' width in its lowest
// five, and above them what is added to a key's number among the range's pieces of that width. The first and the last bin take what lies outside.
struct Bins {
    unsigned parts[PARTS];
    unsigned low, shift, count;

    __device__ __forceinline__ static unsigned offset_of(unsigned part) { return (unsigned)((int)part >> 5); }

    __device__ __forceinline__ unsigned bin_of(unsigned key) const {
        const unsigned above = min(max(key, low) - low, (PARTS << shift) - 1), part = parts[above >> shift];
        return (above >> (part & 31)) + offset_of(part);
    }
};

// Bins for an object by some of its values, or those of the whole map where none is found. The same in all blocks that look at an object.
__device__ __forceinline__ void make_bins(const Job& job, const Map& map, const Rows& rows, Bins& bins) {
    __shared__ unsigned lows[WARPS], highs[WARPS];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    // Of each of 32 words across, two pixels in as many rows as there are warps, and other rows than in the words beside it.
    const unsigned word = rows.words <= 32 ? lane : (unsigned)((u64)lane * rows.words / 32);
    const unsigned y = __umulhi((2 * (warp * 32 + lane * 11 % 32) + 1) * (0x80000000u / THREADS), rows.height);
    const u64 pixels = word < rows.words ? pixels_of(rows, word) : 0;
    u64 bits = word < rows.words && rows.mask != nullptr ? __ldg(rows.mask + (u64)y * rows.words + word) & pixels : pixels;
    if (__syncthreads_or(bits != 0) == 0) {
        bits = pixels;
    }
    // Not at the object's edge, where its depths mix with others, if there are more.
    const u64 within = bits & bits << EDGE & bits >> EDGE;
    bits = within != 0 ? within : bits;
    const unsigned left = __ffs((unsigned)bits), right = __ffs((unsigned)(bits >> 32));
    float values[2];
    load_values(job, map, rows.width, y, [&](unsigned k) { return word * 64 + (k == 0 ? left - 1 : right + 31); },
        [&](unsigned k) { return (k == 0 ? left : right) != 0; }, values);
    const unsigned keys[2] = {counting_key(values[0], job.low, job.high), counting_key(values[1], job.low, job.high)};
    if (threadIdx.x < PARTS) {
        bins.parts[threadIdx.x] = 0;
    }
    unsigned low = ALL, high = 0;
#pragma unroll
    for (unsigned k = 0; k < 2; ++k) {
        low = min(low, keys[k] != 0 ? keys[k] : ALL);
        high = max(high, keys[k]);
    }
    range_of_lanes(&low, &high);
    if (lane == 0) {
        lows[warp] = low;
        highs[warp] = high;
    }
    __syncthreads();
    low = lows[lane % WARPS];
    high = highs[lane % WARPS];
    range_of_lanes(&low, &high);
    if (low > high) {
        low = job.low;
        high = job.high;
    }
    // With some room for values that are not in the sample.
    const unsigned span = high - low, shift = span >= PARTS * 3 / 4 ? 32 - __clz(span / (PARTS * 3 / 4)) : 0;
    low -= min(low, PARTS / 8 << shift);
#pragma unroll
    for (unsigned k = 0; k < 2; ++k) {
        if (keys[k] != 0) {
            atomicAdd(&bins.parts[(keys[k] - low) >> shift], 1u);
        }
    }
    __syncthreads();
    if (warp == 0) {
        // Half of the bins go to the parts alike, the others by their shares of the sample.
        unsigned counts[PARTS / 32], all = 0;
#pragma unroll
        for (unsigned i = 0; i < PARTS / 32; ++i) {
            counts[i] = bins.parts[lane * (PARTS / 32) + i];
            all += counts[i];
        }
        all = add_lanes(all);
        const float each = (float)(BINS / 2) / (float)max(all, 1u);
        unsigned sum = 0;
#pragma unroll
        for (unsigned i = 0; i < PARTS / 32; ++i) {
            const unsigned share = BINS / 2 / PARTS + (unsigned)(each * (float)counts[i]);
            counts[i] = min(31 - __clz(share), shift);
            sum += 1u << counts[i];
        }
        unsigned before = add_up_to_lane(sum);
        if (lane == 31) {
            bins.low = low;
            bins.shift = shift;
            bins.count = before;
        }
        before -= sum;
#pragma unroll
        for (unsigned i = 0; i < PARTS / 32; ++i) {
            const unsigned part = lane * (PARTS / 32) + i, bits = counts[i];
            bins.parts[part] = (before - (part << bits)) << 5 | (shift - bits);
            before += 1u << bits;
        }
    }
    __syncthreads();
}

// Least and largest of the keys that count in a bin, of those that have some.
__device__ __forceinline__ void keys_in_bin(const Bins& bins, const Job& job, unsigned bin, unsigned* least, unsigned* most) {
    unsigned part = 0;
#pragma unroll
    for (unsigned step = PARTS / 2; step > 0; step /= 2) {
        const unsigned word = bins.parts[part + step], begin = Bins::offset_of(word) + ((part + step) << (bins.shift - (word & 31)));
        part += begin <= bin ? step : 0;
    }
    const unsigned word = bins.parts[part], first = bins.low + ((bin - Bins::offset_of(word)) << (word & 31));
    const unsigned more = (1u << (word & 31)) - 1;
    *least = bin == 0 ? job.low : max(first, job.low);
    *most = bin + 1 == bins.count || more >= job.high - first ? job.high : first + more;
}
