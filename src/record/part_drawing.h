/// Parts drawn on an SVG page: the picture, and over it the box with its lengths, holes, centre of mass and axes.
#pragma once

#include "record/assembly.h"
#include "record/output.h"

/// Where on the page [px].
typedef struct drawing_frame {
    double left, top, right, bottom;
} drawing_frame;

/// The colours of the principal axes: dark, middle and light, so that they stay apart for readers of any colour vision
/// and in grey.
extern const char *const gyre_axis_colors[3];

/// The classes of the style that the drawing uses.
extern const char gyre_drawing_style[];

/// A disc with the number of an axis.
void gyre_draw_axis_number(output *out, int axis, double x, double y);

/// GYRE_ERR_NO_MEMORY; what goes wrong at the sink stays with the output.
gyre_result gyre_draw_parts(const assembly *a, drawing_frame frame, const gyre_allocator *allocator, output *out);
