/// Writes a world as a scene file.
#include "math/finite.h"
#include "json/json_write.h"
#include "scene/keys.h"
#include "scene/read_force.h"
#include "scene/scene.h"
#include "world/exact_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// State of writing one scene.
typedef struct scene_writer {
    gyre_json_writer *json;
    const gyre_scene *scene;
    const gyre_world *world;
    double time;     // time of the world; it becomes t = 0 in the file, so windows, profiles and paths are shifted
    uint64_t suffix; // suffix of the names chosen for unnamed bodies: "body 7", or "body 7 (2)" for 2
} scene_writer;

// ---- values ----

static void put_number(gyre_json_writer *json, const char *key, double a) {
    gyre_json_put_key(json, key);
    gyre_json_put_number(json, a);
}

static void put_text(gyre_json_writer *json, const char *key, const char *text) {
    gyre_json_put_key(json, key);
    gyre_json_put_string(json, text);
}

static void put_numbers(gyre_json_writer *json, const char *key, const double *numbers, size_t count) {
    if (key) gyre_json_put_key(json, key);
    gyre_json_begin_array(json);
    for (size_t i = 0; i < count; i++)
        gyre_json_put_number(json, numbers[i]);
    gyre_json_end_array(json);
}

static void put_vec3(gyre_json_writer *json, const char *key, gyre_vec3 v) {
    put_numbers(json, key, (double[3]){v.x, v.y, v.z}, 3);
}

static void put_quat(gyre_json_writer *json, const char *key, gyre_quat q) {
    put_numbers(json, key, (double[4]){q.w, q.x, q.y, q.z}, 4);
}

// True for +0 only: -0 must be written.
static bool is_plain_zero(const double *numbers, size_t count) {
    static const double zeros[4];
    return memcmp(numbers, zeros, count * sizeof *numbers) == 0;
}

static void put_vec3_unless_zero(gyre_json_writer *json, const char *key, gyre_vec3 v) {
    if (!is_plain_zero(&v.x, 3)) put_vec3(json, key, v);
}

static void put_number_unless(gyre_json_writer *json, const char *key, double a, double usual) {
    if (a != usual) put_number(json, key, a);
}

// Writes a choice by its number; `key` is a KEY_ number.
static void put_choice(gyre_json_writer *json, int key, int choice) {
    const key_row *row = &gyre_key_rows()[key];
    put_text(json, row->name, gyre_choice_name(row, choice));
}

// ---- bodies ----

enum { GIVEN_NAME_SIZE = 48 }; // longest: "body 4294967295 (1000000000000000000)"

// Returns the name of a body, or an unused name for an unnamed body.
static const char *name_of(const scene_writer *w, gyre_body_id id, char buffer[GIVEN_NAME_SIZE]) {
    const char *name = gyre_body_name(w->world, id);
    if (name && name[0]) return name;
    unsigned number = id.index + 1;
    if (w->suffix == 0)
        snprintf(buffer, GIVEN_NAME_SIZE, "body %u", number);
    else
        snprintf(buffer, GIVEN_NAME_SIZE, "body %u (%" PRIu64 ")", number, w->suffix);
    return buffer;
}

static bool is_given_name_taken(const scene_writer *w) {
    gyre_body_id id = {0}, other;
    while (!gyre_body_is_none(id = gyre_world_next_body(w->world, id))) {
        char buffer[GIVEN_NAME_SIZE];
        const char *name = name_of(w, id, buffer);
        if (name == buffer && gyre_world_find_body(w->world, name, &other) == GYRE_OK) return true;
    }
    return false;
}

// Returns the number in "... (number)" at the end of a name; 0 for other names and for numbers too large to occur.
static uint64_t suffix_of(const char *name) {
    size_t end = strlen(name);
    if (end < 2 || name[end - 1] != ')') return 0;
    uint64_t number = 0, digit = 1;
    for (end--; end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9'; end--, digit *= 10) {
        if (digit > UINT64_C(100000000000000000)) return 0; // above 10^18
        number += digit * (uint64_t)(name[end - 1] - '0');
    }
    return end > 0 && name[end - 1] == '(' ? number : 0;
}

