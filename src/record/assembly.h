/// What every picture of diagnosed parts needs: the parts checked, their box, their mass as one body, its axes.
#pragma once

#include "gyre/datasheet.h"

#include <stdbool.h>

typedef struct assembly {
    const gyre_part *parts;
    size_t count, triangle_count, rim_edge_count;
    gyre_vec3 low, high;        // [m] the box around everything
    gyre_vec3 middle;           // [m] of the box
    double size;                // [m] its longest side, > 0
    bool has_mass;              // the best estimate of every part is known, and their sum is a body
    gyre_mass_properties total; // of all parts
    double volume;              // [m^3]
    gyre_vec3 axes[3];          // principal, of unit length, in model axes
    double moments[3];          // [kg m^2], ascending
    bool is_sheet;              // volume is area times thickness
} assembly;

/// Looks at everything that will be drawn, so that nothing needs to be checked later. GYRE_ERR_NULL_POINTER,
/// GYRE_ERR_LENGTH (no parts, no triangles, more caps than triangles), GYRE_ERR_OPTION (the unit), GYRE_ERR_MESH_INDEX,
/// GYRE_ERR_NOT_FINITE (a vertex; a size beyond what can be drawn).
gyre_result gyre_assembly_of(const gyre_part *parts, size_t count, assembly *out);

/// A colour of its own for each part (red, green, blue, 0 to 1), from the beginning again after a while.
gyre_vec3 gyre_part_tint(size_t index);
