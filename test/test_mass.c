/// Layer 2: mass and principal moments, compounds, validity, slips, densities.
#include "body_helpers.h"
#include "check.h"
#include "host.h"

static const double EPS = 2.3e-16;

static gyre_mass_properties box_properties(double mass, gyre_vec3 size, gyre_vec3 center) {
    double xx = size.x * size.x, yy = size.y * size.y, zz = size.z * size.z, m = mass / 12;
    return (gyre_mass_properties){mass, center, {m * (yy + zz), m * (xx + zz), m * (xx + yy), 0, 0, 0}};
}

static double tensor_difference(const gyre_tensor *a, const gyre_tensor *b) {
    return array_difference(&a->xx, &b->xx, 6);
}

static gyre_tensor tensor_of(const gyre_mat3 *m) {
    return (gyre_tensor){m->m[0][0], m->m[1][1], m->m[2][2], m->m[0][1], m->m[0][2], m->m[1][2]};
}

// R diag R^T
static gyre_mat3 turned_diagonal(gyre_quat q, double a, double b, double c) {
    gyre_mat3 R = gyre_quat_to_mat3(q), back = mat3_transposed(&R), d = {{{a, 0, 0}, {0, b, 0}, {0, 0, c}}};
    d = mat3_times_mat3(&R, &d);
    return mat3_times_mat3(&d, &back);
}

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

