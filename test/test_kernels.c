/// Every kernel width gives the scalar kernel's bits: the loops over bodies, with everything bodies can have.
#include "check.h"
#include "random.h"

#include "gyre/kernels.h"

#include "kernels/kernel.h"
#include "kernels/streams.h"

#include <stdalign.h>

enum { BODIES = 64, STRIDE = 72 };

typedef struct bodies {
    alignas(64) double from[MOVING_STREAMS * STRIDE], to[MOVING_STREAMS * STRIDE], fixed[FIXED_STREAMS * STRIDE];
    double features[FEATURE_STREAMS * STRIDE], applied[WRENCH_STREAMS * STRIDE];
    double wrench[WRENCH_STREAMS * STRIDE], predicted[WRENCH_STREAMS * STRIDE];
    sweep s;
} bodies;

static void set(double *streams, int stream, int i, double value) { streams[stream * STRIDE + i] = value; }

static void fill_moving(bodies *b, random_source *r, int i, double spin) {
    gyre_quat q = random_rotation(r);
    const double values[MOVING_STREAMS] = {random_between(r, -9, 9),
                                           random_between(r, -9, 9),
                                           random_between(r, -9, 9),
                                           q.w,
                                           q.x,
                                           q.y,
                                           q.z,
                                           random_between(r, -1, 1),
                                           random_between(r, -1, 1),
                                           random_between(r, -1, 1),
                                           spin * random_between(r, -1, 1),
                                           spin * random_between(r, -1, 1),
                                           spin * random_between(r, -1, 1)};
    for (int k = 0; k < MOVING_STREAMS; k++)
        set(b->from, k, i, values[k]);
    gyre_vec3 m = gyre_quat_rotate_back(q, (gyre_vec3){values[STREAM_L], values[STREAM_L + 1], values[STREAM_L + 2]});
    set(b->from, STREAM_M, i, m.x);
    set(b->from, STREAM_M + 1, i, m.y);
    set(b->from, STREAM_M + 2, i, m.z);
}

static void fill_fixed(bodies *b, random_source *r, int i) {
    double a = random_between(r, 1, 2), c = i % 5 == 0 ? 1e-4 : random_between(r, 1, 1.5);
    const double inertia[3] = {a, i % 3 == 0 ? a : random_between(r, 1, 2), c};
    double mass = random_between(r, 0.5, 2);
    set(b->fixed, STREAM_MASS, i, i % 7 == 0 ? 0 : mass);
    set(b->fixed, STREAM_INV_MASS, i, 1 / mass);
    int is_locked = i % 4 == 1;
    for (int k = 0; k < 3; k++) {
        set(b->fixed, STREAM_INERTIA + k, i, inertia[k]);
        set(b->fixed, STREAM_INV_INERTIA + k, i, 1 / inertia[k]);
        set(b->features, FEATURE_CENTER + k, i, i % 6 == 2 ? random_between(r, -1, 1) : 0);
        set(b->features, FEATURE_FREE_X + k, i, i % 6 == 2 || (is_locked && k == 2) ? 0 : 1);
        set(b->features, FEATURE_FREE_R + k, i, is_locked && k < 2 ? 0 : 1);
    }
    set(b->features, FEATURE_IS_LOCKED, i, is_locked);
    set(b->features, FEATURE_RESPONDS, i, i % 7 != 0);
    set(b->features, FEATURE_CARRIES, i, i % 5 == 0);
    set(b->features, FEATURE_LINEAR_DAMPING, i, i % 3 == 1 ? random_between(r, 0, 40) : 0);
    set(b->features, FEATURE_ANGULAR_DAMPING, i, i % 3 == 2 ? random_between(r, 0, 40) : 0);
    for (int k = 0; k < 6; k++) {
        set(b->applied, k, i, i % 2 ? random_between(r, -1, 1) : 0);
        set(b->wrench, k, i, k >= 3 && i % 5 == 0 ? 0 : random_between(r, -1, 1));
    }
}

// Spins from nothing to far beyond a turn per step: every branch of the drift's policy.
static void fill(bodies *b, unsigned seed) {
    random_source r = {seed};
    memset(b, 0, sizeof *b);
    for (int i = 0; i < BODIES; i++) {
        fill_moving(b, &r, i, i % 9 == 0 ? 0 : gyre_exp(random_between(&r, -5, 7)));
        fill_fixed(b, &r, i);
    }
    b->s = (sweep){
        .from = b->from,
        .to = b->to,
        .fixed = b->fixed,
        .stride = STRIDE,
        .end = BODIES,
        .has_locks = true,
        .has_driven = true,
        .has_damping = true,
        .has_pivots = true,
        .has_carried = true,
        .has_applied = true,
        .features = b->features,
        .applied = b->applied,
        .wrench = b->wrench,
        .predicted = b->predicted,
    };
}

