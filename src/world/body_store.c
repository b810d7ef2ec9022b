/// One slab of streams for what a step touches, an array of records for the rest.
#include "world/body_store.h"

#include "base/check.h"
#include "base/memory.h"
#include "state/auxiliary.h"
#include "state/convert_state.h"

#include <string.h>

// ---- memory ----

static size_t stride_for(size_t capacity) {
    // an odd number of cache lines away from a multiple of 4096 bytes (512 doubles): streams do not share cache sets
    return (capacity + 511) / 512 * 512 + 8 * 5;
}

static size_t buffer_count(const gyre_world *world) { return world->def.is_transactional ? 2 : 1; }

static const double *moving_streams_at_rest(void) {
    static const double rest[MOVING_STREAMS] = {[STREAM_Q] = 1};
    return rest;
}

static const double *fixed_streams_at_rest(void) {
    static const double rest[FIXED_STREAMS] = {
        [STREAM_INV_MASS] = 1,    [STREAM_INERTIA] = 1,         [STREAM_INERTIA + 1] = 1, [STREAM_INERTIA + 2] = 1,
        [STREAM_INV_INERTIA] = 1, [STREAM_INV_INERTIA + 1] = 1, [STREAM_FREE_X] = 1,      [STREAM_INV_INERTIA + 2] = 1,
        [STREAM_FREE_X + 1] = 1,  [STREAM_FREE_X + 2] = 1,      [STREAM_FREE_R] = 1,      [STREAM_FREE_R + 1] = 1,
        [STREAM_FREE_R + 2] = 1,
    };
    return rest;
}

static void fill_slots(double *streams, size_t stride, size_t stream_count, const double *values, size_t begin,
                       size_t end) {
    for (size_t k = 0; k < stream_count; k++)
        for (size_t i = begin; i < end; i++)
            streams[k * stride + i] = values[k];
}

// Padding: unit bodies at rest, without weight, so that whole lanes can be computed without asking.
static void put_to_rest(gyre_world *world, size_t begin, size_t end) {
    for (size_t b = 0; b < buffer_count(world); b++)
        fill_slots(world->moving[b], world->stride, MOVING_STREAMS, moving_streams_at_rest(), begin, end);
    fill_slots(world->fixed, world->stride, FIXED_STREAMS, fixed_streams_at_rest(), begin, end);
}

static void copy_streams(double *to, size_t to_stride, const double *from, size_t from_stride, size_t stream_count,
                         size_t count) {
    for (size_t k = 0; k < stream_count && count > 0; k++)
        memcpy(to + k * to_stride, from + k * from_stride, count * sizeof *to);
}

static gyre_result grow_slab(gyre_world *world, size_t capacity) {
    size_t stride = stride_for(capacity), streams = buffer_count(world) * MOVING_STREAMS + FIXED_STREAMS, total;
    if (!size_multiply(stride, streams, &total)) return GYRE_ERR_TOO_LARGE;
    double *slab = gyre_take_array(&world->def.allocator, total, sizeof *slab);
    if (!slab) return GYRE_ERR_NO_MEMORY;
    gyre_world old = *world;
    world->slab = slab;
    world->stride = stride;
    world->capacity = capacity;
    for (size_t b = 0; b < buffer_count(world); b++)
        world->moving[b] = slab + b * MOVING_STREAMS * stride;
    world->fixed = slab + buffer_count(world) * MOVING_STREAMS * stride;
    put_to_rest(world, 0, stride);
    for (size_t b = 0; b < buffer_count(world); b++)
        copy_streams(world->moving[b], stride, old.moving[b], old.stride, MOVING_STREAMS, world->body_count);
    copy_streams(world->fixed, stride, old.fixed, old.stride, FIXED_STREAMS, world->body_count);
    gyre_give_back(&world->def.allocator, old.slab);
    return GYRE_OK;
}

static gyre_result grow_records(gyre_world *world, size_t capacity) {
    body_record *records = gyre_take_array(&world->def.allocator, capacity, sizeof *records);
    if (!records) return GYRE_ERR_NO_MEMORY;
    if (world->body_count > 0) memcpy(records, world->bodies, world->body_count * sizeof *records);
    gyre_give_back(&world->def.allocator, world->bodies);
    world->bodies = records;
    return GYRE_OK;
}

gyre_result gyre_body_store_make_room(gyre_world *world, size_t count) {
    if (count > UINT32_MAX / 4) return GYRE_ERR_TOO_LARGE;
    if (count <= world->capacity) return GYRE_OK;
    size_t capacity = count > 2 * world->capacity ? count : 2 * world->capacity;
    capacity = (capacity + STREAM_PADDING - 1) / STREAM_PADDING * STREAM_PADDING;
    gyre_result r = grow_records(world, capacity); // harmless if the slab then fails: capacity is the slab's
    return r == GYRE_OK ? grow_slab(world, capacity) : r;
}

