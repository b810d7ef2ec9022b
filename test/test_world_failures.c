/// Failing steps: the named culprit, the unchanged state, and later steps as if the failure had not happened.
#include "world_scenes.h"

// ---- forces that become no numbers ----

typedef struct spoiler {
    double value;
    int on_torque; // 1: the torque is non-finite, 0: the force
    uint64_t only; // the body with this user data
    double from;   // from this time on [s]
} spoiler;

static gyre_result spoil(const gyre_force_block *block, void *user) {
    const spoiler *s = user;
    for (size_t i = 0; i < block->count; i++) {
        if (block->user_data[i] != s->only || block->t < s->from) continue;
        gyre_vec3 *v = s->on_torque ? &block->wrenches[i].torque : &block->wrenches[i].force;
        v->y += s->value;
    }
    return GYRE_OK;
}

// Five bodies, springs between them, the fourth one named and numbered.
static gyre_world *busy_world(gyre_method method, gyre_body_id ids[5]) {
    gyre_world *world = world_with(-5, method);
    random_source r = {5};
    for (int i = 0; i < 5; i++) {
        gyre_body_def def = random_body_def(&r);
        char name[] = "body 0";
        name[5] = (char)('0' + i);
        def.name = name;
        def.user_data = (uint64_t)i;
        ids[i] = add_body(world, &def);
    }
    for (int i = 0; i < 4; i++) {
        gyre_force_def spring = spring_on(ids[i], ids[i + 1], 10, 1);
        add_force(world, &spring);
    }
    return world;
}

static gyre_force_def spoiling_force(spoiler *s) {
    gyre_force_def def = callback_on(no_body, spoil, s);
    def.parameters.callback.is_velocity_dependent = 0;
    def.name = "spoiler";
    return def;
}

TEST(a_non_finite_force_is_named_with_its_body_and_quantity_and_nothing_changes) {
    const double values[] = {NAN, INFINITY, -INFINITY};
    for (int m = 0; m < GYRE_METHOD_COUNT; m++)
        for (size_t k = 0; k < COUNT_OF(values); k++)
            for (int on_torque = 0; on_torque < 2; on_torque++) {
                gyre_body_id ids[5];
                gyre_state before[5];
                gyre_world *world = busy_world((gyre_method)m, ids);
                spoiler s = {values[k], on_torque, 3, 0};
                gyre_force_def def = spoiling_force(&s);
                gyre_force_id force = add_force(world, &def);
                for (int i = 0; i < 5; i++)
                    before[i] = state_of(world, ids[i]);
                REMEMBER(was, world);
                gyre_step_report report;
                CHECK_RESULT(gyre_world_step(world, DT, &report), GYRE_ERR_NOT_FINITE);
                CHECK(is_same_id(report.body, ids[3]));
                CHECK_EQ(report.force.index, force.index);
                CHECK_EQ(report.quantity, on_torque ? GYRE_QUANTITY_TORQUE : GYRE_QUANTITY_FORCE);
                CHECK(strstr(report.text, "body 3") != NULL && strstr(report.text, "spoiler") != NULL);
                CHECK(strstr(log_text, "spoiler") != NULL);
                CHECK_UNCHANGED(world, was);
                for (int i = 0; i < 5; i++)
                    CHECK_STATE_SAME(state_of(world, ids[i]), before[i]);
                gyre_world_destroy(world);
            }
}

TEST(a_force_that_is_too_strong_is_named_even_if_it_is_finite) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        if (gyre_method_is_adaptive((gyre_method)m)) continue; // shrinks its steps until it gets through, or gives up
        gyre_body_id ids[5];
        gyre_world *world = busy_world((gyre_method)m, ids);
        spoiler s = {1e308, 0, 3, 0};
        gyre_force_def def = spoiling_force(&s);
        gyre_force_id force = add_force(world, &def);
        REMEMBER(was, world);
        gyre_step_report report;
        CHECK_RESULT(gyre_world_step(world, 1000, &report), GYRE_ERR_NOT_FINITE);
        CHECK(is_same_id(report.body, ids[3]));
        CHECK_EQ(report.force.index, force.index);
        CHECK(strstr(report.text, "spoiler") != NULL);
        CHECK_UNCHANGED(world, was);
        gyre_world_destroy(world);
    }
}

