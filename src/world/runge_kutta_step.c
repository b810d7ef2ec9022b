/// A step by a Runge-Kutta method: the states of all bodies are one vector, followed by the sums of the ledger.
///
/// The vector consists of 13 streams, each with one number of every body, so that the kernel evaluates several bodies
/// at a time. For implicit methods it holds one body after another, because the order of the unknowns determines the
/// elimination order of their matrix; the bodies are copied to streams and back for each evaluation.
#include "integrators/butcher.h"
#include "integrators/solver.h"
#include "math/convert.h"
#include "math/finite.h"
#include "world/body_layout.h"
#include "world/body_store.h"
#include "world/diagnosis.h"
#include "world/ledger.h"
#include "world/progress.h"
#include "world/stream_memory.h"
#include "world/uniform_run.h"

#include <stdio.h>
#include <string.h>

typedef struct rk_run {
    step_run *run;
    size_t stride;       // distance from one stream to the next
    size_t state_length; // length of the solver's vector without sums
    size_t length;       // with sums
    bool is_by_body;     // the solver's vector holds one body after another
    double *y, *ydot;    // as streams, if is_by_body
} rk_run;

// ---- an allocator that returns scratch memory of the world ----

static void *take_kept(size_t size, size_t alignment, void *user) {
    gyre_world *world = user;
    (void)alignment; // blocks of the world have the largest alignment
    return gyre_scratch_reserve(world, &world->scratch.ode_solver, size);
}

static void give_nothing(void *block, void *user) { (void)block, (void)user; }

// ---- the solver's vector ----

// Returns the stride in whole lane groups. In large worlds the stride is an odd number of cache lines, so that streams
// use different cache sets.
static size_t stride_of(const gyre_world *world) {
    size_t lines = (gyre_awake_end(world) + STREAM_PADDING - 1) / STREAM_PADDING;
    return (lines < 8 ? lines : lines | 1) * STREAM_PADDING;
}

// Copies the first `count` numbers of every stream.
static void copy_streams(double *to, size_t to_stride, const double *from, size_t from_stride, size_t count) {
    for (size_t k = 0; k < GYRE_STATE_SIZE; k++)
        memcpy(to + k * to_stride, from + k * from_stride, count * sizeof *to);
}

// Fills the padding with bodies at rest.
static void pad_streams(double *streams, size_t stride, size_t count) {
    for (size_t k = 0; k < GYRE_STATE_SIZE; k++)
        for (size_t i = count; i < stride; i++)
            streams[k * stride + i] = k == STREAM_Q ? 1 : 0;
}

// Sets the derivatives of padding to 0.
static void clear_padding(const gyre_world *world, double *ydot, size_t stride) {
    for (int p = 0; p < AWAKE_PARTITIONS; p++) {
        uint32_t begin = world->bodies.ranges[p].end;
        uint32_t end = p + 1 < AWAKE_PARTITIONS ? world->bodies.ranges[p + 1].begin : (uint32_t)stride;
        for (size_t k = 0; k < GYRE_STATE_SIZE; k++)
            memset(ydot + k * stride + begin, 0, (end - begin) * sizeof *ydot);
    }
}

static void streams_to_bodies(const gyre_world *world, const double *streams, size_t stride, double *out_y) {
    FOR_EACH_AWAKE_BODY(world, slot)
    for (size_t k = 0; k < GYRE_STATE_SIZE; k++)
        *out_y++ = streams[k * stride + slot];
}

static void bodies_to_streams(const gyre_world *world, const double *y, size_t stride, double *out_streams) {
    FOR_EACH_AWAKE_BODY(world, slot)
    for (size_t k = 0; k < GYRE_STATE_SIZE; k++)
        out_streams[k * stride + slot] = *y++;
}

static gyre_quantity quantity_of_stream(size_t k) {
    static const gyre_quantity quantities[GYRE_STATE_SIZE] = {
        GYRE_QUANTITY_POSITION,         GYRE_QUANTITY_POSITION,         GYRE_QUANTITY_POSITION,
        GYRE_QUANTITY_ORIENTATION,      GYRE_QUANTITY_ORIENTATION,      GYRE_QUANTITY_ORIENTATION,
        GYRE_QUANTITY_ORIENTATION,      GYRE_QUANTITY_MOMENTUM,         GYRE_QUANTITY_MOMENTUM,
        GYRE_QUANTITY_MOMENTUM,         GYRE_QUANTITY_ANGULAR_MOMENTUM, GYRE_QUANTITY_ANGULAR_MOMENTUM,
        GYRE_QUANTITY_ANGULAR_MOMENTUM,
    };
    return quantities[k];
}

