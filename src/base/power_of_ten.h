/// Powers of ten, to 128 bits, for conversion between numbers and text.
#pragma once

#include "base/wide.h"

enum {
    POWER_OF_TEN_MIN = -342, // 19 digits times a smaller power of ten round to 0
    POWER_OF_TEN_MAX = 324,  // scales the smallest double to at least one digit
};

/// floor(log2 10^exponent), for |exponent| <= 400.
static inline int floor_log2_of_power_of_ten(int exponent) {
    return (int)((exponent * INT32_C(217706)) >> 16); // gcc and clang shift arithmetically
}

/// Returns the leading 128 bits of 10^exponent, rounded down, with the highest bit set:
/// 10^exponent = (result + less than 1) 2^(floor_log2_of_power_of_ten(exponent) - 127).
/// POWER_OF_TEN_MIN <= exponent <= POWER_OF_TEN_MAX.
wide gyre_power_of_ten(int exponent);
