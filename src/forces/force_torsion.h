/// A torsional spring and damper.
#pragma once

#include "forces/load.h"
#include "forces/placed.h"

/// tau = -k r,  V = k/2 |r|^2, where r is the rotation vector (world) from the reference orientation to q on the
/// shorter path; at half a turn the torque changes sign. Damping: -c w.
PURE pull torsion_pull(const placed *a, const gyre_force_torsion *p, const surroundings *s) {
    (void)s;
    vec3 r = rotation_vector(quat_mul(a->q, conjugate(quat_splat(p->reference))));
    return (pull){
        .conservative = {.couple = scale(splat(-p->stiffness), r)},
        .other = {.couple = scale(splat(-p->damping), a->w)},
        .potential = HALF * splat(p->stiffness) * dot(r, r),
    };
}