// Chooses the suffix for unnamed bodies. One suffix for all bodies keeps their names distinct and the work proportional
// to the number of bodies, for any given names.
static uint64_t unused_suffix(const scene_writer *w) {
    if (!is_given_name_taken(w)) return 0;
    uint64_t largest = 0;
    gyre_body_id id = {0};
    while (!gyre_body_is_none(id = gyre_world_next_body(w->world, id))) {
        uint64_t suffix = suffix_of(gyre_body_name(w->world, id));
        if (suffix > largest) largest = suffix;
    }
    return largest + 1;
}

static void put_mesh(gyre_json_writer *json, const part_source *source) {
    put_text(json, KEY_NAME(shape, type), gyre_shape_word(SHAPE_MESH));
    put_text(json, KEY_NAME(mesh, file), source->mesh->file);
    put_number_unless(json, KEY_NAME(mesh, scale), source->scale, gyre_key_number(&gyre_key_rows()[KEY_mesh_scale]));
    if (source->unit > 0) put_choice(json, KEY_mesh_unit, source->unit);
}

static void put_parameters(gyre_json_writer *json, const gyre_look_part *part) {
    put_text(json, KEY_NAME(shape, type), gyre_shape_name(part->shape.kind));
    key_set keys = gyre_shape_keys((int)part->shape.kind, false);
    for (size_t i = 0; i < keys.count; i++) {
        const key_row *row = &keys.rows[i];
        const double *p = part->shape.parameters + row->first;
        if (row->count == 1) put_number(json, row->name, *p);
        if (row->type == KEY_TYPE_pair || row->type == KEY_TYPE_vector) put_numbers(json, row->name, p, row->count);
        if (row->type != KEY_TYPE_points) continue;
        gyre_json_put_key(json, row->name);
        gyre_json_begin_array(json);
        for (size_t k = 0; k < row->count; k += 3)
            put_numbers(json, NULL, p + k, 3);
        gyre_json_end_array(json);
    }
}

static void put_shape(gyre_json_writer *json, const gyre_look_part *part, const part_source *source, bool is_part) {
    gyre_json_begin_object(json);
    if (source->mesh)
        put_mesh(json, source);
    else
        put_parameters(json, part);
    if (part->shape.is_hollow) {
        gyre_json_put_key(json, KEY_NAME(shape, hollow));
        gyre_json_put_bool(json, true);
    }
    if (is_part) {
        put_vec3(json, KEY_NAME(part, position), part->pose.position);
        put_quat(json, KEY_NAME(part, orientation), part->pose.orientation);
    }
    gyre_json_end_object(json);
}

static bool is_in_place(const gyre_look_part *part) {
    gyre_quat q = part->pose.orientation;
    return is_plain_zero(&part->pose.position.x, 3) && q.w == 1 && is_plain_zero(&q.x, 3);
}

static void put_look(gyre_json_writer *json, const gyre_scene *scene, const scene_body *known) {
    if (known->part_count > 0) {
        const gyre_look_part *parts = scene->parts + known->first_part;
        const part_source *sources = scene->sources + known->first_part;
        gyre_json_put_key(json, KEY_NAME(body, shape));
        if (known->part_count == 1 && is_in_place(parts)) {
            put_shape(json, parts, sources, false);
        } else {
            gyre_json_begin_object(json);
            put_text(json, KEY_NAME(shape, type), gyre_shape_word(SHAPE_COMPOUND));
            gyre_json_put_key(json, KEY_NAME(compound, parts));
            gyre_json_begin_array(json);
            for (size_t i = 0; i < known->part_count; i++)
                put_shape(json, &parts[i], &sources[i], true);
            gyre_json_end_array(json);
            gyre_json_end_object(json);
        }
    }
    if (known->has_color) put_numbers(json, KEY_NAME(body, color), known->color, 3);
}

static void put_mass(gyre_json_writer *json, const gyre_mass_properties *mass) {
    const gyre_tensor *I = &mass->inertia;
    const double numbers[6] = {I->xx, I->yy, I->zz, I->xy, I->xz, I->yz};
    if (mass->mass > 0) {
        put_number(json, KEY_NAME(body, mass), mass->mass);
        put_numbers(json, KEY_NAME(body, inertia), numbers, is_plain_zero(numbers + 3, 3) ? 3 : 6);
    }
    put_vec3_unless_zero(json, KEY_NAME(body, center_of_mass), mass->center);
}

