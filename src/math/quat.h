/// Quaternions (w; x, y, z). A unit quaternion rotates body vectors to world vectors: p -> q p q^-1. The product q2 q1
/// rotates by q1 first.
#pragma once

#include "math/elementary.h"
#include "math/mat3.h"

typedef struct quat {
    real w, x, y, z;
} quat;

PURE vec3 vector_part(quat q) { return (vec3){q.x, q.y, q.z}; }
PURE quat quat_of(real w, vec3 v) { return (quat){w, v.x, v.y, v.z}; }
PURE quat pure(vec3 v) { return quat_of(ZERO, v); }
PURE quat conjugate(quat q) { return (quat){q.w, -q.x, -q.y, -q.z}; }
PURE quat quat_add(quat a, quat b) { return (quat){a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z}; }
PURE quat quat_scale(real s, quat q) { return (quat){s * q.w, s * q.x, s * q.y, s * q.z}; }
PURE real quat_dot(quat a, quat b) { return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z; }

PURE quat quat_pick(mask m, quat yes, quat no) {
    return (quat){pick(m, yes.w, no.w), pick(m, yes.x, no.x), pick(m, yes.y, no.y), pick(m, yes.z, no.z)};
}

/// [s1, v1][s2, v2] = [s1 s2 - v1.v2, s1 v2 + s2 v1 + v1 x v2]                       Baraff 1997, (4-1)
PURE quat quat_mul(quat a, quat b) {
    vec3 u = vector_part(a), v = vector_part(b);
    return quat_of(a.w * b.w - dot(u, v), add(add(scale(a.w, v), scale(b.w, u)), cross(u, v)));
}

/// q / |q|. Divides by the square root, because the hardware's estimate of 1/sqrt differs between CPUs.
PURE quat normalized(quat q) { return quat_scale(ONE / root(quat_dot(q, q)), q); }

/// q p q^-1 for a unit q: v + 2 w (u x v) + 2 u x (u x v), with q = [w, u]
PURE vec3 rotate(quat q, vec3 v) {
    vec3 u = vector_part(q);
    vec3 t = scale(TWO, cross(u, v));
    return add(v, add(scale(q.w, t), cross(u, t)));
}

PURE vec3 rotate_back(quat q, vec3 v) { return rotate(conjugate(q), v); }

/// dq/dt = 1/2 (0, w) q for w in the world frame (a body-frame w would multiply from the right).  Baraff 1997, (4-2)
PURE quat spin(vec3 w, quat q) { return quat_scale(HALF, quat_mul(pure(w), q)); }

/// Rotation matrix of a unit quaternion.                                             Baraff 1997, section 4
PURE mat3 quat_to_mat3(quat q) {
    real xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    real xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    real wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return from_rows((vec3){ONE - TWO * (yy + zz), TWO * (xy - wz), TWO * (xz + wy)},
                     (vec3){TWO * (xy + wz), ONE - TWO * (xx + zz), TWO * (yz - wx)},
                     (vec3){TWO * (xz - wy), TWO * (yz + wx), ONE - TWO * (xx + yy)});
}

/// Unit quaternion of a rotation matrix. Four cases avoid the square root of a small number: w is the pivot if the
/// trace is >= 0, else the component with the largest diagonal entry.  Baraff 1997, section 4
PURE quat mat3_to_quat(const mat3 *a) {
    real mxx = a->m[0][0], myy = a->m[1][1], mzz = a->m[2][2];
    mask by_w = mxx + myy + mzz >= ZERO;
    mask by_z = mzz > larger(mxx, myy);
    mask by_y = both(negated(by_z), myy > mxx);

    // 4 pivot^2, then the pivot and the factor 1 / (4 pivot) for the other three components
    real four_squared =
        pick(by_w, (mxx + myy + mzz) + ONE,
             pick(by_z, (mzz - (mxx + myy)) + ONE, pick(by_y, (myy - (mzz + mxx)) + ONE, (mxx - (myy + mzz)) + ONE)));
    real s = root(four_squared);
    real pivot = HALF * s;
    real f = HALF / s;

    real wx = (a->m[2][1] - a->m[1][2]) * f, wy = (a->m[0][2] - a->m[2][0]) * f, wz = (a->m[1][0] - a->m[0][1]) * f;
    real xy = (a->m[0][1] + a->m[1][0]) * f, xz = (a->m[2][0] + a->m[0][2]) * f, yz = (a->m[1][2] + a->m[2][1]) * f;
    quat with_w = {pivot, wx, wy, wz}, with_x = {wx, pivot, xy, xz};
    quat with_y = {wy, xy, pivot, yz}, with_z = {wz, xz, yz, pivot};
    return quat_pick(by_w, with_w, quat_pick(by_z, with_z, quat_pick(by_y, with_y, with_x)));
}

/// Rotation by |r| radians about r (exponential map). A zero r gives the identity without a division by zero.
PURE quat rotation_of(vec3 r) {
    real angle2 = dot(r, r);
    real angle = root(angle2);
    real s, c;
    sincos_real(HALF * angle, &s, &c);
    // sin(a/2)/a: for |r| < 1e-4 the series 1/2 - a^2/48 is exact to rounding (the next term is a^4/3840 = 3e-20)
    real factor = pick(angle2 < splat(1e-8), HALF - angle2 * splat(1.0 / 48.0), s / angle);
    return quat_of(c, scale(factor, r));
}

/// Rotation vector of a unit quaternion (logarithm), of length <= pi. Passed to rotation_of, it gives q or -q.
PURE vec3 rotation_vector(quat q) {
    quat p = quat_pick(q.w < ZERO, quat_scale(-ONE, q), q); // q and -q are the same rotation: choose the smaller angle
    vec3 u = vector_part(p);
    real sine = length(u); // sin(angle / 2)
    // angle / s with s = sin(angle/2): the series 2 + s^2/3 for tiny angles
    real factor = pick(sine < splat(1e-4), TWO + sine * sine * splat(1.0 / 3.0), TWO * atan2_real(sine, p.w) / sine);
    return scale(factor, u);
}
