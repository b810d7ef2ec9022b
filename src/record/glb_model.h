/// The static part of a glTF file: shapes, materials and the parts of each body.
///
/// Bodies with equal shapes share triangles; if their colours are equal too, they share a glTF mesh. Boxes are scaled
/// copies of one cube, balls and ellipsoids of one ball. Parts that use the mesh of one file in different units differ
/// only in scale.
#pragma once

#include "record/record.h"

typedef struct glb_geometry {
    gyre_shape shape;
    const gyre_mesh *mesh; // mesh of the scene, or NULL for a shape
    size_t vertex_count, index_count;
    size_t index_size;     // [bytes] 2, or 4 for many vertices
    uint64_t index_offset; // [bytes] from the first geometry's first index
    float low[3], high[3]; // bounds of the positions
    bool is_sheet;
} glb_geometry;

typedef struct glb_material {
    double color[3]; // sRGB
    bool is_two_sided;
} glb_material;

/// A glTF mesh: a geometry with a material.
typedef struct glb_mesh {
    size_t geometry, material;
} glb_mesh;

/// One part of a body.
typedef struct glb_part {
    size_t mesh;
    gyre_pose pose; // in the model frame of the body
    float scale[3];
} glb_part;

typedef struct glb_model {
    glb_geometry *geometries;
    glb_material *materials;
    glb_mesh *meshes;
    glb_part *parts;
    size_t *first_parts; // body i has parts first_parts[i] to first_parts[i + 1] - 1
    size_t geometry_count, material_count, mesh_count, part_count;
    uint64_t vertex_total, index_bytes; // sums over all geometries
} glb_model;

/// Collects the parts of all bodies. GYRE_ERR_NO_MEMORY, or the error of an invalid shape. Free the model after an
/// error too.
gyre_result gyre_glb_model_make(const recording *r, glb_model *out_model);
void gyre_glb_model_free(const recording *r, glb_model *model);

/// Writes the vertices, then the indices. For each geometry: all positions, then all normals, three floats each.
/// 32-bit indices begin at a multiple of four bytes.
gyre_result gyre_glb_model_write(const recording *r, const glb_model *model, output *out);

/// Converts to a finite float: larger values become the largest float, and -0 becomes 0.
float gyre_to_float(double a);
void gyre_output_float(output *out, float a);
