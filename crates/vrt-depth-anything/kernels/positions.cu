// Centroid and extent of the points under bit masks: fusion.rs of this crate. Compile with --fmad=false.

#define THREADS 256
#define WARPS (THREADS / 32)

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

// For jobs with masks and a view. Grid: as many blocks as the GPU runs at once, which share out the objects' pixels. `ended` has a word for each
// object, 0 before the first launch and left so; `partials` as many as there are blocks or objects, whichever are more; `result` may lie in the
// host's memory.
extern "C" __global__ void __launch_bounds__(THREADS)
measure_positions(const Job* job_at, unsigned* ended, Points* partials, Measured* result) {
    const Job& job = *job_at;
    const unsigned warp = threadIdx.x / 32, objects = objects_of(job), least = job.low, most = job.high;
    const unsigned pieces = pieces_of(job, objects, WARPS);
    const Map map = map_of(job, 0);
    const double* columns = (const double*)job.view;

    for (unsigned item = blockIdx.x; item < objects * pieces; item += gridDim.x) {
        const unsigned piece = quotient(item, objects), object = item - piece * objects;
        const Rows rows = rows_of(job, object, pieces * WARPS);
        const unsigned begin = piece * WARPS + warp;
        Points points;
        no_points(&points);
        visit(job, map, rows, begin, load_group(rows, 0, begin), [&](const Batch& batch) {
            // y is the row's all along, so its sum and bounds follow from those of z.
            unsigned count = 0;
            double sum = 0.0, low = __longlong_as_double(0x7ff0000000000000ll), high = __longlong_as_double((long long)0xfff0000000000000ull);
#pragma unroll
            for (unsigned k = 0; k < BATCH; ++k) {
                if (counting_key(batch.values[k], least, most) != 0) {
                    const double z = (double)batch.values[k], x = __ldg(columns + batch.column(k)) * z;
                    points.sum[0] += x;
                    points.low[0] = lesser(points.low[0], x);
                    points.high[0] = greater(points.high[0], x);
                    ++count;
                    sum += z;
                    low = lesser(low, z);
                    high = greater(high, z);
                }
            }
            if (count == 0) {
                return;
            }
            const double line = __ldg(columns + rows.width + batch.y), near = line * low, far = line * high;
            points.sum[1] += line * sum;
            points.low[1] = lesser(points.low[1], lesser(near, far));
            points.high[1] = greater(points.high[1], greater(near, far));
            points.sum[2] += sum;
            points.low[2] = lesser(points.low[2], low);
            points.high[2] = greater(points.high[2], high);
            points.count += count;
        });
        gather_points(&points);
        if (threadIdx.x == 0) {
            partials[item] = points;
        }
        if (!ends_last(&ended[object], pieces)) {
            continue;
        }
        no_points(&points);
        for (unsigned i = threadIdx.x; i < pieces; i += THREADS) {
            const Points* others = partials + object + (u64)i * objects;
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
#pragma unroll
            for (int axis = 0; axis < 3; ++axis) {
                result[object].centroid[axis] = (float)(points.sum[axis] / (double)points.count);
                result[object].extent[axis] = (float)(points.high[axis] - points.low[axis]);
            }
        }
    }
}
