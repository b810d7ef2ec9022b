/// Advances any number of bodies by the kicks and drifts of a composition.
#include "integrators/splitting.h"

#include "base/check.h"
#include "base/log.h"
#include "base/memory.h"
#include "integrators/composition.h"
#include "integrators/step_grid.h"
#include "math/finite.h"
#include "motion/drift.h"
#include "motion/kick.h"
#include "motion/system.h"
#include "state/convert_state.h"

#include <string.h>

_Static_assert(sizeof(wrench) <= GYRE_STATE_SIZE * sizeof(double),
               "a wrench must fit into the scratch memory of a state");

/// State of a run.
typedef struct splitting {
    const gyre_system *system;
    const gyre_ode_options *options;
    const composition *method;
    size_t length;
    double *y;        // current state, `length` numbers
    double *y_before; // state at the beginning of the step
    double *y_force;  // state at which a closing kick evaluates forces
    wrench *wrenches; // wrenches of the last kick, one per body
    gyre_ode_report *report;
} splitting;

static state load_state(const double *y, size_t index) {
    gyre_state s;
    gyre_array_to_state(&y[index * GYRE_STATE_SIZE], &s);
    return state_in(&s);
}

static void store_state(const state *Y, double *y, size_t index) {
    gyre_state s = state_out(Y);
    gyre_state_to_array(&s, &y[index * GYRE_STATE_SIZE]);
}

static gyre_result find_wrenches(splitting *run, double t, const double *y) {
    run->report->evaluations++;
    for (size_t i = 0; i < run->system->body_count; i++) {
        loaded_body body;
        gyre_result r = gyre_body_load(run->system, i, t, y, &body);
        if (r != GYRE_OK) return r;
        auxiliary A = auxiliary_of(&body.Y, &body.m);
        run->wrenches[i] = net_wrench(&A, &body.m, &body.f);
    }
    return GYRE_OK;
}

static void kick_all(const splitting *run, double h, const double *y, double *out_y) {
    for (size_t i = 0; i < run->system->body_count; i++) {
        state Y = load_state(y, i), next = kick(&Y, &run->wrenches[i], h);
        store_state(&next, out_y, i);
    }
}

// Closing kick of a step with one drift. Forces may depend on velocity, but the current momenta belong to the middle of
// the step. With momenta predicted from the opening force, the order is 2 (measured with drag: 2.03; with the
// current momenta: 1.01).
static gyre_result closing_kick(splitting *run, double t, double h) {
    kick_all(run, h, run->y, run->y_force);
    gyre_result r = find_wrenches(run, t, run->y_force);
    if (r == GYRE_OK) kick_all(run, h, run->y, run->y);
    return r;
}

static gyre_result plain_kick(splitting *run, double t, double h) {
    gyre_result r = find_wrenches(run, t, run->y);
    if (r == GYRE_OK) kick_all(run, h, run->y, run->y);
    return r;
}

// Rotates by the current angular velocity at the old orientation.
static state euler_drift(const state *Y, const mass_props *m, double h, gyre_orientation_update update) {
    auxiliary A = auxiliary_of(Y, m);
    state next = *Y;
    next.x = add(Y->x, scale(splat(h), A.v));
    next.q = update == GYRE_ORIENTATION_EXPONENTIAL ? exponential_turn(Y->q, A.w, splat(h))
                                                    : first_order_turn(Y->q, A.w, splat(h));
    return next;
}

// Normalises a quaternion whose length is not 1. Only a caller's projection leaves such a quaternion; drifts keep the
// length up to rounding.
static quat unit_quat(quat q) { return magnitude(quat_dot(q, q) - 1) < 1e-12 ? q : normalized(q); }

static void drift_all(const splitting *run, double h) {
    for (size_t i = 0; i < run->system->body_count; i++) {
        mass_props m = gyre_body_mass_props(&run->system->bodies[i]);
        state Y = load_state(run->y, i), next;
        if (run->method->has_exact_drift) {
            rotor c = rotor_of_body(&m);
            Y.q = unit_quat(Y.q);
            next = drift(&Y, &m, &c, h);
        } else {
            next = euler_drift(&Y, &m, h, run->options->orientation_update);
        }
        store_state(&next, run->y, i);
    }
}

