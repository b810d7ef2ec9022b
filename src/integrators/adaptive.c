/// Runge-Kutta with steps chosen by a tolerance.                      Hairer, Norsett, Wanner: Solving ODEs I, II.4
#include "integrators/solver.h"

#include "base/log.h"
#include "integrators/newton.h"
#include "math/elementary.h"
#include "math/finite.h"

// Step control: h_new = h * SAFETY * error^(-ALPHA) * previous_error^BETA, a PI controller after Gustafsson (1991).
// Without PI control, the exponent would be 1/p for error estimates of order p; BETA damps oscillations of the step
// size.
static const double SAFETY = 0.9;
static const double BETA = 0.04;
static const double SHRINK_MIN = 0.2, GROW_MAX = 10, GROW_MAX_IMPLICIT = 5;
// An implicit method changes its step size, which requires new LU factors, only for a gain of at least this factor.
static const double GROW_MIN_IMPLICIT = 1.2;

static double exponent_of(const solver *s) { return 1.0 / (s->table->error_order + 1); }
static double alpha_of(const solver *s) { return exponent_of(s) - 0.75 * BETA; }

// a^b for a > 0 with our own functions, because libm's pow differs between machines.
static double power(double a, double b) { return exp_real(b * log_real(a)); }

// |value| in units of the tolerance for a component of size |y|. 0/0 is 0: a component at rest needs no tolerance.
static double against_tolerance(const gyre_ode_options *options, double value, double size) {
    if (value == 0) return 0;
    return magnitude(value) / (options->atol + options->rtol * size);
}

// Keeps the largest error and its component.
static double note_error(solver *s, double worst, double error, size_t i) {
    if (!(error > worst) && (error == 0 || error != worst || !gyre_solver_is_before(s, i, s->worst))) return worst;
    s->worst = i;
    return error;
}

// Computes h sum of ei ki for every component that the tolerance applies to.
static void estimate_errors(const solver *s, double h, double *out_errors) {
    double sum[CHUNK_SIZE];
    for (size_t first = 0; first < s->error_length; first += CHUNK_SIZE) {
        size_t size = s->error_length - first < CHUNK_SIZE ? s->error_length - first : CHUNK_SIZE;
        gyre_solver_sum(s, s->table->e, s->table->stages, first, size, sum);
        for (size_t i = 0; i < size; i++)
            out_errors[first + i] = h * sum[i];
    }
}

// Estimated error of the proposed step in units of the tolerance: the maximum over components. A mean would hide the
// error of one body among a thousand others at rest.
static double error_of_step(solver *s, double h) {
    double worst = 0, *errors = s->y_stage;
    estimate_errors(s, h, errors);
    if (s->table->gamma != 0) gyre_newton_filter(s, errors);
    for (size_t i = 0; i < s->error_length; i++) {
        double size = larger(magnitude(s->y[i]), magnitude(s->y_next[i]));
        worst = note_error(s, worst, against_tolerance(s->options, errors[i], size), i);
    }
    return worst;
}

static double largest_against_tolerance(solver *s, const double *values) {
    double worst = 0;
    for (size_t i = 0; i < s->error_length; i++) {
        double size = against_tolerance(s->options, values[i], magnitude(s->y[i]));
        worst = note_error(s, worst, size, i);
    }
    return worst;
}

// First step that moves the solution by about 1 % of its size, corrected by an estimate of the second derivative.
static gyre_result choose_first_step(solver *s, double t1, double *out_step) {
    double span = magnitude(t1 - s->t);
    double size = largest_against_tolerance(s, s->y), speed = largest_against_tolerance(s, s->k[0]);
    double guess = size < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * size / speed;
    // fallback for a tolerance of 0 at a component that starts at 0, and for a huge derivative
    guess = smaller(guess > 0 && is_finite(guess) ? guess : 1e-6, span);

    double h = t1 > s->t ? guess : -guess;
    for (size_t i = 0; i < s->length; i++)
        s->y_stage[i] = s->y[i] + h * s->k[0][i];
    gyre_result r = gyre_solver_evaluate(s, s->t + h, s->y_stage, s->k[1]);
    if (r == GYRE_ERR_NOT_FINITE) { // the guess leaves the domain of f: start with a step a thousand times shorter
        *out_step = 1e-3 * guess;
        return GYRE_OK;
    }
    if (r != GYRE_OK) return r;
    for (size_t i = 0; i < s->length; i++)
        s->k[1][i] -= s->k[0][i];
    double bend = largest_against_tolerance(s, s->k[1]) / guess;

    double fastest = larger(speed, bend);
    double step = fastest <= 1e-15 ? larger(1e-6, guess * 1e-3) : power(0.01 / fastest, exponent_of(s));
    *out_step = smaller(smaller(100 * guess, step > 0 && is_finite(step) ? step : guess), span);
    return GYRE_OK;
}

// Smallest step that changes the time. Near t = 0 the first step sets the scale.
static double resolution_of_time(double t, double first_step) {
    return larger(16 * DBL_EPSILON * larger(magnitude(t), first_step), DBL_MIN);
}

