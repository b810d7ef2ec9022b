/// Densities of common materials, by name.
#pragma once

#include "gyre/base.h"

GYRE_BEGIN_DECLS

/// A row of materials.def.
typedef struct gyre_material {
    const char *name;        // "stainless_steel"
    double density;          // [kg/m^3], typical
    const char *other_names; // with spaces between them; empty when there are none
    const char *text;        // a few words
} gyre_material;

/// The materials in the order of materials.def; NULL beyond the last.
const gyre_material *gyre_material_at(size_t index);

/// By its name or another one; upper and lower case are the same, and underscores, dashes and spaces do not count:
/// "Stainless Steel" is stainless_steel. NULL for NULL, and when there is none.
const gyre_material *gyre_material_find(const char *name);

GYRE_END_DECLS
