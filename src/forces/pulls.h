/// Calls the function of each kind of force in forces.def. Parameters must be resolved (forces/force_resolve.h).
#pragma once

#include "forces/force_attraction.h"
#include "forces/force_buoyancy.h"
#include "forces/force_drag.h"
#include "forces/force_field.h"
#include "forces/force_force.h"
#include "forces/force_spring.h"
#include "forces/force_thruster.h"
#include "forces/force_torque.h"
#include "forces/force_torsion.h"
#include "forces/force_wind.h"

#define PULL_alone(name)                                                                                               \
    case GYRE_FORCE_##name:                                                                                            \
        return name##_pull(a, &p->name, s);
#define PULL_pair(name) PULL_alone(name)
#define PULL_block(name)

/// Evaluates a force on one body; 0 for a callback, which the caller evaluates.
PURE pull pull_of(gyre_force_kind kind, const placed *a, const gyre_force_parameters *p, const surroundings *s) {
    switch ((int)kind) {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text) PULL_##reach(name)
#include "gyre/forces.def"
    default:
        return (pull){.potential = ZERO};
    }
}

#undef PULL_alone
#undef PULL_pair
#define PULL_alone(name)
#define PULL_pair(name)                                                                                                \
    case GYRE_FORCE_##name:                                                                                            \
        return name##_pair_pull(a, b, &p->name, s);

/// Evaluates a force between two bodies; 0 for kinds that gyre_force_may_join does not allow.
PURE pair_pull pair_pull_of(gyre_force_kind kind, const placed *a, const placed *b, const gyre_force_parameters *p,
                            const surroundings *s) {
    switch ((int)kind) {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text) PULL_##reach(name)
#include "gyre/forces.def"
    default:
        return (pair_pull){.on_a = {.potential = ZERO}};
    }
}

#undef PULL_alone
#undef PULL_pair
#undef PULL_block
