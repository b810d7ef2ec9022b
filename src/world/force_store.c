/// Adds, removes and changes forces.
#include "world/force_store.h"

#include "base/log.h"
#include "base/memory.h"
#include "forces/force_resolve.h"
#include "math/finite.h"
#include "world/body_store.h"
#include "world/callback_block.h"
#include "world/doubts.h"
#include "world/force_lists.h"
#include "world/sleep.h"

#include <stdio.h>
#include <string.h>

const char *gyre_force_label(const gyre_world *world, uint32_t slot, char buffer[LABEL_SIZE]) {
    const force_record *record = &world->forces.records[slot];
    if (record->def.name) return record->def.name;
    snprintf(buffer, LABEL_SIZE, "%s #%u", gyre_force_kind_name(record->def.kind), record->id_index);
    return buffer;
}

gyre_force_id gyre_force_id_at(const gyre_world *world, uint32_t slot) {
    uint32_t index = world->forces.records[slot].id_index;
    return (gyre_force_id){index, gyre_id_generation(&world->forces.ids, index), world->tag};
}

// ---- frames ----

static body_frame frame_of(const body_record *record) {
    return (body_frame){gyre_record_reference(record), record->axes};
}

gyre_force_parameters gyre_force_resolved_for(const gyre_world *world, const force_record *record, uint32_t slot) {
    if (record->is_uniform) return record->resolved;
    gyre_force_parameters p = record->def.parameters;
    body_frame a = frame_of(&world->bodies.records[slot]);
    gyre_force_resolve(record->def.kind, &p, &a, NULL);
    return p;
}

static void resolve(const gyre_world *world, force_record *record) {
    const gyre_force_def *def = &record->def;
    body_frame a = {{0, 0, 0}, {1, 0, 0, 0}}, b = a;
    uint32_t slot;
    if (gyre_find_body_slot(world, def->body, &slot)) a = frame_of(&world->bodies.records[slot]);
    bool has_other = gyre_find_body_slot(world, def->other, &slot);
    if (has_other) b = frame_of(&world->bodies.records[slot]);
    record->resolved = def->parameters;
    gyre_force_resolve(def->kind, &record->resolved, &a, has_other ? &b : NULL);
    record->is_uniform = gyre_body_is_none(def->body) && !gyre_force_needs_frame(def->kind, &def->parameters);
    record->depends_on_velocity = gyre_force_depends_on_velocity(def->kind, &def->parameters);
}

// Decides if the potential of a force is part of the world's energy: the force must act with factor 1 from now until
// infinity.
static void decide_potential(const gyre_world *world, force_record *record) {
    const gyre_force_def *def = &record->def;
    bool is_always_on = def->from <= gyre_world_time(world) && def->until == __builtin_inf() && def->profile_count == 0;
    if (is_always_on) record->window = 1;
    record->counts_potential = is_always_on && gyre_force_has_potential(def->kind, &def->parameters);
}

void gyre_force_store_resolve_of(gyre_world *world, gyre_body_id body) {
    uint32_t slot;
    for (uint32_t link = 0; (slot = gyre_force_lists_next(world, body, &link)) != UINT32_MAX;)
        resolve(world, &world->forces.records[slot]);
}

void gyre_force_store_open_windows(gyre_world *world, double t, double h) {
    for (uint32_t i = 0; i < world->forces.count; i++) {
        force_record *record = &world->forces.records[i];
        double fraction = gyre_window_fraction(record->def.from, record->def.until, t, h);
        record->counted_before = record->counts_potential;
        if (record->counts_potential &&
            fraction < 1) { // a step back to a time before `from` removes the force's potential
            gyre_world_begin_edit(world);
            record->counts_potential = false;
        }
        if (fraction != record->window) world->is_wrench_current = false;
        record->window = fraction;
    }
}

void gyre_force_store_restore_windows(gyre_world *world) {
    for (uint32_t i = 0; i < world->forces.count; i++) {
        force_record *record = &world->forces.records[i];
        record->counts_potential = record->counted_before;
        if (record->counts_potential) record->window = 1;
    }
}

// ---- checks ----

static gyre_result refuse(const gyre_world *world, gyre_result r, const gyre_force_def *def, const char *text) {
    gyre_log_line(&world->def.log, GYRE_LOG_ERROR, "%s: %s", def->name ? def->name : gyre_force_kind_name(def->kind),
                  text);
    return r;
}

