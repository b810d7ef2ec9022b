/// Layer 1: LU factorization of dense matrices.
#include "check.h"
#include "math/lu.h"
#include "random.h"

enum { N_MAX = 24 };

static void random_system(random_source *r, size_t n, double *a, double *x) {
    for (size_t i = 0; i < n * n; i++)
        a[i] = random_between(r, -1, 1);
    for (size_t i = 0; i < n; i++)
        x[i] = random_between(r, -1, 1);
}

static void multiply(const double *a, const double *x, size_t n, double *out_b) {
    for (size_t i = 0; i < n; i++) {
        out_b[i] = 0;
        for (size_t j = 0; j < n; j++)
            out_b[i] += a[i * n + j] * x[j];
    }
}

TEST(the_solution_leaves_a_residual_of_rounding) {
    random_source r = {5};
    double a[N_MAX * N_MAX], lu[N_MAX * N_MAX], x[N_MAX], b[N_MAX], got[N_MAX];
    for (int round = 0; round < 400; round++) {
        size_t n = 1 + (size_t)round % N_MAX, rows[N_MAX], column;
        random_system(&r, n, a, x);
        if (round % 3 == 0) a[0] = 0; // rows must be exchanged
        if (n == 1 && a[0] == 0) a[0] = 1;
        multiply(a, x, n, b);
        memcpy(lu, a, sizeof lu);
        CHECK(gyre_lu_factor(lu, n, rows, &column));
        gyre_lu_solve(lu, n, rows, b);
        multiply(a, b, n, got);
        double size = 0;
        for (size_t i = 0; i < n; i++)
            size = fmax(size, fabs(b[i]));
        multiply(a, x, n, b);
        for (size_t i = 0; i < n; i++) // n products each in L and U, which grow by less than n
            CHECK_NEAR(got[i], b[i], (double)(n * n * n) * 2.3e-16 * size);
    }
}

TEST(a_singular_matrix_is_reported_with_its_column) {
    double twice[9] = {1, 2, 3, 2, 4, 6, 1, 0, 1}, empty[4] = {1, 0, 5, 0}, infinite[1] = {INFINITY}, nan[1] = {NAN};
    size_t rows[3], column = 9;
    CHECK(!gyre_lu_factor(twice, 3, rows, &column));
    CHECK_EQ(column, 2);
    CHECK(!gyre_lu_factor(empty, 2, rows, &column));
    CHECK_EQ(column, 1);
    CHECK(!gyre_lu_factor(infinite, 1, rows, &column));
    CHECK_EQ(column, 0);
    CHECK(!gyre_lu_factor(nan, 1, rows, &column));
}

TEST(the_unknown_of_a_unit_row_equals_its_right_hand_side_to_the_bit) {
    random_source r = {6};
    double a[N_MAX * N_MAX], x[N_MAX], b[N_MAX], got[N_MAX];
    for (int round = 0; round < 200; round++) {
        size_t n = 2 + (size_t)round % (N_MAX - 1), rows[N_MAX], column, unit = (size_t)round % n, last = n - 1;
        random_system(&r, n, a, x);
        for (size_t j = 0; j < n; j++) {
            a[unit * n + j] = j == unit;
            a[last * n + j] = j == last;
            if (j != unit && j != last) a[j * n + unit] *= 1e6; // much larger than the 1 of the unit row
        }
        multiply(a, x, n, b);
        b[unit] = x[unit] / 3;
        b[last] = 0;
        memcpy(got, b, sizeof got);
        CHECK(gyre_lu_factor(a, n, rows, &column));
        gyre_lu_solve(a, n, rows, got);
        if (unit != last) CHECK_SAME(got[unit], b[unit]);
        CHECK_SAME(got[last], 0);
    }
}

RUN_TESTS("lu")
