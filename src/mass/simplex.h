/// Triangles and tetrahedra of density one.
#pragma once

#include "mass/moments.h"
#include "math/vec3.h"

#include <stdbool.h>

/// Flatter than rounding lets us tell (three corners in line, four in a plane); the corners must be finite.
bool gyre_simplex_is_flat(const vec3 *corners, int corner_count);

/// Of the triangle with 3 corners, the tetrahedron with 4, whichever way it is wound. The measure of a flat one is 0.
shape_moments gyre_simplex_moments(const vec3 *corners, int corner_count);
