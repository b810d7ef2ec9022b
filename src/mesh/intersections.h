/// Detection of intersecting triangles.
#pragma once

#include "mesh/triangle_tree.h"

typedef struct intersection_report {
    finding pairs;       // intersecting pairs without caps, and the first affected triangle of the given mesh
    size_t cap_count;    // number of intersecting pairs of a cap and another triangle
    bool is_interrupted; // a limit stopped the search early
} intersection_report;

/// Finds pairs of triangles where an edge of one passes through the interior of the other. Ignores contacts and
/// overlaps within rounding error. Skips adjacent triangles and counts pairs with caps separately. Marks shells that
/// cross other shells; `shells` may be NULL.
intersection_report gyre_find_intersections(const triangle_tree *tree, shell *shells);
