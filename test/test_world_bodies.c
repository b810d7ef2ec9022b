/// Bodies in a world: frames, motions, kinds, locks, pivots, and what stays when they are changed at run time.
#include "world_helpers.h"

// ---- model and centre of mass ----

TEST(the_state_is_that_of_the_centre_of_mass_in_principal_axes) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    gyre_body_id id = add_body(world, &def);
    gyre_mass mass;
    gyre_quat axes;
    CHECK_OK(gyre_mass_principal(&def.mass, &mass, &axes));
    gyre_state s = state_of(world, id);
    CHECK_VEC3_NEAR(s.x, plus(def.position, gyre_quat_rotate(def.orientation, def.mass.center)), 1e-15);
    CHECK_BELOW(angle_between(s.q, gyre_quat_multiply(def.orientation, axes)), 1e-15);
    CHECK_VEC3_NEAR(s.P, scaled(2, def.velocity), 1e-15);
    gyre_auxiliary aux;
    CHECK_OK(gyre_auxiliary_of(&mass, &s, &aux));
    CHECK_VEC3_NEAR(aux.w, def.angular_velocity, 1e-14); // L = I w and back: a few roundings
    // the same tensor by another way: I w in model axes
    gyre_vec3 w = gyre_quat_rotate_back(def.orientation, def.angular_velocity);
    gyre_tensor I = def.mass.inertia;
    gyre_vec3 L = {I.xx * w.x + I.xy * w.y + I.xz * w.z, I.xy * w.x + I.yy * w.y + I.yz * w.z,
                   I.xz * w.x + I.yz * w.y + I.zz * w.z};
    CHECK_VEC3_NEAR(s.L, gyre_quat_rotate(def.orientation, L), 1e-14);
    gyre_world_destroy(world);
}

TEST(getting_a_motion_returns_the_one_that_was_set) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    gyre_motion motion = motion_of(world, add_body(world, &def));
    CHECK_VEC3_NEAR(motion.position, def.position, 1e-15);
    CHECK_BELOW(angle_between(motion.orientation, def.orientation), 1e-15);
    CHECK_VEC3_NEAR(motion.velocity, def.velocity, 1e-15);
    CHECK_VEC3_NEAR(motion.angular_velocity, def.angular_velocity, 1e-14);
    gyre_world_destroy(world);
}

TEST(an_orientation_is_never_flipped_to_its_negative) {
    gyre_world *world = plain_world();
    gyre_body_def def = ball_def();
    def.orientation = (gyre_quat){-1, 0, 0, 0};
    def.angular_velocity.z = 1;
    gyre_body_id id = add_body(world, &def);
    CHECK_SAME(motion_of(world, id).orientation.w, -1);
    gyre_quat last = motion_of(world, id).orientation;
    for (int i = 0; i < 200; i++) { // two and a half turns at 0.1 rad per step
        take_steps(world, 0.1, 1);
        gyre_quat q = motion_of(world, id).orientation;
        CHECK(q.w * last.w + q.x * last.x + q.y * last.y + q.z * last.z > 0.99);
        last = q;
    }
    gyre_world_destroy(world);
}

// ---- model coordinates and world coordinates ----

TEST(points_and_vectors_are_converted_by_the_pose_of_the_model) {
    gyre_world *world = plain_world();
    gyre_body_def def = ball_def();
    def.mass.center = (gyre_vec3){7, 8, 9}; // does not matter
    def.position = (gyre_vec3){10, 20, 30};
    def.orientation = (gyre_quat){0.5, 0.5, 0.5, 0.5}; // a third of a turn about (1,1,1): x to y, y to z, z to x
    gyre_body_id id = add_body(world, &def);
    gyre_vec3 out;
    CHECK_OK(gyre_body_world_point(world, id, (gyre_vec3){1, 2, 3}, &out));
    CHECK_VEC3_NEAR(out, ((gyre_vec3){13, 21, 32}), 1e-14);
    CHECK_OK(gyre_body_model_point(world, id, out, &out));
    CHECK_VEC3_NEAR(out, ((gyre_vec3){1, 2, 3}), 1e-14);
    CHECK_OK(gyre_body_world_vector(world, id, (gyre_vec3){1, 2, 3}, &out));
    CHECK_VEC3_NEAR(out, ((gyre_vec3){3, 1, 2}), 1e-15);
    CHECK_OK(gyre_body_model_vector(world, id, out, &out));
    CHECK_VEC3_NEAR(out, ((gyre_vec3){1, 2, 3}), 1e-15);
    gyre_world_destroy(world);
}

