/// Text about parts: quantities with readable units, and lines of limited width.
#pragma once

#include "gyre/math.h"

#include <stddef.h>

enum { QUANTITY_TEXT_MAX = 72, LINE_TEXT_MAX = 256 }; // bytes including the terminating NUL

/// Writes four digits and a unit: mm below a metre, cm^3, g, ...; UTF-8.
void gyre_length_text(double metres, char out[QUANTITY_TEXT_MAX]);
void gyre_volume_text(double cubic_metres, char out[QUANTITY_TEXT_MAX]);
void gyre_area_text(double square_metres, char out[QUANTITY_TEXT_MAX]);
void gyre_mass_text(double kilograms, char out[QUANTITY_TEXT_MAX]);
void gyre_moment_text(double moment, char out[QUANTITY_TEXT_MAX]);

/// Writes a coordinate [m] in the unit that suits `size`, rounded to four digits of `size`, so that rounding noise
/// becomes 0.
void gyre_coordinate_text(double metres, double size, char out[QUANTITY_TEXT_MAX]);

/// Writes a count such as 11 392.
void gyre_count_text(size_t count, char out[QUANTITY_TEXT_MAX]);

/// Returns an upper bound on the width of a text, in widths of the letter m, for any usual font.
double gyre_text_width(const char *text);

/// Returns the number of characters of `text` that fit in a width.
size_t gyre_characters_within(const char *text, double width);

/// Copies the words that fit in one line and advances *text; a word that is too long is cut. Returns false if no word
/// is left.
int gyre_next_line(const char **text, double width, char out_line[LINE_TEXT_MAX]);
