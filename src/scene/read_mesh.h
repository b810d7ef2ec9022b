/// Meshes of shapes: files that are read once, whoever refers to them.
#pragma once

#include "scene/reader.h"

/// The mesh of a file; NULL when there is none, which is said at `at` every time.
scene_mesh *gyre_find_mesh(scene_reader *reader, const place *at, const char *file);

/// [m] per unit of a part's mesh.
double gyre_mesh_unit(const part_source *source);

/// Mass, centre and inertia in the mesh's own coordinates, times the part's unit: of the solid inside, by the estimate
/// that the mesh doctor recommends, or of a hollow part's triangles. False when there is no answer, which is said.
bool gyre_weigh_mesh(scene_reader *reader, const place *at, scene_mesh *mesh, const gyre_look_part *part,
                     gyre_amount amount, gyre_mass_properties *out_mass);
