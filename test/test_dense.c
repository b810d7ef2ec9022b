/// Layer 6: dense output, and states at given times.
#include "check.h"
#include "ode_problems.h"

typedef struct dense_record {
    double worst;
    size_t checked;
} dense_record;

static gyre_result compare_inside(const gyre_ode_step *step, void *user) {
    dense_record *record = user;
    for (int i = 0; i <= 8; i++) {
        double t = i == 8 ? step->t1 : step->t0 + (step->t1 - step->t0) * i / 8, y;
        CHECK_OK(gyre_ode_interpolate(step, t, &y));
        record->worst = fmax(record->worst, fabs(y - exp(-t)));
        record->checked++;
        if (i == 0) CHECK_NEAR(y, step->y0[0], 0);
        if (i == 8) CHECK_SAME(y, step->y1[0]);
    }
    return GYRE_OK;
}

static double dense_error(gyre_method method, double h) {
    dense_record record = {0};
    gyre_ode_options options = gyre_ode_options_default();
    options.method = method;
    options.step = h;
    options.on_step = compare_inside;
    options.user = &record;
    double y = 1;
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 1, decay, NULL, &options, NULL));
    CHECK((double)record.checked >= 9 / h);
    return record.worst;
}

TEST(dense_output_has_the_order_it_claims) {
    // an interpolant of order p errs by h^(p+1) inside a step
    double measured = log2(dense_error(GYRE_METHOD_dopri5, 1.0 / 8) / dense_error(GYRE_METHOD_dopri5, 1.0 / 16));
    print_message("dopri5 interpolant: %.2f\n", measured);
    CHECK_NEAR(measured, 5, 0.2);
    measured = log2(dense_error(GYRE_METHOD_rk4, 1.0 / 8) / dense_error(GYRE_METHOD_rk4, 1.0 / 16));
    print_message("Hermite interpolant: %.2f\n", measured);
    CHECK_NEAR(measured, 4, 0.2);
    measured = log2(dense_error(GYRE_METHOD_esdirk4, 1.0 / 8) / dense_error(GYRE_METHOD_esdirk4, 1.0 / 16));
    print_message("esdirk4 interpolant: %.2f\n", measured);
    CHECK_NEAR(measured, 4, 0.2);
}

TEST(samples_have_the_requested_times) {
    double times[6] = {0, 0.25, 0.25, 0.5, 1.75, 2}, y0[2] = {1, 0}, y[12];
    gyre_derivative turn = circle;
    gyre_ode_report report, plain;
    CHECK_OK(gyre_ode_sample(y0, 2, 0, times, 6, y, turn, NULL, NULL, &report));
    for (int i = 0; i < 6; i++) {
        CHECK_NEAR(y[2 * i], cos(times[i]), 1e-7); // h^5 of the interpolant, steps of about 0.05
        CHECK_NEAR(y[2 * i + 1], sin(times[i]), 1e-7);
    }
    CHECK_OK(gyre_ode(y0, y, 2, 0, 2, turn, NULL, NULL, &plain));
    CHECK_EQ(report.steps, plain.steps); // asking costs no steps
    double backward[3] = {-0.5, -1, -3};
    CHECK_OK(gyre_ode_sample(y0, 2, 0, backward, 3, y, turn, NULL, NULL, NULL));
    CHECK_NEAR(y[4], cos(-3), 1e-7);
}

TEST(samples_change_nothing_on_failure_and_pass_callbacks_through) {
    double times[3] = {0, 0.5, 2}, y0 = 1, y[3] = {7, 7, 7};
    gyre_ode_report report = {.steps = 99};
    CHECK_RESULT(gyre_ode_sample(&y0, 1, 0, times, 3, y, blow_up, NULL, NULL, &report), GYRE_ERR_TOLERANCE_NOT_MET);
    CHECK(y[0] == 7 && y[1] == 7 && y[2] == 7);
    CHECK_NEAR(report.t, 1, 1e-6);
    count_record record = {0};
    gyre_ode_options options = gyre_ode_options_default();
    options.on_step = counting_step;
    options.user = &record;
    CHECK_OK(gyre_ode_sample(&y0, 1, 0, times, 3, y, decay, NULL, &options, &report));
    CHECK_EQ(record.steps, report.steps);
    double turns[1] = {100}, start[2] = {1, 0}, end[2];
    options = gyre_ode_options_default();
    options.method = GYRE_METHOD_midpoint;
    options.step = 0.05;
    options.project = to_unit_circle;
    CHECK_OK(gyre_ode_sample(start, 2, 0, turns, 1, end, circle, NULL, &options, NULL));
    CHECK_NEAR(hypot(end[0], end[1]), 1, 1e-15);
    report.steps = 99;
    CHECK_RESULT(gyre_ode_sample(start, 2, NAN, turns, 1, end, circle, NULL, NULL, &report), GYRE_ERR_TIME);
    CHECK_EQ(report.steps, 0); // the report is filled on failure too
}

TEST(samples_at_bad_times_are_refused) {
    double up_and_down[3] = {0.5, 0.4, 1}, not_a_time[2] = {NAN, 1}, wrong_way[2] = {-0.1, 1}, y0[2] = {1, 0},
           y[6] = {7};
    CHECK_RESULT(gyre_ode_sample(y0, 2, 0, up_and_down, 3, y, circle, NULL, NULL, NULL), GYRE_ERR_TIME);
    CHECK_RESULT(gyre_ode_sample(y0, 2, 0, not_a_time, 2, y, circle, NULL, NULL, NULL), GYRE_ERR_TIME);
    CHECK_RESULT(gyre_ode_sample(y0, 2, 0, wrong_way, 2, y, circle, NULL, NULL, NULL), GYRE_ERR_TIME);
    CHECK_RESULT(gyre_ode_sample(y0, 2, 0, up_and_down, 0, y, circle, NULL, NULL, NULL), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_ode_sample(y0, 2, 0, NULL, 1, y, circle, NULL, NULL, NULL), GYRE_ERR_NULL_POINTER);
    CHECK(y[0] == 7);
}

static gyre_result ask_outside(const gyre_ode_step *step, void *user) {
    double y = 7;
    (void)user;
    CHECK_RESULT(gyre_ode_interpolate(step, step->t1 + 1e-9, &y), GYRE_ERR_TIME);
    CHECK_RESULT(gyre_ode_interpolate(step, step->t0 - 1e-9, &y), GYRE_ERR_TIME);
    CHECK_RESULT(gyre_ode_interpolate(step, NAN, &y), GYRE_ERR_TIME);
    CHECK_RESULT(gyre_ode_interpolate(step, step->t0, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_ode_interpolate(NULL, 0, &y), GYRE_ERR_NULL_POINTER);
    CHECK_SAME(y, 7);
    return GYRE_ERR_STOPPED;
}

TEST(dense_output_stays_within_its_step_and_an_observer_can_stop) {
    gyre_ode_options options = gyre_ode_options_default();
    options.on_step = ask_outside;
    double y = 1, end = 7;
    gyre_ode_report report;
    CHECK_RESULT(gyre_ode(&y, &end, 1, 0, 1, decay, NULL, &options, &report), GYRE_ERR_STOPPED);
    CHECK_SAME(end, 7);
}

RUN_TESTS("dense")
