/// What the doctor knows while at work. Only files of this folder look inside.
#pragma once

#include "mesh/intersections.h"
#include "mesh/surface.h"

/// Everything that was found, before it is put into words.
typedef struct examination {
    const gyre_mesh *mesh; // as given
    const gyre_doctor_options *options;
    mesh_box box;
    surface s;
    finding degenerate, duplicate, flipped, inverted;
    edge_counts counts;   // after joining
    size_t open_before;   // open edges before vertices were joined that the format keeps apart
    size_t cracked_edges; // open edges that were closed by joining vertices that are near each other, not equal
    size_t joined_places; // that were near each other, not equal
    double crack_width;   // how far they were apart
    hole_report holes;
    intersection_report crossings;
    size_t doubtful_shells; // that may be inside out, but too much of them is missing to say
    double missing;         // area of the caps, as a part of the whole
    size_t crossed_shells;  // that are partly inside another one
    finding cavities, parts;
    bool is_closed; // every shell, after repairs
} examination;

/// Was anything done to the surface that changes an integral over it?
static inline bool is_changed(const examination *e) {
    return e->duplicate.count + e->flipped.count + e->inverted.count + e->joined_places + e->s.cap_count > 0;
}

static inline bool is_overlapping(const examination *e) { return e->crossings.pairs.count + e->crossed_shells > 0; }

/// The issues, in words.
void gyre_describe_issues(const examination *e, gyre_diagnosis *d);

/// Which estimate to use, and why.
void gyre_recommend(const examination *e, gyre_diagnosis *d);
