/// Reads a body of a scene and adds it to the world.
#include "scene/read_body.h"

#include "base/memory.h"
#include "math/convert.h"
#include "scene/read_shape.h"
#include "world/doubts.h"
#include "world/exact_state.h"

#include <stdio.h>
#include <string.h>

#define BODY(key) (KEY_body_##key - KEY_BEGIN_body)
#define POINT(key) (KEY_path_point_##key - KEY_BEGIN_path_point)

enum { BODY_KEY_COUNT = KEY_END_body - KEY_BEGIN_body };

/// State of reading one body.
typedef struct body_reading {
    scene_reader *reader;
    const place *at;
    key_value v[BODY_KEY_COUNT];
    gyre_body_def def;
    scene_body *body;
    gyre_path_point *path; // owned
} body_reading;

static place place_in(const body_reading *b, int key) {
    return place_of_key(b->at, gyre_key_rows()[KEY_BEGIN_body + key].name, b->v[key].node);
}

// Reports a problem of a key, even if the key is missing.
__attribute__((format(printf, 3, 4))) static void say(const body_reading *b, int key, const char *format, ...) {
    char text[sizeof(((gyre_problem *)0)->text)];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    place here = place_in(b, key);
    gyre_problem_at(b->reader, &here, "%s", text);
}

static bool has(const body_reading *b, int key) { return b->v[key].node != NULL; }

// ---- messages of the world ----

static void keep_words(gyre_log_level level, const char *text, const void *user) {
    overheard *words = (overheard *)user;
    (void)level;
    if (words->is_said) return; // the first message is the cause
    snprintf(words->text, sizeof words->text, "%s", text);
    words->is_said = true;
}

void gyre_overhear(gyre_scene *scene, overheard *words) {
    scene->overheard = words;
    scene->overhear = words ? keep_words : NULL;
}

// ---- name ----

static void check_name(body_reading *b, size_t index) {
    const key_value *name = &b->v[BODY(name)];
    if (!name->is_good) return;
    uint32_t other;
    scene_reader *reader = b->reader;
    if (!name->text[0])
        say(b, BODY(name), "must not be empty");
    else if (strcmp(name->text, "world") == 0 || strcmp(name->text, "all") == 0)
        say(b, BODY(name), "must not be \"%s\": in forces this name stands for %s", name->text,
            name->text[0] == 'w' ? "the world" : "every body");
    else if (strlen(name->text) > NAME_BYTES_MAX)
        say(b, BODY(name), "must not be longer than %d bytes, is %zu", NAME_BYTES_MAX, strlen(name->text));
    else if (gyre_name_table_find(&reader->body_names, name->text, &other))
        say(b, BODY(name), "must be unique, bodies[%u] has the same name", other);
    else if (!gyre_name_table_reserve(&reader->body_names, reader->allocator, 1))
        reader->is_out_of_memory = true;
    else
        gyre_name_table_insert(&reader->body_names, name->text, (uint32_t)index);
    reader->bodies[index].name = name->text;
    b->def.name = name->text;
}

// ---- mass ----

// Reports combinations of keys that contradict each other.
static void check_mass_keys(body_reading *b) {
    if (has(b, BODY(mass)) && has(b, BODY(density))) say(b, BODY(density), "give mass or density, not both");
    if (has(b, BODY(inertia)) && has(b, BODY(density)))
        say(b, BODY(inertia), "cannot be given with density: replace density by mass, or remove inertia");
    else if (has(b, BODY(inertia)) && !has(b, BODY(mass)))
        say(b, BODY(mass), "is missing: a body with inertia needs a mass");
    if (has(b, BODY(density)) && !has(b, BODY(shape)))
        say(b, BODY(density), "needs a shape, whose volume gives the mass");
}

static bool is_without_turning(const body_reading *b) {
    const unsigned all = GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Y | GYRE_LOCK_ROTATION_Z;
    return ((unsigned)b->v[BODY(lock)].choice & all) == all;
}

// True if the body is of this kind. If the kind could not be read, false for every kind, to avoid follow-up problems.
static bool is_kind(const body_reading *b, gyre_body_kind kind) {
    const key_value *given = &b->v[BODY(kind)];
    return given->node ? given->is_good && given->choice == (int)kind : kind == GYRE_BODY_DYNAMIC;
}

static bool is_dynamic(const body_reading *b) { return is_kind(b, GYRE_BODY_DYNAMIC); }

