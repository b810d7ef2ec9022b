/// Mesh files in memory, and scenes that refer to them.
#pragma once

#include "mesh_helpers.h"
#include "scene_helpers.h"

// ---- files on a shelf ----

enum { SHELF_MAX = 48 };

typedef struct shelf {
    struct {
        const char *name;
        char *bytes;
        size_t size;
    } files[SHELF_MAX];
    size_t count;
    int loads, live;
    problem_log problems;
    char warnings[4096];
} shelf;

static inline gyre_result shelf_load(const char *reference, const void **out_bytes, size_t *out_size,
                                     char out_text[GYRE_LOADER_TEXT_SIZE], void *user) {
    shelf *s = user;
    s->loads++;
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->files[i].name, reference) == 0) {
            *out_bytes = s->files[i].bytes, *out_size = s->files[i].size;
            s->live++;
            return GYRE_OK;
        }
    snprintf(out_text, GYRE_LOADER_TEXT_SIZE, "'%s' is not on the shelf", reference);
    return GYRE_ERR_FILE_MISSING;
}

static inline void shelf_unload(const void *bytes, void *user) {
    (void)bytes;
    ((shelf *)user)->live--;
}

static inline void shelf_put(shelf *s, const char *name, const char *text) {
    CHECK(s->count < SHELF_MAX);
    char *copy = malloc(strlen(text) + 1);
    CHECK(copy);
    strcpy(copy, text);
    s->files[s->count].name = name;
    s->files[s->count].bytes = copy;
    s->files[s->count++].size = strlen(text);
}

// As OBJ, with the first `triangle_count` triangles.
static inline void shelf_put_mesh(shelf *s, const char *name, const own_mesh *m, size_t triangle_count) {
    size_t room = 100 * (m->view.vertex_count + triangle_count) + 1;
    char *text = malloc(room);
    CHECK(text);
    int n = 0;
    for (size_t i = 0; i < m->view.vertex_count; i++) {
        gyre_vec3 p = mesh_point(m, i);
        n += snprintf(text + n, room - (size_t)n, "v %.17g %.17g %.17g\n", p.x, p.y, p.z);
    }
    for (size_t i = 0; i < triangle_count; i++) {
        const uint32_t *t = m->triangles + 3 * i;
        n += snprintf(text + n, room - (size_t)n, "f %u %u %u\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }
    shelf_put(s, name, text);
    free(text);
}

// As STL text: triangles by themselves.
static inline void shelf_put_stl(shelf *s, const char *name, const own_mesh *m) {
    size_t room = 400 * m->view.triangle_count + 100;
    char *text = malloc(room);
    CHECK(text);
    int n = snprintf(text, room, "solid part\n");
    for (size_t i = 0; i < m->view.triangle_count; i++) {
        n += snprintf(text + n, room - (size_t)n, "facet normal 0 0 0\nouter loop\n");
        for (size_t k = 0; k < 3; k++) {
            gyre_vec3 p = mesh_point(m, m->triangles[3 * i + k]);
            n += snprintf(text + n, room - (size_t)n, "vertex %.17g %.17g %.17g\n", p.x, p.y, p.z);
        }
        n += snprintf(text + n, room - (size_t)n, "endloop\nendfacet\n");
    }
    snprintf(text + n, room - (size_t)n, "endsolid part\n");
    shelf_put(s, name, text);
    free(text);
}

static inline void shelf_clear(shelf *s) {
    CHECK_EQ(s->live, 0);
    for (size_t i = 0; i < s->count; i++)
        free(s->files[i].bytes);
    free(s);
}

static const gyre_vec3 block_size = {1, 2, 3};

// A block of 1 by 2 by 3 m about the origin as OBJ and as STL, and one without its last triangle.
static inline shelf *shelf_with_blocks(void) {
    shelf *s = calloc(1, sizeof *s);
    CHECK(s);
    own_mesh m = mesh_of_box(block_size);
    shelf_put_mesh(s, "block.obj", &m, 12);
    shelf_put_stl(s, "parts/block.stl", &m);
    shelf_put_mesh(s, "open.obj", &m, 11);
    mesh_free(&m);
    return s;
}

static inline void note_shelf_problem(const gyre_problem *problem, void *user) {
    shelf *s = user;
    if (problem->severity == GYRE_SEVERITY_ERROR) {
        note_problem(problem, &s->problems);
        return;
    }
    size_t length = strlen(s->warnings);
    snprintf(s->warnings + length, sizeof s->warnings - length, "%d:%d %s: %s\n", problem->line, problem->column,
             problem->where, problem->text);
}

// With on_problem, no warning of reading goes to the log.
static inline void refuse_log(gyre_log_level level, const char *text, void *user) {
    (void)level, (void)user;
    fail_msg("a message in the log: %s", text);
}

static inline gyre_scene_options options_with(shelf *s) {
    gyre_scene_options options = gyre_scene_options_default();
    options.loader = (gyre_loader){shelf_load, shelf_unload, s};
    options.log = (gyre_logger){.write = refuse_log};
    options.on_problem = note_shelf_problem;
    options.user = s;
    return options;
}

// ---- scenes ----

#define SCENE(bodies) "{\"gyre\":1,\"bodies\":[" bodies "]}"
#define BODY(more) SCENE("{\"name\":\"a\"," more "}")

static inline gyre_scene *read_scene(shelf *s, const char *text) {
    gyre_scene_options options = options_with(s);
    gyre_scene *scene = NULL;
    gyre_result r = gyre_scene_read(text, strlen(text), &options, &scene);
    if (r != GYRE_OK) fail_msg("reading gives %s:\n%s", gyre_result_name(r), s->problems.text);
    CHECK_EQ(s->live, 0);
    return scene;
}

static inline void check_problems(shelf *s, const char *text, const char *want) {
    gyre_scene_options options = options_with(s);
    gyre_scene *scene = NULL;
    s->problems.length = 0;
    CHECK_RESULT(gyre_scene_read(text, strlen(text), &options, &scene), GYRE_ERR_SCENE);
    assert_string_equal(s->problems.text, want);
    CHECK_EQ(s->live, 0);
}

static inline gyre_mass_properties mass_in(gyre_scene *scene, const char *name) {
    gyre_mass_properties mass;
    CHECK_OK(gyre_body_get_mass(gyre_scene_world(scene), body_of(scene, name), &mass));
    return mass;
}

static inline gyre_mass_properties mass_of_text(shelf *s, const char *text) {
    gyre_scene *scene = read_scene(s, text);
    gyre_mass_properties mass = mass_in(scene, "a");
    gyre_scene_destroy(scene);
    return mass;
}
