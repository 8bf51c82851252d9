// Which detections the outputs stand for: decode/reference.rs of this crate, operation by operation. Compile with --fmad=false.
//
// Many blocks look at all logits and note the pairs that a threshold lets pass; the block that ends last selects, sorts, thresholds and
// packs them. The order in which pairs are noted does not matter, since no two have the same key.

typedef unsigned long long u64;

#define THREADS 1024
#define SORTED 4096      // most pairs that are selected

// The host's wishes for this frame; the rules of the slots follow: class id, threshold (infinite where the slot is dropped).
struct Options {
    float floor;          // no logit below can pass a threshold
    float lowest;         // the lowest threshold
    unsigned most;        // detections to return
    unsigned unused;
};
struct Rule { unsigned class_id; float threshold; };

// What is found: 16 words, then 8 for each detection; for the kernels that follow in device memory, for the host in its own. `note` is, for the
// kernels, whether it is the first detection of its query; for the host, how many logits of its mask are not finite, which the kernel of
// masks adds. `sound` is for who reads masks without asking the host: the count, or 0 where anything is not finite, masks included.
struct Head {
    unsigned count;
    unsigned labels_broken, labels_first;   // values that are not finite, and the first query concerned
    unsigned boxes_broken, boxes_first;
    unsigned passed, sound, unused[9];
};
struct __align__(16) Found { float score; unsigned class_id, query, note; float x1, y1, x2, y2; };

struct Counters { unsigned noted, labels_broken, labels_first, boxes_broken, boxes_first, ended, unused[2]; };

__device__ __forceinline__ bool is_finite(float x) {
    return (__float_as_uint(x) & 0x7f800000u) != 0x7f800000u;
}

// reference::sigmoid
__device__ float sigmoid(float x) {
    x = x < -120.0f ? -120.0f : x > 120.0f ? 120.0f : x;
    double z = -(double)x;
    int k = (int)(z * 1.4426950408889634074 + 1024.5) - 1024;
    double r = (z - (double)k * __longlong_as_double(0x3fe62e42fee00000ll)) - (double)k * __longlong_as_double(0x3dea39ef35793c76ll);
    double p = 1.0 / 3628800.0;
    p = p * r + 1.0 / 362880.0;
    p = p * r + 1.0 / 40320.0;
    p = p * r + 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    float power = (float)(p * __longlong_as_double((long long)(1023 + k) << 52));
    return 1.0f / (1.0f + power);
}

__device__ __forceinline__ float at_least_zero(float value) {
    return value > 0.0f ? value : 0.0f;
}

__device__ __forceinline__ float clamp(float value, float most) {
    return value < most ? at_least_zero(value) : most;
}

// Sorts `size` (a power of two) keys, largest first. No two are equal but 0, which comes last.
__device__ void sort(u64* keys, unsigned size) {
    if (size <= 256) {
        // A key's place is the number of larger ones: one look at each instead of many passes.
        const u64 key = threadIdx.x < size ? keys[threadIdx.x] : 0;
        unsigned place = 0;
        for (unsigned i = 0; key != 0 && i < size; ++i) {
            place += keys[i] > key;
        }
        __syncthreads();
        if (key != 0) {
            keys[place] = key;
        }
        __syncthreads();
        return;
    }
    for (unsigned run = 2; run <= size; run *= 2) {
        for (unsigned gap = run / 2; gap > 0; gap /= 2) {
            for (unsigned i = threadIdx.x; i < size / 2; i += THREADS) {
                unsigned low = 2 * i - (i & (gap - 1)), high = low + gap;
                u64 a = keys[low], b = keys[high];
                if ((a < b) == ((low & run) == 0)) {
                    keys[low] = b;
                    keys[high] = a;
                }
            }
            __syncthreads();
        }
    }
}

