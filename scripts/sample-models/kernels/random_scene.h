// One random scene for each (seed, index). The distribution that the sample models know is what this file says.
//
// The rig: a 4:3 camera with a vertical field of view of 48 degrees, 0.46 m (within 3 %) above a table, tilted 32 to
// 58 degrees down. Metric depth can be told from one picture only because height and field of view are known.
#pragma once
#include "shapes.h"

HD float degrees(float d) { return d * kPi / 180.0f; }

HD Vec object_colour(Random& r) {
  if (r.chance(0.16f)) {
    const float v = r.between(0.12f, 0.95f);
    return srgb_to_linear({v, v * r.between(0.94f, 1.0f), v * r.between(0.9f, 1.0f)});
  }
  const float hue = r.unit(), saturation = r.between(0.3f, 0.95f), value = r.between(0.3f, 1.0f);
  return hsv(hue, saturation, value);
}

HD Vec surface_colour(Random& r) {
  const float k = r.unit(), h = r.unit(), s = r.unit(), v = r.unit();
  if (k < 0.4f) return hsv(0.05f + 0.07f * h, 0.2f + 0.45f * s, 0.3f + 0.6f * v);  // wood
  if (k < 0.8f) return hsv(h, 0.15f * s, 0.2f + 0.75f * v);                        // grey to white
  return hsv(h, 0.15f + 0.55f * s, 0.25f + 0.6f * v);
}

HD void random_camera(Random& r, Scene& s) {
  const float pitch = degrees(r.between(32.0f, 58.0f));
  const float azimuth = degrees(r.between(-20.0f, 20.0f));
  const float roll = degrees(r.between(-3.0f, 3.0f));
  const float height = 0.46f * r.between(0.97f, 1.03f);
  s.forward = {sinf(azimuth) * cosf(pitch), cosf(azimuth) * cosf(pitch), -sinf(pitch)};
  const Vec right = normalize(cross(s.forward, {0.0f, 0.0f, 1.0f})), up = cross(right, s.forward);
  s.right = right * cosf(roll) + up * sinf(roll);
  s.up = up * cosf(roll) - right * sinf(roll);
  const Vec target{r.between(-0.05f, 0.05f), r.between(-0.05f, 0.05f), 0.0f};
  s.eye = target - s.forward * (height / sinf(pitch));
  s.tan_half_fov = tanf(degrees(24.0f));
}

HD void random_light(Random& r, Scene& s) {
  const float azimuth = r.between(0.0f, 2.0f * kPi), elevation = degrees(r.between(28.0f, 75.0f));
  s.light = {cosf(azimuth) * cosf(elevation), sinf(azimuth) * cosf(elevation), sinf(elevation)};
  const float key = r.between(0.55f, 1.5f), warmth = r.between(-0.15f, 0.15f), fill = r.between(0.18f, 0.6f);
  s.key = Vec{1.0f + warmth, 1.0f, 1.0f - warmth} * key;
  s.ambient = Vec{1.0f - 0.5f * warmth, 1.0f, 1.0f + 0.5f * warmth} * fill;
  s.softness = r.between(5.0f, 28.0f);
}

HD void random_sensor(Random& r, Scene& s) {
  s.exposure = r.between(0.7f, 1.35f);
  const float grain = r.unit();
  s.noise = 0.03f * grain * grain;
  s.blur = r.between(0.25f, 0.8f);
  s.vignette = r.between(0.0f, 0.35f);
  s.sample_spread = r.between(0.35f, 1.15f);
}

HD void random_room(Random& r, Scene& s) {
  s.wall_y = r.between(0.35f, 1.1f);
  s.wall_kind = r.below(kWallKinds);
  s.wall_colour = surface_colour(r);
  s.wall_colour2 = s.wall_colour * r.between(0.5f, 1.2f);
  s.table_kind = r.below(kTableKinds);
  s.table_colour = surface_colour(r);
  const float shade = r.between(0.35f, 0.8f);
  const Vec other = surface_colour(r);
  s.table_colour2 = r.chance(0.5f) ? s.table_colour * shade : other;
  s.table_scale = r.between(0.025f, 0.07f);
  const float turn = r.between(0.0f, kPi);
  s.table_cos = cosf(turn);
  s.table_sin = sinf(turn);
  const float gloss = r.between(0.05f, 0.35f);
  s.table_gloss = r.chance(0.35f) ? gloss : 0.0f;
}

