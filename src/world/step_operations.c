/// The operations of a step, except for those of Runge-Kutta methods and of the constraint hook.
#include "world/body_spec.h"
#include "world/body_store.h"
#include "world/diagnosis.h"
#include "world/ledger.h"
#include "world/progress.h"
#include "world/step.h"
#include "world/uniform_run.h"

#include <string.h>

bool gyre_step_is_uniform(const step_run *run) {
    return run->composition && !run->is_rerun && gyre_all_forces_are_uniform(run->world);
}

static bool is_last(const step_run *run, int k) { return k == run->composition->drift_count; }

static bool has_accounts(const step_run *run) { return run->world->def.has_ledger && !run->is_rerun; }

// ---- forces ----

gyre_result gyre_step_evaluate(step_run *run, const stage *s) {
    uint32_t failed = UINT32_MAX;
    run->report->evaluations++;
    gyre_result r = gyre_evaluate_forces(run->world, s, &failed);
    if (r != GYRE_OK) gyre_diagnose_result(run, r, failed, "a force");
    if (r == GYRE_OK && run->is_careful && gyre_diagnose_forces(run, s)) r = GYRE_ERR_NOT_FINITE;
    return r;
}

// Forces of position and time at the first kick are reused from the last kick of the previous step. Forces that depend
// on velocity need the velocity after the kick, which is predicted with the forces of the previous kick.
gyre_result gyre_op_evaluate(step_run *run, int k) {
    gyre_world *world = run->world;
    double kick = run->composition->kick[k];
    if (kick == 0) return GYRE_OK;
    run->evaluated = gyre_stage_of(world, run->at, run->time);
    if (k > 0 && run->needs_velocities) {
        gyre_sweep_predict_momenta(world, run->at, run->to, kick * run->h);
        run->evaluated.momenta = world->bodies.groups[GROUP_PREDICTED];
    }
    if (k == 0 && world->is_wrench_current && !run->is_rerun) return GYRE_OK;
    return gyre_step_evaluate(run, &run->evaluated);
}

// ---- kicks and drifts ----

static gyre_result move(step_run *run, double kick, double drift) {
    gyre_world *world = run->world;
    kick_account sums = {0}, *account = has_accounts(run) ? &sums : NULL;
    gyre_result r = kick != 0 && account ? gyre_ledger_kick(run, run->at, &run->evaluated, kick) : GYRE_OK;
    if (r != GYRE_OK) return r;
    gyre_sweep_kick_drift(world, run->at, run->to, &(kick_drift){kick, drift, run->turn}, account);
    r = gyre_work_result(world); // if on_progress stopped the sweep, some bodies were not moved
    if (r != GYRE_OK) return r;
    if (account) gyre_ledger_add(world, account);
    run->at = run->to;
    return run->is_rerun ? gyre_op_check(run, 0) : GYRE_OK;
}

static gyre_result end_kick(step_run *run, int k, gyre_result r) {
    const composition *c = run->composition;
    if (is_last(run, k)) {
        run->world->is_wrench_current = r == GYRE_OK && c->kick[k] != 0 && !run->needs_velocities;
    } else {
        run->drifted += c->drift[k];
        run->time = gyre_time_of_kick(run, c, k + 1, run->drifted);
    }
    return r;
}

gyre_result gyre_op_kick_and_drift(step_run *run, int k) {
    const composition *c = run->composition;
    double kick = c->kick[k] * run->h, drift = is_last(run, k) ? 0 : c->drift[k] * run->h;
    return end_kick(run, k, kick != 0 || !is_last(run, k) ? move(run, kick, drift) : GYRE_OK);
}

gyre_result gyre_op_kick(step_run *run, int k) {
    double kick = run->composition->kick[k] * run->h;
    return kick != 0 ? move(run, kick, 0) : GYRE_OK;
}

gyre_result gyre_op_drift(step_run *run, int k) {
    return end_kick(run, k, is_last(run, k) ? GYRE_OK : move(run, 0, run->composition->drift[k] * run->h));
}

gyre_result gyre_op_one_sweep(step_run *run, int k) {
    gyre_world *world = run->world;
    const composition *c = run->composition;
    (void)k;
    uniform_forces forces;
    split_step f = {c, run->h, run->turn, world->def.gravity, world->forces.count > 0 ? &forces : NULL};
    if (f.forces) run->report->evaluations += (size_t)gyre_uniform_step(run, c, &forces);
    kick_account accounts[KICKS_MAX];
    if (world->def.has_ledger) memset(accounts, 0, (size_t)(c->drift_count + 1) * sizeof *accounts);
    run->first_bad = gyre_sweep_split_step(world, run->from, run->to, &f, world->def.has_ledger ? accounts : NULL);
    if (world->def.has_ledger) gyre_ledger_add_split_step(world, &f, accounts);
    world->is_wrench_current = false;
    run->at = run->to;
    return GYRE_OK;
}

// ---- paths and checks ----

// Sets poses and velocities of bodies on paths at time t. At a path point, the velocity belongs to the preceding
// segment if is_arriving, else to the following segment, as in stored states.
static void follow_paths(gyre_world *world, double *moving, double t, bool is_arriving) {
    slot_range range = world->bodies.ranges[PARTITION_KINEMATIC];
    for (uint32_t slot = range.begin; slot < range.end && world->bodies.path_count > 0; slot++) {
        if (gyre_extras_of(&world->bodies.records[slot])->path_count == 0) continue;
        body_spec spec = gyre_store_spec(world, slot);
        gyre_motion motion = gyre_record_path_motion(&spec, t, is_arriving);
        vec3 m;
        state Y = gyre_record_state(world, NULL, &spec, &motion, &m);
        gyre_store_save(world, moving, slot, &Y, m);
    }
}

// A backward step from a point of a path begins in the segment before the point, not in the one after it.
const double *gyre_step_start(step_run *run) {
    body_store *bodies = &run->world->bodies;
    if (run->h > 0 || bodies->path_count == 0) return run->from;
    if (run->to != run->from) memcpy(run->to, run->from, bodies->moving_streams * bodies->stride * sizeof *run->to);
    follow_paths(run->world, run->to, run->t0, true);
    return run->to;
}

gyre_result gyre_op_follow_paths(step_run *run, int k) {
    if (!is_last(run, k)) follow_paths(run->world, run->to, run->time, run->h > 0);
    return GYRE_OK;
}

gyre_result gyre_op_end_of_paths(step_run *run, int k) {
    (void)k;
    follow_paths(run->world, run->to, run->t1, false);
    return GYRE_OK;
}

void gyre_step_paths_of_stage(step_run *run, double t) {
    follow_paths(run->world, run->stage, t, (t != run->t0) == (run->h > 0));
}

static gyre_result check(step_run *run, size_t bad) {
    if (bad == NO_BODY) return GYRE_OK;
    gyre_diagnose_state(run, (uint32_t)bad);
    return GYRE_ERR_NOT_FINITE;
}

gyre_result gyre_op_check(step_run *run, int k) {
    (void)k;
    return check(run, gyre_sweep_first_bad(run->world, run->to));
}

// The sweep has checked its results; paths and the hook change bodies after it.
gyre_result gyre_op_check_sweep(step_run *run, int k) {
    bool has_changed = run->world->bodies.path_count > 0 || run->held_count > 0;
    return has_changed ? gyre_op_check(run, k) : check(run, run->first_bad);
}
