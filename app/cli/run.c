/// `gyre run`: steps, frames, ledger, hash.
#include "cli.h"
#include "interrupt.h"
#include "command_limits.h"
#include "outputs.h"
#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double LARGE_RESIDUAL = 1e-3; // fraction of the largest energy; smaller errors are invisible in a plot
static const double ENDING_TIME = 0.1;     // [s] time limit for the energies after a signal

typedef struct run {
    const cli_options *asked;
    gyre_scene *scene;
    gyre_world *world;
    uint64_t first, last; // range of steps, counted from t = 0
    outputs files;
    progress bar;
    uint64_t steps;   // steps done
    int is_stepping;  // 1 during a step, when the progress bar moves
    int is_ending;    // 1 after the last step, while files and ledger are finished
    double ending_at; // [s] of progress_clock
} run;

// Result of stepping a run.
typedef struct ending {
    int code;
    int is_early;
} ending;

// ---- continuing from a snapshot ----

// Hashes the names of all bodies.
static uint64_t cast_of(const gyre_world *world) {
    gyre_hash hash = gyre_hash_begin();
    gyre_body_id body = {0};
    while (!gyre_body_is_none(body = gyre_world_next_body(world, body)))
        for (const char *c = gyre_body_name(world, body); c; c = *c ? c + 1 : NULL)
            gyre_hash_add_u64(&hash, (unsigned char)*c);
    return gyre_hash_value(&hash);
}

static int restore(run *r, const char *path) {
    gyre_file_error error;
    void *bytes;
    size_t size;
    limits *kept = r->asked->limits;
    size_t limit = limit_of_input(kept, path, kept->file);
    gyre_result result = gyre_file_read(path, limit, &kept->allocator, &bytes, &size, &error);
    limits_note_file(kept, result, limit);
    if (result != GYRE_OK) {
        fprintf(stderr, "gyre run: --from: %s\n", error.text);
        return EXIT_FILES;
    }
    uint64_t cast = cast_of(r->world);
    result = gyre_world_restore(r->world, bytes, size);
    gyre_file_free(&kept->allocator, bytes);
    if (result != GYRE_OK) {
        fprintf(stderr, "gyre run: --from %s: %s\n", shown(path).text, gyre_result_text(result));
        return failure_code(result, EXIT_USAGE);
    }
    // another scene's bodies would be drawn with the wrong shapes
    if (cast_of(r->world) != cast) {
        fprintf(stderr, "gyre run: --from %s: the snapshot belongs to another scene: its bodies are not those of %s\n",
                shown(path).text, shown(r->asked->operands[0]).text);
        return EXIT_USAGE;
    }
    // --method replaces the snapshot's method
    if (r->asked->method.is_given) result = gyre_world_set_method(r->world, r->asked->method.value);
    return result == GYRE_OK ? EXIT_DONE : EXIT_FAILED;
}

static int go_on(run *r) {
    int code = restore(r, r->asked->from);
    if (code != EXIT_DONE) return code;
    double time = gyre_world_time(r->world), dt = gyre_scene_get_settings(r->scene).dt;
    r->first = time > 0 ? (uint64_t)round(time / dt) : 0;
    if (r->first < r->last) return EXIT_DONE;
    fprintf(stderr,
            "gyre run: --from %s: the snapshot is at t = %g s, and the run ends at t = %g s: --duration must be > %g\n",
            shown(r->asked->from).text, time, (double)r->last * dt, time);
    return EXIT_USAGE;
}

// ---- the run ----

static void print_heading(const run *r) {
    gyre_scene_settings settings = gyre_scene_get_settings(r->scene);
    size_t bodies = gyre_world_body_count(r->world);
    printf("%s%s", shown(settings.title).text, settings.title[0] ? "\n" : "");
    printf("%zu %s, %s, dt = %s s, %s to %s s\n\n", bodies, bodies == 1 ? "body" : "bodies",
           gyre_method_name(gyre_world_method(r->world)), step_text(settings.dt).digits,
           short_text((double)r->first * settings.dt).digits, short_text((double)r->last * settings.dt).digits);
}

// The world calls this during a step and while it computes energies.
static gyre_result watch(double part, void *user) {
    run *r = user;
    if (r->is_stepping) progress_show(&r->bar, (double)r->steps + part);
    if (!interrupt_signal()) return GYRE_OK;
    return r->is_ending && progress_clock() - r->ending_at < ENDING_TIME ? GYRE_OK : GYRE_ERR_STOPPED;
}

static int is_stopped(gyre_result result) { return result == GYRE_ERR_STOPPED && interrupt_signal(); }

