// Pictures become the network's input: read (any pixel format), resized, normalised, split into planes, in one launch for a whole batch.
//
// The arithmetic is that of vrt::preprocess (`Bilinear`, `BilinearAntialias`, `Cubic`, `AreaCubic`), operation by operation; compile with
// --fmad=false. Where the CPU rounds a product and a sum once (`LinearTap::mix`), so does __fmaf_rn.

// One picture of the batch: 16 words, written by the host for every frame, so that its address and size may change without a new graph.
struct Picture {
    unsigned long long pixels;   // address of the first row
    unsigned long long chroma;   // NV12: address of the interleaved chroma rows
    unsigned pitch;              // bytes from row to row
    unsigned chroma_pitch;
    unsigned width, height;      // pixels
    unsigned format;             // see `Format`
    int offset, luma, red, green_v, green_u, blue;   // NV12: luma offset, then factors in 2^-20
    unsigned unused;
};

enum Format { RGB = 0, BGR = 1, RGBA = 2, BGRA = 3, GRAY = 4, NV12 = 5 };

struct Normalize { float mean[3], std[3]; };

struct Rgb { unsigned r, g, b; };

// Pixels of one to four interleaved bytes. The format is a matter of numbers, not of branches, so that many reads are under way at once.
struct Packed {
    const unsigned char* pixels;
    unsigned pitch, step, r, g, b;

    __device__ explicit Packed(const Picture& picture) : pixels((const unsigned char*)picture.pixels), pitch(picture.pitch) {
        bool gray = picture.format == GRAY, swapped = picture.format == BGR || picture.format == BGRA;
        step = gray ? 1 : picture.format == RGBA || picture.format == BGRA ? 4 : 3;
        r = swapped ? 2 : 0;
        g = gray ? 0 : 1;
        b = gray || swapped ? 0 : 2;
    }

    __device__ Rgb operator()(unsigned x, unsigned y) const {
        const unsigned char* pixel = pixels + (unsigned long long)y * pitch + x * step;
        return Rgb{__ldg(pixel + r), __ldg(pixel + g), __ldg(pixel + b)};
    }
};

__device__ __forceinline__ unsigned saturate(int value) {
    value >>= 20;
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

struct Nv12 {
    const unsigned char* pixels;
    const unsigned char* chroma;
    unsigned pitch, chroma_pitch;
    int offset, luma, red, green_v, green_u, blue;

    __device__ explicit Nv12(const Picture& picture)
        : pixels((const unsigned char*)picture.pixels), chroma((const unsigned char*)picture.chroma), pitch(picture.pitch),
          chroma_pitch(picture.chroma_pitch), offset(picture.offset), luma(picture.luma), red(picture.red), green_v(picture.green_v),
          green_u(picture.green_u), blue(picture.blue) {}

    __device__ __forceinline__ Rgb rgb(int luma_at, int u_at, int v_at) const {
        int light = luma_at - offset;
        light = (light < 0 ? 0 : light) * luma;
        int u = u_at - 128, v = v_at - 128;
        const int half = 1 << 19;
        return Rgb{
            saturate(light + (half + red * v)),
            saturate(light + (half + green_v * v + green_u * u)),
            saturate(light + (half + blue * u)),
        };
    }

    __device__ Rgb operator()(unsigned x, unsigned y) const {
        const unsigned char* uv = chroma + (unsigned long long)(y / 2) * chroma_pitch + (x / 2) * 2;
        return rgb(__ldg(pixels + (unsigned long long)y * pitch + x), __ldg(uv), __ldg(uv + 1));
    }
};

// vrt::resample::LinearAxis, half-pixel.
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

__device__ __forceinline__ float mix(float lower, float upper, const Tap& tap) {
    return __fmaf_rn(lower, tap.lower_weight, upper * tap.upper_weight);
}

// One thread a pixel of the result.
template <typename Read>
__device__ __forceinline__ void bilinear(
    const Read& read, const Picture& picture, float* input, unsigned x, unsigned y, unsigned width, unsigned height, const Normalize& normalize) {
    Tap column = linear_tap(x, picture.width, width), row = linear_tap(y, picture.height, height);
    Rgb a = read(column.lower, row.lower), b = read(column.upper, row.lower);
    Rgb c = read(column.lower, row.upper), d = read(column.upper, row.upper);
    unsigned plane = width * height;
    float* target = input + (unsigned long long)blockIdx.z * 3 * plane + y * width + x;
    unsigned corners[3][4] = {{a.r, b.r, c.r, d.r}, {a.g, b.g, c.g, d.g}, {a.b, b.b, c.b, d.b}};
#pragma unroll
    for (int channel = 0; channel < 3; ++channel) {
        float above = mix((float)corners[channel][0] / 255.0f, (float)corners[channel][1] / 255.0f, column);
        float below = mix((float)corners[channel][2] / 255.0f, (float)corners[channel][3] / 255.0f, column);
        target[channel * plane] = (mix(above, below, row) - normalize.mean[channel]) / normalize.std[channel];
    }
}

// Grid: x and y cover the result, z is the picture of the batch.
extern "C" __global__ void __launch_bounds__(256)
preprocess_bilinear(const Picture* pictures, float* input, unsigned width, unsigned height, Normalize normalize) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const Picture picture = pictures[blockIdx.z];
    if (picture.format == NV12) {
        bilinear(Nv12(picture), picture, input, x, y, width, height, normalize);
    } else {
        bilinear(Packed(picture), picture, input, x, y, width, height, normalize);
    }
}

