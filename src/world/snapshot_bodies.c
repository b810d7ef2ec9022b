/// The bodies of a world in a snapshot, in the order of their slots.
#include "base/memory.h"
#include "math/finite.h"
#include "world/body_layout.h"
#include "world/body_spec.h"
#include "world/body_store.h"
#include "world/path.h"
#include "world/snapshot_parts.h"
#include "world/stream_memory.h"

#include <string.h>

enum { PATH_POINT_BYTES = 8 * 8, BODY_MIN_BYTES = 300 };

static void put_path(archive *a, gyre_world *w, body_spec *spec) {
    size_t count = spec->path_count;
    if (!gyre_archive_count(a, &count, PATH_POINT_BYTES)) count = 0;
    if (a->mode == ARCHIVE_READ && count > 0) {
        spec->path = gyre_take_array(&w->def.allocator, count, sizeof *spec->path);
        if (!spec->path) a->is_bad = a->is_out_of_memory = true;
        if (!spec->path) return;
    }
    spec->path_count = count;
    for (size_t i = 0; i < count; i++) {
        gyre_archive_double(a, &spec->path[i].t);
        gyre_put_vec3(a, &spec->path[i].pose.position);
        gyre_put_quat(a, &spec->path[i].pose.orientation);
    }
    bool is_wanted = spec->kind == GYRE_BODY_KINEMATIC;
    if (count > 0 && (!is_wanted || gyre_path_check(spec->path, count) != GYRE_OK)) a->is_bad = true;
}

// Measures, writes or reads the settings of a body. All other constants are derived from the settings, bit for bit.
static void put_spec(const snapshot *s, body_spec *spec) {
    archive *a = s->a;
    gyre_world *w = s->world;
    gyre_archive_u32(a, &spec->id_index);
    spec->kind = (gyre_body_kind)gyre_put_choice(a, (int)spec->kind, GYRE_BODY_KIND_COUNT);
    uint32_t locks = spec->locks;
    gyre_archive_u32(a, &locks);
    spec->locks = locks;
    gyre_put_bool(a, &spec->has_pivot);
    gyre_mass_properties *p = &spec->properties;
    gyre_put_finite(a, &p->mass);
    gyre_put_vec3(a, &p->center);
    double *moments[] = {&p->inertia.xx, &p->inertia.yy, &p->inertia.zz,
                         &p->inertia.xy, &p->inertia.xz, &p->inertia.yz};
    for (size_t i = 0; i < 6; i++)
        gyre_put_finite(a, moments[i]);
    gyre_put_vec3(a, &spec->pivot);
    gyre_archive_double(a, &spec->linear_damping);
    gyre_archive_double(a, &spec->angular_damping);
    if (s->version >= SNAPSHOT_SECTIONED) gyre_put_bool(a, &spec->is_asleep);
    gyre_archive_u64(a, &spec->user_data);
    gyre_archive_string(a, &spec->name, NAME_LENGTH_MAX, &w->def.allocator);
    put_path(a, w, spec);
}

// Measures, writes or reads one number of a body: 0 if the world has no stream for it or does not use the stream.
static void put_number(archive *a, double *streams, size_t stride, size_t stream, uint32_t slot, bool counts) {
    double none = 0;
    gyre_put_finite(a, streams && counts ? &streams[stream * stride + slot] : &none);
}

static void put_body_numbers(archive *a, gyre_world *w, uint32_t slot) {
    for (size_t k = 0; k < MOVING_STREAMS; k++)
        put_number(a, w->bodies.moving[w->bodies.current], w->bodies.stride, k, slot,
                   k < STREAM_M || gyre_store_carries(w, slot));
    for (size_t k = 0; k < WRENCH_STREAMS; k++)
        put_number(a, w->bodies.groups[GROUP_APPLIED], w->bodies.stride, k, slot, w->bodies.has_applied);
}

static bool is_spec_valid(gyre_world *w, body_spec *spec) {
    return is_finite_vec3(spec->properties.center) && is_finite_vec3(spec->pivot) &&
           gyre_damping_check(w, "", spec->linear_damping, spec->angular_damping) == GYRE_OK &&
           gyre_record_derive(w, "", spec) == GYRE_OK && (!spec->name || strlen(spec->name) > 0) &&
           (!spec->is_asleep || spec->kind == GYRE_BODY_DYNAMIC);
}

static void free_copies(gyre_world *w, body_spec *spec) {
    gyre_give_back(&w->def.allocator, spec->name);
    gyre_give_back(&w->def.allocator, spec->path);
}

// ---- slots ----

