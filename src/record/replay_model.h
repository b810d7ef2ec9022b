/// The static part of a replay: bodies with shapes, meshes and springs, as members of a JSON object in a page.
#pragma once

#include "record/record.h"

/// A shape or mesh that is written as triangles, because the page cannot draw it from parameters.
typedef struct replay_mesh {
    gyre_shape shape;
    const gyre_mesh *mesh; // mesh of the scene, or NULL for a shape
} replay_mesh;

/// The model is stored at the beginning of the run, because bodies can be removed later.
typedef struct replay_model {
    gyre_memory_sink text; // "bodies":[...],"springs":[...]
    replay_mesh *meshes;
    size_t mesh_count;
} replay_model;

gyre_result gyre_replay_model_make(const recording *r, replay_model *model);
void gyre_replay_model_free(const recording *r, replay_model *model);

/// For every mesh: number of vertices and of triangles (32 bits each), positions (floats, three per vertex), normals
/// (signed bytes, 127 means 1, three per vertex), and triangles (32 bits, three vertices each). Little endian.
gyre_result gyre_replay_model_write_meshes(const recording *r, const replay_model *model, output *out);
