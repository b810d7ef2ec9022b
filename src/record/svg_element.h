/// Writes elements of SVG pages. Coordinates are in tenths of a pixel, which is precise enough and keeps files small.
#pragma once

#include "record/output.h"

void gyre_output_integer(output *out, int64_t value);

/// Writes a coordinate.
void gyre_svg_tenths(output *out, int64_t tenths);

/// Writes an attribute: name="value".
void gyre_svg_place(output *out, const char *name, int64_t tenths);

/// Writes an open <text>; the caller adds its contents and </text>.
void gyre_svg_begin_text(output *out, const char *class_name, int64_t x, int64_t y);

void gyre_svg_line(output *out, const char *class_name, int64_t x1, int64_t y1, int64_t x2, int64_t y2);
