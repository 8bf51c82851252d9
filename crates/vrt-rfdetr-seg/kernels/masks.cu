// Mask logits at network resolution become bits at picture resolution, the bits of decode/masks.rs of this crate. Compile with --fmad=false.
//
// The blocks share out tiles of 2048 x 32 pixels of all detections kept, whose number is read from device memory. A tile's logits come to
// shared memory once. A warp takes 256 x 32 pixels of it, each lane a row. Between two columns of logits (a cell) a row's values are a straight
// line but for rounding, so a lane does not compute pixels: it computes the values at the columns, and where two neighbours' signs differ the
// pixel at which the line crosses 0. Pixels too near to the crossing to be sure of are computed as the reference does.
//
// # Why that gives the reference's bits
// e is 2^-24; |logit| <= M for all logits of the tile; W is the picture's width. Of the reference's value V at a pixel, with u the column's upper
// weight and the row's weights p and q, all as rounded: V is R(u) = A(1 - u) + Bu with A = v00 p + v10 q and B = v01 p + v11 q but for 5eM, as a
// lower weight is 1 - u within e/2, and two products and a sum in each direction round thrice. u never falls from a pixel to the next of a cell,
// so R is monotone along a cell: all pixels left of one with |R| > 5eM have its sign if A has it, all right of it if B has it. Underflow adds
// less than 2eM where anything below counts as sure, as then M > 2^-121.
// - The lane's a and b are A and B within 2.1eM, and are sure if larger than `bound` = 16eM. If both are sure and agree, the whole cell does.
// - If both are sure and differ, the crossing is at u* = |A| / (|A| + |B|), which `share` is within 19eM / d, d = |a| + |b|; and |R| > 7eM where u
//   is farther than 9eM / d from u*. That is 28eM / d < 32eM / d together.
// - Neighbouring pixels are 1 / `across` apart in u. Rounding of a pixel's u, of `across` and of the sums to a place in the picture are 6e(W + 257) of a pixel.
// - `room` is a half less more than both, in pixels. Pixels farther from the crossing than that half have the sign of their side: all, if the
//   crossing is nearer than `room` to the middle between two; all but two, if there is any `room`.
// The reciprocal may be 4e off, and no bit depends on how: it is part of `share`'s 19. Large, NaN and infinite logits make `bound` infinite: nothing
// is sure.

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

// 1 / x within 2^-22, for numbers that are neither subnormal nor larger than 2^126.
__device__ __forceinline__ float reciprocal(float x) {
#ifdef __CUDA_ARCH__
    float inverse;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(x));
    return inverse;
#else
    return 1.0f / x;
#endif
}

#define WORDS 64         // 32-bit words of a row of a tile
#define ROWS 32
#define WINDOW 4096      // most logits of a tile that are kept in shared memory
#define INFINITE __uint_as_float(0x7f800000u)
#define CHUNK 8          // words of a row that a lane computes
#define CHUNK_WORDS (ROWS * (CHUNK + 1) + 8)   // a word more a row, for changes behind the last; 8 for other banks than the next warp's

// One axis of the picture.
struct Axis { unsigned from, to; float scale, across; };   // network pixels to a picture's, and the other way

__device__ __forceinline__ Axis make_axis(unsigned from, unsigned to) {
    return Axis{from, to, (float)from / (float)to, (float)to / (float)from};
}

__device__ __forceinline__ Tap tap_at(const Axis& axis, unsigned i) {
    return linear_tap(i, axis.from, axis.to, axis.scale);
}

// From pixel `at` of a chunk on the row is inside, or outside. A row's bits are, as a number, the sum of 2^end - 2^begin of its runs.
__device__ __forceinline__ void change(unsigned* words, unsigned at, bool inside) {
    words[at / 32] += (inside ? 0xffffffffu : 1u) << (at % 32);
}

// The pixels of a chunk that a lane computes: `left` .. `end` (`end` not among them), between columns `first` and `last` of logits (`last` as the
// lower of two).
struct Chunk { unsigned left, end, first, last; };