// Gathers at most SORTED keys among which the `select` largest are; returns how many.
__device__ unsigned gather(const u64* keys, unsigned noted, unsigned select, u64* gathered) {
    __shared__ unsigned histogram[256];
    __shared__ unsigned digit, above, total, filled;
    u64 prefix = 0, mask = 0;
    unsigned need = select;
    if (noted > SORTED) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            for (unsigned i = threadIdx.x; i < 256; i += THREADS) {
                histogram[i] = 0;
            }
            __syncthreads();
            for (unsigned i = threadIdx.x; i < noted; i += THREADS) {
                u64 key = __ldcg(keys + i);
                if ((key & mask) == prefix) {
                    atomicAdd(&histogram[(unsigned)(key >> shift) & 255u], 1u);
                }
            }
            __syncthreads();
            if (threadIdx.x == 0) {
                unsigned larger = 0, at = 255;
                while (larger + histogram[at] < need) {
                    larger += histogram[at];
                    --at;
                }
                digit = at;
                above = larger;
                total = select - (need - larger) + histogram[at];
            }
            __syncthreads();
            prefix |= (u64)digit << shift;
            mask |= (u64)255 << shift;
            need -= above;
            bool few = total <= SORTED;
            __syncthreads();
            if (few) {
                break;
            }
        }
    }
    if (threadIdx.x == 0) {
        filled = 0;
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < noted; i += THREADS) {
        u64 key = __ldcg(keys + i);
        if ((key & mask) >= prefix) {
            gathered[atomicAdd(&filled, 1u)] = key;
        }
    }
    __syncthreads();
    return filled;
}

