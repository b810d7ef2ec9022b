/// Motion along a path: between two points a straight line, and the shorter rotation about a fixed axis.
#pragma once

#include "gyre/world.h"

/// Motion of the model frame, in the world frame.
typedef struct path_motion {
    gyre_pose pose;
    gyre_vec3 velocity;         // of the model's origin [m/s]
    gyre_vec3 angular_velocity; // [rad/s]
} path_motion;

/// Returns GYRE_ERR_PATH unless there is at least one point, all numbers are finite, times ascend, the lengths of
/// orientations are within 1e-6 of 1, and times and velocities between points are finite; GYRE_ERR_NULL_POINTER if
/// `points` is NULL.
gyre_result gyre_path_check(const gyre_path_point *points, size_t count);

/// Normalises the orientations of a checked path, and replaces q by -q where consecutive quaternions have opposite
/// signs. Call it once, before gyre_path_at.
void gyre_path_prepare(gyre_path_point *points, size_t count);

/// Returns the motion at time t. The frame is at rest before the first point and after the last point. At any other
/// point, up to a few rounding errors of t, it has the velocity of the following segment.
path_motion gyre_path_at(const gyre_path_point *points, size_t count, double t);

/// Returns the motion at the end of a step that ends at t: at a point, the frame has the velocity of the preceding
/// segment (0 at the first point).
path_motion gyre_path_arriving_at(const gyre_path_point *points, size_t count, double t);
