/// Layer 6: gyre_ode on systems other than rigid bodies: tolerance, counts, projections, errors.
#include "body_helpers.h"
#include "check.h"
#include "host.h"
#include "ode_problems.h"

// ---- accuracy ----

static double kepler_error(double rtol, gyre_ode_report *report) {
    double e = 0.6, start[4] = {1 - e, 0, 0, sqrt((1 + e) / (1 - e))}, end[4]; // at perihelion, period 2 pi
    gyre_ode_options options = tolerance(rtol, rtol);
    CHECK_OK(gyre_ode(start, end, 4, 0, 2 * acos(-1), kepler, NULL, &options, report));
    return array_difference(start, end, 4);
}

TEST(spec_6_a_kepler_orbit_closes_to_its_tolerance) {
    // The error per step obeys rtol; along an orbit of e = 0.6 it is amplified by less than 1000.
    for (double rtol = 1e-5; rtol > 1e-12; rtol /= 100) {
        gyre_ode_report report;
        double error = kepler_error(rtol, &report);
        print_message("rtol %.0e: error %.2e, %zu steps, %zu rejected, %zu evaluations\n", rtol, error, report.steps,
                      report.rejected, report.evaluations);
        CHECK_BELOW(error, 1000 * rtol);
    }
    CHECK_BELOW(kepler_error(1e-10, NULL), kepler_error(1e-8, NULL) / 20); // and it obeys
}

TEST(spec_6_van_der_pol_agrees_with_an_independent_method) {
    double mu = 5, start[2] = {2, 0}, adaptive[2], fixed[2];
    gyre_ode_options options = tolerance(1e-10, 1e-12);
    CHECK_OK(gyre_ode(start, adaptive, 2, 0, 20, van_der_pol, &mu, &options, NULL));
    options.method = GYRE_METHOD_rk4;
    options.step = 1e-4; // error about 1e-13
    CHECK_OK(gyre_ode(start, fixed, 2, 0, 20, van_der_pol, &mu, &options, NULL));
    CHECK_BELOW(array_difference(adaptive, fixed, 2), 1000 * 1e-10);
}

static gyre_result decay_many(double t, const double *y, double *ydot, void *user) {
    (void)t;
    for (size_t i = 0; i < *(const size_t *)user; i++)
        ydot[i] = -y[i];
    return GYRE_OK;
}

TEST(one_moving_component_among_many_at_rest_meets_the_tolerance) {
    size_t count = 100000;
    double *y = calloc(count, sizeof *y);
    CHECK(y != NULL);
    y[count / 2] = 1;
    CHECK_OK(gyre_ode(y, y, count, 0, 1, decay_many, &count, NULL, NULL));
    CHECK_NEAR(y[count / 2], exp(-1), 1e-8);
    free(y);
}

TEST(integration_runs_backward_and_returns) {
    double start[4] = {0.4, 0, 0, 2}, y[4];
    gyre_ode_options options = tolerance(1e-11, 1e-13);
    CHECK_OK(gyre_ode(start, y, 4, 0, 3, kepler, NULL, &options, NULL));
    CHECK(array_difference(start, y, 4) > 0.1);
    CHECK_OK(gyre_ode(y, y, 4, 3, 0, kepler, NULL, &options, NULL));
    CHECK_BELOW(array_difference(start, y, 4), 1e-8);
    options.method = GYRE_METHOD_rk4;
    options.step = 1e-3;
    double z = 1;
    CHECK_OK(gyre_ode(&z, &z, 1, 2, -1, decay, NULL, &options, NULL));
    CHECK_NEAR(z, exp(3), 1e-11);
}

