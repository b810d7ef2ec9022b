/// Memory of the streams: one slab for moving and fixed streams, and one block for each optional group of streams.
#include "world/stream_memory.h"

#include "base/memory.h"
#include "world/body_layout.h"

#include <string.h>

// The stride is an odd number of cache lines, so that up to 64 streams use different cache sets.
size_t gyre_slots_for(size_t body_count) {
    size_t gaps = PARTITION_COUNT * STREAM_PADDING + GAPS_MIN + body_count / GAPS_SHARE;
    size_t lines = (body_count + gaps) / STREAM_PADDING + 1;
    return (lines | 1) * STREAM_PADDING;
}

static size_t buffer_count(const gyre_world *world) { return world->def.is_transactional ? 2 : 1; }

// ---- default values of the streams ----

static const double moving_at_rest[MOVING_STREAMS] = {[STREAM_Q] = 1};

static const double features_at_rest[FEATURE_STREAMS] = {
    [FEATURE_FREE_X] = 1, [FEATURE_FREE_X + 1] = 1, [FEATURE_FREE_X + 2] = 1,
    [FEATURE_FREE_R] = 1, [FEATURE_FREE_R + 1] = 1, [FEATURE_FREE_R + 2] = 1,
};

static const double free_features[FEATURE_STREAMS] = {
    [FEATURE_FREE_X] = 1,   [FEATURE_FREE_X + 1] = 1, [FEATURE_FREE_X + 2] = 1, [FEATURE_FREE_R] = 1,
    [FEATURE_RESPONDS] = 1, [FEATURE_FREE_R + 1] = 1, [FEATURE_FREE_R + 2] = 1,
};

static const double nothing[WRENCH_STREAMS] = {0};

const double *gyre_free_features(void) { return free_features; }

const double *gyre_fixed_at_rest(void) {
    static const double
        rest[FIXED_STREAMS] = {[STREAM_INV_MASS] = 1,       [STREAM_INERTIA] = 1,     [STREAM_INERTIA + 1] = 1,
                               [STREAM_INERTIA + 2] = 1,    [STREAM_INV_INERTIA] = 1, [STREAM_INV_INERTIA + 1] = 1,
                               [STREAM_INV_INERTIA + 2] = 1};
    return rest;
}

typedef struct group_row {
    size_t streams;
    const double *of_bodies; // values of bodies when the group is added
    const double *at_rest;
} group_row;

static const group_row groups[GROUP_COUNT] = {
    [GROUP_FEATURES] = {FEATURE_STREAMS, free_features, features_at_rest},
    [GROUP_APPLIED] = {WRENCH_STREAMS, nothing, nothing},
    [GROUP_WRENCH] = {WRENCH_STREAMS, nothing, nothing},
    [GROUP_PREDICTED] = {WRENCH_STREAMS, nothing, nothing},
};

static void fill_slots(double *streams, size_t stride, size_t stream_count, const double *values, size_t begin,
                       size_t end) {
    for (size_t k = 0; k < stream_count; k++)
        for (size_t i = begin; i < end; i++)
            streams[k * stride + i] = values[k];
}

static void rest_in_slab(body_store *bodies, size_t buffers, size_t begin, size_t end) {
    for (size_t b = 0; b < buffers; b++)
        fill_slots(bodies->moving[b], bodies->stride, bodies->moving_streams, moving_at_rest, begin, end);
    fill_slots(bodies->fixed, bodies->stride, FIXED_STREAMS, gyre_fixed_at_rest(), begin, end);
}

void gyre_streams_put_to_rest(gyre_world *world, size_t begin, size_t end) {
    body_store *bodies = &world->bodies;
    rest_in_slab(bodies, buffer_count(world), begin, end);
    for (int g = 0; g < GROUP_COUNT; g++)
        if (bodies->groups[g])
            fill_slots(bodies->groups[g], bodies->stride, groups[g].streams, groups[g].at_rest, begin, end);
}

// ---- allocation ----

// The memory of a new layout. The old memory remains valid until the new one is complete.
typedef struct layout {
    const gyre_world *world;
    body_store next;
} layout;

static double *take_streams(const layout *l, size_t stream_count) {
    size_t total;
    if (!size_multiply(l->next.stride, stream_count, &total)) return NULL;
    return gyre_take_array(&l->world->def.allocator, total, sizeof(double));
}

// Copies the first `count` numbers of every stream; strides can differ.
static void copy_streams(double *to, size_t to_stride, const double *from, size_t from_stride, size_t stream_count,
                         size_t count) {
    for (size_t k = 0; k < stream_count && count > 0; k++)
        memcpy(to + k * to_stride, from + k * from_stride, count * sizeof *to);
}

static bool take_slab(layout *l) {
    body_store *next = &l->next;
    size_t buffers = buffer_count(l->world), length = next->moving_streams * next->stride;
    next->slab = take_streams(l, buffers * next->moving_streams + FIXED_STREAMS);
    if (!next->slab) return false;
    for (size_t b = 0; b < buffers; b++)
        next->moving[b] = next->slab + b * length;
    next->fixed = next->slab + buffers * length;
    return true;
}

