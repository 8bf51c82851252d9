// Mask logits at network resolution become bits at picture resolution: decode/masks.rs of this crate, operation by operation. Compile
// with --fmad=false.
//
// The blocks share out tiles of 256 x 32 pixels of all detections kept, whose number is read from device memory. A tile whose logits are
// all <= 0 is empty without arithmetic, as weights are not negative.

typedef unsigned long long u64;

struct Head {
    unsigned count;
    unsigned labels_broken, labels_first;
    unsigned boxes_broken, boxes_first;
    unsigned masks_broken, masks_first;
    unsigned passed, unused[8];
};
struct Found { float score; unsigned class_id, query, first_of_query; float x1, y1, x2, y2; };

struct Tap { unsigned lower, upper; float lower_weight, upper_weight; };

__device__ __forceinline__ Tap linear_tap(unsigned i, unsigned from, unsigned to) {
    if (from == to) {
        return Tap{i, i, 1.0f, 0.0f};
    }
    float scale = (float)from / (float)to;
    float position = fmaxf(__fmaf_rn(scale, (float)i + 0.5f, -0.5f), 0.0f);
    unsigned lower = min((unsigned)position, from - 1);
    float upper_weight = fminf(fmaxf(position - (float)lower, 0.0f), 1.0f);
    return Tap{lower, min(lower + 1, from - 1), 1.0f - upper_weight, upper_weight};
}

#define CHECKED 4096     // logits that a block checks for NaN at once

// Grid: x is as many blocks as the GPU runs at once, y is the picture of the batch. 256 threads. `bits` has `capacity` masks a picture,
// each of `height` rows of whole 64-bit words, written here as pairs of 32-bit words, low one first.
extern "C" __global__ void __launch_bounds__(256, 6)
masks_to_bits(const float* masks, unsigned* heads, unsigned* bits, const unsigned* sizes, unsigned queries, unsigned mask_width, unsigned mask_height,
    unsigned capacity, u64 picture_words, unsigned head_words) {
    __shared__ Tap row_taps[32];
    __shared__ unsigned words[32][8];
    const unsigned image = blockIdx.y, lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    const unsigned width = sizes[image * 2], height = sizes[image * 2 + 1];
    const unsigned stride = (width + 63) / 64 * 2, across = (stride + 7) / 8, down = (height + 31) / 32, tiles = across * down;
    const unsigned mask_size = mask_width * mask_height, checks = (mask_size + CHECKED - 1) / CHECKED;
    Head* head = (Head*)(heads + (u64)image * head_words);
    const Found* detections = (const Found*)(head + 1);
    const u64 count = head->count, tile_items = count * tiles;
    masks += (u64)image * queries * mask_size;
    bits += (u64)image * picture_words;

    for (u64 item = blockIdx.x; item < tile_items; item += gridDim.x) {
        const unsigned object = (unsigned)(item / tiles), tile = (unsigned)(item % tiles);
        const unsigned left = tile % across * 256, top = tile / across * 32;
        const float* logits = masks + (u64)detections[object].query * mask_size;
        unsigned* target = bits + ((u64)object * height + top) * stride + left / 32;
        const unsigned rows = min(32u, height - top), row_words = min(8u, stride - left / 32);

        // Any logit > 0 around this tile?
        const unsigned right = min(left + 256, width) - 1;
        const unsigned x0 = left < width ? linear_tap(left, mask_width, width).lower : 0;
        const unsigned x1 = left < width ? linear_tap(right, mask_width, width).upper : 0;
        const unsigned y0 = linear_tap(top, mask_height, height).lower, y1 = linear_tap(top + rows - 1, mask_height, height).upper;
        const unsigned columns = x1 - x0 + 1, around = columns * (y1 - y0 + 1);
        bool some = false;
        for (unsigned i = threadIdx.x; i < around; i += 256) {
            some = some || logits[(y0 + i / columns) * mask_width + x0 + i % columns] > 0.0f;
        }
        if (warp == 0) {
            row_taps[lane] = linear_tap(min(top + lane, height - 1), mask_height, height);
        }
        unsigned mine = 0;
        if (__syncthreads_or(some)) {
            const unsigned x = left + threadIdx.x;
            const Tap column = linear_tap(min(x, width - 1), mask_width, width);
            unsigned current = 0xffffffffu;
            float above = 0.0f, below = 0.0f;
            bool alive = false;
            for (unsigned row = 0; row < rows; ++row) {
                const Tap tap = row_taps[row];
                if (tap.lower != current) {
                    current = tap.lower;
                    const float* upper_row = logits + tap.lower * mask_width;
                    const float* lower_row = logits + tap.upper * mask_width;
                    float v00 = upper_row[column.lower], v01 = upper_row[column.upper];
                    float v10 = lower_row[column.lower], v11 = lower_row[column.upper];
                    above = v00 * column.lower_weight + v01 * column.upper_weight;
                    below = v10 * column.lower_weight + v11 * column.upper_weight;
                    alive = x < width && (v00 > 0.0f || v01 > 0.0f || v10 > 0.0f || v11 > 0.0f);
                }
                bool inside = alive && above * tap.lower_weight + below * tap.upper_weight > 0.0f;
                unsigned word = __ballot_sync(0xffffffffu, inside);
                mine = lane == row ? word : mine;
            }
        }
        words[lane][warp] = mine;
        __syncthreads();
        const unsigned row = threadIdx.x / 8, word = threadIdx.x % 8;
        if (row < rows && word < row_words) {
            target[(u64)row * stride + word] = words[row][word];
        }
        __syncthreads();
    }

    // NaN and infinite values in the masks of detections, each mask once.
    for (u64 item = blockIdx.x; item < count * checks; item += gridDim.x) {
        const Found detection = detections[item / checks];
        if (!detection.first_of_query) {
            continue;
        }
        const float* logits = masks + (u64)detection.query * mask_size;
        const unsigned begin = (unsigned)(item % checks) * CHECKED, end = min(begin + CHECKED, mask_size);
        unsigned broken = 0;
        for (unsigned i = begin + threadIdx.x; i < end; i += 256) {
            broken += (__float_as_uint(logits[i]) & 0x7f800000u) == 0x7f800000u;
        }
        if (broken != 0) {
            atomicAdd(&head->masks_broken, broken);
            atomicMin(&head->masks_first, detection.query);
        }
    }
}
