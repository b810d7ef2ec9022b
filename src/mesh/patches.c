/// Patches (triangles connected along edges of exactly two triangles) and shells (sets of patches).
#include "mesh/surface.h"

#include "base/memory.h"
#include "mesh/sets.h"

enum { FANS_MAX = 2 };           // counting stops here: it only matters whether there are several fans
enum { AT_CROWDED_EDGE = 0x80 }; // stored in place of the number of fans

static int corner_at(const surface *s, uint32_t triangle, uint32_t place) {
    const uint32_t *t = s->triangles + 3 * (size_t)triangle;
    return t[0] == place ? 0 : t[1] == place ? 1 : 2;
}

// +1 if the triangle contains the directed edge low -> high, -1 if it contains high -> low.
static int direction_along(const surface *s, uint32_t triangle, const edge_group *edge) {
    const uint32_t *t = s->triangles + 3 * (size_t)triangle;
    return t[(corner_at(s, triangle, edge->low) + 1) % 3] == edge->high ? 1 : -1;
}

// ---- patches ----

static uint32_t *take_sets(const surface *s, size_t count) {
    uint32_t *sets = gyre_take_array(s->allocator, count, sizeof *sets);
    if (sets) sets_begin(sets, count);
    return sets;
}

// Counts edges and joins adjacent triangles into sets. The sign of an element is its winding relative to the root of
// its set. If the windings at an edge contradict each other, marks the first triangle of the edge in `is_twisted`.
static void join_neighbours(const surface *s, const edge_table *edges, uint32_t *sets, uint8_t *is_twisted,
                            edge_counts *counts) {
    edge_group edge;
    for (edge_cursor at = {0}; gyre_edges_next(edges, &at, &edge);) {
        uint32_t first = triangle_of(edge.sides[0]);
        counts->total++;
        if (edge.count == 1) note_finding(&counts->open, s->origins[first]);
        if (edge.count > 2) note_finding(&counts->non_manifold_edges, s->origins[first]);
        if (edge.count != 2) continue;
        uint32_t is_same_way = is_downward(edge.sides[0]) == is_downward(edge.sides[1]);
        if (!sets_join(sets, first, triangle_of(edge.sides[1]), is_same_way)) is_twisted[first] = 1;
    }
}

// Numbers the patches in the order of their first triangles.
static gyre_result number_patches(surface *s, uint32_t *sets, const uint8_t *is_twisted) {
    s->patch_count = 0;
    for (size_t i = 0; i < s->triangle_count; i++) {
        uint32_t root = sets_find(sets, (uint32_t)i) >> 1; // root <= i
        s->patch_of[i] = root == i ? (uint32_t)s->patch_count++ : s->patch_of[root];
    }
    gyre_give_back(s->allocator, s->patches);
    s->patches = gyre_take_array(s->allocator, s->patch_count, sizeof *s->patches);
    if (!s->patches) return GYRE_ERR_NO_MEMORY;
    memset(s->patches, 0, s->patch_count * sizeof *s->patches);
    for (size_t i = s->triangle_count; i-- > 0;) {
        patch *p = &s->patches[s->patch_of[i]];
        p->first_triangle = (uint32_t)i;
        p->triangle_count++;
        if (is_twisted[i]) p->is_twisted = true;
    }
    return GYRE_OK;
}

// In every patch, reverses the triangles with the minority winding; in a tie, the triangles with sign 1.
static void unify_winding(surface *s, uint32_t *sets, finding *flipped) {
    for (size_t i = 0; i < s->triangle_count; i++)
        s->patches[s->patch_of[i]].other_way_count += sets_find(sets, (uint32_t)i) & 1;
    for (size_t i = 0; i < s->triangle_count; i++) {
        const patch *p = &s->patches[s->patch_of[i]];
        bool is_other_way = sets_find(sets, (uint32_t)i) & 1, are_most = 2 * p->other_way_count > p->triangle_count;
        if (p->is_twisted || is_other_way == are_most) continue;
        turn_triangle(s, i);
        note_finding(flipped, s->origins[i]);
    }
}

