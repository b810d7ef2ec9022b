/// Polygons in space, cut into triangles.
#pragma once

#include "gyre/base.h"

/// Bytes of scratch memory per corner, and the tests that finding ears may take: beyond, what is left becomes a fan.
/// Any polygon with about as many corners is cut properly, and much larger ones with few corners that point inwards.
enum { POLYGON_SCRATCH = 36, POLYGON_TESTS_PER_CORNER = 2048 };

/// Cuts a polygon into triangles, wound like it: `count` - 2 of them, or fewer when corners repeat. `corners` are
/// indices of vertices, `positions` x y z of each. Writes three indices each and returns the number of triangles.
/// `scratch` has POLYGON_SCRATCH bytes per corner, aligned for doubles.
///
/// Ears are cut off in the plane of the mean normal: corners that point outwards whose triangle contains no other
/// corner. No triangle has a corner in the middle of its sides, so neighbours that share the polygon's edges fit. The
/// areas add up to the polygon's, if it is simple. A hole that is joined by an edge there and back is fine. What is
/// not simple becomes a fan, whose areas add up with their signs.
size_t gyre_polygon_cut(const double *positions, const uint32_t *corners, size_t count, void *scratch,
                        uint32_t *out_triangles);
