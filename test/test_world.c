/// The life of worlds, bodies and forces: ids, names, coming and going, time, and what callbacks may do.
#include "world_helpers.h"

// ---- making worlds ----

TEST(a_new_world_is_empty) {
    gyre_world *world = plain_world();
    CHECK_SAME(gyre_world_time(world), 0);
    CHECK_EQ(gyre_world_step_count(world), 0);
    CHECK_EQ(gyre_world_body_count(world), 0);
    CHECK_EQ(gyre_world_force_count(world), 0);
    CHECK_EQ(gyre_world_method(world), GYRE_METHOD_exact);
    CHECK(gyre_body_is_none(gyre_world_next_body(world, no_body)));
    CHECK(gyre_force_is_none(gyre_world_next_force(world, no_force)));
    take_steps(world, DT, 3); // time passes without bodies too
    CHECK_EQ(gyre_world_step_count(world), 3);
    CHECK_SAME(gyre_world_time(world), 3 * DT);
    gyre_world_destroy(world);
}

TEST(a_world_refuses_wrong_definitions_and_leaves_the_output_unchanged) {
    gyre_world_def defs[6];
    for (size_t i = 0; i < COUNT_OF(defs); i++)
        defs[i] = plain_world_def();
    defs[0].marker = 0;
    defs[1].gravity.y = NAN;
    defs[2].method = GYRE_METHOD_COUNT;
    defs[3].rtol = -1;
    defs[4].orientation_update = GYRE_ORIENTATION_UPDATE_COUNT;
    defs[5].allocator.take = failing_take;
    const gyre_result wants[] = {GYRE_ERR_DEFINITION, GYRE_ERR_NOT_FINITE, GYRE_ERR_METHOD,
                                 GYRE_ERR_TOLERANCE,  GYRE_ERR_OPTION,     GYRE_ERR_ALLOCATOR};
    for (size_t i = 0; i < COUNT_OF(defs); i++) {
        gyre_world *world = NULL;
        CHECK_RESULT(gyre_world_create(&defs[i], &world), wants[i]);
        CHECK(world == NULL);
    }
    CHECK_RESULT(gyre_world_create(NULL, NULL), GYRE_ERR_NULL_POINTER);
    gyre_world_destroy(NULL);
}

// ---- ids ----

// Checks the result of every call that takes a body's id.
static void check_every_call(gyre_world *world, gyre_body_id id, gyre_result want) {
    gyre_motion motion = {.orientation = {1, 0, 0, 0}};
    gyre_pose pose = {.orientation = {1, 0, 0, 0}};
    gyre_vec3 zero = {0, 0, 0}, a, b;
    gyre_mass_properties mass = properties_of(1, 1, 1, 1);
    gyre_state state;
    gyre_body_kind kind;
    gyre_wrench wrench;
    gyre_force_id force;
    unsigned locks;
    uint64_t data;
    double x, y;
    REMEMBER(was, world);
    CHECK_RESULT(gyre_body_get_motion(world, id, &motion), want);
    CHECK_RESULT(gyre_body_set_motion(world, id, &motion), want);
    CHECK_RESULT(gyre_body_set_pose(world, id, pose), want);
    CHECK_RESULT(gyre_body_set_velocity(world, id, zero, zero), want);
    CHECK_RESULT(gyre_world_get_motions(world, &id, 1, &motion), want);
    CHECK_RESULT(gyre_world_set_motions(world, &id, 1, &motion), want);
    CHECK_RESULT(gyre_body_get_interpolated_pose(world, id, 0.5, &pose), want);
    CHECK_RESULT(gyre_body_get_state(world, id, &state), want);
    CHECK_RESULT(gyre_body_velocity_at(world, id, zero, &a), want);
    CHECK_RESULT(gyre_body_momentum(world, id, zero, &a, &b), want);
    CHECK_RESULT(gyre_body_kinetic_energy(world, id, &x), want);
    CHECK_RESULT(gyre_body_get_mass(world, id, &mass), want);
    CHECK_RESULT(gyre_body_set_mass(world, id, &mass), want);
    CHECK_RESULT(gyre_body_get_kind(world, id, &kind), want);
    CHECK_RESULT(gyre_body_set_kind(world, id, GYRE_BODY_DYNAMIC), want);
    CHECK_RESULT(gyre_body_get_damping(world, id, &x, &y), want);
    CHECK_RESULT(gyre_body_set_damping(world, id, 0, 0), want);
    CHECK_RESULT(gyre_body_get_locks(world, id, &locks), want);
    CHECK_RESULT(gyre_body_set_locks(world, id, 0), want);
    CHECK_RESULT(gyre_body_get_user_data(world, id, &data), want);
    CHECK_RESULT(gyre_body_set_user_data(world, id, 0), want);
    CHECK_RESULT(gyre_body_apply_force(world, id, zero, zero), want);
    CHECK_RESULT(gyre_body_apply_force_at_center(world, id, zero), want);
    CHECK_RESULT(gyre_body_apply_torque(world, id, zero), want);
    CHECK_RESULT(gyre_body_apply_impulse(world, id, zero, zero), want);
    CHECK_RESULT(gyre_body_apply_angular_impulse(world, id, zero), want);
    CHECK_RESULT(gyre_body_get_applied(world, id, &wrench), want);
    CHECK_EQ(gyre_body_is_valid(world, id), want == GYRE_OK);
    CHECK((gyre_body_name(world, id) != NULL) == (want == GYRE_OK));
    if (!gyre_body_is_none(id)) {
        gyre_force_def push = push_on(id, zero, (gyre_point){0});
        CHECK_RESULT(gyre_world_add_force(world, &push, &force), want);
    }
    CHECK_RESULT(gyre_world_remove_body(world, id), want);
    if (want != GYRE_OK) CHECK_UNCHANGED(world, was);
}