static void put_layout(archive *a, gyre_world *w) {
    for (int p = 0; p < PARTITION_COUNT; p++) {
        gyre_archive_u32(a, &w->bodies.ranges[p].begin);
        gyre_archive_u32(a, &w->bodies.ranges[p].end);
    }
}

// Reserves memory for all bodies, in every stream that this world has used, so that later steps do not allocate.
static gyre_result make_room(gyre_world *w, const gyre_world *owner, size_t count) {
    gyre_result r = gyre_body_store_make_room(w, count);
    unsigned needs = gyre_streams_met(owner) & (NEED_APPLIED | NEED_WRENCH | NEED_PREDICTED);
    return r == GYRE_OK ? gyre_streams_need(w, w->bodies.has_applied ? needs | NEED_APPLIED : needs) : r;
}

// ---- bodies ----

static gyre_result reserve_for(gyre_world *w, body_spec *spec) {
    if (spec->name && !gyre_name_table_reserve(&w->bodies.names, &w->def.allocator, 1)) return GYRE_ERR_NO_MEMORY;
    return gyre_store_reserve_for(w, spec);
}

static bool is_state_valid(const gyre_world *w, uint32_t slot) {
    state Y = gyre_store_get(w, slot);
    bool is_at_rest = is_zero(Y.P) && is_zero(Y.L);
    double square = quat_dot(Y.q, Y.q);
    return square > 0.5 && square < 2 && (is_at_rest || !w->bodies.records[slot].is_asleep);
}

// Reads one body; `number` is its index in the snapshot. Version 1 has no partitions: each body gets the next slot of
// its partition. Later versions contain the slot.
static void read_body(const snapshot *s, uint32_t number, uint32_t slot) {
    archive *a = s->a;
    gyre_world *w = s->world;
    body_spec spec = {0};
    put_spec(s, &spec);
    bool is_sectioned = s->version >= SNAPSHOT_SECTIONED;
    if (!gyre_id_lies_at(&w->bodies.ids, spec.id_index, is_sectioned ? slot : number) || !is_spec_valid(w, &spec) ||
        (spec.name && gyre_name_table_find(&w->bodies.names, spec.name, NULL)))
        a->is_bad = true;
    if (!a->is_bad && is_sectioned && gyre_store_partition(&spec) != gyre_partition_of(w, slot)) a->is_bad = true;
    if (!a->is_bad) gyre_note_result(a, reserve_for(w, &spec));
    if (a->is_bad) {
        free_copies(w, &spec);
        return;
    }
    if (is_sectioned)
        gyre_store_place(w, slot, &spec);
    else
        slot = gyre_store_append(w, &spec);
    gyre_id_move(&w->bodies.ids, spec.id_index, slot);
    if (spec.name) gyre_name_table_insert(&w->bodies.names, spec.name, spec.id_index);
    put_body_numbers(a, w, slot);
    gyre_store_forget_past(w, slot);
    if (!is_state_valid(w, slot)) a->is_bad = true;
}

static void read_bodies(const snapshot *s, size_t count) {
    gyre_world *w = s->world;
    if (count != w->bodies.ids.live_count) s->a->is_bad = true;
    if (s->version >= SNAPSHOT_SECTIONED) {
        slot_range ranges[PARTITION_COUNT];
        put_layout(s->a, w);
        memcpy(ranges, w->bodies.ranges, sizeof ranges);
        memset(w->bodies.ranges, 0, sizeof ranges); // no bodies yet
        if (!s->a->is_bad && !gyre_is_layout_valid(ranges, count)) s->a->is_bad = true;
        if (!s->a->is_bad) gyre_note_result(s->a, make_room(w, s->owner, count));
        if (s->a->is_bad) return;
        memcpy(w->bodies.ranges, ranges, sizeof ranges);
        uint32_t number = 0;
        FOR_EACH_BODY(w, slot) if (!s->a->is_bad) read_body(s, number++, slot);
        return;
    }
    if (!s->a->is_bad) gyre_note_result(s->a, make_room(w, s->owner, count));
    for (uint32_t number = 0; number < count && !s->a->is_bad; number++)
        read_body(s, number, number);
}

void gyre_snapshot_bodies(const snapshot *s) {
    archive *a = s->a;
    gyre_world *w = s->world;
    size_t count = w->bodies.count;
    if (!gyre_id_pool_archive(&w->bodies.ids, a, &w->def.allocator)) return;
    if (!gyre_archive_count(a, &count, BODY_MIN_BYTES)) return;
    if (a->mode == ARCHIVE_READ) {
        read_bodies(s, count);
        return;
    }
    put_layout(a, w);
    FOR_EACH_BODY(w, slot) {
        body_spec spec = gyre_store_spec(w, slot);
        put_spec(s, &spec);
        put_body_numbers(a, w, slot);
    }
}
