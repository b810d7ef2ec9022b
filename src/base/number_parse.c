/// Converts text to the closest double.
///
/// The first 19 digits form an integer w, so the number lies in [w, w + 1) 10^q. Multiplying by 10^q to 128 bits,
/// rounded down and up, gives two bounds, and both are rounded to doubles. If the two doubles agree, the result is
/// correct, because rounding is monotonic. Otherwise (ties, about one in several hundred numbers with more than 19
/// digits, and adversarial input) they are neighbouring doubles, and all digits are compared with the midpoint between
/// them in integers of arbitrary size. The product of 64 by 128 bits is the idea of D. Lemire and M. Eisel ("Number
/// parsing at a gigabyte per second", 2021); the two bounds avoid case distinctions.
#include "base/number_text.h"

#include "base/check.h"
#include "base/power_of_ten.h"

#include <string.h>

enum {
    FRACTION_BITS = 52,
    EXPONENT_MAX = 1023,        // exponent of the leading bit of the largest doubles
    EXPONENT_MIN = -1022,       // exponent of the leading bit of the smallest normal doubles
    LAST_BIT_MIN = -1074,       // the smallest double is 2^-1074
    DIGITS_MAX = 19,            // fit 64 bits
    EXACT_POWER_MAX = 22,       // 10^22 is a double, 10^23 is not
    DECIMAL_EXPONENT_MAX = 308, // 10^309 is too large
    COMPARED_DIGITS_MAX = 800,  // the midpoint between two doubles has at most 767 digits
    LIMB_COUNT = 96,            // 3072 bits: 800 digits need 2658, 5^1124 needs 2610
};

#define INFINITY_BITS (UINT64_C(0x7ff) << FRACTION_BITS)

// A number as written. Its absolute value lies in [w, w + 1) 10^exponent.
typedef struct written_number {
    const char *digits, *digits_end; // including the point
    uint64_t w;                      // the first digits as an integer
    int digit_count;                 // number of digits in w
    bool is_cut;                     // 1: a digit after the digits of w is not 0
    bool is_negative;
    int64_t exponent;
} written_number;

// A large integer, least significant limb first. Limbs with an index >= `count` are undefined.
typedef struct big {
    int count;
    uint32_t limbs[LIMB_COUNT];
} big;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// ---- the grammar ----

// Adds a run of digits to the number and returns its end.
static const char *take_digits(const char *p, const char *end, written_number *number) {
    for (; p < end && is_digit(*p); p++) {
        if (number->digit_count < DIGITS_MAX) {
            number->w = number->w * 10 + (uint64_t)(*p - '0');
            number->digit_count += number->w != 0;
        } else {
            number->is_cut |= *p != '0';
            number->exponent++;
        }
    }
    return p;
}

// Adds the exponent after the letter e and returns its end; NULL if it is invalid.
static const char *take_exponent(const char *p, const char *end, written_number *number) {
    const int64_t limit = INT64_C(100000000000000000); // above the digit count of any text, and far from overflow
    bool is_negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    if (p == end || !is_digit(*p)) return NULL;
    int64_t exponent = 0;
    for (; p < end && is_digit(*p); p++)
        if (exponent < limit) exponent = exponent * 10 + (*p - '0');
    number->exponent += is_negative ? -exponent : exponent;
    return p;
}

// number = [ minus ] int [ frac ] [ exp ]                                                          RFC 8259, section 6
static bool read_number(const char *text, size_t length, written_number *number) {
    const char *p = text, *end = text + length;
    *number = (written_number){0};
    if (p < end && *p == '-') {
        number->is_negative = true;
        p++;
    }
    if (p == end || !is_digit(*p)) return false;
    if (*p == '0' && p + 1 < end && is_digit(p[1])) return false;
    number->digits = p;
    p = take_digits(p, end, number);
    if (p < end && *p == '.') {
        const char *fraction = ++p;
        p = take_digits(p, end, number);
        if (p == fraction) return false;
        number->exponent -= p - fraction;
    }
    number->digits_end = p;
    if (p < end && (*p == 'e' || *p == 'E')) {
        p = take_exponent(p + 1, end, number);
        if (!p) return false;
    }
    return p == end;
}

