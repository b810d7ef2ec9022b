/// The part of determinism.c that runs worlds: every method, every force, every kind of body.
#pragma once

#include "gyre/gyre.h"
#include "random.h"

static void insist(gyre_result r);

static gyre_result sway(const gyre_force_block *block, void *user) {
    (void)user;
    for (size_t i = 0; i < block->count; i++)
        block->wrenches[i].force.y += gyre_sin(3 * block->t) - 0.2 * block->velocities[i].y;
    return GYRE_OK;
}

static gyre_body_id add_random_body(gyre_world *world, random_source *r, int i) {
    gyre_body_def def = gyre_body_def_default();
    double a = random_between(r, 1, 2), b = i % 3 == 0 ? a : random_between(r, 1, 2), c = random_between(r, 1, 2);
    def.mass = (gyre_mass_properties){random_between(r, 0.5, 2), random_vec3(r, 0.2), {a, b, c, 0.1, 0.05, -0.1}};
    if (i == 7) def.mass.inertia = (gyre_tensor){1, 1, 1e-4, 0, 0, 0}; // carries m
    def.position = random_vec3(r, 2);
    def.orientation = random_rotation(r);
    def.velocity = random_vec3(r, 1);
    def.angular_velocity = random_vec3(r, i % 4 == 0 ? 200 : 4);
    if (i == 2) def.locks = GYRE_LOCK_PLANAR;
    if (i == 3) def.locks = GYRE_LOCK_X | GYRE_LOCK_Y | GYRE_LOCK_Z;
    if (i == 4) def.has_pivot = 1;
    if (i == 5) def.kind = GYRE_BODY_STATIC;
    if (i == 6) def.kind = GYRE_BODY_KINEMATIC;
    gyre_body_id id;
    insist(gyre_world_add_body(world, &def, &id));
    return id;
}

static void add_force(gyre_world *world, const gyre_force_def *def) {
    gyre_force_id id;
    insist(gyre_world_add_force(world, def, &id));
}

// Forces of place and time only: every method can honour them.
static void add_smooth_forces(gyre_world *world, const gyre_body_id *bodies) {
    static const gyre_profile_point profile[] = {{0, 0}, {0.5, 1}, {1, 0.25}};
    gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
    spring.body = bodies[0];
    spring.other = bodies[1];
    spring.parameters.spring.stiffness = 20;
    spring.parameters.spring.length = 0.5;
    spring.parameters.spring.at = (gyre_point){GYRE_AT_BODY, {0.3, 0.1, -0.2}};
    add_force(world, &spring);
    gyre_force_def thruster = gyre_force_def_default(GYRE_FORCE_thruster);
    thruster.body = bodies[1];
    thruster.parameters.thruster.direction = (gyre_vec3){1, 2, 3};
    thruster.parameters.thruster.thrust = 2;
    thruster.profile = profile;
    thruster.profile_count = 3;
    add_force(world, &thruster);
    gyre_force_def torsion = gyre_force_def_default(GYRE_FORCE_torsion);
    torsion.body = bodies[3];
    torsion.parameters.torsion.stiffness = 2;
    add_force(world, &torsion);
    gyre_force_def mutual = gyre_force_def_default(GYRE_FORCE_attraction);
    mutual.parameters.attraction.is_mutual = 1;
    mutual.parameters.attraction.G = 0.5;
    mutual.parameters.attraction.softening = 0.3;
    add_force(world, &mutual);
    gyre_force_def push = gyre_force_def_default(GYRE_FORCE_force);
    push.body = bodies[4];
    push.parameters.force.force = (gyre_vec3){0, 1, 2};
    push.parameters.force.frame = GYRE_FRAME_BODY;
    push.from = 0.123;
    push.until = 0.777;
    add_force(world, &push);
    gyre_force_def boat = gyre_force_def_default(GYRE_FORCE_buoyancy);
    boat.body = bodies[8];
    boat.parameters.buoyancy.fluid_density = 3;
    boat.parameters.buoyancy.solid = GYRE_SOLID_BOX;
    boat.parameters.buoyancy.size = (gyre_vec3){1, 0.7, 0.4};
    add_force(world, &boat);
}

static void add_rough_forces(gyre_world *world, const gyre_body_id *bodies) {
    gyre_force_def drag = gyre_force_def_default(GYRE_FORCE_drag);
    drag.parameters.drag = (gyre_force_drag){0.1, 0.05, 0.02};
    add_force(world, &drag);
    gyre_force_def wind = gyre_force_def_default(GYRE_FORCE_wind);
    wind.parameters.wind = (gyre_force_wind){{1, 0.5, 0}, 0.2, 0.1};
    add_force(world, &wind);
    gyre_force_def callback = gyre_force_def_default(GYRE_FORCE_callback);
    callback.parameters.callback.function = sway;
    add_force(world, &callback);
    insist(gyre_body_set_damping(world, bodies[0], 0.3, 0.2));
}

static void hash_world(gyre_hash *hash, gyre_method method, int is_rough) {
    enum { WORLD_BODIES = 9 };
    random_source r = {80};
    gyre_world_def def = gyre_world_def_default();
    def.method = method;
    def.gravity = (gyre_vec3){0.1, 0, -1};
    def.has_ledger = 1;
    gyre_world *world;
    insist(gyre_world_create(&def, &world));
    gyre_body_id bodies[WORLD_BODIES];
    for (int i = 0; i < WORLD_BODIES; i++)
        bodies[i] = add_random_body(world, &r, i);
    add_smooth_forces(world, bodies);
    if (is_rough) add_rough_forces(world, bodies);
    for (int i = 0; i < 60; i++) {
        insist(gyre_body_apply_force(world, bodies[0], (gyre_vec3){1, 0, 0}, (gyre_vec3){0, 0, 1}));
        insist(gyre_world_step(world, 1.0 / 60, NULL));
    }
    gyre_ledger ledger;
    insist(gyre_world_get_ledger(world, &ledger));
    gyre_hash_add_u64(hash, gyre_world_hash(world));
    gyre_hash_add_double(hash, ledger.residual);
    gyre_hash_add_double(hash, ledger.work);
    gyre_world_destroy(world);
}

static void hash_worlds(gyre_hash *hash) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        hash_world(hash, (gyre_method)m, 0);
        if (m != GYRE_METHOD_rkn4 && m != GYRE_METHOD_rkn6) hash_world(hash, (gyre_method)m, 1);
    }
}
