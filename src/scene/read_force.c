/// Reads a force of a scene and adds it to the world.
#include "scene/read_force.h"

#include "base/memory.h"
#include "scene/read_body.h"
#include "scene/suggest.h"
#include "world/doubts.h"

#include <stdio.h>
#include <string.h>

/// State of reading one force.
typedef struct force_reading {
    scene_reader *reader;
    const place *at;
    key_set keys;
    key_value v[KEY_SET_MAX];
    gyre_force_def def;
    bool is_on_all;              // `body` is "all"
    gyre_profile_point *profile; // owned
} force_reading;

enum { SUGGESTED_BODIES_MAX = 1000 }; // limit of names that are compared with an unknown name

#define FORCE(key) (KEY_force_##key - KEY_BEGIN_force)

static const key_value absent;

// Returns the value of a key; an absent value if this kind of force does not have the key.
static const key_value *value_of(const force_reading *f, const char *key) {
    size_t i = gyre_key_find(f->keys.rows, f->keys.count, key);
    return i < f->keys.count ? &f->v[i] : &absent;
}

__attribute__((format(printf, 3, 4))) static void say(const force_reading *f, const char *key, const char *format,
                                                      ...) {
    char text[sizeof(((gyre_problem *)0)->text)];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    place here = place_of_key(f->at, key, value_of(f, key)->node);
    gyre_problem_at(f->reader, &here, "%s", text);
}

// ---- kind ----

static void unknown_force(scene_reader *reader, const place *at, const char *name) {
    static const char *const others[][2] = {
        {"gravity", "field"}, {"impulse", "force"},   {"damper", "spring"},          {"motor", "torque"},
        {"friction", "drag"}, {"rocket", "thruster"}, {"gravitation", "attraction"}, {"magnet", "attraction"}};
    suggestion nearest = {0};
    char buffer[QUOTED_SIZE];
    for (int i = 0; i < GYRE_FORCE_KIND_COUNT; i++)
        if (i != GYRE_FORCE_callback) gyre_suggest(&nearest, name, gyre_force_kind_name((gyre_force_kind)i));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(others[i][0], name) == 0) nearest.name = others[i][1];
    gyre_quoted(name, buffer);
    if (nearest.name)
        gyre_problem_at(reader, at, "there is no force %s; did you mean \"%s\"?", buffer, nearest.name);
    else
        gyre_problem_at(reader, at,
                        "there is no force %s; known forces: force, torque, spring, torsion, drag, wind, thruster, "
                        "buoyancy, attraction, field",
                        buffer);
}

static bool find_kind(scene_reader *reader, const place *at, gyre_force_kind *out_kind) {
    const gyre_json_node *node = gyre_json_find(at->node, "type");
    place here = place_of_key(at, "type", node);
    const key_row *row = &gyre_key_rows()[KEY_force_type];
    if (!node) return gyre_problem_at(reader, &here, "is missing: %s, such as \"spring\"", row->text), false;
    key_value type;
    gyre_read_value(reader, &here, row, &type);
    if (!type.is_good) return false;
    bool is_known = gyre_force_kind_from_name(type.text, out_kind) == GYRE_OK;
    if (is_known && *out_kind != GYRE_FORCE_callback) return true;
    if (is_known)
        gyre_problem_at(reader, &here, "a callback is a function of a program and cannot be in a file");
    else
        unknown_force(reader, &here, type.text);
    return false;
}

// ---- bodies ----

// Returns the id of a body by its name; the id that means none if the name is unknown (reported here) or the body had a
// problem (reported before).
static gyre_body_id find_body(const force_reading *f, const char *key, const char *name) {
    uint32_t index;
    if (gyre_name_table_find(&f->reader->body_names, name, &index)) return f->reader->bodies[index].id;
    suggestion nearest = {0};
    size_t candidates = gyre_may_suggest(f->reader) ? f->reader->body_count : 0;
    for (size_t i = 0; i < candidates && i < SUGGESTED_BODIES_MAX; i++)
        if (f->reader->bodies[i].name) gyre_suggest(&nearest, name, f->reader->bodies[i].name);
    char wrong[QUOTED_SIZE], right[QUOTED_SIZE];
    gyre_quoted(name, wrong);
    if (nearest.name)
        say(f, key, "there is no body %s; did you mean %s?", wrong, gyre_quoted(nearest.name, right));
    else
        say(f, key, "there is no body %s", wrong);
    return (gyre_body_id){0};
}

