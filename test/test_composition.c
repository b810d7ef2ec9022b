/// Layer 6: splitting methods, their coefficients and what they keep.
#include "body_helpers.h"
#include "check.h"
#include "forced_cases.h"
#include "integrators/composition.h"

// ---- coefficients ----

TEST(kicks_and_drifts_of_every_composition_add_up_to_one_step) {
    int count = 0;
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        const composition *c = gyre_composition_of((gyre_method)m);
        CHECK_EQ(c == NULL, gyre_method_is_general((gyre_method)m));
        if (!c) continue;
        count++;
        double kicks = c->kick[c->drift_count], drifts = 0;
        for (int i = 0; i < c->drift_count; i++) {
            kicks += c->kick[i];
            drifts += c->drift[i];
        }
        CHECK_NEAR(kicks, 1, 1e-15);
        CHECK_NEAR(drifts, 1, 1e-15);
    }
    CHECK_EQ(count, 4);
    CHECK(gyre_composition_of(GYRE_METHOD_COUNT) == NULL);
}

TEST(exact_compositions_read_the_same_backward) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        const composition *c = gyre_composition_of((gyre_method)m);
        if (!c || !c->has_exact_drift) continue;
        for (int i = 0; i <= c->drift_count; i++)
            CHECK_SAME(c->kick[i], c->kick[c->drift_count - i]);
        for (int i = 0; i < c->drift_count; i++)
            CHECK_SAME(c->drift[i], c->drift[c->drift_count - 1 - i]);
    }
}

static const gyre_method exact_methods[] = {GYRE_METHOD_exact, GYRE_METHOD_rkn4, GYRE_METHOD_rkn6};

static void advance(const gyre_system *system, gyre_method method, double step, double t0, double t1, double *y) {
    gyre_ode_options options = gyre_ode_options_default();
    options.method = method;
    options.step = step;
    CHECK_OK(gyre_system_advance(system, y, y, gyre_system_length(system), t0, t1, &options, NULL));
}

// ---- reference problems ----

TEST(forced_motion_meets_its_bars) {
    for (int i = 0; i < FORCED_CASE_COUNT; i++) {
        double measured = forced_cases[i].measure(forced_cases[i].method);
        print_message("%-34s bar %7.1e  measured %.1e\n", forced_cases[i].name, forced_cases[i].bar, measured);
        CHECK_BELOW(measured, forced_cases[i].bar);
    }
}

// ---- what follows from the structure ----

TEST(uniform_gravity_is_exact_in_every_exact_composition) {
    for (int k = 0; k < 3; k++) {
        gyre_rigid_body body = tumbling_brick();
        gyre_system system = system_of(&body, 1);
        system.gravity = (gyre_vec3){0, 0, -9.81};
        gyre_state s = tumbling_state(), want;
        double y[13];
        gyre_state_to_array(&s, y);
        CHECK_OK(gyre_free_flight(&body.mass, &s, system.gravity, 1, &want));
        advance(&system, exact_methods[k], 0.1, 0, 1, y);
        gyre_array_to_state(y, &s);
        // ten steps of a few roundings; the published coefficients add up to 1 within one
        CHECK_BELOW(distance(s.x, want.x), 1e-13);
        CHECK_BELOW(distance(s.P, want.P), 1e-13);
        CHECK_BELOW(angle_between(s.q, want.q), 1e-14);
        CHECK_BYTES(&s.L, &want.L, sizeof s.L);
    }
}

TEST(exact_compositions_run_backward_to_their_start) {
    for (int k = 0; k < 3; k++) {
        gyre_system system;
        gyre_rigid_body body;
        double start[13], y[13];
        spring_problem(&system, &body, y);
        memcpy(start, y, sizeof y);
        advance(&system, exact_methods[k], 1.0 / 60, 0, 2, y);
        CHECK(array_difference(y, start, 13) > 0.1);
        advance(&system, exact_methods[k], 1.0 / 60, 2, 0, y);
        CHECK_BELOW(array_difference(y, start, 13), 1e-12); // 240 steps of roundings, grown by the chaotic spring
    }
}

static gyre_result drag(double t, size_t index, const gyre_state *s, const double *y, gyre_wrench *wrench, void *user) {
    (void)t, (void)index, (void)y, (void)user;
    wrench->force = plus(wrench->force, scaled(-0.7 * norm(s->P), s->P));
    wrench->torque = plus(wrench->torque, scaled(-0.4 * norm(s->L), s->L));
    return GYRE_OK;
}

static void dragged_brick(double h, gyre_method method, double *y) {
    gyre_rigid_body body = tumbling_brick();
    gyre_system system = system_of(&body, 1);
    system.gravity = (gyre_vec3){0, 0, -9.81};
    system.add_forces = drag;
    gyre_state s = tumbling_state();
    gyre_state_to_array(&s, y);
    advance(&system, method, h, 0, 1, y);
}

