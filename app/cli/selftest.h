/// Declarations shared by the files of `gyre selftest`: items, verdicts, and helpers for vectors and worlds.
#pragma once

#include "cli.h"

/// The result of an item. `failed` is the error of the first call that had to succeed and did not.
typedef struct verdict {
    char expected[40], got[40];
    int is_passed;
    gyre_result failed;
} verdict;

/// One numbered requirement of docs/SPEC.md.
typedef struct selftest_item {
    const char *number; // "13a"
    const char *what;
    void (*run)(verdict *v);
} selftest_item;

/// The items by topic; each list ends with a NULL number.
extern const selftest_item selftest_state[], selftest_algebra[], selftest_mass[], selftest_dynamics[], selftest_world[];

/// The item passes if |got - expected| <= tolerance.
void expect_number(verdict *v, double expected, double got, double tolerance);

/// The item passes if `holds`; `expected` and `format` are printed as the expected and the computed value.
void expect_that(verdict *v, int holds, const char *expected, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Records an error. The item continues, and fails.
void must(verdict *v, gyre_result r);

/// True if `count` doubles (or structs of doubles) have the same bits.
int has_same_bits(const void *a, const void *b, size_t count);

// ---- vectors ----

double length_of(gyre_vec3 a);
gyre_vec3 minus(gyre_vec3 a, gyre_vec3 b);
gyre_vec3 cross_of(gyre_vec3 a, gyre_vec3 b);
/// Largest difference between corresponding entries.
double matrix_distance(const gyre_mat3 *a, const gyre_mat3 *b);
gyre_mat3 matrix_product(const gyre_mat3 *a, const gyre_mat3 *b);
gyre_vec3 matrix_times(const gyre_mat3 *a, gyre_vec3 b);

// ---- worlds ----

/// Creates a world with a ledger. Returns NULL on failure; later calls with it fail and are recorded.
gyre_world *begin_world(verdict *v, gyre_method method, gyre_vec3 gravity);

/// A body of 2 kg with moments of inertia 1, 1.5 and 2 kg m^2 about the axes of its model, at rest at the origin.
gyre_body_def brick(void);
gyre_body_id add_body(verdict *v, gyre_world *world, const gyre_body_def *def);
gyre_body_id add_brick(verdict *v, gyre_world *world);
gyre_force_id add_force(verdict *v, gyre_world *world, const gyre_force_def *def);
void take_steps_of(verdict *v, gyre_world *world, double h, int count);
gyre_motion motion_of(verdict *v, const gyre_world *world, gyre_body_id body);
