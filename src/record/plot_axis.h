/// An axis of a plot: what it spans, where its ticks are and what they read.
///
/// Ticks are multiples of 1, 2 or 5 times a power of ten. Numbers that hardly differ are shown as they are, side by
/// side, and not as noise that fills the plot: an axis looks closer only where there is something to see, and then its
/// labels say relative to what.
#pragma once

#include "record/plot_number.h"

#include <stdbool.h>

typedef struct plot_axis {
    double low, high;    // ends
    int64_t first, last; // ticks are at offset + i * step for first <= i <= last
    decimal step;        // digits 1, 2 or 5
    decimal offset;      // what labels are relative to; digits 0: nothing
    int label_exponent;  // labels are in units of 10^this
} plot_axis;

/// For values from low to high, which need not differ: some room on both sides, 0 in sight unless that hides
/// everything else. There will be `tick_count` ticks, or up to half as many more or fewer. Without values (low > high):
/// -1 to 1.
plot_axis gyre_plot_axis_of_values(double low, double high, int tick_count);

/// For times from low to high: exactly these, but for one second when they do not differ.
plot_axis gyre_plot_axis_of_times(double low, double high, int tick_count);

double gyre_plot_tick(const plot_axis *axis, int64_t index);
void gyre_plot_tick_text(const plot_axis *axis, int64_t index, char out_text[DECIMAL_TEXT_MAX]);
