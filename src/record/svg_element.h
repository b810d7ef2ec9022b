/// Elements of SVG pages. Coordinates are whole tenths of a pixel, which is all a reader sees and keeps files small.
#pragma once

#include "record/output.h"

void gyre_output_integer(output *out, int64_t value);

/// A coordinate.
void gyre_svg_tenths(output *out, int64_t tenths);

/// An attribute: name="value".
void gyre_svg_place(output *out, const char *name, int64_t tenths);

/// <text>, open: what follows is its contents, and then </text>.
void gyre_svg_begin_text(output *out, const char *class_name, int64_t x, int64_t y);

void gyre_svg_line(output *out, const char *class_name, int64_t x1, int64_t y1, int64_t x2, int64_t y2);
