/// Reads a scene from bytes. All problems are collected, then reported.
#include "scene/reader.h"

#include "base/memory.h"
#include "scene/read_body.h"
#include "scene/read_force.h"
#include "scene/read_shape.h"
#include "world/doubts.h"

#include <string.h>

#define SCENE(key) (KEY_scene_##key - KEY_BEGIN_scene)

enum { SCENE_KEY_COUNT = KEY_END_scene - KEY_BEGIN_scene };

gyre_scene_options gyre_scene_options_default(void) {
    return (gyre_scene_options){
        .marker = SCENE_MARKER,
        .max_bytes = (size_t)64 << 20,
        .max_bodies = 10000000,
        .max_depth = 64,
        .has_ledger = 1,
    };
}

// ---- the scene itself ----

// Passes messages of the world to the user's log or, while a body or force is added, to the reader.
static void pass_on(gyre_log_level level, const char *text, void *user) {
    const gyre_scene *scene = user;
    if (scene->overhear)
        scene->overhear(level, text, scene->overheard);
    else if (scene->log.write)
        scene->log.write(level, text, scene->log.user);
}

static gyre_result create(const gyre_scene_options *options, gyre_scene **out_scene) {
    gyre_scene *scene = gyre_take_array(&options->allocator, 1, sizeof *scene);
    if (!scene) return GYRE_ERR_NO_MEMORY;
    *scene = (gyre_scene){.allocator = options->allocator, .log = options->log};
    *out_scene = scene;
    return GYRE_OK;
}

static void read_title(scene_reader *reader, const key_value *title) {
    if (!title->is_good) return;
    size_t size = strlen(title->text) + 1;
    reader->scene->title = gyre_take_array(reader->allocator, size, 1);
    if (reader->scene->title)
        memcpy(reader->scene->title, title->text, size);
    else
        reader->is_out_of_memory = true;
}

// Returns a number of the scene, or its default.
static double number_of(const key_value *v, int key) {
    return v[key].is_good ? v[key].numbers[0] : gyre_key_number(&gyre_key_rows()[KEY_BEGIN_scene + key]);
}

static void read_times(scene_reader *reader, const place *top, const key_value *v) {
    gyre_scene *scene = reader->scene;
    char is[NUMBER_SIZE], limit[NUMBER_SIZE];
    scene->dt = number_of(v, SCENE(dt));
    scene->duration = number_of(v, SCENE(duration));
    scene->fps = number_of(v, SCENE(fps));
    if (!v[SCENE(fps)].is_good && !gyre_is_frame_rate_possible(scene->dt, scene->fps)) scene->fps = 1 / scene->dt;
    if (!gyre_are_steps_countable(scene->dt, scene->duration)) {
        place at = v[SCENE(dt)].node ? place_of_key(top, "dt", v[SCENE(dt)].node)
                                     : place_of_key(top, "duration", v[SCENE(duration)].node);
        gyre_problem_at(reader, &at, "duration / dt must be at most 2^53 steps");
    }
    bool is_known = v[SCENE(dt)].is_good || !v[SCENE(dt)].node;
    if (is_known && !gyre_is_frame_rate_possible(scene->dt, scene->fps)) {
        place at = place_of_key(top, "fps", v[SCENE(fps)].node);
        gyre_problem_at(reader, &at, "must not be above 1/dt = %s, is %s", gyre_number_in_words(1 / scene->dt, limit),
                        gyre_number_in_words(scene->fps, is));
    }
}

static void check_tolerances(scene_reader *reader, const place *top, const key_value *v, const gyre_world_def *def) {
    place rtol = place_of_key(top, "rtol", v[SCENE(rtol)].node);
    if (def->rtol > 0 && def->rtol < 1e-15) gyre_problem_at(reader, &rtol, "must be 0 or at least 1e-15");
    if (def->rtol == 0 && def->atol == 0) gyre_problem_at(reader, &rtol, "must not be 0 when atol is 0 too");
}

// Creates a world without bodies. A scene with problems gets a world too, so that its bodies can be checked.
static gyre_result create_world(scene_reader *reader, const place *top, const key_value *v,
                                const gyre_scene_options *options) {
    gyre_world_def def = gyre_world_def_default();
    if (v[SCENE(gravity)].is_good) def.gravity = vec3_of(&v[SCENE(gravity)]);
    if (v[SCENE(method)].is_good) def.method = (gyre_method)v[SCENE(method)].choice;
    if (v[SCENE(orientation_update)].is_good)
        def.orientation_update = (gyre_orientation_update)v[SCENE(orientation_update)].choice;
    size_t problems_before = reader->problems.error_count;
    gyre_world_def usual = def;
    def.rtol = number_of(v, SCENE(rtol));
    def.atol = number_of(v, SCENE(atol));
    check_tolerances(reader, top, v, &def);
    if (reader->problems.error_count != problems_before) def = usual;
    def.body_capacity = reader->body_count;
    def.has_ledger = options->has_ledger;
    def.allocator = options->allocator;
    def.log = (gyre_logger){pass_on, reader->scene};
    return gyre_world_create(&def, &reader->scene->world);
}

