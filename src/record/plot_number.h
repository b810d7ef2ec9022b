/// Numbers as a reader of a plot wants them: few digits, powers of ten written out. The same text on every machine.
#pragma once

#include <stdint.h>

/// digits * 10^exponent
typedef struct decimal {
    int64_t digits;
    int exponent;
} decimal;

enum { DECIMAL_TEXT_MAX = 48 }; // bytes with the closing 0

/// a * 10^k, to a few roundings.
double gyre_times_ten_to(double a, int k);

/// The k with 10^k <= |a| < 10^(k+1); a must be finite and not 0.
int gyre_order_of_ten(double a);

/// The number rounded to `significant` (1 to 15) digits, without zeros at the end; 0 for what is not finite.
decimal gyre_decimal_of(double a, int significant);

/// 0.00123, 1250000 or 1.25x10^7 with signs and powers in Unicode; UTF-8.
void gyre_decimal_text(decimal d, char out_text[DECIMAL_TEXT_MAX]);

/// 10^k with the power in superscript digits.
void gyre_power_text(int k, char out_text[DECIMAL_TEXT_MAX]);
