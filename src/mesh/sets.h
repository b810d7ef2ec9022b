/// Disjoint sets (union-find) with a sign per element relative to its set. A value holds 2 * index, plus 1 if the sign
/// is opposite.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Makes every element a set.
static inline void sets_begin(uint32_t *parents, size_t count) {
    for (size_t i = 0; i < count; i++)
        parents[i] = (uint32_t)(2 * i);
}

/// Returns 2 * root, plus 1 if `element` has the opposite sign. Halves the path to the root, which speeds up later
/// calls.
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

/// Merges the sets of a and b, with equal signs or, for sign = 1, opposite signs. The lower index becomes the root, so
/// the result does not depend on the order of calls. Returns 0 if both were already in one set with a contradictory
/// sign.
static inline int sets_join(uint32_t *parents, uint32_t a, uint32_t b, uint32_t sign) {
    uint32_t root_a = sets_find(parents, a), root_b = sets_find(parents, b), relative = (root_a ^ root_b ^ sign) & 1;
    if (root_a >> 1 == root_b >> 1) return relative == 0;
    if (root_a < root_b)
        parents[root_b >> 1] = (root_a & ~1u) | relative;
    else
        parents[root_a >> 1] = (root_b & ~1u) | relative;
    return 1;
}
