/// Checks whether a tensor is a possible inertia. If not, reports the violated inequality, its amount and the nearest
/// valid tensor.
#include "mass/mass_check.h"

#include "mass/tensor.h"
#include "math/finite.h"

#include <stdio.h>
#include <string.h>

// Returns the principal moments in ascending order.
static gyre_result ascending_moments(const gyre_tensor *inertia, double out_moments[3]) {
    mat3 I = tensor_in(inertia);
    gyre_mat3 tensor = mat3_out(&I), axes;
    gyre_vec3 v;
    gyre_result r = gyre_symmetric_eigen(&tensor, &v, &axes);
    if (r != GYRE_OK) return r;
    double low = smaller(v.x, v.y), high = larger(v.x, v.y);
    out_moments[0] = smaller(low, v.z);
    out_moments[2] = larger(high, v.z);
    out_moments[1] = larger(low, smaller(high, v.z));
    return GYRE_OK;
}

// Fills the report except for its text.
static gyre_inertia_report examine(const gyre_tensor *inertia) {
    gyre_inertia_report report = {.problem = GYRE_INERTIA_NOT_FINITE};
    double m[3];
    if (ascending_moments(inertia, m) != GYRE_OK) return report;
    for (int i = 0; i < 3; i++)
        report.moments[i] = m[i];
    report.problem = GYRE_INERTIA_PHYSICAL;
    if (m[0] < -INERTIA_SLACK * larger(magnitude(m[0]), magnitude(m[2]))) {
        report.problem = GYRE_INERTIA_NEGATIVE;
        report.deficit = -m[0];
    } else if (!is_within_sum(m[2], larger(m[0], 0), m[1])) {
        report.problem = GYRE_INERTIA_TRIANGLE;
        report.deficit = m[2] - (m[0] + m[1]);
    }
    return report;
}

static void describe(gyre_inertia_report *report) {
    const double *m = report->moments;
    switch (report->problem) {
    case GYRE_INERTIA_PHYSICAL:
        snprintf(report->text, sizeof report->text, "a body can have the principal moments %.6g, %.6g, %.6g kg m^2",
                 m[0], m[1], m[2]);
        break;
    case GYRE_INERTIA_NEGATIVE:
        snprintf(report->text, sizeof report->text,
                 "not positive semidefinite: the principal moment %.6g kg m^2 must be >= 0, is too small by %.6g", m[0],
                 report->deficit);
        break;
    case GYRE_INERTIA_TRIANGLE:
        snprintf(
            report->text, sizeof report->text,
            "triangle inequality: the principal moment %.6g kg m^2 must be <= %.6g + %.6g = %.6g, is too large by %.6g",
            m[2], m[0], m[1], m[0] + m[1], report->deficit);
        break;
    default:
        snprintf(report->text, sizeof report->text, "an entry of the tensor is NaN, infinite or too large");
    }
}

gyre_result gyre_inertia_check(const gyre_tensor *inertia, gyre_inertia_report *report) {
    if (!inertia) return GYRE_ERR_NULL_POINTER;
    gyre_inertia_report own = examine(inertia);
    if (report) {
        describe(&own);
        *report = own;
    }
    return own.problem == GYRE_INERTIA_PHYSICAL     ? GYRE_OK
           : own.problem == GYRE_INERTIA_NOT_FINITE ? GYRE_ERR_NOT_FINITE
                                                    : GYRE_ERR_INERTIA;
}

/// A pair of matrix entries that must be equal.
typedef struct mirrored {
    int row, column;
    const char *upper, *lower;
} mirrored;
static const mirrored pairs[3] = {{0, 1, "Ixy", "Iyx"}, {0, 2, "Ixz", "Izx"}, {1, 2, "Iyz", "Izy"}};

// Returns half the difference: the whole difference of two large numbers of opposite sign may overflow.
static double half_difference(const gyre_mat3 *A, const mirrored *p) {
    return magnitude(0.5 * A->m[p->row][p->column] - 0.5 * A->m[p->column][p->row]);
}

