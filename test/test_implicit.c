/// Layer 6: esdirk4, its coefficients as algebra, stiff problems with known solutions, and how it fails.
#include "body_helpers.h"
#include "check.h"
#include "host.h"
#include "integrators/butcher.h"
#include "ode_problems.h"

// ---- the table ----

enum { STAGES = 6 };

static void times_a(const butcher_table *t, const double *v, double *out) {
    for (int i = 0; i < STAGES; i++) {
        out[i] = 0;
        for (int j = 0; j < STAGES; j++)
            out[i] += t->a[i][j] * v[j];
    }
}

static double dot_of(const double *a, const double *b, const double *c) {
    double sum = 0;
    for (int i = 0; i < STAGES; i++)
        sum += a[i] * b[i] * (c ? c[i] : 1);
    return sum;
}

// The conditions of all rooted trees up to four nodes, in the order of the trees' sizes: 1, 2, 3, 3, 4, 4, 4, 4.
enum { TREES = 8, TREES_TO_3 = 4 };
static void tree_residuals(const butcher_table *t, const double *weights, double out[TREES]) {
    double one[STAGES], c2[STAGES], c3[STAGES], Ac[STAGES], Ac2[STAGES], AAc[STAGES];
    for (int i = 0; i < STAGES; i++) {
        one[i] = 1;
        c2[i] = t->c[i] * t->c[i];
        c3[i] = c2[i] * t->c[i];
    }
    times_a(t, t->c, Ac);
    times_a(t, c2, Ac2);
    times_a(t, Ac, AAc);
    out[0] = dot_of(weights, one, NULL) - 1;
    out[1] = dot_of(weights, t->c, NULL) - 1.0 / 2;
    out[2] = dot_of(weights, c2, NULL) - 1.0 / 3;
    out[3] = dot_of(weights, Ac, NULL) - 1.0 / 6;
    out[4] = dot_of(weights, c3, NULL) - 1.0 / 4;
    out[5] = dot_of(weights, t->c, Ac) - 1.0 / 8;
    out[6] = dot_of(weights, Ac2, NULL) - 1.0 / 12;
    out[7] = dot_of(weights, AAc, NULL) - 1.0 / 24;
}

TEST(spec_6a_esdirk4_meets_every_order_condition_and_its_embedded_rule_those_up_to_three) {
    const butcher_table *t = gyre_butcher_table_of(GYRE_METHOD_esdirk4);
    double embedded[STAGES], residuals[TREES];
    tree_residuals(t, t->b, residuals);
    for (int i = 0; i < TREES; i++)
        CHECK_NEAR(residuals[i], 0, 1e-16 * 8); // eight terms around 1/2
    for (int i = 0; i < STAGES; i++)
        embedded[i] = t->b[i] - t->e[i];
    tree_residuals(t, embedded, residuals);
    for (int i = 0; i < TREES_TO_3; i++)
        CHECK_NEAR(residuals[i], 0, 1e-16 * 8);
    CHECK(fabs(residuals[4]) > 1e-3); // of order three and no more: it can tell an error
}

TEST(spec_6a_every_stage_of_esdirk4_has_order_two_and_the_last_is_the_end) {
    const butcher_table *t = gyre_butcher_table_of(GYRE_METHOD_esdirk4);
    double Ac[STAGES];
    CHECK_EQ(t->stages, STAGES);
    CHECK(t->ends_with_derivative);
    times_a(t, t->c, Ac);
    for (int i = 0; i < STAGES; i++) {
        CHECK_NEAR(Ac[i], t->c[i] * t->c[i] / 2, 4e-16);
        CHECK_SAME(t->a[STAGES - 1][i], t->b[i]);
        CHECK(t->c[i] >= 0 && t->c[i] <= 1); // forces are not evaluated outside the step
    }
}

// ---- stability ----

static gyre_ode_options implicit_options(double step, double rtol, double atol) {
    gyre_ode_options options = tolerance(rtol, atol);
    options.method = GYRE_METHOD_esdirk4;
    options.step = step;
    options.log.write = keep_text;
    log_text[0] = '\0';
    return options;
}

// y' = lambda y
static gyre_result linear(double t, const double *y, double *ydot, void *user) {
    (void)t;
    ydot[0] = *(const double *)user * y[0];
    return GYRE_OK;
}