// ---- rounding ----

// The bits of the double closest to a 2^exponent, a > 0; in a tie, the even one. The lowest bit of `a` may represent a
// nonzero remainder: it only breaks ties.
static uint64_t rounded_bits(uint64_t a, int exponent) {
    int zeros = __builtin_clzll(a);
    a <<= zeros;
    int top = exponent - zeros + 63; // a 2^exponent is in [2^top, 2^(top + 1))
    if (top > EXPONENT_MAX) return INFINITY_BITS;
    int dropped = 63 - FRACTION_BITS;
    if (top < EXPONENT_MIN) dropped += EXPONENT_MIN - top;
    if (dropped > 64) return 0;
    uint64_t kept = dropped == 64 ? 0 : a >> dropped;
    uint64_t rest = a << (64 - dropped), half = UINT64_C(1) << 63;
    kept += rest > half || (rest == half && (kept & 1));
    // the leading bit of `kept` adds one to the exponent, and a carry increments it correctly
    return top < EXPONENT_MIN ? kept : kept + ((uint64_t)(top - EXPONENT_MIN) << FRACTION_BITS);
}

// The bits of the doubles closest to the smallest and the largest number that w and the exponent allow.
static void bound_bits(const written_number *number, uint64_t *out_low, uint64_t *out_high) {
    int exponent = (int)number->exponent, zeros = __builtin_clzll(number->w);
    wide power = gyre_power_of_ten(exponent);
    // the upper 128 of 192 bits, halved to leave room for the upper bound
    wide low = wide_sum(wide_product(number->w << zeros, power.high), wide_product(number->w << zeros, power.low).high);
    low = (wide){low.high >> 1, low.high << 63 | low.low >> 1};
    // three roundings (power, product, halving), and w + 1 instead of w
    wide high = wide_sum(low, 3);
    if (number->is_cut) {
        uint64_t doubt = (power.high >> 1) + 1;
        high = wide_sum(high, doubt << zeros);
        high.high += zeros ? doubt >> (64 - zeros) : 0;
    }
    int scale = floor_log2_of_power_of_ten(exponent) - 127 + 128 + 1 - zeros;
    *out_low = rounded_bits(low.high, scale); // rounded down again, which is still a lower bound
    *out_high = rounded_bits(high.high | (high.low != 0), scale);
}

// ---- comparison with all digits ----

// n = n factor + added
static void multiply_add(big *n, uint32_t factor, uint32_t added) {
    uint64_t carry = added;
    for (int i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limbs[i] * factor;
        n->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        GYRE_ASSERT(n->count < LIMB_COUNT);
        n->limbs[n->count++] = (uint32_t)carry;
    }
}

static big big_of(uint64_t value) { return (big){value >> 32 ? 2 : 1, {(uint32_t)value, (uint32_t)(value >> 32)}}; }

static void multiply_by_power_of_five(big *n, int exponent) {
    for (; exponent >= 13; exponent -= 13)
        multiply_add(n, 1220703125, 0); // 5^13, the largest power below 2^32
    for (; exponent > 0; exponent--)
        multiply_add(n, 5, 0);
}

static void multiply_by_power_of_two(big *n, int exponent) {
    int limbs = exponent / 32;
    GYRE_ASSERT(n->count + limbs < LIMB_COUNT);
    memmove(n->limbs + limbs, n->limbs, (size_t)n->count * sizeof n->limbs[0]);
    memset(n->limbs, 0, (size_t)limbs * sizeof n->limbs[0]);
    n->count += limbs;
    multiply_add(n, UINT32_C(1) << exponent % 32, 0);
}

