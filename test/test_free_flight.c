/// Layer 5: flight without contact, and the period of free rotation: the public functions.
#include "body_helpers.h"
#include "check.h"
#include "reference.h"

#include <float.h>

static const gyre_vec3 NO_GRAVITY = {0, 0, 0};

// ---- the period ----

TEST(the_period_is_that_of_forty_digits) {
    // 4 K / lam of I = (1, 2, 3), w = (.05, 3, .05), computed with an arithmetic-geometric mean of 40 digits
    double period;
    CHECK_OK(gyre_free_rotation_period((gyre_vec3){1, 2, 3}, (gyre_vec3){0.05, 6, 0.15}, &period));
    CHECK_NEAR(period, 11.8539651631370529, 1e-14 * 11.85);
}

TEST(the_period_does_not_depend_on_the_order_of_axes_or_their_direction) {
    gyre_vec3 I[] = {{1, 2, 3}, {3, 1, 2}, {2, 3, 1}, {2, 1, 3}, {3, 2, 1}, {1, 3, 2}};
    gyre_vec3 m[] = {{.05, 6, .15}, {.15, .05, 6}, {6, .15, -.05}, {6, -.05, .15}, {-.15, 6, -.05}, {.05, -.15, -6}};
    for (int i = 0; i < 6; i++) {
        double period;
        CHECK_OK(gyre_free_rotation_period(I[i], m[i], &period));
        CHECK_NEAR(period, 11.8539651631370529, 1e-14 * 11.85);
    }
}

TEST(after_a_period_the_body_turns_as_it_did) {
    random_source r = {3};
    for (int i = 0; i < 300; i++) {
        gyre_mass mass = {1, {random_between(&r, 1, 2), random_between(&r, 1, 2), random_between(&r, 1, 2)}};
        gyre_state start = {.q = random_rotation(&r), .L = random_vec3(&r, 2)}, end, half;
        gyre_vec3 m = gyre_quat_rotate_back(start.q, start.L);
        double period;
        CHECK_OK(gyre_free_rotation_period(mass.inertia, m, &period));
        CHECK_OK(gyre_free_flight(&mass, &start, NO_GRAVITY, period, &end));
        CHECK_OK(gyre_free_flight(&mass, &start, NO_GRAVITY, period / 2, &half));
        // within the roundings of some turns, and not after half of it: sn and cn have changed sign there
        CHECK_BELOW(distance(gyre_quat_rotate_back(end.q, end.L), m), 1e-11 * norm(m));
        CHECK(distance(gyre_quat_rotate_back(half.q, half.L), m) > 1e-6 * norm(m));
    }
}

TEST(the_period_of_a_round_body_is_elementary) {
    double period; // 2 pi over m3 (1/I3 - 1/I1)
    CHECK_OK(gyre_free_rotation_period((gyre_vec3){1, 1, 1.8}, (gyre_vec3){0.3, -0.4, 9}, &period));
    CHECK_NEAR(period, 2 * M_PI / (9 * (1 - 1 / 1.8)), 4e-15 * period);
}

TEST(the_period_is_zero_where_nothing_moves_and_infinite_on_the_separatrix) {
    double period = -1;
    gyre_vec3 I = {1, 2, 3};
    gyre_vec3 steady[] = {{0, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 0, 1}};
    for (int i = 0; i < 4; i++) {
        period = -1;
        CHECK_OK(gyre_free_rotation_period(I, steady[i], &period));
        CHECK_SAME(period, 0);
    }
    CHECK_OK(gyre_free_rotation_period((gyre_vec3){2, 2, 2}, (gyre_vec3){1, 2, 3}, &period));
    CHECK_SAME(period, 0);
    // I = (2, 3, 6), m = (3, .75, 3): 2T = l^2 / I2 exactly
    CHECK_OK(gyre_free_rotation_period((gyre_vec3){2, 3, 6}, (gyre_vec3){3, 0.75, 3}, &period));
    CHECK(period == INFINITY);
}