static gyre_result bodies_check(const gyre_world *world, const gyre_force_def *def) {
    uint32_t slot, other;
    bool has_body = !gyre_body_is_none(def->body), has_other = !gyre_body_is_none(def->other);
    if (has_body && !gyre_find_body_slot(world, def->body, &slot))
        return refuse(world, GYRE_ERR_STALE_ID, def, "body does not exist in this world");
    if (has_other && !gyre_find_body_slot(world, def->other, &other))
        return refuse(world, GYRE_ERR_STALE_ID, def, "other does not exist in this world");
    if (has_other && !has_body) return refuse(world, GYRE_ERR_FORCE, def, "other needs a body: set both");
    if (has_other && slot == other)
        return refuse(world, GYRE_ERR_FORCE, def, "body and other must be different bodies");
    if (def->kind == GYRE_FORCE_attraction && def->parameters.attraction.is_mutual && (has_body || has_other))
        return refuse(world, GYRE_ERR_FORCE, def, "mutual attraction acts on all bodies: leave body and other unset");
    char text[200];
    gyre_result r = gyre_force_check_join(def->kind, &def->parameters, has_other, text, sizeof text);
    return r == GYRE_OK ? r : refuse(world, r, def, text);
}

static gyre_result def_check(const gyre_world *world, const gyre_force_def *def) {
    if (def->marker != FORCE_MARKER) { // such a definition may have an invalid name pointer
        gyre_log_line(&world->def.log, GYRE_LOG_ERROR, "force: definition: must come from gyre_force_def_default()");
        return GYRE_ERR_DEFINITION;
    }
    if (gyre_choice_check(&world->def.log, def->name ? def->name : "force", "kind", (int)def->kind,
                          GYRE_FORCE_KIND_COUNT - 1) != GYRE_OK)
        return GYRE_ERR_DEFINITION;
    char text[200];
    gyre_result r = gyre_force_check(def->kind, &def->parameters, text, sizeof text);
    if (r == GYRE_OK && !(def->from <= def->until)) {
        snprintf(text, sizeof text, "from must be <= until, they are %g and %g", def->from, def->until);
        r = GYRE_ERR_TIME;
    }
    if (r == GYRE_OK) r = gyre_profile_check(def->profile, def->profile_count, text, sizeof text);
    return r == GYRE_OK ? bodies_check(world, def) : refuse(world, r, def, text);
}

// ---- adding and removing ----

static gyre_result reserve(gyre_world *world) {
    if (world->forces.count < world->forces.capacity) return GYRE_OK;
    gyre_force_store_compact(world);
    if (world->forces.count <= world->forces.capacity / 2 && world->forces.capacity > 0) return GYRE_OK;
    uint32_t capacity = world->forces.capacity > 0 ? 2 * world->forces.capacity : 8;
    force_record *forces = gyre_take_array(&world->def.allocator, capacity, sizeof *forces);
    if (!forces) return GYRE_ERR_NO_MEMORY;
    if (world->forces.count > 0) memcpy(forces, world->forces.records, world->forces.count * sizeof *forces);
    gyre_give_back(&world->def.allocator, world->forces.records);
    world->forces.records = forces;
    world->forces.capacity = capacity;
    return GYRE_OK;
}

// Copies the name and the profile of the definition.
static gyre_result copy_owned_data(gyre_world *world, gyre_force_def *def) {
    const gyre_profile_point *profile = def->profile;
    const char *name = def->name;
    def->name = NULL;
    def->profile = NULL;
    if (name) {
        if (!gyre_name_table_reserve(&world->forces.names, &world->def.allocator, 1)) return GYRE_ERR_NO_MEMORY;
        def->name = gyre_copy_text(world, name);
        if (!def->name) return GYRE_ERR_NO_MEMORY;
    }
    if (def->profile_count > 0) {
        gyre_profile_point *copy = gyre_take_array(&world->def.allocator, def->profile_count, sizeof *copy);
        if (!copy) {
            gyre_give_back(&world->def.allocator, (char *)def->name);
            return GYRE_ERR_NO_MEMORY;
        }
        memcpy(copy, profile, def->profile_count * sizeof *copy);
        def->profile = copy;
    }
    return GYRE_OK;
}

