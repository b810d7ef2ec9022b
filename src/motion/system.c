/// Systems of bodies: checks, forces and totals.
#include "motion/system.h"

#include "base/log.h"
#include "base/memory.h"
#include "mass/mass_check.h"
#include "math/finite.h"
#include "motion/locks.h"
#include "motion/system_check.h"
#include "state/convert_state.h"

static const size_t form_sizes[GYRE_FORM_COUNT] = {
    [GYRE_FORM_QUATERNION] = GYRE_STATE_SIZE,
    [GYRE_FORM_MATRIX] = GYRE_MATRIX_STATE_SIZE,
};

size_t gyre_form_size(gyre_form form) { return (unsigned)form < GYRE_FORM_COUNT ? form_sizes[form] : 0; }

gyre_system gyre_system_default(void) { return (gyre_system){.marker = SYSTEM_MARKER}; }

size_t gyre_system_length(const gyre_system *system) {
    size_t length;
    if (!system || !size_multiply(system->body_count, gyre_form_size(system->form), &length)) return 0;
    return length;
}

// Checks the fields of the system that are not fields of a body.
static gyre_result check_shape(const gyre_system *system) {
    if (!system) return GYRE_ERR_NULL_POINTER;
    if (system->marker != SYSTEM_MARKER) return GYRE_ERR_DEFINITION;
    if (gyre_form_size(system->form) == 0) return GYRE_ERR_OPTION;
    if (!system->bodies) return GYRE_ERR_NULL_POINTER;
    if (gyre_system_length(system) == 0) return GYRE_ERR_LENGTH;
    if (!is_finite_vec3(system->gravity)) {
        gyre_log_line(&system->log, GYRE_LOG_ERROR, "gravity is not finite");
        return GYRE_ERR_NOT_FINITE;
    }
    return GYRE_OK;
}

// True for mass 0 and inertia 0, the values of an unset mass: the body is static, and its inverses are 0.
static bool is_static(const gyre_mass *mass) {
    return mass->mass == 0 && mass->inertia.x == 0 && mass->inertia.y == 0 && mass->inertia.z == 0;
}

static gyre_result body_check(const gyre_rigid_body *body) {
    // a body with a moment of 0 about an axis must not be free to rotate about it
    bool is_locked = rotation_lock_count(body->locks) > 0;
    gyre_result r = is_static(&body->mass) ? GYRE_OK
                    : is_locked            ? gyre_mass_check(&body->mass)
                                           : gyre_mass_check_free(&body->mass);
    if (r != GYRE_OK) return r;
    if (!are_locks_possible(body->locks)) return GYRE_ERR_LOCK;
    if (body->force_count > 0 && !body->forces) return GYRE_ERR_NULL_POINTER;
    for (size_t i = 0; i < body->force_count; i++)
        if (!is_finite_vec3(body->forces[i].force) || !is_finite_vec3(body->forces[i].at)) return GYRE_ERR_NOT_FINITE;
    return GYRE_OK;
}

// Returns a more specific text than the result's if the cause can be found in the body.
static const char *explanation(const gyre_rigid_body *body, gyre_result r) {
    if (r == GYRE_ERR_NOT_FINITE) return "a point force is not finite";
    if (r == GYRE_ERR_INERTIA && gyre_mass_check(&body->mass) == GYRE_OK)
        return "a moment of inertia is 0, so the body cannot rotate freely: lock its rotation, or give it thickness";
    return gyre_result_text(r);
}

gyre_result gyre_system_check(const gyre_system *system) {
    gyre_result r = check_shape(system);
    for (size_t i = 0; r == GYRE_OK && i < system->body_count; i++) {
        r = body_check(&system->bodies[i]);
        if (r != GYRE_OK)
            gyre_log_line(&system->log, GYRE_LOG_ERROR, "body %zu: %s", i, explanation(&system->bodies[i], r));
    }
    return r;
}

gyre_result gyre_system_check_with_length(const gyre_system *system, size_t length) {
    gyre_result r = check_shape(system);
    if (r == GYRE_OK && length != gyre_system_length(system)) {
        gyre_log_line(&system->log, GYRE_LOG_ERROR,
                      "the state vector has %zu numbers, but %zu bodies of %zu numbers need %zu", length,
                      system->body_count, gyre_form_size(system->form), gyre_system_length(system));
        r = GYRE_ERR_LENGTH;
    }
    return r == GYRE_OK ? gyre_system_check(system) : r;
}

mass_props gyre_body_mass_props(const gyre_rigid_body *body) {
    if (is_static(&body->mass)) return (mass_props){.is_rotation_locked = 1};
    mass_props m = mass_props_in(&body->mass);
    unsigned locks = body->locks;
    m.free_x = (vec3){!(locks & GYRE_LOCK_X), !(locks & GYRE_LOCK_Y), !(locks & GYRE_LOCK_Z)};
    m.free_r =
        (vec3){!(locks & GYRE_LOCK_ROTATION_X), !(locks & GYRE_LOCK_ROTATION_Y), !(locks & GYRE_LOCK_ROTATION_Z)};
    m.is_rotation_locked = rotation_lock_count(locks) > 0;
    return m;
}

