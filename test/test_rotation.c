/// Layer 1: vectors, quaternions, matrices.
#include "body_helpers.h"
#include "check.h"

enum { SAMPLES = 20000 };

// Rotations of unit quaternions: a handful of roundings of numbers of size 1.
static const double ROUNDING = 16 * 2.3e-16;

static gyre_mat3 rotation_about(gyre_vec3 axis, double angle) {
    gyre_quat q;
    CHECK_OK(gyre_quat_from_axis_angle(axis, angle, &q));
    return gyre_quat_to_mat3(q);
}

TEST(spec_20_points_go_to_the_world_and_back) {
    random_source r = {1};
    for (int i = 0; i < SAMPLES; i++) {
        gyre_state s = {.x = random_vec3(&r, 5), .q = random_rotation(&r)};
        gyre_vec3 p = random_vec3(&r, 3), world = gyre_point_to_world(&s, p);
        gyre_mat3 R = gyre_quat_to_mat3(s.q);
        CHECK_BELOW(distance(world, plus(mat3_times(&R, p), s.x)), 50 * ROUNDING);
        CHECK_BELOW(distance(gyre_point_to_body(&s, world), p), 50 * ROUNDING);
    }
}

TEST(spec_20_columns_of_R_are_the_body_axes) {
    random_source r = {2};
    for (int i = 0; i < SAMPLES; i++) {
        gyre_quat q = random_rotation(&r);
        gyre_mat3 R = gyre_quat_to_mat3(q);
        gyre_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int j = 0; j < 3; j++)
            CHECK_BELOW(distance(gyre_quat_rotate(q, axes[j]), (gyre_vec3){R.m[0][j], R.m[1][j], R.m[2][j]}), ROUNDING);
    }
}

TEST(spec_21_star_is_the_cross_product) {
    random_source r = {3};
    for (int i = 0; i < SAMPLES; i++) {
        gyre_vec3 a = random_vec3(&r, 2), b = random_vec3(&r, 2);
        gyre_mat3 star = gyre_star(a), turned = mat3_transposed(&star);
        CHECK_BELOW(distance(mat3_times(&star, b), crossed(a, b)), 8 * ROUNDING);
        for (int j = 0; j < 9; j++)
            CHECK(turned.m[j / 3][j % 3] == -star.m[j / 3][j % 3]); // antisymmetric, exactly
        CHECK_NEAR(inner(mat3_times(&star, b), a), 0, 16 * ROUNDING);
    }
}

TEST(spec_21_a_turning_vector_changes_by_w_cross_r) {
    // central differences of exp(t w) r0 against w x r: error h^2 |w|^3 |r| / 6
    gyre_vec3 w = {0.3, -1.1, 0.7}, r0 = {1, 2, -0.5};
    double h = 1e-5;
    gyre_vec3 ahead = gyre_quat_rotate(gyre_quat_from_rotation_vector(scaled(h, w)), r0);
    gyre_vec3 behind = gyre_quat_rotate(gyre_quat_from_rotation_vector(scaled(-h, w)), r0);
    CHECK_BELOW(distance(scaled(0.5 / h, minus(ahead, behind)), crossed(w, r0)), 2e-10);
}

TEST(spec_21_R_dot_is_w_star_R) {
    gyre_vec3 w = {0.3, -1.1, 0.7};
    double h = 1e-5;
    gyre_quat q = {0.5, -0.5, 0.5, 0.5};
    gyre_mat3 R = gyre_quat_to_mat3(q), star = gyre_star(w), expected = mat3_times_mat3(&star, &R), difference;
    gyre_mat3 ahead = gyre_quat_to_mat3(gyre_quat_multiply(gyre_quat_from_rotation_vector(scaled(h, w)), q));
    gyre_mat3 behind = gyre_quat_to_mat3(gyre_quat_multiply(gyre_quat_from_rotation_vector(scaled(-h, w)), q));
    for (int i = 0; i < 9; i++)
        difference.m[i / 3][i % 3] = (ahead.m[i / 3][i % 3] - behind.m[i / 3][i % 3]) / (2 * h);
    CHECK_BELOW(mat3_difference(&difference, &expected), 2e-10);
}

TEST(spec_23_quaternion_product_follows_the_notes) {
    random_source r = {4};
    for (int i = 0; i < SAMPLES; i++) {
        gyre_quat a = random_rotation(&r), b = random_rotation(&r), c = gyre_quat_multiply(a, b);
        gyre_vec3 u = {a.x, a.y, a.z}, v = {b.x, b.y, b.z};
        gyre_vec3 expected = plus(plus(scaled(a.w, v), scaled(b.w, u)), crossed(u, v));
        CHECK_NEAR(c.w, a.w * b.w - inner(u, v), ROUNDING);
        CHECK_BELOW(distance((gyre_vec3){c.x, c.y, c.z}, expected), ROUNDING);
    }
}

