/// Densities of common materials, by name.
#pragma once

#include "gyre/base.h"

GYRE_BEGIN_DECLS

/// A material: a row of materials.def.
typedef struct gyre_material {
    const char *name;        // name, such as "stainless_steel"
    double density;          // typical density [kg/m^3]
    const char *other_names; // other names, separated by spaces; may be ""
    const char *text;        // short description
} gyre_material;

/// Returns a material by its index, in the order of materials.def; NULL if `index` is out of range.
const gyre_material *gyre_material_at(size_t index);

/// Finds a material by any of its names. Case, underscores, dashes and spaces are ignored: "Stainless Steel" finds
/// stainless_steel. NULL if the name is unknown or NULL.
const gyre_material *gyre_material_find(const char *name);

GYRE_END_DECLS