TEST(every_call_accepts_a_valid_id_and_detects_a_stale_one) {
    gyre_world *world = plain_world();
    gyre_body_id id = add_ball_at(world, (gyre_vec3){0, 0, 0});
    check_every_call(world, id, GYRE_OK); // removes it at the end
    check_every_call(world, id, GYRE_ERR_STALE_ID);
    gyre_world_destroy(world);
}

TEST(every_call_detects_a_zero_id_and_ids_of_another_world) {
    gyre_world *world = plain_world(), *other = plain_world();
    gyre_body_id ours = add_ball_at(world, (gyre_vec3){0, 0, 0}), theirs = add_ball_at(other, (gyre_vec3){0, 0, 0});
    CHECK_EQ(theirs.index, ours.index);
    check_every_call(world, no_body, GYRE_ERR_STALE_ID);
    check_every_call(world, theirs, GYRE_ERR_STALE_ID);
    check_every_call(world, (gyre_body_id){UINT32_MAX, 1, ours.world}, GYRE_ERR_STALE_ID);
    CHECK(gyre_body_is_valid(world, ours));
    gyre_world_destroy(other);
    gyre_world_destroy(world);
}

TEST(reusing_an_index_does_not_revalidate_the_old_id) {
    gyre_world *world = plain_world();
    gyre_body_id first = add_ball_at(world, (gyre_vec3){1, 0, 0});
    CHECK_OK(gyre_world_remove_body(world, first));
    gyre_body_id second = add_ball_at(world, (gyre_vec3){2, 0, 0});
    CHECK_EQ(second.index, first.index);
    check_every_call(world, first, GYRE_ERR_STALE_ID);
    CHECK_SAME(position_of(world, second).x, 2);
    gyre_world_destroy(world);
}

TEST(removing_bodies_leaves_the_others_as_they_are) {
    enum { BODIES = 60 };
    random_source r = {7};
    gyre_world *world = plain_world();
    gyre_body_id ids[BODIES];
    gyre_state before[BODIES];
    char names[BODIES][8];
    for (int i = 0; i < BODIES; i++) {
        gyre_body_def def = random_body_def(&r);
        snprintf(names[i], sizeof names[i], "b%d", i);
        def.name = names[i];
        def.user_data = (uint64_t)i;
        ids[i] = add_body(world, &def);
        before[i] = state_of(world, ids[i]);
    }
    for (int left = BODIES; left > 1; left--) { // a random one goes, the rest is compared
        int gone = (int)(random_u64(&r) % (uint64_t)left);
        CHECK_OK(gyre_world_remove_body(world, ids[gone]));
        ids[gone] = ids[left - 1];
        before[gone] = before[left - 1];
        memcpy(names[gone], names[left - 1], sizeof names[0]);
        for (int i = 0; i < left - 1; i++) {
            uint64_t data;
            gyre_body_id found;
            CHECK_STATE_SAME(state_of(world, ids[i]), before[i]);
            CHECK_OK(gyre_world_find_body(world, names[i], &found));
            CHECK(is_same_id(found, ids[i]));
            CHECK_OK(gyre_body_get_user_data(world, ids[i], &data));
            CHECK_EQ(data, atoi(names[i] + 1));
        }
    }
    CHECK_EQ(gyre_world_body_count(world), 1);
    gyre_world_destroy(world);
}

