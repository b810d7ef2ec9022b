/// Evaluates all forces on the bodies on which they act.
#include "world/evaluation.h"

#include "forces/pulls.h"
#include "world/sweeps.h"
#include "world/body_layout.h"
#include "world/body_store.h"
#include "world/callback_block.h"
#include "world/force_store.h"
#include "world/progress.h"
#include "world/uniform_run.h"

stage gyre_stage_of(const gyre_world *world, const double *moving, double t) {
    return (stage){moving, moving ? moving + STREAM_P * world->bodies.stride : NULL,
                   t}; // `moving` is NULL in a world without bodies
}

static bool is_dynamic(const gyre_world *world, uint32_t slot) {
    return world->bodies.records[slot].kind == GYRE_BODY_DYNAMIC;
}

static pull pull_scaled(double factor, const pull *p) {
    return (pull){load_scaled(factor, &p->conservative), load_scaled(factor, &p->other), factor * p->potential};
}

typedef struct round {
    const gyre_world *world;
    const stage *s;
    const pull_visitor *visitor;
    surroundings around;
    bool is_for_step;   // true: only bodies that the step moves; false: all dynamic bodies, to sum potentials
    bool is_now;        // true: evaluates at time t, not over a step: the factor of a window is 1 or 0
    bool is_shared_out; // true: divides a pair's potential between its dynamic bodies; false: all to the first
} round;

static void visit(const round *r, uint32_t force_slot, uint32_t body_slot, double factor, const pull *p) {
    pull scaled = pull_scaled(factor, p);
    r->visitor->visit(r->visitor->context, force_slot, body_slot, &scaled);
}

static void visit_one(const round *r, uint32_t force_slot, uint32_t slot, double factor) {
    if (r->is_for_step ? !gyre_is_moved(r->world, slot) : !is_dynamic(r->world, slot)) return;
    const force_record *record = &r->world->forces.records[force_slot];
    bool is_on_all = gyre_body_is_none(record->def.body);
    gyre_force_parameters p = is_on_all ? gyre_force_resolved_for(r->world, record, slot) : record->resolved;
    placed a = gyre_store_placed(r->world, r->s->moving, r->s->momenta, slot);
    pull result = pull_of(record->def.kind, &a, &p, &r->around);
    visit(r, force_slot, slot, factor, &result);
}

static void visit_both_ends(const round *r, uint32_t force_slot, uint32_t slot_a, uint32_t slot_b, double factor,
                            const pair_pull *both_ends) {
    pull on_a = both_ends->on_a, on_b = {both_ends->conservative_on_b, both_ends->other_on_b, 0};
    if (r->is_shared_out) { // at least one of the bodies is dynamic
        double all = both_ends->on_a.potential;
        bool is_a_dynamic = is_dynamic(r->world, slot_a), is_b_dynamic = is_dynamic(r->world, slot_b);
        on_a.potential = !is_a_dynamic ? 0 : is_b_dynamic ? HALF * all : all;
        on_b.potential = !is_b_dynamic ? 0 : is_a_dynamic ? HALF * all : all;
    }
    visit(r, force_slot, slot_a, factor, &on_a);
    visit(r, force_slot, slot_b, factor, &on_b);
}

static void visit_pair(const round *r, uint32_t force_slot, uint32_t slot_a, uint32_t slot_b, double factor) {
    if (!is_dynamic(r->world, slot_a) && !is_dynamic(r->world, slot_b)) return;
    const force_record *record = &r->world->forces.records[force_slot];
    placed a = gyre_store_placed(r->world, r->s->moving, r->s->momenta, slot_a);
    placed b = gyre_store_placed(r->world, r->s->moving, r->s->momenta, slot_b);
    pair_pull result = pair_pull_of(record->def.kind, &a, &b, &record->resolved, &r->around);
    visit_both_ends(r, force_slot, slot_a, slot_b, factor, &result);
}

