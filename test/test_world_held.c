/// Bodies that are held: locks, pinned rotors, pivots.
#include "world_helpers.h"

// A push that would move and turn a body along all axes.
static void push_everywhere(gyre_world *world, gyre_body_id body) {
    CHECK_OK(gyre_body_apply_force_at_center(world, body, (gyre_vec3){3, 4, 5}));
    CHECK_OK(gyre_body_apply_torque(world, body, (gyre_vec3){0.5, -0.7, 0.9}));
}

TEST(a_planar_body_has_three_degrees_of_freedom) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(-10, (gyre_method)m);
        gyre_body_def def = lopsided_def();
        def.locks = GYRE_LOCK_PLANAR;
        def.velocity = (gyre_vec3){0, 0, 0};
        def.angular_velocity = (gyre_vec3){0, 0, 0};
        gyre_body_id id = add_body(world, &def);
        gyre_state before = state_of(world, id);
        gyre_quat before_model = motion_of(world, id).orientation;
        for (int i = 0; i < 60; i++) {
            push_everywhere(world, id);
            take_steps(world, DT, 1);
        }
        gyre_motion motion = motion_of(world, id);
        gyre_state after = state_of(world, id);
        CHECK_SAME(after.x.z, before.x.z); // the three that are locked keep their bits
        CHECK_SAME(motion.velocity.z, 0);
        CHECK_SAME(motion.angular_velocity.x, 0);
        CHECK_SAME(motion.angular_velocity.y, 0);
        CHECK_NEAR(motion.velocity.x, 1.5, 1e-12); // F/M for 1 s
        CHECK_NEAR(motion.velocity.y, 2, 1e-12);
        // about z the moment is that of the tilted tensor, independent of the other axes
        gyre_vec3 axis = gyre_quat_rotate_back(before_model, (gyre_vec3){0, 0, 1});
        gyre_tensor I = def.mass.inertia;
        double moment = I.xx * axis.x * axis.x + I.yy * axis.y * axis.y + I.zz * axis.z * axis.z +
                        2 * (I.xy * axis.x * axis.y + I.xz * axis.x * axis.z + I.yz * axis.y * axis.z);
        CHECK_NEAR(motion.angular_velocity.z, 0.9 / moment, 1e-12);
        gyre_world_destroy(world);
    }
}

TEST(a_body_locked_about_two_axes_turns_about_the_third_with_constant_speed) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    def.locks = GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Z;
    gyre_body_id id = add_body(world, &def);
    CHECK(strstr(log_text, "lock") != NULL); // the velocity about x and z was removed with a warning
    gyre_quat start = motion_of(world, id).orientation;
    CHECK_VEC3_NEAR(motion_of(world, id).angular_velocity, ((gyre_vec3){0, -2, 0}), 1e-15);
    take_steps(world, DT, 60);
    gyre_quat turned;
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){0, 1, 0}, -2, &turned));
    CHECK_BELOW(angle_between(motion_of(world, id).orientation, gyre_quat_multiply(turned, start)), 1e-13);
    CHECK_VEC3_NEAR(motion_of(world, id).angular_velocity, ((gyre_vec3){0, -2, 0}), 1e-13);
    gyre_world_destroy(world);
}

TEST(one_locked_rotation_axis_is_refused) {
    gyre_world *world = plain_world();
    gyre_body_def def = ball_def();
    gyre_body_id id;
    def.locks = GYRE_LOCK_ROTATION_X;
    CHECK_REFUSED(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_LOCK);
    CHECK(strstr(log_text, "locks") != NULL);
    def.locks = 64;
    CHECK_REFUSED(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_LOCK);
    def.locks = 0;
    id = add_body(world, &def);
    CHECK_REFUSED(world, gyre_body_set_locks(world, id, GYRE_LOCK_ROTATION_Y), GYRE_ERR_LOCK);
    unsigned locks;
    CHECK_OK(gyre_body_get_locks(world, id, &locks));
    CHECK_EQ(locks, 0);
    gyre_world_destroy(world);
}

