/// Partitions are stored one after another; each begins at a multiple of STREAM_PADDING. To make room, the next
/// partition shifts up by STREAM_PADDING slots: only its first bodies move, to its end. If there are many unused slots
/// between partitions, partitions are shifted down in the same way.
#include "world/body_layout.h"

#include "base/check.h"
#include "world/stream_memory.h"

static uint32_t padded(uint32_t slots) { return (slots + STREAM_PADDING - 1) / STREAM_PADDING * STREAM_PADDING; }

static uint32_t count_of(const slot_range *range) { return range->end - range->begin; }

partition gyre_partition_of(const gyre_world *world, uint32_t slot) {
    int p = 0;
    while (slot >= world->bodies.ranges[p].end)
        p++;
    GYRE_ASSERT(p < PARTITION_COUNT);
    return (partition)p;
}

uint32_t gyre_layout_end(const gyre_world *world) {
    const slot_range *ranges = world->bodies.ranges;
    int p = PARTITION_COUNT - 1;
    while (p > 0 && ranges[p].begin == ranges[p].end)
        p--;
    return ranges[p].end;
}

uint32_t gyre_layout_next(const gyre_world *world, uint32_t slot) {
    for (int p = 0; p < PARTITION_COUNT; p++) {
        const slot_range *range = &world->bodies.ranges[p];
        if (slot >= range->end || range->begin == range->end) continue;
        return slot < range->begin ? range->begin : slot;
    }
    return SLOT_NONE;
}

static void move_body(gyre_world *world, uint32_t from, uint32_t to) {
    body_store *bodies = &world->bodies;
    bodies->records[to] = bodies->records[from];
    gyre_id_move(&bodies->ids, bodies->records[to].id_index, to);
    gyre_streams_move(world, from, to);
}

// Moves `count` bodies to other slots (both ranges may overlap, in either direction), and turns the vacated slots into
// padding.
static void move_bodies(gyre_world *world, uint32_t from, uint32_t to, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        move_body(world, from + i, to + i);
    gyre_streams_put_to_rest(world, from, from + count);
}

static uint32_t room_until(const gyre_world *world, int p) {
    if (p + 1 < PARTITION_COUNT) return world->bodies.ranges[p + 1].begin;
    return (uint32_t)world->bodies.stride;
}

// Shifts the beginning of a partition up by STREAM_PADDING slots.
static void shift_up(gyre_world *world, int p) {
    slot_range *range = &world->bodies.ranges[p];
    uint32_t count = count_of(range), begin = range->begin + STREAM_PADDING;
    if (begin + count > room_until(world, p)) shift_up(world, p + 1);
    if (count >= STREAM_PADDING)
        move_bodies(world, range->begin, range->end, STREAM_PADDING);
    else
        move_bodies(world, range->begin, begin, count);
    *range = (slot_range){begin, begin + count};
}

uint32_t gyre_layout_open_slot(gyre_world *world, partition p) {
    slot_range *range = &world->bodies.ranges[p];
    if (range->end == room_until(world, (int)p)) shift_up(world, (int)p + 1);
    uint32_t slot = range->end++;
    if ((int)p < AWAKE_PARTITIONS) gyre_world_choose_kernel(world);
    return slot;
}

static uint32_t unused_slots(const slot_range *ranges) {
    uint32_t used = 0;
    for (int p = 0; p < PARTITION_COUNT; p++)
        used += padded(count_of(&ranges[p]));
    return padded(ranges[PARTITION_COUNT - 1].end) - used;
}

static size_t most_unused(size_t body_count) { return GAPS_MIN + body_count / GAPS_SHARE; }

bool gyre_is_layout_valid(const slot_range ranges[PARTITION_COUNT], size_t count) {
    size_t sum = 0, at = 0, most = count + PARTITION_COUNT * STREAM_PADDING + most_unused(count);
    for (int p = 0; p < PARTITION_COUNT; p++) {
        const slot_range *range = &ranges[p];
        if (range->begin % STREAM_PADDING != 0 || range->begin < at || range->end < range->begin) return false;
        if (range->end > most) return false;
        sum += count_of(range);
        at = range->end;
    }
    return ranges[0].begin == 0 && sum == count && unused_slots(ranges) <= most_unused(count);
}

// Shifts a partition down to the end of the partition before it.
static void shift_down(gyre_world *world, int p) {
    slot_range *range = &world->bodies.ranges[p];
    uint32_t begin = padded(world->bodies.ranges[p - 1].end), gap = range->begin - begin, count = count_of(range);
    if (count >= gap)
        move_bodies(world, range->end - gap, begin, gap);
    else
        move_bodies(world, range->begin, begin, count);
    *range = (slot_range){begin, begin + count};
}

void gyre_layout_close_slot(gyre_world *world, uint32_t slot) {
    partition p = gyre_partition_of(world, slot);
    uint32_t last = --world->bodies.ranges[p].end;
    if (slot != last) move_body(world, last, slot);
    gyre_streams_put_to_rest(world, last, last + 1);
    if ((int)p < AWAKE_PARTITIONS) gyre_world_choose_kernel(world);
    if (unused_slots(world->bodies.ranges) <= most_unused(world->bodies.count)) return;
    for (int i = 1; i < PARTITION_COUNT; i++)
        shift_down(world, i);
}
