/// `gyre bench`: nanoseconds per body and step, in comparison with other loops and engines.
#include "bench.h"
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP_MAX = 16, BYTES_OF_A_STEP = 240, TRIAD_LENGTH = 1 << 23 };

static const bench_scene SPIN5 = {"spin5", BENCH_BOX, 5, 0};
static const bench_scene SPIN5_OPTIONS = {"spin5_options", BENCH_BOX, 5, 0};
static const bench_scene SPIN5_FORCES = {"spin5_forces", BENCH_BOX, 5, 0};
enum { BENCH_IMPLICIT_BODIES = 20 };
static const bench_scene SPIN5_STATIC = {"spin5_static", BENCH_BOX, 5, 0};
static const bench_scene SPIN5_METHODS = {"spin5_methods", BENCH_BOX, 5, 0};
static const bench_scene SPIN5_KERNELS = {"spin5_kernels", BENCH_BOX, 5, 0};
static const bench_scene SPIN5_PEERS = {"spin5_peers", BENCH_BOX, 5, 0};
static const bench_scene SPIN20 = {"spin20", BENCH_BOX, 20, 0};
static const bench_scene SPIN60 = {"spin60", BENCH_BOX, 60, 0};
static const bench_scene ROUND1000 = {"round1000", BENCH_ROUND, 1000, 0};
static const bench_scene THETA08 = {"theta08", BENCH_BOX, 0.8 / BENCH_STEP, 1};
static const bench_scene MEMORY = {"memory", BENCH_BOX, 5, 0};
static const bench_scene MEMORY_STATIC = {"memory_static", BENCH_BOX, 5, 0};

typedef struct bench_run {
    int is_quick, has_peers;
    bench_rows rows;
} bench_run;

// ---- tables ----

static void print_heading(const char *text) {
    printf("\n%s\n  %-34s %8s %7s %13s %7s %7s  %s\n", text, "what", "bodies", "threads", "ns/body-step", "x T1",
           "x T2", "hash");
}

static void print_ratio(const bench_row *row, const bench_row *base) {
    if (base)
        printf(" %7.2f", row->ns / base->ns);
    else
        printf(" %7s", "-");
}

// Prints row `first` and all later rows as one group, with their ratios to the group's baselines.
static void print_group(const bench_rows *rows, size_t first) {
    const bench_row *textbook = NULL, *lean = NULL;
    for (size_t i = first; i < rows->count; i++) {
        if (strcmp(rows->rows[i].what, "textbook") == 0) textbook = &rows->rows[i];
        if (strcmp(rows->rows[i].what, "lean") == 0) lean = &rows->rows[i];
    }
    for (size_t i = first; i < rows->count; i++) {
        const bench_row *row = &rows->rows[i];
        char name[64];
        snprintf(name, sizeof name, "%s%s%s", row->what, row->options[0] ? ", " : "", row->options);
        printf("  %-34s %8zu %7d %13.2f", name, row->bodies, row->threads, row->ns);
        print_ratio(row, textbook);
        print_ratio(row, lean);
        printf("  %016" PRIx64 "\n", row->hash);
    }
    fflush(stdout);
}

static int measure(bench_run *run, bench_candidate *group, int count, const bench_scene *scene, size_t bodies) {
    const bench_effort effort = run->is_quick           ? (bench_effort){0.0005, 3}
                                : bodies < 100000       ? (bench_effort){0.005, 15}
                                : scene != &SPIN5_PEERS ? (bench_effort){0.005, 7}
                                                        : (bench_effort){0.005, 3}; // other engines need seconds
    size_t first = run->rows.count;
    int is_fine = bench_measure(group, count, scene, bodies, effort, &run->rows);
    print_group(&run->rows, first);
    return is_fine;
}

// ---- sections: each function returns 0 if a world failed ----

