/// `gyre selftest`: one line per numbered requirement.
#include "selftest.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// ---- verdicts ----

void expect_number(verdict *v, double expected, double got, double tolerance) {
    snprintf(v->expected, sizeof v->expected, "%.6g", expected);
    // all digits if it failed: the two numbers may agree in their first six
    snprintf(v->got, sizeof v->got, fabs(got - expected) <= tolerance ? "%.6g" : "%.17g", got);
    v->is_passed = fabs(got - expected) <= tolerance;
}

void expect_that(verdict *v, int holds, const char *expected, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->got, sizeof v->got, format, arguments);
    va_end(arguments);
    snprintf(v->expected, sizeof v->expected, "%s", expected);
    v->is_passed = holds;
}

void must(verdict *v, gyre_result r) {
    if (v->failed == GYRE_OK) v->failed = r;
}

int has_same_bits(const void *a, const void *b, size_t count) {
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < count * sizeof(double); i++)
        if (left[i] != right[i]) return 0;
    return 1;
}

// ---- vectors ----

double length_of(gyre_vec3 a) { return sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }

gyre_vec3 minus(gyre_vec3 a, gyre_vec3 b) { return (gyre_vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }

gyre_vec3 cross_of(gyre_vec3 a, gyre_vec3 b) {
    return (gyre_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double matrix_distance(const gyre_mat3 *a, const gyre_mat3 *b) {
    double largest = 0;
    for (int i = 0; i < 9; i++)
        largest = fmax(largest, fabs(a->m[i / 3][i % 3] - b->m[i / 3][i % 3]));
    return largest;
}

gyre_mat3 matrix_product(const gyre_mat3 *a, const gyre_mat3 *b) {
    gyre_mat3 c = {{{0}}};
    for (int i = 0; i < 27; i++)
        c.m[i / 9][i % 3] += a->m[i / 9][i / 3 % 3] * b->m[i / 3 % 3][i % 3];
    return c;
}

gyre_vec3 matrix_times(const gyre_mat3 *a, gyre_vec3 b) {
    double out[3];
    for (int i = 0; i < 3; i++)
        out[i] = a->m[i][0] * b.x + a->m[i][1] * b.y + a->m[i][2] * b.z;
    return (gyre_vec3){out[0], out[1], out[2]};
}

// ---- worlds ----

gyre_world *begin_world(verdict *v, gyre_method method, gyre_vec3 gravity) {
    gyre_world_def def = gyre_world_def_default();
    def.method = method;
    def.gravity = gravity;
    def.has_ledger = 1;
    gyre_world *world = NULL;
    must(v, gyre_world_create(&def, &world));
    return world;
}

gyre_body_def brick(void) {
    gyre_body_def def = gyre_body_def_default();
    def.mass = (gyre_mass_properties){.mass = 2, .inertia = {1, 1.5, 2, 0, 0, 0}};
    return def;
}

gyre_body_id add_body(verdict *v, gyre_world *world, const gyre_body_def *def) {
    gyre_body_id id = {0};
    must(v, gyre_world_add_body(world, def, &id));
    return id;
}

gyre_body_id add_brick(verdict *v, gyre_world *world) {
    gyre_body_def def = brick();
    return add_body(v, world, &def);
}

gyre_force_id add_force(verdict *v, gyre_world *world, const gyre_force_def *def) {
    gyre_force_id id = {0};
    must(v, gyre_world_add_force(world, def, &id));
    return id;
}

void take_steps_of(verdict *v, gyre_world *world, double h, int count) {
    for (int i = 0; i < count; i++)
        must(v, gyre_world_step(world, h, NULL));
}

gyre_motion motion_of(verdict *v, const gyre_world *world, gyre_body_id body) {
    gyre_motion motion = {0};
    must(v, gyre_body_get_motion(world, body, &motion));
    return motion;
}

// ---- the command ----

static int run_item(const selftest_item *item) {
    verdict v = {.failed = GYRE_OK};
    item->run(&v);
    if (v.failed != GYRE_OK) {
        v.is_passed = 0;
        snprintf(v.got, sizeof v.got, "%s", gyre_result_name(v.failed));
    }
    printf("%3s  %-52s %-28s %-28s %s\n", item->number, item->what, v.expected, v.got, v.is_passed ? "ok" : "FAIL");
    return v.is_passed;
}

int selftest_command(const cli_options *asked) {
    (void)asked;
    static const selftest_item *const lists[] = {selftest_state, selftest_algebra, selftest_mass, selftest_dynamics,
                                                 selftest_world};
    int count = 0, passed = 0;
    printf("%3s  %-52s %-28s %s\n", "#", "requirement", "expected", "got");
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (const selftest_item *item = lists[i]; item->number; item++, count++)
            passed += run_item(item);
    printf("%d of %d requirements hold\n", passed, count);
    return passed == count ? EXIT_DONE : EXIT_FAILED;
}