TEST(spec_46_a_turned_tensor_gives_back_its_moments_and_axes) {
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

TEST(impossible_masses_and_moments_are_refused) {
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

TEST(a_rod_is_legal_but_may_not_spin_freely_about_itself) {
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

TEST(spec_40a_moments_about_axes_that_people_ask_for) {
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

TEST(spec_45_what_is_added_can_be_taken_away) {
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

// ---- validity ----

TEST(spec_47_a_bad_tensor_names_the_inequality_and_the_deficit) {
    gyre_inertia_report report;
    gyre_tensor triangle = {1, 1, 3, 0, 0, 0}, negative = {1, 1, -0.5, 0, 0, 0}, broken = {1, NAN, 1, 0, 0, 0};
    CHECK_RESULT(gyre_inertia_check(&triangle, &report), GYRE_ERR_INERTIA);
    CHECK_EQ(report.problem, GYRE_INERTIA_TRIANGLE);
    CHECK_NEAR(report.deficit, 1, 1e-15);
    CHECK(strcmp(report.text,
                 "triangle inequality: the principal moment 3 kg m^2 must be <= 1 + 1 = 2, is too large by 1") == 0);
    CHECK_RESULT(gyre_inertia_check(&negative, &report), GYRE_ERR_INERTIA);
    CHECK_EQ(report.problem, GYRE_INERTIA_NEGATIVE);
    CHECK_NEAR(report.deficit, 0.5, 1e-15);
    CHECK(strstr(report.text, "not positive semidefinite: the principal moment -0.5 ") == report.text);
    CHECK_RESULT(gyre_inertia_check(&broken, &report), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(report.problem, GYRE_INERTIA_NOT_FINITE);
    gyre_tensor products = {1, 1, 1, 0.9, 0.9, 0.9}; // the diagonal alone looks fine
    CHECK_RESULT(gyre_inertia_check(&products, &report), GYRE_ERR_INERTIA);
}

TEST(spec_47a_an_asymmetric_matrix_names_the_entries_and_by_how_much_they_differ) {
    gyre_inertia_report report;
    gyre_tensor tensor = {7, 7, 7, 7, 7, 7};
    gyre_mat3 one = {{{2, -0.5, 0}, {0.5, 3, 0}, {0, 0, 4}}};
    CHECK_RESULT(gyre_inertia_from_matrix(&one, &tensor, &report), GYRE_ERR_NOT_SYMMETRIC);
    CHECK_EQ(report.problem, GYRE_INERTIA_NOT_SYMMETRIC);
    CHECK_SAME(report.deficit, 1);
    CHECK(strcmp(report.text, "not symmetric: Ixy = -0.5 and Iyx = 0.5 differ by 1 kg m^2") == 0);
    gyre_mat3 all = {{{2, 0.1, 0.2}, {0.1 + 1e-6, 3, 0.3}, {0.25, 0.5, 4}}}; // the worst first, the others named
    CHECK_RESULT(gyre_inertia_from_matrix(&all, &tensor, &report), GYRE_ERR_NOT_SYMMETRIC);
    CHECK_NEAR(report.deficit, 0.2, 1e-15);
    CHECK(strcmp(report.text, "not symmetric: Iyz = 0.3 and Izy = 0.5 differ by 0.2 kg m^2; so do Ixy and Iyx, Ixz and "
                              "Izx") == 0);
    gyre_mat3 huge = {{{1e300, -1.23456789012e300, -1e300}, {1e308, 1e300, 1e300}, {1e300, -1e300, 1e300}}};
    CHECK_RESULT(gyre_inertia_from_matrix(&huge, &tensor, &report), GYRE_ERR_NOT_SYMMETRIC);
    CHECK(isfinite(report.deficit) && strstr(report.text, "Iyz and Izy") != NULL);
    CHECK_SAME(tensor.xy, 7);
}

TEST(spec_47a_a_symmetric_matrix_becomes_a_tensor_and_is_checked) {
    gyre_inertia_report report;
    gyre_tensor tensor = {7, 7, 7, 7, 7, 7};
    gyre_mat3 good = {{{2, -0.5, 0.1}, {-0.5, 3, 0.2}, {0.1, 0.2, 4}}}, printed = good;
    CHECK_OK(gyre_inertia_from_matrix(&good, &tensor, &report));
    CHECK_EQ(report.problem, GYRE_INERTIA_PHYSICAL);
    CHECK_BYTES(&tensor, (&(gyre_tensor){2, 3, 4, -0.5, 0.1, 0.2}), sizeof tensor);
    printed.m[1][0] += 4e-10; // a tenth of the slack of 1e-9 of the largest entry
    CHECK_OK(gyre_inertia_from_matrix(&printed, &tensor, NULL));
    CHECK_NEAR(tensor.xy, -0.5 + 2e-10, 1e-16);
    printed.m[1][0] = -0.5 + 5e-9;
    CHECK_RESULT(gyre_inertia_from_matrix(&printed, &tensor, NULL), GYRE_ERR_NOT_SYMMETRIC);
    gyre_mat3 triangle = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 3}}}, broken = good;
    CHECK_RESULT(gyre_inertia_from_matrix(&triangle, &tensor, &report), GYRE_ERR_INERTIA);
    CHECK_EQ(report.problem, GYRE_INERTIA_TRIANGLE);
    broken.m[2][0] = NAN;
    CHECK_RESULT(gyre_inertia_from_matrix(&broken, &tensor, &report), GYRE_ERR_NOT_FINITE);
    CHECK_EQ(report.problem, GYRE_INERTIA_NOT_FINITE);
    broken.m[2][0] = INFINITY;
    broken.m[0][2] = -INFINITY;
    CHECK_RESULT(gyre_inertia_from_matrix(&broken, &tensor, &report), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_inertia_from_matrix(NULL, &tensor, &report), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_inertia_from_matrix(&good, NULL, &report), GYRE_ERR_NULL_POINTER);
}

// The second moments S = tr(I)/2 - I, as eigenvalues: valid exactly when none is negative. A random S with a chosen
// sign pattern gives a tensor of which we know whether it is valid.
TEST(spec_47_a_million_random_tensors_are_judged_and_mended) {
    random_source r = {7};
    int refused = 0;
    for (int i = 0; i < 1000000; i++) {
        double s[3], low = 1;
        for (int k = 0; k < 3; k++) {
            s[k] = random_between(&r, -0.3, 1);
            if (i % 16 == 0) s[k] = fabs(s[k]) * (random_u64(&r) % 2 ? 1 : 0); // rods, plates, points
            low = fmin(low, s[k]);
        }
        double size = i % 5 == 0 ? pow(10, random_between(&r, -100, 100)) : 1;
        gyre_mat3 S = turned_diagonal(random_rotation(&r), s[0] * size, s[1] * size, s[2] * size);
        double trace = S.m[0][0] + S.m[1][1] + S.m[2][2];
        gyre_tensor I = {trace - S.m[0][0], trace - S.m[1][1], trace - S.m[2][2], -S.m[0][1], -S.m[0][2], -S.m[1][2]};
        gyre_tensor nearest;
        gyre_inertia_report report;
        double change, below = 0;
        gyre_result verdict = gyre_inertia_check(&I, &report);
        CHECK_OK(gyre_inertia_nearest(&I, &nearest, &change));
        for (int k = 0; k < 3; k++)
            below += fmin(s[k], 0) * fmin(s[k], 0);
        if (low >= 0) {
            CHECK_OK(verdict);
            CHECK_BYTES(&nearest, &I, sizeof I);
            CHECK_SAME(change, 0);
        } else if (low < -1e-8) { // clear of the slack
            refused++;
            CHECK_RESULT(verdict, GYRE_ERR_INERTIA);
            CHECK(report.problem == GYRE_INERTIA_TRIANGLE || report.problem == GYRE_INERTIA_NEGATIVE);
            CHECK(report.deficit > 0);
            CHECK_NEAR(change / size, sqrt(below), 1e-14); // the distance is what had to be cut off
        }
        CHECK_OK(gyre_inertia_check(&nearest, NULL));
    }
    CHECK(refused > 300000);
}

TEST(spec_47_the_slips_that_people_make_are_recognised) {
    gyre_mass_properties p = box_properties(24, (gyre_vec3){2, 3, 4}, (gyre_vec3){1, 2, 3}), turned;
    CHECK_OK(gyre_mass_rotate(&p, (gyre_quat){0.5, -0.1, 0.7, 0.3}, &turned));
    gyre_tensor right = turned.inertia, about_origin, stated[GYRE_SLIP_COUNT] = {right};
    CHECK_OK(gyre_mass_inertia_about(&turned, (gyre_vec3){0, 0, 0}, &about_origin));
    stated[GYRE_SLIP_UNKNOWN] = (gyre_tensor){70, 71, 72, 1, 2, 3};
    stated[GYRE_SLIP_SIGN] = (gyre_tensor){right.xx, right.yy, right.zz, -right.xy, -right.xz, -right.yz};
    stated[GYRE_SLIP_POINT] = about_origin;
    // the products of the whole tensor about the origin without their minus
    stated[GYRE_SLIP_SIGN_AND_POINT] = (gyre_tensor){about_origin.xx,  about_origin.yy,  about_origin.zz,
                                                     -about_origin.xy, -about_origin.xz, -about_origin.yz};
    double factors[3] = {1e6, 1e3, 1e9};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 6; k++)
            (&stated[GYRE_SLIP_MILLIMETRES + i].xx)[k] = factors[i] * (&right.xx)[k];
    stated[GYRE_SLIP_AXES] = (gyre_tensor){right.yy, right.zz, right.xx, right.yz, right.xy, right.xz};
    for (int slip = 0; slip < GYRE_SLIP_COUNT; slip++) {
        gyre_slip_report report;
        CHECK_OK(gyre_inertia_diagnose(&stated[slip], &turned, 1e-6, &report));
        CHECK_EQ(report.slip, slip);
        CHECK(strlen(report.text) > 10);
        if (slip != GYRE_SLIP_UNKNOWN) CHECK_BELOW(report.error, 1e-12);
    }
    // a slip and a unit together, printed to three digits
    gyre_slip_report report;
    for (int k = 0; k < 6; k++)
        (&stated[0].xx)[k] = 1.001e6 * (&about_origin.xx)[k];
    CHECK_OK(gyre_inertia_diagnose(&stated[0], &turned, 1e-1, &report));
    CHECK_EQ(report.slip, GYRE_SLIP_POINT);
    CHECK_SAME(report.factor, 1e-6);
    CHECK(strstr(report.text, "about the model's origin") && strstr(report.text, "multiplied by 1e-6 (kg mm^2)"));
    CHECK_OK(gyre_inertia_diagnose(&stated[0], &turned, 1e-9, &report)); // too strict for that: the nearest is named
    CHECK_EQ(report.slip, GYRE_SLIP_UNKNOWN);
    CHECK(strstr(report.text, "no known mistake explains the difference; the closest leaves ") == report.text);
    CHECK_BELOW(report.error, 0.1);
}

TEST(a_rod_stays_a_rod_however_it_is_turned) {
    random_source r = {8};
    gyre_shape shape = {GYRE_SHAPE_rod, 0, {1}};
    gyre_mass_properties rod, turned;
    gyre_mass m;
    gyre_quat axes;
    CHECK_OK(gyre_mass_of_shape(&shape, gyre_by_mass(1), &rod));
    for (int i = 0; i < 2000; i++) {
        CHECK_OK(gyre_mass_rotate(&rod, random_rotation(&r), &turned));
        CHECK_OK(gyre_mass_principal_sorted(&turned, &m, &axes));
        CHECK(m.inertia.x == 0);
        gyre_rigid_body body = {.mass = m};
        gyre_system system = system_of(&body, 1);
        CHECK_RESULT(gyre_system_check(&system), GYRE_ERR_INERTIA);
    }
}

// ---- densities ----

static double gaussian(gyre_vec3 p, void *user) {
    (void)user;
    return exp(-(p.x - 1) * (p.x - 1) - 2 * (p.y + 1) * (p.y + 1) - 3 * p.z * p.z);
}

static double ball(gyre_vec3 p, void *user) { return norm(minus(p, *(gyre_vec3 *)user)) < 1 ? 2 : 0; }

static double linear(gyre_vec3 p, void *user) {
    (void)user;
    return 1 + p.x;
}

TEST(spec_43_a_smooth_density_is_integrated_to_its_tolerance) {
    gyre_mass_properties p;
    gyre_mass_error error;
    gyre_vec3 low = {-7, -6, -5}, high = {9, 4, 5};
    CHECK_OK(gyre_mass_of_density(gaussian, NULL, low, high, 1e-8, 20000000, NULL, &p, &error));
    double pi = acos(-1), mass = pi * sqrt(pi) / sqrt(6); // variances 1/2, 1/4, 1/6
    CHECK_NEAR(p.mass, mass, 1e-8 * mass);
    CHECK_BELOW(distance(p.center, (gyre_vec3){1, -1, 0}), 1e-7);
    CHECK_NEAR(p.inertia.xx, mass * (1.0 / 4 + 1.0 / 6), 2e-8 * mass);
    CHECK_NEAR(p.inertia.zz, mass * (1.0 / 2 + 1.0 / 4), 2e-8 * mass);
    CHECK(fabs(p.mass - mass) <= error.mass); // the estimate is honest
    print_message("%zu evaluations, estimated error %.1e, true error %.1e\n", error.evaluations, error.mass / mass,
                  fabs(p.mass - mass) / mass);
}

static double layers(gyre_vec3 p, void *user) {
    (void)user;
    return exp(-200 * (p.z - 0.3) * (p.z - 0.3));
}

TEST(spec_43a_layers_along_an_axis_are_not_mistaken_for_a_mean) {
    gyre_mass_properties p;
    gyre_mass_error error;
    CHECK_OK(gyre_mass_of_density(layers, NULL, (gyre_vec3){-1, -1, -1}, (gyre_vec3){1, 1, 1}, 1e-4, 20000000, NULL, &p,
                                  &error));
    double mass = 4 * sqrt(acos(-1) / 200); // what lies outside is below 1e-40
    print_message("%zu evaluations, mass off %.1e of %.1e\n", error.evaluations, fabs(p.mass - mass), error.mass);
    CHECK(fabs(p.mass - mass) <= error.mass);
    CHECK_BELOW(error.mass, 1e-4 * mass);
    CHECK(fabs(p.inertia.xx - mass * (1.0 / 3 + 1.0 / 400)) <= error.inertia);
}

TEST(spec_43_a_polynomial_density_is_exact) {
    gyre_mass_properties p;
    CHECK_OK(
        gyre_mass_of_density(linear, NULL, (gyre_vec3){0, 0, 0}, (gyre_vec3){1, 2, 3}, 1e-6, 1000000, NULL, &p, NULL));
    CHECK_NEAR(p.mass, 9, 1e-13);           // 6 * 3/2
    CHECK_NEAR(p.center.x, 5.0 / 9, 1e-14); // (1/2 + 1/3) / (3/2)
    CHECK_NEAR(p.inertia.xx, 9 * (4 + 9) / 12.0, 1e-12);
}

TEST(spec_43_a_density_with_an_edge_converges_and_says_how_far_it_came) {
    gyre_vec3 center = {10, 0, 0};
    gyre_mass_properties p = {.mass = 7};
    gyre_mass_error error;
    gyre_vec3 low = {8.9, -1.2, -1.1}, high = {11.3, 1.1, 1.2};
    CHECK_OK(gyre_mass_of_density(ball, &center, low, high, 2e-2, 20000000, NULL, &p, &error));
    double mass = 2 * 4 * acos(-1) / 3;
    CHECK_NEAR(p.mass, mass, 2e-2 * mass);
    CHECK_NEAR(p.inertia.yy, 0.4 * mass, 4e-2 * mass);
    CHECK(fabs(p.mass - mass) <= error.mass);
    gyre_mass_properties untouched = {.mass = 7};
    CHECK_RESULT(gyre_mass_of_density(ball, &center, low, high, 1e-9, 100000, NULL, &untouched, &error),
                 GYRE_ERR_TOLERANCE_NOT_MET);
    CHECK_SAME(untouched.mass, 7);
    CHECK(error.evaluations <= 100000 && error.mass > 0);
}

static double speck(gyre_vec3 p, void *user) {
    gyre_vec3 middle = {-0.95, -0.95, -0.85};
    double x = p.x - middle.x, y = p.y - middle.y, z = p.z - middle.z;
    (void)user;
    return x * x + y * y + z * z < 0.04 * 0.04 ? 1 : 0;
}

TEST(what_the_first_look_missed_is_looked_for_while_evaluations_last) {
    gyre_mass_properties p;
    gyre_vec3 low = {-1, -1, -1}, high = {1, 1, 1};
    CHECK_RESULT(gyre_mass_of_density(speck, NULL, low, high, 0.3, 3500, NULL, &p, NULL), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_mass_of_density(speck, NULL, low, high, 0.3, 20000, NULL, &p, NULL), // found, not yet measured
                 GYRE_ERR_TOLERANCE_NOT_MET);
}

// ---- inside tests, whose true answers are formulas ----

static const gyre_vec3 CUBE_LOW = {-1, -1, -1}, CUBE_HIGH = {1, 1, 1};

static int in_cylinder(gyre_vec3 p, void *user) {
    (void)user;
    return p.x * p.x + p.y * p.y <= 1;
}

static int in_ball(gyre_vec3 p, void *user) { return inner(p, p) <= *(double *)user * *(double *)user; }

static int in_slab(gyre_vec3 p, void *user) {
    (void)user;
    return fabs(p.z) <= 0.3;
}

static int in_torus(gyre_vec3 p, void *user) {
    double from_ring = sqrt(p.x * p.x + p.y * p.y) - 0.75;
    (void)user;
    return from_ring * from_ring + p.z * p.z <= 0.0625;
}

static int in_shell(gyre_vec3 p, void *user) {
    double r = norm(p);
    (void)user;
    return r <= 1 && r >= 0.99;
}

// A corner of the cube, cut off by a plane along no axis: x + y + z >= 2 with legs of one.
static int in_corner(gyre_vec3 p, void *user) {
    (void)user;
    return p.x + p.y + p.z >= 2;
}

typedef struct inside_case {
    const char *name;
    gyre_inside inside;
    double radius, volume;
    gyre_vec3 center, inertia; // of density one
} inside_case;

static size_t inside_cases(inside_case out[8]) {
    double pi = acos(-1), ball = 4 * pi / 3, hollow = ball * (1 - pow(0.99, 3)), ring = 2 * pi * pi * 0.75 * 0.0625;
    double of_hollow = 2.0 / 5 * ball * (1 - pow(0.99, 5)), slab = 2 * 2 * 0.6, speck = ball * 1e-3;
    double flat = ring * (0.5 * 0.5625 + 5.0 / 8 * 0.0625), corner = 3.0 / 80 / 6 * 2;
    inside_case cases[] = {
        {"cylinder", in_cylinder, 0, 2 * pi, {0, 0, 0}, {2 * pi * 7 / 12, 2 * pi * 7 / 12, pi}},
        {"ball", in_ball, 1, ball, {0, 0, 0}, {0.4 * ball, 0.4 * ball, 0.4 * ball}},
        {"slab", in_slab, 0, slab, {0, 0, 0}, {slab * (4 + 0.36) / 12, slab * (4 + 0.36) / 12, slab * 8 / 12}},
        {"torus", in_torus, 0, ring, {0, 0, 0}, {flat, flat, ring * (0.5625 + 0.75 * 0.0625)}},
        {"shell", in_shell, 0, hollow, {0, 0, 0}, {of_hollow, of_hollow, of_hollow}},
        {"small ball", in_ball, 0.1, speck, {0, 0, 0}, {0.004 * speck, 0.004 * speck, 0.004 * speck}},
        {"corner", in_corner, 0, 1.0 / 6, {0.75, 0.75, 0.75}, {corner, corner, corner}},
    };
    memcpy(out, cases, sizeof cases);
    return sizeof cases / sizeof cases[0];
}

static double inertia_off(const gyre_mass_properties *p, double factor, const inside_case *c) {
    gyre_vec3 moments = {p->inertia.xx, p->inertia.yy, p->inertia.zz};
    gyre_vec3 d = minus(moments, (gyre_vec3){factor * c->inertia.x, factor * c->inertia.y, factor * c->inertia.z});
    return fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
}

typedef struct inside_user {
    gyre_inside inside;
    void *user;
} inside_user;

static double one_inside(gyre_vec3 p, void *user) {
    const inside_user *u = user;
    return u->inside(p, u->user) ? 1 : 0;
}

static void check_bounds(const inside_case *c, double rtol, const gyre_mass_properties *p, const gyre_mass_error *e) {
    double mass_off = fabs(p->mass - c->volume), moment_off = inertia_off(p, 1, c);
    print_message("%-10s rtol %g: mass off %.1e of %.1e, inertia %.1e of %.1e, %zu points\n", c->name, rtol, mass_off,
                  e->mass, moment_off, e->inertia, e->evaluations);
    CHECK(mass_off <= e->mass);
    CHECK(moment_off <= e->inertia);
    CHECK(distance(p->center, c->center) <= e->center);
    CHECK(e->mass <= rtol * p->mass);
}

TEST(spec_43a_the_error_of_an_inside_test_is_a_bound) {
    static const double rtols[] = {5e-2, 1e-2, 1e-3, 3e-4};
    inside_case cases[8];
    size_t count = inside_cases(cases);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < (i == 0 ? 4 : i == 1 ? 3 : 2); k++) {
            inside_case *c = &cases[i];
            size_t points = i == 0 ? 20000000 : 5000000;
            inside_user u = {c->inside, &c->radius};
            gyre_mass_properties p = {.mass = 7}, same;
            gyre_mass_error error;
            gyre_result r =
                gyre_mass_of_density(one_inside, &u, CUBE_LOW, CUBE_HIGH, rtols[k], points, NULL, &p, &error);
            if (r == GYRE_OK)
                check_bounds(c, rtols[k], &p, &error);
            else
                CHECK_RESULT(r, GYRE_ERR_TOLERANCE_NOT_MET);
            CHECK(r == GYRE_OK || c->volume < 0.2); // only what is small in its box may be too dear
            if (gyre_mass_of_inside(c->inside, &c->radius, CUBE_LOW, CUBE_HIGH, rtols[k], points, gyre_by_density(1),
                                    &same, &error) == GYRE_OK)
                check_bounds(c, rtols[k], &same, &error);
            else
                CHECK(r != GYRE_OK);
        }
}

TEST(spec_43a_an_inside_test_by_mass_has_the_mass_and_knows_the_shape) {
    inside_case cases[8];
    inside_cases(cases);
    gyre_mass_properties p;
    gyre_mass_error error;
    CHECK_OK(gyre_mass_of_inside(in_cylinder, NULL, CUBE_LOW, CUBE_HIGH, 1e-2, 1000000, gyre_by_mass(3), &p, &error));
    CHECK_SAME(p.mass, 3);
    CHECK_SAME(error.mass, 0);
    double off = inertia_off(&p, 3 / cases[0].volume, &cases[0]);
    CHECK(off <= error.inertia);
    CHECK_BELOW(error.inertia, 2e-2 * 3);
    CHECK(error.evaluations <= 1000000);
    // a box far from the origin, long and thin, at any scale
    gyre_mass_properties far;
    CHECK_OK(gyre_mass_of_inside(in_cylinder, NULL, (gyre_vec3){0, -1, 1e3}, (gyre_vec3){1, 1, 1.1e3}, 1e-2, 1000000,
                                 gyre_by_density(2), &far, &error));
    CHECK(fabs(far.mass - 100 * acos(-1)) <= error.mass);
    CHECK(distance(far.center, (gyre_vec3){4 / (3 * acos(-1)), 0, 1050}) <= error.center);
}

TEST(spec_43a_an_inside_test_that_is_too_dear_says_how_far_it_came) {
    gyre_mass_properties p = {.mass = 7};
    gyre_mass_error error;
    double tiny = 1e-3, one = 1;
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, CUBE_LOW, CUBE_HIGH, 1e-6, 100000, gyre_by_density(1), &p, &error),
                 GYRE_ERR_TOLERANCE_NOT_MET);
    CHECK(error.evaluations <= 100000 && error.evaluations > 50000);
    CHECK(error.mass > 1e-6 && error.mass < 0.1);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &tiny, CUBE_LOW, CUBE_HIGH, 1e-2, 100, gyre_by_density(1), &p, &error),
                 GYRE_ERR_MASS);
    CHECK_SAME(p.mass, 7);
}