// PyTorch's `antialias=True`, as vrt::preprocess computes it: a triangle as wide as the picture shrinks.
struct Triangle { float center, inverse, total; unsigned first, count; };

__device__ __forceinline__ float triangle_weight(const Triangle& triangle, unsigned tap) {
    return fmaxf(1.0f - fabsf(((float)(triangle.first + tap) - triangle.center + 0.5f) * triangle.inverse), 0.0f);
}

// All but the total.
__device__ __forceinline__ Triangle make_triangle(unsigned i, unsigned from, unsigned to) {
    float scale = (float)from / (float)to;
    float support = fmaxf(scale, 1.0f);
    unsigned taps = min((unsigned)ceilf(support) * 2 + 1, from);
    Triangle triangle;
    triangle.inverse = scale >= 1.0f ? 1.0f / scale : 1.0f;
    triangle.center = scale * ((float)i + 0.5f);
    triangle.first = (unsigned)fmaxf(triangle.center - support + 0.5f, 0.0f);
    unsigned end = min((unsigned)(triangle.center + support + 0.5f), from);
    triangle.count = min(end > triangle.first ? end - triangle.first : 0u, taps);
    triangle.total = 0.0f;
    return triangle;
}

__device__ __forceinline__ float normal_weight(const Triangle& triangle, unsigned tap) {
    return triangle.total != 0.0f ? triangle_weight(triangle, tap) / triangle.total : 0.0f;
}

#define AA_WIDTH 32     // pixels of a block: one for each lane
#define AA_HEIGHT 4     // and rows of them: one for each warp
#define SUMS 1024       // sums down columns that a warp has room for at a time, one for each byte of packed pixels
#define TAPS 32         // weights of a pixel that are kept; more of them are worked out where they are needed
#define ROWS_AT_ONCE 8  // of the source, read before they are summed

// What the host works out once: what becomes of a sum along both axes.
struct Affine { double scale[3], shift[3]; };

// What the threads of a block share.
struct Antialias {
    __align__(16) float sums[AA_HEIGHT][SUMS];
    float column_parts[TAPS][AA_WIDTH];     // before they are divided by their total
    float column_weights[TAPS][AA_WIDTH];
    float row_weights[AA_HEIGHT][TAPS];
};

// A byte as a float that is 2^23 too large.
#define BIASED 0x4b000000u

// The product of a weight and a byte. Subtracting 2^23 * weight is exact but for the rounding at the end, which is that of the product.
__device__ __forceinline__ float weighted(unsigned biased, float weight) {
    return __fmaf_rn(weight, __uint_as_float(biased), weight * -8388608.0f);
}

// Adds up to four rows of four bytes to their sums, in the CPU's order.
template <unsigned ROWS>
__device__ __forceinline__ void add_rows(unsigned biased, const unsigned* words, const float* weights, float (&sums)[4]) {
#pragma unroll
    for (unsigned byte = 0; byte < 4; ++byte) {
        float sum = weighted(__byte_perm(words[0], biased, 0x7440 | byte), weights[0]);
#pragma unroll
        for (unsigned row = 1; row < ROWS; ++row) {
            sum += weighted(__byte_perm(words[row], biased, 0x7440 | byte), weights[row]);
        }
        sums[byte] += sum;
    }
}

__device__ __forceinline__ void load_sums(const float* source, float (&sums)[4]) {
    const uint4 four = *(const uint4*)source;
    sums[0] = __uint_as_float(four.x);
    sums[1] = __uint_as_float(four.y);
    sums[2] = __uint_as_float(four.z);
    sums[3] = __uint_as_float(four.w);
}

__device__ __forceinline__ void store_sums(float* target, const float (&sums)[4]) {
    *(uint4*)target = make_uint4(__float_as_uint(sums[0]), __float_as_uint(sums[1]), __float_as_uint(sums[2]), __float_as_uint(sums[3]));
}

// Some of the source rows that a row of the result is made of, at most TAPS; weights behind them are 0.
struct Down { unsigned first, count, biased; const float* weights; bool more; };

