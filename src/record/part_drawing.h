/// Draws parts on an SVG page: the picture, overlaid with the box and its dimensions, holes, centre of mass and axes.
#pragma once

#include "record/assembly.h"
#include "record/output.h"

/// Rectangle of the page [px].
typedef struct drawing_frame {
    double left, top, right, bottom;
} drawing_frame;

/// Colours of the principal axes: dark, medium and light, distinguishable with any colour vision and in grey.
extern const char *const gyre_axis_colors[3];

/// Style classes that the drawing uses.
extern const char gyre_drawing_style[];

/// Draws a disc with the number of an axis.
void gyre_draw_axis_number(output *out, int axis, double x, double y);

/// Fails only with GYRE_ERR_NO_MEMORY; `out` keeps errors of the sink.
gyre_result gyre_draw_parts(const assembly *a, drawing_frame frame, const gyre_allocator *allocator, output *out);
