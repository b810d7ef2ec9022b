/// Random worlds: every method, force and kind of body; spins and sizes over many orders of magnitude; crowds of many
/// blocks, which threads share (from four blocks of 512 bodies on). One row of `crowds` each.
#pragma once

#include "kit.h"

enum {
    WITH_FIELDS = 1,     // gravity, drag, wind, buoyancy, an attracting point: on every body
    WITH_DAMPING = 2,    // of bodies
    WITH_HELD = 4,       // locks, pivots, bodies on paths, bodies that stand still
    WITH_SPRINGS = 8,    // from each body to the next, so from block to block
    WITH_MUTUAL = 16,    // attraction of all bodies among each other
    WITH_THRUSTERS = 32, // profiles, windows, forces and torques in both frames, torsion
    WITH_CALLBACK = 64,
    WITH_PUSHES = 128, // by hand, between steps
    WITH_LEDGER = 256,
    WITH_DAMPERS = 512,       // in springs
    WITH_EXTREMES = 1024,     // masses, sizes and places
    PLAIN_BODIES = 2048,      // no rods, plates or nearly round bodies, so that dopri5 meets its tolerance
    NOT_TRANSACTIONAL = 4096, // one buffer
    WITH_EXPONENTIAL = 8192,  // the exponential map in semi_implicit_euler
    WITH_CONSTRAINT = 16384,  // the hook in the middle of the step
    SMOOTH = WITH_HELD | WITH_SPRINGS | WITH_MUTUAL | WITH_THRUSTERS | WITH_LEDGER,
    EVERYTHING = SMOOTH | WITH_FIELDS | WITH_DAMPING | WITH_CALLBACK | WITH_PUSHES | WITH_DAMPERS
};

typedef struct crowd {
    const char *name;
    gyre_method method;
    size_t count;
    double slowest, fastest; // spin: powers of ten [rad/s]
    unsigned with;
} crowd;

static const crowd crowds[] = {
    {"free-any-spin", GYRE_METHOD_exact, 2051, -9, 4, 0},
    {"free-crowd", GYRE_METHOD_exact, 4611, -3, 1.7, 0},
    {"one-buffer-crowd", GYRE_METHOD_exact, 2051, -1, 1, NOT_TRANSACTIONAL},
    {"euler-crowd", GYRE_METHOD_semi_implicit_euler, 4611, -3, 1.7, 0},
    {"pushed-crowd", GYRE_METHOD_exact, 2051, -3, 1.7, WITH_CALLBACK | WITH_PUSHES | WITH_DAMPING},
    {"rkn4-crowd", GYRE_METHOD_rkn4, 1543, -3, 1, 0},
    {"free-extremes", GYRE_METHOD_exact, 301, -9, 4, WITH_EXTREMES | WITH_DAMPING},
    {"free-extremes-euler", GYRE_METHOD_semi_implicit_euler, 301, -9, 4, WITH_EXTREMES},
    {"free-extremes-exponential", GYRE_METHOD_semi_implicit_euler, 301, -9, 4, WITH_EXTREMES | WITH_EXPONENTIAL},
    {"free-extremes-rk4", GYRE_METHOD_rk4, 101, -9, 4, WITH_EXTREMES},
    {"fields-exact", GYRE_METHOD_exact, 261, -3, 1, WITH_FIELDS | WITH_DAMPING},
    {"fields-ledger", GYRE_METHOD_exact, 101, -3, 1, WITH_FIELDS | WITH_DAMPING | WITH_LEDGER},
    {"fields-euler", GYRE_METHOD_semi_implicit_euler, 261, -3, 1, WITH_FIELDS | WITH_DAMPING},
    {"springs", GYRE_METHOD_exact, 263, -3, 1, WITH_SPRINGS | WITH_DAMPERS | WITH_LEDGER},
    {"galaxy", GYRE_METHOD_exact, 67, -3, 1, WITH_MUTUAL},
    {"galaxy-ledger", GYRE_METHOD_exact, 31, -3, 2, WITH_MUTUAL | WITH_LEDGER},
    {"held", GYRE_METHOD_exact, 131, -3, 2, WITH_HELD | WITH_THRUSTERS | WITH_DAMPING | WITH_LEDGER},
    {"constraint", GYRE_METHOD_exact, 41, -3, 1, WITH_SPRINGS | WITH_CONSTRAINT},
    {"everything-exact", GYRE_METHOD_exact, 29, -3, 2.5, EVERYTHING},
    {"everything-euler", GYRE_METHOD_semi_implicit_euler, 29, -3, 2.5, EVERYTHING},
    {"everything-exponential", GYRE_METHOD_semi_implicit_euler, 29, -3, 2.5, EVERYTHING | WITH_EXPONENTIAL},
    {"everything-explicit_euler", GYRE_METHOD_explicit_euler, 23, -3, 1, EVERYTHING},
    {"everything-midpoint", GYRE_METHOD_midpoint, 23, -3, 2, EVERYTHING},
    {"everything-heun", GYRE_METHOD_heun, 23, -3, 2, EVERYTHING},
    {"everything-ralston", GYRE_METHOD_ralston, 23, -3, 2, EVERYTHING},
    {"everything-rk4", GYRE_METHOD_rk4, 23, -3, 2, EVERYTHING},
    {"everything-three_eighths", GYRE_METHOD_three_eighths, 23, -3, 2, EVERYTHING},
    {"everything-dopri5", GYRE_METHOD_dopri5, 9, -2, 0.5, EVERYTHING | PLAIN_BODIES},
    {"everything-esdirk4", GYRE_METHOD_esdirk4, 9, -2, 0.5, EVERYTHING | PLAIN_BODIES},
    {"smooth-rkn4", GYRE_METHOD_rkn4, 23, -3, 2.5, SMOOTH},
    {"smooth-rkn6", GYRE_METHOD_rkn6, 17, -3, 2.5, SMOOTH},
    {"free-rkn6", GYRE_METHOD_rkn6, 61, -9, 3, 0},
};