// Returns the slot of the n-th awake body, or SLOT_NONE.
static uint32_t awake_slot(const gyre_world *world, size_t n) {
    FOR_EACH_AWAKE_BODY(world, slot) if (n-- == 0) return slot;
    return SLOT_NONE;
}

// Finds the body and the quantity of a component of the solver's vector; false for the sums of the ledger.
static bool find_component(const rk_run *rk, size_t component, uint32_t *out_slot, gyre_quantity *out_quantity) {
    if (component >= rk->state_length) return false;
    bool is_by_body = rk->is_by_body;
    *out_quantity = quantity_of_stream(is_by_body ? component % GYRE_STATE_SIZE : component / rk->stride);
    *out_slot =
        is_by_body ? awake_slot(rk->run->world, component / GYRE_STATE_SIZE) : (uint32_t)(component % rk->stride);
    return *out_slot < gyre_awake_end(rk->run->world);
}

// ---- culprits ----

static void diagnose_component(const rk_run *rk, size_t component) {
    uint32_t slot;
    gyre_quantity quantity;
    if (!gyre_body_is_none(rk->run->report->body) || !find_component(rk, component, &slot, &quantity)) return;
    gyre_diagnose_body(rk->run, slot, quantity);
}

// Reports why the solver failed. The solver's times are relative to the beginning of the step; the report has world
// times.
static void diagnose_solver(const rk_run *rk, const gyre_ode_report *solved, const gyre_ode_options *options,
                            gyre_result r) {
    step_run *run = rk->run;
    uint32_t slot;
    gyre_quantity quantity;
    double t = run->t0 + solved->t;
    bool is_tolerance = r == GYRE_ERR_TOLERANCE_NOT_MET || r == GYRE_ERR_NOT_CONVERGED;
    if (is_tolerance && find_component(rk, solved->component, &slot, &quantity))
        gyre_diagnose_tolerance(run, slot, quantity, t, solved->next_step);
    else if (r == GYRE_ERR_STEP_LIMIT)
        snprintf(run->report->text, sizeof run->report->text,
                 "the limit of %zu internal steps of %s was reached at t = %.17g, before %.17g: use shorter steps or a "
                 "larger rtol",
                 options->max_steps, gyre_method_name(options->method), t, run->t1);
    else
        diagnose_component(rk, solved->component);
}

// Reports the first body of a state with a non-finite number, or else with an orientation of unusable length.
// Non-finite numbers come first, because a non-finite position causes non-finite forces on other bodies.
static gyre_result diagnose_state(step_run *run, const double *streams, size_t stride) {
    FOR_EACH_AWAKE_BODY(run->world, slot)
    for (size_t k = 0; k < GYRE_STATE_SIZE; k++) {
        if (is_finite(streams[k * stride + slot])) continue;
        if (gyre_body_is_none(run->report->body)) gyre_diagnose_body(run, slot, quantity_of_stream(k));
        return GYRE_ERR_NOT_FINITE;
    }
    FOR_EACH_AWAKE_BODY(run->world, slot)
    if (!has_usable_length(quat_out(load_quat(streams + STREAM_Q * stride, stride, slot)))) {
        gyre_diagnose_body(run, slot, GYRE_QUANTITY_ORIENTATION);
        return GYRE_ERR_NOT_FINITE;
    }
    return GYRE_OK;
}

// ---- the right-hand side ----

// Copies the state of the solver to the streams of the stage, with orientations of unit length, which forces require.
static gyre_result prepare_stage(const rk_run *rk, const double *y, double t) {
    step_run *run = rk->run;
    gyre_world *world = run->world;
    const solver_streams v = {y, rk->stride, run->stage, world->bodies.stride};
    if (gyre_sweep_normalize(world, &v) != NO_BODY) {
        gyre_result r = diagnose_state(run, y, rk->stride);
        if (r != GYRE_OK) return r;
    }
    gyre_step_paths_of_stage(run, t);
    return gyre_work_result(world);
}

