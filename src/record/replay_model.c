/// Writes shapes, colours and springs as JSON.
#include "record/replay_model.h"

#include "base/memory.h"
#include "record/drawn_mesh.h"
#include "record/escape.h"
#include "record/glb_model.h"
#include "record/shape_mesh.h"
#include "record/svg_element.h"

#include <string.h>

typedef struct model_writer {
    const recording *r;
    replay_model *model;
    output out;
} model_writer;

static void put(output *out, const char *text) { gyre_output_text(out, text); }

static void put_number(output *out, const char *before, double value) {
    put(out, before);
    gyre_output_number(out, value);
}

static void put_numbers(output *out, const char *before, const double *values, size_t count) {
    put(out, before);
    for (size_t i = 0; i < count; i++)
        put_number(out, i == 0 ? "[" : ",", values[i]);
    put(out, "]");
}

static void put_vector(output *out, const char *before, gyre_vec3 v) {
    put_numbers(out, before, (const double[]){v.x, v.y, v.z}, 3);
}

// ---- shapes ---------------------------------------------------------------------------------------------------------

// True for shapes that the page draws from their parameters; other shapes are written as triangles.
static bool is_known(gyre_shape_kind kind) {
    static const gyre_shape_kind known[] = {
        GYRE_SHAPE_box,  GYRE_SHAPE_sphere,  GYRE_SHAPE_cylinder,  GYRE_SHAPE_tube,  GYRE_SHAPE_capsule,
        GYRE_SHAPE_cone, GYRE_SHAPE_frustum, GYRE_SHAPE_ellipsoid, GYRE_SHAPE_torus, GYRE_SHAPE_hemisphere};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i] == kind) return true;
    return false;
}

static bool is_same(const replay_mesh *a, const replay_mesh *b) {
    if (a->mesh || b->mesh) return a->mesh == b->mesh;
    if (a->shape.kind != b->shape.kind) return false;
    size_t size = gyre_shape_parameter_count(a->shape.kind) * sizeof *a->shape.parameters;
    return memcmp(a->shape.parameters, b->shape.parameters, size) == 0;
}

// Searches backward, because consecutive parts often have equal shapes. The array has room for one mesh per part.
static size_t find_mesh(replay_model *model, const gyre_look_part *part) {
    replay_mesh wanted = {part->shape, part->mesh};
    for (size_t i = model->mesh_count; i-- > 0;)
        if (is_same(&model->meshes[i], &wanted)) return i;
    model->meshes[model->mesh_count] = wanted;
    return model->mesh_count++;
}

static void put_parameters(output *out, const gyre_shape *shape) {
    put(out, "{\"type\":\"");
    put(out, gyre_shape_name(shape->kind));
    put(out, "\"");
    if (shape->kind == GYRE_SHAPE_box) {
        put_numbers(out, ",\"size\":", shape->parameters, 3);
    } else if (shape->kind == GYRE_SHAPE_ellipsoid) {
        put_numbers(out, ",\"radii\":", shape->parameters, 3);
    } else {
        for (size_t i = 0; i < gyre_shape_parameter_count(shape->kind); i++) {
            put(out, ",\"");
            put(out, gyre_shape_parameter_name(shape->kind, i));
            put_number(out, "\":", shape->parameters[i]);
        }
    }
}

static gyre_result put_part(model_writer *w, const gyre_look_part *part) {
    output *out = &w->out;
    double measure;
    gyre_result result = part->mesh ? GYRE_OK : gyre_shape_measure(&part->shape, &measure);
    if (result != GYRE_OK) return result;
    if (!part->mesh && is_known(part->shape.kind)) {
        put_parameters(out, &part->shape);
    } else {
        put(out, "{\"type\":\"mesh\",\"mesh\":");
        gyre_output_integer(out, (int64_t)find_mesh(w->model, part));
        if (part->mesh) put_number(out, ",\"scale\":", part->mesh_unit);
    }
    gyre_vec3 x = part->pose.position;
    gyre_quat q = part->pose.orientation;
    if (x.x != 0 || x.y != 0 || x.z != 0) put_vector(out, ",\"position\":", x);
    if (q.x != 0 || q.y != 0 || q.z != 0)
        put_numbers(out, ",\"orientation\":", (const double[]){q.w, q.x, q.y, q.z}, 4);
    put(out, "}");
    return GYRE_OK;
}

// ---- bodies ---------------------------------------------------------------------------------------------------------