TEST(spec_5_one_call_or_many_frames_give_the_same_result) {
    double y_once = 1, y_frames = 1;
    gyre_ode_options options = gyre_ode_options_default();
    options.method = GYRE_METHOD_rk4;
    options.step = 1.0 / 120;
    CHECK_OK(gyre_ode(&y_once, &y_once, 1, 0, 1, decay, NULL, &options, NULL)); // Y(1)
    for (int frame = 0; frame < 30; frame++)                                    // Y(1/30), Y(2/30), ...
        CHECK_OK(gyre_ode(&y_frames, &y_frames, 1, frame / 30.0, (frame + 1) / 30.0, decay, NULL, &options, NULL));
    CHECK_NEAR(y_once, exp(-1), 1e-10);
    CHECK_NEAR(y_frames, y_once, 1e-14);
}

TEST(an_interval_of_length_zero_copies) {
    double y = 3, end = 0;
    gyre_ode_report report;
    CHECK_OK(gyre_ode(&y, &end, 1, 5, 5, decay, NULL, NULL, &report));
    CHECK_SAME(end, 3);
    CHECK_EQ(report.evaluations, 0);
}

// ---- counts ----

static gyre_result counting_decay(double t, const double *y, double *ydot, void *user) {
    count_record *record = user;
    record->calls++;
    return decay(t, y, ydot, NULL);
}

TEST(the_report_counts_steps_and_evaluations) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        if (!gyre_method_is_general((gyre_method)m)) continue;
        count_record record = {0};
        gyre_ode_options options = gyre_ode_options_default();
        options.method = (gyre_method)m;
        options.step = gyre_method_is_adaptive(options.method) ? 0 : 0.01;
        options.on_step = counting_step;
        options.user = &record;
        double y = 1;
        gyre_ode_report report;
        CHECK_OK(gyre_ode(&y, &y, 1, 0, 1, counting_decay, &record, &options, &report));
        CHECK_EQ(report.evaluations, record.calls);
        CHECK_EQ(report.steps, record.steps);
        CHECK_SAME(record.last_t, 1);
        CHECK_SAME(report.t, 1);
    }
}

TEST(dormand_prince_pays_six_evaluations_per_step) {
    count_record record = {0};
    gyre_ode_options options = gyre_ode_options_default();
    options.step = 0.1;
    double y = 1;
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 1, counting_decay, &record, &options, NULL));
    CHECK_EQ(record.calls, 6 * 10 + 1); // the last stage is the first of the next step
}

TEST(ten_seconds_of_sixtieths_are_600_steps) {
    gyre_ode_options options = gyre_ode_options_default();
    options.method = GYRE_METHOD_explicit_euler;
    options.step = 1.0 / 60;
    gyre_ode_report report;
    double y = 1;
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 10, decay, NULL, &options, &report));
    CHECK_EQ(report.steps, 600);
    options.step = 0.3; // 1 s: four steps of 0.25, none longer than asked
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 1, decay, NULL, &options, &report));
    CHECK_EQ(report.steps, 4);
    CHECK_NEAR(report.step, 0.25, 1e-16);
    options.step = 50; // longer than the interval: one step
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 1, decay, NULL, &options, &report));
    CHECK_EQ(report.steps, 1);
}

TEST(max_step_and_initial_step_are_obeyed) {
    count_record record = {0};
    gyre_ode_options options = gyre_ode_options_default();
    options.max_step = 0.125;
    options.initial_step = 0.01;
    options.on_step = counting_step;
    options.user = &record;
    gyre_ode_report report;
    double y = 0; // nothing happens: steps would grow without bound
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 2, decay, NULL, &options, &report));
    CHECK(report.steps >= 16 && report.steps <= 20);
}

// ---- projections ----

TEST(a_projection_keeps_the_solution_on_its_manifold) {
    gyre_ode_options options = gyre_ode_options_default();
    options.method = GYRE_METHOD_midpoint;
    options.step = 0.05;
    double free_end[2] = {1, 0}, held_end[2] = {1, 0};
    CHECK_OK(gyre_ode(free_end, free_end, 2, 0, 100, circle, NULL, &options, NULL));
    CHECK(hypot(free_end[0], free_end[1]) > 1.001);
    options.project = to_unit_circle;
    CHECK_OK(gyre_ode(held_end, held_end, 2, 0, 100, circle, NULL, &options, NULL));
    CHECK_NEAR(hypot(held_end[0], held_end[1]), 1, 1e-15);
}

