/// LU factorization of a dense matrix, rows exchanged: solves A x = b.                  Golub, Van Loan: Matrix
/// Computations, 3.4
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Overwrites the n x n matrix `a` (row after row) with L and U of P A = L U; `out_rows` (n) says which row was
/// exchanged with row 0, 1, ... False if A is singular: `out_column` is then the first column without a pivot.
///
/// Each pivot is the largest entry of its column, but a row of A that is a row of the unit matrix keeps its place: the
/// unknown of such a row equals its right-hand side to the bit.
bool gyre_lu_factor(double *a, size_t n, size_t *out_rows, size_t *out_column);

/// Replaces b by the x with A x = b.
void gyre_lu_solve(const double *lu, size_t n, const size_t *rows, double *b);