static void append(gyre_world *world, force_record *record) {
    resolve(world, record);
    world->forces.records[world->forces.count++] = *record;
    gyre_force_lists_link(world, world->forces.count - 1);
    if (record->def.name) gyre_name_table_insert(&world->forces.names, record->def.name, record->id_index);
}

gyre_result gyre_force_store_append_as(gyre_world *world, const force_record *record) {
    gyre_result r = def_check(world, &record->def);
    if (r == GYRE_OK && record->def.name) r = gyre_name_check(world, &world->forces.names, record->def.name);
    if (r == GYRE_OK) r = reserve(world);
    if (r != GYRE_OK) return r;
    if (!gyre_name_table_reserve(&world->forces.names, &world->def.allocator, 1) ||
        !gyre_force_lists_reserve(world, &record->def))
        return GYRE_ERR_NO_MEMORY;
    force_record copy = *record;
    copy.counts_potential = copy.counts_potential && gyre_force_has_potential(copy.def.kind, &copy.def.parameters);
    if (copy.counts_potential) copy.window = 1;
    append(world, &copy);
    return GYRE_OK;
}

static bool can_move(const gyre_world *world, gyre_body_id body) {
    uint32_t slot;
    return gyre_find_body_slot(world, body, &slot) && world->bodies.records[slot].kind == GYRE_BODY_DYNAMIC;
}

// Warns about a valid force that has no effect.
static void warn_of_no_effect(const gyre_world *world, const gyre_force_def *def) {
    bool is_idle = !gyre_body_is_none(def->body) && !can_move(world, def->body) && !can_move(world, def->other);
    const char *reason = is_idle                   ? "its bodies are not dynamic"
                         : def->from == def->until ? "from and until are equal"
                         : def->kind == GYRE_FORCE_buoyancy && world->def.gravity.z == 0
                             ? "buoyancy needs gravity of the world along z"
                             : NULL;
    if (reason)
        gyre_log_line(&world->def.log, GYRE_LOG_WARNING, "%s: has no effect: %s",
                      def->name ? def->name : gyre_force_kind_name(def->kind), reason);
}

gyre_result gyre_world_add_force(gyre_world *world, const gyre_force_def *def, gyre_force_id *out_force) {
    if (!def || !out_force) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_world_check_idle(world);
    if (r == GYRE_OK) r = def_check(world, def);
    if (r == GYRE_OK && def->name) r = gyre_name_check(world, &world->forces.names, def->name);
    if (r == GYRE_OK && def->kind == GYRE_FORCE_callback) r = gyre_callback_reserve(world);
    if (r == GYRE_OK) r = reserve(world);
    if (r == GYRE_OK &&
        (!gyre_id_pool_reserve(&world->forces.ids, &world->def.allocator, 1) || !gyre_force_lists_reserve(world, def)))
        r = GYRE_ERR_NO_MEMORY;
    if (r != GYRE_OK) return r;
    force_record record = {.def = *def};
    r = copy_owned_data(world, &record.def);
    if (r != GYRE_OK) return r;
    gyre_world_begin_edit(world);
    uint32_t slot = world->forces.count;
    record.id_index = gyre_id_take(&world->forces.ids, slot);
    decide_potential(world, &record);
    append(world, &record);
    *out_force = gyre_force_id_at(world, slot);
    gyre_wake_for(world, def);
    warn_of_no_effect(world, &record.def);
    gyre_warn_of_force(world, &record.def);
    return GYRE_OK;
}

void gyre_force_record_free(const gyre_world *world, force_record *record) {
    gyre_give_back(&world->def.allocator, (char *)record->def.name);
    gyre_give_back(&world->def.allocator, (gyre_profile_point *)record->def.profile);
}

static void remove_at(gyre_world *world, uint32_t slot) {
    force_record *record = &world->forces.records[slot];
    gyre_wake_for(world, &record->def);
    if (record->def.name) gyre_name_table_remove(&world->forces.names, record->def.name);
    world->ledger.gone_external += record->external;
    gyre_force_lists_unlink(world, slot);
    gyre_id_give(&world->forces.ids, record->id_index);
    gyre_force_record_free(world, record);
    *record = (force_record){.is_removed = true};
    world->forces.removed_count++;
}

