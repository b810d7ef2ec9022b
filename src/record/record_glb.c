/// Writes the format glb: an animated scene for Blender and any viewer, glTF 2.0 in one binary file.
///
/// The file is a header, a JSON chunk that describes everything, and a binary chunk: vertices, indices, frame times and
/// tracks of the bodies. The file is written at the end, when all sizes are known; during the run only the tracks are
/// kept. Body nodes have the pose of the model frame. Gyre has z up and glTF has y up, so one root node rotates
/// everything.
#include "record/escape.h"
#include "record/glb_model.h"
#include "record/glb_tracks.h"

#include "base/log.h"
#include "math/elementary.h"

#include <float.h>
#include <string.h>

enum {
    FLOATS = 5126,
    SHORTS = 5123,
    INTEGERS = 5125,
    VERTEX_DATA = 34962,
    INDEX_DATA = 34963
}; // constants of the glTF standard
enum { VERTEX_BYTES = 24, TIME_BYTES = 4, MOVE_BYTES = 12, TURN_BYTES = 16 };

typedef struct glb_state {
    glb_model model;
    glb_tracks tracks;
} glb_state;

// ---- sizes ----------------------------------------------------------------------------------------------------------

// Offsets of the parts of the binary chunk, and its end.
typedef struct layout {
    uint64_t indices, motion, end;
    bool is_animated;
} layout;

static uint64_t padded(uint64_t size) { return (size + 3) & ~(uint64_t)3; }

static layout layout_of(const recording *r, const glb_state *s) {
    layout l = {.indices = s->model.vertex_total * VERTEX_BYTES};
    l.motion = l.end = padded(l.indices + s->model.index_bytes);
    uint64_t frame_bytes = 0;
    for (size_t i = 0; i < r->body_count; i++) {
        if (s->tracks.bodies[i].is_moving) frame_bytes += MOVE_BYTES;
        if (s->tracks.bodies[i].is_turning) frame_bytes += TURN_BYTES;
    }
    l.is_animated = frame_bytes > 0;
    if (l.is_animated) l.end += s->tracks.frame_count * (TIME_BYTES + frame_bytes);
    return l;
}

// ---- JSON -----------------------------------------------------------------------------------------------------------

static void put(output *out, const char *text) { gyre_output_text(out, text); }

static void put_integer(output *out, const char *before, uint64_t value) {
    put(out, before);
    char digits[20], *at = digits + sizeof digits;
    do
        *--at = (char)('0' + value % 10);
    while (value /= 10);
    gyre_output_write(out, at, (size_t)(digits + sizeof digits - at));
}

static void put_floats(output *out, const char *before, const float *values, size_t count) {
    put(out, before);
    for (size_t i = 0; i < count; i++) {
        put(out, i == 0 ? "[" : ",");
        gyre_output_number(out, (double)values[i]);
    }
    put(out, "]");
}

static void put_number(output *out, const char *before, double value) {
    put(out, before);
    gyre_output_number(out, value);
}

// Converts sRGB to the linear colours of glTF: the inverse of the sRGB curve (IEC 61966-2-1).
static float linear_of_srgb(double c) {
    if (!(c > 0)) return 0;
    if (c >= 1) return 1;
    return gyre_to_float(c <= 0.04045 ? c / 12.92 : gyre_exp(2.4 * gyre_log((c + 0.055) / 1.055)));
}

static void put_materials(output *out, const glb_model *m) {
    for (size_t i = 0; i < m->material_count; i++) {
        float color[4] = {0, 0, 0, 1};
        for (int k = 0; k < 3; k++)
            color[k] = linear_of_srgb(m->materials[i].color[k]);
        put(out, i == 0 ? ",\"materials\":[" : ",");
        put_floats(out, "{\"pbrMetallicRoughness\":{\"baseColorFactor\":", color, 4);
        put(out, ",\"metallicFactor\":0,\"roughnessFactor\":0.6}");
        put(out, m->materials[i].is_two_sided ? ",\"doubleSided\":true}" : "}");
    }
    if (m->material_count > 0) put(out, "]");
}

// Every geometry has three accessors: positions, normals and indices.
static void put_meshes(output *out, const glb_model *m) {
    for (size_t i = 0; i < m->mesh_count; i++) {
        size_t geometry = m->meshes[i].geometry;
        put(out, i == 0 ? ",\"meshes\":[{\"name\":" : ",{\"name\":");
        const glb_geometry *g = &m->geometries[geometry];
        gyre_output_json_string(out, g->mesh ? "mesh" : gyre_shape_name(g->shape.kind));
        put_integer(out, ",\"primitives\":[{\"attributes\":{\"POSITION\":", 3 * geometry);
        put_integer(out, ",\"NORMAL\":", 3 * geometry + 1);
        put_integer(out, "},\"indices\":", 3 * geometry + 2);
        put_integer(out, ",\"material\":", m->meshes[i].material);
        put(out, "}]}");
    }
    if (m->mesh_count > 0) put(out, "]");
}

