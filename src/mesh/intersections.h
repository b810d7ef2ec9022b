/// Triangles that pass through each other.
#pragma once

#include "mesh/triangle_tree.h"

typedef struct intersection_report {
    finding pairs;       // count, and the first of the given triangles concerned
    size_t cap_count;    // triangles that close holes and pass through others, pair by pair
    bool is_interrupted; // there are so many that the search ended early
} intersection_report;

/// Finds pairs of triangles of which one's edge goes through the inside of the other: touching is not enough, nor is
/// anything that rounding could have made. Neighbours along an edge are left out. Triangles that close holes count by
/// themselves. Marks shells (may be NULL) that pass through others.
intersection_report gyre_find_intersections(const triangle_tree *tree, shell *shells);
