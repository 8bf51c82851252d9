// Percentiles by exact selection, of whole maps and of the depths under bit masks: statistics.rs and fusion.rs of this crate. Kernels in this
// order, none of whose blocks waits for another: `count_values`, `find_bins`, and twice `refine_ranks` and `find_keys`. Compile with
// --fmad=false.
//
// Values become integers of the same order, keys. The first kernel counts them in coarse bins and the second finds the bins that wanted ranks
// fall in; the third counts only what is in these, in finer bins, of which the fourth finds the wanted ones; the last two do so with single
// keys. A warp takes 256 pixels of a row for a group of up to 32 masks, an object a lane: for each of the few bins that 32 neighbours fall in,
// every lane adds how many of them its mask has. So a value is loaded and a bin found once for all masks, and equal ones cost no more than one.
// A whole map is a group of its own, in the first lane.

#define THREADS 1024
#define WARPS (THREADS / 32)
#define WORDS 8          // of 32 pixels: what a warp takes at once
#define BINS 2048        // of a histogram
#define INSIDE 1024      // coarse bins for the range in which most values are
#define CHUNK 22         // bits of a key by which the other coarse bins differ not; of any coarse bin at most
#define RANKS 32         // two for each percentile
#define SAMPLES 1024     // values that tell the range
#define PART (INSIDE / WARPS)

// What is known of ranks wanted of 32 objects. Slots are the distinct bins that an object's ranks fall in.
struct Wanted {
    unsigned rank[RANKS][32];      // among what is in the bin
    unsigned slot[RANKS][32];
    unsigned low[RANKS][32];       // of each slot: the bin's least key, and the bits of its width
    unsigned bits[RANKS][32];
    unsigned slots[32];
};

// The keys that the fine part of the coarse bins covers, low..=low + span: whole chunks.
struct Range { unsigned low, span, shift; };

// A group between the kernels. `valid`, `area` and `below` are 0 before the first launch, and left so.
struct Group {
    Range range;
    unsigned unused;
    unsigned area[32], valid[32];
    unsigned below[32];            // valid ones below the range
    Wanted wanted;
};

__device__ __forceinline__ unsigned bin_of(const Range& range, unsigned key) {
    const unsigned above = key - range.low;
    return above <= range.span ? above >> range.shift : INSIDE + (key >> CHUNK);
}

// How the work is shared out: a block takes a piece of a group's tasks, and its warps every so many of them. And what they need all the
// time, out of the job, which stores to memory could change for all that the compiler knows.
struct Layout {
    unsigned objects, of_group;    // all, and of one group
    unsigned groups, pieces;
    unsigned across, tasks;        // tasks of a row, and of all rows
    unsigned width, stride;        // pixels of a row, and words of one of a mask
    unsigned low, high;            // keys that count
    bool masks, quads;             // rows of masks are made of whole, aligned 16 bytes
};

__device__ __forceinline__ Layout layout_of(const Job& job) {
    Layout layout;
    layout.masks = job.masks != 0;
    layout.objects = objects_of(job);
    layout.of_group = layout.masks ? 32 : 1;
    layout.groups = (layout.objects + layout.of_group - 1) / layout.of_group;
    layout.width = job.width;
    layout.across = (layout.width + WORDS * 32 - 1) / (WORDS * 32);
    layout.tasks = layout.across * job.height;
    layout.pieces = min(max(gridDim.x / max(layout.groups, 1u), 1u), (layout.tasks + WARPS - 1) / WARPS);
    layout.stride = row_words(job);
    layout.low = job.low;
    layout.high = job.high;
    layout.quads = layout.masks && job.masks % 16 == 0 && layout.stride % 4 == 0 && job.mask_stride % 4 == 0;
    return layout;
}

// A part of a row: its words of this lane's mask, and the pixels' keys.
struct Part {
    unsigned words[WORDS], keys[WORDS];
    unsigned some;       // bits of the words that are not 0 in every lane
};

