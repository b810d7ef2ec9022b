/// Items of docs/SPEC.md that speak of dynamics, through the world.
#include "world_helpers.h"

// ---- 61: torque-free motion ----

TEST(spec_61_in_free_motion_L_and_P_keep_their_bits_and_w_changes) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    gyre_body_id id = add_body(world, &def);
    gyre_state before = state_of(world, id);
    gyre_vec3 w = motion_of(world, id).angular_velocity;
    double kinetic, kinetic_after;
    CHECK_OK(gyre_body_kinetic_energy(world, id, &kinetic));
    take_steps(world, DT, 6000);
    gyre_state after = state_of(world, id);
    CHECK_BYTES(&after.L, &before.L, sizeof after.L);
    CHECK_BYTES(&after.P, &before.P, sizeof after.P);
    CHECK(distance(motion_of(world, id).angular_velocity, w) > 0.1);
    CHECK_OK(gyre_body_kinetic_energy(world, id, &kinetic_after));
    CHECK_NEAR(kinetic_after / kinetic, 1, 1e-13); // the bar for 600 s; this is 100 s
    gyre_world_destroy(world);
}

TEST(spec_61_L_stays_constant_with_every_method) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(0, (gyre_method)m);
        gyre_body_def def = brick_def();
        gyre_body_id id = add_body(world, &def);
        gyre_state before = state_of(world, id);
        take_steps(world, DT, 60);
        CHECK_VEC3_SAME(state_of(world, id).L, before.L); // dL/dt is exactly 0
        gyre_world_destroy(world);
    }
}

// ---- 64: gravity ----

TEST(spec_64_gravity_field_and_constant_force_move_a_body_with_the_same_bits) {
    const gyre_vec3 g = {0.3, -0.2, -9.81};
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_state ends[3];
        for (int way = 0; way < 3; way++) {
            gyre_world_def world_def = plain_world_def();
            world_def.method = (gyre_method)m;
            if (way == 0) world_def.gravity = g;
            gyre_world *world = world_of(&world_def);
            gyre_body_def def = lopsided_def();
            gyre_body_id id = add_body(world, &def);
            gyre_force_def field = force_on(GYRE_FORCE_field, no_body);
            field.parameters.field.acceleration = g;
            gyre_force_def weight = push_on(id, scaled(def.mass.mass, g), (gyre_point){GYRE_AT_CENTER, {0, 0, 0}});
            if (way == 1) add_force(world, &field);
            if (way == 2) add_force(world, &weight);
            take_steps(world, DT, 100);
            ends[way] = state_of(world, id);
            gyre_world_destroy(world);
        }
        CHECK_BYTES(&ends[1], &ends[0], sizeof ends[0]);
        CHECK_BYTES(&ends[2], &ends[0], sizeof ends[0]);
        CHECK(ends[0].P.z < -30); // 2 kg falling for 1.7 s
    }
}

TEST(spec_64_a_fall_is_exact_and_turns_nothing) {
    gyre_world *world = world_with(-10, GYRE_METHOD_exact);
    gyre_body_def def = lopsided_def();
    gyre_body_id id = add_body(world, &def);
    gyre_state before = state_of(world, id);
    take_steps(world, 0.25, 8);
    gyre_state after = state_of(world, id);
    CHECK_NEAR(after.x.z, before.x.z + 2 * def.velocity.z - 0.5 * 10 * 4, 1e-14);
    CHECK_NEAR(after.P.z, 2 * (def.velocity.z - 20), 1e-14);
    CHECK_VEC3_SAME(after.L, before.L);
    gyre_world_destroy(world);
}

// ---- 65, 66: two forces on a block ----

