/// Converts between the public structs of doubles and the vector types, for one lane.
#pragma once

#include "gyre/math.h"
#include "math/quat.h"

#if GYRE_LANES != 1
#error "public structs hold one double per number, so convert in code with GYRE_LANES = 1"
#endif

PURE vec3 vec3_in(gyre_vec3 a) { return (vec3){a.x, a.y, a.z}; }
PURE gyre_vec3 vec3_out(vec3 a) { return (gyre_vec3){a.x, a.y, a.z}; }
PURE quat quat_in(gyre_quat q) { return (quat){q.w, q.x, q.y, q.z}; }
PURE gyre_quat quat_out(quat q) { return (gyre_quat){q.w, q.x, q.y, q.z}; }

PURE mat3 mat3_in(const gyre_mat3 *a) {
    mat3 b;
    memcpy(&b, a, sizeof b);
    return b;
}

PURE gyre_mat3 mat3_out(const mat3 *a) {
    gyre_mat3 b;
    memcpy(&b, a, sizeof b);
    return b;
}