// ---- vertices ----

// Counts non-manifold vertices: vertices whose triangles form several fans that touch only there. Skips the ends of
// edges with more than two triangles.
static gyre_result count_fans(const surface *s, const edge_table *edges, edge_counts *counts) {
    uint32_t *corners = take_sets(s, 3 * s->triangle_count);
    uint8_t *fans = gyre_take_array(s->allocator, s->place_count, sizeof *fans);
    if (corners && fans) {
        memset(fans, 0, s->place_count);
        edge_group edge;
        for (edge_cursor at = {0}; gyre_edges_next(edges, &at, &edge);) {
            if (edge.count > 2) fans[edge.low] = fans[edge.high] = AT_CROWDED_EDGE;
            if (edge.count != 2) continue;
            uint32_t a = triangle_of(edge.sides[0]), b = triangle_of(edge.sides[1]);
            for (int end = 0; end < 2; end++) {
                uint32_t place = end ? edge.high : edge.low;
                sets_join(corners, 3 * a + (uint32_t)corner_at(s, a, place), 3 * b + (uint32_t)corner_at(s, b, place),
                          0);
            }
        }
        for (uint32_t i = 0; i < 3 * s->triangle_count; i++) {
            uint8_t *here = &fans[s->triangles[i]];
            if (corners[i] >> 1 != i || *here >= FANS_MAX)
                continue; // not the root of a fan, or the vertex is already counted
            if (++*here == FANS_MAX) note_finding(&counts->non_manifold_vertices, s->origins[i / 3]);
        }
    }
    gyre_result r = corners && fans ? GYRE_OK : GYRE_ERR_NO_MEMORY;
    gyre_give_back(s->allocator, fans);
    gyre_give_back(s->allocator, corners);
    return r;
}

// ---- closedness ----

// Maps a triangle to its patch or to its shell.
typedef uint32_t (*membership)(const surface *s, size_t triangle);

static uint32_t patch_of_triangle(const surface *s, size_t triangle) { return s->patch_of[triangle]; }

// True if equally many triangles of `group` run in both directions along the edge. An edge with more than CROWD_MAX
// triangles counts as open; this bounds the time on adversarial meshes.
enum { CROWD_MAX = 64 };

static bool is_balanced(const surface *s, const edge_group *edge, membership group_of, uint32_t group) {
    int sum = 0;
    for (size_t i = 0; i < edge->count; i++) {
        uint32_t triangle = triangle_of(edge->sides[i]);
        if (group_of(s, triangle) == group) sum += direction_along(s, triangle, edge);
    }
    return sum == 0 && edge->count <= CROWD_MAX;
}

static void find_closed_patches(surface *s, const edge_table *edges) {
    for (size_t i = 0; i < s->patch_count; i++)
        s->patches[i].is_closed = true;
    edge_group edge;
    for (edge_cursor at = {0}; gyre_edges_next(edges, &at, &edge);) {
        size_t looked_at = edge.count < CROWD_MAX ? edge.count : CROWD_MAX;
        for (size_t i = 0; i < looked_at; i++) {
            uint32_t mine = s->patch_of[triangle_of(edge.sides[i])];
            if (!is_balanced(s, &edge, patch_of_triangle, mine)) s->patches[mine].is_closed = false;
        }
    }
}