static void compare(const kernel_table *wide) {
    static bodies scalar, other;
    for (unsigned seed = 1; seed <= 40; seed++) {
        fill(&scalar, seed);
        fill(&other, seed);
        scalar.s.has_damping = other.s.has_damping = seed % 2;
        scalar.s.has_locks = other.s.has_locks = seed % 3 != 0;
        for (int turn = TURN_EXACT; turn <= TURN_EXPONENTIAL; turn++) {
            kick_drift p = {0.01, 1.0 / 60, (turn_kind)turn};
            gyre_kernel_f64.kick_drift(&scalar.s, &p);
            wide->kick_drift(&other.s, &p);
            CHECK_BYTES(other.to, scalar.to, sizeof other.to);
        }
        gyre_kernel_f64.predict_momenta(&scalar.s, 0.01);
        wide->predict_momenta(&other.s, 0.01);
        gyre_kernel_f64.set_weights(&scalar.s, (gyre_vec3){1, 2, -9.81});
        wide->set_weights(&other.s, (gyre_vec3){1, 2, -9.81});
        CHECK_BYTES(other.predicted, scalar.predicted, sizeof other.predicted);
        CHECK_BYTES(other.wrench, scalar.wrench, sizeof other.wrench);
    }
}

// Forces on every body; one is out of its window at first, and long compositions are not for those that resist motion.
static uniform_forces some_forces(gyre_force_parameters p[4], int kick_count) {
    const gyre_force_kind kinds[4] = {GYRE_FORCE_drag, GYRE_FORCE_field, GYRE_FORCE_wind, GYRE_FORCE_attraction};
    uniform_forces forces = {.count = 4, .need_velocities = true, .gravity = {1, 2, -9.81}};
    for (int n = 0; n < 4; n++) {
        p[n] = gyre_force_parameters_default(kinds[n]);
        forces.force[n] = (uniform_force){.kind = kinds[n], .parameters = &p[n]};
        for (int k = 0; k < KICKS_MAX; k++)
            forces.force[n].factor[k] = (n == 2 && k == 0) || (n % 2 == 0 && kick_count > 2) ? 0 : 0.5 + 0.125 * k;
    }
    p[0].drag = (gyre_force_drag){.linear = 0.5, .quadratic = 0.25, .angular = 1e-6};
    p[1].field.acceleration = (gyre_vec3){1, -2, 0.5};
    p[2].wind = (gyre_force_wind){.velocity = {3, 1, -1}, .linear = 0.25, .quadratic = 0.5};
    p[3].attraction.to = (gyre_point){GYRE_AT_WORLD, {1, 2, 3}};
    p[3].attraction.mu = 4;
    p[3].attraction.softening = 0.5;
    return forces;
}

// Flights with accounts: the state and every sum. Damped bodies stay out of compositions that go backward.
static void compare_accounts(const kernel_table *wide) {
    static bodies scalar, other;
    static lane_account want[COMPOSITION_DRIFTS_MAX + 1], got[COMPOSITION_DRIFTS_MAX + 1];
    const gyre_method methods[] = {GYRE_METHOD_exact, GYRE_METHOD_semi_implicit_euler, GYRE_METHOD_rkn6};
    for (unsigned seed = 1; seed <= 30; seed++) {
        const composition *c = gyre_composition_of(methods[seed % 3]);
        gyre_force_parameters parameters[4];
        const uniform_forces forces = some_forces(parameters, c->drift_count + 1);
        const split_step f = {c, 1.0 / 60, seed % 3 == 1 ? TURN_QUATERNION : TURN_EXACT, forces.gravity,
                              seed % 7 < 4 ? &forces : NULL};
        bodies *both_of[] = {&scalar, &other};
        lane_account *accounts[] = {want, got};
        lane_sum totals[2][TOTAL_COUNT];
        memset(totals, 0, sizeof totals);
        for (int i = 0; i < 2; i++) {
            bodies *b = both_of[i];
            const kernel_table *kernel = i ? wide : &gyre_kernel_f64;
            fill(b, seed);
            b->s.has_damping = c->drift_count == 1 && seed % 2;
            b->s.has_applied = seed % 5 != 0;
            if (seed % 4 == 0) b->s = (sweep){b->from, b->to, b->fixed, STRIDE, 0, BODIES, .wrench = b->wrench};
            b->s.is_past_cache = i && seed % 2; // where numbers are stored changes none of them
            memset(accounts[i], 0, sizeof want);
            b->s.accounts = accounts[i];
            CHECK_EQ(kernel->split_step(&b->s, &f), BODIES);
            kernel->sum_up(&b->s, f.gravity, totals[i]);
            kernel->set_weights(&b->s, f.gravity);
            kernel->add_forces(&b->s, b->from + STREAM_P * STRIDE, &forces);
            kernel->account_powers(&b->s, b->to + STREAM_P * STRIDE, &forces, 0.01);
        }
        CHECK_BYTES(other.to, scalar.to, sizeof other.to);
        CHECK_BYTES(other.wrench, scalar.wrench, sizeof other.wrench);
        CHECK_BYTES(got, want, sizeof got);
        CHECK(c->drift_count > 1 || lane_sum_total(&want[0].powers[0].other) != 0);
        CHECK_BYTES(totals[1], totals[0], sizeof totals[0]);
        CHECK(lane_sum_total(&want[0].sums[ACCOUNT_IMPULSE + 2]) < 0);
    }
}

