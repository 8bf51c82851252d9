// Percentiles by exact selection, of whole maps and of the depths under bit masks: statistics.rs and fusion.rs of this crate. Compile with
// --fmad=false.
//
// Values become integers of the same order, keys. `count_values` counts the keys of each object in bins. `select_values` finds the bins that the
// wanted ranks fall in and keeps the keys in these, few of all; the last of an object's blocks finds the ranks among them, in bins of bins
// until hardly any are left. No block waits for another. Bins are narrow where a sample of the object's values is dense, so that none has many.

#define BLOCKS 2         // of a multiprocessor
#define COPIES 4         // of the bins in shared memory: neighbours are often in one, and would wait for each other
#define RANKS 32         // two for each percentile
#define FEW 256          // keys that are compared each with each

// Ranges of keys, ascending, each in as many bins of 2^shift keys as the others, and the ranks wanted among all keys in them.
struct Slots {
    // Of a range: its least key, and how many it has; 0 for those that there are not.
    __align__(16) unsigned least[RANKS];
    __align__(16) unsigned width[RANKS];
    unsigned shift[RANKS];
    unsigned count, bits;                  // how many, and 2^bits bins each
    unsigned kept;                         // keys in all of them
    unsigned rank[RANKS];                  // ALL: the key is known
    unsigned key[RANKS];
};

// An object between the kernels; the counters are 0 before the first launch and left so.
struct Object {
    Bins bins;
    unsigned area, found, ended;
};

struct Shared {
    uint4 counts[BINS / 4];
    Slots slots;
    __align__(16) unsigned few[FEW]; // keys, and those by rank
    unsigned ranked[FEW];
    unsigned fews;
    Job job;
    Bins bins;
    unsigned sums[WARPS];
    unsigned bin[RANKS], rest[RANKS], many[RANKS];   // of ranks that were found: the bin, the rank in it, and how many are in it
};

// All threads are called together, and may read what was loaded after the next barrier.
__device__ __forceinline__ void load_words(void* to, const void* from, unsigned words) {
    for (unsigned i = threadIdx.x; i < words; i += THREADS) {
        ((unsigned*)to)[i] = __ldcg((const unsigned*)from + i);
    }
}

// What is in the bins before this thread's, of which it has `sum`, and in all of them. All threads are called together.
__device__ __forceinline__ unsigned count_before(unsigned sum, Shared& shared, unsigned* all) {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned until = add_up_to_lane(sum);
    if (lane == 31) {
        shared.sums[warp] = until;
    }
    __syncthreads();
    unsigned before = until - sum;
    *all = 0;
#pragma unroll
    for (unsigned other = 0; other < WARPS; ++other) {
        before += other < warp ? shared.sums[other] : 0;
        *all += shared.sums[other];
    }
    return before;
}

// The slots of the bins that were found, whose keys `keys_of` tells, and the ranks in these. By one warp.
template <typename KeysOf>
__device__ __forceinline__ void next_slots(Shared& shared, unsigned ranks, KeysOf keys_of) {
    Slots& slots = shared.slots;
    const unsigned lane = threadIdx.x % 32;
    bool open = lane < ranks && slots.rank[lane] != ALL;
    unsigned bin = ALL, many = 0, least = 0, most = 0;
    if (open) {
        bin = shared.bin[lane];
        many = shared.many[lane];
        keys_of(bin, &least, &most);
        if (least == most) {
            slots.key[lane] = least;
            open = false;
            bin = ALL;
        }
    }
    // Ranks in the same bin share a slot, whose leader is the first of them.
    const unsigned same = __match_any_sync(ALL, bin);
    const bool leads = open && (same & ((1u << lane) - 1)) == 0;
    const unsigned leaders = __ballot_sync(ALL, leads);
    unsigned slot = 0, before = 0, kept = 0;
    for (unsigned rest = leaders; rest != 0; rest &= rest - 1) {
        const unsigned leader = __ffs(rest) - 1, other = __shfl_sync(ALL, bin, leader), of_other = __shfl_sync(ALL, many, leader);
        slot += other < bin ? 1 : 0;
        before += other < bin ? of_other : 0;
        kept += of_other;
    }
    const unsigned count = __popc(leaders), bits = BITS - (count > 1 ? 32 - __clz(count - 1) : 0);
    if (lane < ranks) {
        slots.rank[lane] = open ? shared.rest[lane] + before : ALL;
    }
    if (lane >= count) {
        slots.width[lane] = 0;
    }
    if (leads) {
        const unsigned width = 32 - __clz(most - least);
        slots.least[slot] = least;
        slots.width[slot] = most - least + 1;
        slots.shift[slot] = width > bits ? width - bits : 0;
    }
    if (lane == 0) {
        slots.count = count;
        slots.bits = bits;
        slots.kept = kept;
    }
}