TEST(the_period_refuses_invalid_bodies) {
    double period = -1;
    gyre_vec3 I = {1, 2, 3}, m = {1, 1, 1};
    CHECK_RESULT(gyre_free_rotation_period(I, m, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_free_rotation_period((gyre_vec3){1, 0, 3}, m, &period), GYRE_ERR_INERTIA);
    CHECK_RESULT(gyre_free_rotation_period((gyre_vec3){1, 2, NAN}, m, &period), GYRE_ERR_INERTIA);
    CHECK_RESULT(gyre_free_rotation_period((gyre_vec3){-1, 2, 3}, m, &period), GYRE_ERR_INERTIA);
    CHECK_RESULT(gyre_free_rotation_period((gyre_vec3){1, 2, INFINITY}, m, &period), GYRE_ERR_INERTIA);
    CHECK_RESULT(gyre_free_rotation_period(I, (gyre_vec3){1, INFINITY, 1}, &period), GYRE_ERR_NOT_FINITE);
    CHECK_SAME(period, -1);
}

// ---- flight ----

TEST(a_thrown_body_follows_a_parabola_and_keeps_L_to_the_bit) {
    gyre_mass mass = {2, {1, 2, 2.5}};
    gyre_state start = tumbling_state(), end;
    gyre_vec3 g = {0.5, 0, -10};
    double times[] = {0, 0.01, -3, 60, 1e5};
    for (int i = 0; i < 5; i++) {
        double t = times[i];
        CHECK_OK(gyre_free_flight(&mass, &start, g, t, &end));
        gyre_vec3 x = plus(start.x, plus(scaled(t / 2, start.P), scaled(t * t / 2, g)));
        CHECK_BELOW(distance(end.x, x), 4 * DBL_EPSILON * (norm(x) + 1));
        CHECK_BELOW(distance(end.P, plus(start.P, scaled(2 * t, g))), 4 * DBL_EPSILON * (norm(end.P) + 1));
        CHECK_BYTES(&end.L, &start.L, sizeof end.L);
        double before, after; // the energy of rotation at any time
        gyre_state turning = {.q = start.q, .L = start.L}, turned = {.q = end.q, .L = end.L};
        CHECK_OK(gyre_kinetic_energy(&mass, &turning, &before));
        CHECK_OK(gyre_kinetic_energy(&mass, &turned, &after));
        CHECK_NEAR(after / before, 1, 8 * DBL_EPSILON);
    }
}

TEST(flight_agrees_with_the_reference_trajectories) {
    const char *files[] = {"free01_generic.txt", "free02_near_separatrix.txt", "free04_oblate.txt",
                           "free06_sphere.txt",  "free07_flat_plate.txt",      "free12_slow_1e-6.txt"};
    for (int k = 0; k < 6; k++) {
        reference ref = reference_read(files[k]);
        gyre_mass mass = {1, ref.I};
        gyre_vec3 m = {ref.I.x * ref.w0.x, ref.I.y * ref.w0.y, ref.I.z * ref.w0.z};
        gyre_state start = {.q = ref.q0, .L = gyre_quat_rotate(ref.q0, m)}, end;
        for (int i = 0; i < ref.row_count; i++) {
            CHECK_OK(gyre_free_flight(&mass, &start, NO_GRAVITY, ref.rows[i].t, &end));
            CHECK_BELOW(angle_between(end.q, ref.rows[i].q), 1e-11);
        }
    }
}

TEST(flights_add_up_and_run_backward) {
    random_source r = {9};
    for (int i = 0; i < 300; i++) {
        gyre_mass mass = {1, {random_between(&r, 1, 2), random_between(&r, 1, 2), random_between(&r, 1, 2)}};
        gyre_state start = {random_vec3(&r, 1), random_rotation(&r), random_vec3(&r, 1), random_vec3(&r, 2)};
        gyre_vec3 g = random_vec3(&r, 1);
        double t1 = random_between(&r, -50, 50), t2 = random_between(&r, -50, 50);
        gyre_state once, twice, back;
        CHECK_OK(gyre_free_flight(&mass, &start, g, t1 + t2, &once));
        CHECK_OK(gyre_free_flight(&mass, &start, g, t1, &twice));
        CHECK_OK(gyre_free_flight(&mass, &twice, g, t2, &twice)); // in place
        CHECK_OK(gyre_free_flight(&mass, &once, g, -(t1 + t2), &back));
        // roundings of a hundred turns, and their growth near a separatrix
        CHECK_BELOW(angle_between(once.q, twice.q), 1e-10);
        CHECK_BELOW(distance(once.x, twice.x), 1e-10);
        CHECK_BELOW(angle_between(back.q, start.q), 1e-10);
        CHECK_BELOW(distance(back.x, start.x), 1e-10);
    }
}

TEST(flight_takes_any_q_that_has_a_length_and_gives_a_unit_one) {
    gyre_mass mass = {2, {1, 2, 2.5}};
    gyre_state start = tumbling_state(), doubled = start, a, b;
    doubled.q = (gyre_quat){2 * start.q.w, 2 * start.q.x, 2 * start.q.y, 2 * start.q.z};
    CHECK_OK(gyre_free_flight(&mass, &start, NO_GRAVITY, 3, &a));
    CHECK_OK(gyre_free_flight(&mass, &doubled, NO_GRAVITY, 3, &b));
    CHECK_BYTES(&a, &b, sizeof a);
    CHECK_NEAR(a.q.w * a.q.w + a.q.x * a.q.x + a.q.y * a.q.y + a.q.z * a.q.z, 1, 4 * DBL_EPSILON);
}

TEST(flight_refuses_bad_input_and_leaves_the_state_unchanged) {
    gyre_mass mass = {2, {1, 2, 2.5}}, rod = {1, {0, 1, 1}};
    gyre_state start = tumbling_state(), end = start, bad = start;
    bad.L.y = NAN;
    CHECK_RESULT(gyre_free_flight(NULL, &start, NO_GRAVITY, 1, &end), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_free_flight(&mass, NULL, NO_GRAVITY, 1, &end), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_free_flight(&mass, &start, NO_GRAVITY, 1, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_free_flight(&rod, &start, NO_GRAVITY, 1, &end), GYRE_ERR_INERTIA);
    CHECK_RESULT(gyre_free_flight(&mass, &bad, NO_GRAVITY, 1, &end), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_free_flight(&mass, &start, (gyre_vec3){0, 0, INFINITY}, 1, &end), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_free_flight(&mass, &start, NO_GRAVITY, NAN, &end), GYRE_ERR_TIME);
    CHECK_RESULT(gyre_free_flight(&mass, &start, NO_GRAVITY, -INFINITY, &end), GYRE_ERR_TIME);
    CHECK_RESULT(gyre_free_flight(&mass, &start, (gyre_vec3){1, 0, 0}, 1e200, &end), GYRE_ERR_NOT_FINITE);
    CHECK_BYTES(&end, &start, sizeof end);
}

TEST(a_flight_over_a_very_long_time_is_still_a_rotation) {
    gyre_mass mass = {2, {1, 2, 2.5}};
    gyre_state start = tumbling_state(), end;
    double times[] = {1e9, 1e15, 1e17, 1e30, -1e100};
    for (int i = 0; i < 5; i++) {
        start.P = (gyre_vec3){0, 0, 0};
        CHECK_OK(gyre_free_flight(&mass, &start, NO_GRAVITY, times[i], &end));
        CHECK_NEAR(end.q.w * end.q.w + end.q.x * end.q.x + end.q.y * end.q.y + end.q.z * end.q.z, 1, 4 * DBL_EPSILON);
        double before, after;
        CHECK_OK(gyre_kinetic_energy(&mass, &start, &before));
        CHECK_OK(gyre_kinetic_energy(&mass, &end, &after));
        CHECK_NEAR(after / before, 1, 8 * DBL_EPSILON);
    }
}

RUN_TESTS("free_flight")
