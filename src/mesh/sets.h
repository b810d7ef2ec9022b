/// Disjoint sets (union-find), where each element has a sign relative to its set. An entry of `parents` is 2 * parent,
/// plus 1 if the element and its parent have opposite signs.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Makes one set per element.
static inline void sets_begin(uint32_t *parents, size_t count) {
    for (size_t i = 0; i < count; i++)
        parents[i] = (uint32_t)(2 * i);
}

/// Returns 2 * root, plus 1 if `element` and the root have opposite signs. Halves the path to the root, which speeds up
/// later calls.
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

/// Merges the sets of a and b so that a and b have equal signs, or opposite signs if sign = 1. The lower index becomes
/// the root, so the result does not depend on the order of calls. Returns 0 if a and b were already in one set and
/// their signs contradict `sign`.
static inline int sets_join(uint32_t *parents, uint32_t a, uint32_t b, uint32_t sign) {
    uint32_t root_a = sets_find(parents, a), root_b = sets_find(parents, b), relative = (root_a ^ root_b ^ sign) & 1;
    if (root_a >> 1 == root_b >> 1) return relative == 0;
    if (root_a < root_b)
        parents[root_b >> 1] = (root_a & ~1u) | relative;
    else
        parents[root_a >> 1] = (root_b & ~1u) | relative;
    return 1;
}
