/// Splitting methods, which alternate between momenta and poses of rigid bodies.
#pragma once

#include "gyre/ode.h"

/// gyre_system_advance for the compositions of methods.def. The caller has checked everything except the form of the
/// state, the direction of time and the number of steps.
gyre_result gyre_advance_splitting(const gyre_system *system, const double *y0, double *out_yend, size_t length,
                                   double t0, double t1, const gyre_ode_options *options, gyre_ode_report *report);
