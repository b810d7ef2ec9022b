/// Runs: reading, settings, steps.
#include "web_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- version, examples, methods ----

GYRE_WEB_EXPORT(gyre_web_version) const char *gyre_web_version(void) { return gyre_version(); }

GYRE_WEB_EXPORT(gyre_web_example_name) const char *gyre_web_example_name(int index) {
    const gyre_example *example = gyre_example_at((size_t)index);
    return example ? example->name : NULL;
}

GYRE_WEB_EXPORT(gyre_web_example_title) const char *gyre_web_example_title(int index) {
    const gyre_example *example = gyre_example_at((size_t)index);
    return example ? example->title : NULL;
}

GYRE_WEB_EXPORT(gyre_web_example_text) const char *gyre_web_example_text(int index) {
    const gyre_example *example = gyre_example_at((size_t)index);
    return example ? example->text : NULL;
}

GYRE_WEB_EXPORT(gyre_web_method_name) const char *gyre_web_method_name(int index) {
    return index >= 0 && index < GYRE_METHOD_COUNT ? gyre_method_name((gyre_method)index) : NULL;
}

GYRE_WEB_EXPORT(gyre_web_method_text) const char *gyre_web_method_text(int index) {
    return index >= 0 && index < GYRE_METHOD_COUNT ? gyre_method_text((gyre_method)index) : NULL;
}

// ---- open and close ----

static void keep_problem(const gyre_problem *problem, void *user) {
    gyre_web_run *run = user;
    if (run->problem_count == run->problem_capacity) {
        int capacity = 2 * run->problem_capacity + 8;
        web_problem *more = realloc(run->problems, (size_t)capacity * sizeof *more);
        if (!more) return; // the problems so far are kept
        run->problems = more;
        run->problem_capacity = capacity;
    }
    web_problem *kept = &run->problems[run->problem_count++];
    kept->line = problem->line;
    kept->column = problem->column;
    kept->severity = problem->severity;
    snprintf(kept->text, sizeof kept->text, "%s%s%s", problem->where, problem->where[0] ? ": " : "", problem->text);
}

// Keeps the world's error messages, which are more specific than a result.
static void keep_log(gyre_log_level level, const char *text, void *user) {
    gyre_web_run *run = user;
    if (level == GYRE_LOG_ERROR) snprintf(run->message, sizeof run->message, "%s", text);
}

static bool list_bodies(gyre_web_run *run) {
    size_t count = gyre_world_body_count(run->world);
    run->bodies = calloc(count + 1, sizeof *run->bodies);
    if (!run->bodies) return false;
    gyre_body_id body = {0};
    while (!gyre_body_is_none(body = gyre_world_next_body(run->world, body)))
        run->bodies[run->body_count++] = body;
    return true;
}

GYRE_WEB_EXPORT(gyre_web_open) gyre_web_run *gyre_web_open(const char *text, size_t size, int has_ledger) {
    gyre_web_run *run = calloc(1, sizeof *run);
    if (!run) return NULL;
    run->clock = gyre_clock_default();
    run->text_size = size;
    run->text = malloc(size + 1);
    if (!run->text) goto no_memory;
    memcpy(run->text, text, size);

    gyre_scene_options how = gyre_scene_options_default();
    how.has_ledger = has_ledger;
    how.on_problem = keep_problem;
    how.user = run;
    how.log = (gyre_logger){keep_log, run};
    gyre_result r = gyre_scene_read(run->text, size, &how, &run->scene);
    if (r == GYRE_ERR_SCENE) return run;
    if (r != GYRE_OK) goto no_memory;
    run->world = gyre_scene_world(run->scene);
    run->clock.step = gyre_web_dt(run);
    if (!list_bodies(run)) goto no_memory;
    return run;

no_memory:
    gyre_web_close(run);
    return NULL;
}

GYRE_WEB_EXPORT(gyre_web_close) void gyre_web_close(gyre_web_run *run) {
    if (!run) return;
    gyre_scene_destroy(run->scene);
    free(run->scene_text.bytes);
    free(run->springs);
    free(run->numbers);
    free(run->poses);
    free(run->inputs);
    free(run->problems);
    free(run->bodies);
    free(run->text);
    free(run);
}

GYRE_WEB_EXPORT(gyre_web_problem_count) int gyre_web_problem_count(const gyre_web_run *run) {
    return run->problem_count;
}

static const web_problem *problem_at(const gyre_web_run *run, int index) {
    return index >= 0 && index < run->problem_count ? &run->problems[index] : NULL;
}

GYRE_WEB_EXPORT(gyre_web_problem_line) int gyre_web_problem_line(const gyre_web_run *run, int index) {
    const web_problem *problem = problem_at(run, index);
    return problem ? problem->line : 0;
}

GYRE_WEB_EXPORT(gyre_web_problem_column) int gyre_web_problem_column(const gyre_web_run *run, int index) {
    const web_problem *problem = problem_at(run, index);
    return problem ? problem->column : 0;
}

