/// One slab of streams for what a step touches, an array of records for the rest.
#include "world/body_store.h"

#include "base/check.h"
#include "base/memory.h"
#include "math/convert.h"
#include "state/auxiliary.h"
#include "state/convert_state.h"
#include "world/stream_memory.h"

#include <string.h>

// ---- memory ----

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
    size_t grown = world->capacity + world->capacity / 2; // by a part of itself: a body is moved a few times at most
    size_t capacity = count > grown ? count : grown;
    capacity = (capacity + STREAM_PADDING - 1) / STREAM_PADDING * STREAM_PADDING;
    gyre_result r = grow_records(world, capacity); // harmless if the slab then fails: capacity is the slab's
    return r == GYRE_OK ? gyre_streams_make_room(world, capacity) : r;
}

gyre_result gyre_body_store_reserve(gyre_world *world, size_t count) {
    gyre_result r = gyre_body_store_make_room(world, count);
    if (r != GYRE_OK) return r;
    size_t more = count > world->body_count ? count - world->body_count : 0;
    return gyre_id_pool_reserve(&world->body_ids, &world->def.allocator, more) ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

static void free_record(gyre_world *world, body_record *record) {
    gyre_give_back(&world->def.allocator, record->name);
    if (record->extras) gyre_give_back(&world->def.allocator, record->extras->path);
    gyre_give_back(&world->def.allocator, record->extras);
}

void gyre_body_store_free(gyre_world *world) {
    for (uint32_t i = 0; i < world->body_count; i++)
        free_record(world, &world->bodies[i]);
    gyre_give_back(&world->def.allocator, world->bodies);
    gyre_streams_free(world);
    gyre_id_pool_free(&world->body_ids, &world->def.allocator);
    gyre_name_table_free(&world->body_names, &world->def.allocator);
}

// ---- states ----

state gyre_store_load(const gyre_world *world, const double *moving, uint32_t slot) {
    return load_state(moving, moving + STREAM_P * world->stride, world->stride, slot);
}

void gyre_store_save(gyre_world *world, double *moving, uint32_t slot, const state *Y, vec3 m) {
    store_state(moving, world->stride, slot, Y);
    if (gyre_streams_carry(world)) store_vec3(moving + STREAM_M * world->stride, world->stride, slot, m);
}

state gyre_store_get(const gyre_world *world, uint32_t slot) {
    return gyre_store_load(world, world->moving[world->current], slot);
}

void gyre_store_set(gyre_world *world, uint32_t slot, const state *Y, vec3 m) {
    gyre_store_save(world, world->moving[0], slot, Y, m);
    if (world->moving[1]) gyre_store_save(world, world->moving[1], slot, Y, m);
}

mass_props gyre_store_props(const gyre_world *world, uint32_t slot) {
    return load_props(world->fixed, world->groups[GROUP_FEATURES], world->stride, slot);
}

placed gyre_store_placed(const gyre_world *world, const double *moving, const double *momenta, uint32_t slot) {
    mass_props m = gyre_store_props(world, slot);
    state Y = load_state(moving, momenta, world->stride, slot);
    auxiliary A = auxiliary_of(&Y, &m);
    return (placed){Y.x, Y.q, A.v, A.w, rotate(Y.q, m.center), world->bodies[slot].properties.mass};
}

static vec3 center_at(const gyre_world *world, uint32_t slot) {
    const double *features = world->groups[GROUP_FEATURES];
    size_t stride = world->stride;
    return features ? load_vec3(features + FEATURE_CENTER * stride, stride, slot) : (vec3){0, 0, 0};
}

placed gyre_store_placed_at_rest(const gyre_world *world, const double *moving, uint32_t slot) {
    size_t stride = world->stride;
    quat q = load_quat(moving + STREAM_Q * stride, stride, slot);
    return (placed){
        .x = load_vec3(moving + STREAM_X * stride, stride, slot),
        .q = q,
        .center = rotate(q, center_at(world, slot)),
        .mass = world->bodies[slot].properties.mass,
    };
}

// ---- constants ----

static bool has_extreme_moments(const gyre_mass *mass) {
    double low = smaller(mass->inertia.x, smaller(mass->inertia.y, mass->inertia.z));
    double high = larger(mass->inertia.x, larger(mass->inertia.y, mass->inertia.z));
    return high > EXTREME_RATIO * low;
}

// One number per stream.
typedef struct constants {
    double fixed[FIXED_STREAMS], features[FEATURE_STREAMS];
} constants;

static void count_features(gyre_world *world, const double *features, int sign) {
    bool is_dynamic = features[FEATURE_RESPONDS] != 0;
    bool is_locked = features[FEATURE_IS_LOCKED] != 0;
    for (int k = 0; k < 3; k++)
        is_locked = is_locked || features[FEATURE_FREE_X + k] == 0;
    bool has_center = false;
    for (int k = 0; k < 3; k++)
        has_center = has_center || features[FEATURE_CENTER + k] != 0;
    bool is_damped = features[FEATURE_LINEAR_DAMPING] != 0 || features[FEATURE_ANGULAR_DAMPING] != 0;
    size_t *counts[] = {&world->lock_count, &world->driven_count, &world->damped_count, &world->pivot_count,
                        &world->carried_count};
    bool has[] = {is_locked, !is_dynamic, is_damped, has_center, features[FEATURE_CARRIES] != 0};
    for (int k = 0; k < 5; k++)
        if (has[k]) *counts[k] += (size_t)sign;
}

static void free_axes(unsigned locks, bool is_static, bool has_pivot, double *free_x, double *free_r) {
    for (unsigned k = 0; k < 3; k++) {
        free_x[k] = is_static || has_pivot || (locks & ((unsigned)GYRE_LOCK_X << k)) ? 0 : 1;
        free_r[k] = is_static || (locks & ((unsigned)GYRE_LOCK_ROTATION_X << k)) ? 0 : 1;
    }
}

// A body that nothing pushes is of unit mass, so that its momenta are its velocities.
static constants constants_of(const body_sheet *sheet) {
    constants c;
    memcpy(c.fixed, gyre_fixed_at_rest(), sizeof c.fixed);
    memcpy(c.features, gyre_free_features(), sizeof c.features);
    bool is_dynamic = sheet->kind == GYRE_BODY_DYNAMIC, is_static = sheet->kind == GYRE_BODY_STATIC;
    double *f = c.features;
    f[FEATURE_RESPONDS] = is_dynamic ? 1 : 0;
    if (is_dynamic) {
        const double moments[3] = {sheet->mass.inertia.x, sheet->mass.inertia.y, sheet->mass.inertia.z};
        c.fixed[STREAM_MASS] = sheet->mass.mass;
        c.fixed[STREAM_INV_MASS] = 1 / sheet->mass.mass;
        for (int k = 0; k < 3; k++) {
            c.fixed[STREAM_INERTIA + k] = moments[k];
            c.fixed[STREAM_INV_INERTIA + k] = moments[k] > 0 ? 1 / moments[k] : 0;
        }
        f[FEATURE_LINEAR_DAMPING] = sheet->linear_damping;
        f[FEATURE_ANGULAR_DAMPING] = sheet->angular_damping;
        f[FEATURE_CENTER] = sheet->center.x;
        f[FEATURE_CENTER + 1] = sheet->center.y;
        f[FEATURE_CENTER + 2] = sheet->center.z;
        f[FEATURE_CARRIES] = has_extreme_moments(&sheet->mass) ? 1 : 0;
    }
    unsigned locks = is_dynamic ? sheet->locks : 0;
    free_axes(locks, is_static, is_dynamic && sheet->has_pivot, &f[FEATURE_FREE_X], &f[FEATURE_FREE_R]);
    f[FEATURE_IS_LOCKED] = f[FEATURE_FREE_R] + f[FEATURE_FREE_R + 1] + f[FEATURE_FREE_R + 2] < 3 ? 1 : 0;
    return c;
}

// A body without feature streams is free.
static void read_features(const gyre_world *world, uint32_t slot, double features[FEATURE_STREAMS]) {
    const double *streams = world->groups[GROUP_FEATURES];
    for (size_t k = 0; k < FEATURE_STREAMS; k++)
        features[k] = streams ? streams[k * world->stride + slot] : gyre_free_features()[k];
}

static void write_constants(gyre_world *world, uint32_t slot, const body_sheet *sheet) {
    constants c = constants_of(sheet);
    double *features = world->groups[GROUP_FEATURES];
    for (size_t k = 0; k < FIXED_STREAMS; k++)
        world->fixed[k * world->stride + slot] = c.fixed[k];
    for (size_t k = 0; features && k < FEATURE_STREAMS; k++)
        features[k * world->stride + slot] = c.features[k];
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): the same bits, not equal numbers
    GYRE_ASSERT(features || memcmp(c.features, gyre_free_features(), sizeof c.features) == 0); // room was reserved
    count_features(world, c.features, 1);
}

