/// gyre_world_step: begin, advance, check, finish. On failure the world is as it was.
#include "world/step.h"

#include "base/log.h"
#include "integrators/butcher.h"
#include "math/finite.h"
#include "world/blame.h"
#include "world/blocks.h"
#include "world/body_record.h"
#include "world/body_store.h"
#include "world/doubts.h"
#include "world/force_store.h"
#include "world/ledger.h"
#include "world/path.h"
#include "world/progress.h"
#include "world/stream_memory.h"
#include "world/uniform_run.h"

#include <stdio.h>
#include <string.h>

bool gyre_world_needs_velocities(const gyre_world *world) {
    for (uint32_t i = 0; i < world->force_count; i++)
        if (world->forces[i].depends_on_velocity) return true;
    return false;
}

// ---- stages ----

gyre_result gyre_step_evaluate(step_run *run, const stage *s) {
    uint32_t failed = UINT32_MAX;
    run->report->evaluations++;
    gyre_result r = gyre_evaluate_forces(run->world, s, &failed);
    if (r != GYRE_OK) gyre_blame_result(run, r, failed, "a force");
    if (r == GYRE_OK && run->is_careful && gyre_blame_forces(run, s)) r = GYRE_ERR_NOT_FINITE;
    return r;
}

void gyre_step_follow_paths(gyre_world *world, double *moving, double t, bool is_arriving) {
    for (uint32_t slot = 0; slot < world->body_count && world->path_count > 0; slot++) {
        if (gyre_extras_of(&world->bodies[slot])->path_count == 0) continue;
        body_sheet sheet = gyre_store_sheet(world, slot);
        gyre_motion motion = gyre_record_path_motion(&sheet, t, is_arriving);
        vec3 m;
        state Y = gyre_record_state(world, NULL, &sheet, &motion, &m);
        gyre_store_save(world, moving, slot, &Y, m);
    }
}

static gyre_result check_state(step_run *run) {
    size_t bad = gyre_sweep_first_bad(run->world, run->to);
    if (bad >= run->world->body_count) return GYRE_OK;
    gyre_blame_state(run, (uint32_t)bad);
    return GYRE_ERR_NOT_FINITE;
}

// ---- kick and drift ----

static gyre_result solve_constraints(step_run *run) {
    gyre_world *world = run->world;
    // the hook reads and writes what is coming into being
    int current = world->current;
    world->current = run->to == world->moving[0] ? 0 : 1;
    world->phase = PHASE_SOLVING;
    gyre_ledger_before_hook(run);
    gyre_result r = world->def.solve_constraints(world, run->h, world->def.user);
    if (r == GYRE_OK) gyre_ledger_after_hook(run);
    world->phase = PHASE_STEPPING;
    world->current = current;
    if (r != GYRE_OK) gyre_blame_result(run, r, UINT32_MAX, "the constraint hook");
    return r;
}

// One kick and the drift after it. `from` is where the state is now.
static gyre_result push_once(step_run *run, const double *from, const stage *evaluated, double kick, double drift) {
    gyre_world *world = run->world;
    bool has_hook = world->def.solve_constraints != NULL && drift != 0;
    kick_account sums = {0}, *account = world->def.has_ledger && !run->is_rerun ? &sums : NULL;
    gyre_result r = kick != 0 && account ? gyre_ledger_kick(run, from, evaluated, kick) : GYRE_OK;
    if (r != GYRE_OK) return r;
    gyre_sweep_push(world, from, run->to, &(push){kick, has_hook ? 0 : drift, run->turn}, account);
    r = gyre_work_result(world); // stopped: the hook would see half a kick
    if (r == GYRE_OK && has_hook) r = solve_constraints(run);
    if (r == GYRE_OK && has_hook) gyre_sweep_push(world, run->to, run->to, &(push){0, drift, run->turn}, account);
    if (account) gyre_ledger_add(world, account);
    return r;
}