// Sums four bytes of each of `ROWS` rows, at most 8, for as many as there are. What comes next is read while this is summed.
template <unsigned ROWS>
__device__ __forceinline__ void sum_rows(const Down& down, const unsigned char* rows, unsigned pitch, unsigned bytes, unsigned lane, float* target) {
    float weights[ROWS];
#pragma unroll
    for (unsigned row = 0; row < ROWS; ++row) {
        weights[row] = down.weights[row];
    }
    unsigned next[ROWS];
    // Behind the end the last bytes are read again: a condition would let the compiler read later.
    const auto read = [&](unsigned at) {
        const unsigned char* from = rows + min(at, (bytes - 1) & ~3u);
#pragma unroll
        for (unsigned row = 0; row < ROWS; ++row, from += pitch) {
            next[row] = __ldg((const unsigned*)from);
        }
    };
    read(4 * lane);
    for (unsigned at = 4 * lane; at < bytes; at += 128) {
        unsigned words[ROWS];
#pragma unroll
        for (unsigned row = 0; row < ROWS; ++row) {
            words[row] = next[row];
        }
        read(at + 128);
        float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
        add_rows<(ROWS < 4 ? ROWS : 4)>(down.biased, words, weights, sums);
        if constexpr (ROWS > 4) {
            add_rows<ROWS - 4>(down.biased, words + 4, weights + 4, sums);
        }
        store_sums(target + at, sums);
    }
}

// Interleaved pixels: every byte of the rows is summed for itself.
struct PackedRows {
    const unsigned char* pixels;
    unsigned pitch, bytes;
    bool aligned;
    unsigned step;
    bool swapped;

    __device__ __forceinline__ explicit PackedRows(const Picture& picture) {
        const Packed packed(picture);
        pixels = packed.pixels;
        pitch = packed.pitch;
        bytes = picture.width * packed.step;
        aligned = ((picture.pixels | pitch) & 3) == 0;
        step = packed.step;
        swapped = packed.r > packed.b;
    }

    // Sums before the first of these columns; four bytes are summed together.
    __device__ __forceinline__ unsigned skipped(unsigned first) const { return first * step & 3; }

    // Where the four bytes are not together in memory, or not all of the picture.
    __device__ __forceinline__ void sum_bytes(const Down& down, unsigned first, unsigned columns, unsigned lane, float* target) const {
        const unsigned begin = first * step & ~3u, end = (first + columns) * step;
        for (unsigned at = begin + lane; at < end; at += 32) {
            float sum = down.more ? target[at - begin] : 0.0f;
            for (unsigned tap = 0; tap < down.count; tap += 4) {
                float product[4];
#pragma unroll
                for (unsigned row = 0; row < 4; ++row) {
                    const unsigned y = down.first + min(tap + row, down.count - 1);
                    product[row] = down.weights[tap + row] * (float)__ldg(pixels + (unsigned long long)y * pitch + at);
                }
                sum += product[0] + product[1] + product[2] + product[3];
            }
            target[at - begin] = sum;
        }
    }

    __device__ __forceinline__ void sum(const Down& down, unsigned first, unsigned columns, unsigned lane, float* target) const {
        const unsigned begin = first * step & ~3u, end = (first + columns) * step;
        if (!aligned || (end + 3 & ~3u) > bytes) {
            sum_bytes(down, first, columns, lane, target);
            return;
        }
        const unsigned char* rows = pixels + (unsigned long long)down.first * pitch + begin;
        const unsigned all = end - begin;
        switch (down.more ? 0 : down.count) {
            case 3: sum_rows<3>(down, rows, pitch, all, lane, target); return;
            case 4: sum_rows<4>(down, rows, pitch, all, lane, target); return;
            case 5: sum_rows<5>(down, rows, pitch, all, lane, target); return;
            case 6: sum_rows<6>(down, rows, pitch, all, lane, target); return;
            case 7: sum_rows<7>(down, rows, pitch, all, lane, target); return;
            case 8: sum_rows<8>(down, rows, pitch, all, lane, target); return;
        }
        for (unsigned at = 4 * lane; at < all; at += 128) {
            float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
            if (down.more) {
                load_sums(target + at, sums);
            }
#pragma unroll 2
            for (unsigned tap = 0; tap < down.count; tap += 4) {
                unsigned words[4];
#pragma unroll
                for (unsigned row = 0; row < 4; ++row) {
                    words[row] = __ldg((const unsigned*)(rows + (unsigned long long)min(tap + row, down.count - 1) * pitch + at));
                }
                add_rows<4>(down.biased, words, down.weights + tap, sums);
            }
            store_sums(target + at, sums);
        }
    }
};

// NV12: four pixels at a time become RGB.
struct Nv12Rows {
    Nv12 nv12;
    unsigned width;
    bool aligned;
    static constexpr unsigned step = 3;
    static constexpr bool swapped = false;