static gyre_wrench applied_by(gyre_vec3 force_1, gyre_vec3 point_1, gyre_vec3 force_2, gyre_vec3 point_2) {
    gyre_world *world = plain_world();
    gyre_body_id id = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_wrench applied;
    CHECK_OK(gyre_body_apply_force(world, id, force_1, point_1));
    CHECK_OK(gyre_body_apply_force(world, id, force_2, point_2));
    CHECK_OK(gyre_body_get_applied(world, id, &applied));
    take_steps(world, 1, 1); // 1 kg and moments 1: momenta are force and torque
    CHECK_VEC3_NEAR(state_of(world, id).P, applied.force, 1e-15);
    CHECK_VEC3_NEAR(state_of(world, id).L, applied.torque, 1e-15);
    gyre_world_destroy(world);
    return applied;
}

TEST(spec_65_two_equal_forces_beside_the_centre_add_up_without_a_torque) {
    const gyre_vec3 f = {0, 0, 1.5};
    gyre_wrench sum = applied_by(f, (gyre_vec3){-3, 0, -2}, f, (gyre_vec3){3, 0, -2});
    CHECK_VEC3_SAME(sum.force, ((gyre_vec3){0, 0, 3}));
    CHECK_VEC3_NEAR(sum.torque, ((gyre_vec3){0, 0, 0}), 0);
}

TEST(spec_66_two_opposite_forces_make_a_couple_about_y) {
    const gyre_vec3 f = {0, 0, 1.5};
    gyre_wrench sum = applied_by(f, (gyre_vec3){-3, 0, -2}, scaled(-1, f), (gyre_vec3){3, 0, 2});
    CHECK_VEC3_NEAR(sum.force, ((gyre_vec3){0, 0, 0}), 0);
    CHECK_VEC3_NEAR(sum.torque, ((gyre_vec3){0, 9, 0}), 0); // (0, 6 f, 0)
}

// ---- 67: the force and torque puzzle ----

TEST(spec_67_the_same_force_off_centre_gives_the_same_velocity_and_more_energy) {
    const gyre_vec3 F = {0, 3, 0};
    gyre_world *world = world_with(0, GYRE_METHOD_exact);
    gyre_body_def def = body_def_of(properties_of(2, 1, 2, 2.5));
    gyre_body_id centred = add_body(world, &def), off_centre = add_body(world, &def);
    gyre_force_def at_center = push_on(centred, F, (gyre_point){0});
    gyre_force_def beside = push_on(off_centre, F, at_body(1, 0, 0.25));
    gyre_force_id first = add_force(world, &at_center), second = add_force(world, &beside);
    take_steps(world, 0.01, 1000);
    CHECK_VEC3_NEAR(velocity_of(world, centred), ((gyre_vec3){0, 15, 0}), 1e-11); // 10 F / M; 1000 roundings of 30
    CHECK_VEC3_NEAR(velocity_of(world, off_centre), ((gyre_vec3){0, 15, 0}), 1e-11);
    double energy_1, energy_2, work_1, work_2;
    CHECK_OK(gyre_body_kinetic_energy(world, centred, &energy_1));
    CHECK_OK(gyre_body_kinetic_energy(world, off_centre, &energy_2));
    CHECK_NEAR(energy_1, 225, 1e-10); // 50 F^2 / M
    CHECK(energy_2 > energy_1 + 0.1);
    // the integral of F . v at the point where the force acts
    CHECK_OK(gyre_force_get_work(world, first, &work_1, NULL));
    CHECK_OK(gyre_force_get_work(world, second, &work_2, NULL));
    CHECK_NEAR(work_1, energy_1, 1e-10);
    CHECK_NEAR(work_2, energy_2, 1e-10);
    gyre_ledger ledger = ledger_of(world);
    CHECK_NEAR(ledger.residual, 0, 1e-10);
    CHECK_NEAR(ledger.work, energy_1 + energy_2, 1e-10);
    gyre_world_destroy(world);
}

// ---- 69, 70 ----

