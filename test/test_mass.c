/// Layer 2: mass and principal moments, compounds.
#include "host.h"
#include "mass_helpers.h"

// ---- single bodies ----

TEST(spec_41_a_box_of_2_by_3_by_4_has_the_notes_moments) {
    gyre_mass m;
    CHECK_OK(gyre_mass_of_box(24, (gyre_vec3){2, 3, 4}, &m));
    CHECK_SAME(m.mass, 24);
    CHECK_SAME(m.inertia.x, 50);
    CHECK_SAME(m.inertia.y, 40);
    CHECK_SAME(m.inertia.z, 26);
}

TEST(spec_41_a_unit_sphere_has_two_fifths) {
    gyre_mass m;
    CHECK_OK(gyre_mass_of_sphere(1, 1, &m));
    CHECK_SAME(m.inertia.x, 0.4);
    CHECK(m.inertia.x == m.inertia.y && m.inertia.y == m.inertia.z);
}

TEST(spec_46_a_rotated_tensor_has_its_moments_and_axes) {
    random_source r = {1};
    for (int i = 0; i < 20000; i++) {
        // equal and nearly equal moments among them
        double gap = i % 4 == 0 ? 0 : i % 4 == 1 ? 1e-15 : random_between(&r, 0, 1);
        gyre_mat3 tensor = turned_diagonal(random_rotation(&r), 1, 1 + gap, 1 + random_between(&r, 0, 1));
        gyre_mass_properties p = {3, {1, 2, 3}, tensor_of(&tensor)};
        gyre_mass m;
        gyre_quat axes;
        CHECK_OK(gyre_mass_principal(&p, &m, &axes));
        CHECK_NEAR(axes.w * axes.w + axes.x * axes.x + axes.y * axes.y + axes.z * axes.z, 1, 4 * EPS);
        gyre_mat3 again = turned_diagonal(axes, m.inertia.x, m.inertia.y, m.inertia.z);
        CHECK_BELOW(mat3_difference(&again, &tensor), 1e-14); // about 40 roundings of numbers up to 2
    }
}

TEST(spec_46_sorted_moments_ascend_and_their_axes_stay_a_rotation) {
    random_source r = {2};
    for (int i = 0; i < 20000; i++) {
        double a = random_between(&r, 1, 2), b = i % 3 ? random_between(&r, 1, 2) : a, c = random_between(&r, 1, 2);
        gyre_mat3 tensor = turned_diagonal(random_rotation(&r), a, b, c);
        gyre_mass_properties p = {3, {0, 0, 0}, tensor_of(&tensor)};
        gyre_mass m;
        gyre_quat axes;
        CHECK_OK(gyre_mass_principal_sorted(&p, &m, &axes));
        CHECK(m.inertia.x <= m.inertia.y && m.inertia.y <= m.inertia.z);
        gyre_mat3 again = turned_diagonal(axes, m.inertia.x, m.inertia.y, m.inertia.z);
        CHECK_BELOW(mat3_difference(&again, &tensor), 1e-14);
    }
}

TEST(a_diagonal_tensor_keeps_its_axes) {
    gyre_mat3 tensor = {{{3, 0, 0}, {0, 2, 0}, {0, 0, 2.5}}};
    gyre_mass m;
    gyre_quat axes;
    CHECK_OK(gyre_mass_from_tensor(1, &tensor, &m, &axes));
    CHECK_SAME(axes.w, 1);
    CHECK_SAME(m.inertia.x, 3);
}