    __device__ __forceinline__ explicit Nv12Rows(const Picture& picture) : nv12(picture), width(picture.width) {
        aligned = ((picture.pixels | picture.chroma | nv12.pitch | nv12.chroma_pitch) & 3) == 0;
    }

    __device__ __forceinline__ unsigned skipped(unsigned first) const { return 3 * (first & 3); }

    __device__ __forceinline__ void sum_pixels(const Down& down, unsigned first, unsigned columns, unsigned lane, float* target) const {
        const unsigned begin = first & ~3u, end = first + columns;
        for (unsigned x = begin + lane; x < end; x += 32) {
            float* const place = target + 3 * (x - begin);
            float sums[3] = {};
            if (down.more) {
                sums[0] = place[0];
                sums[1] = place[1];
                sums[2] = place[2];
            }
            for (unsigned tap = 0; tap < down.count; tap += 4) {
                float some[3];
#pragma unroll
                for (unsigned row = 0; row < 4; ++row) {
                    const float weight = down.weights[tap + row];
                    const Rgb rgb = nv12(x, down.first + min(tap + row, down.count - 1));
                    some[0] = row == 0 ? weight * (float)rgb.r : some[0] + weight * (float)rgb.r;
                    some[1] = row == 0 ? weight * (float)rgb.g : some[1] + weight * (float)rgb.g;
                    some[2] = row == 0 ? weight * (float)rgb.b : some[2] + weight * (float)rgb.b;
                }
                sums[0] += some[0];
                sums[1] += some[1];
                sums[2] += some[2];
            }
            place[0] = sums[0];
            place[1] = sums[1];
            place[2] = sums[2];
        }
    }

    __device__ __forceinline__ void sum(const Down& down, unsigned first, unsigned columns, unsigned lane, float* target) const {
        const unsigned begin = first & ~3u, end = first + columns;
        if (!aligned || (end + 3 & ~3u) > width) {
            sum_pixels(down, first, columns, lane, target);
            return;
        }
        for (unsigned x = begin + 4 * lane; x < end; x += 128) {
            float* const place = target + 3 * (x - begin);
            float sums[3][4] = {};
            if (down.more) {
                load_sums(place, sums[0]);
                load_sums(place + 4, sums[1]);
                load_sums(place + 8, sums[2]);
            }
            for (unsigned tap = 0; tap < down.count; tap += 4) {
                unsigned luma[4], chroma[4];
                const unsigned y = down.first + tap, rows = down.count - tap;
#pragma unroll
                for (unsigned row = 0; row < 4; ++row) {
                    const unsigned from = y + min(row, rows - 1);
                    luma[row] = __ldg((const unsigned*)(nv12.pixels + (unsigned long long)from * nv12.pitch + x));
                    chroma[row] = __ldg((const unsigned*)(nv12.chroma + (unsigned long long)(from / 2) * nv12.chroma_pitch + x));
                }
                float some[12];
#pragma unroll
                for (unsigned row = 0; row < 4; ++row) {
#pragma unroll
                    for (unsigned pixel = 0; pixel < 4; ++pixel) {
                        const unsigned uv = chroma[row] >> 16 * (pixel / 2);
                        const Rgb rgb = nv12.rgb(luma[row] >> 8 * pixel & 255, uv & 255, uv >> 8 & 255);
                        const unsigned values[3] = {rgb.r, rgb.g, rgb.b};
#pragma unroll
                        for (unsigned channel = 0; channel < 3; ++channel) {
                            const float product = weighted(BIASED | values[channel], down.weights[tap + row]);
                            some[3 * pixel + channel] = row == 0 ? product : some[3 * pixel + channel] + product;
                        }
                    }
                }
#pragma unroll
                for (unsigned at = 0; at < 12; ++at) {
                    sums[at / 4][at % 4] += some[at];
                }
            }
            store_sums(place, sums[0]);
            store_sums(place + 4, sums[1]);
            store_sums(place + 8, sums[2]);
        }
    }
};

// Adds taps to a pixel, as many as `until`, from sums of pixels of `STEP` bytes.
template <unsigned STEP>
__device__ __forceinline__ void add_columns(
    const Triangle& taps, const float (*weights)[AA_WIDTH], unsigned lane, const float* column, unsigned& tap, unsigned until, double (&pixel)[3]) {
    // The products are exact, so that fusing them changes nothing.
    const auto add = [&](float kept) {
        const double weight = (double)kept;
        pixel[0] = __fma_rn(weight, (double)column[0], pixel[0]);
        pixel[1] = __fma_rn(weight, (double)column[STEP == 1 ? 0 : 1], pixel[1]);
        pixel[2] = __fma_rn(weight, (double)column[STEP == 1 ? 0 : 2], pixel[2]);
        column += STEP;
    };
#pragma unroll 4
    for (; tap < min(until, (unsigned)TAPS); ++tap) {
        add(weights[tap][lane]);
    }
    for (; tap < until; ++tap) {
        add(normal_weight(taps, tap));
    }
}

