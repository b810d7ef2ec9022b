/// Layer 6: the integration methods, their tables, and the order that each claims.
#include "body_helpers.h"
#include "check.h"
#include "integrators/butcher.h"

// ---- tables: the conditions a table must meet for its order, checked as algebra ----

static double sum_b(const butcher_table *t, const double *factor) {
    double sum = 0;
    for (int i = 0; i < t->stages; i++)
        sum += t->b[i] * factor[i];
    return sum;
}

TEST(rows_of_every_table_add_up_to_its_nodes) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        const butcher_table *t = gyre_butcher_table_of((gyre_method)m);
        if (!t) continue;
        for (int i = 0; i < t->stages; i++) {
            double sum = 0;
            for (int j = 0; j < t->stages; j++) {
                sum += t->a[i][j];
                CHECK(j < i || t->a[i][j] == (j == i && i > 0 ? t->gamma : 0)); // explicit, or one equation per stage
            }
            CHECK_NEAR(sum, t->c[i], 1e-14); // entries of dopri5 reach 11: a few roundings of that
        }
    }
}

TEST(weights_of_every_table_integrate_polynomials_up_to_its_order) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        const butcher_table *t = gyre_butcher_table_of((gyre_method)m);
        if (!t) continue;
        for (int power = 0; power < gyre_method_order((gyre_method)m); power++) {
            double c_power[BUTCHER_STAGES_MAX];
            for (int i = 0; i < t->stages; i++)
                c_power[i] = pow(t->c[i], power);
            CHECK_NEAR(sum_b(t, c_power), 1.0 / (power + 1), 1e-15); // sum of b c^k = 1/(k+1)
        }
    }
}

TEST(error_weights_sum_to_zero_and_the_last_stage_is_the_end) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        const butcher_table *t = gyre_butcher_table_of((gyre_method)m);
        if (!t || !t->error_order) continue;
        double sum = 0, dense_sum = 0;
        for (int i = 0; i < t->stages; i++) {
            sum += t->e[i];
            dense_sum += t->dense[i];
            CHECK(!t->ends_with_derivative || t->a[t->stages - 1][i] == t->b[i]);
        }
        CHECK_NEAR(sum, 0, 1e-16);
        CHECK_NEAR(dense_sum, 0, 1e-15);
        // the difference of a rule of order 5 and one of order 4: it sees no polynomial below degree 4, but that one
        for (int power = 1; power <= t->error_order; power++) {
            double moment = 0;
            for (int i = 0; i < t->stages; i++)
                moment += t->e[i] * pow(t->c[i], power);
            if (power < t->error_order) CHECK_NEAR(moment, 0, 1e-16);
            if (power == t->error_order) CHECK(fabs(moment) > 1e-4);
        }
    }
}

TEST(the_error_of_dopri5_is_the_difference_to_the_published_fourth_order_rule) {
    // Dormand and Prince 1980, table 2, the second row of weights
    double fourth[7] = {5179.0 / 57600, 0, 7571.0 / 16695, 393.0 / 640, -92097.0 / 339200, 187.0 / 2100, 1.0 / 40};
    const butcher_table *t = gyre_butcher_table_of(GYRE_METHOD_dopri5);
    for (int i = 0; i < 7; i++)
        CHECK_NEAR(t->b[i] - t->e[i], fourth[i], 2e-16);
}

TEST(every_method_has_a_name_that_leads_back_to_it) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_method found;
        CHECK_OK(gyre_method_from_name(gyre_method_name((gyre_method)m), &found));
        CHECK_EQ(found, m);
        CHECK(gyre_method_order((gyre_method)m) >= 1);
        CHECK(strlen(gyre_method_text((gyre_method)m)) > 10);
    }
    gyre_method untouched = GYRE_METHOD_rk4;
    CHECK_RESULT(gyre_method_from_name("rk5", &untouched), GYRE_ERR_METHOD);
    CHECK_RESULT(gyre_method_from_name(NULL, &untouched), GYRE_ERR_NULL_POINTER);
    CHECK_EQ(untouched, GYRE_METHOD_rk4);
    CHECK(gyre_method_name(GYRE_METHOD_COUNT) == NULL && gyre_method_text((gyre_method)-1) == NULL);
    CHECK_EQ(gyre_method_order(GYRE_METHOD_COUNT), 0);
}

// ---- measured order: halving the step divides the error by 2^order ----

