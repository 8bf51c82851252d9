// Mask logits at network resolution become bits at picture resolution: decode/masks.rs of this crate, operation by operation. Compile
// with --fmad=false.
//
// The blocks share out tiles of 2048 x 32 pixels of all detections kept, whose number is read from device memory. A tile's logits come to
// shared memory once. Where all four logits around a pixel are <= 0 it is outside without arithmetic, as weights are not negative; where all
// four are positive and far from what rounds to 0 or overflows it is inside, as weights of an axis add up to 1, so that one of them is at least
// a half. So only borders of objects are computed.

typedef unsigned long long u64;

struct Head {
    unsigned count;
    unsigned labels_broken, labels_first;
    unsigned boxes_broken, boxes_first;
    unsigned passed, sound, unused[9];
};
struct __align__(16) Found { float score; unsigned class_id, query, note; float x1, y1, x2, y2; };

struct Tap { unsigned lower, upper; float lower_weight, upper_weight; };

__device__ __forceinline__ Tap linear_tap(unsigned i, unsigned from, unsigned to, float scale) {
    if (from == to) {
        return Tap{i, i, 1.0f, 0.0f};
    }
    float position = fmaxf(__fmaf_rn(scale, (float)i + 0.5f, -0.5f), 0.0f);
    unsigned lower = min((unsigned)position, from - 1);
    float upper_weight = fminf(fmaxf(position - (float)lower, 0.0f), 1.0f);
    return Tap{lower, min(lower + 1, from - 1), 1.0f - upper_weight, upper_weight};
}

// Whether a logit is in 1e-30 .. 1e30: positive, and so that no product with a weight of at least a half is 0 and no sum infinite.
__device__ __forceinline__ bool surely_positive(float logit) {
    return __float_as_uint(logit) - 0x0da24260u < 0x7149f2cau - 0x0da24260u;
}

#define WORDS 64         // 32-bit words of a row of a tile
#define ROWS 32
#define WINDOW 4096      // most logits of a tile that are kept in shared memory

// Which pixels of 32 columns are inside: returns the word of row `lane`. `logits` begins with row `first` of the mask; `bands` has a bit for each
// row at which other rows of the mask begin to count.
__device__ __forceinline__ unsigned strip(const float* logits, unsigned first, unsigned stride, const Tap& column, bool within,
    const Tap* row_taps, unsigned bands, unsigned rows, unsigned lane) {
    unsigned mine = 0;
    while (bands != 0) {
        const unsigned begin = __ffs(bands) - 1;
        bands &= bands - 1;
        const unsigned end = bands != 0 ? __ffs(bands) - 1 : rows;
        const float* upper_row = logits + (row_taps[begin].lower - first) * stride;
        const float* lower_row = logits + (row_taps[begin].upper - first) * stride;
        const float v00 = upper_row[column.lower], v01 = upper_row[column.upper];
        const float v10 = lower_row[column.lower], v11 = lower_row[column.upper];
        const bool alive = within && (v00 > 0.0f || v01 > 0.0f || v10 > 0.0f || v11 > 0.0f);
        const bool full = within && surely_positive(v00) && surely_positive(v01) && surely_positive(v10) && surely_positive(v11);
        const unsigned inside = __ballot_sync(0xffffffffu, full);
        if (__ballot_sync(0xffffffffu, alive) == inside) {
            mine = lane >= begin && lane < end ? inside : mine;
            continue;
        }
        const float above = v00 * column.lower_weight + v01 * column.upper_weight;
        const float below = v10 * column.lower_weight + v11 * column.upper_weight;
        for (unsigned row = begin; row < end; ++row) {
            const float lower_weight = row_taps[row].lower_weight, upper_weight = row_taps[row].upper_weight;
            const unsigned word = __ballot_sync(0xffffffffu, alive && above * lower_weight + below * upper_weight > 0.0f);
            mine = lane == row ? word : mine;
        }
    }
    return mine;
}

