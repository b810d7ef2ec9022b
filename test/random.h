/// Random numbers for tests: the same on every machine and in every run.
#pragma once

#include "gyre/math.h"

#include <math.h>

typedef struct random_source {
    uint64_t state;
} random_source;

// splitmix64 (Steele, Lea, Flood 2014)
static inline uint64_t random_u64(random_source *r) {
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline double random_between(random_source *r, double low, double high) {
    return low + (high - low) * ((double)(random_u64(r) >> 11) * 0x1p-53);
}

static inline gyre_vec3 random_vec3(random_source *r, double size) {
    double x = random_between(r, -size, size), y = random_between(r, -size, size), z = random_between(r, -size, size);
    return (gyre_vec3){x, y, z};
}

/// A unit quaternion, uniform over all rotations (from a random point in the 4-ball).
static inline gyre_quat random_rotation(random_source *r) {
    for (;;) {
        double w = random_between(r, -1, 1), x = random_between(r, -1, 1), y = random_between(r, -1, 1);
        gyre_quat q = {w, x, y, random_between(r, -1, 1)};
        double n = __builtin_sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
        if (n > 0.1 && n < 1) return (gyre_quat){q.w / n, q.x / n, q.y / n, q.z / n};
    }
}
