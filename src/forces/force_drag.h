/// Resistance of a medium.
#pragma once

#include "forces/load.h"
#include "forces/placed.h"

/// -(linear + quadratic |u|) u for a velocity u relative to the medium.
PURE vec3 resistance(vec3 u, double linear, double quadratic) {
    return scale(-(splat(linear) + splat(quadratic) * length(u)), u);
}

PURE pull drag_pull(const placed *a, const gyre_force_drag *p, const surroundings *s) {
    (void)s;
    return (pull){.other = {
                      .F = resistance(velocity_at(a, a->center), p->linear, p->quadratic),
                      .arm = a->center,
                      .couple = scale(splat(-p->angular), a->w),
                  }};
}