// ---- nodes: the root, the bodies, then the parts of bodies with several parts or a displaced part ----

static bool is_stretched(const glb_part *part) {
    return part->scale[0] != 1 || part->scale[1] != 1 || part->scale[2] != 1;
}

static bool is_displaced(const glb_part *part) {
    gyre_vec3 x = part->pose.position;
    gyre_quat q = part->pose.orientation;
    return x.x != 0 || x.y != 0 || x.z != 0 || q.x != 0 || q.y != 0 || q.z != 0;
}

static bool has_nodes_of_parts(const glb_model *m, size_t body) {
    size_t first = m->first_parts[body], count = m->first_parts[body + 1] - first;
    return count > 1 || (count == 1 && is_displaced(&m->parts[first]));
}

static void put_part(output *out, const glb_part *part) {
    put_integer(out, "\"mesh\":", part->mesh);
    if (is_stretched(part)) put_floats(out, ",\"scale\":", part->scale, 3);
}

static void put_part_node(output *out, const glb_part *part) {
    gyre_vec3 x = part->pose.position;
    gyre_quat q = part->pose.orientation;
    const float translation[] = {gyre_to_float(x.x), gyre_to_float(x.y), gyre_to_float(x.z)};
    const float rotation[] = {gyre_to_float(q.x), gyre_to_float(q.y), gyre_to_float(q.z), gyre_to_float(q.w)};
    put(out, ",{");
    put_part(out, part);
    put_floats(out, ",\"translation\":", translation, 3);
    put_floats(out, ",\"rotation\":", rotation, 4);
    put(out, "}");
}

// `next_part_node` is the first free node number for parts; returns the next free number.
static size_t put_body_node(output *out, const recording *r, const glb_state *s, size_t body, size_t next_part_node) {
    const glb_model *m = &s->model;
    put(out, ",{\"name\":");
    gyre_output_json_string(out, r->names[body]);
    if (s->tracks.frame_count > 0) {
        put_floats(out, ",\"translation\":", s->tracks.bodies[body].first, 3);
        put_floats(out, ",\"rotation\":", s->tracks.bodies[body].first + 3, 4);
    }
    if (has_nodes_of_parts(m, body)) {
        for (size_t i = m->first_parts[body]; i < m->first_parts[body + 1]; i++)
            put_integer(out, i == m->first_parts[body] ? ",\"children\":[" : ",", next_part_node++);
        put(out, "]");
    } else if (m->first_parts[body] < m->first_parts[body + 1]) {
        put(out, ",");
        put_part(out, &m->parts[m->first_parts[body]]);
    }
    put(out, "}");
    return next_part_node;
}

static void put_nodes(output *out, const recording *r, const glb_state *s) {
    // z up to y up: a rotation by -90 degrees about x
    put(out, ",\"nodes\":[{\"name\":\"z up\",\"rotation\":[-0.7071067811865476,0,0,0.7071067811865476]");
    for (size_t i = 0; i < r->body_count; i++)
        put_integer(out, i == 0 ? ",\"children\":[" : ",", i + 1);
    put(out, r->body_count > 0 ? "]}" : "}");
    size_t next_part_node = r->body_count + 1;
    for (size_t i = 0; i < r->body_count; i++)
        next_part_node = put_body_node(out, r, s, i, next_part_node);
    for (size_t i = 0; i < r->body_count; i++)
        for (size_t k = s->model.first_parts[i]; k < s->model.first_parts[i + 1] && has_nodes_of_parts(&s->model, i);
             k++)
            put_part_node(out, &s->model.parts[k]);
    put(out, "]");
}

// ---- animation ----

static void put_sampler(output *out, size_t index, size_t times_accessor) {
    put_integer(out, index == 0 ? "{\"input\":" : ",{\"input\":", times_accessor);
    put_integer(out, ",\"output\":", times_accessor + 1 + index);
    put(out, ",\"interpolation\":\"LINEAR\"}");
}

static void put_channel(output *out, size_t index, size_t node, const char *path) {
    put_integer(out, index == 0 ? "{\"sampler\":" : ",{\"sampler\":", index);
    put_integer(out, ",\"target\":{\"node\":", node);
    put(out, ",\"path\":\"");
    put(out, path);
    put(out, "\"}}");
}

