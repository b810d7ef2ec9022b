/// Range reduction of large angles, the slow path of `sincos_real`.
#pragma once

#include "base/for_io.h"

/// Finds angle = quadrant * pi/2 + high + low, modulo full turns, for 2^18 <= angle < infinity. Returns the quadrant, 0
/// to 3. |high + low| <= pi/4 with a relative error below 2^-61; low is at most two units in the last place of high.
/// Both parts are NaN if the angle is infinite or NaN.
FOR_IO int gyre_reduce_large(double angle, double *out_high, double *out_low);
