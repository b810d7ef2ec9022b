/// Double-double arithmetic: a number is the sum of two non-overlapping doubles, high + low.
///
/// Used for phases that accumulate many revolutions, where the rounding of a double would be visible. Rejected:
/// `long double` differs between machines, and a fused multiply-add is not fast everywhere. One lane only.
#pragma once

typedef struct double_double {
    double high, low;
} double_double;

/// a + b, exact.                                                                        Knuth, TAOCP 2, 4.2.2
static inline double_double two_sum(double a, double b) {
    double sum = a + b, b_part = sum - a;
    return (double_double){sum, (a - (sum - b_part)) + (b - b_part)};
}

/// The product a b, exact if nothing over- or underflows and both factors are below 2^996.  Dekker 1971, Veltkamp 1968
static inline double_double two_product(double a, double b) {
    double a_split = 0x1.0000002p27 * a, b_split = 0x1.0000002p27 * b;
    double a1 = a_split - (a_split - a), a2 = a - a1; // 26 bits each, so their products are exact
    double b1 = b_split - (b_split - b), b2 = b - b1;
    double product = a * b;
    return (double_double){product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

static inline double_double double_double_add(double_double a, double_double b) {
    double_double sum = two_sum(a.high, b.high);
    return two_sum(sum.high, sum.low + (a.low + b.low));
}

static inline double_double double_double_times(double_double a, double b) {
    double_double product = two_product(a.high, b);
    return two_sum(product.high, product.low + a.low * b);
}

static inline double_double double_double_over(double_double a, double b) {
    double quotient = a.high / b;
    double_double back = two_product(quotient, b);
    return two_sum(quotient, ((a.high - back.high) - back.low + a.low) / b);
}