// Extents of an item of size `s` (about its radius); leaves everything but its place and colours filled in.
HD void shape_item(Random& r, Item& it, int kind, float s) {
  const float p = r.unit(), q = r.unit(), yaw = r.between(0.0f, 2.0f * kPi);
  const bool tip = r.chance(0.22f);
  float half_height = s;
  it.kind = kind;
  it.tipped = 0;
  it.cos_yaw = cosf(yaw);
  it.sin_yaw = sinf(yaw);
  it.b = it.c = 0.0f;
  switch (kind) {
    case kCube:
      it.a = 0.9f * s;
      half_height = it.a;
      it.bound = 1.74f * it.a;
      it.footprint = 1.3f * it.a;
      break;
    case kBall:
      it.a = s;
      it.bound = 1.01f * s;
      it.footprint = s;
      break;
    case kCylinder:
      it.a = s * (0.6f + 0.35f * p);
      it.b = s * (0.8f + 0.7f * q);
      it.tipped = tip;
      half_height = tip ? it.a : it.b;
      it.bound = 1.01f * sqrtf(it.a * it.a + it.b * it.b);
      it.footprint = tip ? fmaxf(it.a, it.b) : it.a;
      break;
    case kCone:
      it.a = s * (0.75f + 0.3f * p);
      it.b = s * (0.85f + 0.6f * q);
      half_height = it.b;
      it.bound = 1.01f * sqrtf(it.a * it.a + it.b * it.b);
      it.footprint = it.a;
      break;
    case kRing:
      it.a = 0.95f * s;
      it.b = it.a * (0.24f + 0.16f * p);
      it.tipped = tip;
      half_height = tip ? it.a + it.b : it.b;
      it.bound = 1.01f * (it.a + it.b);
      it.footprint = it.a + it.b;
      break;
    case kPyramid:
      it.a = s * (0.8f + 0.3f * p);
      it.b = s * (0.75f + 0.5f * q);
      half_height = it.b;
      it.bound = 1.01f * sqrtf(2.0f * it.a * it.a + it.b * it.b);
      it.footprint = 1.25f * it.a;
      break;
    case kBlock:  // from a sheet of paper to a thin book: never as high as a third of its shorter side
      it.a = s * (0.9f + 0.7f * p);
      it.b = s * (0.6f + 0.3f * q);
      it.c = tip ? 0.15f * it.b : 0.0008f;
      half_height = it.c;
      it.bound = 1.01f * sqrtf(it.a * it.a + it.b * it.b + it.c * it.c);
      it.footprint = it.bound;
      break;
    default:  // a pencil
      it.a = 0.05f + 0.03f * p;
      it.b = 0.003f + 0.002f * q;
      half_height = it.b;
      it.bound = 1.01f * (it.a + it.b);
      it.footprint = it.bound;
      break;
  }
  it.centre.z = half_height + 3e-4f;
}

HD void paint_item(Random& r, Item& it, float s) {
  it.colour = object_colour(r);
  it.colour2 = object_colour(r);
  const float k = r.unit();
  it.pattern = k < 0.68f ? kPlain : k < 0.8f ? kStripes : k < 0.92f ? kBlotches : kChecks;
  it.pattern_size = s * r.between(0.25f, 0.6f);
  const bool matt = r.chance(0.45f);
  const float g = r.unit();
  it.gloss = matt ? 0.08f * g : 0.1f + 0.6f * g;
  it.shininess = r.between(8.0f, 120.0f);
}

// Puts the item where a random ray of the camera meets the table; false where there is no room.
HD bool place_item(Random& r, const Scene& s, Item& it) {
  const float u = r.between(-0.88f, 0.88f) * s.tan_half_fov * kAspect, v = r.between(-0.8f, 0.72f) * s.tan_half_fov;
  const Vec dir = s.forward + s.right * u + s.up * v;
  if (dir.z > -0.05f) return false;
  const Vec p = s.eye + dir * (-s.eye.z / dir.z);
  const float distance = length(p - s.eye);
  if (distance > 1.35f || distance < 0.25f || p.y + it.footprint > s.wall_y - 0.02f) return false;
  for (int k = 0; k < s.items; ++k) {
    const float dx = s.item[k].centre.x - p.x, dy = s.item[k].centre.y - p.y;
    const float room = 0.97f * (s.item[k].footprint + it.footprint);
    if (dx * dx + dy * dy < room * room) return false;
  }
  it.centre.x = p.x;
  it.centre.y = p.y;
  return true;
}

HD void add_items(Random& r, Scene& s, int wanted, bool clutter) {
  int added = 0;
  for (int tries = 0; tries < 8 * wanted && added < wanted; ++tries) {
    Item& it = s.item[s.items];
    const float size = r.between(0.026f, 0.062f);
    const int kind = clutter ? (r.chance(0.6f) ? kBlock : kStick) : r.below(kClasses);
    shape_item(r, it, kind, size);
    paint_item(r, it, size);
    if (!place_item(r, s, it)) continue;
    ++added;
    ++s.items;
  }
}

HD Scene random_scene(uint32_t seed, uint32_t index) {
  Scene s{};
  Random r{hash(index, seed)};
  s.seed = hash(seed, index);
  random_camera(r, s);
  random_light(r, s);
  random_sensor(r, s);
  random_room(r, s);
  add_items(r, s, 1 + r.below(kMaxObjects), false);
  s.objects = s.items;
  add_items(r, s, r.below(kMaxClutter + 1), true);
  return s;
}
