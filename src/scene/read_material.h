/// Reads densities given as the name of a material.
#pragma once

#include "gyre/materials.h"

#include "scene/reader.h"

/// Returns the material named by the string at `at`, or NULL after reporting a problem.
const gyre_material *gyre_read_material(scene_reader *reader, const place *at);
