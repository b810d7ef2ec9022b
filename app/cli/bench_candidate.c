/// Candidates of `gyre bench`: worlds, and programs in the folder of the command.
#include "bench.h"

#include <inttypes.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>

enum { ANSWER_MAX = 512, HASH_STEPS = 100, HASH_STEPS_OF_MANY = 10, MANY = 100000, HASH_STEPS_OF_A_MILLION = 2 };

// ---- worlds ----

static gyre_vec3 vector_of(const double a[3]) { return (gyre_vec3){a[0], a[1], a[2]}; }

static gyre_result add_body(gyre_world *world, const bench_body *from, const char *name, double damping) {
    gyre_body_def body = gyre_body_def_default();
    gyre_body_id id;
    const double *q = from->orientation;
    body.mass = (gyre_mass_properties){.mass = from->mass,
                                       .inertia = {from->inertia[0], from->inertia[1], from->inertia[2], 0, 0, 0}};
    body.position = vector_of(from->position);
    body.orientation = (gyre_quat){q[0], q[1], q[2], q[3]};
    body.velocity = vector_of(from->velocity);
    body.angular_velocity = vector_of(from->angular_velocity);
    body.name = name;
    body.linear_damping = body.angular_damping = damping;
    return gyre_world_add_body(world, &body, &id);
}

static gyre_result do_nothing(gyre_world *world, double h, void *user) {
    (void)world, (void)h, (void)user;
    return GYRE_OK;
}

static gyre_world *empty_world(const bench_candidate *c, size_t bodies, const gyre_allocator *allocator) {
    gyre_world_def def = gyre_world_def_default();
    gyre_world *world;
    def.method = c->method;
    def.gravity = (gyre_vec3){0, 0, BENCH_GRAVITY};
    def.body_capacity = c->is_grown ? 0 : bodies + c->static_count;
    if (c->has_hook) def.solve_constraints = do_nothing;
    def.is_transactional = !c->is_not_transactional;
    def.has_ledger = c->has_ledger;
    def.kernel = c->kernel;
    def.threads = c->threads;
    if (allocator) def.allocator = *allocator;
    return gyre_world_create(&def, &world) == GYRE_OK ? world : NULL;
}

static gyre_result add_forces(gyre_world *world) {
    gyre_force_def drag = gyre_force_def_default(GYRE_FORCE_drag), field = gyre_force_def_default(GYRE_FORCE_field);
    gyre_force_id id;
    drag.parameters.drag = (gyre_force_drag){.linear = 0.1, .quadratic = 0.01, .angular = 0.01};
    field.parameters.field.acceleration = (gyre_vec3){1, 0, 0};
    gyre_result r = gyre_world_add_force(world, &drag, &id);
    return r == GYRE_OK ? gyre_world_add_force(world, &field, &id) : r;
}

static gyre_result add_static_bodies(gyre_world *world, size_t count) {
    gyre_result r = GYRE_OK;
    for (size_t i = 0; i < count && r == GYRE_OK; i++) {
        gyre_body_def body = gyre_body_def_default();
        gyre_body_id id;
        body.kind = GYRE_BODY_STATIC;
        body.position.x = (double)i;
        r = gyre_world_add_body(world, &body, &id);
    }
    return r;
}

static gyre_world *make_world(const bench_candidate *c, const bench_bodies *of, const gyre_allocator *allocator) {
    gyre_world *world = empty_world(c, of->count, allocator);
    if (world &&
        ((c->has_forces && add_forces(world) != GYRE_OK) || add_static_bodies(world, c->static_count) != GYRE_OK)) {
        gyre_world_destroy(world);
        return NULL;
    }
    for (size_t i = 0; world && i < of->count; i++) {
        bench_body body = bench_body_of(of, i);
        char name[32];
        snprintf(name, sizeof name, "body %zu", i);
        if (add_body(world, &body, c->has_names ? name : NULL, c->is_damped ? 0.1 : 0) == GYRE_OK) continue;
        gyre_world_destroy(world);
        world = NULL;
    }
    return world;
}

