/// Is a mesh the surface of a solid? Every edge must belong to two triangles that run along it in opposite directions.
///
/// Edges are sorted by their lower vertex with a counting sort, then by their higher vertex inside each of these small
/// groups: linear time, 24 bytes per triangle and 4 per vertex. A hash table of edges needs as much memory and its
/// order depends on its size; here the first bad edge is the first bad edge.
#include "mass/mesh_integrals.h"

#include "base/memory.h"
#include "math/finite.h"

#include <stdio.h>

enum {
    TRIANGLES_MAX = UINT32_MAX / 3, // edges are counted in 32 bits
    SMALL_GROUP = 24,               // an insertion sort is fastest up to here
};

// A triangle whose height is less than this fraction of its longer edges has no area that could be told from rounding.
static const double AREA_NOISE = 0x1p-50;

// One side of one triangle, without its lower vertex: higher vertex, triangle, is it run from high to low. As one
// number it sorts in this order.
typedef uint64_t half_edge;

static half_edge half_edge_of(uint32_t from, uint32_t to, size_t triangle) {
    uint32_t higher = from > to ? from : to;
    return (half_edge)higher << 32 | (half_edge)triangle << 1 | (from > to);
}
static uint32_t higher_vertex(half_edge e) { return (uint32_t)(e >> 32); }
static size_t triangle_of(half_edge e) { return (uint32_t)e >> 1; }
static size_t is_downward(half_edge e) { return e & 1; }

// The half edges with lower vertex v stand in edges[v == 0 ? 0 : ends[v - 1]] to edges[ends[v]].
typedef struct edge_table {
    uint32_t *ends;
    half_edge *edges;
} edge_table;

// How many, and the first triangle that has one.
typedef struct findings {
    size_t count, first;
} findings;

typedef struct edge_findings {
    size_t edge_count;
    findings open, flipped, non_manifold;
} edge_findings;

static void note(findings *f, size_t triangle) {
    f->count++;
    if (triangle < f->first) f->first = triangle;
}

static bool has_repeated_index(const uint32_t *t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

static uint32_t lower_vertex(uint32_t a, uint32_t b) { return a < b ? a : b; }

// ---- sorting ----

static void sift_down(half_edge *e, size_t root, size_t count) {
    half_edge moving = e[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && e[child] < e[child + 1]) child++;
        if (moving >= e[child]) break;
        e[root] = e[child];
    }
    e[root] = moving;
}

// Insertion sort; heap sort for the hubs of fans, where insertion would take the square of the time.
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

// Triangles with a repeated index have collapsed to an edge, along which their neighbours meet: they are left out.
static void fill_table(const gyre_mesh *mesh, edge_table *table) {
    for (size_t v = 0; v < mesh->vertex_count; v++)
        table->ends[v] = 0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles + 3 * i;
        if (has_repeated_index(t)) continue;
        table->ends[lower_vertex(t[0], t[1])]++;
        table->ends[lower_vertex(t[1], t[2])]++;
        table->ends[lower_vertex(t[2], t[0])]++;
    }
    // counts become starts; each start moves to its end while the group fills
    uint32_t start = 0;
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t count = table->ends[v];
        table->ends[v] = start;
        start += count;
    }
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *t = mesh->triangles + 3 * i;
        if (has_repeated_index(t)) continue;
        table->edges[table->ends[lower_vertex(t[0], t[1])]++] = half_edge_of(t[0], t[1], i);
        table->edges[table->ends[lower_vertex(t[1], t[2])]++] = half_edge_of(t[1], t[2], i);
        table->edges[table->ends[lower_vertex(t[2], t[0])]++] = half_edge_of(t[2], t[0], i);
    }
}

// ---- examining ----

static edge_findings examine_edges(const gyre_mesh *mesh, const edge_table *table) {
    findings none = {0, (size_t)MESH_NO_TRIANGLE};
    edge_findings f = {0, none, none, none};
    size_t start = 0;
    for (size_t v = 0; v < mesh->vertex_count; v++) {
        size_t end = table->ends[v];
        sort_group(table->edges + start, end - start);
        // equal edges stand side by side, ordered by triangle
        for (size_t i = start, next; i < end; i = next) {
            size_t downward = 0;
            half_edge first = table->edges[i];
            for (next = i; next < end && higher_vertex(table->edges[next]) == higher_vertex(first); next++)
                downward += is_downward(table->edges[next]);
            size_t count = next - i;
            f.edge_count++;
            if (count == 1) note(&f.open, triangle_of(first));
            if (count == 2 && downward != 1) note(&f.flipped, triangle_of(first));
            if (count > 2) note(&f.non_manifold, triangle_of(first));
        }
        start = end;
    }
    return f;
}

