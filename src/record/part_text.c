/// Formats quantities and breaks text into lines.
#include "record/part_text.h"

#include "math/finite.h"
#include "math/lanes.h"
#include "record/name_text.h"
#include "record/plot_number.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 4 };

// ---- quantities -----------------------------------------------------------------------------------------------------

// A unit, the smallest quantity shown in this unit, and the unit's value in SI units.
typedef struct unit {
    double from, worth;
    const char *name;
} unit;

static const unit lengths[] = {
    {0, 1e-9, "nm"}, {1e-6, 1e-6, "\u00b5m"}, {1e-3, 1e-3, "mm"}, {1, 1, "m"}, {1e4, 1e3, "km"}};
static const unit areas[] = {{0, 1e-6, "mm\u00b2"}, {1e-3, 1e-4, "cm\u00b2"}, {1e-1, 1, "m\u00b2"}};
static const unit volumes[] = {{0, 1e-9, "mm\u00b3"}, {1e-6, 1e-6, "cm\u00b3"}, {1e-2, 1, "m\u00b3"}};
static const unit masses[] = {{0, 1e-6, "mg"}, {1e-3, 1e-3, "g"}, {1, 1, "kg"}};

#define PICK_UNIT(units, size) pick_unit(units, sizeof(units) / sizeof *(units), size)
static const unit *pick_unit(const unit *units, size_t count, double size) {
    while (count > 1 && !(size >= units[count - 1].from))
        count--;
    return &units[count - 1];
}

static void quantity_text(double value, int digits, const unit *u, char out[QUANTITY_TEXT_MAX]) {
    char number[DECIMAL_TEXT_MAX];
    gyre_decimal_text(gyre_decimal_of(value / u->worth, digits), number);
    snprintf(out, QUANTITY_TEXT_MAX, "%s %s", is_finite(value) ? number : "\u2013",
             u->name); // a dash for a missing value
}

void gyre_length_text(double metres, char out[QUANTITY_TEXT_MAX]) {
    quantity_text(metres, DIGITS, PICK_UNIT(lengths, magnitude(metres)), out);
}
void gyre_volume_text(double cubic_metres, char out[QUANTITY_TEXT_MAX]) {
    quantity_text(cubic_metres, DIGITS, PICK_UNIT(volumes, magnitude(cubic_metres)), out);
}
void gyre_area_text(double square_metres, char out[QUANTITY_TEXT_MAX]) {
    quantity_text(square_metres, DIGITS, PICK_UNIT(areas, magnitude(square_metres)), out);
}
void gyre_mass_text(double kilograms, char out[QUANTITY_TEXT_MAX]) {
    quantity_text(kilograms, DIGITS, PICK_UNIT(masses, magnitude(kilograms)), out);
}
void gyre_moment_text(double moment, char out[QUANTITY_TEXT_MAX]) {
    static const unit si = {0, 1, "kg m\u00b2"};
    quantity_text(moment, DIGITS, &si, out);
}

void gyre_coordinate_text(double metres, double size, char out[QUANTITY_TEXT_MAX]) {
    int digits = 0;
    if (metres != 0 && is_finite(metres)) digits = gyre_order_of_ten(metres) - gyre_order_of_ten(size) + DIGITS;
    if (digits <= 0) metres = 0;
    quantity_text(metres, digits < 1 ? 1 : digits > 12 ? 12 : digits, PICK_UNIT(lengths, size), out);
}

void gyre_count_text(size_t count, char out[QUANTITY_TEXT_MAX]) {
    char digits[32], *at = digits + sizeof digits;
    int written = 0;
    *--at = '\0';
    do {
        *--at = (char)('0' + count % 10);
        count /= 10;
        if (++written % 3 == 0 && count > 0) *--at = ' ';
    } while (count > 0);
    memcpy(out, at, (size_t)(digits + sizeof digits - at));
}

// ---- lines ----------------------------------------------------------------------------------------------------------

static double width_of(uint32_t code) {
    if (code < 0x80) {
        if (strchr("ijl.,:;'|!I", (char)code)) return 0.34;
        if (strchr(" ftr()[]-/\"", (char)code)) return 0.42;
        if (strchr("mwMW%@", (char)code)) return 0.95;
        return code >= 'A' && code <= 'Z' ? 0.7 : 0.61;
    }
    return code >= 0x2e80 ? 1 : 0.7; // East Asian characters are square
}

double gyre_text_width(const char *text) {
    double width = 0;
    while (*text)
        width += width_of(gyre_next_character(&text));
    return width;
}

size_t gyre_characters_within(const char *text, double width) {
    size_t count = 0;
    for (double used = 0; *text; count++) {
        used += width_of(gyre_next_character(&text));
        if (used > width) return count;
    }
    return count;
}

int gyre_next_line(const char **text, double width, char out_line[LINE_TEXT_MAX]) {
    const char *start = *text;
    while (*start == ' ' || *start == '\n')
        start++;
    const char *at = start, *end = start; // current position, and last possible line end
    double used = 0;
    while (*at && *at != '\n' && at - start < LINE_TEXT_MAX - 8) {
        if (*at == ' ') end = at;
        used += width_of(gyre_next_character(&at));
        if (used > width) break;
    }
    bool is_whole = used <= width;
    if (is_whole && (*at == '\0' || *at == '\n')) {
        end = at;
    } else if (end == start) { // a word longer than the line: as many characters as fit, at least one
        size_t count = gyre_characters_within(start, width);
        do
            gyre_next_character(&end);
        while (count-- > 1 && *end && end - start < LINE_TEXT_MAX - 8);
    }
    size_t length = (size_t)(end - start);
    memcpy(out_line, start, length);
    out_line[length] = '\0';
    *text = end;
    return length > 0;
}
