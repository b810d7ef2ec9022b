/// Numbers for things that come and go: an index that is used again, and a generation that tells its lives apart.
///
/// The pool knows for every index where its thing lies now (the position, which the owner moves as it likes), so that
/// an id stays the same while storage is rearranged. An id that was given back is never found again: its index comes
/// back with the next generation, and is retired when it has run out of them. Which index comes next depends on the
/// calls made so far and nothing else: the one given back last, or else a new one.
#pragma once

#include "base/archive.h"

enum { ID_POSITIONS = 0x7fffffff };               // positions and indices are less than this
static const uint32_t ID_NONE = UINT32_MAX;       // no index
static const uint32_t ID_RETIRED = UINT32_MAX;    // the generation that is never given out
static const uint32_t ID_SLOT_FREE = 0x80000000u; // set in the position of a slot that is not in use

typedef struct id_slot {
    uint32_t generation; // of the present life, or of the next one
    uint32_t position;   // free: ID_SLOT_FREE | the next free index, or | ID_POSITIONS at the end of the list
} id_slot;

/// All zero is an empty pool.
typedef struct id_pool {
    id_slot *slots;
    uint16_t *live_of_64, *live_of_4096; // live ids per group of indices, behind the slots: searches skip empty groups
    uint32_t slot_count, slot_capacity;
    uint32_t free_count; // slots in the list of free ones, the retired not among them
    uint32_t free_first; // the head of that list; counts only when free_count > 0
    uint32_t live_count;
} id_pool;

/// Room for `count` more takes without allocating. False, and nothing has changed, when there is no memory for it or
/// the indices would run out.
bool gyre_id_pool_reserve(id_pool *pool, const gyre_allocator *allocator, size_t count);

/// Gives the memory back; the pool is empty again.
void gyre_id_pool_free(id_pool *pool, const gyre_allocator *allocator);

/// A new id for the thing at `position`: returns its index, gyre_id_generation the rest. Room was reserved before.
uint32_t gyre_id_take(id_pool *pool, uint32_t position);

/// The generation of an index that was taken.
static inline uint32_t gyre_id_generation(const id_pool *pool, uint32_t index) { return pool->slots[index].generation; }

/// Where the thing of a live index lies.
static inline uint32_t gyre_id_position(const id_pool *pool, uint32_t index) { return pool->slots[index].position; }

/// Whether this id is alive, and where its thing lies. Any numbers may be asked for; out_position may be NULL.
bool gyre_id_find(const id_pool *pool, uint32_t index, uint32_t generation, uint32_t *out_position);

/// Whether this index is alive and its thing lies there. Any numbers may be asked for.
bool gyre_id_lies_at(const id_pool *pool, uint32_t index, uint32_t position);

/// The thing of a live index lies elsewhere now.
void gyre_id_move(id_pool *pool, uint32_t index, uint32_t new_position);

/// Ends the life of a live index.
void gyre_id_give(id_pool *pool, uint32_t index);

/// The first live index from `start` on, ID_NONE when there is none: start with 0, go on with the last one + 1.
uint32_t gyre_id_next(const id_pool *pool, uint32_t start);

/// Saves the pool, or restores it into an empty one, so that it finds, takes and gives as if it had never stopped. A
/// list of free indices that cannot be is bad; positions are for the owner to check. True unless the archive is bad; a
/// pool that could not be read is empty.
bool gyre_id_pool_archive(id_pool *pool, archive *stream, const gyre_allocator *allocator);