enum { CROWD_COUNT = sizeof crowds / sizeof crowds[0] };

// ---- bodies ----

// From second moments, which may be any that are not negative: no inertia that a body could not have.
static inline gyre_mass_properties random_mass(random_source *r, size_t kind) {
    double a = random_between(r, 0.1, 1), b = random_between(r, 0.1, 1), c = random_between(r, 0.1, 1);
    switch (kind) {
    case 1:
        b = c = a;
        break; // round
    case 2:
        b = a + 1e-14 * b, c = a - 1e-13 * c;
        break; // nearly round
    case 3:
        b = a;
        break; // two equal moments
    case 4:
        c = 0;
        break; // a plate
    case 5:
        a *= 1e-4, b *= 1e-4;
        break; // a rod: moments more than 1000 apart
    case 6:
        a *= 1e-7, b = a, c = random_between(r, 1, 2);
        break; // a needle
    }
    double mass = random_between(r, 0.5, 2);
    gyre_mass_properties p = {mass, {0, 0, 0}, {mass * (b + c), mass * (a + c), mass * (a + b), 0, 0, 0}};
    if (kind != 6 && kind != 2) insist(gyre_mass_rotate(&p, random_rotation(r), &p));
    p.center = random_vec3(r, 0.2);
    return p;
}

static inline void make_extreme(random_source *r, gyre_body_def *def) {
    double mass = random_size(r, -30, 30), size = random_size(r, -12, 12);
    gyre_tensor *I = &def->mass.inertia;
    def->mass.mass *= mass;
    def->mass.center = scaled(size, def->mass.center);
    double *moments[] = {&I->xx, &I->yy, &I->zz, &I->xy, &I->xz, &I->yz};
    for (int k = 0; k < 6; k++)
        *moments[k] *= mass * size * size;
    def->position = scaled(random_size(r, -320, 12), def->position); // down to subnormal numbers
    def->velocity = scaled(random_size(r, -320, 6), def->velocity);
}

static inline void hold(gyre_body_def *def, size_t i) {
    static const gyre_path_point path[] = {
        {0.1, {{0, 3, 0}, {1, 0, 0, 0}}}, {0.4, {{1, 3, 0}, {0, 0, 0, 1}}}, {9, {{1, -3, 0.5}, {0.6, 0, 0.8, 0}}}};
    switch (i % 9) {
    case 1:
        def->locks = GYRE_LOCK_PLANAR;
        break;
    case 2:
        def->locks = GYRE_LOCK_X | GYRE_LOCK_Y | GYRE_LOCK_Z;
        break;
    case 3:
        def->has_pivot = 1, def->pivot = (gyre_vec3){0.1, 0.2, -0.3};
        break;
    case 4:
        def->kind = GYRE_BODY_STATIC;
        break;
    case 5:
        def->kind = GYRE_BODY_KINEMATIC;
        break;
    case 6:
        def->kind = GYRE_BODY_KINEMATIC, def->path = path, def->path_count = 3;
        break;
    case 7:
        def->locks = GYRE_LOCK_Z;
        break;
    }
}

