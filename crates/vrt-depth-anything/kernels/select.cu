// Percentiles by exact selection, of whole maps and of the depths under bit masks: statistics.rs and fusion.rs of this crate. All objects in
// one launch. Compile with --fmad=false.
//
// Values become integers of the same order. Three passes over the pixels count them by 11, 11 and 10 bits of these; between two passes the
// wanted ranks are found in the counts, and only what shares their leading bits is counted next. The work of a pass is shared out in pieces
// of an object, which blocks take by ticket, passes in order. So a block that waits for the pass before waits for tickets that blocks at
// work hold: however few of them the GPU runs at once, it does not wait for ever.

#define THREADS 256
#define BINS 2048
#define GROUP 4          // histograms in shared memory at once
#define RANKS 32         // two for each
#define PASSES 3
#define LEAST_PIXELS 2048

// What is asked, written by the host. Objects are the masks, or without masks the maps themselves.
struct Job {
    u64 values;          // address of the first map
    u64 value_stride;    // values from one object's map to the next
    u64 masks;           // address of the first mask's 32-bit words; 0: every pixel counts
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

struct Control { unsigned ticket, ended; };

// One object between the passes. 0 before the first launch, and left so.
struct State {
    unsigned done[PASSES], ready;
    unsigned area, valid, slots, unused;
    unsigned rank[RANKS];          // among what shares the prefix
    unsigned prefix[RANKS];        // leading bits of the key wanted
    unsigned slot[RANKS];          // which histogram counts them
    unsigned slot_prefix[RANKS];
};

// Sums and bounds of points.
struct Points { double sum[3], low[3], high[3]; };

// Counts keys; equal ones after each other at once, as smooth maps have them.
struct Counter {
    unsigned* counts;
    unsigned bin, run;

    __device__ __forceinline__ void add(unsigned next) {
        if (next == bin) {
            ++run;
        } else {
            end();
            bin = next;
            run = 1;
        }
    }
    __device__ __forceinline__ void end() {
        if (run != 0) {
            atomicAdd(counts + bin, run);
        }
        run = 0;
    }
};

__device__ __forceinline__ double lesser(double a, double b) { return a < b ? a : b; }
__device__ __forceinline__ double greater(double a, double b) { return a > b ? a : b; }

__device__ __forceinline__ double from_lane(double value, unsigned step) {
    return __longlong_as_double(__shfl_xor_sync(ALL, __double_as_longlong(value), step));
}

// Points of all threads, in the first one.
__device__ __forceinline__ void gather_points(Points* points, Points* of_warps) {
#pragma unroll
    for (unsigned step = 16; step > 0; step /= 2) {
#pragma unroll
        for (int axis = 0; axis < 3; ++axis) {
            points->sum[axis] += from_lane(points->sum[axis], step);
            points->low[axis] = lesser(points->low[axis], from_lane(points->low[axis], step));
            points->high[axis] = greater(points->high[axis], from_lane(points->high[axis], step));
        }
    }
    if (threadIdx.x % 32 == 0) {
        of_warps[threadIdx.x / 32] = *points;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned warp = 1; warp < THREADS / 32; ++warp) {
#pragma unroll
            for (int axis = 0; axis < 3; ++axis) {
                points->sum[axis] += of_warps[warp].sum[axis];
                points->low[axis] = lesser(points->low[axis], of_warps[warp].low[axis]);
                points->high[axis] = greater(points->high[axis], of_warps[warp].high[axis]);
            }
        }
    }
}

__device__ __forceinline__ void no_points(Points* points) {
#pragma unroll
    for (int axis = 0; axis < 3; ++axis) {
        points->sum[axis] = 0.0;
        points->low[axis] = __longlong_as_double(0x7ff0000000000000ll);
        points->high[axis] = __longlong_as_double((long long)0xfff0000000000000ull);
    }
}

// Where a warp finds its next part of a row: 32 words of 32 pixels.
struct Place { unsigned y, word; };

__device__ __forceinline__ Place place_of(unsigned task, unsigned parts, unsigned first, unsigned step) {
    const unsigned row = task / parts;
    // Parts turn from row to row, so that no warp has all of an object that lies in one part.
    return Place{first + row * step, (task + row) % parts * 32};
}

