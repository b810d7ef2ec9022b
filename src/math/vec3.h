/// Vectors of three reals.
#pragma once

#include "math/lanes.h"

typedef struct vec3 {
    real x, y, z;
} vec3;

PURE vec3 add(vec3 a, vec3 b) { return (vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
PURE vec3 sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
PURE vec3 scale(real s, vec3 a) { return (vec3){s * a.x, s * a.y, s * a.z}; }
PURE real dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
PURE real length(vec3 a) { return root(dot(a, a)); }

PURE vec3 cross(vec3 a, vec3 b) { return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

/// Component by component: a diagonal matrix times a vector.
PURE vec3 times(vec3 diagonal, vec3 a) { return (vec3){diagonal.x * a.x, diagonal.y * a.y, diagonal.z * a.z}; }

PURE vec3 vec3_pick(mask m, vec3 yes, vec3 no) {
    return (vec3){pick(m, yes.x, no.x), pick(m, yes.y, no.y), pick(m, yes.z, no.z)};
}

PURE mask is_zero(vec3 a) { return both(a.x == ZERO, both(a.y == ZERO, a.z == ZERO)); }
