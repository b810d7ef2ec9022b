/// Public functions of one body's state: velocities, energy, momentum, acceleration.
#include "state/auxiliary.h"

#include "mass/mass_check.h"
#include "math/finite.h"
#include "state/convert_state.h"
#include "state/state_check.h"

// Returns a vector of NaN, the position of a body without a state.
static gyre_vec3 nowhere(void) {
    double nan = __builtin_nan("");
    return (gyre_vec3){nan, nan, nan};
}

gyre_result gyre_state_check(const gyre_mass *mass, const gyre_state *s) {
    if (!mass || !s) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_mass_check_free(mass);
    if (r != GYRE_OK) return r;
    if (!is_finite_vec3(s->x) || !is_finite_quat(s->q) || !is_finite_vec3(s->P) || !is_finite_vec3(s->L))
        return GYRE_ERR_NOT_FINITE;
    return has_usable_length(s->q) ? GYRE_OK : GYRE_ERR_ORIENTATION;
}

// Checks the public structs and computes the auxiliary quantities.
static gyre_result find_auxiliary(const gyre_mass *mass, const gyre_state *s, auxiliary *out) {
    gyre_result r = gyre_state_check(mass, s);
    if (r != GYRE_OK) return r;
    state Y = state_in(s);
    mass_props m = mass_props_in(mass);
    *out = auxiliary_of(&Y, &m);
    return GYRE_OK;
}

// The same for a state with a matrix, of 18 numbers. R must be near a rotation and is used as it is.
static gyre_result find_matrix_auxiliary(const gyre_mass *mass, const gyre_matrix_state *s, auxiliary *out) {
    if (!mass || !s) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_mass_check_free(mass);
    if (r != GYRE_OK) return r;
    gyre_state nearest;
    r = gyre_matrix_state_to_state(s, &nearest);
    if (r != GYRE_OK) return r;
    matrix_state Y = matrix_state_in(s);
    mass_props m = mass_props_in(mass);
    *out = auxiliary_of_matrix(&Y, &m);
    return GYRE_OK;
}

// I = R Ibody R^T,  I^-1 = R Ibody^-1 R^T                                              Baraff 1997, (2-39) and (2-40)
static gyre_result write_with_tensors(const gyre_mass *mass, const auxiliary *A, gyre_auxiliary *out_auxiliary) {
    mass_props m = mass_props_in(mass);
    mat3 I = rotate_diagonal(&A->R, m.inertia), I_inv = rotate_diagonal(&A->R, m.inv_inertia);
    gyre_auxiliary result = {vec3_out(A->v), vec3_out(A->w), mat3_out(&A->R), mat3_out(&I), mat3_out(&I_inv)};
    if (!is_finite_vec3(result.v) || !is_finite_vec3(result.w)) return GYRE_ERR_NOT_FINITE;
    if (!is_finite_mat3(&result.I) || !is_finite_mat3(&result.I_inv)) return GYRE_ERR_NOT_FINITE;
    *out_auxiliary = result;
    return GYRE_OK;
}

gyre_result gyre_auxiliary_of(const gyre_mass *mass, const gyre_state *s, gyre_auxiliary *out_auxiliary) {
    auxiliary A;
    if (!out_auxiliary) return GYRE_ERR_NULL_POINTER;
    gyre_result r = find_auxiliary(mass, s, &A);
    return r == GYRE_OK ? write_with_tensors(mass, &A, out_auxiliary) : r;
}

gyre_result gyre_matrix_auxiliary_of(const gyre_mass *mass, const gyre_matrix_state *s, gyre_auxiliary *out_auxiliary) {
    auxiliary A;
    if (!out_auxiliary) return GYRE_ERR_NULL_POINTER;
    gyre_result r = find_matrix_auxiliary(mass, s, &A);
    return r == GYRE_OK ? write_with_tensors(mass, &A, out_auxiliary) : r;
}

gyre_vec3 gyre_point_to_world(const gyre_state *s, gyre_vec3 point_body) {
    if (!s) return nowhere();
    return vec3_out(add(rotate(normalized(quat_in(s->q)), vec3_in(point_body)), vec3_in(s->x)));
}

gyre_vec3 gyre_point_to_body(const gyre_state *s, gyre_vec3 point_world) {
    if (!s) return nowhere();
    return vec3_out(rotate_back(normalized(quat_in(s->q)), sub(vec3_in(point_world), vec3_in(s->x))));
}

