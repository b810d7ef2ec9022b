/// The ledger. Work is integrated along the motion; energies are computed from the state. The two computations are
/// independent, so their difference measures the integrator's error.
#include "world/ledger.h"

#include "kernels/accounts.h"
#include "math/convert.h"
#include "world/diagnosis.h"
#include "world/body_layout.h"
#include "world/body_store.h"
#include "world/sweeps.h"
#include "world/totals.h"
#include "world/uniform_run.h"

#include <string.h>

// ---- the sums as one vector ----

enum { SUM_IMPULSE, SUM_ANGULAR_IMPULSE = 3, SUM_DISSIPATED = 6, SUM_APPLIED, SUM_DRIVEN, SUM_FORCES };

static vec3 vec3_at(const double *a) { return (vec3){a[0], a[1], a[2]}; }

size_t gyre_ledger_sum_count(const gyre_world *world) { return SUM_FORCES + 2 * (size_t)world->forces.count; }

void gyre_ledger_get_sums(const gyre_world *world, double *out_sums) {
    const ledger *l = &world->ledger;
    const double fixed[SUM_FORCES] = {l->impulse.x,         l->impulse.y,         l->impulse.z,
                                      l->angular_impulse.x, l->angular_impulse.y, l->angular_impulse.z,
                                      l->dissipated,        l->applied,           l->driven};
    memcpy(out_sums, fixed, sizeof fixed);
    for (uint32_t i = 0; i < world->forces.count; i++) {
        out_sums[SUM_FORCES + 2 * (size_t)i] = world->forces.records[i].work;
        out_sums[SUM_FORCES + 2 * (size_t)i + 1] = world->forces.records[i].external;
    }
}

void gyre_ledger_set_sums(gyre_world *world, const double *sums) {
    ledger *l = &world->ledger;
    l->impulse = vec3_at(&sums[SUM_IMPULSE]);
    l->angular_impulse = vec3_at(&sums[SUM_ANGULAR_IMPULSE]);
    l->dissipated = sums[SUM_DISSIPATED];
    l->applied = sums[SUM_APPLIED];
    l->driven = sums[SUM_DRIVEN];
    for (uint32_t i = 0; i < world->forces.count; i++) {
        world->forces.records[i].work = sums[SUM_FORCES + 2 * (size_t)i];
        world->forces.records[i].external = sums[SUM_FORCES + 2 * (size_t)i + 1];
    }
}

static void add_sums(gyre_world *world, double time, const double *rates) {
    ledger *l = &world->ledger;
    l->impulse = add(l->impulse, scale(time, vec3_at(&rates[SUM_IMPULSE])));
    l->angular_impulse = add(l->angular_impulse, scale(time, vec3_at(&rates[SUM_ANGULAR_IMPULSE])));
    l->dissipated += time * rates[SUM_DISSIPATED];
    l->applied += time * rates[SUM_APPLIED];
    l->driven += time * rates[SUM_DRIVEN];
    for (uint32_t i = 0; i < world->forces.count; i++) {
        world->forces.records[i].work += time * rates[SUM_FORCES + 2 * (size_t)i];
        world->forces.records[i].external += time * rates[SUM_FORCES + 2 * (size_t)i + 1];
    }
}

static bool has_single_forces(const gyre_world *world) {
    for (uint32_t i = 0; i < world->forces.count; i++)
        if (!gyre_force_is_uniform(&world->forces.records[i])) return true;
    return false;
}

// Returns the memory of a step: sums before the step, rates and, if work is computed body by body, v and w of each
// body.
static size_t memory_needed(const step_run *run) {
    const gyre_world *world = run->world;
    size_t velocities = has_single_forces(world) || !run->composition ? 6 * (size_t)gyre_awake_end(world) : 0;
    return (2 * gyre_ledger_sum_count(world) + velocities) * sizeof(double);
}

