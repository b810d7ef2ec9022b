/// Methods that use the structure of a rigid body: momenta and pose take turns.
#pragma once

#include "gyre/ode.h"

/// gyre_system_advance for the rows of methods.def that are compositions. Everything has been checked but the form,
/// the direction of time and the number of steps.
gyre_result gyre_advance_splitting(const gyre_system *system, const double *y0, double *out_yend, size_t length,
                                   double t0, double t1, const gyre_ode_options *options, gyre_ode_report *report);
