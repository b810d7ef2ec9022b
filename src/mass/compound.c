/// Mass properties of bodies that are moved, rotated, scaled, joined or cut.
#include "mass/mass_check.h"

#include "mass/tensor.h"
#include "math/finite.h"

// Validates the result and writes it.
static gyre_result finish(gyre_mass_properties result, gyre_mass_properties *out_properties) {
    gyre_result r = gyre_mass_properties_check(&result);
    if (r == GYRE_OK) *out_properties = result;
    return r;
}

static gyre_result check_two(const gyre_mass_properties *properties, const void *out) {
    if (!properties || !out) return GYRE_ERR_NULL_POINTER;
    return gyre_mass_properties_check(properties);
}

static gyre_vec3 difference(gyre_vec3 a, gyre_vec3 b) { return vec3_out(sub(vec3_in(a), vec3_in(b))); }

gyre_result gyre_mass_of_points(const gyre_vec3 *points, const double *masses, size_t count,
                                gyre_mass_properties *out_properties) {
    if (!points || !masses || !out_properties) return GYRE_ERR_NULL_POINTER;
    if (count == 0) return GYRE_ERR_LENGTH;
    double mass = 0;
    vec3 sum = {0, 0, 0};
    // relative to the first point, so that a cluster far from the origin loses no accuracy
    for (size_t i = 0; i < count; i++) {
        if (!is_finite_vec3(points[i])) return GYRE_ERR_NOT_FINITE;
        if (!(masses[i] >= 0) || !is_finite(masses[i])) return GYRE_ERR_MASS;
        mass += masses[i];
        sum = add(sum, scale(masses[i], vec3_in(difference(points[i], points[0]))));
    }
    if (!(mass > 0)) return GYRE_ERR_MASS;
    gyre_mass_properties result = {.mass = mass, .center = vec3_out(add(vec3_in(points[0]), scale(1 / mass, sum)))};
    // I = sum of m ((r.r) 1 - r r^T) about the centre                                 Baraff 1997, (2-35)
    for (size_t i = 0; i < count; i++)
        result.inertia = tensor_plus(result.inertia, masses[i], tensor_of_point(difference(points[i], result.center)));
    return finish(result, out_properties);
}

gyre_result gyre_mass_translate(const gyre_mass_properties *properties, gyre_vec3 offset,
                                gyre_mass_properties *out_properties) {
    gyre_result r = check_two(properties, out_properties);
    if (r != GYRE_OK) return r;
    gyre_mass_properties result = *properties;
    result.center = vec3_out(add(vec3_in(result.center), vec3_in(offset)));
    return finish(result, out_properties);
}

gyre_result gyre_mass_rotate(const gyre_mass_properties *properties, gyre_quat q,
                             gyre_mass_properties *out_properties) {
    gyre_result r = check_two(properties, out_properties);
    gyre_quat unit;
    if (r == GYRE_OK) r = gyre_quat_normalize(q, &unit);
    if (r != GYRE_OK) return r;
    // R I R^T, and R c
    mat3 R = quat_to_mat3(quat_in(unit)), turned_back = transpose(&R), I = tensor_in(&properties->inertia);
    I = mat3_mul(&R, &I);
    I = mat3_mul(&I, &turned_back);
    gyre_mass_properties result = {properties->mass, vec3_out(mul(&R, vec3_in(properties->center))), tensor_out(&I)};
    return finish(result, out_properties);
}

gyre_result gyre_mass_scale(const gyre_mass_properties *properties, double factor,
                            gyre_mass_properties *out_properties) {
    gyre_result r = check_two(properties, out_properties);
    if (r != GYRE_OK) return r;
    if (!(factor > 0) || !is_finite(factor)) return GYRE_ERR_SHAPE;
    double cube = factor * factor * factor;
    gyre_mass_properties result = {
        .mass = properties->mass * cube,
        .center = vec3_out(scale(factor, vec3_in(properties->center))),
        .inertia = tensor_plus((gyre_tensor){0}, cube * factor * factor, properties->inertia),
    };
    return finish(result, out_properties);
}

// Joins two bodies. With d the vector between the centres, I = Ia + Ib + (ma mb / (ma + mb)) (|d|^2 1 - d d^T), which
// is the parallel axis theorem for both bodies at once. A hole is a body of negative mass.
static gyre_mass_properties joined(const gyre_mass_properties *a, const gyre_mass_properties *b, double sign) {
    double mb = sign * b->mass, mass = a->mass + mb;
    gyre_vec3 d = difference(b->center, a->center);
    gyre_tensor I = tensor_plus(a->inertia, sign, b->inertia);
    return (gyre_mass_properties){
        .mass = mass,
        .center = vec3_out(add(vec3_in(a->center), scale(mb / mass, vec3_in(d)))),
        .inertia = tensor_plus(I, a->mass * (mb / mass), tensor_of_point(d)),
    };
}

