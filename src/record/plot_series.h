/// A curve kept at the resolution of a plot: however many samples come, the extremes of every stretch of time remain.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { PLOT_STRETCHES = 1280 };

typedef struct plot_sample {
    double t, value;
} plot_sample;

/// The lowest and the highest sample of equally many that follow each other.
typedef struct plot_stretch {
    plot_sample low, high;
} plot_stretch;

/// All zero is a series without samples. Between half and all of the stretches are in use once there are enough
/// samples.
typedef struct plot_series {
    plot_sample first, last;
    plot_sample low, high; // of all
    uint64_t sample_count;
    uint64_t samples_per_stretch; // a power of two, or 0 before the first one
    uint64_t samples_in_last;
    size_t stretch_count;
    plot_stretch stretches[PLOT_STRETCHES];
} plot_series;

/// Times must ascend. What is not finite is left out.
void gyre_plot_series_add(plot_series *series, double t, double value);