TEST(bodies_are_listed_in_the_order_of_ids) {
    gyre_world *world = plain_world();
    gyre_body_id ids[5];
    for (int i = 0; i < 5; i++)
        ids[i] = add_ball_at(world, (gyre_vec3){i, 0, 0});
    CHECK_OK(gyre_world_remove_body(world, ids[1])); // the last body moves into its place, and is still listed last
    gyre_body_id id = no_body;
    const int wants[] = {0, 2, 3, 4};
    for (int i = 0; i < 4; i++) {
        id = gyre_world_next_body(world, id);
        CHECK(is_same_id(id, ids[wants[i]]));
    }
    CHECK(gyre_body_is_none(gyre_world_next_body(world, id)));
    gyre_world_destroy(world);
}

TEST(reserved_capacity_makes_adding_bodies_free_of_allocations) {
    failing memory = {.fail_at = -1};
    gyre_world_def def = plain_world_def();
    def.allocator = (gyre_allocator){failing_take, failing_give, &memory};
    def.body_capacity = 100;
    gyre_world *world = world_of(&def);
    int calls = memory.calls;
    for (int i = 0; i < 100; i++)
        add_ball_at(world, (gyre_vec3){i, 0, 0});
    CHECK_EQ(memory.calls, calls);
    add_ball_at(world, (gyre_vec3){100, 0, 0});
    CHECK(memory.calls > calls);
    gyre_world_destroy(world);
    CHECK_EQ(memory.live, 0);
}

TEST(growing_keeps_every_body_and_what_was_applied_to_it) {
    enum { BODIES = 1500 };
    random_source r = {11};
    gyre_world *world = plain_world();
    gyre_body_id ids[BODIES];
    gyre_state before[BODIES];
    for (int i = 0; i < BODIES; i++) {
        gyre_body_def def = random_body_def(&r);
        ids[i] = add_body(world, &def);
        before[i] = state_of(world, ids[i]);
        CHECK_OK(gyre_body_apply_force_at_center(world, ids[i], (gyre_vec3){i, 0, 0}));
    }
    for (int i = 0; i < BODIES; i++) {
        gyre_wrench applied;
        CHECK_STATE_SAME(state_of(world, ids[i]), before[i]);
        CHECK_OK(gyre_body_get_applied(world, ids[i], &applied));
        CHECK_SAME(applied.force.x, i);
    }
    gyre_world_destroy(world);
}

// ---- names ----

TEST(bodies_are_found_by_name) {
    gyre_world *world = plain_world();
    gyre_body_def def = ball_def();
    char name[] = "hammer";
    def.name = name;
    gyre_body_id id = add_body(world, &def), found = no_body;
    name[0] = 'x'; // the world has its own copy
    CHECK_OK(gyre_world_find_body(world, "hammer", &found));
    CHECK(is_same_id(found, id));
    CHECK(strcmp(gyre_body_name(world, id), "hammer") == 0);
    CHECK_RESULT(gyre_world_find_body(world, "anvil", &found), GYRE_ERR_NAME);
    gyre_body_id nameless = add_ball_at(world, (gyre_vec3){0, 0, 0});
    CHECK(strcmp(gyre_body_name(world, nameless), "") == 0);
    CHECK_OK(gyre_world_remove_body(world, id));
    CHECK_RESULT(gyre_world_find_body(world, "hammer", &found), GYRE_ERR_NAME);
    def.name = "hammer";
    add_body(world, &def); // free again
    gyre_world_destroy(world);
}