// No area: |e1 x e2| <= noise |e1| |e2|, in squares. The area is summed on the way, in units of the frame.
static findings examine_faces(const gyre_mesh *mesh, const mesh_frame *frame, double *out_area) {
    findings f = {0, (size_t)MESH_NO_TRIANGLE};
    double unit = gyre_times_power(1, -gyre_mesh_measure_exponent(frame, MESH_SHELL) / 2), sum = 0, error = 0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        mesh_corners p = mesh_triangle(mesh, i);
        vec3 e1 = scale(unit, sub(p.b, p.a)), e2 = scale(unit, sub(p.c, p.a));
        vec3 n = mesh_normal(p, (vec3){unit, unit, unit});
        double n2 = dot(n, n), limit = AREA_NOISE * AREA_NOISE * dot(e1, e1) * dot(e2, e2);
        if (n2 <= limit || has_repeated_index(mesh->triangles + 3 * i)) note(&f, i);
        // terms are positive, so the sum is the larger one but for the first few, where nothing is lost
        double area = 0.5 * root(n2), total = sum + area;
        error += area - (total - sum);
        sum = total;
    }
    *out_area = sum + error;
    return f;
}

// ---- reporting ----

static gyre_result verdict(const gyre_mesh_report *report) {
    if (!is_finite(report->volume) || !is_finite(report->area)) return GYRE_ERR_NOT_FINITE;
    if (report->non_manifold_edges > 0) return GYRE_ERR_MESH_NON_MANIFOLD;
    if (report->open_edges > 0) return GYRE_ERR_MESH_OPEN;
    if (report->flipped_edges > 0) return GYRE_ERR_MESH_WINDING;
    if (report->is_inverted) return GYRE_ERR_MESH_INVERTED;
    return GYRE_OK;
}

// Room is never short: the longest sentence has 100 letters and four numbers of at most 20 digits.
static void describe(gyre_result r, size_t triangle_count, const edge_findings *f, gyre_mesh_report *report) {
    char *text = report->text;
    size_t size = sizeof report->text;
    int length = 0;
    if (r == GYRE_ERR_NOT_FINITE)
        length = snprintf(text, size, "the volume or the area is too large for a number");
    else if (r == GYRE_ERR_MESH_NON_MANIFOLD)
        length =
            snprintf(text, size, "%zu of %zu edges belong to more than two triangles; the first is in triangle %zu",
                     f->non_manifold.count, f->edge_count, f->non_manifold.first);
    else if (r == GYRE_ERR_MESH_OPEN)
        length =
            snprintf(text, size, "%zu of %zu edges belong to one triangle only%s; the first is in triangle %zu",
                     f->open.count, f->edge_count,
                     f->open.count == f->edge_count ? " (do the triangles share their vertices?)" : "", f->open.first);
    else if (r == GYRE_ERR_MESH_WINDING)
        length = snprintf(
            text, size, "along %zu of %zu edges both triangles run in the same direction; the first is in triangle %zu",
            f->flipped.count, f->edge_count, f->flipped.first);
    else if (r == GYRE_ERR_MESH_INVERTED)
        length = snprintf(text, size, "all %zu triangles are wound inside out: the volume is %.6g m^3", triangle_count,
                          report->volume);
    else if (r == GYRE_ERR_SHAPE)
        length = snprintf(text, size, "closed, but the %zu triangles enclose no volume", triangle_count);
    else
        length = snprintf(text, size, "closed and consistently wound: %zu triangles, %zu edges, volume %.6g m^3",
                          triangle_count, f->edge_count, report->volume);
    if (report->degenerate_faces > 0 && length > 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, "; %zu triangles have no area", report->degenerate_faces);
}

static gyre_mesh_report empty_report(size_t first_bad_triangle) {
    return (gyre_mesh_report){.first_bad_triangle = first_bad_triangle};
}

