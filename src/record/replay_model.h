/// What stands still in a replay: bodies with their shapes, meshes, springs, as members of a JSON object in a page.
#pragma once

#include "record/record.h"

/// A shape whose triangles go into the page, because the page has no word for it.
typedef struct replay_mesh {
    gyre_shape shape;
    const gyre_mesh *mesh; // of the scene, or NULL: the shape it is
} replay_mesh;

/// Taken at the beginning: bodies may go during the run, and what is written is how it began.
typedef struct replay_model {
    gyre_memory_sink text; // "bodies":[...],"springs":[...]
    replay_mesh *meshes;
    size_t mesh_count;
} replay_model;

gyre_result gyre_replay_model_make(const recording *r, replay_model *model);
void gyre_replay_model_free(const recording *r, replay_model *model);

/// For every mesh: vertices and triangles (32 bits each, how many), positions (floats, three per vertex), normals
/// (bytes with sign, 127 is one, likewise), and triangles (32 bits, three vertices each). Little endian.
gyre_result gyre_replay_model_write_meshes(const recording *r, const replay_model *model, output *out);
