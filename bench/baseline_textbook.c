/// Baseline T1, the textbook loop: a step as in textbooks and blog posts; all other times are compared with its time.
/// Bodies are an array of structs; the inverse inertia is a matrix that every step rotates to world axes; damping is
/// computed with k = 0; the quaternion is integrated with Euler's method and normalised. There is no gyroscopic term.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): the standard's feature-test macro

#include "candidate.h"

#include <math.h>

typedef struct Vec3 {
    double x, y, z;
} Vec3;

typedef struct Quat {
    double w, x, y, z;
} Quat;

typedef struct Mat3 {
    double m[3][3];
} Mat3;

typedef struct RigidBody {
    Vec3 x;              // world position of the centre of mass
    Quat q;              // orientation (body to world)
    Vec3 v;              // linear velocity (world)
    Vec3 omega;          // angular velocity (world)
    double invMass;      // 0 for static
    Mat3 invInertiaBody; // body-space inverse inertia
    Vec3 force;          // accumulated force (world)
    Vec3 torque;         // accumulated torque (world)
    double linDamp;      // >= 0, k in exp(-k dt)
    double angDamp;      // >= 0
} RigidBody;

static Vec3 add(Vec3 a, Vec3 b) { return (Vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static Vec3 scale(Vec3 a, double s) { return (Vec3){a.x * s, a.y * s, a.z * s}; }

static Vec3 mat_vec(const Mat3 *a, Vec3 b) {
    return (Vec3){a->m[0][0] * b.x + a->m[0][1] * b.y + a->m[0][2] * b.z,
                  a->m[1][0] * b.x + a->m[1][1] * b.y + a->m[1][2] * b.z,
                  a->m[2][0] * b.x + a->m[2][1] * b.y + a->m[2][2] * b.z};
}

static Mat3 mat_mat(const Mat3 *a, const Mat3 *b) {
    Mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    return c;
}

static Mat3 transpose(const Mat3 *a) {
    Mat3 b;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            b.m[i][j] = a->m[j][i];
    return b;
}

static Mat3 toMat3(Quat q) {
    double w = q.w, x = q.x, y = q.y, z = q.z;
    return (Mat3){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                   {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                   {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

static Quat quat_mul(Quat a, Quat b) {
    return (Quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                  a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z, a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x};
}

static Quat quat_scale(Quat a, double s) { return (Quat){a.w * s, a.x * s, a.y * s, a.z * s}; }
static Quat quat_add(Quat a, Quat b) { return (Quat){a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z}; }

static Quat normalize(Quat q) {
    double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (Quat){q.w / length, q.x / length, q.y / length, q.z / length};
}

static double max(double a, double b) { return a > b ? a : b; }

static void clearAccumulators(RigidBody *b) {
    b->force = (Vec3){0, 0, 0};
    b->torque = (Vec3){0, 0, 0};
}

static void applyGravityAsForce(RigidBody *b, Vec3 g_world) {
    if (b->invMass == 0) return;
    double mass = 1 / b->invMass;
    b->force = add(b->force, scale(g_world, mass));
}

static void step(RigidBody *b, double dt) {
    if (b->invMass == 0) return;
    double kLin = max(0, b->linDamp);
    double kAng = max(0, b->angDamp);

    // accelerations
    Vec3 linAcc = scale(b->force, b->invMass);
    Mat3 R = toMat3(b->q);
    Mat3 R_transposed = transpose(&R);
    Mat3 R_invInertiaBody = mat_mat(&R, &b->invInertiaBody);
    Mat3 invInertiaWorld = mat_mat(&R_invInertiaBody, &R_transposed);
    Vec3 angAcc = mat_vec(&invInertiaWorld, b->torque);

    // velocities, with damping
    b->v = add(b->v, scale(linAcc, dt));
    b->omega = add(b->omega, scale(angAcc, dt));
    b->v = scale(b->v, exp(-kLin * dt));
    b->omega = scale(b->omega, exp(-kAng * dt));

    // pose
    b->x = add(b->x, scale(b->v, dt));
    Quat omegaQ = {0, b->omega.x, b->omega.y, b->omega.z};
    Quat dq = quat_scale(quat_mul(omegaQ, b->q), 0.5);
    b->q = quat_add(b->q, quat_scale(dq, dt));
    b->q = normalize(b->q);

    clearAccumulators(b);
}

// ---- the candidate ----

static RigidBody *all;
static size_t all_count;

static int candidate_make(const bench_body *bodies, size_t count) {
    free(all);
    all = (RigidBody *)calloc(count, sizeof *all);
    all_count = all ? count : 0;
    for (size_t i = 0; i < all_count; i++) {
        const bench_body *b = &bodies[i];
        const double *x = b->position, *q = b->orientation, *v = b->velocity, *w = b->angular_velocity;
        all[i] = (RigidBody){.x = {x[0], x[1], x[2]},
                             .q = {q[0], q[1], q[2], q[3]},
                             .v = {v[0], v[1], v[2]},
                             .omega = {w[0], w[1], w[2]},
                             .invMass = 1 / b->mass};
        for (int k = 0; k < 3; k++)
            all[i].invInertiaBody.m[k][k] = 1 / b->inertia[k];
    }
    return all != NULL;
}

static void candidate_step(double h) {
    const Vec3 gravity = {0, 0, BENCH_GRAVITY};
    for (size_t i = 0; i < all_count; i++) {
        applyGravityAsForce(&all[i], gravity);
        step(&all[i], h);
    }
}

static candidate_pose candidate_look(size_t index) {
    const RigidBody *b = &all[index];
    return (candidate_pose){
        {b->x.x, b->x.y, b->x.z}, {b->q.w, b->q.x, b->q.y, b->q.z}, {b->omega.x, b->omega.y, b->omega.z}};
}

static int candidate_choose(const char *variant) { return strcmp(variant, "default") == 0; }

static void candidate_about(void) { printf("about textbook loop, %zu bytes per body\n", sizeof(RigidBody)); }

CANDIDATE_MAIN
