/// Stores a curve at the resolution of a plot: the extremes in each stretch of time, for any number of samples.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { PLOT_STRETCHES = 1280 };

typedef struct plot_sample {
    double t, value;
} plot_sample;

/// The lowest and the highest of several consecutive samples.
typedef struct plot_stretch {
    plot_sample low, high;
} plot_stretch;

/// A curve. All fields are zero in a series without samples. With enough samples, between half and all of the stretches
/// are in use.
typedef struct plot_series {
    plot_sample first, last;
    plot_sample low, high; // extremes of all samples
    uint64_t sample_count;
    uint64_t samples_per_stretch; // a power of two, or 0 before the first sample
    uint64_t samples_in_last;
    size_t stretch_count;
    plot_stretch stretches[PLOT_STRETCHES];
} plot_series;

/// Adds a sample. Times must ascend. Non-finite values are skipped.
void gyre_plot_series_add(plot_series *series, double t, double value);