// ---- failures ----

TEST(a_tolerance_that_cannot_be_met_is_a_specific_error) {
    gyre_ode_options options = gyre_ode_options_default();
    options.log = (gyre_logger){keep_text, NULL};
    double y = 1, end = 7;
    gyre_ode_report report;
    CHECK_RESULT(gyre_ode(&y, &end, 1, 0, 2, blow_up, NULL, &options, &report), GYRE_ERR_TOLERANCE_NOT_MET);
    CHECK_SAME(end, 7);
    CHECK_NEAR(report.t, 1, 1e-6); // the time of the failure
    CHECK_EQ(report.component, 0);
    CHECK(strstr(log_text, "the tolerance (rtol 1e-09, atol 1e-12) cannot be met at t = ") == log_text);
    CHECK(strstr(log_text, "component 0 would need steps of ") != NULL);
    // the time has a resolution of 16 s, too coarse for y = exp(-t)
    CHECK_RESULT(gyre_ode(&y, &end, 1, 1e17, 2e17, decay, NULL, &options, &report), GYRE_ERR_TOLERANCE_NOT_MET);
    CHECK(strstr(log_text, "cannot be met at t = 1e+17: component 0 would need steps of ") != NULL);
    CHECK_SAME(report.t, 1e17);
    CHECK_SAME(end, 7);
}

static gyre_result at_rest(double t, const double *y, double *ydot, void *user) {
    (void)t, (void)y, (void)user;
    ydot[0] = ydot[1] = 0;
    return GYRE_OK;
}

TEST(unsuitable_first_steps_are_adapted) {
    double y[2] = {1, 0}, end[2];
    gyre_ode_options options = gyre_ode_options_default();
    double firsts[] = {1e-300, 1e-16, 1e3, 1e16, 1e300};
    for (size_t i = 0; i < sizeof firsts / sizeof firsts[0]; i++) {
        options.initial_step = firsts[i];
        CHECK_OK(gyre_ode(y, end, 2, 1, 2, circle, NULL, &options, NULL));
        CHECK_NEAR(end[0], cos(1), 1e-7);
    }
    // seconds since 1970, and nothing moves: the first guess is below the resolution of time
    CHECK_OK(gyre_ode(y, end, 2, 1.7e9, 1.7e9 + 1, at_rest, NULL, NULL, NULL));
    CHECK_OK(gyre_ode(y, end, 2, 1.7e9, 1.7e9 - 1, at_rest, NULL, NULL, NULL));
    // a component that starts at 0 with a relative tolerance only
    options = tolerance(1e-9, 0);
    CHECK_OK(gyre_ode(y, end, 2, 0, 1, circle, NULL, &options, NULL));
    CHECK_NEAR(end[1], sin(1), 1e-7);
}

TEST(steps_below_the_resolution_of_time_are_refused) {
    double y = 1, end = 7;
    gyre_ode_options options = gyre_ode_options_default();
    options.max_step = 1e-9;
    CHECK_RESULT(gyre_ode(&y, &end, 1, 1e8, 1e8 + 1, decay, NULL, &options, NULL), GYRE_ERR_STEP);
    options = gyre_ode_options_default();
    options.method = GYRE_METHOD_rk4;
    options.step = 1e-8;
    CHECK_RESULT(gyre_ode(&y, &end, 1, 1.7e9, 1.7e9 + 1e-5, decay, NULL, &options, NULL), GYRE_ERR_STEP);
    CHECK_SAME(end, 7);
}

// y' = t^4: the estimated error of a step is exactly h^5 times the fourth moment of the error weights.
static gyre_result fourth_power(double t, const double *y, double *ydot, void *user) {
    (void)y, (void)user;
    ydot[0] = t * t * t * t;
    return GYRE_OK;
}

