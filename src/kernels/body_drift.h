/// The pose of one lane-group of bodies over a time, with damping, locks and carried momenta.
#pragma once

#include "forces/net_wrench.h"
#include "kernels/kernel.h"
#include "kernels/streams.h"
#include "motion/damping.h"
#include "motion/drift.h"
#include "motion/turn.h"
#include "state/auxiliary.h"

/// The forces of the last evaluation and what was applied for this step, less what locks push back.
PURE wrench load_push_wrench(const sweep *s, size_t i) {
    size_t stride = s->stride;
    wrench W = load_wrench(s->fixed + STREAM_WRENCH * stride, stride, i);
    if (s->has_applied) {
        wrench applied = load_wrench(s->fixed + STREAM_APPLIED * stride, stride, i);
        W = (wrench){add(W.F, applied.F), add(W.tau, applied.tau)};
    }
    if (s->has_locks) {
        W.F = times(load_vec3(s->fixed + STREAM_FREE_X * stride, stride, i), W.F);
        W.tau = times(load_vec3(s->fixed + STREAM_FREE_R * stride, stride, i), W.tau);
    }
    if (s->has_driven) {
        real responds = load_real(s->fixed + STREAM_RESPONDS * stride + i);
        W = (wrench){scale(responds, W.F), scale(responds, W.tau)};
    }
    return W;
}

/// The orientation after a time h. *m comes in as what is carried, where anything is.
PURE quat turn_body(const state *Y, vec3 *m, const mass_props *props, const sweep *s, size_t i, real h,
                    turn_kind turn) {
    if (turn == TURN_EXACT) {
        vec3 derived = rotate_back(Y->q, Y->L);
        mask is_carried = s->has_carried ? load_real(s->fixed + STREAM_CARRIES * s->stride + i) > HALF : ZERO > ONE;
        *m = vec3_pick(is_carried, *m, derived);
        rotor c = rotor_of_body(props);
        return body_turn(Y, props, &c, m, h);
    }
    vec3 w = auxiliary_of(Y, props).w;
    quat turned = turn == TURN_QUATERNION ? first_order_turn(Y->q, w, h) : exponential_turn(Y->q, w, h);
    turned = quat_pick(is_zero(w), Y->q, turned); // what stands still keeps its bits
    *m = rotate_back(turned, Y->L);               // for whoever carries it into an exact turn later
    return turned;
}

PURE void drift_body(state *Y, vec3 *m, const sweep *s, size_t i, const push *p) {
    mass_props props = load_props(s->fixed, s->stride, i);
    damped linear = {splat(p->drift), ONE}, angular = linear;
    if (s->has_damping) {
        linear = damped_over(load_real(s->fixed + STREAM_LINEAR_DAMPING * s->stride + i), linear.time);
        angular = damped_over(load_real(s->fixed + STREAM_ANGULAR_DAMPING * s->stride + i), angular.time);
    }
    Y->x = add(Y->x, scale(linear.time, scale(props.inv_mass, Y->P)));
    Y->q = turn_body(Y, m, &props, s, i, angular.time, p->turn);
    if (s->has_damping) {
        Y->P = scale(linear.factor, Y->P);
        Y->L = scale(angular.factor, Y->L);
        *m = scale(angular.factor, *m);
    }
}
