#include "world/sleep.h"

#include "base/log.h"
#include "world/body_layout.h"
#include "world/body_spec.h"
#include "world/body_store.h"

static bool has_sleepers(const gyre_world *world) {
    slot_range range = world->bodies.ranges[PARTITION_ASLEEP];
    return range.end > range.begin;
}

// Moves a body between the partitions of sleeping and awake bodies; does not allocate.
static uint32_t set_asleep(gyre_world *world, uint32_t slot, bool is_asleep) {
    body_spec spec = gyre_store_spec(world, slot);
    spec.is_asleep = is_asleep;
    gyre_world_begin_edit(world);
    return gyre_store_change(world, slot, &spec);
}

uint32_t gyre_wake(gyre_world *world, uint32_t slot) {
    return world->bodies.records[slot].is_asleep ? set_asleep(world, slot, false) : slot;
}

// Wakes in the order of ids, so that a restored world gets the same slots.
void gyre_wake_all(gyre_world *world) {
    for (uint32_t index = 0; has_sleepers(world) && index < gyre_id_index_end(world); index++) {
        uint32_t slot = gyre_slot_of_index(world, index);
        if (slot != SLOT_NONE) gyre_wake(world, slot);
    }
}

static void wake_body(gyre_world *world, gyre_body_id body) {
    uint32_t slot;
    if (gyre_find_body_slot(world, body, &slot)) gyre_wake(world, slot);
}

void gyre_wake_for(gyre_world *world, const gyre_force_def *force) {
    if (!has_sleepers(world)) return;
    if (gyre_body_is_none(force->body)) gyre_wake_all(world);
    wake_body(world, force->body);
    wake_body(world, force->other);
}

void gyre_wake_for_windows(gyre_world *world, double t, double h) {
    if (!has_sleepers(world)) return;
    double first = smaller(t, t + h), last = larger(t, t + h);
    for (uint32_t i = 0; i < world->forces.count; i++) {
        const gyre_force_def *def = &world->forces.records[i].def;
        double opens = h > 0 ? def->from : def->until;
        if (opens >= first && opens <= last && def->from < def->until) gyre_wake_for(world, def);
    }
}

// ---- public functions ----

static void fall_asleep(gyre_world *world, uint32_t slot) {
    slot = set_asleep(world, slot, true);
    state Y = gyre_store_get(world, slot);
    Y.P = Y.L = (vec3){0, 0, 0};
    gyre_store_set(world, slot, &Y, (vec3){0, 0, 0});
    if (world->bodies.has_applied) gyre_store_set_applied(world, slot, (wrench){0});
}

gyre_result gyre_body_set_awake(gyre_world *world, gyre_body_id body, int is_awake) {
    gyre_result r = gyre_world_check_idle(world);
    if (r != GYRE_OK) return r;
    uint32_t slot;
    if (!gyre_find_body_slot(world, body, &slot)) return GYRE_ERR_STALE_ID;
    const body_record *record = &world->bodies.records[slot];
    if (record->kind != GYRE_BODY_DYNAMIC) {
        char buffer[LABEL_SIZE];
        gyre_log_line(&world->def.log, GYRE_LOG_ERROR,
                      "%s: only dynamic bodies sleep and wake, but this body is static or kinematic",
                      gyre_body_label(world, slot, buffer));
        return GYRE_ERR_OPTION;
    }
    if (record->is_asleep == !is_awake) return GYRE_OK;
    if (is_awake)
        gyre_wake(world, slot);
    else
        fall_asleep(world, slot);
    return GYRE_OK;
}

gyre_result gyre_body_get_awake(const gyre_world *world, gyre_body_id body, int *out_is_awake) {
    if (!world || !out_is_awake) return GYRE_ERR_NULL_POINTER;
    uint32_t slot;
    if (!gyre_find_body_slot(world, body, &slot)) return GYRE_ERR_STALE_ID;
    *out_is_awake = !world->bodies.records[slot].is_asleep;
    return GYRE_OK;
}
