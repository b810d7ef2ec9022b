/// Uniform acceleration.
#pragma once

#include "forces/load.h"
#include "forces/placed.h"

/// F = M a at the centre of mass,  V = -M a . x
PURE pull field_pull(const placed *a, const gyre_force_field *p, const surroundings *s) {
    (void)s;
    vec3 F = scale(a->mass, vec3_splat(p->acceleration));
    return (pull){
        .conservative = {.F = F, .arm = a->center},
        .potential = -dot(F, add(a->x, a->center)),
    };
}
