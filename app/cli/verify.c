/// `gyre verify`: compares runs with other kernels, threads, saves and restores, bit for bit.
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY_DEFAULT = 10, THREADS_DEFAULT = 2 };

// The final values of a run, for comparison.
typedef struct outcome {
    uint64_t hash, steps, ledger_hash;
} outcome;

static int is_same(const outcome *a, const outcome *b) {
    return a->hash == b->hash && a->steps == b->steps && a->ledger_hash == b->ledger_hash;
}

static void add_account(gyre_hash *hash, const gyre_vector_account *account) {
    const gyre_vec3 vectors[] = {account->initial, account->final, account->impulse, account->residual};
    for (int i = 0; i < 4; i++)
        gyre_hash_add_doubles(hash, (const double[]){vectors[i].x, vectors[i].y, vectors[i].z}, 3);
}

static uint64_t hash_of_ledger(const gyre_ledger *l) {
    gyre_hash hash = gyre_hash_begin();
    const double numbers[] = {l->time, l->initial,    l->final,  l->kinetic, l->potential,
                              l->work, l->dissipated, l->edited, l->residual};
    gyre_hash_add_u64(&hash, l->steps);
    gyre_hash_add_doubles(&hash, numbers, sizeof numbers / sizeof numbers[0]);
    add_account(&hash, &l->momentum);
    add_account(&hash, &l->angular_momentum);
    return gyre_hash_value(&hash);
}

static int load(const cli_options *asked, gyre_scene **out_scene) {
    gyre_scene *scene;
    int code = scene_load("gyre verify", asked->operands[0], asked, &scene);
    if (code != EXIT_DONE) return code;
    code = scene_adjust("gyre verify", scene, asked);
    gyre_step_report report;
    if (code == EXIT_DONE && gyre_world_check_method(gyre_scene_world(scene), &report) != GYRE_OK) {
        fprintf(stderr, "gyre verify: %s\n", report.text);
        code = EXIT_USAGE;
    }
    if (code == EXIT_DONE)
        *out_scene = scene;
    else
        gyre_scene_destroy(scene);
    return code;
}

static int take_step(gyre_scene *scene) {
    gyre_step_report report;
    gyre_result r = gyre_world_step(gyre_scene_world(scene), gyre_scene_get_settings(scene).dt, &report);
    if (r != GYRE_OK) fprintf(stderr, "gyre verify: %s\n", report.text);
    return r == GYRE_OK ? EXIT_DONE : failure_code(r, EXIT_FAILED);
}

static int finish(gyre_scene *scene, outcome *out) {
    const gyre_world *world = gyre_scene_world(scene);
    gyre_ledger ledger;
    if (gyre_world_get_ledger(world, &ledger) != GYRE_OK) return EXIT_FAILED;
    *out = (outcome){gyre_world_hash(world), gyre_world_step_count(world), hash_of_ledger(&ledger)};
    return EXIT_DONE;
}

static int run_once(const cli_options *asked, outcome *out) {
    gyre_scene *scene;
    int code = load(asked, &scene);
    if (code != EXIT_DONE) return code;
    for (uint64_t n = gyre_scene_step_count(scene); n > 0 && code == EXIT_DONE; n--)
        code = take_step(scene);
    if (code == EXIT_DONE) code = finish(scene, out);
    gyre_scene_destroy(scene);
    return code;
}

// Saves one world and restores the other world from these bytes.
static int carry_over(const gyre_world *from, gyre_world *to) {
    size_t size = 0;
    gyre_result r = gyre_world_snapshot_size(from, &size);
    void *bytes = r == GYRE_OK ? malloc(size) : NULL;
    if (r == GYRE_OK && !bytes) r = GYRE_ERR_NO_MEMORY;
    if (r == GYRE_OK) r = gyre_world_save(from, bytes, size, &size);
    if (r == GYRE_OK) r = gyre_world_restore(to, bytes, size);
    free(bytes);
    if (r != GYRE_OK) fprintf(stderr, "gyre verify: %s\n", gyre_result_text(r));
    return r == GYRE_OK ? EXIT_DONE : failure_code(r, EXIT_FAILED);
}