static inline gyre_body_id add_random_body(gyre_world *world, random_source *r, const crowd *c, size_t i) {
    gyre_body_def def = gyre_body_def_default();
    def.mass = random_mass(r, c->with & PLAIN_BODIES ? 0 : i % 7);
    def.position = random_vec3(r, 5);
    def.orientation = random_rotation(r);
    def.velocity = random_vec3(r, 1);
    double spin = random_size(r, c->slowest, c->fastest);
    def.angular_velocity = scaled(spin, random_vec3(r, 1));
    if (c->with & WITH_DAMPING && i % 2) def.linear_damping = 0.3, def.angular_damping = 0.2;
    if (c->with & WITH_EXTREMES) make_extreme(r, &def);
    if (c->with & WITH_HELD) hold(&def, i);
    gyre_body_id id;
    insist(gyre_world_add_body(world, &def, &id));
    return id;
}

// ---- forces ----

static inline void add_force(gyre_world *world, const gyre_force_def *def) {
    gyre_force_id id;
    insist(gyre_world_add_force(world, def, &id));
}

static inline void add_fields(gyre_world *world) {
    gyre_force_def drag = gyre_force_def_default(GYRE_FORCE_drag);
    drag.parameters.drag = (gyre_force_drag){0.1, 0.001, 1e-8};
    add_force(world, &drag);
    gyre_force_def wind = gyre_force_def_default(GYRE_FORCE_wind);
    wind.parameters.wind = (gyre_force_wind){{1, 0.5, 0}, 0.2, 0.002};
    add_force(world, &wind);
    gyre_force_def field = gyre_force_def_default(GYRE_FORCE_field);
    field.parameters.field.acceleration = (gyre_vec3){0.3, -0.2, 0.1};
    field.until = 3.21;
    add_force(world, &field);
    gyre_force_def pull = gyre_force_def_default(GYRE_FORCE_attraction);
    pull.parameters.attraction.mu = 2;
    pull.parameters.attraction.softening = 0.5;
    add_force(world, &pull);
    gyre_force_def boat = gyre_force_def_default(GYRE_FORCE_buoyancy);
    boat.parameters.buoyancy.fluid_density = 3;
    boat.parameters.buoyancy.solid = GYRE_SOLID_BOX;
    boat.parameters.buoyancy.size = (gyre_vec3){1, 0.7, 0.4};
    add_force(world, &boat);
}

static inline void add_springs(gyre_world *world, random_source *r, const gyre_body_id *bodies, const crowd *c) {
    for (size_t i = 0; i < c->count; i++) {
        gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
        spring.body = bodies[i];
        if (i % 5) spring.other = bodies[(i + 1) % c->count];
        spring.parameters.spring.stiffness = random_between(r, 0, 20);
        spring.parameters.spring.length = random_between(r, 0, 1);
        if (i % 7 < 5) spring.parameters.spring.at = (gyre_point){GYRE_AT_BODY, random_vec3(r, 0.3)};
        if (c->with & WITH_DAMPERS && i % 7 < 5) spring.parameters.spring.damping = 1e-4;
        add_force(world, &spring);
    }
}

static inline void add_thrusters(gyre_world *world, random_source *r, const gyre_body_id *bodies, const crowd *c) {
    static const gyre_profile_point profile[] = {{0, 0}, {0.5, 1}, {1, 0.25}, {7, 0}};
    for (size_t i = 0; i < c->count; i++) {
        gyre_force_def def = gyre_force_def_default(GYRE_FORCE_thruster);
        if (i % 4 == 0) {
            def.parameters.thruster.direction = random_vec3(r, 1);
            def.parameters.thruster.thrust = 0.2;
            def.profile = profile;
            def.profile_count = 4;
        } else if (i % 4 == 1) {
            def = gyre_force_def_default(GYRE_FORCE_force);
            def.parameters.force.force = random_vec3(r, 0.3);
            def.parameters.force.frame = i % 8 == 1 ? GYRE_FRAME_BODY : GYRE_FRAME_WORLD;
            def.from = 0.123;
            def.until = 1.777;
        } else if (i % 4 == 2) {
            def = gyre_force_def_default(GYRE_FORCE_torque);
            def.parameters.torque.torque = random_vec3(r, 0.01);
            def.parameters.torque.frame = i % 8 == 2 ? GYRE_FRAME_BODY : GYRE_FRAME_WORLD;
        } else {
            def = gyre_force_def_default(GYRE_FORCE_torsion);
            def.parameters.torsion.stiffness = 0.02;
        }
        def.body = bodies[i];
        add_force(world, &def);
    }
}

