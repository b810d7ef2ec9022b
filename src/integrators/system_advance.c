/// Rigid bodies from t0 to t1 with any method: the Runge-Kutta family through gyre_ode, splitting methods here.
#include "integrators/solver.h"

#include "base/check.h"
#include "base/log.h"
#include "base/memory.h"
#include "integrators/splitting.h"
#include "integrators/step_grid.h"
#include "math/finite.h"
#include "motion/system.h"
#include "motion/system_check.h"
#include "state/convert_state.h"

#include <stdio.h>
#include <string.h>

gyre_result gyre_project_nothing(double t, double *y, void *user) { return (void)t, (void)y, (void)user, GYRE_OK; }

// ---- the Runge-Kutta family: gyre_ode, with orientations brought back to rotations after every step ----

// Stands between gyre_ode and the caller's callbacks, which expect the caller's user pointer. An adaptive method tries
// many step sizes before it gives up: of what is said about the bodies meanwhile only the last line is kept.
typedef struct advance_context {
    const gyre_system *system;
    const gyre_ode_options *options;
    char last_line[256];
} advance_context;

static void keep_line(gyre_log_level level, const char *text, void *user) {
    advance_context *context = user;
    (void)level; // everything that a derivative says is an error
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
    context->last_line[0] = 0; // the step went well after all
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

static gyre_result advance_runge_kutta(const gyre_system *system, const double *y0, double *out_yend, size_t length,
                                       double t0, double t1, const gyre_ode_options *options, gyre_ode_report *report) {
    advance_context context = {.system = system, .options = options};
    gyre_system quiet = *system;
    quiet.log = (gyre_logger){keep_line, &context};
    gyre_ode_options inner = *options;
    inner.project = project_orientations;
    inner.on_step = options->on_step ? pass_on_step : NULL;
    inner.user = &context;
    gyre_result r = gyre_ode(y0, out_yend, length, t0, t1, gyre_dydt, &quiet, &inner, report);
    if (r != GYRE_OK && context.last_line[0]) gyre_log_line(&system->log, GYRE_LOG_ERROR, "%s", context.last_line);
    return r;
}

// ---- splitting methods ----

// One step of every body from y to y_next. Forces are taken at t from the state before the step, for all bodies.
static gyre_result splitting_step(const gyre_system *system, const gyre_ode_options *options, double t, double h,
                                  const double *y, double *y_next, gyre_ode_report *report) {
    report->evaluations++;
    for (size_t i = 0; i < system->body_count; i++) {
        loaded_body body;
        gyre_result r = gyre_body_load(system, i, t, y, &body);
        if (r != GYRE_OK) return r;
        state next = semi_implicit_euler_step(&body.Y, &body.m, &body.f, h, options->orientation_update);
        gyre_state end = state_out(&next);
        gyre_state_to_array(&end, &y_next[i * GYRE_STATE_SIZE]);
        // a turn so fast that its square overflows leaves a quaternion of length 0
        bool is_turned = quat_dot(next.q, next.q) > 0.5;
        if (!is_turned || !is_finite_array(&y_next[i * GYRE_STATE_SIZE], GYRE_STATE_SIZE)) {
            report->component = i * GYRE_STATE_SIZE;
            gyre_log_line(&options->log, GYRE_LOG_ERROR, "body %zu is not finite after the step from t = %.17g", i, t);
            return GYRE_ERR_NOT_FINITE;
        }
        GYRE_VALIDATE(magnitude(quat_dot(next.q, next.q) - 1) < 1e-14); // both ways to turn end with a normalisation
    }
    return GYRE_OK;
}

static gyre_result finish_splitting_step(const gyre_ode_options *options, const step_grid *grid, size_t index,
                                         const double *y, double *y_next, size_t length) {
    double t_next = step_grid_time(grid, index + 1);
    gyre_result r = options->project ? options->project(t_next, y_next, options->user) : GYRE_OK;
    if (r == GYRE_OK && options->project && !is_finite_array(y_next, length)) r = GYRE_ERR_NOT_FINITE;
    if (r != GYRE_OK || !options->on_step) return r;
    gyre_ode_step step = {index, length, step_grid_time(grid, index), t_next, y, y_next, NULL};
    return options->on_step(&step, options->user);
}

static gyre_result advance_splitting(const gyre_system *system, const double *y0, double *out_yend, size_t length,
                                     double t0, double t1, const gyre_ode_options *options, gyre_ode_report *report) {
    const char *name = gyre_method_name(options->method);
    if (system->form != GYRE_FORM_QUATERNION) {
        gyre_log_line(&options->log, GYRE_LOG_ERROR, "%s: %s", name, gyre_result_text(GYRE_ERR_FORM));
        return GYRE_ERR_FORM;
    }
    if (t1 < t0) {
        gyre_log_line(&options->log, GYRE_LOG_ERROR, "%s runs forward only: t1 = %.17g comes before t0 = %.17g", name,
                      t1, t0);
        return GYRE_ERR_TIME;
    }
    step_grid grid;
    gyre_result r = gyre_step_grid_make(t0, t1, options, &grid);
    if (r != GYRE_OK) return r;
    size_t two_vectors;
    if (!size_multiply(length, 2, &two_vectors)) return GYRE_ERR_TOO_LARGE;
    double *block = gyre_take_array(&options->allocator, two_vectors, sizeof *block);
    if (!block) return GYRE_ERR_NO_MEMORY;

    double *y = block, *y_next = block + length;
    memcpy(y, y0, length * sizeof *y);
    report->step = grid.h;
    for (size_t i = 0; t0 != t1 && i < grid.count; i++) {
        r = splitting_step(system, options, step_grid_time(&grid, i), grid.h, y, y_next, report);
        if (r != GYRE_OK) break;
        report->steps++;
        report->t = step_grid_time(&grid, i + 1);
        r = finish_splitting_step(options, &grid, i, y, y_next, length);
        if (r != GYRE_OK) break;
        double *old = y;
        y = y_next;
        y_next = old;
    }
    if (r == GYRE_OK) memcpy(out_yend, y, length * sizeof *y);
    gyre_give_back(&options->allocator, block);
    return r;
}

// The first number that is none, and orientations that cannot be brought back to rotations. Whoever brings a projection
// of his own decides himself how far a matrix may have drifted.
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
                          "body %zu: its orientation is no rotation; an unturned body has %s", i,
                          is_matrix ? "the unit matrix" : "q = {1, 0, 0, 0}");
            return r;
        }
    }
    return GYRE_OK;
}

// Either log serves for both.
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
               : advance_splitting(&heard, y0, out_yend, length, t0, t1, options, report);
}
