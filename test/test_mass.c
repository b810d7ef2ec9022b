/// Layer 2: mass and inertia of single bodies.
#include "body_helpers.h"
#include "check.h"

TEST(a_box_of_2_by_3_by_4_has_the_notes_moments) {
    gyre_mass m;
    CHECK_OK(gyre_mass_of_box(24, (gyre_vec3){2, 3, 4}, &m));
    CHECK_SAME(m.mass, 24);
    CHECK_SAME(m.inertia.x, 50);
    CHECK_SAME(m.inertia.y, 40);
    CHECK_SAME(m.inertia.z, 26);
}

TEST(a_unit_sphere_has_two_fifths) {
    gyre_mass m;
    CHECK_OK(gyre_mass_of_sphere(1, 1, &m));
    CHECK_SAME(m.inertia.x, 0.4);
    CHECK(m.inertia.x == m.inertia.y && m.inertia.y == m.inertia.z);
}

TEST(a_turned_tensor_gives_back_its_moments_and_axes) {
    random_source r = {1};
    for (int i = 0; i < 2000; i++) {
        gyre_vec3 moments = {random_between(&r, 1, 2), random_between(&r, 1, 2), random_between(&r, 1, 2)};
        gyre_mat3 R = gyre_quat_to_mat3(random_rotation(&r)), turned = mat3_transposed(&R);
        gyre_mat3 diagonal = {{{moments.x, 0, 0}, {0, moments.y, 0}, {0, 0, moments.z}}};
        gyre_mat3 tensor = mat3_times_mat3(&R, &diagonal);
        tensor = mat3_times_mat3(&tensor, &turned);
        gyre_mass m;
        gyre_quat axes;
        CHECK_OK(gyre_mass_from_tensor(3, &tensor, &m, &axes));
        // rebuild: axes diag(moments) axes^T
        gyre_mat3 A = gyre_quat_to_mat3(axes), A_turned = mat3_transposed(&A);
        gyre_mat3 again = {{{m.inertia.x, 0, 0}, {0, m.inertia.y, 0}, {0, 0, m.inertia.z}}};
        again = mat3_times_mat3(&A, &again);
        again = mat3_times_mat3(&again, &A_turned);
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
    double bad[] = {0, -1, NAN, INFINITY, -INFINITY, 1e-320};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_RESULT(gyre_mass_from_moments(bad[i], (gyre_vec3){1, 1, 1}, &m), GYRE_ERR_MASS);
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

TEST(no_moment_may_exceed_the_sum_of_the_others) {
    gyre_mass m;
    CHECK_RESULT(gyre_mass_from_moments(1, (gyre_vec3){1, 1, 2.1}, &m), GYRE_ERR_INERTIA);
    CHECK_RESULT(gyre_mass_from_moments(1, (gyre_vec3){2.1, 1, 1}, &m), GYRE_ERR_INERTIA);
    CHECK_RESULT(gyre_mass_from_moments(1, (gyre_vec3){1, 2.1, 1}, &m), GYRE_ERR_INERTIA);
    CHECK_OK(gyre_mass_from_moments(1, (gyre_vec3){1, 1, 2}, &m));               // a flat plate is legal
    CHECK_OK(gyre_mass_from_moments(1, (gyre_vec3){0.1, 0.2, 0.3}, &m));         // also when 0.1 + 0.2 rounds
    CHECK_OK(gyre_mass_from_moments(1, (gyre_vec3){1, 1, 2 * (1 + 9e-10)}, &m)); // within the slack
}

TEST(null_pointers_are_refused) {
    gyre_mat3 tensor = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    gyre_mass m;
    gyre_quat q;
    CHECK_RESULT(gyre_mass_from_moments(1, (gyre_vec3){1, 1, 1}, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_from_tensor(1, NULL, &m, &q), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_from_tensor(1, &tensor, NULL, &q), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_from_tensor(1, &tensor, &m, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_box(1, (gyre_vec3){1, 1, 1}, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_sphere(1, 1, NULL), GYRE_ERR_NULL_POINTER);
}

RUN_TESTS("mass")
