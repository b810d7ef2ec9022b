/// Applies forces to the momenta of a body for a time h at a fixed pose. Kicks and the drifts of drift.h form splitting
/// methods.
#pragma once

#include "forces/wrench.h"
#include "state/state.h"

/// P += h F,  L += h tau
PURE void kick_in_place(state *Y, const wrench *W, real h) {
    Y->P = add(Y->P, scale(h, W->F));
    Y->L = add(Y->L, scale(h, W->tau));
}

PURE state kick(const state *Y, const wrench *W, real h) {
    state next = *Y;
    kick_in_place(&next, W, h);
    return next;
}