// The rotation by 120 degrees about (1,1,1) maps the model's y to the world's z up to rounding.
TEST(a_spin_in_model_axes_that_a_lock_allows_causes_no_warning) {
    gyre_world *world = plain_world();
    gyre_body_def def = ball_def();
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){1, 1, 1}, 2 * acos(-1) / 3, &def.orientation));
    def.locks = GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Y;
    def.angular_velocity = (gyre_vec3){0, 1, 0};
    def.angular_frame = GYRE_FRAME_BODY;
    gyre_body_id id = add_body(world, &def);
    CHECK_EQ(log_text[0], 0);
    gyre_vec3 w = motion_of(world, id).angular_velocity;
    CHECK_SAME(w.x, 0);
    CHECK_SAME(w.y, 0);
    CHECK_NEAR(w.z, 1, 1e-15);
    def.angular_velocity.x = 1e-6; // this much is a wish
    add_body(world, &def);
    CHECK(strstr(log_text, "were set to 0") != NULL);
    gyre_world_destroy(world);
}

TEST(a_rod_may_be_infinitely_thin_when_it_cannot_spin) {
    gyre_world *world = plain_world();
    gyre_body_def def = body_def_of(properties_of(1, 2, 2, 0));
    gyre_body_id id;
    CHECK_REFUSED(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_INERTIA);
    CHECK(strstr(log_text, "lock its rotation") != NULL);
    def.locks = GYRE_LOCK_ROTATION_Y | GYRE_LOCK_ROTATION_Z;
    id = add_body(world, &def);
    CHECK_OK(gyre_body_apply_torque(world, id, (gyre_vec3){4, 5, 6}));
    take_steps(world, 1, 1);
    CHECK_VEC3_SAME(motion_of(world, id).angular_velocity, ((gyre_vec3){2, 0, 0}));
    gyre_world_destroy(world);
}

TEST(spec_74_a_static_body_never_moves) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(-10, (gyre_method)m);
        gyre_body_def def = lopsided_def();
        def.kind = GYRE_BODY_STATIC;
        gyre_body_id id = add_body(world, &def), heavy = add_ball_at(world, (gyre_vec3){0, 0, 0});
        gyre_force_def spring = spring_on(id, heavy, 100, 0);
        add_force(world, &spring);
        gyre_state before = state_of(world, id);
        push_everywhere(world, id);
        CHECK_OK(gyre_body_apply_impulse(world, id, (gyre_vec3){9, 9, 9}, (gyre_vec3){1, 0, 0}));
        take_steps(world, DT, 30);
        CHECK_STATE_SAME(state_of(world, id), before);
        CHECK_VEC3_SAME(before.P, ((gyre_vec3){0, 0, 0})); // its velocity is ignored
        gyre_world_destroy(world);
    }
}

TEST(spec_74_a_rotation_lock_keeps_the_bits_of_the_orientation) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(-10, (gyre_method)m);
        gyre_body_def def = lopsided_def();
        def.locks = GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Y | GYRE_LOCK_ROTATION_Z;
        gyre_body_id id = add_body(world, &def);
        gyre_state before = state_of(world, id);
        push_everywhere(world, id);
        take_steps(world, 0.5, 1);
        gyre_state after = state_of(world, id);
        CHECK_BYTES(&after.q, &before.q, sizeof after.q);
        CHECK_VEC3_SAME(after.L, ((gyre_vec3){0, 0, 0}));
        CHECK_NEAR(after.P.x, before.P.x + 1.5, 1e-15); // and it still falls and is pushed
        CHECK_NEAR(after.P.z, before.P.z + 2.5 - 10, 1e-14);
        gyre_world_destroy(world);
    }
}