TEST(spec_69_internal_forces_have_no_net_force_and_no_net_torque) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(0, (gyre_method)m);
        gyre_body_def def = lopsided_def();
        gyre_body_id a = add_body(world, &def);
        def.position = (gyre_vec3){2, 1, 0};
        def.mass.mass = 5;
        def.velocity = (gyre_vec3){-0.4, 0.1, 0};
        gyre_body_id b = add_body(world, &def);
        gyre_force_def spring = spring_on(a, b, 30, 1);
        spring.parameters.spring.at = at_body(0.5, 0, 0);
        spring.parameters.spring.to_at = at_body(0, 0.5, 0.3);
        add_force(world, &spring);
        gyre_vec3 P, L, P_after, L_after;
        CHECK_OK(gyre_world_momentum(world, (gyre_vec3){0, 0, 0}, &P, &L));
        gyre_vec3 before = state_of(world, a).P;
        take_steps(world, DT, 60);
        CHECK_OK(gyre_world_momentum(world, (gyre_vec3){0, 0, 0}, &P_after, &L_after));
        CHECK(distance(state_of(world, a).P, before) > 1); // something happened
        CHECK_VEC3_NEAR(P_after, P, 1e-12);                // a few hundred roundings of numbers up to 30
        // Runge-Kutta methods keep x x P to their own order only
        int is_split = gyre_method_is_general((gyre_method)m) == 0;
        if (is_split) CHECK_VEC3_NEAR(L_after, L, 1e-12);
        if (m == GYRE_METHOD_rk4) CHECK_VEC3_NEAR(L_after, L, 1e-4);
        gyre_world_destroy(world);
    }
}

TEST(spec_70_applied_forces_act_for_one_whole_step_and_are_cleared_once) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(0, (gyre_method)m);
        gyre_body_def def = brick_def();
        gyre_body_id id = add_body(world, &def);
        def.kind = GYRE_BODY_STATIC;
        gyre_body_id wall = add_body(world, &def);
        gyre_wrench applied;
        CHECK_OK(gyre_body_apply_force_at_center(world, id, (gyre_vec3){6, 0, 0}));
        CHECK_OK(gyre_body_apply_force_at_center(world, id, (gyre_vec3){2, 4, 0})); // they add up
        CHECK_OK(gyre_body_apply_torque(world, wall, (gyre_vec3){1, 2, 3}));
        CHECK_OK(gyre_body_get_applied(world, wall, &applied));
        CHECK_SAME(applied.torque.z, 3);
        take_steps(world, 0.5, 1);
        CHECK_NEAR(velocity_of(world, id).x, 0.5 + 8 * 0.5 / 2, 1e-14);
        CHECK_NEAR(velocity_of(world, id).y, 0.2 + 4 * 0.5 / 2, 1e-14);
        gyre_body_id both[] = {id, wall};
        for (int i = 0; i < 2; i++) {
            CHECK_OK(gyre_body_get_applied(world, both[i], &applied));
            CHECK_VEC3_SAME(applied.force, ((gyre_vec3){0, 0, 0}));
            CHECK_VEC3_SAME(applied.torque, ((gyre_vec3){0, 0, 0}));
        }
        gyre_vec3 v = velocity_of(world, id);
        take_steps(world, 0.5, 1);
        CHECK_VEC3_SAME(velocity_of(world, id), v);
        CHECK_OK(gyre_body_apply_torque(world, id, (gyre_vec3){1, 2, 3}));
        CHECK_OK(gyre_world_clear_applied(world));
        CHECK_OK(gyre_body_get_applied(world, id, &applied));
        CHECK_SAME(applied.torque.x, 0);
        gyre_world_destroy(world);
    }
}

// ---- 71, 72 ----

TEST(spec_71_semi_implicit_euler_falls_as_in_the_text) {
    gyre_world *world = world_with(-9.81, GYRE_METHOD_semi_implicit_euler);
    gyre_body_id id = add_ball_at(world, (gyre_vec3){0, 0, 0});
    take_steps(world, DT, 60);
    CHECK_NEAR(velocity_of(world, id).z, -9.81, 1e-13);
    CHECK_NEAR(position_of(world, id).z, -4.98675, 1e-13); // -g/2 (1 + h)
    gyre_world_destroy(world);
}

