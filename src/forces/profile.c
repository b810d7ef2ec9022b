/// Profiles and windows: the factor of a force over time.
#include "gyre/forces.h"

#include "math/finite.h"

#include <stdio.h>

double gyre_profile_value(const gyre_profile_point *points, size_t count, double t) {
    if (!points || count == 0) return 1;
    if (!(t > points[0].t)) return points[0].factor;
    // the last point at or before t is in low..high-1
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (points[middle].t <= t)
            low = middle;
        else
            high = middle;
    }
    if (high == count) return points[low].factor;
    double s = (t - points[low].t) / (points[high].t - points[low].t);
    return (1 - s) * points[low].factor + s * points[high].factor;
}

gyre_result gyre_profile_check(const gyre_profile_point *points, size_t count, char *out_text, size_t size) {
    if ((count > 0 && !points) || (size > 0 && !out_text)) return GYRE_ERR_NULL_POINTER;
    if (size > 0) out_text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        if (!is_finite(points[i].t) || !is_finite(points[i].factor)) {
            snprintf(out_text, size, "profile point %zu must be finite, is (%.10g, %.10g)", i, points[i].t,
                     points[i].factor);
            return GYRE_ERR_NOT_FINITE;
        }
        if (i > 0 && !(points[i].t > points[i - 1].t)) {
            snprintf(out_text, size, "profile times must ascend, but point %zu has t = %.10g after %.10g", i,
                     points[i].t, points[i - 1].t);
            return GYRE_ERR_TIME;
        }
    }
    return GYRE_OK;
}

double gyre_window_fraction(double from, double until, double t, double h) {
    double end = t + h;
    double low = t < end ? t : end, high = t < end ? end : t;
    if (low >= from && high <= until) return 1;
    double first = low > from ? low : from, last = high < until ? high : until;
    return last > first ? (last - first) / (high - low) : 0;
}
