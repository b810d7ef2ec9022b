/// Diagnoses a failed step: evaluates every force on the body again to find the culprit.
#include "world/diagnosis.h"

#include "math/convert.h"
#include "math/finite.h"
#include "world/body_layout.h"
#include "world/body_store.h"
#include "world/force_store.h"

#include <stdio.h>

static const char *const quantity_names[GYRE_QUANTITY_COUNT] = {
    "nothing", "force", "torque", "position", "orientation", "momentum", "angular momentum", "time", "tolerance",
};

const char *gyre_quantity_name(gyre_quantity quantity) {
    return (unsigned)quantity < GYRE_QUANTITY_COUNT ? quantity_names[quantity] : NULL;
}

static bool is_finite_vector(vec3 a) { return is_finite(a.x) && is_finite(a.y) && is_finite(a.z); }

// Returns a norm of a wrench, to compare strengths; infinite if the wrench is not finite.
static double strength(wrench W) {
    if (!is_finite_vector(W.F) || !is_finite_vector(W.tau)) return __builtin_inf();
    // scaled, so that the sum of six finite numbers does not overflow
    double F = magnitude(W.F.x) / 8 + magnitude(W.F.y) / 8 + magnitude(W.F.z) / 8;
    return F + magnitude(W.tau.x) / 8 + magnitude(W.tau.y) / 8 + magnitude(W.tau.z) / 8;
}

typedef struct culprit {
    uint32_t body_slot;
    uint32_t force_slot; // UINT32_MAX: the applied wrench, or gravity
    double strength;
} culprit;

static void keep_strongest(void *context, uint32_t force_slot, uint32_t body_slot, const pull *p) {
    culprit *worst = context;
    if (body_slot != worst->body_slot) return;
    wrench a = wrench_of(&p->conservative), b = wrench_of(&p->other);
    double strongest = larger(strength(a), strength(b));
    if (strongest > worst->strength) {
        worst->strength = strongest;
        worst->force_slot = force_slot;
    }
}

// Finds the strongest force on the body at this stage, compared with the applied wrench and gravity.
static culprit strongest_on(step_run *run, const stage *s, uint32_t slot) {
    gyre_world *world = run->world;
    const body_record *record = &world->bodies.records[slot];
    vec3 weight = scale(record->has_mass ? record->properties.mass : 1, vec3_in(world->def.gravity));
    double others = larger(strength(gyre_store_applied(world, slot)), strength((wrench){weight, {0, 0, 0}}));
    culprit worst = {slot, UINT32_MAX, others};
    pull_visitor visitor = {keep_strongest, &worst};
    uint32_t failed;
    gyre_visit_pulls(world, s, &visitor, &failed);
    return worst;
}

// Writes the body, the quantity and the strongest force to the report; returns the label of that force.
static const char *report_culprits(step_run *run, uint32_t slot, gyre_quantity quantity, const stage *s,
                                   char buffer[LABEL_SIZE]) {
    gyre_world *world = run->world;
    run->report->body = gyre_body_id_of(world, world->bodies.records[slot].id_index);
    run->report->quantity = quantity;
    if (world->bodies.records[slot].kind != GYRE_BODY_DYNAMIC) return "none"; // forces do not move this body
    culprit worst = strongest_on(run, s, slot);
    if (worst.force_slot != UINT32_MAX) {
        run->report->force = gyre_force_id_at(world, worst.force_slot);
        return gyre_force_label(world, worst.force_slot, buffer);
    }
    if (worst.strength == 0) return "none";
    bool is_applied = strength(gyre_store_applied(world, slot)) >= worst.strength;
    return is_applied ? "applied by hand" : "gravity";
}

static void report_non_finite(step_run *run, uint32_t slot, gyre_quantity quantity, const stage *s) {
    char body_buffer[LABEL_SIZE], force_buffer[LABEL_SIZE];
    const char *force = report_culprits(run, slot, quantity, s, force_buffer);
    snprintf(run->report->text, sizeof run->report->text,
             "%s: %s is not finite in step %llu at t = %.17g; strongest force: %s",
             gyre_body_label(run->world, slot, body_buffer), gyre_quantity_name(quantity),
             (unsigned long long)run->report->step, run->t0, force);
}

bool gyre_diagnose_forces(step_run *run, const stage *s) {
    gyre_world *world = run->world;
    const double *streams = world->bodies.groups[GROUP_WRENCH];
    FOR_EACH_AWAKE_BODY(world, slot) {
        wrench W = load_wrench(streams, world->bodies.stride, slot), applied = gyre_store_applied(world, slot);
        W = (wrench){add(W.F, applied.F), add(W.tau, applied.tau)};
        if (world->bodies.records[slot].kind != GYRE_BODY_DYNAMIC) continue;
        if (is_finite_vector(W.F) && is_finite_vector(W.tau)) continue;
        report_non_finite(run, slot, is_finite_vector(W.F) ? GYRE_QUANTITY_TORQUE : GYRE_QUANTITY_FORCE, s);
        return true;
    }
    return false;
}

void gyre_diagnose_body(step_run *run, uint32_t slot, gyre_quantity quantity) {
    stage s = gyre_stage_of(run->world, run->from, run->t0);
    report_non_finite(run, slot, quantity, &s);
}

void gyre_diagnose_tolerance(step_run *run, uint32_t slot, gyre_quantity quantity, double t, double needed) {
    char body_buffer[LABEL_SIZE], force_buffer[LABEL_SIZE];
    stage s = gyre_stage_of(run->world, run->from, run->t0);
    const char *force = report_culprits(run, slot, GYRE_QUANTITY_TOLERANCE, &s, force_buffer);
    snprintf(run->report->text, sizeof run->report->text,
             "%s: the tolerance (rtol %g, atol %g) cannot be met at t = %.17g: %s would need steps of %.3g s, "
             "below the resolution of time; strongest force: %s",
             gyre_body_label(run->world, slot, body_buffer), run->world->def.rtol, run->world->def.atol, t,
             gyre_quantity_name(quantity), needed, force);
}

void gyre_diagnose_state(step_run *run, uint32_t slot) {
    state Y = gyre_store_load(run->world, run->to, slot);
    // momenta first: a non-finite momentum causes a non-finite pose
    gyre_quantity quantity = !is_finite_vector(Y.P)   ? GYRE_QUANTITY_MOMENTUM
                             : !is_finite_vector(Y.L) ? GYRE_QUANTITY_ANGULAR_MOMENTUM
                             : !is_finite_vector(Y.x) ? GYRE_QUANTITY_POSITION
                                                      : GYRE_QUANTITY_ORIENTATION;
    gyre_diagnose_body(run, slot, quantity);
}

void gyre_diagnose_result(step_run *run, gyre_result result, uint32_t force_slot, const char *what) {
    char buffer[LABEL_SIZE];
    if (force_slot != UINT32_MAX) {
        run->report->force = gyre_force_id_at(run->world, force_slot);
        what = gyre_force_label(run->world, force_slot, buffer);
    }
    snprintf(run->report->text, sizeof run->report->text, "%s: %s, in step %llu at t = %.17g", what,
             gyre_result_text(result), (unsigned long long)run->report->step, run->t0);
}

gyre_result gyre_diagnose_stop(step_run *run, gyre_result r) {
    if (run->world->progress.result == GYRE_OK) return r;
    run->report->body = (gyre_body_id){0};
    run->report->force = (gyre_force_id){0};
    run->report->quantity = GYRE_QUANTITY_NONE;
    gyre_diagnose_result(run, run->world->progress.result, UINT32_MAX, "on_progress");
    return r;
}
