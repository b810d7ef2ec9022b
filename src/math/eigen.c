/// Eigenvalues and eigenvectors of symmetric 3x3 matrices by cyclic Jacobi rotations.
#include "gyre/math.h"

#include "math/convert.h"
#include "math/finite.h"

#include <stdbool.h>

// The power of two that scales `size` (> 0, finite, may be subnormal) to about 1, clamped to normal numbers. Scaling by
// it is exact, and squares cannot overflow or underflow.
static double scale_to_one(double size) {
    int64_t exponent = (bits_of(size) >> 52) - 1023; // -1023 for subnormals
    if (exponent > 1021) exponent = 1021;
    if (exponent < -1022) exponent = -1022;
    return real_of((1023 - exponent) << 52);
}

// One Jacobi rotation in the plane of axes p and q, which makes a[p][q] zero (Golub and Van Loan, 8.5.2):
//   theta = (a_qq - a_pp) / (2 a_pq),  t = sgn(theta) / (|theta| + sqrt(theta^2 + 1)),  c = 1/sqrt(t^2+1),  s = t c
static void rotate_away(mat3 *a, mat3 *vectors, int p, int q) {
    double off = a->m[p][q];
    if (off == 0) return;
    double theta = (a->m[q][q] - a->m[p][p]) / (2 * off);
    // theta^2 may overflow, and so may theta if `off` is tiny; t is then harmlessly 0 or subnormal
    double t = with_sign(1 / (magnitude(theta) + root(theta * theta + 1)), theta);
    double c = 1 / root(t * t + 1), s = t * c;
    double tau = s / (1 + c); // equals (1 - c)/s; keeps the updates below accurate for small angles
    int r = 3 - p - q;        // the third axis

    a->m[p][p] -= t * off;
    a->m[q][q] += t * off;
    a->m[p][q] = a->m[q][p] = 0;
    double arp = a->m[r][p], arq = a->m[r][q];
    a->m[r][p] = a->m[p][r] = arp - s * (arq + tau * arp);
    a->m[r][q] = a->m[q][r] = arq + s * (arp - tau * arq);
    for (int i = 0; i < 3; i++) {
        double vip = vectors->m[i][p], viq = vectors->m[i][q];
        vectors->m[i][p] = vip - s * (viq + tau * vip);
        vectors->m[i][q] = viq + s * (vip - tau * viq);
    }
}

static double largest_entry(const gyre_mat3 *A) {
    double size = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            size = larger(size, magnitude(A->m[i][j]));
    return size;
}

static bool is_symmetric(const gyre_mat3 *A, double size) {
    // compares half the difference, because the difference of two large numbers of opposite sign may overflow
    double slack = 0.5e-9 * size;
    return magnitude(0.5 * A->m[0][1] - 0.5 * A->m[1][0]) <= slack &&
           magnitude(0.5 * A->m[0][2] - 0.5 * A->m[2][0]) <= slack &&
           magnitude(0.5 * A->m[1][2] - 0.5 * A->m[2][1]) <= slack;
}

gyre_result gyre_symmetric_eigen(const gyre_mat3 *A, gyre_vec3 *out_values, gyre_mat3 *out_vectors) {
    if (!A || !out_values || !out_vectors) return GYRE_ERR_NULL_POINTER;
    if (!is_finite_mat3(A)) return GYRE_ERR_NOT_FINITE;
    double size = largest_entry(A);
    if (!is_symmetric(A, size)) return GYRE_ERR_NOT_SYMMETRIC;

    double to_one = size > 0 ? scale_to_one(size) : 1;
    mat3 a, vectors = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a.m[i][j] = 0.5 * (A->m[i][j] * to_one) + 0.5 * (A->m[j][i] * to_one);

    // Convergence is quadratic: four or five sweeps zero the off-diagonal entries exactly. The limit of 32 sweeps is
    // never reached.
    for (int sweep = 0; sweep < 32; sweep++) {
        if (a.m[0][1] == 0 && a.m[0][2] == 0 && a.m[1][2] == 0) break;
        rotate_away(&a, &vectors, 0, 1);
        rotate_away(&a, &vectors, 0, 2);
        rotate_away(&a, &vectors, 1, 2);
    }
    // A product of rotations has determinant +1, so no correction is needed; sorting columns could change its sign.
    gyre_vec3 values = {a.m[0][0] / to_one, a.m[1][1] / to_one, a.m[2][2] / to_one};
    if (!is_finite_vec3(values)) return GYRE_ERR_NOT_FINITE; // entries near DBL_MAX
    *out_values = values;
    *out_vectors = mat3_out(&vectors);
    return GYRE_OK;
}
