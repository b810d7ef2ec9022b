/// Adds numbers of lane groups to sums over bodies.
#pragma once

#include "kernels/lane_sum.h"
#include "math/vec3.h"

#include <stddef.h>

/// Adds one number per body for the lane group that begins with body i.
PURE void lane_sum_add(lane_sum *sum, size_t i, real a) {
    double *part = &sum->part[i % LANE_SUM_PARTS];
    store_real(part, load_real(part) + a);
}

/// Adds one vector per body to three sums.
PURE void lane_sum_add_vec3(lane_sum *sums, size_t i, vec3 a) {
    lane_sum_add(&sums[0], i, a.x);
    lane_sum_add(&sums[1], i, a.y);
    lane_sum_add(&sums[2], i, a.z);
}
