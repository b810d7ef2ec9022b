/// Checks for finite numbers in the arguments of public functions.
#pragma once

#include "gyre/math.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// False for NaN and infinities: x - x is 0 only for finite x.
static inline bool is_finite(double x) { return x - x == 0; }
static inline bool is_finite_vec3(gyre_vec3 a) { return is_finite(a.x) && is_finite(a.y) && is_finite(a.z); }
static inline bool is_finite_quat(gyre_quat q) {
    return is_finite(q.w) && is_finite(q.x) && is_finite(q.y) && is_finite(q.z);
}

/// True if the equations can divide by |q|: neither |q| nor its square under- or overflows.
static inline bool has_usable_length(gyre_quat q) {
    double length2 = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return length2 > 0 && is_finite(length2);
}

/// Branch-free, so that compilers vectorise it. Infinities and NaNs have all exponent bits set, so adding the lowest
/// exponent bit carries into the sign bit.
static inline bool is_finite_array(const double *values, size_t count) {
    const uint64_t exponent = UINT64_C(0x7ff) << 52, lowest = UINT64_C(1) << 52;
    uint64_t carried = 0, bits;
    for (size_t i = 0; i < count; i++) {
        memcpy(&bits, &values[i], sizeof bits);
        carried |= (bits & exponent) + lowest;
    }
    return carried >> 63 == 0;
}

static inline bool is_finite_mat3(const gyre_mat3 *a) { return is_finite_array(&a->m[0][0], 9); }