// Grid: x covers the logits, y is the picture of the batch. `keys` has room for queries * classes, `counters` are 0 before the first
// launch (with `*_first` at their largest) and left so. `heads` and `results` have the same layout; `results` is host memory.
extern "C" __global__ void __launch_bounds__(THREADS)
decode(const float* labels, const float* boxes, const Options* options, const unsigned* sizes, Counters* counters, u64* keys, unsigned* heads,
    unsigned* results, unsigned queries, unsigned classes, unsigned select, unsigned head_words) {
    __shared__ u64 sorted[SORTED];
    __shared__ unsigned sums[32];
    __shared__ unsigned last;
    const unsigned image = blockIdx.y, pairs = queries * classes, lane = threadIdx.x & 31;
    labels += (u64)image * pairs;
    boxes += (u64)image * queries * 4;
    counters += image;
    keys += (u64)image * pairs;
    const float floor = options->floor, lowest = options->lowest;

    for (u64 base = (u64)blockIdx.x * THREADS; base < pairs; base += (u64)gridDim.x * THREADS) {
        u64 i = base + threadIdx.x;
        float x = i < pairs ? labels[i] : __uint_as_float(0xff800000u);
        u64 key = 0;
        if (i < pairs) {
            if (!is_finite(x)) {
                atomicAdd(&counters->labels_broken, 1u);
                atomicMin(&counters->labels_first, (unsigned)i / classes);
            } else if (!(x < floor)) {
                float score = sigmoid(x);
                if (score > lowest) {
                    key = (u64)__float_as_uint(score) << 32 | (0xffffffffu - (unsigned)i);
                }
            }
        }
        unsigned passing = __ballot_sync(0xffffffffu, key != 0);
        if (passing != 0) {
            unsigned at = 0;
            if (lane == 0) {
                at = atomicAdd(&counters->noted, (unsigned)__popc(passing));
            }
            at = __shfl_sync(0xffffffffu, at, 0);
            if (key != 0) {
                __stcg(keys + at + __popc(passing & ((1u << lane) - 1)), key);
            }
        }
    }
    for (u64 i = (u64)blockIdx.x * THREADS + threadIdx.x; i < (u64)queries * 4; i += (u64)gridDim.x * THREADS) {
        if (!is_finite(boxes[i])) {
            atomicAdd(&counters->boxes_broken, 1u);
            atomicMin(&counters->boxes_first, (unsigned)(i / 4));
        }
    }

    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        last = atomicAdd(&counters->ended, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) {
        return;
    }
    __threadfence();

    const unsigned noted = __ldcg(&counters->noted);
    unsigned found = gather(keys, noted, select, sorted);
    unsigned size = 1;
    while (size < found) {
        size *= 2;
    }
    for (unsigned i = found + threadIdx.x; i < size; i += THREADS) {
        sorted[i] = 0;
    }
    __syncthreads();
    sort(sorted, size);
    found = min(found, select);

    Head* head = (Head*)(heads + (u64)image * head_words);
    Head* told = (Head*)(results + (u64)image * head_words);
    Found* detections = (Found*)(head + 1);
    Found* told_detections = (Found*)(told + 1);
    const Rule* rules = (const Rule*)(options + 1);
    const float width = (float)sizes[image * 2], height = (float)sizes[image * 2 + 1];
    // Queries of the detections kept so far. They overwrite sorted keys, always ones that were read: a position never grows by keeping.
    unsigned* kept_queries = (unsigned*)sorted;
    unsigned kept = 0;
    for (unsigned base = 0; base < found; base += THREADS) {
        unsigned i = base + threadIdx.x;
        u64 key = i < found ? sorted[i] : 0;
        unsigned pair = 0xffffffffu - (unsigned)key, query = pair / classes;
        float score = __uint_as_float((unsigned)(key >> 32));
        Rule rule = {0, 0.0f};
        bool keep = false;
        if (i < found) {
            rule = rules[pair % classes];
            keep = score > rule.threshold;
        }
        unsigned keeping = __ballot_sync(0xffffffffu, keep);
        if (lane == 0) {
            sums[threadIdx.x / 32] = __popc(keeping);
        }
        __syncthreads();
        unsigned before = kept, all = 0;
        for (unsigned warp = 0; warp < THREADS / 32; ++warp) {
            before += warp < threadIdx.x / 32 ? sums[warp] : 0;
            all += sums[warp];
        }
        unsigned at = before + __popc(keeping & ((1u << lane) - 1));
        keep = keep && at < options->most;
        if (keep) {
            kept_queries[at] = query;
        }
        __syncthreads();
        if (keep) {
            unsigned first = 1;
            for (unsigned other = 0; other < at; ++other) {
                if (kept_queries[other] == query) {
                    first = 0;
                    break;
                }
            }
            const float* box = boxes + (u64)query * 4;
            float cx = box[0], cy = box[1], half_w = 0.5f * at_least_zero(box[2]), half_h = 0.5f * at_least_zero(box[3]);
            Found detection;
            detection.score = score;
            detection.class_id = rule.class_id;
            detection.query = query;
            detection.note = first;
            detection.x1 = clamp((cx - half_w) * width, width);
            detection.y1 = clamp((cy - half_h) * height, height);
            detection.x2 = clamp((cx + half_w) * width, width);
            detection.y2 = clamp((cy + half_h) * height, height);
            detections[at] = detection;
            detection.note = 0;
            told_detections[at] = detection;
        }
        kept += all;
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        Head all = {};
        all.count = min(kept, options->most);
        all.labels_broken = __ldcg(&counters->labels_broken);
        all.labels_first = __ldcg(&counters->labels_first);
        all.boxes_broken = __ldcg(&counters->boxes_broken);
        all.boxes_first = __ldcg(&counters->boxes_first);
        all.passed = noted;
        all.sound = all.labels_broken == 0 && all.boxes_broken == 0 ? all.count : 0;
        head->count = all.count;
        head->sound = all.sound;
        *told = all;
        counters->noted = 0;
        counters->labels_broken = 0;
        counters->labels_first = 0xffffffffu;
        counters->boxes_broken = 0;
        counters->boxes_first = 0xffffffffu;
        counters->ended = 0;
    }
}