static void put_animation(output *out, const recording *r, const glb_state *s) {
    const glb_track *tracks = s->tracks.bodies;
    size_t count = 0;
    put(out, ",\"animations\":[{\"name\":\"motion\",\"channels\":[");
    for (size_t i = 0; i < r->body_count; i++) {
        if (tracks[i].is_moving) put_channel(out, count++, i + 1, "translation");
        if (tracks[i].is_turning) put_channel(out, count++, i + 1, "rotation");
    }
    put(out, "],\"samplers\":[");
    for (size_t i = 0; i < count; i++)
        put_sampler(out, i, 3 * s->model.geometry_count);
    put(out, "]}]");
}

// ---- accessors ----

static void put_accessor(output *out, uint64_t view, uint64_t offset, int component, uint64_t count, const char *type) {
    put_integer(out, "{\"bufferView\":", view);
    put_integer(out, ",\"byteOffset\":", offset);
    put_integer(out, ",\"componentType\":", (uint64_t)component);
    put_integer(out, ",\"count\":", count);
    put(out, ",\"type\":\"");
    put(out, type);
    put(out, "\"");
}

static void put_geometry_accessors(output *out, const glb_model *m) {
    uint64_t vertices = 0;
    for (size_t i = 0; i < m->geometry_count; i++) {
        const glb_geometry *g = &m->geometries[i];
        if (i > 0) put(out, ",");
        put_accessor(out, 0, vertices, FLOATS, g->vertex_count, "VEC3");
        put_floats(out, ",\"min\":", g->low, 3);
        put_floats(out, ",\"max\":", g->high, 3);
        put(out, "},");
        put_accessor(out, 0, vertices + g->vertex_count * (VERTEX_BYTES / 2), FLOATS, g->vertex_count, "VEC3");
        put(out, "},");
        put_accessor(out, 1, g->index_offset, g->index_size == 2 ? SHORTS : INTEGERS, g->index_count, "SCALAR");
        put(out, "}");
        vertices += g->vertex_count * VERTEX_BYTES;
    }
}

static void put_motion_accessors(output *out, const recording *r, const glb_state *s, uint64_t view) {
    uint64_t frames = s->tracks.frame_count, offset = frames * TIME_BYTES;
    put_accessor(out, view, 0, FLOATS, frames, "SCALAR");
    put_floats(out, ",\"min\":", &(float){0}, 1);
    put_floats(out, ",\"max\":", &s->tracks.last_time, 1);
    put(out, "}");
    for (size_t i = 0; i < r->body_count; i++) {
        const glb_track *track = &s->tracks.bodies[i];
        if (track->is_moving) {
            put(out, ",");
            put_accessor(out, view, offset, FLOATS, frames, "VEC3");
            put(out, "}");
            offset += frames * MOVE_BYTES;
        }
        if (track->is_turning) {
            put(out, ",");
            put_accessor(out, view, offset, FLOATS, frames, "VEC4");
            put(out, "}");
            offset += frames * TURN_BYTES;
        }
    }
}

static void put_view(output *out, uint64_t offset, uint64_t end) {
    put_integer(out, "{\"buffer\":0,\"byteOffset\":", offset);
    put_integer(out, ",\"byteLength\":", end - offset);
}

// Writes the binary chunk and its accessors; nothing if it is empty.
static void put_buffer(output *out, const recording *r, const glb_state *s, layout l) {
    if (l.end == 0) return;
    bool has_shapes = s->model.geometry_count > 0;
    put_integer(out, ",\"buffers\":[{\"byteLength\":", l.end);
    put(out, "}],\"bufferViews\":[");
    if (has_shapes) {
        put_view(out, 0, l.indices);
        put_integer(out, ",\"byteStride\":", VERTEX_BYTES / 2);
        put_integer(out, ",\"target\":", VERTEX_DATA);
        put(out, "},");
        put_view(out, l.indices, l.indices + s->model.index_bytes);
        put_integer(out, ",\"target\":", INDEX_DATA);
        put(out, l.is_animated ? "}," : "}");
    }
    if (l.is_animated) {
        put_view(out, l.motion, l.end);
        put(out, "}");
    }
    put(out, "],\"accessors\":[");
    put_geometry_accessors(out, &s->model);
    if (has_shapes && l.is_animated) put(out, ",");
    if (l.is_animated) put_motion_accessors(out, r, s, has_shapes ? 2 : 0);
    put(out, "]");
}

