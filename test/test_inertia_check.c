/// Layer 2: validity of tensors, and the slips that people make.
#include "mass_helpers.h"

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
TEST(spec_47_a_million_random_tensors_are_checked_and_corrected) {
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

TEST(spec_47_common_mistakes_are_recognised) {
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

TEST(a_rod_in_any_orientation_stays_a_rod) {
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

// The slack is a part of the largest moment in any unit.
TEST(a_moment_that_decimal_rounding_made_negative_becomes_zero) {
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

RUN_TESTS("inertia_check")