static int bench_sizes(bench_run *run) {
    static const size_t sizes[] = {1, 100, 1000, 10000, 100000, 1000000};
    print_heading("Boxes of random sizes, spins up to 5 rad/s:");
    for (int i = 0; i < (run->is_quick ? 3 : 6); i++) {
        bench_candidate group[] = {bench_field_textbook(),
                                   bench_field_lean(),
                                   bench_field_method(GYRE_METHOD_exact, 1),
                                   bench_field_method(GYRE_METHOD_semi_implicit_euler, 1),
                                   bench_field_method(GYRE_METHOD_exact, 2),
                                   bench_field_method(GYRE_METHOD_semi_implicit_euler, 2)};
        if (!measure(run, group, sizeof group / sizeof group[0], &SPIN5, sizes[i])) return 0;
    }
    return 1;
}

static int bench_scenes(bench_run *run) {
    static const struct {
        const char *text;
        const bench_scene *scene;
    } scenes[] = {{"Spins up to 20 rad/s:", &SPIN20},
                  {"Spins up to 60 rad/s:", &SPIN60},
                  {"Two equal moments, spins up to 1000 rad/s:", &ROUND1000}};
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        bench_candidate group[] = {bench_field_textbook(), bench_field_lean(),
                                   bench_field_method(GYRE_METHOD_exact, 1)};
        print_heading(scenes[i].text);
        if (!measure(run, group, 3, scenes[i].scene, run->is_quick ? 1000 : 10000)) return 0;
    }
    bench_candidate alone[] = {bench_field_method(GYRE_METHOD_exact, 1)};
    print_heading("One body that rotates by 0.8 rad per step:");
    return measure(run, alone, 1, &THETA08, 1);
}

// Prints the cost of each variant of `exact` in a group relative to the default.
static int compare_variants(bench_run *run, bench_candidate *group, int count, const bench_scene *scene,
                            size_t bodies) {
    if (!measure(run, group, count, scene, bodies)) return 0;
    const bench_row *base = bench_rows_find(&run->rows, "exact", scene->name, "", bodies, 1);
    for (int k = 0; k < count && base; k++) {
        const bench_row *row = bench_rows_find(&run->rows, "exact", scene->name, group[k].options, bodies, 1);
        if (row && row != base && !group[k].program)
            printf("  %s: %+.0f %%\n", group[k].options, 100 * (row->ns / base->ns - 1));
    }
    return 1;
}

static size_t many_or_more(const bench_run *run, int is_more) {
    return run->is_quick ? 1000 : is_more ? 1000000 : 10000;
}

// Cost of rollback, the ledger and a hash after every step.
static int bench_options(bench_run *run) {
    print_heading("Cost of rollback, of the ledger and of a hash after every step:");
    for (int i = 0; i < (run->is_quick ? 1 : 2); i++) {
        bench_candidate plain = bench_field_method(GYRE_METHOD_exact, 1);
        plain.options = "";
        bench_candidate group[] = {plain, plain, plain, plain};
        group[1].options = "no rollback";
        group[1].is_not_transactional = 1;
        group[2].options = "ledger";
        group[2].has_ledger = 1;
        group[3].options = "hash each step";
        group[3].is_hashed = 1;
        if (!compare_variants(run, group, 4, &SPIN5_OPTIONS, many_or_more(run, i))) return 0;
    }
    return 1;
}

// Cost of forces on every body, with and without the ledger.
static int bench_forces(bench_run *run) {
    print_heading("Cost of drag and a field on every body:");
    for (int i = 0; i < (run->is_quick ? 1 : 2); i++) {
        bench_candidate plain = bench_field_method(GYRE_METHOD_exact, 1);
        plain.options = "";
        bench_candidate group[] = {bench_field_textbook(), plain, plain, plain};
        group[2].options = "drag + field";
        group[2].has_forces = 1;
        group[3].options = "drag + field + ledger";
        group[3].has_forces = group[3].has_ledger = 1;
        if (!compare_variants(run, group, 4, &SPIN5_FORCES, many_or_more(run, i))) return 0;
    }
    return 1;
}

