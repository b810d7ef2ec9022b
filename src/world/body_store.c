#include "world/body_store.h"

#include "base/check.h"
#include "base/memory.h"
#include "math/convert.h"
#include "state/auxiliary.h"
#include "state/convert_state.h"
#include "world/body_layout.h"
#include "world/stream_memory.h"

#include <string.h>

// ---- memory ----

static gyre_result grow_records(gyre_world *world, size_t capacity) {
    body_store *bodies = &world->bodies;
    body_record *records = gyre_take_array(&world->def.allocator, gyre_slots_for(capacity), sizeof *records);
    if (!records) return GYRE_ERR_NO_MEMORY;
    memset(records, 0, gyre_slots_for(capacity) * sizeof *records);
    if (bodies->count > 0) memcpy(records, bodies->records, gyre_layout_end(world) * sizeof *records);
    gyre_give_back(&world->def.allocator, bodies->records);
    bodies->records = records;
    return GYRE_OK;
}

gyre_result gyre_body_store_make_room(gyre_world *world, size_t count) {
    size_t capacity = world->bodies.capacity;
    if (count > UINT32_MAX / 4) return GYRE_ERR_TOO_LARGE;
    if (count <= capacity) return GYRE_OK;
    size_t grown = capacity + capacity / 2; // geometric growth: each body is copied a small number of times on average
    if (grown < count) grown = count;
    grown = (grown + STREAM_PADDING - 1) / STREAM_PADDING * STREAM_PADDING;
    gyre_result r = grow_records(world, grown); // harmless if the slab cannot grow: `capacity` describes the slab
    return r == GYRE_OK ? gyre_streams_make_room(world, grown) : r;
}