TEST(every_width_gives_the_bits_of_one) {
    int compared = 0;
    for (int i = 1; gyre_kernel(i); i++) {
        if (!gyre_kernel_can_run(gyre_kernel(i))) continue;
        compare(gyre_kernel(i));
        compare_accounts(gyre_kernel(i));
        compared++;
    }
    print_message("%d kernels beside f64\n", compared);
#if defined(__SSE2__) || defined(__ARM_NEON)
    CHECK(compared >= 1);
#endif
}

TEST(the_first_bad_body_is_found_in_every_lane) {
    static bodies b;
    for (int t = 0; gyre_kernel(t); t++) {
        if (!gyre_kernel_can_run(gyre_kernel(t))) continue;
        for (int i = 0; i < 9; i++)
            for (int k = 0; k < STREAM_M; k++) {
                fill(&b, 1);
                memcpy(b.to, b.from, sizeof b.to);
                CHECK_EQ(gyre_kernel(t)->first_bad(&b.s), BODIES);
                set(b.to, k, i, k % 2 ? NAN : -INFINITY);
                CHECK_EQ(gyre_kernel(t)->first_bad(&b.s), i);
            }
    }
}

TEST(an_orientation_of_length_zero_is_invalid) {
    static bodies b;
    fill(&b, 1);
    memcpy(b.to, b.from, sizeof b.to);
    for (int k = 0; k < 4; k++)
        set(b.to, STREAM_Q + k, 5, 0);
    CHECK_EQ(gyre_kernel_f64.first_bad(&b.s), 5);
}

TEST(the_list_of_kernels_begins_with_f64_and_is_finite) {
    CHECK(gyre_kernel(0) == &gyre_kernel_f64 && gyre_kernel_can_run(&gyre_kernel_f64));
    int count = 0;
    for (; gyre_kernel(count); count++) {
        CHECK(strcmp(gyre_kernel_name(count), gyre_kernel(count)->name) == 0);
        CHECK_EQ(gyre_kernel_lanes(count), gyre_kernel(count)->lanes);
        CHECK_EQ(gyre_kernel_is_usable(count), gyre_kernel_can_run(gyre_kernel(count)));
        CHECK(gyre_kernel(count)->kick_drift != NULL || !gyre_kernel(count)->is_built);
        CHECK(STREAM_PADDING % gyre_kernel_lanes(count) == 0);
    }
    CHECK_EQ(count, 4);
    CHECK(gyre_kernel(-1) == NULL && gyre_kernel_name(-1) == NULL && gyre_kernel_name(count) == NULL);
    CHECK_EQ(gyre_kernel_lanes(count), 0);
    CHECK_EQ(gyre_kernel_is_usable(count), 0);
}

TEST(the_best_kernel_is_the_widest_that_can_run_and_names_find_only_those) {
    for (int i = 0; gyre_kernel(i); i++) {
        const kernel_table *kernel = gyre_kernel(i);
        CHECK(gyre_kernel_find(kernel->name) == (gyre_kernel_can_run(kernel) ? kernel : NULL));
        if (gyre_kernel_can_run(kernel)) CHECK(gyre_kernel_best()->lanes >= kernel->lanes);
    }
    CHECK(gyre_kernel_find("f64x3") == NULL && gyre_kernel_find("") == NULL);
}

RUN_TESTS("kernels")
