/// `gyre run` of a scene: steps, frames, ledger, hash.
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double LARGE_RESIDUAL = 1e-3; // of the energy; below it a plot would not show it
static const double STEPS_MAX = 1e10;

// A run in numbers. Frame k is the step nearest to k / fps: true states, no interpolation.
typedef struct schedule {
    double dt, fps;
    uint64_t steps, frames; // frames after the first
} schedule;

static double or_else(double said, double otherwise) { return said != 0 ? said : otherwise; }

static int make_schedule(const scene *what, const run_options *options, schedule *out_schedule) {
    double dt = or_else(options->dt, what->dt), duration = or_else(options->duration, what->duration);
    // whoever takes longer steps than the example has rows gets a row per step
    double fps = or_else(options->fps, fmin(what->fps, 1 / dt));
    double steps = round(duration / dt);
    if (!(steps >= 1 && steps <= STEPS_MAX)) {
        fprintf(stderr, "gyre run: --duration %g with --dt %g makes %.4g steps; 1 to %g are possible\n", duration, dt,
                steps, STEPS_MAX);
        return EXIT_USAGE;
    }
    if (fps * dt > 1 + 1e-12) {
        fprintf(stderr, "gyre run: --fps %g is above 1/dt = %g: there are no states between steps\n", fps, 1 / dt);
        return EXIT_USAGE;
    }
    *out_schedule = (schedule){dt, fps, (uint64_t)steps, (uint64_t)(steps * dt * fps * (1 + 1e-12))};
    return EXIT_DONE;
}

static uint64_t step_of_frame(const schedule *s, uint64_t frame) {
    double step = round((double)frame / s->fps / s->dt);
    return step < (double)s->steps ? (uint64_t)step : s->steps;
}

// ---- the table ----

enum { CELL = 14 };

static void print_cell(double value, int decimals) {
    char text[340];
    snprintf(text, sizeof text, "%.*f", decimals, value == 0 ? 0 : value);
    if (strlen(text) > CELL - 1) snprintf(text, sizeof text, "%.4g", value); // a method that went wild
    printf("%*s", CELL, text);
}

static void print_heading(const scene *what, const schedule *s, gyre_method method) {
    double rate = 1 / s->dt;
    printf("%s\n", what->title);
    if (fabs(rate - round(rate)) < 1e-9 * rate && rate > 1)
        printf("%s, dt = 1/%s s", gyre_method_name(method), exact_text(round(rate)).digits);
    else
        printf("%s, dt = %s s", gyre_method_name(method), exact_text(s->dt).digits);
    printf(", %g s.\n\n%10s", (double)s->steps * s->dt, "t [s]");
    for (const scene_column *c = what->columns; c->name; c++) {
        char label[32];
        snprintf(label, sizeof label, "%s%s%s%s", c->name, c->unit[0] ? " [" : "", c->unit, c->unit[0] ? "]" : "");
        printf("%*s", CELL, label);
    }
    printf("\n");
}

static gyre_result print_row(const scene *what, const gyre_world *world, const double *memory) {
    double row[SCENE_COLUMNS_MAX];
    gyre_result r = what->measure(world, memory, row);
    if (r != GYRE_OK) return r;
    printf("%10.3f", gyre_world_time(world));
    for (int i = 0; what->columns[i].name; i++)
        print_cell(row[i], what->columns[i].decimals);
    printf("\n");
    return GYRE_OK;
}

// ---- the run ----

static gyre_result watch(const scene *what, const gyre_world *world, double *memory) {
    return what->watch ? what->watch(world, memory) : GYRE_OK;
}

// Steps that fail explain themselves in the log.
static gyre_result take_steps(const scene *what, gyre_world *world, const schedule *s, int is_quiet, double *memory) {
    gyre_result r = watch(what, world, memory);
    if (r == GYRE_OK && !is_quiet) r = print_row(what, world, memory);
    uint64_t frame = 1;
    for (uint64_t step = 1; r == GYRE_OK && step <= s->steps; step++) {
        r = gyre_world_step(world, s->dt, NULL);
        if (r == GYRE_OK) r = watch(what, world, memory);
        if (r != GYRE_OK || is_quiet || frame > s->frames || step < step_of_frame(s, frame)) continue;
        frame++;
        r = print_row(what, world, memory);
    }
    return r;
}

static gyre_result print_results(const scene *what, const gyre_world *world, const double *memory,
                                 const gyre_ledger *ledger) {
    printf("\n");
    gyre_result r = what->conclude ? what->conclude(world, memory) : GYRE_OK;
    if (r != GYRE_OK) return r;
    if (what->conclude) printf("\n");
    return print_ledger(world, ledger);
}

static void warn_of_residual(const gyre_ledger *ledger, gyre_method method) {
    double part = residual_part(ledger);
    if (part <= LARGE_RESIDUAL) return;
    char text[200];
    snprintf(text, sizeof text, "%s %s %.3g J, %.3g %% of the energy, out of nothing: take a smaller --dt%s",
             gyre_method_name(method), ledger->residual > 0 ? "added" : "lost", fabs(ledger->residual), 100 * part,
             method == GYRE_METHOD_exact ? "" : ", or --method exact");
    print_log(GYRE_LOG_WARNING, text, NULL);
}

static int run_world(const scene *what, gyre_world *world, const run_options *options, const schedule *s) {
    double memory[SCENE_MEMORY_SIZE] = {0};
    gyre_step_report report;
    gyre_ledger ledger;
    gyre_result r = what->build(world);
    if (r == GYRE_OK && gyre_world_check_method(world, &report) != GYRE_OK) {
        fprintf(stderr, "gyre run: %s\n", report.text);
        return EXIT_USAGE;
    }
    if (r == GYRE_OK && !options->is_quiet) print_heading(what, s, gyre_world_method(world));
    if (r == GYRE_OK) r = take_steps(what, world, s, options->is_quiet, memory);
    if (r == GYRE_OK) r = gyre_world_get_ledger(world, &ledger);
    if (r == GYRE_OK && !options->is_quiet) r = print_results(what, world, memory, &ledger);
    if (r != GYRE_OK) {
        fprintf(stderr, "gyre run: stopped after %g s: %s\n", gyre_world_time(world), gyre_result_text(r));
        return EXIT_FAILED;
    }
    if (options->wants_hash) print_hash(gyre_world_hash(world));
    warn_of_residual(&ledger, gyre_world_method(world));
    return EXIT_DONE;
}

int scene_run(const scene *what, const run_options *options) {
    schedule s;
    int code = make_schedule(what, options, &s);
    if (code != EXIT_DONE) return code;
    gyre_world_def def = gyre_world_def_default();
    def.gravity = what->gravity;
    def.method = options->has_method ? options->method : what->method;
    def.has_ledger = 1;
    def.log = (gyre_logger){print_log, NULL};
    gyre_world *world;
    gyre_result r = gyre_world_create(&def, &world);
    if (r != GYRE_OK) {
        fprintf(stderr, "gyre run: %s\n", gyre_result_text(r));
        return EXIT_FAILED;
    }
    code = run_world(what, world, options, &s);
    gyre_world_destroy(world);
    return code;
}