// ---- bodies and forces ----

// Allocates the arrays of bodies and of their parts.
static gyre_result make_room(scene_reader *reader, const gyre_json_node *bodies) {
    gyre_scene *scene = reader->scene;
    size_t count = bodies ? bodies->count : 0, part_count = 0;
    if (count == 0) return GYRE_OK;
    if (count > UINT32_MAX / 4) return GYRE_ERR_TOO_LARGE;
    scene->bodies = gyre_take_array(reader->allocator, count, sizeof *scene->bodies);
    reader->bodies = gyre_take_array(reader->allocator, count, sizeof *reader->bodies);
    if (!scene->bodies || !reader->bodies) return GYRE_ERR_NO_MEMORY;
    memset(scene->bodies, 0, count * sizeof *scene->bodies);
    memset(reader->bodies, 0, count * sizeof *reader->bodies);
    scene->body_count = reader->body_count = count;
    size_t index = 0;
    for (const gyre_json_node *item = gyre_json_first(bodies); item; item = gyre_json_next(item), index++) {
        const gyre_json_node *shape = gyre_json_find(item, "shape");
        scene->bodies[index].first_part = part_count;
        scene->bodies[index].start = gyre_body_def_default();
        if (shape) part_count += gyre_count_parts(shape);
    }
    if (part_count == 0) return GYRE_OK;
    scene->parts = gyre_take_array(reader->allocator, part_count, sizeof *scene->parts);
    scene->sources = gyre_take_array(reader->allocator, part_count, sizeof *scene->sources);
    if (!scene->parts || !scene->sources) return GYRE_ERR_NO_MEMORY;
    memset(scene->sources, 0, part_count * sizeof *scene->sources);
    scene->part_count = part_count;
    return GYRE_OK;
}

typedef void item_reader(scene_reader *reader, const place *at, size_t index);

static void read_items(scene_reader *reader, const place *top, const char *key, const key_value *list,
                       item_reader *read) {
    if (!list->is_good) return;
    place at = place_of_key(top, key, list->node);
    size_t index = 0;
    for (const gyre_json_node *item = gyre_json_first(list->node); item && !reader->is_out_of_memory;
         item = gyre_json_next(item), index++) {
        place here = place_of_item(&at, index, item);
        read(reader, &here, index);
    }
}

// A scene without bodies is valid, for programs that add bodies later; otherwise it is probably a mistake.
static void warn_of_nothing(scene_reader *reader, const place *top, const key_value *bodies) {
    if (reader->problems.error_count > 0 || (bodies->node && bodies->node->count > 0)) return;
    place at = place_of_key(top, "bodies", bodies->node);
    gyre_warn_at(reader, &at, "the scene has no bodies");
}

// Checks dt of the file. Later, the world checks other step sizes, and new bodies and forces.
static void warn_of_step(scene_reader *reader, const place *top, const key_value *dt) {
    gyre_scene *scene = reader->scene;
    char text[DOUBT_TEXT_SIZE];
    gyre_world_leave_doubts(scene->world, 0);
    if (reader->problems.error_count > 0 || !gyre_doubt_step(scene->world, scene->dt, text)) return;
    place at = place_of_key(top, "dt", dt->node);
    gyre_warn_at(reader, &at, "%s", text);
    gyre_world_leave_doubts(scene->world, DOUBT_STEP);
}

static void check_method(scene_reader *reader, const place *top, const key_value *method) {
    gyre_step_report report;
    if (reader->problems.error_count > 0) return;
    place at = place_of_key(top, "method", method->node);
    if (gyre_world_check_method(reader->scene->world, &report) != GYRE_OK)
        gyre_problem_at(reader, &at, "%s", report.text);
}

// Marks the last problem as caused by a limit in the options.
static void note_limit(scene_reader *reader) {
    if (reader->problems.count > 0) reader->problems.items[reader->problems.count - 1].is_limit = 1;
}