// Visits the pixels that the mask of an object has in rows `first`, `first + step`, ...: whole warps go through words that are not 0. `use` gets
// key, value and column of the valid ones, `row` is called after each part of a row. Returns the pixels inside the mask, a part in each
// thread.
template <typename Use, typename Row>
__device__ __forceinline__ unsigned visit(const Job& job, unsigned object, unsigned first, unsigned step, Use use, Row row) {
    const unsigned lane = threadIdx.x % 32, width = job.width, map_width = job.map_width;
    const unsigned stride = (width + 63) / 64 * 2, parts = (stride + 31) / 32;
    const unsigned* mask = job.masks ? (const unsigned*)job.masks + object * job.mask_stride : nullptr;
    const float* values = (const float*)job.values + object * job.value_stride;
    const float* scores = job.scores ? (const float*)job.scores + object * job.value_stride : nullptr;
    const bool same = map_width == width && job.map_height == job.height;
    const float across = axis_scale(map_width, width, job.corners), down = axis_scale(job.map_height, job.height, job.corners);
    const unsigned low = job.low, high = job.high;
    const unsigned tasks = (job.height - first + step - 1) / step * parts;
    unsigned area = 0;
    for (unsigned task = threadIdx.x / 32; task < tasks;) {
        // Four words on their way at once; most of them are 0.
        unsigned words[4];
#pragma unroll
        for (unsigned k = 0; k < 4; ++k) {
            const Place place = place_of(task + k * (THREADS / 32), parts, first, step);
            const unsigned begin = (place.word + lane) * 32;
            words[k] = 0;
            if (task + k * (THREADS / 32) < tasks && begin < width) {
                words[k] = mask != nullptr ? mask[(u64)place.y * stride + place.word + lane] : ALL;
                words[k] &= width - begin < 32 ? (1u << (width - begin)) - 1 : ALL;
            }
            area += __popc(words[k]);
        }
#pragma unroll 1
        for (unsigned k = 0; k < 4; ++k, task += THREADS / 32) {
            const unsigned word = k == 0 ? words[0] : k == 1 ? words[1] : k == 2 ? words[2] : words[3];
            unsigned left = __ballot_sync(ALL, word != 0);
            if (left == 0) {
                continue;
            }
            const Place place = place_of(task, parts, first, step);
            const unsigned y = place.y;
            const Tap line = linear_tap(y, job.map_height, job.height, down, job.corners);
            const float* upper_row = values + (u64)line.lower * map_width;
            const float* lower_row = values + (u64)line.upper * map_width;
            while (left != 0) {
                unsigned x[4];
                float value[4];
                bool inside[4];
                // Four loads on their way at once.
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    const unsigned at = left != 0 ? __ffs(left) - 1 : 0;
                    const unsigned bits = __shfl_sync(ALL, word, at);
                    inside[k] = left != 0 && (bits >> lane & 1) != 0;
                    left &= left - 1;
                    x[k] = (place.word + at) * 32 + lane;
                    value[k] = 0.0f;
                    if (inside[k]) {
                        if (same) {
                            value[k] = upper_row[x[k]];
                            inside[k] = scores == nullptr || !(scores[(u64)y * width + x[k]] >= job.threshold);
                        } else {
                            const Tap column = linear_tap(x[k], map_width, width, across, job.corners);
                            value[k] = mix(mix(upper_row[column.lower], upper_row[column.upper], column),
                                mix(lower_row[column.lower], lower_row[column.upper], column), line);
                        }
                    }
                }
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    const unsigned key = key_of(value[k]);
                    if (inside[k] && key >= low && key <= high) {
                        use(key, value[k], x[k]);
                    }
                }
            }
            row(y);
        }
    }
    return area;
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
    unsigned sums[THREADS / 32];
    unsigned rank[RANKS], prefix[RANKS], slot[RANKS];
    unsigned next_rank[RANKS], next_prefix[RANKS];
};