// `mask` is that of this lane's object, and not read unless `mine`. `ALL_VALUES` are loaded without waiting for the masks to say which.
template <bool ALL_VALUES>
__device__ __forceinline__ void load_part(
    const Job& job, const Layout& layout, const Map& map, unsigned task, const unsigned* mask, bool mine, Part* part) {
    const unsigned lane = threadIdx.x % 32, y = task / layout.across, first = (task - y * layout.across) * WORDS;
    const unsigned left = layout.width - first * 32, words = layout.stride - first;
    const unsigned* row = mask + (u64)y * layout.stride + first;
#pragma unroll
    for (unsigned k = 0; k < WORDS; ++k) {
        part->words[k] = mine && !layout.masks ? ALL : 0;
    }
    if (mine && layout.quads) {
#pragma unroll
        for (unsigned k = 0; k < WORDS; k += 4) {
            if (k < words) {
                const uint4 four = __ldg((const uint4*)(row + k));
                part->words[k] = four.x;
                part->words[k + 1] = four.y;
                part->words[k + 2] = four.z;
                part->words[k + 3] = four.w;
            }
        }
    } else if (mine && layout.masks) {
#pragma unroll
        for (unsigned k = 0; k < WORDS; k += 2) {
            if (k < words) {
                const u64 two = __ldg((const u64*)(row + k));
                part->words[k] = (unsigned)two;
                part->words[k + 1] = (unsigned)(two >> 32);
            }
        }
    }
    float values[WORDS];
    if (ALL_VALUES) {
        load_values(job, map, layout.width, first * 32 + lane, y, [&](unsigned k) { return k * 32 + lane < left; }, values);
    }
    if (left < WORDS * 32) {
#pragma unroll
        for (unsigned k = 0; k < WORDS; ++k) {
            part->words[k] &= pixels_left(left, k);
        }
    }
    unsigned some = 0;
#pragma unroll
    for (unsigned k = 0; k < WORDS; ++k) {
        some |= __any_sync(ALL, part->words[k] != 0) ? 1u << k : 0;
    }
    part->some = some;
    if (!ALL_VALUES) {
        const auto wanted = [&](unsigned k) { return (some >> k & 1) != 0 && k * 32 + lane < left; };
        load_values(job, map, layout.width, first * 32 + lane, y, wanted, values);
    }
#pragma unroll
    for (unsigned k = 0; k < WORDS; ++k) {
        part->keys[k] = counting_key(values[k], layout.low, layout.high);
    }
}

// The range of a few values, widened to whole chunks: the same in all blocks that look at a group. All threads are called together.
__device__ Range sample(const Job& job, const float* values) {
    __shared__ unsigned lows[WARPS], highs[WARPS];
    const u64 pixels = (u64)job.map_width * job.map_height;
    unsigned low = ALL, high = 0;
    for (unsigned i = threadIdx.x; i < SAMPLES; i += THREADS) {
        const unsigned key = counting_key(__ldg(values + i * pixels / SAMPLES), job.low, job.high);
        if (key != 0) {
            low = min(low, key);
            high = max(high, key);
        }
    }
#pragma unroll
    for (unsigned step = 16; step > 0; step /= 2) {
        low = min(low, __shfl_xor_sync(ALL, low, step));
        high = max(high, __shfl_xor_sync(ALL, high, step));
    }
    if (threadIdx.x % 32 == 0) {
        lows[threadIdx.x / 32] = low;
        highs[threadIdx.x / 32] = high;
    }
    __syncthreads();
    low = lows[threadIdx.x % 32];
    high = highs[threadIdx.x % 32];
#pragma unroll
    for (unsigned step = 16; step > 0; step /= 2) {
        low = min(low, __shfl_xor_sync(ALL, low, step));
        high = max(high, __shfl_xor_sync(ALL, high, step));
    }
    if (low > high) {
        low = job.low;
        high = job.high;
    }
    const unsigned chunk = (1u << CHUNK) - 1;
    Range range = {low & ~chunk, 0, 0};
    range.span = (high | chunk) - range.low;
    while (range.span >> range.shift >= INSIDE) {
        ++range.shift;
    }
    return range;
}

// The position of a percentile among `valid` sorted values, and the rank before it.
__device__ __forceinline__ double position_of(float percent, unsigned valid) {
    return (double)(valid - 1) * ((double)percent / 100.0);
}

__device__ __forceinline__ unsigned rank_of(double position, unsigned valid) {
    return min((unsigned)position, valid - 1);
}

// What is shared while ranks are looked up.
struct Lookup {
    Wanted wanted;
    unsigned rank[RANKS][32], low[RANKS][32], bits[RANKS][32];   // found
};

