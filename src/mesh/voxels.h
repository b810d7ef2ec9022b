/// The inside of a surface as small boxes: right for broken surfaces too, as far as they have an inside.
#pragma once

#include "mass/moments.h"
#include "mesh/winding.h"

/// Told how far the work is, 0 to 1; `report` may be NULL.
typedef struct work_progress {
    void (*report)(double part, const char *what, void *user);
    void *user;
    const char *what;
    double from, to;
} work_progress;

static inline void tell_progress(const work_progress *p, double part) {
    if (p->report) p->report(p->from + part * (p->to - p->from), p->what, p->user);
}

/// What is inside counts once, however often the surface goes round it. Asks about some `budget` points. `out_error` is
/// relative, about three standard deviations. GYRE_ERR_SHAPE when nothing is inside or the box is flat,
/// GYRE_ERR_NO_MEMORY.
gyre_result gyre_fill_voxels(const winding_field *field, size_t budget, const work_progress *progress,
                             shape_moments *out_moments, double *out_error);
