/// The edges of a mesh, each with the triangles that run along it.
///
/// Edges are sorted by their lower vertex with a counting sort, then by their higher vertex inside each of these small
/// groups: linear time but for vertices with hundreds of triangles, 24 bytes per triangle and 4 per vertex. A hash
/// table of edges needs as much memory and its order depends on its size; here the first edge is the first edge.
#pragma once

#include "gyre/mesh.h"

#include <stdbool.h>

enum { MESH_TRIANGLES_MAX = UINT32_MAX / 3 }; // edges are counted in 32 bits

/// One side of one triangle, without its lower vertex: higher vertex, triangle, is it run from high to low. As one
/// number it sorts in this order.
typedef uint64_t half_edge;

static inline uint32_t higher_vertex(half_edge e) { return (uint32_t)(e >> 32); }
static inline uint32_t triangle_of(half_edge e) { return (uint32_t)e >> 1; }
static inline bool is_downward(half_edge e) { return e & 1; }

/// The half edges with lower vertex v stand in edges[v == 0 ? 0 : ends[v - 1]] to edges[ends[v]].
typedef struct edge_table {
    uint32_t *ends;
    half_edge *edges;
    size_t vertex_count;
} edge_table;

/// Triangles with a repeated index have collapsed to an edge, along which their neighbours meet: they are left out.
/// Indices must be good. GYRE_ERR_TOO_LARGE or GYRE_ERR_NO_MEMORY.
gyre_result gyre_edges_make(const gyre_mesh *mesh, const gyre_allocator *allocator, edge_table *out_table);
void gyre_edges_free(const gyre_allocator *allocator, edge_table *table);

/// One edge: all triangles along it, ordered by triangle.
typedef struct edge_group {
    uint32_t low, high; // its vertices
    const half_edge *sides;
    size_t count;
} edge_group;

typedef struct edge_cursor {
    size_t vertex, position;
} edge_cursor;

/// The next edge, by lower and then higher vertex; begins with a cursor of zeros. False after the last.
static inline bool gyre_edges_next(const edge_table *table, edge_cursor *at, edge_group *out_group) {
    while (at->vertex < table->vertex_count && at->position == table->ends[at->vertex])
        at->vertex++;
    if (at->vertex == table->vertex_count) return false;
    const half_edge *first = table->edges + at->position, *end = table->edges + table->ends[at->vertex], *next = first;
    while (next < end && higher_vertex(*next) == higher_vertex(*first))
        next++;
    *out_group = (edge_group){(uint32_t)at->vertex, higher_vertex(*first), first, (size_t)(next - first)};
    at->position += out_group->count;
    return true;
}

static inline bool has_repeated_index(const uint32_t *t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }
