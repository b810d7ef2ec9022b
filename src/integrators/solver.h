/// A Runge-Kutta run in progress: shared by the fixed-step and the adaptive driver.
#pragma once

#include "gyre/ode.h"
#include "integrators/butcher.h"

#include <stdbool.h>

enum { OPTIONS_MARKER = 0x47594f31, RUN_MARKER = 0x47595231 }; // "GYO1", "GYR1"

/// Of implicit methods: matrices and vectors of the iterations (newton.c).
typedef struct newton {
    double *jacobian;   // df/dy, row after row
    double *lu;         // factors of I - h gamma J
    size_t *rows;       // their exchanged rows
    double *correction; // right-hand side and solution
    double *f;          // derivative at an iterate
    double h_gamma;     // of lu; 0: there are no factors
    double contraction; // of the last iteration: the size of a correction over that of the one before; 1: not known
    bool has_jacobian;  // of this step or one before
    bool is_current;    // it was evaluated at the current state
    bool is_slow;       // an iteration of this step converged slowly
} newton;

typedef struct solver {
    gyre_derivative dydt;
    void *user;
    const gyre_ode_options *options;
    const butcher_table *table;
    size_t length;
    size_t error_length;               // the components that count for the tolerance: the first so many
    double t;                          // time of y
    double *y;                         // current state
    double *y_next;                    // proposed state at the end of the step
    double *y_stage;                   // argument of a stage, scratch
    double *k[BUTCHER_STAGES_MAX + 1]; // stage derivatives, and one for the end of the step
    bool is_k0_known;                  // k[0] is the derivative at (t, y)
    size_t worst;                      // component with the largest error in the last step
    newton newton;                     // for implicit methods
    gyre_ode_report *report;
} solver;

/// Everything an options struct can have wrong; tolerances only where they are used.
gyre_result gyre_options_check(const gyre_ode_options *options);

/// GYRE_ERR_TIME unless both times and their difference are finite.
gyre_result gyre_times_check(double t0, double t1);

/// Everything that gyre_ode checks before it takes memory.
gyre_result gyre_ode_check(const double *y0, const double *out, size_t length, double t0, double t1,
                           gyre_derivative dydt, const void *user, const gyre_ode_options *options);

/// Everything that gyre_system_advance checks, but for the times.
gyre_result gyre_advance_check(const gyre_system *system, const gyre_ode_options *options, const double *y0,
                               size_t length, gyre_ode_report *report);

/// gyre_ode whose tolerance looks at the first `error_length` components only: what is merely summed up along the way
/// comes after them and does not influence the steps.
gyre_result gyre_ode_with_sums(const double *y0, double *out_yend, size_t length, size_t error_length, double t0,
                               double t1, gyre_derivative dydt, void *user, const gyre_ode_options *options,
                               gyre_ode_report *report);

/// The derivative at (t, y), counted and checked; a component that is not finite is noted in the report.
gyre_result gyre_solver_evaluate(solver *s, double t, const double *y, double *out_k);

/// y + h * sum of weight_j k_j over the first `count` stages; weights of 0 are skipped, not multiplied.
void gyre_solver_combine(const solver *s, double h, const double *weights, int count, double *out_y);

/// All stages of one step of size h from the current state to the time t_next: fills k and y_next, changes nothing
/// else.
gyre_result gyre_solver_try_step(solver *s, double h, double t_next);

/// Makes the proposed state the current one at time t_next: projects it, tells the observer, moves on.
gyre_result gyre_solver_accept_step(solver *s, double h, double t_next);

/// From s->t to t1; the state ends up in s->y.
gyre_result gyre_solve_fixed(solver *s, double t1);
gyre_result gyre_solve_adaptive(solver *s, double t1);
