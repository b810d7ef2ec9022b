/// A spring and a damper between a point of a body and a point of the world or of another body.
#pragma once

#include "forces/load.h"
#include "forces/placed.h"

/// Forces on one end; the forces on the other end are opposite.
typedef struct spring_end {
    vec3 elastic, damped;
    real potential;
} spring_end;

// With d from the other end to this end and u the velocity of this end relative to the other:
// elastic = -k (|d| - l) d/|d|,  damped = -c (u . n) n with n = d/|d|,  V = k/2 (|d| - l)^2
// At |d| = 0 there is no direction: the damper and a spring with a rest length have force 0, the mean over all
// directions. The force of a spring of rest length 0 is exactly -k d everywhere.
PURE spring_end spring_between(vec3 d, vec3 u, const gyre_force_spring *p) {
    real k = splat(p->stiffness), rest_length = splat(p->length);
    real distance = length(d);
    real inverse = pick(distance > ZERO, ONE / distance, ZERO);
    vec3 n = scale(inverse, d);
    real stretch = distance - rest_length;
    return (spring_end){
        .elastic = scale(-k * (ONE - rest_length * inverse), d),
        .damped = scale(splat(-p->damping) * dot(u, n), n),
        .potential = HALF * k * stretch * stretch,
    };
}

PURE pull spring_pull(const placed *a, const gyre_force_spring *p, const surroundings *s) {
    (void)s;
    vec3 arm = arm_to(a, &p->at);
    vec3 d = sub(add(a->x, arm), vec3_splat(p->to_at.p));
    spring_end end = spring_between(d, velocity_at(a, arm), p);
    return (pull){
        .conservative = {.F = end.elastic, .arm = arm},
        .other = {.F = end.damped, .arm = arm},
        .potential = end.potential,
    };
}

PURE pair_pull spring_pair_pull(const placed *a, const placed *b, const gyre_force_spring *p, const surroundings *s) {
    (void)s;
    vec3 arm_a = arm_to(a, &p->at), arm_b = arm_to(b, &p->to_at);
    vec3 d = sub(add(a->x, arm_a), add(b->x, arm_b));
    spring_end end = spring_between(d, sub(velocity_at(a, arm_a), velocity_at(b, arm_b)), p);
    return (pair_pull){
        .on_a =
            {
                .conservative = {.F = end.elastic, .arm = arm_a},
                .other = {.F = end.damped, .arm = arm_a},
                .potential = end.potential,
            },
        .conservative_on_b = {.F = scale(-ONE, end.elastic), .arm = arm_b},
        .other_on_b = {.F = scale(-ONE, end.damped), .arm = arm_b},
    };
}
