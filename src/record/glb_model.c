/// Looks to shapes, materials and meshes, each written once.
#include "record/glb_model.h"

#include "base/memory.h"
#include "record/shape_mesh.h"

#include <float.h>
#include <string.h>

float gyre_to_float(double a) {
    if (a > (double)FLT_MAX) return FLT_MAX;
    if (a < -(double)FLT_MAX) return -FLT_MAX;
    return (float)a + 0.0F;
}

void gyre_output_float(output *out, float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    gyre_output_u32(out, bits);
}

// ---- finding what is there already ----------------------------------------------------------------------------------

// Parameters that the shape does not have may hold anything.
static bool is_same_shape(const gyre_shape *a, const gyre_shape *b) {
    if (a->kind != b->kind) return false;
    for (size_t i = 0; i < gyre_shape_parameter_count(a->kind); i++)
        if (a->parameters[i] != b->parameters[i]) return false;
    return true;
}

static bool is_same_material(const glb_material *a, const glb_material *b) {
    return a->is_two_sided == b->is_two_sided && a->color[0] == b->color[0] && a->color[1] == b->color[1] &&
           a->color[2] == b->color[2];
}

// Newest first: neighbours are often alike. Room for one of each per part was taken before.
static gyre_result find_geometry(glb_model *m, const gyre_shape *shape, shape_mesh *scratch, size_t *out_index) {
    for (size_t i = m->geometry_count; i-- > 0;)
        if (is_same_shape(&m->geometries[i].shape, shape)) {
            *out_index = i;
            return GYRE_OK;
        }
    gyre_result r = gyre_shape_mesh_make(shape, scratch);
    if (r != GYRE_OK) return r;
    glb_geometry g = {.shape = *shape,
                      .vertex_count = scratch->vertex_count,
                      .index_count = 3 * scratch->triangle_count,
                      .low = {FLT_MAX, FLT_MAX, FLT_MAX},
                      .high = {-FLT_MAX, -FLT_MAX, -FLT_MAX},
                      .is_sheet = scratch->is_sheet};
    for (size_t i = 0; i < 3 * g.vertex_count; i++) {
        float a = gyre_to_float(scratch->positions[i]);
        if (a < g.low[i % 3]) g.low[i % 3] = a;
        if (a > g.high[i % 3]) g.high[i % 3] = a;
    }
    m->vertex_total += g.vertex_count;
    m->index_total += g.index_count;
    *out_index = m->geometry_count;
    m->geometries[m->geometry_count++] = g;
    return GYRE_OK;
}

static size_t find_material(glb_model *m, glb_material material) {
    for (size_t i = m->material_count; i-- > 0;)
        if (is_same_material(&m->materials[i], &material)) return i;
    m->materials[m->material_count] = material;
    return m->material_count++;
}

static size_t find_mesh(glb_model *m, glb_mesh mesh) {
    for (size_t i = m->mesh_count; i-- > 0;)
        if (m->meshes[i].geometry == mesh.geometry && m->meshes[i].material == mesh.material) return i;
    m->meshes[m->mesh_count] = mesh;
    return m->mesh_count++;
}

// ---- bodies ---------------------------------------------------------------------------------------------------------

// Boxes and ellipsoids as a stretched cube and ball of size one.
static gyre_shape without_size(const gyre_shape *shape, float scale[3]) {
    const double *p = shape->parameters;
    bool is_ball = shape->kind == GYRE_SHAPE_sphere;
    if (!is_ball && shape->kind != GYRE_SHAPE_ellipsoid && shape->kind != GYRE_SHAPE_box) {
        scale[0] = scale[1] = scale[2] = 1;
        return *shape;
    }
    for (int i = 0; i < 3; i++)
        scale[i] = gyre_to_float(p[is_ball ? 0 : i]);
    gyre_shape unit = {.kind = is_ball ? GYRE_SHAPE_ellipsoid : shape->kind, .parameters = {1, 1, 1}};
    return unit;
}