TEST(a_conversion_that_overflows_is_an_error_and_writes_nothing) {
    gyre_world *world = plain_world();
    gyre_body_def def = ball_def();
    def.position.x = 1e308;
    gyre_body_id id = add_body(world, &def);
    gyre_vec3 out = {1, 2, 3};
    CHECK_RESULT(gyre_body_world_point(world, id, (gyre_vec3){1e308, 0, 0}, &out), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_body_model_vector(world, id, (gyre_vec3){NAN, 0, 0}, &out), GYRE_ERR_NOT_FINITE);
    CHECK(out.x == 1 && out.y == 2 && out.z == 3);
    gyre_world_destroy(world);
}

TEST(an_impulse_at_a_model_point_has_the_lever_arm_of_that_point) {
    gyre_world *world = plain_world();
    gyre_body_def def = gyre_body_def_default();
    def.mass = (gyre_mass_properties){.mass = 1, .inertia = {1.0 / 6, 1.0 / 6, 1.0 / 6, 0, 0, 0}}; // a cube of 1 m
    def.position.x = 100;
    gyre_body_id there = add_body(world, &def), mistaken = add_body(world, &def);
    gyre_vec3 J = {0, 1, 0}, corner = {0.5, 0, 0};
    CHECK_OK(gyre_body_apply_impulse_at_model_point(world, there, J, corner));
    CHECK_VEC3_NEAR(motion_of(world, there).angular_velocity, ((gyre_vec3){0, 0, 3}), 1e-13);
    CHECK_VEC3_NEAR(motion_of(world, there).velocity, J, 0);
    CHECK_OK(gyre_body_apply_impulse(world, mistaken, J, corner)); // the mistake that the header describes
    CHECK_VEC3_NEAR(motion_of(world, mistaken).angular_velocity, ((gyre_vec3){0, 0, -597}), 1e-10);
    gyre_world_destroy(world);
}

TEST(a_force_at_a_model_point_is_the_force_at_the_world_point_of_the_same_place) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    gyre_body_id a = add_body(world, &def), b = add_body(world, &def);
    gyre_vec3 F = {1, -2, 3}, p = {0.25, -1, 2};
    gyre_vec3 place = plus(def.position, gyre_quat_rotate(def.orientation, p));
    gyre_wrench of_a, of_b;
    CHECK_OK(gyre_body_apply_force_at_model_point(world, a, F, p));
    CHECK_OK(gyre_body_apply_force(world, b, F, place));
    CHECK_OK(gyre_body_get_applied(world, a, &of_a));
    CHECK_OK(gyre_body_get_applied(world, b, &of_b));
    CHECK_VEC3_NEAR(of_a.force, of_b.force, 0);
    CHECK_VEC3_NEAR(of_a.torque, of_b.torque, 1e-13);
    gyre_world_destroy(world);
}

TEST(angular_velocity_may_be_given_in_model_axes) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    def.angular_frame = GYRE_FRAME_BODY;
    gyre_body_id id = add_body(world, &def);
    CHECK_VEC3_NEAR(motion_of(world, id).angular_velocity, gyre_quat_rotate(def.orientation, def.angular_velocity),
                    1e-14);
    gyre_world_destroy(world);
}