TEST(invalid_masses_and_moments_are_refused) {
    gyre_mass m = {7, {7, 7, 7}};
    double bad[] = {-1, NAN, INFINITY, -INFINITY, 0, 1e-320};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_RESULT(gyre_mass_from_moments(bad[i], (gyre_vec3){1, 1, 1}, &m), GYRE_ERR_MASS);
        if (i >= 4) continue; // a moment may be 0 or tiny
        CHECK_RESULT(gyre_mass_from_moments(1, (gyre_vec3){bad[i], 1, 1}, &m), GYRE_ERR_INERTIA);
        CHECK_RESULT(gyre_mass_from_moments(1, (gyre_vec3){1, bad[i], 1}, &m), GYRE_ERR_INERTIA);
        CHECK_RESULT(gyre_mass_from_moments(1, (gyre_vec3){1, 1, bad[i]}, &m), GYRE_ERR_INERTIA);
    }
    for (size_t i = 0; i < 5; i++) {
        CHECK_RESULT(gyre_mass_of_box(1, (gyre_vec3){1, bad[i], 1}, &m), GYRE_ERR_MASS);
        CHECK_RESULT(gyre_mass_of_sphere(1, bad[i], &m), GYRE_ERR_MASS);
    }
    CHECK_SAME(m.mass, 7);
}

TEST(spec_47_no_moment_may_exceed_the_sum_of_the_others) {
    gyre_mass m;
    CHECK_RESULT(gyre_mass_from_moments(1, (gyre_vec3){1, 1, 2.1}, &m), GYRE_ERR_INERTIA);
    CHECK_RESULT(gyre_mass_from_moments(1, (gyre_vec3){2.1, 1, 1}, &m), GYRE_ERR_INERTIA);
    CHECK_RESULT(gyre_mass_from_moments(1, (gyre_vec3){1, 2.1, 1}, &m), GYRE_ERR_INERTIA);
    CHECK_OK(gyre_mass_from_moments(1, (gyre_vec3){1, 1, 2}, &m));               // a flat plate is legal
    CHECK_OK(gyre_mass_from_moments(1, (gyre_vec3){0.1, 0.2, 0.3}, &m));         // also when 0.1 + 0.2 rounds
    CHECK_OK(gyre_mass_from_moments(1, (gyre_vec3){1, 1, 2 * (1 + 9e-10)}, &m)); // within the slack
    CHECK_RESULT(gyre_mass_from_moments(1, (gyre_vec3){1, 1, 2 * (1 + 1.1e-9)}, &m), GYRE_ERR_INERTIA); // outside
    CHECK_OK(gyre_mass_from_moments(1, (gyre_vec3){1, 1, 0}, &m));                                      // a rod
    CHECK_OK(gyre_mass_from_moments(1, (gyre_vec3){0, 0, 0}, &m));                                      // a point
}

TEST(spec_48_a_body_without_mass_is_static) {
    gyre_point_force push = {{1, 2, 3}, {0, 1, 0}};
    gyre_rigid_body wall = {.forces = &push, .force_count = 1}, half_given = {.mass = {0, {1, 1, 1}}};
    gyre_system system = system_of(&wall, 1);
    system.gravity = (gyre_vec3){0, 0, -9.81};
    gyre_state s = tumbling_state(); // momenta that a body without mass cannot use
    double y[13], before[13], kinetic, potential;
    gyre_state_to_array(&s, y);
    memcpy(before, y, sizeof y);
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_ode_options options = gyre_ode_options_default();
        options.method = (gyre_method)m;
        options.step = 0.1;
        CHECK_OK(gyre_system_advance(&system, y, y, 13, 0, 1, &options, NULL));
        CHECK_BYTES(y, before, sizeof y);
    }
    CHECK_OK(gyre_system_energy(&system, y, &kinetic, &potential));
    CHECK(kinetic == 0 && potential == 0);
    system.bodies = &half_given;
    CHECK_RESULT(gyre_system_check(&system), GYRE_ERR_MASS);
}

