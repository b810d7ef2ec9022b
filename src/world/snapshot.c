/// Snapshots: one description of a world serves to measure, write and read it.
#include "gyre/snapshot.h"

#include "base/archive.h"
#include "base/log.h"
#include "base/memory.h"
#include "integrators/solver.h"
#include "math/finite.h"
#include "world/body_record.h"
#include "world/body_store.h"
#include "world/callback_block.h"
#include "world/force_store.h"
#include "world/path.h"
#include "world/stream_memory.h"

#include <inttypes.h>
#include <string.h>

enum {
    SNAPSHOT_MAGIC = 0x53525947, // "GYRS"
    SNAPSHOT_VERSION = 1,
    HEADER_SIZE = 4 + 4 + 8 + 8, // magic, version, size of what follows, its checksum
};

// ---- values ----

static void put_vec3(archive *a, gyre_vec3 *v) {
    gyre_archive_double(a, &v->x);
    gyre_archive_double(a, &v->y);
    gyre_archive_double(a, &v->z);
}

static void put_quat(archive *a, gyre_quat *q) {
    gyre_archive_double(a, &q->w);
    gyre_archive_double(a, &q->x);
    gyre_archive_double(a, &q->y);
    gyre_archive_double(a, &q->z);
}

static void put_bool(archive *a, bool *value) {
    uint8_t byte = *value;
    gyre_archive_u8(a, &byte);
    if (byte > 1) a->is_bad = true;
    *value = byte == 1;
}

// Any int or enum that lies in 0..count - 1.
static int put_choice(archive *a, int value, int count) {
    uint32_t number = (uint32_t)value;
    gyre_archive_u32(a, &number);
    if (number >= (uint32_t)count) a->is_bad = true;
    return a->is_bad ? 0 : (int)number;
}

static void put_body_id(archive *a, gyre_body_id *id) {
    gyre_archive_u32(a, &id->index);
    gyre_archive_u32(a, &id->generation);
    gyre_archive_u32(a, &id->world);
}

static void put_finite(archive *a, double *value) {
    gyre_archive_double(a, value);
    if (!is_finite(*value)) a->is_bad = true;
}

// Bad, unless there was merely no memory for it.
static void note_result(archive *a, gyre_result r) {
    if (r != GYRE_OK) a->is_bad = true;
    if (r == GYRE_ERR_NO_MEMORY) a->is_out_of_memory = true;
}

// ---- settings and accounts ----

static void put_settings(archive *a, gyre_world *w) {
    gyre_world_def *def = &w->def;
    put_vec3(a, &def->gravity);
    def->method = (gyre_method)put_choice(a, (int)def->method, GYRE_METHOD_COUNT);
    put_finite(a, &def->rtol);
    put_finite(a, &def->atol);
    def->orientation_update =
        (gyre_orientation_update)put_choice(a, (int)def->orientation_update, GYRE_ORIENTATION_UPDATE_COUNT);
    def->has_ledger = put_choice(a, def->has_ledger != 0, 2);
    gyre_ode_options options = gyre_ode_options_default();
    options.rtol = def->rtol;
    options.atol = def->atol;
    if (gyre_options_check(&options) != GYRE_OK) a->is_bad = true;
    gyre_archive_u32(a, &w->tag);
    put_finite(a, &w->base_time);
    put_finite(a, &w->h);
    gyre_archive_u64(a, &w->steps_of_h);
    gyre_archive_u64(a, &w->steps);
    put_bool(a, &w->has_applied);
    put_finite(a, &w->next_step);
    if (!is_finite_vec3(def->gravity)) a->is_bad = true;
}

static void put_totals(archive *a, totals *t) {
    double *values[] = {&t->kinetic, &t->potential, &t->P.x, &t->P.y, &t->P.z, &t->L.x, &t->L.y, &t->L.z};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        gyre_archive_double(a, values[i]);
}

static void put_ledger(archive *a, ledger *l) {
    put_bool(a, &l->has_begun);
    put_bool(a, &l->is_edited);
    put_totals(a, &l->initial);
    put_totals(a, &l->before_edits);
    gyre_archive_u64(a, &l->first_step);
    double *values[] = {
        &l->first_time,        &l->applied,          &l->driven,    &l->dissipated, &l->edited,
        &l->gone_external,     &l->impulse.x,        &l->impulse.y, &l->impulse.z,  &l->angular_impulse.x,
        &l->angular_impulse.y, &l->angular_impulse.z};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        gyre_archive_double(a, values[i]);
}

