/// Meshes from files, prepared for drawing: normals are smooth except at creases.
#pragma once

#include "gyre/mesh.h"

/// Each vertex has one normal, so a mesh vertex at a crease occurs several times. Owned.
typedef struct drawn_mesh {
    size_t vertex_count, triangle_count;
    uint32_t *sources;   // for each vertex: its index in the mesh
    float *normals;      // three each, unit length
    uint32_t *triangles; // the mesh's triangles, three vertices each
} drawn_mesh;

/// Merges vertices at equal positions. GYRE_ERR_NO_MEMORY, or GYRE_ERR_TOO_LARGE if 32 bits cannot count the vertices;
/// after an error the caller need not free anything.
gyre_result gyre_drawn_mesh_make(const gyre_mesh *mesh, const gyre_allocator *allocator, drawn_mesh *out_drawn);
void gyre_drawn_mesh_free(const gyre_allocator *allocator, drawn_mesh *drawn);
