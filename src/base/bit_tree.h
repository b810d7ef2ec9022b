/// A hash table of numbered keys with bounded worst-case time: every slot holds a tree that branches by the bits of the
/// key.
///
/// A key is a few 64-bit words; the first is a hash, and equal words mean equal keys. The lowest bits of the hash
/// select the slot. Successive bits of all words then select the branches of a digital search tree (Knuth 6.3), whose
/// depth is at most the number of bits of a key; most trees have a single node. The caller stores the keys:
///
///     uint32_t *link = bit_tree_root(&tree, words[0]);
///     for (unsigned depth = 0; *link != BIT_TREE_NONE && !has_this_key(*link); depth++)
///         link = bit_tree_child(&tree, *link, words, depth);
///     if (*link == BIT_TREE_NONE) bit_tree_add(&tree, link, number);
#pragma once

#include "base/memory.h"

#include <stdbool.h>
#include <string.h>

static const uint32_t BIT_TREE_NONE = UINT32_MAX;

typedef struct bit_tree {
    uint32_t *slots;
    uint32_t *children; // two per key number
    size_t mask;        // number of slots - 1
} bit_tree;

static inline void bit_tree_clear(bit_tree *tree) { memset(tree->slots, 0xff, (tree->mask + 1) * sizeof *tree->slots); }

/// Allocates a tree for key numbers below `count`. Returns false if out of memory; call bit_tree_free in either case.
static inline bool bit_tree_take(bit_tree *tree, const gyre_allocator *allocator, size_t count) {
    size_t slots = 64;
    while (slots < count)
        slots *= 2;
    tree->mask = slots - 1;
    tree->slots = gyre_take_array(allocator, slots, sizeof *tree->slots);
    tree->children = gyre_take_array(allocator, count, 2 * sizeof *tree->children);
    if (!tree->slots || !tree->children) return false;
    bit_tree_clear(tree);
    return true;
}

static inline void bit_tree_free(bit_tree *tree, const gyre_allocator *allocator) {
    gyre_give_back(allocator, tree->children);
    gyre_give_back(allocator, tree->slots);
}

static inline uint32_t *bit_tree_root(const bit_tree *tree, uint64_t hash) { return &tree->slots[hash & tree->mask]; }

static inline uint32_t *bit_tree_child(const bit_tree *tree, uint32_t number, const uint64_t *words, unsigned depth) {
    return &tree->children[2 * (size_t)number + (words[depth / 64] >> (63 - depth % 64) & 1)];
}

static inline void bit_tree_add(bit_tree *tree, uint32_t *link, uint32_t number) {
    *link = number;
    tree->children[2 * (size_t)number] = tree->children[2 * (size_t)number + 1] = BIT_TREE_NONE;
}
