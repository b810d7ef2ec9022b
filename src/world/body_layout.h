/// Layout of the partitions: the slots of each partition. Slots depend only on the sequence of calls, never on
/// capacities or addresses, so that a restored world continues with the same slots.
#pragma once

#include "world/world.h"

enum { GAPS_MIN = 16, GAPS_SHARE = 256 }; // gaps of over GAPS_MIN + bodies / GAPS_SHARE slots in total are closed

/// Returns the partition of the body at a slot.
partition gyre_partition_of(const gyre_world *world, uint32_t slot);

/// Extends the partition by one slot and returns that slot, which is padding. Bodies of later partitions may move to
/// other slots. The caller has reserved memory.
uint32_t gyre_layout_open_slot(gyre_world *world, partition p);

/// Removes the slot of a removed body: the last body of the partition moves into it.
void gyre_layout_close_slot(gyre_world *world, uint32_t slot);

/// True if these ranges are a valid layout of `count` bodies.
bool gyre_is_layout_valid(const slot_range ranges[PARTITION_COUNT], size_t count);

/// Returns the end of the slots that hold bodies.
uint32_t gyre_layout_end(const gyre_world *world);

/// Returns the first slot >= `slot` that holds a body, or SLOT_NONE.
uint32_t gyre_layout_next(const gyre_world *world, uint32_t slot);

/// Returns the end of the slots of awake bodies. A step processes only these slots.
static inline uint32_t gyre_awake_end(const gyre_world *world) {
    return world->bodies.ranges[AWAKE_PARTITIONS - 1].end;
}

static inline uint32_t gyre_awake_count(const gyre_world *world) {
    uint32_t count = 0;
    for (int p = 0; p < AWAKE_PARTITIONS; p++)
        count += world->bodies.ranges[p].end - world->bodies.ranges[p].begin;
    return count;
}

/// Returns the slot of the body whose id has this index, or SLOT_NONE.
static inline uint32_t gyre_slot_of_index(const gyre_world *world, uint32_t index) {
    uint32_t position = gyre_id_position(&world->bodies.ids, index);
    return position & ID_SLOT_FREE ? SLOT_NONE : position;
}

static inline uint32_t gyre_id_index_end(const gyre_world *world) { return world->bodies.ids.slot_count; }

/// True if the body is dynamic and awake, so that forces move it.
static inline bool gyre_is_moved(const gyre_world *world, uint32_t slot) {
    const body_record *record = &world->bodies.records[slot];
    return record->kind == GYRE_BODY_DYNAMIC && !record->is_asleep;
}

/// Loop over the slots of all bodies, or of the awake bodies, in ascending order.
#define FOR_EACH_BODY(world, slot)                                                                                     \
    for (uint32_t slot = gyre_layout_next(world, 0); (slot) != SLOT_NONE; (slot) = gyre_layout_next(world, (slot) + 1))
#define FOR_EACH_AWAKE_BODY(world, slot)                                                                               \
    for (uint32_t slot = gyre_layout_next(world, 0); (slot) < gyre_awake_end(world);                                   \
         (slot) = gyre_layout_next(world, (slot) + 1))