// Narrows the slots to the bins that the ranks fall in; this thread has four of the bins, and `before` is what is in those before. All threads
// are called together.
template <typename KeysOf>
__device__ __forceinline__ void narrow(const uint4& four, unsigned before, unsigned ranks, Shared& shared, KeysOf keys_of) {
    const unsigned counts[4] = {four.x, four.y, four.z, four.w}, sum = four.x + four.y + four.z + four.w;
    for (unsigned j = 0; j < ranks; ++j) {
        unsigned rest = shared.slots.rank[j] - before;
        if (rest >= sum) {
            continue;
        }
        unsigned at = 0, many = counts[0];
#pragma unroll
        for (unsigned i = 1; i < 4; ++i) {
            if (at == i - 1 && rest >= many) {
                rest -= many;
                at = i;
                many = counts[i];
            }
        }
        shared.bin[j] = threadIdx.x * 4 + at;
        shared.rest[j] = rest;
        shared.many[j] = many;
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        next_slots(shared, ranks, keys_of);
    }
    __syncthreads();
}

// The position of a percentile, a share of 1, among `valid` sorted values, and the rank before it.
__device__ __forceinline__ double position_of(double share, unsigned valid) { return (double)(valid - 1) * share; }

__device__ __forceinline__ unsigned rank_of(double position, unsigned valid) {
    return min((unsigned)position, valid - 1);
}

// Writes the answer, once all keys are known.
__device__ __forceinline__ void answer(const Shared& shared, Object* object, unsigned valid, Measured* result) {
    if (threadIdx.x < shared.job.percents && valid != 0) {
        // As statistics::percentiles, from whichever end is nearer.
        const double position = position_of(shared.job.share[threadIdx.x], valid), t = position - (double)rank_of(position, valid);
        const double a = (double)value_of(shared.slots.key[threadIdx.x * 2]), b = (double)value_of(shared.slots.key[threadIdx.x * 2 + 1]);
        result->value[threadIdx.x] = (float)(t < 0.5 ? a + (b - a) * t : b - (b - a) * (1.0 - t));
    }
    if (threadIdx.x == 0) {
        result->area = object->area;
        result->valid = valid;
        object->area = 0;
        object->found = 0;
    }
}