gyre_result gyre_body_store_reserve(gyre_world *world, size_t count) {
    gyre_result r = gyre_body_store_make_room(world, count);
    if (r != GYRE_OK) return r;
    size_t more = count > world->bodies.count ? count - world->bodies.count : 0;
    return gyre_id_pool_reserve(&world->bodies.ids, &world->def.allocator, more) ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

static void free_record(gyre_world *world, body_record *record) {
    gyre_give_back(&world->def.allocator, record->name);
    if (record->extras) gyre_give_back(&world->def.allocator, record->extras->path);
    gyre_give_back(&world->def.allocator, record->extras);
}

void gyre_body_store_free(gyre_world *world) {
    FOR_EACH_BODY(world, slot) free_record(world, &world->bodies.records[slot]);
    gyre_give_back(&world->def.allocator, world->bodies.records);
    gyre_streams_free(world);
    gyre_id_pool_free(&world->bodies.ids, &world->def.allocator);
    gyre_name_table_free(&world->bodies.names, &world->def.allocator);
}

// ---- states ----

state gyre_store_load(const gyre_world *world, const double *moving, uint32_t slot) {
    return load_state(moving, moving + STREAM_P * world->bodies.stride, world->bodies.stride, slot);
}

void gyre_store_save(gyre_world *world, double *moving, uint32_t slot, const state *Y, vec3 m) {
    store_state(moving, world->bodies.stride, slot, Y);
    if (gyre_streams_carry(world)) store_vec3(moving + STREAM_M * world->bodies.stride, world->bodies.stride, slot, m);
}

state gyre_store_get(const gyre_world *world, uint32_t slot) {
    return gyre_store_load(world, world->bodies.moving[world->bodies.current], slot);
}

void gyre_store_set(gyre_world *world, uint32_t slot, const state *Y, vec3 m) {
    gyre_store_save(world, world->bodies.moving[0], slot, Y, m);
    if (world->bodies.moving[1]) gyre_store_save(world, world->bodies.moving[1], slot, Y, m);
}

mass_props gyre_store_props(const gyre_world *world, uint32_t slot) {
    return load_props(world->bodies.fixed, world->bodies.groups[GROUP_FEATURES], world->bodies.stride, slot);
}

placed gyre_store_placed(const gyre_world *world, const double *moving, const double *momenta, uint32_t slot) {
    mass_props m = gyre_store_props(world, slot);
    state Y = load_state(moving, momenta, world->bodies.stride, slot);
    auxiliary A = auxiliary_of(&Y, &m);
    return (placed){Y.x, Y.q, A.v, A.w, rotate(Y.q, m.center), world->bodies.records[slot].properties.mass};
}

static vec3 center_at(const gyre_world *world, uint32_t slot) {
    const double *features = world->bodies.groups[GROUP_FEATURES];
    size_t stride = world->bodies.stride;
    return features ? load_vec3(features + FEATURE_CENTER * stride, stride, slot) : (vec3){0, 0, 0};
}

placed gyre_store_placed_at_rest(const gyre_world *world, const double *moving, uint32_t slot) {
    size_t stride = world->bodies.stride;
    quat q = load_quat(moving + STREAM_Q * stride, stride, slot);
    return (placed){
        .x = load_vec3(moving + STREAM_X * stride, stride, slot),
        .q = q,
        .center = rotate(q, center_at(world, slot)),
        .mass = world->bodies.records[slot].properties.mass,
    };
}

// ---- constants ----

static bool has_extreme_moments(const gyre_mass *mass) {
    double low = smaller(mass->inertia.x, smaller(mass->inertia.y, mass->inertia.z));
    double high = larger(mass->inertia.x, larger(mass->inertia.y, mass->inertia.z));
    return high > EXTREME_RATIO * low;
}

// The constants of one body: one number per stream.
typedef struct constants {
    double fixed[FIXED_STREAMS], features[FEATURE_STREAMS];
} constants;

// Adds the features of one body to the counts of its partition, or removes them. Sweeps skip static bodies, so their
// features are not counted.
static void count_features(gyre_world *world, partition p, const double *features, int sign) {
    if (p == PARTITION_STATIC) return;
    bool is_locked = features[FEATURE_IS_LOCKED] != 0, has_center = false;
    for (int k = 0; k < 3; k++) {
        is_locked = is_locked || features[FEATURE_FREE_X + k] == 0;
        has_center = has_center || features[FEATURE_CENTER + k] != 0;
    }
    feature_counts *counts = &world->bodies.features[p];
    uint32_t one = (uint32_t)sign;
    if (is_locked) counts->locked += one;
    if (features[FEATURE_RESPONDS] == 0) counts->driven += one;
    if (features[FEATURE_LINEAR_DAMPING] != 0 || features[FEATURE_ANGULAR_DAMPING] != 0) counts->damped += one;
    if (has_center) counts->pivot += one;
    if (features[FEATURE_CARRIES] != 0) counts->carried += one;
}

static void free_axes(unsigned locks, bool is_static, bool has_pivot, double *free_x, double *free_r) {
    for (unsigned k = 0; k < 3; k++) {
        free_x[k] = is_static || has_pivot || (locks & ((unsigned)GYRE_LOCK_X << k)) ? 0 : 1;
        free_r[k] = is_static || (locks & ((unsigned)GYRE_LOCK_ROTATION_X << k)) ? 0 : 1;
    }
}

// Computes the constants of a body. Forces do not change static and kinematic bodies: they have unit mass, so that
// their momenta are their velocities.
static constants constants_of(const body_spec *spec) {
    constants c;
    memcpy(c.fixed, gyre_fixed_at_rest(), sizeof c.fixed);
    memcpy(c.features, gyre_free_features(), sizeof c.features);
    bool is_dynamic = spec->kind == GYRE_BODY_DYNAMIC, is_static = spec->kind == GYRE_BODY_STATIC;
    double *f = c.features;
    f[FEATURE_RESPONDS] = is_dynamic ? 1 : 0;
    if (is_dynamic) {
        const double moments[3] = {spec->mass.inertia.x, spec->mass.inertia.y, spec->mass.inertia.z};
        c.fixed[STREAM_MASS] = spec->mass.mass;
        c.fixed[STREAM_INV_MASS] = 1 / spec->mass.mass;
        for (int k = 0; k < 3; k++) {
            c.fixed[STREAM_INERTIA + k] = moments[k];
            c.fixed[STREAM_INV_INERTIA + k] = moments[k] > 0 ? 1 / moments[k] : 0;
        }
        f[FEATURE_LINEAR_DAMPING] = spec->linear_damping;
        f[FEATURE_ANGULAR_DAMPING] = spec->angular_damping;
        f[FEATURE_CENTER] = spec->center.x;
        f[FEATURE_CENTER + 1] = spec->center.y;
        f[FEATURE_CENTER + 2] = spec->center.z;
        f[FEATURE_CARRIES] = has_extreme_moments(&spec->mass) ? 1 : 0;
    }
    unsigned locks = is_dynamic ? spec->locks : 0;
    free_axes(locks, is_static, is_dynamic && spec->has_pivot, &f[FEATURE_FREE_X], &f[FEATURE_FREE_R]);
    f[FEATURE_IS_LOCKED] = f[FEATURE_FREE_R] + f[FEATURE_FREE_R + 1] + f[FEATURE_FREE_R + 2] < 3 ? 1 : 0;
    return c;
}

// Without feature streams all bodies are free.
static void read_features(const gyre_world *world, uint32_t slot, double features[FEATURE_STREAMS]) {
    const double *streams = world->bodies.groups[GROUP_FEATURES];
    for (size_t k = 0; k < FEATURE_STREAMS; k++)
        features[k] = streams ? streams[k * world->bodies.stride + slot] : gyre_free_features()[k];
}

static bool are_free(const constants *c) {
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): compares bits, not numbers
    return memcmp(c->features, gyre_free_features(), sizeof c->features) == 0;
}

