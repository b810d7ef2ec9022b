/// The stages of implicit Runge-Kutta steps.
#pragma once

#include "integrators/solver.h"

/// GYRE_ERR_TOO_LARGE, and a line in the log, if the method is implicit and the state vector too long for it.
gyre_result gyre_newton_check(const gyre_ode_options *options, size_t length);

/// Work space in doubles; 0 for explicit methods. Call after gyre_newton_check.
size_t gyre_newton_size(const solver *s);

/// Takes a block of gyre_newton_size doubles.
void gyre_newton_init(solver *s, double *block);

/// All stages but the first, which is explicit and known: fills k. Overwrites y_next.
/// GYRE_ERR_NOT_CONVERGED or GYRE_ERR_NOT_FINITE when a shorter step may help.
gyre_result gyre_newton_stages(solver *s, double h, double t_next);

/// error = (I - h gamma J)^-1 error, for the step whose stages were solved last: what an implicit step damps would be
/// overestimated by h sum of ei ki.                                                               Shampine 1984
void gyre_newton_filter(const solver *s, double *error);

/// The state has changed, the matrix belongs to an earlier one.
void gyre_newton_step_accepted(solver *s);
