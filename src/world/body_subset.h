/// A few bodies from arbitrary slots, copied to separate streams, so that the kernel can integrate them separately.
#pragma once

#include "world/world.h"

enum { SUBSET_MAX = 64 };

typedef struct body_subset {
    uint32_t slots[SUBSET_MAX];
    uint32_t count;
    double moving[MOVING_STREAMS * SUBSET_MAX], fixed[FIXED_STREAMS * SUBSET_MAX];
    double features[FEATURE_STREAMS * SUBSET_MAX], applied[WRENCH_STREAMS * SUBSET_MAX];
} body_subset;

/// Copies the bodies of subset->slots, with their states in `moving`. Unused lanes become padding.
void gyre_subset_load(const gyre_world *world, const double *moving, body_subset *subset);

/// Copies the states back to a buffer of moving streams.
void gyre_subset_store(const gyre_world *world, const body_subset *subset, double *moving);

/// Returns the sweep over the subset. The kernel reads and writes the states in the subset.
sweep gyre_subset_sweep(const gyre_world *world, body_subset *subset);