partition gyre_store_partition(const body_spec *spec) {
    if (spec->kind == GYRE_BODY_STATIC) return PARTITION_STATIC;
    if (spec->kind == GYRE_BODY_KINEMATIC) return PARTITION_KINEMATIC;
    if (spec->is_asleep) return PARTITION_ASLEEP;
    return spec->locks || spec->has_pivot ? PARTITION_CONSTRAINED : PARTITION_FREE;
}

static void write_constants(gyre_world *world, uint32_t slot, partition p, const constants *c) {
    const body_store *bodies = &world->bodies;
    double *features = bodies->groups[GROUP_FEATURES];
    for (size_t k = 0; k < FIXED_STREAMS; k++)
        bodies->fixed[k * bodies->stride + slot] = c->fixed[k];
    for (size_t k = 0; features && k < FEATURE_STREAMS; k++)
        features[k * bodies->stride + slot] = c->features[k];
    GYRE_ASSERT(features || p == PARTITION_STATIC || are_free(c)); // memory was reserved
    count_features(world, p, c->features, 1);
}

static void uncount_features(gyre_world *world, uint32_t slot) {
    double features[FEATURE_STREAMS];
    read_features(world, slot, features);
    count_features(world, gyre_partition_of(world, slot), features, -1);
}

// ---- records ----

static body_extras extras_of(const body_spec *spec) {
    return (body_extras){spec->pivot, spec->linear_damping, spec->angular_damping, spec->path, spec->path_count};
}

_Static_assert(sizeof(body_extras) == 5 * sizeof(double) + sizeof(void *) + sizeof(size_t), "no padding to compare");

// True unless all optional properties are zero, bit for bit.
static bool needs_extras(const body_spec *spec) {
    static const body_extras none = {0};
    body_extras extras = extras_of(spec);
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): -0 differs from 0, and there is no padding
    return memcmp(&extras, &none, sizeof none) != 0;
}

