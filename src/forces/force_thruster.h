/// A force fixed to the body.
#pragma once

#include "forces/load.h"
#include "forces/placed.h"

/// Thrust along the direction, which has unit length after resolving.
PURE pull thruster_pull(const placed *a, const gyre_force_thruster *p, const surroundings *s) {
    (void)s;
    vec3 direction_world = rotate(a->q, vec3_splat(p->direction));
    return (pull){.other = {.F = scale(splat(p->thrust), direction_world), .arm = arm_to(a, &p->at)}};
}