static void read_mass(body_reading *b) {
    const key_value *v = b->v;
    check_mass_keys(b);
    gyre_mass_properties *mass = &b->def.mass;
    bool has_inertia = has(b, BODY(inertia)), has_amount = has(b, BODY(mass)) || has(b, BODY(density));
    if (v[BODY(shape)].is_good) {
        place here = place_in(b, BODY(shape));
        bool has_mass = has_amount || gyre_shape_has_mass(v[BODY(shape)].node);
        shape_amount amount = {
            .is_wanted = !has_inertia && (is_dynamic(b) || has_mass),
            .mass = v[BODY(mass)].is_good ? v[BODY(mass)].numbers[0] : 0,
            .density = v[BODY(density)].is_good ? v[BODY(density)].numbers[0] : 0,
            .material = v[BODY(density)].text,
        };
        bool is_amount_bad = has_amount && !(amount.mass > 0) && !(amount.density > 0);
        if (is_amount_bad || (amount.mass > 0 && amount.density > 0)) amount.is_wanted = false; // already reported
        gyre_read_shape(b->reader, &here, &amount, b->body, mass);
    }
    if (has_inertia && v[BODY(inertia)].is_good) {
        const double *n = v[BODY(inertia)].numbers;
        mass->inertia = (gyre_tensor){n[0], n[1], n[2], 0, 0, 0};
        if (v[BODY(inertia)].count == 6) mass->inertia.xy = n[3], mass->inertia.xz = n[4], mass->inertia.yz = n[5];
    }
    if (v[BODY(mass)].is_good) mass->mass = v[BODY(mass)].numbers[0];
    if (!is_dynamic(b) || has_inertia || has(b, BODY(shape)) || has(b, BODY(density))) return;
    if (!has(b, BODY(mass)))
        say(b, BODY(mass), "is missing: a dynamic body needs mass and inertia, or a shape with mass or density");
    else if (!is_without_turning(b))
        say(b, BODY(inertia), "is missing: give inertia or a shape, or lock \"rx\", \"ry\" and \"rz\"");
}

// ---- motion ----

static void check_motion_keys(body_reading *b) {
    static const int keys[] = {BODY(position), BODY(orientation), BODY(velocity), BODY(angular_velocity),
                               BODY(angular_velocity_body)};
    if (has(b, BODY(angular_velocity)) && has(b, BODY(angular_velocity_body)))
        say(b, BODY(angular_velocity_body), "give angular_velocity or angular_velocity_body, not both");
    if (!has(b, BODY(state))) return;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (has(b, keys[i])) say(b, keys[i], "cannot be given with state, which contains it");
    }
}

// Copies the values that set members of the definition.
static void read_fields(body_reading *b) {
    size_t count;
    const body_field *fields = gyre_body_fields(&count);
    for (size_t i = 0; i < count; i++) {
        const key_value *v = &b->v[fields[i].key - KEY_BEGIN_body];
        if (v->is_good) memcpy((char *)&b->def + fields[i].offset, v->numbers, fields[i].count * sizeof(double));
    }
}

static void read_motion(body_reading *b) {
    const key_value *v = b->v;
    check_motion_keys(b);
    gyre_body_def *def = &b->def;
    read_fields(b);
    if (v[BODY(angular_velocity_body)].is_good) def->angular_frame = GYRE_FRAME_BODY;
    def->locks = (unsigned)v[BODY(lock)].choice;
    def->has_pivot = v[BODY(pivot)].is_good;
    if (def->has_pivot) def->pivot = vec3_of(&v[BODY(pivot)]);
}

// Reports non-zero velocity components along or about locked axes.
static void check_held(body_reading *b, int key, unsigned first_lock) {
    const key_row *lock = &gyre_key_rows()[KEY_body_lock];
    for (unsigned i = 0; i < 3 && b->v[key].is_good; i++)
        if (b->def.locks >> (first_lock + i) & 1 && b->v[key].numbers[i] != 0)
            say(b, key, "must be 0 for \"%s\", which is locked", gyre_choice_name(lock, (int)(first_lock + i)));
}

static void check_locks(body_reading *b) {
    gyre_vec3 v = b->def.velocity;
    check_held(b, BODY(velocity), 0);
    check_held(b, BODY(angular_velocity), 3);
    if (b->def.has_pivot && (v.x != 0 || v.y != 0 || v.z != 0))
        say(b, BODY(velocity), "cannot be given with a pivot: it follows from the angular velocity");
    if (b->def.has_pivot && b->def.linear_damping != 0)
        say(b, BODY(linear_damping), "has no effect on a body with a pivot, which only rotates: use angular_damping");
}

