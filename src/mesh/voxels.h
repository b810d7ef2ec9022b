/// Volume, centre and covariance of the region inside a surface, even if the surface is damaged.
#pragma once

#include "mass/moments.h"
#include "mesh/winding.h"

/// Maps the progress of a part of the work (0 to 1) to from..to and reports it; `report` may be NULL.
typedef struct work_progress {
    void (*report)(double part, const char *what, void *user);
    void *user;
    const char *what;
    double from, to;
} work_progress;

static inline void tell_progress(const work_progress *p, double part) {
    if (p->report) p->report(p->from + part * (p->to - p->from), p->what, p->user);
}

/// Computes the moments of the region with winding number above 1/2, each volume counted once. Tests about `budget`
/// points. `out_error` is relative, about three standard deviations. Returns GYRE_ERR_SHAPE if nothing is inside or the
/// bounding box is flat, or GYRE_ERR_NO_MEMORY.
gyre_result gyre_fill_voxels(const winding_field *field, size_t budget, const work_progress *progress,
                             shape_moments *out_moments, double *out_error);