// Where the row becomes inside or outside: numbers that `settle` makes bits of go to the chunk's words of this row, which are 0. `upper` and `lower`
// are the row's logits from column `first` on, with the last one of a mask once more where they are `padded`. Returns whether the row begins inside.
__device__ __forceinline__ bool walk(const float* upper, const float* lower, bool padded, const Tap& row, const Axis& axis, const Chunk& chunk,
    float bound, unsigned* words) {
    const float most = 0.5f - (float)(axis.to + 256) * 4.76837158203125e-7f, factor = -2.0f * bound * axis.across;
    const float shift = __fmaf_rn(0.5f, axis.across, -(float)chunk.left);
    float a = __fmaf_rn(lower[0], row.upper_weight, upper[0] * row.lower_weight), column = (float)chunk.first;
    bool sure = fabsf(a) > bound, inside = sure && a > 0.0f;
    const bool begins = inside;
#pragma unroll 2
    for (unsigned cells = chunk.last - chunk.first + 1; cells != 0; --cells) {
        const unsigned next = padded || (unsigned)column + 1 < axis.from ? 1 : 0;
        const float b = __fmaf_rn(lower[next], row.upper_weight, upper[next] * row.lower_weight);
        const bool both = fabsf(b) > bound && sure;
        if (!both || (int)(__float_as_uint(a) ^ __float_as_uint(b)) < 0) {
            // Half a pixel behind the place of the crossing, so that the nearest number is the first pixel behind it.
            const float begin = __fmaf_rn(column, axis.across, shift), inverse = reciprocal(fabsf(a) + fabsf(b));
            const float place = fminf(fmaxf(__fmaf_rn(fabsf(a) * inverse, axis.across, begin), 0.0f), (float)(CHUNK * 32));
            // A unit in the sum's last place is 1.
            const float number = place + 12582912.0f;
            const float room = __fmaf_rn(factor, inverse, most);
            const unsigned pixel = __float_as_uint(number) - 0x4b400000u;
            if (both && fabsf(place - (number - 12582912.0f)) < room) {
                change(words, pixel, b > 0.0f);
            } else {
                // Two pixels, or the whole cell, as the reference computes them.
                const bool near = both && room > 0.0f;
                const unsigned from = near ? pixel : column == 0.0f ? 0 : (unsigned)fminf(fmaxf(begin - 1.0f, 0.0f), (float)(CHUNK * 32));
                const unsigned stop = near ? min(chunk.left + pixel + 1, chunk.end) : chunk.end, cell = (unsigned)column;
                unsigned x = chunk.left + max(from, 1u) - 1;
                inside = sure ? a > 0.0f : inside;
                for (; x < stop; ++x) {
                    const Tap tap = tap_at(axis, x);
                    if (tap.lower > cell) {
                        break;
                    }
                    if (tap.lower == cell) {
                        const unsigned other = tap.upper - cell;
                        const float above = upper[0] * tap.lower_weight + upper[other] * tap.upper_weight;
                        const float below = lower[0] * tap.lower_weight + lower[other] * tap.upper_weight;
                        if ((above * row.lower_weight + below * row.upper_weight > 0.0f) != inside) {
                            inside = !inside;
                            change(words, x - chunk.left, inside);
                        }
                    }
                }
                if (fabsf(b) > bound && (b > 0.0f) != inside) {
                    inside = !inside;
                    change(words, x - chunk.left, inside);
                }
            }
        }
        a = b;
        sure = fabsf(b) > bound;
        column += 1.0f;
        ++upper;
        ++lower;
    }
    return begins;
}

// Makes a row's words bits: each word is less by 1 where the one before ends inside. Only the first `count` pixels are the picture's.
__device__ __forceinline__ void settle(unsigned* words, bool begins, unsigned count) {
    unsigned inside = begins;
#pragma unroll
    for (unsigned word = 0; word < CHUNK; ++word) {
        const unsigned bits = words[word] - inside;
        inside = bits >> 31;
        words[word] = bits;
    }
    for (unsigned word = count / 32; word < CHUNK; ++word) {
        words[word] &= word == count / 32 ? (1u << (count % 32)) - 1 : 0;
    }
}