// True if `mutual` is true, or invalid: then no problem that depends on it is reported.
static bool is_mutual(const force_reading *f) {
    const key_value *mutual = value_of(f, "mutual");
    return mutual->node && (mutual->choice || !mutual->is_good);
}

static void read_body(force_reading *f) {
    const key_value *body = &f->v[FORCE(body)];
    f->is_on_all = !body->node || (body->is_good && strcmp(body->text, "all") == 0);
    if (!body->node && !is_mutual(f)) say(f, "body", "is missing: %s", gyre_key_rows()[KEY_force_body].text);
    if (!body->is_good || f->is_on_all) return;
    if (is_mutual(f))
        say(f, "body", "cannot be given with mutual attraction, which acts on all bodies");
    else if (strcmp(body->text, "world") == 0)
        say(f, "body", "must be the name of a body or \"all\": the world does not move");
    else
        f->def.body = find_body(f, "body", body->text);
}

// Reads the other end of a force: `to` and `to_at`.
static void read_other(force_reading *f) {
    const key_value *to = value_of(f, "to"), *to_at = value_of(f, "to_at");
    bool is_name = to->is_good && to->text && strcmp(to->text, "world") != 0;
    bool is_target = f->def.kind == GYRE_FORCE_attraction;
    if (is_target && to->text && !is_name)
        say(f, "to", "must be a point or the name of a body: the world has no centre");
    if (is_target && to_at->node && !is_name) say(f, "to_at", "is a point of a body: set `to` to the name of the body");
    if (!is_name) return;
    if (f->is_on_all) {
        say(f, "to", "a force on \"all\" cannot be attached to one body: set `body` to the name of a body");
        return;
    }
    const key_value *body = &f->v[FORCE(body)];
    if (body->is_good && strcmp(body->text, to->text) == 0)
        say(f, "to", "must not be the body that the force acts on");
    else
        f->def.other = find_body(f, "to", to->text);
}

// ---- time ----

static void read_window(force_reading *f) {
    const key_value *from = &f->v[FORCE(from)], *until = &f->v[FORCE(until)];
    // a scene begins at t = 0, so a force from 0 on always acts; only then its potential is part of the energy
    if (from->is_good && from->numbers[0] != 0) f->def.from = from->numbers[0];
    if (until->is_good) f->def.until = until->numbers[0];
    double start = from->is_good ? from->numbers[0] : 0;
    if (f->def.until >= start) return;
    char first[NUMBER_SIZE], second[NUMBER_SIZE];
    say(f, "until", "must not be before `from`, at %s, is %s", gyre_number_in_words(start, first),
        gyre_number_in_words(f->def.until, second));
}

static void read_profile(force_reading *f) {
    const key_value *profile = &f->v[FORCE(profile)];
    if (!profile->is_good) return;
    size_t count = profile->node->count, index = 0;
    if (count == 0) {
        say(f, "profile", "must have at least one [t, factor]");
        return;
    }
    f->profile = gyre_take_array(f->reader->allocator, count, sizeof *f->profile);
    if (!f->profile) {
        f->reader->is_out_of_memory = true;
        return;
    }
    place list = place_of_key(f->at, "profile", profile->node);
    bool is_good_before = false;
    for (const gyre_json_node *item = gyre_json_first(profile->node); item; item = gyre_json_next(item), index++) {
        place here = place_of_item(&list, index, item);
        double pair[2] = {0, 0};
        bool is_good = gyre_read_numbers(f->reader, &here, 2, GYRE_RULE_any, pair);
        f->profile[index] = (gyre_profile_point){pair[0], pair[1]};
        char first[NUMBER_SIZE], second[NUMBER_SIZE];
        if (is_good && is_good_before && !(pair[0] > f->profile[index - 1].t))
            gyre_problem_at(f->reader, &here, "must be later than the previous point at %s, is %s",
                            gyre_number_in_words(f->profile[index - 1].t, first),
                            gyre_number_in_words(pair[0], second));
        is_good_before = is_good;
    }
    f->def.profile = f->profile;
    f->def.profile_count = count;
}

// ---- parameters ----

static void read_point(force_reading *f, const key_value *v, gyre_field_type type, gyre_point *point) {
    bool is_in_world = type == GYRE_FIELD_point && value_of(f, "at_frame")->choice == 1;
    if (type == GYRE_FIELD_other_point) is_in_world = gyre_body_is_none(f->def.other);
    *point = (gyre_point){is_in_world ? GYRE_AT_WORLD : GYRE_AT_BODY, vec3_of(v)};
}

