/// Checks whether a mesh bounds a solid: every edge must belong to two triangles that traverse it in opposite
/// directions.
#include "mass/mesh_edges.h"
#include "mass/mesh_integrals.h"

#include "base/memory.h"
#include "math/finite.h"

#include <stdio.h>

// A triangle with a height below this fraction of its longer edges is degenerate: its area is rounding error.
static const double AREA_NOISE = 0x1p-50;

// A count of defects and the first affected triangle.
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

// ---- examining ----

static edge_findings examine_edges(const edge_table *table) {
    findings none = {0, (size_t)MESH_NO_TRIANGLE};
    edge_findings f = {0, none, none, none};
    edge_group edge;
    for (edge_cursor at = {0}; gyre_edges_next(table, &at, &edge);) {
        size_t first = triangle_of(edge.sides[0]);
        f.edge_count++;
        if (edge.count == 1) note(&f.open, first);
        if (edge.count == 2 && is_downward(edge.sides[0]) == is_downward(edge.sides[1])) note(&f.flipped, first);
        if (edge.count > 2) note(&f.non_manifold, first);
    }
    return f;
}

// Counts degenerate triangles, |e1 x e2| <= noise |e1| |e2| (compared as squares), and sums the area in units of the
// frame.
static findings examine_faces(const gyre_mesh *mesh, const mesh_frame *frame, double *out_area) {
    findings f = {0, (size_t)MESH_NO_TRIANGLE};
    double unit = gyre_times_power(1, -gyre_mesh_measure_exponent(frame, MESH_SHELL) / 2), sum = 0, error = 0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        mesh_corners p = mesh_triangle(mesh, i);
        vec3 e1 = scale(unit, sub(p.b, p.a)), e2 = scale(unit, sub(p.c, p.a));
        vec3 n = mesh_normal(p, (vec3){unit, unit, unit});
        double n2 = dot(n, n), limit = AREA_NOISE * AREA_NOISE * dot(e1, e1) * dot(e2, e2);
        if (n2 <= limit || has_repeated_index(mesh->triangles + 3 * i)) note(&f, i);
        // Kahan's correction requires sum >= area. All terms are positive, so only the first few additions can violate
        // this, and their error is negligible.
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

// The buffer always suffices: the longest text has 150 characters and four counts of at most 10 digits each.
static void describe(gyre_result r, size_t triangle_count, const edge_findings *f, gyre_mesh_report *report) {
    char *text = report->text;
    size_t size = sizeof report->text;
    int length = 0;
    if (r == GYRE_ERR_NOT_FINITE)
        length = snprintf(text, size, "the volume or the area is too large for a double");
    else if (r == GYRE_ERR_MESH_NON_MANIFOLD)
        length =
            snprintf(text, size, "%zu of %zu edges belong to more than two triangles; the first is in triangle %zu",
                     f->non_manifold.count, f->edge_count, f->non_manifold.first);
    else if (r == GYRE_ERR_MESH_OPEN)
        length = snprintf(text, size, "%zu of %zu edges belong to one triangle only%s; the first is in triangle %zu",
                          f->open.count, f->edge_count,
                          f->open.count == f->edge_count ? " (vertices must be shared: merge equal vertices)" : "",
                          f->open.first);
    else if (r == GYRE_ERR_MESH_WINDING)
        length =
            snprintf(text, size, "%zu of %zu edges join triangles of opposite winding; the first is in triangle %zu",
                     f->flipped.count, f->edge_count, f->flipped.first);
    else if (r == GYRE_ERR_MESH_INVERTED)
        length = snprintf(text, size,
                          "all %zu triangles are wound inside out: the volume is %.6g m^3 but must be > 0; reverse "
                          "their vertex order",
                          triangle_count, report->volume);
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

// Reports a mesh that cannot be examined: an invalid index or vertex, or a box of infinite size.
static void report_unusable(const gyre_mesh *mesh, gyre_result r, size_t bad_triangle, gyre_mesh_report *out_report) {
    gyre_mesh_report report = empty_report(bad_triangle);
    if (r == GYRE_ERR_MESH_INDEX) {
        const uint32_t *t = mesh->triangles + 3 * bad_triangle;
        unsigned long highest = t[0] > t[1] ? t[0] : t[1];
        snprintf(report.text, sizeof report.text,
                 "triangle %zu refers to vertex %lu, but the mesh has %zu vertices, counted from 0", bad_triangle,
                 highest > t[2] ? highest : t[2], mesh->vertex_count);
    } else if (bad_triangle != (size_t)MESH_NO_TRIANGLE)
        snprintf(report.text, sizeof report.text, "triangle %zu has a vertex that is NaN or infinite", bad_triangle);
    else
        snprintf(report.text, sizeof report.text, "the size of the mesh is too large for a double");
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

    edge_table table;
    r = gyre_edges_make(mesh, allocator, &table);
    if (r != GYRE_OK) return r;
    edge_findings edges = examine_edges(&table);
    mesh_frame frame = gyre_mesh_frame_of(out_box);
    r = fill_report(mesh, &frame, &edges, out_report);
    gyre_edges_free(allocator, &table);
    return r;
}

gyre_result gyre_mesh_check(const gyre_mesh *mesh, const gyre_allocator *allocator, gyre_mesh_report *out_report) {
    if (!out_report) return GYRE_ERR_NULL_POINTER;
    mesh_box box;
    return gyre_mesh_examine(mesh, allocator, out_report, &box);
}
