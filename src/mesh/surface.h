/// A mesh on the doctor's table: joined, step by step examined and repaired. Only files of this folder look inside.
#pragma once

#include "gyre/doctor.h"
#include "mass/mesh_edges.h"
#include "mass/mesh_integrals.h"

enum { SURFACE_TRIANGLES_MAX = 1 << 29 }; // corners are counted in 31 bits

/// Triangles that hang together along edges of two triangles each.
typedef struct patch {
    uint32_t first_triangle; // of the surface
    uint32_t triangle_count;
    uint32_t other_way_count; // wound against its first triangle, in the mesh as given
    uint32_t shell;           // which it belongs to
    bool is_twisted;          // cannot be wound consistently (a Moebius strip)
    bool is_closed;           // along every edge as many of its triangles run up as down
} patch;

/// A closed patch, or patches that meet along edges of more than two triangles and may be closed together.
typedef struct shell {
    uint32_t first_triangle; // of the mesh as given
    uint32_t triangle_count;
    double area, cap_area; // without what closes holes, and of that
    double volume;         // signed, in cubes of the surface's unit
    double noise;          // volumes below this are rounding
    vec3 low, high;        // its box, in that unit
    uint32_t depth;        // number of shells around it
    bool is_closed;        // along every edge as many triangles run up as down
    bool is_crossed;       // some of it is inside another shell, and some is not
} shell;

typedef struct surface {
    const gyre_allocator *allocator;
    double *positions; // of places, in units of the mesh as given; room for a place per hole behind them
    vec3 *points;      // the same, from the middle of the box and in units of its size: -1..1
    size_t place_count, place_room;
    uint32_t *triangles; // three places each
    uint32_t *origins;   // which triangle of the mesh as given
    uint32_t *patch_of;  // by triangle
    size_t triangle_count, triangle_room;
    size_t cap_count; // the last triangles, with which holes were closed
    vec3 middle;      // of the box, in units of the mesh as given
    double scale;     // a power of two: points = scale (positions - middle)
    patch *patches;
    size_t patch_count;
    shell *shells;
    size_t shell_count;
    uint32_t *rim_edges; // pairs of places: edges of one triangle, as that triangle runs
    size_t rim_edge_count;
} surface;

/// How many, and the first of the given triangles concerned.
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

/// Joins the vertices of a good mesh within a tolerance (0: equal places); drops triangles that collapse, noted in
/// out_collapsed. The surface is to be freed also after a failure: GYRE_ERR_NO_MEMORY, GYRE_ERR_TOO_LARGE,
/// GYRE_ERR_SHAPE (nothing is left).
gyre_result gyre_surface_join(const gyre_mesh *mesh, const mesh_box *box, double tolerance,
                              const gyre_allocator *allocator, surface *out_surface, finding *out_collapsed);
void gyre_surface_free(surface *s);

/// Room for more, behind what is there. GYRE_ERR_NO_MEMORY leaves everything as it is.
gyre_result gyre_surface_grow(surface *s, size_t places, size_t triangles);

/// Adds a triangle to a patch, or a place.
void gyre_surface_add_triangle(surface *s, uint32_t a, uint32_t b, uint32_t c, uint32_t origin, uint32_t in_patch);
uint32_t gyre_surface_add_place(surface *s, vec3 point);

/// Drops the triangles that `is_dropped` marks.
void gyre_surface_drop(surface *s, const uint8_t *is_dropped);

// ---- duplicates.c ----

/// Drops triangles that are there more than once. Of two with the same corners one stays where the surface needs it: an
/// inner wall between two solids, run both ways, goes altogether.
gyre_result gyre_drop_duplicates(surface *s, finding *out_dropped);

// ---- cracks.c ----

typedef struct crack_report {
    size_t joined;   // places that went; 0 when the surface stayed as it is
    double distance; // of the farthest of them from the place that stands for it, in units of the mesh
} crack_report;

/// Joins places on rims that are closer than a tolerance (in units of the mesh), if fewer edges are open then and no
/// more have too many triangles. Ends of one edge are joined only where triangles may collapse.
gyre_result gyre_mend_cracks(surface *s, double tolerance, bool may_collapse, crack_report *out_report);

// ---- patches.c ----

typedef struct edge_counts {
    size_t total;
    finding open, non_manifold_edges, non_manifold_vertices;
} edge_counts;

/// Counts edges; divides the surface into patches and turns triangles round, so that all of a patch are wound like
/// most of them; gathers patches to shells.
gyre_result gyre_find_patches(surface *s, edge_counts *out_counts, finding *out_flipped);

/// Which patches and shells are closed, after holes were.
gyre_result gyre_find_closed(surface *s);

// ---- holes.c ----

typedef struct hole_report {
    size_t loop_count, closed_count; // rims, and those that were closed
    bool are_flat;                   // all of the closed ones
} hole_report;

/// Notes the rims; closes every hole by a fan of triangles around its middle.
gyre_result gyre_close_holes(surface *s, hole_report *out_report);

// ---- shells.c ----

/// The volume and box of every shell.
void gyre_measure_shells(surface *s);

/// How deep each shell lies in others, and whether shells run through each other (as far as triangles that intersect
/// have not shown it already). Needs the tree of all triangles.
struct triangle_tree;
gyre_result gyre_nest_shells(surface *s, const struct triangle_tree *tree);

/// Turns shells so that what lies at an even depth bounds matter, and at an odd one a cavity. Where a good part of a
/// shell was missing, its caps do not tell which side is inside: it stays as it is, and counts in out_doubtful.
void gyre_turn_shells(surface *s, finding *out_inverted, size_t *out_doubtful);