TEST(a_rod_is_valid_but_may_not_spin_freely_about_its_axis) {
    gyre_rigid_body rod = {.mass = {1, {1, 1, 0}}};
    gyre_system system = system_of(&rod, 1);
    system.log = (gyre_logger){keep_text, NULL};
    CHECK_RESULT(gyre_system_check(&system), GYRE_ERR_INERTIA);
    CHECK(strstr(log_text, "body 0: a moment of inertia is 0, so the body cannot rotate freely: lock its rotation") ==
          log_text);
    rod.locks = GYRE_LOCK_ROTATION_Y | GYRE_LOCK_ROTATION_Z; // it swings about x
    CHECK_OK(gyre_system_check(&system));
    gyre_state s = {.q = {1, 0, 0, 0}, .L = {2, 0, 0}};
    double y[13];
    gyre_state_to_array(&s, y);
    CHECK_OK(gyre_system_advance(&system, y, y, 13, 0, 0.25, NULL, NULL));
    CHECK_NEAR(2 * atan2(y[4], y[3]), 2 * 0.25, 1e-9); // w = L/I = 2 rad/s
    rod.locks = GYRE_LOCK_ROTATION_X | GYRE_LOCK_ROTATION_Y | GYRE_LOCK_ROTATION_Z;
    CHECK_OK(gyre_system_advance(&system, y, y, 13, 0, 1, NULL, NULL));
}

// ---- points and compounds ----

TEST(spec_40_point_masses_give_mass_centre_and_the_tensor_both_ways) {
    random_source r = {3};
    for (int round = 0; round < 500; round++) {
        enum { COUNT = 12 };
        gyre_vec3 points[COUNT], far_off = random_vec3(&r, 100), sum = {0, 0, 0};
        double masses[COUNT], mass = 0;
        for (int i = 0; i < COUNT; i++) {
            points[i] = plus(far_off, random_vec3(&r, 1));
            masses[i] = random_between(&r, 0, 2);
            mass += masses[i];
            sum = plus(sum, scaled(masses[i], points[i]));
        }
        gyre_mass_properties p;
        CHECK_OK(gyre_mass_of_points(points, masses, COUNT, &p));
        CHECK_NEAR(p.mass, mass, 1e-14);
        CHECK_BELOW(distance(p.center, scaled(1 / mass, sum)), 1e-12);
        // Baraff's other way, (2-33): (sum of m r.r) 1 - sum of m r r^T, and -sum of m r* r*
        gyre_mat3 by_star = {{{0}}};
        for (int i = 0; i < COUNT; i++) {
            gyre_mat3 star = gyre_star(minus(points[i], p.center)), squared = mat3_times_mat3(&star, &star);
            for (int j = 0; j < 9; j++)
                by_star.m[j / 3][j % 3] -= masses[i] * squared.m[j / 3][j % 3];
        }
        gyre_tensor other = tensor_of(&by_star);
        CHECK_BELOW(tensor_difference(&p.inertia, &other), 100 * EPS * mass);
    }
}

TEST(spec_40a_the_moment_about_an_axis_is_the_sum_of_m_r2) {
    random_source r = {40};
    for (int round = 0; round < 500; round++) {
        enum { COUNT = 8 };
        gyre_vec3 points[COUNT], through = random_vec3(&r, 2), axis = random_vec3(&r, 5);
        double masses[COUNT], about_point = 0, about_center = 0, moment;
        for (int i = 0; i < COUNT; i++) {
            points[i] = random_vec3(&r, 1);
            masses[i] = random_between(&r, 0, 2);
        }
        gyre_mass_properties p;
        CHECK_OK(gyre_mass_of_points(points, masses, COUNT, &p));
        for (int i = 0; i < COUNT; i++) { // r = |n x d|, the distance from the axis
            about_point += masses[i] * pow(norm(crossed(axis, minus(points[i], through))) / norm(axis), 2);
            about_center += masses[i] * pow(norm(crossed(axis, minus(points[i], p.center))) / norm(axis), 2);
        }
        CHECK_OK(gyre_inertia_about_axis(&p.inertia, axis, &moment));
        CHECK_NEAR(moment, about_center, 100 * EPS * p.mass);
        CHECK_OK(gyre_mass_inertia_about_axis(&p, through, axis, &moment));
        CHECK_NEAR(moment, about_point, 1000 * EPS * p.mass); // distances up to 5
    }
}

