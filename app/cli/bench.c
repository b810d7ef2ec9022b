/// `gyre bench`: nanoseconds per body and step.
#define _DEFAULT_SOURCE // getloadavg. NOLINT(bugprone-reserved-identifier): reserved for saying this

#include "bench_textbook.h"
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 7 };

static const double RUN_TIME = 0.01; // [s], at least, so that the clock's resolution does not show
static const double STEP = 1.0 / 60; // [s]
static const gyre_vec3 GRAVITY = {0, 0, -9.81};
static const double MASS = 2;
static const double MOMENTS[3] = {1, 1.5, 2}; // [kg m^2]

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Bodies that all spin differently, the same ones for every candidate.
static gyre_vec3 spin_of(size_t i) {
    double k = (double)(i % 97) / 97;
    return (gyre_vec3){0.5 + k, 2 - k, 0.3 - 0.5 * k};
}

static gyre_world *make_world(gyre_method method, size_t count) {
    gyre_world_def def = gyre_world_def_default();
    def.method = method;
    def.gravity = GRAVITY;
    def.body_capacity = count;
    gyre_world *world;
    if (gyre_world_create(&def, &world) != GYRE_OK) return NULL;
    for (size_t i = 0; i < count; i++) {
        gyre_body_def body = gyre_body_def_default();
        gyre_body_id id;
        body.mass = (gyre_mass_properties){.mass = MASS, .inertia = {MOMENTS[0], MOMENTS[1], MOMENTS[2], 0, 0, 0}};
        body.angular_velocity = spin_of(i);
        if (gyre_world_add_body(world, &body, &id) == GYRE_OK) continue;
        gyre_world_destroy(world);
        return NULL;
    }
    return world;
}

static textbook_body *make_textbook(size_t count) {
    textbook_body *bodies = calloc(count, sizeof *bodies);
    for (size_t i = 0; bodies && i < count; i++) {
        gyre_vec3 w = spin_of(i);
        bodies[i] = (textbook_body){.mass = MASS, .w = {w.x, w.y, w.z}, .q = {1, 0, 0, 0}};
        for (int k = 0; k < 3; k++)
            bodies[i].inertia_inverse[k] = 1 / MOMENTS[k];
    }
    return bodies;
}

// Either a world or textbook bodies.
typedef struct candidate {
    gyre_world *world;
    textbook_body *bodies;
    size_t count;
} candidate;

static gyre_result take_steps(const candidate *c, int steps) {
    const double gravity[3] = {GRAVITY.x, GRAVITY.y, GRAVITY.z};
    gyre_result r = GYRE_OK;
    for (int i = 0; i < steps && r == GYRE_OK; i++) {
        if (c->world)
            r = gyre_world_step(c->world, STEP, NULL);
        else
            textbook_step(c->bodies, c->count, gravity, STEP);
    }
    return r;
}

// The shortest of several runs [ns per body and step]: everything else that happens on a machine only adds. -1 on
// failure.
static double measure(const candidate *c) {
    int steps = 1;
    double best = -1;
    for (int run = 0; run < RUNS;) {
        double start = now();
        if (take_steps(c, steps) != GYRE_OK) return -1;
        double elapsed = now() - start;
        if (elapsed < RUN_TIME && steps < 1 << 24) {
            steps *= 2; // too short to count
            continue;
        }
        double each = 1e9 * elapsed / ((double)steps * (double)c->count);
        if (best < 0 || each < best) best = each;
        run++;
    }
    return best;
}

static double bench_textbook(size_t count) {
    candidate c = {.bodies = make_textbook(count), .count = count};
    double each = c.bodies ? measure(&c) : -1;
    // its result is looked at, so that no compiler may leave the work out
    if (c.bodies && each > 0)
        printf("%-20s %7zu %12.1f %8s  z = %.6g m\n", "textbook", count, each, "1.00", c.bodies[0].x[2]);
    free(c.bodies);
    return each;
}

static int bench_method(gyre_method method, size_t count, double textbook) {
    candidate c = {.world = make_world(method, count), .count = count};
    double each = c.world ? measure(&c) : -1;
    gyre_world_destroy(c.world);
    // how many steps a measurement took depends on the machine: the hash is that of a hundred
    candidate hashed = {.world = each > 0 ? make_world(method, count < 100 ? count : 100) : NULL};
    int is_done = hashed.world && take_steps(&hashed, 100) == GYRE_OK;
    if (is_done)
        printf("%-20s %7zu %12.1f %8.2f  %016" PRIx64 "\n", gyre_method_name(method), count, each, each / textbook,
               gyre_world_hash(hashed.world));
    gyre_world_destroy(hashed.world);
    return is_done ? EXIT_DONE : EXIT_FAILED;
}

int bench_command(const cli_options *asked) {
    (void)asked;
    static const size_t counts[] = {1, 100, 10000};
    double load;
    printf("Free fall, steps of 1/60 s, one thread, no ledger; minimum of %d runs of %g ms or more", RUNS,
           1e3 * RUN_TIME);
    if (getloadavg(&load, 1) == 1) printf("; load %.1f", load);
    printf(".\nratio: time beside the textbook's loop, which has neither gyroscopic term nor checks nor rollback.\n\n");
    printf("%-20s %7s %12s %8s  %s\n", "method", "bodies", "ns/body-step", "ratio",
           "hash after 100 steps (<= 100 bodies)");
    for (int i = 0; i < 3; i++) {
        double textbook = bench_textbook(counts[i]);
        int code = textbook > 0 ? EXIT_DONE : EXIT_FAILED;
        for (int m = 0; m < GYRE_METHOD_COUNT && code == EXIT_DONE; m++)
            code = bench_method((gyre_method)m, counts[i], textbook);
        if (code != EXIT_DONE) {
            fprintf(stderr, "gyre bench: not enough memory, or a step failed\n");
            return code;
        }
        fflush(stdout);
    }
    return EXIT_DONE;
}
