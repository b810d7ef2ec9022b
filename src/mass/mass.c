/// Mass and principal moments of single bodies, with validation.
#include "mass/mass_check.h"

#include "mass/tensor.h"
#include "math/finite.h"

gyre_amount gyre_by_mass(double mass) { return (gyre_amount){GYRE_AMOUNT_MASS, mass}; }

gyre_amount gyre_by_density(double density) { return (gyre_amount){GYRE_AMOUNT_DENSITY, density}; }

static bool is_positive(double a) { return a > 0 && is_finite(a); }

gyre_result gyre_mass_check(const gyre_mass *mass) {
    // the equations of motion use the inverse, so the inverse must be finite too
    if (!is_positive(mass->mass) || !is_finite(1 / mass->mass)) return GYRE_ERR_MASS;
    double a = mass->inertia.x, b = mass->inertia.y, c = mass->inertia.z;
    if (!(a >= 0) || !(b >= 0) || !(c >= 0) || !is_finite(a + b + c)) return GYRE_ERR_INERTIA;
    if (!is_within_sum(a, b, c) || !is_within_sum(b, c, a) || !is_within_sum(c, a, b)) return GYRE_ERR_INERTIA;
    return GYRE_OK;
}

gyre_result gyre_mass_check_free(const gyre_mass *mass) {
    gyre_result r = gyre_mass_check(mass);
    if (r != GYRE_OK) return r;
    gyre_vec3 inverse = {1 / mass->inertia.x, 1 / mass->inertia.y, 1 / mass->inertia.z};
    return is_finite_vec3(inverse) ? GYRE_OK : GYRE_ERR_INERTIA;
}

gyre_result gyre_mass_properties_check(const gyre_mass_properties *properties) {
    if (!is_positive(properties->mass)) return GYRE_ERR_MASS;
    if (!is_finite_vec3(properties->center)) return GYRE_ERR_NOT_FINITE;
    return gyre_inertia_check(&properties->inertia, NULL);
}

static gyre_result checked(gyre_mass mass, gyre_mass *out_mass) {
    gyre_result r = gyre_mass_check(&mass);
    if (r == GYRE_OK) *out_mass = mass;
    return r;
}

gyre_result gyre_mass_from_moments(double mass, gyre_vec3 inertia, gyre_mass *out_mass) {
    if (!out_mass) return GYRE_ERR_NULL_POINTER;
    return checked((gyre_mass){mass, inertia}, out_mass);
}

// Sets moments at the level of rounding errors to 0. For the moment of a rod about its axis, the eigensolver returns a
// few 1e-16 of the largest moment, with either sign. A printed tensor may give a moment further below 0, which is
// accepted within the slack.
static double without_rounding(double moment, double largest) {
    bool is_noise = magnitude(moment) <= 1e-14 * largest,
         is_within_slack = moment < 0 && moment >= -INERTIA_SLACK * largest;
    return is_noise || is_within_slack ? 0 : moment;
}

gyre_result gyre_mass_from_tensor(double mass, const gyre_mat3 *inertia, gyre_mass *out_mass, gyre_quat *out_axes) {
    if (!inertia || !out_mass || !out_axes) return GYRE_ERR_NULL_POINTER;
    gyre_mass result = {.mass = mass};
    gyre_mat3 axes;
    gyre_result r = gyre_symmetric_eigen(inertia, &result.inertia, &axes);
    if (r != GYRE_OK) return r;
    double largest = larger(larger(result.inertia.x, result.inertia.y), result.inertia.z);
    result.inertia.x = without_rounding(result.inertia.x, largest);
    result.inertia.y = without_rounding(result.inertia.y, largest);
    result.inertia.z = without_rounding(result.inertia.z, largest);
    r = checked(result, out_mass);
    if (r != GYRE_OK) return r;
    mat3 V = mat3_in(&axes);
    *out_axes = quat_out(normalized(mat3_to_quat(&V)));
    return GYRE_OK;
}