static gyre_result take_steps(const bench_candidate *c, long steps, double h) {
    gyre_result r = GYRE_OK;
    volatile uint64_t seen;
    for (long i = 0; i < steps && r == GYRE_OK; i++) {
        r = gyre_world_step(c->world, h, NULL);
        if (c->is_hashed) seen = gyre_world_hash(c->world);
    }
    (void)seen;
    return r;
}

static void keep_least(double *least, double value) {
    if (*least < 0 || value < *least) *least = value;
}

// Takes one measurement. With several threads, the measurement is wall time, because CPU time covers this thread only.
static int time_world(bench_candidate *c, double seconds) {
    double spent, wall;
    while (1) {
        double processor_start = bench_processor_time(), wall_start = bench_wall_time();
        if (take_steps(c, c->step_count, BENCH_STEP) != GYRE_OK) return 0;
        wall = bench_wall_time() - wall_start;
        spent = c->threads > 1 ? wall : bench_processor_time() - processor_start;
        if (spent >= seconds || c->step_count >= 1L << 30) break;
        c->step_count *= 2; // too short for the clock
    }
    double body_steps = (double)c->step_count * (double)c->row.bodies;
    keep_least(&c->row.ns, 1e9 * spent / body_steps);
    keep_least(&c->row.ns_wall, 1e9 * wall / body_steps);
    return 1;
}

// ---- programs ----

static void leave(bench_candidate *c) {
    bench_child_end(c->child);
    gyre_world_destroy(c->world);
    c->child = NULL;
    c->world = NULL;
}

static int start_program(bench_candidate *c) {
    char line[ANSWER_MAX], answer[ANSWER_MAX];
    c->child = bench_child_start(c->program);
    if (!c->child) return 0;
    snprintf(line, sizeof line, "variant %s", c->variant);
    if (bench_child_ask(c->child, line, answer, sizeof answer) && answer[0] == 'o') return 1;
    leave(c);
    return 0;
}

static int make_in_program(bench_candidate *c, const bench_bodies *of) {
    char line[ANSWER_MAX], answer[ANSWER_MAX];
    unsigned long made;
    if (!start_program(c)) return 0;
    snprintf(line, sizeof line, "make %zu %d %.17g %d", of->count, (int)of->shape, of->spin, of->is_spin_the_same);
    if (!bench_child_ask(c->child, line, answer, sizeof answer) || sscanf(answer, "made %lu", &made) != 1) return 0;
    snprintf(line, sizeof line, "run %ld", c->row.steps);
    return bench_child_ask(c->child, line, answer, sizeof answer) && sscanf(answer, "ran %" SCNx64, &c->row.hash) == 1;
}

static int time_program(bench_candidate *c, double seconds) {
    char line[ANSWER_MAX], answer[ANSWER_MAX];
    double processor, wall;
    snprintf(line, sizeof line, "time %.17g", seconds);
    if (!bench_child_ask(c->child, line, answer, sizeof answer)) return 0;
    if (sscanf(answer, "ns %lf %lf", &processor, &wall) != 2) return 0;
    keep_least(&c->row.ns, processor);
    keep_least(&c->row.ns_wall, wall);
    return 1;
}

// ---- measurements ----

// Number of steps before the hash. It is fixed, because the number of measured steps depends on the machine.
static long hash_steps_of(size_t bodies) {
    return bodies < MANY ? HASH_STEPS : bodies < 10 * (size_t)MANY ? HASH_STEPS_OF_MANY : HASH_STEPS_OF_A_MILLION;
}

static int begin(bench_candidate *c, const bench_bodies *of) {
    c->row.steps = hash_steps_of(of->count);
    c->step_count = 1;
    if (c->program) return make_in_program(c, of);
    c->world = make_world(c, of, NULL);
    if (!c->world || take_steps(c, c->row.steps, BENCH_STEP) != GYRE_OK) return 0;
    c->row.hash = gyre_world_hash(c->world);
    c->row.kernel = gyre_world_kernel(c->world);
    return 1;
}

