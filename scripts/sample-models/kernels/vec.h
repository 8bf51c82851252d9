// Small vector arithmetic, random numbers and noise. Valid CUDA C++ and plain C++17.
#pragma once
#include <cmath>
#include <cstdint>

#ifdef __CUDACC__
#define HD __host__ __device__ inline
#else
#define HD inline
#endif

constexpr float kPi = 3.14159265f;

struct Vec {
  float x, y, z;
};

HD Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
HD Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
HD Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
HD Vec operator*(Vec a, Vec b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
HD float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HD float length(Vec a) { return sqrtf(dot(a, a)); }
HD Vec normalize(Vec a) { return a * (1.0f / sqrtf(dot(a, a) + 1e-20f)); }
HD Vec cross(Vec a, Vec b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
HD Vec mix(Vec a, Vec b, float t) { return a * (1.0f - t) + b * t; }
HD float clampf(float x, float lo, float hi) { return fminf(fmaxf(x, lo), hi); }
HD float smoothstep(float lo, float hi, float x) {
  const float t = clampf((x - lo) / (hi - lo), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}
HD int ifloor(float x) { return static_cast<int>(floorf(x)); }

// PCG-RXS-M-XS 32 (O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms
// for Random Number Generation", 2014): one step of the state, and its output permutation.
HD uint32_t pcg_step(uint32_t s) { return s * 747796405u + 2891336453u; }
HD uint32_t pcg_output(uint32_t s) {
  const uint32_t w = ((s >> ((s >> 28) + 4u)) ^ s) * 277803737u;
  return (w >> 22) ^ w;
}
HD uint32_t hash(uint32_t x) { return pcg_output(pcg_step(x)); }
HD uint32_t hash(uint32_t a, uint32_t b) { return hash(a ^ hash(b + 0x9E3779B9u)); }
HD float to_unit(uint32_t x) { return static_cast<float>(x >> 8) * (1.0f / 16777216.0f); }

// A stream of random numbers; equal seeds give equal streams on every machine.
struct Random {
  uint32_t state;
  HD float unit() {
    state = pcg_step(state);
    return to_unit(pcg_output(state));
  }
  HD float between(float lo, float hi) { return lo + (hi - lo) * unit(); }
  HD bool chance(float p) { return unit() < p; }
  HD int below(int n) {
    const int k = static_cast<int>(unit() * static_cast<float>(n));
    return k < n ? k : n - 1;
  }
};

HD float lattice(int x, int y, uint32_t seed) {
  return to_unit(hash(hash(static_cast<uint32_t>(x), static_cast<uint32_t>(y)), seed));
}

// Value noise in 0..1 with features of size 1.
HD float noise(float x, float y, uint32_t seed) {
  const int ix = ifloor(x), iy = ifloor(y);
  const float fx = x - floorf(x), fy = y - floorf(y);
  const float sx = fx * fx * (3.0f - 2.0f * fx), sy = fy * fy * (3.0f - 2.0f * fy);
  const float top = lattice(ix, iy, seed) * (1.0f - sx) + lattice(ix + 1, iy, seed) * sx;
  const float bottom = lattice(ix, iy + 1, seed) * (1.0f - sx) + lattice(ix + 1, iy + 1, seed) * sx;
  return top * (1.0f - sy) + bottom * sy;
}

// Two octaves of value noise in 0..1.
HD float cloud(float x, float y, uint32_t seed) {
  return 0.65f * noise(x, y, seed) + 0.35f * noise(2.3f * x + 11.7f, 2.3f * y + 4.1f, seed + 1u);
}

HD Vec srgb_to_linear(Vec c) { return {powf(c.x, 2.2f), powf(c.y, 2.2f), powf(c.z, 2.2f)}; }

// Hue, saturation and value in 0..1 to linear light.
HD Vec hsv(float h, float s, float v) {
  const float r = clampf(fabsf(h * 6.0f - 3.0f) - 1.0f, 0.0f, 1.0f);
  const float g = clampf(2.0f - fabsf(h * 6.0f - 2.0f), 0.0f, 1.0f);
  const float b = clampf(2.0f - fabsf(h * 6.0f - 4.0f), 0.0f, 1.0f);
  return srgb_to_linear({v * (1.0f + s * (r - 1.0f)), v * (1.0f + s * (g - 1.0f)), v * (1.0f + s * (b - 1.0f))});
}
