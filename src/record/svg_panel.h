/// One plot of an SVG page: curves over time with axes, a grid, and a legend with the last values.
#pragma once

#include "record/plot_axis.h"
#include "record/plot_series.h"
#include "record/svg_element.h"

/// Sizes on the page [px].
enum {
    SVG_WIDTH = 960,
    SVG_PLOT_LEFT = 84,
    SVG_PLOT_WIDTH = PLOT_STRETCHES / 2, // a stretch is half a pixel to a pixel wide
    SVG_PLOT_HEIGHT = 150,
    SVG_LEGEND_LEFT = SVG_PLOT_LEFT + SVG_PLOT_WIDTH + 22,
    SVG_LEGEND_RIGHT = SVG_WIDTH - 26,
};

typedef struct svg_curve {
    const char *label, *color;
    bool is_wide; // wide and pale, to be visible under other curves
} svg_curve;

/// A line of text below the legend.
typedef struct svg_note {
    const char *label;
    double value;
} svg_note;

typedef struct svg_panel {
    const char *title, *unit;
    const svg_curve *curves;
    const plot_series *series; // one per curve
    size_t curve_count;
    const svg_note *notes;
    size_t note_count;
    const plot_axis *times;
    bool has_time_labels;
    int top; // top of the plot
} svg_panel;

void gyre_svg_panel(output *out, const svg_panel *panel);
