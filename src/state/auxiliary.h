/// Quantities that follow from a state: velocity, orientation matrix, angular velocity. Only this header derives them.
#pragma once

#include "mass/mass_props.h"
#include "state/state.h"

typedef struct auxiliary {
    vec3 v; // velocity of the centre of mass, world
    vec3 w; // angular velocity, world
    mat3 R; // orientation, body to world
} auxiliary;

// A body with rotation locks turns about one world axis a, or not at all. Its moment about a is a . I a, so
//   w = a (a . L) / (a . I a)      with      a . I a = sum of Ii (R^T a)_i^2.
// free_r is the axis a; its components are 0 or 1.
PURE vec3 locked_angular_velocity(const mat3 *R, vec3 L, const mass_props *m) {
    vec3 axis_body = transpose_mul(R, m->free_r);
    real moment = dot(m->inertia, times(axis_body, axis_body));
    real w = pick(moment > ZERO, dot(m->free_r, L) / moment, ZERO); // 0 if all three rotations are locked
    return scale(w, m->free_r);
}

// v = P/M,  w = I^-1 L = R Ibody^-1 R^T L                                             Baraff 1997, (2-40) and (2-42)
PURE auxiliary auxiliary_from(const mat3 *R, vec3 P, vec3 L, const mass_props *m) {
    vec3 w_free = mul(R, times(m->inv_inertia, transpose_mul(R, L)));
    return (auxiliary){
        .v = scale(m->inv_mass, times(m->free_x, P)),
        .w = vec3_pick(m->is_rotation_locked, locked_angular_velocity(R, L, m), w_free),
        .R = *R,
    };
}

/// Normalises q before use, because a Runge-Kutta stage does not keep its length.
PURE auxiliary auxiliary_of(const state *Y, const mass_props *m) {
    mat3 R = quat_to_mat3(normalized(Y->q));
    return auxiliary_from(&R, Y->P, Y->L, m);
}

/// Uses R as it is, including drift, as section 3 of the notes does.
PURE auxiliary auxiliary_of_matrix(const matrix_state *Y, const mass_props *m) {
    return auxiliary_from(&Y->R, Y->P, Y->L, m);
}
