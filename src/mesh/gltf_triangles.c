/// Triangles of glTF primitives, transformed to scene coordinates.
#include "mesh/gltf.h"

#include "base/memory.h"
#include "math/finite.h"

#include <string.h>

enum { MODE_TRIANGLES = 4, MODE_STRIP = 5, MODE_FAN = 6, PROGRESS_EVERY = 1 << 16 };

// Triangles over corners 0 to corner_count - 1; `indices`, if not NULL, maps corners to vertices.
typedef struct primitive {
    const gyre_json_node *node;
    size_t mode;
    size_t position_index; // index of the accessor `positions`
    const gltf_accessor *positions, *indices;
    size_t corner_count, triangle_count;
    bool has_leftover; // the last corners do not complete a triangle
} primitive;

size_t gyre_gltf_limit(const gltf *g) {
    size_t limit = 0;
    bool fits = size_multiply(g->bytes_there, GLTF_LIMIT_PER_BYTE, &limit) && size_add(limit, GLTF_LIMIT_FREE, &limit);
    return fits ? limit : SIZE_MAX;
}

// ---- primitives ----

static void count_triangles(primitive *p) {
    p->corner_count = p->indices ? p->indices->count : p->positions->count;
    if (p->mode == MODE_TRIANGLES) {
        p->triangle_count = p->corner_count / 3;
        p->has_leftover = p->corner_count % 3 != 0;
    } else {
        p->triangle_count = p->corner_count < 3 ? 0 : p->corner_count - 2;
        p->has_leftover = p->corner_count < 3;
    }
}

// Reads a primitive. Points, lines and primitives without positions have no triangles.
static gyre_result read_primitive(gltf *g, const gyre_json_node *node, primitive *out) {
    const gyre_json_node *attributes = NULL;
    size_t positions = GLTF_NONE, indices = GLTF_NONE;
    *out = (primitive){.node = node, .has_leftover = true};
    if (node->type != GYRE_JSON_OBJECT)
        return gyre_gltf_fail(g, node, "must be an object, is %s", gyre_json_type_text(node->type));
    gyre_result r = gyre_gltf_size(g, node, "mode", GLTF_OPTIONAL, MODE_TRIANGLES, &out->mode);
    if (r == GYRE_OK && out->mode > MODE_FAN)
        return gyre_gltf_fail(g, gyre_json_find(node, "mode"), "must be 0 to 6, is %zu", out->mode);
    if (r == GYRE_OK) r = gyre_gltf_member(g, node, "attributes", GYRE_JSON_OBJECT, GLTF_REQUIRED, &attributes);
    if (r != GYRE_OK || out->mode < MODE_TRIANGLES) return r;
    r = gyre_gltf_reference(g, attributes, "POSITION", GLTF_ACCESSORS, GLTF_OPTIONAL, &positions);
    if (r == GYRE_OK) r = gyre_gltf_reference(g, node, "indices", GLTF_ACCESSORS, GLTF_OPTIONAL, &indices);
    if (r != GYRE_OK || positions == GLTF_NONE) return r;
    r = gyre_gltf_accessor(g, positions, GLTF_USE_POSITION, &out->positions);
    if (r == GYRE_OK && indices != GLTF_NONE) r = gyre_gltf_accessor(g, indices, GLTF_USE_INDICES, &out->indices);
    if (r != GYRE_OK) return r;
    out->position_index = positions;
    count_triangles(out);
    return GYRE_OK;
}

static gyre_result find_primitives(gltf *g, const gltf_instance *instance, const gyre_json_node **out) {
    return gyre_gltf_member(g, g->lists[GLTF_MESHES].items[instance->mesh], "primitives", GYRE_JSON_ARRAY,
                            GLTF_REQUIRED, out);
}

// ---- counting ----

// Counts one extra triangle per primitive, so that the limit also bounds the time spent on empty primitives.
static gyre_result count_instance(gltf *g, const gltf_instance *instance, size_t *work) {
    const gyre_json_node *primitives = NULL;
    gyre_result r = find_primitives(g, instance, &primitives);
    const gyre_json_node *node = r == GYRE_OK ? gyre_json_first(primitives) : NULL;
    for (; node && r == GYRE_OK; node = gyre_json_next(node)) {
        primitive p;
        r = read_primitive(g, node, &p);
        if (r != GYRE_OK) return r;
        g->triangle_total += p.triangle_count; // no overflow: both are below the limit
        *work += p.triangle_count + 1;
        size_t limit = gyre_gltf_limit(g);
        if (*work > limit)
            return gyre_gltf_fail(g, instance->place, "exceeds the limit of %zu triangles for a file of %zu bytes",
                                  limit, g->bytes_there);
    }
    return r;
}

// ---- building ----

// Starts the table of vertices that were added for one accessor; entries for the previous accessor become stale.
static gyre_result begin_scope(gltf *g, const primitive *p) {
    size_t count = p->positions->count;
    g->scope_accessor = p->position_index;
    g->scope_first = g->builder->vertex_count;
    if (count <= g->vertex_of_room) return GYRE_OK;
    gyre_give_back(g->allocator, g->vertex_of);
    g->vertex_of_room = 0;
    g->vertex_of = gyre_take_array(g->allocator, count, sizeof *g->vertex_of);
    if (!g->vertex_of) return GYRE_ERR_NO_MEMORY;
    memset(g->vertex_of, 0xff, count * sizeof *g->vertex_of);
    g->vertex_of_room = count;
    return GYRE_OK;
}