gyre_result gyre_mass_principal(const gyre_mass_properties *properties, gyre_mass *out_mass, gyre_quat *out_axes) {
    if (!properties || !out_mass || !out_axes) return GYRE_ERR_NULL_POINTER;
    if (!is_finite_vec3(properties->center)) return GYRE_ERR_NOT_FINITE;
    mat3 I = tensor_in(&properties->inertia);
    gyre_mat3 tensor = mat3_out(&I);
    return gyre_mass_from_tensor(properties->mass, &tensor, out_mass, out_axes);
}

// Exchanges two principal axes and reverses the third, so that the frame stays right-handed.
static void exchange_axes(double *moments, mat3 *axes, int a, int b) {
    double moment = moments[a];
    moments[a] = moments[b];
    moments[b] = moment;
    int c = 3 - a - b;
    for (int i = 0; i < 3; i++) {
        double kept = axes->m[i][a];
        axes->m[i][a] = axes->m[i][b];
        axes->m[i][b] = kept;
        axes->m[i][c] = -axes->m[i][c];
    }
}

gyre_result gyre_mass_principal_sorted(const gyre_mass_properties *properties, gyre_mass *out_mass,
                                       gyre_quat *out_axes) {
    gyre_mass mass;
    gyre_quat q;
    if (!out_mass || !out_axes) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_mass_principal(properties, &mass, &q);
    if (r != GYRE_OK) return r;
    double moments[3] = {mass.inertia.x, mass.inertia.y, mass.inertia.z};
    mat3 axes = quat_to_mat3(quat_in(q));
    // sorts three numbers with three comparisons; equal moments keep their order
    if (moments[1] < moments[0]) exchange_axes(moments, &axes, 0, 1);
    if (moments[2] < moments[1]) exchange_axes(moments, &axes, 1, 2);
    if (moments[1] < moments[0]) exchange_axes(moments, &axes, 0, 1);
    *out_mass = (gyre_mass){mass.mass, {moments[0], moments[1], moments[2]}};
    *out_axes = quat_out(normalized(mat3_to_quat(&axes)));
    return GYRE_OK;
}

// Ixx = M/12 (y0^2 + z0^2), cyclically                                               Baraff 1997, (5-1) to (5-3)
gyre_result gyre_mass_of_box(double mass, gyre_vec3 size, gyre_mass *out_mass) {
    if (!out_mass) return GYRE_ERR_NULL_POINTER;
    if (!is_positive(size.x) || !is_positive(size.y) || !is_positive(size.z)) return GYRE_ERR_MASS;
    double xx = size.x * size.x, yy = size.y * size.y, zz = size.z * size.z;
    return checked((gyre_mass){mass, {mass / 12 * (yy + zz), mass / 12 * (xx + zz), mass / 12 * (xx + yy)}}, out_mass);
}

// x0^2 = 6/M (Iyy + Izz - Ixx), cyclically: the equations of the box, solved for its edges.
static double edge_of_box(double mass, double own, double other, double another) {
    return root(6 * (larger(other + another - own, 0) / mass));
}

gyre_result gyre_mass_to_box(const gyre_mass *mass, gyre_vec3 *out_size) {
    if (!mass || !out_size) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_mass_check(mass);
    if (r != GYRE_OK) return r;
    double m = mass->mass, x = mass->inertia.x, y = mass->inertia.y, z = mass->inertia.z;
    gyre_vec3 size = {edge_of_box(m, x, y, z), edge_of_box(m, y, z, x), edge_of_box(m, z, x, y)};
    if (!is_finite_vec3(size)) return GYRE_ERR_NOT_FINITE;
    *out_size = size;
    return GYRE_OK;
}

// I = 2/5 M r^2
gyre_result gyre_mass_of_sphere(double mass, double radius, gyre_mass *out_mass) {
    if (!out_mass) return GYRE_ERR_NULL_POINTER;
    if (!is_positive(radius)) return GYRE_ERR_MASS;
    double moment = 2 * mass * (radius * radius) / 5;
    return checked((gyre_mass){mass, {moment, moment, moment}}, out_mass);
}