// Visits every pair of bodies once, in the order of ids. The force depends only on positions and masses.
static gyre_result visit_mutual(const round *r, uint32_t force_slot, double factor) {
    const force_record *record = &r->world->forces.records[force_slot];
    uint32_t end = gyre_id_index_end(r->world), left = r->world->bodies.count;
    for (uint32_t index = 0; index < end; index++) {
        uint32_t i = gyre_slot_of_index(r->world, index);
        if (i == SLOT_NONE) continue;
        gyre_result result = gyre_work(r->world, left--);
        if (result != GYRE_OK) return result;
        placed a = gyre_store_placed_at_rest(r->world, r->s->moving, i);
        for (uint32_t later = index + 1; later < end; later++) {
            uint32_t j = gyre_slot_of_index(r->world, later);
            if (j == SLOT_NONE || (!is_dynamic(r->world, i) && !is_dynamic(r->world, j))) continue;
            placed b = gyre_store_placed_at_rest(r->world, r->s->moving, j);
            pair_pull both_ends = pair_pull_of(record->def.kind, &a, &b, &record->resolved, &r->around);
            visit_both_ends(r, force_slot, i, j, factor, &both_ends);
        }
    }
    return GYRE_OK;
}

static gyre_result visit_all(const round *r, uint32_t force_slot, double factor) {
    for (uint32_t index = 0; index < gyre_id_index_end(r->world); index++) {
        uint32_t slot = gyre_slot_of_index(r->world, index);
        if (slot == SLOT_NONE) continue;
        gyre_result result = gyre_work(r->world, 1);
        if (result != GYRE_OK) return result;
        visit_one(r, force_slot, slot, factor);
    }
    return GYRE_OK;
}

static gyre_result visit_force(const round *r, uint32_t force_slot) {
    const gyre_world *world = r->world;
    const force_record *record = &world->forces.records[force_slot];
    const gyre_force_def *def = &record->def;
    double window = r->is_now ? gyre_window_fraction(def->from, def->until, r->s->t, 0) : record->window;
    double factor = window * gyre_profile_value(def->profile, def->profile_count, r->s->t);
    if (factor == 0) return GYRE_OK;
    uint32_t a, b;
    if (def->kind == GYRE_FORCE_callback)
        return gyre_visit_callback(world, force_slot, factor, r->s, r->visitor, r->is_for_step);
    if (def->kind == GYRE_FORCE_attraction && def->parameters.attraction.is_mutual)
        return visit_mutual(r, force_slot, factor);
    if (gyre_body_is_none(def->body)) return visit_all(r, force_slot, factor);
    gyre_result result = gyre_work(world, 1);
    if (result != GYRE_OK) return result;
    if (!gyre_find_body_slot(world, def->body, &a))
        return GYRE_ERR_STALE_ID; // impossible: removing a body removes its forces
    else if (gyre_find_body_slot(world, def->other, &b))
        visit_pair(r, force_slot, a, b, factor);
    else
        visit_one(r, force_slot, a, factor);
    return GYRE_OK;
}

static gyre_result visit_pulls(const gyre_world *world, const stage *s, const pull_visitor *visitor, bool with_uniform,
                               uint32_t *out_failed) {
    round r = {.world = world, .s = s, .visitor = visitor, .around = {s->t, world->def.gravity}, .is_for_step = true};
    for (uint32_t i = 0; i < world->forces.count; i++) {
        if (!with_uniform && gyre_force_is_uniform(&world->forces.records[i])) continue;
        gyre_result result = visit_force(&r, i);
        if (result == GYRE_OK) continue;
        *out_failed = i;
        return result;
    }
    return GYRE_OK;
}

gyre_result gyre_visit_pulls(const gyre_world *world, const stage *s, const pull_visitor *visitor,
                             uint32_t *out_failed) {
    return visit_pulls(world, s, visitor, true, out_failed);
}

gyre_result gyre_visit_single_pulls(const gyre_world *world, const stage *s, const pull_visitor *visitor,
                                    uint32_t *out_failed) {
    return visit_pulls(world, s, visitor, false, out_failed);
}

// ---- summing ----