// Computes the derivative of the states as streams, with the forces of the stage.
static gyre_result differentiate(const rk_run *rk, const stage *s, const double *y, double *out_ydot) {
    step_run *run = rk->run;
    const solver_streams v = {y, rk->stride, out_ydot, rk->stride};
    gyre_result r = gyre_step_evaluate(run, s);
    if (r != GYRE_OK) return r;
    bool is_suspect = gyre_sweep_differentiate(run->world, &v) != NO_BODY;
    clear_padding(run->world, out_ydot, rk->stride);
    r = gyre_work_result(run->world);
    return r == GYRE_OK && is_suspect && gyre_diagnose_forces(run, s) ? GYRE_ERR_NOT_FINITE : r;
}

// Computes dY/dt of the solver's vector; `elapsed` is the time since the beginning of the step.
static gyre_result world_dydt(double elapsed, const double *y, double *out_ydot, void *user) {
    const rk_run *rk = user;
    step_run *run = rk->run;
    gyre_world *world = run->world;
    double t = elapsed == run->h ? run->t1 : run->t0 + elapsed;
    if (rk->is_by_body) bodies_to_streams(world, y, rk->stride, rk->y);
    const double *states = rk->is_by_body ? rk->y : y;
    gyre_result r = prepare_stage(rk, states, t);
    if (r != GYRE_OK) return r;
    stage s = gyre_stage_of(world, run->stage, t);
    r = differentiate(rk, &s, states, rk->is_by_body ? rk->ydot : out_ydot);
    if (r != GYRE_OK) return r;
    if (rk->is_by_body) streams_to_bodies(world, rk->ydot, rk->stride, out_ydot);
    uint32_t failed = 0;
    for (size_t i = rk->state_length; i < rk->length; i++)
        out_ydot[i] = 0;
    if (world->def.has_ledger) r = gyre_ledger_rates(world, &s, &out_ydot[rk->state_length], &failed);
    if (r == GYRE_OK) return gyre_work_result(world);
    gyre_diagnose_result(run, r, failed, "a force");
    return r;
}

static gyre_result unit_orientations(double elapsed, double *y, void *user) {
    const rk_run *rk = user;
    step_run *run = rk->run;
    gyre_world *world = run->world;
    double *states = rk->is_by_body ? rk->y : y;
    gyre_work_reached(world, elapsed / run->h);
    if (rk->is_by_body) bodies_to_streams(world, y, rk->stride, states);
    const solver_streams v = {states, rk->stride, states, rk->stride};
    if (gyre_sweep_normalize(world, &v) != NO_BODY) {
        gyre_result r = diagnose_state(run, states, rk->stride);
        if (r != GYRE_OK) return r;
    }
    if (rk->is_by_body) streams_to_bodies(world, states, rk->stride, y);
    return gyre_work_result(world);
}

// ---- the step ----

static void keep_line(gyre_log_level level, const char *text, void *user) {
    gyre_step_report *report = user;
    (void)level;
    if (!report->text[0]) snprintf(report->text, sizeof report->text, "%s", text);
}

static gyre_ode_options options_of(rk_run *rk) {
    gyre_world *world = rk->run->world;
    gyre_ode_options options = gyre_ode_options_default();
    bool is_adaptive = gyre_method_is_adaptive(world->def.method);
    double h = magnitude(rk->run->h);
    options.method = world->def.method;
    options.step = is_adaptive ? 0 : h;
    options.rtol = world->def.rtol;
    options.atol = world->def.atol;
    options.initial_step = is_adaptive ? smaller(world->next_step, h) : 0;
    options.project = unit_orientations;
    options.user = rk;
    options.allocator = (gyre_allocator){take_kept, give_nothing, world};
    options.log = (gyre_logger){keep_line, rk->run->report};
    return options;
}