TEST(invalid_names_are_refused_with_the_reason) {
    gyre_world *world = plain_world();
    char longest[257];
    memset(longest, 'a', 256);
    longest[256] = '\0';
    gyre_body_def def = ball_def();
    def.name = "hammer";
    add_body(world, &def);
    const char *names[] = {"hammer", "world", "", longest}, *reasons[] = {"taken", "reserved", "empty", "longer"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        gyre_body_id id = no_body;
        def.name = names[i];
        CHECK_REFUSED(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_NAME);
        CHECK(gyre_body_is_none(id));
        CHECK(strstr(log_text, reasons[i]) != NULL);
    }
    longest[255] = '\0'; // 255 bytes are fine
    def.name = longest;
    add_body(world, &def);
    CHECK_EQ(gyre_world_body_count(world), 2);
    gyre_world_destroy(world);
}

// ---- forces ----

TEST(forces_go_with_their_bodies_and_keep_their_ids_otherwise) {
    gyre_world *world = plain_world();
    gyre_body_id a = add_ball_at(world, (gyre_vec3){0, 0, 0}), b = add_ball_at(world, (gyre_vec3){1, 0, 0});
    gyre_force_def on_a = push_on(a, (gyre_vec3){1, 0, 0}, (gyre_point){0}), between = spring_on(b, a, 1, 0);
    gyre_force_def on_b = push_on(b, (gyre_vec3){0, 2, 0}, (gyre_point){0}),
                   on_all = force_on(GYRE_FORCE_drag, no_body);
    on_b.name = "wanted";
    gyre_force_id first = add_force(world, &on_a), second = add_force(world, &between);
    gyre_force_id third = add_force(world, &on_b), fourth = add_force(world, &on_all), found;
    CHECK_OK(gyre_world_remove_body(world, a));
    CHECK(!gyre_force_is_valid(world, first) && !gyre_force_is_valid(world, second));
    CHECK(gyre_force_is_valid(world, third) && gyre_force_is_valid(world, fourth));
    CHECK_EQ(gyre_world_force_count(world), 2);
    CHECK_OK(gyre_world_find_force(world, "wanted", &found));
    CHECK_EQ(found.index, third.index);
    gyre_force_def read;
    CHECK_OK(gyre_force_get(world, third, &read));
    CHECK_SAME(read.parameters.force.force.y, 2);
    CHECK_RESULT(gyre_force_get(world, first, &read), GYRE_ERR_STALE_ID);
    CHECK_REFUSED(world, gyre_world_remove_force(world, first), GYRE_ERR_STALE_ID);
    CHECK_REFUSED(world, gyre_force_set_parameters(world, first, &read.parameters), GYRE_ERR_STALE_ID);
    CHECK_OK(gyre_world_remove_force(world, third));
    CHECK_RESULT(gyre_world_find_force(world, "wanted", &found), GYRE_ERR_NAME);
    gyre_world_destroy(world);
}

TEST(invalid_forces_are_refused_with_the_name_of_the_field) {
    gyre_world *world = plain_world();
    gyre_body_id a = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_force_def forgotten = force_on(GYRE_FORCE_spring, a), itself = spring_on(a, a, 1, 0);
    gyre_force_def late = push_on(a, (gyre_vec3){1, 0, 0}, (gyre_point){0}), joined = late, unmarked = late;
    gyre_profile_point backward[] = {{1, 0}, {0, 1}};
    gyre_force_def profiled = late;
    gyre_body_id b = add_ball_at(world, (gyre_vec3){1, 0, 0});
    late.from = 2;
    late.until = 1;
    joined.other = b;
    unmarked.marker = 0;
    profiled.profile = backward;
    profiled.profile_count = 2;
    const gyre_force_def *defs[] = {&forgotten, &itself, &late, &joined, &unmarked, &profiled};
    const gyre_result wants[] = {GYRE_ERR_FORCE, GYRE_ERR_FORCE,      GYRE_ERR_TIME,
                                 GYRE_ERR_FORCE, GYRE_ERR_DEFINITION, GYRE_ERR_TIME};
    const char *words[] = {"stiffness", "different", "from", "one body", "", "profile"};
    for (size_t i = 0; i < COUNT_OF(defs); i++) {
        gyre_force_id id = no_force;
        log_text[0] = '\0';
        CHECK_REFUSED(world, gyre_world_add_force(world, defs[i], &id), wants[i]);
        CHECK(gyre_force_is_none(id));
        CHECK(strstr(log_text, words[i]) != NULL);
    }
    CHECK_EQ(gyre_world_force_count(world), 0);
    gyre_world_destroy(world);
}

