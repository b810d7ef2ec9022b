/// A step in one sweep gives the bits of a step in stages: forces that do nothing lead through the stages.
#include "crowd.h"

#include <float.h>

enum { BODIES = 131, STEPS = 60 };

static void add_nothing(gyre_world *world, gyre_force_id *out_force) {
    gyre_force_def def = gyre_force_def_default(GYRE_FORCE_field);
    def.parameters.field.acceleration = (gyre_vec3){0, 0, 0};
    *out_force = add_force(world, &def);
}

static gyre_world *crowd_in(gyre_method method, unsigned features, int is_transactional, int is_staged, double g) {
    gyre_world_def def = plain_world_def();
    def.gravity = (gyre_vec3){0.5, 0, g};
    def.method = method;
    def.is_transactional = is_transactional;
    gyre_world *world = world_of(&def);
    add_crowd(world, BODIES, features, 11);
    gyre_force_id nothing;
    if (is_staged) add_nothing(world, &nothing);
    return world;
}

static void run(gyre_world *world, double h) {
    for (int i = 0; i < STEPS; i++) {
        if (i % 10 == 3) push_crowd(world, i);
        take_steps(world, i % 20 == 19 ? h / 3 : h, 1);
    }
}

static const gyre_method splittings[] = {GYRE_METHOD_exact, GYRE_METHOD_semi_implicit_euler, GYRE_METHOD_rkn4,
                                         GYRE_METHOD_rkn6};

TEST(one_sweep_gives_the_bits_of_many) {
    for (size_t m = 0; m < COUNT_OF(splittings); m++)
        for (unsigned features = 0; features <= CROWD_ALL; features++) {
            int is_rkn = splittings[m] == GYRE_METHOD_rkn4 || splittings[m] == GYRE_METHOD_rkn6;
            if (is_rkn && (features & CROWD_DAMPING)) continue;
            if (features % 3 == 2 && features != CROWD_ALL) continue; // enough of them
            gyre_world *fused = crowd_in(splittings[m], features, 1, 0, -9.81);
            gyre_world *staged = crowd_in(splittings[m], features, 1, 1, -9.81);
            gyre_world *in_place = crowd_in(splittings[m], features, 0, 0, -9.81);
            run(fused, DT);
            run(staged, DT);
            run(in_place, DT);
            if (gyre_world_hash(fused) != gyre_world_hash(staged))
                fail_msg("%s, features %u", gyre_method_name(splittings[m]), features);
            CHECK_EQ(gyre_world_hash(in_place), gyre_world_hash(staged));
            gyre_world_destroy(fused);
            gyre_world_destroy(staged);
            gyre_world_destroy(in_place);
        }
}

// The accounts are added up in another order: some 1e5 roundings of their largest numbers.
TEST(one_sweep_keeps_the_ledger_of_many) {
    for (size_t m = 0; m < COUNT_OF(splittings); m++) {
        gyre_ledger ledgers[2];
        for (int is_staged = 0; is_staged < 2; is_staged++) {
            int is_rkn = splittings[m] == GYRE_METHOD_rkn4 || splittings[m] == GYRE_METHOD_rkn6;
            gyre_world_def def = plain_world_def();
            def.gravity = (gyre_vec3){0.5, 0, -9.81};
            def.method = splittings[m];
            def.has_ledger = 1;
            gyre_world *world = world_of(&def);
            add_crowd(world, BODIES, is_rkn ? CROWD_ALL & ~CROWD_DAMPING : CROWD_ALL, 11);
            gyre_force_id nothing;
            if (is_staged) add_nothing(world, &nothing);
            run(world, DT);
            ledgers[is_staged] = ledger_of(world);
            gyre_world_destroy(world);
        }
        const gyre_ledger *a = &ledgers[0], *b = &ledgers[1];
        double unit = DBL_EPSILON * 1e5 * (fabs(a->initial) + fabs(a->final));
        CHECK_SAME(a->final, b->final);
        CHECK_NEAR(a->work, b->work, unit);
        CHECK_NEAR(a->dissipated, b->dissipated, unit);
        CHECK_VEC3_NEAR(a->momentum.impulse, b->momentum.impulse, unit);
        CHECK_VEC3_NEAR(a->angular_momentum.impulse, b->angular_momentum.impulse, unit);
        CHECK(a->work != 0 && norm(a->momentum.impulse) > 1);
    }
}