// Grid: blocks share out the objects' rows. `histograms` has BINS words an object, 0 before the first launch and left so by `select_values`.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
count_values(const Job* job_at, Object* objects, unsigned* histograms) {
    __shared__ Shared shared;
    // Values that do not count have counters as well, one for each lane: going around each addition takes longer.
    __shared__ uint4 copies[BINS * COPIES / 4 + 32 / 4];
    unsigned* counts = (unsigned*)copies;
    load_words(&shared.job, job_at, sizeof(Job) / 4);
    __syncthreads();
    const Job& job = shared.job;
    const Bins& bins = shared.bins;
    const unsigned count = objects_of(job), lane = threadIdx.x % 32, warp = threadIdx.x / 32, pieces = pieces_of(job, count, WARPS);

    for (unsigned item = blockIdx.x; item < count * pieces; item += gridDim.x) {
        const unsigned piece = quotient(item, count), at = item - piece * count, begin = piece * WARPS + warp;
        const Map map = map_of(job, at);
        const Rows rows = rows_of(job, at, pieces * WARPS);
        const Group group = load_group(rows, 0, begin);
        for (unsigned i = threadIdx.x; i < BINS * COPIES / 4; i += THREADS) {
            copies[i] = make_uint4(0, 0, 0, 0);
        }
        make_bins(job, map, rows, shared.bins);
        const unsigned least = job.low, most = job.high;
        unsigned area = visit(job, map, rows, begin, group, [&](const Batch& batch) {
            unsigned bin[BATCH];
            bool some[BATCH];
#pragma unroll
            for (unsigned k = 0; k < BATCH; ++k) {
                const unsigned key = key_of(batch.values[k]);
                some[k] = key - least <= most - least;
                bin[k] = bins.bin_of(key);
            }
#pragma unroll
            for (unsigned k = 0; k < BATCH; ++k) {
                atomicAdd(counts + (some[k] ? bin[k] * COPIES + lane % COPIES : BINS * COPIES + lane), 1u);
            }
        });
        area = add_lanes(area);
        Object* object = objects + at;
        if (lane == 0 && area != 0) {
            atomicAdd(&object->area, area);
        }
        if (piece == 0) {
            for (unsigned i = threadIdx.x; i < sizeof(Bins) / 4; i += THREADS) {
                ((unsigned*)&object->bins)[i] = ((const unsigned*)&bins)[i];
            }
        }
        __syncthreads();
        for (unsigned i = threadIdx.x; i < BINS; i += THREADS) {
            const uint4 four = copies[i];
            const unsigned sum = four.x + four.y + four.z + four.w;
            if (sum != 0) {
                atomicAdd(histograms + (u64)at * BINS + i, sum);
            }
        }
        __syncthreads();
    }
}

// Calls `use` with the slot that a key is in, if it is in one, and how far above the slot's least key it is.
template <typename Use>
__device__ __forceinline__ void for_slot(const Slots& slots, unsigned key, Use use) {
    for (unsigned slot = 0; slot < slots.count; slot += 4) {
        const uint4 least = *(const uint4*)&slots.least[slot], width = *(const uint4*)&slots.width[slot];
        const unsigned leasts[4] = {least.x, least.y, least.z, least.w}, widths[4] = {width.x, width.y, width.z, width.w};
#pragma unroll
        for (unsigned i = 0; i < 4; ++i) {
            if (key - leasts[i] < widths[i]) {
                use(slot + i, key - leasts[i]);
                return;
            }
        }
    }
}

// Counts keys in the bins of the slots that they are in.
struct Counter {
    Shared& shared;

    __device__ __forceinline__ void operator()(unsigned key) const {
        const Slots& slots = shared.slots;
        for_slot(slots, key, [&](unsigned slot, unsigned above) {
            atomicAdd((unsigned*)shared.counts + (slot << slots.bits) + (above >> slots.shift[slot]), 1u);
        });
    }
};

// Gathers keys that are in slots.
struct Gatherer {
    Shared& shared;

    __device__ __forceinline__ void operator()(unsigned key) const {
        for_slot(shared.slots, key, [&](unsigned, unsigned) {
            const unsigned at = atomicAdd(&shared.fews, 1u);
            if (at < FEW) {
                shared.few[at] = key;
            }
        });
    }
};

// Narrows the slots until few keys are in them, and gathers these; `each` calls what it is given with keys, those in the slots among them. All
// threads are called together.
template <typename Each>
__device__ __forceinline__ void gather_few(Shared& shared, unsigned ranks, Each each) {
    Slots& slots = shared.slots;
    // Each time at least 6 bits of a key become known.
    for (unsigned known = 0; known < 32 && slots.kept > FEW; known += 6) {
        uint4* mine = shared.counts + threadIdx.x;
        *mine = make_uint4(0, 0, 0, 0);
        __syncthreads();
        each(Counter{shared});
        __syncthreads();
        const uint4 four = *mine;
        unsigned all;
        const unsigned before = count_before(four.x + four.y + four.z + four.w, shared, &all), bits = slots.bits;
        narrow(four, before, ranks, shared, [&](unsigned bin, unsigned* least, unsigned* most) {
            const unsigned slot = bin >> bits, begin = (bin & ((1u << bits) - 1)) << slots.shift[slot];
            *least = slots.least[slot] + begin;
            *most = *least + (min(1u << slots.shift[slot], slots.width[slot] - begin) - 1);
        });
    }
    if (threadIdx.x == 0) {
        shared.fews = 0;
    }
    __syncthreads();
    each(Gatherer{shared});
    __syncthreads();
}