static gyre_result expect_error_within_tolerance(const gyre_ode_step *step, void *user) {
    double h = step->t1 - step->t0, moment = 71.0 / 270000; // the sum of e c^4, in fractions
    (void)user;
    CHECK_BELOW(h * h * h * h * h * moment, 1e-8 * (1 + 1e-6));
    return GYRE_OK;
}

TEST(no_step_is_accepted_whose_estimated_error_exceeds_the_tolerance) {
    gyre_ode_options options = tolerance(0, 1e-8);
    options.on_step = expect_error_within_tolerance;
    for (double first = 0.05; first < 1; first *= 1.1) { // around the step that just meets it, 0.131
        options.initial_step = first;
        double y = 0;
        CHECK_OK(gyre_ode(&y, &y, 1, 0, 2, fourth_power, NULL, &options, NULL));
        CHECK_NEAR(y, 32.0 / 5, 1e-13);
    }
}

TEST(step_limits_count_exactly) {
    double y = 1;
    gyre_ode_options options = gyre_ode_options_default();
    options.method = GYRE_METHOD_rk4;
    options.step = 0.125;
    options.max_steps = 8;
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 1, decay, NULL, &options, NULL));
    options.max_steps = 7;
    CHECK_RESULT(gyre_ode(&y, &y, 1, 0, 1, decay, NULL, &options, NULL), GYRE_ERR_STEP_LIMIT);
    gyre_ode_report report;
    options = gyre_ode_options_default();
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 1, decay, NULL, &options, &report));
    options.max_steps = report.steps + report.rejected;
    double again = 1;
    CHECK_OK(gyre_ode(&again, &again, 1, 0, 1, decay, NULL, &options, &report));
    options.max_steps = report.steps + report.rejected - 1;
    CHECK_RESULT(gyre_ode(&again, &again, 1, 0, 1, decay, NULL, &options, NULL), GYRE_ERR_STEP_LIMIT);
}

typedef struct interval {
    double t0, t1;
} interval;

static gyre_result only_inside(double t, const double *y, double *ydot, void *user) {
    const interval *i = user;
    if (t < i->t0 || t > i->t1) return GYRE_ERR_TIME;
    return decay(t, y, ydot, NULL);
}

TEST(derivatives_are_evaluated_inside_the_interval_only) {
    random_source r = {91};
    for (int m = 0; m < GYRE_METHOD_COUNT; m++)
        for (int i = 0; i < 300 && gyre_method_is_general((gyre_method)m); i++) {
            interval in = {random_between(&r, -1, 1), random_between(&r, 1, 3)};
            gyre_ode_options options = gyre_ode_options_default();
            options.method = (gyre_method)m;
            options.step = i % 2 && gyre_method_is_adaptive(options.method) ? 0 : 0.1;
            double y = 1;
            CHECK_OK(gyre_ode(&y, &y, 1, in.t0, in.t1, only_inside, &in, &options, NULL));
        }
}

// y' = -100 (y - cos t) - sin t, whose stale derivatives would show at once
static gyre_result follow_cosine(double t, const double *y, double *ydot, void *user) {
    (void)user;
    ydot[0] = -100 * (y[0] - cos(t)) - sin(t);
    return GYRE_OK;
}

static gyre_result back_to_cosine(double t, double *y, void *user) {
    (void)user;
    y[0] = cos(t) + 0.5; // far from where the step ended: the next one must search again
    return GYRE_OK;
}

static gyre_result expect_relaxation(const gyre_ode_step *step, void *user) {
    (void)user;
    if (step->index == 0) return GYRE_OK;
    double inside, h = step->t1 - step->t0;
    // y0 is 0.5 off; at a hundredth of the step it must have relaxed by exp(-100 h/100), as the derivative at y0 says
    CHECK_OK(gyre_ode_interpolate(step, step->t0 + h / 100, &inside));
    CHECK_NEAR(inside - cos(step->t0 + h / 100), 0.5 * exp(-h), 1e-3);
    return GYRE_OK;
}