TEST(backward_and_tiny_steps_are_the_same_too) {
    const double steps[] = {-DT, 1e-200, 5e-324, 3};
    for (size_t k = 0; k < COUNT_OF(steps); k++) {
        gyre_world *fused = crowd_in(GYRE_METHOD_exact, CROWD_ALL, 1, 0, -9.81);
        gyre_world *staged = crowd_in(GYRE_METHOD_exact, CROWD_ALL, 1, 1, -9.81);
        for (int i = 0; i < 20; i++) {
            take_steps(fused, steps[k], 1);
            take_steps(staged, steps[k], 1);
        }
        CHECK_EQ(gyre_world_hash(fused), gyre_world_hash(staged));
        gyre_world_destroy(fused);
        gyre_world_destroy(staged);
    }
}

TEST(a_force_that_comes_and_goes_changes_between_the_paths_without_a_trace) {
    gyre_world *world = crowd_in(GYRE_METHOD_exact, CROWD_ALL, 1, 0, -9.81);
    gyre_world *staged = crowd_in(GYRE_METHOD_exact, CROWD_ALL, 1, 1, -9.81);
    for (int i = 0; i < 12; i++) {
        gyre_force_id id;
        add_nothing(world, &id);
        take_steps(world, DT, 1 + i % 3);
        CHECK_OK(gyre_world_remove_force(world, id));
        take_steps(world, DT, 2);
        take_steps(staged, DT, 3 + i % 3);
    }
    CHECK_EQ(gyre_world_hash(world), gyre_world_hash(staged));
    gyre_world_destroy(world);
    gyre_world_destroy(staged);
}

// The first of two bodies that fail is named, in whatever lanes they are.
TEST(the_culprit_is_the_same_on_both_paths_and_nothing_changes) {
    for (int first = 0; first < 9; first++) {
        gyre_step_report reports[2];
        for (int is_staged = 0; is_staged < 2; is_staged++) {
            gyre_world *world = crowd_in(GYRE_METHOD_exact, 0, 1, is_staged, 0);
            gyre_body_id id = {0};
            for (int i = 0; !gyre_body_is_none(id = gyre_world_next_body(world, id)); i++)
                if (i == first || i == 70)
                    CHECK_OK(gyre_body_set_velocity(world, id, (gyre_vec3){1e307, 0, 0}, (gyre_vec3){0, 0, 0}));
            uint64_t hash = gyre_world_hash(world);
            CHECK_RESULT(gyre_world_step(world, 1e3, &reports[is_staged]), GYRE_ERR_NOT_FINITE);
            CHECK_EQ(gyre_world_hash(world), hash);
            CHECK_EQ(reports[is_staged].body.index, first);
            CHECK_EQ(reports[is_staged].quantity, GYRE_QUANTITY_POSITION);
            gyre_world_destroy(world);
        }
        CHECK(strcmp(reports[0].text, reports[1].text) == 0);
    }
}

// Sums of numbers that are all finite may not be: nothing is wrong with such a body.
TEST(huge_numbers_that_are_finite_pass) {
    gyre_world *world = plain_world();
    for (int i = 0; i < 7; i++) {
        gyre_body_def def = ball_def();
        def.position = (gyre_vec3){1.5e308, 1.5e308, i % 2 ? -1.5e308 : 1.5e308};
        add_body(world, &def);
    }
    take_steps(world, DT, 3);
    gyre_world_destroy(world);
}

RUN_TESTS("one sweep")
