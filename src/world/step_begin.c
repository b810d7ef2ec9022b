/// Prepares a step: checks its size, reserves memory and estimates its work. Begins and ends reports.
#include "base/log.h"
#include "integrators/butcher.h"
#include "math/finite.h"
#include "world/body_layout.h"
#include "world/constraint_hook.h"
#include "world/force_store.h"
#include "world/ledger.h"
#include "world/progress.h"
#include "world/step.h"
#include "world/stream_memory.h"

#include <stdio.h>

static gyre_result refuse_step(gyre_step_report *report, const char *format, double value) {
    report->quantity = GYRE_QUANTITY_TIME;
    snprintf(report->text, sizeof report->text, format, value);
    return GYRE_ERR_STEP;
}

// Computes t1 = base + n h, where base is the time of the last change of h, so that times do not accumulate rounding
// errors. Checks the step size.
static gyre_result check_size(step_run *run) {
    const gyre_world *world = run->world;
    double h = run->h;
    if (!is_finite(h)) return refuse_step(run->report, "the step size must be finite, is %g", h);
    if (h < 0 && (world->def.solve_constraints || run->turn != TURN_EXACT))
        return refuse_step(run->report,
                           "with semi_implicit_euler or a constraint hook the step size must be >= 0, is %g", h);
    run->t1 = h == world->time.h ? world->time.base + (double)(world->time.steps_of_h + 1) * h : run->t0 + h;
    if (is_finite(run->t1)) return GYRE_OK;
    return refuse_step(run->report, "the time after the step must be finite, the step size is %g", h);
}

static bool has_velocity_forces(const gyre_world *world) {
    for (uint32_t i = 0; i < world->forces.count; i++)
        if (world->forces.records[i].depends_on_velocity) return true;
    return false;
}

static gyre_result reserve(step_run *run) {
    gyre_world *world = run->world;
    const composition *c = run->composition;
    gyre_result r = gyre_sweeps_reserve(world, c ? c->drift_count + 1 : 1);
    if (r == GYRE_OK && world->def.solve_constraints) r = gyre_hook_reserve(world);
    if (r != GYRE_OK || gyre_step_is_uniform(run)) return r;
    unsigned needs = NEED_WRENCH;
    for (int k = 1; c && k <= c->drift_count; k++)
        if (c->kick[k] != 0 && run->needs_velocities) needs |= NEED_PREDICTED;
    return gyre_streams_need(world, needs);
}

gyre_result gyre_step_begin(step_run *run) {
    gyre_world *world = run->world;
    run->needs_velocities = has_velocity_forces(world);
    gyre_result r = check_size(run);
    if (r == GYRE_OK) r = reserve(run);
    if (r == GYRE_OK && world->def.has_ledger) r = gyre_ledger_begin_step(run);
    if (r == GYRE_OK) gyre_force_store_open_windows(world, run->t0, run->h);
    return r;
}

double gyre_step_work(const step_run *run) {
    const gyre_world *world = run->world;
    const composition *c = run->composition;
    if (!c && gyre_method_is_adaptive(world->def.method)) return 0;
    const ledger *l = &world->ledger;
    double bodies = gyre_awake_count(world), round = gyre_work_of_round(world), evaluations = 0;
    for (int k = 0; c && k <= c->drift_count; k++)
        if (c->kick[k] != 0) evaluations++;
    if (!c) evaluations = gyre_butcher_table_of(world->def.method)->stages;
    double rounds = evaluations * (world->def.has_ledger ? 2 : 1);
    if (c && world->is_wrench_current) rounds--;
    if (world->def.has_ledger && (!l->has_begun || l->is_edited)) rounds++;
    double sweeps = c ? 2 * evaluations + 1 : evaluations * (double)WORK_OF_DERIVATIVE;
    return rounds * round + sweeps * bodies;
}

// ---- reports ----

gyre_result gyre_begin_report(gyre_world *world, gyre_step_report *report) {
    *report = (gyre_step_report){0};
    gyre_result r = gyre_world_check_idle(world);
    if (r != GYRE_OK) return report->result = r;
    world->progress.result = GYRE_OK;
    report->step = world->time.steps;
    report->time = gyre_world_time(world);
    return GYRE_OK;
}

gyre_result gyre_end_report(const gyre_world *world, gyre_result r, gyre_step_report *report) {
    if (r != GYRE_OK) {
        char raw[sizeof report->text];
        snprintf(raw, sizeof raw, "%s", report->text[0] ? report->text : gyre_result_text(r));
        gyre_show_line(raw, report->text, sizeof report->text);
        bool is_stopped = world->progress.result != GYRE_OK; // a stop on request is not an error
        gyre_log_line(&world->def.log, is_stopped ? GYRE_LOG_INFO : GYRE_LOG_ERROR, "%s", report->text);
    }
    return report->result = r;
}
