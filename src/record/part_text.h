/// Text about parts: quantities in units that people read, and lines of a certain width.
#pragma once

#include "gyre/math.h"

#include <stddef.h>

enum { QUANTITY_TEXT_MAX = 72, LINE_TEXT_MAX = 256 }; // bytes with the closing 0

/// Four digits and a unit: mm below a metre, cm^3, g, ...; UTF-8.
void gyre_length_text(double metres, char out[QUANTITY_TEXT_MAX]);
void gyre_volume_text(double cubic_metres, char out[QUANTITY_TEXT_MAX]);
void gyre_area_text(double square_metres, char out[QUANTITY_TEXT_MAX]);
void gyre_mass_text(double kilograms, char out[QUANTITY_TEXT_MAX]);
void gyre_moment_text(double moment, char out[QUANTITY_TEXT_MAX]);

/// A coordinate [m] in the unit that suits a `size`, to four digits of the latter: rounding noise is 0.
void gyre_coordinate_text(double metres, double size, char out[QUANTITY_TEXT_MAX]);

/// 11 392
void gyre_count_text(size_t count, char out[QUANTITY_TEXT_MAX]);

/// How wide a text may be at most, in widths of a letter m; fonts differ, and this is a wide one.
double gyre_text_width(const char *text);

/// The number of characters of `text` that fit in a width.
size_t gyre_characters_within(const char *text, double width);

/// Copies the words that fit in one line and moves *text behind them; a word that is too long is cut. False, and no
/// line, when there is no word left.
int gyre_next_line(const char **text, double width, char out_line[LINE_TEXT_MAX]);
