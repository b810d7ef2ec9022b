/// Triangulates shapes for drawing: smooth normals on smooth surfaces, separate normals at edges.
#pragma once

#include "gyre/shape.h"

#include <stdbool.h>

enum {
    SHAPE_SECTORS = 32, // around an axis; half as many in a half circle. A multiple of four
    SHAPE_VERTICES_MAX = SHAPE_SECTORS * (SHAPE_SECTORS / 2 + 1), // for a torus; a capsule has fewer
    SHAPE_TRIANGLES_MAX = SHAPE_SECTORS * SHAPE_SECTORS,          // a torus
};

/// Vertices are on the surface, so the mesh of a round solid lies inside the solid. A point on several smooth surfaces,
/// such as a box corner, has one vertex per surface, all at the same position.
typedef struct shape_mesh {
    size_t vertex_count, triangle_count;
    bool is_sheet;                               // a surface without thickness, drawn from both sides
    double positions[3 * SHAPE_VERTICES_MAX];    // [m], model frame
    double normals[3 * SHAPE_VERTICES_MAX];      // unit length, outward
    uint32_t triangles[3 * SHAPE_TRIANGLES_MAX]; // counter-clockwise seen from outside
} shape_mesh;

/// Triangulates a shape. Hollow shapes are drawn like solid ones; a rod is drawn as a cylinder with a hundredth of its
/// length as radius. GYRE_ERR_SHAPE or GYRE_ERR_NOT_FINITE if the parameters are invalid.
gyre_result gyre_shape_mesh_make(const gyre_shape *shape, shape_mesh *out_mesh);