// ---- bodies ----

enum { PATH_POINT_BYTES = 8 * 8, BODY_MIN_BYTES = 300, FORCE_MIN_BYTES = 40, PROFILE_POINT_BYTES = 16 };

static void put_path(archive *a, gyre_world *w, body_sheet *sheet) {
    size_t count = sheet->path_count;
    if (!gyre_archive_count(a, &count, PATH_POINT_BYTES)) count = 0;
    if (a->mode == ARCHIVE_READ && count > 0) {
        sheet->path = gyre_take_array(&w->def.allocator, count, sizeof *sheet->path);
        if (!sheet->path) a->is_bad = a->is_out_of_memory = true;
        if (!sheet->path) return;
    }
    sheet->path_count = count;
    for (size_t i = 0; i < count; i++) {
        gyre_archive_double(a, &sheet->path[i].t);
        put_vec3(a, &sheet->path[i].pose.position);
        put_quat(a, &sheet->path[i].pose.orientation);
    }
    bool is_wanted = sheet->kind == GYRE_BODY_KINEMATIC;
    if (count > 0 && (!is_wanted || gyre_path_check(sheet->path, count) != GYRE_OK)) a->is_bad = true;
}

// What the user gave; everything else follows from it, to the last bit.
static void put_sheet(archive *a, gyre_world *w, body_sheet *sheet) {
    gyre_archive_u32(a, &sheet->id_index);
    sheet->kind = (gyre_body_kind)put_choice(a, (int)sheet->kind, GYRE_BODY_KIND_COUNT);
    uint32_t locks = sheet->locks;
    gyre_archive_u32(a, &locks);
    sheet->locks = locks;
    put_bool(a, &sheet->has_pivot);
    gyre_mass_properties *p = &sheet->properties;
    put_finite(a, &p->mass);
    put_vec3(a, &p->center);
    double *moments[] = {&p->inertia.xx, &p->inertia.yy, &p->inertia.zz,
                         &p->inertia.xy, &p->inertia.xz, &p->inertia.yz};
    for (size_t i = 0; i < 6; i++)
        put_finite(a, moments[i]);
    put_vec3(a, &sheet->pivot);
    gyre_archive_double(a, &sheet->linear_damping);
    gyre_archive_double(a, &sheet->angular_damping);
    gyre_archive_u64(a, &sheet->user_data);
    gyre_archive_string(a, &sheet->name, NAME_LENGTH_MAX, &w->def.allocator);
    put_path(a, w, sheet);
}

// One number of a body. Where a world has no streams for it, or nothing that counts in them, it is 0.
static void put_number(archive *a, double *streams, size_t stride, size_t stream, uint32_t slot, bool counts) {
    double none = 0;
    put_finite(a, streams && counts ? &streams[stream * stride + slot] : &none);
}

static void put_body_numbers(archive *a, gyre_world *w, uint32_t slot) {
    for (size_t k = 0; k < MOVING_STREAMS; k++)
        put_number(a, w->moving[w->current], w->stride, k, slot, k < STREAM_M || gyre_store_carries(w, slot));
    for (size_t k = 0; k < WRENCH_STREAMS; k++)
        put_number(a, w->groups[GROUP_APPLIED], w->stride, k, slot, w->has_applied);
}

static bool is_sheet_sound(gyre_world *w, body_sheet *sheet) {
    return is_finite_vec3(sheet->properties.center) && is_finite_vec3(sheet->pivot) &&
           gyre_damping_check(w, "", sheet->linear_damping, sheet->angular_damping) == GYRE_OK &&
           gyre_record_derive(w, "", sheet) == GYRE_OK && (!sheet->name || strlen(sheet->name) > 0);
}

static void free_belongings(gyre_world *w, body_sheet *sheet) {
    gyre_give_back(&w->def.allocator, sheet->name);
    gyre_give_back(&w->def.allocator, sheet->path);
}

