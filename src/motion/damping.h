/// Exponential damping, exact for a free body: over a time h momenta shrink by exp(-k h), and the pose moves as far as
/// an undamped pose in the shorter time (1 - exp(-k h)) / k.
#pragma once

#include "math/elementary.h"

typedef struct damped {
    real time;   // [s] that the pose advances
    real factor; // for the momenta
} damped;

PURE damped damped_over(real k, real h) {
    real y = k * h;
    // (1 - exp(-y)) / y loses digits for small y: below 1/2 use its series 1 - y/2! + y^2/3! - ... to y^15/16! = 1e-18
    real series = splat(-1.0 / 20922789888000.0);
    static const double coefficients[] = {
        1.0 / 1307674368000.0, -1.0 / 87178291200.0, 1.0 / 6227020800.0, -1.0 / 479001600.0, 1.0 / 39916800.0,
        -1.0 / 3628800.0,      1.0 / 362880.0,       -1.0 / 40320.0,     1.0 / 5040.0,       -1.0 / 720.0,
        1.0 / 120.0,           -1.0 / 24.0,          1.0 / 6.0,          -1.0 / 2.0,         1.0,
    };
    for (size_t i = 0; i < sizeof coefficients / sizeof coefficients[0]; i++)
        series = series * y + splat(coefficients[i]);
    real factor = exp_real(-y);
    mask is_small = magnitude(y) < HALF;
    return (damped){h * pick(is_small, series, (ONE - factor) / pick(is_small, ONE, y)), factor};
}