// v + w x (p - x)                                                                      Baraff 1997, (2-17)
static gyre_result point_velocity(const auxiliary *A, gyre_vec3 x, gyre_vec3 point_world, gyre_vec3 *out_velocity) {
    gyre_vec3 velocity = vec3_out(add(A->v, cross(A->w, sub(vec3_in(point_world), vec3_in(x)))));
    if (!is_finite_vec3(velocity)) return GYRE_ERR_NOT_FINITE;
    *out_velocity = velocity;
    return GYRE_OK;
}

gyre_result gyre_point_velocity(const gyre_mass *mass, const gyre_state *s, gyre_vec3 point_world,
                                gyre_vec3 *out_velocity) {
    auxiliary A;
    if (!out_velocity) return GYRE_ERR_NULL_POINTER;
    gyre_result r = find_auxiliary(mass, s, &A);
    return r == GYRE_OK ? point_velocity(&A, s->x, point_world, out_velocity) : r;
}

gyre_result gyre_matrix_point_velocity(const gyre_mass *mass, const gyre_matrix_state *s, gyre_vec3 point_world,
                                       gyre_vec3 *out_velocity) {
    auxiliary A;
    if (!out_velocity) return GYRE_ERR_NULL_POINTER;
    gyre_result r = find_matrix_auxiliary(mass, s, &A);
    return r == GYRE_OK ? point_velocity(&A, s->x, point_world, out_velocity) : r;
}

// 1/2 M v^2 + 1/2 w . I w, with M v = P and I w = L
static gyre_result kinetic_energy(const auxiliary *A, gyre_vec3 P, gyre_vec3 L, double *out_energy) {
    double energy = 0.5 * dot(A->v, vec3_in(P)) + 0.5 * dot(A->w, vec3_in(L));
    if (!is_finite(energy)) return GYRE_ERR_NOT_FINITE;
    *out_energy = energy;
    return GYRE_OK;
}

gyre_result gyre_kinetic_energy(const gyre_mass *mass, const gyre_state *s, double *out_energy) {
    auxiliary A;
    if (!out_energy) return GYRE_ERR_NULL_POINTER;
    gyre_result r = find_auxiliary(mass, s, &A);
    return r == GYRE_OK ? kinetic_energy(&A, s->P, s->L, out_energy) : r;
}

gyre_result gyre_matrix_kinetic_energy(const gyre_mass *mass, const gyre_matrix_state *s, double *out_energy) {
    auxiliary A;
    if (!out_energy) return GYRE_ERR_NULL_POINTER;
    gyre_result r = find_matrix_auxiliary(mass, s, &A);
    return r == GYRE_OK ? kinetic_energy(&A, s->P, s->L, out_energy) : r;
}

gyre_vec3 gyre_angular_momentum_about(const gyre_state *s, gyre_vec3 point_world) {
    if (!s) return nowhere();
    vec3 arm = sub(vec3_in(s->x), vec3_in(point_world));
    return vec3_out(add(vec3_in(s->L), cross(arm, vec3_in(s->P))));
}

gyre_result gyre_angular_acceleration(const gyre_mass *mass, const gyre_state *s, gyre_vec3 torque,
                                      gyre_vec3 *out_acceleration) {
    auxiliary A;
    if (!out_acceleration) return GYRE_ERR_NULL_POINTER;
    gyre_result r = find_auxiliary(mass, s, &A);
    if (r != GYRE_OK) return r;
    // alpha = I^-1 (tau - w x I w), with I w = L
    mass_props m = mass_props_in(mass);
    vec3 rest = sub(vec3_in(torque), cross(A.w, vec3_in(s->L)));
    gyre_vec3 acceleration = vec3_out(mul(&A.R, times(m.inv_inertia, transpose_mul(&A.R, rest))));
    if (!is_finite_vec3(acceleration)) return GYRE_ERR_NOT_FINITE;
    *out_acceleration = acceleration;
    return GYRE_OK;
}

void gyre_hash_add_state(gyre_hash *hash, const gyre_state *s) {
    if (!s) return;
    double y[GYRE_STATE_SIZE];
    gyre_state_to_array(s, y);
    gyre_hash_add_doubles(hash, y, GYRE_STATE_SIZE);
}