static double *sums_before(const gyre_world *world) { return world->scratch.accounts.block; }
static double *rates_memory(const gyre_world *world) { return sums_before(world) + gyre_ledger_sum_count(world); }
static double *velocity_memory(const gyre_world *world) { return rates_memory(world) + gyre_ledger_sum_count(world); }

// ---- begin and undo ----

static void settle_edits(ledger *l, const totals *now) {
    if (!l->is_edited) return;
    const totals *before = &l->before_edits;
    l->edited += (now->kinetic - before->kinetic) + (now->potential - before->potential);
    l->impulse = add(l->impulse, sub(now->P, before->P));
    l->angular_impulse = add(l->angular_impulse, sub(now->L, before->L));
    l->is_edited = false;
}

static void begin(gyre_world *world, const totals *now) {
    ledger *l = &world->ledger;
    l->has_begun = true;
    l->initial = *now;
    l->first_step = world->time.steps;
    l->first_time = gyre_world_time(world);
}

gyre_result gyre_ledger_begin_step(step_run *run) {
    gyre_world *world = run->world;
    ledger *l = &world->ledger;
    if (!gyre_scratch_reserve(world, &world->scratch.accounts, memory_needed(run))) return GYRE_ERR_NO_MEMORY;
    world->ledger_before_step = *l;
    if (!l->has_begun || l->is_edited) {
        totals now = gyre_totals_now(world);
        if (now.result != GYRE_OK) {
            gyre_diagnose_result(run, now.result, now.failed, "");
            return now.result;
        }
        settle_edits(l, &now);
        if (!l->has_begun) begin(world, &now);
    }
    gyre_ledger_get_sums(world, sums_before(world));
    return GYRE_OK;
}

void gyre_ledger_undo_step(gyre_world *world) {
    if (!world->def.has_ledger) return;
    gyre_ledger_set_sums(world, sums_before(world)); // also those of forces
    world->ledger = world->ledger_before_step;       // edits still need to be recorded
}

// ---- rates: power and force at a stage; velocities can differ from the velocities used to evaluate the forces ----

typedef struct accountant {
    const gyre_world *world;
    const double *velocities; // v, then w, of each body
    double *rates;
} accountant;

static void add_to(double *a, vec3 b) {
    a[0] += b.x;
    a[1] += b.y;
    a[2] += b.z;
}

static void account_pull(void *context, uint32_t force_slot, uint32_t body_slot, const pull *p) {
    accountant *a = context;
    if (body_slot >= gyre_awake_end(a->world)) return; // asleep or static: the power is 0
    vec3 v = vec3_at(&a->velocities[6 * (size_t)body_slot]), w = vec3_at(&a->velocities[6 * (size_t)body_slot + 3]);
    bool counts_potential = a->world->forces.records[force_slot].counts_potential;
    double conservative = power_of(&p->conservative, v, w), other = power_of(&p->other, v, w);
    a->world->forces.records[force_slot].other_power += other;
    if (a->world->bodies.records[body_slot].kind != GYRE_BODY_DYNAMIC) {
        // a kinematic body at one end of a spring changes the spring's energy
        if (counts_potential) a->rates[SUM_DRIVEN] -= conservative;
        return;
    }
    a->rates[SUM_FORCES + 2 * (size_t)force_slot] += conservative + other;
    a->rates[SUM_FORCES + 2 * (size_t)force_slot + 1] += counts_potential ? other : conservative + other;
}

// Adds the net force and torque, and the power of the applied wrench, of one dynamic body.
static void account_body(const accountant *a, const sweep *all, const double *moving, uint32_t slot) {
    const gyre_world *world = a->world;
    vec3 v = vec3_at(&a->velocities[6 * (size_t)slot]), w = vec3_at(&a->velocities[6 * (size_t)slot + 3]);
    wrench W = load_net_wrench(all, slot), applied = gyre_store_applied(world, slot);
    vec3 x = load_vec3(moving + STREAM_X * world->bodies.stride, world->bodies.stride, slot);
    add_to(&a->rates[SUM_IMPULSE], W.F);
    add_to(&a->rates[SUM_ANGULAR_IMPULSE], add(W.tau, cross(x, W.F)));
    a->rates[SUM_APPLIED] += dot(applied.F, v) + dot(applied.tau, w);
}

