/// Builds the tree of boxes.
#include "mesh/triangle_tree.h"

#include "base/memory.h"
#include "mesh/sort.h"

enum { CODE_BITS = 21 }; // per axis

static const tree_box EMPTY = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};

// Inserts two zero bits between adjacent bits of the 21 lowest bits (Morton code).
static uint64_t spread_bits(uint64_t a) {
    a = (a | a << 32) & UINT64_C(0x001f00000000ffff);
    a = (a | a << 16) & UINT64_C(0x001f0000ff0000ff);
    a = (a | a << 8) & UINT64_C(0x100f00f00f00f00f);
    a = (a | a << 4) & UINT64_C(0x10c30c30c30c30c3);
    return (a | a << 2) & UINT64_C(0x1249249249249249);
}

// Morton code of a coordinate in -1 to 1; values outside are clamped.
static uint64_t code_of(double a) {
    const double cells = 1 << CODE_BITS;
    double at = 0.5 * (a + 1) * cells;
    return spread_bits(at < 0 ? 0 : at > cells - 1 ? (uint64_t)(cells - 1) : (uint64_t)at);
}

static uint64_t code_of_triangle(const surface *s, size_t triangle) {
    mesh_corners p = corners_of(s, triangle);
    vec3 middle = scale(1.0 / 3, add(p.a, add(p.b, p.c)));
    return code_of(middle.x) << 2 | code_of(middle.y) << 1 | code_of(middle.z);
}

static gyre_result order_triangles(triangle_tree *tree) {
    const surface *s = tree->s;
    keyed *items = gyre_take_array(s->allocator, 2 * s->triangle_count, sizeof *items);
    if (!items) return GYRE_ERR_NO_MEMORY;
    for (size_t i = 0; i < s->triangle_count; i++)
        items[i] = (keyed){code_of_triangle(s, i), (uint32_t)i};
    gyre_sort_keyed(items, items + s->triangle_count, s->triangle_count);
    for (size_t i = 0; i < s->triangle_count; i++)
        tree->order[i] = items[i].index;
    gyre_give_back(s->allocator, items);
    return GYRE_OK;
}

static void fill_boxes(triangle_tree *tree) {
    for (size_t leaf = tree->leaf_count; leaf < 2 * tree->leaf_count; leaf++) {
        tree->boxes[leaf] = EMPTY;
        for (size_t i = tree_leaf_begin(tree, leaf); i < tree_leaf_end(tree, leaf); i++)
            tree->boxes[leaf] = box_around(tree->boxes[leaf], box_of_triangle(tree->s, tree->order[i]));
    }
    for (size_t node = tree->leaf_count; node-- > TREE_ROOT;)
        tree->boxes[node] = box_around(tree->boxes[2 * node], tree->boxes[2 * node + 1]);
}

gyre_result gyre_tree_make(const surface *s, triangle_tree *out_tree) {
    triangle_tree tree = {.s = s, .leaf_count = 1};
    while (tree.leaf_count * TREE_LEAF < s->triangle_count)
        tree.leaf_count *= 2;
    tree.order = gyre_take_array(s->allocator, s->triangle_count, sizeof *tree.order);
    tree.boxes = gyre_take_array(s->allocator, 2 * tree.leaf_count, sizeof *tree.boxes);
    gyre_result r = tree.order && tree.boxes ? order_triangles(&tree) : GYRE_ERR_NO_MEMORY;
    if (r == GYRE_OK) {
        fill_boxes(&tree);
        *out_tree = tree;
    } else {
        gyre_tree_free(&tree);
    }
    return r;
}

void gyre_tree_free(triangle_tree *tree) {
    if (!tree->s) return;
    gyre_give_back(tree->s->allocator, tree->boxes);
    gyre_give_back(tree->s->allocator, tree->order);
    *tree = (triangle_tree){0};
}
