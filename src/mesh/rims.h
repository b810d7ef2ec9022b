/// Open edges (edges of one triangle): the rims of holes and cracks.
#pragma once

#include "mesh/surface.h"

/// An open edge, with the direction it has in its triangle.
typedef struct rim_edge {
    uint32_t from, to, triangle;
} rim_edge;

/// Collects all open edges, sorted by lower and then higher vertex; the caller frees them with the surface's
/// allocator. If no edge is open, *out_rims is NULL. `out_crowded_count` (may be NULL) receives the number of edges
/// with more than two triangles.
gyre_result gyre_gather_rims(const surface *s, rim_edge **out_rims, size_t *out_count, size_t *out_crowded_count);
