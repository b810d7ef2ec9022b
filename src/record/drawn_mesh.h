/// Meshes of files as they are drawn: with normals, smooth where the surface is.
#pragma once

#include "gyre/mesh.h"

/// Every vertex is one of the mesh, with a normal: a place at an edge has several. Owned.
typedef struct drawn_mesh {
    size_t vertex_count, triangle_count;
    uint32_t *sources;   // vertices of the mesh
    float *normals;      // three each, of unit length
    uint32_t *triangles; // as many as the mesh has, three vertices each
} drawn_mesh;

/// Vertices at equal places are one. GYRE_ERR_NO_MEMORY, or GYRE_ERR_TOO_LARGE when vertices cannot be counted in 32
/// bits; nothing is to be freed then.
gyre_result gyre_drawn_mesh_make(const gyre_mesh *mesh, const gyre_allocator *allocator, drawn_mesh *out_drawn);
void gyre_drawn_mesh_free(const gyre_allocator *allocator, drawn_mesh *drawn);
