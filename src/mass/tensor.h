/// Symmetric tensors of doubles.
#pragma once

#include "gyre/mass.h"
#include "math/convert.h"

static inline mat3 tensor_in(const gyre_tensor *t) {
    return (mat3){{{t->xx, t->xy, t->xz}, {t->xy, t->yy, t->yz}, {t->xz, t->yz, t->zz}}};
}

/// The upper triangle of a matrix that is symmetric up to rounding.
static inline gyre_tensor tensor_out(const mat3 *m) {
    return (gyre_tensor){m->m[0][0], m->m[1][1], m->m[2][2], m->m[0][1], m->m[0][2], m->m[1][2]};
}

static inline gyre_tensor tensor_plus(gyre_tensor a, double s, gyre_tensor b) {
    return (gyre_tensor){a.xx + s * b.xx, a.yy + s * b.yy, a.zz + s * b.zz,
                         a.xy + s * b.xy, a.xz + s * b.xz, a.yz + s * b.yz};
}

/// Inertia |d|^2 1 - d d^T of a unit point mass at d.                                  Baraff 1997, (2-35)
static inline gyre_tensor tensor_of_point(gyre_vec3 d) {
    double xx = d.x * d.x, yy = d.y * d.y, zz = d.z * d.z;
    return (gyre_tensor){yy + zz, xx + zz, xx + yy, -d.x * d.y, -d.x * d.z, -d.y * d.z};
}

/// Largest magnitude of the six entries.
static inline double tensor_size(const gyre_tensor *t) {
    double diagonal = larger(larger(magnitude(t->xx), magnitude(t->yy)), magnitude(t->zz));
    return larger(diagonal, larger(larger(magnitude(t->xy), magnitude(t->xz)), magnitude(t->yz)));
}
