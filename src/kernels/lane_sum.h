/// Sums over bodies that do not depend on the width: eight of them, of the bodies whose number leaves the same
/// remainder by eight, and in the end their sum, always in the same order.
///
/// The sums themselves, which every width shares; kernels/lane_sum_add.h adds to them.
#pragma once

enum { LANE_SUM_PARTS = 8 }; // a multiple of the widest lane count

typedef struct lane_sum {
    double part[LANE_SUM_PARTS];
} lane_sum;

static inline double lane_sum_total(const lane_sum *sum) {
    const double *a = sum->part;
    return ((a[0] + a[1]) + (a[2] + a[3])) + ((a[4] + a[5]) + (a[6] + a[7]));
}