static gyre_result check_bodies(const splitting *run, double t) {
    for (size_t i = 0; i < run->system->body_count; i++) {
        state Y = load_state(run->y, i);
        // the square of a very fast rotation overflows and gives a quaternion of length 0
        bool is_turned = quat_dot(Y.q, Y.q) > 0.5;
        if (!is_turned || !is_finite_array(&run->y[i * GYRE_STATE_SIZE], GYRE_STATE_SIZE)) {
            run->report->component = i * GYRE_STATE_SIZE;
            gyre_log_line(&run->options->log, GYRE_LOG_ERROR, "body %zu is not finite after the step from t = %.17g", i,
                          t);
            return GYRE_ERR_NOT_FINITE;
        }
        GYRE_VALIDATE(magnitude(quat_dot(Y.q, Y.q) - 1) < 1e-14); // all rotations normalise the quaternion
    }
    return GYRE_OK;
}

// Takes one step with every body. Drifts advance the time; kicks use the time reached so far.
static gyre_result take_step(splitting *run, double t, double t_next, double h) {
    const composition *c = run->method;
    double drifted = 0;
    gyre_result r = GYRE_OK;
    for (int k = 0; r == GYRE_OK && k <= c->drift_count; k++) {
        bool is_last = k == c->drift_count;
        double t_kick = is_last ? t_next : t + drifted * h;
        if (c->kick[k] != 0)
            r = is_last && c->drift_count == 1 ? closing_kick(run, t_kick, c->kick[k] * h)
                                               : plain_kick(run, t_kick, c->kick[k] * h);
        if (r != GYRE_OK || is_last) break;
        drift_all(run, c->drift[k] * h);
        drifted += c->drift[k];
    }
    return r == GYRE_OK ? check_bodies(run, t) : r;
}

static gyre_result finish_step(const splitting *run, const step_grid *grid, size_t index) {
    const gyre_ode_options *options = run->options;
    double t_next = step_grid_time(grid, index + 1);
    gyre_result r = options->project ? options->project(t_next, run->y, options->user) : GYRE_OK;
    if (r == GYRE_OK && options->project && !is_finite_array(run->y, run->length)) r = GYRE_ERR_NOT_FINITE;
    if (r != GYRE_OK || !options->on_step) return r;
    gyre_ode_step step = {index, run->length, step_grid_time(grid, index), t_next, run->y_before, run->y, NULL};
    return options->on_step(&step, options->user);
}

static gyre_result take_all_steps(splitting *run, const step_grid *grid) {
    gyre_result r = GYRE_OK;
    run->report->step = grid->h;
    for (size_t i = 0; r == GYRE_OK && grid->t0 != grid->t1 && i < grid->count; i++) {
        memcpy(run->y_before, run->y, run->length * sizeof *run->y);
        r = take_step(run, step_grid_time(grid, i), step_grid_time(grid, i + 1), grid->h);
        if (r != GYRE_OK) break;
        run->report->steps++;
        run->report->t = step_grid_time(grid, i + 1);
        r = finish_step(run, grid, i);
    }
    return r;
}

static gyre_result check_run(const gyre_system *system, const composition *method, double t0, double t1,
                             const gyre_ode_options *options) {
    const char *name = gyre_method_name(options->method);
    if (system->form != GYRE_FORM_QUATERNION) {
        gyre_log_line(&options->log, GYRE_LOG_ERROR, "%s: %s", name, gyre_result_text(GYRE_ERR_FORM));
        return GYRE_ERR_FORM;
    }
    if (t1 < t0 && !method->has_exact_drift) {
        gyre_log_line(&options->log, GYRE_LOG_ERROR, "%s cannot integrate backward: t1 = %.17g must be >= t0 = %.17g",
                      name, t1, t0);
        return GYRE_ERR_TIME;
    }
    return GYRE_OK;
}

gyre_result gyre_advance_splitting(const gyre_system *system, const double *y0, double *out_yend, size_t length,
                                   double t0, double t1, const gyre_ode_options *options, gyre_ode_report *report) {
    splitting run = {system, options, gyre_composition_of(options->method), length, NULL, NULL, NULL, NULL, report};
    step_grid grid;
    gyre_result r = check_run(system, run.method, t0, t1, options);
    if (r == GYRE_OK) r = gyre_step_grid_make(t0, t1, options, &grid);
    if (r != GYRE_OK) return r;
    // three state vectors, and the wrenches in place of a fourth
    size_t block_length;
    if (!size_multiply(length, 4, &block_length)) return GYRE_ERR_TOO_LARGE;
    double *block = gyre_take_array(&options->allocator, block_length, sizeof *block);
    if (!block) return GYRE_ERR_NO_MEMORY;
    run.y = block;
    run.y_before = block + length;
    run.y_force = block + 2 * length;
    run.wrenches = (wrench *)(void *)(block + 3 * length);

    memcpy(run.y, y0, length * sizeof *run.y);
    r = take_all_steps(&run, &grid);
    if (r == GYRE_OK) memcpy(out_yend, run.y, length * sizeof *run.y);
    gyre_give_back(&options->allocator, block);
    return r;
}