static void sum_pull(void *context, uint32_t force_slot, uint32_t body_slot, const pull *p) {
    (void)force_slot;
    const gyre_world *world = context;
    if (body_slot >= gyre_awake_end(world)) return;
    double *streams = world->bodies.groups[GROUP_WRENCH];
    wrench W = load_wrench(streams, world->bodies.stride, body_slot);
    wrench conservative = wrench_of(&p->conservative), other = wrench_of(&p->other);
    W.F = add(W.F, add(conservative.F, other.F));
    W.tau = add(W.tau, add(conservative.tau, other.tau));
    store_wrench(streams, world->bodies.stride, body_slot, W);
}

// Adds all forces, including those that the kernel evaluates, in the order of their slots.
gyre_result gyre_evaluate_forces(gyre_world *world, const stage *s, uint32_t *out_failed) {
    gyre_sweep_set_weights(world, s->moving);
    pull_visitor visitor = {sum_pull, world};
    round r = {.world = world, .s = s, .visitor = &visitor, .around = {s->t, world->def.gravity}, .is_for_step = true};
    for (uint32_t i = 0; i < world->forces.count;) {
        uniform_forces uniform;
        uint32_t end = gyre_uniform_run(world, i, s->t, &uniform);
        if (end > i) {
            gyre_sweep_add_forces(world, s->moving, s->momenta, &uniform);
            i = end;
            continue;
        }
        gyre_result result = visit_force(&r, i);
        if (result != GYRE_OK) {
            *out_failed = i;
            return result;
        }
        i++;
    }
    return GYRE_OK;
}

static void sum_potential(void *context, uint32_t force_slot, uint32_t body_slot, const pull *p) {
    (void)force_slot, (void)body_slot;
    double *sum = context;
    *sum += p->potential;
}

static gyre_result visit_potentials(const round *r, uint32_t *out_failed) {
    gyre_result result = GYRE_OK;
    for (uint32_t i = 0; i < r->world->forces.count && result == GYRE_OK; i++) {
        if (!r->world->forces.records[i].counts_potential) continue; // without such a potential
        result = visit_force(r, i);
        if (result != GYRE_OK) *out_failed = i;
    }
    return result;
}

gyre_result gyre_visit_potentials(const gyre_world *world, const double *moving, double t,
                                  const pull_visitor *visitor) {
    uint32_t failed;
    stage s = gyre_stage_of(world, moving, t);
    round r = {.world = world, .s = &s, .visitor = visitor, .around = {t, world->def.gravity}, .is_shared_out = true};
    return visit_potentials(&r, &failed);
}

gyre_result gyre_potential_of_forces(const gyre_world *world, const double *moving, double t, double *out_potential,
                                     uint32_t *out_failed) {
    double sum = 0;
    stage s = gyre_stage_of(world, moving, t);
    pull_visitor visitor = {sum_potential, &sum};
    round r = {.world = world, .s = &s, .visitor = &visitor, .around = {t, world->def.gravity}};
    gyre_result result = visit_potentials(&r, out_failed);
    if (result == GYRE_OK) *out_potential = sum;
    return result;
}

gyre_result gyre_force_potential(const gyre_world *world, gyre_force_id force, double *out_potential) {
    if (!world || !out_potential) return GYRE_ERR_NULL_POINTER;
    uint32_t slot;
    if (!gyre_find_force_slot(world, force, &slot)) return GYRE_ERR_STALE_ID;
    double sum = 0;
    stage s = gyre_stage_of(world, world->bodies.moving[world->bodies.current], gyre_world_time(world));
    pull_visitor visitor = {sum_potential, &sum};
    round r = {.world = world, .s = &s, .visitor = &visitor, .around = {s.t, world->def.gravity}, .is_now = true};
    bool has_begun = gyre_work_begin(world, gyre_work_of_force(world, slot));
    gyre_result result = gyre_work_end(world, has_begun, visit_force(&r, slot));
    if (result == GYRE_OK) *out_potential = sum;
    return result;
}