static void fill_slab(layout *l) {
    const body_store *old = &l->world->bodies;
    body_store *next = &l->next;
    size_t buffers = buffer_count(l->world), end = gyre_layout_end(l->world);
    rest_in_slab(next, buffers, 0, next->stride);
    for (size_t b = 0; b < buffers; b++)
        copy_streams(next->moving[b], next->stride, old->moving[b], old->stride, old->moving_streams, end);
    copy_streams(next->fixed, next->stride, old->fixed, old->stride, FIXED_STREAMS, end);
}

static void fill_group(layout *l, int g) {
    const body_store *old = &l->world->bodies;
    const group_row *row = &groups[g];
    double *streams = l->next.groups[g];
    size_t stride = l->next.stride;
    fill_slots(streams, stride, row->streams, row->at_rest, 0, stride);
    if (old->groups[g])
        copy_streams(streams, stride, old->groups[g], old->stride, row->streams, gyre_layout_end(l->world));
    else
        FOR_EACH_BODY(l->world, slot) fill_slots(streams, stride, row->streams, row->of_bodies, slot, slot + 1);
}

// Frees the memory of `a` that `b` does not share.
static void free_differences(const gyre_world *world, const body_store *a, const body_store *b) {
    if (a->slab != b->slab) gyre_give_back(&world->def.allocator, a->slab);
    for (int g = 0; g < GROUP_COUNT; g++)
        if (a->groups[g] != b->groups[g]) gyre_give_back(&world->def.allocator, a->groups[g]);
}

unsigned gyre_streams_met(const gyre_world *world) {
    unsigned met = gyre_streams_carry(world) ? NEED_CARRIED : 0;
    for (int g = 0; g < GROUP_COUNT; g++)
        if (world->bodies.groups[g]) met |= 1u << g;
    return met;
}

// Allocates everything first, then changes the world.
static gyre_result lay_out(gyre_world *world, size_t capacity, unsigned needs) {
    const body_store *old = &world->bodies;
    layout l = {world, world->bodies};
    body_store *next = &l.next;
    next->capacity = capacity;
    next->stride = gyre_slots_for(capacity);
    next->moving_streams = needs & NEED_CARRIED ? MOVING_STREAMS : PLAIN_MOVING_STREAMS;
    bool is_larger = next->stride != old->stride || !old->slab;
    bool is_slab_new = is_larger || next->moving_streams != old->moving_streams;
    bool has_memory = !is_slab_new || take_slab(&l);
    for (int g = 0; g < GROUP_COUNT && has_memory; g++) {
        bool is_new = (needs & (1u << g)) && (is_larger || !old->groups[g]);
        if (is_new) next->groups[g] = take_streams(&l, groups[g].streams);
        has_memory = !is_new || next->groups[g];
    }
    if (!has_memory) {
        free_differences(world, next, old);
        return GYRE_ERR_NO_MEMORY;
    }
    if (is_slab_new) fill_slab(&l);
    for (int g = 0; g < GROUP_COUNT; g++)
        if (next->groups[g] != old->groups[g]) fill_group(&l, g);
    free_differences(world, old, next);
    world->bodies = *next;
    return GYRE_OK;
}

gyre_result gyre_streams_make_room(gyre_world *world, size_t capacity) {
    size_t total;
    size_t most = buffer_count(world) * MOVING_STREAMS + FIXED_STREAMS;
    if (!size_multiply(gyre_slots_for(capacity), most * sizeof(double), &total)) return GYRE_ERR_TOO_LARGE;
    return lay_out(world, capacity, gyre_streams_met(world));
}

gyre_result gyre_streams_need(gyre_world *world, unsigned needs) {
    unsigned met = gyre_streams_met(world);
    if ((needs & ~met) == 0 || world->bodies.capacity == 0) return GYRE_OK;
    return lay_out(world, world->bodies.capacity, needs | met);
}

// ---- slots ----

static void move_slot(double *streams, size_t stride, size_t stream_count, uint32_t from, uint32_t to) {
    for (size_t k = 0; k < stream_count; k++)
        streams[k * stride + to] = streams[k * stride + from];
}

void gyre_streams_move(gyre_world *world, uint32_t from, uint32_t to) {
    for (size_t b = 0; b < buffer_count(world); b++)
        move_slot(world->bodies.moving[b], world->bodies.stride, world->bodies.moving_streams, from, to);
    move_slot(world->bodies.fixed, world->bodies.stride, FIXED_STREAMS, from, to);
    for (int g = 0; g < GROUP_COUNT; g++)
        if (world->bodies.groups[g])
            move_slot(world->bodies.groups[g], world->bodies.stride, groups[g].streams, from, to);
}

void gyre_streams_free(gyre_world *world) {
    gyre_give_back(&world->def.allocator, world->bodies.slab);
    for (int g = 0; g < GROUP_COUNT; g++)
        gyre_give_back(&world->def.allocator, world->bodies.groups[g]);
}