static double after_one_step(double z) {
    gyre_ode_options options = implicit_options(1, 1e-12, 1e-12);
    double y = 1;
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 1, linear, &z, &options, NULL));
    return y;
}

TEST(spec_6a_a_fast_mode_decays_in_one_step_at_any_rate) {
    // R(z) goes to 0 as 9.3/z: the tables' rational function, evaluated in fractions
    CHECK_NEAR(after_one_step(-1), 0.3682133333333333, 1e-12);
    CHECK_NEAR(after_one_step(-10), 0.1365700799270142, 1e-11);
    for (double z = -1e2; z > -1e9; z *= 10)
        CHECK_BELOW(fabs(after_one_step(z)), 10 / -z);
}

// y1' = -w y2, y2' = w y1
static gyre_result rotation(double t, const double *y, double *ydot, void *user) {
    (void)t;
    double w = *(const double *)user;
    ydot[0] = -w * y[1];
    ydot[1] = w * y[0];
    return GYRE_OK;
}

TEST(spec_6a_no_oscillation_grows_at_any_step) {
    for (double w = 1e-2; w < 1e7; w *= 1.3) {
        gyre_ode_options options = implicit_options(1, 1e-12, 1e-12);
        double y[2] = {1, 0};
        CHECK_OK(gyre_ode(y, y, 2, 0, 1, rotation, &w, &options, NULL));
        CHECK_BELOW(hypot(y[0], y[1]), 1 + 1e-9);
        if (w > 100) CHECK_BELOW(hypot(y[0], y[1]), 10 / w);
    }
}

// ---- Prothero and Robinson: a slow solution, cos t, that draws everything beside it in ----

static gyre_result follow_cosine(double t, const double *y, double *ydot, void *user) {
    ydot[0] = *(const double *)user * (y[0] - cos(t)) - sin(t);
    return GYRE_OK;
}

static double cosine_error(gyre_method method, double lambda, double h) {
    gyre_ode_options options = implicit_options(h, 1e-13, 1e-13);
    options.method = method;
    double y = 1;
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 2, follow_cosine, &lambda, &options, NULL));
    return fabs(y - cos(2));
}

TEST(spec_6a_a_stiff_linear_problem_is_followed_with_steps_that_ignore_lambda) {
    double mild = cosine_error(GYRE_METHOD_esdirk4, -1, 1.0 / 20) / cosine_error(GYRE_METHOD_esdirk4, -1, 1.0 / 40);
    double coarse = cosine_error(GYRE_METHOD_esdirk4, -1e6, 1.0 / 10);
    double fine = cosine_error(GYRE_METHOD_esdirk4, -1e6, 1.0 / 20);
    print_message("order %.2f at lambda = -1, %.2f at -1e6 (error %.1e at h = 0.1)\n", log2(mild), log2(coarse / fine),
                  coarse);
    CHECK_NEAR(log2(mild), 4, 0.1);
    // h lambda = -1e5: of the stages' order, 2, and divided by lambda
    CHECK_NEAR(log2(coarse / fine), 2, 0.1);
    CHECK_BELOW(coarse, 1e-9);
    CHECK_BELOW(cosine_error(GYRE_METHOD_esdirk4, -1e6, 1.0 / 100), 1e-10); // h lambda = -1e4
    gyre_ode_options options = implicit_options(1.0 / 100, 1e-9, 1e-12);
    options.method = GYRE_METHOD_rk4; // diverges with the same steps
    double lambda = -1e6, y = 1;
    CHECK_RESULT(gyre_ode(&y, &y, 1, 0, 2, follow_cosine, &lambda, &options, NULL), GYRE_ERR_NOT_FINITE);
}

// ---- known stiff problems, steps chosen by the tolerance ----

