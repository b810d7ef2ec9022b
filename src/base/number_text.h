/// Conversion between doubles and text, identical on every machine and in every locale: integer arithmetic only.
#pragma once

#include "base/for_io.h"

#include <stdbool.h>
#include <stddef.h>

enum { NUMBER_TEXT_SIZE = 32 }; // at most 25 characters with the NUL; 32 allow one store of the widest vector

/// Writes the shortest decimal number that reads back as exactly `value`; if several are equally short, the closest.
/// The format is valid in JSON and C: "0.1", "-0", "100000", "1e300", "1.5e-7"; without an exponent from 1e-4 to below
/// 1e16, as in Python. Returns the length, without the terminating NUL; 0 for NaN and infinities, which have no such
/// text. The bytes of `out` after the NUL are undefined.
FOR_IO size_t gyre_number_format(double value, char out[NUMBER_TEXT_SIZE]);

/// Parses a decimal number of any length to the closest double; in a tie, the even one. Numbers of magnitude
/// below half of the smallest double give 0 with the same sign. All `length` bytes must form one JSON number (RFC
/// 8259). Otherwise fails with *out = NaN; if the number is too large, fails with *out = +-infinity.
FOR_IO bool gyre_number_parse(const char *text, size_t length, double *out);