// Each warp sums the source along y for its row of the result, as many columns as it has room for at a time; then each lane picks its own
// along x. All threads of the block.
template <typename Reader>
__device__ __forceinline__ void antialias(
    const Picture& picture, Antialias& shared, float* input, unsigned left, unsigned top, unsigned width, unsigned height, const Affine& affine) {
    const unsigned lane = threadIdx.x & 31, warp = threadIdx.x / 32, y = top + warp;
    Triangle taps = make_triangle(min(left + lane, width - 1), picture.width, width);
    Triangle rows = make_triangle(min(y, height - 1), picture.height, height);
    const unsigned kept = min(taps.count, (unsigned)TAPS);
    for (unsigned tap = warp; tap < kept; tap += AA_HEIGHT) {
        shared.column_parts[tap][lane] = triangle_weight(taps, tap);
    }
    // Totals are added up in the CPU's order.
    const float part = lane < rows.count ? triangle_weight(rows, lane) : 0.0f;
#pragma unroll 4
    for (unsigned tap = 0; tap < min(rows.count, 32u); ++tap) {
        rows.total += __shfl_sync(0xffffffffu, part, tap);
    }
    for (unsigned tap = 32; tap < rows.count; ++tap) {
        rows.total += triangle_weight(rows, tap);
    }
    __syncthreads();
#pragma unroll 4
    for (unsigned tap = 0; tap < kept; ++tap) {
        taps.total += shared.column_parts[tap][lane];
    }
    for (unsigned tap = kept; tap < taps.count; ++tap) {
        taps.total += triangle_weight(taps, tap);
    }
    for (unsigned tap = warp; tap < kept; tap += AA_HEIGHT) {
        shared.column_weights[tap][lane] = taps.total != 0.0f ? shared.column_parts[tap][lane] / taps.total : 0.0f;
    }
    // Always BIASED, but the compiler must not know: as a constant it costs an instruction more for each byte.
    const unsigned biased = BIASED | width >> 31;
    // The lanes' columns ascend.
    const unsigned first = __shfl_sync(0xffffffffu, taps.first, 0), end = __shfl_sync(0xffffffffu, taps.first + taps.count, 31);
    const Reader reader(picture);
    const unsigned room = (SUMS - 24) / reader.step;
    float* const sums = shared.sums[warp];
    double pixel[3] = {0.0, 0.0, 0.0};
    unsigned tap = 0;
    for (unsigned base = first; base < end; base += room) {
        const unsigned some = min(room, end - base);
        for (unsigned tap = 0; y < height && (tap == 0 || tap < rows.count); tap += TAPS) {
            const unsigned more = min(rows.count - tap, (unsigned)TAPS);
            __syncwarp();
            shared.row_weights[warp][lane] = lane < more ? normal_weight(rows, tap + lane) : 0.0f;
            __syncwarp();
            reader.sum(Down{rows.first + tap, more, biased, shared.row_weights[warp], tap != 0}, base, some, lane, sums);
        }
        __syncthreads();
        const float* column = sums + reader.skipped(base) + (taps.first + tap - base) * reader.step;
        const unsigned until = min(taps.count, max(base + some, taps.first) - taps.first);
        switch (reader.step) {
            case 1: add_columns<1>(taps, shared.column_weights, lane, column, tap, until, pixel); break;
            case 3: add_columns<3>(taps, shared.column_weights, lane, column, tap, until, pixel); break;
            default: add_columns<4>(taps, shared.column_weights, lane, column, tap, until, pixel); break;
        }
        __syncwarp();
    }
    const unsigned x = left + lane;
    if (x < width && y < height) {
        const unsigned plane = width * height;
        float* target = input + (unsigned long long)blockIdx.z * 3 * plane + y * width + x;
#pragma unroll
        for (int channel = 0; channel < 3; ++channel) {
            target[channel * plane] = (float)(pixel[reader.swapped ? 2 - channel : channel] * affine.scale[channel] - affine.shift[channel]);
        }
    }
}

// Grid: tiles of AA_WIDTH x AA_HEIGHT pixels of the result, z is the picture of the batch. A warp for each row of a tile.
extern "C" __global__ void __launch_bounds__(32 * AA_HEIGHT, 6)
preprocess_antialias(const Picture* pictures, float* input, unsigned width, unsigned height, Affine affine) {
    __shared__ Antialias shared;
    const Picture picture = pictures[blockIdx.z];
    const unsigned left = blockIdx.x * AA_WIDTH, top = blockIdx.y * AA_HEIGHT;
    if (picture.format == NV12) {
        antialias<Nv12Rows>(picture, shared, input, left, top, width, height, affine);
    } else {
        antialias<PackedRows>(picture, shared, input, left, top, width, height, affine);
    }
}