// Robertson's kinetics: rates 0.04, 3e7 and 1e4.                              Hairer and Wanner, Solving ODEs II, IV.1
static gyre_result robertson(double t, const double *y, double *ydot, void *user) {
    (void)t, (void)user;
    ydot[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    ydot[2] = 3e7 * y[1] * y[1];
    ydot[1] = -ydot[0] - ydot[2];
    return GYRE_OK;
}

TEST(spec_6a_robertson_agrees_with_published_values) {
    // t = 40: y1 = .7158271, y2 = 9.185535e-6 (Hairer and Wanner). More digits: scipy's Radau, rtol 1e-12, exact
    // Jacobian
    const struct {
        double t, y[3];
    } rows[] = {{40, {0.7158270687194, 9.185534764558e-06, 0.2841637457458}},
                {1e5, {0.017865921142126, 7.274751468447e-08, 0.98213400611036}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gyre_ode_options options = implicit_options(0, 1e-8, 1e-13);
        double y[3] = {1, 0, 0};
        gyre_ode_report report;
        CHECK_OK(gyre_ode(y, y, 3, 0, rows[i].t, robertson, NULL, &options, &report));
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(y[k], rows[i].y[k], 100 * 1e-8 * rows[i].y[k]);
        CHECK_NEAR(y[0] + y[1] + y[2], 1, 1e-13); // mass is a linear invariant: Newton's iterates keep it
        CHECK_BELOW((double)report.steps, 500);   // the fastest rate alone would take an explicit method 1e8
    }
}

static gyre_result van_der_pol_jacobian(double t, const double *y, double *J, void *user) {
    (void)t;
    double mu = *(const double *)user;
    J[1] = 1;
    J[2] = -2 * mu * y[0] * y[1] - 1;
    J[3] = mu * (1 - y[0] * y[0]);
    return GYRE_OK;
}

TEST(spec_6a_van_der_pol_at_mu_1000_agrees_with_another_solver_and_obeys_its_tolerance) {
    double mu = 1000, previous = 1;
    for (double rtol = 1e-4; rtol > 1e-12; rtol /= 100) {
        gyre_ode_options options = implicit_options(0, rtol, 1e-3 * rtol);
        double y[2] = {2, 0};
        gyre_ode_report report;
        CHECK_OK(gyre_ode(y, y, 2, 0, 2000, van_der_pol, &mu, &options, &report));
        // published for mu = 1000 (test set of the University of Bari) and scipy's Radau, rtol 1e-12
        double error = fabs(y[0] - 1.7061677321704);
        print_message(
            "rtol %.0e: error %.1e, %zu steps, %zu rejected, %zu evaluations, %zu jacobians, %zu factorizations\n",
            rtol, error, report.steps, report.rejected, report.evaluations, report.jacobians, report.factorizations);
        CHECK_BELOW(error, 100 * rtol);
        CHECK_BELOW(error, previous / 3);
        // steps grow as rtol^(-1/4): 20000 would be those of a solver that lost its way
        CHECK_BELOW((double)report.steps, 40 * pow(rtol, -0.25));
        CHECK_BELOW((double)report.jacobians, 0.7 * (double)report.steps);
        // steps keep their size while little would be gained
        if (rtol < 1e-5) CHECK_BELOW((double)report.factorizations, 0.85 * (double)(report.steps + report.rejected));
        previous = error;
    }
}

TEST(spec_6a_a_jacobian_of_the_caller_is_used_and_saves_evaluations) {
    double mu = 1000, by_differences[2], given[2], start[2] = {2, 0};
    gyre_ode_options options = implicit_options(0, 1e-6, 1e-9);
    gyre_ode_report plain, report;
    CHECK_OK(gyre_ode(start, by_differences, 2, 0, 2000, van_der_pol, &mu, &options, &plain));
    options.jacobian = van_der_pol_jacobian;
    options.user = &mu;
    CHECK_OK(gyre_ode(start, given, 2, 0, 2000, van_der_pol, &mu, &options, &report));
    CHECK_NEAR(given[0], by_differences[0], 1e-5);
    CHECK(report.jacobians > 0);
    CHECK_BELOW((double)report.evaluations, (double)plain.evaluations - 2 * (double)report.jacobians);
    double times[1] = {2000}, sampled[2];
    CHECK_OK(gyre_ode_sample(start, 2, 0, times, 1, sampled, van_der_pol, &mu, &options, NULL));
    CHECK_BYTES(sampled, given, sizeof given); // it reaches the solver through the sampler, too
}

TEST(spec_6a_it_runs_backward_and_returns) {
    double start[4] = {0.4, 0, 0, 2}, y[4];
    gyre_ode_options options = implicit_options(0, 1e-10, 1e-12);
    CHECK_OK(gyre_ode(start, y, 4, 0, 3, kepler, NULL, &options, NULL));
    CHECK(array_difference(start, y, 4) > 0.1);
    CHECK_OK(gyre_ode(y, y, 4, 3, 0, kepler, NULL, &options, NULL));
    CHECK_BELOW(array_difference(start, y, 4), 1e-6);
}

TEST(spec_6a_factors_are_reused_while_newton_converges) {
    double lambda = -3, y = 1;
    gyre_ode_report report;
    gyre_ode_options options = implicit_options(0.01, 1e-9, 1e-12);
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 1, linear, &lambda, &options, &report));
    CHECK_EQ(report.jacobians, 1); // the same matrix for a hundred equal steps of a linear problem
    CHECK_EQ(report.factorizations, 1);
    options.method = GYRE_METHOD_rk4;
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 1, linear, &lambda, &options, &report));
    CHECK_EQ(report.jacobians + report.factorizations, 0);
}

