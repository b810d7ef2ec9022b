/// Data for every picture of diagnosed parts: the checked parts, their box, and their mass properties as one body.
#pragma once

#include "gyre/datasheet.h"

#include <stdbool.h>

typedef struct assembly {
    const gyre_part *parts;
    size_t count, triangle_count, rim_edge_count;
    gyre_vec3 low, high;        // [m] box of all parts
    gyre_vec3 middle;           // [m] centre of the box
    double size;                // [m] longest side of the box, > 0
    bool has_mass;              // every part has a best estimate, and the total is a valid body
    gyre_mass_properties total; // of all parts
    double volume;              // [m^3]
    gyre_vec3 axes[3];          // principal axes, unit length, in model axes
    double moments[3];          // [kg m^2], ascending
    bool is_sheet;              // volume is area times thickness
} assembly;

/// Checks everything to be drawn, so that later functions need no checks. GYRE_ERR_NULL_POINTER, GYRE_ERR_LENGTH
/// (no parts, no triangles, more caps than triangles), GYRE_ERR_OPTION (the unit), GYRE_ERR_MESH_INDEX,
/// GYRE_ERR_NOT_FINITE (a vertex, or a size beyond the range of drawings).
gyre_result gyre_assembly_of(const gyre_part *parts, size_t count, assembly *out);

/// Returns the colour of a part (red, green, blue, 0 to 1). The colours repeat after a fixed number of parts.
gyre_vec3 gyre_part_tint(size_t index);