TEST(the_centre_of_mass_of_a_free_body_moves_straight_not_its_origin) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    gyre_body_id id = add_body(world, &def);
    gyre_vec3 start = state_of(world, id).x, origin = position_of(world, id);
    take_steps(world, DT, 120);
    CHECK_VEC3_NEAR(state_of(world, id).x, plus(start, scaled(2, def.velocity)), 1e-13);
    CHECK(distance(position_of(world, id), plus(origin, scaled(2, def.velocity))) > 0.1);
    gyre_motion motion = motion_of(world, id); // the origin keeps its distance to the centre
    CHECK_VEC3_NEAR(plus(motion.position, gyre_quat_rotate(motion.orientation, def.mass.center)), state_of(world, id).x,
                    1e-14);
    gyre_world_destroy(world);
}

TEST(the_velocity_of_a_point_is_v_plus_w_cross_r) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    gyre_body_id id = add_body(world, &def);
    gyre_vec3 point = {1, 2, -3}, v;
    CHECK_OK(gyre_body_velocity_at(world, id, point, &v));
    gyre_vec3 arm = minus(point, state_of(world, id).x);
    CHECK_VEC3_NEAR(v, plus(def.velocity, crossed(def.angular_velocity, arm)), 1e-13);
    // and a finite difference: where the model's origin goes
    gyre_motion motion = motion_of(world, id);
    CHECK_OK(gyre_body_velocity_at(world, id, motion.position, &v));
    take_steps(world, 1e-6, 1);
    CHECK_VEC3_NEAR(scaled(1e6, minus(position_of(world, id), motion.position)), v, 1e-5); // h/2 times w^2 r
    gyre_world_destroy(world);
}

TEST(momentum_about_a_point_is_L_plus_r_cross_P) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    gyre_body_id id = add_body(world, &def), other = add_ball_at(world, (gyre_vec3){4, 0, 0});
    CHECK_OK(gyre_body_set_velocity(world, other, (gyre_vec3){0, 3, 0}, (gyre_vec3){0, 0, 2}));
    gyre_state s = state_of(world, id);
    gyre_vec3 point = {1, -1, 2}, P, L, P_all, L_all;
    CHECK_OK(gyre_body_momentum(world, id, point, &P, &L));
    CHECK_VEC3_SAME(P, s.P);
    CHECK_VEC3_NEAR(L, plus(s.L, crossed(minus(s.x, point), s.P)), 1e-14);
    CHECK_OK(gyre_world_momentum(world, point, &P_all, &L_all));
    CHECK_VEC3_NEAR(P_all, plus(P, (gyre_vec3){0, 3, 0}), 1e-14);
    gyre_vec3 of_other = plus((gyre_vec3){0, 0, 2}, crossed(minus((gyre_vec3){4, 0, 0}, point), (gyre_vec3){0, 3, 0}));
    CHECK_VEC3_NEAR(L_all, plus(L, of_other), 1e-13);
    gyre_world_destroy(world);
}

TEST(kinetic_energy_is_that_of_the_state) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    gyre_body_id id = add_body(world, &def);
    gyre_mass mass;
    gyre_quat axes;
    double got, want;
    gyre_state s = state_of(world, id);
    CHECK_OK(gyre_mass_principal(&def.mass, &mass, &axes));
    CHECK_OK(gyre_kinetic_energy(&mass, &s, &want));
    CHECK_OK(gyre_body_kinetic_energy(world, id, &got));
    CHECK_NEAR(got, want, 1e-14);
    gyre_world_destroy(world);
}

// ---- setting motions ----

TEST(setting_a_pose_keeps_the_velocities) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    gyre_body_id id = add_body(world, &def);
    gyre_pose pose = {{7, 8, 9}, {0, 0.6, 0, 0.8}};
    CHECK_OK(gyre_body_set_pose(world, id, pose));
    gyre_motion motion = motion_of(world, id);
    CHECK_VEC3_NEAR(motion.position, pose.position, 1e-15);
    CHECK_BELOW(angle_between(motion.orientation, pose.orientation), 1e-15);
    CHECK_VEC3_NEAR(motion.velocity, def.velocity, 1e-15);
    CHECK_VEC3_NEAR(motion.angular_velocity, def.angular_velocity, 1e-14);
    gyre_world_destroy(world);
}

