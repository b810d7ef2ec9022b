/// What the writers of answers share.
#pragma once

#include "gyre/datasheet.h"

/// GYRE_OK when every part has a diagnosis with a best estimate; else as gyre_parts_total fails.
gyre_result gyre_parts_check(const gyre_part *parts, size_t count);

/// The estimate of a part that is recommended. The part is one that was checked.
static inline const gyre_estimate *best_of(const gyre_part *part) {
    return &part->diagnosis->estimates[part->diagnosis->best];
}

/// Roll, pitch and yaw [rad] of a rotation about fixed axes, in this order: R = Rz(yaw) Ry(pitch) Rx(roll). As good as
/// the quaternion everywhere; where the pitch is a right angle, roll and yaw mean the same, and their sum (or
/// difference) counts.
gyre_vec3 gyre_roll_pitch_yaw(gyre_quat q);