TEST(spec_40a_moments_about_common_axes_match_the_textbook) {
    gyre_mass_properties box = box_properties(24, (gyre_vec3){2, 3, 4}, (gyre_vec3){1, 0, 0});
    const gyre_vec3 x = {1, 0, 0}, y = {0, 2, 0}, z = {0, 0, 1e-200}, diagonal = {1e200, 1e200, 0}, origin = {0, 0, 0};
    double moment;
    CHECK_OK(gyre_inertia_about_axis(&box.inertia, x, &moment));
    CHECK_SAME(moment, 50);
    CHECK_OK(gyre_inertia_about_axis(&box.inertia, y, &moment)); // any length
    CHECK_SAME(moment, 40);
    CHECK_OK(gyre_inertia_about_axis(&box.inertia, z, &moment));
    CHECK_SAME(moment, 26);
    CHECK_OK(gyre_inertia_about_axis(&box.inertia, diagonal, &moment));
    CHECK_NEAR(moment, 45, 1e-13); // (50 + 40) / 2: no products of inertia
    CHECK_OK(gyre_mass_inertia_about_axis(&box, origin, x, &moment));
    CHECK_SAME(moment, 50); // the axis goes through the centre
    CHECK_OK(gyre_mass_inertia_about_axis(&box, origin, z, &moment));
    CHECK_SAME(moment, 26 + 24); // a metre beside it
    CHECK_OK(gyre_mass_inertia_about_axis(&box, (gyre_vec3){1e9, 0, 0}, x, &moment));
    CHECK_SAME(moment, 50); // it does not matter which point of the axis is named
    gyre_tensor skew = {2, 3, 4, -0.5, 0, 0};
    CHECK_OK(gyre_inertia_about_axis(&skew, (gyre_vec3){1, 1, 0}, &moment));
    CHECK_NEAR(moment, 0.5 * (2 + 3) - 0.5, 1e-15 * 4); // (Ixx + Iyy)/2 + Ixy
    // the energy of a spin about that axis
    gyre_mass mass = {24, {50, 40, 26}};
    gyre_velocity_state spin = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, .w = {2, 2, 0}};
    gyre_state s;
    double energy;
    CHECK_OK(gyre_velocity_state_to_state(&mass, &spin, &s));
    CHECK_OK(gyre_kinetic_energy(&mass, &s, &energy));
    CHECK_NEAR(energy, 0.5 * 45 * 8, 1e-12);
}

