/// ODE for comparison: free bodies, no collision space, no sleeping, no damping, one thread.
///     fast      dWorldQuickStep, gyroscopic term off
///     accurate  dWorldQuickStep with the gyroscopic term and finite rotations
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): the standard's feature-test macro

#include "candidate.h"

#include <ode/ode.h>

static dWorldID world;
static dBodyID *all;
static int is_accurate;

static void add_body(dBodyID *out_body, const bench_body *from) {
    const double *I = from->inertia, *x = from->position, *v = from->velocity, *w = from->angular_velocity;
    dMass mass;
    dMassSetZero(&mass);
    dMassSetParameters(&mass, from->mass, 0, 0, 0, I[0], I[1], I[2], 0, 0, 0);
    *out_body = dBodyCreate(world);
    dBodySetMass(*out_body, &mass);
    dBodySetPosition(*out_body, x[0], x[1], x[2]);
    dBodySetQuaternion(*out_body, from->orientation);
    dBodySetLinearVel(*out_body, v[0], v[1], v[2]);
    dBodySetAngularVel(*out_body, w[0], w[1], w[2]);
    dBodySetGyroscopicMode(*out_body, is_accurate);
    dBodySetFiniteRotationMode(*out_body, is_accurate);
}

static int candidate_make(const bench_body *bodies, size_t count) {
    if (world) dWorldDestroy(world);
    free(all);
    dInitODE2(0);
    world = dWorldCreate();
    all = (dBodyID *)calloc(count, sizeof *all);
    if (!world || !all) return 0;
    dWorldSetGravity(world, 0, 0, BENCH_GRAVITY);
    dWorldSetAutoDisableFlag(world, 0);
    dWorldSetQuickStepNumIterations(world, 1);
    dWorldSetStepIslandsProcessingMaxThreadCount(world, 1);
    for (size_t i = 0; i < count; i++)
        add_body(&all[i], &bodies[i]);
    return 1;
}

static void candidate_step(double h) { dWorldQuickStep(world, h); }

static candidate_pose candidate_look(size_t index) {
    candidate_pose pose;
    const dReal *x = dBodyGetPosition(all[index]), *q = dBodyGetQuaternion(all[index]);
    const dReal *w = dBodyGetAngularVel(all[index]);
    for (int i = 0; i < 3; i++) {
        pose.x[i] = x[i];
        pose.w[i] = w[i];
    }
    for (int i = 0; i < 4; i++)
        pose.q[i] = q[i];
    return pose;
}

static int candidate_choose(const char *variant) {
    is_accurate = strcmp(variant, "accurate") == 0;
    return is_accurate || strcmp(variant, "fast") == 0;
}

#ifndef ODE_VERSION
#define ODE_VERSION "" // unknown: pkg-config or its file for ODE is missing
#endif

static void candidate_about(void) {
    dInitODE2(0);
    printf("about ODE%s, %s\n", ODE_VERSION, dCheckConfiguration("ODE_double_precision") ? "double" : "float");
}

CANDIDATE_MAIN
