/// One step in progress.
#pragma once

#include "integrators/composition.h"
#include "world/pulls_of_world.h"
#include "world/world.h"

typedef struct step_run {
    gyre_world *world;
    double t0, h, t1;
    const composition *composition; // of kicks and drifts; NULL: a Runge-Kutta method
    turn_kind turn;
    const double *from; // moving streams of the state at t0
    double *to;         // where the state at t1 comes into being; `from` itself in a world that is not transactional
    double *stage;      // moving streams where a Runge-Kutta method is now
    bool is_careful;    // look at the forces after every evaluation
    bool is_rerun;      // of a step that failed, to find where it began: careful, and without accounts
    gyre_step_report *report;
} step_run;

/// Begin, advance, check, finish: one step of size h, or nothing. The caller has checked the method.
gyre_result gyre_take_step(gyre_world *world, double h, const composition *c, gyre_step_report *report);

/// Fills in who asked, and when; GYRE_ERR_NULL_POINTER or GYRE_ERR_STEPPING when there can be no step.
gyre_result gyre_begin_report(gyre_world *world, gyre_step_report *report);

/// Writes down the result, in the log too when it is a failure, and returns it.
gyre_result gyre_end_report(const gyre_world *world, gyre_result r, gyre_step_report *report);

/// Kick and drift, for the compositions; Runge-Kutta for the others (runge_kutta_step.c).
gyre_result gyre_step_by_splitting(step_run *run);
gyre_result gyre_step_by_runge_kutta(step_run *run);

/// Forces at a stage, counted. On failure the report names the force; in a careful run also when a sum is not finite.
gyre_result gyre_step_evaluate(step_run *run, const stage *s);

/// When the k-th kick of a composition happens; `drifted` is the sum of the drifts before it.
static inline double gyre_time_of_kick(const step_run *run, int k, double drifted) {
    if (k == 0) return run->t0;
    return k == run->composition->drift_count ? run->t1 : run->t0 + drifted * run->h;
}

/// Writes the poses and velocities of bodies on paths at time t. At a point of the path the velocity is that of the
/// stretch before it (is_arriving: from earlier times) or after it. Stored states have the latter.
void gyre_step_follow_paths(gyre_world *world, double *moving, double t, bool is_arriving);

/// gyre_world_check_method for a report that has been begun.
gyre_result gyre_check_method(const gyre_world *world, gyre_step_report *report);

/// Whether any force depends on velocities.
bool gyre_world_needs_velocities(const gyre_world *world);