// Copies sleeping and static bodies to the stage: they are not part of the vector, but forces between bodies need them.
static void copy_resting_bodies(const step_run *run) {
    const gyre_world *world = run->world;
    size_t stride = world->bodies.stride, begin = gyre_awake_end(world), end = gyre_layout_end(world);
    if (end <= begin || gyre_all_forces_are_uniform(world)) return;
    for (size_t k = 0; k < GYRE_STATE_SIZE; k++)
        memcpy(run->stage + k * stride + begin, run->from + k * stride + begin, (end - begin) * sizeof *run->stage);
}

// Allocates the solver's vector, the streams of a stage and, if they are separate, streams of Y and dY/dt.
static gyre_result arrange(step_run *run, rk_run *out_rk, double **out_vector) {
    gyre_world *world = run->world;
    size_t stride = stride_of(world), stage_length = world->bodies.stride * world->bodies.moving_streams;
    bool is_by_body = gyre_method_is_implicit(world->def.method);
    size_t state_length = GYRE_STATE_SIZE * (is_by_body ? (size_t)gyre_awake_count(world) : stride);
    size_t length = state_length + (world->def.has_ledger ? gyre_ledger_sum_count(world) : 0);
    if (!is_by_body) length = (length + 7) / 8 * 8; // aligns the streams of later vectors to lane groups
    size_t own = is_by_body ? GYRE_STATE_SIZE * stride : 0;
    double *block =
        gyre_scratch_reserve(world, &world->scratch.ode_vectors, (stage_length + 2 * own + length) * sizeof *block);
    if (!block) return GYRE_ERR_NO_MEMORY;
    run->stage = block;
    *out_rk = (rk_run){run, stride, state_length, length, is_by_body, NULL, NULL};
    out_rk->y = block + stage_length;
    out_rk->ydot = out_rk->y + own;
    *out_vector = out_rk->ydot + own;
    copy_resting_bodies(run);
    return GYRE_OK;
}

static void load_vector(const rk_run *rk, double *out_y) {
    gyre_world *world = rk->run->world;
    double *states = rk->is_by_body ? rk->y : out_y;
    copy_streams(states, rk->stride, rk->run->from, world->bodies.stride, gyre_awake_end(world));
    pad_streams(states, rk->stride, gyre_awake_end(world));
    if (rk->is_by_body) streams_to_bodies(world, states, rk->stride, out_y);
    for (size_t i = rk->state_length; i < rk->length; i++)
        out_y[i] = 0;
    if (world->def.has_ledger) gyre_ledger_get_sums(world, out_y + rk->state_length);
}

static void save_vector(const rk_run *rk, const double *y) {
    gyre_world *world = rk->run->world;
    double *to = rk->run->to;
    if (rk->is_by_body)
        bodies_to_streams(world, y, world->bodies.stride, to);
    else
        copy_streams(to, world->bodies.stride, y, rk->stride, gyre_awake_end(world));
    if (gyre_streams_carry(world)) {
        FOR_EACH_AWAKE_BODY(world, slot) {
            state Y = gyre_store_load(world, to, slot);
            gyre_store_save(world, to, slot, &Y, rotate_back(Y.q, Y.L));
        }
    }
    if (world->def.has_ledger) gyre_ledger_set_sums(world, y + rk->state_length);
}

gyre_result gyre_op_runge_kutta(step_run *run, int k) {
    gyre_world *world = run->world;
    (void)k;
    rk_run rk;
    double *y;
    gyre_result r = arrange(run, &rk, &y);
    if (r != GYRE_OK) return r;
    load_vector(&rk, y);
    gyre_ode_options options = options_of(&rk);
    gyre_ode_report solved;
    const vector_layout layout = {rk.length, rk.state_length, rk.is_by_body ? 0 : rk.stride};
    r = gyre_ode_with_layout(y, y, &layout, 0, run->h, world_dydt, &rk, &options, &solved);
    world->is_wrench_current = false;
    if (r != GYRE_OK) {
        diagnose_solver(&rk, &solved, &options, r);
        return r;
    }
    if (gyre_method_is_adaptive(world->def.method)) world->next_step = magnitude(solved.next_step);
    run->report->text[0] = 0; // rejected steps may have left a message
    run->report->body = (gyre_body_id){0};
    run->report->force = (gyre_force_id){0};
    run->report->quantity = GYRE_QUANTITY_NONE;
    save_vector(&rk, y);
    return GYRE_OK;
}
