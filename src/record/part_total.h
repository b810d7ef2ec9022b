/// Functions that all writers of results share.
#pragma once

#include "gyre/datasheet.h"

/// Returns GYRE_OK if every part has a diagnosis with a best estimate; else an error of gyre_parts_total.
gyre_result gyre_parts_check(const gyre_part *parts, size_t count);

/// Returns the recommended estimate of a part that passed gyre_parts_check.
static inline const gyre_estimate *best_of(const gyre_part *part) {
    return &part->diagnosis->estimates[part->diagnosis->best];
}

/// Returns roll, pitch and yaw [rad] of a rotation about fixed axes: R = Rz(yaw) Ry(pitch) Rx(roll). As precise
/// as the quaternion for every pitch; at a pitch of 90 degrees only the sum or difference of roll and yaw is
/// determined.
gyre_vec3 gyre_roll_pitch_yaw(gyre_quat q);
