/// A crowd: many bodies with everything bodies can have, and every branch of the exact turn among them.
#pragma once

#include "world_helpers.h"

/// Features of the crowd in addition to free bodies; each multiplies the paths through a kernel.
enum { CROWD_LOCKS = 1, CROWD_DAMPING = 2, CROWD_PIVOTS = 4, CROWD_DRIVEN = 8, CROWD_EXTREME = 16, CROWD_ALL = 31 };

static inline gyre_body_def crowd_body_def(random_source *r, int i, unsigned features) {
    gyre_body_def def = random_body_def(r);
    // the distances of three mass points from the axes make moments that any body may have
    double a = random_between(r, 0.5, 2), b = i % 3 == 0 ? a : random_between(r, 0.5, 2), c = random_between(r, 0.5, 2);
    def.mass.inertia = (gyre_tensor){.xx = b + c, .yy = c + a, .zz = a + b};
    if ((features & CROWD_EXTREME) && i % 5 == 0) // a needle: its m is carried
        def.mass.inertia = (gyre_tensor){.xx = 1, .yy = 1, .zz = 1e-4};
    // theta from nothing to several turns per step
    double size = i % 9 == 0 ? 0 : gyre_exp(random_between(r, -3, i % 7 == 0 ? 6 : 3));
    def.angular_velocity = random_vec3(r, size);
    if ((features & CROWD_LOCKS) && i % 11 == 1) def.locks = GYRE_LOCK_PLANAR;
    if ((features & CROWD_LOCKS) && i % 11 == 2) def.locks = GYRE_LOCK_X | GYRE_LOCK_Y | GYRE_LOCK_Z;
    if ((features & CROWD_DAMPING) && i % 6 == 3) def.linear_damping = random_between(r, 0, 3);
    if ((features & CROWD_DAMPING) && i % 4 == 3) def.angular_damping = random_between(r, 0, 3);
    if ((features & CROWD_PIVOTS) && i % 13 == 4) {
        def.has_pivot = 1;
        def.pivot = random_vec3(r, 1);
        def.linear_damping = 0;
    }
    if ((features & CROWD_DRIVEN) && i % 17 == 5) def.kind = i % 2 ? GYRE_BODY_STATIC : GYRE_BODY_KINEMATIC;
    return def;
}

/// The bodies are the same for the same seed, count and features.
static inline void add_crowd(gyre_world *world, int count, unsigned features, uint64_t seed) {
    random_source r = {seed};
    for (int i = 0; i < count; i++) {
        gyre_body_def def = crowd_body_def(&r, i, features);
        add_body(world, &def);
    }
}

/// Pushes some of them for the next step.
static inline void push_crowd(gyre_world *world, int step) {
    gyre_body_id id = {0};
    for (int i = 0; !gyre_body_is_none(id = gyre_world_next_body(world, id)); i++) {
        if ((i + step) % 19 != 0) continue;
        CHECK_OK(gyre_body_apply_force_at_center(world, id, (gyre_vec3){0.5, -0.25, 0.125 * step}));
        CHECK_OK(gyre_body_apply_torque(world, id, (gyre_vec3){0.1, 0.2, -0.3}));
    }
}
