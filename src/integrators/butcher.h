/// Butcher tables: Runge-Kutta methods as data.
#pragma once

#include "gyre/ode.h"

enum { BUTCHER_STAGES_MAX = 7 };

/// One step of size h from (t, y):
///     ki = f(t + ci h, y + h sum over j <= i of aij kj),    y(t + h) = y + h sum of bi ki.
typedef struct butcher_table {
    int stages;
    /// 0: explicit, aii = 0. Otherwise aii of every stage but the first, which is explicit: each stage is a system of
    /// equations for its ki with the same matrix I - h gamma df/dy (newton.c).
    double gamma;
    double c[BUTCHER_STAGES_MAX];
    double a[BUTCHER_STAGES_MAX][BUTCHER_STAGES_MAX];
    double b[BUTCHER_STAGES_MAX];
    /// Weights of the error estimate h sum of ei ki, of order error_order + 1. error_order 0: no estimate.
    int error_order;
    double e[BUTCHER_STAGES_MAX];
    /// Weights of the fourth-order term of the dense output. All 0: cubic Hermite interpolation.
    double dense[BUTCHER_STAGES_MAX];
    /// 1: the last stage is the derivative at the end of the step, and so the first stage of the next step.
    int ends_with_derivative;
} butcher_table;

/// Returns the table of a Runge-Kutta method, or NULL for other methods.
const butcher_table *gyre_butcher_table_of(gyre_method method);