static void check_dynamic(body_reading *b, int key, const char *kind) {
    if (has(b, key)) say(b, key, "has no effect on a %s body: remove it", kind);
}

// Reports keys that have no effect on a body of this kind.
static void check_kind(body_reading *b) {
    static const int of_moving[] = {BODY(velocity), BODY(angular_velocity), BODY(angular_velocity_body)};
    bool is_static = is_kind(b, GYRE_BODY_STATIC);
    const char *kind = is_static || is_kind(b, GYRE_BODY_KINEMATIC)
                           ? gyre_choice_name(&gyre_key_rows()[KEY_body_kind], b->v[BODY(kind)].choice)
                           : NULL;
    size_t count;
    const body_field *fields = gyre_body_fields(&count);
    for (size_t i = 0; i < count && kind; i++)
        if (fields[i].use == FIELD_dynamic || fields[i].use == FIELD_free)
            check_dynamic(b, fields[i].key - KEY_BEGIN_body, kind);
    if (kind) check_dynamic(b, BODY(lock), kind), check_dynamic(b, BODY(pivot), kind);
    for (size_t i = 0; i < sizeof of_moving / sizeof of_moving[0]; i++) {
        gyre_vec3 v = vec3_of(&b->v[of_moving[i]]);
        if (!b->v[of_moving[i]].is_good || (v.x == 0 && v.y == 0 && v.z == 0)) continue;
        if (is_static) say(b, of_moving[i], "must be 0 for a static body");
        if (has(b, BODY(path))) say(b, of_moving[i], "cannot be given with a path, which determines it");
    }
    if (has(b, BODY(path)) && has(b, BODY(state)))
        say(b, BODY(state), "cannot be given with a path, which determines it");
}

// ---- path ----

static bool read_point(body_reading *b, const place *at, gyre_path_point *point) {
    key_value v[KEY_END_path_point - KEY_BEGIN_path_point];
    size_t problems_before = b->reader->problems.error_count;
    gyre_read_keys(b->reader, at, "path_point", KEY_ROWS(path_point), v);
    if (b->reader->problems.error_count != problems_before) return false;
    *point = (gyre_path_point){v[POINT(t)].numbers[0], {b->def.position, b->def.orientation}};
    if (v[POINT(position)].is_good) point->pose.position = vec3_of(&v[POINT(position)]);
    if (v[POINT(orientation)].is_good) point->pose.orientation = quat_of_value(&v[POINT(orientation)]);
    return true;
}

static void check_time(body_reading *b, const place *at, double before, double t) {
    if (t > before) return;
    char first[NUMBER_SIZE], second[NUMBER_SIZE];
    place here = place_of_key(at, "t", gyre_json_find(at->node, "t"));
    gyre_problem_at(b->reader, &here, "must be later than the previous point at %s, is %s",
                    gyre_number_in_words(before, first), gyre_number_in_words(t, second));
}

static void read_path(body_reading *b) {
    const key_value *path = &b->v[BODY(path)];
    if (!path->is_good) return;
    place list = place_in(b, BODY(path));
    size_t count = path->node->count, index = 0;
    bool is_known = !b->v[BODY(kind)].node || b->v[BODY(kind)].is_good, is_meant = is_kind(b, GYRE_BODY_KINEMATIC);
    if (is_known && !is_meant)
        say(b, BODY(path), "only a kinematic body can have a path: set \"kind\": \"kinematic\"");
    else if (count == 0)
        say(b, BODY(path), "must have at least one point");
    if (!is_meant || count == 0) return;
    b->path = gyre_take_array(b->reader->allocator, count, sizeof *b->path);
    if (!b->path) {
        b->reader->is_out_of_memory = true;
        return;
    }
    bool is_before_good = false;
    for (const gyre_json_node *item = gyre_json_first(path->node); item; item = gyre_json_next(item), index++) {
        place here = place_of_item(&list, index, item);
        bool is_good = read_point(b, &here, &b->path[index]);
        if (is_good && is_before_good) check_time(b, &here, b->path[index - 1].t, b->path[index].t);
        is_before_good = is_good;
    }
    b->def.path = b->path;
    b->def.path_count = count;
}