// OpenCV's cubic, as vrt::preprocess computes it: four taps, a = -0.75, borders repeated.
struct Cubic { unsigned at[4]; float weight[4]; };

__device__ __forceinline__ Cubic make_cubic(unsigned i, unsigned from, unsigned to) {
    const float a = -0.75f;
    double scale = 1.0 / ((double)to / (double)from);
    float position = (float)(((double)i + 0.5) * scale - 0.5);
    float below = floorf(position);
    float x = position - below;
    Cubic cubic;
    cubic.weight[0] = ((a * (x + 1.0f) - 5.0f * a) * (x + 1.0f) + 8.0f * a) * (x + 1.0f) - 4.0f * a;
    cubic.weight[1] = ((a + 2.0f) * x - (a + 3.0f)) * x * x + 1.0f;
    cubic.weight[2] = ((a + 2.0f) * (1.0f - x) - (a + 3.0f)) * (1.0f - x) * (1.0f - x) + 1.0f;
    cubic.weight[3] = 1.0f - cubic.weight[0] - cubic.weight[1] - cubic.weight[2];
#pragma unroll
    for (int tap = 0; tap < 4; ++tap) {
        int at = (int)below + tap - 1, last = (int)from - 1;
        cubic.at[tap] = at < 0 ? 0 : at > last ? last : at;
    }
    return cubic;
}

#define TILE_WIDTH 32
#define TILE_HEIGHT 8

// `Cubic`: sums along y, then along x, in f64. One thread a pixel.
template <typename Read>
__device__ __forceinline__ void cubic(
    const Read& read, const Cubic& column, const Cubic& row, const double* scale, const double* shift, float* target, unsigned plane) {
    double pixel[3] = {0.0, 0.0, 0.0};
    double down[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        down[k] = (double)row.weight[k];
    }
#pragma unroll
    for (int tap = 0; tap < 4; ++tap) {
        unsigned x = column.at[tap];
        Rgb a = read(x, row.at[0]), b = read(x, row.at[1]), c = read(x, row.at[2]), d = read(x, row.at[3]);
        double across = (double)column.weight[tap];
        pixel[0] += across * (0.0 + (down[0] * (double)a.r + down[1] * (double)b.r + down[2] * (double)c.r + down[3] * (double)d.r));
        pixel[1] += across * (0.0 + (down[0] * (double)a.g + down[1] * (double)b.g + down[2] * (double)c.g + down[3] * (double)d.g));
        pixel[2] += across * (0.0 + (down[0] * (double)a.b + down[1] * (double)b.b + down[2] * (double)c.b + down[3] * (double)d.b));
    }
#pragma unroll
    for (int channel = 0; channel < 3; ++channel) {
        target[channel * plane] = (float)(pixel[channel] * scale[channel] - shift[channel]);
    }
}

// Grid: tiles of the result, z is the picture of the batch.
extern "C" __global__ void __launch_bounds__(256)
preprocess_cubic(const Picture* pictures, float* input, unsigned width, unsigned height, Normalize normalize) {
    __shared__ Cubic columns[TILE_WIDTH], rows[TILE_HEIGHT];
    __shared__ double scale[3], shift[3];
    const Picture picture = pictures[blockIdx.z];
    const unsigned left = blockIdx.x * TILE_WIDTH, top = blockIdx.y * TILE_HEIGHT, thread = threadIdx.y * TILE_WIDTH + threadIdx.x;
    if (thread < TILE_WIDTH) {
        columns[thread] = make_cubic(min(left + thread, width - 1), picture.width, width);
    } else if (thread < TILE_WIDTH + TILE_HEIGHT) {
        rows[thread - TILE_WIDTH] = make_cubic(min(top + thread - TILE_WIDTH, height - 1), picture.height, height);
    } else if (thread >= 64 && thread < 67) {
        unsigned channel = thread - 64;
        scale[channel] = 1.0 / (255.0 * (double)normalize.std[channel]);
        shift[channel] = (double)normalize.mean[channel] / (double)normalize.std[channel];
    }
    __syncthreads();
    const unsigned x = left + threadIdx.x, y = top + threadIdx.y, plane = width * height;
    if (x >= width || y >= height) {
        return;
    }
    float* target = input + (unsigned long long)blockIdx.z * 3 * plane + y * width + x;
    if (picture.format == NV12) {
        cubic(Nv12(picture), columns[threadIdx.x], rows[threadIdx.y], scale, shift, target, plane);
    } else {
        cubic(Packed(picture), columns[threadIdx.x], rows[threadIdx.y], scale, shift, target, plane);
    }
}

// OpenCV's resize of 8-bit pictures, as vrt::preprocess computes it (`AreaCubic`): the source positions that one position of the result
// covers, and their shares.
struct Cover { unsigned first, count; float first_share, share, last_share; };

