/// Triangulation of polygons in space.
#pragma once

#include "gyre/base.h"

/// Bytes of scratch memory per corner, and limit on the average number of tests per corner. Beyond the limit, the rest
/// of a polygon becomes a fan. Polygons stay below the limit if they have up to about 2048 corners or few reflex
/// corners.
enum { POLYGON_SCRATCH = 36, POLYGON_TESTS_PER_CORNER = 2048 };

/// Triangulates a polygon and keeps its winding. Writes `count` - 2 triangles of three vertex indices, fewer if corners
/// repeat, and returns their number. `corners` are vertex indices, `positions` has x y z per vertex. `scratch` has
/// POLYGON_SCRATCH bytes per corner, aligned for doubles.
///
/// Clips ears (convex corners whose triangle contains no other corner) in the plane of the mean normal. No corner of
/// the polygon lies in the middle of a triangle side, so the triangles of adjacent polygons share whole edges. For a
/// simple polygon, the triangle areas add up to its area; a hole may be joined by a bridge edge. A polygon that is not
/// simple becomes a fan, whose signed triangle areas add up to its signed area.
size_t gyre_polygon_cut(const double *positions, const uint32_t *corners, size_t count, void *scratch,
                        uint32_t *out_triangles);