// ---- the body ----

// Removes the body's name from the beginning of a message of the world, because the problem's path identifies the body.
static const char *without_name(const char *text, const char *name) {
    size_t length = strlen(name);
    return strncmp(text, name, length) == 0 && text[length] == ':' && text[length + 1] == ' ' ? text + length + 2
                                                                                              : text;
}

static void set_state(body_reading *b, gyre_body_id id) {
    const key_value *state = &b->v[BODY(state)];
    gyre_result r = gyre_exact_state_set(b->reader->scene->world, id, state->numbers, state->count);
    if (r == GYRE_ERR_LENGTH)
        say(b, BODY(state), "must be %d numbers for this body, is %zu", state->count == 13 ? 16 : 13, state->count);
    else if (r == GYRE_ERR_ORIENTATION)
        say(b, BODY(state), "must have a unit quaternion w, x, y, z as numbers four to seven");
}

static void warn_of_degrees(const body_reading *b) {
    int key = has(b, BODY(angular_velocity)) ? BODY(angular_velocity) : BODY(angular_velocity_body);
    char text[DOUBT_TEXT_SIZE];
    place here = place_in(b, key);
    if (gyre_doubt_degrees(b->def.angular_velocity, text)) gyre_warn_at(b->reader, &here, "%s", text);
}

// True if the world changed the angular velocity because of a lock. The tolerance allows for rounding in the rotation
// to world axes.
static bool is_spin_changed(const body_reading *b, gyre_body_id id) {
    gyre_motion motion;
    gyre_vec3 w = b->def.angular_velocity;
    if (gyre_body_get_motion(b->reader->scene->world, id, &motion) != GYRE_OK) return false; // impossible: id is new
    if (b->def.angular_frame == GYRE_FRAME_BODY) w = gyre_quat_rotate(b->def.orientation, w);
    vec3 wanted = vec3_in(w), actual = vec3_in(motion.angular_velocity);
    return length(sub(wanted, actual)) > 1e-9 * (length(wanted) + length(actual));
}

static void add_body(body_reading *b, size_t index) {
    gyre_scene *scene = b->reader->scene;
    overheard words = {.is_said = false};
    gyre_overhear(scene, &words);
    gyre_body_id id;
    gyre_result r = gyre_world_add_body(scene->world, &b->def, &id);
    gyre_overhear(scene, NULL);
    const char *said = words.is_said ? without_name(words.text, b->def.name) : "";
    if (r == GYRE_ERR_NO_MEMORY)
        b->reader->is_out_of_memory = true;
    else if (r != GYRE_OK) // the message is empty if a long name filled the buffer
        gyre_problem_at(b->reader, b->at, "%s", said[0] ? said : gyre_result_text(r));
    if (r != GYRE_OK) return;
    // check_locks has reported velocities in world axes
    bool is_in_body = b->def.angular_frame == GYRE_FRAME_BODY;
    if (is_in_body && b->def.locks >= GYRE_LOCK_ROTATION_X && is_spin_changed(b, id))
        say(b, BODY(angular_velocity_body), "must be 0 about locked axes");
    warn_of_degrees(b);
    b->body->id = b->reader->bodies[index].id = id;
    b->body->start = b->def;
    if (b->v[BODY(state)].is_good) set_state(b, id);
}

void gyre_read_body(scene_reader *reader, const place *at, size_t index) {
    body_reading b = {
        .reader = reader, .at = at, .def = gyre_body_def_default(), .body = &reader->scene->bodies[index]};
    size_t problems_before = reader->problems.error_count;
    if (!gyre_read_keys(reader, at, "body", KEY_ROWS(body), b.v)) return;
    if (b.v[BODY(kind)].is_good) b.def.kind = (gyre_body_kind)b.v[BODY(kind)].choice;
    check_name(&b, index);
    read_mass(&b);
    read_motion(&b);
    check_kind(&b);
    check_locks(&b);
    read_path(&b);
    if (b.v[BODY(color)].is_good) {
        b.body->has_color = true;
        memcpy(b.body->color, b.v[BODY(color)].numbers, sizeof b.body->color);
    }
    if (reader->problems.error_count == problems_before && !reader->is_out_of_memory) add_body(&b, index);
    gyre_give_back(reader->allocator, b.path);
    // the name and the path are freed with the JSON tree
    b.body->start.name = NULL;
    b.body->start.path = NULL;
}