TEST(spec_74_a_pinned_rotor_stays_and_spins_like_a_free_body) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(-10, (gyre_method)m);
        gyre_body_def def = lopsided_def();
        gyre_body_id free_body = add_body(world, &def);
        def.locks = GYRE_LOCK_X | GYRE_LOCK_Y | GYRE_LOCK_Z;
        gyre_body_id rotor = add_body(world, &def);
        gyre_state before = state_of(world, rotor);
        take_steps(world, DT, 60);
        gyre_state after = state_of(world, rotor), free_after = state_of(world, free_body);
        CHECK_VEC3_SAME(after.x, before.x);
        CHECK_VEC3_SAME(velocity_of(world, rotor), ((gyre_vec3){0, 0, 0}));
        CHECK_VEC3_SAME(after.L, before.L);
        if (!gyre_method_is_adaptive((gyre_method)m)) CHECK_BYTES(&after.q, &free_after.q, sizeof after.q);
        CHECK(angle_between(after.q, before.q) > 0.1);
        gyre_world_destroy(world);
    }
}

TEST(locks_set_at_run_time_remove_and_restore_freedom) {
    gyre_world *world = plain_world();
    gyre_body_def def = brick_def();
    gyre_body_id id = add_body(world, &def);
    gyre_motion before = motion_of(world, id);
    CHECK_OK(gyre_body_set_locks(world, id, GYRE_LOCK_PLANAR));
    gyre_motion locked = motion_of(world, id);
    CHECK_VEC3_NEAR(locked.position, before.position, 1e-15);
    CHECK_BELOW(angle_between(locked.orientation, before.orientation), 1e-15);
    CHECK_VEC3_NEAR(locked.velocity, ((gyre_vec3){0.5, 0.2, 0}), 1e-15);
    CHECK_VEC3_NEAR(locked.angular_velocity, ((gyre_vec3){0, 0, 0.75}), 1e-15);
    CHECK_OK(gyre_body_set_locks(world, id, 0));
    CHECK_OK(gyre_body_apply_impulse(world, id, (gyre_vec3){0, 0, 4}, locked.position));
    CHECK_NEAR(velocity_of(world, id).z, 2, 1e-15); // 4 N s on 2 kg
    gyre_world_destroy(world);
}

// ---- pivots ----

// A body of moments 1, 2, 2.5 that hangs 0.5 m below its pivot.
static gyre_body_def pendulum_def(void) {
    gyre_body_def def = body_def_of(properties_of(2, 1, 2, 2.5));
    def.has_pivot = 1;
    def.pivot = (gyre_vec3){0, 0, 0.5};
    return def;
}

TEST(the_pivot_of_a_body_does_not_move) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(-9.81, (gyre_method)m);
        gyre_body_def def = pendulum_def();
        def.orientation = (gyre_quat){0.5, -0.5, 0.5, 0.5};
        def.position = (gyre_vec3){1, 2, 3};
        def.angular_velocity = (gyre_vec3){1, 2, 3};
        gyre_body_id id = add_body(world, &def);
        gyre_vec3 pivot = plus(def.position, gyre_quat_rotate(def.orientation, def.pivot)), v;
        take_steps(world, DT, 60);
        gyre_motion motion = motion_of(world, id);
        CHECK_VEC3_NEAR(plus(motion.position, gyre_quat_rotate(motion.orientation, def.pivot)), pivot, 1e-14);
        CHECK_OK(gyre_body_velocity_at(world, id, pivot, &v));
        CHECK_VEC3_NEAR(v, ((gyre_vec3){0, 0, 0}), 1e-14);
        // the centre of mass moves as the rotation makes it, and P is that of the notes
        gyre_vec3 arm = minus(state_of(world, id).x, pivot);
        CHECK_VEC3_NEAR(motion.velocity, crossed(motion.angular_velocity, arm), 1e-13);
        CHECK_VEC3_NEAR(state_of(world, id).P, scaled(2, motion.velocity), 1e-13);
        gyre_world_destroy(world);
    }
}

