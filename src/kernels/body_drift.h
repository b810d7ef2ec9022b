/// What happens to one lane-group of bodies, with damping, locks and carried momenta.
#pragma once

#include "forces/net_wrench.h"
#include "kernels/flock.h"
#include "kernels/kernel.h"
#include "kernels/streams.h"
#include "motion/damping.h"
#include "motion/drift.h"
#include "motion/kick.h"
#include "motion/turn.h"
#include "state/auxiliary.h"

/// M g at the centre of mass: no torque, unless the body is held somewhere else.
PURE wrench weight_of(const sweep *s, size_t i, quat q, vec3 g) {
    vec3 F = scale(load_real(s->fixed + STREAM_MASS * s->stride + i), g);
    wrench W = {F, {ZERO, ZERO, ZERO}};
    if (s->has_pivots) W.tau = cross(rotate(q, load_vec3(s->features + FEATURE_CENTER * s->stride, s->stride, i)), F);
    return W;
}

/// The sum of the forces with what was applied for this step, less what locks push back.
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

/// The same for the forces of the last evaluation.
PURE wrench load_net_wrench(const sweep *s, size_t i) {
    return net_wrench_of(s, i, load_wrench(s->wrench, s->stride, i));
}

/// What a drift needs to know of a body.
PURE mass_props load_drift_props(const sweep *s, size_t i) {
    return load_props(s->fixed, s->has_locks ? s->features : NULL, s->stride, i);
}

/// L in the body's axes: carried, where anything is, or as it follows from the state.
PURE vec3 body_momentum(const state *Y, vec3 carried, const sweep *s, size_t i) {
    vec3 derived = rotate_back(Y->q, Y->L);
    mask is_carried = s->has_carried ? load_real(s->features + FEATURE_CARRIES * s->stride + i) > HALF : ZERO > ONE;
    return vec3_pick(is_carried, carried, derived);
}

/// The times for which the pose moves on, and the factors of the momenta.
PURE void load_damped(const sweep *s, size_t i, double h, damped *out_linear, damped *out_angular) {
    *out_linear = *out_angular = (damped){splat(h), ONE};
    if (!s->has_damping) return;
    *out_linear = damped_over(load_real(s->features + FEATURE_LINEAR_DAMPING * s->stride + i), splat(h));
    *out_angular = damped_over(load_real(s->features + FEATURE_ANGULAR_DAMPING * s->stride + i), splat(h));
}

/// P and L by the wrench; *m is what is carried, where anything is, and is re-derived after any torque.
PURE void kick_body(state *Y, vec3 *m, const sweep *s, const wrench *W, double h) {
    kick_in_place(Y, W, splat(h));
    if (s->has_carried) *m = vec3_pick(is_zero(W->tau), *m, rotate_back(Y->q, Y->L));
}

/// The momenta after a drift with damping.
PURE void damp_body(state *Y, vec3 *m, const sweep *s, const damped *linear, const damped *angular) {
    if (!s->has_damping) return;
    Y->P = scale(linear->factor, Y->P);
    Y->L = scale(angular->factor, Y->L);
    *m = scale(angular->factor, *m);
}

/// The exact drift of a group, until the flock turns: position, and how the body spins.
PURE void begin_drift(flock *f, int j, state *Y, vec3 carried, const sweep *s, size_t i, double h, damped *out_linear,
                      damped *out_angular) {
    mass_props props = load_drift_props(s, i);
    load_damped(s, i, h, out_linear, out_angular);
    Y->x = add(Y->x, scale(out_linear->time, scale(props.inv_mass, Y->P)));
    vec3 m = body_momentum(Y, carried, s, i);
    if (s->has_locks) m = vec3_pick(props.is_rotation_locked, (vec3){ZERO, ZERO, ZERO}, m);
    rotor c = rotor_of_body(&props);
    flock_put(f, j, Y->q, m, &c, out_angular->time);
}

// A body with rotation locks turns evenly about its axis; one that stands still keeps its bits.
PURE quat locked_turn(const state *Y, const mass_props *props, real h) {
    mat3 R = quat_to_mat3(Y->q);
    vec3 w = locked_angular_velocity(&R, Y->L, props);
    return quat_pick(is_zero(w), Y->q, exponential_turn(Y->q, w, h));
}

/// And after it: orientation, and what damping leaves of the momenta.
PURE void end_drift(const flock *f, int j, state *Y, vec3 *carried, const sweep *s, size_t i, const damped *linear,
                    const damped *angular) {
    vec3 m;
    quat q = flock_take(f, j, &m);
    if (s->has_locks) {
        mass_props props = load_drift_props(s, i);
        if (any(props.is_rotation_locked))
            q = quat_pick(props.is_rotation_locked, locked_turn(Y, &props, angular->time), q);
    }
    Y->q = q;
    damp_body(Y, &m, s, linear, angular);
    if (s->has_carried) *carried = m;
}

/// The drift of methods that turn by an angular velocity.
PURE void drift_body(state *Y, vec3 *m, const sweep *s, size_t i, double h, turn_kind turn) {
    mass_props props = load_drift_props(s, i);
    damped linear, angular;
    load_damped(s, i, h, &linear, &angular);
    Y->x = add(Y->x, scale(linear.time, scale(props.inv_mass, Y->P)));
    vec3 w = times(props.inv_inertia, rotate_back(Y->q, Y->L));
    quat turned = turn == TURN_QUATERNION ? first_order_turn_in_body(Y->q, w, angular.time)
                                          : exponential_turn_in_body(Y->q, w, angular.time);
    turned = quat_pick(is_zero(w), Y->q, turned); // what stands still keeps its bits
    if (s->has_locks) {
        vec3 w_world = auxiliary_of(Y, &props).w;
        quat held = turn == TURN_QUATERNION ? first_order_turn(Y->q, w_world, angular.time)
                                            : exponential_turn(Y->q, w_world, angular.time);
        turned = quat_pick(props.is_rotation_locked, quat_pick(is_zero(w_world), Y->q, held), turned);
    }
    Y->q = turned;
    *m = rotate_back(Y->q, Y->L); // for whoever carries it into an exact turn later
    damp_body(Y, m, s, &linear, &angular);
}
