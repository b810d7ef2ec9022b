/// Collects the edges of a mesh with a counting sort.
#include "mass/mesh_edges.h"

#include "base/memory.h"

enum { SMALL_GROUP = 24 }; // up to this size an insertion sort is fastest

static half_edge half_edge_of(uint32_t from, uint32_t to, size_t triangle) {
    uint32_t higher = from > to ? from : to;
    return (half_edge)higher << 32 | (half_edge)triangle << 1 | (from > to);
}

static uint32_t lower_vertex(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void sift_down(half_edge *e, size_t root, size_t count) {
    half_edge moving = e[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && e[child] < e[child + 1]) child++;
        if (moving >= e[child]) break;
        e[root] = e[child];
    }
    e[root] = moving;
}

// Sorts a group by insertion, or by heap sort if it is large, because insertion takes quadratic time.
static void sort_group(half_edge *e, size_t count) {
    if (count <= SMALL_GROUP) {
        for (size_t i = 1; i < count; i++) {
            half_edge moving = e[i];
            size_t j = i;
            for (; j > 0 && e[j - 1] > moving; j--)
                e[j] = e[j - 1];
            e[j] = moving;
        }
        return;
    }
    for (size_t i = count / 2; i-- > 0;)
        sift_down(e, i, count);
    for (size_t last = count - 1; last > 0; last--) {
        half_edge largest = e[0];
        e[0] = e[last];
        e[last] = largest;
        sift_down(e, 0, last);
    }
}

static void count_edges(const gyre_mesh *mesh, edge_table *table) {
    for (size_t v = 0; v < mesh->vertex_count; v++)
        table->ends[v] = 0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles + 3 * i;
        if (has_repeated_index(t)) continue;
        table->ends[lower_vertex(t[0], t[1])]++;
        table->ends[lower_vertex(t[1], t[2])]++;
        table->ends[lower_vertex(t[2], t[0])]++;
    }
    // counts become start indices; each index advances to the group's end while the group fills
    uint32_t start = 0;
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t count = table->ends[v];
        table->ends[v] = start;
        start += count;
    }
}

static void fill_table(const gyre_mesh *mesh, edge_table *table) {
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles + 3 * i;
        if (has_repeated_index(t)) continue;
        table->edges[table->ends[lower_vertex(t[0], t[1])]++] = half_edge_of(t[0], t[1], i);
        table->edges[table->ends[lower_vertex(t[1], t[2])]++] = half_edge_of(t[1], t[2], i);
        table->edges[table->ends[lower_vertex(t[2], t[0])]++] = half_edge_of(t[2], t[0], i);
    }
    for (size_t v = 0, start = 0; v < mesh->vertex_count; start = table->ends[v++])
        sort_group(table->edges + start, table->ends[v] - start);
}

gyre_result gyre_edges_make(const gyre_mesh *mesh, const gyre_allocator *allocator, edge_table *out_table) {
    if (mesh->triangle_count > MESH_TRIANGLES_MAX) return GYRE_ERR_TOO_LARGE;
    edge_table table = {.vertex_count = mesh->vertex_count};
    table.ends = gyre_take_array(allocator, mesh->vertex_count, sizeof *table.ends);
    if (table.ends) table.edges = gyre_take_array(allocator, 3 * mesh->triangle_count, sizeof *table.edges);
    if (!table.edges) {
        gyre_give_back(allocator, table.ends);
        return GYRE_ERR_NO_MEMORY;
    }
    count_edges(mesh, &table);
    fill_table(mesh, &table);
    *out_table = table;
    return GYRE_OK;
}

void gyre_edges_free(const gyre_allocator *allocator, edge_table *table) {
    gyre_give_back(allocator, table->edges);
    gyre_give_back(allocator, table->ends);
    *table = (edge_table){0};
}
