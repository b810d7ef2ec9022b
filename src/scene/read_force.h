/// Reads the forces of a scene.
#pragma once

#include "scene/reader.h"

/// Reads the force at `index` of the file, reports its problems, and adds it to the world if it is valid. All bodies
/// must have been read before.
void gyre_read_force(scene_reader *reader, const place *at, size_t index);

/// Sets `solid`, `radius`, `size`, `at` and `turned` from the shape of a body. Returns false if the shape is neither a
/// sphere nor a box.
bool gyre_displaced_by(const gyre_scene *scene, gyre_body_id body, gyre_force_buoyancy *out_buoyancy);