static inline void add_mutual(gyre_world *world) {
    gyre_force_def mutual = gyre_force_def_default(GYRE_FORCE_attraction);
    mutual.parameters.attraction.is_mutual = 1;
    mutual.parameters.attraction.G = 0.05;
    mutual.parameters.attraction.softening = 0.3;
    add_force(world, &mutual);
}

static inline gyre_result sway(const gyre_force_block *block, void *user) {
    (void)user;
    for (size_t i = 0; i < block->count; i++)
        block->wrenches[i].force.y += gyre_sin(3 * block->t) - 0.2 * block->velocities[i].y;
    return GYRE_OK;
}

static inline gyre_result slow_down(gyre_world *world, double h, void *user) {
    (void)user;
    for (gyre_body_id id = gyre_world_next_body(world, (gyre_body_id){0}); !gyre_body_is_none(id);
         id = gyre_world_next_body(world, id)) {
        gyre_motion m;
        gyre_result r = gyre_body_get_motion(world, id, &m);
        if (r == GYRE_OK)
            r = gyre_body_set_velocity(world, id, scaled(1 - h / 10, m.velocity), scaled(1 - h, m.angular_velocity));
        if (r != GYRE_OK) return r;
    }
    return GYRE_OK;
}

// ---- the run ----

static inline void add_callback(gyre_world *world) {
    gyre_force_def callback = gyre_force_def_default(GYRE_FORCE_callback);
    callback.name = "sway";
    callback.parameters.callback.function = sway;
    add_force(world, &callback);
}

static inline gyre_world_def crowd_world_def(const crowd *c) {
    gyre_world_def def = chosen_world_def();
    def.method = c->method;
    def.gravity = (gyre_vec3){0.1, 0, -1};
    def.has_ledger = (c->with & WITH_LEDGER) != 0;
    def.is_transactional = !(c->with & NOT_TRANSACTIONAL);
    if (c->with & WITH_EXPONENTIAL) def.orientation_update = GYRE_ORIENTATION_EXPONENTIAL;
    if (c->with & WITH_CONSTRAINT) def.solve_constraints = slow_down;
    return def;
}

/// The same bodies and forces for the same seed.
static inline gyre_world *make_crowd_of(const gyre_world_def *def, const crowd *c, uint64_t seed,
                                        gyre_body_id *bodies) {
    random_source r = {seed};
    gyre_world *world;
    insist(gyre_world_create(def, &world));
    for (size_t i = 0; i < c->count; i++)
        bodies[i] = add_random_body(world, &r, c, i);
    if (c->with & WITH_FIELDS) add_fields(world);
    if (c->with & WITH_SPRINGS) add_springs(world, &r, bodies, c);
    if (c->with & WITH_THRUSTERS) add_thrusters(world, &r, bodies, c);
    if (c->with & WITH_MUTUAL) add_mutual(world);
    if (c->with & WITH_CALLBACK) add_callback(world);
    return world;
}

static inline gyre_world *make_crowd(const crowd *c, gyre_body_id *bodies) {
    gyre_world_def def = crowd_world_def(c);
    return make_crowd_of(&def, c, 82, bodies);
}

static inline void push_by_hand(gyre_world *world, const gyre_body_id *bodies, int i) {
    gyre_vec3 push = {1, 0, 0.01 * (i % 10)}, at = {0, 0, 1};
    insist(gyre_body_apply_force(world, bodies[0], push, at));
    insist(gyre_body_apply_torque(world, bodies[7], scaled(0.01, at)));
    if (i % 50 == 10) insist(gyre_body_apply_impulse(world, bodies[8], scaled(0.1, push), at));
}

static inline void run_crowd(gyre_hash *hash, const crowd *c, int steps) {
    gyre_body_id *bodies = room_for(c->count, sizeof *bodies);
    gyre_world *world = make_crowd(c, bodies);
    for (int i = 0; i < steps; i++) {
        if (c->with & WITH_PUSHES) push_by_hand(world, bodies, i);
        step_world(world, 1.0 / 60, 1);
    }
    add_world_to_hash(hash, world);
    gyre_world_destroy(world);
    free(bodies);
}
