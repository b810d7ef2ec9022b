/// Orthonormality error of rotation matrices, and the nearest rotation.
#include "gyre/math.h"

#include "math/convert.h"
#include "math/finite.h"

double gyre_mat3_orthonormality_error(const gyre_mat3 *R) {
    if (!R) return __builtin_nan("");
    mat3 a = mat3_in(R), turned = transpose(&a);
    mat3 gram = mat3_mul(&turned, &a); // R^T R
    double worst = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double off = magnitude(gram.m[i][j] - (i == j ? 1.0 : 0.0));
            if (off != off) return off; // NaN
            worst = larger(worst, off);
        }
    return worst;
}

// The inverse transpose is the cofactor matrix divided by the determinant; the rows of the cofactor matrix are cross
// products of rows of `a`.
static mat3 inverse_transpose(const mat3 *a, double det) {
    double s = 1 / det;
    return from_rows(scale(s, cross(row(a, 1), row(a, 2))), scale(s, cross(row(a, 2), row(a, 0))),
                     scale(s, cross(row(a, 0), row(a, 1))));
}

// Newton's iteration for the polar factor, R <- (R + R^-T)/2, converges quadratically to the nearest rotation from any
// matrix with a positive determinant (Higham 1986). Gram-Schmidt would be cheaper, but favours the first axis.
gyre_result gyre_mat3_orthonormalize(const gyre_mat3 *R, gyre_mat3 *out_rotation) {
    if (!R || !out_rotation) return GYRE_ERR_NULL_POINTER;
    if (!is_finite_mat3(R)) return GYRE_ERR_NOT_FINITE;
    mat3 a = mat3_in(R);
    double size = 0;
    for (int i = 0; i < 9; i++)
        size = larger(size, magnitude(a.m[i / 3][i % 3]));
    if (size == 0) return GYRE_ERR_ORIENTATION;
    for (int i = 0; i < 9; i++) // scaling does not change the nearest rotation
        a.m[i / 3][i % 3] /= size;

    enum { ITERATIONS_MAX = 64 }; // drifted matrices need 2 or 3 iterations; each iteration at least halves the error
    for (int iteration = 0; iteration < ITERATIONS_MAX; iteration++) {
        double det = determinant(&a);
        if (!(det > 0) || !is_finite(1 / det)) return GYRE_ERR_ORIENTATION;
        mat3 other = inverse_transpose(&a, det);
        double change = 0;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double next = 0.5 * (a.m[i][j] + other.m[i][j]);
                change = larger(change, magnitude(next - a.m[i][j]));
                a.m[i][j] = next;
            }
        if (!is_finite(change)) return GYRE_ERR_ORIENTATION;
        // convergence is quadratic: after a change below 1e-8 the error is below 1e-16
        if (change < 1e-8) {
            *out_rotation = mat3_out(&a);
            return GYRE_OK;
        }
    }
    return GYRE_ERR_ORIENTATION;
}
