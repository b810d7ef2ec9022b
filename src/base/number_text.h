/// Doubles as text and back, the same on every machine and in every locale: no printf, no strtod, integers only.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { NUMBER_TEXT_SIZE = 32 }; // enough for any number (25 with the NUL), and one store of the widest vector

/// Writes the shortest decimal number that reads back as exactly `value`; of several, the one closest to it. The text
/// is a number of JSON and of C: "0.1", "-0", "100000", "1e300", "1.5e-7"; plain from 1e-4 to below 1e16, as Python
/// writes them. Returns its length; a NUL follows. NaN and the infinities have no such text: returns 0. What lies
/// behind the NUL in `out` is unspecified.
size_t gyre_number_format(double value, char out[NUMBER_TEXT_SIZE]);

/// The double closest to a decimal number (of two, the even one), whatever its number of digits; numbers below half of
/// the smallest double give 0, with their sign. All `length` bytes must be one number by the grammar of JSON (RFC
/// 8259). Fails with *out = NaN when they are not, and with *out = an infinity when the number is too large.
bool gyre_number_parse(const char *text, size_t length, double *out);