// Finds the keys of all ranks that are still open among few.
__device__ __forceinline__ void rank_few(Shared& shared, unsigned ranks) {
    Slots& slots = shared.slots;
    const unsigned lane = threadIdx.x % 32, kept = min(slots.kept, (unsigned)FEW);
    if (threadIdx.x < FEW) {
        shared.ranked[threadIdx.x] = 0;
        if (threadIdx.x >= kept) {
            shared.few[threadIdx.x] = ALL;
        }
    }
    __syncthreads();
    if (threadIdx.x < kept) {
        const unsigned key = shared.few[threadIdx.x];
        unsigned less = 0;
#pragma unroll 4
        for (unsigned i = 0; i < kept; i += 4) {
            const uint4 four = *(const uint4*)&shared.few[i];
            less += (four.x < key ? 1 : 0) + (four.y < key ? 1 : 0) + (four.z < key ? 1 : 0) + (four.w < key ? 1 : 0);
        }
        // Equal keys have the same place, and none has the next ones.
        atomicMax(&shared.ranked[less], key);
    }
    __syncthreads();
    for (unsigned j = threadIdx.x / 32; j < ranks; j += WARPS) {
        const unsigned rank = slots.rank[j];
        if (rank == ALL) {
            continue;
        }
        unsigned found = 0;
        for (unsigned back = 0; found == 0 && back <= rank; back += 32) {
            const unsigned key = back + lane <= rank ? shared.ranked[(rank - back - lane) % FEW] : 0;
            found = __ballot_sync(ALL, key != 0);
            if (found != 0 && lane == __ffs(found) - 1) {
                slots.key[j] = key;
            }
        }
    }
    __syncthreads();
}

// The keys that were kept.
struct Kept {
    const unsigned* keys;
    unsigned count;

    template <typename Use>
    __device__ __forceinline__ void operator()(const Use& use) const {
        for (unsigned first = threadIdx.x; first < count; first += THREADS * BATCH) {
            unsigned some[BATCH];
#pragma unroll
            for (unsigned k = 0; k < BATCH; ++k) {
                some[k] = first + k * THREADS < count ? __ldcg(keys + first + k * THREADS) : 0;
            }
            // Registers have no index: the others move up.
#pragma unroll 1
            for (unsigned k = 0; k < BATCH && first + k * THREADS < count; ++k) {
                use(some[0]);
#pragma unroll
                for (unsigned i = 1; i < BATCH; ++i) {
                    some[i - 1] = some[i];
                }
            }
        }
    }
};

// All keys of an object, by one block.
struct All {
    const Job& job;
    const Map& map;
    unsigned object;

    template <typename Use>
    __device__ __forceinline__ void operator()(const Use& use) const {
        const Rows rows = rows_of(job, object, WARPS);
        const unsigned begin = threadIdx.x / 32, least = job.low, most = job.high;
        visit(job, map, rows, begin, load_group(rows, 0, begin), [&](const Batch& batch) {
#pragma unroll
            for (unsigned k = 0; k < BATCH; ++k) {
                const unsigned key = counting_key(batch.values[k], least, most);
                if (key != 0) {
                    use(key);
                }
            }
        });
    }
};