static void put_color(output *out, const double color[3]) {
    static const char hex[] = "0123456789abcdef";
    char text[8] = "#";
    for (int i = 0; i < 3; i++) {
        double c = color[i] > 0 ? color[i] < 1 ? color[i] : 1 : 0;
        unsigned byte = (unsigned)(255 * c + 0.5);
        text[1 + 2 * i] = hex[byte >> 4];
        text[2 + 2 * i] = hex[byte & 15];
    }
    put(out, ",\"color\":\"");
    put(out, text);
    put(out, "\"");
}

static gyre_result put_body(model_writer *w, size_t index) {
    static const char *const kinds[GYRE_BODY_KIND_COUNT] = {"dynamic", "static", "kinematic"};
    output *out = &w->out;
    gyre_body_kind kind;
    gyre_mass_properties mass;
    gyre_result result = gyre_body_get_kind(w->r->world, w->r->bodies[index], &kind);
    if (result == GYRE_OK) result = gyre_body_get_mass(w->r->world, w->r->bodies[index], &mass);
    if (result != GYRE_OK) return result;
    gyre_look look = gyre_scene_look(w->r->scene, w->r->bodies[index]);
    put(out, index == 0 ? "{\"name\":" : ",\n{\"name\":");
    gyre_output_json_string_in_page(out, w->r->names[index]);
    put(out, ",\"kind\":\"");
    put(out, kinds[kind]);
    put(out, "\"");
    put_color(out, look.color);
    put_number(out, ",\"mass\":", mass.mass);
    if (mass.center.x != 0 || mass.center.y != 0 || mass.center.z != 0) put_vector(out, ",\"center\":", mass.center);
    put(out, ",\"shapes\":[");
    for (size_t i = 0; i < look.part_count && result == GYRE_OK; i++) {
        put(out, i == 0 ? "" : ",");
        result = put_part(w, &look.parts[i]);
    }
    put(out, "]}");
    return result;
}

// ---- springs --------------------------------------------------------------------------------------------------------

static bool find_row(const recording *r, gyre_body_id body, size_t *out_row) {
    for (size_t i = 0; i < r->body_count; i++)
        if (r->bodies[i].index == body.index && r->bodies[i].generation == body.generation) {
            *out_row = i;
            return true;
        }
    return false;
}

// Returns a point of a body, or its centre of mass, in the model frame.
static gyre_vec3 model_point(const recording *r, gyre_point point, gyre_body_id body) {
    gyre_mass_properties mass;
    if (point.kind != GYRE_AT_CENTER) return point.p;
    if (gyre_body_get_mass(r->world, body, &mass) != GYRE_OK) return (gyre_vec3){0, 0, 0};
    return mass.center;
}

static void put_spring(model_writer *w, const gyre_force_def *def, size_t row, bool is_first) {
    const recording *r = w->r;
    output *out = &w->out;
    size_t other = 0;
    bool has_other = !gyre_body_is_none(def->other) && find_row(r, def->other, &other);
    gyre_vec3 origin = {0, 0, 0},
              to = def->parameters.spring.to_at.kind == GYRE_AT_CENTER ? origin : def->parameters.spring.to_at.p;
    put(out, is_first ? "{\"body\":" : ",{\"body\":");
    gyre_output_integer(out, (int64_t)row);
    put_vector(out, ",\"at\":", model_point(r, def->parameters.spring.at, r->bodies[row]));
    put(out, ",\"other\":");
    gyre_output_integer(out, has_other ? (int64_t)other : -1);
    put_vector(out, ",\"to\":", has_other ? model_point(r, def->parameters.spring.to_at, def->other) : to);
    if (def->from > 0) put_number(out, ",\"from\":", def->from);
    if (def->until - def->until == 0) put_number(out, ",\"until\":", def->until);
    put(out, "}");
}

static gyre_result put_springs(model_writer *w) {
    const recording *r = w->r;
    gyre_force_id force = {0};
    bool is_first = true;
    while (!gyre_force_is_none(force = gyre_world_next_force(r->world, force))) {
        gyre_force_def def;
        size_t first = 0, end = r->body_count; // a force on all bodies
        gyre_result result = gyre_force_get(r->world, force, &def);
        if (result != GYRE_OK) return result;
        if (def.kind != GYRE_FORCE_spring) continue;
        if (!gyre_body_is_none(def.body)) {
            if (!find_row(r, def.body, &first)) continue;
            end = first + 1;
        }
        for (size_t i = first; i < end; i++, is_first = false)
            put_spring(w, &def, i, is_first);
    }
    return GYRE_OK;
}

