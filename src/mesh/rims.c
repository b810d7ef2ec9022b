/// Collects open edges.
#include "mesh/rims.h"

#include "base/memory.h"

static size_t count_open(const edge_table *edges, size_t *out_crowded_count) {
    size_t open = 0, crowded = 0;
    edge_group edge;
    for (edge_cursor at = {0}; gyre_edges_next(edges, &at, &edge);) {
        open += edge.count == 1;
        crowded += edge.count > 2;
    }
    if (out_crowded_count) *out_crowded_count = crowded;
    return open;
}

static void list_open(const edge_table *edges, rim_edge *rims) {
    edge_group edge;
    for (edge_cursor at = {0}; gyre_edges_next(edges, &at, &edge);) {
        if (edge.count != 1) continue;
        bool is_down = is_downward(edge.sides[0]);
        *rims++ =
            (rim_edge){is_down ? edge.high : edge.low, is_down ? edge.low : edge.high, triangle_of(edge.sides[0])};
    }
}

gyre_result gyre_gather_rims(const surface *s, rim_edge **out_rims, size_t *out_count, size_t *out_crowded_count) {
    *out_rims = NULL;
    *out_count = 0;
    edge_table edges;
    gyre_mesh mesh = mesh_of_surface(s);
    gyre_result r = gyre_edges_make(&mesh, s->allocator, &edges);
    if (r != GYRE_OK) return r;
    size_t count = count_open(&edges, out_crowded_count);
    if (count > 0) {
        *out_rims = gyre_take_array(s->allocator, count, sizeof **out_rims);
        if (*out_rims) {
            list_open(&edges, *out_rims);
            *out_count = count;
        } else {
            r = GYRE_ERR_NO_MEMORY;
        }
    }
    gyre_edges_free(s->allocator, &edges);
    return r;
}
