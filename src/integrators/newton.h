/// Stages of implicit Runge-Kutta steps.
#pragma once

#include "integrators/solver.h"

/// Returns GYRE_ERR_TOO_LARGE and logs an error if the method is implicit and the state vector too long for it.
gyre_result gyre_newton_check(const gyre_ode_options *options, size_t length);

/// Returns the size of the work space [doubles]; 0 for explicit methods. Call it after gyre_newton_check.
size_t gyre_newton_size(const solver *s);

/// Uses a block of gyre_newton_size doubles as work space.
void gyre_newton_init(solver *s, double *block);

/// Solves for all stages but the first, which is explicit: fills k. Overwrites y_next. Returns
/// GYRE_ERR_NOT_CONVERGED or GYRE_ERR_NOT_FINITE if a shorter step may help.
gyre_result gyre_newton_stages(solver *s, double h, double t_next);

/// Computes error = (I - h gamma J)^-1 error, for the step whose stages were solved last. Without this matrix, h sum of
/// ei ki overestimates the error of components that the implicit step damps.
/// Shampine 1984
void gyre_newton_filter(const solver *s, double *error);

/// Must be called when the state has changed: the matrix belongs to a previous state.
void gyre_newton_step_accepted(solver *s);