TEST(failures_by_applied_forces_and_gravity_are_attributed_by_name) {
    gyre_world *world = plain_world();
    gyre_body_id id = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_step_report report;
    CHECK_OK(gyre_body_apply_force_at_center(world, id, (gyre_vec3){1e308, 0, 0}));
    CHECK_REFUSED(world, gyre_world_step(world, 1e3, &report), GYRE_ERR_NOT_FINITE);
    CHECK(gyre_force_is_none(report.force));
    CHECK(strstr(report.text, "applied") != NULL);
    CHECK_OK(gyre_world_clear_applied(world));
    CHECK_OK(gyre_world_set_gravity(world, (gyre_vec3){0, 0, -1e308}));
    CHECK_REFUSED(world, gyre_world_step(world, 1e3, &report), GYRE_ERR_NOT_FINITE);
    CHECK(strstr(report.text, "gravity") != NULL);
    CHECK_OK(gyre_world_set_gravity(world, (gyre_vec3){0, 0, 0}));
    CHECK_OK(gyre_body_set_velocity(world, id, (gyre_vec3){1e308, 0, 0}, (gyre_vec3){0, 0, 0}));
    CHECK_REFUSED(world, gyre_world_step(world, 1e3, &report), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(report.quantity, GYRE_QUANTITY_POSITION);
    CHECK(strstr(report.text, "strongest force: none") != NULL);
    gyre_world_destroy(world);
}

TEST(an_overflow_of_a_kinematic_body_is_attributed_to_it_alone) {
    gyre_world *world = world_with(-10, GYRE_METHOD_exact);
    gyre_body_def def = ball_def();
    def.kind = GYRE_BODY_KINEMATIC;
    def.velocity.x = 1e308;
    gyre_body_id id = add_body(world, &def);
    gyre_force_def field = force_on(GYRE_FORCE_field, no_body),
                   push = push_on(id, (gyre_vec3){0, 5, 0}, at_body(0, 0, 0));
    field.parameters.field.acceleration = (gyre_vec3){0, 0, -3};
    add_force(world, &field);
    add_force(world, &push);
    gyre_step_report report;
    CHECK_REFUSED(world, gyre_world_step(world, 1e3, &report), GYRE_ERR_NOT_FINITE);
    CHECK(is_same_id(report.body, id) && gyre_force_is_none(report.force));
    CHECK_EQ(report.quantity, GYRE_QUANTITY_POSITION);
    CHECK(strstr(report.text, "strongest force: none") != NULL);
    gyre_world_destroy(world);
}

// The third body fails in the first number of the state, the second body in the third one.
TEST(of_two_bodies_that_overflow_in_one_stage_the_first_is_named) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        if (gyre_method_is_adaptive((gyre_method)m)) continue; // tries shorter steps, in which neither may fail
        gyre_world *world = world_with(0, (gyre_method)m);
        gyre_body_def def = ball_def();
        add_body(world, &def);
        def.kind = GYRE_BODY_KINEMATIC;
        def.velocity = (gyre_vec3){0, 0, 1e308};
        gyre_body_id second = add_body(world, &def);
        def.velocity = (gyre_vec3){1e308, 0, 0};
        add_body(world, &def);
        gyre_step_report report;
        CHECK_REFUSED(world, gyre_world_step(world, 1e3, &report), GYRE_ERR_NOT_FINITE);
        CHECK(is_same_id(report.body, second));
        CHECK_EQ(report.quantity, GYRE_QUANTITY_POSITION);
        gyre_world_destroy(world);
    }
}