gyre_result gyre_body_store_reserve(gyre_world *world, size_t count) {
    gyre_result r = gyre_body_store_make_room(world, count);
    if (r != GYRE_OK) return r;
    size_t more = count > world->body_count ? count - world->body_count : 0;
    return gyre_id_pool_reserve(&world->body_ids, &world->def.allocator, more) ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

static void free_record(gyre_world *world, body_record *record) {
    gyre_give_back(&world->def.allocator, record->name);
    gyre_give_back(&world->def.allocator, record->path);
}

void gyre_body_store_free(gyre_world *world) {
    for (uint32_t i = 0; i < world->body_count; i++)
        free_record(world, &world->bodies[i]);
    gyre_give_back(&world->def.allocator, world->bodies);
    gyre_give_back(&world->def.allocator, world->slab);
    gyre_id_pool_free(&world->body_ids, &world->def.allocator);
    gyre_name_table_free(&world->body_names, &world->def.allocator);
}

// ---- states ----

state gyre_store_load(const gyre_world *world, const double *moving, uint32_t slot) {
    return load_state(moving, moving + STREAM_P * world->stride, world->stride, slot);
}

void gyre_store_save(gyre_world *world, double *moving, uint32_t slot, const state *Y, vec3 m) {
    store_state(moving, world->stride, slot, Y);
    store_vec3(moving + STREAM_M * world->stride, world->stride, slot, m);
}

state gyre_store_get(const gyre_world *world, uint32_t slot) {
    return gyre_store_load(world, world->moving[world->current], slot);
}

void gyre_store_set(gyre_world *world, uint32_t slot, const state *Y, vec3 m) {
    for (size_t b = 0; b < buffer_count(world); b++)
        gyre_store_save(world, world->moving[b], slot, Y, m);
}

mass_props gyre_store_props(const gyre_world *world, uint32_t slot) {
    return load_props(world->fixed, world->stride, slot);
}

placed gyre_store_placed(const gyre_world *world, const double *moving, const double *momenta, uint32_t slot) {
    mass_props m = gyre_store_props(world, slot);
    state Y = load_state(moving, momenta, world->stride, slot);
    auxiliary A = auxiliary_of(&Y, &m);
    return (placed){Y.x, Y.q, A.v, A.w, rotate(Y.q, m.center), world->bodies[slot].properties.mass};
}

placed gyre_store_placed_at_rest(const gyre_world *world, const double *moving, uint32_t slot) {
    size_t stride = world->stride;
    quat q = load_quat(moving + STREAM_Q * stride, stride, slot);
    vec3 center = load_vec3(world->fixed + STREAM_CENTER * stride, stride, slot);
    return (placed){
        .x = load_vec3(moving + STREAM_X * stride, stride, slot),
        .q = q,
        .center = rotate(q, center),
        .mass = world->bodies[slot].properties.mass,
    };
}

// ---- constants ----

static bool has_extreme_moments(const gyre_mass *mass) {
    double low = smaller(mass->inertia.x, smaller(mass->inertia.y, mass->inertia.z));
    double high = larger(mass->inertia.x, larger(mass->inertia.y, mass->inertia.z));
    return high > EXTREME_RATIO * low;
}

static void count_features(gyre_world *world, const double *values, int sign) {
    bool is_dynamic = values[STREAM_RESPONDS] != 0;
    bool is_locked = values[STREAM_IS_LOCKED] != 0;
    for (int k = 0; k < 3; k++)
        is_locked = is_locked || values[STREAM_FREE_X + k] == 0;
    bool has_center = false;
    for (int k = 0; k < 3; k++)
        has_center = has_center || values[STREAM_CENTER + k] != 0;
    bool is_damped = values[STREAM_LINEAR_DAMPING] != 0 || values[STREAM_ANGULAR_DAMPING] != 0;
    size_t *counts[] = {&world->lock_count, &world->driven_count, &world->damped_count, &world->pivot_count,
                        &world->carried_count};
    bool has[] = {is_locked, !is_dynamic, is_damped, has_center, values[STREAM_CARRIES] != 0};
    for (int k = 0; k < 5; k++)
        if (has[k]) *counts[k] += (size_t)sign;
}

static void free_axes(unsigned locks, bool is_static, bool has_pivot, double *free_x, double *free_r) {
    for (unsigned k = 0; k < 3; k++) {
        free_x[k] = is_static || has_pivot || (locks & ((unsigned)GYRE_LOCK_X << k)) ? 0 : 1;
        free_r[k] = is_static || (locks & ((unsigned)GYRE_LOCK_ROTATION_X << k)) ? 0 : 1;
    }
}

// One number per fixed stream. A body that nothing pushes is of unit mass, so that its momenta are its velocities.
static void constants_of(const body_record *record, double values[FIXED_STREAMS]) {
    memcpy(values, fixed_streams_at_rest(), FIXED_STREAMS * sizeof *values);
    bool is_dynamic = record->kind == GYRE_BODY_DYNAMIC, is_static = record->kind == GYRE_BODY_STATIC;
    if (is_dynamic) {
        const double moments[3] = {record->mass.inertia.x, record->mass.inertia.y, record->mass.inertia.z};
        values[STREAM_MASS] = record->mass.mass;
        values[STREAM_INV_MASS] = 1 / record->mass.mass;
        for (int k = 0; k < 3; k++) {
            values[STREAM_INERTIA + k] = moments[k];
            values[STREAM_INV_INERTIA + k] = moments[k] > 0 ? 1 / moments[k] : 0;
        }
        values[STREAM_LINEAR_DAMPING] = record->linear_damping;
        values[STREAM_ANGULAR_DAMPING] = record->angular_damping;
        values[STREAM_CENTER] = record->center.x;
        values[STREAM_CENTER + 1] = record->center.y;
        values[STREAM_CENTER + 2] = record->center.z;
        values[STREAM_RESPONDS] = 1;
        values[STREAM_CARRIES] = has_extreme_moments(&record->mass) ? 1 : 0;
    }
    unsigned locks = is_dynamic ? record->locks : 0;
    free_axes(locks, is_static, is_dynamic && record->has_pivot, &values[STREAM_FREE_X], &values[STREAM_FREE_R]);
    values[STREAM_IS_LOCKED] =
        values[STREAM_FREE_R] + values[STREAM_FREE_R + 1] + values[STREAM_FREE_R + 2] < 3 ? 1 : 0;
}

static void read_fixed(const gyre_world *world, uint32_t slot, double values[FIXED_STREAMS]) {
    for (size_t k = 0; k < FIXED_STREAMS; k++)
        values[k] = world->fixed[k * world->stride + slot];
}

static void write_constants(gyre_world *world, uint32_t slot, const body_record *record) {
    double values[FIXED_STREAMS];
    constants_of(record, values);
    for (size_t k = 0; k < STREAM_APPLIED; k++)
        world->fixed[k * world->stride + slot] = values[k];
    count_features(world, values, 1);
}

static void forget_constants(gyre_world *world, uint32_t slot) {
    double values[FIXED_STREAMS];
    read_fixed(world, slot, values);
    count_features(world, values, -1);
}

void gyre_store_constants(gyre_world *world, uint32_t slot, const body_record *record) {
    forget_constants(world, slot);
    write_constants(world, slot, record);
}

// ---- coming and going ----

void gyre_store_append_as(gyre_world *world, const body_record *record) {
    GYRE_ASSERT(world->body_count < world->capacity);
    uint32_t slot = world->body_count++;
    world->bodies[slot] = *record;
    if (record->path_count > 0) world->path_count++;
    write_constants(world, slot, record);
}

uint32_t gyre_store_append(gyre_world *world, const body_record *record, const state *Y, vec3 m) {
    uint32_t slot = world->body_count;
    gyre_store_append_as(world, record);
    world->bodies[slot].id_index = gyre_id_take(&world->body_ids, slot);
    gyre_store_set(world, slot, Y, m);
    return slot;
}

void gyre_store_forget_past(gyre_world *world, uint32_t slot) {
    for (size_t k = 0; k < MOVING_STREAMS && world->def.is_transactional; k++)
        world->moving[1 - world->current][k * world->stride + slot] =
            world->moving[world->current][k * world->stride + slot];
}

static void move_slot(double *streams, size_t stride, size_t stream_count, uint32_t from, uint32_t to) {
    for (size_t k = 0; k < stream_count; k++)
        streams[k * stride + to] = streams[k * stride + from];
}

void gyre_store_remove(gyre_world *world, uint32_t slot) {
    uint32_t last = world->body_count - 1;
    forget_constants(world, slot);
    if (world->bodies[slot].path_count > 0) world->path_count--;
    gyre_id_give(&world->body_ids, world->bodies[slot].id_index);
    free_record(world, &world->bodies[slot]);
    if (slot != last) {
        world->bodies[slot] = world->bodies[last];
        gyre_id_move(&world->body_ids, world->bodies[slot].id_index, slot);
        for (size_t b = 0; b < buffer_count(world); b++)
            move_slot(world->moving[b], world->stride, MOVING_STREAMS, last, slot);
        move_slot(world->fixed, world->stride, FIXED_STREAMS, last, slot);
    }
    put_to_rest(world, last, last + 1);
    world->body_count = last;
    if (last == 0) world->has_applied = false;
}

// ---- applied for one step ----

wrench gyre_store_applied(const gyre_world *world, uint32_t slot) {
    return load_wrench(world->fixed + STREAM_APPLIED * world->stride, world->stride, slot);
}

void gyre_store_set_applied(gyre_world *world, uint32_t slot, wrench W) {
    store_wrench(world->fixed + STREAM_APPLIED * world->stride, world->stride, slot, W);
    world->has_applied = true;
}

void gyre_store_clear_applied(gyre_world *world) {
    bool has_any = world->has_applied && world->body_count > 0;
    world->has_applied = false;
    for (size_t k = STREAM_APPLIED; has_any && k < STREAM_APPLIED + 6; k++)
        memset(world->fixed + k * world->stride, 0, world->body_count * sizeof *world->fixed);
}