// Describes the pair with the largest difference and lists the other pairs that differ.
static void describe_asymmetry(const gyre_mat3 *A, double half_slack, gyre_inertia_report *report) {
    const mirrored *worst = &pairs[0];
    char others[48] = "";
    for (int i = 1; i < 3; i++)
        if (half_difference(A, &pairs[i]) > half_difference(A, worst)) worst = &pairs[i];
    for (int i = 0; i < 3; i++) {
        size_t used = strlen(others);
        if (&pairs[i] != worst && half_difference(A, &pairs[i]) > half_slack)
            snprintf(others + used, sizeof others - used, "%s %s and %s", used ? "," : "; so do", pairs[i].upper,
                     pairs[i].lower);
    }
    report->problem = GYRE_INERTIA_NOT_SYMMETRIC;
    report->deficit = 2 * half_difference(A, worst);
    snprintf(report->text, sizeof report->text, "not symmetric: %s = %.10g and %s = %.10g differ by %.6g kg m^2%s",
             worst->upper, A->m[worst->row][worst->column], worst->lower, A->m[worst->column][worst->row],
             report->deficit, others);
}

gyre_result gyre_inertia_from_matrix(const gyre_mat3 *matrix, gyre_tensor *out_inertia, gyre_inertia_report *report) {
    if (!matrix || !out_inertia) return GYRE_ERR_NULL_POINTER;
    double size = 0, most = 0;
    for (int i = 0; i < 9; i++)
        size = larger(size, magnitude(matrix->m[i / 3][i % 3]));
    for (int i = 0; i < 3; i++)
        most = larger(most, half_difference(matrix, &pairs[i]));
    // the tolerance of gyre_symmetric_eigen
    double half_slack = 0.5e-9 * size;
    if (is_finite_mat3(matrix) && most > half_slack) {
        gyre_inertia_report own = {.problem = GYRE_INERTIA_NOT_SYMMETRIC};
        describe_asymmetry(matrix, half_slack, &own);
        if (report) *report = own;
        return GYRE_ERR_NOT_SYMMETRIC;
    }
    mat3 A = mat3_in(matrix), turned = transpose(&A);
    for (int i = 0; i < 9; i++)
        A.m[i / 3][i % 3] = 0.5 * A.m[i / 3][i % 3] + 0.5 * turned.m[i / 3][i % 3];
    gyre_tensor inertia = tensor_out(&A);
    gyre_result r = gyre_inertia_check(&inertia, report);
    if (r == GYRE_OK) *out_inertia = inertia;
    return r;
}

// The second moments S = integral of x x^T dm are positive semidefinite, and every such S belongs to a body. Since I =
// tr(S) 1 - S and S = tr(I)/2 - I, replacing the negative eigenvalues of S by 0 gives the nearest body.
gyre_result gyre_inertia_nearest(const gyre_tensor *inertia, gyre_tensor *out_inertia, double *out_change) {
    if (!inertia || !out_inertia) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_inertia_check(inertia, NULL);
    if (r == GYRE_ERR_NOT_FINITE) return r;
    gyre_tensor nearest = *inertia;
    double change = 0;
    if (r != GYRE_OK) {
        double half_trace = 0.5 * (inertia->xx + inertia->yy + inertia->zz);
        mat3 S = tensor_in(&(gyre_tensor){half_trace - inertia->xx, half_trace - inertia->yy, half_trace - inertia->zz,
                                          -inertia->xy, -inertia->xz, -inertia->yz});
        gyre_mat3 second_moments = mat3_out(&S), vectors;
        gyre_vec3 s;
        r = gyre_symmetric_eigen(&second_moments, &s, &vectors);
        if (r != GYRE_OK) return r;
        // scale so that squares neither underflow nor overflow
        double size = tensor_size(inertia);
        change = size * length((vec3){smaller(s.x, 0) / size, smaller(s.y, 0) / size, smaller(s.z, 0) / size});
        mat3 V = mat3_in(&vectors);
        S = rotate_diagonal(&V, (vec3){larger(s.x, 0), larger(s.y, 0), larger(s.z, 0)});
        double trace = S.m[0][0] + S.m[1][1] + S.m[2][2];
        nearest =
            (gyre_tensor){trace - S.m[0][0], trace - S.m[1][1], trace - S.m[2][2], -S.m[0][1], -S.m[0][2], -S.m[1][2]};
        if (!is_finite_array(&nearest.xx, 6) || !is_finite(change)) return GYRE_ERR_NOT_FINITE;
    }
    *out_inertia = nearest;
    if (out_change) *out_change = change;
    return GYRE_OK;
}