// v' = v^2: the velocity passes all bounds at t = 1, in the tenth step of 0.1 s.
TEST(a_tolerance_that_cannot_be_met_is_explained_by_the_solver) {
    gyre_world *world = world_with(0, GYRE_METHOD_dopri5);
    gyre_body_def def = ball_def();
    def.velocity.x = 1;
    def.name = "runaway";
    gyre_body_id id = add_body(world, &def);
    gyre_profile_point profile = {0, -1};
    gyre_force_def drag = force_on(GYRE_FORCE_drag, id);
    drag.parameters.drag.quadratic = 1;
    drag.profile = &profile;
    drag.profile_count = 1;
    gyre_force_id force = add_force(world, &drag);
    take_steps(world, 0.1, 9);
    gyre_step_report report;
    CHECK_REFUSED(world, gyre_world_step(world, 0.1, &report), GYRE_ERR_TOLERANCE_NOT_MET);
    CHECK(is_same_id(report.body, id));
    CHECK_EQ(report.force.index, force.index);
    CHECK_EQ(report.quantity, GYRE_QUANTITY_TOLERANCE);
    double rtol, atol, t, needed;
    int read = sscanf(report.text,
                      "runaway: the tolerance (rtol %lf, atol %lf) cannot be met at t = %lf: momentum "
                      "would need steps of %lf s, below the resolution of time; strongest force: drag", // no comma
                      &rtol, &atol, &t, &needed);
    if (read != 4) fail_msg("the report says: %s", report.text);
    CHECK_SAME(rtol, 1e-9);
    CHECK_SAME(atol, 1e-12);
    CHECK_NEAR(t, 1, 1e-6); // of the world, not of the step
    CHECK(needed > 0 && needed < 1e-12);
    gyre_world_destroy(world);
}

// A spring from t = 0 on stops counting as potential when time goes back to before 0. A step back that fails does not.
TEST(a_step_back_across_the_beginning_of_a_force_that_fails_changes_nothing) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        if ((gyre_method)m == GYRE_METHOD_semi_implicit_euler) continue; // runs forward only
        for (int is_later = 0; is_later < 2; is_later++) {
            gyre_world *world = world_with(-5, (gyre_method)m);
            gyre_body_id id = add_ball_at(world, (gyre_vec3){2, 0, 0});
            gyre_force_def spring = spring_on(id, no_body, 10, 0);
            spring.from = 0;
            gyre_force_id force = add_force(world, &spring);
            if (is_later) take_steps(world, 0.004, 2);
            double before = energy_of(world), after, potential;
            if (!is_later) CHECK_SAME(before, 20);
            CHECK_OK(gyre_force_potential(world, force, &potential));
            spoiler s = {NAN, 0, 0, -1};
            gyre_force_def def = spoiling_force(&s);
            gyre_force_id stop = add_force(world, &def);
            CHECK_REFUSED(world, gyre_world_step(world, -0.01, NULL), GYRE_ERR_NOT_FINITE);
            CHECK_SAME(energy_of(world), before);
            CHECK_OK(gyre_force_potential(world, force, &after));
            CHECK_SAME(after, potential);
            CHECK_OK(gyre_world_remove_force(world, stop));
            CHECK_OK(gyre_world_step(world, -0.01, NULL)); // without the culprit the step succeeds
            CHECK_NEAR(energy_of(world) - ledger_of(world).kinetic, 0, 1e-2);
            gyre_world_destroy(world);
        }
    }
}

TEST(a_failing_force_on_a_static_body_does_not_fail_the_step) {
    gyre_world *world = plain_world();
    gyre_body_def def = brick_def();
    def.kind = GYRE_BODY_STATIC;
    gyre_body_id id = add_body(world, &def);
    CHECK_OK(gyre_body_apply_force_at_center(world, id, (gyre_vec3){1e308, 0, 0}));
    CHECK_OK(gyre_body_apply_torque(world, id, (gyre_vec3){0, 1e308, 0}));
    take_steps(world, 1000, 1);
    gyre_world_destroy(world);
}

// ---- stopped anywhere ----

typedef struct stopper {
    int calls, stop_at; // -1: never
} stopper;

static gyre_result stop_at_a_call(const gyre_force_block *block, void *user) {
    stopper *s = user;
    (void)block;
    return s->calls++ == s->stop_at ? GYRE_ERR_STOPPED : GYRE_OK;
}

