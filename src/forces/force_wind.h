/// Drag in a moving medium.
#pragma once

#include "forces/force_drag.h"

PURE pull wind_pull(const placed *a, const gyre_force_wind *p, const surroundings *s) {
    (void)s;
    vec3 u = sub(velocity_at(a, a->center), vec3_splat(p->velocity));
    return (pull){.other = {.F = resistance(u, p->linear, p->quadratic), .arm = a->center}};
}
