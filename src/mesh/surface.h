/// The mesh that the doctor examines and repairs. Included only by files in this folder.
///
/// In identifiers, `place` means a welded vertex: all vertices at one position. Triangles refer to welded vertices.
#pragma once

#include "gyre/doctor.h"
#include "mass/mesh_edges.h"
#include "mass/mesh_integrals.h"

enum { SURFACE_TRIANGLES_MAX = 1 << 29 }; // corners are counted in 31 bits

/// A maximal set of triangles connected along edges of exactly two triangles.
typedef struct patch {
    uint32_t first_triangle; // index in the surface
    uint32_t triangle_count;
    uint32_t other_way_count; // triangles that the given mesh winds opposite to the first triangle
    uint32_t shell;           // index of its shell
    bool is_twisted;          // not orientable (a Moebius strip)
    bool is_closed;           // along every edge, equally many triangles run in both directions
} patch;

/// A closed patch, or open patches that meet along edges of more than two triangles and may together be closed.
typedef struct shell {
    uint32_t first_triangle; // index in the given mesh
    uint32_t triangle_count;
    double area, cap_area; // area without caps, and area of the caps that close holes
    double volume;         // signed, in cubed units of the surface
    double noise;          // smaller volumes are rounding errors
    vec3 low, high;        // bounding box in the surface's unit
    uint32_t depth;        // number of shells that contain this shell
    bool is_closed;        // along every edge, equally many triangles run in both directions
    bool is_crossed;       // partly inside another shell
} shell;

typedef struct surface {
    const gyre_allocator *allocator;
    double *positions; // of welded vertices, in units of the given mesh; has room for one more vertex per hole
    vec3 *points;      // the same vertices, relative to `middle` and scaled to -1 to 1
    size_t place_count, place_room;
    uint32_t *triangles; // three welded vertices each
    uint32_t *origins;   // by triangle: its index in the given mesh
    uint32_t *patch_of;  // by triangle: its patch
    size_t triangle_count, triangle_room;
    size_t cap_count; // number of triangles that close holes, at the end of the list
    vec3 middle;      // of the box, in units of the given mesh
    double scale;     // a power of two: points = scale (positions - middle)
    patch *patches;
    size_t patch_count;
    shell *shells;
    size_t shell_count;
    uint32_t *rim_edges; // open edges in the direction of their triangle, two vertices each
    size_t rim_edge_count;
} surface;

/// A count of defects, and the index of the first affected triangle in the given mesh.
typedef struct finding {
    size_t count, first;
} finding;

static inline void note_finding(finding *f, size_t triangle) {
    if (f->count == 0 || triangle < f->first) f->first = triangle;
    f->count++;
}

static inline gyre_mesh mesh_of_surface(const surface *s) {
    return (gyre_mesh){s->positions, s->place_count, s->triangles, s->triangle_count};
}

static inline vec3 corner_of(const surface *s, size_t triangle, int corner) {
    return s->points[s->triangles[3 * triangle + (size_t)corner]];
}

static inline mesh_corners corners_of(const surface *s, size_t triangle) {
    return (mesh_corners){corner_of(s, triangle, 0), corner_of(s, triangle, 1), corner_of(s, triangle, 2)};
}

static inline void turn_triangle(surface *s, size_t triangle) {
    uint32_t *t = s->triangles + 3 * triangle, second = t[1];
    t[1] = t[2];
    t[2] = second;
}

static inline uint32_t shell_of(const surface *s, size_t triangle) { return s->patches[s->patch_of[triangle]].shell; }

// ---- surface.c ----

/// Welds the vertices of a valid mesh within a tolerance (0: only equal positions) and drops triangles that collapse;
/// out_collapsed counts them. Fails with GYRE_ERR_NO_MEMORY, GYRE_ERR_TOO_LARGE, or GYRE_ERR_SHAPE if no triangle is
/// left. Free the surface after a failure too.
gyre_result gyre_surface_join(const gyre_mesh *mesh, const mesh_box *box, double tolerance,
                              const gyre_allocator *allocator, surface *out_surface, finding *out_collapsed);
void gyre_surface_free(surface *s);

/// Reserves capacity for more vertices and triangles. Leaves the surface unchanged if it returns GYRE_ERR_NO_MEMORY.
gyre_result gyre_surface_grow(surface *s, size_t places, size_t triangles);

/// Adds a triangle or a welded vertex; capacity must have been reserved.
void gyre_surface_add_triangle(surface *s, uint32_t a, uint32_t b, uint32_t c, uint32_t origin, uint32_t in_patch);
uint32_t gyre_surface_add_place(surface *s, vec3 point);

/// Removes the triangles that `is_dropped` marks.
void gyre_surface_drop(surface *s, const uint8_t *is_dropped);

// ---- duplicates.c ----

/// Removes triangles with the same three corners as another triangle. Keeps one copy if the surface would otherwise
/// open. If two solids share a wall, removes both copies of it, whose windings are opposite.
gyre_result gyre_drop_duplicates(surface *s, finding *out_dropped);

// ---- cracks.c ----

typedef struct crack_report {
    size_t joined;   // vertices merged into another vertex; 0 if the surface is unchanged
    double distance; // largest distance between a merged vertex and its replacement, in units of the mesh
} crack_report;

/// Merges rim vertices that are closer than a tolerance (in units of the mesh). Keeps the result only if it has fewer
/// open edges and no additional edges with more than two triangles. Merges both ends of one edge only if may_collapse
/// is set.
gyre_result gyre_mend_cracks(surface *s, double tolerance, bool may_collapse, crack_report *out_report);

// ---- patches.c ----

typedef struct edge_counts {
    size_t total;
    finding open, non_manifold_edges, non_manifold_vertices;
} edge_counts;

/// Counts edges, divides the surface into patches, reverses the triangles with the minority winding in each patch, and
/// groups patches into shells.
gyre_result gyre_find_patches(surface *s, edge_counts *out_counts, finding *out_flipped);

/// Recomputes which patches and shells are closed; call it after closing holes.
gyre_result gyre_find_closed(surface *s);

// ---- holes.c ----

typedef struct hole_report {
    size_t loop_count, closed_count; // number of rims, and number of closed rims
    bool are_flat;                   // all closed rims are flat
} hole_report;

/// Records the rims and closes every hole with a fan of triangles around the mean point of its rim.
gyre_result gyre_close_holes(surface *s, hole_report *out_report);

// ---- shells.c ----

/// Computes the volume and the bounding box of every shell.
void gyre_measure_shells(surface *s);

/// Computes the nesting depth of each shell, and finds shells that cross although none of their triangles was found to
/// intersect. Needs the tree of all triangles. Sets *out_is_interrupted if a work limit was reached. The nesting of
/// some shells then follows from their winding alone.
struct triangle_tree;
gyre_result gyre_nest_shells(surface *s, const struct triangle_tree *tree, bool *out_is_interrupted);

/// Reverses shells so that shells at even depths bound matter and shells at odd depths bound cavities. If a large part
/// of a shell was missing, its caps do not determine the inside; such a shell is counted in out_doubtful and not
/// reversed.
void gyre_turn_shells(surface *s, finding *out_inverted, size_t *out_doubtful);
