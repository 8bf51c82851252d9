// Pictures become the network's input: read (any pixel format), resized, normalised, split into planes, in one launch for a whole batch.
//
// The arithmetic is that of vrt::preprocess (`Bilinear`, `BilinearAntialias`), operation by operation; compile with --fmad=false. Where
// the CPU rounds a product and a sum once (`LinearTap::mix`), so does __fmaf_rn.

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

__device__ __forceinline__ unsigned saturate(int value) {
    value >>= 20;
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

__device__ __forceinline__ Rgb read_pixel(const Picture& picture, unsigned x, unsigned y) {
    const unsigned char* row = (const unsigned char*)picture.pixels + (unsigned long long)y * picture.pitch;
    switch (picture.format) {
        case RGB: row += x * 3; return Rgb{row[0], row[1], row[2]};
        case BGR: row += x * 3; return Rgb{row[2], row[1], row[0]};
        case RGBA: row += x * 4; return Rgb{row[0], row[1], row[2]};
        case BGRA: row += x * 4; return Rgb{row[2], row[1], row[0]};
        case GRAY: return Rgb{row[x], row[x], row[x]};
        default: {
            const unsigned char* uv =
                (const unsigned char*)picture.chroma + (unsigned long long)(y / 2) * picture.chroma_pitch + (x / 2) * 2;
            int luma = (int)row[x] - picture.offset;
            luma = (luma < 0 ? 0 : luma) * picture.luma;
            int u = (int)uv[0] - 128, v = (int)uv[1] - 128;
            const int half = 1 << 19;
            return Rgb{
                saturate(luma + (half + picture.red * v)),
                saturate(luma + (half + picture.green_v * v + picture.green_u * u)),
                saturate(luma + (half + picture.blue * u)),
            };
        }
    }
}

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

// One thread a pixel of the result. Grid: x and y cover it, z is the picture of the batch.
extern "C" __global__ void __launch_bounds__(256)
preprocess_bilinear(const Picture* pictures, float* input, unsigned width, unsigned height, Normalize normalize) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const Picture picture = pictures[blockIdx.z];
    Tap column = linear_tap(x, picture.width, width), row = linear_tap(y, picture.height, height);
    Rgb a = read_pixel(picture, column.lower, row.lower), b = read_pixel(picture, column.upper, row.lower);
    Rgb c = read_pixel(picture, column.lower, row.upper), d = read_pixel(picture, column.upper, row.upper);
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

// PyTorch's `antialias=True`, as vrt::preprocess computes it: a triangle as wide as the picture shrinks.
struct Triangle { float center, inverse, total; unsigned first, count; };

__device__ __forceinline__ float triangle_weight(const Triangle& triangle, unsigned tap) {
    return fmaxf(1.0f - fabsf(((float)(triangle.first + tap) - triangle.center + 0.5f) * triangle.inverse), 0.0f);
}

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
    for (unsigned tap = 0; tap < triangle.count; ++tap) {
        triangle.total += triangle_weight(triangle, tap);
    }
    return triangle;
}

__device__ __forceinline__ float normal_weight(const Triangle& triangle, unsigned tap) {
    return triangle.total != 0.0f ? triangle_weight(triangle, tap) / triangle.total : 0.0f;
}

#define ROW_WEIGHTS 512
#define COLUMNS 2048

// The weighted sum of one column of source pixels, in the CPU's order: four rows at a time.
__device__ __forceinline__ void sum_column(
    const Picture& picture, unsigned x, const Triangle& rows, const float* weights, float* r, float* g, float* b) {
    float sums[3] = {0.0f, 0.0f, 0.0f};
    for (unsigned tap = 0; tap < rows.count; tap += 4) {
        float group[3];
#pragma unroll
        for (unsigned k = 0; k < 4; ++k) {
            if (tap + k < rows.count) {
                float weight = weights != nullptr ? weights[tap + k] : normal_weight(rows, tap + k);
                Rgb pixel = read_pixel(picture, x, rows.first + tap + k);
                float r = weight * (float)pixel.r, g = weight * (float)pixel.g, b = weight * (float)pixel.b;
                group[0] = k == 0 ? r : group[0] + r;
                group[1] = k == 0 ? g : group[1] + g;
                group[2] = k == 0 ? b : group[2] + b;
            }
        }
        sums[0] += group[0];
        sums[1] += group[1];
        sums[2] += group[2];
    }
    *r = sums[0];
    *g = sums[1];
    *b = sums[2];
}

// One block a piece of a row of the result: `columns` pixels wide. The source columns that count are summed along y into shared memory,
// then each pixel picks its own along x. Grid: x is the piece, y the row, z the picture of the batch.
extern "C" __global__ void __launch_bounds__(256, 4)
preprocess_antialias(const Picture* pictures, float* input, unsigned width, unsigned height, unsigned columns, Normalize normalize) {
    __shared__ float sums[3][COLUMNS];
    __shared__ float row_weights[ROW_WEIGHTS];
    const Picture picture = pictures[blockIdx.z];
    unsigned y = blockIdx.y, begin = blockIdx.x * columns, end = min(begin + columns, width);
    Triangle rows = make_triangle(y, picture.height, height);
    bool few = rows.count <= ROW_WEIGHTS;
    if (few) {
        for (unsigned tap = threadIdx.x; tap < rows.count; tap += blockDim.x) {
            row_weights[tap] = normal_weight(rows, tap);
        }
    }
    Triangle left = make_triangle(begin, picture.width, width), right = make_triangle(end - 1, picture.width, width);
    unsigned first = left.first, span = right.first + right.count - first;
    bool shared_sums = span <= COLUMNS;
    __syncthreads();
    if (shared_sums) {
        for (unsigned column = threadIdx.x; column < span; column += blockDim.x) {
            sum_column(picture, first + column, rows, few ? row_weights : nullptr,
                &sums[0][column], &sums[1][column], &sums[2][column]);
        }
    }
    __syncthreads();
    unsigned plane = width * height;
    for (unsigned x = begin + threadIdx.x; x < end; x += blockDim.x) {
        Triangle taps = make_triangle(x, picture.width, width);
        double pixel[3] = {0.0, 0.0, 0.0};
        for (unsigned tap = 0; tap < taps.count; ++tap) {
            double weight = (double)normal_weight(taps, tap);
            float r, g, b;
            if (shared_sums) {
                unsigned column = taps.first + tap - first;
                r = sums[0][column];
                g = sums[1][column];
                b = sums[2][column];
            } else {
                sum_column(picture, taps.first + tap, rows, few ? row_weights : nullptr, &r, &g, &b);
            }
            pixel[0] = pixel[0] + weight * (double)r;
            pixel[1] = pixel[1] + weight * (double)g;
            pixel[2] = pixel[2] + weight * (double)b;
        }
        float* target = input + (unsigned long long)blockIdx.z * 3 * plane + y * width + x;
#pragma unroll
        for (int channel = 0; channel < 3; ++channel) {
            double scale = 1.0 / (255.0 * (double)normalize.std[channel]);
            double shift = (double)normalize.mean[channel] / (double)normalize.std[channel];
            target[channel * plane] = (float)(pixel[channel] * scale - shift);
        }
    }
}