TEST(spec_72_damping_is_exact_for_any_step) {
    const int counts[] = {1, 3, 60, 1000};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        gyre_world *world = world_with(0, GYRE_METHOD_exact);
        gyre_body_def def = ball_def();
        def.velocity.x = 2;
        def.angular_velocity.z = 3;
        def.linear_damping = 0.5;
        def.angular_damping = 0.8;
        gyre_body_id id = add_body(world, &def);
        take_steps(world, 1.0 / counts[i], counts[i]);
        gyre_motion motion = motion_of(world, id);
        double slack = 1e-15 * (10 + counts[i]); // a rounding per step
        CHECK_NEAR(motion.velocity.x / 2, 0.606531, 5e-7);
        CHECK_NEAR(motion.velocity.x, 2 * exp(-0.5), slack);
        CHECK_NEAR(motion.position.x, 2 * (1 - exp(-0.5)) / 0.5, slack);
        CHECK_NEAR(motion.angular_velocity.z, 3 * exp(-0.8), slack);
        CHECK_NEAR(2 * atan2(motion.orientation.z, motion.orientation.w), 3 * (1 - exp(-0.8)) / 0.8, slack);
        gyre_world_destroy(world);
    }
}

TEST(spec_72_a_damped_tumbling_body_follows_the_path_of_a_free_one_more_slowly) {
    gyre_world *world = plain_world(), *free_world = plain_world();
    gyre_body_def def = lopsided_def();
    gyre_body_id free_id = add_body(free_world, &def);
    def.angular_damping = 0.7;
    gyre_body_id id = add_body(world, &def);
    gyre_state before = state_of(world, id);
    take_steps(world, 0.02, 100);
    // torque -k L: L shrinks along itself, and time runs as (1 - e^(-k t)) / k
    take_steps(free_world, (1 - exp(-1.4)) / 0.7 / 100, 100);
    CHECK_VEC3_NEAR(state_of(world, id).L, scaled(exp(-1.4), before.L), 1e-13);
    CHECK_BELOW(angle_between(state_of(world, id).q, state_of(free_world, free_id).q), 1e-12);
    gyre_world_destroy(world);
    gyre_world_destroy(free_world);
}

TEST(spec_72_damping_never_speeds_up_with_any_method) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(0, (gyre_method)m);
        gyre_body_def def = brick_def();
        def.linear_damping = 2;
        def.angular_damping = 3;
        gyre_body_id id = add_body(world, &def);
        if (gyre_world_check_method(world, NULL) == GYRE_OK) {
            double last = norm(state_of(world, id).P), last_L = norm(state_of(world, id).L);
            for (int i = 0; i < 120; i++) {
                take_steps(world, DT, 1);
                CHECK_BELOW(norm(state_of(world, id).P), last);
                CHECK_BELOW(norm(state_of(world, id).L), last_L);
                last = norm(state_of(world, id).P);
                last_L = norm(state_of(world, id).L);
            }
            CHECK_NEAR(last / norm(scaled(2, def.velocity)), exp(-4), 0.004); // Euler errs by k^2 h t/2 = 0.07 of it
        }
        gyre_world_destroy(world);
    }
}

TEST(spec_72_negative_damping_is_refused_and_the_field_is_named) {
    gyre_world *world = plain_world();
    gyre_body_def def = ball_def();
    gyre_body_id id = no_body;
    const double wrong[] = {-0.1, -INFINITY, INFINITY, NAN};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        def = ball_def();
        def.angular_damping = wrong[i];
        CHECK_REFUSED(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_DAMPING);
        CHECK(strstr(log_text, "angular_damping") != NULL);
    }
    def = ball_def();
    id = add_body(world, &def);
    double linear, angular;
    CHECK_OK(gyre_body_set_damping(world, id, 0.25, 0.5));
    CHECK_REFUSED(world, gyre_body_set_damping(world, id, -1, 0), GYRE_ERR_DAMPING);
    CHECK_OK(gyre_body_get_damping(world, id, &linear, &angular));
    CHECK_SAME(linear, 0.25);
    CHECK_SAME(angular, 0.5);
    gyre_world_destroy(world);
}

