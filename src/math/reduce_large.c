/// Range reduction of large angles after Payne and Hanek (1983): multiplies by 2/pi and keeps only the significant
/// bits.
///
/// A double is m 2^e with an integer m < 2^53, so  angle * 2/pi = m * (2^e * 2/pi).  Leading bits of 2^e * 2/pi that
/// are multiples of 4 only add full turns and are skipped. A window of the next 192 bits suffices: 2 of them are the
/// quadrant, and 53 are inexact because the bits after the window are missing. No double is closer to a multiple of
/// pi/2 than 2^-61 (the closest is 6381956970095103 * 2^797), so 76 correct bits remain. Integer arithmetic gives
/// bit-identical results on every machine.
#include "math/reduce_large.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

#define LEADING_ZEROS 64 ///< zero bits before the binary point, so that no window starts before the table

/// 2/pi, from tools/minimax.py.
static const uint64_t two_over_pi[] = {
    0, // LEADING_ZEROS
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
};

/// Upper half of the 128-bit product a b, from four products of 32-bit halves (wasm32 has no __int128).
static uint64_t multiply_high(uint64_t a, uint64_t b) {
    uint64_t a1 = a >> 32, a0 = a & UINT32_MAX, b1 = b >> 32, b0 = b & UINT32_MAX;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t other = a0 * b1 + (middle & UINT32_MAX);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

/// Returns 64 bits of the table, starting at bit `first`.
static uint64_t table_bits(int first) {
    int word = first / 64, shift = first % 64;
    return two_over_pi[word] << shift |
           two_over_pi[word + 1] >> 1 >> (63 - shift); // two shifts, because a shift by 64 is undefined
}

int gyre_reduce_large(double angle, double *out_high, double *out_low) {
    uint64_t bits;
    memcpy(&bits, &angle, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1075;
    uint64_t m = (bits & 0x000fffffffffffff) | 0x0010000000000000;
    if (!(angle <= DBL_MAX)) {
        *out_high = *out_low = angle - angle; // NaN
        return 0;
    }

    // angle * 2/pi modulo 4 = m * window * 2^-190 modulo 4 = (p2, p1, p0) * 2^-190
    int first = LEADING_ZEROS + exponent - 2;
    uint64_t w2 = table_bits(first), w1 = table_bits(first + 64), w0 = table_bits(first + 128);
    uint64_t p0 = m * w0;
    uint64_t p1 = m * w1 + multiply_high(m, w0);
    uint64_t p2 = m * w2 + multiply_high(m, w1) + (p1 < m * w1); // the last term is the carry from p1

    // the top two bits count quarter turns; the next 128 bits are the fraction of a quarter turn
    uint64_t quadrant = p2 >> 62;
    uint64_t f1 = p2 << 2 | p1 >> 62, f0 = p1 << 2 | p0 >> 62;
    int is_beyond_half = f1 >> 63 != 0;
    if (is_beyond_half) { // round the quadrant up; the remaining fraction f - 1 is negative
        quadrant++;
        f1 = ~f1;
        f0 = ~f0;
    }

    // r = fraction * pi/2 with 64 significant bits: fraction = f 2^-(64 + zeros), pi/2 = 0xc9... 2^-63
    int zeros = __builtin_clzll(f1 | 1);
    uint64_t f = f1 << zeros | f0 >> 1 >> (63 - zeros);
    uint64_t r = multiply_high(f, 0xc90fdaa22168c235);
    uint64_t scale_bits = (uint64_t)(1023 - 63 - zeros) << 52 | (uint64_t)is_beyond_half << 63;
    double scale; // +-2^-(63 + zeros)
    memcpy(&scale, &scale_bits, sizeof scale);
    *out_high = (double)(r & ~(uint64_t)0x7ff) * scale; // 53 bits: exact
    *out_low = (double)(r & 0x7ff) * scale;
    return (int)(quadrant & 3);
}
