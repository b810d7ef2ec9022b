/// Encodes numbers over time in few bytes, for the page that replays a run.
///
/// A quantity (a number, or the components of a vector) is stored as its first value and integer multiples n of a step,
/// which is a power of two: value = first + n step. |n| stays below 2^20, so the error of decoded values is at most
/// half a step, which is at most 2^-20 of the largest distance from the first value. Each component is differenced up
/// to six times, with the order that gives the smallest numbers; for smooth motion these are nearly 0. The differences
/// are encoded in bytes with seven bits each; deflate then compresses the bytes.
#pragma once

#include "record/output.h"

enum {
    COLUMN_BITS = 20,            // bits of |n|, without the sign
    COLUMN_ORDER_MAX = 6,        // largest order of the differences
    COLUMN_CONSTANT = INT16_MIN, // stored as the exponent if all values equal the first
};

/// values[component * count + k] must be finite and below 1e300 in magnitude; scratch needs room for 2 * count numbers.
/// Writes the exponent of the step (16 bits) and the first values (doubles). Unless the values are constant, also
/// writes for every component the order of the differences (a byte) and n for k = 1, 2, ... Each n begins with its
/// least significant seven bits; the eighth bit is set if more bytes follow; the lowest bit is the sign. Little endian.
void gyre_columns_put(output *out, const double *values, size_t count, size_t components, int32_t *scratch);

void gyre_columns_put_double(output *out, double value);
