// Centroid and extent of the points under bit masks: fusion.rs of this crate. Compile with --fmad=false.

#define THREADS 256
#define WARPS (THREADS / 32)
#define WORDS 8          // of 32 pixels: a task, as in select.cu

// Number, sums and bounds of points.
struct Points { double sum[3], low[3], high[3]; u64 count; };

__device__ __forceinline__ double lesser(double a, double b) { return a < b ? a : b; }
__device__ __forceinline__ double greater(double a, double b) { return a > b ? a : b; }

__device__ __forceinline__ double from_lane(double value, unsigned step) {
    return __longlong_as_double(__shfl_xor_sync(ALL, __double_as_longlong(value), step));
}

__device__ __forceinline__ void no_points(Points* points) {
#pragma unroll
    for (int axis = 0; axis < 3; ++axis) {
        points->sum[axis] = 0.0;
        points->low[axis] = __longlong_as_double(0x7ff0000000000000ll);
        points->high[axis] = __longlong_as_double((long long)0xfff0000000000000ull);
    }
    points->count = 0;
}

__device__ __forceinline__ void add_points(Points* points, const Points& others) {
#pragma unroll
    for (int axis = 0; axis < 3; ++axis) {
        points->sum[axis] += others.sum[axis];
        points->low[axis] = lesser(points->low[axis], others.low[axis]);
        points->high[axis] = greater(points->high[axis], others.high[axis]);
    }
    points->count += others.count;
}

// Points of all threads of a block, in the first one.
__device__ __forceinline__ void gather_points(Points* points) {
    __shared__ Points of_warps[WARPS];
#pragma unroll
    for (unsigned step = 16; step > 0; step /= 2) {
        Points others;
#pragma unroll
        for (int axis = 0; axis < 3; ++axis) {
            others.sum[axis] = from_lane(points->sum[axis], step);
            others.low[axis] = from_lane(points->low[axis], step);
            others.high[axis] = from_lane(points->high[axis], step);
        }
        others.count = __shfl_xor_sync(ALL, points->count, step);
        add_points(points, others);
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        of_warps[threadIdx.x / 32] = *points;
    }
    __syncthreads();
    for (unsigned warp = 1; threadIdx.x == 0 && warp < WARPS; ++warp) {
        add_points(points, of_warps[warp]);
    }
}

// The points of a part of a row: words `first` and the seven after it of an object's mask.
__device__ __forceinline__ void measure_part(const Job& job, const Map& map, unsigned object, unsigned y, unsigned first, Points* points) {
    const unsigned lane = threadIdx.x % 32, stride = row_words(job);
    const double* columns = (const double*)job.view;
    const unsigned* row = (const unsigned*)job.masks + object * job.mask_stride + (u64)y * stride + first;
    const unsigned mine = lane < WORDS && first + lane < stride ? __ldg(row + lane) & pixels_left(job.width - first * 32, lane) : 0;
    unsigned inside = 0;
#pragma unroll
    for (unsigned k = 0; k < WORDS; ++k) {
        inside |= (__shfl_sync(ALL, mine, k) >> lane & 1) << k;
    }
    float values[WORDS];
    load_values(job, map, job.width, first * 32 + lane, y, [&](unsigned k) { return (inside >> k & 1) != 0; }, values);
    // y is the row's all along, so its sum and bounds follow from those of z.
    const unsigned least = job.low, most = job.high;
    unsigned count = 0;
    double sum = 0.0, low = __longlong_as_double(0x7ff0000000000000ll), high = __longlong_as_double((long long)0xfff0000000000000ull);
#pragma unroll
    for (unsigned k = 0; k < WORDS; ++k) {
        if (counting_key(values[k], least, most) != 0) {
            const double z = (double)values[k], x = __ldg(columns + (first + k) * 32 + lane) * z;
            points->sum[0] += x;
            points->low[0] = lesser(points->low[0], x);
            points->high[0] = greater(points->high[0], x);
            ++count;
            sum += z;
            low = lesser(low, z);
            high = greater(high, z);
        }
    }
    if (count == 0) {
        return;
    }
    const double line = __ldg(columns + job.width + y), near = line * low, far = line * high;
    points->sum[1] += line * sum;
    points->low[1] = lesser(points->low[1], lesser(near, far));
    points->high[1] = greater(points->high[1], greater(near, far));
    points->sum[2] += sum;
    points->low[2] = lesser(points->low[2], low);
    points->high[2] = greater(points->high[2], high);
    points->count += count;
}

// For jobs with masks and a view, after `count_values`, which tells by `present` where the masks have pixels. Grid: as many blocks as the GPU
// runs at once. `ended` has a word for each object, 0 before the first launch and left so; `partials` as many as there are blocks or objects,
// whichever are more; `result` may lie in the host's memory.
extern "C" __global__ void __launch_bounds__(THREADS)
measure_positions(const Job* job_at, const unsigned* present, unsigned* ended, Points* partials, Measured* result) {
    __shared__ unsigned last;
    const Job& job = *job_at;
    const unsigned lane = threadIdx.x % 32, objects = objects_of(job);
    const unsigned across = (job.width + WORDS * 32 - 1) / (WORDS * 32), tasks = across * job.height;
    const unsigned pieces = min(max(gridDim.x / max(objects, 1u), 1u), (tasks + WARPS - 1) / WARPS), step = pieces * WARPS;
    const Map map = map_of(job, 0);

    for (unsigned item = blockIdx.x; item < objects * pieces; item += gridDim.x) {
        const unsigned object = item / pieces;
        const unsigned* lanes = present + (u64)(object / 32) * tasks;
        Points points;
        no_points(&points);
        // Neighbouring tasks go to different warps, so that all have about the same share of an object.
        for (u64 first = item % pieces * WARPS + threadIdx.x / 32; first < tasks; first += (u64)step * 32) {
            const u64 mine = first + (u64)step * lane;
            unsigned some = __ballot_sync(ALL, mine < tasks && (lanes[mine < tasks ? mine : 0] >> object % 32 & 1) != 0);
            while (some != 0) {
                const unsigned task = (unsigned)first + step * (__ffs(some) - 1);
                some &= some - 1;
                measure_part(job, map, object, task / across, task % across * WORDS, &points);
            }
        }
        gather_points(&points);
        if (threadIdx.x == 0) {
            partials[item] = points;
            __threadfence();
            last = atomicAdd(&ended[object], 1u) == pieces - 1;
        }
        __syncthreads();
        if (last == 0) {
            continue;
        }
        __threadfence();
        no_points(&points);
        for (unsigned i = threadIdx.x; i < pieces; i += THREADS) {
            const Points* others = partials + object * pieces + i;
            Points copy;
#pragma unroll
            for (int axis = 0; axis < 3; ++axis) {
                copy.sum[axis] = __ldcg(&others->sum[axis]);
                copy.low[axis] = __ldcg(&others->low[axis]);
                copy.high[axis] = __ldcg(&others->high[axis]);
            }
            copy.count = __ldcg(&others->count);
            add_points(&points, copy);
        }
        gather_points(&points);
        if (threadIdx.x == 0) {
            ended[object] = 0;
#pragma unroll
            for (int axis = 0; axis < 3; ++axis) {
                result[object].centroid[axis] = (float)(points.sum[axis] / (double)points.count);
                result[object].extent[axis] = (float)(points.high[axis] - points.low[axis]);
            }
        }
    }
}
