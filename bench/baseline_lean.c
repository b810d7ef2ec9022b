/// Baseline T2, the lean loop: semi-implicit Euler, optimised by hand. The state has momenta, so no gyroscopic term is
/// needed; the body axes are principal axes, so no matrices are needed. A step takes one division and one square root
/// per body. Bodies are an array of structs.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): the standard's feature-test macro

#include "candidate.h"

#include <math.h>

typedef struct lean_body {
    double x[3];       // position, world
    double q[4];       // orientation, w first
    double P[3], L[3]; // momenta, world
    double mass, mass_inverse;
    double inertia_inverse[3]; // body axes
} lean_body;

static lean_body *all;
static size_t all_count;

// Angular velocity in body axes: w = I^-1 R^T L, with R^T a = a + 2 u x (u x a - qw a) for q = (qw, u)
static inline void body_spin(const lean_body *b, double out_w[3]) {
    const double s = b->q[0], x = b->q[1], y = b->q[2], z = b->q[3], *L = b->L;
    double cx = y * L[2] - z * L[1] - s * L[0];
    double cy = z * L[0] - x * L[2] - s * L[1];
    double cz = x * L[1] - y * L[0] - s * L[2];
    out_w[0] = b->inertia_inverse[0] * (L[0] + 2 * (y * cz - z * cy));
    out_w[1] = b->inertia_inverse[1] * (L[1] + 2 * (z * cx - x * cz));
    out_w[2] = b->inertia_inverse[2] * (L[2] + 2 * (x * cy - y * cx));
}

static inline void step(lean_body *b, double h) {
    b->P[2] += b->mass * BENCH_GRAVITY * h;
    for (int i = 0; i < 3; i++)
        b->x[i] += b->P[i] * b->mass_inverse * h;
    // q += h/2 q (0, w), then normalised
    double w[3];
    body_spin(b, w);
    double s = b->q[0], x = b->q[1], y = b->q[2], z = b->q[3], half = h / 2;
    double qw = s - half * (x * w[0] + y * w[1] + z * w[2]);
    double qx = x + half * (s * w[0] + y * w[2] - z * w[1]);
    double qy = y + half * (s * w[1] + z * w[0] - x * w[2]);
    double qz = z + half * (s * w[2] + x * w[1] - y * w[0]);
    double shrink = 1 / sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
    b->q[0] = qw * shrink;
    b->q[1] = qx * shrink;
    b->q[2] = qy * shrink;
    b->q[3] = qz * shrink;
}

static void candidate_step(double h) {
    for (size_t i = 0; i < all_count; i++)
        step(&all[i], h);
}

// ---- the candidate ----

// R a = a + 2 u x (u x a + qw a)
static void turn(const double q[4], const double a[3], double out[3]) {
    double c[3];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = q[1 + j] * a[k] - q[1 + k] * a[j] + q[0] * a[i];
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = a[i] + 2 * (q[1 + j] * c[k] - q[1 + k] * c[j]);
    }
}

static int candidate_make(const bench_body *bodies, size_t count) {
    free(all);
    all = (lean_body *)calloc(count, sizeof *all);
    all_count = all ? count : 0;
    for (size_t i = 0; i < all_count; i++) {
        const bench_body *from = &bodies[i];
        lean_body *b = &all[i];
        b->mass = from->mass;
        b->mass_inverse = 1 / from->mass;
        memcpy(b->x, from->position, sizeof b->x);
        memcpy(b->q, from->orientation, sizeof b->q);
        const double back[4] = {b->q[0], -b->q[1], -b->q[2], -b->q[3]};
        double w[3];
        turn(back, from->angular_velocity, w);
        for (int k = 0; k < 3; k++) {
            b->P[k] = from->mass * from->velocity[k];
            b->inertia_inverse[k] = 1 / from->inertia[k];
            w[k] *= from->inertia[k];
        }
        turn(b->q, w, b->L);
    }
    return all != NULL;
}

static candidate_pose candidate_look(size_t index) {
    const lean_body *b = &all[index];
    candidate_pose pose;
    double w[3];
    memcpy(pose.x, b->x, sizeof pose.x);
    memcpy(pose.q, b->q, sizeof pose.q);
    body_spin(b, w);
    turn(b->q, w, pose.w);
    return pose;
}

static int candidate_choose(const char *variant) { return strcmp(variant, "default") == 0; }

static void candidate_about(void) { printf("about lean loop, %zu bytes per body\n", sizeof(lean_body)); }

CANDIDATE_MAIN
