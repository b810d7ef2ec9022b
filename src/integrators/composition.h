/// Splitting methods as data: a step is kick, drift, kick, ..., drift, kick, each over a fraction of the step.
#pragma once

#include "gyre/ode.h"

enum { COMPOSITION_DRIFTS_MAX = 12 };

/// A step is kick[0], drift[0], kick[1], ..., drift[drift_count - 1], kick[drift_count]. The kicks add up to 1, as do
/// the drifts.
typedef struct composition {
    int drift_count;
    double kick[COMPOSITION_DRIFTS_MAX + 1], drift[COMPOSITION_DRIFTS_MAX];
    int has_exact_drift; // 0: drifts use gyre_orientation_update
} composition;

/// Returns NULL for methods that are not compositions.
const composition *gyre_composition_of(gyre_method method);