// Finds the wanted ranks of an object in its histograms, which it clears; called by one block after all others counted.
__device__ void look_up(unsigned pass, unsigned ranks, unsigned slots, unsigned* histograms, Lookup* lookup) {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (unsigned slot = 0; slot < slots; ++slot) {
        unsigned* mine = histograms + slot * BINS + threadIdx.x * (BINS / THREADS);
        unsigned counts[BINS / THREADS], sum = 0;
#pragma unroll
        for (unsigned i = 0; i < BINS / THREADS; ++i) {
            counts[i] = __ldcg(mine + i);
            sum += counts[i];
        }
#pragma unroll
        for (unsigned i = 0; i < BINS / THREADS; ++i) {
            __stcg(mine + i, 0u);
        }
        unsigned until = sum;
#pragma unroll
        for (unsigned step = 1; step < 32; step *= 2) {
            unsigned other = __shfl_up_sync(ALL, until, step);
            until += lane >= step ? other : 0;
        }
        if (lane == 31) {
            lookup->sums[warp] = until;
        }
        __syncthreads();
        for (unsigned other = 0; other < warp; ++other) {
            until += lookup->sums[other];
        }
        const unsigned before = until - sum;
        for (unsigned j = 0; j < ranks; ++j) {
            if (lookup->slot[j] != slot || lookup->rank[j] < before || lookup->rank[j] >= until) {
                continue;
            }
            unsigned rest = lookup->rank[j] - before, bin = threadIdx.x * (BINS / THREADS);
            bool found = false;
#pragma unroll
            for (unsigned i = 0; i < BINS / THREADS; ++i) {
                found = found || rest < counts[i];
                rest -= found ? 0 : counts[i];
                bin += found ? 0 : 1;
            }
            lookup->next_rank[j] = rest;
            lookup->next_prefix[j] = lookup->prefix[j] << (pass == PASSES - 1 ? 10 : 11) | bin;
        }
        __syncthreads();
    }
    if (threadIdx.x < ranks) {
        lookup->rank[threadIdx.x] = lookup->next_rank[threadIdx.x];
        lookup->prefix[threadIdx.x] = lookup->next_prefix[threadIdx.x];
    }
    __syncthreads();
}