void gyre_force_store_compact(gyre_world *world) {
    if (world->forces.removed_count == 0) return;
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->forces.count; i++) {
        if (world->forces.records[i].is_removed) continue;
        if (count != i) world->forces.records[count] = world->forces.records[i];
        gyre_id_move(&world->forces.ids, world->forces.records[count].id_index, count);
        count++;
    }
    world->forces.count = count;
    world->forces.removed_count = 0;
}

static gyre_result find_to_change(gyre_world *world, gyre_force_id force, uint32_t *out_slot) {
    gyre_result r = gyre_world_check_idle(world);
    if (r != GYRE_OK) return r;
    return gyre_find_force_slot(world, force, out_slot) ? GYRE_OK : GYRE_ERR_STALE_ID;
}

gyre_result gyre_world_remove_force(gyre_world *world, gyre_force_id force) {
    uint32_t slot;
    gyre_result r = find_to_change(world, force, &slot);
    if (r != GYRE_OK) return r;
    gyre_world_begin_edit(world);
    remove_at(world, slot);
    return GYRE_OK;
}

void gyre_force_store_remove_of(gyre_world *world, gyre_body_id body) {
    for (;;) {
        uint32_t link = 0, slot = gyre_force_lists_next(world, body, &link);
        if (slot == UINT32_MAX) return;
        remove_at(world, slot);
    }
}

void gyre_force_store_free(gyre_world *world) {
    for (uint32_t i = 0; i < world->forces.count; i++)
        gyre_force_record_free(world, &world->forces.records[i]);
    gyre_give_back(&world->def.allocator, world->forces.records);
    gyre_force_lists_free(world);
    gyre_id_pool_free(&world->forces.ids, &world->def.allocator);
    gyre_name_table_free(&world->forces.names, &world->def.allocator);
}

// ---- reading and changing ----

int gyre_force_is_valid(const gyre_world *world, gyre_force_id force) {
    uint32_t slot;
    return world && gyre_find_force_slot(world, force, &slot);
}

gyre_force_id gyre_world_next_force(const gyre_world *world, gyre_force_id force) {
    if (!world) return (gyre_force_id){0};
    uint32_t index = gyre_id_next(&world->forces.ids, gyre_force_is_none(force) ? 0 : force.index + 1);
    if (index == ID_NONE) return (gyre_force_id){0};
    return (gyre_force_id){index, gyre_id_generation(&world->forces.ids, index), world->tag};
}

gyre_result gyre_world_find_force(const gyre_world *world, const char *name, gyre_force_id *out_force) {
    if (!world || !name || !out_force) return GYRE_ERR_NULL_POINTER;
    uint32_t index;
    if (!gyre_name_table_find(&world->forces.names, name, &index)) return GYRE_ERR_NAME;
    *out_force = (gyre_force_id){index, gyre_id_generation(&world->forces.ids, index), world->tag};
    return GYRE_OK;
}

gyre_result gyre_force_get(const gyre_world *world, gyre_force_id force, gyre_force_def *out_def) {
    if (!world || !out_def) return GYRE_ERR_NULL_POINTER;
    uint32_t slot;
    if (!gyre_find_force_slot(world, force, &slot)) return GYRE_ERR_STALE_ID;
    *out_def = world->forces.records[slot].def;
    return GYRE_OK;
}

gyre_result gyre_force_set_parameters(gyre_world *world, gyre_force_id force, const gyre_force_parameters *parameters) {
    if (!parameters) return GYRE_ERR_NULL_POINTER;
    uint32_t slot;
    gyre_result r = find_to_change(world, force, &slot);
    if (r != GYRE_OK) return r;
    force_record *record = &world->forces.records[slot];
    gyre_force_def changed = record->def;
    changed.parameters = *parameters;
    r = def_check(world, &changed);
    if (r != GYRE_OK) return r;
    gyre_world_begin_edit(world);
    gyre_wake_for(world, &changed);
    record->def = changed;
    resolve(world, record);
    decide_potential(world, record);
    return GYRE_OK;
}

const char *gyre_force_name(const gyre_world *world, gyre_force_id force) {
    uint32_t slot;
    if (!world || !gyre_find_force_slot(world, force, &slot)) return NULL;
    return world->forces.records[slot].def.name ? world->forces.records[slot].def.name : "";
}