// Grid: x is as many blocks as the GPU runs at once, y is the picture of the batch. 256 threads. `bits` has `capacity` masks a picture,
// each of `height` rows of whole 64-bit words. How many logits of a detection's mask are NaN or infinite goes to its `note` in `results`,
// which is host memory, and 0 to `sound` in `heads`; where it is none, nothing is written.
extern "C" __global__ void __launch_bounds__(256, 6)
masks_to_bits(const float* masks, unsigned* heads, unsigned* results, u64* bits, const unsigned* sizes, unsigned queries,
    unsigned mask_width, unsigned mask_height, u64 picture_words, unsigned head_words) {
    __shared__ float window[WINDOW];
    __shared__ unsigned words[ROWS][WORDS + 2];
    __shared__ Tap row_taps[ROWS];
    __shared__ unsigned positive[WINDOW / 32];   // columns of the window with a positive logit
    __shared__ unsigned bands, broken;
    const unsigned image = blockIdx.y, lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    const unsigned width = sizes[image * 2], height = sizes[image * 2 + 1];
    const unsigned stride = (width + 63) / 64, across = (stride + WORDS / 2 - 1) / (WORDS / 2), down = (height + ROWS - 1) / ROWS;
    const unsigned tiles = across * down, mask_size = mask_width * mask_height;
    const float scale_x = (float)mask_width / (float)width, scale_y = (float)mask_height / (float)height;
    const Head* head = (const Head*)(heads + (u64)image * head_words);
    const Found* detections = (const Found*)(head + 1);
    // At most 4096 detections, each of at most 65536 tiles.
    const unsigned count = head->count, items = count * tiles;
    masks += (u64)image * queries * mask_size;
    bits += (u64)image * picture_words;

    for (unsigned item = blockIdx.x; item < items; item += gridDim.x) {
        const unsigned object = item / tiles, tile = item - object * tiles;
        const unsigned row_of_tiles = tile / across, left = (tile - row_of_tiles * across) * WORDS * 32, top = row_of_tiles * ROWS;
        const float* logits = masks + (u64)detections[object].query * mask_size;
        u64* target = bits + ((u64)object * height + top) * stride + left / 64;
        const unsigned rows = min((unsigned)ROWS, height - top), row_words = min((unsigned)(WORDS / 2), stride - left / 64);
        const unsigned right = min(left + WORDS * 32, width) - 1;
        const unsigned x0 = linear_tap(left, mask_width, width, scale_x).lower, x1 = linear_tap(right, mask_width, width, scale_x).upper;
        const unsigned y0 = linear_tap(top, mask_height, height, scale_y).lower;
        const unsigned y1 = linear_tap(top + rows - 1, mask_height, height, scale_y).upper;
        const unsigned columns = x1 - x0 + 1, lines = y1 - y0 + 1;
        const bool fits = (u64)columns * lines <= WINDOW;

        if (warp == 0) {
            const unsigned y = min(top + lane, height - 1);
            const Tap tap = linear_tap(y, mask_height, height, scale_y);
            row_taps[lane] = tap;
            const unsigned before = __shfl_up_sync(0xffffffffu, tap.lower, 1);
            const unsigned begins = __ballot_sync(0xffffffffu, lane < rows && (lane == 0 || tap.lower != before));
            if (lane == 0) {
                bands = begins;
            }
        }
        for (unsigned i = threadIdx.x; i < WINDOW / 32; i += 256) {
            positive[i] = 0;
        }
        __syncthreads();
        bool some = !fits;
        if (fits) {
            for (unsigned line = warp; line < lines; line += 8) {
                const float* from = logits + (y0 + line) * mask_width + x0;
                for (unsigned base = 0; base < columns; base += 32) {
                    const bool there = base + lane < columns;
                    const float logit = there ? from[base + lane] : 0.0f;
                    if (there) {
                        window[line * columns + base + lane] = logit;
                    }
                    const unsigned above_zero = __ballot_sync(0xffffffffu, logit > 0.0f);
                    if (lane == 0 && above_zero != 0) {
                        atomicOr(&positive[base / 32], above_zero);
                    }
                    some = some || above_zero != 0;
                }
            }
        }
        if (!__syncthreads_or(some)) {
            for (unsigned row = warp; row < rows; row += 8) {
                if (lane < row_words) {
                    target[(u64)row * stride + lane] = 0;
                }
            }
            continue;
        }
        for (unsigned at = warp; at < row_words * 2; at += 8) {
            const unsigned x = left + at * 32 + lane;
            const Tap column = linear_tap(min(x, width - 1), mask_width, width, scale_x);
            unsigned mine = 0;
            if (fits) {
                const unsigned first = __shfl_sync(0xffffffffu, column.lower, 0) - x0, last = __shfl_sync(0xffffffffu, column.upper, 31) - x0;
                unsigned any = 0;
                for (unsigned word = first / 32; word <= last / 32; ++word) {
                    unsigned counts = 0xffffffffu;
                    counts &= word == first / 32 ? 0xffffffffu << (first % 32) : counts;
                    counts &= word == last / 32 ? 0xffffffffu >> (31 - last % 32) : counts;
                    any |= positive[word] & counts;
                }
                if (any != 0) {
                    const Tap shifted = Tap{column.lower - x0, column.upper - x0, column.lower_weight, column.upper_weight};
                    mine = strip(window, y0, columns, shifted, x < width, row_taps, bands, rows, lane);
                }
            } else {
                mine = strip(logits, 0, mask_width, column, x < width, row_taps, bands, rows, lane);
            }
            words[lane][at] = mine;
        }
        __syncthreads();
        for (unsigned row = warp; row < rows; row += 8) {
            if (lane < row_words) {
                target[(u64)row * stride + lane] = (u64)words[row][lane * 2 + 1] << 32 | words[row][lane * 2];
            }
        }
        __syncthreads();
    }

    // NaN and infinite values in the masks of detections, each mask once; by the blocks that had the fewest tiles.
    for (unsigned object = gridDim.x - 1 - blockIdx.x; object < count; object += gridDim.x) {
        const Found detection = detections[object];
        if (!detection.note) {
            continue;
        }
        if (threadIdx.x == 0) {
            broken = 0;
        }
        __syncthreads();
        const float* logits = masks + (u64)detection.query * mask_size;
        unsigned mine = 0;
#pragma unroll 8
        for (unsigned i = threadIdx.x; i < mask_size; i += 256) {
            mine += (__float_as_uint(logits[i]) & 0x7f800000u) == 0x7f800000u;
        }
        if (mine != 0) {
            atomicAdd(&broken, mine);
        }
        __syncthreads();
        if (threadIdx.x == 0 && broken != 0) {
            ((Found*)((Head*)(results + (u64)image * head_words) + 1))[object].note = broken;
            ((Head*)(heads + (u64)image * head_words))->sound = 0;
        }
        __syncthreads();
    }
}
