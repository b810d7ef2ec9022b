/// Forces and torques on rigid bodies.
#pragma once

#include "gyre/state.h"

GYRE_BEGIN_DECLS

/// A force and a torque about the centre of mass, world frame.
typedef struct gyre_wrench {
    gyre_vec3 force;  // [N]
    gyre_vec3 torque; // [N m]
} gyre_wrench;

/// Adds a force [N] that acts at a world point on a body whose centre of mass is at x: the torque is (point - x) x
/// force.
void gyre_wrench_add_force_at(gyre_wrench *wrench, gyre_vec3 x, gyre_vec3 force, gyre_vec3 point_world);

/// A constant force fixed to a point of the body.
typedef struct gyre_point_force {
    gyre_vec3 force; // [N], world
    gyre_vec3 at;    // [m], body (principal) frame, from the centre of mass
} gyre_point_force;

/// Adds the force and torque that act on one body at time t to a wrench that arrives as zero: the part of the notes'
/// Compute_Force_and_Torque that is yours (Gyre adds gravity and point forces itself). `y` is the whole state vector,
/// for forces between bodies. Velocities follow from the state and the body's mass with gyre_auxiliary_of; `user` is
/// the way to bring the mass along. Any result but GYRE_OK ends the evaluation with that result.
typedef gyre_result (*gyre_force_callback)(double t, size_t body_index, const gyre_state *state, const double *y,
                                           gyre_wrench *wrench, void *user);

GYRE_END_DECLS
