/// Formats numbers for plots: few digits, powers of ten. The text is the same on every machine.
#pragma once

#include <stdint.h>

/// A decimal number, digits * 10^exponent.
typedef struct decimal {
    int64_t digits;
    int exponent;
} decimal;

enum { DECIMAL_TEXT_MAX = 48 }; // bytes including the terminating NUL

/// Returns a * 10^k; accurate to a few roundings.
double gyre_times_ten_to(double a, int k);

/// Returns the k with 10^k <= |a| < 10^(k+1); a must be finite and not 0.
int gyre_order_of_ten(double a);

/// Rounds to `significant` (1 to 15) digits and removes trailing zeros; returns 0 for a non-finite number.
decimal gyre_decimal_of(double a, int significant);

/// Writes 0.00123, 1250000 or 1.25x10^7 with Unicode signs and powers; UTF-8.
void gyre_decimal_text(decimal d, char out_text[DECIMAL_TEXT_MAX]);

/// Writes 10^k with the power in superscript digits.
void gyre_power_text(int k, char out_text[DECIMAL_TEXT_MAX]);
