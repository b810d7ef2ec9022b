/// Layer 8: the energy of each body.
#include "world_helpers.h"

enum { BODIES = 5 };

// Everything that has a potential: gravity, springs to the world, to a static and between bodies, mutual attraction.
static gyre_world *springy_world(gyre_body_id ids[BODIES]) {
    random_source r = {3};
    gyre_world *world = world_with(-9.80665, GYRE_METHOD_exact);
    for (int i = 0; i < BODIES; i++) {
        gyre_body_def def = random_body_def(&r);
        if (i == 3) def.kind = GYRE_BODY_STATIC;
        ids[i] = add_body(world, &def);
    }
    gyre_force_def to_world = spring_on(ids[0], no_body, 30, 0.5), pair = spring_on(ids[1], ids[2], 20, 1),
                   to_static = spring_on(ids[4], ids[3], 10, 0.25), mutual = force_on(GYRE_FORCE_attraction, no_body);
    mutual.parameters.attraction.is_mutual = 1;
    mutual.parameters.attraction.G = 2;
    add_force(world, &to_world);
    add_force(world, &pair);
    add_force(world, &to_static);
    add_force(world, &mutual);
    return world;
}

TEST(energies_of_all_bodies_add_up_to_that_of_the_world) {
    gyre_body_id ids[BODIES];
    gyre_world *world = springy_world(ids);
    take_steps(world, DT, 30);
    double kinetic[BODIES], potential[BODIES], sum_kinetic = 0, sum_potential = 0, size = 0, want_kinetic,
                                               want_potential;
    CHECK_OK(gyre_world_get_energies(world, NULL, BODIES, kinetic, potential));
    CHECK_OK(gyre_world_energy(world, &want_kinetic, &want_potential));
    for (int i = 0; i < BODIES; i++) {
        sum_kinetic += kinetic[i];
        sum_potential += potential[i];
        size += fabs(kinetic[i]) + fabs(potential[i]);
    }
    // another order of the same sum: a rounding per term, of which there are fewer than 32
    CHECK_NEAR(sum_kinetic, want_kinetic, 32 * 0x1p-53 * size);
    CHECK_NEAR(sum_potential, want_potential, 32 * 0x1p-53 * size);
    gyre_world_destroy(world);
}

TEST(a_dynamic_body_has_all_of_the_potential_of_a_spring_to_a_static_body) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    gyre_body_def fixed = ball_def();
    fixed.kind = GYRE_BODY_STATIC;
    fixed.position.x = 3;
    gyre_body_id ids[3] = {add_ball_at(world, (gyre_vec3){0, 0, 0}), add_body(world, &fixed),
                           add_ball_at(world, (gyre_vec3){0, 8, 0})};
    gyre_force_def on_first = spring_on(ids[0], ids[1], 4, 1), on_second = spring_on(ids[1], ids[2], 2, 0);
    add_force(world, &on_first);
    add_force(world, &on_second);
    double kinetic[3], potential[3];
    CHECK_OK(gyre_world_get_energies(world, ids, 3, kinetic, potential));
    CHECK_SAME(potential[0], 8.0);         // 1/2 4 (3 - 1)^2
    CHECK_SAME(potential[1], 0.0);         // static
    CHECK_NEAR(potential[2], 73.0, 1e-13); // 1/2 2 (3^2 + 8^2)
    gyre_world_destroy(world);
}

TEST(two_dynamic_bodies_share_the_potential_of_their_spring) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    gyre_body_id ids[3] = {add_ball_at(world, (gyre_vec3){0, 0, 0}), add_ball_at(world, (gyre_vec3){3, 0, 0}),
                           add_ball_at(world, (gyre_vec3){0, 8, 0})};
    gyre_force_def pair = spring_on(ids[0], ids[1], 4, 1), alone = spring_on(ids[2], no_body, 2, 0);
    alone.parameters.spring.to_at = at_world(0, 5, 0);
    add_force(world, &pair);
    add_force(world, &alone);
    double kinetic[3], potential[3];
    CHECK_OK(gyre_world_get_energies(world, ids, 3, kinetic, potential));
    CHECK_SAME(potential[0], 4.0); // 1/2 4 (3 - 1)^2 = 8 J, halved
    CHECK_SAME(potential[1], 4.0);
    CHECK_SAME(potential[2], 9.0); // 1/2 2 3^2: the other end is fixed in the world
    gyre_world_destroy(world);
}