// The mesh could not be examined further: an index or a vertex is bad, or the box has no size.
static void report_unusable(const gyre_mesh *mesh, gyre_result r, size_t bad_triangle, gyre_mesh_report *out_report) {
    gyre_mesh_report report = empty_report(bad_triangle);
    if (r == GYRE_ERR_MESH_INDEX) {
        const uint32_t *t = mesh->triangles + 3 * bad_triangle;
        unsigned long highest = t[0] > t[1] ? t[0] : t[1];
        snprintf(report.text, sizeof report.text, "triangle %zu names vertex %lu, but there are %zu vertices",
                 bad_triangle, highest > t[2] ? highest : t[2], mesh->vertex_count);
    } else if (bad_triangle != (size_t)MESH_NO_TRIANGLE)
        snprintf(report.text, sizeof report.text, "triangle %zu has a vertex that is NaN or infinite", bad_triangle);
    else
        snprintf(report.text, sizeof report.text, "the size of the mesh is too large for a number");
    *out_report = report;
}

static size_t first_of(size_t a, size_t b) { return a < b ? a : b; }

static gyre_result fill_report(const gyre_mesh *mesh, const mesh_frame *frame, const edge_findings *f,
                               gyre_mesh_report *out_report) {
    double area, volume = gyre_mesh_volume(mesh, frame);
    findings degenerate = examine_faces(mesh, frame, &area);
    gyre_mesh_report report = empty_report(
        first_of(first_of(f->open.first, f->flipped.first), first_of(f->non_manifold.first, degenerate.first)));
    report.open_edges = f->open.count;
    report.flipped_edges = f->flipped.count;
    report.non_manifold_edges = f->non_manifold.count;
    report.degenerate_faces = degenerate.count;
    report.is_inverted = volume < 0;
    report.volume = gyre_times_power(volume, gyre_mesh_measure_exponent(frame, MESH_SOLID));
    report.area = gyre_times_power(area, gyre_mesh_measure_exponent(frame, MESH_SHELL));
    gyre_result r = verdict(&report);
    if (r == GYRE_OK && volume == 0) r = GYRE_ERR_SHAPE;
    if (r == GYRE_ERR_MESH_INVERTED || r == GYRE_ERR_SHAPE) report.first_bad_triangle = 0;
    describe(r, mesh->triangle_count, f, &report);
    *out_report = report;
    return r;
}

gyre_result gyre_mesh_examine(const gyre_mesh *mesh, const gyre_allocator *allocator, gyre_mesh_report *out_report,
                              mesh_box *out_box) {
    gyre_allocator standard = {0};
    if (!allocator) allocator = &standard;
    gyre_result r = gyre_allocator_check(allocator);
    if (r != GYRE_OK) return r;
    size_t bad_triangle;
    r = gyre_mesh_scan(mesh, out_box, &bad_triangle);
    if (r == GYRE_ERR_MESH_INDEX || r == GYRE_ERR_NOT_FINITE) report_unusable(mesh, r, bad_triangle, out_report);
    if (r != GYRE_OK) return r;
    if (mesh->triangle_count > TRIANGLES_MAX) return GYRE_ERR_TOO_LARGE;

    edge_table table = {0};
    r = GYRE_ERR_NO_MEMORY;
    table.ends = gyre_take_array(allocator, mesh->vertex_count, sizeof *table.ends);
    if (!table.ends) goto done;
    table.edges = gyre_take_array(allocator, 3 * mesh->triangle_count, sizeof *table.edges);
    if (!table.edges) goto done;
    fill_table(mesh, &table);
    edge_findings edges = examine_edges(mesh, &table);
    mesh_frame frame = gyre_mesh_frame_of(out_box);
    r = fill_report(mesh, &frame, &edges, out_report);
done:
    gyre_give_back(allocator, table.edges);
    gyre_give_back(allocator, table.ends);
    return r;
}

gyre_result gyre_mesh_check(const gyre_mesh *mesh, const gyre_allocator *allocator, gyre_mesh_report *out_report) {
    if (!out_report) return GYRE_ERR_NULL_POINTER;
    mesh_box box;
    return gyre_mesh_examine(mesh, allocator, out_report, &box);
}