TEST(a_small_swing_has_the_period_of_a_physical_pendulum) {
    gyre_world *world = world_with(-9.81, GYRE_METHOD_exact);
    gyre_body_def def = pendulum_def();
    double amplitude = 1e-3;
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){1, 0, 0}, amplitude, &def.orientation));
    gyre_body_id id = add_body(world, &def);
    // I about the pivot 1 + 2 * 0.5^2 = 1.5, M g l = 9.81: T = 2 pi sqrt(1.5 / 9.81)
    double period = 2 * acos(-1) * sqrt(1.5 / 9.81);
    take_steps(world, period / 4000, 1000); // a quarter: through the lowest point
    gyre_motion motion = motion_of(world, id);
    double angle = 2 * motion.orientation.x / motion.orientation.w; // small
    CHECK_NEAR(angle / amplitude, 0, 2e-6); // a^2/16 of the period and (w h)^2/24 of the method, times pi/2
    CHECK_NEAR(motion.angular_velocity.x, -amplitude * sqrt(9.81 / 1.5), 1e-8);
    gyre_world_destroy(world);
}

TEST(a_pivot_away_from_the_centre_needs_the_tensor_there) {
    gyre_world *world = plain_world();
    gyre_body_def def = pendulum_def();
    gyre_body_id id = add_body(world, &def);
    gyre_vec3 P, L;
    double kinetic;
    CHECK_OK(gyre_body_apply_torque(world, id, (gyre_vec3){3, 0, 0}));
    take_steps(world, 1, 1);
    CHECK_NEAR(motion_of(world, id).angular_velocity.x, 2, 1e-15); // 3 / (1 + 2 * 0.25)
    CHECK_OK(gyre_body_kinetic_energy(world, id, &kinetic));
    CHECK_NEAR(kinetic, 3, 1e-15); // 1.5 * 2^2 / 2, swing and spin together
    CHECK_OK(gyre_body_momentum(world, id, (gyre_vec3){0, 0, 0.5}, &P, &L));
    CHECK_NEAR(L.x, 3, 1e-14); // about the pivot
    CHECK_OK(gyre_world_momentum(world, (gyre_vec3){0, 0, 0.5}, &P, &L));
    CHECK_VEC3_SAME(P, ((gyre_vec3){0, 0, 0})); // the support of the pivot takes it
    CHECK_NEAR(L.x, 3, 1e-15);
    gyre_world_destroy(world);
}

TEST(a_force_at_the_pivot_turns_nothing_and_one_at_the_centre_turns_by_its_arm) {
    gyre_world *world = plain_world();
    gyre_body_def def = pendulum_def();
    gyre_body_id id = add_body(world, &def);
    CHECK_OK(gyre_body_apply_force(world, id, (gyre_vec3){0, 7, 0}, (gyre_vec3){0, 0, 0.5}));
    take_steps(world, 1, 1);
    CHECK_VEC3_SAME(motion_of(world, id).angular_velocity, ((gyre_vec3){0, 0, 0}));
    CHECK_OK(gyre_body_apply_force_at_center(world, id, (gyre_vec3){0, 3, 0}));
    gyre_wrench applied;
    CHECK_OK(gyre_body_get_applied(world, id, &applied)); // about the centre of mass
    CHECK_VEC3_NEAR(applied.torque, ((gyre_vec3){0, 0, 0}), 1e-15);
    take_steps(world, 1, 1);
    CHECK_NEAR(motion_of(world, id).angular_velocity.x, 1, 1e-15); // 0.5 * 3 / 1.5
    gyre_world_destroy(world);
}

TEST(a_velocity_that_the_pivot_forbids_is_removed_with_a_warning) {
    gyre_world *world = plain_world();
    gyre_body_def def = pendulum_def();
    def.velocity.x = 5;
    def.angular_velocity.y = 2;
    gyre_body_id id = add_body(world, &def);
    CHECK(strstr(log_text, "pivot") != NULL);
    CHECK_VEC3_NEAR(velocity_of(world, id), ((gyre_vec3){-1, 0, 0}), 1e-15); // w x r = 2 y x -0.5 z
    gyre_motion motion = motion_of(world, id);
    log_text[0] = '\0';
    CHECK_OK(gyre_body_set_motion(world, id, &motion)); // a motion that was read can be set without a warning
    CHECK_EQ(log_text[0], '\0');
    gyre_world_destroy(world);
}

RUN_TESTS("world held")
