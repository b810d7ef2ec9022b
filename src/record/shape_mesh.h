/// Shapes as triangles, for drawing: smooth normals where the shape is smooth, split ones along its edges.
#pragma once

#include "gyre/shape.h"

#include <stdbool.h>

enum {
    SHAPE_SECTORS = 32, // around an axis; half circles have half as many. A multiple of four
    SHAPE_VERTICES_MAX = SHAPE_SECTORS * (SHAPE_SECTORS / 2 + 1), // a torus; a capsule has fewer
    SHAPE_TRIANGLES_MAX = SHAPE_SECTORS * SHAPE_SECTORS,          // the same
};

/// Vertices on the shape itself, so that round solids are inscribed. A place that belongs to several smooth pieces,
/// such as a box's corner, has one vertex per piece, all at equal positions.
typedef struct shape_mesh {
    size_t vertex_count, triangle_count;
    bool is_sheet;                               // a surface without thickness, to be seen from both sides
    double positions[3 * SHAPE_VERTICES_MAX];    // [m], model frame
    double normals[3 * SHAPE_VERTICES_MAX];      // of unit length, outward
    uint32_t triangles[3 * SHAPE_TRIANGLES_MAX]; // counter-clockwise seen from outside
} shape_mesh;

/// Hollow shapes look like solid ones; a rod is drawn as a cylinder with a hundredth of its length as radius.
/// GYRE_ERR_SHAPE (or GYRE_ERR_NOT_FINITE) when the parameters make no shape.
gyre_result gyre_shape_mesh_make(const gyre_shape *shape, shape_mesh *out_mesh);
