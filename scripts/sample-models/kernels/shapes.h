// Signed distances of the shapes, and where a ray meets them.
//
// In a shape's own frame its axis is z and its centre the origin. Half extents by kind:
//   cube      a                     edge 2a
//   ball      a                     radius
//   cylinder  a radius, b           height 2b
//   cone      a radius at z = -b, b height 2b, tip at z = +b
//   ring      a radius of the core circle, b radius of the tube
//   pyramid   a half edge of the square at z = -b, b height 2b
//   block     a, b, c               half extents along x, y, z
//   stick     a half length along x, b radius
#pragma once
#include "scene.h"

HD Vec to_local(const Item& it, Vec p) {
  const Vec d = p - it.centre;
  const float x = it.cos_yaw * d.x + it.sin_yaw * d.y, y = it.cos_yaw * d.y - it.sin_yaw * d.x;
  return it.tipped ? Vec{x, -d.z, y} : Vec{x, y, d.z};
}

HD float rounded_box(Vec p, float hx, float hy, float hz, float r) {
  const float x = fabsf(p.x) - hx + r, y = fabsf(p.y) - hy + r, z = fabsf(p.z) - hz + r;
  const Vec outside{fmaxf(x, 0.0f), fmaxf(y, 0.0f), fmaxf(z, 0.0f)};
  return length(outside) + fminf(fmaxf(x, fmaxf(y, z)), 0.0f) - r;
}

// Distance to a cone or pyramid whose horizontal extent at height z is `m`: a lower bound, exact on its faces.
HD float tapered(float m, float z, float a, float b) {
  const float slant = (2.0f * b * m + a * (z - b)) / sqrtf(4.0f * b * b + a * a);
  return fmaxf(slant, -z - b);
}

HD float signed_distance(const Item& it, Vec world) {
  const Vec p = to_local(it, world);
  switch (it.kind) {
    case kCube:
      return rounded_box(p, it.a, it.a, it.a, 0.06f * it.a);
    case kBall:
      return length(p) - it.a;
    case kCylinder: {
      const float r = 0.05f * it.a;
      const float x = sqrtf(p.x * p.x + p.y * p.y) - it.a + r, z = fabsf(p.z) - it.b + r;
      const float ox = fmaxf(x, 0.0f), oz = fmaxf(z, 0.0f);
      return sqrtf(ox * ox + oz * oz) + fminf(fmaxf(x, z), 0.0f) - r;
    }
    case kCone:
      return tapered(sqrtf(p.x * p.x + p.y * p.y), p.z, it.a, it.b);
    case kRing: {
      const float x = sqrtf(p.x * p.x + p.y * p.y) - it.a;
      return sqrtf(x * x + p.z * p.z) - it.b;
    }
    case kPyramid:
      return tapered(fmaxf(fabsf(p.x), fabsf(p.y)), p.z, it.a, it.b);
    case kBlock:
      return rounded_box(p, it.a, it.b, it.c, 0.25f * fminf(it.c, 0.006f));
    default: {
      const float x = p.x - clampf(p.x, -it.a, it.a);
      return sqrtf(x * x + p.y * p.y + p.z * p.z) - it.b;
    }
  }
}

// Unit gradient of the signed distance, from four samples at the corners of a tetrahedron.
HD Vec surface_normal(const Item& it, Vec p) {
  const float e = 4e-4f;
  const float a = signed_distance(it, p + Vec{e, -e, -e}), b = signed_distance(it, p + Vec{-e, -e, e});
  const float c = signed_distance(it, p + Vec{-e, e, -e}), d = signed_distance(it, p + Vec{e, e, e});
  return normalize({a - b - c + d, -a - b + c + d, -a + b - c + d});
}

// The stretch of a ray inside a sphere, as distances along it; false where it misses.
HD bool sphere_span(Vec centre, float radius, Vec origin, Vec dir, float* enter, float* leave) {
  const Vec oc = origin - centre;
  const float b = dot(oc, dir), h = b * b - dot(oc, oc) + radius * radius;
  if (h < 0.0f) return false;
  const float s = sqrtf(h);
  *enter = -b - s;
  *leave = -b + s;
  return *leave > 0.0f;
}

// Distance along the ray to the item's surface, or `far` where it is not met before that.
HD float meet(const Item& it, Vec origin, Vec dir, float far) {
  float t, leave;
  if (!sphere_span(it.centre, it.bound, origin, dir, &t, &leave)) return far;
  t = fmaxf(t, 0.0f);
  leave = fminf(leave, far);
  for (int step = 0; step < 64 && t < leave; ++step) {
    const float d = signed_distance(it, origin + dir * t);
    if (d < 1.2e-4f) return t;
    t += d;
  }
  return far;
}
