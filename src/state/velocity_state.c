/// Converts between the forms of a state: quaternion, matrix, velocities.
#include "gyre/state.h"

#include "mass/mass_check.h"
#include "math/finite.h"
#include "state/convert_state.h"
#include "state/state_check.h"

gyre_result gyre_state_to_matrix_state(const gyre_state *s, gyre_matrix_state *out_state) {
    if (!s || !out_state) return GYRE_ERR_NULL_POINTER;
    gyre_quat q;
    if (!is_finite_vec3(s->x) || !is_finite_vec3(s->P) || !is_finite_vec3(s->L)) return GYRE_ERR_NOT_FINITE;
    gyre_result r = gyre_quat_normalize(s->q, &q);
    if (r == GYRE_OK) *out_state = (gyre_matrix_state){s->x, gyre_quat_to_mat3(q), s->P, s->L};
    return r;
}

// Converts a matrix that is almost a rotation to a unit quaternion.
static gyre_result orientation_of(const gyre_mat3 *R, gyre_quat *out_q) {
    gyre_mat3 rotation;
    gyre_result r = gyre_mat3_orthonormalize(R, &rotation);
    if (r != GYRE_OK) return r;
    return gyre_quat_normalize(gyre_mat3_to_quat(&rotation), out_q);
}

gyre_result gyre_matrix_state_to_state(const gyre_matrix_state *s, gyre_state *out_state) {
    if (!s || !out_state) return GYRE_ERR_NULL_POINTER;
    gyre_quat q;
    if (!is_finite_vec3(s->x) || !is_finite_vec3(s->P) || !is_finite_vec3(s->L)) return GYRE_ERR_NOT_FINITE;
    gyre_result r = orientation_of(&s->R, &q);
    if (r == GYRE_OK) *out_state = (gyre_state){s->x, q, s->P, s->L};
    return r;
}

gyre_result gyre_velocity_state_to_state(const gyre_mass *mass, const gyre_velocity_state *velocities,
                                         gyre_state *out_state) {
    if (!mass || !velocities || !out_state) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_mass_check_free(mass);
    if (r != GYRE_OK) return r;
    gyre_quat q;
    r = orientation_of(&velocities->R, &q);
    if (r != GYRE_OK) return r;
    // P = M v,  L = I w = R Ibody R^T w
    vec3 P = scale(mass->mass, vec3_in(velocities->v));
    vec3 w_body = rotate_back(quat_in(q), vec3_in(velocities->w));
    vec3 L = rotate(quat_in(q), times(vec3_in(mass->inertia), w_body));
    gyre_state result = {velocities->x, q, vec3_out(P), vec3_out(L)};
    r = gyre_state_check(mass, &result);
    if (r == GYRE_OK) *out_state = result;
    return r;
}

gyre_result gyre_state_to_velocity_state(const gyre_mass *mass, const gyre_state *s,
                                         gyre_velocity_state *out_velocities) {
    if (!out_velocities) return GYRE_ERR_NULL_POINTER;
    gyre_auxiliary A;
    gyre_result r = gyre_auxiliary_of(mass, s, &A);
    if (r == GYRE_OK) *out_velocities = (gyre_velocity_state){s->x, A.R, A.v, A.w};
    return r;
}