template <bool POSITIONS>
__device__ __forceinline__ void select(const Job* job_at, Control* control, State* states, unsigned* histograms, Points* partials, Measured* result,
    unsigned slot_capacity) {
    __shared__ unsigned counts[GROUP * BINS];
    __shared__ Points of_warps[THREADS / 32];
    __shared__ Lookup lookup;
    __shared__ unsigned prefixes[GROUP];
    __shared__ unsigned ticket, last, area, valid;
    const Job& job = *job_at;
    const unsigned count = job.count != 0 ? min(*(const unsigned*)job.count, job.objects) : job.objects;
    const unsigned ranks = job.percents * 2;
    // Pieces of every so many rows, so that all have about the same share of an object: enough of them for all blocks, none of too few pixels.
    const u64 enough = ((u64)job.width * job.height + LEAST_PIXELS - 1) / LEAST_PIXELS;
    const unsigned most = enough < job.height ? (unsigned)enough : job.height;
    const unsigned pieces = min(max(gridDim.x / max(count, 1u), 1u), most), items = count * pieces;

    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) {
            ticket = atomicAdd(&control->ticket, 1u);
        }
        __syncthreads();
        if (ticket >= PASSES * items) {
            break;
        }
        const unsigned pass = ticket / items, item = ticket % items, object = item / pieces, piece = item % pieces;
        State* state = states + object;
        unsigned* histogram = histograms + (u64)object * slot_capacity * BINS;
        unsigned slots = 1;
        if (pass != 0) {
            if (threadIdx.x == 0) {
                while (*(volatile unsigned*)&state->ready < pass) {
                    __nanosleep(64);
                }
                __threadfence();
            }
            __syncthreads();
            if (__ldcg(&state->valid) == 0) {
                continue;
            }
            slots = __ldcg(&state->slots);
        }
        const unsigned shift = pass == 0 ? 21 : pass == 1 ? 10 : 0, digits = pass == PASSES - 1 ? 1023 : BINS - 1;
        const unsigned prefix_shift = pass == 1 ? 21 : 10;
        if (threadIdx.x == 0) {
            area = 0;
            valid = 0;
        }
        for (unsigned first = 0; first < slots; first += GROUP) {
            const unsigned group = min(slots - first, GROUP);
            for (unsigned i = threadIdx.x; i < group * BINS; i += THREADS) {
                counts[i] = 0;
            }
            if (threadIdx.x < group && pass != 0) {
                prefixes[threadIdx.x] = __ldcg(&state->slot_prefix[first + threadIdx.x]);
            }
            __syncthreads();
            Counter counter = {counts, 0, 0};
            if (pass != 0) {
                visit(job, object, piece, pieces, [&](unsigned key, float, unsigned) {
                    for (unsigned i = 0; i < group; ++i) {
                        if (key >> prefix_shift == prefixes[i]) {
                            counter.add(i * BINS + (key >> shift & digits));
                        }
                    }
                }, [](unsigned) {});
                counter.end();
            } else {
                unsigned my_valid = 0, my_area;
                if (!POSITIONS) {
                    my_area = visit(job, object, piece, pieces, [&](unsigned key, float, unsigned) {
                        ++my_valid;
                        counter.add(key >> shift);
                    }, [](unsigned) {});
                } else {
                    const double* columns = (const double*)job.view;
                    const double* lines = columns + job.width;
                    Points points;
                    no_points(&points);
                    unsigned in_row = 0;
                    double row_sum = 0.0, row_low = points.low[2], row_high = points.high[2];
                    my_area = visit(job, object, piece, pieces, [&](unsigned key, float value, unsigned x) {
                        ++my_valid;
                        counter.add(key >> shift);
                        const double z = (double)value, at = columns[x] * z;
                        points.sum[0] += at;
                        points.low[0] = lesser(points.low[0], at);
                        points.high[0] = greater(points.high[0], at);
                        ++in_row;
                        row_sum += z;
                        row_low = lesser(row_low, z);
                        row_high = greater(row_high, z);
                    }, [&](unsigned y) {
                        if (in_row == 0) {
                            return;
                        }
                        const double line = lines[y], near = line * row_low, far = line * row_high;
                        points.sum[1] += line * row_sum;
                        points.low[1] = lesser(points.low[1], lesser(near, far));
                        points.high[1] = greater(points.high[1], greater(near, far));
                        points.sum[2] += row_sum;
                        points.low[2] = lesser(points.low[2], row_low);
                        points.high[2] = greater(points.high[2], row_high);
                        in_row = 0;
                        row_sum = 0.0;
                        row_low = __longlong_as_double(0x7ff0000000000000ll);
                        row_high = __longlong_as_double((long long)0xfff0000000000000ull);
                    });
                    gather_points(&points, of_warps);
                    if (threadIdx.x == 0) {
                        partials[item] = points;
                    }
                }
                counter.end();
                atomicAdd(&area, my_area);
                atomicAdd(&valid, my_valid);
            }
            __syncthreads();
            for (unsigned i = threadIdx.x; i < group * BINS; i += THREADS) {
                if (counts[i] != 0) {
                    atomicAdd(histogram + first * BINS + i, counts[i]);
                }
            }
            __syncthreads();
        }
        if (threadIdx.x == 0 && pass == 0) {
            atomicAdd(&state->area, area);
            atomicAdd(&state->valid, valid);
        }

        // Whoever counts last looks up the ranks.
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) {
            last = atomicAdd(&state->done[pass], 1u) == pieces - 1;
        }
        __syncthreads();
        if (!last) {
            continue;
        }
        __threadfence();
        const unsigned all = __ldcg(&state->valid);
        Measured* measured = result + object;
        if (pass == 0) {
            if (threadIdx.x < ranks && all != 0) {
                const unsigned rank = rank_of(position_of(job.percent[threadIdx.x / 2], all), all);
                lookup.rank[threadIdx.x] = min(rank + threadIdx.x % 2, all - 1);
                lookup.prefix[threadIdx.x] = 0;
                lookup.slot[threadIdx.x] = 0;
            }
            if (threadIdx.x == 0) {
                measured->area = __ldcg(&state->area);
                measured->valid = all;
            }
            if (POSITIONS && all != 0 && threadIdx.x < 3) {
                const unsigned axis = threadIdx.x;
                Points points;
                no_points(&points);
                for (unsigned i = object * pieces; i < (object + 1) * pieces; ++i) {
                    points.sum[0] += __ldcg(&partials[i].sum[axis]);
                    points.low[0] = lesser(points.low[0], __ldcg(&partials[i].low[axis]));
                    points.high[0] = greater(points.high[0], __ldcg(&partials[i].high[axis]));
                }
                measured->centroid[axis] = (float)(points.sum[0] / (double)all);
                measured->extent[axis] = (float)(points.high[0] - points.low[0]);
            }
        } else if (threadIdx.x < ranks) {
            lookup.rank[threadIdx.x] = __ldcg(&state->rank[threadIdx.x]);
            lookup.prefix[threadIdx.x] = __ldcg(&state->prefix[threadIdx.x]);
            lookup.slot[threadIdx.x] = __ldcg(&state->slot[threadIdx.x]);
        }
        __syncthreads();
        if (all != 0) {
            look_up(pass, ranks, slots, histogram, &lookup);
        }
        if (pass == PASSES - 1) {
            if (threadIdx.x < job.percents) {
                // As statistics::percentiles, from whichever end is nearer.
                const double position = position_of(job.percent[threadIdx.x], all), t = position - (double)rank_of(position, all);
                const double a = (double)value_of(lookup.prefix[threadIdx.x * 2]), b = (double)value_of(lookup.prefix[threadIdx.x * 2 + 1]);
                measured->value[threadIdx.x] = (float)(t < 0.5 ? a + (b - a) * t : b - (b - a) * (1.0 - t));
            }
            continue;
        }
        // Ranks with the same leading bits share a histogram.
        if (threadIdx.x == 0 && all != 0) {
            unsigned known = 0;
            for (unsigned j = 0; j < ranks; ++j) {
                unsigned same = 0;
                while (same < j && lookup.prefix[same] != lookup.prefix[j]) {
                    ++same;
                }
                const unsigned slot = same < j ? lookup.slot[same] : known;
                lookup.slot[j] = slot;
                __stcg(&state->rank[j], lookup.rank[j]);
                __stcg(&state->prefix[j], lookup.prefix[j]);
                __stcg(&state->slot[j], slot);
                if (same == j) {
                    __stcg(&state->slot_prefix[known], lookup.prefix[j]);
                    ++known;
                }
            }
            __stcg(&state->slots, known);
        }
        if (threadIdx.x == 0) {
            __threadfence();
            // Where nothing is valid, there are no further passes.
            *(volatile unsigned*)&state->ready = all != 0 ? pass + 1 : PASSES;
        }
    }

    // The block that ends last leaves everything as it was found, after all that others did with it.
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&control->ended, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last) {
        return;
    }
    for (unsigned object = threadIdx.x; object < count; object += THREADS) {
        State* state = states + object;
        for (int pass = 0; pass < PASSES; ++pass) {
            state->done[pass] = 0;
        }
        state->ready = 0;
        state->area = 0;
        state->valid = 0;
    }
    if (threadIdx.x == 0) {
        control->ticket = 0;
        control->ended = 0;
    }
}

// Grid: as many blocks as the GPU runs at once. `histograms` has `slot_capacity` (at least two for each percentile) of BINS words an object,
// 0 before the first launch and left so; `partials` as many as there are blocks or objects, whichever are more; `result`
// one for each object, which may lie in the host's memory.
extern "C" __global__ void __launch_bounds__(THREADS, 4)
select_percentiles(const Job* job, Control* control, State* states, unsigned* histograms, Points* partials, Measured* result,
    unsigned slot_capacity) {
    select<false>(job, control, states, histograms, partials, result, slot_capacity);
}

// The same with centroid and extent, for jobs that have a view.
extern "C" __global__ void __launch_bounds__(THREADS, 3)
select_positions(const Job* job, Control* control, State* states, unsigned* histograms, Points* partials, Measured* result,
    unsigned slot_capacity) {
    select<true>(job, control, states, histograms, partials, result, slot_capacity);
}