TEST(spec_72a_a_factor_per_second_or_per_step_becomes_k) {
    double k = 7, per_step = 7;
    CHECK_OK(gyre_damping_from_factor(0.5, 1, &k));
    CHECK_NEAR(k, 0.69314718055994531, 1e-15);
    CHECK_OK(gyre_damping_from_factor(0.1, DT, &k)); // a tenth in every step of 1/60 s: ln(10/9) 60
    CHECK_NEAR(k, 6.3216309394696, 1e-13);
    CHECK_OK(gyre_damping_from_factor(0, 1, &k));
    CHECK(k == 0 && !signbit(k));
    // the text's v *= pow(1 - d, h) and v *= 1 - d in every step, compared with a world
    for (int i = 1; i < 100; i++) {
        double d = i / 100.0, v = 2, w = 3;
        CHECK_OK(gyre_damping_from_factor(d, 1, &k));
        CHECK_OK(gyre_damping_from_factor(d, DT, &per_step));
        gyre_world *world = world_with(0, GYRE_METHOD_exact);
        gyre_body_def def = ball_def();
        def.velocity.x = v;
        def.angular_velocity.z = w;
        def.linear_damping = k;
        def.angular_damping = per_step;
        gyre_body_id id = add_body(world, &def);
        take_steps(world, DT, 30);
        for (int n = 0; n < 30; n++) {
            v *= pow(1 - d, DT);
            w *= 1 - d;
        }
        CHECK_NEAR(motion_of(world, id).velocity.x, v, 2e-14);
        CHECK_NEAR(motion_of(world, id).angular_velocity.z, w, 3e-13 * w); // 30 roundings of k h, up to 4.6
        gyre_world_destroy(world);
    }
    // -log(1 - d) = d + d^2/2 + d^3/3 + ... keeps the digits of a small d
    for (double d = 1e-300; d < 1e-7; d *= 10) {
        CHECK_OK(gyre_damping_from_factor(d, 1, &k));
        CHECK_NEAR(k, d + d * d / 2 + d * d * d / 3, 1e-15 * d);
    }
    CHECK_OK(gyre_damping_from_factor(1 - 0x1p-53, 1, &k)); // nearly all of it: 53 ln 2
    CHECK_NEAR(k, 36.736800569677, 1e-12);
}