// Two worlds take turns: after every `every` steps the other world is restored from a snapshot and continues the run.
// Prints the first step after which their states differ.
static int run_in_turns(gyre_scene *scenes[2], uint64_t every, outcome *out, uint64_t *out_count) {
    uint64_t steps = gyre_scene_step_count(scenes[0]), saved = 0;
    int code = EXIT_DONE, turn = 0;
    for (uint64_t n = 1; n <= steps && code == EXIT_DONE; n++) {
        code = take_step(scenes[turn]);
        if (n % every != 0 || code != EXIT_DONE) continue;
        gyre_world *from = gyre_scene_world(scenes[turn]), *to = gyre_scene_world(scenes[1 - turn]);
        code = carry_over(from, to);
        if (code == EXIT_DONE && gyre_world_hash(from) != gyre_world_hash(to)) {
            fprintf(stderr, "gyre verify: the state restored after step %" PRIu64 " differs from the saved state\n", n);
            code = EXIT_FAILED;
        }
        turn = 1 - turn;
        saved++;
    }
    *out_count = saved;
    return code == EXIT_DONE ? finish(scenes[turn], out) : code;
}

static int run_saved(const cli_options *asked, uint64_t every, outcome *out, uint64_t *out_count) {
    gyre_scene *scenes[2] = {NULL, NULL};
    int code = load(asked, &scenes[0]);
    if (code == EXIT_DONE) code = load(asked, &scenes[1]);
    if (code == EXIT_DONE) code = run_in_turns(scenes, every, out, out_count);
    gyre_scene_destroy(scenes[0]);
    gyre_scene_destroy(scenes[1]);
    return code;
}

static int report(const char *what, const outcome *expected, const outcome *got) {
    int is_good = is_same(expected, got);
    printf("%-44s %016" PRIx64 "  %s\n", what, got->hash, is_good ? "same" : "DIFFERENT");
    return is_good ? EXIT_DONE : EXIT_FAILED;
}

// Compares every kernel of this machine with the first kernel.
static int compare_kernels(const cli_options *asked, const outcome *first, int *failed) {
    int code = EXIT_DONE;
    for (int i = 1; gyre_kernel_name(i) && code == EXIT_DONE; i++) {
        char what[80];
        outcome again;
        cli_options wide = *asked;
        wide.kernel = gyre_kernel_name(i);
        if (!gyre_kernel_is_usable(i)) {
            printf("kernel %-37s not available in this build or on this CPU\n", wide.kernel);
            continue;
        }
        code = run_once(&wide, &again);
        snprintf(what, sizeof what, "kernel %s", wide.kernel);
        if (code == EXIT_DONE) *failed |= report(what, first, &again);
    }
    return code;
}

static int compare_threads(const cli_options *asked, int threads, const outcome *first, int *failed) {
    int code = EXIT_DONE;
    for (int n = 1; n <= threads && code == EXIT_DONE; n++) {
        char what[80];
        outcome again;
        cli_options shared = *asked;
        shared.threads = n;
        code = run_once(&shared, &again);
        snprintf(what, sizeof what, "--threads %d", n);
        if (code == EXIT_DONE) *failed |= report(what, first, &again);
    }
    return code;
}

int verify_command(const cli_options *asked) {
    if (strcmp(asked->operands[0], "-") == 0) {
        fprintf(stderr, "gyre verify: cannot read standard input, because verify reads the scene several times: give a "
                        "file or an example\n");
        return EXIT_USAGE;
    }
    int threads = asked->threads ? asked->threads : THREADS_DEFAULT;
    uint64_t every = (uint64_t)(asked->every ? asked->every : EVERY_DEFAULT), saved = 0;
    outcome first, again;
    cli_options narrow = *asked;
    narrow.kernel = gyre_kernel_name(0);
    int code = run_once(&narrow, &first);
    if (code != EXIT_DONE) return code;
    printf("kernel %-37s %016" PRIx64 "  after %" PRIu64 " steps\n", narrow.kernel, first.hash, first.steps);
    int failed = 0;
    code = compare_kernels(asked, &first, &failed);
    if (code == EXIT_DONE) code = compare_threads(asked, threads, &first, &failed);
    if (code == EXIT_DONE) code = run_saved(asked, every, &again, &saved);
    if (code != EXIT_DONE) return code;
    char what[80];
    snprintf(what, sizeof what, "saved and restored %" PRIu64 " times", saved);
    failed |= report(what, &first, &again);
    return failed ? EXIT_FAILED : EXIT_DONE;
}
