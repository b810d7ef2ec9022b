/// Reads the mesh files of shapes, each file once.
#pragma once

#include "scene/reader.h"

/// Returns the mesh of a file; if the file cannot be read, reports a problem at `at` for every use and returns NULL.
scene_mesh *gyre_find_mesh(scene_reader *reader, const place *at, const char *file);

/// Returns the length of one unit of a part's mesh [m].
double gyre_mesh_unit(const part_source *source);

/// Computes mass, centre and inertia in mesh coordinates times their unit. For a solid, uses the mesh doctor's
/// recommended estimate; for a hollow part, the triangles. Returns false after reporting a problem.
bool gyre_weigh_mesh(scene_reader *reader, const place *at, scene_mesh *mesh, const gyre_look_part *part,
                     gyre_amount amount, gyre_mass_properties *out_mass);