GYRE_WEB_EXPORT(gyre_web_problem_severity) int gyre_web_problem_severity(const gyre_web_run *run, int index) {
    const web_problem *problem = problem_at(run, index);
    return problem ? (int)problem->severity : GYRE_SEVERITY_ERROR;
}

GYRE_WEB_EXPORT(gyre_web_problem_text) const char *gyre_web_problem_text(const gyre_web_run *run, int index) {
    const web_problem *problem = problem_at(run, index);
    return problem ? problem->text : NULL;
}

// ---- settings ----

GYRE_WEB_EXPORT(gyre_web_title) const char *gyre_web_title(const gyre_web_run *run) {
    return gyre_scene_get_settings(run->scene).title;
}

GYRE_WEB_EXPORT(gyre_web_method) const char *gyre_web_method(const gyre_web_run *run) {
    return run->world ? gyre_method_name(gyre_world_method(run->world)) : "";
}

GYRE_WEB_EXPORT(gyre_web_dt) double gyre_web_dt(const gyre_web_run *run) {
    return gyre_scene_get_settings(run->scene).dt;
}

GYRE_WEB_EXPORT(gyre_web_duration) double gyre_web_duration(const gyre_web_run *run) {
    return gyre_scene_get_settings(run->scene).duration;
}

GYRE_WEB_EXPORT(gyre_web_fps) double gyre_web_fps(const gyre_web_run *run) {
    return gyre_scene_get_settings(run->scene).fps;
}

int gyre_web_say(gyre_web_run *run, gyre_result result, const char *text) {
    if (result == GYRE_OK)
        run->message[0] = 0;
    else
        snprintf(run->message, sizeof run->message, "%s", text && text[0] ? text : gyre_result_text(result));
    return result == GYRE_OK;
}

GYRE_WEB_EXPORT(gyre_web_set_method) int gyre_web_set_method(gyre_web_run *run, const char *name) {
    gyre_method before = gyre_world_method(run->world), method;
    gyre_result r = gyre_method_from_name(name, &method);
    if (r == GYRE_OK) r = gyre_world_set_method(run->world, method);
    if (r != GYRE_OK) return gyre_web_say(run, r, NULL);
    gyre_step_report report;
    r = gyre_world_check_method(run->world, &report);
    if (r != GYRE_OK) (void)gyre_world_set_method(run->world, before);
    return gyre_web_say(run, r, report.text);
}

GYRE_WEB_EXPORT(gyre_web_set_dt) int gyre_web_set_dt(gyre_web_run *run, double dt) {
    gyre_scene_settings own = gyre_scene_get_settings(run->scene);
    // with steps longer than a frame, one frame per step
    double fps = own.fps * dt > 1 ? 1 / dt : own.fps;
    gyre_result r = gyre_scene_set_settings(run->scene, dt, own.duration > dt ? own.duration : dt, fps);
    if (r == GYRE_OK) run->clock.step = dt;
    return gyre_web_say(run, r, r == GYRE_OK ? NULL : "dt: must be a finite number of seconds > 0");
}

// ---- stepping ----

gyre_result gyre_web_take_step(gyre_web_run *run) {
    gyre_step_report report = {.text = ""};
    gyre_result r = gyre_web_before_step(run);
    if (r == GYRE_OK) r = gyre_world_step(run->world, gyre_web_dt(run), &report);
    if (r != GYRE_OK) gyre_web_say(run, r, report.text);
    return r;
}

GYRE_WEB_EXPORT(gyre_web_step) double gyre_web_step(gyre_web_run *run, double n) {
    if (!run->world) return 0;
    gyre_web_say(run, GYRE_OK, NULL);
    double taken = 0;
    while (taken < n && gyre_web_take_step(run) == GYRE_OK)
        taken++;
    run->alpha = 1; // draw the last state without interpolation
    run->clock.accumulator = 0;
    run->clock.accumulator_rest = 0;
    return taken;
}

static gyre_result before_next_step(gyre_world *world, void *user) {
    (void)world;
    return gyre_web_before_step(user);
}

GYRE_WEB_EXPORT(gyre_web_advance) int gyre_web_advance(gyre_web_run *run, double time, double max_time, int max_steps) {
    if (!run->world) return 0;
    run->clock.max_time = max_time;
    run->clock.max_steps = max_steps;
    run->clock.on_step = before_next_step;
    run->clock.user = run;
    gyre_clock_report report = {0};
    gyre_result r = gyre_web_before_step(run);
    if (r == GYRE_OK) r = gyre_clock_advance(&run->clock, run->world, time, &report);
    run->alpha = report.alpha;
    return gyre_web_say(run, r, report.step.text) ? report.steps : -1;
}

GYRE_WEB_EXPORT(gyre_web_alpha) double gyre_web_alpha(const gyre_web_run *run) { return run->alpha; }

GYRE_WEB_EXPORT(gyre_web_dropped) double gyre_web_dropped(const gyre_web_run *run) { return run->clock.dropped; }

GYRE_WEB_EXPORT(gyre_web_message) const char *gyre_web_message(const gyre_web_run *run) { return run->message; }