// ---- time ----

TEST(time_is_the_number_of_steps_times_h_by_one_multiplication) {
    gyre_world *world = plain_world();
    add_ball_at(world, (gyre_vec3){0, 0, 0});
    take_steps(world, 0.1, 1000);
    CHECK_SAME(gyre_world_time(world), 1000 * 0.1); // a sum of a thousand tenths is off by 1.4e-12
    take_steps(world, 0.03, 70);                    // from there on with another step
    CHECK_SAME(gyre_world_time(world), 100 + 70 * 0.03);
    CHECK_EQ(gyre_world_step_count(world), 1070);
    gyre_world_destroy(world);
}

TEST(a_step_of_zero_does_nothing) {
    gyre_world *world = world_with(-10, GYRE_METHOD_exact);
    gyre_body_def def = brick_def();
    gyre_body_id id = add_body(world, &def);
    CHECK_OK(gyre_body_apply_force_at_center(world, id, (gyre_vec3){1, 2, 3}));
    REMEMBER(was, world);
    take_steps(world, 0, 1);
    gyre_wrench applied;
    CHECK_OK(gyre_body_get_applied(world, id, &applied));
    CHECK_SAME(applied.force.z, 3);
    CHECK_UNCHANGED(world, was);
    CHECK_EQ(gyre_world_step_count(world), 0);
    gyre_world_destroy(world);
}

TEST(non_finite_steps_are_refused) {
    gyre_world *world = plain_world();
    gyre_body_def def = brick_def();
    add_body(world, &def);
    REMEMBER(was, world);
    gyre_step_report report;
    CHECK_RESULT(gyre_world_step(world, NAN, &report), GYRE_ERR_STEP);
    CHECK_EQ(report.quantity, GYRE_QUANTITY_TIME);
    CHECK_RESULT(gyre_world_step(world, -INFINITY, NULL), GYRE_ERR_STEP);
    CHECK_UNCHANGED(world, was);
    gyre_world_destroy(world);
}

TEST(a_step_back_undoes_a_step) {
    gyre_world *world = world_with(-9.81, GYRE_METHOD_exact);
    gyre_body_def def = brick_def();
    gyre_body_id id = add_body(world, &def);
    gyre_force_def spring = spring_on(id, no_body, 20, 0.5);
    add_force(world, &spring);
    gyre_state before = state_of(world, id);
    take_steps(world, 0.01, 100);
    CHECK(distance(state_of(world, id).x, before.x) > 0.1);
    take_steps(world, -0.01, 100);
    gyre_state after = state_of(world, id); // the method is its own inverse: 200 steps of rounding remain
    CHECK_VEC3_NEAR(after.x, before.x, 1e-12);
    CHECK_VEC3_NEAR(after.L, before.L, 1e-12);
    CHECK_BELOW(angle_between(after.q, before.q), 1e-12);
    CHECK_NEAR(gyre_world_time(world), 0, 1e-15);
    gyre_world_destroy(world);
}

TEST(the_hash_sees_every_number_of_every_body_and_the_time) {
    gyre_world *a = plain_world(), *b = plain_world();
    gyre_body_def def = brick_def();
    add_body(a, &def);
    gyre_body_id id = add_body(b, &def);
    CHECK_EQ(gyre_world_hash(a), gyre_world_hash(b));
    gyre_motion motion = motion_of(b, id);
    double *numbers[] = {&motion.position.z, &motion.velocity.x, &motion.angular_velocity.y};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        double kept = *numbers[i];
        *numbers[i] = kept + 1e-14; // more than turning a vector rounds away
        CHECK_OK(gyre_body_set_motion(b, id, &motion));
        CHECK(gyre_world_hash(a) != gyre_world_hash(b));
        *numbers[i] = kept;
    }
    CHECK_OK(gyre_body_set_motion(a, gyre_world_next_body(a, no_body), &motion));
    CHECK_OK(gyre_body_set_motion(b, id, &motion));
    CHECK_EQ(gyre_world_hash(a), gyre_world_hash(b));
    take_steps(a, DT, 1);
    CHECK(gyre_world_hash(a) != gyre_world_hash(b));
    gyre_world_destroy(a);
    gyre_world_destroy(b);
}

RUN_TESTS("world")
