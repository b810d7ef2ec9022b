/// A body as forces see it.
#pragma once

#include "gyre/forces.h"
#include "math/uniform.h"

/// Where a body is and how it moves. The reference point is the centre of mass or, for a body held at a pivot, the
/// pivot.
typedef struct placed {
    vec3 x;      // reference point [m], world
    quat q;      // principal frame to world, unit
    vec3 v, w;   // velocity of the reference point [m/s], angular velocity [rad/s]; world
    vec3 center; // from the reference point to the centre of mass [m], world; zero unless held at a pivot
    real mass;   // [kg]
} placed;

/// What a force may ask of its surroundings besides the body: the same for all bodies.
typedef struct surroundings {
    double t;          // [s]
    gyre_vec3 gravity; // [m/s^2]
} surroundings;

/// From the reference point to a resolved point (forces/force_resolve.h), world.
PURE vec3 arm_to(const placed *a, const gyre_point *point) {
    vec3 p = vec3_splat(point->p);
    if (point->kind == GYRE_AT_BODY) return rotate(a->q, p);
    if (point->kind == GYRE_AT_WORLD) return sub(p, a->x);
    return a->center;
}

/// v + w x arm                                                                          Baraff 1997, (2-17)
PURE vec3 velocity_at(const placed *a, vec3 arm) { return add(a->v, cross(a->w, arm)); }

/// A vector of forces.def whose axes are those of `frame`, world.
PURE vec3 framed(const placed *a, gyre_vec3 v, gyre_frame frame) {
    return frame == GYRE_FRAME_BODY ? rotate(a->q, vec3_splat(v)) : vec3_splat(v);
}
