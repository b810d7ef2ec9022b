/// The hash of a world: time, number of bodies and the sum of their digests.
#include "world/sweeps.h"

enum { HASH_FORMAT = 2 }; // format 2 sums the digests of bodies; format 1 hashed all numbers of all bodies in sequence

uint64_t gyre_world_hash(const gyre_world *world) {
    gyre_hash hash = gyre_hash_begin();
    if (!world) return gyre_hash_value(&hash);
    gyre_hash_add_u64(&hash, HASH_FORMAT);
    gyre_hash_add_double(&hash, gyre_world_time(world));
    gyre_hash_add_u64(&hash, world->time.steps);
    gyre_hash_add_u64(&hash, world->bodies.count);
    gyre_hash_add_u64(&hash, gyre_sum_of_digests(world));
    uint64_t sleepers = gyre_sum_of_sleepers(world);
    if (sleepers != 0) gyre_hash_add_u64(&hash, sleepers); // worlds without sleeping bodies keep their earlier hash
    return gyre_hash_value(&hash);
}
