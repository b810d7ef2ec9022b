/// What stands still in a glTF file: shapes, materials, and which body shows what.
///
/// Bodies with equal shapes share the triangles, with equal shapes and colours a glTF mesh. Boxes, balls and ellipsoids
/// of any size are one cube and one ball, stretched; so are meshes of one file in different units.
#pragma once

#include "record/record.h"

typedef struct glb_geometry {
    gyre_shape shape;
    const gyre_mesh *mesh; // of the scene, or NULL: the shape it is
    size_t vertex_count, index_count;
    size_t index_size;     // [bytes] 2, or 4 where that is not enough
    uint64_t index_offset; // [bytes] from the first index of all
    float low[3], high[3]; // of the positions
    bool is_sheet;
} glb_geometry;

typedef struct glb_material {
    double color[3]; // sRGB
    bool is_two_sided;
} glb_material;

/// A glTF mesh.
typedef struct glb_mesh {
    size_t geometry, material;
} glb_mesh;

/// One shape of a body.
typedef struct glb_part {
    size_t mesh;
    gyre_pose pose; // in the body's model frame
    float scale[3];
} glb_part;

typedef struct glb_model {
    glb_geometry *geometries;
    glb_material *materials;
    glb_mesh *meshes;
    glb_part *parts;
    size_t
        *first_parts; // of every body, and the end of the last: body i has parts first_parts[i] to first_parts[i + 1]
    size_t geometry_count, material_count, mesh_count, part_count;
    uint64_t vertex_total, index_bytes; // over all geometries
} glb_model;

/// From the looks of all bodies. GYRE_ERR_NO_MEMORY, or what is wrong with a shape; to be freed then too.
gyre_result gyre_glb_model_make(const recording *r, glb_model *out_model);
void gyre_glb_model_free(const recording *r, glb_model *model);

/// Vertices (position and normal of every geometry, as three floats each: first all positions of a geometry, then its
/// normals), and then the indices of all, those of 32 bits at multiples of four.
gyre_result gyre_glb_model_write(const recording *r, const glb_model *model, output *out);

/// A float that stays one: what is larger than the largest becomes that, and -0 becomes 0.
float gyre_to_float(double a);
void gyre_output_float(output *out, float a);
