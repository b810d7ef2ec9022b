/// Buoyancy of a fluid at rest below a level surface.
#pragma once

#include "forces/load.h"
#include "forces/placed.h"
#include "forces/submerged.h"

PURE submerged submerged_solid(const placed *a, const gyre_force_buoyancy *p, real center_depth) {
    if (p->solid == GYRE_SOLID_SPHERE) return submerged_sphere(center_depth, p->radius);
    return submerged_box(center_depth, quat_mul(a->q, quat_splat(p->turned)), p->size);
}

PURE double solid_volume(const gyre_force_buoyancy *p) {
    if (p->solid == GYRE_SOLID_SPHERE) return 4.18879020478639098462 * p->radius * p->radius * p->radius; // 4/3 pi r^3
    return p->size.x * p->size.y * p->size.z;
}

/// F = -rho g V at the centre of the displaced volume V,  potential = rho |g| times the integral of the depth over V.
/// Only the component of gravity along z is used, because the surface is level. Drag acts at the same centre, in
/// proportion to the submerged part.
PURE pull buoyancy_pull(const placed *a, const gyre_force_buoyancy *p, const surroundings *s) {
    vec3 middle = arm_to(a, &p->at);
    submerged part = submerged_solid(a, p, splat(p->surface) - (a->x.z + middle.z));
    real inverse = pick(part.volume > ZERO, ONE / part.volume, ZERO);
    vec3 arm = add(middle, scale(inverse, part.moment));
    real weight = splat(-p->fluid_density * s->gravity.z); // specific weight of the fluid [N/m^3]
    real drag = splat(p->drag / solid_volume(p)) * part.volume;
    return (pull){
        .conservative = {.F = {.z = weight * part.volume}, .arm = arm},
        .other = {.F = scale(-drag, velocity_at(a, arm)), .arm = arm},
        .potential = weight * part.depth,
    };
}
