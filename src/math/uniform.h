/// Converts parameters, gravity and coefficients to vectors with the same value in every lane.
#pragma once

#include "gyre/math.h"
#include "math/quat.h"

PURE vec3 vec3_splat(gyre_vec3 a) { return (vec3){splat(a.x), splat(a.y), splat(a.z)}; }
PURE quat quat_splat(gyre_quat q) { return (quat){splat(q.w), splat(q.x), splat(q.y), splat(q.z)}; }