static void put_motion(gyre_json_writer *json, const gyre_body_def *def) {
    put_vec3(json, KEY_NAME(body, position), def->position);
    put_quat(json, KEY_NAME(body, orientation), def->orientation);
    if (!def->has_pivot)
        put_vec3_unless_zero(json, KEY_NAME(body, velocity),
                             def->velocity); // with a pivot the velocity follows from the rotation
    bool is_in_body = def->angular_frame == GYRE_FRAME_BODY;
    put_vec3_unless_zero(json, is_in_body ? KEY_NAME(body, angular_velocity_body) : KEY_NAME(body, angular_velocity),
                         def->angular_velocity);
}

static void put_path(const scene_writer *w, const gyre_body_def *def) {
    gyre_json_put_key(w->json, KEY_NAME(body, path));
    gyre_json_begin_array(w->json);
    for (size_t i = 0; i < def->path_count; i++) {
        gyre_json_begin_object(w->json);
        put_number(w->json, KEY_NAME(path_point, t), def->path[i].t - w->time);
        put_vec3(w->json, KEY_NAME(path_point, position), def->path[i].pose.position);
        put_quat(w->json, KEY_NAME(path_point, orientation), def->path[i].pose.orientation);
        gyre_json_end_object(w->json);
    }
    gyre_json_end_array(w->json);
}

// Writes the initial pose and velocities from the file if the body is still in that state; else the current values if
// reading them restores every bit; else the stored state.
static void put_place(const scene_writer *w, gyre_body_id id, const gyre_body_def *def, const scene_body *known) {
    double numbers[EXACT_STATE_CARRIED];
    if (def->path_count > 0)
        put_path(w, def);
    else if (known && gyre_exact_state_is_of(w->world, id, &known->start))
        put_motion(w->json, &known->start);
    else if (gyre_exact_state_is_of(w->world, id, def))
        put_motion(w->json, def);
    else
        put_numbers(w->json, KEY_NAME(body, state), numbers, gyre_exact_state_get(w->world, id, numbers));
}

static void put_locks(gyre_json_writer *json, unsigned locks) {
    if (!locks) return;
    gyre_json_put_key(json, KEY_NAME(body, lock));
    gyre_json_begin_array(json);
    for (unsigned i = 0; i < 6; i++)
        if (locks >> i & 1) gyre_json_put_string(json, gyre_choice_name(&gyre_key_rows()[KEY_body_lock], (int)i));
    gyre_json_end_array(json);
}

// Writes non-default numbers that affect only dynamic bodies.
static void put_fields(gyre_json_writer *json, const gyre_body_def *def) {
    const gyre_body_def usual = gyre_body_def_default();
    size_t count;
    const body_field *fields = gyre_body_fields(&count);
    for (size_t i = 0; i < count; i++) {
        const body_field *field = &fields[i];
        const double *numbers = (const void *)((const char *)def + field->offset);
        bool is_written = field->use == FIELD_dynamic || (field->use == FIELD_free && !def->has_pivot);
        if (!is_written || memcmp(numbers, (const char *)&usual + field->offset, field->count * sizeof *numbers) == 0)
            continue;
        if (field->count == 1)
            put_number(json, gyre_key_rows()[field->key].name, *numbers);
        else
            put_numbers(json, gyre_key_rows()[field->key].name, numbers, field->count);
    }
}

static void put_body(const scene_writer *w, gyre_body_id id) {
    gyre_json_writer *json = w->json;
    const scene_body *known = gyre_scene_find(w->scene, id);
    gyre_body_def def;
    char buffer[GIVEN_NAME_SIZE];
    if (gyre_body_get_def(w->world, id, &def) != GYRE_OK) return; // impossible: the id comes from the world
    gyre_json_begin_object(json);
    put_text(json, KEY_NAME(body, name), name_of(w, id, buffer));
    if (def.kind != GYRE_BODY_DYNAMIC) put_choice(json, KEY_body_kind, (int)def.kind);
    put_mass(json, &def.mass);
    if (known) put_look(json, w->scene, known);
    put_place(w, id, &def, known);
    if (def.kind == GYRE_BODY_DYNAMIC) { // mass and inertia have no effect on other kinds
        put_fields(json, &def);
        put_locks(json, def.locks);
        if (def.has_pivot) put_vec3(json, KEY_NAME(body, pivot), def.pivot);
    }
    gyre_json_end_object(json);
}

// ---- forces ----

