/// Which slots the partitions occupy. Slots follow from the calls that were made, never from capacities or addresses,
/// so that a restored world continues with the same slots.
#pragma once

#include "world/world.h"

enum { GAPS_MIN = 16, GAPS_SHARE = 256 }; // more unused slots than GAPS_MIN + bodies / GAPS_SHARE are closed

/// The partition to which a body belongs.
partition gyre_partition_of(const gyre_world *world, uint32_t slot);

/// Makes the partition one slot longer and returns that slot, which is padding. Bodies of later partitions may move to
/// other slots. Room was reserved.
uint32_t gyre_layout_open_slot(gyre_world *world, partition p);

/// Removes a slot, whose body is gone: the last body of the partition moves into it.
void gyre_layout_close_slot(gyre_world *world, uint32_t slot);

/// True if partitions of `count` bodies could occupy these slots.
bool gyre_is_layout_valid(const slot_range ranges[PARTITION_COUNT], size_t count);

/// End of the slots that hold bodies.
uint32_t gyre_layout_end(const gyre_world *world);

/// The first slot from `slot` on that holds a body; SLOT_NONE if there is no further body.
uint32_t gyre_layout_next(const gyre_world *world, uint32_t slot);

/// End of the slots of awake bodies: what a step has to look at.
static inline uint32_t gyre_awake_end(const gyre_world *world) {
    return world->bodies.ranges[AWAKE_PARTITIONS - 1].end;
}

static inline uint32_t gyre_awake_count(const gyre_world *world) {
    uint32_t count = 0;
    for (int p = 0; p < AWAKE_PARTITIONS; p++)
        count += world->bodies.ranges[p].end - world->bodies.ranges[p].begin;
    return count;
}

/// The slot of the body whose id has this index; SLOT_NONE if no body has it.
static inline uint32_t gyre_slot_of_index(const gyre_world *world, uint32_t index) {
    uint32_t position = gyre_id_position(&world->bodies.ids, index);
    return position & ID_SLOT_FREE ? SLOT_NONE : position;
}

static inline uint32_t gyre_id_index_end(const gyre_world *world) { return world->bodies.ids.slot_count; }

/// True if the body is dynamic and awake: forces move it.
static inline bool gyre_is_moved(const gyre_world *world, uint32_t slot) {
    const body_record *record = &world->bodies.records[slot];
    return record->kind == GYRE_BODY_DYNAMIC && !record->is_asleep;
}

/// Loops over the slots of all bodies, or of those that are awake, in the order of slots.
#define FOR_EACH_BODY(world, slot)                                                                                     \
    for (uint32_t slot = gyre_layout_next(world, 0); (slot) != SLOT_NONE; (slot) = gyre_layout_next(world, (slot) + 1))
#define FOR_EACH_AWAKE_BODY(world, slot)                                                                               \
    for (uint32_t slot = gyre_layout_next(world, 0); (slot) < gyre_awake_end(world);                                   \
         (slot) = gyre_layout_next(world, (slot) + 1))
