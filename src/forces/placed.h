/// A body as the input of a force.
#pragma once

#include "gyre/forces.h"
#include "math/uniform.h"

/// Pose and velocities of a body. The reference point is the centre of mass or, for a body with a pivot, the pivot.
typedef struct placed {
    vec3 x;      // reference point [m], world
    quat q;      // principal frame to world, unit
    vec3 v, w;   // velocity of the reference point [m/s], angular velocity [rad/s]; world
    vec3 center; // from the reference point to the centre of mass [m], world; zero without a pivot
    real mass;   // [kg]
} placed;

/// Inputs of a force besides the body, the same for all bodies.
typedef struct surroundings {
    double t;          // [s]
    gyre_vec3 gravity; // [m/s^2]
} surroundings;

/// Returns the vector from the reference point to a resolved point (forces/force_resolve.h), world.
PURE vec3 arm_to(const placed *a, const gyre_point *point) {
    vec3 p = vec3_splat(point->p);
    if (point->kind == GYRE_AT_BODY) return rotate(a->q, p);
    if (point->kind == GYRE_AT_WORLD) return sub(p, a->x);
    return a->center;
}

/// v + w x arm                                                                          Baraff 1997, (2-17)
PURE vec3 velocity_at(const placed *a, vec3 arm) { return add(a->v, cross(a->w, arm)); }

/// Converts a vector parameter of a force from the axes of `frame` to world axes.
PURE vec3 framed(const placed *a, gyre_vec3 v, gyre_frame frame) {
    return frame == GYRE_FRAME_BODY ? rotate(a->q, vec3_splat(v)) : vec3_splat(v);
}