static void forget_constants(gyre_world *world, uint32_t slot) {
    double features[FEATURE_STREAMS];
    read_features(world, slot, features);
    count_features(world, features, -1);
}

// ---- records ----

static body_extras extras_of(const body_sheet *sheet) {
    return (body_extras){sheet->pivot, sheet->linear_damping, sheet->angular_damping, sheet->path, sheet->path_count};
}

_Static_assert(sizeof(body_extras) == 5 * sizeof(double) + sizeof(void *) + sizeof(size_t), "no padding to compare");

// Whether there is a bit in it that must not be lost.
static bool needs_extras(const body_sheet *sheet) {
    static const body_extras none = {0};
    body_extras extras = extras_of(sheet);
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): -0 counts, and there is nothing between the members
    return memcmp(&extras, &none, sizeof none) != 0;
}

gyre_result gyre_store_reserve_for(gyre_world *world, body_sheet *sheet) {
    constants c = constants_of(sheet);
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): the same bits, not equal numbers
    unsigned needs = memcmp(c.features, gyre_free_features(), sizeof c.features) == 0 ? 0 : NEED_FEATURES;
    if (c.features[FEATURE_CARRIES] != 0) needs |= NEED_CARRIED;
    gyre_result r = gyre_streams_need(world, needs);
    if (r != GYRE_OK || sheet->extras || !needs_extras(sheet)) return r;
    sheet->extras = gyre_take_array(&world->def.allocator, 1, sizeof *sheet->extras);
    return sheet->extras ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

