/// Forces of a scene.
#pragma once

#include "scene/reader.h"

/// Reads the force at `index` of the file, says what is wrong with it, and adds it to the world when nothing is. All
/// bodies were read before.
void gyre_read_force(scene_reader *reader, const place *at, size_t index);

/// What a body displaces by its shape: sets `solid`, `radius`, `size`, `at` and `turned`. False when it is neither a
/// sphere nor a box.
bool gyre_displaced_by(const gyre_scene *scene, gyre_body_id body, gyre_force_buoyancy *out_buoyancy);
