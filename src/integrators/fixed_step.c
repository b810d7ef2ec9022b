/// Runge-Kutta methods with equal steps.
#include "integrators/solver.h"

#include "base/log.h"
#include "integrators/step_grid.h"
#include "math/lanes.h"

gyre_result gyre_step_grid_make(double t0, double t1, const gyre_ode_options *options, step_grid *out_grid) {
    double needed = magnitude(t1 - t0) / options->step * (1 - 1e-12);
    // 2^53 steps would take a century, and doubles cannot count beyond 2^53
    double most = smaller((double)options->max_steps, 0x1p53);
    size_t count = needed <= most ? (size_t)needed : 0;
    if ((double)count < needed || count == 0) count++;
    if (!(needed <= most)) {
        gyre_log_line(&options->log, GYRE_LOG_ERROR,
                      "from t = %.17g to %.17g in steps of %g needs more than %.17g steps", t0, t1, options->step,
                      most);
        return GYRE_ERR_STEP_LIMIT;
    }
    double h = (t1 - t0) / (double)count;
    if (t0 != t1 && (t0 + h == t0 || t1 - h == t1)) {
        gyre_log_line(&options->log, GYRE_LOG_ERROR, "a step of %g is below the resolution of time at t = %.17g", h,
                      t0);
        return GYRE_ERR_STEP;
    }
    *out_grid = (step_grid){t0, t1, h, count};
    return GYRE_OK;
}

static void log_not_finite(const solver *s) {
    const gyre_logger *log = &s->options->log;
    if (s->report->component == GYRE_NO_COMPONENT) // the derivative function has logged the reason
        gyre_log_line(log, GYRE_LOG_ERROR, "the derivative failed in the step from t = %.17g", s->t);
    else
        gyre_log_line(log, GYRE_LOG_ERROR, "component %zu is not finite in the step from t = %.17g",
                      s->report->component, s->t);
}

static void log_not_converged(const solver *s, double h) {
    gyre_log_line(&s->options->log, GYRE_LOG_ERROR,
                  "the equations of the step from t = %.17g could not be solved; the worst component is %zu: use steps "
                  "shorter than %g, or step = 0 for automatic steps",
                  s->t, s->report->component, h);
}

gyre_result gyre_solve_fixed(solver *s, double t1) {
    step_grid grid;
    gyre_result r = gyre_step_grid_make(s->t, t1, s->options, &grid);
    for (size_t i = 0; r == GYRE_OK && i < grid.count; i++) {
        s->report->step = grid.h;
        double t_next = step_grid_time(&grid, i + 1);
        r = gyre_solver_try_step(s, grid.h, t_next);
        if (r == GYRE_ERR_NOT_FINITE) log_not_finite(s);
        if (r == GYRE_ERR_NOT_CONVERGED) log_not_converged(s, magnitude(grid.h));
        if (r == GYRE_OK) r = gyre_solver_accept_step(s, grid.h, t_next);
    }
    return r;
}