static gyre_result swaying_force(double t, size_t index, const gyre_state *s, const double *y, gyre_wrench *wrench,
                                 void *user) {
    (void)index, (void)y, (void)user;
    wrench->force.x += sin(3 * t) - 2 * s->x.x;
    wrench->torque.y += cos(2 * t);
    return GYRE_OK;
}

// A brick that tumbles under a force at a point, a spring and a torque that change with time.
static void brick_at_one_second(gyre_method method, gyre_orientation_update update, double h, double *out_y) {
    gyre_point_force push = {{0.4, -1, 0.7}, {0.5, 0.2, -0.3}};
    gyre_rigid_body body = tumbling_brick();
    body.forces = &push;
    body.force_count = 1;
    gyre_system system = system_of(&body, 1);
    system.add_forces = swaying_force;
    gyre_ode_options options = gyre_ode_options_default();
    options.method = method;
    options.step = h;
    options.orientation_update = update;
    gyre_state s = tumbling_state();
    double y[13];
    gyre_state_to_array(&s, y);
    CHECK_OK(gyre_system_advance(&system, y, out_y, 13, 0, 1, &options, NULL));
}

static double brick_order(gyre_method method, gyre_orientation_update update, double h) {
    double exact[13], coarse[13], fine[13];
    brick_at_one_second(GYRE_METHOD_dopri5, update, 1.0 / 1024, exact);
    brick_at_one_second(method, update, h, coarse);
    brick_at_one_second(method, update, h / 2, fine);
    return log2(array_difference(coarse, exact, 13) / array_difference(fine, exact, 13));
}

// Small enough for the leading error term to rule, large enough for rounding not to.
static double step_for_order(int order) {
    return order <= 2 ? 1.0 / 256 : order <= 4 ? 1.0 / 64 : order <= 5 ? 1.0 / 32 : 1.0 / 8;
}

TEST(spec_6_every_method_has_its_order_on_a_rigid_body) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_method method = (gyre_method)m;
        int order = gyre_method_order(method);
        double measured = brick_order(method, GYRE_ORIENTATION_QUATERNION, step_for_order(order));
        print_message("%-20s order %.3f\n", gyre_method_name(method), measured);
        CHECK_NEAR(measured, order, 0.1);
    }
}

TEST(semi_implicit_euler_has_order_one_with_the_exponential_map_too) {
    CHECK_NEAR(brick_order(GYRE_METHOD_semi_implicit_euler, GYRE_ORIENTATION_EXPONENTIAL, 1.0 / 256), 1, 0.1);
}

// A pendulum pushed by a swaying hand: no rigid body, not linear, and time matters.
static gyre_result pushed_pendulum(double t, const double *y, double *ydot, void *user) {
    (void)user;
    ydot[0] = y[1];
    ydot[1] = -sin(y[0]) + 0.5 * cos(1.3 * t);
    return GYRE_OK;
}

static void pendulum_at_three_seconds(gyre_method method, double h, double *out_y) {
    gyre_ode_options options = gyre_ode_options_default();
    options.method = method;
    options.step = h;
    double y[2] = {1, 0.5};
    CHECK_OK(gyre_ode(y, out_y, 2, 0, 3, pushed_pendulum, NULL, &options, NULL));
}

static double pendulum_order(gyre_method method, double h) {
    double exact[2], coarse[2], fine[2];
    pendulum_at_three_seconds(GYRE_METHOD_dopri5, 1.0 / 1024, exact);
    pendulum_at_three_seconds(method, h, coarse);
    pendulum_at_three_seconds(method, h / 2, fine);
    return log2(array_difference(coarse, exact, 2) / array_difference(fine, exact, 2));
}

TEST(spec_6_every_general_method_has_its_order_on_other_equations) {
    int general = 0;
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_method method = (gyre_method)m;
        if (!gyre_method_is_general(method)) continue;
        general++;
        double measured = pendulum_order(method, step_for_order(gyre_method_order(method)));
        print_message("%-20s order %.3f\n", gyre_method_name(method), measured);
        CHECK_NEAR(measured, gyre_method_order(method), 0.1);
    }
    CHECK(general >= 4); // at least four solvers behind one signature
}

// ---- semi-implicit Euler ----

static void advance_semi_implicit(const gyre_system *system, gyre_orientation_update update, double t1, double *y) {
    gyre_ode_options options = gyre_ode_options_default();
    options.method = GYRE_METHOD_semi_implicit_euler;
    options.step = 1.0 / 60;
    options.orientation_update = update;
    CHECK_OK(gyre_system_advance(system, y, y, 13, 0, t1, &options, NULL));
}

