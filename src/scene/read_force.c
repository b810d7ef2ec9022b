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

enum { SUGGESTED_BODIES_MAX = 1000 }; // maximum number of names compared with an unknown name

#define FORCE(key) (KEY_force_##key - KEY_BEGIN_force)

static const key_value absent;

// Returns the value of a key, or `absent` if this kind of force does not have the key.
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

static bool find_kind(scene_reader *reader, const place *at, gyre_force_kind *out_kind) {
    const gyre_json_node *node = gyre_json_find(at->node, "type");
    place here = place_of_key(at, "type", node);
    const key_row *row = &gyre_key_rows()[KEY_force_type];
    if (!node) return gyre_problem_at(reader, &here, "is missing: %s, such as \"spring\"", row->text), false;
    key_value type;
    gyre_read_value(reader, &here, row, &type);
    if (!type.is_good) return false;
    if (gyre_force_kind_from_name(type.text, out_kind) != GYRE_OK)
        gyre_unknown_type(reader, &here, "force", gyre_force_word, GYRE_FORCE_KIND_COUNT, type.text);
    else if (!gyre_force_word((int)*out_kind))
        gyre_problem_at(reader, &here, "a %s calls a function of the program and cannot be in a file", type.text);
    else
        return true;
    return false;
}

// ---- bodies ----

// Returns the id of a body by its name; the zero id if the name is unknown (reported here) or the body had a problem
// (reported before).
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

// Returns the value of a flag: 0 if it is not given, -1 if it could not be read. After -1 no problem that depends on
// the flag is reported.
static int flag_of(const force_reading *f, const char *key) {
    const key_value *flag = value_of(f, key);
    return !flag->node ? 0 : flag->is_good ? flag->choice : -1;
}

// Returns the flag that decides whether a key is allowed, or NULL.
static const force_condition *condition_of(const force_reading *f, const char *key) {
    size_t count;
    const force_condition *rows = gyre_force_conditions(&count);
    for (size_t i = 0; i < count; i++)
        if (rows[i].force == f->def.kind && !rows[i].is_needed && strcmp(rows[i].names, key) == 0) return &rows[i];
    return NULL;
}

static void read_body(force_reading *f) {
    const key_row *row = &gyre_key_rows()[KEY_force_body];
    const key_value *body = &f->v[FORCE(body)];
    const force_condition *only = condition_of(f, row->name);
    int flag = only ? flag_of(f, only->flag) : 0;
    f->is_on_all = !body->node || (body->is_good && strcmp(body->text, "all") == 0);
    if (!body->node && (!only || flag == only->value)) say(f, row->name, "is missing: %s", row->text);
    if (!body->is_good || f->is_on_all) return;
    if (only && flag == !only->value)
        say(f, row->name, "%s", only->text);
    else if (strcmp(body->text, "world") == 0)
        say(f, row->name, "must be the name of a body or \"all\": the world does not move");
    else
        f->def.body = find_body(f, row->name, body->text);
}

// Reads the other end of a force: `to` and `to_at`.
static void read_other(force_reading *f) {
    const key_value *to = value_of(f, "to"), *to_at = value_of(f, "to_at");
    bool is_name = to->is_good && to->text && strcmp(to->text, "world") != 0;
    size_t row = gyre_key_find(f->keys.rows, f->keys.count, "to");
    bool is_target = row < f->keys.count && f->keys.rows[row].type == KEY_TYPE_target;
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
    // a scene begins at t = 0, so `from` = 0 sets no limit; the energy includes potentials
    // only of forces without time limits
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
    bool is_in_world =
        type == GYRE_FIELD_point && value_of(f, KEY_NAME(force_point, at_frame))->choice == AT_FRAME_WORLD;
    if (type == GYRE_FIELD_other_point) is_in_world = gyre_body_is_none(f->def.other);
    *point = (gyre_point){is_in_world ? GYRE_AT_WORLD : GYRE_AT_BODY, vec3_of(v)};
}

static void set_parameter(force_reading *f, const gyre_force_field_row *field, const key_value *v) {
    void *to = (char *)&f->def.parameters + field->offset;
    switch (gyre_field_storage(field->type)) {
    case STORED_NUMBERS:
        memcpy(to, v->numbers, v->count * sizeof v->numbers[0]);
        break;
    case STORED_POINT:
        if (!v->text) read_point(f, v, field->type, to); // text: the name of a body, see read_other
        break;
    case STORED_INT:
        *(int *)to = v->choice;
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

// Reads `to_at`: a point of the attracting body.
static void read_point_of_target(force_reading *f) {
    const key_value *to_at = value_of(f, "to_at");
    if (!to_at->is_good || gyre_body_is_none(f->def.other)) return;
    for (size_t i = 0; i < f->keys.count; i++)
        if (f->keys.rows[i].type == KEY_TYPE_target) set_parameter(f, f->keys.rows[i].field, to_at);
}

static bool is_one_given(const force_reading *f, const char *names) {
    for (; *names; names += strlen(names) + 1)
        if (value_of(f, names)->node) return true;
    return false;
}

// Checks combinations of keys. read_body has checked `body`.
static void check_conditions(const force_reading *f) {
    size_t count;
    const force_condition *rows = gyre_force_conditions(&count);
    for (size_t i = 0; i < count; i++) {
        int flag = flag_of(f, rows[i].flag);
        if (rows[i].force != f->def.kind || flag < 0 || strcmp(rows[i].names, KEY_NAME(force, body)) == 0) continue;
        bool is_given = is_one_given(f, rows[i].names), has_value = flag == rows[i].value;
        if (rows[i].is_needed ? has_value && !is_given : !has_value && is_given)
            say(f, rows[i].names, "%s", rows[i].text);
    }
}

// Reports keys without effect: without `solid` the body's shape displaces the fluid.
static void check_buoyancy(force_reading *f) {
    static const char *const of_solid[] = {"radius", "size", "at", "turned"};
    for (size_t i = 0; i < sizeof of_solid / sizeof *of_solid && !value_of(f, "solid")->node; i++)
        if (value_of(f, of_solid[i])->node)
            say(f, of_solid[i], "has no effect without `solid`: the shape of the body displaces the fluid");
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
    say(f, "body", "%s must have the shape of a sphere or a box; otherwise give solid, radius or size, and at",
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
    read_point_of_target(&f);
    check_conditions(&f);
    if (kind == GYRE_FORCE_buoyancy) check_buoyancy(&f);
    bool is_sound =
        reader->problems.error_count == problems_before && !reader->is_out_of_memory && are_bodies_known(&f);
    if (is_sound && kind == GYRE_FORCE_buoyancy && !value_of(&f, "solid")->node)
        add_lift(&f);
    else if (is_sound)
        add_force(&f);
    gyre_give_back(reader->allocator, f.profile);
}