TEST(setting_velocities_keeps_the_bits_of_the_pose) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    gyre_body_id id = add_body(world, &def);
    take_steps(world, DT, 7);
    gyre_state before = state_of(world, id);
    CHECK_OK(gyre_body_set_velocity(world, id, (gyre_vec3){1, 2, 3}, (gyre_vec3){4, 5, 6}));
    gyre_state after = state_of(world, id);
    CHECK_BYTES(&after.x, &before.x, sizeof after.x);
    CHECK_BYTES(&after.q, &before.q, sizeof after.q);
    CHECK_VEC3_NEAR(motion_of(world, id).velocity, ((gyre_vec3){1, 2, 3}), 1e-15);
    CHECK_VEC3_NEAR(motion_of(world, id).angular_velocity, ((gyre_vec3){4, 5, 6}), 4e-15);
    gyre_world_destroy(world);
}

TEST(many_motions_are_read_and_set_in_the_order_of_ids_or_of_a_list) {
    gyre_world *world = plain_world();
    gyre_body_id ids[3];
    for (int i = 0; i < 3; i++)
        ids[i] = add_ball_at(world, (gyre_vec3){i, 0, 0});
    gyre_motion motions[3];
    CHECK_OK(gyre_world_get_motions(world, NULL, 3, motions));
    for (int i = 0; i < 3; i++)
        CHECK_SAME(motions[i].position.x, i);
    gyre_body_id swapped[2] = {ids[2], ids[0]};
    CHECK_OK(gyre_world_set_motions(world, swapped, 2, motions)); // body 2 where 0 was, body 0 where 1 was
    CHECK_SAME(position_of(world, ids[2]).x, 0);
    CHECK_SAME(position_of(world, ids[0]).x, 1);
    CHECK_RESULT(gyre_world_get_motions(world, NULL, 2, motions), GYRE_ERR_LENGTH);
    CHECK_REFUSED(world, gyre_world_set_motions(world, NULL, 4, motions), GYRE_ERR_LENGTH);
    CHECK_OK(gyre_world_get_motions(world, ids, 0, NULL));
    gyre_world_destroy(world);
}

TEST(many_motions_are_set_all_or_none) {
    gyre_world *world = plain_world();
    gyre_body_id ids[3];
    gyre_motion motions[3];
    for (int i = 0; i < 3; i++)
        ids[i] = add_ball_at(world, (gyre_vec3){i, 0, 0});
    CHECK_OK(gyre_world_get_motions(world, ids, 3, motions));
    REMEMBER(was, world);
    motions[0].position.x = 5;
    motions[2].orientation.w = 1.1; // the last one is wrong
    CHECK_RESULT(gyre_world_set_motions(world, ids, 3, motions), GYRE_ERR_ORIENTATION);
    motions[2].orientation.w = 1;
    motions[2].velocity.y = INFINITY;
    CHECK_RESULT(gyre_world_set_motions(world, NULL, 3, motions), GYRE_ERR_NOT_FINITE);
    motions[2].velocity.y = 0;
    gyre_body_id with_stale[3] = {ids[0], ids[1], no_body};
    CHECK_RESULT(gyre_world_set_motions(world, with_stale, 3, motions), GYRE_ERR_STALE_ID);
    CHECK_UNCHANGED(world, was);
    CHECK_OK(gyre_world_set_motions(world, ids, 3, motions));
    CHECK_SAME(position_of(world, ids[0]).x, 5);
    gyre_world_destroy(world);
}

// ---- between two steps ----

