/// Generational ids: a table of slots, with the free slots in a linked list.
#include "base/id_pool.h"

#include "base/check.h"
#include "base/memory.h"

#include <string.h>

static bool is_free(const id_slot *slot) { return (slot->position & ID_SLOT_FREE) != 0; }

enum { GROUP = 64, LARGE_GROUP = 64 * GROUP, HUGE_GROUP = 64 * LARGE_GROUP };

static void count_live(id_pool *pool, uint32_t index, int change) {
    pool->live_count += (uint32_t)change;
    pool->live_of_64[index / GROUP] = (uint16_t)(pool->live_of_64[index / GROUP] + change);
    pool->live_of_4096[index / LARGE_GROUP] = (uint16_t)(pool->live_of_4096[index / LARGE_GROUP] + change);
    pool->live_of_262144[index / HUGE_GROUP] += (uint32_t)change;
}

// Allocates one block for the slots and the counts of live ids.
static bool take_block(id_pool *pool, const gyre_allocator *allocator, size_t capacity) {
    size_t groups = capacity / GROUP + 1, large_groups = capacity / LARGE_GROUP + 1;
    size_t huge_groups = capacity / HUGE_GROUP + 1;
    size_t count_bytes = (groups + large_groups) * sizeof(uint16_t) + huge_groups * sizeof(uint32_t);
    id_slot *slots = gyre_take_array(allocator, capacity + count_bytes / sizeof *slots + 1, sizeof *slots);
    if (!slots) return false;
    id_pool grown = *pool;
    grown.slots = slots;
    grown.slot_capacity = (uint32_t)capacity;
    grown.live_of_262144 = (uint32_t *)(void *)(slots + capacity);
    grown.live_of_64 = (uint16_t *)(void *)(grown.live_of_262144 + huge_groups);
    grown.live_of_4096 = grown.live_of_64 + groups;
    memset(grown.live_of_262144, 0, count_bytes);
    if (pool->slot_count > 0) { // counts refer to used slots, not to the capacity
        memcpy(slots, pool->slots, pool->slot_count * sizeof *slots);
        memcpy(grown.live_of_64, pool->live_of_64, ((pool->slot_count - 1) / GROUP + 1) * sizeof(uint16_t));
        memcpy(grown.live_of_4096, pool->live_of_4096, ((pool->slot_count - 1) / LARGE_GROUP + 1) * sizeof(uint16_t));
        memcpy(grown.live_of_262144, pool->live_of_262144,
               ((pool->slot_count - 1) / HUGE_GROUP + 1) * sizeof(uint32_t));
    }
    gyre_give_back(allocator, pool->slots);
    *pool = grown;
    return true;
}

bool gyre_id_pool_reserve(id_pool *pool, const gyre_allocator *allocator, size_t count) {
    size_t room = (size_t)pool->free_count + (pool->slot_capacity - pool->slot_count);
    if (count <= room) return true;
    size_t missing = count - room;
    if (missing > ID_POSITIONS - pool->slot_capacity) return false;

    // at least doubles, so that many small reservations take amortised constant time each
    size_t capacity = pool->slot_capacity + missing, doubled = 2 * (size_t)pool->slot_capacity;
    if (capacity < doubled) capacity = doubled < ID_POSITIONS ? doubled : ID_POSITIONS;
    return take_block(pool, allocator, capacity);
}

void gyre_id_pool_free(id_pool *pool, const gyre_allocator *allocator) {
    gyre_give_back(allocator, pool->slots);
    *pool = (id_pool){0};
}

uint32_t gyre_id_take(id_pool *pool, uint32_t position) {
    GYRE_ASSERT(position < ID_POSITIONS);
    uint32_t index;
    if (pool->free_count > 0) {
        index = pool->free_first;
        pool->free_first = pool->slots[index].position & ~ID_SLOT_FREE;
        pool->free_count--;
    } else {
        GYRE_ASSERT(pool->slot_count < pool->slot_capacity); // gyre_id_pool_reserve was called
        index = pool->slot_count++;
        pool->slots[index].generation = 1;
    }
    pool->slots[index].position = position;
    count_live(pool, index, 1);
    return index;
}

bool gyre_id_find(const id_pool *pool, uint32_t index, uint32_t generation, uint32_t *out_position) {
    if (index >= pool->slot_count) return false;
    const id_slot *slot = &pool->slots[index];
    // a free slot already has the generation of its next use, which a forged id could match
    if (slot->generation != generation || is_free(slot)) return false;
    if (out_position) *out_position = slot->position;
    return true;
}