TEST(spec_40a_an_axis_without_a_direction_is_refused) {
    gyre_mass_properties box = box_properties(24, (gyre_vec3){2, 3, 4}, (gyre_vec3){1, 0, 0}), bad = box;
    const gyre_vec3 none = {0, 0, 0}, x = {1, 0, 0};
    gyre_tensor broken = {1, NAN, 1, 0, 0, 0};
    double moment = 7;
    CHECK_RESULT(gyre_inertia_about_axis(&box.inertia, none, &moment), GYRE_ERR_ORIENTATION);
    CHECK_RESULT(gyre_inertia_about_axis(&box.inertia, (gyre_vec3){INFINITY, 0, 0}, &moment), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_inertia_about_axis(&broken, x, &moment), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_inertia_about_axis(NULL, x, &moment), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_inertia_about_axis(&box.inertia, x, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_inertia_about_axis(&box, none, none, &moment), GYRE_ERR_ORIENTATION);
    CHECK_RESULT(gyre_mass_inertia_about_axis(&box, (gyre_vec3){0, NAN, 0}, x, &moment), GYRE_ERR_NOT_FINITE);
    bad.mass = 0;
    CHECK_RESULT(gyre_mass_inertia_about_axis(&bad, none, x, &moment), GYRE_ERR_MASS);
    CHECK_SAME(moment, 7);
}

TEST(spec_45_two_cubes_make_the_box) {
    gyre_mass_properties lower = box_properties(8, (gyre_vec3){2, 2, 2}, (gyre_vec3){0, 0, -1});
    gyre_mass_properties upper, both, box = box_properties(16, (gyre_vec3){2, 2, 4}, (gyre_vec3){0, 0, 0});
    CHECK_OK(gyre_mass_translate(&lower, (gyre_vec3){0, 0, 2}, &upper));
    CHECK_OK(gyre_mass_add(&lower, &upper, &both));
    CHECK_SAME(both.mass, 16);
    CHECK_BELOW(norm(both.center), 1e-15);
    CHECK_BELOW(tensor_difference(&both.inertia, &box.inertia), 1e-14);
}

TEST(spec_45_an_added_part_can_be_subtracted) {
    random_source r = {4};
    for (int i = 0; i < 5000; i++) {
        gyre_mass_properties a = box_properties(2, (gyre_vec3){1, 2, 3}, random_vec3(&r, 2)), b, both, again;
        CHECK_OK(gyre_mass_rotate(&a, random_rotation(&r), &a));
        b = box_properties(1, (gyre_vec3){2, 1, 1}, random_vec3(&r, 2));
        CHECK_OK(gyre_mass_rotate(&b, random_rotation(&r), &b));
        CHECK_OK(gyre_mass_add(&a, &b, &both));
        CHECK_OK(gyre_mass_subtract(&both, &b, &again));
        CHECK_NEAR(again.mass, 2, 4 * EPS);
        CHECK_BELOW(distance(again.center, a.center), 1e-14);
        CHECK_BELOW(tensor_difference(&again.inertia, &a.inertia), 1e-13); // numbers up to 30
    }
}

TEST(spec_45_a_hole_that_reaches_outside_is_refused) {
    gyre_mass_properties cube = box_properties(8, (gyre_vec3){2, 2, 2}, (gyre_vec3){0, 0, 0}), out = {.mass = 7};
    gyre_mass_properties rod = box_properties(4, (gyre_vec3){0.1, 0.1, 9}, (gyre_vec3){0, 0, 0});
    CHECK_RESULT(gyre_mass_subtract(&cube, &rod, &out), GYRE_ERR_INERTIA);
    CHECK_RESULT(gyre_mass_subtract(&cube, &cube, &out), GYRE_ERR_MASS);
    CHECK_SAME(out.mass, 7);
}

TEST(spec_45_the_parallel_axis_theorem_works_both_ways) {
    random_source r = {5};
    for (int i = 0; i < 5000; i++) {
        gyre_mass_properties p = box_properties(3, (gyre_vec3){1, 2, 3}, random_vec3(&r, 2)), back;
        gyre_vec3 point = random_vec3(&r, 3);
        gyre_tensor about;
        CHECK_OK(gyre_mass_inertia_about(&p, point, &about));
        // about an axis n through the point: n.I n grows by M times the squared distance of the centre from that axis
        gyre_vec3 d = minus(p.center, point);
        CHECK_NEAR(about.zz - p.inertia.zz, 3 * (d.x * d.x + d.y * d.y), 1e-13);
        CHECK_OK(gyre_mass_from_inertia_about(3, p.center, point, &about, &back));
        CHECK_BELOW(tensor_difference(&back.inertia, &p.inertia), 1e-13);
    }
}

TEST(spec_45_scaling_follows_the_fifth_power) {
    gyre_mass_properties metres = box_properties(24, (gyre_vec3){2, 3, 4}, (gyre_vec3){1, 2, 3}), millimetres, back;
    CHECK_OK(gyre_mass_scale(&metres, 1000, &millimetres));
    CHECK_NEAR(millimetres.mass, 24e9, 1e-5);
    CHECK_NEAR(millimetres.inertia.xx, 50e15, 100);
    CHECK_OK(gyre_mass_scale(&millimetres, 0.001, &back));
    CHECK_BELOW(tensor_difference(&back.inertia, &metres.inertia), 1e-13);
    CHECK_RESULT(gyre_mass_scale(&metres, 0, &back), GYRE_ERR_SHAPE);
    CHECK_RESULT(gyre_mass_scale(&metres, NAN, &back), GYRE_ERR_SHAPE);
    CHECK_RESULT(gyre_mass_scale(&metres, 1e200, &back), GYRE_ERR_MASS); // overflows
}

TEST(spec_51_a_quarter_turn_swaps_the_entries) {
    gyre_mass_properties p = box_properties(24, (gyre_vec3){2, 3, 4}, (gyre_vec3){1, 0, 0}), turned;
    gyre_quat quarter;
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){0, 0, 1}, acos(-1) / 2, &quarter));
    CHECK_OK(gyre_mass_rotate(&p, quarter, &turned));
    CHECK_NEAR(turned.inertia.xx, 40, 1e-13);
    CHECK_NEAR(turned.inertia.yy, 50, 1e-13);
    CHECK_NEAR(turned.inertia.zz, 26, 1e-13);
    CHECK_BELOW(distance(turned.center, (gyre_vec3){0, 1, 0}), 1e-15);
}