TEST(a_projection_that_moves_the_state_is_not_followed_by_a_stale_derivative) {
    gyre_ode_options options = gyre_ode_options_default();
    options.step = 0.002;
    options.project = back_to_cosine;
    options.on_step = NULL;
    double y = 1.5, with_observer = 1.5;
    gyre_ode_report report;
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 0.02, follow_cosine, NULL, &options, &report));
    CHECK_EQ(report.evaluations, 7 * 10); // no stage is carried over
    options.on_step = expect_relaxation;
    CHECK_OK(gyre_ode(&with_observer, &with_observer, 1, 0, 0.02, follow_cosine, NULL, &options, NULL));
}

TEST(on_success_the_report_names_no_component) {
    double y = 1;
    gyre_ode_report report;
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 1, decay, NULL, NULL, &report));
    CHECK(report.component == GYRE_NO_COMPONENT);
    CHECK(report.next_step > 0);
}

TEST(the_step_limit_is_a_specific_error) {
    gyre_ode_options options = gyre_ode_options_default();
    options.log = (gyre_logger){keep_text, NULL};
    options.max_steps = 5;
    double start[4] = {0.4, 0, 0, 2}, end[4] = {7};
    CHECK_RESULT(gyre_ode(start, end, 4, 0, 100, kepler, NULL, &options, NULL), GYRE_ERR_STEP_LIMIT);
    CHECK(strstr(log_text, "max_steps = 5 was reached at t = ") == log_text);
    options.method = GYRE_METHOD_rk4;
    options.step = 1e-3;
    CHECK_RESULT(gyre_ode(start, end, 4, 0, 100, kepler, NULL, &options, NULL), GYRE_ERR_STEP_LIMIT);
    options.step = 1e-300; // more steps than can be counted
    CHECK_RESULT(gyre_ode(start, end, 4, 0, 100, kepler, NULL, &options, NULL), GYRE_ERR_STEP_LIMIT);
    CHECK_SAME(end[0], 7);
}

static gyre_result nan_after_half(double t, const double *y, double *ydot, void *user) {
    (void)user;
    ydot[0] = t > 0.5 ? NAN : -y[0];
    ydot[1] = 0;
    return GYRE_OK;
}

TEST(a_non_finite_derivative_is_named) {
    gyre_ode_options options = gyre_ode_options_default();
    options.log = (gyre_logger){keep_text, NULL};
    double start[2] = {1, 1}, end[2] = {7, 7};
    gyre_ode_report report;
    CHECK_RESULT(gyre_ode(start, end, 2, 0, 1, nan_after_half, NULL, &options, &report), GYRE_ERR_NOT_FINITE);
    CHECK_NEAR(report.t, 0.5, 1e-9); // an adaptive method creeps up to the edge
    CHECK(strstr(log_text, "the solution is not finite beyond t = ") == log_text);
    options.method = GYRE_METHOD_rk4;
    options.step = 0.1;
    CHECK_RESULT(gyre_ode(start, end, 2, 0, 1, nan_after_half, NULL, &options, &report), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(report.component, 0);
    CHECK(strstr(log_text, "component 0 is not finite in the step from t = 0.5") == log_text);
    CHECK_SAME(end[0], 7);
}

static gyre_result refuse(double t, const double *y, double *ydot, void *user) {
    (void)t, (void)y, (void)ydot, (void)user;
    return GYRE_ERR_STOPPED;
}

TEST(the_error_of_the_derivative_is_returned) {
    double y = 1, end = 7;
    CHECK_RESULT(gyre_ode(&y, &end, 1, 0, 1, refuse, NULL, NULL, NULL), GYRE_ERR_STOPPED);
    CHECK_SAME(end, 7);
}

RUN_TESTS("ode")
