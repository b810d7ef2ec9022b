/// Two ways to rotate an orientation by an angular velocity w (world) for a time h.
#pragma once

#include "math/quat.h"

/// First order: q + h dq/dt, normalised. Rotates by 2 atan(|w| h / 2) instead of |w| h.
PURE quat first_order_turn(quat q, vec3 w, real h) { return normalized(quat_add(q, quat_scale(h, spin(w, q)))); }

/// Exponential map: exact for constant w; w = 0 needs no special case. Normalised against rounding errors.
PURE quat exponential_turn(quat q, vec3 w, real h) { return normalized(quat_mul(rotation_of(scale(h, w)), q)); }

/// The same for an angular velocity in body axes, dq/dt = 1/2 q (0, w): saves a rotation if L is known in body axes.
PURE quat first_order_turn_in_body(quat q, vec3 w, real h) {
    vec3 u = vector_part(q), half = scale(HALF * h, w);
    return normalized(quat_add(q, quat_of(-dot(u, half), add(scale(q.w, half), cross(u, half)))));
}
PURE quat exponential_turn_in_body(quat q, vec3 w, real h) { return normalized(quat_mul(q, rotation_of(scale(h, w)))); }