// ---- the whole model ------------------------------------------------------------------------------------------------

static gyre_result write_text(model_writer *w) {
    gyre_result result = GYRE_OK;
    put(&w->out, "\"bodies\":[");
    for (size_t i = 0; i < w->r->body_count && result == GYRE_OK; i++)
        result = put_body(w, i);
    put(&w->out, "],\n\"springs\":[");
    if (result == GYRE_OK) result = put_springs(w);
    put(&w->out, "]");
    return result;
}

gyre_result gyre_replay_model_make(const recording *r, replay_model *model) {
    size_t parts = 0;
    for (size_t i = 0; i < r->body_count; i++)
        if (!size_add(parts, gyre_scene_look(r->scene, r->bodies[i]).part_count, &parts)) return GYRE_ERR_TOO_LARGE;
    *model = (replay_model){.text = {.allocator = r->allocator}};
    model->meshes = gyre_recording_take(r, parts, sizeof *model->meshes);
    if (!model->meshes) return GYRE_ERR_NO_MEMORY;
    model_writer w = {.r = r, .model = model};
    gyre_sink sink = gyre_sink_to_memory(&model->text);
    gyre_result result = gyre_output_begin(&w.out, &sink, &r->allocator, false);
    if (result != GYRE_OK) return result;
    result = write_text(&w);
    if (result == GYRE_OK) result = gyre_output_end(&w.out);
    gyre_output_free(&w.out);
    return result;
}

void gyre_replay_model_free(const recording *r, replay_model *model) {
    gyre_recording_give(r, model->meshes);
    gyre_recording_give(r, model->text.bytes);
}

// ---- meshes ---------------------------------------------------------------------------------------------------------

static void write_normal(output *out, double a) {
    double half = a < 0 ? -0.5 : 0.5;
    int8_t byte = (int8_t)(127 * a + half);
    gyre_output_write(out, &byte, 1);
}

static void write_triangles(output *out, const uint32_t *triangles, size_t count) {
    for (size_t i = 0; i < 3 * count; i++)
        gyre_output_u32(out, triangles[i]);
}

static gyre_result write_shape(const gyre_shape *shape, shape_mesh *made, output *out) {
    gyre_result result = gyre_shape_mesh_make(shape, made);
    if (result != GYRE_OK) return result;
    gyre_output_u32(out, (uint32_t)made->vertex_count);
    gyre_output_u32(out, (uint32_t)made->triangle_count);
    for (size_t i = 0; i < 3 * made->vertex_count; i++)
        gyre_output_float(out, gyre_to_float(made->positions[i]));
    for (size_t i = 0; i < 3 * made->vertex_count; i++)
        write_normal(out, made->normals[i]);
    write_triangles(out, made->triangles, made->triangle_count);
    return GYRE_OK;
}

static gyre_result write_mesh(const recording *r, const gyre_mesh *mesh, output *out) {
    drawn_mesh drawn;
    gyre_result result = gyre_drawn_mesh_make(mesh, &r->allocator, &drawn);
    if (result != GYRE_OK) return result;
    gyre_output_u32(out, (uint32_t)drawn.vertex_count);
    gyre_output_u32(out, (uint32_t)drawn.triangle_count);
    for (size_t i = 0; i < 3 * drawn.vertex_count; i++)
        gyre_output_float(out, gyre_to_float(mesh->positions[3 * (size_t)drawn.sources[i / 3] + i % 3]));
    for (size_t i = 0; i < 3 * drawn.vertex_count; i++)
        write_normal(out, (double)drawn.normals[i]);
    write_triangles(out, drawn.triangles, drawn.triangle_count);
    gyre_drawn_mesh_free(&r->allocator, &drawn);
    return GYRE_OK;
}

gyre_result gyre_replay_model_write_meshes(const recording *r, const replay_model *model, output *out) {
    shape_mesh *made = gyre_recording_take(r, 1, sizeof *made);
    if (!made) return GYRE_ERR_NO_MEMORY;
    gyre_result result = GYRE_OK;
    for (size_t i = 0; i < model->mesh_count && result == GYRE_OK; i++)
        result = model->meshes[i].mesh ? write_mesh(r, model->meshes[i].mesh, out)
                                       : write_shape(&model->meshes[i].shape, made, out);
    gyre_recording_give(r, made);
    return result;
}
