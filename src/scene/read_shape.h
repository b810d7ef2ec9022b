/// Shapes: what is drawn, and what it weighs.
#pragma once

#include "scene/reader.h"

/// How heavy the body says it is.
typedef struct shape_amount {
    bool is_wanted;       // mass and inertia are to come from the shape
    double mass, density; // at most one of them; 0: not given
    const char *material; // the name that gave the density, or NULL
} shape_amount;

/// How many parts a shape has to draw, whatever else may be wrong with it.
size_t gyre_count_parts(const gyre_json_node *shape);

/// Reads a shape into the scene's parts (room was made) and, if wanted, its mass into out_mass. False when something is
/// wrong.
bool gyre_read_shape(scene_reader *reader, const place *at, const shape_amount *amount, scene_body *body,
                     gyre_mass_properties *out_mass);
