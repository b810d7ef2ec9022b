/// What a force does to a body: where it pushes, what couple it adds, what it does to the energy.
#pragma once

#include "forces/wrench.h"

/// A force at a point of a body, and a couple.
typedef struct load {
    vec3 F;      // [N], world
    vec3 arm;    // from the reference point to where F acts [m], world
    vec3 couple; // [N m], world
} load;

/// F and arm x F + couple, about the reference point.
PURE wrench wrench_of(const load *a) {
    wrench couple_alone = {.tau = a->couple};
    return wrench_plus_force_at(couple_alone, a->F, a->arm);
}

/// F . (v + w x arm) + couple . w, for the reference point's velocity v [W]. On purpose not F . v + tau . w of the
/// wrench: computed both ways, a wrong lever arm shows up in the energy ledger.
PURE real power_of(const load *a, vec3 v, vec3 w) { return dot(a->F, add(v, cross(w, a->arm))) + dot(a->couple, w); }

/// The same load, s times as strong.
PURE load load_scaled(real s, const load *a) { return (load){scale(s, a->F), a->arm, scale(s, a->couple)}; }

/// What one force does to one body.
typedef struct pull {
    load conservative; // what follows from the potential
    load other;        // the rest: dampers, thrust
    real potential;    // [J]
} pull;

/// What one force does to two bodies. The potential is theirs together, and counted once, in on_a.
typedef struct pair_pull {
    pull on_a;
    load conservative_on_b, other_on_b;
} pair_pull;
