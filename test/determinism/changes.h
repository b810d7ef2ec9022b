/// Worlds that change during the run: bodies are added and removed, steps vary and run backward, methods and masses are
/// exchanged, snapshots are restored, flights take hours.
#pragma once

#include "crowds.h"

static inline void replace_body(gyre_world *world, random_source *r, gyre_body_id *bodies, const crowd *c, int i) {
    size_t which = random_u64(r) % c->count;
    insist(gyre_world_remove_body(world, bodies[which]));
    bodies[which] = add_random_body(world, r, c, (size_t)i);
}

static inline void change_body(gyre_world *world, random_source *r, gyre_body_id body, int i) {
    gyre_motion motion;
    gyre_mass_properties mass = random_mass(r, (size_t)i % 7);
    insist(gyre_body_get_motion(world, body, &motion));
    motion.position = plus(motion.position, random_vec3(r, 0.1));
    insist(gyre_body_set_motion(world, body, &motion));
    insist(gyre_body_set_mass(world, body, &mass));
    insist(gyre_body_set_damping(world, body, 0, random_between(r, 0, 0.1)));
}

// Saved, damaged and restored: the same as before. (The bytes themselves name the world, which differs from run
// to run.)
static inline void restore(gyre_world *world) {
    size_t size;
    insist(gyre_world_snapshot_size(world, &size));
    char *bytes = room_for(size, 1);
    insist(gyre_world_save(world, bytes, size, &size));
    step_world(world, 0.1, 1);
    insist(gyre_world_restore(world, bytes, size));
    free(bytes);
}

static inline void changing_world(gyre_hash *hash, int steps) {
    static const crowd c = {"", GYRE_METHOD_exact, 45, -2, 2, WITH_THRUSTERS | WITH_DAMPING | WITH_LEDGER};
    static const gyre_method methods[] = {GYRE_METHOD_exact, GYRE_METHOD_rk4, GYRE_METHOD_semi_implicit_euler};
    random_source r = {85};
    gyre_body_id bodies[45];
    gyre_world *world = make_crowd(&c, bodies);
    for (int i = 0; i < steps; i++) {
        if (i % 7 == 3) replace_body(world, &r, bodies, &c, i);
        if (i % 5 == 2) change_body(world, &r, bodies[random_u64(&r) % c.count], i);
        if (i % 100 == 15) restore(world);
        gyre_method method = methods[i / 13 % 3];
        insist(gyre_world_set_method(world, method));
        insist(gyre_world_set_gravity(world, random_vec3(&r, 3)));
        int is_backward = i % 11 == 10 && method != GYRE_METHOD_semi_implicit_euler;
        step_world(world, (is_backward ? -1 : 1) * random_size(&r, -4, -1), 1);
    }
    add_world_to_hash(hash, world);
    gyre_world_destroy(world);
}

static inline void long_flights(gyre_hash *hash, int steps) {
    static const crowd c = {"", GYRE_METHOD_exact, 21, -3, 3, 0};
    random_source r = {86};
    gyre_body_id bodies[21];
    gyre_world *world = make_crowd(&c, bodies);
    for (int i = 0; i < steps; i++)
        insist(gyre_world_fly(world, (i % 3 ? 1 : -1) * random_size(&r, -3, 4), NULL));
    add_world_to_hash(hash, world);
    gyre_world_destroy(world);
}
