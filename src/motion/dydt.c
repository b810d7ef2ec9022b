/// dydt over arrays: the derivative function for gyre_ode.                              Baraff 1997, section 3
#include "motion/dydt.h"

#include "base/log.h"
#include "math/finite.h"
#include "motion/system.h"
#include "state/convert_state.h"
#include "state/state_check.h"

#include <string.h>

// A derivative has the same layout as a state, so the same function writes it.
static void state_dot_to_array(const state_dot *d, double *out_ydot) {
    gyre_state flat = {vec3_out(d->x), quat_out(d->q), vec3_out(d->P), vec3_out(d->L)};
    gyre_state_to_array(&flat, out_ydot);
}

static void matrix_state_dot_to_array(const matrix_state_dot *d, double *out_ydot) {
    gyre_matrix_state flat = {vec3_out(d->x), mat3_out(&d->R), vec3_out(d->P), vec3_out(d->L)};
    gyre_matrix_state_to_array(&flat, out_ydot);
}

static gyre_result write_finite(const double *ydot, size_t count, double *out_ydot) {
    if (!is_finite_array(ydot, count)) return GYRE_ERR_NOT_FINITE;
    memcpy(out_ydot, ydot, count * sizeof *ydot);
    return GYRE_OK;
}

static field field_of_wrench(const gyre_wrench *w) {
    return (field){.applied = {vec3_in(w->force), vec3_in(w->torque)}};
}

gyre_result gyre_ddt_state_to_array(const gyre_mass *mass, const gyre_state *s, const gyre_wrench *w,
                                    double out_ydot[GYRE_STATE_SIZE]) {
    if (!w || !out_ydot) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_state_check(mass, s);
    if (r != GYRE_OK) return r;
    state Y = state_in(s);
    mass_props m = mass_props_in(mass);
    field f = field_of_wrench(w);
    state_dot d = dydt(&Y, &m, &f);
    double ydot[GYRE_STATE_SIZE];
    state_dot_to_array(&d, ydot);
    return write_finite(ydot, GYRE_STATE_SIZE, out_ydot);
}

gyre_result gyre_ddt_matrix_state_to_array(const gyre_mass *mass, const gyre_matrix_state *s, const gyre_wrench *w,
                                           double out_ydot[GYRE_MATRIX_STATE_SIZE]) {
    if (!s || !w || !out_ydot) return GYRE_ERR_NULL_POINTER;
    gyre_state as_quaternion;
    gyre_result r = gyre_matrix_state_to_state(s, &as_quaternion);
    if (r == GYRE_OK) r = gyre_state_check(mass, &as_quaternion);
    if (r != GYRE_OK) return r;
    matrix_state Y = matrix_state_in(s);
    mass_props m = mass_props_in(mass);
    field f = field_of_wrench(w);
    matrix_state_dot d = matrix_dydt(&Y, &m, &f);
    double ydot[GYRE_MATRIX_STATE_SIZE];
    matrix_state_dot_to_array(&d, ydot);
    return write_finite(ydot, GYRE_MATRIX_STATE_SIZE, out_ydot);
}

static gyre_result quaternion_body(const gyre_system *system, size_t index, double t, const double *y,
                                   double *out_ydot) {
    loaded_body body;
    gyre_result r = gyre_body_load(system, index, t, y, &body);
    if (r != GYRE_OK) return r;
    state_dot d = dydt(&body.Y, &body.m, &body.f);
    state_dot_to_array(&d, &out_ydot[index * GYRE_STATE_SIZE]);
    return GYRE_OK;
}

static gyre_result matrix_body(const gyre_system *system, size_t index, double t, const double *y, double *out_ydot) {
    gyre_matrix_state s;
    gyre_array_to_matrix_state(&y[index * GYRE_MATRIX_STATE_SIZE], &s);
    matrix_state Y = matrix_state_in(&s);
    // callbacks get every body as a state with a quaternion
    gyre_state seen = {s.x, {1, 0, 0, 0}, s.P, s.L};
    if (system->add_forces) seen.q = quat_out(normalized(mat3_to_quat(&Y.R)));
    field f;
    gyre_result r = gyre_body_field(system, index, t, &seen, y, &f);
    if (r != GYRE_OK) return r;
    mass_props m = gyre_body_mass_props(&system->bodies[index]);
    matrix_state_dot d = matrix_dydt(&Y, &m, &f);
    matrix_state_dot_to_array(&d, &out_ydot[index * GYRE_MATRIX_STATE_SIZE]);
    return GYRE_OK;
}

// Logs the first body whose derivative is not finite.
static gyre_result check_derivative(const gyre_system *system, size_t index, double t, const double *ydot) {
    size_t size = gyre_form_size(system->form);
    const double *first = &ydot[index * size];
    if (is_finite_array(first, size)) return GYRE_OK;
    const char *what = !is_finite_array(first, 3)              ? "velocity"
                       : !is_finite_array(first + 3, size - 9) ? "rate of turn"
                       : !is_finite_array(first + size - 6, 3) ? "force"
                                                               : "torque";
    gyre_log_line(&system->log, GYRE_LOG_ERROR, "body %zu: its %s at t = %.17g is not finite", index, what, t);
    return GYRE_ERR_NOT_FINITE;
}

gyre_result gyre_dydt(double t, const double *y, double *out_ydot, void *user) {
    const gyre_system *system = user;
    if (!y || !out_ydot) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_system_check(system);
    if (r != GYRE_OK) return r;
    for (size_t i = 0; r == GYRE_OK && i < system->body_count; i++) {
        r = system->form == GYRE_FORM_QUATERNION ? quaternion_body(system, i, t, y, out_ydot)
                                                 : matrix_body(system, i, t, y, out_ydot);
        if (r == GYRE_OK) r = check_derivative(system, i, t, out_ydot);
    }
    return r;
}