// One body appended to a world that is being read.
static void read_body(archive *a, gyre_world *w, uint32_t slot) {
    body_sheet sheet = {0};
    put_sheet(a, w, &sheet);
    bool is_known = gyre_id_lies_at(&w->body_ids, sheet.id_index, slot);
    if (!is_known || !is_sheet_sound(w, &sheet) ||
        (sheet.name && gyre_name_table_find(&w->body_names, sheet.name, NULL)))
        a->is_bad = true;
    if (!a->is_bad && sheet.name && !gyre_name_table_reserve(&w->body_names, &w->def.allocator, 1))
        note_result(a, GYRE_ERR_NO_MEMORY);
    if (!a->is_bad) note_result(a, gyre_store_reserve_for(w, &sheet));
    if (a->is_bad) {
        free_belongings(w, &sheet);
        return;
    }
    gyre_store_append_as(w, &sheet);
    if (sheet.name) gyre_name_table_insert(&w->body_names, sheet.name, sheet.id_index);
    put_body_numbers(a, w, slot);
    gyre_store_forget_past(w, slot);
    state Y = gyre_store_get(w, slot);
    if (!(quat_dot(Y.q, Y.q) > 0.5 && quat_dot(Y.q, Y.q) < 2)) a->is_bad = true;
}

// Room for all bodies, and in every stream that has been used here: what has been warm stays so.
static gyre_result make_room(gyre_world *w, const gyre_world *owner, size_t count) {
    gyre_result r = gyre_body_store_make_room(w, count);
    unsigned needs = gyre_streams_met(owner) & (NEED_APPLIED | NEED_WRENCH | NEED_PREDICTED);
    return r == GYRE_OK ? gyre_streams_need(w, w->has_applied ? needs | NEED_APPLIED : needs) : r;
}

static void put_bodies(archive *a, gyre_world *w, const gyre_world *owner) {
    size_t count = w->body_count;
    bool is_reading = a->mode == ARCHIVE_READ;
    if (!gyre_id_pool_archive(&w->body_ids, a, &w->def.allocator)) return;
    if (!gyre_archive_count(a, &count, BODY_MIN_BYTES)) return;
    if (is_reading && count != w->body_ids.live_count) a->is_bad = true;
    if (is_reading && !a->is_bad) note_result(a, make_room(w, owner, count));
    for (uint32_t slot = 0; slot < count && !a->is_bad; slot++) {
        if (is_reading) {
            read_body(a, w, slot);
        } else {
            body_sheet sheet = gyre_store_sheet(w, slot);
            put_sheet(a, w, &sheet);
            put_body_numbers(a, w, slot);
        }
    }
}

// ---- forces ----

