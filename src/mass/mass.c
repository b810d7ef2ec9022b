/// Mass and inertia of single bodies, checked.
#include "mass/mass_check.h"

#include "math/convert.h"
#include "math/finite.h"

// Moments are sums of squares: Ixx + Iyy - Izz = 2 * integral of z^2 dm >= 0. The slack lets flat plates through, whose
// moments obey the equality up to rounding.
static const double TRIANGLE_SLACK = 1e-9;

static bool is_positive(double a) { return a > 0 && is_finite(a); }

static bool is_within_sum(double a, double b, double c) { return a <= (b + c) * (1 + TRIANGLE_SLACK); }

gyre_result mass_check(const gyre_mass *mass) {
    // the inverses are what the motion uses: they must be numbers too
    if (!is_positive(mass->mass) || !is_finite(1 / mass->mass)) return GYRE_ERR_MASS;
    double a = mass->inertia.x, b = mass->inertia.y, c = mass->inertia.z;
    if (!is_positive(a) || !is_positive(b) || !is_positive(c)) return GYRE_ERR_INERTIA;
    if (!is_finite(1 / a) || !is_finite(1 / b) || !is_finite(1 / c)) return GYRE_ERR_INERTIA;
    if (!is_within_sum(a, b, c) || !is_within_sum(b, c, a) || !is_within_sum(c, a, b)) return GYRE_ERR_INERTIA;
    return GYRE_OK;
}

static gyre_result checked(gyre_mass mass, gyre_mass *out_mass) {
    gyre_result r = mass_check(&mass);
    if (r == GYRE_OK) *out_mass = mass;
    return r;
}

gyre_result gyre_mass_from_moments(double mass, gyre_vec3 inertia, gyre_mass *out_mass) {
    if (!out_mass) return GYRE_ERR_NULL_POINTER;
    return checked((gyre_mass){mass, inertia}, out_mass);
}

gyre_result gyre_mass_from_tensor(double mass, const gyre_mat3 *inertia, gyre_mass *out_mass, gyre_quat *out_axes) {
    if (!inertia || !out_mass || !out_axes) return GYRE_ERR_NULL_POINTER;
    gyre_mass result = {.mass = mass};
    gyre_mat3 axes;
    gyre_result r = gyre_symmetric_eigen(inertia, &result.inertia, &axes);
    if (r == GYRE_OK) r = checked(result, out_mass);
    if (r == GYRE_OK) {
        mat3 V = mat3_in(&axes);
        *out_axes = quat_out(normalized(mat3_to_quat(&V)));
    }
    return r;
}

// Ixx = M/12 (y0^2 + z0^2), and so on around                                         Baraff 1997, (5-1) to (5-3)
gyre_result gyre_mass_of_box(double mass, gyre_vec3 size, gyre_mass *out_mass) {
    if (!out_mass) return GYRE_ERR_NULL_POINTER;
    if (!is_positive(size.x) || !is_positive(size.y) || !is_positive(size.z)) return GYRE_ERR_MASS;
    double xx = size.x * size.x, yy = size.y * size.y, zz = size.z * size.z;
    return checked((gyre_mass){mass, {mass / 12 * (yy + zz), mass / 12 * (xx + zz), mass / 12 * (xx + yy)}}, out_mass);
}

// I = 2/5 M r^2
gyre_result gyre_mass_of_sphere(double mass, double radius, gyre_mass *out_mass) {
    if (!out_mass) return GYRE_ERR_NULL_POINTER;
    if (!is_positive(radius)) return GYRE_ERR_MASS;
    double moment = 2 * mass * (radius * radius) / 5;
    return checked((gyre_mass){mass, {moment, moment, moment}}, out_mass);
}