static gyre_result add_part(glb_model *m, const gyre_look *look, const gyre_look_part *part, shape_mesh *scratch) {
    double measure;
    gyre_result r = gyre_shape_measure(&part->shape, &measure); // the stretched one would always be right
    if (r != GYRE_OK) return r;
    glb_part added = {.pose = part->pose};
    gyre_shape shape = without_size(&part->shape, added.scale);
    glb_mesh mesh;
    r = find_geometry(m, &shape, scratch, &mesh.geometry);
    if (r != GYRE_OK) return r;
    glb_material material = {.is_two_sided = m->geometries[mesh.geometry].is_sheet};
    memcpy(material.color, look->color, sizeof material.color);
    mesh.material = find_material(m, material);
    added.mesh = find_mesh(m, mesh);
    m->parts[m->part_count++] = added;
    return GYRE_OK;
}

static gyre_result take_room(const recording *r, glb_model *m) {
    size_t count = 0;
    for (size_t i = 0; i < r->body_count; i++)
        if (!size_add(count, gyre_scene_look(r->scene, r->bodies[i]).part_count, &count)) return GYRE_ERR_TOO_LARGE;
    m->geometries = gyre_recording_take(r, count, sizeof *m->geometries);
    m->materials = gyre_recording_take(r, count, sizeof *m->materials);
    m->meshes = gyre_recording_take(r, count, sizeof *m->meshes);
    m->parts = gyre_recording_take(r, count, sizeof *m->parts);
    m->first_parts = gyre_recording_take(r, r->body_count + 1, sizeof *m->first_parts);
    bool has_all = m->geometries && m->materials && m->meshes && m->parts && m->first_parts;
    return has_all ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

gyre_result gyre_glb_model_make(const recording *r, glb_model *m) {
    gyre_result result = take_room(r, m);
    if (result != GYRE_OK) return result;
    shape_mesh *scratch = gyre_recording_take(r, 1, sizeof *scratch);
    if (!scratch) return GYRE_ERR_NO_MEMORY;
    for (size_t i = 0; i < r->body_count && result == GYRE_OK; i++) {
        gyre_look look = gyre_scene_look(r->scene, r->bodies[i]);
        m->first_parts[i] = m->part_count;
        for (size_t k = 0; k < look.part_count && result == GYRE_OK; k++)
            result = add_part(m, &look, &look.parts[k], scratch);
    }
    m->first_parts[r->body_count] = m->part_count;
    gyre_recording_give(r, scratch);
    return result;
}

void gyre_glb_model_free(const recording *r, glb_model *m) {
    void *const blocks[] = {m->geometries, m->materials, m->meshes, m->parts, m->first_parts};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        gyre_recording_give(r, blocks[i]);
}

// Every shape is made once more: cheaper than keeping all of them during the run.
gyre_result gyre_glb_model_write(const recording *r, const glb_model *m, output *out) {
    shape_mesh *mesh = gyre_recording_take(r, 1, sizeof *mesh);
    if (!mesh) return GYRE_ERR_NO_MEMORY;
    gyre_result result = GYRE_OK;
    for (size_t i = 0; i < m->geometry_count && result == GYRE_OK; i++) {
        result = gyre_shape_mesh_make(&m->geometries[i].shape, mesh);
        for (size_t k = 0; k < 3 * m->geometries[i].vertex_count; k++)
            gyre_output_float(out, gyre_to_float(mesh->positions[k]));
        for (size_t k = 0; k < 3 * m->geometries[i].vertex_count; k++)
            gyre_output_float(out, gyre_to_float(mesh->normals[k]));
    }
    for (size_t i = 0; i < m->geometry_count && result == GYRE_OK; i++) {
        result = gyre_shape_mesh_make(&m->geometries[i].shape, mesh);
        for (size_t k = 0; k < m->geometries[i].index_count; k++)
            gyre_output_u16(out, (uint16_t)mesh->triangles[k]);
    }
    gyre_recording_give(r, mesh);
    return result;
}