TEST(spec_71_semi_implicit_euler_falls_with_the_known_error) {
    gyre_rigid_body body = tumbling_brick();
    gyre_system system = system_of(&body, 1);
    system.gravity = (gyre_vec3){0, 0, -9.81};
    gyre_state s = {.q = {1, 0, 0, 0}};
    double y[13];
    gyre_state_to_array(&s, y);
    advance_semi_implicit(&system, GYRE_ORIENTATION_QUATERNION, 1, y);
    CHECK_NEAR(y[9] / 2, -9.81, 1e-13); // v = P / M
    CHECK_NEAR(y[2], -4.98675, 1e-13);  // -9.81 (n + 1) / (2 n), n = 60
}

// One step of a sphere that spins with 10 rad/s about z.
static double turn_of_one_step(gyre_orientation_update update) {
    gyre_rigid_body ball = {.mass = {1, {0.4, 0.4, 0.4}}};
    gyre_system system = system_of(&ball, 1);
    gyre_state s = {.q = {1, 0, 0, 0}, .L = {0, 0, 4}};
    double y[13];
    gyre_state_to_array(&s, y);
    advance_semi_implicit(&system, update, 1.0 / 60, y);
    gyre_array_to_state(y, &s);
    return 2 * atan2(s.q.z, s.q.w);
}

TEST(spec_27_the_first_order_step_turns_by_two_atan_half_wh) {
    double turn = turn_of_one_step(GYRE_ORIENTATION_QUATERNION);
    CHECK_NEAR(turn, 2 * atan(10.0 / 60 / 2), 1e-15);
    CHECK_NEAR(turn, 0.166282, 5e-7);
}

TEST(spec_28_the_exponential_step_turns_by_wh_and_stands_still_at_w_zero) {
    CHECK_NEAR(turn_of_one_step(GYRE_ORIENTATION_EXPONENTIAL), 10.0 / 60, 1e-15);
    gyre_rigid_body ball = {.mass = {1, {0.4, 0.4, 0.4}}};
    gyre_system system = system_of(&ball, 1);
    gyre_state s = {.q = {0.5, -0.5, 0.5, 0.5}};
    double y[13];
    gyre_state_to_array(&s, y);
    advance_semi_implicit(&system, GYRE_ORIENTATION_EXPONENTIAL, 1, y);
    CHECK(y[3] == 0.5 && y[4] == -0.5 && y[5] == 0.5 && y[6] == 0.5);
}

TEST(spec_61_without_torque_L_keeps_its_bits_in_every_method_while_w_changes) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_rigid_body body = tumbling_brick();
        gyre_system system = system_of(&body, 1);
        system.gravity = (gyre_vec3){0, 0, -9.81};
        gyre_ode_options options = gyre_ode_options_default();
        options.method = (gyre_method)m;
        options.step = 1.0 / 60;
        gyre_state start = tumbling_state(), end;
        double y[13];
        gyre_state_to_array(&start, y);
        CHECK_OK(gyre_system_advance(&system, y, y, 13, 0, 10, &options, NULL));
        gyre_array_to_state(y, &end);
        CHECK_BYTES(&end.L, &start.L, sizeof end.L);
        gyre_auxiliary before, after;
        CHECK_OK(gyre_auxiliary_of(&body.mass, &start, &before));
        CHECK_OK(gyre_auxiliary_of(&body.mass, &end, &after));
        CHECK(distance(before.w, after.w) > 0.01);
    }
}

// docs/SPEC.md, errors in the texts: conserving L alone is not enough.
TEST(first_order_rotation_with_constant_L_gains_energy) {
    gyre_rigid_body body = {.mass = {1, {1, 2, 3}}};
    gyre_system system = system_of(&body, 1);
    gyre_state s = {.q = {1, 0, 0, 0}, .L = {0.01, 4, 0.03}};
    double y[13], start, end, potential;
    gyre_state_to_array(&s, y);
    CHECK_OK(gyre_system_energy(&system, y, &start, &potential));
    advance_semi_implicit(&system, GYRE_ORIENTATION_QUATERNION, 100, y);
    CHECK_OK(gyre_system_energy(&system, y, &end, &potential));
    double L2 = 0.01 * 0.01 + 16 + 0.03 * 0.03;
    CHECK(end > 1.9 * start); // about twice, towards L^2 / (2 Imin)
    CHECK(end <= L2 / 2 * (1 + 1e-12));
}

RUN_TESTS("methods")
