/// State of a Runge-Kutta run, shared by the fixed-step and the adaptive driver.
#pragma once

#include "gyre/ode.h"
#include "integrators/butcher.h"

#include <stdbool.h>

enum { OPTIONS_MARKER = 0x47594f31, RUN_MARKER = 0x47595231 }; // "GYO1", "GYR1"

/// Matrices and vectors of the iterations of implicit methods (newton.c).
typedef struct newton {
    double *jacobian;   // df/dy, row after row
    double *lu;         // factors of I - h gamma J
    size_t *rows;       // row permutation of the factors
    double *correction; // right-hand side and solution
    double *f;          // derivative at an iterate
    double h_gamma;     // value for which lu was computed; 0: not computed
    double contraction; // ratio of the last two corrections; 1: unknown
    bool has_jacobian;  // jacobian was evaluated, in this step or before
    bool is_current;    // jacobian was evaluated at the current state
    bool is_slow;       // an iteration of this step converged slowly
} newton;

/// Arrangement of the numbers of a state vector.
typedef struct vector_layout {
    size_t length;
    /// Number of leading components that the tolerance applies to. The later components are accumulated sums and do not
    /// influence the steps.
    size_t error_length;
    /// 0: one number after another. Otherwise the leading components are streams of `stride` numbers, one number of
    /// each body; if several components fail, a report names the first number of the first body.
    size_t stride;
} vector_layout;

typedef struct solver {
    gyre_derivative dydt;
    void *user;
    const gyre_ode_options *options;
    const butcher_table *table;
    size_t length, error_length, stride; // as in vector_layout
    double t;                            // time of y
    double *y;                           // current state
    double *y_next;                      // proposed state at the end of the step
    double *y_stage;                     // argument of a stage, scratch
    double *k[BUTCHER_STAGES_MAX + 1];   // stage derivatives, and the derivative at the end of the step
    bool is_k0_known;                    // k[0] is the derivative at (t, y)
    size_t worst;                        // component with the largest error in the last step
    newton newton;                       // used by implicit methods
    gyre_ode_report *report;
} solver;

/// Checks all options; tolerances only for methods that use them.
gyre_result gyre_options_check(const gyre_ode_options *options);

/// Returns GYRE_ERR_TIME unless both times and their difference are finite.
gyre_result gyre_times_check(double t0, double t1);

/// Makes all checks of gyre_ode that need no memory.
gyre_result gyre_ode_check(const double *y0, const double *out, size_t length, double t0, double t1,
                           gyre_derivative dydt, const void *user, const gyre_ode_options *options);

/// Makes all checks of gyre_system_advance except the checks of the times.
gyre_result gyre_advance_check(const gyre_system *system, const gyre_ode_options *options, const double *y0,
                               size_t length, gyre_ode_report *report);

/// gyre_ode for a state vector with this layout. The last bits of an implicit method's results depend on the order of
/// the components; results of explicit methods do not.
gyre_result gyre_ode_with_layout(const double *y0, double *out_yend, const vector_layout *layout, double t0, double t1,
                                 gyre_derivative dydt, void *user, const gyre_ode_options *options,
                                 gyre_ode_report *report);

/// True if a report names component a before component b.
bool gyre_solver_is_before(const solver *s, size_t a, size_t b);

/// Evaluates the derivative at (t, y), counts and checks it. Records a non-finite component in the report.
gyre_result gyre_solver_evaluate(solver *s, double t, const double *y, double *out_k);

/// Number of components combined at a time: few enough for the first-level cache.
enum { CHUNK_SIZE = 256 };

/// Computes the sum of weight_j k_j over the first `count` stages for `size` components from `first` on. Weights of 0
/// are skipped, so that 0 * inf cannot occur.
void gyre_solver_sum(const solver *s, const double *weights, int count, size_t first, size_t size,
                     double out_sum[CHUNK_SIZE]);

/// Computes y + h * sum of weight_j k_j over the first `count` stages.
void gyre_solver_combine(const solver *s, double h, const double *weights, int count, double *out_y);

/// Evaluates all stages of one step of size h from the current state to the time t_next: fills k and y_next and changes
/// nothing else.
gyre_result gyre_solver_try_step(solver *s, double h, double t_next);

/// Accepts the proposed state at time t_next: projects it and calls the observer.
gyre_result gyre_solver_accept_step(solver *s, double h, double t_next);

/// Integrates from s->t to t1; the result is s->y.
gyre_result gyre_solve_fixed(solver *s, double t1);
gyre_result gyre_solve_adaptive(solver *s, double t1);
