/// A step by a Runge-Kutta method: all bodies as one vector of 13 numbers each, the ledger's sums behind them.
#include "integrators/solver.h"
#include "kernels/body_drift.h"
#include "math/convert.h"
#include "math/finite.h"
#include "motion/dydt.h"
#include "world/blame.h"
#include "world/body_store.h"
#include "world/ledger.h"
#include "world/progress.h"

#include <stdio.h>
#include <string.h>

// ---- memory that stays with the world ----

static void *take_kept(size_t size, size_t alignment, void *user) {
    gyre_world *world = user;
    (void)alignment; // the world's own blocks are aligned for everything
    return gyre_scratch_reserve(world, &world->ode_solver, size);
}

static void give_nothing(void *block, void *user) { (void)block, (void)user; }

// ---- vectors and streams ----

static state state_at(const double *y) {
    return (state){{y[0], y[1], y[2]}, {y[3], y[4], y[5], y[6]}, {y[7], y[8], y[9]}, {y[10], y[11], y[12]}};
}

static void put_state(double *y, const state *Y) {
    gyre_state s = {vec3_out(Y->x), quat_out(Y->q), vec3_out(Y->P), vec3_out(Y->L)};
    gyre_state_to_array(&s, y);
}

static gyre_quantity quantity_of(size_t component) {
    static const gyre_quantity quantities[GYRE_STATE_SIZE] = {
        GYRE_QUANTITY_POSITION,         GYRE_QUANTITY_POSITION,         GYRE_QUANTITY_POSITION,
        GYRE_QUANTITY_ORIENTATION,      GYRE_QUANTITY_ORIENTATION,      GYRE_QUANTITY_ORIENTATION,
        GYRE_QUANTITY_ORIENTATION,      GYRE_QUANTITY_MOMENTUM,         GYRE_QUANTITY_MOMENTUM,
        GYRE_QUANTITY_MOMENTUM,         GYRE_QUANTITY_ANGULAR_MOMENTUM, GYRE_QUANTITY_ANGULAR_MOMENTUM,
        GYRE_QUANTITY_ANGULAR_MOMENTUM,
    };
    return quantities[component % GYRE_STATE_SIZE];
}

static void blame_component(step_run *run, size_t component) {
    size_t slot = component / GYRE_STATE_SIZE;
    if (!gyre_body_is_none(run->report->body) || slot >= run->world->body_count) return;
    gyre_blame_body(run, (uint32_t)slot, quantity_of(component));
}

// Why the solver gave up, in the world's time: the solver counts from the beginning of the step.
static void blame_solver(step_run *run, const gyre_ode_report *solved, const gyre_ode_options *options, gyre_result r) {
    size_t slot = solved->component / GYRE_STATE_SIZE;
    double t = run->t0 + solved->t;
    bool is_tolerance = r == GYRE_ERR_TOLERANCE_NOT_MET || r == GYRE_ERR_NOT_CONVERGED;
    if (is_tolerance && slot < run->world->body_count)
        gyre_blame_tolerance(run, (uint32_t)slot, quantity_of(solved->component), t, solved->next_step);
    else if (r == GYRE_ERR_STEP_LIMIT)
        snprintf(run->report->text, sizeof run->report->text,
                 "the limit of %zu internal steps of %s was reached at t = %.17g, before %.17g: use shorter steps or a "
                 "larger rtol",
                 options->max_steps, gyre_method_name(options->method), t, run->t1);
    else
        blame_component(run, solved->component);
}

// Causes before effects: a body that is nowhere gives its neighbours forces that are no numbers.
static gyre_result check_stage(step_run *run, const double *y) {
    for (size_t i = 0; i < GYRE_STATE_SIZE * (size_t)run->world->body_count; i++)
        if (!is_finite(y[i])) {
            blame_component(run, i);
            return GYRE_ERR_NOT_FINITE;
        }
    return GYRE_OK;
}

// Where the solver is now, as streams: orientations are brought to unit length, because forces rely on it.
static gyre_result show_stage(step_run *run, const double *y, double t) {
    gyre_world *world = run->world;
    gyre_result r = check_stage(run, y);
    if (r != GYRE_OK) return r;
    for (uint32_t slot = 0; slot < world->body_count; slot++) {
        state Y = state_at(&y[GYRE_STATE_SIZE * (size_t)slot]);
        if (!has_usable_length(quat_out(Y.q))) {
            gyre_blame_body(run, slot, GYRE_QUANTITY_ORIENTATION);
            return GYRE_ERR_NOT_FINITE;
        }
        Y.q = normalized(Y.q);
        gyre_store_save(world, run->stage, slot, &Y, rotate_back(Y.q, Y.L));
    }
    gyre_step_follow_paths(run->world, run->stage, t, (t != run->t0) == (run->h > 0));
    return GYRE_OK;
}

static void derivative_of(const gyre_world *world, const sweep *all, uint32_t slot, const double *y, double *out_ydot) {
    const body_record *record = &world->bodies[slot];
    mass_props m = gyre_store_props(world, slot);
    state Y = state_at(y);
    field f = {.applied = load_push_wrench(all, slot)}; // everything is summed already
    state_dot dot_Y = dydt(&Y, &m, &f);
    if (record->kind == GYRE_BODY_DYNAMIC) {
        dot_Y.P = sub(dot_Y.P, scale(gyre_extras_of(record)->linear_damping, Y.P));
        dot_Y.L = sub(dot_Y.L, scale(gyre_extras_of(record)->angular_damping, Y.L));
    }
    put_state(out_ydot, &(state){dot_Y.x, dot_Y.q, dot_Y.P, dot_Y.L});
}

