// The picture of a scene: one ray cast per sample, one directional light with soft shadows, ambient light with occlusion.
#pragma once
#include "shapes.h"

constexpr int kTable = kMaxItems, kWall = kMaxItems + 1;
constexpr float kFar = 40.0f;

struct Hit {
  float t;
  int what;  // index of an item, kTable or kWall
};

HD Hit cast_ray(const Scene& s, Vec origin, Vec dir) {
  Hit hit{kFar, kWall};
  if (dir.z < -1e-5f) {
    const float t = -origin.z / dir.z;
    if (t < hit.t) hit = {t, kTable};
  }
  if (dir.y > 1e-5f) {
    const float t = (s.wall_y - origin.y) / dir.y;
    if (t > 0.0f && t < hit.t) hit = {t, kWall};
  }
  for (int k = 0; k < s.items; ++k) {
    const float t = meet(s.item[k], origin, dir, hit.t);
    if (t < hit.t) hit = {t, k};
  }
  return hit;
}

// Share of the light that reaches `p`: 0 in shadow, 1 in the open. The penumbra follows from how closely the ray
// passes by a shape, relative to how far away (Quilez, "soft shadows in raymarched SDFs").
HD float light_reaching(const Scene& s, Vec p, int self) {
  float open = 1.0f;
  for (int k = 0; k < s.items; ++k) {
    const Item& it = s.item[k];
    if (k == self && it.kind != kRing) continue;  // convex shapes do not shade themselves
    float t, leave;
    if (!sphere_span(it.centre, 1.35f * it.bound, p, s.light, &t, &leave)) continue;
    t = fmaxf(t, 1.5e-3f);
    for (int step = 0; step < 22 && t < leave; ++step) {
      const float d = signed_distance(it, p + s.light * t);
      open = fminf(open, s.softness * d / t);
      if (open < 0.004f) return 0.0f;
      t += fmaxf(d, 1.5e-3f);
    }
  }
  return open * open * (3.0f - 2.0f * open);
}

// Share of the ambient light: probes along the normal that come closer to something else than to the surface.
HD float ambient_reaching(const Scene& s, Vec p, Vec normal, int self) {
  float blocked = 0.0f, weight = 1.0f;
  for (int k = 1; k <= 3; ++k) {
    const float reach = 0.004f + 0.0054f * static_cast<float>(k * k);
    const Vec probe = p + normal * reach;
    float d = fminf(reach, s.wall_y - probe.y);
    if (self != kTable) d = fminf(d, fmaxf(probe.z, 0.0f));
    for (int j = 0; j < s.items; ++j) {
      const Item& it = s.item[j];
      const Vec oc = probe - it.centre;
      const float near = it.bound + reach;
      if (j != self && dot(oc, oc) < near * near) d = fminf(d, signed_distance(it, probe));
    }
    blocked += weight * (reach - d) / reach;
    weight *= 0.75f;
  }
  return clampf(1.0f - 0.42f * blocked, 0.15f, 1.0f);
}

HD float checker(float x, float y, float z) { return ((ifloor(x) + ifloor(y) + ifloor(z)) & 1) ? 1.0f : 0.0f; }