// Beside the busy ones: a damped body, one on a path, forces that begin and end during the step, a profile, torques
// applied.
static gyre_world *stoppable_world(gyre_method method, stopper *s) {
    static const gyre_profile_point profile[] = {{0, 0}, {0.01, 1}, {0.02, -1}};
    static const gyre_path_point path[] = {{0, {{9, 0, 0}, {1, 0, 0, 0}}}, {1, {{9, 1, 0}, {1, 0, 0, 0}}}};
    gyre_body_id ids[5];
    gyre_world *world = busy_world(method, ids);
    gyre_body_def rider = ball_def();
    rider.kind = GYRE_BODY_KINEMATIC;
    rider.path = path;
    rider.path_count = COUNT_OF(path);
    add_body(world, &rider);
    gyre_force_def late = spring_on(ids[0], no_body, 5, 1), early = late, swelling = late;
    late.from = DT / 3;
    early.until = DT / 2;
    swelling.profile = profile;
    swelling.profile_count = COUNT_OF(profile);
    add_force(world, &late);
    add_force(world, &early);
    add_force(world, &swelling);
    gyre_force_def callback = callback_on(no_body, stop_at_a_call, s);
    callback.parameters.callback.is_velocity_dependent = 0;
    callback.parameters.callback.has_potential = 1;
    add_force(world, &callback);
    CHECK_OK(gyre_body_apply_torque(world, ids[1], (gyre_vec3){0.1, 0.2, 0.3}));
    CHECK_OK(gyre_body_set_damping(world, ids[2], 0.1, 0.2));
    if (gyre_world_check_method(world, NULL) != GYRE_OK) CHECK_OK(gyre_body_set_damping(world, ids[2], 0, 0));
    return world;
}

TEST(a_step_stopped_at_any_call_changes_no_byte_and_leaves_no_trace) {
    const double steps[] = {DT, -DT, DT}; // the last one after others
    for (int m = 0; m < GYRE_METHOD_COUNT; m++)
        for (size_t k = 0; k < COUNT_OF(steps); k++) {
            if (steps[k] < 0 && m == GYRE_METHOD_semi_implicit_euler) continue;
            stopper s = {0, -1};
            gyre_world *world = stoppable_world((gyre_method)m, &s), *never = stoppable_world((gyre_method)m, &s);
            if (k == 2) take_steps(world, DT / 2, 3);
            if (k == 2) take_steps(never, DT / 2, 3);
            gyre_result r = GYRE_ERR_STOPPED;
            for (s.stop_at = 0; r != GYRE_OK; s.stop_at++) {
                REMEMBER(was, world);
                s.calls = 0;
                r = gyre_world_step(world, steps[k], NULL);
                if (r == GYRE_OK) break;
                CHECK_EQ(r, GYRE_ERR_STOPPED);
                CHECK_UNCHANGED(world, was);
            }
            CHECK(s.stop_at > 0);
            s.stop_at = -1;
            take_steps(never, steps[k], 1);
            CHECK_ALIKE(world, never);
            gyre_world_destroy(world);
            gyre_world_destroy(never);
        }
}

// ---- continuing ----

// With failures in the middle and without: the same bits, the same ledger.
TEST(after_a_failure_the_world_continues_with_the_bits_of_one_that_never_failed) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *worlds[2];
        gyre_ledger ledgers[2];
        for (int fails = 0; fails < 2; fails++) {
            gyre_body_id ids[5];
            gyre_world *world = worlds[fails] = busy_world((gyre_method)m, ids);
            spoiler s = {NAN, 0, 3, INFINITY};
            gyre_force_def def = spoiling_force(&s);
            gyre_force_id force = add_force(world, &def);
            for (int i = 0; i < 30; i++) {
                CHECK_OK(gyre_body_apply_torque(world, ids[i % 5], (gyre_vec3){0.1, 0.2, 0.3}));
                if (fails && i % 7 == 3) {
                    s.from = -1; // at once, or inside of the step
                    CHECK_REFUSED(world, gyre_world_step(world, DT, NULL), GYRE_ERR_NOT_FINITE);
                    s.from = gyre_world_time(world) + 1e-9;
                    REMEMBER(was, world);
                    if (m != GYRE_METHOD_explicit_euler && m != GYRE_METHOD_semi_implicit_euler) {
                        CHECK(gyre_world_step(world, DT, NULL) != GYRE_OK);
                        CHECK_UNCHANGED(world, was);
                    }
                    s.from = INFINITY;
                    CHECK_REFUSED(world, gyre_world_step(world, NAN, NULL), GYRE_ERR_STEP);
                }
                take_steps(world, DT, 1); // applied forces are kept
            }
            CHECK_OK(gyre_world_remove_force(world, force)); // its user data goes out of scope here
            ledgers[fails] = ledger_of(world);
        }
        CHECK_ALIKE(worlds[0], worlds[1]);
        CHECK_BYTES(&ledgers[0], &ledgers[1], sizeof ledgers[0]);
        gyre_world_destroy(worlds[0]);
        gyre_world_destroy(worlds[1]);
    }
}