static void put_point(const scene_writer *w, const gyre_force_def *def, const key_row *row, const gyre_point *point) {
    char buffer[GIVEN_NAME_SIZE];
    bool has_other = !gyre_body_is_none(def->other);
    if (row->field->type != GYRE_FIELD_other_point) {
        if (point->kind != GYRE_AT_CENTER) put_vec3(w->json, row->name, point->p);
        if (point->kind == GYRE_AT_WORLD) put_choice(w->json, KEY_force_point_at_frame, AT_FRAME_WORLD);
        return;
    }
    if (has_other) put_text(w->json, KEY_NAME(force_other, to), name_of(w, def->other, buffer));
    // without another body the point is in world coordinates
    if (!has_other || point->kind == GYRE_AT_BODY)
        put_vec3(w->json, has_other ? KEY_NAME(force_other, to_at) : row->name, point->p);
}

static void put_parameter(const scene_writer *w, const gyre_force_def *def, const key_row *row) {
    const void *value = (const char *)&def->parameters + row->field->offset;
    switch (gyre_field_storage(row->field->type)) {
    case STORED_NUMBERS:
        if (row->type == KEY_TYPE_vector || row->type == KEY_TYPE_orientation)
            put_numbers(w->json, row->name, value, row->type == KEY_TYPE_vector ? 3 : 4);
        else
            put_number(w->json, row->name, *(const double *)value);
        break;
    case STORED_POINT:
        put_point(w, def, row, value);
        break;
    case STORED_INT:
        if (row->type == KEY_TYPE_choice) {
            put_text(w->json, row->name, gyre_choice_name(row, *(const int *)value));
        } else if (*(const int *)value) {
            gyre_json_put_key(w->json, row->name);
            gyre_json_put_bool(w->json, true);
        }
        break;
    default:
        break;
    }
}

static bool is_same(const double *a, const double *b, size_t count) { return memcmp(a, b, count * sizeof *a) == 0; }

// True if the displaced solid is the body's shape; then it is not written.
static bool is_from_shape(const scene_writer *w, const gyre_force_def *def) {
    const gyre_force_buoyancy *p = &def->parameters.buoyancy;
    gyre_force_buoyancy shape = *p;
    return def->kind == GYRE_FORCE_buoyancy && gyre_displaced_by(w->scene, def->body, &shape) &&
           p->solid == shape.solid && p->radius == shape.radius && p->at.kind == shape.at.kind &&
           is_same(&p->size.x, &shape.size.x, 3) && is_same(&p->at.p.x, &shape.at.p.x, 3) &&
           is_same(&p->turned.w, &shape.turned.w, 4);
}

static bool is_among(const char *names, const char *name) {
    for (; *names; names += strlen(names) + 1)
        if (strcmp(names, name) == 0) return true;
    return false;
}

// Returns the value of a flag of the force.
static int flag_of(const gyre_force_def *def, const key_set *keys, const char *name) {
    size_t i = gyre_key_find(keys->rows, keys->count, name);
    return i < keys->count &&
           *(const int *)(const void *)((const char *)&def->parameters + keys->rows[i].field->offset);
}

// True if a flag of the force does not allow the key, or the body's shape determines its value.
static bool is_left_out(const scene_writer *w, const gyre_force_def *def, const key_set *keys, const char *key) {
    size_t count;
    const force_condition *rows = gyre_force_conditions(&count);
    for (size_t i = 0; i < count; i++) {
        bool is_of_key = rows[i].force == def->kind && !rows[i].is_needed && is_among(rows[i].names, key);
        if (is_of_key && flag_of(def, keys, rows[i].flag) != rows[i].value) return true;
    }
    return is_among("solid\0radius\0size\0at\0turned\0", key) && is_from_shape(w, def);
}

static void put_window(const scene_writer *w, const gyre_force_def *def) {
    double from = def->from - w->time, until = def->until - w->time;
    // a force that has ended begins and ends before t = 0
    if (until < 0 && !is_finite(from)) from = until;
    if (is_finite(from)) put_number(w->json, KEY_NAME(force, from), from);
    if (is_finite(until)) put_number(w->json, KEY_NAME(force, until), until);
    if (def->profile_count == 0) return;
    gyre_json_put_key(w->json, KEY_NAME(force, profile));
    gyre_json_begin_array(w->json);
    for (size_t i = 0; i < def->profile_count; i++)
        put_numbers(w->json, NULL, (double[2]){def->profile[i].t - w->time, def->profile[i].factor}, 2);
    gyre_json_end_array(w->json);
}

