/// Divides an interval into equal steps. Computes each time with one multiplication, so rounding errors do not
/// accumulate.
#pragma once

#include "gyre/ode.h"

typedef struct step_grid {
    double t0, t1, h; // h has the sign of t1 - t0
    size_t count;
} step_grid;

/// Chooses the smallest number of equal steps that are no longer than options->step, up to a relative 1e-12 (10 s in
/// steps of 1/60 s are 600 steps, not 601). Returns GYRE_ERR_STEP_LIMIT and logs an error if there would be more than
/// max_steps.
gyre_result gyre_step_grid_make(double t0, double t1, const gyre_ode_options *options, step_grid *out_grid);

/// Returns the beginning of step `index`; exactly t1 for index == count.
static inline double step_grid_time(const step_grid *grid, size_t index) {
    return index == grid->count ? grid->t1 : grid->t0 + (double)index * grid->h;
}
