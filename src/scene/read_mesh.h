/// Reads the mesh files of shapes, each file once.
#pragma once

#include "scene/reader.h"

/// Returns the mesh of a file; NULL if the file cannot be read, reported at `at` for every use.
scene_mesh *gyre_find_mesh(scene_reader *reader, const place *at, const char *file);

/// Returns the length of one unit of a part's mesh [m].
double gyre_mesh_unit(const part_source *source);

/// Computes mass, centre and inertia in mesh coordinates times their unit. A solid uses the mesh doctor's recommended
/// estimate, a hollow part its triangles. False after a problem was reported.
bool gyre_weigh_mesh(scene_reader *reader, const place *at, scene_mesh *mesh, const gyre_look_part *part,
                     gyre_amount amount, gyre_mass_properties *out_mass);
