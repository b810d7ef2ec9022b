/// An axis of a plot: its range, ticks and labels.
///
/// Ticks are multiples of 1, 2 or 5 times a power of ten. Values that are equal up to rounding are drawn as a flat
/// line, not as noise that fills the plot. Values with a small but real difference get an enlarged axis, whose labels
/// are relative to an offset.
#pragma once

#include "record/plot_number.h"

#include <stdbool.h>

typedef struct plot_axis {
    double low, high;    // ends
    int64_t first, last; // ticks are at offset + i * step for first <= i <= last
    decimal step;        // step.digits is 1, 2 or 5
    decimal offset;      // labels are relative to the offset; offset.digits is 0 without offset
    int label_exponent;  // labels are in units of 10^label_exponent
} plot_axis;

/// Returns an axis for values from low to high, which may be equal. The axis has margins and includes 0 unless this
/// would flatten the curves. It has about `tick_count` ticks (within 50 %). Without values (low > high) the range is -1
/// to 1.
plot_axis gyre_plot_axis_of_values(double low, double high, int tick_count);

/// Returns an axis for the times from low to high, without margins; its length is 1 s if the times are equal.
plot_axis gyre_plot_axis_of_times(double low, double high, int tick_count);

double gyre_plot_tick(const plot_axis *axis, int64_t index);
void gyre_plot_tick_text(const plot_axis *axis, int64_t index, char out_text[DECIMAL_TEXT_MAX]);