TEST(interpolated_poses_lead_from_the_last_step_to_this_one) {
    gyre_world *world = plain_world();
    gyre_body_def def = ball_def();
    def.velocity.x = 6;
    def.angular_velocity.z = 3;
    gyre_body_id id = add_body(world, &def);
    take_steps(world, 0.5, 2);
    gyre_pose begin, middle, end;
    CHECK_OK(gyre_body_get_interpolated_pose(world, id, 0, &begin));
    CHECK_OK(gyre_body_get_interpolated_pose(world, id, 0.5, &middle));
    CHECK_OK(gyre_world_get_interpolated_poses(world, NULL, 1, 1, &end));
    CHECK_NEAR(begin.position.x, 3, 1e-15);
    CHECK_NEAR(middle.position.x, 4.5, 1e-15);
    CHECK_SAME(end.position.x, 6);
    CHECK_NEAR(angle_between(begin.orientation, middle.orientation), 0.75, 1e-15);
    CHECK_NEAR(angle_between(middle.orientation, end.orientation), 0.75, 1e-15);
    gyre_motion motion = motion_of(world, id);
    CHECK_BYTES(&end.orientation, &motion.orientation, sizeof end.orientation);
    CHECK_RESULT(gyre_body_get_interpolated_pose(world, id, 1.5, &end), GYRE_ERR_OPTION);
    CHECK_RESULT(gyre_body_get_interpolated_pose(world, id, NAN, &end), GYRE_ERR_OPTION);
    gyre_world_destroy(world);
}

TEST(a_body_that_was_set_or_added_is_drawn_where_it_is) {
    gyre_world *world = plain_world();
    gyre_body_def def = ball_def();
    def.velocity.x = 6;
    gyre_body_id moved = add_body(world, &def);
    take_steps(world, 0.5, 1);
    gyre_body_id added = add_ball_at(world, (gyre_vec3){1, 2, 3});
    CHECK_OK(gyre_body_set_pose(world, moved, (gyre_pose){{9, 9, 9}, {1, 0, 0, 0}}));
    gyre_pose pose;
    CHECK_OK(gyre_body_get_interpolated_pose(world, moved, 0.25, &pose));
    CHECK_VEC3_NEAR(pose.position, ((gyre_vec3){9, 9, 9}), 1e-14);
    CHECK_OK(gyre_body_get_interpolated_pose(world, added, 0.25, &pose));
    CHECK_VEC3_NEAR(pose.position, ((gyre_vec3){1, 2, 3}), 1e-14);
    gyre_world_destroy(world);
}

TEST(a_world_without_a_previous_step_does_not_interpolate) {
    gyre_world_def def = plain_world_def();
    def.is_transactional = 0;
    gyre_world *world = world_of(&def);
    gyre_body_id id = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_pose pose;
    CHECK_RESULT(gyre_body_get_interpolated_pose(world, id, 0.5, &pose), GYRE_ERR_OPTION);
    gyre_world_destroy(world);
}

// ---- what they are, changed at run time ----

TEST(a_new_mass_keeps_the_pose_of_the_model_and_the_velocity_of_its_points) {
    gyre_world *world = plain_world();
    gyre_body_def def = lopsided_def();
    gyre_body_id id = add_body(world, &def);
    gyre_motion before = motion_of(world, id);
    gyre_vec3 point = {1, 1, 1}, v_before, v_after;
    CHECK_OK(gyre_body_velocity_at(world, id, point, &v_before));
    gyre_mass_properties mass = properties_of(10, 3, 4, 5), read;
    mass.center = (gyre_vec3){-1, 0.5, 2};
    CHECK_OK(gyre_body_set_mass(world, id, &mass));
    gyre_motion after = motion_of(world, id);
    CHECK_OK(gyre_body_velocity_at(world, id, point, &v_after));
    CHECK_VEC3_NEAR(after.position, before.position, 1e-14);
    CHECK_BELOW(angle_between(after.orientation, before.orientation), 1e-15);
    CHECK_VEC3_NEAR(after.angular_velocity, before.angular_velocity, 1e-14);
    CHECK_VEC3_NEAR(v_after, v_before, 1e-13);
    CHECK_VEC3_NEAR(state_of(world, id).P, scaled(10, after.velocity), 1e-13);
    CHECK_OK(gyre_body_get_mass(world, id, &read));
    CHECK_BYTES(&read, &mass, sizeof mass);
    mass.mass = -1;
    REMEMBER(was, world);
    CHECK_RESULT(gyre_body_set_mass(world, id, &mass), GYRE_ERR_MASS);
    CHECK_UNCHANGED(world, was);
    gyre_world_destroy(world);
}