__device__ __forceinline__ Cover make_cover(unsigned i, unsigned from, unsigned to) {
    double scale = 1.0 / ((double)to / (double)from);
    double start = (double)i * scale, end = start + scale;
    double cell = fmin(scale, (double)from - start);
    unsigned last = min((unsigned)floor(end), from - 1), whole = min((unsigned)ceil(start), last);
    double before = (double)whole - start, after = end - (double)last;
    bool has_before = before > 1e-3, has_after = after > 1e-3;
    Cover cover;
    cover.first = has_before ? whole - 1 : whole;
    cover.count = (last - whole) + (has_before ? 1 : 0) + (has_after ? 1 : 0);
    cover.share = (float)(1.0 / cell);
    cover.last_share = has_after ? (float)(fmin(fmin(after, 1.0), cell) / cell) : cover.share;
    cover.first_share = has_before ? (float)(before / cell) : whole < last ? cover.share : cover.last_share;
    if (cover.count == 1) {
        cover.last_share = cover.first_share;
    }
    return cover;
}

__device__ __forceinline__ float share_of(const Cover& cover, unsigned k) {
    return k == 0 ? cover.first_share : k + 1 == cover.count ? cover.last_share : cover.share;
}

__device__ __forceinline__ unsigned level(float value) {
    return (unsigned)fminf(fmaxf(rintf(value), 0.0f), 255.0f);
}

template <typename Read>
__device__ __forceinline__ Rgb area_pixel(const Read& read, const Cover& column, const Cover& row) {
    float sums[3] = {0.0f, 0.0f, 0.0f};
    for (unsigned k = 0; k < row.count; ++k) {
        float wide[3] = {0.0f, 0.0f, 0.0f};
#pragma unroll 4
        for (unsigned j = 0; j < column.count; ++j) {
            Rgb pixel = read(column.first + j, row.first + k);
            float alpha = share_of(column, j);
            wide[0] += (float)pixel.r * alpha;
            wide[1] += (float)pixel.g * alpha;
            wide[2] += (float)pixel.b * alpha;
        }
        float beta = share_of(row, k);
        sums[0] += wide[0] * beta;
        sums[1] += wide[1] * beta;
        sums[2] += wide[2] * beta;
    }
    return Rgb{level(sums[0]), level(sums[1]), level(sums[2])};
}

// Whole blocks of pixels: summed as integers; the mean of 2 x 2 is rounded half up, others half to even.
template <typename Read>
__device__ __forceinline__ Rgb block_pixel(const Read& read, unsigned x, unsigned y, unsigned block_width, unsigned block_height) {
    unsigned sums[3] = {0, 0, 0};
    for (unsigned k = 0; k < block_height; ++k) {
#pragma unroll 4
        for (unsigned j = 0; j < block_width; ++j) {
            Rgb pixel = read(x * block_width + j, y * block_height + k);
            sums[0] += pixel.r;
            sums[1] += pixel.g;
            sums[2] += pixel.b;
        }
    }
    if (block_width == 2 && block_height == 2) {
        return Rgb{(sums[0] + 2) >> 2, (sums[1] + 2) >> 2, (sums[2] + 2) >> 2};
    }
    float scale = 1.0f / (float)(block_width * block_height);
    return Rgb{level((float)sums[0] * scale), level((float)sums[1] * scale), level((float)sums[2] * scale)};
}

#define CUBIC_BITS 11    // bits after the point of a weight
#define CUBIC_LANES 8    // values of a row that OpenCV's vector code sums in f32; what is left over at its end is summed in fixed point

template <typename Read>
__device__ __forceinline__ Rgb cubic_pixel(const Read& read, const Cubic& column, const Cubic& row, unsigned x, unsigned width) {
    int across[4], down[4], wide[4][3];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        across[k] = (int)rintf(column.weight[k] * (float)(1 << CUBIC_BITS));
        down[k] = (int)rintf(row.weight[k] * (float)(1 << CUBIC_BITS));
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        Rgb a = read(column.at[0], row.at[k]), b = read(column.at[1], row.at[k]);
        Rgb c = read(column.at[2], row.at[k]), d = read(column.at[3], row.at[k]);
        wide[k][0] = across[0] * (int)a.r + across[1] * (int)b.r + across[2] * (int)c.r + across[3] * (int)d.r;
        wide[k][1] = across[0] * (int)a.g + across[1] * (int)b.g + across[2] * (int)c.g + across[3] * (int)d.g;
        wide[k][2] = across[0] * (int)a.b + across[1] * (int)b.b + across[2] * (int)c.b + across[3] * (int)d.b;
    }
    const float unit = 1.0f / (float)(1 << (2 * CUBIC_BITS));
    unsigned result[3];