gyre_result gyre_body_field(const gyre_system *system, size_t index, double t, const gyre_state *s, const double *y,
                            field *out_field) {
    const gyre_rigid_body *body = &system->bodies[index];
    gyre_wrench sum = {{0, 0, 0}, {0, 0, 0}};
    if (system->add_forces) {
        gyre_result r = system->add_forces(t, index, s, y, &sum, system->user);
        if (r != GYRE_OK) return r;
        if (!is_finite_vec3(sum.force) || !is_finite_vec3(sum.torque)) {
            gyre_log_line(&system->log, GYRE_LOG_ERROR, "body %zu: the callback's %s at t = %.17g is not finite", index,
                          is_finite_vec3(sum.force) ? "torque" : "force", t);
            return GYRE_ERR_NOT_FINITE;
        }
    }
    *out_field = (field){system->gravity, body->forces, body->force_count, {vec3_in(sum.force), vec3_in(sum.torque)}};
    return GYRE_OK;
}

gyre_result gyre_body_load(const gyre_system *system, size_t index, double t, const double *y, loaded_body *out_body) {
    gyre_state s;
    gyre_array_to_state(&y[index * GYRE_STATE_SIZE], &s);
    out_body->Y = state_in(&s);
    if (s.q.w == 0 && s.q.x == 0 && s.q.y == 0 && s.q.z == 0) { // a state that was not initialised
        gyre_log_line(&system->log, GYRE_LOG_ERROR,
                      "body %zu: q has length 0, must be a unit quaternion such as {1, 0, 0, 0}", index);
        return GYRE_ERR_ORIENTATION;
    }
    if (!has_usable_length(s.q)) {
        gyre_log_line(&system->log, GYRE_LOG_ERROR, "body %zu: the square of |q| must be finite and > 0 at t = %.17g",
                      index, t);
        return GYRE_ERR_NOT_FINITE;
    }
    out_body->m = gyre_body_mass_props(&system->bodies[index]);
    return gyre_body_field(system, index, t, &s, y, &out_body->f);
}

// In both forms of the state vector the position is first and the momenta are last.
typedef struct body_momenta {
    vec3 x, P, L;
} body_momenta;

static body_momenta momenta_of(const gyre_system *system, const double *y, size_t index) {
    size_t size = gyre_form_size(system->form);
    const double *first = &y[index * size], *last = first + size - 6;
    return (body_momenta){{first[0], first[1], first[2]}, {last[0], last[1], last[2]}, {last[3], last[4], last[5]}};
}

// Uses the matrix R as it is, so that derived quantities show its drift.
static auxiliary auxiliary_of_body(const gyre_system *system, const double *y, size_t index) {
    mass_props m = gyre_body_mass_props(&system->bodies[index]);
    if (system->form == GYRE_FORM_QUATERNION) {
        gyre_state s;
        gyre_array_to_state(&y[index * GYRE_STATE_SIZE], &s);
        state Y = state_in(&s);
        return auxiliary_of(&Y, &m);
    }
    gyre_matrix_state s;
    gyre_array_to_matrix_state(&y[index * GYRE_MATRIX_STATE_SIZE], &s);
    matrix_state Y = matrix_state_in(&s);
    return auxiliary_of_matrix(&Y, &m);
}

gyre_result gyre_system_energy(const gyre_system *system, const double *y, double *out_kinetic, double *out_potential) {
    if (!y || !out_kinetic || !out_potential) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_system_check(system);
    if (r != GYRE_OK) return r;
    double kinetic = 0, potential = 0;
    for (size_t i = 0; i < system->body_count; i++) {
        auxiliary A = auxiliary_of_body(system, y, i);
        body_momenta b = momenta_of(system, y, i);
        kinetic += 0.5 * dot(A.v, b.P) + 0.5 * dot(A.w, b.L);
        potential -= system->bodies[i].mass.mass * dot(vec3_in(system->gravity), b.x);
    }
    if (!is_finite(kinetic) || !is_finite(potential)) return GYRE_ERR_NOT_FINITE;
    *out_kinetic = kinetic;
    *out_potential = potential;
    return GYRE_OK;
}

gyre_result gyre_system_momentum(const gyre_system *system, const double *y, gyre_vec3 point_world, gyre_vec3 *out_P,
                                 gyre_vec3 *out_L) {
    if (!y || !out_P || !out_L) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_system_check(system);
    if (r != GYRE_OK) return r;
    vec3 P = {0, 0, 0}, L = {0, 0, 0};
    for (size_t i = 0; i < system->body_count; i++) {
        body_momenta b = momenta_of(system, y, i);
        mass_props m = gyre_body_mass_props(&system->bodies[i]);
        vec3 P_free = times(m.free_x, b.P), L_free = times(m.free_r, b.L);
        P = add(P, P_free);
        L = add(L, add(L_free, cross(sub(b.x, vec3_in(point_world)), P_free)));
    }
    gyre_vec3 total_P = vec3_out(P), total_L = vec3_out(L);
    if (!is_finite_vec3(total_P) || !is_finite_vec3(total_L)) return GYRE_ERR_NOT_FINITE;
    *out_P = total_P;
    *out_L = total_L;
    return GYRE_OK;
}
