/// The state of a running step, and its operations.
#pragma once

#include "integrators/composition.h"
#include "world/evaluation.h"
#include "world/sweeps.h"
#include "world/world.h"

typedef struct step_run {
    gyre_world *world;
    double t0, h, t1;
    const composition *composition; // kicks and drifts; NULL: a Runge-Kutta method
    turn_kind turn;
    const double *from; // moving streams of the state at t0
    double *to;         // moving streams of the state at t1; equal to `from` in a world that is not transactional
    double *stage;      // moving streams of a Runge-Kutta stage
    // progress of a composition
    const double *at;      // moving streams of the present state: `from`, then `to`
    double time, drifted;  // time of the next kick, and the fraction of the step drifted so far
    stage evaluated;       // where the forces of the present kick were evaluated
    size_t first_bad;      // first invalid body of the sweep over all bodies, or NO_BODY
    uint32_t held_count;   // bodies that the constraint hook changed
    bool needs_velocities; // a force depends on velocities
    bool is_careful;       // check the forces after every evaluation
    bool is_rerun;         // diagnostic run of a failed step: careful, and without accounts
    gyre_step_report *report;
} step_run;

/// One operation of a step. `k` counts the kicks of a composition.
typedef gyre_result (*operation)(step_run *run, int k);

enum { OPERATIONS_MAX = 6 };

/// The operations of a step: `each_kick` runs for every kick, then `once` runs.
typedef struct step_plan {
    operation each_kick[OPERATIONS_MAX], once[OPERATIONS_MAX];
} step_plan;

/// Checks step size and memory, begins the ledger's entries and computes the share of the step in which each force
/// acts.
gyre_result gyre_step_begin(step_run *run);
/// Estimates the work of a step for on_progress; 0 for adaptive methods, which report their progress themselves.
double gyre_step_work(const step_run *run);

// The operations. On failure the report names the body or force.
gyre_result gyre_op_evaluate(step_run *run, int k);       // forces at the k-th kick
gyre_result gyre_op_kick_and_drift(step_run *run, int k); // the k-th kick, and the drift after it
gyre_result gyre_op_kick(step_run *run, int k);           // the k-th kick alone
gyre_result gyre_op_drift(step_run *run, int k);          // the k-th drift alone
gyre_result gyre_op_one_sweep(step_run *run, int k);      // all kicks and drifts of bodies that do not interact
gyre_result gyre_op_runge_kutta(step_run *run, int k);    // the whole step of a Runge-Kutta method
gyre_result gyre_op_hook(step_run *run, int k);           // the user's constraint hook
gyre_result gyre_op_hook_first(step_run *run, int k);     // a whole kick of all bodies, then the hook
gyre_result gyre_op_drift_held(step_run *run, int k);     // the drift of the bodies that the hook changed
gyre_result gyre_op_follow_paths(step_run *run, int k);   // poses of bodies with paths at the next kick
gyre_result gyre_op_end_of_paths(step_run *run, int k);   // poses of bodies with paths at the end of the step
gyre_result gyre_op_check(step_run *run, int k);          // checks that the new state is finite
gyre_result gyre_op_check_sweep(step_run *run, int k);    // the same, with the result of gyre_op_one_sweep

/// Returns the moving streams of the state at t0 for the first kick: bodies on paths have the velocity that this kick
/// needs.
const double *gyre_step_start(step_run *run);

/// Moves bodies on paths in run->stage to their poses at time t.
void gyre_step_paths_of_stage(step_run *run, double t);

/// Evaluates all forces at a stage and counts the evaluation. On failure the report names the force. A diagnostic run
/// also fails if a sum is not finite.
gyre_result gyre_step_evaluate(step_run *run, const stage *s);

/// True if bodies do not interact in this step: only gravity, applied wrenches and uniform forces act.
bool gyre_step_is_uniform(const step_run *run);

/// Takes one step of size h; on failure the world is unchanged. The caller has checked the method.
gyre_result gyre_take_step(gyre_world *world, double h, const composition *c, gyre_step_report *report);

/// Begins a report. Returns GYRE_ERR_NULL_POINTER or GYRE_ERR_STEPPING if a step is not possible now.
gyre_result gyre_begin_report(gyre_world *world, gyre_step_report *report);
/// Ends a report: writes the result to it, and to the log if it is a failure. Returns the result.
gyre_result gyre_end_report(const gyre_world *world, gyre_result r, gyre_step_report *report);

/// Checks that the method supports the bodies, forces and hooks of the world. The report must have begun.
gyre_result gyre_check_method(const gyre_world *world, gyre_step_report *report);

/// Returns the time of the k-th kick of a composition; `drifted` is the sum of the drifts before it.
static inline double gyre_time_of_kick(const step_run *run, const composition *c, int k, double drifted) {
    if (k == 0) return run->t0;
    return k == c->drift_count ? run->t1 : run->t0 + drifted * run->h;
}
