/// Reads shapes, for drawing and for mass properties.
#pragma once

#include "scene/reader.h"

/// Mass or density given for a body.
typedef struct shape_amount {
    bool is_wanted;       // 1 if mass and inertia come from the shape
    double mass, density; // at most one is given; 0: not given
    const char *material; // name of the material that gave the density, or NULL
} shape_amount;

/// Returns the number of drawn parts for which a shape needs room, even if the shape has problems.
size_t gyre_count_parts(const gyre_json_node *shape);

/// True if the shape is a compound with a density for every part, so that its mass is known.
bool gyre_shape_has_mass(const gyre_json_node *shape);

/// Adds a shape to the scene's parts, for which the caller has reserved memory, and computes its mass properties if
/// amount->is_wanted. Returns false after reporting a problem.
bool gyre_read_shape(scene_reader *reader, const place *at, const shape_amount *amount, scene_body *body,
                     gyre_mass_properties *out_mass);