TEST(spec_23_q2_q1_turns_by_q1_first) {
    gyre_quat about_x, about_z;
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){1, 0, 0}, acos(-1) / 2, &about_x));
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){0, 0, 1}, acos(-1) / 2, &about_z));
    // y goes to z under x, and z stays under z
    gyre_vec3 turned = gyre_quat_rotate(gyre_quat_multiply(about_z, about_x), (gyre_vec3){0, 1, 0});
    CHECK_BELOW(distance(turned, (gyre_vec3){0, 0, 1}), ROUNDING);
    // in the other order y goes to -x, and stays
    turned = gyre_quat_rotate(gyre_quat_multiply(about_x, about_z), (gyre_vec3){0, 1, 0});
    CHECK_BELOW(distance(turned, (gyre_vec3){-1, 0, 0}), ROUNDING);
}

TEST(spec_23_rotation_is_q_p_q_inverse) {
    random_source r = {5};
    for (int i = 0; i < SAMPLES; i++) {
        gyre_quat q = random_rotation(&r);
        gyre_vec3 p = random_vec3(&r, 1);
        gyre_quat turned =
            gyre_quat_multiply(gyre_quat_multiply(q, (gyre_quat){0, p.x, p.y, p.z}), gyre_quat_conjugate(q));
        CHECK_BELOW(distance(gyre_quat_rotate(q, p), (gyre_vec3){turned.x, turned.y, turned.z}), 2 * ROUNDING);
        CHECK_NEAR(turned.w, 0, ROUNDING);
        CHECK_BELOW(distance(gyre_quat_rotate_back(q, gyre_quat_rotate(q, p)), p), 2 * ROUNDING);
    }
}

TEST(spec_23_axis_and_angle_round_trip) {
    random_source r = {6};
    for (int i = 0; i < SAMPLES; i++) {
        gyre_vec3 axis = random_vec3(&r, 1);
        double angle = random_between(&r, 0, 3.14159), got_angle;
        gyre_quat q;
        gyre_vec3 got_axis;
        CHECK_OK(gyre_quat_from_axis_angle(axis, angle, &q));
        gyre_quat_to_axis_angle(q, &got_axis, &got_angle);
        CHECK_NEAR(got_angle, angle, 2 * ROUNDING);
        // the direction is known to eps / sin(angle/2)
        CHECK_BELOW(distance(got_axis, scaled(1 / norm(axis), axis)), ROUNDING / fmin(1, angle / 2));
    }
}

TEST(spec_23_axes_of_any_length_are_accepted) {
    gyre_quat expected, q;
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){1, 2, 3}, 1, &expected));
    double sizes[] = {1e-300, 1e-200, 1e-20, 1e20, 1e200, 5e307};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        CHECK_OK(gyre_quat_from_axis_angle(scaled(sizes[i], (gyre_vec3){1, 2, 3}), 1, &q));
        CHECK_BELOW(angle_between(q, expected), 4 * ROUNDING);
        CHECK_OK(gyre_quat_normalize((gyre_quat){sizes[i], 2 * sizes[i], 0, 3 * sizes[i]}, &q));
        CHECK_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, ROUNDING);
    }
}

TEST(spec_24_world_w_multiplies_on_the_left_body_w_on_the_right) {
    random_source r = {7};
    for (int i = 0; i < 1000; i++) {
        gyre_quat q = random_rotation(&r);
        gyre_vec3 w = random_vec3(&r, 2), w_body = gyre_quat_rotate_back(q, w);
        gyre_quat left = gyre_quat_derivative(q, w);
        gyre_quat right = gyre_quat_multiply(q, (gyre_quat){0, w_body.x / 2, w_body.y / 2, w_body.z / 2});
        CHECK_NEAR(left.w, right.w, 4 * ROUNDING);
        CHECK_NEAR(left.x, right.x, 4 * ROUNDING);
        CHECK_NEAR(left.y, right.y, 4 * ROUNDING);
        CHECK_NEAR(left.z, right.z, 4 * ROUNDING);
        // and both are what a small turn does: central differences
        double h = 1e-5;
        gyre_quat ahead = gyre_quat_multiply(gyre_quat_from_rotation_vector(scaled(h, w)), q);
        gyre_quat behind = gyre_quat_multiply(gyre_quat_from_rotation_vector(scaled(-h, w)), q);
        CHECK_NEAR(left.w, (ahead.w - behind.w) / (2 * h), 5e-10);
        CHECK_NEAR(left.x, (ahead.x - behind.x) / (2 * h), 5e-10);
        CHECK_NEAR(left.y, (ahead.y - behind.y) / (2 * h), 5e-10);
        CHECK_NEAR(left.z, (ahead.z - behind.z) / (2 * h), 5e-10);
    }
}