// Gives the ranks that were found their slots, for the next kernel. Called by one warp.
__device__ void set_slots(Lookup* lookup, Group* group, unsigned ranks, bool mine) {
    const unsigned lane = threadIdx.x % 32;
    Wanted* next = &group->wanted;
    unsigned slots = 0;
    for (unsigned j = 0; mine && j < ranks; ++j) {
        const unsigned low = lookup->low[j][lane];
        unsigned same = 0;
        while (same < slots && lookup->wanted.low[same][lane] != low) {
            ++same;
        }
        if (same == slots) {
            lookup->wanted.low[slots][lane] = low;
            next->low[slots][lane] = low;
            next->bits[slots][lane] = lookup->bits[j][lane];
            ++slots;
        }
        next->rank[j][lane] = lookup->rank[j][lane];
        next->slot[j][lane] = same;
    }
    next->slots[lane] = slots;
}

// Finds the ranks that fall in `count` coarse bins from `first` on, which it clears; `before` is what this lane's object has in bins before.
// Returns what it has in these. All threads are called together, warps with other bins of the same objects.
__device__ unsigned find_coarse(unsigned* bins, const Range& range, unsigned first, unsigned count, unsigned before, unsigned ranks, bool mine,
    Lookup* lookup) {
    __shared__ unsigned sums[WARPS][32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, begin = warp * PART;
    unsigned counts[PART], sum = 0;
#pragma unroll
    for (unsigned i = 0; i < PART; ++i) {
        counts[i] = begin + i < count ? __ldcg(bins + (first + begin + i) * 32 + lane) : 0;
    }
#pragma unroll
    for (unsigned i = 0; i < PART; ++i) {
        sum += counts[i];
        if (begin + i < count) {
            __stcg(bins + (first + begin + i) * 32 + lane, 0u);
        }
    }
    __syncthreads();
    sums[warp][lane] = sum;
    __syncthreads();
    unsigned all = 0;
    for (unsigned other = 0; other < WARPS; ++other) {
        before += other < warp ? sums[other][lane] : 0;
        all += sums[other][lane];
    }
    for (unsigned j = 0; j < ranks; ++j) {
        unsigned rest = lookup->wanted.rank[j][lane] - before, bin = first + begin;
        const bool here = mine && rest < sum;
        if (!__any_sync(ALL, here)) {
            continue;
        }
        bool found = false;
#pragma unroll
        for (unsigned i = 0; i < PART; ++i) {
            found = found || rest < counts[i];
            rest -= found ? 0 : counts[i];
            bin += found ? 0 : 1;
        }
        if (here) {
            lookup->rank[j][lane] = rest;
            lookup->low[j][lane] = bin < INSIDE ? range.low + (bin << range.shift) : (bin - INSIDE) << CHUNK;
            lookup->bits[j][lane] = bin < INSIDE ? range.shift : CHUNK;
        }
    }
    return all;
}

// The coarse counts. Grid: a block for each multiprocessor. `coarse` has BINS rows of 32 words for each group, 0 before the first launch and
// left so; `present` gets the lanes that have pixels, of each task of each group, and is null without masks.
extern "C" __global__ void __launch_bounds__(THREADS, 1)
count_values(const Job* job_at, Group* groups, unsigned* coarse, unsigned* present) {
    __shared__ unsigned sums[3][32];
    const Job& job = *job_at;
    const Layout layout = layout_of(job);
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    present = layout.masks ? present : nullptr;

    for (unsigned item = blockIdx.x; item < layout.groups * layout.pieces; item += gridDim.x) {
        const unsigned at = item / layout.pieces, piece = item % layout.pieces, object = at * layout.of_group + lane;
        const bool mine = lane < layout.of_group && object < layout.objects;
        const Map map = map_of(job, at * layout.of_group);
        const unsigned* mask = (const unsigned*)job.masks + object * job.mask_stride;
        Group* group = groups + at;
        unsigned* bins = coarse + (u64)at * BINS * 32;
        __syncthreads();
        if (threadIdx.x < 96) {
            sums[warp][lane] = 0;
        }
        const Range range = sample(job, map.values);
        if (piece == 0 && threadIdx.x == 0) {
            group->range = range;
        }

        unsigned area = 0, valid = 0, below = 0, run = 0, run_bin = 0;
        const auto end_run = [&]() {
            if (run != 0) {
                atomicAdd(bins + run_bin * 32 + lane, run);
                below += run_bin >= INSIDE && run_bin - INSIDE < range.low >> CHUNK ? run : 0;
            }
            run = 0;
        };
        for (unsigned task = piece * WARPS + warp; task < layout.tasks; task += layout.pieces * WARPS) {
            Part part;
            load_part<false>(job, layout, map, task, mask, mine, &part);
            unsigned any = 0;
#pragma unroll
            for (unsigned k = 0; k < WORDS; ++k) {
                if ((part.some >> k & 1) == 0) {
                    continue;
                }
                const unsigned word = part.words[k], key = part.keys[k], bin = bin_of(range, key);
                unsigned rest = __ballot_sync(ALL, key != 0);
                any |= word;
                area += __popc(word);
                valid += __popc(word & rest);
                while (rest != 0) {
                    const unsigned next = __shfl_sync(ALL, bin, __ffs(rest) - 1);
                    const unsigned same = __ballot_sync(ALL, bin == next) & rest;
                    rest &= ~same;
                    if (next != run_bin) {
                        end_run();
                        run_bin = next;
                    }
                    run += __popc(word & same);
                }
            }
            const unsigned lanes = __ballot_sync(ALL, any != 0);
            if (present != nullptr && lane == 0) {
                present[(u64)at * layout.tasks + task] = lanes;
            }
        }
        end_run();
        atomicAdd(&sums[0][lane], area);
        atomicAdd(&sums[1][lane], valid);
        atomicAdd(&sums[2][lane], below);
        __syncthreads();
        if (threadIdx.x < 96 && sums[warp][lane] != 0) {
            atomicAdd((warp == 0 ? group->area : warp == 1 ? group->valid : group->below) + lane, sums[warp][lane]);
        }
    }
}

// The coarse bins of all ranks. Grid: blocks share out the groups.
extern "C" __global__ void __launch_bounds__(THREADS, 1)
find_bins(const Job* job_at, Group* groups, unsigned* coarse, Measured* result) {
    __shared__ Lookup lookup;
    const Job& job = *job_at;
    const Layout layout = layout_of(job);
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, ranks = job.percents * 2;

    for (unsigned at = blockIdx.x; at < layout.groups; at += gridDim.x) {
        const unsigned object = at * layout.of_group + lane;
        const bool mine = lane < layout.of_group && object < layout.objects;
        Group* group = groups + at;
        unsigned* bins = coarse + (u64)at * BINS * 32;
        const Range range = group->range;
        const unsigned area = group->area[lane], valid = group->valid[lane], below = group->below[lane];
        const bool known = mine && valid != 0;
        __syncthreads();
        if (warp < job.percents && known) {
            const unsigned rank = rank_of(position_of(job.percent[warp], valid), valid);
            lookup.wanted.rank[warp * 2][lane] = rank;
            lookup.wanted.rank[warp * 2 + 1][lane] = min(rank + 1, valid - 1);
        }
        if (warp == 0 && mine) {
            result[object].area = area;
            result[object].valid = valid;
        }
        __syncthreads();
        const unsigned inside = find_coarse(bins, range, 0, INSIDE, below, ranks, known, &lookup);
        if (__syncthreads_or(known && inside != valid)) {
            const unsigned under = range.low >> CHUNK, over = (unsigned)(((u64)range.low + range.span + 1) >> CHUNK);
            find_coarse(bins, range, INSIDE, under, 0, ranks, known, &lookup);
            find_coarse(bins, range, INSIDE + over, BINS - INSIDE - over, below + inside, ranks, known, &lookup);
        }
        __syncthreads();
        if (warp == 0) {
            set_slots(&lookup, group, ranks, known);
        }
    }
}

// Adds to a histogram what lanes have, and keeps back what goes on to grow: neighbours often fall in one bin.
struct Counter {
    unsigned* at;
    unsigned run;

    __device__ __forceinline__ void end() {
        if (run != 0 && threadIdx.x % 32 == 0) {
            atomicAdd(at, run);
        }
        run = 0;
    }
    __device__ __forceinline__ void add(unsigned* histogram, unsigned bin, unsigned lanes) {
        const unsigned lane = threadIdx.x % 32;
        while (lanes != 0) {
            const unsigned next = __shfl_sync(ALL, bin, __ffs(lanes) - 1);
            const unsigned same = __ballot_sync(ALL, bin == next) & lanes, many = __popc(same);
            if (many == 1) {
                // All different, as it seems.
                if ((lanes >> lane & 1) != 0) {
                    atomicAdd(histogram + bin, 1u);
                }
                return;
            }
            lanes &= ~same;
            if (histogram + next != at) {
                end();
                at = histogram + next;
            }
            run += many;
        }
    }
};

// How many of a bin's bits are left after this kernel.
__device__ __forceinline__ unsigned shift_of(unsigned bits, unsigned last) { return last ? 0 : bits / 2; }

// The finer counts, the `last` ones of single keys. Grid as above; `fine` has `slot_capacity` histograms of BINS words an object, 0
// before the first launch and left so.
extern "C" __global__ void __launch_bounds__(THREADS, 1)
refine_ranks(const Job* job_at, const Group* groups, unsigned* fine, unsigned* present, unsigned slot_capacity, unsigned last) {
    __shared__ struct { unsigned low[RANKS][32], bits[RANKS][32], slots[32]; } wanted;
    __shared__ unsigned wanted_bins[BINS / 32];
    const Job& job = *job_at;
    const Layout layout = layout_of(job);
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    present = layout.masks ? present : nullptr;

    for (unsigned item = blockIdx.x; item < layout.groups * layout.pieces; item += gridDim.x) {
        const unsigned at = item / layout.pieces, piece = item % layout.pieces, object = at * layout.of_group + lane;
        const Map map = map_of(job, at * layout.of_group);
        const unsigned* mask = (const unsigned*)job.masks + object * job.mask_stride;
        const Group* group = groups + at;
        unsigned* histograms = fine + (u64)at * layout.of_group * slot_capacity * BINS;
        const Range range = group->range;
        __syncthreads();
        if (threadIdx.x < BINS / 32) {
            wanted_bins[threadIdx.x] = 0;
        }
        const unsigned slots = group->wanted.slots[lane], low = group->wanted.low[warp][lane], bits = group->wanted.bits[warp][lane];
        if (warp == 0) {
            wanted.slots[lane] = slots;
        }
        __syncthreads();
        // A warp for each slot.
        if (warp < slots) {
            const unsigned bin = bin_of(range, low);
            wanted.low[warp][lane] = low;
            wanted.bits[warp][lane] = bits;
            atomicOr(&wanted_bins[bin / 32], 1u << bin % 32);
        }
        __syncthreads();

        Counter counter = {nullptr, 0};
        const bool measured = __any_sync(ALL, slots != 0);
        for (unsigned task = piece * WARPS + warp; measured && task < layout.tasks; task += layout.pieces * WARPS) {
            const unsigned lanes = present != nullptr ? present[(u64)at * layout.tasks + task] : 1;
            if (lanes == 0) {
                continue;
            }
            Part part;
            load_part<true>(job, layout, map, task, mask, (lanes >> lane & 1) != 0, &part);
            unsigned touched = 0;
#pragma unroll
            for (unsigned k = 0; k < WORDS; ++k) {
                if ((part.some >> k & 1) == 0) {
                    continue;
                }
                const unsigned word = part.words[k], key = part.keys[k], bin = bin_of(range, key);
                const unsigned rest = __ballot_sync(ALL, key != 0 && (wanted_bins[bin / 32] >> bin % 32 & 1) != 0);
                unsigned others = __ballot_sync(ALL, (word & rest) != 0);
                while (others != 0) {
                    const unsigned other = __ffs(others) - 1, pixels = __shfl_sync(ALL, word, other) & rest;
                    others &= others - 1;
                    const bool inside = (pixels >> lane & 1) != 0;
                    for (unsigned slot = 0; slot < wanted.slots[other]; ++slot) {
                        const unsigned above = key - wanted.low[slot][other], width = wanted.bits[slot][other];
                        const unsigned found = __ballot_sync(ALL, inside && above >> width == 0);
                        if (found != 0) {
                            touched |= 1u << other;
                            counter.add(histograms + (u64)(other * slot_capacity + slot) * BINS, above >> shift_of(width, last), found);
                        }
                    }
                }
            }
            if (present != nullptr && lane == 0) {
                present[(u64)at * layout.tasks + task] = touched;
            }
        }
        counter.end();
    }
}

// Ranks of one object.
struct Ranks {
    unsigned rank[RANKS], slot[RANKS];                       // wanted
    unsigned next_rank[RANKS], low[RANKS], bits[RANKS];      // found
};

// Finds the ranks of an object in the histogram of one of its slots, which it clears. Called by a warp.
__device__ void find_fine(unsigned* histogram, unsigned bins, unsigned low, unsigned shift, unsigned slot, unsigned ranks, Ranks* of) {
    const unsigned lane = threadIdx.x % 32;
    unsigned before = 0;
    for (unsigned first = 0; first < bins; first += 256) {
        uint4* mine = (uint4*)(histogram + first + lane * 8);
        uint4 four = make_uint4(0, 0, 0, 0), other = four;
        if (first + lane * 8 < bins) {
            four = __ldcg(mine);
            other = __ldcg(mine + 1);
            __stcg(mine, make_uint4(0, 0, 0, 0));
            __stcg(mine + 1, make_uint4(0, 0, 0, 0));
        }
        const unsigned counts[8] = {four.x, four.y, four.z, four.w, other.x, other.y, other.z, other.w};
        unsigned sum = 0;
#pragma unroll
        for (unsigned i = 0; i < 8; ++i) {
            sum += counts[i];
        }
        unsigned until = sum;
#pragma unroll
        for (unsigned step = 1; step < 32; step *= 2) {
            const unsigned others = __shfl_up_sync(ALL, until, step);
            until += lane >= step ? others : 0;
        }
        for (unsigned j = 0; j < ranks; ++j) {
            unsigned rest = of->rank[j] - before - (until - sum), bin = first + lane * 8;
            if (of->slot[j] != slot || rest >= sum) {
                continue;
            }
            bool found = false;
#pragma unroll
            for (unsigned i = 0; i < 8; ++i) {
                found = found || rest < counts[i];
                rest -= found ? 0 : counts[i];
                bin += found ? 0 : 1;
            }
            of->next_rank[j] = rest;
            of->low[j] = low + (bin << shift);
            of->bits[j] = shift;
        }
        before += __shfl_sync(ALL, until, 31);
    }
}

// The bins, and after the `last` counts the keys, of all ranks, and the percentiles. Grid: blocks share out the objects.
extern "C" __global__ void __launch_bounds__(THREADS, 1)
find_keys(const Job* job_at, Group* groups, unsigned* fine, Measured* result, unsigned slot_capacity, unsigned last) {
    __shared__ Ranks found;
    const Job& job = *job_at;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, ranks = job.percents * 2;
    const unsigned objects = objects_of(job), of_group = job.masks != 0 ? 32 : 1;

    for (unsigned object = blockIdx.x; object < objects; object += gridDim.x) {
        Group* group = groups + object / of_group;
        const unsigned of = object % of_group;
        Wanted* wanted = &group->wanted;
        const unsigned slots = wanted->slots[of], valid = group->valid[of];
        // A warp for each slot.
        const unsigned low = wanted->low[warp][of], width = wanted->bits[warp][of];
        __syncthreads();
        if (threadIdx.x < ranks) {
            found.rank[threadIdx.x] = wanted->rank[threadIdx.x][of];
            found.slot[threadIdx.x] = wanted->slot[threadIdx.x][of];
        }
        __syncthreads();
        if (warp < slots) {
            const unsigned shift = shift_of(width, last);
            find_fine(fine + ((u64)object * slot_capacity + warp) * BINS, 1u << (width - shift), low, shift, warp, ranks, &found);
        }
        __syncthreads();
        if (last == 0 && warp == 0) {
            // Ranks in the same bin share a slot.
            const unsigned mine = lane < ranks && slots != 0 ? found.low[lane] : 0;
            unsigned leader = lane;
            for (unsigned other = RANKS; other-- > 0;) {
                const unsigned theirs = __shfl_sync(ALL, mine, other);
                leader = other < lane && theirs == mine ? other : leader;
            }
            const unsigned leaders = __ballot_sync(ALL, lane < ranks && slots != 0 && leader == lane);
            if (lane < ranks && slots != 0) {
                const unsigned slot = __popc(leaders & ((1u << leader) - 1));
                wanted->rank[lane][of] = found.next_rank[lane];
                wanted->slot[lane][of] = slot;
                wanted->low[slot][of] = mine;
                wanted->bits[slot][of] = found.bits[lane];
            }
            if (lane == 0) {
                wanted->slots[of] = __popc(leaders);
            }
        }
        if (last != 0 && threadIdx.x < job.percents && slots != 0) {
            // As statistics::percentiles, from whichever end is nearer.
            const double position = position_of(job.percent[threadIdx.x], valid), t = position - (double)rank_of(position, valid);
            const double a = (double)value_of(found.low[threadIdx.x * 2]), b = (double)value_of(found.low[threadIdx.x * 2 + 1]);
            result[object].value[threadIdx.x] = (float)(t < 0.5 ? a + (b - a) * t : b - (b - a) * (1.0 - t));
        }
        if (last != 0 && threadIdx.x == 0) {
            group->area[of] = 0;
            group->valid[of] = 0;
            group->below[of] = 0;
        }
    }
}