static void set_parameter(force_reading *f, const gyre_force_field_row *field, const key_value *v) {
    char *to = (char *)&f->def.parameters + field->offset;
    switch (field->type) {
    case GYRE_FIELD_number:
        *(double *)(void *)to = v->numbers[0];
        break;
    case GYRE_FIELD_vector:
    case GYRE_FIELD_extent:
    case GYRE_FIELD_body_direction:
    case GYRE_FIELD_framed_vector:
        *(gyre_vec3 *)(void *)to = vec3_of(v);
        break;
    case GYRE_FIELD_point:
    case GYRE_FIELD_body_point:
    case GYRE_FIELD_other_point:
        if (!v->text)
            read_point(f, v, field->type, (gyre_point *)(void *)to); // text: the name of a body, see read_other
        break;
    case GYRE_FIELD_rotation:
    case GYRE_FIELD_body_rotation:
        *(gyre_quat *)(void *)to = quat_of_value(v);
        break;
    case GYRE_FIELD_choice:
    case GYRE_FIELD_flag:
        *(int *)(void *)to = v->choice;
        break;
    default:
        break;
    }
}

static void read_parameters(force_reading *f) {
    for (size_t i = 0; i < f->keys.count; i++)
        if (f->keys.rows[i].field && f->v[i].is_good) set_parameter(f, f->keys.rows[i].field, &f->v[i]);
    if (value_of(f, "at_frame")->node && !value_of(f, "at")->node) say(f, "at_frame", "has no effect without `at`");
}

// Checks combinations of keys that forces.def cannot express.
static void check_attraction(force_reading *f) {
    static const char *const not_mutual[] = {"to", "to_at", "mu"};
    if (!is_mutual(f) && !value_of(f, "mu")->node) say(f, "mu", "is missing: give mu and `to`, or \"mutual\": true");
    if (!is_mutual(f) && value_of(f, "G")->node) say(f, "G", "needs \"mutual\": true; attraction to a point uses mu");
    for (size_t i = 0; i < 3 && is_mutual(f); i++)
        if (value_of(f, not_mutual[i])->node)
            say(f, not_mutual[i], "cannot be given with mutual attraction, which uses G and the masses");
    // a point of the other body is given under `to_at`
    const key_value *to_at = value_of(f, "to_at");
    if (to_at->is_good && !gyre_body_is_none(f->def.other))
        f->def.parameters.attraction.to = (gyre_point){GYRE_AT_BODY, vec3_of(to_at)};
}

static void check_drag(force_reading *f) {
    if (!value_of(f, "linear")->node && !value_of(f, "quadratic")->node && !value_of(f, "angular")->node)
        say(f, "linear", "is missing: give at least one of linear, quadratic%s",
            f->def.kind == GYRE_FORCE_drag ? ", angular" : "");
}

// ---- adding ----

static void warn_of_arm(const force_reading *f) {
    char text[DOUBT_TEXT_SIZE];
    const char *field;
    if (!gyre_doubt_arm_of_force(f->reader->scene->world, &f->def, &field, text)) return;
    place here = place_of_key(f->at, field, value_of(f, field)->node);
    gyre_warn_at(f->reader, &here, "%s", text);
}

static void add_force(force_reading *f) {
    gyre_scene *scene = f->reader->scene;
    overheard words = {.is_said = false};
    gyre_overhear(scene, &words);
    gyre_force_id id;
    gyre_result r = gyre_world_add_force(scene->world, &f->def, &id);
    gyre_overhear(scene, NULL);
    if (r == GYRE_ERR_NO_MEMORY)
        f->reader->is_out_of_memory = true;
    else if (r != GYRE_OK)
        gyre_problem_at(f->reader, f->at, "%s", words.is_said ? words.text : gyre_result_text(r));
    else
        warn_of_arm(f);
}

bool gyre_displaced_by(const gyre_scene *scene, gyre_body_id body, gyre_force_buoyancy *out_buoyancy) {
    const scene_body *known = gyre_scene_find(scene, body);
    if (!known || known->part_count != 1) return false;
    const gyre_look_part *part = &scene->parts[known->first_part];
    const double *p = part->shape.parameters;
    bool is_sphere = part->shape.kind == GYRE_SHAPE_sphere;
    if (!is_sphere && part->shape.kind != GYRE_SHAPE_box) return false;
    out_buoyancy->solid = is_sphere ? GYRE_SOLID_SPHERE : GYRE_SOLID_BOX;
    out_buoyancy->radius = is_sphere ? p[0] : 0;
    out_buoyancy->size = is_sphere ? (gyre_vec3){0, 0, 0} : (gyre_vec3){p[0], p[1], p[2]};
    out_buoyancy->at = (gyre_point){GYRE_AT_BODY, part->pose.position};
    out_buoyancy->turned = part->pose.orientation;
    return true;
}

