/// The data that gyre_ode_step.dense points to.
#pragma once

#include "integrators/butcher.h"

typedef struct dense_step {
    const butcher_table *table;
    double h;
    double *const *k;    // stage derivatives
    const double *k_end; // derivative at the end of the step
} dense_step;