// Makes every closed patch a shell; open patches that share an edge form one shell.
static gyre_result gather_shells(surface *s, const edge_table *edges) {
    uint32_t *sets = take_sets(s, s->patch_count);
    if (!sets) return GYRE_ERR_NO_MEMORY;
    edge_group edge;
    for (edge_cursor at = {0}; gyre_edges_next(edges, &at, &edge);) {
        uint32_t first = UINT32_MAX;
        for (size_t i = 0; i < edge.count && edge.count > 1; i++) {
            uint32_t mine = s->patch_of[triangle_of(edge.sides[i])];
            if (s->patches[mine].is_closed) continue;
            if (first != UINT32_MAX) sets_join(sets, first, mine, 0);
            first = mine;
        }
    }
    s->shell_count = 0;
    for (size_t i = 0; i < s->patch_count; i++) {
        uint32_t root = sets_find(sets, (uint32_t)i) >> 1;
        s->patches[i].shell = root == i ? (uint32_t)s->shell_count++ : s->patches[root].shell;
    }
    gyre_give_back(s->allocator, sets);
    gyre_give_back(s->allocator, s->shells);
    s->shells = gyre_take_array(s->allocator, s->shell_count, sizeof *s->shells);
    return s->shells ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

static void find_closed_shells(surface *s, const edge_table *edges) {
    memset(s->shells, 0, s->shell_count * sizeof *s->shells);
    for (size_t i = 0; i < s->shell_count; i++)
        s->shells[i].is_closed = true;
    edge_group edge;
    for (edge_cursor at = {0}; gyre_edges_next(edges, &at, &edge);) {
        size_t looked_at = edge.count < CROWD_MAX ? edge.count : CROWD_MAX;
        for (size_t i = 0; i < looked_at; i++) {
            uint32_t mine = shell_of(s, triangle_of(edge.sides[i]));
            if (!is_balanced(s, &edge, shell_of, mine)) s->shells[mine].is_closed = false;
        }
    }
    for (size_t i = s->triangle_count; i-- > 0;) {
        shell *mine = &s->shells[shell_of(s, i)];
        mine->first_triangle = s->origins[i];
        mine->triangle_count++;
    }
}

static gyre_result find_closed(surface *s, const edge_table *edges) {
    find_closed_patches(s, edges);
    gyre_result r = gather_shells(s, edges);
    if (r == GYRE_OK) find_closed_shells(s, edges);
    return r;
}

// ---- entry points ----

static gyre_result make_patches(surface *s, const edge_table *edges, uint32_t *sets, edge_counts *counts,
                                finding *flipped) {
    uint8_t *is_twisted = gyre_take_array(s->allocator, s->triangle_count, sizeof *is_twisted);
    if (!is_twisted) return GYRE_ERR_NO_MEMORY;
    memset(is_twisted, 0, s->triangle_count);
    join_neighbours(s, edges, sets, is_twisted, counts);
    gyre_result r = number_patches(s, sets, is_twisted);
    if (r == GYRE_OK) unify_winding(s, sets, flipped);
    gyre_give_back(s->allocator, is_twisted);
    return r;
}

gyre_result gyre_find_patches(surface *s, edge_counts *out_counts, finding *out_flipped) {
    *out_counts = (edge_counts){0};
    *out_flipped = (finding){0};
    edge_table edges;
    gyre_mesh mesh = mesh_of_surface(s);
    gyre_result r = gyre_edges_make(&mesh, s->allocator, &edges);
    if (r != GYRE_OK) return r;
    uint32_t *sets = take_sets(s, s->triangle_count);
    r = sets ? make_patches(s, &edges, sets, out_counts, out_flipped) : GYRE_ERR_NO_MEMORY;
    gyre_give_back(s->allocator, sets);
    if (r == GYRE_OK) r = count_fans(s, &edges, out_counts);
    if (r == GYRE_OK) r = find_closed(s, &edges);
    gyre_edges_free(s->allocator, &edges);
    return r;
}

gyre_result gyre_find_closed(surface *s) {
    edge_table edges;
    gyre_mesh mesh = mesh_of_surface(s);
    gyre_result r = gyre_edges_make(&mesh, s->allocator, &edges);
    if (r != GYRE_OK) return r;
    r = find_closed(s, &edges);
    gyre_edges_free(s->allocator, &edges);
    return r;
}