gyre_result gyre_store_reserve_for(gyre_world *world, body_spec *spec) {
    constants c = constants_of(spec);
    unsigned needs = are_free(&c) || spec->kind == GYRE_BODY_STATIC ? 0 : NEED_FEATURES;
    if (c.features[FEATURE_CARRIES] != 0) needs |= NEED_CARRIED;
    gyre_result r = gyre_streams_need(world, needs);
    if (r != GYRE_OK || spec->extras || !needs_extras(spec)) return r;
    spec->extras = gyre_take_array(&world->def.allocator, 1, sizeof *spec->extras);
    return spec->extras ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

static void write_record(gyre_world *world, uint32_t slot, const body_spec *spec) {
    bool has_extras = needs_extras(spec);
    if (has_extras)
        *spec->extras = extras_of(spec);
    else
        gyre_give_back(&world->def.allocator, spec->extras);
    world->bodies.records[slot] = (body_record){
        .id_index = spec->id_index,
        .kind = (uint8_t)spec->kind,
        .locks = (uint8_t)spec->locks,
        .has_pivot = spec->has_pivot,
        .has_mass = spec->has_mass,
        .is_asleep = spec->is_asleep,
        .properties = spec->properties,
        .axes = spec->axes,
        .user_data = spec->user_data,
        .name = spec->name,
        .extras = has_extras ? spec->extras : NULL,
    };
}

body_spec gyre_store_spec(const gyre_world *world, uint32_t slot) {
    const body_record *record = &world->bodies.records[slot];
    const body_extras *extras = gyre_extras_of(record);
    mass_props m = gyre_store_props(world, slot);
    return (body_spec){
        .id_index = record->id_index,
        .kind = (gyre_body_kind)record->kind,
        .locks = record->locks,
        .has_pivot = record->has_pivot,
        .has_mass = record->has_mass,
        .is_asleep = record->is_asleep,
        .properties = record->properties,
        .pivot = extras->pivot,
        .mass = {m.mass, vec3_out(m.inertia)},
        .reference = gyre_record_reference(record),
        .axes = record->axes,
        .center = vec3_out(m.center),
        .linear_damping = extras->linear_damping,
        .angular_damping = extras->angular_damping,
        .user_data = record->user_data,
        .name = record->name,
        .path = extras->path,
        .path_count = extras->path_count,
        .extras = record->extras,
    };
}

// Moves a body to the end of another partition. The other bodies of both partitions may move, too.
static uint32_t move_to(gyre_world *world, uint32_t slot, partition p) {
    id_pool *ids = &world->bodies.ids;
    uint32_t id_index = world->bodies.records[slot].id_index, to = gyre_layout_open_slot(world, p);
    uint32_t from = gyre_id_position(ids, id_index);
    world->bodies.records[to] = world->bodies.records[from];
    gyre_streams_move(world, from, to);
    gyre_id_move(ids, id_index, to);
    world->bodies.has_applied_at_rest = world->bodies.has_applied;
    gyre_layout_close_slot(world, from);
    return gyre_id_position(ids, id_index);
}

uint32_t gyre_store_change(gyre_world *world, uint32_t slot, const body_spec *spec) {
    constants c = constants_of(spec);
    partition p = gyre_store_partition(spec);
    uncount_features(world, slot);
    if (p != gyre_partition_of(world, slot)) slot = move_to(world, slot, p);
    write_constants(world, slot, p, &c);
    write_record(world, slot, spec);
    return slot;
}

bool gyre_store_carries(const gyre_world *world, uint32_t slot) {
    const double *features = world->bodies.groups[GROUP_FEATURES];
    return features && features[FEATURE_CARRIES * world->bodies.stride + slot] != 0;
}

// ---- adding and removing ----

void gyre_store_place(gyre_world *world, uint32_t slot, const body_spec *spec) {
    constants c = constants_of(spec);
    world->bodies.count++;
    if (spec->path_count > 0) world->bodies.path_count++;
    write_constants(world, slot, gyre_store_partition(spec), &c);
    write_record(world, slot, spec);
}

uint32_t gyre_store_append(gyre_world *world, const body_spec *spec) {
    GYRE_ASSERT(world->bodies.count < world->bodies.capacity);
    uint32_t slot = gyre_layout_open_slot(world, gyre_store_partition(spec));
    gyre_store_place(world, slot, spec);
    return slot;
}

uint32_t gyre_store_add(gyre_world *world, const body_spec *spec, const state *Y, vec3 m) {
    uint32_t slot = gyre_store_append(world, spec);
    world->bodies.records[slot].id_index = gyre_id_take(&world->bodies.ids, slot);
    gyre_store_set(world, slot, Y, m);
    return slot;
}

void gyre_store_forget_past(gyre_world *world, uint32_t slot) {
    for (size_t k = 0; k < world->bodies.moving_streams && world->def.is_transactional; k++)
        world->bodies.moving[1 - world->bodies.current][k * world->bodies.stride + slot] =
            world->bodies.moving[world->bodies.current][k * world->bodies.stride + slot];
}

void gyre_store_remove(gyre_world *world, uint32_t slot) {
    body_store *bodies = &world->bodies;
    uncount_features(world, slot);
    if (gyre_extras_of(&bodies->records[slot])->path_count > 0) bodies->path_count--;
    gyre_id_give(&bodies->ids, bodies->records[slot].id_index);
    free_record(world, &bodies->records[slot]);
    bodies->count--;
    gyre_layout_close_slot(world, slot);
    if (bodies->count == 0) bodies->has_applied = bodies->has_applied_at_rest = false;
}

// ---- wrenches applied for one step ----

wrench gyre_store_applied(const gyre_world *world, uint32_t slot) {
    const double *streams = world->bodies.groups[GROUP_APPLIED];
    return streams ? load_wrench(streams, world->bodies.stride, slot) : (wrench){0};
}

gyre_result gyre_store_reserve_applied(gyre_world *world) { return gyre_streams_need(world, NEED_APPLIED); }

void gyre_store_set_applied(gyre_world *world, uint32_t slot, wrench W) {
    store_wrench(world->bodies.groups[GROUP_APPLIED], world->bodies.stride, slot, W);
    world->bodies.has_applied = true;
    if (slot >= gyre_awake_end(world)) world->bodies.has_applied_at_rest = true;
}

void gyre_store_clear_applied(gyre_world *world) {
    body_store *bodies = &world->bodies;
    double *streams = bodies->groups[GROUP_APPLIED];
    bool has_any = bodies->has_applied && streams;
    uint32_t end = bodies->has_applied_at_rest ? gyre_layout_end(world) : gyre_awake_end(world);
    bodies->has_applied = bodies->has_applied_at_rest = false;
    for (size_t k = 0; has_any && k < WRENCH_STREAMS; k++)
        memset(streams + k * bodies->stride, 0, end * sizeof *streams);
}
