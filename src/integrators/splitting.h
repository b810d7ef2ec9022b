/// Methods that use the structure of a rigid body: momenta and pose take turns.
#pragma once

#include "gyre/ode.h"
#include "motion/dydt.h"
#include "motion/turn.h"

/// Semi-implicit Euler: momenta from the forces at the beginning, then the pose with the new momenta.
PURE state semi_implicit_euler_step(const state *Y, const mass_props *m, const field *f, double h,
                                    gyre_orientation_update update) {
    auxiliary before = auxiliary_of(Y, m);
    wrench W = net_wrench(&before, m, f);
    state next = *Y;
    next.P = add(Y->P, scale(splat(h), W.F));
    next.L = add(Y->L, scale(splat(h), W.tau));

    auxiliary A = auxiliary_of(&next, m); // the new momenta, still at the old orientation
    next.x = add(Y->x, scale(splat(h), A.v));
    next.q = update == GYRE_ORIENTATION_EXPONENTIAL ? exponential_turn(Y->q, A.w, splat(h))
                                                    : first_order_turn(Y->q, A.w, splat(h));
    return next;
}
