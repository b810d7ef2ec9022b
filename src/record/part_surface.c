/// Renumbers vertices in the order in which triangles use them. For simplification, all vertices in a grid cell get the
/// same number.
#include "record/part_surface.h"

#include "base/bit_tree.h"
#include "math/lanes.h"

#include <string.h>

enum { FINEST_GRID = 1024 }; // cells along the longest side
static const uint32_t NO_NUMBER = BIT_TREE_NONE;

// State while a surface is made.
typedef struct maker {
    const gyre_diagnosis *part;
    gyre_vec3 middle;
    double size;
    uint32_t *numbers; // for each vertex of the mesh: its number in the surface
    double *sums;      // sums of the positions of all vertices with the same number
    uint32_t *counts;
    part_surface *out;
    size_t triangles_max;
    // for a simplified surface:
    uint64_t *cells;          // cell of each number; NULL: no simplification
    bit_tree numbers_of_cell; // numbers by their cells
    bit_tree shapes;          // triangles by their corners
} maker;

// ---- vertices -------------------------------------------------------------------------------------------------------

static gyre_vec3 place_of(const maker *m, uint32_t vertex) {
    const double *p = m->part->mesh.positions + 3 * (size_t)vertex;
    double unit = m->part->unit;
    return (gyre_vec3){(unit * p[0] - m->middle.x) / m->size, (unit * p[1] - m->middle.y) / m->size,
                       (unit * p[2] - m->middle.z) / m->size};
}

static uint32_t new_number(maker *m, uint64_t cell) {
    size_t number = m->out->vertex_count++;
    memset(m->sums + 3 * number, 0, 3 * sizeof *m->sums);
    m->counts[number] = 0;
    if (m->cells) m->cells[number] = cell;
    return (uint32_t)number;
}

static uint64_t mixed(uint64_t key) {
    key *= UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 32;
}

static uint32_t number_of_cell(maker *m, uint64_t cell) {
    const uint64_t hash = mixed(cell);
    uint32_t *link = bit_tree_root(&m->numbers_of_cell, hash);
    for (unsigned depth = 0; *link != NO_NUMBER && m->cells[*link] != cell; depth++)
        link = bit_tree_child(&m->numbers_of_cell, *link, &hash, depth);
    if (*link == NO_NUMBER) bit_tree_add(&m->numbers_of_cell, link, new_number(m, cell));
    return *link;
}

// Returns the cell of a position. Positions are between -1/2 and 1/2 along every axis.
static uint64_t cell_of(gyre_vec3 p, double grid) {
    const double along[3] = {p.x, p.y, p.z};
    uint64_t cell = 0;
    for (int i = 0; i < 3; i++)
        cell = cell << 20 | (uint64_t)(smaller(larger(along[i] + 0.5, 0), 1) * grid);
    return cell;
}

// Returns the number of a vertex; without simplification, every vertex has a different number.
static uint32_t number_of(maker *m, uint32_t vertex, double grid) {
    if (m->numbers[vertex] != NO_NUMBER) return m->numbers[vertex];
    gyre_vec3 p = place_of(m, vertex);
    uint32_t number = m->cells ? number_of_cell(m, cell_of(p, grid)) : new_number(m, 0);
    double *sum = m->sums + 3 * (size_t)number;
    sum[0] += p.x;
    sum[1] += p.y;
    sum[2] += p.z;
    m->counts[number]++;
    return m->numbers[vertex] = number;
}

// ---- triangles ------------------------------------------------------------------------------------------------------

// Rotates the corners so that the smallest number is first and equal triangles have equal corner lists.
static void turn(uint32_t t[3]) {
    while (t[0] > t[1] || t[0] > t[2]) {
        uint32_t first = t[0];
        t[0] = t[1];
        t[1] = t[2];
        t[2] = first;
    }
}

// Returns false if the triangle exists already.
static bool is_new(maker *m, const uint32_t t[3]) {
    const uint64_t words[3] = {mixed(mixed(mixed(t[0]) + t[1]) + t[2]), t[1], t[2]};
    uint32_t *link = bit_tree_root(&m->shapes, words[0]);
    for (unsigned depth = 0; *link != NO_NUMBER; depth++) {
        if (memcmp(m->out->triangles + 3 * (size_t)*link, t, 3 * sizeof *t) == 0) return false;
        link = bit_tree_child(&m->shapes, *link, words, depth);
    }
    bit_tree_add(&m->shapes, link, (uint32_t)m->out->triangle_count);
    return true;
}

// Returns false if there are too many triangles.
static bool add_triangles(maker *m, double grid) {
    const gyre_mesh *mesh = &m->part->mesh;
    part_surface *out = m->out;
    out->vertex_count = out->triangle_count = out->cap_count = 0;
    memset(m->numbers, 0xff, mesh->vertex_count * sizeof *m->numbers);
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        uint32_t t[3];
        for (size_t k = 0; k < 3; k++)
            t[k] = number_of(m, mesh->triangles[3 * i + k], grid);
        if (m->cells) {
            if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
            turn(t);
            if (out->triangle_count < m->triangles_max && !is_new(m, t)) continue;
        }
        if (out->triangle_count == m->triangles_max) return false;
        memcpy(out->triangles + 3 * out->triangle_count++, t, sizeof t);
        out->cap_count += i + m->part->cap_triangle_count >= mesh->triangle_count;
    }
    return true;
}