static void put_force(const scene_writer *w, gyre_force_id id) {
    gyre_force_def def;
    char buffer[GIVEN_NAME_SIZE];
    if (gyre_force_get(w->world, id, &def) != GYRE_OK) return; // impossible: the id comes from the world
    gyre_json_begin_object(w->json);
    put_text(w->json, KEY_NAME(force, type), gyre_force_word((int)def.kind));
    if (def.name) put_text(w->json, KEY_NAME(force, name), def.name);
    put_text(w->json, KEY_NAME(force, body), gyre_body_is_none(def.body) ? "all" : name_of(w, def.body, buffer));
    key_set keys = gyre_force_keys(def.kind);
    for (size_t i = 0; i < keys.count; i++)
        if (keys.rows[i].field && !is_left_out(w, &def, &keys, keys.rows[i].name))
            put_parameter(w, &def, &keys.rows[i]);
    put_window(w, &def);
    gyre_json_end_object(w->json);
}

// ---- the scene ----

static gyre_result check_writable(const gyre_world *world) {
    gyre_body_id body;
    if (gyre_world_find_body(world, "all", &body) == GYRE_OK) return GYRE_ERR_NAME; // in forces "all" means every body
    for (gyre_force_id id = gyre_world_next_force(world, (gyre_force_id){0}); !gyre_force_is_none(id);
         id = gyre_world_next_force(world, id)) {
        gyre_force_def def;
        if (gyre_force_get(world, id, &def) == GYRE_OK && !gyre_force_word((int)def.kind)) return GYRE_ERR_FORCE;
    }
    return GYRE_OK;
}

static void put_settings(const scene_writer *w, const gyre_world_def *def) {
    gyre_world_def usual = gyre_world_def_default();
    gyre_scene_settings settings = gyre_scene_get_settings(w->scene);
    put_number(w->json, KEY_NAME(scene, gyre), 1);
    if (settings.title[0]) put_text(w->json, KEY_NAME(scene, title), settings.title);
    put_vec3(w->json, KEY_NAME(scene, gravity), def->gravity);
    put_number(w->json, KEY_NAME(scene, dt), settings.dt);
    put_number(w->json, KEY_NAME(scene, duration), settings.duration);
    put_number(w->json, KEY_NAME(scene, fps), settings.fps);
    put_text(w->json, KEY_NAME(scene, method), gyre_method_name(def->method));
    put_number_unless(w->json, KEY_NAME(scene, rtol), def->rtol, usual.rtol);
    put_number_unless(w->json, KEY_NAME(scene, atol), def->atol, usual.atol);
    if (def->orientation_update != usual.orientation_update)
        put_choice(w->json, KEY_scene_orientation_update, (int)def->orientation_update);
}

static void put_contents(const scene_writer *w) {
    gyre_json_put_key(w->json, KEY_NAME(scene, bodies));
    gyre_json_begin_array(w->json);
    for (gyre_body_id id = gyre_world_next_body(w->world, (gyre_body_id){0}); !gyre_body_is_none(id);
         id = gyre_world_next_body(w->world, id))
        put_body(w, id);
    gyre_json_end_array(w->json);
    gyre_json_put_key(w->json, KEY_NAME(scene, forces));
    gyre_json_begin_array(w->json);
    for (gyre_force_id id = gyre_world_next_force(w->world, (gyre_force_id){0}); !gyre_force_is_none(id);
         id = gyre_world_next_force(w->world, id))
        put_force(w, id);
    gyre_json_end_array(w->json);
}

gyre_result gyre_scene_write(const gyre_scene *scene, const gyre_sink *sink) {
    if (!scene || !sink || !sink->write) return GYRE_ERR_NULL_POINTER;
    gyre_world_def def;
    gyre_result r = check_writable(scene->world);
    if (r == GYRE_OK) r = gyre_world_get_def(scene->world, &def);
    if (r != GYRE_OK) return r;
    gyre_json_writer json;
    gyre_json_writer_init(&json, *sink, GYRE_JSON_PRETTY);
    scene_writer w = {&json, scene, scene->world, gyre_world_time(scene->world), 0};
    w.suffix = unused_suffix(&w);
    gyre_json_begin_object(&json);
    put_settings(&w, &def);
    put_contents(&w);
    gyre_json_end_object(&json);
    return gyre_json_writer_finish(&json);
}