TEST(energies_are_in_the_requested_order) {
    gyre_body_id ids[BODIES];
    gyre_world *world = springy_world(ids);
    double kinetic[BODIES], potential[BODIES], some_kinetic[2], some_potential[2], want;
    gyre_body_id some[2] = {ids[4], ids[1]};
    CHECK_OK(gyre_world_get_energies(world, ids, BODIES, kinetic, potential));
    CHECK_OK(gyre_world_get_energies(world, some, 2, some_kinetic, some_potential));
    CHECK_SAME(some_kinetic[0], kinetic[4]);
    CHECK_SAME(some_kinetic[1], kinetic[1]);
    CHECK_SAME(some_potential[0], potential[4]);
    CHECK_SAME(some_potential[1], potential[1]);
    CHECK_OK(gyre_body_kinetic_energy(world, ids[4], &want));
    CHECK_SAME(some_kinetic[0], want);
    gyre_world_destroy(world);
}

TEST(energies_of_bodies_that_are_gone_are_refused) {
    gyre_body_id ids[BODIES];
    gyre_world *world = springy_world(ids);
    double kinetic[BODIES], potential[BODIES];
    CHECK_RESULT(gyre_world_get_energies(world, NULL, BODIES - 1, kinetic, potential), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_world_get_energies(world, NULL, BODIES, kinetic, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_world_get_energies(NULL, ids, BODIES, kinetic, potential), GYRE_ERR_NULL_POINTER);
    CHECK_OK(gyre_world_remove_body(world, ids[2]));
    CHECK_RESULT(gyre_world_get_energies(world, ids, BODIES, kinetic, potential), GYRE_ERR_STALE_ID);
    CHECK_OK(gyre_world_get_energies(world, ids, 0, NULL, NULL));
    gyre_world_destroy(world);
}

TEST(energies_without_memory_fail_and_leak_nothing) {
    failing host = {.fail_at = -1};
    gyre_world_def def = plain_world_def();
    def.allocator = (gyre_allocator){failing_take, failing_give, &host};
    gyre_world *world = world_of(&def);
    add_ball_at(world, (gyre_vec3){0, 0, 0});
    double kinetic, potential;
    int live = host.live;
    host.fail_at = host.calls;
    CHECK_RESULT(gyre_world_get_energies(world, NULL, 1, &kinetic, &potential), GYRE_ERR_NO_MEMORY);
    CHECK_OK(gyre_world_get_energies(world, NULL, 1, &kinetic, &potential));
    CHECK_EQ(host.live, live);
    gyre_world_destroy(world);
}

TEST(work_of_removed_forces_stays_in_the_ledger) {
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    gyre_body_id ball = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_force_def push = push_on(ball, (gyre_vec3){1, 0, 0}, at_body(0, 0, 0));
    gyre_force_id force = add_force(world, &push);
    take_steps(world, DT, 10);
    double work, removed;
    CHECK_OK(gyre_force_get_work(world, force, NULL, &work));
    CHECK_BELOW(0, work);
    CHECK_OK(gyre_world_remove_force(world, force));
    CHECK_OK(gyre_world_get_removed_work(world, &removed));
    CHECK_SAME(removed, work);
    gyre_world_destroy(world);
    world = plain_world();
    CHECK_RESULT(gyre_world_get_removed_work(world, &removed), GYRE_ERR_OPTION);
    gyre_world_destroy(world);
}

RUN_TESTS("world energy")
