/// Full 128-bit products of 64-bit integers.
#pragma once

#include <stdint.h>

typedef struct wide {
    uint64_t high, low; // high 2^64 + low
} wide;

/// a * b from four products of 32-bit halves, for compilers without a 128-bit integer.
static inline wide wide_product_of_halves(uint64_t a, uint64_t b) {
    uint64_t a1 = a >> 32, a0 = a & UINT32_MAX, b1 = b >> 32, b0 = b & UINT32_MAX;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t other = a0 * b1 + (middle & UINT32_MAX);
    return (wide){a1 * b1 + (middle >> 32) + (other >> 32), a * b};
}

static inline wide wide_product(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
    unsigned __int128 product = (unsigned __int128)a * b;
    return (wide){(uint64_t)(product >> 64), (uint64_t)product};
#else
    return wide_product_of_halves(a, b);
#endif
}

/// a + b modulo 2^128.
static inline wide wide_sum(wide a, uint64_t b) {
    uint64_t low = a.low + b;
    return (wide){a.high + (low < b), low};
}