// The branch of matrix_to_quaternion, 0 to 3, that a rotation takes.
static int branch_of(const gyre_mat3 *R) {
    double x = R->m[0][0], y = R->m[1][1], z = R->m[2][2];
    if (x + y + z >= 0) return 0;
    return z > fmax(x, y) ? 3 : y > x ? 2 : 1;
}

TEST(spec_25_quaternion_and_matrix_round_trip_on_all_four_branches) {
    random_source r = {8};
    int seen[4] = {0};
    for (int i = 0; i < SAMPLES; i++) {
        gyre_quat q = random_rotation(&r);
        gyre_mat3 R = gyre_quat_to_mat3(q), again;
        seen[branch_of(&R)]++;
        gyre_quat back = gyre_mat3_to_quat(&R);
        again = gyre_quat_to_mat3(back);
        CHECK_BELOW(angle_between(q, back), ROUNDING);
        CHECK_BELOW(mat3_difference(&R, &again), ROUNDING);
    }
    for (int branch = 0; branch < 4; branch++)
        CHECK(seen[branch] > SAMPLES / 20);
}

TEST(spec_25_half_turns_and_the_identity_are_exact) {
    gyre_quat exact[4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (int i = 0; i < 4; i++) {
        gyre_mat3 R = gyre_quat_to_mat3(exact[i]);
        gyre_quat q = gyre_mat3_to_quat(&R);
        CHECK_EQ(branch_of(&R), i);
        CHECK(q.w == exact[i].w && q.x == exact[i].x && q.y == exact[i].y && q.z == exact[i].z);
    }
}

TEST(spec_26_drift_of_a_matrix_is_measured_and_corrected) {
    random_source r = {9};
    for (int i = 0; i < 2000; i++) {
        gyre_mat3 R = gyre_quat_to_mat3(random_rotation(&r)), skewed = R, mended;
        CHECK_BELOW(gyre_mat3_orthonormality_error(&R), ROUNDING);
        double size = pow(10, random_between(&r, -12, -1));
        for (int j = 0; j < 9; j++)
            skewed.m[j / 3][j % 3] += random_between(&r, -size, size);
        double error = gyre_mat3_orthonormality_error(&skewed);
        CHECK(error > 0 && error < 8 * size);
        CHECK_OK(gyre_mat3_orthonormalize(&skewed, &mended));
        CHECK_BELOW(gyre_mat3_orthonormality_error(&mended), ROUNDING);
        // the nearest rotation is at least as near as the one we started from
        double to_mended = 0, to_start = 0;
        for (int j = 0; j < 9; j++) {
            to_mended += pow(skewed.m[j / 3][j % 3] - mended.m[j / 3][j % 3], 2);
            to_start += pow(skewed.m[j / 3][j % 3] - R.m[j / 3][j % 3], 2);
        }
        CHECK(sqrt(to_mended) <= sqrt(to_start) + ROUNDING);
    }
}

TEST(spec_26_stretching_and_nan_count_as_drift) {
    gyre_mat3 stretched = {{{1.5, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, broken = {{{NAN, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    CHECK_NEAR(gyre_mat3_orthonormality_error(&stretched), 1.25, 1e-15);
    CHECK(isnan(gyre_mat3_orthonormality_error(&broken)));
    double sizes[] = {1e-300, 1e-19, 1e20, 1e300};
    for (int i = 0; i < 4; i++) {
        gyre_mat3 sized = {{{0, -sizes[i], 0}, {sizes[i], 0, 0}, {0, 0, sizes[i]}}}, mended;
        CHECK_OK(gyre_mat3_orthonormalize(&sized, &mended));
        CHECK_NEAR(mended.m[1][0], 1, ROUNDING);
    }
}

TEST(spec_26_a_mirror_or_a_flat_matrix_has_no_nearest_rotation) {
    gyre_mat3 mirror = {{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}, flat = {{{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}};
    gyre_mat3 out = {{{7}}};
    CHECK_RESULT(gyre_mat3_orthonormalize(&mirror, &out), GYRE_ERR_ORIENTATION);
    CHECK_RESULT(gyre_mat3_orthonormalize(&flat, &out), GYRE_ERR_ORIENTATION);
    CHECK_SAME(out.m[0][0], 7);
    gyre_mat3 stretched = {{{100, 0, 0}, {0, 1e-3, 0}, {0, 0, 2}}};
    CHECK_OK(gyre_mat3_orthonormalize(&stretched, &out)); // far away, but still on the right side
    CHECK_NEAR(out.m[0][0], 1, ROUNDING);
}

TEST(spec_28_exponential_map_is_exact_for_constant_w_and_safe_at_zero) {
    gyre_quat identity = gyre_quat_from_rotation_vector((gyre_vec3){0, 0, 0});
    CHECK_SAME(identity.w, 1);
    CHECK(identity.x == 0 && identity.y == 0 && identity.z == 0);
    // a thousand small turns about one axis make one large turn
    gyre_vec3 w = {0.4, -0.2, 0.9};
    gyre_quat step = gyre_quat_from_rotation_vector(scaled(1e-3, w)), many = {1, 0, 0, 0};
    for (int i = 0; i < 1000; i++)
        many = gyre_quat_multiply(step, many);
    CHECK_BELOW(angle_between(many, gyre_quat_from_rotation_vector(w)), 1000 * ROUNDING);
}

TEST(spec_23_tiny_turns_keep_their_axis_and_long_ones_go_the_short_way) {
    gyre_vec3 axis;
    double angle, sizes[] = {1e-300, 1e-170, 1e-160, 1e-9};
    for (int i = 0; i < 4; i++) {
        gyre_quat_to_axis_angle((gyre_quat){1, 0.6 * sizes[i], 0, 0.8 * sizes[i]}, &axis, &angle);
        CHECK_BELOW(distance(axis, (gyre_vec3){0.6, 0, 0.8}), ROUNDING);
        CHECK_NEAR(angle / sizes[i], 2, 1e-14);
    }
    gyre_quat_to_axis_angle((gyre_quat){1, 0, 0, 0}, &axis, &angle);
    CHECK(angle == 0 && axis.x == 1 && axis.y == 0 && axis.z == 0);
    gyre_vec3 r = gyre_quat_to_rotation_vector((gyre_quat){-cos(0.5), sin(0.5), 0, 0}); // 1 rad the other way round
    CHECK_NEAR(r.x, -1, ROUNDING);
}

TEST(spec_28_rotation_vectors_of_every_size_round_trip) {
    random_source r = {10};
    for (int exponent = -320; exponent <= 0; exponent++) {
        gyre_vec3 v = random_vec3(&r, 1);
        v = scaled(pow(10, exponent) * random_between(&r, 0.1, 3) / norm(v), v);
        gyre_quat q = gyre_quat_from_rotation_vector(v);
        CHECK_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, ROUNDING);
        CHECK(distance(gyre_quat_to_rotation_vector(q), v) <= 4 * ROUNDING * norm(v) + 1e-323);
    }
}

TEST(spec_29_axes_are_right_handed_and_angles_are_radians) {
    gyre_mat3 R = rotation_about((gyre_vec3){0, 0, 1}, acos(-1) / 2); // a quarter turn about z takes x to y
    gyre_vec3 y = mat3_times(&R, (gyre_vec3){1, 0, 0});
    CHECK_BELOW(distance(y, (gyre_vec3){0, 1, 0}), ROUNDING);
}

TEST(bad_rotations_are_refused_and_nothing_is_written) {
    gyre_quat q = {7, 7, 7, 7};
    CHECK_RESULT(gyre_quat_normalize((gyre_quat){0, 0, 0, 0}, &q), GYRE_ERR_ORIENTATION);
    CHECK_RESULT(gyre_quat_normalize((gyre_quat){NAN, 0, 0, 1}, &q), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_quat_normalize((gyre_quat){1, 0, INFINITY, 1}, &q), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_quat_normalize((gyre_quat){1, 0, 0, 0}, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_quat_from_axis_angle((gyre_vec3){0, 0, 0}, 1, &q), GYRE_ERR_ORIENTATION);
    CHECK_RESULT(gyre_quat_from_axis_angle((gyre_vec3){0, 0, 1}, NAN, &q), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_quat_from_axis_angle((gyre_vec3){0, 0, 1}, 1, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_SAME(q.w, 7);
}

// As C has it: infinite legs are as long as each other, and everything else is nothing beside them.
TEST(angles_of_infinite_legs_are_those_of_the_standard) {
    const double values[] = {INFINITY, -INFINITY, 1e300, -2, 0.0, -0.0};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
            double got = gyre_atan2(values[i], values[k]), want = atan2(values[i], values[k]);
            CHECK_NEAR(got, want, 5e-16);
            CHECK_EQ(!signbit(got), !signbit(want));
        }
}

RUN_TESTS("rotation")