TEST(spec_49_model_and_body_poses_lead_to_each_other) {
    random_source r = {6};
    for (int i = 0; i < 5000; i++) {
        gyre_pose model = {random_vec3(&r, 5), random_rotation(&r)};
        gyre_vec3 center = random_vec3(&r, 2);
        gyre_quat axes = random_rotation(&r);
        gyre_pose body = gyre_pose_of_body(model, center, axes), back = gyre_pose_of_model(body, center, axes);
        CHECK_BELOW(distance(body.position, plus(model.position, gyre_quat_rotate(model.orientation, center))), 1e-14);
        CHECK_BELOW(distance(back.position, model.position), 1e-14);
        CHECK_BELOW(angle_between(back.orientation, model.orientation), 1e-14);
        // a principal axis points the same way in the world by either route
        gyre_vec3 x = {1, 0, 0}, by_body = gyre_quat_rotate(body.orientation, x);
        gyre_vec3 by_model = gyre_quat_rotate(model.orientation, gyre_quat_rotate(axes, x));
        CHECK_BELOW(distance(by_body, by_model), 1e-14);
    }
}

// ---- bad input ----

TEST(bad_properties_and_null_pointers_are_refused) {
    gyre_mat3 tensor = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    gyre_mass m;
    gyre_quat q;
    gyre_mass_properties good = box_properties(1, (gyre_vec3){1, 1, 1}, (gyre_vec3){0, 0, 0}), bad = good, out = good;
    CHECK_RESULT(gyre_mass_from_moments(1, (gyre_vec3){1, 1, 1}, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_from_tensor(1, NULL, &m, &q), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_from_tensor(1, &tensor, NULL, &q), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_from_tensor(1, &tensor, &m, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_box(1, (gyre_vec3){1, 1, 1}, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_sphere(1, 1, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_principal(NULL, &m, &q), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_principal_sorted(&good, NULL, &q), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_add(&good, NULL, &out), GYRE_ERR_NULL_POINTER);
    bad.inertia.zz = 100;
    CHECK_RESULT(gyre_mass_add(&good, &bad, &out), GYRE_ERR_INERTIA);
    CHECK_RESULT(gyre_mass_translate(&bad, (gyre_vec3){0, 0, 0}, &out), GYRE_ERR_INERTIA);
    CHECK_RESULT(gyre_mass_translate(&good, (gyre_vec3){NAN, 0, 0}, &out), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_mass_rotate(&good, (gyre_quat){0, 0, 0, 0}, &out), GYRE_ERR_ORIENTATION);
    bad = good;
    bad.mass = 0;
    CHECK_RESULT(gyre_mass_rotate(&bad, (gyre_quat){1, 0, 0, 0}, &out), GYRE_ERR_MASS);
    CHECK_BYTES(&out, &good, sizeof out);
    gyre_vec3 point = {0, 0, 0};
    double mass = 1, negative = -1, none = 0;
    CHECK_RESULT(gyre_mass_of_points(&point, &mass, 0, &out), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_mass_of_points(&point, &negative, 1, &out), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_mass_of_points(&point, &none, 1, &out), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_mass_of_points(NULL, &mass, 1, &out), GYRE_ERR_NULL_POINTER);
    CHECK_OK(gyre_mass_of_points(&point, &mass, 1, &out)); // a point is a body without inertia
}

RUN_TESTS("mass")