gyre_result gyre_mass_add(const gyre_mass_properties *a, const gyre_mass_properties *b,
                          gyre_mass_properties *out_properties) {
    gyre_result r = check_two(a, out_properties);
    if (r == GYRE_OK) r = check_two(b, out_properties);
    return r == GYRE_OK ? finish(joined(a, b, 1), out_properties) : r;
}

gyre_result gyre_mass_subtract(const gyre_mass_properties *whole, const gyre_mass_properties *hole,
                               gyre_mass_properties *out_properties) {
    gyre_result r = check_two(whole, out_properties);
    if (r == GYRE_OK) r = check_two(hole, out_properties);
    if (r != GYRE_OK) return r;
    if (!(whole->mass > hole->mass)) return GYRE_ERR_MASS;
    return finish(joined(whole, hole, -1), out_properties);
}

gyre_result gyre_mass_inertia_about(const gyre_mass_properties *properties, gyre_vec3 point, gyre_tensor *out_inertia) {
    gyre_result r = check_two(properties, out_inertia);
    if (r != GYRE_OK) return r;
    gyre_vec3 d = difference(properties->center, point);
    gyre_tensor I = tensor_plus(properties->inertia, properties->mass, tensor_of_point(d));
    if (!is_finite_array(&I.xx, 6)) return GYRE_ERR_NOT_FINITE;
    *out_inertia = I;
    return GYRE_OK;
}

gyre_result gyre_mass_from_inertia_about(double mass, gyre_vec3 center, gyre_vec3 point, const gyre_tensor *inertia,
                                         gyre_mass_properties *out_properties) {
    if (!inertia || !out_properties) return GYRE_ERR_NULL_POINTER;
    gyre_vec3 d = difference(center, point);
    gyre_mass_properties result = {mass, center, tensor_plus(*inertia, -mass, tensor_of_point(d))};
    return finish(result, out_properties);
}

// Normalises an axis. Divides by the largest component first, so that squares neither underflow nor overflow.
static gyre_result direction_of(gyre_vec3 axis, gyre_vec3 *out_n) {
    if (!is_finite_vec3(axis)) return GYRE_ERR_NOT_FINITE;
    double size = larger(magnitude(axis.x), larger(magnitude(axis.y), magnitude(axis.z)));
    if (size == 0) return GYRE_ERR_ORIENTATION;
    vec3 d = {axis.x / size, axis.y / size, axis.z / size};
    *out_n = vec3_out(scale(1 / length(d), d));
    return GYRE_OK;
}

gyre_result gyre_inertia_about_axis(const gyre_tensor *inertia, gyre_vec3 axis, double *out_moment) {
    if (!inertia || !out_moment) return GYRE_ERR_NULL_POINTER;
    if (!is_finite_array(&inertia->xx, 6)) return GYRE_ERR_NOT_FINITE;
    gyre_vec3 direction;
    gyre_result r = direction_of(axis, &direction);
    if (r != GYRE_OK) return r;
    vec3 n = vec3_in(direction);
    mat3 I = tensor_in(inertia);
    double moment = dot(n, mul(&I, n));
    if (!is_finite(moment)) return GYRE_ERR_NOT_FINITE;
    *out_moment = moment;
    return GYRE_OK;
}

gyre_result gyre_mass_inertia_about_axis(const gyre_mass_properties *properties, gyre_vec3 point, gyre_vec3 axis,
                                         double *out_moment) {
    gyre_result r = check_two(properties, out_moment);
    if (r != GYRE_OK) return r;
    double about_center;
    gyre_vec3 n;
    r = gyre_inertia_about_axis(&properties->inertia, axis, &about_center);
    if (r == GYRE_OK) r = direction_of(axis, &n);
    if (r != GYRE_OK) return r;
    // d = |n x (c - p)|; the form (c - p)^2 - (n . (c - p))^2 cancels for a point far along the axis
    vec3 away = cross(vec3_in(n), vec3_in(difference(properties->center, point)));
    double moment = about_center + properties->mass * dot(away, away);
    if (!is_finite(moment)) return GYRE_ERR_NOT_FINITE;
    *out_moment = moment;
    return GYRE_OK;
}

gyre_pose gyre_pose_of_body(gyre_pose model, gyre_vec3 center, gyre_quat axes) {
    quat q = quat_in(model.orientation);
    return (gyre_pose){vec3_out(add(vec3_in(model.position), rotate(q, vec3_in(center)))),
                       quat_out(quat_mul(q, quat_in(axes)))};
}

gyre_pose gyre_pose_of_model(gyre_pose body, gyre_vec3 center, gyre_quat axes) {
    quat q = quat_mul(quat_in(body.orientation), conjugate(quat_in(axes)));
    return (gyre_pose){vec3_out(sub(vec3_in(body.position), rotate(q, vec3_in(center)))), quat_out(q)};
}
