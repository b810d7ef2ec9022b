/// Motion along a path: a straight line in space and a turn about one axis, the shorter way, from point to point.
#pragma once

#include "gyre/world.h"

/// The motion of the model frame, in the world.
typedef struct path_motion {
    gyre_pose pose;
    gyre_vec3 velocity;         // of the model's origin [m/s]
    gyre_vec3 angular_velocity; // [rad/s]
} path_motion;

/// GYRE_ERR_PATH unless there is a point, all numbers are finite, times ascend, the lengths of orientations are within
/// 1e-6 of 1, and the way between two points takes a finite time and velocity. GYRE_ERR_NULL_POINTER without points.
gyre_result gyre_path_check(const gyre_path_point *points, size_t count);

/// Makes the orientations of a path that passed the check unit quaternions, and chooses between q and -q such that they
/// change their sign nowhere along the path. To be done once, on the copy of the path that gyre_path_at will see.
void gyre_path_prepare(gyre_path_point *points, size_t count);

/// Returns the motion at time t. Before the first point and from the last one on the frame rests; at any other point,
/// to a few roundings of t, it has the velocity of the stretch that follows.
path_motion gyre_path_at(const gyre_path_point *points, size_t count, double t);

/// Returns the same for arriving from earlier times: at a point, the frame has the velocity of the stretch before it (0
/// at the first).
path_motion gyre_path_arriving_at(const gyre_path_point *points, size_t count, double t);
