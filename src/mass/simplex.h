/// Triangles and tetrahedra of density one.
#pragma once

#include "mass/moments.h"
#include "math/vec3.h"

#include <stdbool.h>

/// True if three corners are collinear, or four corners coplanar, up to rounding. The corners must be finite.
bool gyre_simplex_is_flat(const vec3 *corners, int corner_count);

/// Moments of a triangle (3 corners) or a tetrahedron (4), with either winding. A flat simplex has measure 0.
shape_moments gyre_simplex_moments(const vec3 *corners, int corner_count);
