/// Small vector algebra and bodies that several tests use. Plain doubles, nothing of src.
#pragma once

#include "gyre/gyre.h"
#include "random.h"

static inline gyre_vec3 plus(gyre_vec3 a, gyre_vec3 b) { return (gyre_vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline gyre_vec3 minus(gyre_vec3 a, gyre_vec3 b) { return (gyre_vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline gyre_vec3 scaled(double s, gyre_vec3 a) { return (gyre_vec3){s * a.x, s * a.y, s * a.z}; }
static inline double inner(gyre_vec3 a, gyre_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline double norm(gyre_vec3 a) { return sqrt(inner(a, a)); }
static inline double distance(gyre_vec3 a, gyre_vec3 b) { return norm(minus(a, b)); }

static inline gyre_vec3 crossed(gyre_vec3 a, gyre_vec3 b) {
    return (gyre_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline gyre_vec3 mat3_times(const gyre_mat3 *a, gyre_vec3 v) {
    return (gyre_vec3){a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                       a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                       a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z};
}

static inline gyre_mat3 mat3_times_mat3(const gyre_mat3 *a, const gyre_mat3 *b) {
    gyre_mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    return c;
}

static inline gyre_mat3 mat3_transposed(const gyre_mat3 *a) {
    gyre_mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.m[i][j] = a->m[j][i];
    return c;
}

static inline double mat3_difference(const gyre_mat3 *a, const gyre_mat3 *b) {
    double worst = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            worst = fmax(worst, fabs(a->m[i][j] - b->m[i][j]));
    return worst;
}

static inline double array_difference(const double *a, const double *b, size_t count) {
    double worst = 0;
    for (size_t i = 0; i < count; i++)
        worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

/// The angle [rad] between two orientations with any signs.
static inline double angle_between(gyre_quat a, gyre_quat b) {
    gyre_quat d = gyre_quat_multiply(gyre_quat_conjugate(a), b);
    return 2 * atan2(sqrt(d.x * d.x + d.y * d.y + d.z * d.z), fabs(d.w));
}

/// A brick with three different moments in a tumbling state.
static inline gyre_rigid_body tumbling_brick(void) {
    return (gyre_rigid_body){.mass = {.mass = 2, .inertia = {1, 2, 2.5}}};
}

static inline gyre_state tumbling_state(void) {
    gyre_state s = {.x = {0.3, -0.2, 0.5}, .q = {0.5, -0.5, 0.5, 0.5}, .P = {1, 0.4, -0.6}, .L = {1.5, -2, 2.25}};
    return s;
}

/// A system of one or more bodies, quaternion form.
static inline gyre_system system_of(const gyre_rigid_body *bodies, size_t count) {
    gyre_system system = gyre_system_default();
    system.bodies = bodies;
    system.body_count = count;
    return system;
}
