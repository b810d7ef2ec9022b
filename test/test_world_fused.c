/// A step in one sweep gives the bits of a step in stages: forces that do nothing lead through the stages.
#include "crowd.h"

enum { BODIES = 131, STEPS = 60 };

// The code paths of a step: weight alone in one sweep, forces in one sweep, or stages.
enum { PLAIN, FORCED, STAGED, WAYS };

// A force without strength: on all bodies it stays in the sweep, on one body it leads through the stages.
static gyre_force_id add_nothing(gyre_world *world, int way) {
    gyre_force_def def = gyre_force_def_default(GYRE_FORCE_field);
    def.parameters.field.acceleration = (gyre_vec3){0, 0, 0};
    if (way == STAGED) def.body = gyre_world_next_body(world, no_body);
    return add_force(world, &def);
}

static gyre_world *crowd_in(gyre_method method, unsigned features, int is_transactional, int way, double g) {
    gyre_world_def def = plain_world_def();
    def.gravity = (gyre_vec3){0.5, 0, g};
    def.method = method;
    def.is_transactional = is_transactional;
    gyre_world *world = world_of(&def);
    add_crowd(world, BODIES, features, 11);
    if (way != PLAIN) add_nothing(world, way);
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
            gyre_world *fused = crowd_in(splittings[m], features, 1, PLAIN, -9.81);
            gyre_world *forced = crowd_in(splittings[m], features, 1, FORCED, -9.81);
            gyre_world *staged = crowd_in(splittings[m], features, 1, STAGED, -9.81);
            gyre_world *in_place = crowd_in(splittings[m], features, 0, PLAIN, -9.81);
            run(fused, DT);
            run(forced, DT);
            run(staged, DT);
            run(in_place, DT);
            if (gyre_world_hash(fused) != gyre_world_hash(staged))
                fail_msg("%s, features %u", gyre_method_name(splittings[m]), features);
            CHECK_EQ(gyre_world_hash(forced), gyre_world_hash(staged));
            CHECK_EQ(gyre_world_hash(in_place), gyre_world_hash(staged));
            gyre_world_destroy(fused);
            gyre_world_destroy(forced);
            gyre_world_destroy(staged);
            gyre_world_destroy(in_place);
        }
}

// Forces of every kind that acts on all bodies alike, some for a part of the time or with a profile.
static void add_uniform_forces(gyre_world *world, int with_velocities) {
    static const gyre_profile_point profile[] = {{0, 0.5}, {0.4, 2}, {2, 1}};
    gyre_force_def field = gyre_force_def_default(GYRE_FORCE_field),
                   pull = gyre_force_def_default(GYRE_FORCE_attraction);
    field.parameters.field.acceleration = (gyre_vec3){1, -2, 0.5};
    field.from = 10.5 * DT;
    field.until = 40.25 * DT;
    add_force(world, &field);
    pull.parameters.attraction.to = (gyre_point){GYRE_AT_WORLD, {1, 2, 3}};
    pull.parameters.attraction.mu = 4;
    pull.parameters.attraction.softening = 0.5;
    add_force(world, &pull);
    gyre_force_def push = gyre_force_def_default(GYRE_FORCE_force);
    push.parameters.force.force = (gyre_vec3){0.25, 0.5, 1};
    push.profile = profile;
    push.profile_count = COUNT_OF(profile);
    add_force(world, &push);
    if (!with_velocities) return;
    gyre_force_def drag = gyre_force_def_default(GYRE_FORCE_drag), wind = gyre_force_def_default(GYRE_FORCE_wind);
    drag.parameters.drag = (gyre_force_drag){.linear = 0.25, .quadratic = 0.125, .angular = 0.0625};
    add_force(world, &drag);
    wind.parameters.wind = (gyre_force_wind){.velocity = {1, 2, 0}, .linear = 0.125, .quadratic = 0.25};
    add_force(world, &wind);
}

// The state, and to the byte the ledger too: kick by kick, the sums are the same.
TEST(uniform_forces_in_one_sweep_give_the_bits_and_the_ledger_of_stages) {
    for (size_t m = 0; m < COUNT_OF(splittings); m++) {
        int is_rkn = splittings[m] == GYRE_METHOD_rkn4 || splittings[m] == GYRE_METHOD_rkn6;
        gyre_ledger ledgers[2];
        uint64_t hashes[2];
        for (int is_staged = 0; is_staged < 2; is_staged++) {
            gyre_world_def def = plain_world_def();
            def.gravity = (gyre_vec3){0.5, 0, -9.81};
            def.method = splittings[m];
            def.has_ledger = 1;
            gyre_world *world = world_of(&def);
            add_crowd(world, BODIES, is_rkn ? CROWD_ALL & ~CROWD_DAMPING : CROWD_ALL, 11);
            add_uniform_forces(world, !is_rkn);
            if (is_staged) add_nothing(world, STAGED);
            run(world, DT);
            ledgers[is_staged] = ledger_of(world);
            hashes[is_staged] = gyre_world_hash(world);
            gyre_world_destroy(world);
        }
        CHECK_EQ(hashes[0], hashes[1]);
        CHECK_BYTES(&ledgers[0], &ledgers[1], sizeof ledgers[0]);
        CHECK(ledgers[0].work != 0 && norm(ledgers[0].momentum.impulse) > 1);
    }
}