// The stage of the i-th kick, with forces evaluated there.
static gyre_result prepare_kick(step_run *run, const composition *c, int i, const double *from, double t,
                                bool needs_velocities, stage *out_stage) {
    gyre_world *world = run->world;
    stage s = gyre_stage_of(world, from, t);
    if (i > 0 && needs_velocities) { // at the end of the step the velocity is not known yet: predict it
        // cppcheck-suppress arrayIndexOutOfBoundsCond ; i <= drift_count <= COMPOSITION_DRIFTS_MAX
        gyre_sweep_guess(world, from, run->to, c->kick[i] * run->h);
        s.momenta = world->groups[GROUP_GUESS];
    }
    *out_stage = s;
    if (i == 0 && world->is_wrench_current && !run->is_rerun) return GYRE_OK;
    return gyre_step_evaluate(run, &s);
}

// The state at t0. A backward step begins in the stretch before a point of a path, not in the one after it.
static const double *start_of(step_run *run) {
    gyre_world *world = run->world;
    if (run->h > 0 || world->path_count == 0) return run->from;
    if (run->to != run->from) memcpy(run->to, run->from, world->moving_streams * world->stride * sizeof *run->to);
    gyre_step_follow_paths(world, run->to, run->t0, true);
    return run->to;
}

gyre_result gyre_step_by_splitting(step_run *run) {
    gyre_world *world = run->world;
    const composition *c = run->composition;
    bool needs_velocities = gyre_world_needs_velocities(world);
    const double *from = start_of(run);
    double t = run->t0, drifted = 0;
    for (int i = 0; i <= c->drift_count; i++) {
        bool is_last = i == c->drift_count;
        stage s = {0};
        if (c->kick[i] != 0) {
            gyre_result r = prepare_kick(run, c, i, from, t, needs_velocities, &s);
            if (r != GYRE_OK) return r;
        } else if (is_last) {
            break;
        }
        gyre_result r = push_once(run, from, &s, c->kick[i] * run->h, is_last ? 0 : c->drift[i] * run->h);
        from = run->to;
        if (r == GYRE_OK && run->is_rerun) r = check_state(run);
        if (r != GYRE_OK || is_last) {
            world->is_wrench_current = r == GYRE_OK && !needs_velocities;
            return r;
        }
        drifted += c->drift[i];
        t = gyre_time_of_kick(run, i + 1, drifted);
        gyre_step_follow_paths(world, run->to, t, run->h > 0);
    }
    world->is_wrench_current = false;
    return GYRE_OK;
}

// ---- all in one sweep ----

// Whether nothing has to happen between kicks and drifts: each body flies for itself.
static bool is_plain_flight(const step_run *run) {
    const gyre_world *world = run->world;
    return run->composition && !run->is_rerun && world->path_count == 0 && !world->def.solve_constraints &&
           gyre_all_forces_are_uniform(world);
}

static gyre_result fly(step_run *run) {
    gyre_world *world = run->world;
    const composition *c = run->composition;
    uniform_forces forces;
    flight f = {c, run->h, run->turn, world->def.gravity, world->force_count > 0 ? &forces : NULL};
    if (f.forces) run->report->evaluations += (size_t)gyre_uniform_flight(run, &forces);
    kick_account accounts[KICKS_MAX];
    memset(accounts, 0, (size_t)(c->drift_count + 1) * sizeof *accounts);
    size_t bad = gyre_sweep_fly(world, run->from, run->to, &f, world->def.has_ledger ? accounts : NULL);
    for (int k = 0; k <= c->drift_count && world->def.has_ledger; k++) {
        gyre_ledger_add_powers(world, 0, (int)world->force_count, &accounts[k], c->kick[k] * run->h);
        gyre_ledger_add(world, &accounts[k]);
    }
    world->is_wrench_current = false;
    if (bad >= world->body_count) return GYRE_OK;
    gyre_blame_state(run, (uint32_t)bad);
    return GYRE_ERR_NOT_FINITE;
}

static gyre_result advance_once(step_run *run) {
    if (is_plain_flight(run)) return fly(run);
    gyre_result r = run->composition ? gyre_step_by_splitting(run) : gyre_step_by_runge_kutta(run);
    if (r == GYRE_OK) gyre_step_follow_paths(run->world, run->to, run->t1, false);
    return r == GYRE_OK ? check_state(run) : r;
}

