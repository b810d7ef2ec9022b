/// Converts the drawing data of bodies to geometries, materials and meshes, each written once.
#include "record/glb_model.h"

#include "base/memory.h"
#include "record/drawn_mesh.h"
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

// ---- triangles ------------------------------------------------------------------------------------------------------

enum { SHORT_VERTICES_MAX = 65535 }; // glTF does not allow the index 65535

// The triangles of one geometry, from a shape or a mesh.
typedef struct glb_triangles {
    const gyre_mesh *mesh; // NULL for a shape
    shape_mesh *shape;     // buffer for one shape
    drawn_mesh drawn;
} glb_triangles;

static gyre_result make_triangles(const recording *r, const gyre_shape *shape, const gyre_mesh *mesh,
                                  glb_triangles *t) {
    t->mesh = mesh;
    return mesh ? gyre_drawn_mesh_make(mesh, &r->allocator, &t->drawn) : gyre_shape_mesh_make(shape, t->shape);
}

static void drop_triangles(const recording *r, glb_triangles *t) {
    if (t->mesh) gyre_drawn_mesh_free(&r->allocator, &t->drawn);
}

// Returns coordinate i of all vertices, three per vertex.
static float position_at(const glb_triangles *t, size_t i) {
    return gyre_to_float(t->mesh ? t->mesh->positions[3 * (size_t)t->drawn.sources[i / 3] + i % 3]
                                 : t->shape->positions[i]);
}

static float normal_at(const glb_triangles *t, size_t i) {
    return t->mesh ? t->drawn.normals[i] : gyre_to_float(t->shape->normals[i]);
}

// ---- reuse of existing geometries -----------------------------------------------------------------------------------

// Compares only the parameters that the shape has; the rest of the array is undefined.
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

// Fills in a geometry from its triangles. Meshes may have any winding, so both sides are drawn.
static glb_geometry describe(const gyre_shape *shape, const glb_triangles *t) {
    const shape_mesh *made = t->shape;
    const drawn_mesh *drawn = &t->drawn;
    glb_geometry g = {.shape = *shape,
                      .mesh = t->mesh,
                      .vertex_count = t->mesh ? drawn->vertex_count : made->vertex_count,
                      .index_count = 3 * (t->mesh ? drawn->triangle_count : made->triangle_count),
                      .low = {FLT_MAX, FLT_MAX, FLT_MAX},
                      .high = {-FLT_MAX, -FLT_MAX, -FLT_MAX},
                      .is_sheet = t->mesh || made->is_sheet};
    g.index_size = g.vertex_count > SHORT_VERTICES_MAX ? 4 : 2;
    for (size_t i = 0; i < 3 * g.vertex_count; i++) {
        float a = position_at(t, i);
        if (a < g.low[i % 3]) g.low[i % 3] = a;
        if (a > g.high[i % 3]) g.high[i % 3] = a;
    }
    return g;
}

// Searches backward, because consecutive parts often have equal geometries. The arrays have room for one entry per
// part.
static gyre_result find_geometry(const recording *r, glb_model *m, const gyre_shape *shape, const gyre_mesh *mesh,
                                 glb_triangles *scratch, size_t *out_index) {
    for (size_t i = m->geometry_count; i-- > 0;)
        if (m->geometries[i].mesh == mesh && (mesh || is_same_shape(&m->geometries[i].shape, shape))) {
            *out_index = i;
            return GYRE_OK;
        }
    gyre_result result = make_triangles(r, shape, mesh, scratch);
    if (result != GYRE_OK) return result;
    glb_geometry g = describe(shape, scratch);
    drop_triangles(r, scratch);
    if (g.index_size == 4) m->index_bytes = (m->index_bytes + 3) & ~(uint64_t)3;
    g.index_offset = m->index_bytes;
    m->vertex_total += g.vertex_count;
    m->index_bytes += (uint64_t)g.index_count * g.index_size;
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

// Returns a unit cube for a box, a unit ball for a ball or ellipsoid, and the scale to the size of the part.
static gyre_shape without_size(const gyre_look_part *part, float scale[3]) {
    const gyre_shape *shape = &part->shape;
    const double *p = shape->parameters;
    if (part->mesh) {
        scale[0] = scale[1] = scale[2] = gyre_to_float(part->mesh_unit);
        return *shape;
    }
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

static gyre_result add_part(const recording *r, glb_model *m, const gyre_look *look, const gyre_look_part *part,
                            glb_triangles *scratch) {
    double measure;
    // checks the original shape, because the unit shape is always valid
    gyre_result result = part->mesh ? GYRE_OK : gyre_shape_measure(&part->shape, &measure);
    if (result != GYRE_OK) return result;
    glb_part added = {.pose = part->pose};
    gyre_shape shape = without_size(part, added.scale);
    glb_mesh mesh;
    result = find_geometry(r, m, &shape, part->mesh, scratch, &mesh.geometry);
    if (result != GYRE_OK) return result;
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
    glb_triangles scratch = {.shape = gyre_recording_take(r, 1, sizeof *scratch.shape)};
    if (!scratch.shape) return GYRE_ERR_NO_MEMORY;
    for (size_t i = 0; i < r->body_count && result == GYRE_OK; i++) {
        gyre_look look = gyre_scene_look(r->scene, r->bodies[i]);
        m->first_parts[i] = m->part_count;
        for (size_t k = 0; k < look.part_count && result == GYRE_OK; k++)
            result = add_part(r, m, &look, &look.parts[k], &scratch);
    }
    m->first_parts[r->body_count] = m->part_count;
    gyre_recording_give(r, scratch.shape);
    return result;
}

void gyre_glb_model_free(const recording *r, glb_model *m) {
    void *const blocks[] = {m->geometries, m->materials, m->meshes, m->parts, m->first_parts};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        gyre_recording_give(r, blocks[i]);
}

static void write_vertices(const glb_geometry *g, const glb_triangles *t, output *out) {
    for (size_t k = 0; k < 3 * g->vertex_count; k++)
        gyre_output_float(out, position_at(t, k));
    for (size_t k = 0; k < 3 * g->vertex_count; k++)
        gyre_output_float(out, normal_at(t, k));
}

static void write_indices(const glb_geometry *g, const glb_triangles *t, output *out) {
    const uint32_t *indices = t->mesh ? t->drawn.triangles : t->shape->triangles;
    for (size_t k = 0; k < g->index_count; k++)
        if (g->index_size == 2)
            gyre_output_u16(out, (uint16_t)indices[k]);
        else
            gyre_output_u32(out, indices[k]);
}

// Generates every shape a second time, which is cheaper than keeping all of them during the run.
gyre_result gyre_glb_model_write(const recording *r, const glb_model *m, output *out) {
    glb_triangles t = {.shape = gyre_recording_take(r, 1, sizeof *t.shape)};
    if (!t.shape) return GYRE_ERR_NO_MEMORY;
    gyre_result result = GYRE_OK;
    uint64_t offset = 0;
    for (size_t i = 0; i < 2 * m->geometry_count && result == GYRE_OK; i++) {
        const glb_geometry *g = &m->geometries[i < m->geometry_count ? i : i - m->geometry_count];
        result = make_triangles(r, &g->shape, g->mesh, &t);
        if (result != GYRE_OK) break;
        if (i < m->geometry_count) {
            write_vertices(g, &t, out);
        } else {
            gyre_output_zeros(out, g->index_offset - offset);
            write_indices(g, &t, out);
            offset = g->index_offset + (uint64_t)g->index_count * g->index_size;
        }
        drop_triangles(r, &t);
    }
    gyre_recording_give(r, t.shape);
    return result;
}