// Adds the power of damping as a force -k P and a torque -k L, for methods that integrate damping with the other
// forces.
static void account_damping_force(const gyre_world *world, const stage *s, const double *velocities, double *rates) {
    FOR_EACH_AWAKE_BODY(world, slot) {
        const body_record *record = &world->bodies.records[slot];
        if (record->kind != GYRE_BODY_DYNAMIC) continue;
        state Y = load_state(s->moving, s->momenta, world->bodies.stride, slot);
        vec3 v = vec3_at(&velocities[6 * (size_t)slot]), w = vec3_at(&velocities[6 * (size_t)slot + 3]);
        vec3 F = scale(-gyre_extras_of(record)->linear_damping, Y.P),
             tau = scale(-gyre_extras_of(record)->angular_damping, Y.L);
        add_to(&rates[SUM_IMPULSE], F);
        add_to(&rates[SUM_ANGULAR_IMPULSE], add(tau, cross(Y.x, F)));
        rates[SUM_DISSIPATED] -= dot(F, v) + dot(tau, w);
    }
}

typedef gyre_result (*pull_round)(const gyre_world *world, const stage *s, const pull_visitor *visitor,
                                  uint32_t *out_failed);

// Evaluates callbacks again at the stage of the kick; if a callback fails, the step fails.
static gyre_result account_forces(gyre_world *world, const stage *s, const double *velocities, pull_round visit,
                                  double *out_rates, uint32_t *out_failed) {
    memset(out_rates, 0, gyre_ledger_sum_count(world) * sizeof *out_rates);
    for (uint32_t i = 0; i < world->forces.count; i++)
        world->forces.records[i].other_power = 0;
    accountant a = {world, velocities, out_rates};
    pull_visitor visitor = {account_pull, &a};
    return visit(world, s, &visitor, out_failed);
}

static void account_bodies(gyre_world *world, const stage *s, const double *velocities, double *rates) {
    accountant a = {world, velocities, rates};
    for (int p = PARTITION_FREE; p <= PARTITION_CONSTRAINED; p++) {
        sweep all = gyre_world_sweep(world, (partition)p, s->moving, NULL);
        for (uint32_t slot = world->bodies.ranges[p].begin; slot < world->bodies.ranges[p].end; slot++)
            account_body(&a, &all, s->moving, slot);
    }
}

static void keep_velocities(double *velocities, uint32_t slot, const auxiliary *A) {
    double *row = &velocities[6 * (size_t)slot];
    memset(row, 0, 6 * sizeof *row);
    add_to(row, A->v);
    add_to(row + 3, A->w);
}

// Returns the power that a purely dissipative force adds because a kick overshoots. This power is an error of the
// method: it is not counted as work and remains in the residual.
static double overshoot(const force_record *record, double other_power) {
    gyre_force_kind kind = record->def.kind;
    bool can_only_take = kind == GYRE_FORCE_drag || kind == GYRE_FORCE_spring || kind == GYRE_FORCE_torsion ||
                         kind == GYRE_FORCE_buoyancy;
    return can_only_take && record->def.profile_count == 0 && other_power > 0 ? other_power : 0;
}

void gyre_ledger_add_powers(gyre_world *world, uint32_t first, int count, const kick_account *account, double kick) {
    for (int n = 0; n < count; n++) {
        force_record *record = &world->forces.records[first + (uint32_t)n];
        double other = account->other[n], all = account->conservative[n] + other;
        double external = record->counts_potential ? other : all;
        if (kick > 0) external -= overshoot(record, other);
        record->work += kick * all;
        record->external += kick * external;
    }
}

