/// The edges of a mesh and the triangles along each edge.
///
/// Edges are sorted by their lower vertex with a counting sort, then by their higher vertex within each group. This
/// takes linear time (except for vertices with hundreds of triangles) and 24 bytes per triangle plus 4 per vertex. A
/// hash table would need as much memory, and its edge order would depend on the number of slots; here the order depends
/// on the mesh only.
#pragma once

#include "gyre/mesh.h"
#include "base/for_io.h"

#include <stdbool.h>

enum { MESH_TRIANGLES_MAX = UINT32_MAX / 3 }; // edges are counted in 32 bits

/// One side of one triangle, stored in the list of its lower vertex. Bits, from high to low: higher vertex, triangle,
/// direction (1: from high to low vertex). Half edges are compared as integers.
typedef uint64_t half_edge;

static inline uint32_t higher_vertex(half_edge e) { return (uint32_t)(e >> 32); }
static inline uint32_t triangle_of(half_edge e) { return (uint32_t)e >> 1; }
static inline bool is_downward(half_edge e) { return e & 1; }

/// The half edges with lower vertex v are edges[v == 0 ? 0 : ends[v - 1]] to edges[ends[v] - 1].
typedef struct edge_table {
    uint32_t *ends;
    half_edge *edges;
    size_t vertex_count;
} edge_table;

/// Collects the half edges of a mesh with valid indices. Skips triangles with a repeated index: these have collapsed to
/// an edge shared by their neighbours. GYRE_ERR_TOO_LARGE or GYRE_ERR_NO_MEMORY.
FOR_IO gyre_result gyre_edges_make(const gyre_mesh *mesh, const gyre_allocator *allocator, edge_table *out_table);
FOR_IO void gyre_edges_free(const gyre_allocator *allocator, edge_table *table);

/// An edge and all triangles along it, in the order of the triangles.
typedef struct edge_group {
    uint32_t low, high; // its vertices
    const half_edge *sides;
    size_t count;
} edge_group;

typedef struct edge_cursor {
    size_t vertex, position;
} edge_cursor;

/// Advances to the next edge, sorted by lower and then higher vertex. Start with a cursor of zeros. Returns false after
/// the last edge.
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
