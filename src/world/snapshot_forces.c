/// The forces of a world in a snapshot.
#include "base/log.h"
#include "base/memory.h"
#include "world/callback_block.h"
#include "world/force_store.h"
#include "world/snapshot_parts.h"

enum { FORCE_MIN_BYTES = 40, PROFILE_POINT_BYTES = 16 };

// Measures, writes or reads one parameter; `at` is its address in its struct.
static void put_parameter(archive *a, const gyre_force_field_row *field, void *at) {
    switch (field->type) {
    case GYRE_FIELD_number:
        gyre_archive_double(a, at);
        break;
    case GYRE_FIELD_vector:
    case GYRE_FIELD_extent:
    case GYRE_FIELD_body_direction:
    case GYRE_FIELD_framed_vector:
        gyre_put_vec3(a, at);
        break;
    case GYRE_FIELD_point:
    case GYRE_FIELD_body_point:
    case GYRE_FIELD_other_point: {
        gyre_point *point = at;
        point->kind = (gyre_point_kind)gyre_put_choice(a, (int)point->kind, GYRE_POINT_KIND_COUNT);
        gyre_put_vec3(a, &point->p);
        break;
    }
    case GYRE_FIELD_rotation:
    case GYRE_FIELD_body_rotation:
        gyre_put_quat(a, at);
        break;
    case GYRE_FIELD_choice:
    case GYRE_FIELD_flag:
        *(int *)at = gyre_put_choice(a, *(int *)at, INT32_MAX);
        break;
    default: // functions and pointers of the program are not stored
        break;
    }
}

static void put_profile(archive *a, gyre_world *w, gyre_force_def *def) {
    size_t count = def->profile_count;
    if (!gyre_archive_count(a, &count, PROFILE_POINT_BYTES)) count = 0;
    gyre_profile_point *points = (gyre_profile_point *)def->profile;
    if (a->mode == ARCHIVE_READ && count > 0) {
        points = gyre_take_array(&w->def.allocator, count, sizeof *points);
        if (!points) a->is_bad = a->is_out_of_memory = true;
        if (!points) return;
    }
    def->profile = points;
    def->profile_count = count;
    for (size_t i = 0; i < count; i++) {
        gyre_archive_double(a, &points[i].t);
        gyre_archive_double(a, &points[i].factor);
    }
}

static void put_force(archive *a, gyre_world *w, force_record *record) {
    gyre_force_def *def = &record->def;
    gyre_archive_u32(a, &record->id_index);
    def->kind = (gyre_force_kind)gyre_put_choice(a, (int)def->kind, GYRE_FORCE_KIND_COUNT);
    if (a->mode == ARCHIVE_READ) def->parameters = gyre_force_parameters_default(def->kind);
    size_t field_count;
    const gyre_force_field_row *fields = gyre_force_fields(def->kind, &field_count);
    for (size_t i = 0; i < field_count; i++)
        put_parameter(a, &fields[i], (char *)&def->parameters + fields[i].offset);
    gyre_put_body_id(a, &def->body);
    gyre_put_body_id(a, &def->other);
    gyre_archive_double(a, &def->from);
    gyre_archive_double(a, &def->until);
    gyre_archive_double(a, &record->work);
    gyre_archive_double(a, &record->external);
    gyre_put_bool(a, &record->counts_potential);
    char *name = (char *)def->name;
    gyre_archive_string(a, &name, NAME_LENGTH_MAX, &w->def.allocator);
    def->name = name;
    put_profile(a, w, def);
}

// Copies the function of a callback force from the restoring world.
static bool borrow_callback(const gyre_world *owner, uint32_t generation, force_record *record) {
    gyre_force_id id = {record->id_index, generation, owner->tag};
    uint32_t slot, index;
    bool is_found = false;
    if (record->def.name)
        is_found = gyre_name_table_find(&owner->forces.names, record->def.name, &index) &&
                   gyre_id_find(&owner->forces.ids, index, gyre_id_generation(&owner->forces.ids, index), &slot);
    else
        is_found = gyre_find_force_slot(owner, id, &slot);
    gyre_force_callback *p = &record->def.parameters.callback;
    const gyre_force_callback *own = NULL;
    if (is_found && owner->forces.records[slot].def.kind == GYRE_FORCE_callback)
        own = &owner->forces.records[slot].def.parameters.callback;
    // the flags describe the function (for example, if it computes potentials), so they must be equal
    if (!own || own->has_potential != p->has_potential || own->is_velocity_dependent != p->is_velocity_dependent) {
        gyre_log_line(&owner->def.log, GYRE_LOG_ERROR,
                      "snapshot: the restoring world must have a callback force '%s' with the same flags, to provide "
                      "its function",
                      record->def.name ? record->def.name : "(no name)");
        return false;
    }
    p->function = own->function;
    p->user = own->user;
    return true;
}

static void read_force(const snapshot *s, uint32_t slot) {
    archive *a = s->a;
    gyre_world *w = s->world;
    force_record record = {.def = {.marker = FORCE_MARKER}};
    put_force(a, w, &record);
    uint32_t index = record.id_index;
    if (!gyre_id_lies_at(&w->forces.ids, index, slot)) a->is_bad = true;
    if (!a->is_bad && record.def.kind == GYRE_FORCE_callback) {
        if (!borrow_callback(s->owner, gyre_id_generation(&w->forces.ids, index), &record)) a->is_bad = true;
        if (!a->is_bad) gyre_note_result(a, gyre_callback_reserve(w));
    }
    if (!a->is_bad) gyre_note_result(a, gyre_force_store_append_as(w, &record));
    if (a->is_bad) gyre_force_record_free(w, &record);
}

void gyre_snapshot_forces(const snapshot *s) {
    archive *a = s->a;
    gyre_world *w = s->world;
    gyre_force_store_compact(w); // because the snapshot contains slots of forces
    size_t count = w->forces.count;
    bool is_reading = a->mode == ARCHIVE_READ;
    if (!gyre_id_pool_archive(&w->forces.ids, a, &w->def.allocator)) return;
    if (!gyre_archive_count(a, &count, FORCE_MIN_BYTES)) return;
    if (is_reading && count != w->forces.ids.live_count) a->is_bad = true;
    for (uint32_t slot = 0; slot < count && !a->is_bad; slot++) {
        if (is_reading)
            read_force(s, slot);
        else
            put_force(a, w, &w->forces.records[slot]);
    }
}