static void add_rims(maker *m, double grid) {
    const gyre_diagnosis *d = m->part;
    for (size_t i = 0; i < d->rim_edge_count; i++) {
        uint32_t a = number_of(m, d->rim_edges[2 * i], grid), b = number_of(m, d->rim_edges[2 * i + 1], grid);
        if (a == b) continue;
        m->out->rim_edges[2 * m->out->rim_edge_count] = a;
        m->out->rim_edges[2 * m->out->rim_edge_count++ + 1] = b;
    }
}

static void make(maker *m) {
    double grid = m->cells ? FINEST_GRID : 0;
    for (;; grid = 0.84 * grid) { // ends, because no triangle remains if grid < 1
        if (m->cells) {
            bit_tree_clear(&m->numbers_of_cell);
            bit_tree_clear(&m->shapes);
        }
        if (add_triangles(m, grid)) break;
    }
    add_rims(m, grid);
    for (size_t i = 0; i < m->out->vertex_count; i++)
        for (size_t k = 3 * i; k < 3 * i + 3; k++)
            m->out->positions[k] = (float)(m->sums[k] / m->counts[i]);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

// Computes an upper bound on the number of vertices that triangles and rims use.
static bool used_vertices(const gyre_diagnosis *d, size_t *out) {
    size_t corners, ends;
    if (!size_multiply(d->mesh.triangle_count, 3, &corners) || !size_multiply(d->rim_edge_count, 2, &ends))
        return false;
    if (!size_add(corners, ends, out)) return false;
    if (d->mesh.vertex_count < *out) *out = d->mesh.vertex_count;
    return *out <= SIZE_MAX / 64 && *out < UINT32_MAX;
}

static gyre_result take_memory(maker *m, size_t vertices) {
    const gyre_allocator *from = &m->out->allocator;
    const gyre_diagnosis *d = m->part;
    m->numbers = gyre_take_array(from, d->mesh.vertex_count, sizeof *m->numbers);
    m->sums = gyre_take_array(from, vertices, 3 * sizeof *m->sums);
    m->counts = gyre_take_array(from, vertices, sizeof *m->counts);
    m->out->positions = gyre_take_array(from, vertices, 3 * sizeof *m->out->positions);
    m->out->triangles = gyre_take_array(from, m->triangles_max, 3 * sizeof *m->out->triangles);
    if (!m->numbers || !m->sums || !m->counts || !m->out->positions || !m->out->triangles) return GYRE_ERR_NO_MEMORY;
    if (d->rim_edge_count > 0) {
        m->out->rim_edges = gyre_take_array(from, d->rim_edge_count, 2 * sizeof *m->out->rim_edges);
        if (!m->out->rim_edges) return GYRE_ERR_NO_MEMORY;
    }
    if (d->mesh.triangle_count <= m->triangles_max) return GYRE_OK;
    m->cells = gyre_take_array(from, vertices, sizeof *m->cells);
    bool has_trees =
        bit_tree_take(&m->numbers_of_cell, from, vertices) && bit_tree_take(&m->shapes, from, m->triangles_max);
    return m->cells && has_trees ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

static void give_back(maker *m) {
    void *const blocks[] = {m->numbers, m->sums, m->counts, m->cells};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        gyre_give_back(&m->out->allocator, blocks[i]);
    bit_tree_free(&m->numbers_of_cell, &m->out->allocator);
    bit_tree_free(&m->shapes, &m->out->allocator);
}

gyre_result gyre_part_surface_of(const assembly *a, size_t part, size_t triangles_max, const gyre_allocator *allocator,
                                 part_surface *out) {
    const gyre_diagnosis *d = a->parts[part].diagnosis;
    part_surface surface = {.allocator = *allocator};
    maker m = {.part = d, .middle = a->middle, .size = a->size, .out = &surface};
    m.triangles_max = d->mesh.triangle_count < triangles_max ? d->mesh.triangle_count : triangles_max;
    size_t vertices;
    if (!used_vertices(d, &vertices)) return GYRE_ERR_TOO_LARGE;
    gyre_result r = take_memory(&m, vertices);
    if (r == GYRE_OK) make(&m);
    give_back(&m);
    if (r != GYRE_OK) {
        gyre_part_surface_free(&surface);
        return r;
    }
    *out = surface;
    return GYRE_OK;
}

void gyre_part_surface_free(part_surface *surface) {
    gyre_give_back(&surface->allocator, surface->rim_edges);
    gyre_give_back(&surface->allocator, surface->triangles);
    gyre_give_back(&surface->allocator, surface->positions);
    surface->positions = NULL;
    surface->triangles = surface->rim_edges = NULL;
}