TEST(forces_at_body_points_follow_a_new_mass) {
    gyre_world *world = plain_world();
    gyre_body_id id = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_force_def push = push_on(id, (gyre_vec3){0, 0, 1}, at_body(1, 0, 0));
    add_force(world, &push);
    gyre_mass_properties mass = properties_of(1, 1, 1, 1);
    mass.center.x = 1; // the force now acts at the centre of mass
    CHECK_OK(gyre_body_set_mass(world, id, &mass));
    take_steps(world, 1, 1);
    CHECK_VEC3_SAME(motion_of(world, id).angular_velocity, ((gyre_vec3){0, 0, 0}));
    CHECK_SAME(velocity_of(world, id).z, 1);
    gyre_world_destroy(world);
}

TEST(a_body_that_becomes_static_stops_and_one_that_becomes_dynamic_keeps_its_velocity) {
    gyre_world *world = world_with(-10, GYRE_METHOD_exact);
    gyre_body_def def = lopsided_def();
    gyre_body_id id = add_body(world, &def);
    gyre_motion before = motion_of(world, id);
    CHECK_OK(gyre_body_set_kind(world, id, GYRE_BODY_KINEMATIC));
    take_steps(world, 0.1, 1);
    CHECK_VEC3_NEAR(velocity_of(world, id), before.velocity, 1e-14); // gravity does not move it
    CHECK_OK(gyre_body_set_kind(world, id, GYRE_BODY_DYNAMIC));
    CHECK_VEC3_NEAR(velocity_of(world, id), before.velocity, 1e-14);
    CHECK_VEC3_NEAR(motion_of(world, id).angular_velocity, before.angular_velocity, 1e-14);
    gyre_motion now = motion_of(world, id);
    CHECK_OK(gyre_body_set_kind(world, id, GYRE_BODY_STATIC));
    take_steps(world, 0.1, 3);
    gyre_motion stopped = motion_of(world, id);
    CHECK_VEC3_NEAR(stopped.position, now.position, 1e-14);
    CHECK_VEC3_SAME(stopped.velocity, ((gyre_vec3){0, 0, 0}));
    CHECK_VEC3_SAME(stopped.angular_velocity, ((gyre_vec3){0, 0, 0}));
    gyre_world_destroy(world);
}

TEST(a_body_without_mass_cannot_become_dynamic) {
    gyre_world *world = plain_world();
    gyre_body_def def = gyre_body_def_default();
    gyre_body_id id;
    CHECK_REFUSED(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_MASS);
    CHECK(strstr(log_text, "mass") != NULL);
    def.kind = GYRE_BODY_STATIC;
    id = add_body(world, &def);
    CHECK_REFUSED(world, gyre_body_set_kind(world, id, GYRE_BODY_DYNAMIC), GYRE_ERR_MASS);
    gyre_body_kind kind;
    CHECK_OK(gyre_body_get_kind(world, id, &kind));
    CHECK_EQ(kind, GYRE_BODY_STATIC);
    CHECK_REFUSED(world, gyre_body_set_kind(world, id, GYRE_BODY_KIND_COUNT), GYRE_ERR_OPTION);
    gyre_world_destroy(world);
}

// ---- kinematic bodies ----

