/// LU factorization of a dense matrix.
#include "math/lu.h"

#include "math/finite.h"
#include "math/lanes.h"

// True if the remaining part of row c is a row of the unit matrix. Elimination with such a pivot row only clears the
// pivot's column, so a larger pivot would not be more accurate.
static bool is_unit_row(const double *a, size_t n, size_t c) {
    const double *row = &a[c * n];
    for (size_t j = c + 1; j < n; j++)
        if (row[j] != 0) return false;
    return row[c] == 1;
}

static size_t pivot_row(const double *a, size_t n, size_t c) {
    if (is_unit_row(a, n, c)) return c;
    size_t best = c;
    for (size_t r = c + 1; r < n; r++)
        if (magnitude(a[r * n + c]) > magnitude(a[best * n + c])) best = r;
    return best;
}

static void exchange_rows(double *a, size_t n, size_t r, size_t s) {
    for (size_t j = 0; j < n && r != s; j++) {
        double kept = a[r * n + j];
        a[r * n + j] = a[s * n + j];
        a[s * n + j] = kept;
    }
}

bool gyre_lu_factor(double *a, size_t n, size_t *out_rows, size_t *out_column) {
    for (size_t c = 0; c < n; c++) {
        out_rows[c] = pivot_row(a, n, c);
        exchange_rows(a, n, c, out_rows[c]);
        const double *pivot = &a[c * n];
        if (pivot[c] == 0 || !is_finite(pivot[c])) {
            *out_column = c;
            return false;
        }
        for (size_t r = c + 1; r < n; r++) {
            double *row = &a[r * n];
            if (row[c] == 0) continue; // skip zero entries, which arise from unconnected bodies
            double factor = row[c] / pivot[c];
            row[c] = factor;
            for (size_t j = c + 1; j < n; j++)
                row[j] -= factor * pivot[j];
        }
    }
    return true;
}

void gyre_lu_solve(const double *lu, size_t n, const size_t *rows, double *b) {
    for (size_t c = 0; c < n; c++) {
        double kept = b[c];
        b[c] = b[rows[c]];
        b[rows[c]] = kept;
    }
    for (size_t r = 1; r < n; r++)
        for (size_t c = 0; c < r; c++)
            b[r] -= lu[r * n + c] * b[c];
    for (size_t r = n; r-- > 0;) {
        for (size_t c = r + 1; c < n; c++)
            b[r] -= lu[r * n + c] * b[c];
        b[r] /= lu[r * n + r];
    }
}
