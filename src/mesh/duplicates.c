/// Removes triangles that have the same three corners as another triangle.
///
/// If a triangle was copied by accident, each of its edges has an odd number of other triangles, and one copy is kept.
/// In a wall between two touching solids, each edge has an even number of other triangles. The two copies of the wall
/// have opposite winding, and both are dropped to merge the solids. If this would drop more than three quarters of the
/// triangles, the file contains both sides of every triangle, and one triangle of each pair is kept.
#include "mesh/surface.h"

#include "base/memory.h"
#include "mesh/sort.h"

// The corners of a triangle in ascending order.
typedef struct corner_set {
    uint32_t low, middle, high;
} corner_set;

static corner_set corners_in_order(const uint32_t *t) {
    uint32_t a = t[0], b = t[1], c = t[2], swap;
    if (a > b) swap = a, a = b, b = swap;
    if (b > c) swap = b, b = c, c = swap;
    if (a > b) swap = a, a = b, b = swap;
    return (corner_set){a, b, c};
}

static bool is_same_set(corner_set a, corner_set b) {
    return a.low == b.low && a.middle == b.middle && a.high == b.high;
}

// True if the corners of `t` are an even permutation of the sorted corners.
static bool runs_forward(const uint32_t *t, corner_set c) {
    return (t[0] == c.low && t[1] == c.middle) || (t[1] == c.low && t[2] == c.middle) ||
           (t[2] == c.low && t[0] == c.middle);
}

// Index of the first half edge that is not less than `limit`; `edges` are sorted by their higher vertex.
static size_t lower_bound(const half_edge *edges, size_t count, half_edge limit) {
    size_t first = 0;
    while (count > 0) {
        size_t half = count / 2;
        bool is_before = edges[first + half] < limit;
        first += is_before ? half + 1 : 0;
        count = is_before ? count - half - 1 : half;
    }
    return first;
}

// Number of triangles at the edge from `low` to `high`, low < high.
static size_t count_along(const edge_table *edges, uint32_t low, uint32_t high) {
    size_t start = low == 0 ? 0 : edges->ends[low - 1], count = edges->ends[low] - start;
    return lower_bound(edges->edges + start, count, ((half_edge)high + 1) << 32) -
           lower_bound(edges->edges + start, count, (half_edge)high << 32);
}

// True if dropping all copies would open the surface: at least two edges each have an odd number of other triangles.
static bool is_needed(const edge_table *edges, corner_set c, size_t copies) {
    size_t others[] = {count_along(edges, c.low, c.middle) - copies, count_along(edges, c.middle, c.high) - copies,
                       count_along(edges, c.low, c.high) - copies};
    size_t odd = (others[0] & 1) + (others[1] & 1) + (others[2] & 1);
    return odd >= 2;
}

typedef struct judgement {
    const surface *s;
    const edge_table *edges;
    bool is_two_sided; // keep one triangle of every pair
    uint8_t *is_dropped;
    finding dropped;
} judgement;

// Marks the copies to drop. If one copy is kept, it is the first copy with the majority winding, or in a tie the first
// copy.
static void judge_copies(judgement *j, const keyed *copies, size_t count) {
    const surface *s = j->s;
    corner_set corners = corners_in_order(s->triangles + 3 * (size_t)copies[0].index);
    size_t forward = 0;
    for (size_t i = 0; i < count; i++)
        forward += runs_forward(s->triangles + 3 * (size_t)copies[i].index, corners);
    bool is_tie = 2 * forward == count, is_kept = !is_tie || j->is_two_sided || is_needed(j->edges, corners, count);
    bool is_forward = is_tie ? runs_forward(s->triangles + 3 * (size_t)copies[0].index, corners) : 2 * forward > count;
    for (size_t i = 0; i < count; i++) {
        uint32_t triangle = copies[i].index;
        if (is_kept && runs_forward(s->triangles + 3 * (size_t)triangle, corners) == is_forward) {
            is_kept = false; // the first copy with the right winding stays
            continue;
        }
        j->is_dropped[triangle] = 1;
        note_finding(&j->dropped, s->origins[triangle]);
    }
}

// Divides triangles with equal hash keys into sets with equal corners, because different triangles may have equal keys.
static void judge_group(judgement *j, keyed *group, size_t count) {
    const surface *s = j->s;
    while (count > 1) {
        corner_set corners = corners_in_order(s->triangles + 3 * (size_t)group[0].index);
        size_t same = 1;
        for (size_t i = 1; i < count; i++) {
            keyed item = group[i];
            if (!is_same_set(corners, corners_in_order(s->triangles + 3 * (size_t)item.index))) continue;
            memmove(group + same + 1, group + same, (i - same) * sizeof *group);
            group[same++] = item;
        }
        if (same > 1) judge_copies(j, group, same);
        group += same;
        count -= same;
    }
}

static void find_copies(judgement *j, keyed *items) {
    size_t count = j->s->triangle_count;
    memset(j->is_dropped, 0, count);
    j->dropped = (finding){0};
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && items[next].key == items[i].key; next++) {
        }
        judge_group(j, items + i, next - i);
    }
}

// Hash of the sorted corners; different corners rarely collide.
static uint64_t key_of(const uint32_t *t) {
    corner_set c = corners_in_order(t);
    uint64_t z = ((uint64_t)c.low << 32 | c.high) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 29) ^ c.middle) * UINT64_C(0xbf58476d1ce4e5b9);
    return z ^ (z >> 32);
}

static bool has_equal_keys(const keyed *items, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (items[i].key == items[i - 1].key) return true;
    return false;
}

static gyre_result drop_copies(surface *s, keyed *items, finding *out_dropped) {
    edge_table edges;
    gyre_mesh mesh = mesh_of_surface(s);
    gyre_result r = gyre_edges_make(&mesh, s->allocator, &edges);
    if (r != GYRE_OK) return r;
    judgement j = {.s = s, .edges = &edges};
    j.is_dropped = gyre_take_array(s->allocator, s->triangle_count, sizeof *j.is_dropped);
    bool has_memory = j.is_dropped != NULL;
    if (has_memory) {
        find_copies(&j, items);
        j.is_two_sided = j.dropped.count > s->triangle_count / 4 * 3;
        if (j.is_two_sided) find_copies(&j, items);
        gyre_surface_drop(s, j.is_dropped);
        *out_dropped = j.dropped;
    }
    gyre_give_back(s->allocator, j.is_dropped);
    gyre_edges_free(s->allocator, &edges);
    return has_memory ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

gyre_result gyre_drop_duplicates(surface *s, finding *out_dropped) {
    *out_dropped = (finding){0};
    keyed *items = gyre_take_array(s->allocator, 2 * s->triangle_count, sizeof *items);
    if (!items) return GYRE_ERR_NO_MEMORY;
    for (size_t i = 0; i < s->triangle_count; i++)
        items[i] = (keyed){key_of(s->triangles + 3 * i), (uint32_t)i};
    gyre_sort_keyed(items, items + s->triangle_count, s->triangle_count);
    bool has_copies = has_equal_keys(items, s->triangle_count);
    gyre_result r = has_copies ? drop_copies(s, items, out_dropped) : GYRE_OK;
    gyre_give_back(s->allocator, items);
    return r;
}