int bench_measure(bench_candidate *candidates, int count, const bench_scene *scene, size_t bodies, bench_effort effort,
                  bench_rows *rows) {
    const bench_bodies of = {bodies, scene->shape, scene->spin, scene->is_spin_the_same};
    int is_fine = 1;
    for (int i = 0; i < count; i++) {
        bench_candidate *c = &candidates[i];
        int is_peer = c->row.is_peer;
        c->row = bench_row_none();
        c->row.what = c->what;
        c->row.scene = scene->name;
        c->row.options = c->options ? c->options : "";
        c->row.bodies = bodies;
        c->row.threads = c->threads;
        c->row.is_peer = is_peer;
        if (begin(c, &of)) continue;
        is_fine = is_fine && c->program;
        leave(c);
    }
    for (int round = 0; round < effort.rounds; round++)
        for (int i = 0; i < count; i++) {
            bench_candidate *c = &candidates[i];
            if (c->world && !time_world(c, effort.seconds)) is_fine = 0;
            if (c->child && !time_program(c, effort.seconds)) leave(c);
        }
    for (int i = 0; i < count; i++) {
        if (candidates[i].row.ns >= 0) bench_rows_add(rows, candidates[i].row);
        leave(&candidates[i]);
    }
    return is_fine;
}

// ---- memory ----

// Stores the size of a block in front of it.
static void *take_counted(size_t size, size_t alignment, void *user) {
    size_t head = alignment < alignof(max_align_t) ? alignof(max_align_t) : alignment;
    char *block = aligned_alloc(head, (head + size + head - 1) / head * head);
    if (!block) return NULL;
    ((size_t *)(void *)(block + head))[-1] = size;
    ((size_t *)(void *)(block + head))[-2] = head;
    *(size_t *)user += size;
    return block + head;
}

static void give_counted(void *block, void *user) {
    if (!block) return;
    *(size_t *)user -= ((size_t *)block)[-1];
    free((char *)block - ((size_t *)block)[-2]);
}

double bench_bytes(const bench_candidate *candidate, const bench_scene *scene, size_t bodies) {
    const bench_bodies of = {bodies, scene->shape, scene->spin, scene->is_spin_the_same};
    size_t bytes = 0;
    const gyre_allocator counting = {take_counted, give_counted, &bytes};
    bench_candidate c = *candidate;
    c.world = make_world(&c, &of, &counting);
    int is_fine = c.world && take_steps(&c, 2, BENCH_STEP) == GYRE_OK;
    double held = (double)bytes;
    gyre_world_destroy(c.world);
    return is_fine ? held / (double)bodies : -1;
}

// ---- one body ----

static int tumble_in_world(bench_candidate *c, const bench_body *body, long steps, double h, bench_end *out_end) {
    gyre_motion m;
    c->world = empty_world(c, 1, NULL);
    int is_fine = c->world && add_body(c->world, body, NULL, 0) == GYRE_OK && take_steps(c, steps, h) == GYRE_OK &&
                  gyre_world_get_motions(c->world, NULL, 1, &m) == GYRE_OK;
    leave(c);
    if (!is_fine) return 0;
    gyre_quat q = m.orientation;
    gyre_vec3 w = m.angular_velocity;
    *out_end = (bench_end){{q.w, q.x, q.y, q.z}, {w.x, w.y, w.z}};
    return 1;
}

int bench_tumble(bench_candidate *candidate, const double inertia[3], const double w[3], long steps, double h,
                 bench_end *out_end) {
    if (!candidate->program) {
        const bench_body body = {.mass = 1,
                                 .inertia = {inertia[0], inertia[1], inertia[2]},
                                 .orientation = {1, 0, 0, 0},
                                 .angular_velocity = {w[0], w[1], w[2]}};
        return tumble_in_world(candidate, &body, steps, h, out_end);
    }
    char line[ANSWER_MAX], answer[ANSWER_MAX];
    double *q = out_end->q, *spin = out_end->w;
    if (!start_program(candidate)) return 0;
    snprintf(line, sizeof line, "tumble %.17g %.17g %.17g %.17g %.17g %.17g %ld %.17g", inertia[0], inertia[1],
             inertia[2], w[0], w[1], w[2], steps, h);
    int is_fine =
        bench_child_ask(candidate->child, line, answer, sizeof answer) &&
        sscanf(answer, "at %lf %lf %lf %lf %lf %lf %lf", &q[0], &q[1], &q[2], &q[3], &spin[0], &spin[1], &spin[2]) == 7;
    leave(candidate);
    return is_fine;
}
