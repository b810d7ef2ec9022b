/// Calls the constraint hook. Only bodies that the hook changes (held bodies) take the whole kick before the drift; all
/// others take the method's kicks, bit for bit.
#include "world/constraint_hook.h"

#include "state/auxiliary.h"
#include "world/body_layout.h"
#include "world/body_store.h"
#include "world/body_subset.h"
#include "world/diagnosis.h"
#include "world/ledger.h"
#include "world/progress.h"
#include "world/stream_memory.h"
#include "world/uniform_run.h"

#include <string.h>

enum { MOMENTA = 9 }; // P, L and the carried m of one body

// A kick over the whole step without a drift. The exponential map skips a drift of 0 s; exact rotation would spend time
// on it.
static const composition whole_kick = {.drift_count = 1, .kick = {1}, .drift = {0}};
static const turn_kind no_turn = TURN_EXPONENTIAL;

// ---- memory: momenta and slots of held bodies, in the order of slots, then a flag per slot ----

static double *momenta_of(const gyre_world *world) { return world->scratch.held.block; }
static uint32_t *slots_of(const gyre_world *world) {
    return (uint32_t *)(void *)(momenta_of(world) + MOMENTA * world->bodies.stride);
}
static uint8_t *flags_of(const gyre_world *world) { return (uint8_t *)(slots_of(world) + world->bodies.stride); }

gyre_result gyre_hook_reserve(gyre_world *world) {
    size_t size = world->bodies.stride * (MOMENTA * sizeof(double) + sizeof(uint32_t) + 1);
    return gyre_scratch_reserve(world, &world->scratch.held, size) ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

// ---- the hook ----

void gyre_hook_record(gyre_world *world, uint32_t slot, const state *before, const state *after) {
    uint8_t *is_held = &flags_of(world)[slot];
    if (!*is_held) world->held_count++;
    *is_held = 1;
    if (!world->def.has_ledger || world->bodies.records[slot].kind != GYRE_BODY_DYNAMIC) return;
    mass_props m = gyre_store_props(world, slot);
    auxiliary A = auxiliary_of(before, &m), B = auxiliary_of(after, &m);
    double energy_before = HALF * (dot(before->P, A.v) + dot(before->L, A.w));
    double energy_after = HALF * (dot(after->P, B.v) + dot(after->L, B.w));
    vec3 J = sub(after->P, before->P), K = sub(after->L, before->L);
    ledger *l = &world->ledger;
    l->hook += energy_after - energy_before;
    l->impulse = add(l->impulse, J);
    l->angular_impulse = add(l->angular_impulse, add(K, cross(after->x, J)));
}

gyre_result gyre_op_hook(step_run *run, int k) {
    gyre_world *world = run->world;
    if (run->composition->drift_count == k) return GYRE_OK; // no drift follows
    int current = world->bodies.current;
    ledger before = world->ledger;
    memset(flags_of(world), 0, gyre_awake_end(world));
    world->held_count = 0;
    world->bodies.current = run->to == world->bodies.moving[0] ? 0 : 1; // the hook reads and writes the new state
    world->phase = PHASE_SOLVING;
    gyre_result r = world->def.solve_constraints(world, run->h, world->def.user);
    world->phase = PHASE_STEPPING;
    world->bodies.current = current;
    if (run->is_rerun) world->ledger = before;
    if (r != GYRE_OK) gyre_diagnose_result(run, r, UINT32_MAX, "the constraint hook");
    return r;
}

static void keep_momenta(step_run *run) {
    gyre_world *world = run->world;
    const uint8_t *is_held = flags_of(world);
    size_t stride = world->bodies.stride, count = world->bodies.moving_streams - STREAM_P;
    double *row = momenta_of(world);
    uint32_t slot = 0, end = gyre_awake_end(world);
    for (run->held_count = 0; run->held_count < world->held_count; run->held_count++, slot++) {
        slot = (uint32_t)((const uint8_t *)memchr(is_held + slot, 1, end - slot) - is_held);
        slots_of(world)[run->held_count] = slot;
        for (size_t k = 0; k < count; k++)
            row[k] = run->to[(STREAM_P + k) * stride + slot];
        row += MOMENTA;
    }
}

gyre_result gyre_op_hook_first(step_run *run, int k) {
    gyre_world *world = run->world;
    uniform_forces forces;
    split_step whole = {&whole_kick, run->h, no_turn, world->def.gravity, world->forces.count > 0 ? &forces : NULL};
    if (whole.forces) run->report->evaluations += (size_t)gyre_uniform_step(run, &whole_kick, &forces);
    gyre_sweep_split_step(world, run->from, run->to, &whole, NULL);
    gyre_result r = gyre_work_result(world); // if on_progress stopped the sweep, some bodies are not kicked
    if (r == GYRE_OK) r = gyre_op_hook(run, k);
    if (r == GYRE_OK) keep_momenta(run);
    return r;
}

// ---- held bodies ----

// Adds the kicks of a composition to the ledger, times `sign`: for held bodies, the kicks that the sweep recorded are
// subtracted and the whole kick is added.
static void account_kicks(step_run *run, body_subset *subset, const composition *c, double sign) {
    gyre_world *world = run->world;
    uniform_forces forces;
    turn_kind turn = c == &whole_kick ? no_turn : run->turn;
    split_step f = {c, run->h, turn, world->def.gravity, world->forces.count > 0 ? &forces : NULL};
    if (f.forces) gyre_uniform_step(run, c, &forces);
    kick_account accounts[KICKS_MAX];
    gyre_subset_load(world, run->from, subset);
    gyre_subset_split_step(world, subset, &f, accounts);
    for (int k = 0; k <= c->drift_count; k++)
        gyre_account_scale(&accounts[k], sign);
    gyre_ledger_add_split_step(world, &f, accounts);
}

static void drift_subset(step_run *run, body_subset *subset, const double *momenta) {
    gyre_world *world = run->world;
    gyre_subset_load(world, run->from, subset);
    for (uint32_t i = 0; i < subset->count; i++)
        for (size_t k = 0; k < world->bodies.moving_streams - STREAM_P; k++)
            subset->moving[(STREAM_P + k) * SUBSET_MAX + i] = momenta[i * MOMENTA + k];
    kick_account account;
    gyre_subset_kick_drift(world, subset, &(kick_drift){0, run->h, run->turn}, &account);
    if (world->def.has_ledger) gyre_ledger_add(world, &account);
}

gyre_result gyre_op_drift_held(step_run *run, int k) {
    gyre_world *world = run->world;
    body_subset subset;
    (void)k;
    for (uint32_t begin = 0; begin < run->held_count; begin += SUBSET_MAX) {
        subset.count = run->held_count - begin < SUBSET_MAX ? run->held_count - begin : SUBSET_MAX;
        memcpy(subset.slots, slots_of(world) + begin, subset.count * sizeof *subset.slots);
        if (world->def.has_ledger) {
            account_kicks(run, &subset, run->composition, -1);
            account_kicks(run, &subset, &whole_kick, 1);
        }
        drift_subset(run, &subset, momenta_of(world) + (size_t)begin * MOMENTA);
        gyre_subset_store(world, &subset, run->to);
    }
    return GYRE_OK;
}
