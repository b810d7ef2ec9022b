/// Scenes from text, and their problems.
#pragma once

#include "world_helpers.h"

#include <stdarg.h>

/// Every problem as one line: "line:column where: text", with "warning: " in front of warnings.
typedef struct problem_log {
    size_t count, warning_count, length; // count: errors
    char text[65536];
} problem_log;

static inline void note_problem(const gyre_problem *problem, void *user) {
    problem_log *log = user;
    *(problem->severity == GYRE_SEVERITY_ERROR ? &log->count : &log->warning_count) += 1;
    int n = snprintf(log->text + log->length, sizeof log->text - log->length, "%s%d:%d%s%s: %s\n",
                     problem->severity == GYRE_SEVERITY_WARNING ? "warning: " : "", problem->line, problem->column,
                     problem->where[0] ? " " : "", problem->where, problem->text);
    log->length += n > 0 ? (size_t)n : 0;
    if (log->length >= sizeof log->text) log->length = sizeof log->text - 1;
}

/// Reads text that is not a scene. The problems stay valid until the next call.
static inline const problem_log *problems_of(const char *text, size_t size) {
    static problem_log log;
    log.count = log.warning_count = log.length = 0;
    log.text[0] = '\0';
    gyre_scene_options options = gyre_scene_options_default();
    options.on_problem = note_problem;
    options.user = &log;
    gyre_scene *scene = NULL;
    gyre_result r = gyre_scene_read(text, size, &options, &scene);
    if (r != GYRE_ERR_SCENE) fail_msg("reading gives %s, expected GYRE_ERR_SCENE:\n%s", gyre_result_name(r), text);
    CHECK(!scene);
    return &log;
}

static inline gyre_scene *scene_of_bytes(const char *text, size_t size) {
    static problem_log log;
    log.count = log.warning_count = log.length = 0;
    log.text[0] = '\0';
    gyre_scene_options options = gyre_scene_options_default();
    options.on_problem = note_problem;
    options.user = &log;
    gyre_scene *scene = NULL;
    gyre_result r = gyre_scene_read(text, size, &options, &scene);
    if (r != GYRE_OK) fail_msg("reading gives %s:\n%s", gyre_result_name(r), log.text);
    return scene;
}

static inline gyre_scene *scene_of(const char *text) { return scene_of_bytes(text, strlen(text)); }

static inline gyre_scene *scene_of_example(const char *name) {
    const gyre_example *example = gyre_example_find(name);
    if (!example) fail_msg("there is no example %s", name);
    return scene_of_bytes(example->text, example->size);
}

/// A body of a scene by its name.
static inline gyre_body_id body_of(gyre_scene *scene, const char *name) {
    gyre_body_id id = {0};
    CHECK_OK(gyre_world_find_body(gyre_scene_world(scene), name, &id));
    return id;
}

static inline gyre_motion motion_in(gyre_scene *scene, const char *name) {
    gyre_motion motion = {0};
    CHECK_OK(gyre_body_get_motion(gyre_scene_world(scene), body_of(scene, name), &motion));
    return motion;
}

/// All steps of the scene.
static inline void run(gyre_scene *scene) {
    take_steps(gyre_scene_world(scene), gyre_scene_get_settings(scene).dt, (int)gyre_scene_step_count(scene));
}

/// Bytes that were written; the n-th piece can be made to fail.
typedef struct byte_log {
    size_t size, pieces, fail_at;
    char *bytes;
} byte_log;

static inline gyre_result keep_bytes(const void *bytes, size_t size, void *user) {
    byte_log *log = user;
    if (log->fail_at > 0 && ++log->pieces == log->fail_at) return GYRE_ERR_STOPPED;
    log->bytes = realloc(log->bytes, log->size + size + 1);
    if (!log->bytes) abort();
    memcpy(log->bytes + log->size, bytes, size);
    log->size += size;
    log->bytes[log->size] = '\0';
    return GYRE_OK;
}

static inline gyre_sink sink_to(byte_log *log) { return (gyre_sink){.write = keep_bytes, .user = log}; }

/// The scene as text; to be freed.
static inline byte_log text_of(const gyre_scene *scene) {
    byte_log log = {0};
    gyre_sink sink = sink_to(&log);
    CHECK_OK(gyre_scene_write(scene, &sink));
    return log;
}