// Cost of static bodies and of an empty constraint hook in a world of 1000 free bodies, per free body.
static int bench_static_bodies(bench_run *run) {
    enum { FREE_BODIES = 1000, MANY_STATIC = 100000, MANY_STATIC_QUICK = 1000 };
    bench_candidate plain = bench_field_method(GYRE_METHOD_exact, 1);
    bench_candidate group[] = {plain, plain, plain, plain};
    group[1].options = "one static body";
    group[1].static_count = 1;
    group[2].options = run->is_quick ? "1000 static bodies" : "100000 static bodies";
    group[2].static_count = run->is_quick ? MANY_STATIC_QUICK : MANY_STATIC;
    group[3].options = "empty hook";
    group[3].has_hook = 1;
    print_heading("1000 free bodies beside static bodies, and with an empty constraint hook:");
    if (!compare_variants(run, group, 4, &SPIN5_STATIC, FREE_BODIES)) return 0;
    for (int i = 0; i < 2; i++) {
        bench_row row = bench_row_none();
        row.what = group[i].what;
        row.scene = MEMORY_STATIC.name;
        row.options = group[i].options;
        row.bodies = FREE_BODIES;
        row.bytes_per_body = bench_bytes(&group[i], &MEMORY_STATIC, FREE_BODIES);
        if (row.bytes_per_body < 0) return 0;
        bench_rows_add(&run->rows, row);
        printf("  %-34s %8.1f bytes per free body\n", i ? "exact, one static body" : "exact", row.bytes_per_body);
    }
    return 1;
}

static int bench_methods(bench_run *run) {
    bench_candidate group[GYRE_METHOD_COUNT + 2] = {bench_field_textbook(), bench_field_lean()};
    bench_candidate implicit[GYRE_METHOD_COUNT];
    int count = 2, implicit_count = 0;
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        bench_candidate method = bench_field_method((gyre_method)m, 1);
        if (gyre_method_is_implicit((gyre_method)m))
            implicit[implicit_count++] = method;
        else
            group[count++] = method;
    }
    print_heading("Every method:");
    if (!measure(run, group, count, &SPIN5_METHODS, run->is_quick ? 100 : 1000)) return 0;
    print_heading("Implicit methods, which solve one system of equations for all bodies:");
    return measure(run, implicit, implicit_count, &SPIN5_METHODS, BENCH_IMPLICIT_BODIES);
}

static int bench_kernels(bench_run *run) {
    bench_candidate group[GROUP_MAX];
    int count = 0;
    for (int i = 0; gyre_kernel_name(i) && count + 2 <= GROUP_MAX; i++) {
        if (!gyre_kernel_is_usable(i)) continue;
        group[count] = bench_field_method(GYRE_METHOD_exact, 1);
        group[count + 1] = bench_field_method(GYRE_METHOD_semi_implicit_euler, 1);
        for (int k = 0; k < 2; k++, count++)
            group[count].kernel = group[count].options = gyre_kernel_name(i);
    }
    print_heading("Every kernel of this machine:");
    return measure(run, group, count, &SPIN5_KERNELS, run->is_quick ? 100 : 1000);
}

static int bench_memory(bench_run *run) {
    size_t bodies = run->is_quick ? 1000 : 100000;
    printf("\nMemory of a world with %zu bodies:\n", bodies);
    static const char *const options[] = {"", "no rollback", "named", "damped", "ledger", "grown one by one"};
    for (int i = 0; i < 6; i++) {
        bench_candidate c = bench_field_method(GYRE_METHOD_exact, 1);
        bench_row row = bench_row_none();
        c.is_not_transactional = i == 1;
        c.has_names = i == 2;
        c.is_damped = i == 3;
        c.has_ledger = i == 4;
        c.is_grown = i == 5;
        row.what = c.what;
        row.scene = MEMORY.name;
        row.options = options[i];
        row.bodies = bodies;
        row.bytes_per_body = bench_bytes(&c, &MEMORY, bodies);
        if (row.bytes_per_body < 0) return 0;
        bench_rows_add(&run->rows, row);
        printf("  exact%s %-*s %8.1f bytes per body\n", i ? "," : "", i ? 27 : 28, options[i], row.bytes_per_body);
    }
    return 1;
}

