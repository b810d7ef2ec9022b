/// Welding: merging vertices at the same position.
#pragma once

#include "gyre/mesh.h"

/// Sets map[i] to the index of the welded vertex that contains vertex i; welded vertices are numbered in the order of
/// their first vertices. Vertices with equal coordinates (-0 equals 0) are merged. With a tolerance > 0, a vertex joins
/// a welded vertex if it is within the tolerance of that welded vertex's first vertex. Tolerances below 2^-48 of the
/// largest coordinate count as 0. The vertices that triangles use must be finite. Can return GYRE_ERR_NO_MEMORY.
gyre_result gyre_weld(const double *positions, size_t vertex_count, double tolerance, const gyre_allocator *allocator,
                      uint32_t *out_map, size_t *out_place_count);
