/// The hash of a world: one digest per body, side by side, and their sum.
#include "world/blocks.h"
#include "world/world.h"

enum { HASH_FORMAT = 2 }; // 2: digests of bodies, summed up; 1 was one chain over all numbers of all bodies

// The id of the body at a slot. The pool's own word, for bodies that never moved, is a smaller thing to read.
static uint32_t id_index_at(const gyre_world *world, size_t slot) {
    const id_pool *ids = &world->body_ids;
    return slot < ids->slot_count && ids->slots[slot].position == slot ? (uint32_t)slot : world->bodies[slot].id_index;
}

// Where a digest begins: with the id, so that the sum knows which body has which state, and slots do not matter.
static uint64_t seed_of(uint32_t id_index) { return ((uint64_t)id_index + 1) * UINT64_C(0x9e3779b97f4a7c15); }

static uint64_t sum_of_block(const gyre_world *world, size_t begin, size_t count) {
    uint64_t digests[BLOCK_SIZE] = {0}, sum = 0;
    size_t lanes = (size_t)gyre_world_kernel_now(world)->lanes;
    sweep s = {
        .from = world->moving[world->current],
        .stride = world->stride,
        .begin = begin,
        .end = begin + (count + lanes - 1) / lanes * lanes,
    };
    for (size_t i = 0; i < count; i++)
        digests[i] = seed_of(id_index_at(world, begin + i));
    gyre_world_kernel_now(world)->digest(&s, digests);
    for (size_t i = 0; i < count; i++)
        sum += digests[i];
    return sum;
}

uint64_t gyre_world_hash(const gyre_world *world) {
    gyre_hash hash = gyre_hash_begin();
    if (!world) return gyre_hash_value(&hash);
    gyre_hash_add_u64(&hash, HASH_FORMAT);
    gyre_hash_add_double(&hash, gyre_world_time(world));
    gyre_hash_add_u64(&hash, world->steps);
    gyre_hash_add_u64(&hash, world->body_count);
    uint64_t sum = 0;
    for (size_t begin = 0; begin < world->body_count; begin += BLOCK_SIZE) {
        size_t left = world->body_count - begin;
        sum += sum_of_block(world, begin, left < BLOCK_SIZE ? left : BLOCK_SIZE);
    }
    gyre_hash_add_u64(&hash, sum);
    return gyre_hash_value(&hash);
}
