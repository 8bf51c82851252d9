// The functions that Python calls. Built by nvcc they queue kernels on a CUDA stream and take device pointers; built by
// a C++ compiler they loop over the CPU's cores, take host pointers and ignore the stream. Each returns 0, or CUDA's
// error number.
#include "assign.h"
#include "random_scene.h"
#include "render.h"

namespace {

#ifdef __CUDACC__
template <class Body>
__global__ void run_body(Body body, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) body(i);
}
template <class Body>
int for_each(const Body& body, int n, int block, void* stream) {
  run_body<<<(n + block - 1) / block, block, 0, static_cast<cudaStream_t>(stream)>>>(body, n);
  return static_cast<int>(cudaGetLastError());
}
#else
template <class Body>
int for_each(const Body& body, int n, int, void*) {
#pragma omp parallel for schedule(dynamic, 64)
  for (int i = 0; i < n; ++i) body(i);
  return 0;
}
#endif

struct MakeScenes {
  Scene* scenes;
  int* classes;       // [n, kMaxObjects], -1 where there is no object
  float* intrinsics;  // [n, 4]: fx, fy, cx, cy in pixels of a width x height picture; pixel (0, 0) has its centre at (0, 0)
  uint32_t seed, first;
  int width, height;
  HD void operator()(int i) const {
    const Scene s = random_scene(seed, first + static_cast<uint32_t>(i));
    scenes[i] = s;
    for (int k = 0; k < kMaxObjects; ++k) classes[i * kMaxObjects + k] = k < s.objects ? s.item[k].kind : -1;
    intrinsics[4 * i] = 0.5f * width / (s.tan_half_fov * kAspect);
    intrinsics[4 * i + 1] = 0.5f * height / s.tan_half_fov;
    intrinsics[4 * i + 2] = 0.5f * width - 0.5f;
    intrinsics[4 * i + 3] = 0.5f * height - 0.5f;
  }
};

struct RenderFrames {
  const Scene* scenes;
  Vec* frame;
  uint8_t* ids;
  float* depth;
  int width, height, samples;
  HD void operator()(int i) const {
    const int pixel = i % (width * height);
    render_pixel(scenes[i / (width * height)], pixel % width, pixel / width, width, height, samples, frame + i, ids + i,
                 depth + i);
  }
};

struct DevelopFrames {
  const Scene* scenes;
  const Vec* frame;
  uint8_t* rgb;
  int width, height;
  HD void operator()(int i) const {
    const int size = width * height, scene = i / size, pixel = i % size;
    develop_pixel(scenes[scene], frame + static_cast<long>(scene) * size, pixel % width, pixel / width, width, height,
                  rgb + 3L * i);
  }
};

struct Assign {
  const float* cost;     // [n, queries, kMaxObjects]
  const uint8_t* valid;  // [n / repeat, kMaxObjects]
  int* chosen;           // [n, kMaxObjects]
  int queries, repeat;
  HD void operator()(int i) const {
    assign(cost + static_cast<long>(i) * queries * kMaxObjects, valid + static_cast<long>(i / repeat) * kMaxObjects,
           queries, chosen + static_cast<long>(i) * kMaxObjects);
  }
};

}  // namespace

extern "C" {

int scene_bytes() { return static_cast<int>(sizeof(Scene)); }
int max_objects() { return kMaxObjects; }
int max_queries() { return kMaxQueries; }

int make_scenes(void* scenes, int* classes, float* intrinsics, int seed, int first, int width, int height, int n,
                void* stream) {
  return for_each(MakeScenes{static_cast<Scene*>(scenes), classes, intrinsics, static_cast<uint32_t>(seed),
                             static_cast<uint32_t>(first), width, height},
                  n, 32, stream);
}

int render_frames(const void* scenes, float* frame, uint8_t* ids, float* depth, int width, int height, int samples, int n,
                  void* stream) {
  return for_each(RenderFrames{static_cast<const Scene*>(scenes), reinterpret_cast<Vec*>(frame), ids, depth, width, height,
                               samples},
                  n * width * height, 128, stream);
}

int develop_frames(const void* scenes, const float* frame, uint8_t* rgb, int width, int height, int n, void* stream) {
  return for_each(DevelopFrames{static_cast<const Scene*>(scenes), reinterpret_cast<const Vec*>(frame), rgb, width, height},
                  n * width * height, 128, stream);
}

int assign_queries(const float* cost, const uint8_t* valid, int* chosen, int queries, int repeat, int n, void* stream) {
  return for_each(Assign{cost, valid, chosen, queries, repeat}, n, 32, stream);
}

}  // extern "C"
