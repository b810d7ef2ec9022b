/// One slab for what every body has, and a block for each group of streams that somebody needs.
#include "world/stream_memory.h"

#include "base/memory.h"

#include <string.h>

static size_t stride_for(size_t capacity) {
    // an odd number of cache lines away from a multiple of 4096 bytes (512 doubles): streams do not share cache sets
    return (capacity + 511) / 512 * 512 + 8 * 5;
}

static size_t buffer_count(const gyre_world *world) { return world->def.is_transactional ? 2 : 1; }

// ---- what stands in streams where nothing was said ----

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
    const double *of_bodies; // when the group is made
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

static void rest_in_slab(gyre_world *world, size_t begin, size_t end) {
    for (size_t b = 0; b < buffer_count(world); b++)
        fill_slots(world->moving[b], world->stride, world->moving_streams, moving_at_rest, begin, end);
    fill_slots(world->fixed, world->stride, FIXED_STREAMS, gyre_fixed_at_rest(), begin, end);
}

void gyre_streams_put_to_rest(gyre_world *world, size_t begin, size_t end) {
    rest_in_slab(world, begin, end);
    for (int g = 0; g < GROUP_COUNT; g++)
        if (world->groups[g])
            fill_slots(world->groups[g], world->stride, groups[g].streams, groups[g].at_rest, begin, end);
}

// ---- taking memory ----

static double *take_streams(const gyre_world *world, size_t stream_count) {
    size_t total;
    if (!size_multiply(world->stride, stream_count, &total)) return NULL;
    return gyre_take_array(&world->def.allocator, total, sizeof(double));
}

// A stream of the old memory begins the one of the new; both may be of different length.
static void copy_streams(double *to, size_t to_stride, const double *from, size_t from_stride, size_t stream_count,
                         size_t count) {
    for (size_t k = 0; k < stream_count && count > 0; k++)
        memcpy(to + k * to_stride, from + k * from_stride, count * sizeof *to);
}

static bool take_slab(gyre_world *next) {
    size_t buffers = buffer_count(next), length = next->moving_streams * next->stride;
    next->slab = take_streams(next, buffers * next->moving_streams + FIXED_STREAMS);
    if (!next->slab) return false;
    for (size_t b = 0; b < buffers; b++)
        next->moving[b] = next->slab + b * length;
    next->fixed = next->slab + buffers * length;
    return true;
}

static void fill_slab(gyre_world *next, const gyre_world *old) {
    rest_in_slab(next, 0, next->stride);
    for (size_t b = 0; b < buffer_count(next); b++)
        copy_streams(next->moving[b], next->stride, old->moving[b], old->stride, old->moving_streams, old->body_count);
    copy_streams(next->fixed, next->stride, old->fixed, old->stride, FIXED_STREAMS, old->body_count);
}

static void fill_group(gyre_world *next, const gyre_world *old, int g) {
    const group_row *row = &groups[g];
    fill_slots(next->groups[g], next->stride, row->streams, row->at_rest, 0, next->stride);
    if (old->groups[g])
        copy_streams(next->groups[g], next->stride, old->groups[g], old->stride, row->streams, old->body_count);
    else
        fill_slots(next->groups[g], next->stride, row->streams, row->of_bodies, 0, old->body_count);
}

// Gives back what `of` has and `other` has not.
static void give_back_differences(gyre_world *of, const gyre_world *other) {
    if (of->slab != other->slab) gyre_give_back(&of->def.allocator, of->slab);
    for (int g = 0; g < GROUP_COUNT; g++)
        if (of->groups[g] != other->groups[g]) gyre_give_back(&of->def.allocator, of->groups[g]);
}

unsigned gyre_streams_met(const gyre_world *world) {
    unsigned met = gyre_streams_carry(world) ? NEED_CARRIED : 0;
    for (int g = 0; g < GROUP_COUNT; g++)
        if (world->groups[g]) met |= 1u << g;
    return met;
}

// First all of the memory, then the change.
static gyre_result lay_out(gyre_world *world, size_t capacity, unsigned needs) {
    gyre_world next = *world;
    next.capacity = capacity;
    next.stride = stride_for(capacity);
    next.moving_streams = needs & NEED_CARRIED ? MOVING_STREAMS : PLAIN_MOVING_STREAMS;
    bool is_larger = next.stride != world->stride || !world->slab;
    bool is_slab_new = is_larger || next.moving_streams != world->moving_streams;
    bool is_fine = !is_slab_new || take_slab(&next);
    for (int g = 0; g < GROUP_COUNT && is_fine; g++) {
        bool is_new = (needs & (1u << g)) && (is_larger || !world->groups[g]);
        if (is_new) next.groups[g] = take_streams(&next, groups[g].streams);
        is_fine = !is_new || next.groups[g];
    }
    if (!is_fine) {
        give_back_differences(&next, world);
        return GYRE_ERR_NO_MEMORY;
    }
    if (is_slab_new) fill_slab(&next, world);
    for (int g = 0; g < GROUP_COUNT; g++)
        if (next.groups[g] != world->groups[g]) fill_group(&next, world, g);
    give_back_differences(world, &next);
    *world = next;
    return GYRE_OK;
}

gyre_result gyre_streams_make_room(gyre_world *world, size_t capacity) {
    size_t total;
    size_t most = buffer_count(world) * MOVING_STREAMS + FIXED_STREAMS;
    if (!size_multiply(stride_for(capacity), most * sizeof(double), &total)) return GYRE_ERR_TOO_LARGE;
    return lay_out(world, capacity, gyre_streams_met(world));
}

gyre_result gyre_streams_need(gyre_world *world, unsigned needs) {
    unsigned met = gyre_streams_met(world);
    if ((needs & ~met) == 0 || world->capacity == 0) return GYRE_OK;
    return lay_out(world, world->capacity, needs | met);
}

// ---- slots ----

static void move_slot(double *streams, size_t stride, size_t stream_count, uint32_t from, uint32_t to) {
    for (size_t k = 0; k < stream_count; k++)
        streams[k * stride + to] = streams[k * stride + from];
}

void gyre_streams_move(gyre_world *world, uint32_t from, uint32_t to) {
    for (size_t b = 0; b < buffer_count(world); b++)
        move_slot(world->moving[b], world->stride, world->moving_streams, from, to);
    move_slot(world->fixed, world->stride, FIXED_STREAMS, from, to);
    for (int g = 0; g < GROUP_COUNT; g++)
        if (world->groups[g]) move_slot(world->groups[g], world->stride, groups[g].streams, from, to);
}

void gyre_streams_free(gyre_world *world) {
    gyre_give_back(&world->def.allocator, world->slab);
    for (int g = 0; g < GROUP_COUNT; g++)
        gyre_give_back(&world->def.allocator, world->groups[g]);
}