TEST(bad_inside_tests_are_refused) {
    gyre_mass_properties p = {.mass = 7};
    double one = 1;
    gyre_amount unit = gyre_by_density(1), none = gyre_by_density(0), odd = {(gyre_amount_kind)9, 1};
    CHECK_RESULT(gyre_mass_of_inside(NULL, NULL, CUBE_LOW, CUBE_HIGH, 0.1, 1000, unit, &p, NULL),
                 GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, CUBE_LOW, CUBE_HIGH, 0.1, 1000, unit, NULL, NULL),
                 GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, CUBE_HIGH, CUBE_LOW, 0.1, 1000, unit, &p, NULL), GYRE_ERR_SHAPE);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, CUBE_LOW, CUBE_HIGH, -1, 1000, unit, &p, NULL), GYRE_ERR_TOLERANCE);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, (gyre_vec3){NAN, 0, 0}, CUBE_HIGH, 0.1, 1000, unit, &p, NULL),
                 GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, CUBE_LOW, CUBE_HIGH, 0.1, 1000, none, &p, NULL), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_mass_of_inside(in_ball, &one, CUBE_LOW, CUBE_HIGH, 0.1, 1000, odd, &p, NULL), GYRE_ERR_MASS);
    CHECK_SAME(p.mass, 7);
}

