/// Forces that act on every body alike, gathered for the kernel.
#include "world/uniform_run.h"

#include "world/force_store.h"

bool gyre_force_is_uniform(const force_record *record) {
    const gyre_force_def *def = &record->def;
    if (def->kind == GYRE_FORCE_callback) return false;
    if (def->kind == GYRE_FORCE_attraction && def->parameters.attraction.is_mutual) return false;
    return record->is_uniform;
}

static double factor_at(const force_record *record, double t) {
    return record->window * gyre_profile_value(record->def.profile, record->def.profile_count, t);
}

// One more force; its factors are still to come.
static uniform_force *append(uniform_forces *forces, const force_record *record) {
    uniform_force *added = &forces->force[forces->count++];
    added->kind = record->def.kind;
    added->parameters = &record->resolved;
    forces->need_velocities = forces->need_velocities || record->depends_on_velocity;
    return added;
}

static void begin(uniform_forces *forces, const gyre_world *world) {
    forces->count = 0;
    forces->need_velocities = false;
    forces->gravity = world->def.gravity;
}

uint32_t gyre_uniform_run(const gyre_world *world, uint32_t first, double t, uniform_forces *out_forces) {
    begin(out_forces, world);
    out_forces->t[0] = t;
    uint32_t slot = first;
    for (; slot < world->forces.count && out_forces->count < UNIFORM_FORCES_MAX; slot++) {
        if (!gyre_force_is_uniform(&world->forces.records[slot])) break;
        append(out_forces, &world->forces.records[slot])->factor[0] = factor_at(&world->forces.records[slot], t);
    }
    return slot;
}

bool gyre_all_forces_are_uniform(const gyre_world *world) {
    if (world->forces.count > UNIFORM_FORCES_MAX) return false;
    for (uint32_t slot = 0; slot < world->forces.count; slot++)
        if (!gyre_force_is_uniform(&world->forces.records[slot])) return false;
    return true;
}

int gyre_uniform_step(const step_run *run, const composition *c, uniform_forces *out_forces) {
    const gyre_world *world = run->world;
    begin(out_forces, world);
    for (uint32_t slot = 0; slot < world->forces.count; slot++)
        append(out_forces, &world->forces.records[slot]);
    int evaluations = 0;
    double drifted = 0;
    for (int k = 0; k <= c->drift_count; k++) {
        out_forces->t[k] = gyre_time_of_kick(run, c, k, drifted);
        for (uint32_t slot = 0; slot < world->forces.count; slot++)
            out_forces->force[slot].factor[k] = factor_at(&world->forces.records[slot], out_forces->t[k]);
        if (c->kick[k] != 0) evaluations++;
        if (k < c->drift_count) drifted += c->drift[k];
    }
    return evaluations;
}