HD Vec table_colour(const Scene& s, float x, float y) {
  const float u = (s.table_cos * x + s.table_sin * y) / s.table_scale;
  const float v = (s.table_cos * y - s.table_sin * x) / s.table_scale;
  float m = 0.0f;
  switch (s.table_kind) {
    case kTableCloudy:
      m = 0.25f * cloud(0.8f * u, 0.8f * v, s.seed);
      break;
    case kTableChecks:
      m = checker(u, v, 0.0f);
      break;
    case kTableWood: {
      const float grain = 0.5f + 0.5f * sinf(10.0f * cloud(0.35f * u, 2.5f * v, s.seed) + 2.0f * v);
      m = 0.15f + 0.6f * grain * noise(0.5f * u, 9.0f * v, s.seed + 9u);
      break;
    }
    case kTableMarble:
      m = smoothstep(0.35f, 0.65f, cloud(0.7f * u, 0.7f * v, s.seed));
      break;
    case kTableTiles: {
      const float fu = u - floorf(u), fv = v - floorf(v);
      const bool joint = fminf(fminf(fu, 1.0f - fu), fminf(fv, 1.0f - fv)) < 0.05f;
      m = joint ? 0.9f : 0.25f * lattice(ifloor(u), ifloor(v), s.seed);
      break;
    }
    default:
      m = 0.8f * smoothstep(0.45f, 0.55f, 0.5f + 0.5f * sinf(3.1f * u));
      break;
  }
  return mix(s.table_colour, s.table_colour2, m) * (0.9f + 0.2f * noise(14.0f * u, 14.0f * v, s.seed + 5u));
}

HD Vec wall_colour(const Scene& s, float x, float z) {
  const Vec c = mix(s.wall_colour, s.wall_colour2, clampf(z / 0.8f, 0.0f, 1.0f));
  if (s.wall_kind == kWallCloudy) return c * (0.85f + 0.3f * cloud(9.0f * x, 9.0f * z, s.seed + 3u));
  if (s.wall_kind == kWallStripes) return c * (sinf(40.0f * x) > 0.0f ? 1.0f : 0.8f);
  return c;
}

HD Vec item_colour(const Scene& s, int k, Vec world) {
  const Item& it = s.item[k];
  const Vec p = to_local(it, world) * (1.0f / it.pattern_size);
  float m = 0.0f;
  if (it.pattern == kStripes) m = sinf(3.1f * (it.kind == kBlock || it.kind == kStick ? p.x : p.z)) > 0.2f ? 1.0f : 0.0f;
  if (it.pattern == kBlotches)
    m = smoothstep(0.4f, 0.6f, cloud(1.3f * p.x + 1.4f * p.z, p.y + 1.1f * p.z, s.seed + 17u + static_cast<uint32_t>(k)));
  if (it.pattern == kChecks) m = 0.8f * checker(p.x, p.y, p.z);
  return mix(it.colour, it.colour2, m);
}

// Linear light that comes back along `dir` from what the ray met.
HD Vec shade(const Scene& s, Vec origin, Vec dir, Hit hit) {
  const Vec p = origin + dir * hit.t;
  const bool is_item = hit.what < kMaxItems;
  Vec normal, colour;
  float gloss = 0.0f, shininess = 60.0f;
  if (hit.what == kWall) {
    normal = {0.0f, -1.0f, 0.0f};
    colour = wall_colour(s, p.x, p.z);
  } else if (hit.what == kTable) {
    normal = {0.0f, 0.0f, 1.0f};
    colour = table_colour(s, p.x, p.y);
    gloss = s.table_gloss;
  } else {
    normal = surface_normal(s.item[hit.what], p);
    colour = item_colour(s, hit.what, p);
    gloss = s.item[hit.what].gloss;
    shininess = s.item[hit.what].shininess;
  }
  if (dot(normal, dir) > 0.0f) normal = normal * -1.0f;
  const float facing = fmaxf(dot(normal, s.light), 0.0f);
  const float lit = facing > 0.0f ? light_reaching(s, p + normal * 4e-4f, hit.what) : 0.0f;
  const float open = ambient_reaching(s, p, normal, hit.what);
  Vec arriving = s.key * (facing * lit) + s.ambient * (open * (0.75f + 0.25f * normal.z));
  if (is_item) {  // light that the table throws back onto low, overhanging surfaces
    const float bounce = 0.25f * clampf(1.0f - 9.0f * p.z, 0.0f, 1.0f) * fmaxf(0.3f - normal.z, 0.0f);
    arriving = arriving + s.table_colour * s.key * bounce;
  }
  Vec out = colour * arriving;
  if (gloss > 0.0f) {
    const Vec half = normalize(s.light - dir);
    const float highlight = powf(fmaxf(dot(normal, half), 0.0f), shininess) * (0.4f + 0.02f * shininess);
    const float grazing = 1.0f - fmaxf(-dot(normal, dir), 0.0f);
    out = out + s.key * (highlight * gloss * lit) + s.ambient * (0.35f * grazing * grazing * grazing * gloss * open);
  }
  return out;
}

