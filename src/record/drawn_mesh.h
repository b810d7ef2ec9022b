/// Meshes of files for drawing: with normals, smooth except at creases.
#pragma once

#include "gyre/mesh.h"

/// Each vertex is a vertex of the mesh with one normal; a vertex at a crease occurs several times. Owned.
typedef struct drawn_mesh {
    size_t vertex_count, triangle_count;
    uint32_t *sources;   // indices of vertices of the mesh
    float *normals;      // three each, unit length
    uint32_t *triangles; // the mesh's triangles, three vertices each
} drawn_mesh;

/// Merges vertices at equal positions. GYRE_ERR_NO_MEMORY, or GYRE_ERR_TOO_LARGE if 32 bits cannot count the vertices;
/// after an error nothing must be freed.
gyre_result gyre_drawn_mesh_make(const gyre_mesh *mesh, const gyre_allocator *allocator, drawn_mesh *out_drawn);
void gyre_drawn_mesh_free(const gyre_allocator *allocator, drawn_mesh *drawn);
