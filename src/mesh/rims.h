/// Edges of one triangle: the rims of holes and cracks.
#pragma once

#include "mesh/surface.h"

/// An open edge as its triangle runs along it.
typedef struct rim_edge {
    uint32_t from, to, triangle;
} rim_edge;

/// All of them, by their lower and then higher place; to be given back to the surface's allocator. NULL and a count of
/// 0 when there are none. `out_crowded_count` (may be NULL) is the number of edges with more than two triangles.
gyre_result gyre_gather_rims(const surface *s, rim_edge **out_rims, size_t *out_count, size_t *out_crowded_count);