static void account_uniform(step_run *run, const double *from, const stage *evaluated, double kick) {
    gyre_world *world = run->world;
    for (uint32_t i = 0; i < world->forces.count;) {
        uniform_forces uniform;
        uint32_t end = gyre_uniform_run(world, i, evaluated->t, &uniform);
        if (end > i) {
            kick_account account = {0};
            gyre_sweep_account_powers(world, from, evaluated->momenta, &uniform, kick, &account);
            gyre_ledger_add_powers(world, i, uniform.count, &account, kick);
        }
        i = end > i ? end : i + 1;
    }
}

static void keep_mean_velocities(step_run *run, const double *from, double kick, double *velocities) {
    gyre_world *world = run->world;
    for (int p = 0; p < AWAKE_PARTITIONS; p++) {
        sweep all = gyre_world_sweep(world, (partition)p, from, run->to);
        for (uint32_t slot = world->bodies.ranges[p].begin; slot < world->bodies.ranges[p].end; slot++) {
            state Y = gyre_store_load(world, from, slot);
            wrench W = load_net_wrench(&all, slot);
            auxiliary A = mean_velocities(&all, slot, &Y, &W, kick);
            keep_velocities(velocities, slot, &A);
        }
    }
}

static gyre_result account_singles(step_run *run, const double *from, const stage *evaluated, double kick) {
    gyre_world *world = run->world;
    double *velocities = velocity_memory(world), *rates = rates_memory(world);
    keep_mean_velocities(run, from, kick, velocities);
    uint32_t failed = 0;
    gyre_result r = account_forces(world, evaluated, velocities, gyre_visit_single_pulls, rates, &failed);
    if (r != GYRE_OK) {
        gyre_diagnose_result(run, r, failed, "a force");
        return r;
    }
    for (uint32_t i = 0; i < world->forces.count && kick > 0; i++)
        rates[SUM_FORCES + 2 * (size_t)i + 1] -=
            overshoot(&world->forces.records[i], world->forces.records[i].other_power);
    add_sums(world, kick, rates);
    return GYRE_OK;
}

gyre_result gyre_ledger_kick(step_run *run, const double *from, const stage *evaluated, double kick) {
    account_uniform(run, from, evaluated, kick);
    return has_single_forces(run->world) ? account_singles(run, from, evaluated, kick) : GYRE_OK;
}

void gyre_ledger_add(gyre_world *world, const kick_account *account) {
    ledger *l = &world->ledger;
    const double *sums = account->sums;
    vec3 J = add(vec3_at(&sums[ACCOUNT_IMPULSE]), vec3_at(&sums[ACCOUNT_DAMPED_IMPULSE]));
    vec3 K = add(vec3_at(&sums[ACCOUNT_ANGULAR_IMPULSE]), vec3_at(&sums[ACCOUNT_DAMPED_ANGULAR_IMPULSE]));
    l->impulse = add(l->impulse, J);
    l->angular_impulse = add(l->angular_impulse, K);
    l->applied += sums[ACCOUNT_APPLIED];
    l->dissipated += sums[ACCOUNT_DISSIPATED];
}

void gyre_ledger_add_split_step(gyre_world *world, const split_step *f, const kick_account *accounts) {
    for (int k = 0; k <= f->c->drift_count; k++) {
        gyre_ledger_add_powers(world, 0, f->forces ? f->forces->count : 0, &accounts[k], f->c->kick[k] * f->h);
        gyre_ledger_add(world, &accounts[k]);
    }
}