TEST(spec_72a_a_factor_outside_0_to_1_is_refused_and_the_message_names_it) {
    const double wrong[] = {-0.1, -1e-300, 1, 1.5, 60, INFINITY, -INFINITY, NAN};
    double k = 7;
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        CHECK_RESULT(gyre_damping_from_factor(wrong[i], 1, &k), GYRE_ERR_DAMPING_FACTOR);
    const double periods[] = {0, -1, INFINITY, NAN, 1e-320};
    for (size_t i = 0; i < COUNT_OF(periods); i++)
        CHECK_RESULT(gyre_damping_from_factor(0.5, periods[i], &k), GYRE_ERR_STEP);
    CHECK_RESULT(gyre_damping_from_factor(0.5, 1, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_SAME(k, 7);
    CHECK(strstr(gyre_result_text(GYRE_ERR_DAMPING_FACTOR), "the fraction of the velocity that is lost") != NULL);
}

// ---- 77: pitfalls ----

TEST(spec_77_a_quaternion_of_wrong_length_is_refused_with_its_length) {
    gyre_world *world = plain_world();
    const gyre_quat wrong[] = {{1, 1, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 90}, {1.0001, 0, 0, 0}};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        gyre_body_def def = ball_def();
        gyre_body_id id = no_body;
        def.orientation = wrong[i];
        CHECK_REFUSED(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_ORIENTATION);
        CHECK(strstr(log_text, "length") != NULL && strstr(log_text, "radians") != NULL);
    }
    gyre_body_def def = ball_def();
    def.orientation.w = 1 + 9e-7; // rounding by another program
    gyre_body_id id = add_body(world, &def);
    CHECK_SAME(motion_of(world, id).orientation.w, 1);
    CHECK_REFUSED(world, gyre_body_set_pose(world, id, (gyre_pose){{0, 0, 0}, wrong[0]}), GYRE_ERR_ORIENTATION);
    gyre_world_destroy(world);
}

TEST(spec_77_the_frame_of_an_angular_velocity_is_required) {
    gyre_world *world = plain_world();
    gyre_body_def def = ball_def();
    def.orientation = (gyre_quat){sqrt(0.5), sqrt(0.5), 0, 0}; // a quarter about x: model y is world z
    def.angular_velocity.y = 2;
    gyre_body_id in_world = add_body(world, &def);
    def.angular_frame = GYRE_FRAME_BODY;
    gyre_body_id in_body = add_body(world, &def);
    CHECK_VEC3_NEAR(motion_of(world, in_world).angular_velocity, ((gyre_vec3){0, 2, 0}), 4e-15);
    CHECK_VEC3_NEAR(motion_of(world, in_body).angular_velocity, ((gyre_vec3){0, 0, 2}), 4e-15);
    def.angular_frame = GYRE_FRAME_COUNT;
    gyre_body_id id;
    CHECK_REFUSED(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_OPTION);
    CHECK(strstr(log_text, "angular_frame") != NULL);
    gyre_world_destroy(world);
}

TEST(spec_77_a_lever_arm_counts_from_the_centre_of_mass_not_from_the_origin) {
    gyre_world *world = plain_world();
    gyre_body_def def = ball_def();
    def.mass.center.x = 2;
    gyre_body_id id = add_body(world, &def);
    gyre_wrench applied;
    CHECK_OK(gyre_body_apply_force(world, id, (gyre_vec3){0, 0, 1}, (gyre_vec3){0, 0, 0})); // at the model's origin
    CHECK_OK(gyre_body_get_applied(world, id, &applied));
    CHECK_VEC3_NEAR(applied.torque, ((gyre_vec3){0, 2, 0}), 0); // (-2, 0, 0) x (0, 0, 1)
    gyre_force_def both_frames = push_on(id, (gyre_vec3){0, 0, 1}, at_body(0, 0, 0));
    both_frames.parameters.force.at.kind = GYRE_POINT_KIND_COUNT; // an unset kind of point
    gyre_force_id force;
    CHECK_REFUSED(world, gyre_world_add_force(world, &both_frames, &force), GYRE_ERR_FORCE);
    CHECK(strstr(log_text, "at") != NULL);
    gyre_world_destroy(world);
}

TEST(spec_77_variable_steps_change_the_result_by_the_order_of_the_method) {
    double ends[2];
    for (int way = 0; way < 2; way++) {
        gyre_world *world = world_with(-9.81, GYRE_METHOD_exact);
        gyre_body_id id = add_ball_at(world, (gyre_vec3){1, 0, 0});
        gyre_force_def spring = spring_on(id, no_body, 40, 0);
        add_force(world, &spring);
        for (int i = 0; i < 300; i++) // 0.01, 0.005, 0.015... against 0.01 throughout: the same 3 s
            take_steps(world, way == 0 ? 0.01 : 0.005 * (1 + (i + 1) % 3), 1);
        CHECK_NEAR(gyre_world_time(world), 3, 1e-12);
        ends[way] = position_of(world, id).x;
        gyre_world_destroy(world);
    }
    double w = sqrt(40), exact_end = cos(w * 3);
    CHECK_NEAR(ends[0], exact_end, 4e-3); // (w h)^2 / 24 * w t
    CHECK_NEAR(ends[1], exact_end, 8e-3);
}

RUN_TESTS("world spec")
