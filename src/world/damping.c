/// Converts damping given as a lost fraction, as in other engines and texts, to the rate k.
#include "gyre/world.h"

#include "math/finite.h"

// log(1 - d). log(u) d / (1 - u) corrects the rounding error of u = 1 - d to first order; 1 - u is exact (Kahan).
static double log_of_rest(double d) {
    double u = 1 - d;
    return u == 1 ? -d : gyre_log(u) * (d / (1 - u));
}

gyre_result gyre_damping_from_factor(double factor, double period, double *out_k) {
    if (!out_k) return GYRE_ERR_NULL_POINTER;
    if (!(factor >= 0) || !(factor < 1)) return GYRE_ERR_DAMPING_FACTOR;
    if (!(period > 0) || !is_finite(period)) return GYRE_ERR_STEP;
    double k = -log_of_rest(factor) / period;
    if (!is_finite(k)) return GYRE_ERR_STEP;
    *out_k = k + 0.0; // never -0
    return GYRE_OK;
}