// Where the rays of a pixel go: the first through its centre, the rest spread over it (the R2 sequence of Roberts,
// "The Unreasonable Effectiveness of Quasirandom Sequences").
HD Vec pixel_ray(const Scene& s, int px, int py, int width, int height, int sample) {
  float ox = 0.0f, oy = 0.0f;
  if (sample > 0) {
    const float a = 0.5f + 0.7548777f * static_cast<float>(sample), b = 0.5f + 0.5698403f * static_cast<float>(sample);
    ox = (a - floorf(a) - 0.5f) * s.sample_spread;
    oy = (b - floorf(b) - 0.5f) * s.sample_spread;
  }
  const float u = (2.0f * (px + 0.5f + ox) / width - 1.0f) * s.tan_half_fov * kAspect;
  const float v = (1.0f - 2.0f * (py + 0.5f + oy) / height) * s.tan_half_fov;
  return s.forward + s.right * u + s.up * v;  // length 1 along the optical axis
}

// One pixel: its linear colour, and the truth at its centre. `id` is 1 + the object's index, 0 for everything else;
// `depth` is metres along the optical axis.
HD void render_pixel(const Scene& s, int px, int py, int width, int height, int samples, Vec* colour, uint8_t* id,
                     float* depth) {
  Vec sum{0.0f, 0.0f, 0.0f};
  for (int k = 0; k < samples; ++k) {
    const Vec ray = pixel_ray(s, px, py, width, height, k);
    const float scale = length(ray);
    const Vec dir = ray * (1.0f / scale);
    const Hit hit = cast_ray(s, s.eye, dir);
    if (k == 0) {
      *id = hit.what < s.objects ? static_cast<uint8_t>(1 + hit.what) : uint8_t{0};
      *depth = hit.t / scale;
    }
    sum = sum + shade(s, s.eye, dir, hit);
  }
  const float x = (px + 0.5f) / width - 0.5f, y = (py + 0.5f) / height - 0.5f;
  *colour = sum * (s.exposure / samples * (1.0f - 1.6f * s.vignette * (x * x + y * y)));
}

HD float tone(float x) { return powf(clampf(1.12f * x / (1.0f + 0.22f * x), 0.0f, 1.0f), 1.0f / 2.2f); }

// The camera's picture of a rendered frame at one pixel: slight blur, tone curve, grain, 8 bits.
HD void develop_pixel(const Scene& s, const Vec* frame, int px, int py, int width, int height, uint8_t* rgb) {
  const float side = expf(-0.5f / (s.blur * s.blur));
  Vec sum{0.0f, 0.0f, 0.0f};
  float total = 0.0f;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int x = px + dx < 0 ? 0 : px + dx < width ? px + dx : width - 1;
      const int y = py + dy < 0 ? 0 : py + dy < height ? py + dy : height - 1;
      const float w = (dx ? side : 1.0f) * (dy ? side : 1.0f);
      sum = sum + frame[static_cast<long>(y) * width + x] * w;
      total += w;
    }
  }
  Random r{hash(static_cast<uint32_t>(py * width + px), s.seed)};
  const float value[3] = {sum.x / total, sum.y / total, sum.z / total};
  for (int c = 0; c < 3; ++c) {
    const float u = r.unit() + 1e-7f, v = r.unit();
    const float gauss = sqrtf(-2.0f * logf(u)) * cosf(2.0f * kPi * v);
    rgb[c] = static_cast<uint8_t>(255.0f * clampf(tone(value[c]) + s.noise * gauss, 0.0f, 1.0f) + 0.5f);
  }
}
