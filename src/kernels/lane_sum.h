/// Sums over bodies that do not depend on the width: eight of them, of the bodies whose number leaves the same
/// remainder by eight, and in the end their sum, always in the same order.
#pragma once

#include "math/vec3.h"

#include <stddef.h>

enum { LANE_SUM_PARTS = 8 }; // a multiple of the widest lane count

typedef struct lane_sum {
    double part[LANE_SUM_PARTS];
} lane_sum;

/// Adds a number of each body of the lane-group that begins with body i.
PURE void lane_sum_add(lane_sum *sum, size_t i, real a) {
    double *part = &sum->part[i % LANE_SUM_PARTS];
    store_real(part, load_real(part) + a);
}

/// To three sums.
PURE void lane_sum_add_vec3(lane_sum *sums, size_t i, vec3 a) {
    lane_sum_add(&sums[0], i, a.x);
    lane_sum_add(&sums[1], i, a.y);
    lane_sum_add(&sums[2], i, a.z);
}

static inline double lane_sum_total(const lane_sum *sum) {
    const double *a = sum->part;
    return ((a[0] + a[1]) + (a[2] + a[3])) + ((a[4] + a[5]) + (a[6] + a[7]));
}
