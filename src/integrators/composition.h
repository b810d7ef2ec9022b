/// Splitting methods as data: a step is kick, drift, kick, ..., drift, kick, each over a fraction of the step.
#pragma once

#include "gyre/ode.h"

enum { COMPOSITION_DRIFTS_MAX = 12 };

/// kick[0], drift[0], kick[1], ..., drift[drift_count - 1], kick[drift_count]; kicks add up to 1, and so do drifts.
typedef struct composition {
    int drift_count;
    double kick[COMPOSITION_DRIFTS_MAX + 1], drift[COMPOSITION_DRIFTS_MAX];
    int has_exact_drift; // else the turns of gyre_orientation_update
} composition;

/// NULL for methods that are no compositions.
const composition *gyre_composition_of(gyre_method method);
