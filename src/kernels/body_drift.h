/// Kicks and drifts of one lane group, with damping, locks and carried momenta.
#pragma once

#include "forces/net_wrench.h"
#include "kernels/kernel.h"
#include "kernels/streams.h"
#include "motion/damping.h"
#include "motion/drift.h"
#include "motion/kick.h"
#include "motion/turn.h"
#include "state/auxiliary.h"

/// M g at the centre of mass; exerts a torque about a pivot at another point.
PURE wrench weight_of(const sweep *s, size_t i, quat q, vec3 g) {
    vec3 F = scale(load_real(s->fixed + STREAM_MASS * s->stride + i), g);
    wrench W = {F, {ZERO, ZERO, ZERO}};
    if (s->has_pivots) W.tau = cross(rotate(q, load_vec3(s->features + FEATURE_CENTER * s->stride, s->stride, i)), F);
    return W;
}

/// W, the sum of forces, plus the applied wrench, without the components that locks balance.
PURE wrench net_wrench_of(const sweep *s, size_t i, wrench W) {
    size_t stride = s->stride;
    if (s->has_applied) {
        wrench applied = load_wrench(s->applied, stride, i);
        W = (wrench){add(W.F, applied.F), add(W.tau, applied.tau)};
    }
    if (s->has_locks) {
        W.F = times(load_vec3(s->features + FEATURE_FREE_X * stride, stride, i), W.F);
        W.tau = times(load_vec3(s->features + FEATURE_FREE_R * stride, stride, i), W.tau);
    }
    if (s->has_driven) {
        real responds = load_real(s->features + FEATURE_RESPONDS * stride + i);
        W = (wrench){scale(responds, W.F), scale(responds, W.tau)};
    }
    return W;
}

/// The net wrench of the forces of the last evaluation.
PURE wrench load_net_wrench(const sweep *s, size_t i) {
    return net_wrench_of(s, i, load_wrench(s->wrench, s->stride, i));
}

/// Loads the constants of the bodies of a lane group for a drift.
PURE mass_props load_drift_props(const sweep *s, size_t i) {
    return load_props(s->fixed, s->has_locks ? s->features : NULL, s->stride, i);
}

/// Velocities at a pose with orientation matrix R; takes locks into account only if the sweep has locks.
PURE auxiliary velocities_at(const sweep *s, size_t i, const mat3 *R, vec3 P, vec3 L) {
    if (s->has_locks) {
        mass_props props = load_props(s->fixed, s->features, s->stride, i);
        return auxiliary_from(R, P, L, &props);
    }
    mass_props props = load_free_props(s->fixed, s->stride, i);
    return auxiliary_from(R, P, L, &props);
}

/// Returns L in body axes: the carried momentum, or R^T L for bodies that do not carry it.
PURE vec3 body_momentum(const state *Y, vec3 carried, const sweep *s, size_t i) {
    vec3 derived = rotate_back(Y->q, Y->L);
    mask is_carried = s->has_carried ? load_real(s->features + FEATURE_CARRIES * s->stride + i) > HALF : ZERO > ONE;
    return vec3_pick(is_carried, carried, derived);
}

/// Returns the times by which a damped pose advances, and the damping factors of the momenta.
PURE void load_damped(const sweep *s, size_t i, double h, damped *out_linear, damped *out_angular) {
    *out_linear = *out_angular = (damped){splat(h), ONE};
    if (!s->has_damping) return;
    *out_linear = damped_over(load_real(s->features + FEATURE_LINEAR_DAMPING * s->stride + i), splat(h));
    *out_angular = damped_over(load_real(s->features + FEATURE_ANGULAR_DAMPING * s->stride + i), splat(h));
}

/// Kicks P and L by the wrench. *m is the carried momentum; a torque replaces it by R^T L.
PURE void kick_body(state *Y, vec3 *m, const sweep *s, const wrench *W, double h) {
    kick_in_place(Y, W, splat(h));
    if (s->has_carried) *m = vec3_pick(is_zero(W->tau), *m, rotate_back(Y->q, Y->L));
}

/// Damps the momenta after a drift.
PURE void damp_body(state *Y, vec3 *m, const sweep *s, const damped *linear, const damped *angular) {
    if (!s->has_damping) return;
    Y->P = scale(linear->factor, Y->P);
    Y->L = scale(angular->factor, Y->L);
    *m = scale(angular->factor, *m);
}

/// The orientation of a body with rotation locks, which turns evenly about its axis. A body at rest stays
/// bit-identical.
PURE quat locked_turn(const state *Y, const mass_props *props, real h) {
    mat3 R = quat_to_mat3(Y->q);
    vec3 w = locked_angular_velocity(&R, Y->L, props);
    return quat_pick(is_zero(w), Y->q, exponential_turn(Y->q, w, h));
}

/// Drift with a turn by the angular velocity.
PURE void drift_by_velocity(state *Y, vec3 *m, const sweep *s, size_t i, double h, turn_kind turn) {
    mass_props props = load_drift_props(s, i);
    damped linear, angular;
    load_damped(s, i, h, &linear, &angular);
    Y->x = add(Y->x, scale(linear.time, scale(props.inv_mass, Y->P)));
    vec3 w = times(props.inv_inertia, rotate_back(Y->q, Y->L));
    quat turned = turn == TURN_QUATERNION ? first_order_turn_in_body(Y->q, w, angular.time)
                                          : exponential_turn_in_body(Y->q, w, angular.time);
    turned = quat_pick(is_zero(w), Y->q, turned); // a body at rest stays bit-identical
    if (s->has_locks) {
        vec3 w_world = auxiliary_of(Y, &props).w;
        quat held = turn == TURN_QUATERNION ? first_order_turn(Y->q, w_world, angular.time)
                                            : exponential_turn(Y->q, w_world, angular.time);
        turned = quat_pick(props.is_rotation_locked, quat_pick(is_zero(w_world), Y->q, held), turned);
    }
    Y->q = turned;
    *m = rotate_back(Y->q, Y->L); // carried into a later exact turn
    damp_body(Y, m, s, &linear, &angular);
}
