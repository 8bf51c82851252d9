// What a scene is. World axes: x right, y away from the camera, z up; the table is the plane z = 0. Metres.
#pragma once
#include "vec.h"

constexpr int kMaxObjects = 8;  // objects of the six classes: annotated
constexpr int kMaxClutter = 3;  // things without a class: never annotated
constexpr int kMaxItems = kMaxObjects + kMaxClutter;
constexpr float kAspect = 4.0f / 3.0f;  // width to height of the rig's camera

// The order of the first six is the order of the classes everywhere else.
enum Kind { kCube, kBall, kCylinder, kCone, kRing, kPyramid, kBlock, kStick };
constexpr int kClasses = 6;

enum Pattern { kPlain, kStripes, kBlotches, kChecks };
enum TableKind { kTableCloudy, kTableChecks, kTableWood, kTableMarble, kTableTiles, kTableStripes, kTableKinds };
enum WallKind { kWallGradient, kWallCloudy, kWallStripes, kWallKinds };

struct Item {
  int kind;
  Vec centre;
  float cos_yaw, sin_yaw;
  int tipped;           // the shape's own axis lies in the table's plane
  float a, b, c;        // see shapes.h
  float bound;          // radius of a sphere around `centre` that holds the shape
  float footprint;      // radius of a disc on the table that holds its shadow from above
  Vec colour, colour2;  // linear light
  int pattern;
  float pattern_size;
  float gloss, shininess;
};

struct Scene {
  Vec eye, right, up, forward;
  float tan_half_fov;  // of the vertical field of view
  Vec light;           // towards the light
  Vec key, ambient;
  float softness;  // larger: harder shadows
  float exposure, noise, blur, vignette;
  float sample_spread;  // extent of the samples of a pixel, in pixels
  float wall_y;
  int wall_kind;
  Vec wall_colour, wall_colour2;
  int table_kind;
  Vec table_colour, table_colour2;
  float table_scale, table_cos, table_sin, table_gloss;
  uint32_t seed;
  int items;    // how many of `item` are in use
  int objects;  // of these, the first so many are annotated
  Item item[kMaxItems];
};
