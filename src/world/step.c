/// gyre_world_step. A step is a list of operations; the lists are data.
///
///     bodies that do not interact   all kicks and drifts in one sweep over the bodies
///     interacting bodies            per kick: evaluate forces, kick momenta, drift poses
///     with a constraint hook        kick all momenta by the whole step, call the hook; bodies that it does not
///                                   change then take the step above, the others drift with their new momenta
///     Runge-Kutta methods           all bodies as one vector
///
/// The buffer of the initial state is not changed until the step has succeeded: a failed step changes nothing.
#include "world/step.h"

#include "base/log.h"
#include "math/finite.h"
#include "world/body_store.h"
#include "world/diagnosis.h"
#include "world/doubts.h"
#include "world/force_store.h"
#include "world/ledger.h"
#include "world/progress.h"
#include "world/sleep.h"
#include "world/stream_memory.h"

#include <stdio.h>
#include <string.h>

static const step_plan separate_bodies = {
    .once = {gyre_op_one_sweep, gyre_op_end_of_paths, gyre_op_check_sweep},
};
static const step_plan interacting_bodies = {
    .each_kick = {gyre_op_evaluate, gyre_op_kick_and_drift, gyre_op_follow_paths},
    .once = {gyre_op_end_of_paths, gyre_op_check},
};
static const step_plan separate_bodies_with_hook = {
    .once = {gyre_op_hook_first, gyre_op_one_sweep, gyre_op_drift_held, gyre_op_end_of_paths, gyre_op_check_sweep},
};
static const step_plan interacting_bodies_with_hook = {
    .each_kick = {gyre_op_evaluate, gyre_op_kick, gyre_op_hook, gyre_op_drift, gyre_op_follow_paths},
    .once = {gyre_op_end_of_paths, gyre_op_check},
};
static const step_plan runge_kutta = {
    .once = {gyre_op_runge_kutta, gyre_op_end_of_paths, gyre_op_check},
};

// With a hook, interacting bodies get their whole kick before the single drift.
static const composition kick_then_drift = {.drift_count = 1, .kick = {1, 0}, .drift = {1}, .has_exact_drift = 1};

static const step_plan *plan_of(step_run *run) {
    bool has_hook = run->world->def.solve_constraints != NULL;
    if (!run->composition) return &runge_kutta;
    if (gyre_step_is_uniform(run)) return has_hook ? &separate_bodies_with_hook : &separate_bodies;
    if (has_hook && run->composition->has_exact_drift) run->composition = &kick_then_drift;
    return has_hook ? &interacting_bodies_with_hook : &interacting_bodies;
}

static gyre_result run_operations(step_run *run, const operation *operations, int k) {
    gyre_result r = GYRE_OK;
    for (int i = 0; i < OPERATIONS_MAX && operations[i] && r == GYRE_OK; i++)
        r = operations[i](run, k);
    return r;
}

static gyre_result run_plan(step_run *run) {
    const step_plan *plan = plan_of(run);
    gyre_result r = GYRE_OK;
    run->at = plan->each_kick[0] ? gyre_step_start(run) : run->from;
    run->time = run->t0;
    run->drifted = 0;
    for (int k = 0; plan->each_kick[0] && k <= run->composition->drift_count && r == GYRE_OK; k++)
        r = run_operations(run, plan->each_kick, k);
    if (r == GYRE_OK) r = run_operations(run, plan->once, 0);
    gyre_result stopped = gyre_work_result(run->world); // a sweep that on_progress stopped leaves an incomplete state
    return stopped != GYRE_OK ? stopped : r;
}

// Repeats a step with a non-finite result, with checks after every stage, to find the first non-finite body and force.
static gyre_result diagnose(step_run *run, gyre_result r) {
    bool is_stopped = gyre_work_result(run->world) != GYRE_OK;
    if (r != GYRE_ERR_NOT_FINITE || is_stopped || run->to == run->from || !run->composition) return r;
    run->is_careful = run->is_rerun = true;
    if (gyre_streams_need(run->world, NEED_WRENCH | NEED_PREDICTED) != GYRE_OK)
        return r; // the report has the diagnosis of the final state
    gyre_result again = run_plan(run);
    return again != GYRE_OK ? again : r;
}

static void undo(step_run *run, double next_step) {
    gyre_world *world = run->world;
    world->next_step = next_step;
    world->is_wrench_current = false;
    gyre_force_store_restore_windows(world);
    if (run->to == run->from) return;
    // both buffers get the present state, so that interpolation for drawing returns it
    memcpy(run->to, run->from, world->bodies.moving_streams * world->bodies.stride * sizeof *run->to);
}

static void finish(step_run *run) {
    gyre_world *world = run->world;
    if (run->to != run->from) world->bodies.current = 1 - world->bodies.current;
    if (run->h != world->time.h) world->time = (step_time){run->t0, run->h, 0, world->time.steps};
    world->time.steps_of_h++;
    world->time.steps++;
    gyre_store_clear_applied(world);
    gyre_wake_for_windows(world, run->t0, run->h);
}

static turn_kind turn_of(const gyre_world *world, const composition *c) {
    if (!c || c->has_exact_drift) return TURN_EXACT;
    return world->def.orientation_update == GYRE_ORIENTATION_EXPONENTIAL ? TURN_EXPONENTIAL : TURN_QUATERNION;
}

gyre_result gyre_take_step(gyre_world *world, double h, const composition *c, gyre_step_report *report) {
    if (h == 0) return GYRE_OK;
    body_store *bodies = &world->bodies;
    int next = world->def.is_transactional ? 1 - bodies->current : bodies->current;
    step_run run = {world, report->time, h, .composition = c, .turn = turn_of(world, c), .report = report};
    double next_step = world->next_step;
    gyre_warn_of_step(world, h);
    bool has_begun = gyre_work_begin(world, world->def.on_progress ? gyre_step_work(&run) : 0);
    gyre_result r = gyre_step_begin(&run);
    run.from = bodies->moving[bodies->current];
    run.to = bodies->moving[next];
    if (r == GYRE_OK && bodies->count > 0) {
        world->phase = PHASE_STEPPING;
        r = run_plan(&run);
        if (r != GYRE_OK) gyre_ledger_undo_step(world);
        if (r != GYRE_OK) r = diagnose(&run, r);
        if (r != GYRE_OK) undo(&run, next_step);
        world->phase = PHASE_IDLE;
    }
    r = gyre_diagnose_stop(&run, gyre_work_end(world, has_begun, r));
    if (r == GYRE_OK) finish(&run);
    return r;
}

gyre_result gyre_world_step(gyre_world *world, double h, gyre_step_report *report) {
    gyre_step_report own_report;
    if (!report) report = &own_report;
    gyre_result r = gyre_begin_report(world, report);
    if (r != GYRE_OK) return r;
    gyre_force_store_compact(world);
    r = gyre_check_method(world, report);
    if (r == GYRE_OK) r = gyre_take_step(world, h, gyre_composition_of(world->def.method), report);
    return gyre_end_report(world, r, report);
}
