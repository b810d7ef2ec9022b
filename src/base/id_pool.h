/// Ids for objects that come and go: a reusable index, and a generation that distinguishes the uses of the index.
///
/// The pool stores the position of each object, which the owner may change, so that ids stay valid when storage is
/// rearranged. A released id is never valid again: its index is reused with the next generation, and is retired after
/// the last generation. The next index depends only on the calls so far: the index released last, or else a new index.
#pragma once

#include "base/archive.h"

enum { ID_POSITIONS = 0x7fffffff };               // limit of positions and indices
static const uint32_t ID_NONE = UINT32_MAX;       // invalid index
static const uint32_t ID_RETIRED = UINT32_MAX;    // never used as a generation of an id
static const uint32_t ID_SLOT_FREE = 0x80000000u; // flag in the position of a free slot

typedef struct id_slot {
    uint32_t generation; // of the current use or, if free, of the next use
    uint32_t position;   // if free: ID_SLOT_FREE | next free index, or | ID_POSITIONS at the end of the list
} id_slot;

/// An all-zero pool is empty.
typedef struct id_pool {
    id_slot *slots;
    uint16_t *live_of_64, *live_of_4096; // live ids per group of indices; searches skip empty groups
    uint32_t *live_of_262144;
    uint32_t slot_count, slot_capacity;
    uint32_t free_count; // slots in the free list; retired slots are not in it
    uint32_t free_first; // head of the free list; undefined if free_count is 0
    uint32_t live_count;
} id_pool;

/// Reserves memory for `count` more ids. Returns false and changes nothing if out of memory or out of indices.
bool gyre_id_pool_reserve(id_pool *pool, const gyre_allocator *allocator, size_t count);

/// Frees the memory; the pool is empty afterwards.
void gyre_id_pool_free(id_pool *pool, const gyre_allocator *allocator);

/// Creates an id for the object at `position` and returns its index; gyre_id_generation returns the generation. Memory
/// must have been reserved.
uint32_t gyre_id_take(id_pool *pool, uint32_t position);

/// Returns the current generation of an index in use.
static inline uint32_t gyre_id_generation(const id_pool *pool, uint32_t index) { return pool->slots[index].generation; }

/// Returns the position of the object with a live index.
static inline uint32_t gyre_id_position(const id_pool *pool, uint32_t index) { return pool->slots[index].position; }

/// True if the id is valid; also returns the position of its object. Accepts any index and generation; out_position may
/// be NULL.
bool gyre_id_find(const id_pool *pool, uint32_t index, uint32_t generation, uint32_t *out_position);

/// True if the index is in use and its object is at `position`. Accepts any numbers.
bool gyre_id_lies_at(const id_pool *pool, uint32_t index, uint32_t position);

/// Changes the position of the object with a live index.
void gyre_id_move(id_pool *pool, uint32_t index, uint32_t new_position);

/// Releases a live index.
void gyre_id_give(id_pool *pool, uint32_t index);

/// Returns the first live index >= `start`, or ID_NONE. To iterate, start with 0 and continue with the last result + 1.
uint32_t gyre_id_next(const id_pool *pool, uint32_t start);

/// Saves the pool, or restores it into an empty one so that it continues identically. An inconsistent free list sets
/// is_bad; the owner checks the positions. True unless the archive is bad; a pool that could not be read is empty.
bool gyre_id_pool_archive(id_pool *pool, archive *stream, const gyre_allocator *allocator);