// Adds buoyancy on one body, with the shape of the body.
static void add_lift_on(force_reading *f, const body_entry *body) {
    char buffer[QUOTED_SIZE];
    if (gyre_displaced_by(f->reader->scene, body->id, &f->def.parameters.buoyancy)) {
        f->def.body = body->id;
        add_force(f);
        return;
    }
    say(f, "body", "%s must have the shape of a sphere or a box; else give solid, radius or size, and at",
        gyre_quoted(body->name, buffer));
}

// Adds one buoyancy force for each dynamic body that the force acts on.
static void add_lift(force_reading *f) {
    const char *name = f->def.name;
    uint32_t index;
    if (!f->is_on_all) {
        if (gyre_name_table_find(&f->reader->body_names, f->v[FORCE(body)].text, &index))
            add_lift_on(f, &f->reader->bodies[index]);
        return;
    }
    for (size_t i = 0; i < f->reader->body_count; i++) {
        const body_entry *body = &f->reader->bodies[i];
        gyre_body_kind kind;
        if (gyre_body_get_kind(f->reader->scene->world, body->id, &kind) != GYRE_OK || kind != GYRE_BODY_DYNAMIC)
            continue;
        char own[2 * NAME_BYTES_MAX + 8];
        snprintf(own, sizeof own, "%s on %s", name ? name : "", body->name);
        if (name) f->def.name = own;
        add_lift_on(f, body);
        f->def.name = name;
    }
}

static void check_name(force_reading *f, size_t index) {
    const key_value *name = &f->v[FORCE(name)];
    uint32_t other;
    if (!name->is_good) return;
    if (!name->text[0] || strcmp(name->text, "world") == 0)
        say(f, "name", "must not be %s", name->text[0] ? "\"world\"" : "empty");
    else if (strlen(name->text) > NAME_BYTES_MAX)
        say(f, "name", "must not be longer than %d bytes, is %zu", NAME_BYTES_MAX, strlen(name->text));
    else if (gyre_name_table_find(&f->reader->force_names, name->text, &other))
        say(f, "name", "must be unique, forces[%u] has the same name", other);
    else if (!gyre_name_table_reserve(&f->reader->force_names, f->reader->allocator, 1))
        f->reader->is_out_of_memory = true;
    else
        gyre_name_table_insert(&f->reader->force_names, name->text, (uint32_t)index);
    f->def.name = name->text;
}

static bool are_bodies_known(const force_reading *f) {
    const key_value *to = value_of(f, "to");
    bool has_other = to->text && strcmp(to->text, "world") != 0;
    return (f->is_on_all || !gyre_body_is_none(f->def.body)) && (!has_other || !gyre_body_is_none(f->def.other));
}

void gyre_read_force(scene_reader *reader, const place *at, size_t index) {
    gyre_force_kind kind;
    if (at->node->type != GYRE_JSON_OBJECT) {
        gyre_problem_at(reader, at, "must be an object, is %s", gyre_json_type_text(at->node->type));
        return;
    }
    if (!find_kind(reader, at, &kind)) return;
    force_reading f = {.reader = reader, .at = at, .keys = gyre_force_keys(kind), .def = gyre_force_def_default(kind)};
    size_t problems_before = reader->problems.error_count;
    gyre_read_keys(reader, at, "force", f.keys.rows, f.keys.count, f.v);
    check_name(&f, index);
    read_body(&f);
    read_other(&f);
    read_window(&f);
    read_profile(&f);
    read_parameters(&f);
    if (kind == GYRE_FORCE_attraction) check_attraction(&f);
    if (kind == GYRE_FORCE_drag || kind == GYRE_FORCE_wind) check_drag(&f);
    bool is_sound =
        reader->problems.error_count == problems_before && !reader->is_out_of_memory && are_bodies_known(&f);
    if (is_sound && kind == GYRE_FORCE_buoyancy && !value_of(&f, "solid")->node)
        add_lift(&f);
    else if (is_sound)
        add_force(&f);
    gyre_give_back(reader->allocator, f.profile);
}