// Takes one step and returns an exit code.
static int take_step(run *r, double dt) {
    gyre_step_report report;
    r->is_stepping = 1;
    gyre_result result = gyre_world_step(r->world, dt, &report);
    r->is_stepping = 0;
    if (result == GYRE_OK) {
        r->steps++;
        progress_show(&r->bar, (double)r->steps);
        return EXIT_DONE;
    }
    if (is_stopped(result)) return EXIT_SIGNAL + interrupt_signal();
    progress_end(&r->bar);
    fprintf(stderr, "gyre run: stopped at t = %g s: %s\n", gyre_world_time(r->world), report.text);
    return failure_code(result, EXIT_FAILED);
}

static ending take_steps(run *r) {
    double dt = gyre_scene_get_settings(r->scene).dt;
    uint64_t frame = 0, frames = gyre_scene_frame_count(r->scene);
    while (frame < frames && gyre_scene_step_of_frame(r->scene, frame) <= r->first)
        frame++;
    uint64_t next_frame = gyre_scene_step_of_frame(r->scene, frame);
    progress_begin(&r->bar, "gyre run", (double)(r->last - r->first), r->asked->quiet);
    ending end = {.code = outputs_frame(&r->files)};
    for (uint64_t step = r->first; end.code == EXIT_DONE && step < r->last;) {
        end.code = take_step(r, dt);
        if (end.code != EXIT_DONE) break;
        step++;
        if (step == next_frame && frame < frames) {
            end.code = outputs_frame(&r->files);
            next_frame = gyre_scene_step_of_frame(r->scene, ++frame);
        }
        if (interrupt_signal() && end.code == EXIT_DONE && step < r->last) end.code = EXIT_SIGNAL + interrupt_signal();
    }
    progress_end(&r->bar);
    end.is_early = end.code != EXIT_DONE;
    if (end.code > EXIT_SIGNAL) fprintf(stderr, "gyre run: stopped at t = %g s\n", gyre_world_time(r->world));
    return end;
}

static void warn_of_residual(const gyre_ledger *ledger, gyre_method method) {
    double part = residual_part(ledger);
    if (!(part > LARGE_RESIDUAL)) return; // no warning for NaN
    char text[200];
    snprintf(text, sizeof text, "%s: energy error %+.3g J, %.3g %% of the largest energy: reduce --dt%s",
             gyre_method_name(method), ledger->residual, 100 * part,
             method == GYRE_METHOD_exact ? "" : ", or use --method exact");
    print_log(GYRE_LOG_WARNING, text, NULL);
}

// Prints the ledger, and the hash if the run reached its end.
static int print_results(const run *r, const ending *end) {
    gyre_ledger ledger;
    gyre_result result = gyre_world_get_ledger(r->world, &ledger);
    if (is_stopped(result)) {
        flush_output();
        fprintf(stderr, "gyre run: interrupted: no ledger is printed, because computing its energies takes too long\n");
        return EXIT_SIGNAL + interrupt_signal();
    }
    if (result == GYRE_OK && !r->asked->quiet) result = print_ledger(r->world, &ledger);
    if (result != GYRE_OK) {
        fprintf(stderr, "gyre run: cannot compute the ledger: %s\n", gyre_result_text(result));
        return failure_code(result, EXIT_FAILED);
    }
    if (r->asked->hash && !end->is_early) print_hash(gyre_world_hash(r->world));
    warn_of_residual(&ledger, gyre_world_method(r->world));
    return EXIT_DONE;
}

static int run_scene(run *r) {
    int code = scene_adjust("gyre run", r->scene, r->asked);
    if (code != EXIT_DONE) return code;
    r->last = gyre_scene_step_count(r->scene);
    if (r->asked->from) code = go_on(r);
    if (code != EXIT_DONE) return code;
    gyre_step_report report;
    if (gyre_world_check_method(r->world, &report) != GYRE_OK) {
        fprintf(stderr, "gyre run: %s\n", report.text);
        return EXIT_USAGE;
    }
    interrupt_watch();
    if (gyre_world_set_progress(r->world, watch, r) != GYRE_OK) return EXIT_FAILED;
    code = outputs_begin(&r->files, &r->asked->output, r->scene, &r->asked->limits->allocator);
    if (code > EXIT_SIGNAL) fprintf(stderr, "gyre run: stopped before the first step; no file was written\n");
    if (code != EXIT_DONE) return code;
    if (!r->asked->quiet) print_heading(r);
    ending end = take_steps(r);
    r->is_ending = 1;
    r->ending_at = progress_clock();
    int files_code = outputs_end(&r->files, end.is_early);
    int results_code = print_results(r, &end);
    return end.code != EXIT_DONE ? end.code : files_code != EXIT_DONE ? files_code : results_code;
}

int run_command(const cli_options *asked) {
    int code = outputs_check(&asked->output);
    if (code != EXIT_DONE) return code;
    run r = {.asked = asked};
    code = scene_load("gyre run", asked->operands[0], asked, &r.scene);
    if (code != EXIT_DONE) return code;
    r.world = gyre_scene_world(r.scene);
    code = run_scene(&r);
    gyre_scene_destroy(r.scene);
    return code;
}
