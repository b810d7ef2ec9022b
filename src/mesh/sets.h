/// Sets that are joined until what belongs together is together (union and find), each element with a sign relative to
/// its set: an element's number, twice, plus one where its sign is the other one.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Every element alone.
static inline void sets_begin(uint32_t *parents, size_t count) {
    for (size_t i = 0; i < count; i++)
        parents[i] = (uint32_t)(2 * i);
}

/// The number of the set's root, twice, plus one when `element` has the other sign. Halves the way for the next one.
static inline uint32_t sets_find(uint32_t *parents, uint32_t element) {
    uint32_t sign = 0;
    for (;;) {
        uint32_t parent = parents[element];
        if (parent >> 1 == element) return parent ^ sign;
        uint32_t grandparent = parents[parent >> 1] ^ (parent & 1);
        parents[element] = grandparent;
        sign ^= grandparent & 1;
        element = grandparent >> 1;
    }
}

/// Puts a and b into one set, with equal signs or, for sign = 1, with opposite ones. The root is the lower number, so
/// that it does not depend on the order of the calls. False when they were together with the other sign.
static inline int sets_join(uint32_t *parents, uint32_t a, uint32_t b, uint32_t sign) {
    uint32_t root_a = sets_find(parents, a), root_b = sets_find(parents, b), relative = (root_a ^ root_b ^ sign) & 1;
    if (root_a >> 1 == root_b >> 1) return relative == 0;
    if (root_a < root_b)
        parents[root_b >> 1] = (root_a & ~1u) | relative;
    else
        parents[root_a >> 1] = (root_b & ~1u) | relative;
    return 1;
}