static double nowhere(gyre_vec3 p, void *user) {
    (void)p;
    return *(double *)user;
}

static void *no_memory(size_t size, size_t alignment, void *user) {
    (void)size, (void)alignment, (void)user;
    return NULL;
}
static void give_nothing(void *block, void *user) { (void)block, (void)user; }

TEST(bad_densities_are_refused) {
    gyre_mass_properties p = {.mass = 7};
    gyre_vec3 low = {0, 0, 0}, high = {1, 1, 1};
    double zero = 0, negative = -1, nan = NAN;
    gyre_allocator none = {no_memory, give_nothing, NULL};
    CHECK_RESULT(gyre_mass_of_density(nowhere, &zero, low, high, 1e-3, 100000, NULL, &p, NULL), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_mass_of_density(nowhere, &negative, low, high, 1e-3, 100000, NULL, &p, NULL), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_mass_of_density(nowhere, &nan, low, high, 1e-3, 100000, NULL, &p, NULL), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_mass_of_density(nowhere, &zero, high, low, 1e-3, 100000, NULL, &p, NULL), GYRE_ERR_SHAPE);
    CHECK_RESULT(gyre_mass_of_density(nowhere, &zero, low, high, 0, 100000, NULL, &p, NULL), GYRE_ERR_TOLERANCE);
    CHECK_RESULT(gyre_mass_of_density(NULL, NULL, low, high, 1e-3, 100000, NULL, &p, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_density(linear, NULL, low, high, 1e-3, 100000, &none, &p, NULL), GYRE_ERR_NO_MEMORY);
    CHECK_SAME(p.mass, 7);
}

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

// The slack is a part of the largest moment, whatever the unit.
TEST(a_moment_that_is_negative_by_rounding_of_digits_is_none) {
    for (double largest = 1e-6; largest <= 1e6; largest *= 1e3) {
        gyre_mat3 I = {{{-0.5e-9 * largest, 0, 0}, {0, largest, 0}, {0, 0, largest}}};
        gyre_mass mass;
        gyre_quat axes;
        CHECK_OK(gyre_mass_from_tensor(1, &I, &mass, &axes));
        double least = fmin(mass.inertia.x, fmin(mass.inertia.y, mass.inertia.z));
        CHECK_SAME(least, 0);
        I.m[0][0] = -2e-9 * largest;
        CHECK_RESULT(gyre_mass_from_tensor(1, &I, &mass, &axes), GYRE_ERR_INERTIA);
    }
}

RUN_TESTS("mass")