static void put_json(output *out, const recording *r, const glb_state *s, layout l, bool is_early) {
    gyre_scene_settings settings = gyre_scene_get_settings(r->scene);
    put(out, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Gyre ");
    put(out, gyre_version());
    put(out, "\"},\"scene\":0,\"scenes\":[{\"name\":");
    gyre_output_json_string(out, settings.title[0] ? settings.title : "scene");
    put(out, ",\"nodes\":[0],\"extras\":{\"title\":");
    gyre_output_json_string(out, settings.title);
    put_number(out, ",\"dt\":", settings.dt);
    put_number(out, ",\"fps\":", settings.fps);
    put_integer(out, ",\"frames\":", s->tracks.frame_count);
    put(out, is_early ? ",\"is_early\":true}}]" : "}}]");
    put_nodes(out, r, s);
    put_materials(out, &s->model);
    put_meshes(out, &s->model);
    if (l.is_animated) put_animation(out, r, s);
    put_buffer(out, r, s, l);
    put(out, "}");
}

// ---- the file -------------------------------------------------------------------------------------------------------

static gyre_result write_numbers(recording *r, const glb_state *s, layout l) {
    gyre_result result = gyre_glb_model_write(r, &s->model, &r->out);
    gyre_output_zeros(&r->out, l.motion - (l.indices + s->model.index_bytes));
    if (!l.is_animated) return result;
    gyre_glb_tracks_write_times(&s->tracks, &r->out);
    for (size_t i = 0; i < r->body_count; i++) {
        const glb_track *track = &s->tracks.bodies[i];
        if (track->is_moving) gyre_glb_tracks_write(&s->tracks, i, 0, 3, &r->out);
        if (track->is_turning) gyre_glb_tracks_write(&s->tracks, i, 3, 4, &r->out);
    }
    return result;
}

// Refuses a file whose length does not fit in 32 bits.
static gyre_result size_check(const recording *r, uint64_t size) {
    if (size <= UINT32_MAX) return GYRE_OK;
    gyre_log_line(&r->log, GYRE_LOG_ERROR,
                  "a glb file cannot exceed 4 GiB, but this file would have %llu bytes: record fewer frames",
                  (unsigned long long)size);
    return GYRE_ERR_TOO_LARGE;
}

static gyre_result write_file(recording *r, const glb_state *s, layout l, const gyre_memory_sink *json) {
    uint64_t json_size = padded(json->size), size = 12 + 8 + json_size + (l.end > 0 ? 8 + l.end : 0);
    gyre_result result = size_check(r, size);
    if (result != GYRE_OK) return result;
    gyre_output_text(&r->out, "glTF");
    gyre_output_u32(&r->out, 2);
    gyre_output_u32(&r->out, (uint32_t)size);
    gyre_output_u32(&r->out, (uint32_t)json_size);
    gyre_output_text(&r->out, "JSON");
    gyre_output_write(&r->out, json->bytes, json->size);
    gyre_output_text(&r->out, &"   "[3 - (json_size - json->size)]);
    if (l.end == 0) return GYRE_OK;
    gyre_output_u32(&r->out, (uint32_t)l.end);
    gyre_output_write(&r->out, "BIN", 4);
    return write_numbers(r, s, l);
}

static gyre_result end_glb(recording *r, bool is_early) {
    const glb_state *s = r->state;
    layout l = layout_of(r, s);
    gyre_memory_sink json = {.allocator = r->allocator};
    gyre_sink sink = gyre_sink_to_memory(&json);
    output text;
    gyre_result result = gyre_output_begin(&text, &sink, &r->allocator, false);
    if (result != GYRE_OK) return result;
    put_json(&text, r, s, l, is_early);
    result = gyre_output_end(&text);
    if (result == GYRE_OK) result = write_file(r, s, l, &json);
    gyre_output_free(&text);
    gyre_recording_give(r, json.bytes);
    return result;
}

static gyre_result begin_glb(recording *r) {
    glb_state *s = r->state;
    gyre_result result = gyre_glb_model_make(r, &s->model);
    if (result != GYRE_OK) return result;
    // checks the size of the tracks before the run, because the end may be hours later
    uint64_t frame_bytes = TIME_BYTES + (uint64_t)r->body_count * (MOVE_BYTES + TURN_BYTES), size;
    if (__builtin_mul_overflow(frame_bytes, r->frames_expected, &size)) size = UINT64_MAX;
    result = size_check(r, size);
    return result == GYRE_OK ? gyre_glb_tracks_begin(r, &s->tracks) : result;
}

static gyre_result frame_glb(recording *r) {
    glb_state *s = r->state;
    return gyre_glb_tracks_add(r, &s->tracks);
}

static void free_glb(recording *r) {
    glb_state *s = r->state;
    gyre_glb_tracks_free(r, &s->tracks);
    gyre_glb_model_free(r, &s->model);
}

const format_writer gyre_writer_glb = {
    .state_size = sizeof(glb_state),
    .is_sampled = true,
    .begin = begin_glb,
    .frame = frame_glb,
    .end = end_glb,
    .free_state = free_glb,
};