// ---- Newton's method in trouble ----

// y' = lambda y where low <= y <= high; elsewhere there is no derivative.
typedef struct domain {
    double lambda, low, high;
} domain;

static gyre_result linear_inside(double t, const double *y, double *ydot, void *user) {
    const domain *d = user;
    (void)t;
    ydot[0] = y[0] >= d->low && y[0] <= d->high ? d->lambda * y[0] : NAN;
    return GYRE_OK;
}

static void expect_the_answer_without_borders(domain d, double h) {
    gyre_ode_options options = implicit_options(h, 1e-12, 1e-12);
    double inside = 1, everywhere = 1;
    CHECK_OK(gyre_ode(&inside, &inside, 1, 0, h, linear_inside, &d, &options, NULL));
    CHECK_OK(gyre_ode(&everywhere, &everywhere, 1, 0, h, linear, &d.lambda, &options, NULL));
    CHECK_NEAR(inside, everywhere, 1e-12);
}

TEST(spec_6a_differences_are_taken_to_the_inside_of_the_domain) {
    expect_the_answer_without_borders((domain){-50, -10, 1}, 0.1); // it begins at the border
}

TEST(spec_6a_a_guess_outside_the_domain_is_followed_by_one_inside) {
    // h lambda = -100: the first stage is guessed at -49, and its solution is -0.92
    expect_the_answer_without_borders((domain){-1000, -5, 2}, 0.1);
}

// ---- how it fails ----

static gyre_result not_a_number(double t, const double *y, double *ydot, void *user) {
    (void)user;
    ydot[0] = -y[0];
    ydot[1] = t > 0.5 ? NAN : -y[1];
    return GYRE_OK;
}

TEST(spec_6a_a_derivative_that_is_nan_stops_the_run_and_names_the_component) {
    for (double step = 0; step < 0.2; step += 0.1) {
        gyre_ode_options options = implicit_options(step, 1e-6, 1e-9);
        double y[2] = {1, 1}, end[2] = {7, 7};
        gyre_ode_report report;
        CHECK_RESULT(gyre_ode(y, end, 2, 0, 1, not_a_number, NULL, &options, &report), GYRE_ERR_NOT_FINITE);
        CHECK(end[0] == 7 && end[1] == 7);
        CHECK(report.t <= 0.5);
        CHECK_EQ(report.component, 1);
        CHECK(strstr(log_text, "not finite") != NULL);
    }
}

static gyre_result stop_at_call(double t, const double *y, double *ydot, void *user) {
    int *calls = user;
    if (--*calls < 0) return GYRE_ERR_STOPPED;
    return decay(t, y, ydot, NULL);
}

static gyre_result refuse_jacobian(double t, const double *y, double *J, void *user) {
    (void)t, (void)y, (void)J, (void)user;
    return GYRE_ERR_STOPPED;
}

TEST(spec_6a_errors_of_callbacks_pass_through_from_every_call) {
    gyre_ode_options options = implicit_options(0.25, 1e-6, 1e-9);
    double y = 1, end = 7;
    int needed = 1000000;
    CHECK_OK(gyre_ode(&y, &end, 1, 0, 1, stop_at_call, &needed, &options, NULL));
    needed = 1000000 - needed;
    CHECK(needed > 20);
    end = 7;
    for (int calls = 0; calls < needed; calls++) {
        int left = calls;
        CHECK_RESULT(gyre_ode(&y, &end, 1, 0, 1, stop_at_call, &left, &options, NULL), GYRE_ERR_STOPPED);
        CHECK_SAME(end, 7);
    }
    options.jacobian = refuse_jacobian;
    CHECK_RESULT(gyre_ode(&y, &end, 1, 0, 1, decay, NULL, &options, NULL), GYRE_ERR_STOPPED);
    CHECK_SAME(end, 7);
}