// Returns -1, 0 or 1 if a is less than, equal to or greater than b.
static int compare(const big *a, const big *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
    return 0;
}

// Converts all digits of a number to an integer; *exponent becomes the power of ten to multiply by. Returns true if
// nonzero digits did not fit.
static bool all_digits(const written_number *number, big *n, int *exponent) {
    int taken = 0;
    bool is_cut = false;
    uint32_t chunk = 0, chunk_scale = 1; // nine digits at a time
    n->count = 0;
    for (const char *p = number->digits; p < number->digits_end; p++) {
        if (*p == '.' || (taken == 0 && *p == '0')) continue;
        if (taken == COMPARED_DIGITS_MAX) {
            is_cut |= *p != '0';
            continue;
        }
        chunk = 10 * chunk + (uint32_t)(*p - '0');
        chunk_scale *= 10;
        if (++taken % 9 == 0) {
            multiply_add(n, chunk_scale, chunk);
            chunk = 0, chunk_scale = 1;
        }
    }
    multiply_add(n, chunk_scale, chunk);
    *exponent = (int)number->exponent - (taken - number->digit_count); // number->exponent belongs to w
    return is_cut;
}

// Compares a number with the midpoint between the double `bits` and the next larger double: -1, 0 or 1.
static int compare_with_middle(const written_number *number, uint64_t bits) {
    // midpoint = (2c + 1) 2^(q - 1)
    uint64_t c = bits & ((UINT64_C(1) << FRACTION_BITS) - 1);
    int biased = (int)(bits >> FRACTION_BITS), q = LAST_BIT_MIN;
    if (biased > 0) {
        c |= UINT64_C(1) << FRACTION_BITS;
        q += biased - 1;
    }
    big left, right = big_of(2 * c + 1);
    int exponent;
    bool is_cut = all_digits(number, &left, &exponent);

    // compare digits 10^exponent with (2c + 1) 2^(q - 1), both scaled to integers
    multiply_by_power_of_five(exponent >= 0 ? &left : &right, exponent >= 0 ? exponent : -exponent);
    int twos = exponent - (q - 1);
    multiply_by_power_of_two(twos >= 0 ? &left : &right, twos >= 0 ? twos : -twos);
    int order = compare(&left, &right);
    return order == 0 && is_cut ? 1 : order;
}

// ---- entry point ----

static uint64_t magnitude_bits(const written_number *number) {
    if (number->w == 0 || number->exponent < POWER_OF_TEN_MIN) return 0;
    if (number->exponent > DECIMAL_EXPONENT_MAX) return INFINITY_BITS;
    uint64_t low, high;
    bound_bits(number, &low, &high);
    if (low == high) return low;
    GYRE_ASSERT(high == low + 1);
    int order = compare_with_middle(number, low);
    if (order == 0) return low + (low & 1);
    return order < 0 ? low : high;
}

// Fast path: an integer below 2^53, multiplied or divided by an exact power of ten, is rounded once, by the processor.
static bool read_short_number(const written_number *number, double *out) {
    static const double powers[EXACT_POWER_MAX + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    int64_t exponent = number->exponent;
    if (number->w >> (FRACTION_BITS + 1) || exponent < -EXACT_POWER_MAX || exponent > EXACT_POWER_MAX) return false;
    double w = number->is_negative ? -(double)number->w : (double)number->w;
    *out = exponent < 0 ? w / powers[-exponent] : w * powers[exponent];
    return true;
}

bool gyre_number_parse(const char *text, size_t length, double *out) {
    written_number number;
    if (!read_number(text, length, &number)) {
        *out = __builtin_nan("");
        return false;
    }
    if (read_short_number(&number, out)) return true;
    uint64_t magnitude = magnitude_bits(&number);
    uint64_t bits = magnitude | (uint64_t)number.is_negative << 63;
    memcpy(out, &bits, sizeof *out);
    return magnitude != INFINITY_BITS;
}
