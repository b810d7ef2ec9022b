/// Densities that are given as the name of a material.
#pragma once

#include "gyre/materials.h"

#include "scene/reader.h"

/// Returns the material that the string at `at` names; NULL after a problem was reported.
const gyre_material *gyre_read_material(scene_reader *reader, const place *at);