// The right-hand side; `elapsed` counts from the beginning of the step.
static gyre_result world_dydt(double elapsed, const double *y, double *out_ydot, void *user) {
    step_run *run = user;
    gyre_world *world = run->world;
    double t = elapsed == run->h ? run->t1 : run->t0 + elapsed;
    gyre_result r = show_stage(run, y, t);
    if (r != GYRE_OK) return r;
    stage s = gyre_stage_of(world, run->stage, t);
    r = gyre_step_evaluate(run, &s);
    if (r != GYRE_OK) return r;
    sweep all = gyre_world_sweep(world, run->stage, NULL);
    for (uint32_t slot = 0; slot < world->body_count; slot++) {
        r = gyre_work(world, WORK_OF_DERIVATIVE);
        if (r != GYRE_OK) return r;
        derivative_of(world, &all, slot, &y[GYRE_STATE_SIZE * (size_t)slot], &out_ydot[GYRE_STATE_SIZE * (size_t)slot]);
    }
    uint32_t failed = 0;
    if (world->def.has_ledger)
        r = gyre_ledger_rates(world, &s, &out_ydot[GYRE_STATE_SIZE * (size_t)world->body_count], &failed);
    if (r == GYRE_OK) return gyre_work_result(world);
    gyre_blame_result(run, r, failed, "a force");
    return r;
}

static gyre_result unit_orientations(double elapsed, double *y, void *user) {
    step_run *run = user;
    gyre_work_reached(run->world, elapsed / run->h);
    for (uint32_t slot = 0; slot < run->world->body_count; slot++) {
        state Y = state_at(&y[GYRE_STATE_SIZE * (size_t)slot]);
        if (!has_usable_length(quat_out(Y.q))) {
            gyre_blame_body(run, slot, GYRE_QUANTITY_ORIENTATION);
            return GYRE_ERR_NOT_FINITE;
        }
        Y.q = normalized(Y.q);
        put_state(&y[GYRE_STATE_SIZE * (size_t)slot], &Y);
    }
    return GYRE_OK;
}

// ---- the step ----

static void keep_line(gyre_log_level level, const char *text, void *user) {
    gyre_step_report *report = user;
    (void)level;
    if (!report->text[0]) snprintf(report->text, sizeof report->text, "%s", text);
}

static gyre_ode_options options_of(step_run *run) {
    gyre_world *world = run->world;
    gyre_ode_options options = gyre_ode_options_default();
    bool is_adaptive = gyre_method_is_adaptive(world->def.method);
    options.method = world->def.method;
    options.step = is_adaptive ? 0 : magnitude(run->h);
    options.rtol = world->def.rtol;
    options.atol = world->def.atol;
    options.initial_step = is_adaptive ? smaller(world->next_step, magnitude(run->h)) : 0;
    options.project = unit_orientations;
    options.user = run;
    options.allocator = (gyre_allocator){take_kept, give_nothing, world};
    options.log = (gyre_logger){keep_line, run->report};
    return options;
}

gyre_result gyre_step_by_runge_kutta(step_run *run) {
    gyre_world *world = run->world;
    size_t state_length = GYRE_STATE_SIZE * (size_t)world->body_count;
    size_t length = state_length + (world->def.has_ledger ? gyre_ledger_sum_count(world) : 0);
    size_t bytes = (length + world->stride * world->moving_streams) * sizeof(double);
    double *y = gyre_scratch_reserve(world, &world->ode_vectors, bytes);
    if (!y) return GYRE_ERR_NO_MEMORY;
    run->stage = y + length;
    run->is_careful = true; // a method that tries again with a smaller step leaves no trace to look at later
    memcpy(run->stage, run->from, world->stride * world->moving_streams * sizeof *y); // padding included
    for (uint32_t slot = 0; slot < world->body_count; slot++) {
        state Y = gyre_store_load(world, run->from, slot);
        put_state(&y[GYRE_STATE_SIZE * (size_t)slot], &Y);
    }
    if (world->def.has_ledger) gyre_ledger_get_sums(world, y + state_length);

    gyre_ode_options options = options_of(run);
    gyre_ode_report solved;
    gyre_result r = gyre_ode_with_sums(y, y, length, state_length, 0, run->h, world_dydt, run, &options, &solved);
    world->is_wrench_current = false;
    if (r != GYRE_OK) {
        blame_solver(run, &solved, &options, r);
        return r;
    }
    if (gyre_method_is_adaptive(world->def.method)) world->next_step = magnitude(solved.next_step);
    run->report->text[0] = 0; // tries that were rejected may have said something
    run->report->body = (gyre_body_id){0};
    run->report->force = (gyre_force_id){0};
    run->report->quantity = GYRE_QUANTITY_NONE;
    for (uint32_t slot = 0; slot < world->body_count; slot++) {
        state Y = state_at(&y[GYRE_STATE_SIZE * (size_t)slot]);
        gyre_store_save(world, run->to, slot, &Y, rotate_back(Y.q, Y.L));
    }
    if (world->def.has_ledger) gyre_ledger_set_sums(world, y + state_length);
    return GYRE_OK;
}
