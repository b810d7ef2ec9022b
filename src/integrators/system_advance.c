/// Advances rigid bodies from t0 to t1 with any method: Runge-Kutta methods through gyre_ode, splitting methods through
/// splitting.c.
#include "integrators/solver.h"

#include "base/log.h"
#include "integrators/newton.h"
#include "integrators/splitting.h"
#include "math/finite.h"
#include "motion/system_check.h"

#include <stdio.h>
#include <string.h>

gyre_result gyre_project_nothing(double t, double *y, void *user) { return (void)t, (void)y, (void)user, GYRE_OK; }

// ---- Runge-Kutta methods: gyre_ode, with a projection of orientations after every step ----

// Connects gyre_ode to the caller's callbacks, which expect the caller's user pointer. An adaptive method may try many
// step sizes before it gives up, so only the last message about the bodies is kept.
typedef struct advance_context {
    const gyre_system *system;
    const gyre_ode_options *options;
    char last_line[256];
} advance_context;

static void keep_line(gyre_log_level level, const char *text, void *user) {
    advance_context *context = user;
    (void)level; // every message of a derivative is an error
    snprintf(context->last_line, sizeof context->last_line, "%s", text);
}

static gyre_result project_quaternion(double *q) {
    gyre_quat unit;
    gyre_result r = gyre_quat_normalize((gyre_quat){q[0], q[1], q[2], q[3]}, &unit);
    if (r == GYRE_OK) memcpy(q, &unit, sizeof unit);
    return r;
}

static gyre_result quaternion_check(const double *q) {
    return has_usable_length((gyre_quat){q[0], q[1], q[2], q[3]}) ? GYRE_OK : GYRE_ERR_ORIENTATION;
}

static gyre_result project_matrix(double *m) {
    gyre_mat3 R;
    memcpy(&R, m, sizeof R);
    gyre_result r = gyre_mat3_orthonormalize(&R, &R);
    if (r == GYRE_OK) memcpy(m, &R, sizeof R);
    return r;
}

static gyre_result project_orientations(double t, double *y, void *user) {
    advance_context *context = user;
    const gyre_system *system = context->system;
    context->last_line[0] = 0; // the step has succeeded
    if (context->options->project) return context->options->project(t, y, context->options->user);
    size_t size = gyre_form_size(system->form);
    for (size_t i = 0; i < system->body_count; i++) {
        double *orientation = &y[i * size + 3];
        gyre_result r =
            system->form == GYRE_FORM_QUATERNION ? project_quaternion(orientation) : project_matrix(orientation);
        if (r != GYRE_OK) {
            gyre_log_line(&context->options->log, GYRE_LOG_ERROR, "body %zu at t = %.17g: %s", i, t,
                          gyre_result_text(r));
            return r;
        }
    }
    return GYRE_OK;
}

static gyre_result pass_on_step(const gyre_ode_step *step, void *user) {
    const advance_context *context = user;
    return context->options->on_step(step, context->options->user);
}

static gyre_result pass_on_jacobian(double t, const double *y, double *out_jacobian, void *user) {
    const advance_context *context = user;
    return context->options->jacobian(t, y, out_jacobian, context->options->user);
}

static gyre_result advance_runge_kutta(const gyre_system *system, const double *y0, double *out_yend, size_t length,
                                       double t0, double t1, const gyre_ode_options *options, gyre_ode_report *report) {
    advance_context context = {.system = system, .options = options};
    gyre_system quiet = *system;
    quiet.log = (gyre_logger){keep_line, &context};
    gyre_ode_options inner = *options;
    inner.project = project_orientations;
    inner.on_step = options->on_step ? pass_on_step : NULL;
    inner.jacobian = options->jacobian ? pass_on_jacobian : NULL;
    inner.user = &context;
    gyre_result r = gyre_ode(y0, out_yend, length, t0, t1, gyre_dydt, &quiet, &inner, report);
    if (r != GYRE_OK && context.last_line[0]) gyre_log_line(&system->log, GYRE_LOG_ERROR, "%s", context.last_line);
    return r;
}

// Reports the first non-finite number, and orientations that cannot be projected to rotations. With the caller's
// projection, matrices may be far from rotations.
static gyre_result check_start(const gyre_system *system, const gyre_ode_options *options, const double *y,
                               size_t length, gyre_ode_report *report) {
    size_t size = gyre_form_size(system->form);
    for (size_t i = 0; i < length; i++)
        if (!is_finite(y[i])) {
            report->component = i;
            gyre_log_line(&system->log, GYRE_LOG_ERROR, "body %zu: number %zu of its state is not finite", i / size,
                          i % size);
            return GYRE_ERR_NOT_FINITE;
        }
    bool is_matrix = system->form == GYRE_FORM_MATRIX;
    for (size_t i = 0; i < system->body_count && !(is_matrix && options->project); i++) {
        double orientation[9] = {0};
        memcpy(orientation, &y[i * size + 3], (size - 9) * sizeof *orientation);
        gyre_result r = is_matrix ? project_matrix(orientation) : quaternion_check(orientation);
        if (r != GYRE_OK) {
            report->component = i * size + 3;
            gyre_log_line(&system->log, GYRE_LOG_ERROR,
                          "body %zu: its orientation is not a rotation; the identity is %s", i,
                          is_matrix ? "the unit matrix" : "q = {1, 0, 0, 0}");
            return r;
        }
    }
    return GYRE_OK;
}

// Returns the system, with the log of the options if the system has no log.
static gyre_system with_a_log(const gyre_system *system, const gyre_ode_options *options) {
    gyre_system heard = *system;
    if (!heard.log.write) heard.log = options->log;
    return heard;
}

gyre_result gyre_advance_check(const gyre_system *system, const gyre_ode_options *options, const double *y0,
                               size_t length, gyre_ode_report *report) {
    if (!system || !y0) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_options_check(options);
    if (r != GYRE_OK) return r;
    gyre_system heard = with_a_log(system, options);
    r = gyre_system_check_with_length(&heard, length);
    if (r == GYRE_OK) r = gyre_newton_check(options, length);
    return r == GYRE_OK ? check_start(&heard, options, y0, length, report) : r;
}

gyre_result gyre_system_advance(const gyre_system *system, const double *y0, double *out_yend, size_t length, double t0,
                                double t1, const gyre_ode_options *options, gyre_ode_report *report) {
    gyre_ode_options defaults = gyre_ode_options_default();
    if (!options) options = &defaults;
    gyre_ode_report own_report;
    if (!report) report = &own_report;
    *report = (gyre_ode_report){.t = t0, .component = GYRE_NO_COMPONENT};

    if (!out_yend) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_advance_check(system, options, y0, length, report);
    if (r == GYRE_OK) r = gyre_times_check(t0, t1);
    if (r != GYRE_OK) return r;
    gyre_system heard = with_a_log(system, options);
    return gyre_method_is_general(options->method)
               ? advance_runge_kutta(&heard, y0, out_yend, length, t0, t1, options, report)
               : gyre_advance_splitting(&heard, y0, out_yend, length, t0, t1, options, report);
}