bool gyre_id_lies_at(const id_pool *pool, uint32_t index, uint32_t position) {
    return index < pool->slot_count && !is_free(&pool->slots[index]) && pool->slots[index].position == position;
}

void gyre_id_move(id_pool *pool, uint32_t index, uint32_t new_position) {
    GYRE_ASSERT(index < pool->slot_count && !is_free(&pool->slots[index]) && new_position < ID_POSITIONS);
    pool->slots[index].position = new_position;
}

void gyre_id_give(id_pool *pool, uint32_t index) {
    GYRE_ASSERT(index < pool->slot_count && !is_free(&pool->slots[index]));
    id_slot *slot = &pool->slots[index];
    slot->generation++;
    slot->position = ID_SLOT_FREE | ID_POSITIONS;
    count_live(pool, index, -1);
    if (slot->generation == ID_RETIRED) return;
    if (pool->free_count > 0) slot->position = ID_SLOT_FREE | pool->free_first;
    pool->free_first = index;
    pool->free_count++;
}

uint32_t gyre_id_next(const id_pool *pool, uint32_t start) {
    // counts first: the slots of an empty group are not read
    for (uint32_t i = start; i < pool->slot_count;) {
        if (i % HUGE_GROUP == 0 && pool->live_of_262144[i / HUGE_GROUP] == 0)
            i += HUGE_GROUP;
        else if (i % LARGE_GROUP == 0 && pool->live_of_4096[i / LARGE_GROUP] == 0)
            i += LARGE_GROUP;
        else if (i % GROUP == 0 && pool->live_of_64[i / GROUP] == 0)
            i += GROUP;
        else if (!is_free(&pool->slots[i]))
            return i;
        else
            i++;
    }
    return ID_NONE;
}

// True if every free slot is in the free list exactly once. A walk that reaches the end has no cycle, so it suffices
// that it visits only free slots and has as many steps as there are free slots.
static bool is_free_list_whole(const id_pool *pool) {
    uint32_t index = pool->free_first;
    for (uint32_t i = 0; i < pool->free_count; i++) {
        if (index >= pool->slot_count) return false;
        const id_slot *slot = &pool->slots[index];
        if (!is_free(slot) || slot->generation == ID_RETIRED) return false;
        index = slot->position & ~ID_SLOT_FREE;
    }
    return pool->free_count > 0 ? index == ID_POSITIONS : index == 0;
}

// Counts the live and free slots after reading; false if a slot is invalid. Generation 0 is invalid, because it means
// "no id" in the public API.
static bool count_slots(id_pool *pool) {
    for (uint32_t i = 0; i < pool->slot_count; i++) {
        const id_slot *slot = &pool->slots[i];
        bool is_retired = slot->generation == ID_RETIRED;
        if (slot->generation == 0 || slot->position == ID_POSITIONS) return false;
        if (is_retired && slot->position != (ID_SLOT_FREE | ID_POSITIONS)) return false;
        if (!is_free(slot)) count_live(pool, i, 1);
        pool->free_count += is_free(slot) && !is_retired;
    }
    return true;
}

bool gyre_id_pool_archive(id_pool *pool, archive *stream, const gyre_allocator *allocator) {
    bool is_reading = stream->mode == ARCHIVE_READ;
    GYRE_ASSERT(!is_reading || !pool->slots);
    uint32_t free_first = pool->free_count > 0 ? pool->free_first : 0; // the head of an empty list is arbitrary
    size_t count = pool->slot_count;
    gyre_archive_u32(stream, &free_first);
    gyre_archive_count(stream, &count, sizeof(id_slot));
    if (is_reading && count > 0 && !gyre_id_pool_reserve(pool, allocator, count)) {
        stream->is_bad = stream->is_out_of_memory = true;
        return false;
    }
    if (is_reading) {
        pool->slot_count = (uint32_t)count;
        pool->free_first = free_first;
    }
    for (size_t i = 0; i < count; i++) {
        gyre_archive_u32(stream, &pool->slots[i].generation);
        gyre_archive_u32(stream, &pool->slots[i].position);
    }
    if (is_reading && !stream->is_bad) stream->is_bad = !count_slots(pool) || !is_free_list_whole(pool);
    if (is_reading && stream->is_bad) gyre_id_pool_free(pool, allocator);
    return !stream->is_bad;
}
