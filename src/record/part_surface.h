/// The mesh of a part for drawing: single precision, no unused vertices, and a limited number of triangles.
#pragma once

#include "record/assembly.h"

typedef struct part_surface {
    float *positions; // three per vertex, relative to the middle of the assembly, in units of its size
    size_t vertex_count;
    uint32_t *triangles;
    size_t triangle_count, cap_count; // caps are last
    uint32_t *rim_edges;              // NULL without rims
    size_t rim_edge_count;
    gyre_allocator allocator;
} part_surface;

/// Makes the surface of a part of an assembly. If the part has more than `triangles_max` (> 0) triangles, replaces the
/// vertices in each cell of a grid by their mean and removes collapsed triangles. The grid is about as fine as the
/// limit allows. GYRE_ERR_NO_MEMORY, GYRE_ERR_TOO_LARGE. Free it with gyre_part_surface_free.
gyre_result gyre_part_surface_of(const assembly *a, size_t part, size_t triangles_max, const gyre_allocator *allocator,
                                 part_surface *out);
void gyre_part_surface_free(part_surface *surface);