TEST(a_first_step_that_fails_does_not_begin_the_ledger) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_body_id ids[5];
        gyre_world *world = busy_world((gyre_method)m, ids);
        spoiler s = {NAN, 0, 3, 0};
        gyre_force_def def = spoiling_force(&s);
        gyre_force_id force = add_force(world, &def);
        CHECK_REFUSED(world, gyre_world_step(world, DT, NULL), GYRE_ERR_NOT_FINITE);
        CHECK_OK(gyre_world_remove_force(world, force));
        CHECK_OK(gyre_body_set_velocity(world, ids[0], (gyre_vec3){9, 9, 9}, (gyre_vec3){0, 0, 0}));
        take_steps(world, DT, 1);
        CHECK_SAME(ledger_of(world).edited, 0); // changes before the first step are the initial state
        gyre_world_destroy(world);
    }
}

TEST(a_failure_leaves_bodies_that_can_be_drawn) {
    gyre_body_id ids[5];
    gyre_world *world = busy_world(GYRE_METHOD_exact, ids);
    take_steps(world, DT, 3);
    spoiler s = {NAN, 0, 3, 0};
    gyre_force_def def = spoiling_force(&s);
    add_force(world, &def);
    CHECK_REFUSED(world, gyre_world_step(world, DT, NULL), GYRE_ERR_NOT_FINITE);
    for (int i = 0; i < 5; i++) { // the previous poses are gone: bodies are drawn at their current ones
        gyre_pose pose;
        CHECK_OK(gyre_body_get_interpolated_pose(world, ids[i], 0.5, &pose));
        CHECK_VEC3_NEAR(pose.position, position_of(world, ids[i]), 1e-14);
    }
    gyre_world_destroy(world);
}

// ---- worlds that are not transactional ----

TEST(a_world_that_is_not_transactional_gives_the_same_bits_and_names_the_culprit) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        uint64_t hashes[2];
        for (int is_transactional = 0; is_transactional < 2; is_transactional++) {
            gyre_world_def world_def = plain_world_def();
            world_def.is_transactional = is_transactional;
            world_def.method = (gyre_method)m;
            world_def.gravity.z = -5;
            gyre_world *world = world_of(&world_def);
            gyre_body_def def = lopsided_def();
            def.user_data = 3;
            gyre_body_id id = add_body(world, &def);
            gyre_force_def spring = spring_on(id, no_body, 10, 1);
            add_force(world, &spring);
            take_steps(world, DT, 30);
            hashes[is_transactional] = gyre_world_hash(world);
            spoiler s = {NAN, 0, 3, 0};
            gyre_force_def spoiling = spoiling_force(&s);
            gyre_force_id force = add_force(world, &spoiling);
            gyre_step_report report;
            CHECK_RESULT(gyre_world_step(world, DT, &report), GYRE_ERR_NOT_FINITE);
            CHECK(is_same_id(report.body, id));
            if (is_transactional) CHECK_EQ(report.force.index, force.index);
            CHECK_EQ(gyre_world_step_count(world), 30);
            gyre_world_destroy(world);
        }
        CHECK(hashes[0] == hashes[1]);
    }
}

RUN_TESTS("world failures")