// Reports why no step succeeds. `step` [s] is the size that would be tried next, `tried` the result of the last try.
static gyre_result give_up(solver *s, gyre_result tried, double step) {
    if (tried == GYRE_ERR_NOT_CONVERGED) {
        gyre_log_line(&s->options->log, GYRE_LOG_ERROR,
                      "the equations of a step cannot be solved at t = %.17g with any step size: component %zu is not "
                      "continuous there, or options.jacobian is wrong",
                      s->t, s->report->component);
        return tried;
    }
    if (tried != GYRE_OK) {
        gyre_log_line(&s->options->log, GYRE_LOG_ERROR,
                      "the solution is not finite beyond t = %.17g with any step size", s->t);
        return GYRE_ERR_NOT_FINITE;
    }
    s->report->component = s->worst;
    s->report->next_step = step;
    gyre_log_line(
        &s->options->log, GYRE_LOG_ERROR,
        "the tolerance (rtol %g, atol %g) cannot be met at t = %.17g: component %zu would need steps of %g, below "
        "the resolution of time",
        s->options->rtol, s->options->atol, s->t, s->worst, step);
    return GYRE_ERR_TOLERANCE_NOT_MET;
}

static gyre_result step_limit_reached(solver *s, double t1) {
    gyre_log_line(&s->options->log, GYRE_LOG_ERROR, "max_steps = %zu was reached at t = %.17g, before t1 = %.17g",
                  s->options->max_steps, s->t, t1);
    return GYRE_ERR_STEP_LIMIT;
}

// Factor of the next step size after a step with this error (0 to 1 is within the tolerance).
static double growth_after(const solver *s, double error, double previous_error, bool was_rejected) {
    double growth = error == 0 ? GROW_MAX : SAFETY * power(error, -alpha_of(s)) * power(previous_error, BETA);
    if (s->table->gamma != 0 && growth >= 1 && growth < GROW_MIN_IMPLICIT) return 1;
    return smaller(larger(growth, SHRINK_MIN), was_rejected ? 1 : s->table->gamma != 0 ? GROW_MAX_IMPLICIT : GROW_MAX);
}

// Factor of the step size for the next try. A try that left the domain of f or did not converge has no error estimate.
static double shrink_after(const solver *s, double error, gyre_result tried) {
    if (tried == GYRE_ERR_NOT_CONVERGED) return 0.25;
    return tried == GYRE_OK && is_finite(error) ? larger(SAFETY * power(error, -alpha_of(s)), SHRINK_MIN) : 0.1;
}

// First step: the caller's or an estimated step, at most the whole interval.
static gyre_result first_step_of(solver *s, double t1, double *out_step) {
    const gyre_ode_options *options = s->options;
    double span = magnitude(t1 - s->t), step = options->initial_step;
    gyre_result r = step == 0 ? choose_first_step(s, t1, &step) : GYRE_OK;
    if (r != GYRE_OK) return r;
    step = smaller(step, span);
    double resolution = resolution_of_time(larger(magnitude(s->t), magnitude(t1)), 0);
    if (options->max_step > 0 && options->max_step < resolution) {
        gyre_log_line(&options->log, GYRE_LOG_ERROR, "max_step = %g is below the resolution of time, %g at t = %.17g",
                      options->max_step, resolution, s->t);
        return GYRE_ERR_STEP;
    }
    *out_step = step;
    return GYRE_OK;
}

gyre_result gyre_solve_adaptive(solver *s, double t1) {
    const gyre_ode_options *options = s->options;
    gyre_result r = gyre_solver_evaluate(s, s->t, s->y, s->k[0]);
    if (r != GYRE_OK) return r;
    s->is_k0_known = true;
    double step; // always > 0; the direction is applied below
    r = first_step_of(s, t1, &step);
    if (r != GYRE_OK) return r;

    double first_step = step, previous_error = 1e-4;
    bool was_rejected = false;
    gyre_result tried = GYRE_OK;
    for (size_t attempt = 0; s->t != t1; attempt++) {
        if (attempt == options->max_steps) return step_limit_reached(s, t1);
        // a step below the resolution of time is tried once at that resolution
        double resolution = resolution_of_time(s->t, first_step);
        if (step < resolution && was_rejected) return give_up(s, tried, step);
        step = larger(step, resolution);
        if (options->max_step > 0) step = smaller(step, options->max_step);
        // stretch or cut the last step so that it ends exactly at t1, instead of leaving a tiny step
        double rest = magnitude(t1 - s->t);
        bool is_last = step * 1.01 >= rest && (options->max_step == 0 || rest <= options->max_step);
        double size = is_last ? rest : step;
        double h = t1 > s->t ? size : -size, t_next = is_last ? t1 : s->t + h;
        s->report->step = h;

        tried = gyre_solver_try_step(s, h, t_next);
        if (tried != GYRE_OK && tried != GYRE_ERR_NOT_FINITE && tried != GYRE_ERR_NOT_CONVERGED) return tried;
        double error = tried == GYRE_OK ? error_of_step(s, h) : 0;
        if (tried == GYRE_OK && error <= 1) {
            r = gyre_solver_accept_step(s, h, t_next);
            if (r != GYRE_OK) return r;
            double next = size * growth_after(s, error, previous_error, was_rejected);
            // a step that was cut to end at t1 does not reduce the step size
            step = smaller(size < step ? larger(next, step) : next, DBL_MAX);
            s->report->next_step = step;
            previous_error = larger(error, 1e-4);
            was_rejected = false;
        } else {
            s->report->rejected++;
            step = size * shrink_after(s, error, tried);
            was_rejected = true;
        }
    }
    return GYRE_OK;
}
