/// Checks the floating-point environment by test computations, which works on every machine.
#include "gyre/base.h"

#include <stdbool.h>

// volatile, so that the compiler does not evaluate the tests at compile time
static const volatile double one = 1, tiny = 0x1p-60, least_normal = 0x1p-1022, least = 0x1p-1074;
static const volatile double above_one = 1 + 0x1p-30, below_one = 1 - 0x1p-30;

// Adding at most half an ulp to 1 changes nothing, in either direction.
static bool rounds_to_nearest(void) {
    volatile double up = one + tiny, down = one - tiny;
    return up == 1 && down == 1;
}

static bool has_denormals(void) {
    volatile double result = least_normal / 2, argument = least * 0x1p52;
    return result == 0x1p-1023 && argument == least_normal;
}

// (1 + e)(1 - e) - 1 is 0 if the product is rounded and -e^2 if it is fused; (1 + e) - 1 is 0 if the sum is rounded to
// a double, and not kept in a wider register or reassociated.
static bool rounds_every_operation(void) {
    double a = above_one, b = below_one, c = one, e = tiny;
    volatile double product = a * b - c, sum = (c + e) - c;
    return product == 0 && sum == 0;
}

gyre_result gyre_check_environment(void) {
    if (!rounds_to_nearest()) return GYRE_ERR_ROUNDING;
    if (!has_denormals()) return GYRE_ERR_DENORMALS;
    return rounds_every_operation() ? GYRE_OK : GYRE_ERR_CONTRACTION;
}