// Sweeps that on_progress cut off leave half a state behind: what else is said about it does not count.
static gyre_result advance(step_run *run) {
    gyre_result r = advance_once(run), stopped = gyre_work_result(run->world);
    return stopped != GYRE_OK ? stopped : r;
}

// ---- the step ----

static gyre_result refuse_step(gyre_step_report *report, gyre_result r, gyre_quantity quantity, const char *format,
                               double value) {
    report->quantity = quantity;
    snprintf(report->text, sizeof report->text, format, value);
    return r;
}

// Streams for a step that goes stage by stage.
static gyre_result reserve_streams(step_run *run) {
    const composition *c = run->composition;
    unsigned needs = NEED_WRENCH;
    for (int i = 1; c && i <= c->drift_count; i++)
        if (c->kick[i] != 0 && gyre_world_needs_velocities(run->world)) needs |= NEED_GUESS;
    return gyre_streams_need(run->world, needs);
}

static gyre_result begin(step_run *run) {
    gyre_world *world = run->world;
    double h = run->h;
    if (!is_finite(h))
        return refuse_step(run->report, GYRE_ERR_STEP, GYRE_QUANTITY_TIME, "the step size must be finite, is %g", h);
    if (h < 0 && (world->def.solve_constraints || run->turn != TURN_EXACT))
        return refuse_step(run->report, GYRE_ERR_STEP, GYRE_QUANTITY_TIME,
                           "with semi_implicit_euler or a constraint hook the step size must be >= 0, is %g", h);
    run->t1 = h == world->h ? world->base_time + (double)(world->steps_of_h + 1) * h : run->t0 + h;
    if (!is_finite(run->t1))
        return refuse_step(run->report, GYRE_ERR_STEP, GYRE_QUANTITY_TIME,
                           "the time after the step must be finite, the step size is %g", h);
    gyre_result r = gyre_blocks_reserve(world, run->composition ? run->composition->drift_count + 1 : 1);
    if (r == GYRE_OK && !is_plain_flight(run)) r = reserve_streams(run);
    if (r != GYRE_OK) return r;
    return world->def.has_ledger ? gyre_ledger_begin_step(run) : GYRE_OK;
}

static void finish(step_run *run) {
    gyre_world *world = run->world;
    if (run->to != run->from) world->current = 1 - world->current;
    if (run->h != world->h) {
        world->base_time = run->t0;
        world->h = run->h;
        world->steps_of_h = 0;
    }
    world->steps_of_h++;
    world->steps++;
    gyre_store_clear_applied(world);
}

// The past is what is drawn from: after a failure it is the present.
static void forget_attempt(step_run *run) {
    gyre_world *world = run->world;
    world->is_wrench_current = false;
    if (run->to == run->from) return;
    memcpy(run->to, run->from, world->moving_streams * world->stride * sizeof *run->to);
}

static gyre_result run_step(step_run *run) {
    gyre_world *world = run->world;
    double next_step = world->next_step;
    gyre_result r = advance(run);
    if (r == GYRE_OK) return r;
    gyre_ledger_undo_step(world);
    world->next_step = next_step;
    // once more, looking at every stage, to find where it began; the start is still there, and without memory for it
    // the report says no more than the end of the step does
    bool is_stopped = gyre_work_result(world) != GYRE_OK;
    if (r == GYRE_ERR_NOT_FINITE && !is_stopped && run->to != run->from && run->composition &&
        reserve_streams(run) == GYRE_OK) {
        run->is_careful = run->is_rerun = true;
        gyre_result again = advance(run);
        if (again != GYRE_OK) r = again;
    }
    gyre_force_store_restore_windows(world);
    forget_attempt(run);
    return r;
}

// An estimate of all work of a step. A method that chooses its own steps says itself how far it is: 0.
static double work_of_step(const step_run *run) {
    const gyre_world *world = run->world;
    const composition *c = run->composition;
    if (!c && gyre_method_is_adaptive(world->def.method)) return 0;
    const ledger *l = &world->ledger;
    double bodies = world->body_count, round = gyre_work_of_round(world), evaluations = 0;
    for (int i = 0; c && i <= c->drift_count; i++)
        if (c->kick[i] != 0) evaluations++;
    if (!c) evaluations = gyre_butcher_table_of(world->def.method)->stages;
    double rounds = evaluations * (world->def.has_ledger ? 2 : 1);
    if (c && world->is_wrench_current) rounds--;
    if (world->def.has_ledger && (!l->has_begun || l->is_edited)) rounds++;
    double sweeps = c ? 2 * evaluations + 1 : evaluations * (double)WORK_OF_DERIVATIVE;
    return rounds * round + sweeps * bodies;
}

