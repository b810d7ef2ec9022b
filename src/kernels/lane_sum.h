/// Sums over bodies with the same rounding at every width: eight parts, one for each remainder of the body's index by
/// eight, which are added up in a fixed order. kernels/lane_sum_add.h adds to them.
#pragma once

enum { LANE_SUM_PARTS = 8 }; // a multiple of the widest lane count

typedef struct lane_sum {
    double part[LANE_SUM_PARTS];
} lane_sum;

static inline double lane_sum_total(const lane_sum *sum) {
    const double *a = sum->part;
    return ((a[0] + a[1]) + (a[2] + a[3])) + ((a[4] + a[5]) + (a[6] + a[7]));
}
