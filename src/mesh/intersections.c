/// Finds intersecting triangles by traversing pairs of tree nodes.
#include "mesh/intersections.h"

enum { PAIRS_MAX = 100000 }; // the search stops at this number of pairs

static const double TESTS_PER_TRIANGLE = 1000; // average work limit; bounds the time on adversarial meshes
static const double TEST_OF_PAIR = 10;         // cost of testing two triangles, in units of comparing two boxes
static const double ORIENTATION_ERROR =
    0x1p-50; // bounds the rounding error of a determinant (7 * 2^-53) relative to its permanent

typedef struct pair_search {
    const triangle_tree *tree;
    size_t real_count; // number of triangles without the caps that close holes
    shell *shells;
    double tests_left;
    intersection_report report;
} pair_search;

// Orientation of d relative to the plane a, b, c: +1 or -1, or 0 if rounding errors could have changed the sign.
static int side_of(vec3 a, vec3 b, vec3 c, vec3 d) {
    vec3 p = sub(a, d), q = sub(b, d), r = sub(c, d);
    double xy = p.x * q.y, yx = p.y * q.x, yz = p.y * q.z, zy = p.z * q.y, zx = p.z * q.x, xz = p.x * q.z;
    double determinant = (xy - yx) * r.z + (yz - zy) * r.x + (zx - xz) * r.y;
    double size = (magnitude(xy) + magnitude(yx)) * magnitude(r.z) + (magnitude(yz) + magnitude(zy)) * magnitude(r.x) +
                  (magnitude(zx) + magnitude(xz)) * magnitude(r.y);
    if (magnitude(determinant) <= ORIENTATION_ERROR * size) return 0;
    return determinant > 0 ? 1 : -1;
}

// True if the edge p q passes through the interior of the triangle. p and q must lie on different sides of its plane.
static bool goes_through(vec3 p, vec3 q, const vec3 t[3]) {
    int first = side_of(p, q, t[0], t[1]);
    return first != 0 && side_of(p, q, t[1], t[2]) == first && side_of(p, q, t[2], t[0]) == first;
}

// True if an edge of `a` passes through `b`. Shared corners count as lying in the plane of `b`.
static bool edges_go_through(const vec3 a[3], const uint32_t *a_places, const vec3 b[3], const uint32_t *b_places) {
    int sides[3];
    for (int i = 0; i < 3; i++) {
        bool is_shared = a_places[i] == b_places[0] || a_places[i] == b_places[1] || a_places[i] == b_places[2];
        sides[i] = is_shared ? 0 : side_of(b[0], b[1], b[2], a[i]);
    }
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3;
        if (sides[i] * sides[next] < 0 && goes_through(a[i], a[next], b)) return true;
    }
    return false;
}

static int shared_places(const uint32_t *a, const uint32_t *b) {
    int count = 0;
    for (int i = 0; i < 3; i++)
        count += a[i] == b[0] || a[i] == b[1] || a[i] == b[2];
    return count;
}

static void test_pair(pair_search *search, uint32_t first, uint32_t second) {
    const surface *s = search->tree->s;
    const uint32_t *a_places = s->triangles + 3 * (size_t)first, *b_places = s->triangles + 3 * (size_t)second;
    if (shared_places(a_places, b_places) > 1) return;
    search->tests_left -= TEST_OF_PAIR;
    if (first >= search->real_count && second >= search->real_count) return; // caps may fold and intersect each other
    const vec3 a[3] = {corner_of(s, first, 0), corner_of(s, first, 1), corner_of(s, first, 2)};
    const vec3 b[3] = {corner_of(s, second, 0), corner_of(s, second, 1), corner_of(s, second, 2)};
    if (!edges_go_through(a, a_places, b, b_places) && !edges_go_through(b, b_places, a, a_places)) return;
    if (first >= search->real_count || second >= search->real_count) {
        search->report.cap_count++;
        return;
    }
    if (search->shells && shell_of(s, first) != shell_of(s, second))
        search->shells[shell_of(s, first)].is_crossed = search->shells[shell_of(s, second)].is_crossed = true;
    uint32_t origin = s->origins[first] < s->origins[second] ? s->origins[first] : s->origins[second];
    note_finding(&search->report.pairs, origin);
}

// Tests all pairs of triangles of two leaves, or all pairs within one leaf.
static void test_leaves(pair_search *search, size_t a, size_t b) {
    const triangle_tree *tree = search->tree;
    tree_box boxes[TREE_LEAF];
    size_t first_b = tree_leaf_begin(tree, b), end_b = tree_leaf_end(tree, b);
    for (size_t i = first_b; i < end_b; i++)
        boxes[i - first_b] = box_of_triangle(tree->s, tree->order[i]);
    for (size_t i = tree_leaf_begin(tree, a); i < tree_leaf_end(tree, a); i++) {
        uint32_t first = tree->order[i];
        tree_box box = box_of_triangle(tree->s, first);
        if (!boxes_meet(&box, &tree->boxes[b])) continue;
        for (size_t k = a == b ? i + 1 : first_b; k < end_b; k++)
            if (boxes_meet(&box, &boxes[k - first_b])) test_pair(search, first, tree->order[k]);
    }
    search->tests_left -= TREE_LEAF * TREE_LEAF;
    if (search->tests_left < 0 || search->report.pairs.count >= PAIRS_MAX) search->report.is_interrupted = true;
}

// Descends into pairs of nodes. Both nodes of a pair are at the same level, so they reach the leaves together.
static void search_nodes(pair_search *search, size_t a, size_t b) {
    const triangle_tree *tree = search->tree;
    if (search->report.is_interrupted || !boxes_meet(&tree->boxes[a], &tree->boxes[b])) return;
    if (a >= tree->leaf_count) {
        test_leaves(search, a, b);
        return;
    }
    search_nodes(search, 2 * a, 2 * b);
    search_nodes(search, 2 * a, 2 * b + 1);
    if (a != b) search_nodes(search, 2 * a + 1, 2 * b);
    search_nodes(search, 2 * a + 1, 2 * b + 1);
}

intersection_report gyre_find_intersections(const triangle_tree *tree, shell *shells) {
    pair_search search = {.tree = tree, .shells = shells, .real_count = tree->s->triangle_count - tree->s->cap_count};
    search.tests_left = TESTS_PER_TRIANGLE * (double)(tree->s->triangle_count + 1000);
    search_nodes(&search, TREE_ROOT, TREE_ROOT);
    return search.report;
}
