/// Numbers over time as few bytes, for the page that replays a run.
///
/// A quantity (a number, or the components of a vector) is stored as its first value and whole multiples n of a step,
/// a power of two: value = first + n step. The step is chosen so that |n| stays below 2^20; what is read back is off by
/// at most half a step, which is at most 2^-20 of how far the quantity moved away from its first value. Of each
/// component differences are taken up to six times, as often as makes them smallest: smooth motion leaves next to
/// nothing. What remains is bytes of seven bits, which deflate then makes shorter.
#pragma once

#include "record/output.h"

enum {
    COLUMN_BITS = 20,            // of n, and a sign
    COLUMN_ORDER_MAX = 6,        // how often differences are taken
    COLUMN_CONSTANT = INT16_MIN, // in place of the exponent of the step: the first value is all there is
};

/// values[component * count + k], finite and of a size below 1e300; scratch has room for 2 * count numbers. Writes the
/// exponent of the step (16 bits), the first values (doubles) and, unless they are constant, for every component the
/// number of differences (a byte) and n from k = 1 on: least significant seven bits first, the eighth says that more
/// follow; the sign is the lowest bit. Little endian.
void gyre_columns_put(output *out, const double *values, size_t count, size_t components, int32_t *scratch);

void gyre_columns_put_double(output *out, double value);
