/// Compares the measurements with the promised limits of speed and memory.
#include "bench.h"

#include <stdio.h>

enum { SIZES_MAX = 4 };

/// Identifies a measurement (see bench_rows_find).
typedef struct measured {
    const char *what, *scene, *options;
    int threads;
} measured;

typedef enum bar_kind {
    RATIO_AT_MOST,    // a / b
    RATIO_BELOW,      // a / b, less than the limit
    SPEEDUP_AT_LEAST, // b / a, in wall time
    PEERS_AT_LEAST,   // b / a
    BYTES_AT_MOST,    // a alone
    BYTES_RATIO,      // a / b, at most
    TIME_AT_MOST,     // [ns], a alone
} bar_kind;

typedef struct bar {
    const char *text;
    bar_kind kind;
    double limit;
    measured a, b;
    size_t sizes[SIZES_MAX]; // numbers of bodies to test; the worst result is compared
    size_t size_b;           // number of bodies in b; 0: the same number as in a
} bar;

#define EXACT(scene)                                                                                                   \
    { "exact", scene, "", 1 }
#define EULER(scene)                                                                                                   \
    { "semi_implicit_euler", scene, "", 1 }
#define T1(scene)                                                                                                      \
    { "textbook", scene, "", 1 }
#define NOTHING                                                                                                        \
    { NULL, NULL, NULL, 0 }

static const bar bars[] = {
    {"exact, spins up to 5 rad/s, 1k..100k, vs T1",
     RATIO_AT_MOST,
     0.65,
     EXACT("spin5"),
     T1("spin5"),
     {1000, 10000, 100000},
     0},
    {"exact, spins up to 5 rad/s, 1M, vs T1", RATIO_AT_MOST, 0.8, EXACT("spin5"), T1("spin5"), {1000000}, 0},
    {"exact, two equal moments, up to 1000 rad/s, vs T1",
     RATIO_AT_MOST,
     0.8,
     EXACT("round1000"),
     T1("round1000"),
     {10000},
     0},
    {"exact, one free body, vs T1", RATIO_AT_MOST, 2, EXACT("spin5"), T1("spin5"), {1}, 0},
    {"exact, spins up to 20 rad/s, vs T1", RATIO_AT_MOST, 2, EXACT("spin20"), T1("spin20"), {10000}, 0},
    {"exact, spins up to 60 rad/s, vs T1", RATIO_AT_MOST, 1.4, EXACT("spin60"), T1("spin60"), {10000}, 0},
    {"exact, drag and a field on every body, 10k, vs T1",
     RATIO_AT_MOST,
     0.7,
     {"exact", "spin5_forces", "drag + field", 1},
     T1("spin5_forces"),
     {10000},
     0},
    {"rk4, 1k, vs T1", RATIO_AT_MOST, 4, {"rk4", "spin5_methods", "", 1}, T1("spin5_methods"), {1000}, 0},
    {"exact, 1k, one static body vs none, time",
     RATIO_AT_MOST,
     1.03,
     {"exact", "spin5_static", "one static body", 1},
     EXACT("spin5_static"),
     {1000},
     0},
    {"exact, 1k, one static body vs none, memory",
     BYTES_RATIO,
     1.03,
     {"exact", "memory_static", "one static body", 1},
     EXACT("memory_static"),
     {1000},
     0},
    {"exact, 1k, 100k static bodies vs none, time",
     RATIO_AT_MOST,
     1.1,
     {"exact", "spin5_static", "100000 static bodies", 1},
     EXACT("spin5_static"),
     {1000},
     0},
    {"exact, 1k, empty constraint hook vs none, time",
     RATIO_AT_MOST,
     1.3,
     {"exact", "spin5_static", "empty hook", 1},
     EXACT("spin5_static"),
     {1000},
     0},
    {"semi_implicit_euler, 1k..100k, vs T1", RATIO_AT_MOST, 0.2, EULER("spin5"), T1("spin5"), {1000, 10000, 100000}, 0},
    {"semi_implicit_euler, 1M, vs T1", RATIO_AT_MOST, 0.35, EULER("spin5"), T1("spin5"), {1000000}, 0},
    {"semi_implicit_euler, 1k..1M, vs T2",
     RATIO_BELOW,
     1,
     EULER("spin5"),
     {"lean", "spin5", "", 1},
     {1000, 10000, 100000, 1000000},
     0},
    {"exact, speedup over the fastest engine, 1k, 10k",
     PEERS_AT_LEAST,
     7,
     EXACT("spin5_peers"),
     {NULL, "spin5_peers", "", 1},
     {1000, 10000},
     0},
    {"exact, speedup over the fastest engine, to 1M",
     PEERS_AT_LEAST,
     7,
     EXACT("spin5_peers"),
     {NULL, "spin5_peers", "", 1},
     {100000, 1000000},
     0},
    {"2 threads, exact, 10k, speedup over 1 thread",
     SPEEDUP_AT_LEAST,
     1.6,
     {"exact", "spin5", "", 2},
     EXACT("spin5"),
     {10000},
     0},
    {"2 threads, exact, 100k..1M, speedup over 1 thread",
     SPEEDUP_AT_LEAST,
     1.8,
     {"exact", "spin5", "", 2},
     EXACT("spin5"),
     {100000, 1000000},
     0},
    {"bytes per body", BYTES_AT_MOST, 480, EXACT("memory"), NOTHING, {100000}, 0},
    {"bytes per body, without rollback",
     BYTES_AT_MOST,
     380,
     {"exact", "memory", "no rollback", 1},
     NOTHING,
     {100000},
     0},
    {"one body, one step of exact, 0.8 rad [ns]", TIME_AT_MOST, 1000, EXACT("theta08"), NOTHING, {1}, 0},
    {"exact, 1M vs 1k", RATIO_AT_MOST, 1.35, EXACT("spin5"), EXACT("spin5"), {1000000}, 1000},
};

