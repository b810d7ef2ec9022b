/// Joins and moves bodies of density one, and converts their moments to mass and inertia.
#include "mass/moments.h"

#include "math/finite.h"

// Adds m d d^T, the second moments of a point. (Its inertia would be m (|d|^2 1 - d d^T).)
static gyre_tensor plus_outer(gyre_tensor c, double m, gyre_vec3 d) {
    return (gyre_tensor){c.xx + m * d.x * d.x, c.yy + m * d.y * d.y, c.zz + m * d.z * d.z,
                         c.xy + m * d.x * d.y, c.xz + m * d.x * d.z, c.yz + m * d.y * d.z};
}

static gyre_tensor blend(double wa, gyre_tensor a, double wb, gyre_tensor b) {
    return (gyre_tensor){wa * a.xx + wb * b.xx, wa * a.yy + wb * b.yy, wa * a.zz + wb * b.zz,
                         wa * a.xy + wb * b.xy, wa * a.xz + wb * b.xz, wa * a.yz + wb * b.yz};
}

// Joins two shapes. With weights wa + wb = 1 and d = cb - ca:
//   center = ca + wb d,   C = wa Ca + wb Cb + wa wb d d^T
shape_moments gyre_moments_join(shape_moments a, shape_moments b) {
    double measure = a.measure + b.measure;
    double wa = a.measure / measure, wb = b.measure / measure;
    gyre_vec3 d = {b.center.x - a.center.x, b.center.y - a.center.y, b.center.z - a.center.z};
    return (shape_moments){
        .measure = measure,
        .center = {a.center.x + wb * d.x, a.center.y + wb * d.y, a.center.z + wb * d.z},
        .covariance = plus_outer(blend(wa, a.covariance, wb, b.covariance), wa * wb, d),
    };
}

shape_moments gyre_moments_moved(shape_moments a, gyre_vec3 offset) {
    a.center = (gyre_vec3){a.center.x + offset.x, a.center.y + offset.y, a.center.z + offset.z};
    return a;
}

bool gyre_is_amount(gyre_amount amount) {
    return (unsigned)amount.kind < GYRE_AMOUNT_KIND_COUNT && amount.value > 0 && is_finite(amount.value);
}

gyre_result gyre_moments_to_properties(shape_moments moments, gyre_amount amount,
                                       gyre_mass_properties *out_properties) {
    if (!gyre_is_amount(amount)) return GYRE_ERR_MASS;
    double mass = amount.kind == GYRE_AMOUNT_MASS ? amount.value : amount.value * moments.measure;
    gyre_tensor c = moments.covariance;
    // Ixx = M (mean of y^2 + z^2), Ixy = -M (mean of x y)
    gyre_mass_properties p = {
        .mass = mass,
        .center = moments.center,
        // multiplies M by each mean separately, so that the moments of a box 2 x 3 x 4 are exactly 50, 40, 26
        .inertia = {mass * c.yy + mass * c.zz, mass * c.xx + mass * c.zz, mass * c.xx + mass * c.yy, -mass * c.xy,
                    -mass * c.xz, -mass * c.yz},
    };
    if (!(moments.measure > 0) || !(mass > 0) || !is_finite(mass) || !is_finite_vec3(p.center) ||
        !is_finite_array(&p.inertia.xx, 6))
        return GYRE_ERR_NOT_FINITE;
    *out_properties = p;
    return GYRE_OK;
}
