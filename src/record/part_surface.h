/// The mesh of a part in the form in which it is drawn elsewhere: single precision, no vertices that nothing uses, and
/// not more triangles than there is room for.
#pragma once

#include "record/assembly.h"

typedef struct part_surface {
    float *positions; // three each, from the middle of the assembly, in units of its size
    size_t vertex_count;
    uint32_t *triangles;
    size_t triangle_count, cap_count; // caps are the last ones
    uint32_t *rim_edges;              // NULL when there are none
    size_t rim_edge_count;
    gyre_allocator allocator;
} part_surface;

/// With more than `triangles_max` (> 0) triangles, vertices in the same cell of a grid become one, in their mean, and
/// what collapses is left out; the grid is as fine as the limit allows. The part comes from gyre_assembly_of.
/// GYRE_ERR_NO_MEMORY, GYRE_ERR_TOO_LARGE. To be given back with gyre_part_surface_free.
gyre_result gyre_part_surface_of(const assembly *a, size_t part, size_t triangles_max, const gyre_allocator *allocator,
                                 part_surface *out);
void gyre_part_surface_free(part_surface *surface);
