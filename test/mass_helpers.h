/// Mass properties of boxes, and tensors, for tests.
#pragma once

#include "body_helpers.h"
#include "check.h"

static const double EPS = 2.3e-16;

static inline gyre_mass_properties box_properties(double mass, gyre_vec3 size, gyre_vec3 center) {
    double xx = size.x * size.x, yy = size.y * size.y, zz = size.z * size.z, m = mass / 12;
    return (gyre_mass_properties){mass, center, {m * (yy + zz), m * (xx + zz), m * (xx + yy), 0, 0, 0}};
}

static inline double tensor_difference(const gyre_tensor *a, const gyre_tensor *b) {
    return array_difference(&a->xx, &b->xx, 6);
}

static inline gyre_tensor tensor_of(const gyre_mat3 *m) {
    return (gyre_tensor){m->m[0][0], m->m[1][1], m->m[2][2], m->m[0][1], m->m[0][2], m->m[1][2]};
}

// R diag R^T
static inline gyre_mat3 turned_diagonal(gyre_quat q, double a, double b, double c) {
    gyre_mat3 R = gyre_quat_to_mat3(q), back = mat3_transposed(&R), d = {{{a, 0, 0}, {0, b, 0}, {0, 0, c}}};
    d = mat3_times_mat3(&R, &d);
    return mat3_times_mat3(&d, &back);
}