// Grid: x is as many blocks as the GPU runs at once, y is the picture of the batch. 256 threads. `bits` has `capacity` masks a picture,
// each of `height` rows of whole 64-bit words. How many logits of a detection's mask are NaN or infinite goes to its `note` in `results`,
// which is host memory, and 0 to `sound` in `heads`; where it is none, nothing is written.
extern "C" __global__ void __launch_bounds__(256, 6)
masks_to_bits(const float* masks, unsigned* heads, unsigned* results, u64* bits, const unsigned* sizes, unsigned queries,
    unsigned mask_width, unsigned mask_height, u64 picture_words, unsigned head_words) {
    __shared__ float window[WINDOW];
    __shared__ unsigned words[WORDS / CHUNK][CHUNK_WORDS];
    __shared__ unsigned positive[WINDOW / 32];   // columns of the window with a positive logit
    __shared__ unsigned largest, broken;         // bits of the largest |logit| of the window
    const unsigned image = blockIdx.y, lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    const unsigned width = sizes[image * 2], height = sizes[image * 2 + 1];
    const unsigned stride = (width + 63) / 64, across = (stride + WORDS / 2 - 1) / (WORDS / 2), down = (height + ROWS - 1) / ROWS;
    const unsigned tiles = across * down, mask_size = mask_width * mask_height;
    const Axis columns_of = make_axis(mask_width, width), rows_of = make_axis(mask_height, height);
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
        const unsigned x0 = tap_at(columns_of, left).lower, x1 = tap_at(columns_of, right).upper;
        const unsigned y0 = tap_at(rows_of, top).lower, y1 = tap_at(rows_of, top + rows - 1).upper;
        const unsigned columns = x1 - x0 + 2, lines = y1 - y0 + 1, parts = (columns + 31) / 32;
        const bool fits = (u64)columns * lines <= WINDOW;

        if (threadIdx.x < WINDOW / 32) {
            positive[threadIdx.x] = 0;
        } else if (threadIdx.x == WINDOW / 32) {
            largest = 0;
        }
        __syncthreads();
        bool some = !fits;
        if (fits) {
            unsigned most = 0;
            for (unsigned at = warp; at < lines * parts; at += 8) {
                const unsigned line = at / parts, part = at - line * parts, column = part * 32 + lane;
                const bool there = column < columns;
                const float logit = there ? logits[(y0 + line) * mask_width + min(x0 + column, mask_width - 1)] : 0.0f;
                if (there) {
                    window[line * columns + column] = logit;
                }
                most = max(most, __float_as_uint(logit) & 0x7fffffffu);
                const unsigned above_zero = __ballot_sync(0xffffffffu, logit > 0.0f);
                if (lane == 0 && above_zero != 0) {
                    atomicOr(&positive[part], above_zero);
                }
                some = some || above_zero != 0;
            }
#pragma unroll
            for (unsigned step = 16; step > 0; step /= 2) {
                most = max(most, __shfl_xor_sync(0xffffffffu, most, step));
            }
            if (lane == 0) {
                atomicMax(&largest, most);
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
        if (warp * CHUNK < row_words * 2) {
            unsigned* mine = words[warp] + lane * (CHUNK + 1);
#pragma unroll
            for (unsigned word = 0; word < CHUNK; ++word) {
                mine[word] = 0;
            }
            const unsigned begin = left + warp * CHUNK * 32, count = width - min(begin, width), end = begin + min(count, CHUNK * 32u);
            const unsigned first = tap_at(columns_of, min(begin, width - 1)).lower;
            const Tap last = tap_at(columns_of, end - 1);
            bool any = !fits;
            for (unsigned word = (first - x0) / 32; fits && word <= (last.upper - x0) / 32; ++word) {
                unsigned counts = 0xffffffffu;
                counts &= word == (first - x0) / 32 ? 0xffffffffu << ((first - x0) % 32) : counts;
                counts &= word == (last.upper - x0) / 32 ? 0xffffffffu >> (31 - (last.upper - x0) % 32) : counts;
                any = any || (positive[word] & counts) != 0;
            }
            if (any && count != 0) {
                const Tap row = tap_at(rows_of, min(top + lane, height - 1));
                const Chunk chunk{begin, end, first, last.lower};
                bool begins;
                if (fits) {
                    const float most = __uint_as_float(largest);
                    const float bound = most <= 1e30f ? most * 9.5367431640625e-7f + 1e-36f : INFINITE;
                    const float *upper = window + (row.lower - y0) * columns, *lower = window + (row.upper - y0) * columns;
                    begins = walk(upper + first - x0, lower + first - x0, true, row, columns_of, chunk, bound, mine);
                } else {
                    const float *upper = logits + row.lower * mask_width, *lower = logits + row.upper * mask_width;
                    begins = walk(upper + first, lower + first, false, row, columns_of, chunk, INFINITE, mine);
                }
                settle(mine, begins, count);
            }
        }
        __syncthreads();
        for (unsigned row = warp; row < rows; row += 8) {
            if (lane < row_words) {
                const unsigned* of_row = words[lane * 2 / CHUNK] + row * (CHUNK + 1) + lane * 2 % CHUNK;
                target[(u64)row * stride + lane] = (u64)of_row[1] << 32 | of_row[0];
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
