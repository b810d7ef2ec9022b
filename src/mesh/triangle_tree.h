/// A bounding volume hierarchy over the triangles of a surface.
///
/// Triangles are sorted along a Morton curve and cut into leaves of eight. The inner nodes form a complete binary tree
/// without pointers. Building takes linear time and gives the same result on every machine.
#pragma once

#include "mesh/surface.h"

enum { TREE_LEAF = 8, TREE_ROOT = 1 };

typedef struct tree_box {
    vec3 low, high;
} tree_box;

/// Node i has the children 2 i and 2 i + 1. Leaf k is node leaf_count + k and holds the triangles order[8 k] to order[8
/// k + 7], if they exist. The box of an empty leaf has low > high.
typedef struct triangle_tree {
    const surface *s;
    uint32_t *order;
    size_t leaf_count; // a power of two
    tree_box *boxes;   // by node; index 0 is unused
} triangle_tree;

gyre_result gyre_tree_make(const surface *s, triangle_tree *out_tree);
void gyre_tree_free(triangle_tree *tree);

static inline size_t tree_leaf_begin(const triangle_tree *tree, size_t node) {
    size_t begin = (node - tree->leaf_count) * TREE_LEAF;
    return begin < tree->s->triangle_count ? begin : tree->s->triangle_count;
}
static inline size_t tree_leaf_end(const triangle_tree *tree, size_t node) { return tree_leaf_begin(tree, node + 1); }

static inline bool boxes_meet(const tree_box *a, const tree_box *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}

static inline tree_box box_of_triangle(const surface *s, size_t triangle) {
    mesh_corners p = corners_of(s, triangle);
    return (tree_box){{smaller(p.a.x, smaller(p.b.x, p.c.x)), smaller(p.a.y, smaller(p.b.y, p.c.y)),
                       smaller(p.a.z, smaller(p.b.z, p.c.z))},
                      {larger(p.a.x, larger(p.b.x, p.c.x)), larger(p.a.y, larger(p.b.y, p.c.y)),
                       larger(p.a.z, larger(p.b.z, p.c.z))}};
}

static inline tree_box box_around(tree_box a, tree_box b) {
    return (tree_box){{smaller(a.low.x, b.low.x), smaller(a.low.y, b.low.y), smaller(a.low.z, b.low.z)},
                      {larger(a.high.x, b.high.x), larger(a.high.y, b.high.y), larger(a.high.z, b.high.z)}};
}