static void write_record(gyre_world *world, uint32_t slot, const body_sheet *sheet) {
    bool has_extras = needs_extras(sheet);
    if (has_extras)
        *sheet->extras = extras_of(sheet);
    else
        gyre_give_back(&world->def.allocator, sheet->extras);
    world->bodies[slot] = (body_record){
        .id_index = sheet->id_index,
        .kind = (uint8_t)sheet->kind,
        .locks = (uint8_t)sheet->locks,
        .has_pivot = sheet->has_pivot,
        .has_mass = sheet->has_mass,
        .properties = sheet->properties,
        .axes = sheet->axes,
        .user_data = sheet->user_data,
        .name = sheet->name,
        .extras = has_extras ? sheet->extras : NULL,
    };
}

body_sheet gyre_store_sheet(const gyre_world *world, uint32_t slot) {
    const body_record *record = &world->bodies[slot];
    const body_extras *extras = gyre_extras_of(record);
    mass_props m = gyre_store_props(world, slot);
    return (body_sheet){
        .id_index = record->id_index,
        .kind = (gyre_body_kind)record->kind,
        .locks = record->locks,
        .has_pivot = record->has_pivot,
        .has_mass = record->has_mass,
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

void gyre_store_change(gyre_world *world, uint32_t slot, const body_sheet *sheet) {
    forget_constants(world, slot);
    write_constants(world, slot, sheet);
    write_record(world, slot, sheet);
}

bool gyre_store_carries(const gyre_world *world, uint32_t slot) {
    const double *features = world->groups[GROUP_FEATURES];
    return features && features[FEATURE_CARRIES * world->stride + slot] != 0;
}

// ---- coming and going ----

void gyre_store_append_as(gyre_world *world, const body_sheet *sheet) {
    GYRE_ASSERT(world->body_count < world->capacity);
    uint32_t slot = world->body_count++;
    if (sheet->path_count > 0) world->path_count++;
    write_constants(world, slot, sheet);
    write_record(world, slot, sheet);
}

uint32_t gyre_store_append(gyre_world *world, const body_sheet *sheet, const state *Y, vec3 m) {
    uint32_t slot = world->body_count;
    gyre_store_append_as(world, sheet);
    world->bodies[slot].id_index = gyre_id_take(&world->body_ids, slot);
    gyre_store_set(world, slot, Y, m);
    return slot;
}

void gyre_store_forget_past(gyre_world *world, uint32_t slot) {
    for (size_t k = 0; k < world->moving_streams && world->def.is_transactional; k++)
        world->moving[1 - world->current][k * world->stride + slot] =
            world->moving[world->current][k * world->stride + slot];
}

void gyre_store_remove(gyre_world *world, uint32_t slot) {
    uint32_t last = world->body_count - 1;
    forget_constants(world, slot);
    if (gyre_extras_of(&world->bodies[slot])->path_count > 0) world->path_count--;
    gyre_id_give(&world->body_ids, world->bodies[slot].id_index);
    free_record(world, &world->bodies[slot]);
    if (slot != last) {
        world->bodies[slot] = world->bodies[last];
        gyre_id_move(&world->body_ids, world->bodies[slot].id_index, slot);
        gyre_streams_move(world, last, slot);
    }
    gyre_streams_put_to_rest(world, last, last + 1);
    world->body_count = last;
    if (last == 0) world->has_applied = false;
}

// ---- applied for one step ----

wrench gyre_store_applied(const gyre_world *world, uint32_t slot) {
    const double *streams = world->groups[GROUP_APPLIED];
    return streams ? load_wrench(streams, world->stride, slot) : (wrench){0};
}

gyre_result gyre_store_reserve_applied(gyre_world *world) { return gyre_streams_need(world, NEED_APPLIED); }

void gyre_store_set_applied(gyre_world *world, uint32_t slot, wrench W) {
    store_wrench(world->groups[GROUP_APPLIED], world->stride, slot, W);
    world->has_applied = true;
}

void gyre_store_clear_applied(gyre_world *world) {
    double *streams = world->groups[GROUP_APPLIED];
    bool has_any = world->has_applied && world->body_count > 0 && streams;
    world->has_applied = false;
    for (size_t k = 0; has_any && k < WRENCH_STREAMS; k++)
        memset(streams + k * world->stride, 0, world->body_count * sizeof *streams);
}
