/// Dense output: interpolates the state between the ends of a step.
#include "integrators/dense.h"

// Dormand-Prince, with s = (t - t0)/h and d = y1 - y0:
//   y(s) = y0 + s (d + (1-s) (h k1 - d + s (2 d - h k1 - h k7 + (1-s) h sum of densei ki)))
// Without the last term it is the cubic Hermite polynomial through both ends, which all other methods use.
static double between(const dense_step *dense, double y0, double y1, size_t i, double s) {
    const butcher_table *table = dense->table;
    double d = y1 - y0, h = dense->h;
    double bend0 = h * dense->k[0][i] - d;
    double bend1 = d - h * dense->k_end[i] - bend0;
    double quartic = 0;
    for (int j = 0; j < table->stages; j++)
        if (table->dense[j] != 0) quartic += table->dense[j] * dense->k[j][i];
    return y0 + s * (d + (1 - s) * (bend0 + s * (bend1 + (1 - s) * (h * quartic))));
}

gyre_result gyre_ode_interpolate(const gyre_ode_step *step, double t, double *out_y) {
    if (!step || !out_y || !step->y0 || !step->y1) return GYRE_ERR_NULL_POINTER;
    double first = step->t0 < step->t1 ? step->t0 : step->t1, last = step->t0 < step->t1 ? step->t1 : step->t0;
    if (!(t >= first && t <= last)) return GYRE_ERR_TIME;
    double s = (t - step->t0) / (step->t1 - step->t0);
    for (size_t i = 0; i < step->length; i++) {
        double y0 = step->y0[i], y1 = step->y1[i];
        // splitting methods have no derivatives at the ends: linear interpolation
        out_y[i] = t == step->t1 ? y1 : step->dense ? between(step->dense, y0, y1, i, s) : y0 + s * (y1 - y0);
    }
    return GYRE_OK;
}
