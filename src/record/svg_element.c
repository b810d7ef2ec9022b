/// Writes elements of SVG pages.
#include "record/svg_element.h"

static void put(output *out, const char *text) { gyre_output_text(out, text); }

void gyre_output_integer(output *out, int64_t value) {
    char digits[21], *at = digits + sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0) *--at = '-';
    gyre_output_write(out, at, (size_t)(digits + sizeof digits - at));
}

void gyre_svg_tenths(output *out, int64_t tenths) {
    if (tenths < 0) put(out, "-");
    int64_t size = tenths < 0 ? -tenths : tenths;
    gyre_output_integer(out, size / 10);
    if (size % 10 != 0) put(out, (char[]){'.', (char)('0' + size % 10), 0});
}

void gyre_svg_place(output *out, const char *name, int64_t tenths) {
    put(out, " ");
    put(out, name);
    put(out, "=\"");
    gyre_svg_tenths(out, tenths);
    put(out, "\"");
}

void gyre_svg_begin_text(output *out, const char *class_name, int64_t x, int64_t y) {
    put(out, "<text class=\"");
    put(out, class_name);
    put(out, "\"");
    gyre_svg_place(out, "x", x);
    gyre_svg_place(out, "y", y);
    put(out, ">");
}

void gyre_svg_line(output *out, const char *class_name, int64_t x1, int64_t y1, int64_t x2, int64_t y2) {
    put(out, "<path class=\"");
    put(out, class_name);
    put(out, "\" d=\"M");
    gyre_svg_tenths(out, x1);
    put(out, " ");
    gyre_svg_tenths(out, y1);
    put(out, "L");
    gyre_svg_tenths(out, x2);
    put(out, " ");
    gyre_svg_tenths(out, y2);
    put(out, "\"/>\n");
}
