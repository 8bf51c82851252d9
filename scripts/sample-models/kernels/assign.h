// Optimal one-to-one assignment of objects to queries, one small problem per thread: shortest augmenting paths with
// potentials (Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment
// problems", 1987).
#pragma once
#include "scene.h"

constexpr int kMaxQueries = 64;

// cost[q * kMaxObjects + g] of giving object g to query q; objects with valid[g] = 0 take no part.
// chosen[g] is the query of object g, 0 where it takes no part. Needs queries >= kMaxObjects.
HD void assign(const float* cost, const uint8_t* valid, int queries, int* chosen) {
  float object_price[kMaxObjects], query_price[kMaxQueries], slack[kMaxQueries];
  int8_t owner[kMaxQueries], via[kMaxQueries];  // the object that holds a query; the object a query was reached from
  int8_t held[kMaxObjects];                     // the query that an object holds
  for (int q = 0; q < queries; ++q) {
    query_price[q] = 0.0f;
    owner[q] = -1;
  }
  for (int g = 0; g < kMaxObjects; ++g) {
    object_price[g] = 0.0f;
    held[g] = -1;
    chosen[g] = 0;
  }
  for (int start = 0; start < kMaxObjects; ++start) {
    if (!valid[start]) continue;
    uint64_t done = 0;  // queries whose shortest distance is final
    for (int q = 0; q < queries; ++q) slack[q] = 1e18f;
    int g = start, end = -1;
    float travelled = 0.0f;
    while (end < 0) {  // Dijkstra over the reduced costs, until a free query is reached
      int nearest = -1;
      for (int q = 0; q < queries; ++q) {
        if (done >> q & 1u) continue;
        const float c = fminf(fmaxf(cost[q * kMaxObjects + g], -1e6f), 1e6f);  // also what a NaN becomes
        const float reach = travelled + c - object_price[g] - query_price[q];
        if (reach < slack[q]) {
          slack[q] = reach;
          via[q] = static_cast<int8_t>(g);
        }
        if (nearest < 0 || slack[q] < slack[nearest]) nearest = q;
      }
      travelled = slack[nearest];
      done |= uint64_t{1} << nearest;
      if (owner[nearest] < 0) {
        end = nearest;
      } else {
        g = owner[nearest];
      }
    }
    object_price[start] += travelled;
    for (int q = 0; q < queries; ++q) {  // keep every reduced cost non-negative
      if ((done >> q & 1u) && q != end) {
        query_price[q] -= travelled - slack[q];
        object_price[owner[q]] += travelled - slack[q];
      }
    }
    for (int q = end; q >= 0;) {  // hand the queries along the path over
      const int giver = via[q], next = held[giver];
      owner[q] = static_cast<int8_t>(giver);
      held[giver] = static_cast<int8_t>(q);
      q = giver == start ? -1 : next;
    }
  }
  for (int g = 0; g < kMaxObjects; ++g) {
    if (held[g] >= 0) chosen[g] = held[g];
  }
}
