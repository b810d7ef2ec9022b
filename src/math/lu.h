/// LU factorization of a dense matrix with row exchanges: solves A x = b.
/// Golub, Van Loan: Matrix Computations, 3.4
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Overwrites the n x n matrix `a` (row-major) with L and U of P A = L U. out_rows[i] is the row exchanged with row i.
/// Returns false if A is singular; `out_column` is then the first column without a pivot.
///
/// The pivot is the largest entry of its column. Exception: a row of A that is a row of the unit matrix is not
/// exchanged, so that its unknown equals its right-hand side exactly.
bool gyre_lu_factor(double *a, size_t n, size_t *out_rows, size_t *out_column);

/// Replaces b by the solution x of A x = b.
void gyre_lu_solve(const double *lu, size_t n, const size_t *rows, double *b);