static int is_minimum(bar_kind kind) { return kind == SPEEDUP_AT_LEAST || kind == PEERS_AT_LEAST; }

static const bench_row *find(const bench_rows *rows, const measured *m, size_t bodies) {
    return bench_rows_find(rows, m->what, m->scene, m->options, bodies, m->threads);
}

// Returns the result for one number of bodies; -1 if it was not measured.
static double value_of(const bar *of, const bench_rows *rows, size_t bodies) {
    const bench_row *a = find(rows, &of->a, bodies), *b = NULL;
    if (!a) return -1;
    if (of->kind == BYTES_AT_MOST) return a->bytes_per_body;
    if (of->kind == TIME_AT_MOST) return a->ns;
    b = find(rows, &of->b, of->size_b ? of->size_b : bodies);
    if (!b) return -1;
    if (of->kind == BYTES_RATIO) return a->bytes_per_body / b->bytes_per_body;
    if (of->kind == SPEEDUP_AT_LEAST) return b->ns_wall / a->ns_wall;
    return of->kind == PEERS_AT_LEAST ? b->ns / a->ns : a->ns / b->ns;
}

// Returns the worst result over all numbers of bodies; -1 if any of them was not measured.
static double worst_of(const bar *of, const bench_rows *rows) {
    double worst = -1;
    for (int i = 0; i < SIZES_MAX && of->sizes[i]; i++) {
        double value = value_of(of, rows, of->sizes[i]);
        if (value < 0) return -1;
        if (i == 0 || (is_minimum(of->kind) ? value < worst : value > worst)) worst = value;
    }
    return worst;
}

static int holds(const bar *of, double value) {
    if (is_minimum(of->kind)) return value >= of->limit;
    return of->kind == RATIO_BELOW ? value < of->limit : value <= of->limit;
}

void bench_print_bars(const bench_rows *rows) {
    int held = 0, failed = 0, missing = 0;
    printf("\n%-56s %9s %9s\n", "limit (1 thread, uniform gravity, rollback on)", "limit", "measured");
    for (size_t i = 0; i < sizeof bars / sizeof bars[0]; i++) {
        const bar *of = &bars[i];
        double value = worst_of(of, rows);
        printf("%-56s %2s %6g ", of->text,
               is_minimum(of->kind)      ? ">="
               : of->kind == RATIO_BELOW ? "<"
                                         : "<=",
               of->limit);
        if (value < 0) {
            missing++;
            printf("%9s  %s\n", "-", of->kind == PEERS_AT_LEAST ? "not measured: make bench" : "not measured");
            continue;
        }
        int is_held = holds(of, value);
        held += is_held;
        failed += !is_held;
        printf("%9.*f  %s\n", value >= 100 ? 0 : 2, value, is_held ? "pass" : "FAIL");
    }
    printf("%d hold, %d fail, %d not measured\n", held, failed, missing);
}