static gyre_result add_vertex(gltf *g, const gltf_instance *instance, const primitive *p, uint32_t i) {
    const double *m = instance->matrix;
    double x[3], y[3];
    gyre_gltf_position(p->positions, i, x);
    for (int k = 0; k < 3; k++)
        y[k] = m[4 * k] * x[0] + m[4 * k + 1] * x[1] + m[4 * k + 2] * x[2] + m[4 * k + 3];
    if (!is_finite(x[0]) || !is_finite(x[1]) || !is_finite(x[2]))
        return gyre_gltf_fail(g, g->lists[GLTF_ACCESSORS].items[p->position_index],
                              "has a NaN or infinite coordinate in element %lu", (unsigned long)i);
    if (!is_finite(y[0]) || !is_finite(y[1]) || !is_finite(y[2]))
        return gyre_gltf_fail(g, instance->place, "moves a vertex out of the range of doubles");
    g->vertex_of[i] = (uint32_t)g->builder->vertex_count;
    return gyre_builder_vertex(g->builder, y[0], y[1], y[2]);
}

// Finds or adds the vertex of a corner in the builder.
static gyre_result find_vertex(gltf *g, const gltf_instance *instance, const primitive *p, size_t corner,
                               uint32_t *out) {
    uint32_t i = p->indices ? gyre_gltf_index(p->indices, corner) : (uint32_t)corner;
    if (p->indices && i == gyre_gltf_restart(p->indices))
        return gyre_gltf_fail(
            g, gyre_json_find(p->node, "indices"),
            "has the value %lu at position %zu, which glTF does not allow: it would restart the primitive",
            (unsigned long)i, corner);
    if (i >= p->positions->count)
        return gyre_gltf_fail(g, gyre_json_find(p->node, "indices"),
                              "has the value %lu at position %zu, but there are %zu vertices", (unsigned long)i, corner,
                              p->positions->count);
    if (g->vertex_of[i] == UINT32_MAX || g->vertex_of[i] < g->scope_first) {
        gyre_result r = add_vertex(g, instance, p, i);
        if (r != GYRE_OK) return r;
    }
    *out = g->vertex_of[i];
    return GYRE_OK;
}

// Corners of triangle t.  glTF 2.0, section 3.7.2.1
static void triangle_corners(const primitive *p, size_t t, size_t out[3]) {
    if (p->mode == MODE_TRIANGLES)
        out[0] = 3 * t, out[1] = 3 * t + 1, out[2] = 3 * t + 2;
    else if (p->mode == MODE_STRIP)
        out[0] = t, out[1] = t + 1 + t % 2, out[2] = t + 2 - t % 2;
    else
        out[0] = t + 1, out[1] = t + 2, out[2] = 0;
}

static gyre_result build_primitive(gltf *g, const gltf_instance *instance, const primitive *p) {
    gyre_result r = GYRE_OK;
    if (g->scope_accessor != p->position_index) r = begin_scope(g, p);
    for (size_t t = 0; t < p->triangle_count && r == GYRE_OK; t++) {
        size_t corners[3];
        uint32_t v[3] = {0, 0, 0};
        triangle_corners(p, t, corners);
        for (int k = 0; k < 3 && r == GYRE_OK; k++)
            r = find_vertex(g, instance, p, corners[k], &v[k]);
        // strips are joined by degenerate triangles
        bool is_seam = p->mode != MODE_TRIANGLES && (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]);
        if (r == GYRE_OK && !is_seam)
            r = instance->is_mirrored ? gyre_builder_triangle(g->builder, v[0], v[2], v[1])
                                      : gyre_builder_triangle(g->builder, v[0], v[1], v[2]);
        if (++g->triangle_done % PROGRESS_EVERY == 0)
            gyre_model_progress(
                g->source, (size_t)((double)g->triangle_done / (double)g->triangle_total * (double)g->source->size));
    }
    return r;
}

static gyre_result build_instance(gltf *g, const gltf_instance *instance) {
    const gyre_json_node *primitives = NULL;
    gyre_result r = find_primitives(g, instance, &primitives);
    g->scope_accessor = GLTF_NONE;
    const gyre_json_node *node = r == GYRE_OK ? gyre_json_first(primitives) : NULL;
    for (; node && r == GYRE_OK; node = gyre_json_next(node)) {
        primitive p;
        r = read_primitive(g, node, &p);
        if (r == GYRE_OK && p.triangle_count > 0) r = build_primitive(g, instance, &p);
        if (r == GYRE_OK && p.has_leftover) g->builder->ignored_count++;
    }
    return r;
}

gyre_result gyre_gltf_build(gltf *g) {
    gyre_result r = GYRE_OK;
    size_t work = 0;
    for (size_t i = 0; i < g->instance_count && r == GYRE_OK; i++)
        r = count_instance(g, &g->instances[i], &work);
    if (r == GYRE_OK) r = gyre_builder_reserve(g->builder, 0, g->triangle_total);
    for (size_t i = 0; i < g->instance_count && r == GYRE_OK; i++)
        r = build_instance(g, &g->instances[i]);
    return r;
}
