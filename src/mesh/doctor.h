/// State of an examination. Included only by files in this folder.
#pragma once

#include "mesh/intersections.h"
#include "mesh/surface.h"

/// All findings, before they become messages.
typedef struct examination {
    const gyre_mesh *mesh; // the given mesh
    const gyre_doctor_options *options;
    mesh_box box;
    surface s;
    finding degenerate, duplicate, flipped, inverted;
    edge_counts counts;   // after merging vertices
    size_t open_before;   // open edges before vertices at equal positions were merged
    size_t cracked_edges; // open edges closed by merging vertices that are close but not equal
    size_t joined_places; // number of vertices merged to close cracks
    double crack_width;   // largest distance between merged vertices
    hole_report holes;
    intersection_report crossings;
    size_t doubtful_shells; // probably inside out, but not reversed because too much of them is missing
    double missing;         // area of the caps divided by the area with caps
    size_t crossed_shells;  // partly inside another shell
    finding cavities, parts;
    bool is_nesting_interrupted; // a work limit stopped the search for nested shells early
    bool is_closed;              // all shells are closed after repairs
} examination;

/// True if a repair changed the surface in a way that affects integrals.
static inline bool is_changed(const examination *e) {
    return e->duplicate.count + e->flipped.count + e->inverted.count + e->joined_places + e->s.cap_count > 0;
}

static inline bool is_overlapping(const examination *e) { return e->crossings.pairs.count + e->crossed_shells > 0; }

/// Fills the issues and their texts.
void gyre_describe_issues(const examination *e, gyre_diagnosis *d);

/// Chooses the estimate to use and writes the reason.
void gyre_recommend(const examination *e, gyre_diagnosis *d);
