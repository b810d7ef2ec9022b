/// The effect of a force on a body: force, point of application, couple and energy.
#pragma once

#include "forces/wrench.h"

/// A force at a point of a body, and a couple.
typedef struct load {
    vec3 F;      // [N], world
    vec3 arm;    // from the reference point to where F acts [m], world
    vec3 couple; // [N m], world
} load;

/// Returns F and arm x F + couple, about the reference point.
PURE wrench wrench_of(const load *a) {
    wrench couple_alone = {.tau = a->couple};
    return wrench_plus_force_at(couple_alone, a->F, a->arm);
}

/// Power F . (v + w x arm) + couple . w, for the velocity v of the reference point [W]. Computed independently of the
/// wrench (not as F . v + tau . w), so that a wrong lever arm shows in the energy ledger.
PURE real power_of(const load *a, vec3 v, vec3 w) { return dot(a->F, add(v, cross(w, a->arm))) + dot(a->couple, w); }

/// Returns the load times s.
PURE load load_scaled(real s, const load *a) { return (load){scale(s, a->F), a->arm, scale(s, a->couple)}; }

/// Effect of one force on one body.
typedef struct pull {
    load conservative; // follows from the potential
    load other;        // all other effects, such as dampers and thrust
    real potential;    // [J]
} pull;

/// Effect of one force on two bodies. The potential belongs to the pair and is in on_a.
typedef struct pair_pull {
    pull on_a;
    load conservative_on_b, other_on_b;
} pair_pull;
