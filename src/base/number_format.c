/// Converts doubles to their shortest decimal text, after R. Giulietti, "The Schubfach way to render doubles" (2020).
///
/// All numbers strictly between the midpoints to a double's neighbours round to that double; the midpoints do too if
/// its last bit is 0. Let 10^k be the largest power of ten that does not exceed the length of this interval. Then a
/// multiple of 10^k lies in the interval, and at most one multiple of 10^(k+1). The latter, if it exists, is the
/// shortest text (without trailing zeros); otherwise the shortest text is one of the two multiples of 10^k around the
/// double. So three numbers, the double and the ends of the interval, are divided by 10^k and compared with integers.
/// Quotients are computed to 128 bits and rounded to odd (a nonzero remainder sets the lowest bit), which makes the
/// comparisons exact. tools/powers_of_ten.py proves that the bits suffice.
#include "base/number_text.h"

#include "base/power_of_ten.h"

#include <string.h>

enum {
    FRACTION_BITS = 52,
    EXPONENT_MASK = 0x7ff,
    EXPONENT_BIAS = 1075, // of the last bit of the fraction
    DIGITS_MAX = 17,
    PLAIN_MIN = -3, // numbers from 0.0001 are written 0.000ddd
    PLAIN_MAX = 16, // numbers below 10^16 are written without an exponent
};

// The number digits * 10^exponent.
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

// Up to 24 digits, one per byte, the first in the lowest byte of the first word. The digits stay in registers until
// their final position is known.
typedef struct digit_row {
    uint64_t first, second, third;
} digit_row;

static int floor_log10_of_power_of_two(int exponent) { return (int)((exponent * INT32_C(1262611)) >> 22); }

static int floor_log10_of_three_quarters(int exponent) {
    return (int)((exponent * INT32_C(1262611) - INT32_C(524031)) >> 22);
}

// floor(factor a / 2^128), with the lowest bit set if there is a remainder. A remainder below 2^-66 counts as 0,
// because `factor` is rounded up.
static uint64_t scaled_to_odd(wide factor, uint64_t a) {
    wide low = wide_product(factor.low, a);
    wide high = wide_sum(wide_product(factor.high, a), low.high);
    return high.high | ((high.low | low.low >> 62) != 0);
}

// The shortest decimal that rounds to c 2^q. `has_close_lower`: the next smaller double is half as far away as the next
// larger double.
static decimal shortest_decimal(uint64_t c, int q, bool has_close_lower) {
    int k = has_close_lower ? floor_log10_of_three_quarters(q) : floor_log10_of_power_of_two(q);
    wide factor = wide_sum(gyre_power_of_ten(-k), 1);
    int shift = q + floor_log2_of_power_of_ten(-k) + 1;

    // in quarters of 10^k: the double and the ends of its interval, which belong to the interval only if c is even
    uint64_t middle = scaled_to_odd(factor, 4 * c << shift);
    uint64_t low = scaled_to_odd(factor, (4 * c - (has_close_lower ? 1 : 2)) << shift) + (c & 1);
    uint64_t high = scaled_to_odd(factor, (4 * c + 2) << shift) - (c & 1);

    // branch-free, because the cases are unpredictable for the processor
    uint64_t ones = middle / 4, tens = ones / 10;
    bool is_low_ten_inside = low <= 40 * tens, is_high_ten_inside = 40 * tens + 40 <= high;
    bool has_ten = is_low_ten_inside != is_high_ten_inside;
    bool is_low_inside = low <= 4 * ones, is_high_inside = 4 * ones + 4 <= high;
    // if both are inside, choose the closer one; in a tie, the even one
    bool is_up = is_low_inside == is_high_inside ? middle + (ones & 1) > 4 * ones + 2 : is_high_inside;
    return (decimal){has_ten ? tens + is_high_ten_inside : ones + is_up, k + has_ten};
}

static int decimal_length(uint64_t n) {
    static const uint64_t powers[] = {0,
                                      (uint64_t)1e1,
                                      (uint64_t)1e2,
                                      (uint64_t)1e3,
                                      (uint64_t)1e4,
                                      (uint64_t)1e5,
                                      (uint64_t)1e6,
                                      (uint64_t)1e7,
                                      (uint64_t)1e8,
                                      (uint64_t)1e9,
                                      (uint64_t)1e10,
                                      (uint64_t)1e11,
                                      (uint64_t)1e12,
                                      (uint64_t)1e13,
                                      (uint64_t)1e14,
                                      (uint64_t)1e15,
                                      (uint64_t)1e16,
                                      (uint64_t)1e17};
    int estimate = (64 - __builtin_clzll(n | 1)) * 1233 >> 12; // bits times log10 2: correct or one too small
    return estimate + (n >= powers[estimate]);
}

