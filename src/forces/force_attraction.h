/// Inverse-square attraction, softened at small distances.
#pragma once

#include "forces/load.h"
#include "forces/placed.h"

typedef struct attracted {
    vec3 F;
    real potential;
} attracted;

// F = -s r/(r^2 + eps^2)^(3/2),  V = -s/(r^2 + eps^2)^(1/2)
// Without softening F and V are set to 0 at r = 0, where F has no direction.
PURE attracted attraction_along(vec3 r, real strength, double softening) {
    real distance2 = dot(r, r) + splat(softening * softening);
    real distance = root(distance2);
    real cube = distance * distance2;
    mask is_apart = cube > ZERO;
    return (attracted){
        .F = scale(pick(is_apart, -strength / cube, ZERO), r),
        .potential = pick(is_apart, -strength / distance, ZERO),
    };
}

/// Attraction to a point of the world. Mutual attraction acts between pairs only.
PURE pull attraction_pull(const placed *a, const gyre_force_attraction *p, const surroundings *s) {
    (void)s;
    real strength = splat(p->is_mutual ? 0 : p->mu) * a->mass;
    vec3 r = sub(add(a->x, a->center), vec3_splat(p->to.p));
    attracted f = attraction_along(r, strength, p->softening);
    return (pull){.conservative = {.F = f.F, .arm = a->center}, .potential = f.potential};
}

/// Attraction of body a to a point of body b, with the opposite force on b; or mutual attraction between the centres of
/// mass.
PURE pair_pull attraction_pair_pull(const placed *a, const placed *b, const gyre_force_attraction *p,
                                    const surroundings *s) {
    (void)s;
    real strength = p->is_mutual ? splat(p->G) * a->mass * b->mass : splat(p->mu) * a->mass;
    vec3 arm_b = p->is_mutual ? b->center : arm_to(b, &p->to);
    vec3 r = sub(add(a->x, a->center), add(b->x, arm_b));
    attracted f = attraction_along(r, strength, p->softening);
    return (pair_pull){
        .on_a = {.conservative = {.F = f.F, .arm = a->center}, .potential = f.potential},
        .conservative_on_b = {.F = scale(-ONE, f.F), .arm = arm_b},
    };
}
