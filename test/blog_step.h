/// The loop of the blog post, line by line, in double instead of float: its struct, its functions, its comments, its
/// order.
#pragma once

#include <gyre/gyre.h>

#include <math.h>

typedef struct blog_body {
    gyre_vec3 x;              // world position of center of mass
    gyre_quat q;              // orientation (body -> world)
    gyre_vec3 v;              // linear velocity (world)
    gyre_vec3 omega;          // angular velocity (world, radians/sec)
    double invMass;           // 0 for static
    gyre_mat3 invInertiaBody; // body-space inverse inertia (often diagonal)
    gyre_vec3 force;          // accumulated force (world)
    gyre_vec3 torque;         // accumulated torque (world)
    double linDamp;           // >= 0 (interpreted as k in exp(-k*dt))
    double angDamp;           // >= 0
} blog_body;

// ---- what C has no operators for ----

static inline gyre_vec3 blog_plus(gyre_vec3 a, gyre_vec3 b) { return (gyre_vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline gyre_vec3 blog_times(gyre_vec3 a, double s) { return (gyre_vec3){a.x * s, a.y * s, a.z * s}; }

static inline gyre_vec3 blog_cross(gyre_vec3 a, gyre_vec3 b) {
    return (gyre_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline gyre_vec3 blog_matrix_times(const gyre_mat3 *m, gyre_vec3 a) {
    return (gyre_vec3){m->m[0][0] * a.x + m->m[0][1] * a.y + m->m[0][2] * a.z,
                       m->m[1][0] * a.x + m->m[1][1] * a.y + m->m[1][2] * a.z,
                       m->m[2][0] * a.x + m->m[2][1] * a.y + m->m[2][2] * a.z};
}

// R * M * transpose(R)
static inline gyre_mat3 blog_rotated(const gyre_mat3 *R, const gyre_mat3 *M) {
    gyre_mat3 out = {{{0}}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    out.m[i][j] += R->m[i][k] * M->m[k][l] * R->m[j][l];
    return out;
}

// ---- the post ----

static inline void blog_clearAccumulators(blog_body *b) {
    b->force = (gyre_vec3){0, 0, 0};
    b->torque = (gyre_vec3){0, 0, 0};
}

static inline void blog_applyForceAtPointWorld(blog_body *b, gyre_vec3 F_world, gyre_vec3 p_world) {
    b->force = blog_plus(b->force, F_world);
    gyre_vec3 r_world = blog_plus(p_world, blog_times(b->x, -1)); // lever arm from COM
    b->torque = blog_plus(b->torque, blog_cross(r_world, F_world));
}

static inline void blog_applyGravityAsForce(blog_body *b, gyre_vec3 g_world) {
    if (b->invMass == 0) return;
    double mass = 1 / b->invMass;
    b->force = blog_plus(b->force, blog_times(g_world, mass));
}

static inline void blog_step(blog_body *b, double dt) {
    if (b->invMass == 0) return; // static body: skip integration

    // Clamp damping inputs for robustness
    double kLin = fmax(0, b->linDamp);
    double kAng = fmax(0, b->angDamp);

    // 1) linear acceleration (world)
    gyre_vec3 linAcc = blog_times(b->force, b->invMass);

    // 2) angular acceleration (world)
    // R is the rotation matrix for q (body -> world)
    gyre_mat3 R = gyre_quat_to_mat3(b->q);
    gyre_mat3 invInertiaWorld = blog_rotated(&R, &b->invInertiaBody);
    gyre_vec3 angAcc = blog_matrix_times(&invInertiaWorld, b->torque);

    // 3) integrate velocities (semi-implicit Euler)
    b->v = blog_plus(b->v, blog_times(linAcc, dt));
    b->omega = blog_plus(b->omega, blog_times(angAcc, dt));

    // 4) optional: collision/constraint impulses would typically modify b.v/b.omega here

    // 5) damping (exponential form)
    b->v = blog_times(b->v, exp(-kLin * dt));
    b->omega = blog_times(b->omega, exp(-kAng * dt));

    // 6) integrate position
    b->x = blog_plus(b->x, blog_times(b->v, dt));

    // 7) integrate orientation (world-space omega convention)
    gyre_quat omegaQ = {0, b->omega.x, b->omega.y, b->omega.z};
    gyre_quat dq = gyre_quat_multiply(omegaQ, b->q); // the factor 0.5 follows
    b->q = (gyre_quat){b->q.w + 0.5 * dq.w * dt, b->q.x + 0.5 * dq.x * dt, b->q.y + 0.5 * dq.y * dt,
                       b->q.z + 0.5 * dq.z * dt};
    gyre_quat_normalize(b->q, &b->q);

    // 8) clear accumulators (end-of-step)
    blog_clearAccumulators(b);
}
