/// Layer 1: the symmetric eigen-solver.
#include "body_helpers.h"
#include "check.h"

static const double EPS = 2.3e-16;

static gyre_mat3 symmetric(double xx, double yy, double zz, double xy, double xz, double yz) {
    return (gyre_mat3){{{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}};
}

static double size_of(const gyre_mat3 *A) {
    double size = 0;
    for (int i = 0; i < 9; i++)
        size = fmax(size, fabs(A->m[i / 3][i % 3]));
    return size;
}

static double determinant(const gyre_mat3 *a) {
    gyre_vec3 x = {a->m[0][0], a->m[0][1], a->m[0][2]}, y = {a->m[1][0], a->m[1][1], a->m[1][2]};
    return inner(crossed(x, y), (gyre_vec3){a->m[2][0], a->m[2][1], a->m[2][2]});
}

// |A V - V diag(values)| relative to A, |V^T V - 1|, and det V. Fifteen rotations of a few roundings each.
static void check_decomposition(const gyre_mat3 *A) {
    gyre_vec3 values;
    gyre_mat3 V;
    CHECK_OK(gyre_symmetric_eigen(A, &values, &V));
    // relative to the largest entry, and scaled first: the test's own squares must not vanish or overflow
    double s = size_of(A) > 0 ? 1 / size_of(A) : 1, diagonal[3] = {values.x, values.y, values.z};
    gyre_mat3 unit = *A;
    for (int i = 0; i < 9; i++)
        unit.m[i / 3][i % 3] *= s;
    for (int j = 0; j < 3; j++) {
        gyre_vec3 v = {V.m[0][j], V.m[1][j], V.m[2][j]};
        CHECK_BELOW(distance(mat3_times(&unit, v), scaled(diagonal[j] * s, v)), 40 * EPS);
    }
    CHECK_BELOW(gyre_mat3_orthonormality_error(&V), 40 * EPS);
    CHECK_NEAR(determinant(&V), 1, 40 * EPS);
}

TEST(spec_46_residual_and_orthogonality_are_at_rounding_for_a_million_matrices) {
    random_source r = {1};
    for (int i = 0; i < 1000000; i++) {
        double entries[6];
        double s = pow(10, random_between(&r, -150, 150));
        for (int k = 0; k < 6; k++) {
            if (i % 4 == 0) s = pow(10, random_between(&r, -150, 150)); // every entry of another size
            entries[k] = random_between(&r, -s, s);
            if (i % 4 == 1 && k < 3) entries[k] = s * (1 + random_between(&r, -1e-12, 1e-12)); // nearly degenerate
            if (i % 4 == 1 && k >= 3) entries[k] *= 1e-12;
        }
        gyre_mat3 A = symmetric(entries[0], entries[1], entries[2], entries[3], entries[4], entries[5]);
        check_decomposition(&A);
    }
}

TEST(spec_46_equal_and_nearly_equal_values_still_give_a_rotation) {
    random_source r = {2};
    for (int i = 0; i < 20000; i++) {
        gyre_mat3 R = gyre_quat_to_mat3(random_rotation(&r)), turned = mat3_transposed(&R), A = {{{0}}};
        double gap = i % 3 == 0 ? 0 : pow(10, random_between(&r, -18, -6));
        double values[3] = {1, 1 + gap, i % 2 ? 1 - gap : 3};
        for (int j = 0; j < 3; j++)
            A.m[j][j] = values[j];
        A = mat3_times_mat3(&R, &A);
        A = mat3_times_mat3(&A, &turned);
        A = symmetric(A.m[0][0], A.m[1][1], A.m[2][2], A.m[0][1], A.m[0][2], A.m[1][2]);
        check_decomposition(&A);
    }
}

TEST(a_diagonal_matrix_is_recovered_with_its_axes_in_order) {
    gyre_mat3 A = symmetric(50, 40, 26, 0, 0, 0), V, one = symmetric(1, 1, 1, 0, 0, 0);
    gyre_vec3 values;
    CHECK_OK(gyre_symmetric_eigen(&A, &values, &V));
    CHECK_SAME(values.x, 50);
    CHECK_SAME(values.y, 40);
    CHECK_SAME(values.z, 26);
    CHECK_BYTES(&V, &one, sizeof V);
}

TEST(known_values_are_found) {
    gyre_mat3 A = symmetric(2, 2, 5, 1, 0, 0), V; // 1 along (1,-1,0), 3 along (1,1,0), 5 along z
    gyre_vec3 values;
    CHECK_OK(gyre_symmetric_eigen(&A, &values, &V));
    CHECK_NEAR(fmin(values.x, values.y), 1, 8 * EPS);
    CHECK_NEAR(fmax(values.x, values.y), 3, 8 * EPS);
    CHECK_NEAR(values.z, 5, 8 * EPS);
}

TEST(zeros_on_the_diagonal_do_not_hide_other_entries) {
    gyre_mat3 one_pair[3] = {symmetric(0, 0, 5, 1, 0, 0), symmetric(0, 5, 0, 0, 1, 0), symmetric(5, 0, 0, 0, 0, 1)};
    for (int i = 0; i < 3; i++)
        check_decomposition(&one_pair[i]);
}

TEST(zero_tiny_and_huge_matrices_are_decomposed) {
    gyre_mat3 zero = symmetric(0, 0, 0, 0, 0, 0), tiny = symmetric(3e-310, 1e-310, 2e-310, 1e-311, 0, 5e-312);
    gyre_mat3 huge = symmetric(3e307, 1e307, 2e307, 1e306, -2e306, 5e305);
    gyre_vec3 values;
    gyre_mat3 V;
    check_decomposition(&zero);
    check_decomposition(&huge);
    CHECK_OK(gyre_symmetric_eigen(&tiny, &values, &V)); // subnormal entries carry fewer digits
    CHECK_BELOW(gyre_mat3_orthonormality_error(&V), 40 * EPS);
    CHECK_NEAR(values.x + values.y + values.z, 6e-310, 1e-320);
}

TEST(asymmetric_or_non_finite_matrices_are_refused) {
    gyre_mat3 lopsided = {{{1, 2, 0}, {-2, 1, 0}, {0, 0, 1}}}, broken = symmetric(1, NAN, 1, 0, 0, 0), V = {{{7}}};
    gyre_mat3 opposite = {{{1, 1e308, 0}, {-1e308, 1, 0}, {0, 0, 1}}};
    gyre_vec3 values = {7, 7, 7};
    CHECK_RESULT(gyre_symmetric_eigen(&lopsided, &values, &V), GYRE_ERR_NOT_SYMMETRIC);
    CHECK_RESULT(gyre_symmetric_eigen(&opposite, &values, &V), GYRE_ERR_NOT_SYMMETRIC);
    gyre_mat3 almost = {{{1, 2, 0}, {2 * (1 + 0.9e-9), 1, 0}, {0, 0, 1}}},
              not_quite = {{{1, 2, 0}, {2 * (1 + 2e-9), 1, 0}, {0, 0, 1}}};
    gyre_vec3 unused;
    gyre_mat3 unused_axes;
    CHECK_OK(gyre_symmetric_eigen(&almost, &unused, &unused_axes));
    CHECK_RESULT(gyre_symmetric_eigen(&not_quite, &values, &V), GYRE_ERR_NOT_SYMMETRIC);
    CHECK_RESULT(gyre_symmetric_eigen(&broken, &values, &V), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_symmetric_eigen(NULL, &values, &V), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_symmetric_eigen(&lopsided, NULL, &V), GYRE_ERR_NULL_POINTER);
    CHECK_SAME(values.x, 7);
    CHECK_SAME(V.m[0][0], 7);
}

RUN_TESTS("eigen")