static int bench_limit(bench_run *run) {
    const size_t length = run->is_quick ? TRIAD_LENGTH / 16 : TRIAD_LENGTH;
    double bandwidth = bench_triad(length, run->is_quick ? 2 : 7);
    if (bandwidth <= 0) return 0;
    bench_row row = bench_row_none();
    row.what = "memory limit";
    row.scene = "triad";
    row.bodies = length;
    row.ns = 1e9 * BYTES_OF_A_STEP / bandwidth;
    bench_rows_add(&run->rows, row);
    printf("\nMemory bandwidth %.1f GB/s (a = b + s c%s). For each body a step reads 13 state numbers\n"
           "and 4 mass properties and writes 13 state numbers: %d bytes, or %.1f ns at this bandwidth.\n",
           1e-9 * bandwidth, run->is_quick ? "; --quick: arrays partly in the cache" : "", BYTES_OF_A_STEP, row.ns);
    return 1;
}

static int bench_peers(bench_run *run) {
    static const size_t sizes[] = {1000, 10000, 100000, 1000000};
    if (!run->has_peers) return 1;
    print_heading("Comparison with other engines, without collisions, spins up to 5 rad/s:");
    for (int i = 0; i < (run->is_quick ? 1 : 4); i++) {
        bench_candidate group[GROUP_MAX] = {bench_field_method(GYRE_METHOD_exact, 1)};
        int count = 1;
        for (int p = 0; p < bench_field_peer_count(); p++)
            if (sizes[i] <= bench_field_peer_capacity(p)) group[count++] = bench_field_peer(p);
        if (!measure(run, group, count, &SPIN5_PEERS, sizes[i])) return 0;
    }
    return 1;
}

// ---- the command ----

// Prints the name and version of each program, or reports that it is missing.
static void print_programs(const bench_run *run) {
    for (int i = 0; i < bench_field_count(run->has_peers); i++) {
        bench_candidate c = bench_field_candidate(i);
        char about[256];
        if (!c.program || (c.row.is_peer && strcmp(c.variant, "fast") != 0)) continue;
        bench_child *child = bench_child_start(c.program);
        if (child && bench_child_ask(child, "about", about, sizeof about) && strncmp(about, "about ", 6) == 0)
            printf("%s%s: %s\n", c.what, i == 0 ? " (T1)" : i == 1 ? " (T2)" : "", about + 6);
        else
            printf("%s: skipped, the program %s is not in the folder of this command\n", c.what, c.program);
        bench_child_end(child);
    }
}

static void print_machine(const bench_machine *machine) {
    printf("Free fall with steps of 1/60 s by gyre_world_step, with checks and rollback unless noted.\n"
           "CPU time for one thread, wall time for several; minimum of several rounds, in which the candidates\n"
           "alternate. Commit %s, %s, %s",
           machine->commit, machine->compiler, machine->cpu);
    if (machine->load >= 0) printf("; load %.1f", machine->load);
    printf(".\n");
}

static int check_outputs(const text_list *paths) {
    for (int i = 0; i < paths->count; i++) {
        size_t length = strlen(paths->items[i]);
        if (length > 4 && strcmp(paths->items[i] + length - 4, ".csv") == 0) continue;
        fprintf(stderr, "gyre bench: -o %s: the extension must be .csv\n", paths->items[i]);
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

int bench_command(const cli_options *asked) {
    static int (*const sections[])(bench_run * run) = {bench_sizes,         bench_scenes,  bench_options, bench_forces,
                                                       bench_static_bodies, bench_methods, bench_kernels, bench_memory,
                                                       bench_limit,         bench_peers};
    int code = check_outputs(&asked->output);
    if (code != EXIT_DONE) return code;
    bench_run run = {.is_quick = asked->quick, .has_peers = asked->peers};
    bench_machine machine = bench_machine_look();
    print_machine(&machine);
    print_programs(&run);
    int is_fine = 1;
    for (size_t i = 0; i < sizeof sections / sizeof sections[0] && is_fine; i++)
        is_fine = sections[i](&run);
    is_fine = is_fine && bench_accuracy(run.has_peers, run.is_quick, &run.rows) && !run.rows.is_out_of_memory;
    if (is_fine)
        bench_print_bars(&run.rows);
    else
        fprintf(stderr, "gyre bench: out of memory, or a step failed\n");
    for (int i = 0; i < asked->output.count && is_fine && code == EXIT_DONE; i++)
        code = bench_rows_write(&run.rows, &machine, asked->output.items[i]);
    free(run.rows.rows);
    return is_fine ? code : EXIT_FAILED;
}