TEST(a_body_on_a_path_has_the_pose_and_velocity_of_the_path) {
    const double half_turn[] = {0, 1};
    gyre_path_point path[] = {{1, {{0, 0, 0}, {1, 0, 0, 0}}}, {3, {{4, 0, 0}, {half_turn[0], 0, 0, half_turn[1]}}}};
    gyre_world *world = world_with(-10, GYRE_METHOD_exact);
    gyre_body_def def = gyre_body_def_default();
    def.kind = GYRE_BODY_KINEMATIC;
    def.path = path;
    def.path_count = 2;
    def.position.y = 77; // the path counts
    gyre_body_id id = add_body(world, &def);
    path[1].pose.position.x = 99; // copied
    take_steps(world, 0.25, 2);   // before the first point it rests there
    CHECK_VEC3_SAME(position_of(world, id), ((gyre_vec3){0, 0, 0}));
    CHECK_VEC3_SAME(velocity_of(world, id), ((gyre_vec3){0, 0, 0}));
    take_steps(world, 0.25, 6); // t = 2, half way
    gyre_motion motion = motion_of(world, id);
    CHECK_VEC3_NEAR(motion.position, ((gyre_vec3){2, 0, 0}), 1e-15);
    CHECK_VEC3_NEAR(motion.velocity, ((gyre_vec3){2, 0, 0}), 1e-15);
    CHECK_VEC3_NEAR(motion.angular_velocity, ((gyre_vec3){0, 0, acos(-1) / 2}), 1e-15);
    CHECK_NEAR(angle_between(motion.orientation, (gyre_quat){1, 0, 0, 0}), acos(-1) / 2, 1e-15);
    take_steps(world, 0.25, 8); // t = 4, after the last point
    CHECK_VEC3_SAME(position_of(world, id), ((gyre_vec3){4, 0, 0}));
    CHECK_VEC3_SAME(velocity_of(world, id), ((gyre_vec3){0, 0, 0}));
    gyre_world_destroy(world);
}

// Distance of a ball from its place after a second forward and the same back. A damper ties it to a body on a path,
// whose velocity jumps at three points.
static double distance_after_return(gyre_method method, int steps) {
    gyre_quat unturned = {1, 0, 0, 0};
    gyre_path_point path[] = {
        {0.25, {{2, 0, 0}, unturned}}, {0.5, {{3, 0, 0}, unturned}}, {0.75, {{2.5, 0, 0}, unturned}}};
    gyre_world *world = world_with(0, method);
    gyre_body_def def = gyre_body_def_default();
    def.kind = GYRE_BODY_KINEMATIC;
    def.path = path;
    def.path_count = 3;
    gyre_body_id cart = add_body(world, &def), ball = add_ball_at(world, (gyre_vec3){0, 0, 0});
    gyre_force_def spring = spring_on(ball, cart, 1, 1);
    spring.parameters.spring.damping = 1;
    add_force(world, &spring);
    take_steps(world, 1.0 / steps, steps);
    take_steps(world, -1.0 / steps, steps);
    double off = fabs(position_of(world, ball).x);
    gyre_world_destroy(world);
    return off;
}

TEST(methods_keep_their_order_across_points_of_a_path) {
    double exact = distance_after_return(GYRE_METHOD_exact, 64) / distance_after_return(GYRE_METHOD_exact, 128);
    CHECK_BELOW(3.5, exact); // order 2 or more; of order 1 it would be 2
    CHECK_BELOW(12, distance_after_return(GYRE_METHOD_rk4, 64) / distance_after_return(GYRE_METHOD_rk4, 128));
}