static gyre_result nan_jacobian(double t, const double *y, double *J, void *user) {
    (void)t, (void)y, (void)user;
    CHECK_SAME(J[0], 0); // it comes filled with zeros
    J[0] = NAN;
    return GYRE_OK;
}

static gyre_result wrong_jacobian(double t, const double *y, double *J, void *user) {
    (void)t, (void)y, (void)user;
    J[0] = 1e9;
    return GYRE_OK;
}

TEST(spec_6a_a_jacobian_that_is_wrong_or_nan_is_an_error) {
    gyre_ode_options options = implicit_options(0.25, 1e-6, 1e-9);
    gyre_ode_report report;
    double y = 1, end = 7;
    options.jacobian = nan_jacobian;
    CHECK_RESULT(gyre_ode(&y, &end, 1, 0, 1, decay, NULL, &options, &report), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(report.component, 0);
    options.jacobian = wrong_jacobian;
    CHECK_RESULT(gyre_ode(&y, &end, 1, 0, 1, decay, NULL, &options, &report), GYRE_ERR_NOT_CONVERGED);
    CHECK(strstr(log_text, "could not be solved; the worst component is 0: use steps shorter than 0.25") != NULL);
    CHECK_SAME(end, 7);
}

TEST(spec_6a_a_singular_matrix_fails_with_a_fixed_step_and_is_stepped_over_by_a_chosen_one) {
    double lambda = 16, y = 1, end = 7; // h gamma lambda = 1 at h = 1/4
    gyre_ode_options options = implicit_options(0.25, 1e-6, 1e-9);
    gyre_ode_report report;
    CHECK_RESULT(gyre_ode(&y, &end, 1, 0, 0.25, linear, &lambda, &options, &report), GYRE_ERR_NOT_CONVERGED);
    CHECK_EQ(report.component, 0);
    CHECK_EQ(report.factorizations, 1);
    CHECK_SAME(end, 7);
    options.step = 0;
    options.initial_step = 0.25;
    CHECK_OK(gyre_ode(&y, &end, 1, 0, 0.25, linear, &lambda, &options, &report));
    CHECK(report.rejected > 0);
    CHECK_NEAR(end, exp(4), 1e-3);
}

// y' is a jump at y = 1, which no step gets across: from both sides it leads back.
static gyre_result stuck(double t, const double *y, double *ydot, void *user) {
    (void)t;
    double speed = *(const double *)user;
    ydot[0] = y[0] > 1 ? -speed : speed;
    return GYRE_OK;
}

TEST(spec_6a_equations_without_a_solution_are_a_specific_error) {
    gyre_ode_options options = implicit_options(0.25, 1e-9, 1e-12);
    double y = 0.9, end = 7, speed = 1;
    gyre_ode_report report;
    CHECK_RESULT(gyre_ode(&y, &end, 1, 0, 1, stuck, &speed, &options, &report), GYRE_ERR_NOT_CONVERGED);
    CHECK_EQ(report.component, 0);
    CHECK(strstr(log_text, "the equations of the step from t = 0 could not be solved") != NULL);
    // too fast for the shortest step that the time can resolve
    options.step = 0;
    speed = 1e30;
    CHECK_RESULT(gyre_ode(&y, &end, 1, 1e6, 1e6 + 1, stuck, &speed, &options, &report), GYRE_ERR_NOT_CONVERGED);
    CHECK_EQ(report.component, 0);
    CHECK(strstr(log_text, "the equations of a step cannot be solved at t = 1000000 with any step size") != NULL);
    CHECK_SAME(end, 7);
}

static gyre_result decay_all(double t, const double *y, double *ydot, void *user) {
    (void)t;
    for (size_t i = 0; i < *(const size_t *)user; i++)
        ydot[i] = -y[i];
    return GYRE_OK;
}

TEST(spec_6a_a_state_vector_that_is_too_long_is_refused_before_memory_is_taken) {
    failing memory = {.fail_at = -1};
    gyre_ode_options options = implicit_options(0.5, 1e-6, 1e-9);
    options.allocator = (gyre_allocator){failing_take, failing_give, &memory};
    size_t most = GYRE_IMPLICIT_LENGTH_MAX, more = most + 1;
    double *y = calloc(more, sizeof *y), times[1] = {1};
    CHECK(y != NULL);
    y[0] = 1;
    CHECK_RESULT(gyre_ode(y, y, more, 0, 1, decay_all, &more, &options, NULL), GYRE_ERR_TOO_LARGE);
    CHECK(strstr(log_text, "at most 1024 components together, but the system has 1025") != NULL);
    CHECK_RESULT(gyre_ode_sample(y, more, 0, times, 1, y, decay_all, &more, &options, NULL), GYRE_ERR_TOO_LARGE);
    CHECK_EQ(memory.calls, 0);
    CHECK_OK(gyre_ode(y, y, most, 0, 1, decay_all, &most, &options, NULL));
    CHECK_NEAR(y[0], exp(-1), 1e-3);
    CHECK_EQ(memory.calls, 1);
    CHECK_EQ(memory.live, 0);
    options.method = GYRE_METHOD_rk4;
    CHECK_OK(gyre_ode(y, y, more, 0, 1, decay_all, &more, &options, NULL)); // no limit there
    free(y);
}

TEST(spec_6a_its_tolerance_is_checked_with_a_fixed_step_too) {
    gyre_ode_options options = implicit_options(0.5, 0, 0);
    double y = 1;
    CHECK_RESULT(gyre_ode(&y, &y, 1, 0, 1, decay, NULL, &options, NULL), GYRE_ERR_TOLERANCE);
    options.method = GYRE_METHOD_rk4; // which has no use for one
    CHECK_OK(gyre_ode(&y, &y, 1, 0, 1, decay, NULL, &options, NULL));
}

TEST(spec_6a_components_at_rest_need_no_absolute_tolerance) {
    for (double step = 0; step < 0.2; step += 0.1) {
        gyre_ode_options options = implicit_options(step, 1e-9, 0);
        double y[2] = {1, 0};
        CHECK_OK(gyre_ode(y, y, 2, 0, 1, rotation, &(double){1}, &options, NULL)); // one starts at 0
        CHECK_NEAR(y[0], cos(1), 1e-5);
        size_t count = 2;
        double z[2] = {1, 0}; // one stays there
        CHECK_OK(gyre_ode(z, z, 2, 0, 1, decay_all, &count, &options, NULL));
        CHECK_SAME(z[1], 0);
    }
}

// ---- bodies ----

static gyre_result count_jacobians(double t, const double *y, double *J, void *user) {
    (void)t, (void)y;
    ++*(int *)user;
    for (int i = 0; i < 3; i++)
        J[i * 13 + 7 + i] = 0.5; // dv/dP of a body of 2 kg, all that matters without spin
    return GYRE_OK;
}

TEST(spec_6a_a_jacobian_for_bodies_gets_its_own_user_pointer) {
    gyre_rigid_body body = {.mass = {2, {1, 2, 3}}};
    gyre_system system = gyre_system_default();
    system.bodies = &body;
    system.body_count = 1;
    gyre_state s = {.q = {1, 0, 0, 0}, .P = {2, 0, 0}};
    double y[13];
    int calls = 0;
    gyre_state_to_array(&s, y);
    gyre_ode_options options = implicit_options(0.25, 1e-9, 1e-12);
    options.jacobian = count_jacobians;
    options.user = &calls;
    CHECK_OK(gyre_system_advance(&system, y, y, 13, 0, 1, &options, NULL));
    CHECK_EQ(calls, 1);
    CHECK_NEAR(y[0], 1, 1e-14);
}

TEST(spec_6a_a_run_of_too_many_bodies_shows_no_frame) {
    enum { BODIES = 79 };
    gyre_rigid_body bodies[BODIES];
    gyre_state states[BODIES];
    for (int i = 0; i < BODIES; i++) {
        bodies[i] = tumbling_brick();
        states[i] = tumbling_state();
    }
    gyre_system system = system_of(bodies, BODIES);
    static double y[13 * BODIES];
    CHECK_OK(gyre_states_to_array(states, BODIES, y, 13 * BODIES));
    gyre_run run = gyre_run_default();
    run.options = implicit_options(0, 1e-6, 1e-9);
    int shown = 0;
    run.user = &shown;
    CHECK_RESULT(gyre_run_simulation(&system, &run, y, 13 * BODIES, NULL), GYRE_ERR_TOO_LARGE);
    CHECK_EQ(shown, 0);
}

RUN_TESTS("implicit")