// A step that was stopped has no culprit, whatever was found so far.
static gyre_result end_work(step_run *run, bool has_begun, gyre_result r) {
    gyre_result stopped = gyre_work_result(run->world);
    r = gyre_work_end(run->world, has_begun, r);
    if (stopped == GYRE_OK) return r;
    run->report->body = (gyre_body_id){0};
    run->report->force = (gyre_force_id){0};
    run->report->quantity = GYRE_QUANTITY_NONE;
    gyre_blame_result(run, stopped, UINT32_MAX, "on_progress");
    return r;
}

// With constraints the whole kick comes first.
static const composition kick_then_drift = {.drift_count = 1, .kick = {1, 0}, .drift = {1}, .has_exact_drift = 1};

static turn_kind turn_of(const gyre_world *world, const composition *c) {
    if (!c || c->has_exact_drift) return TURN_EXACT;
    return world->def.orientation_update == GYRE_ORIENTATION_EXPONENTIAL ? TURN_EXPONENTIAL : TURN_QUATERNION;
}

gyre_result gyre_take_step(gyre_world *world, double h, const composition *c, gyre_step_report *report) {
    if (h == 0) return GYRE_OK;
    const double *from = world->moving[world->current];
    double *to = world->moving[world->def.is_transactional ? 1 - world->current : world->current];
    step_run run = {
        .world = world,
        .t0 = report->time,
        .h = h,
        .composition = c,
        .turn = turn_of(world, c),
        .from = from,
        .to = to,
        .report = report,
    };
    gyre_warn_of_step(world, h);
    bool has_begun = gyre_work_begin(world, world->def.on_progress ? work_of_step(&run) : 0);
    gyre_result r = begin(&run);
    if (r == GYRE_OK) gyre_force_store_open_windows(world, run.t0, h);
    if (r == GYRE_OK && world->body_count > 0) {
        world->phase = PHASE_STEPPING;
        r = run_step(&run);
        world->phase = PHASE_IDLE;
    }
    r = end_work(&run, has_begun, r);
    if (r == GYRE_OK) finish(&run);
    return r;
}

gyre_result gyre_begin_report(gyre_world *world, gyre_step_report *report) {
    *report = (gyre_step_report){0};
    gyre_result r = gyre_world_check_idle(world);
    if (r != GYRE_OK) return report->result = r;
    world->progress.result = GYRE_OK;
    report->step = world->steps;
    report->time = gyre_world_time(world);
    return GYRE_OK;
}

gyre_result gyre_end_report(const gyre_world *world, gyre_result r, gyre_step_report *report) {
    if (r != GYRE_OK) {
        char raw[sizeof report->text];
        snprintf(raw, sizeof raw, "%s", report->text[0] ? report->text : gyre_result_text(r));
        gyre_show_line(raw, report->text, sizeof report->text);
        bool is_stopped = world->progress.result != GYRE_OK; // no error: it was asked for
        gyre_log_line(&world->def.log, is_stopped ? GYRE_LOG_INFO : GYRE_LOG_ERROR, "%s", report->text);
    }
    return report->result = r;
}

gyre_result gyre_world_step(gyre_world *world, double h, gyre_step_report *report) {
    gyre_step_report own_report;
    if (!report) report = &own_report;
    gyre_result r = gyre_begin_report(world, report);
    if (r != GYRE_OK) return r;
    gyre_force_store_compact(world);
    const composition *c = gyre_composition_of(world->def.method);
    if (world->def.solve_constraints && c) c = c->has_exact_drift ? &kick_then_drift : c;
    r = gyre_check_method(world, report);
    if (r == GYRE_OK) r = gyre_take_step(world, h, c, report);
    return gyre_end_report(world, r, report);
}