// Reads the whole scene from the JSON tree.
static gyre_result read_tree(scene_reader *reader, const gyre_json_node *root, const gyre_scene_options *options) {
    key_value v[SCENE_KEY_COUNT];
    place top = {.node = root};
    if (!gyre_read_keys(reader, &top, "scene", KEY_ROWS(scene), v)) return GYRE_ERR_SCENE;
    if (v[SCENE(bodies)].is_good && v[SCENE(bodies)].node->count > options->max_bodies) {
        place at = place_of_key(&top, "bodies", v[SCENE(bodies)].node);
        gyre_problem_at(reader, &at, "has %u bodies, the limit is %zu", v[SCENE(bodies)].node->count,
                        options->max_bodies);
        note_limit(reader);
        return GYRE_ERR_SCENE;
    }
    read_title(reader, &v[SCENE(title)]);
    read_times(reader, &top, v);
    gyre_result r = make_room(reader, v[SCENE(bodies)].is_good ? v[SCENE(bodies)].node : NULL);
    if (r == GYRE_OK) r = create_world(reader, &top, v, options);
    if (r != GYRE_OK) return r;
    gyre_world_leave_doubts(reader->scene->world, DOUBT_ALL);
    read_items(reader, &top, "bodies", &v[SCENE(bodies)], gyre_read_body);
    read_items(reader, &top, "forces", &v[SCENE(forces)], gyre_read_force);
    check_method(reader, &top, &v[SCENE(method)]);
    warn_of_nothing(reader, &top, &v[SCENE(bodies)]);
    warn_of_step(reader, &top, &v[SCENE(dt)]);
    if (reader->is_out_of_memory) return GYRE_ERR_NO_MEMORY;
    return reader->problems.error_count > 0 ? GYRE_ERR_SCENE : GYRE_OK;
}

// ---- bytes ----

static void problem_of_file(scene_reader *reader, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void problem_of_file(scene_reader *reader, int line, int column, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    gyre_problems_add(&reader->problems, GYRE_SEVERITY_ERROR, line, column, "", format, arguments);
    va_end(arguments);
}

static gyre_result parse(scene_reader *reader, const void *bytes, size_t size, const gyre_scene_options *options,
                         gyre_json **out_json) {
    if (size > options->max_bytes) {
        problem_of_file(reader, 0, 0, "the file has %zu bytes, the limit is %zu", size, options->max_bytes);
        note_limit(reader);
        return GYRE_ERR_SCENE;
    }
    gyre_json_options limits = gyre_json_options_default();
    limits.max_size = options->max_bytes;
    limits.max_values = options->max_bytes / 2 + 1; // maximum number of values in a text of this size
    limits.max_depth = options->max_depth > 0 ? (size_t)options->max_depth : 0;
    gyre_json_error error;
    gyre_result r = gyre_json_read(bytes, size, &limits, &options->allocator, out_json, &error);
    if (r == GYRE_OK || r == GYRE_ERR_NO_MEMORY) return r;
    problem_of_file(reader, (int)error.place.line, (int)error.place.column, "%s", error.text);
    return GYRE_ERR_SCENE;
}

static gyre_result read_bytes(scene_reader *reader, const void *bytes, size_t size, const gyre_scene_options *options) {
    gyre_json *json;
    gyre_result r = parse(reader, bytes, size, options, &json);
    if (r != GYRE_OK) return r;
    r = create(options, &reader->scene);
    if (r == GYRE_OK) r = read_tree(reader, gyre_json_root(json), options);
    gyre_name_table_free(&reader->body_names, reader->allocator);
    gyre_name_table_free(&reader->force_names, reader->allocator);
    gyre_name_table_free(&reader->mesh_names, reader->allocator);
    gyre_give_back(reader->allocator, reader->bodies);
    gyre_json_destroy(json);
    return r;
}

gyre_result gyre_scene_read(const void *bytes, size_t size, const gyre_scene_options *options, gyre_scene **out_scene) {
    gyre_scene_options defaults = gyre_scene_options_default();
    if (!options) options = &defaults;
    if ((!bytes && size > 0) || !out_scene) return GYRE_ERR_NULL_POINTER;
    if (options->marker != SCENE_MARKER) return GYRE_ERR_DEFINITION;
    gyre_result r = gyre_allocator_check(&options->allocator);
    if (r != GYRE_OK) return r;
    scene_reader reader = {
        .allocator = &options->allocator, .loader = options->loader, .problems = {.allocator = &options->allocator}};
    r = read_bytes(&reader, bytes, size, options);
    if (reader.problems.is_out_of_memory) r = GYRE_ERR_NO_MEMORY; // some problems could not be kept
    if (r == GYRE_OK)
        *out_scene = reader.scene;
    else
        gyre_scene_destroy(reader.scene);
    if (r == GYRE_OK || r == GYRE_ERR_SCENE) gyre_problems_report(&reader.problems, options);
    gyre_problems_free(&reader.problems);
    return r;
}