// `at` is the parameter itself, in its struct.
static void put_parameter(archive *a, const gyre_force_field_row *field, void *at) {
    switch (field->type) {
    case GYRE_FIELD_number:
        gyre_archive_double(a, at);
        break;
    case GYRE_FIELD_vector:
    case GYRE_FIELD_extent:
    case GYRE_FIELD_body_direction:
    case GYRE_FIELD_framed_vector:
        put_vec3(a, at);
        break;
    case GYRE_FIELD_point:
    case GYRE_FIELD_body_point:
    case GYRE_FIELD_other_point: {
        gyre_point *point = at;
        point->kind = (gyre_point_kind)put_choice(a, (int)point->kind, GYRE_POINT_KIND_COUNT);
        put_vec3(a, &point->p);
        break;
    }
    case GYRE_FIELD_rotation:
    case GYRE_FIELD_body_rotation:
        put_quat(a, at);
        break;
    case GYRE_FIELD_choice:
    case GYRE_FIELD_flag:
        *(int *)at = put_choice(a, *(int *)at, INT32_MAX);
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
    def->kind = (gyre_force_kind)put_choice(a, (int)def->kind, GYRE_FORCE_KIND_COUNT);
    if (a->mode == ARCHIVE_READ) def->parameters = gyre_force_parameters_default(def->kind);
    size_t field_count;
    const gyre_force_field_row *fields = gyre_force_fields(def->kind, &field_count);
    for (size_t i = 0; i < field_count; i++)
        put_parameter(a, &fields[i], (char *)&def->parameters + fields[i].offset);
    put_body_id(a, &def->body);
    put_body_id(a, &def->other);
    gyre_archive_double(a, &def->from);
    gyre_archive_double(a, &def->until);
    gyre_archive_double(a, &record->work);
    gyre_archive_double(a, &record->external);
    put_bool(a, &record->counts_potential);
    char *name = (char *)def->name;
    gyre_archive_string(a, &name, NAME_LENGTH_MAX, &w->def.allocator);
    def->name = name;
    put_profile(a, w, def);
}

// The function of a callback force comes from the world that restores.
static bool borrow_callback(const gyre_world *owner, uint32_t generation, force_record *record) {
    gyre_force_id id = {record->id_index, generation, owner->tag};
    uint32_t slot, index;
    bool is_found = false;
    if (record->def.name)
        is_found = gyre_name_table_find(&owner->force_names, record->def.name, &index) &&
                   gyre_id_find(&owner->force_ids, index, gyre_id_generation(&owner->force_ids, index), &slot);
    else
        is_found = gyre_find_force_slot(owner, id, &slot);
    gyre_force_callback *p = &record->def.parameters.callback;
    const gyre_force_callback *own = NULL;
    if (is_found && owner->forces[slot].def.kind == GYRE_FORCE_callback)
        own = &owner->forces[slot].def.parameters.callback;
    // what a function promises belongs to it: one that fills no potentials must not be asked for them, nor the reverse
    if (!own || own->has_potential != p->has_potential || own->is_velocity_dependent != p->is_velocity_dependent) {
        gyre_log_line(
            &owner->def.log, GYRE_LOG_ERROR,
            "snapshot: the restoring world has no callback force '%s' with the same flags, whose function would be "
            "used",
            record->def.name ? record->def.name : "(no name)");
        return false;
    }
    p->function = own->function;
    p->user = own->user;
    return true;
}

static void read_force(archive *a, gyre_world *w, const gyre_world *owner, uint32_t slot) {
    force_record record = {.def = {.marker = FORCE_MARKER}};
    put_force(a, w, &record);
    uint32_t index = record.id_index;
    if (!gyre_id_lies_at(&w->force_ids, index, slot)) a->is_bad = true;
    if (!a->is_bad && record.def.kind == GYRE_FORCE_callback) {
        if (!borrow_callback(owner, gyre_id_generation(&w->force_ids, index), &record)) a->is_bad = true;
        if (!a->is_bad) note_result(a, gyre_callback_reserve(w));
    }
    if (!a->is_bad) note_result(a, gyre_force_store_append_as(w, &record));
    if (a->is_bad) gyre_force_record_free(w, &record);
}

static void put_forces(archive *a, gyre_world *w, const gyre_world *owner) {
    gyre_force_store_compact(w); // places of forces are written
    size_t count = w->force_count;
    bool is_reading = a->mode == ARCHIVE_READ;
    if (!gyre_id_pool_archive(&w->force_ids, a, &w->def.allocator)) return;
    if (!gyre_archive_count(a, &count, FORCE_MIN_BYTES)) return;
    if (is_reading && count != w->force_ids.live_count) a->is_bad = true;
    for (uint32_t slot = 0; slot < count && !a->is_bad; slot++) {
        if (is_reading)
            read_force(a, w, owner, slot);
        else
            put_force(a, w, &w->forces[slot]);
    }
}

// ---- the whole ----

// `owner` is the world that restores, where functions come from; the world itself when writing.
static void put_world(archive *a, gyre_world *w, const gyre_world *owner) {
    put_settings(a, w);
    put_ledger(a, &w->ledger);
    put_bodies(a, w, owner);
    if (!a->is_bad) put_forces(a, w, owner);
}

static void put_header(archive *a, uint64_t *size, uint64_t *checksum) {
    uint32_t magic = SNAPSHOT_MAGIC, version = SNAPSHOT_VERSION;
    gyre_archive_u32(a, &magic);
    gyre_archive_u32(a, &version);
    gyre_archive_u64(a, size);
    gyre_archive_u64(a, checksum);
    if (magic != SNAPSHOT_MAGIC || version != SNAPSHOT_VERSION) a->is_bad = true;
}

gyre_result gyre_world_snapshot_size(const gyre_world *world, size_t *out_size) {
    if (!out_size) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_world_check_idle(world);
    if (r != GYRE_OK) return r;
    archive a = gyre_archive_measure();
    put_world(&a, (gyre_world *)world, world); // measuring and writing change nothing
    if (a.is_bad) return GYRE_ERR_NOT_FINITE;  // a step failed in a world that is not transactional
    *out_size = HEADER_SIZE + a.at;
    return GYRE_OK;
}

gyre_result gyre_world_save(const gyre_world *world, void *bytes, size_t capacity, size_t *out_size) {
    if (!bytes || !out_size) return GYRE_ERR_NULL_POINTER;
    size_t size;
    gyre_result r = gyre_world_snapshot_size(world, &size);
    if (r != GYRE_OK) return r;
    if (size > capacity) {
        gyre_log_line(&world->def.log, GYRE_LOG_ERROR, "snapshot: needs %zu bytes, the buffer has %zu", size, capacity);
        return GYRE_ERR_LENGTH;
    }
    uint8_t *payload = (uint8_t *)bytes + HEADER_SIZE;
    uint64_t payload_size = size - HEADER_SIZE;
    archive body = gyre_archive_write(payload, size - HEADER_SIZE);
    put_world(&body, (gyre_world *)world, world);
    uint64_t checksum = gyre_archive_checksum(payload, size - HEADER_SIZE);
    archive head = gyre_archive_write(bytes, HEADER_SIZE);
    put_header(&head, &payload_size, &checksum);
    *out_size = size;
    return GYRE_OK;
}

// The new contents take the place of the old ones; scratch memory stays.
static void replace_contents(gyre_world *world, gyre_world *next) {
    if (!next->blocks.block) next->blocks = world->blocks, world->blocks = (scratch){0};
    next->ode_vectors = world->ode_vectors;
    next->ode_solver = world->ode_solver;
    next->accounts = world->accounts;
    next->tasks = world->tasks;
    next->pool = world->pool;
    gyre_give_back(&world->def.allocator, world->blocks.block);
    gyre_force_store_free(world);
    gyre_body_store_free(world);
    *world = *next;
}

static gyre_result header_check(const gyre_logger *log, const uint8_t *bytes, size_t size) {
    archive head = gyre_archive_read(bytes, size);
    uint64_t payload_size = 0, checksum = 0;
    put_header(&head, &payload_size, &checksum);
    if (head.is_bad)
        gyre_log_line(log, GYRE_LOG_ERROR, "snapshot: these %zu bytes do not begin as a snapshot of this version",
                      size);
    else if (payload_size != size - HEADER_SIZE)
        gyre_log_line(log, GYRE_LOG_ERROR, "snapshot: must have %" PRIu64 " bytes, has %zu", payload_size + HEADER_SIZE,
                      size);
    else if (gyre_archive_checksum(bytes + HEADER_SIZE, size - HEADER_SIZE) != checksum)
        gyre_log_line(log, GYRE_LOG_ERROR, "snapshot: the checksum differs: the bytes are damaged");
    else
        return GYRE_OK;
    return GYRE_ERR_SNAPSHOT;
}

gyre_result gyre_world_restore(gyre_world *world, const void *bytes, size_t size) {
    if (!bytes) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_world_check_idle(world);
    if (r == GYRE_OK) r = header_check(&world->def.log, bytes, size);
    if (r != GYRE_OK) return r;

    const uint8_t *payload = (const uint8_t *)bytes + HEADER_SIZE;

    gyre_world next = {.def = world->def, .kernel = world->kernel, .is_kernel_free = world->is_kernel_free};
    next.def.log = (gyre_logger){0}; // what is wrong with a snapshot's parts is one thing: it is damaged
    archive body = gyre_archive_read(payload, size - HEADER_SIZE);
    put_world(&body, &next, world);
    if (body.is_bad || body.at != body.size) {
        gyre_force_store_free(&next);
        gyre_body_store_free(&next);
        gyre_give_back(&next.def.allocator, next.blocks.block);
        return body.is_out_of_memory ? GYRE_ERR_NO_MEMORY : GYRE_ERR_SNAPSHOT;
    }
    next.def.log = world->def.log;
    replace_contents(world, &next);
    return GYRE_OK;
}