gyre_result gyre_ledger_rates(gyre_world *world, const stage *s, double *out_rates, uint32_t *out_failed) {
    double *velocities = velocity_memory(world);
    FOR_EACH_AWAKE_BODY(world, slot) {
        mass_props m = gyre_store_props(world, slot);
        state Y = load_state(s->moving, s->momenta, world->bodies.stride, slot);
        auxiliary A = auxiliary_of(&Y, &m);
        keep_velocities(velocities, slot, &A);
    }
    gyre_result r = account_forces(world, s, velocities, gyre_visit_pulls, out_rates, out_failed);
    if (r != GYRE_OK) return r;
    account_bodies(world, s, velocities, out_rates);
    account_damping_force(world, s, velocities, out_rates);
    return GYRE_OK;
}

// ---- public functions ----

static gyre_vector_account account_of(vec3 initial, vec3 final, vec3 impulse) {
    vec3 residual = sub(sub(final, initial), impulse);
    return (gyre_vector_account){vec3_out(initial), vec3_out(final), vec3_out(impulse), vec3_out(residual)};
}

gyre_result gyre_world_get_ledger(const gyre_world *world, gyre_ledger *out_ledger) {
    if (!world || !out_ledger) return GYRE_ERR_NULL_POINTER;
    if (!world->def.has_ledger) return GYRE_ERR_OPTION;
    totals now = gyre_totals_asked(world);
    if (now.result != GYRE_OK) return now.result;
    ledger settled = world->ledger; // records edits in a copy: the world is const
    settle_edits(&settled, &now);
    const ledger *l = &settled;
    totals initial = l->has_begun ? l->initial : now;
    double external = l->gone_external;
    for (uint32_t i = 0; i < world->forces.count; i++)
        external += world->forces.records[i].external;
    gyre_ledger result = {
        .steps = l->has_begun ? world->time.steps - l->first_step : 0,
        .time = l->has_begun ? gyre_world_time(world) - l->first_time : 0,
        .initial = initial.kinetic + initial.potential,
        .final = now.kinetic + now.potential,
        .kinetic = now.kinetic,
        .potential = now.potential,
        .work = external + l->applied + l->driven,
        .dissipated = l->dissipated,
        .edited = l->edited,
        .hook = l->hook,
        .momentum = account_of(initial.P, now.P, l->impulse),
        .angular_momentum = account_of(initial.L, now.L, l->angular_impulse),
    };
    result.residual = result.final - result.initial - result.work + result.dissipated - result.edited - result.hook;
    *out_ledger = result;
    return GYRE_OK;
}

gyre_result gyre_world_reset_ledger(gyre_world *world) {
    gyre_result r = gyre_world_check_idle(world);
    if (r != GYRE_OK) return r;
    if (!world->def.has_ledger) return GYRE_ERR_OPTION;
    world->ledger = (ledger){0};
    for (uint32_t i = 0; i < world->forces.count; i++)
        world->forces.records[i].work = world->forces.records[i].external = 0;
    return GYRE_OK;
}

gyre_result gyre_force_get_work(const gyre_world *world, gyre_force_id force, double *out_work, double *out_external) {
    if (!world) return GYRE_ERR_NULL_POINTER;
    if (!world->def.has_ledger) return GYRE_ERR_OPTION;
    uint32_t slot;
    if (!gyre_find_force_slot(world, force, &slot)) return GYRE_ERR_STALE_ID;
    if (out_work) *out_work = world->forces.records[slot].work;
    if (out_external) *out_external = world->forces.records[slot].external;
    return GYRE_OK;
}

gyre_result gyre_world_get_other_work(const gyre_world *world, double *out_applied, double *out_driven) {
    if (!world) return GYRE_ERR_NULL_POINTER;
    if (!world->def.has_ledger) return GYRE_ERR_OPTION;
    if (out_applied) *out_applied = world->ledger.applied;
    if (out_driven) *out_driven = world->ledger.driven;
    return GYRE_OK;
}

gyre_result gyre_world_get_removed_work(const gyre_world *world, double *out_external) {
    if (!world || !out_external) return GYRE_ERR_NULL_POINTER;
    if (!world->def.has_ledger) return GYRE_ERR_OPTION;
    *out_external = world->ledger.gone_external;
    return GYRE_OK;
}
