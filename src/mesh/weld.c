/// Welds vertices with a hash table of cells.
///
/// Without a tolerance, a cell is a point: the bits of its coordinates. With a tolerance, cells are cubes with sides of
/// twice the tolerance, so that everything within the tolerance of a point is in eight cells: the point's cell and the
/// nearer neighbours along the axes. The welded vertices of a cell form a linked list, which is short because they are
/// further apart than the tolerance.
#include "mesh/weld.h"

#include "base/bit_tree.h"
#include "math/finite.h"
#include "math/vec3.h"

static const uint32_t NONE = BIT_TREE_NONE;
static const double TOLERANCE_MIN =
    0x1p-48; // least tolerance / largest coordinate, so that cells are wider than a few ulps

typedef struct cell {
    int64_t x, y, z;
} cell;

typedef struct place_table {
    const double *positions;
    bit_tree cells;   // key of a cell: the first vertex of its oldest welded vertex
    uint32_t *chain;  // by vertex: first vertex of the next welded vertex in the cell, or NONE
    double tolerance; // 0: merge equal coordinates only
    double side;      // side of a cell
} place_table;

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

// floor(a), or 0 for NaN and huge numbers: vertices that no triangle uses may be non-finite.
static int64_t floor_of(double a) {
    if (!(magnitude(a) < 0x1p62)) return 0;
    int64_t whole = (int64_t)a;
    return (double)whole > a ? whole - 1 : whole;
}

static cell cell_of(const place_table *table, const double *p) {
    // + 0.0 turns -0 into 0
    if (table->tolerance == 0) return (cell){bits_of(p[0] + 0.0), bits_of(p[1] + 0.0), bits_of(p[2] + 0.0)};
    return (cell){floor_of(p[0] / table->side), floor_of(p[1] / table->side), floor_of(p[2] / table->side)};
}

// Returns the link to the first vertex of a cell; the link is NONE if the cell is new.
static uint32_t *find_cell(const place_table *table, cell c) {
    uint64_t y = (uint64_t)c.y, z = (uint64_t)c.z; // c.x is determined by the hash, c.y and c.z
    const uint64_t words[3] = {mix(mix(mix((uint64_t)c.x) + y) + z), y, z};
    uint32_t *link = bit_tree_root(&table->cells, words[0]);
    for (unsigned depth = 0; *link != NONE; depth++) {
        cell at = cell_of(table, table->positions + 3 * (size_t)*link);
        if (at.x == c.x && at.y == c.y && at.z == c.z) break;
        link = bit_tree_child(&table->cells, *link, words, depth);
    }
    return link;
}

static bool is_near(const place_table *table, const double *a, const double *b) {
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z <= table->tolerance * table->tolerance;
}

// Returns the oldest of the welded vertices of a cell that lie within the tolerance of p, or NONE.
static uint32_t find_in(const place_table *table, cell c, const double *p) {
    uint32_t v = *find_cell(table, c);
    while (v != NONE && !is_near(table, table->positions + 3 * (size_t)v, p))
        v = table->chain[v];
    return v;
}

// Direction of the nearer neighbouring cell along an axis: -1 or 1.
static int64_t nearer_side(double coordinate, int64_t index, double side) {
    return coordinate - (double)index * side < 0.5 * side ? -1 : 1;
}

static uint32_t find_place(const place_table *table, cell c, const double *p) {
    if (table->tolerance == 0) return find_in(table, c, p);
    int64_t dx = nearer_side(p[0], c.x, table->side), dy = nearer_side(p[1], c.y, table->side),
            dz = nearer_side(p[2], c.z, table->side);
    uint32_t found = NONE;
    for (int i = 0; i < 8; i++) {
        cell neighbour = {c.x + (i & 1 ? dx : 0), c.y + (i & 2 ? dy : 0), c.z + (i & 4 ? dz : 0)};
        uint32_t v = find_in(table, neighbour, p);
        if (v < found) found = v; // the oldest match in all cells
    }
    return found;
}

static double largest_coordinate(const double *positions, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        if (is_finite(positions[i])) largest = larger(largest, magnitude(positions[i]));
    return largest;
}

static void assign_places(place_table *table, size_t vertex_count, uint32_t *map, size_t *out_place_count) {
    size_t place_count = 0;
    for (size_t i = 0; i < vertex_count; i++) {
        const double *p = table->positions + 3 * i;
        cell c = cell_of(table, p);
        uint32_t first = find_place(table, c, p);
        if (first != NONE) {
            map[i] = map[first];
            continue;
        }
        uint32_t *link = find_cell(table, c);
        table->chain[i] = NONE;
        if (*link == NONE) {
            bit_tree_add(&table->cells, link, (uint32_t)i);
        } else {
            uint32_t youngest = *link;
            while (table->chain[youngest] != NONE)
                youngest = table->chain[youngest];
            table->chain[youngest] = (uint32_t)i;
        }
        map[i] = (uint32_t)place_count++;
    }
    *out_place_count = place_count;
}

gyre_result gyre_weld(const double *positions, size_t vertex_count, double tolerance, const gyre_allocator *allocator,
                      uint32_t *out_map, size_t *out_place_count) {
    double limit = TOLERANCE_MIN * largest_coordinate(positions, 3 * vertex_count);
    place_table table = {.positions = positions, .tolerance = tolerance > limit ? tolerance : 0, .side = 2 * tolerance};
    table.chain = gyre_take_array(allocator, vertex_count, sizeof *table.chain);
    bool has_memory = bit_tree_take(&table.cells, allocator, vertex_count) && table.chain;
    if (has_memory) assign_places(&table, vertex_count, out_map, out_place_count);
    bit_tree_free(&table.cells, allocator);
    gyre_give_back(allocator, table.chain);
    return has_memory ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}
