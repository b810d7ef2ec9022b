/// gyre_world_fly: free flight by any time in one go.
#include "gyre/snapshot.h"
#include "world_helpers.h"

TEST(a_flight_of_hours_is_the_closed_form) {
    const double times[] = {1e-9, 0.3, 60, 7200, -45};
    for (size_t i = 0; i < COUNT_OF(times); i++) {
        gyre_world *world = world_with(-9.81, GYRE_METHOD_exact);
        gyre_body_def def = lopsided_def();
        gyre_body_id id = add_body(world, &def);
        gyre_mass mass;
        gyre_quat axes;
        gyre_state start = state_of(world, id), want;
        CHECK_OK(gyre_mass_principal(&def.mass, &mass, &axes));
        CHECK_OK(gyre_free_flight(&mass, &start, (gyre_vec3){0, 0, -9.81}, times[i], &want));
        CHECK_OK(gyre_world_fly(world, times[i], NULL));
        gyre_state s = state_of(world, id);
        CHECK_BYTES(&s.L, &start.L, sizeof s.L);
        CHECK_VEC3_NEAR(s.x, want.x, 4e-16 * norm(want.x) + 1e-15);
        CHECK_VEC3_NEAR(s.P, want.P, 4e-16 * norm(want.P));
        CHECK_BELOW(angle_between(s.q, want.q), 1e-15 * (10 + 3 * fabs(times[i]))); // roundings of the angle turned
        CHECK_SAME(gyre_world_time(world), times[i]);
        CHECK_EQ(gyre_world_step_count(world), 1);
        gyre_ledger ledger = ledger_of(world);
        CHECK_NEAR(ledger.residual / (fabs(ledger.kinetic) + fabs(ledger.potential)), 0, 1e-14);
        gyre_world_destroy(world);
    }
}

TEST(a_flight_ends_in_the_state_that_steps_reach) {
    gyre_world *stepping = world_with(-9.81, GYRE_METHOD_exact), *flying = world_with(-9.81, GYRE_METHOD_rk4);
    gyre_body_def def = lopsided_def(), kinematic = brick_def(), rotor = lopsided_def();
    gyre_path_point path[] = {{0, {{0, 0, 0}, {1, 0, 0, 0}}}, {4, {{4, 8, 0}, {1, 0, 0, 0}}}};
    kinematic.kind = GYRE_BODY_KINEMATIC;
    rotor.locks = GYRE_LOCK_X | GYRE_LOCK_Y | GYRE_LOCK_Z;
    gyre_world *worlds[] = {stepping, flying};
    gyre_body_id ids[4];
    for (int i = 0; i < 2; i++) {
        kinematic.path_count = 0;
        ids[0] = add_body(worlds[i], &def);
        ids[1] = add_body(worlds[i], &rotor);
        ids[2] = add_body(worlds[i], &kinematic);
        kinematic.path = path;
        kinematic.path_count = 2;
        ids[3] = add_body(worlds[i], &kinematic);
    }
    gyre_body_id in_stepping[4] = {no_body};
    for (int i = 0; i < 4; i++)
        in_stepping[i] = gyre_world_next_body(stepping, i > 0 ? in_stepping[i - 1] : no_body);
    take_steps(stepping, 0.01, 200);
    CHECK_OK(gyre_world_fly(flying, 2, NULL)); // with any method
    CHECK_EQ(gyre_world_method(flying), GYRE_METHOD_rk4);
    for (int i = 0; i < 4; i++) {
        gyre_motion a = motion_of(stepping, in_stepping[i]), b = motion_of(flying, ids[i]);
        CHECK_VEC3_NEAR(b.position, a.position, 1e-12);
        CHECK_VEC3_NEAR(b.velocity, a.velocity, 1e-12);
        CHECK_BELOW(angle_between(a.orientation, b.orientation), 1e-12);
    }
    CHECK_VEC3_NEAR(position_of(flying, ids[3]), ((gyre_vec3){2, 4, 0}), 1e-14);
    gyre_world_destroy(stepping);
    gyre_world_destroy(flying);
}

static gyre_result no_constraints(gyre_world *world, double h, void *user) {
    (void)world, (void)h, (void)user;
    return GYRE_OK;
}

TEST(a_flight_is_refused_if_anything_else_acts_and_the_error_names_it) {
    for (int k = 0; k < 5; k++) {
        const char *words[] = {"tether", "soggy", "pendulum", "applied", "constraint hook"};
        gyre_world_def world_def = plain_world_def();
        world_def.gravity.z = -9.81;
        if (k == 4) world_def.solve_constraints = no_constraints;
        gyre_world *world = world_of(&world_def);
        gyre_body_def def = lopsided_def();
        if (k == 1) def.linear_damping = 0.1;
        if (k == 2) def.has_pivot = 1;
        if (k == 1 || k == 2) def.name = words[k];
        gyre_body_id id = add_body(world, &def);
        gyre_force_def spring = spring_on(id, no_body, 1, 0);
        spring.name = words[0];
        if (k == 0) add_force(world, &spring);
        if (k == 3) CHECK_OK(gyre_body_apply_torque(world, id, (gyre_vec3){1, 0, 0}));
        gyre_step_report report;
        REMEMBER(was, world);
        CHECK_RESULT(gyre_world_fly(world, 10, &report), GYRE_ERR_METHOD_UNFIT);
        CHECK_EQ(report.result, GYRE_ERR_METHOD_UNFIT);
        CHECK(strstr(report.text, words[k]) != NULL);
        CHECK_UNCHANGED(world, was);
        gyre_world_destroy(world);
    }
}

TEST(a_flight_with_a_non_finite_time_or_state_is_refused) {
    gyre_world *world = world_with(-9.81, GYRE_METHOD_exact);
    gyre_body_def def = lopsided_def();
    add_body(world, &def);
    REMEMBER(was, world);
    CHECK_RESULT(gyre_world_fly(world, NAN, NULL), GYRE_ERR_STEP);
    CHECK_RESULT(gyre_world_fly(world, INFINITY, NULL), GYRE_ERR_STEP);
    CHECK_RESULT(gyre_world_fly(world, 1e200, NULL), GYRE_ERR_NOT_FINITE); // g t^2 / 2 is none
    CHECK_RESULT(gyre_world_fly(NULL, 1, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_UNCHANGED(world, was);
    CHECK_OK(gyre_world_fly(world, 0, NULL));
    CHECK_UNCHANGED(world, was);
    gyre_world_destroy(world);
}

TEST(a_failing_flight_changes_no_byte_of_world_or_ledger) {
    gyre_world *world = world_with(-9.81, GYRE_METHOD_exact);
    gyre_body_def def = lopsided_def();
    for (int edits = 0; edits < 2; edits++) { // before the ledger has begun, and with an edit that it has not settled
        add_body(world, &def);
        CHECK_REFUSED(world, gyre_world_fly(world, 1e200, NULL), GYRE_ERR_NOT_FINITE);
        CHECK_OK(gyre_world_fly(world, 1, NULL));
    }
    gyre_world_destroy(world);
}

RUN_TESTS("world fly")