// One sweep keeps no wrenches from step to step, so both kicks evaluate: the count identifies the code path.
TEST(uniform_forces_are_evaluated_within_the_sweep) {
    const gyre_force_kind kinds[] = {GYRE_FORCE_field, GYRE_FORCE_force, GYRE_FORCE_torque, GYRE_FORCE_attraction};
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (int is_on_one = 0; is_on_one < 2; is_on_one++) {
            gyre_world *world = crowd_in(GYRE_METHOD_exact, 0, 1, PLAIN, -9.81);
            gyre_force_def def = gyre_force_def_default(kinds[k]);
            if (kinds[k] == GYRE_FORCE_field) def.parameters.field.acceleration = (gyre_vec3){1, 2, 3};
            if (kinds[k] == GYRE_FORCE_force) def.parameters.force.force = (gyre_vec3){1, 2, 3};
            if (kinds[k] == GYRE_FORCE_torque) def.parameters.torque.torque = (gyre_vec3){1, 2, 3};
            if (kinds[k] == GYRE_FORCE_attraction)
                def.parameters.attraction.to = (gyre_point){GYRE_AT_WORLD, {9, 9, 9}};
            if (kinds[k] == GYRE_FORCE_attraction) def.parameters.attraction.mu = 2;
            if (is_on_one) def.body = gyre_world_next_body(world, no_body);
            add_force(world, &def);
            gyre_step_report report;
            take_steps(world, DT, 1);
            CHECK_OK(gyre_world_step(world, DT, &report));
            CHECK_EQ(report.evaluations, is_on_one ? 1 : 2);
            gyre_world_destroy(world);
        }
}

// Lane by lane, or in stages after forces on single bodies, in runs of any length.
TEST(uniform_forces_beyond_the_limit_of_one_sweep_act_too) {
    uint64_t hashes[2];
    for (int is_split = 0; is_split < 2; is_split++) {
        gyre_world *world = crowd_in(GYRE_METHOD_exact, CROWD_ALL, 1, PLAIN, -9.81);
        gyre_force_def field = gyre_force_def_default(GYRE_FORCE_field);
        for (int i = 0; i < 11; i++) {
            field.parameters.field.acceleration = (gyre_vec3){0.5, 0.25 * i, -1};
            add_force(world, &field);
            if (is_split && i % 4 == 1) add_nothing(world, STAGED);
        }
        run(world, DT);
        hashes[is_split] = gyre_world_hash(world);
        gyre_world_destroy(world);
    }
    CHECK_EQ(hashes[0], hashes[1]);
}

TEST(backward_and_tiny_steps_are_the_same_too) {
    const double steps[] = {-DT, 1e-200, 5e-324, 3};
    for (size_t k = 0; k < COUNT_OF(steps); k++) {
        gyre_world *fused = crowd_in(GYRE_METHOD_exact, CROWD_ALL, 1, PLAIN, -9.81);
        gyre_world *staged = crowd_in(GYRE_METHOD_exact, CROWD_ALL, 1, STAGED, -9.81);
        for (int i = 0; i < 20; i++) {
            take_steps(fused, steps[k], 1);
            take_steps(staged, steps[k], 1);
        }
        CHECK_EQ(gyre_world_hash(fused), gyre_world_hash(staged));
        gyre_world_destroy(fused);
        gyre_world_destroy(staged);
    }
}

TEST(adding_and_removing_a_force_switches_between_step_paths_without_changing_bits) {
    gyre_world *world = crowd_in(GYRE_METHOD_exact, CROWD_ALL, 1, PLAIN, -9.81);
    gyre_world *staged = crowd_in(GYRE_METHOD_exact, CROWD_ALL, 1, STAGED, -9.81);
    for (int i = 0; i < 12; i++) {
        gyre_force_id id = add_nothing(world, i % 2 ? STAGED : FORCED);
        take_steps(world, DT, 1 + i % 3);
        CHECK_OK(gyre_world_remove_force(world, id));
        take_steps(world, DT, 2);
        take_steps(staged, DT, 3 + i % 3);
    }
    CHECK_EQ(gyre_world_hash(world), gyre_world_hash(staged));
    gyre_world_destroy(world);
    gyre_world_destroy(staged);
}

// The first of two failing bodies is named, in any lanes.
TEST(the_culprit_is_the_same_on_both_paths_and_nothing_changes) {
    for (int first = 0; first < 9; first++) {
        gyre_step_report reports[WAYS];
        for (int way = 0; way < WAYS; way++) {
            gyre_world *world = crowd_in(GYRE_METHOD_exact, 0, 1, way, 0);
            gyre_body_id id = {0};
            for (int i = 0; !gyre_body_is_none(id = gyre_world_next_body(world, id)); i++)
                if (i == first || i == 70)
                    CHECK_OK(gyre_body_set_velocity(world, id, (gyre_vec3){1e307, 0, 0}, (gyre_vec3){0, 0, 0}));
            REMEMBER(was, world);
            CHECK_RESULT(gyre_world_step(world, 1e3, &reports[way]), GYRE_ERR_NOT_FINITE);
            CHECK_UNCHANGED(world, was);
            CHECK_EQ(reports[way].body.index, first);
            CHECK_EQ(reports[way].quantity, GYRE_QUANTITY_POSITION);
            gyre_world_destroy(world);
        }
        CHECK(strcmp(reports[PLAIN].text, reports[STAGED].text) == 0);
        CHECK(strcmp(reports[FORCED].text, reports[STAGED].text) == 0);
    }
}

// Sums of numbers that are all finite may not be: nothing is wrong with such a body.
TEST(huge_finite_numbers_are_accepted) {
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
