/// Forces act on a body for a time h while it stays where it is: the other half of a splitting method beside drift.h.
#pragma once

#include "forces/wrench.h"
#include "state/state.h"

/// P += h F,  L += h tau
PURE state kick(const state *Y, const wrench *W, real h) {
    state next = *Y;
    next.P = add(Y->P, scale(h, W->F));
    next.L = add(Y->L, scale(h, W->tau));
    return next;
}
