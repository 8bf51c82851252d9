// Other forms of the masks of the detections kept, for who asks: bytes at picture resolution, and logits at network resolution.

typedef unsigned long long u64;

struct __align__(16) Found { float score; unsigned class_id, query, note; float x1, y1, x2, y2; };

// Bits become bytes, 0 or 255, without padding: one thread 16 pixels, which may lie in several rows and masks. Grid: x covers them.
extern "C" __global__ void __launch_bounds__(256)
mask_bytes(const unsigned* bits, unsigned char* bytes, unsigned width, unsigned height, unsigned count) {
    const unsigned stride = (width + 63) / 64 * 2;
    const u64 pixels = (u64)count * height * width, begin = ((u64)blockIdx.x * 256 + threadIdx.x) * 16;
    if (begin >= pixels) {
        return;
    }
    // Rows of all masks follow each other in bits and in bytes alike.
    u64 row = begin / width;
    unsigned x = (unsigned)(begin % width);
    unsigned packed[4] = {0, 0, 0, 0};
    const unsigned some = (unsigned)(pixels - begin < 16 ? pixels - begin : 16);
    unsigned word = bits[row * stride + x / 32];
#pragma unroll
    for (unsigned i = 0; i < 16; ++i) {
        if (i < some) {
            packed[i / 4] |= (word >> (x % 32) & 1 ? 255u : 0u) << (i % 4 * 8);
            if (++x == width) {
                x = 0;
                ++row;
            }
            if (i + 1 < some && (x % 32 == 0)) {
                word = bits[row * stride + x / 32];
            }
        }
    }
    if (some == 16) {
        *(uint4*)(bytes + begin) = make_uint4(packed[0], packed[1], packed[2], packed[3]);
    } else {
        for (unsigned i = 0; i < some; ++i) {
            bytes[begin + i] = (unsigned char)(packed[i / 4] >> (i % 4 * 8));
        }
    }
}

// The logits of the detections' queries, in the order of detections. `detections` are one picture's, `masks` its `mask_size` logits for
// each query. Grid: x covers a mask, y is the detection.
extern "C" __global__ void __launch_bounds__(256)
mask_logits(const float* masks, const Found* detections, float* logits, unsigned mask_size) {
    const unsigned i = blockIdx.x * 256 + threadIdx.x;
    if (i < mask_size) {
        logits[(u64)blockIdx.y * mask_size + i] = masks[(u64)detections[blockIdx.y].query * mask_size + i];
    }
}
