/// A 64-bit hash over values, with the same result on every machine.
#include "gyre/base.h"

#include <string.h>

// Each step is a bijection of the state for a fixed value, and of the value for a fixed state (xor, multiplication by
// an odd number, xor-shift). Inputs that differ in one value therefore never collide. The multiplier is 2^64 / golden
// ratio.
static uint64_t stirred(uint64_t state, uint64_t value) {
    state = (state ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return state ^ (state >> 32);
}

// One bit pattern per number: -0 hashes as 0, and all NaNs hash alike.
static uint64_t canonical_bits(double value) {
    if (value != value) return UINT64_C(0x7ff8000000000000);
    if (value == 0) return 0;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

gyre_hash gyre_hash_begin(void) { return (gyre_hash){UINT64_C(0x6779726500000001)}; } // "gyre", format 1

void gyre_hash_add_u64(gyre_hash *hash, uint64_t value) {
    if (hash) hash->state = stirred(hash->state, value);
}

void gyre_hash_add_double(gyre_hash *hash, double value) { gyre_hash_add_u64(hash, canonical_bits(value)); }

void gyre_hash_add_doubles(gyre_hash *hash, const double *values, size_t count) {
    gyre_hash_add_u64(hash, count);
    for (size_t i = 0; values && i < count; i++)
        gyre_hash_add_double(hash, values[i]);
}

uint64_t gyre_hash_value(const gyre_hash *hash) {
    if (!hash) return 0;
    // two more rounds diffuse the last values over all bits
    return stirred(stirred(hash->state, 0), 0);
}