TEST(the_exact_method_keeps_order_two_when_forces_depend_on_velocity) {
    double want[13], coarse[13], fine[13];
    dragged_brick(1.0 / 1024, GYRE_METHOD_dopri5, want);
    dragged_brick(1.0 / 128, GYRE_METHOD_exact, coarse);
    dragged_brick(1.0 / 256, GYRE_METHOD_exact, fine);
    double order = log2(array_difference(coarse, want, 13) / array_difference(fine, want, 13));
    print_message("order with drag %.3f\n", order);
    CHECK_NEAR(order, 2, 0.1);
}

TEST(locked_bodies_turn_evenly_about_their_axis_at_any_step_size) {
    // a rod along x, whose moment about itself is 0: it can turn in the plane, with I = 2
    gyre_rigid_body rod = {.mass = {1, {0, 2, 2}}, .locks = GYRE_LOCK_PLANAR};
    gyre_system system = system_of(&rod, 1);
    for (int k = 0; k < 3; k++) {
        gyre_state s = {.q = {1, 0, 0, 0}, .P = {1, 2, 3}, .L = {5, 5, 6}};
        double y[13];
        gyre_state_to_array(&s, y);
        advance(&system, exact_methods[k], 2, 0, 10, y);
        gyre_array_to_state(y, &s);
        CHECK_BELOW(angle_between(s.q, (gyre_quat){cos(15), 0, 0, sin(15)}), 1e-13); // 30 rad at 3 rad/s
        CHECK_BELOW(distance(s.x, (gyre_vec3){10, 20, 0}), 1e-13);
    }
}

TEST(static_bodies_stay_and_others_move_in_every_composition) {
    for (int k = 0; k < 3; k++) {
        gyre_rigid_body bodies[2] = {{.locks = 0}, tumbling_brick()};
        gyre_system system = system_of(bodies, 2);
        system.gravity = (gyre_vec3){0, 0, -9.81};
        gyre_state states[2] = {{.x = {1, 2, 3}, .q = {0.6, 0, 0.8, 0}}, tumbling_state()}, end[2];
        double y[26];
        CHECK_OK(gyre_states_to_array(states, 2, y, 26));
        advance(&system, exact_methods[k], 1.0 / 60, 0, 1, y);
        CHECK_OK(gyre_array_to_states(y, 26, end, 2));
        CHECK_BYTES(&end[0].x, &states[0].x, sizeof end[0].x);
        CHECK_BELOW(angle_between(end[0].q, states[0].q), 1e-14);
        CHECK(norm(end[0].P) == 0 && end[1].x.z < -3);
    }
}

static gyre_result stretch(double t, double *y, void *user) {
    (void)t, (void)user;
    for (int i = 3; i < 7; i++)
        y[i] *= 1.5;
    return GYRE_OK;
}

TEST(a_projection_may_leave_q_of_any_length) {
    gyre_rigid_body body = tumbling_brick();
    gyre_system system = system_of(&body, 1);
    gyre_ode_options options = gyre_ode_options_default();
    options.method = GYRE_METHOD_exact;
    options.step = 1.0 / 60;
    gyre_state s = tumbling_state(), end, want;
    double y[13], stretched[13];
    gyre_state_to_array(&s, y);
    memcpy(stretched, y, sizeof y);
    CHECK_OK(gyre_system_advance(&system, y, y, 13, 0, 1, &options, NULL));
    options.project = stretch;
    CHECK_OK(gyre_system_advance(&system, stretched, stretched, 13, 0, 1, &options, NULL));
    gyre_array_to_state(y, &want);
    gyre_array_to_state(stretched, &end);
    CHECK_OK(gyre_quat_normalize(end.q, &end.q));
    CHECK_BELOW(angle_between(end.q, want.q), 1e-13); // sixty normalisations
}

TEST(a_step_costs_one_evaluation_per_kick) {
    size_t expected[] = {2, 7, 12};
    for (int k = 0; k < 3; k++) {
        gyre_rigid_body body = tumbling_brick();
        gyre_system system = system_of(&body, 1);
        gyre_ode_options options = gyre_ode_options_default();
        options.method = exact_methods[k];
        options.step = 0.1;
        gyre_state s = tumbling_state();
        gyre_ode_report report;
        double y[13];
        gyre_state_to_array(&s, y);
        CHECK_OK(gyre_system_advance(&system, y, y, 13, 0, 1, &options, &report));
        CHECK_EQ(report.steps, 10);
        CHECK_EQ(report.evaluations, 10 * expected[k]);
    }
}

RUN_TESTS("composition")
