/// Which vertices are one and the same.
#pragma once

#include "gyre/mesh.h"

/// Fills map[i], for every vertex, with the number of the place it stands at: places are numbered by their first
/// vertex. Vertices at equal coordinates (-0 is 0) are one place. With a tolerance > 0 so are those no farther than it
/// from the first vertex of a place; tolerances below 2^-48 of the largest coordinate are none. All vertices are
/// finite. GYRE_ERR_NO_MEMORY.
gyre_result gyre_weld(const double *positions, size_t vertex_count, double tolerance, const gyre_allocator *allocator,
                      uint32_t *out_map, size_t *out_place_count);