// The eight digits of n < 10^8, one per byte, the first in the lowest. The word is split into halves, quarters and
// eighths in parallel. Multiplications by 5243 2^-19 and 103 2^-10 divide by 100 (below 10^4) and by 10 (below 100).
static uint64_t eight_digits(uint32_t n) {
    uint64_t fours = n / 10000 | (uint64_t)(n % 10000) << 32;
    uint64_t hundreds = (fours * 5243 >> 19) & UINT64_C(0x0000007f0000007f);
    uint64_t twos = hundreds | (fours - 100 * hundreds) << 16;
    uint64_t tens = (twos * 103 >> 10) & UINT64_C(0x000f000f000f000f);
    return tens | (twos - 10 * tens) << 8;
}

// Writes eight digits with one store. Shifting out bytes would not depend on the byte order, but gcc 12 compiles it to
// 60 instructions.
static void write_eight(char *out, uint64_t digits) {
    uint64_t text = digits | UINT64_C(0x3030303030303030);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    text = __builtin_bswap64(text);
#endif
    memcpy(out, &text, sizeof text);
}

// Removes the first `count` digits; count <= 23.
static digit_row without_first(digit_row row, int count) {
    if (count >= 16) row = (digit_row){row.third, 0, 0}, count -= 16;
    if (count >= 8) row = (digit_row){row.second, row.third, 0}, count -= 8;
    int down = 8 * count, up = 63 - down; // then << 1 << up, because a single shift by 64 is undefined
    return (digit_row){row.first >> down | row.second << 1 << up, row.second >> down | row.third << 1 << up,
                       row.third >> down};
}

static size_t write_exponent(char *out, int exponent) {
    size_t length = 1;
    out[0] = 'e';
    if (exponent < 0) out[length++] = '-';
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    if (size >= 100) out[length++] = (char)('0' + size / 100);
    if (size >= 10) out[length++] = (char)('0' + size / 10 % 10);
    out[length++] = (char)('0' + size % 10);
    return length;
}

// Writes digits with a point or an exponent and returns the length. May overwrite up to 31 bytes of `out`.
static size_t write_decimal(char *out, decimal d) {
    // formats 17 digits, then removes the leading zeros of shorter numbers
    uint64_t rest = d.digits / 100000000;
    uint64_t high = eight_digits((uint32_t)(rest % 100000000)), low = eight_digits((uint32_t)(d.digits % 100000000));
    digit_row row = {rest / 100000000 | high << 8, high >> 56 | low << 8, low >> 56};
    int count = decimal_length(d.digits), point = count + d.exponent;
    row = without_first(row, DIGITS_MAX - count);
    // remove trailing zeros
    count -= (low ? __builtin_clzll(low) : 64 + (high ? __builtin_clzll(high) : 64)) / 8;
    if (count < 1) count = 1;

    if (point >= PLAIN_MIN && point <= 0) {
        memset(out, '0', 5);
        out[1] = '.';
        char *digits = out + 2 - point;
        write_eight(digits, row.first);
        write_eight(digits + 8, row.second);
        digits[16] = (char)('0' + row.third);
        return (size_t)(count + 2 - point);
    }
    bool is_plain = point > 0 && point <= PLAIN_MAX;
    int before = is_plain ? point : 1;
    size_t length = (size_t)before;
    write_eight(out, row.first);
    write_eight(out + 8, row.second);
    if (count > before) {
        digit_row behind = without_first(row, before);
        write_eight(out + before + 1, behind.first);
        if (before < 9) write_eight(out + before + 9, behind.second); // else at most eight digits follow
        out[before] = '.';
        length = (size_t)count + 1;
    }
    return is_plain ? length : length + write_exponent(out + length, point - 1);
}

size_t gyre_number_format(double value, char out[NUMBER_TEXT_SIZE]) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> FRACTION_BITS & EXPONENT_MASK);
    uint64_t fraction = bits & ((UINT64_C(1) << FRACTION_BITS) - 1);
    if (exponent == EXPONENT_MASK) return 0;

    size_t sign = bits >> 63;
    out[0] = '-';
    decimal d = {0, 0};
    if (exponent != 0) {
        uint64_t c = fraction | UINT64_C(1) << FRACTION_BITS;
        int q = exponent - EXPONENT_BIAS;
        // shortcut: an integer is its own shortest text
        if (q <= 0 && q >= -FRACTION_BITS && (c & ((UINT64_C(1) << -q) - 1)) == 0)
            d.digits = c >> -q;
        else
            d = shortest_decimal(c, q, fraction == 0 && exponent > 1);
    } else if (fraction != 0) {
        d = shortest_decimal(fraction, 1 - EXPONENT_BIAS, false);
    }
    size_t length = sign + write_decimal(out + sign, d);
    out[length] = 0;
    return length;
}