TEST(a_kinematic_body_without_a_path_keeps_its_velocity_under_any_force) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *world = world_with(-10, (gyre_method)m);
        gyre_body_def def = brick_def();
        def.kind = GYRE_BODY_KINEMATIC;
        gyre_body_id id = add_body(world, &def);
        CHECK_OK(gyre_body_apply_force_at_center(world, id, (gyre_vec3){100, 0, 0}));
        take_steps(world, DT, 60);
        gyre_motion motion = motion_of(world, id);
        CHECK_VEC3_SAME(motion.velocity, def.velocity);
        CHECK_VEC3_NEAR(motion.angular_velocity, def.angular_velocity, 4e-15); // turned to body axes and back to read
        CHECK_VEC3_NEAR(motion.position, plus(def.position, def.velocity), 1e-13);
        gyre_world_destroy(world);
    }
}

// Its path would take it back in the next step, and the ledger would call that jump an error of the method.
TEST(a_body_on_a_path_cannot_be_put_elsewhere) {
    gyre_world *world = world_with(-10, GYRE_METHOD_exact);
    gyre_path_point path[] = {{0, {{0, 0, 0}, {1, 0, 0, 0}}}, {3, {{3, 0, 0}, {1, 0, 0, 0}}}};
    gyre_body_def def = gyre_body_def_default();
    def.kind = GYRE_BODY_KINEMATIC;
    def.path = path;
    def.path_count = 2;
    def.name = "hand";
    gyre_body_id hand = add_body(world, &def), ball = add_ball_at(world, (gyre_vec3){0, 0, 2});
    gyre_force_def spring = spring_on(ball, hand, 5, 1);
    add_force(world, &spring);
    take_steps(world, DT, 10);
    gyre_vec3 none = {0, 0, 0};
    gyre_motion motion = motion_of(world, hand), both[2] = {motion, motion_of(world, ball)};
    CHECK_REFUSED(world, gyre_body_set_pose(world, hand, (gyre_pose){{0, 5, 0}, {1, 0, 0, 0}}), GYRE_ERR_PATH);
    CHECK(strstr(log_text, "hand: pose and velocity of a body with a path cannot be set") != NULL);
    CHECK_REFUSED(world, gyre_body_set_velocity(world, hand, none, none), GYRE_ERR_PATH);
    CHECK_REFUSED(world, gyre_body_set_motion(world, hand, &motion), GYRE_ERR_PATH);
    CHECK_REFUSED(world, gyre_world_set_motions(world, (gyre_body_id[]){ball, hand}, 2, both), GYRE_ERR_PATH);
    // all bodies as they were read: the one on the path stays on it
    gyre_motion all[2];
    CHECK_OK(gyre_world_get_motions(world, NULL, 2, all));
    all[0].position.y = 7;
    all[1].position.y = 1;
    CHECK_OK(gyre_world_set_motions(world, NULL, 2, all));
    CHECK_SAME(position_of(world, hand).y, 0);
    CHECK_SAME(position_of(world, ball).y, 1);
    CHECK_OK(gyre_body_set_kind(world, hand, GYRE_BODY_STATIC)); // no path any more
    CHECK_OK(gyre_body_set_pose(world, hand, (gyre_pose){{0, 5, 0}, {1, 0, 0, 0}}));
    gyre_world_destroy(world);
}

TEST(invalid_paths_are_refused) {
    gyre_world *world = plain_world();
    gyre_path_point backward[] = {{1, {{0, 0, 0}, {1, 0, 0, 0}}}, {1, {{1, 0, 0}, {1, 0, 0, 0}}}};
    gyre_body_def def = ball_def();
    gyre_body_id id;
    def.path = backward;
    def.path_count = 1;
    CHECK_REFUSED(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_PATH); // a dynamic body has none
    def.kind = GYRE_BODY_KINEMATIC;
    def.path_count = 2;
    CHECK_REFUSED(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_PATH);
    backward[1].t = 2;
    backward[1].pose.orientation.w = 0.9;
    CHECK_REFUSED(world, gyre_world_add_body(world, &def, &id), GYRE_ERR_PATH);
    CHECK(strstr(log_text, "path") != NULL);
    gyre_world_destroy(world);
}

RUN_TESTS("world bodies")
