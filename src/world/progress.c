/// Reports the progress of long calls and lets on_progress stop them.
#include "world/progress.h"

#include "math/lanes.h"

// Returns the counters of a const world, because computing the energies of a const world counts work too. The counters
// are not visible to callers.
static progress *counters_of(const gyre_world *world) { return &((gyre_world *)world)->progress; }

bool gyre_work_begin(const gyre_world *world, double expected) {
    if (!world->def.on_progress || world->progress.is_on || world->progress.is_in_hook) return false;
    *counters_of(world) = (progress){.is_on = true, .expected = expected};
    return true;
}

gyre_result gyre_work_end(const gyre_world *world, bool has_begun, gyre_result r) {
    if (!has_begun) return r;
    counters_of(world)->is_on = false;
    return world->progress.result != GYRE_OK ? world->progress.result : r;
}

double gyre_work_of_force(const gyre_world *world, uint32_t force_slot) {
    const gyre_force_def *def = &world->forces.records[force_slot].def;
    double bodies = world->bodies.count;
    if (def->kind == GYRE_FORCE_attraction && def->parameters.attraction.is_mutual) return HALF * bodies * (bodies - 1);
    return gyre_body_is_none(def->body) ? bodies : 1;
}

double gyre_work_of_round(const gyre_world *world) {
    double units = 0;
    for (uint32_t i = 0; i < world->forces.count; i++)
        units += gyre_work_of_force(world, i);
    return units;
}

void gyre_work_reached(const gyre_world *world, double part) {
    if (gyre_work_counts(world)) counters_of(world)->reached = part;
}

static gyre_result call_hook(const gyre_world *world, progress *p) {
    double part = p->expected > 0 ? p->done / p->expected : p->reached;
    gyre_world *marked = (gyre_world *)world; // as for callback forces: the hook can only read the world
    bool was_in_callback = world->is_in_callback;
    p->is_on = false; // functions that the hook calls do not count as work
    p->is_in_hook = true;
    marked->is_in_callback = true;
    gyre_result r = world->def.on_progress(smaller(part, 1), world->def.progress_user);
    marked->is_in_callback = was_in_callback;
    p->is_in_hook = false;
    p->is_on = true;
    return r;
}

gyre_result gyre_work_count(const gyre_world *world, size_t units) {
    progress *p = counters_of(world);
    if (p->result != GYRE_OK) return p->result;
    p->done += (double)units;
    p->since_call += units;
    if (p->since_call < WORK_BETWEEN_CALLS) return GYRE_OK;
    p->since_call = 0;
    return p->result = call_hook(world, p);
}

gyre_result gyre_world_set_progress(gyre_world *world, gyre_progress_hook on_progress, void *user) {
    gyre_result r = gyre_world_check_idle(world);
    if (r != GYRE_OK) return r;
    world->def.on_progress = on_progress;
    world->def.progress_user = user;
    return GYRE_OK;
}