// After `count_values`, with a grid of the same kind. The objects have equal shares of the `room` keys at `kept`; where one needs more, a block
// goes through its pixels again and again instead.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
select_values(const Job* job_at, Object* objects, unsigned* histograms, unsigned* kept, u64 room, Measured* result) {
    __shared__ Shared shared;
    load_words(&shared.job, job_at, sizeof(Job) / 4);
    __syncthreads();
    const Job& job = shared.job;
    const unsigned count = objects_of(job), warp = threadIdx.x / 32, ranks = job.percents * 2, pieces = pieces_of(job, count, WARPS);

    for (unsigned item = blockIdx.x; item < count * pieces; item += gridDim.x) {
        const unsigned piece = quotient(item, count), at = item - piece * count, begin = piece * WARPS + warp;
        const Map map = map_of(job, at);
        const Rows rows = rows_of(job, at, pieces * WARPS);
        Object* object = objects + at;
        uint4* counted = (uint4*)(histograms + (u64)at * BINS) + threadIdx.x;
        const uint4 four = __ldcg(counted);
        const Group group = load_group(rows, 0, begin);
        load_words(&shared.bins, &object->bins, sizeof(Bins) / 4);
        Slots& slots = shared.slots;
        unsigned valid;
        const unsigned before = count_before(four.x + four.y + four.z + four.w, shared, &valid);
        if (threadIdx.x < ranks) {
            const unsigned rank = valid != 0 ? rank_of(position_of(job.share[threadIdx.x / 2], valid), valid) : 0;
            slots.rank[threadIdx.x] = valid != 0 ? min(rank + threadIdx.x % 2, valid - 1) : ALL;
        }
        __syncthreads();
        narrow(four, before, ranks, shared,
            [&](unsigned bin, unsigned* least, unsigned* most) { keys_in_bin(shared.bins, job, bin, least, most); });

        const unsigned share = (unsigned)(room / count < ALL ? room / count : ALL);
        unsigned* keys = kept + (u64)share * at;
        const bool fits = slots.kept <= share;
        if (fits && slots.count != 0) {
            visit(job, map, rows, begin, group, [&](const Batch& batch) {
                const unsigned lane = threadIdx.x % 32;
                unsigned in_slots = 0;
                for (unsigned slot = 0; slot < slots.count; slot += 4) {
                    const uint4 least = *(const uint4*)&slots.least[slot], width = *(const uint4*)&slots.width[slot];
#pragma unroll
                    for (unsigned k = 0; k < BATCH; ++k) {
                        const unsigned key = key_of(batch.values[k]);
                        const bool in = key - least.x < width.x || key - least.y < width.y || key - least.z < width.z || key - least.w < width.w;
                        in_slots |= in ? 1u << k : 0;
                    }
                }
                if (!__any_sync(ALL, in_slots != 0)) {
                    return;
                }
                unsigned lanes[BATCH], all = 0;
#pragma unroll
                for (unsigned k = 0; k < BATCH; ++k) {
                    lanes[k] = __ballot_sync(ALL, (in_slots >> k & 1) != 0);
                    all += __popc(lanes[k]);
                }
                unsigned to = 0;
                if (lane == 0) {
                    to = atomicAdd(&object->found, all);
                }
                to = __shfl_sync(ALL, to, 0);
#pragma unroll
                for (unsigned k = 0; k < BATCH; ++k) {
                    const unsigned place = to + __popc(lanes[k] & ((1u << lane) - 1));
                    if ((in_slots >> k & 1) != 0 && place < share) {
                        keys[place] = key_of(batch.values[k]);
                    }
                    to += __popc(lanes[k]);
                }
            });
        }
        if (!ends_last(&object->ended, pieces)) {
            continue;
        }
        // All blocks have read what is cleared.
        __stcg(counted, make_uint4(0, 0, 0, 0));
        if (slots.kept <= FEW) {
            if (threadIdx.x < slots.kept) {
                shared.few[threadIdx.x] = __ldcg(keys + threadIdx.x);
            }
        } else if (fits) {
            gather_few(shared, ranks, Kept{keys, slots.kept});
        } else {
            gather_few(shared, ranks, All{job, map, at});
        }
        rank_few(shared, ranks);
        answer(shared, object, valid, result + at);
    }
}