#pragma unroll
    for (int channel = 0; channel < 3; ++channel) {
        int a = wide[0][channel], b = wide[1][channel], c = wide[2][channel], d = wide[3][channel];
        if (x * 3 + channel < width * 3 / CUBIC_LANES * CUBIC_LANES) {
            float wa = (float)down[0] * unit, wb = (float)down[1] * unit, wc = (float)down[2] * unit, wd = (float)down[3] * unit;
            result[channel] = level((float)a * wa + ((float)b * wb + ((float)c * wc + (float)d * wd)));
        } else {
            int sum = a * down[0] + b * down[1] + c * down[2] + d * down[3];
            sum = (sum + (1 << (2 * CUBIC_BITS - 1))) >> (2 * CUBIC_BITS);
            result[channel] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
        }
    }
    return Rgb{result[0], result[1], result[2]};
}

// The tables of a tile. Both kinds are made where needed; which one is the same for all of a picture.
struct Tables { Cubic columns[TILE_WIDTH], rows[TILE_HEIGHT]; Cover across[TILE_WIDTH], down[TILE_HEIGHT]; };

__device__ __forceinline__ bool grows(const Picture& picture, unsigned width, unsigned height) {
    return width > picture.width || height > picture.height;
}

// Fills the tables; all threads of the block.
__device__ __forceinline__ void make_tables(Tables& tables, const Picture& picture, unsigned left, unsigned top, unsigned width, unsigned height) {
    const unsigned thread = threadIdx.y * TILE_WIDTH + threadIdx.x;
    const bool cubic = grows(picture, width, height);
    if (thread < TILE_WIDTH) {
        unsigned i = min(left + thread, width - 1);
        if (cubic) {
            tables.columns[thread] = make_cubic(i, picture.width, width);
        } else {
            tables.across[thread] = make_cover(i, picture.width, width);
        }
    } else if (thread < TILE_WIDTH + TILE_HEIGHT) {
        unsigned at = thread - TILE_WIDTH, i = min(top + at, height - 1);
        if (cubic) {
            tables.rows[at] = make_cubic(i, picture.height, height);
        } else {
            tables.down[at] = make_cover(i, picture.height, height);
        }
    }
    __syncthreads();
}

template <typename Read>
__device__ __forceinline__ Rgb area_cubic(
    const Read& read, const Picture& picture, const Tables& tables, unsigned x, unsigned y, unsigned width, unsigned height) {
    if (width == picture.width && height == picture.height) {
        return read(x, y);
    }
    if (grows(picture, width, height)) {
        return cubic_pixel(read, tables.columns[threadIdx.x], tables.rows[threadIdx.y], x, width);
    }
    if (picture.width % width == 0 && picture.height % height == 0) {
        return block_pixel(read, x, y, picture.width / width, picture.height / height);
    }
    return area_pixel(read, tables.across[threadIdx.x], tables.down[threadIdx.y]);
}

// `AreaCubic`. Pictures become normalised planes of `width` x `height` or, where there are `results` (the first of two steps), RGB pictures
// of the sizes that those say; where a result is its own source, there is nothing to do. Grid: tiles of the largest result, z is the
// picture of the batch.
extern "C" __global__ void __launch_bounds__(256)
preprocess_area_cubic(const Picture* pictures, const Picture* results, float* input, unsigned width, unsigned height, Normalize normalize) {
    __shared__ Tables tables;
    const Picture picture = pictures[blockIdx.z];
    unsigned char* bytes = nullptr;
    unsigned pitch = 0;
    if (results != nullptr) {
        const Picture result = results[blockIdx.z];
        bytes = (unsigned char*)result.pixels;
        pitch = result.pitch;
        width = result.width;
        height = result.height;
        if (picture.pixels == result.pixels) {
            return;
        }
    }
    const unsigned left = blockIdx.x * TILE_WIDTH, top = blockIdx.y * TILE_HEIGHT;
    make_tables(tables, picture, left, top, width, height);
    const unsigned x = left + threadIdx.x, y = top + threadIdx.y, plane = width * height;
    if (x >= width || y >= height) {
        return;
    }
    Rgb pixel = picture.format == NV12 ? area_cubic(Nv12(picture), picture, tables, x, y, width, height)
                                       : area_cubic(Packed(picture), picture, tables, x, y, width, height);
    if (bytes != nullptr) {
        unsigned char* target = bytes + (unsigned long long)y * pitch + x * 3;
        target[0] = (unsigned char)pixel.r;
        target[1] = (unsigned char)pixel.g;
        target[2] = (unsigned char)pixel.b;
    } else {
        float* target = input + (unsigned long long)blockIdx.z * 3 * plane + y * width + x;
        target[0] = ((float)pixel.r / 255.0f - normalize.mean[0]) / normalize.std[0];
        target[plane] = ((float)pixel.g / 255.0f - normalize.mean[1]) / normalize.std[1];
        target[2 * plane] = ((float)pixel.b / 255.0f - normalize.mean[2]) / normalize.std[2];
    }
}
