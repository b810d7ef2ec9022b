/// Follows open rims and closes each rim with a fan of triangles around its mean point.
///
/// The volume of a fan over a flat rim is exact for any outline: where its triangles overlap, their signed volumes
/// cancel.
#include "mesh/rims.h"

#include "base/memory.h"
#include "mesh/sort.h"

static const double FLATNESS = 1e-4; // largest deviation of a flat rim from its plane, divided by the rim's radius

enum { CANDIDATES_MAX = 64 }; // edges compared at a vertex with many rims; bounds the time on adversarial meshes

typedef struct rim_walk {
    const rim_edge *rims;
    const keyed *by_start; // sorted by start vertex; index: position in `rims`
    size_t count;
    uint8_t *is_used;
    // passed[i]: if entry i of by_start is the first with its start vertex, the number of used edges to skip from there
    uint32_t *passed;
    uint32_t *loop; // rim edges of the current loop, in order
} rim_walk;

static size_t first_from(const rim_walk *w, uint32_t place) {
    size_t low = 0, high = w->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (w->by_start[middle].key < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Returns the unused rim edge that continues from a vertex: an edge of the same patch, searched for in CANDIDATES_MAX
// edges, else the first unused edge; UINT32_MAX if all edges are used.
static uint32_t next_edge(rim_walk *w, const surface *s, uint32_t place, uint32_t in_patch) {
    size_t first = first_from(w, place), at = first;
    if (first == w->count || w->by_start[first].key != place) return UINT32_MAX;
    // skip the leading edges that are used up
    at += w->passed[first];
    while (at < w->count && w->by_start[at].key == place && w->is_used[w->by_start[at].index])
        at++;
    w->passed[first] = (uint32_t)(at - first);
    if (at == w->count || w->by_start[at].key != place) return UINT32_MAX;
    for (size_t i = at; i < w->count && i < at + CANDIDATES_MAX && w->by_start[i].key == place; i++) {
        uint32_t edge = w->by_start[i].index;
        if (!w->is_used[edge] && s->patch_of[w->rims[edge].triangle] == in_patch) return edge;
    }
    return w->by_start[at].index;
}

// Follows a rim until it returns to its first vertex. Returns the number of edges; 0 if the rim does not close.
static size_t follow(rim_walk *w, const surface *s, uint32_t first) {
    uint32_t edge = first;
    size_t length = 0;
    for (;;) {
        w->is_used[edge] = 1;
        w->loop[length++] = edge;
        if (w->rims[edge].to == w->rims[first].from) return length;
        edge = next_edge(w, s, w->rims[edge].to, s->patch_of[w->rims[edge].triangle]);
        if (edge == UINT32_MAX) return 0;
    }
}

static vec3 start_of(const rim_walk *w, const surface *s, size_t i) { return s->points[w->rims[w->loop[i]].from]; }

static vec3 middle_of(const rim_walk *w, const surface *s, size_t length) {
    vec3 sum = {0, 0, 0};
    for (size_t i = 0; i < length; i++)
        sum = add(sum, start_of(w, s, i));
    return scale(1 / (double)length, sum);
}

// Clears report->are_flat if the rim is not flat.
static void measure_rim(const rim_walk *w, const surface *s, size_t length, vec3 middle, hole_report *report) {
    vec3 normal = {0, 0, 0};
    double radius2 = 0, height = 0;
    for (size_t i = 0; i < length; i++) {
        vec3 a = sub(start_of(w, s, i), middle), b = sub(start_of(w, s, (i + 1) % length), middle), n = cross(b, a);
        normal = add(normal, n);
        radius2 = larger(radius2, dot(a, a));
    }
    for (size_t i = 0; i < length; i++)
        height = larger(height, magnitude(dot(sub(start_of(w, s, i), middle), normal)));
    if (length > 3 && height > FLATNESS * root(radius2) * root(dot(normal, normal))) report->are_flat = false;
}

static void close_rim(rim_walk *w, surface *s, size_t length, hole_report *report) {
    vec3 middle = middle_of(w, s, length);
    measure_rim(w, s, length, middle, report);
    const rim_edge *first = &w->rims[w->loop[0]];
    uint32_t in_patch = s->patch_of[first->triangle];
    if (length == 3) {
        uint32_t third = w->rims[w->loop[1]].to;
        gyre_surface_add_triangle(s, first->to, first->from, third, s->origins[first->triangle], in_patch);
    } else if (length > 3) {
        uint32_t hub = gyre_surface_add_place(s, middle);
        for (size_t i = 0; i < length; i++) {
            const rim_edge *edge = &w->rims[w->loop[i]];
            gyre_surface_add_triangle(s, edge->to, edge->from, hub, s->origins[edge->triangle], in_patch);
        }
    }
    report->closed_count++;
}

static gyre_result walk_rims(surface *s, const rim_edge *rims, size_t count, hole_report *report) {
    keyed *by_start = gyre_take_array(s->allocator, 2 * count, sizeof *by_start);
    rim_walk w = {.rims = rims, .by_start = by_start, .count = count};
    w.is_used = gyre_take_array(s->allocator, count, sizeof *w.is_used);
    w.passed = gyre_take_array(s->allocator, count, sizeof *w.passed);
    w.loop = gyre_take_array(s->allocator, count, sizeof *w.loop);
    gyre_result r =
        by_start && w.is_used && w.passed && w.loop ? gyre_surface_grow(s, count, count) : GYRE_ERR_NO_MEMORY;
    if (r == GYRE_OK) {
        memset(w.is_used, 0, count);
        memset(w.passed, 0, count * sizeof *w.passed);
        for (size_t i = 0; i < count; i++)
            by_start[i] = (keyed){rims[i].from, (uint32_t)i};
        gyre_sort_keyed(by_start, by_start + count, count);
        size_t triangles_before = s->triangle_count;
        for (uint32_t i = 0; i < count; i++) {
            if (w.is_used[i]) continue;
            size_t length = follow(&w, s, i);
            report->loop_count++;
            if (length > 0) close_rim(&w, s, length, report);
        }
        s->cap_count = s->triangle_count - triangles_before;
    }
    gyre_give_back(s->allocator, w.loop);
    gyre_give_back(s->allocator, w.passed);
    gyre_give_back(s->allocator, w.is_used);
    gyre_give_back(s->allocator, by_start);
    return r;
}

gyre_result gyre_close_holes(surface *s, hole_report *out_report) {
    *out_report = (hole_report){.are_flat = true};
    rim_edge *rims;
    size_t count;
    gyre_result r = gyre_gather_rims(s, &rims, &count, NULL);
    if (r != GYRE_OK || count == 0) return r;
    s->rim_edges = gyre_take_array(s->allocator, count, 2 * sizeof *s->rim_edges);
    if (s->rim_edges) {
        s->rim_edge_count = count;
        for (size_t i = 0; i < count; i++)
            s->rim_edges[2 * i] = rims[i].from, s->rim_edges[2 * i + 1] = rims[i].to;
        r = walk_rims(s, rims, count, out_report);
    } else {
        r = GYRE_ERR_NO_MEMORY;
    }
    gyre_give_back(s->allocator, rims);
    return r;
}
