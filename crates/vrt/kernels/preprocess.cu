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

    __device__ Rgb operator()(unsigned x, unsigned y) const {
        const unsigned char* uv = chroma + (unsigned long long)(y / 2) * chroma_pitch + (x / 2) * 2;
        int light = (int)__ldg(pixels + (unsigned long long)y * pitch + x) - offset;
        light = (light < 0 ? 0 : light) * luma;
        int u = (int)__ldg(uv) - 128, v = (int)__ldg(uv + 1) - 128;
        const int half = 1 << 19;
        return Rgb{
            saturate(light + (half + red * v)),
            saturate(light + (half + green_v * v + green_u * u)),
            saturate(light + (half + blue * u)),
        };
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

#define AA_WIDTH 80        // pixels of a block
#define AA_HEIGHT 2
#define SUMS 1024          // columns that are summed at a time, for each row
#define COLUMN_WEIGHTS 2560
#define ROW_WEIGHTS 256

// The weighted sum of one column of source pixels, in the CPU's order: four rows at a time. Rows behind the last count 0 times, as there.
template <typename Read>
__device__ __forceinline__ void sum_column(const Read& read, unsigned x, unsigned last, const Triangle& rows, const float* weights, float* target) {
    float r = 0.0f, g = 0.0f, b = 0.0f;
    for (unsigned tap = 0; tap < rows.count; tap += 4) {
        float weight[4];
        Rgb pixel[4];
#pragma unroll
        for (unsigned k = 0; k < 4; ++k) {
            weight[k] = weights != nullptr ? weights[tap + k] : tap + k < rows.count ? normal_weight(rows, tap + k) : 0.0f;
            pixel[k] = read(x, min(rows.first + tap + k, last));
        }
        r += weight[0] * (float)pixel[0].r + weight[1] * (float)pixel[1].r + weight[2] * (float)pixel[2].r + weight[3] * (float)pixel[3].r;
        g += weight[0] * (float)pixel[0].g + weight[1] * (float)pixel[1].g + weight[2] * (float)pixel[2].g + weight[3] * (float)pixel[3].g;
        b += weight[0] * (float)pixel[0].b + weight[1] * (float)pixel[1].b + weight[2] * (float)pixel[2].b + weight[3] * (float)pixel[3].b;
    }
    target[0] = r;
    target[AA_HEIGHT * SUMS] = g;
    target[2 * AA_HEIGHT * SUMS] = b;
}

// What the blocks of the antialiasing kernel share out.
struct Antialias {
    float sums[3][AA_HEIGHT][SUMS];
    float column_weights[COLUMN_WEIGHTS];   // a row of `AA_WIDTH` for each tap
    float row_weights[AA_HEIGHT][ROW_WEIGHTS];
    Triangle columns[AA_WIDTH], rows[AA_HEIGHT];
    double scale[3], shift[3];
};

// The tables of a tile; all threads of the block.
__device__ __forceinline__ void make_triangles(Antialias& shared, const Picture& picture, unsigned left, unsigned top, unsigned width,
    unsigned height, const Normalize& normalize) {
    const unsigned thread = threadIdx.x, lane = thread & 31, warp = thread / 32;
    if (thread < AA_WIDTH) {
        shared.columns[thread] = make_triangle(min(left + thread, width - 1), picture.width, width);
    } else if (thread >= 128 && thread < 128 + AA_HEIGHT) {
        shared.rows[thread - 128] = make_triangle(min(top + thread - 128, height - 1), picture.height, height);
    } else if (thread >= 160 && thread < 163) {
        const unsigned channel = thread - 160;
        shared.scale[channel] = 1.0 / (255.0 * (double)normalize.std[channel]);
        shared.shift[channel] = (double)normalize.mean[channel] / (double)normalize.std[channel];
    }
    __syncthreads();
    for (unsigned at = lane; at < AA_WIDTH; at += 32) {
        const Triangle column = shared.columns[at];
        for (unsigned tap = warp; tap < column.count && (tap + 1) * AA_WIDTH <= COLUMN_WEIGHTS; tap += 8) {
            shared.column_weights[tap * AA_WIDTH + at] = normal_weight(column, tap);
        }
    }
    if (warp < AA_HEIGHT) {
        const Triangle row = shared.rows[warp];
        for (unsigned tap = lane; tap < ROW_WEIGHTS && tap < row.count + 4; tap += 32) {
            shared.row_weights[warp][tap] = tap < row.count ? normal_weight(row, tap) : 0.0f;
        }
    }
    __syncthreads();
}

// Columns of the source are summed along y into shared memory, as many as there is room for at a time, then each pixel picks its own along
// x. One thread a pixel of the result.
template <typename Read>
__device__ __forceinline__ void antialias(const Read& read, const Picture& picture, Antialias& shared, float* input, unsigned left, unsigned top,
    unsigned width, unsigned height) {
    const unsigned right = min(left + AA_WIDTH, width) - 1 - left, rows = min((unsigned)AA_HEIGHT, height - top);
    const unsigned first = shared.columns[0].first, span = shared.columns[right].first + shared.columns[right].count - first;
    const unsigned x = threadIdx.x % AA_WIDTH, y = threadIdx.x / AA_WIDTH;
    const bool mine = x <= right && y < rows;
    const Triangle taps = shared.columns[x];
    double pixel[3] = {0.0, 0.0, 0.0};
    unsigned tap = 0;
    for (unsigned base = 0; base < span; base += SUMS) {
        const unsigned some = min((unsigned)SUMS, span - base);
        for (unsigned row = 0; row < rows; ++row) {
            const Triangle down = shared.rows[row];
            const float* weights = down.count + 4 <= ROW_WEIGHTS ? shared.row_weights[row] : nullptr;
            for (unsigned column = threadIdx.x; column < some; column += blockDim.x) {
                sum_column(read, first + base + column, picture.height - 1, down, weights, &shared.sums[0][row][column]);
            }
        }
        __syncthreads();
        if (mine) {
            for (; tap < taps.count && taps.first + tap - first < base + some; ++tap) {
                const unsigned column = taps.first + tap - first - base;
                const bool known = (tap + 1) * AA_WIDTH <= COLUMN_WEIGHTS;
                const double weight = (double)(known ? shared.column_weights[tap * AA_WIDTH + x] : normal_weight(taps, tap));
                pixel[0] = pixel[0] + weight * (double)shared.sums[0][y][column];
                pixel[1] = pixel[1] + weight * (double)shared.sums[1][y][column];
                pixel[2] = pixel[2] + weight * (double)shared.sums[2][y][column];
            }
        }
        __syncthreads();
    }
    if (mine) {
        const unsigned plane = width * height;
        float* target = input + (unsigned long long)blockIdx.z * 3 * plane + (top + y) * width + left + x;
#pragma unroll
        for (int channel = 0; channel < 3; ++channel) {
            target[channel * plane] = (float)(pixel[channel] * shared.scale[channel] - shared.shift[channel]);
        }
    }
}

// Grid: tiles of AA_WIDTH x AA_HEIGHT pixels of the result, z is the picture of the batch. 256 threads.
extern "C" __global__ void __launch_bounds__(256, 5)
preprocess_antialias(const Picture* pictures, float* input, unsigned width, unsigned height, Normalize normalize) {
    __shared__ Antialias shared;
    const Picture picture = pictures[blockIdx.z];
    const unsigned left = blockIdx.x * AA_WIDTH, top = blockIdx.y * AA_HEIGHT;
    make_triangles(shared, picture, left, top, width, height, normalize);
    if (picture.format == NV12) {
        antialias(Nv12(picture), picture, shared, input, left, top, width, height);
    } else {
        antialias(Packed(picture), picture, shared, input, left, top, width, height);
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
