/// Formats numbers with few digits by integer arithmetic, because printf depends on the locale.
#include "record/plot_number.h"

#include "math/elementary.h"
#include "math/finite.h"

#include <string.h>

#define MINUS "\u2212"
#define TIMES "\u00d7"

double gyre_times_ten_to(double a, int k) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    for (; k > 22; k -= 22)
        a *= 1e22;
    for (; k < -22; k += 22)
        a /= 1e22;
    return k >= 0 ? a * powers[k] : a / powers[-k];
}

int gyre_order_of_ten(double a) {
    double size = magnitude(a);
    int k = (int)(gyre_log(size) * 0.43429448190325182); // 1/ln 10; the loops correct rounding errors
    while (gyre_times_ten_to(1, k) > size)
        k--;
    while (gyre_times_ten_to(1, k + 1) <= size)
        k++;
    return k;
}

decimal gyre_decimal_of(double a, int significant) {
    decimal d = {0, 0};
    if (a == 0 || !is_finite(a)) return d;
    d.exponent = gyre_order_of_ten(a) + 1 - significant;
    double digits = gyre_times_ten_to(magnitude(a), -d.exponent);
    d.digits = (int64_t)(digits + 0.5);
    for (; d.digits % 10 == 0; d.digits /= 10)
        d.exponent++;
    if (a < 0) d.digits = -d.digits;
    return d;
}

// ---- text -----------------------------------------------------------------------------------------------------------

typedef struct writer {
    char *at;
} writer;

static void put(writer *w, const char *text) {
    size_t length = strlen(text);
    memcpy(w->at, text, length + 1);
    w->at += length;
}

static void put_digit(writer *w, char digit) { put(w, (char[]){digit, 0}); }

static void put_power(writer *w, int k) {
    static const char *const raised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                         "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    put(w, "10");
    if (k < 0) put(w, "\u207b");
    int size = k < 0 ? -k : k;
    if (size >= 100) put(w, raised[size / 100 % 10]);
    if (size >= 10) put(w, raised[size / 10 % 10]);
    put(w, raised[size % 10]);
}

// Writes the digits with a point after the first `before` digits; pads with zeros on either side if needed.
static void put_digits(writer *w, const char *digits, int count, int before) {
    if (before <= 0) put(w, "0.");
    for (int i = before; i < 0; i++)
        put_digit(w, '0');
    for (int i = 0; i < count || i < before; i++) {
        if (i == before && i > 0) put(w, ".");
        put_digit(w, i < count ? digits[i] : '0');
    }
}

void gyre_decimal_text(decimal d, char out_text[DECIMAL_TEXT_MAX]) {
    char buffer[20], *digits = buffer + sizeof buffer;
    uint64_t rest = d.digits < 0 ? 0 - (uint64_t)d.digits : (uint64_t)d.digits;
    do
        *--digits = (char)('0' + rest % 10);
    while (rest /= 10);
    int count = (int)(buffer + sizeof buffer - digits), before = count + d.exponent;

    writer w = {out_text};
    if (d.digits < 0) put(&w, MINUS);
    if (d.digits == 0) {
        put(&w, "0");
    } else if (before >= -3 && before <= 7) {
        put_digits(&w, digits, count, before);
    } else {
        put_digits(&w, digits, count, 1);
        put(&w, TIMES);
        put_power(&w, before - 1);
    }
}

void gyre_power_text(int k, char out_text[DECIMAL_TEXT_MAX]) {
    writer w = {out_text};
    put_power(&w, k);
}
