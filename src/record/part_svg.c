/// Writes diagnosed parts as one SVG page: the drawing on the left, the results on the right.
#include "base/memory.h"
#include "record/assembly.h"
#include "record/escape.h"
#include "record/part_drawing.h"
#include "record/part_text.h"
#include "record/svg_element.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 700, MARGIN = 24, COLUMN = 664, COLUMN_WIDTH = WIDTH - MARGIN - COLUMN };
enum { COLUMN_TOP = 98, ROW = 19, LINE = 16, PARTS_MAX = 8 }; // [px], except PARTS_MAX, the number of parts listed
#define FONT 12.5
#define HEAD_FONT 20.0

static const char style[] =
    "<style>\n"
    "text { font: 12.5px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif; "
    "fill: #30343b }\n"
    "text.head { font-size: 20px; font-weight: 600 }\n"
    "text.title { font-size: 13.5px; font-weight: 600 }\n"
    "text.soft { fill: #5b626d }\n"
    "text.small { fill: #4a505a; font-size: 11.5px }\n"
    "text.number { font-size: 11.5px; font-weight: 700 }\n"
    "text.end { text-anchor: end }\n"
    "text.middle { text-anchor: middle }\n"
    "text.value { font-variant-numeric: tabular-nums }\n";

// A column of text, written from top to bottom. If `out` is NULL, the text is only measured.
typedef struct column {
    output *out;
    int y; // [px] baseline of the last line
} column;

static void put(output *out, const char *text) { gyre_output_text(out, text); }

static void put_text_at(const column *c, const char *class_name, int x, const char *text) {
    if (!c->out) return;
    gyre_svg_begin_text(c->out, class_name, 10 * x, 10 * c->y);
    gyre_output_xml_text(c->out, text, SIZE_MAX);
    put(c->out, "</text>\n");
}

static void put_heading(column *c, const char *text) {
    c->y += ROW + 8;
    put_text_at(c, "title", COLUMN, text);
}

static void put_row(column *c, const char *label, const char *value) {
    c->y += ROW;
    put_text_at(c, "soft", COLUMN, label);
    put_text_at(c, "value end", WIDTH - MARGIN, value);
}

static void put_lines(column *c, int indent, const char *text) {
    char line[LINE_TEXT_MAX];
    while (gyre_next_line(&text, (COLUMN_WIDTH - indent) / FONT, line)) {
        c->y += LINE;
        put_text_at(c, "text", COLUMN + indent, line);
    }
}

// ---- numbers --------------------------------------------------------------------------------------------------------

static void put_center_rows(column *c, const assembly *a) {
    const double center[3] = {a->total.center.x, a->total.center.y, a->total.center.z};
    const char *const labels[3] = {"centre of mass x", "y", "z"};
    char text[QUANTITY_TEXT_MAX];
    for (int i = 0; i < 3; i++) {
        gyre_coordinate_text(center[i], a->size, text);
        c->y += i == 0 ? ROW : LINE;
        put_text_at(c, i == 0 ? "soft" : "soft end", i == 0 ? COLUMN : COLUMN + 102, labels[i]);
        put_text_at(c, "value end", WIDTH - MARGIN, text);
    }
}

static void put_moments(column *c, const assembly *a) {
    char text[QUANTITY_TEXT_MAX];
    put_heading(c, "Principal moments of inertia");
    for (int i = 0; i < 3; i++) {
        c->y += ROW + 3;
        gyre_moment_text(a->moments[i], text);
        if (c->out) gyre_draw_axis_number(c->out, i, COLUMN + 9, c->y - 4);
        put_text_at(c, "soft", COLUMN + 24, i == 0 ? "smallest" : i == 1 ? "" : "largest");
        put_text_at(c, "value end", WIDTH - MARGIN, text);
    }
    c->y += 3;
    double near = 1e-6 * a->moments[2];
    bool is_low_pair = a->moments[1] - a->moments[0] <= near, is_high_pair = a->moments[2] - a->moments[1] <= near;
    if (is_low_pair && is_high_pair)
        put_lines(c, 0, "All moments are equal, so every axis through the centre is a principal axis.");
    else if (is_low_pair || is_high_pair)
        put_lines(c, 0,
                  is_low_pair ? "1 and 2 are equal: their axes may be rotated about axis 3."
                              : "2 and 3 are equal: their axes may be rotated about axis 1.");
}

static void put_numbers(column *c, const assembly *a) {
    char text[QUANTITY_TEXT_MAX];
    if (!a->has_mass) {
        put_heading(c, "Mass properties");
        put_lines(c, 0, "There is no estimate of mass and inertia.");
        return;
    }
    put_heading(c, a->count == 1 ? "Best estimate" : "All parts together, best estimates");
    gyre_mass_text(a->total.mass, text);
    put_row(c, "mass", text);
    gyre_volume_text(a->volume, text);
    put_row(c, a->is_sheet ? "volume of the sheet" : "volume", text);
    put_center_rows(c, a);
    put_moments(c, a);
}

// ---- findings -------------------------------------------------------------------------------------------------------

// Draws a mark in front of a text line, for damage, repaired damage or a note.
static void put_mark(const column *c, bool is_damage, bool is_repaired) {
    if (!c->out) return;
    put(c->out, "<circle r=\"4\" stroke-width=\"1.5\" ");
    put(c->out, !is_damage    ? "fill=\"#8b939f\""
                : is_repaired ? "fill=\"none\" stroke=\"#d4001a\""
                              : "fill=\"#d4001a\"");
    gyre_svg_place(c->out, "cx", 10 * (COLUMN + 5));
    gyre_svg_place(c->out, "cy", 10 * (c->y + LINE - 4));
    put(c->out, "/>");
}

static void put_issues(column *c, const gyre_diagnosis *d) {
    for (size_t i = 0; i < d->issue_count; i++) {
        const gyre_issue *issue = &d->issues[i];
        c->y += 3;
        put_mark(c, issue->is_damage, issue->is_repaired);
        put_lines(c, 17, issue->text);
        if (!issue->is_damage || !issue->is_repaired) continue;
        c->y += LINE - 2;
        put_text_at(c, "small", COLUMN + 17, "repaired");
    }
}

static void put_findings(column *c, const gyre_diagnosis *d) {
    put_heading(c, "Method");
    put_lines(c, 0, gyre_estimate_text(d->best));
    put_heading(c, "Findings");
    if (d->issue_count == 0) put_lines(c, 0, "nothing wrong");
    put_issues(c, d);
    if (d->trust[0] == '\0') return;
    put_heading(c, "Reliability");
    put_lines(c, 0, d->trust);
}

// Writes an entry of the list of parts: colour, name and results.
static void put_part(column *c, const gyre_part *part, size_t index) {
    char text[QUANTITY_TEXT_MAX];
    const gyre_diagnosis *d = part->diagnosis;
    const gyre_estimate *e = &d->estimates[d->best];
    gyre_vec3 tint = gyre_part_tint(index);
    c->y += ROW + 8;
    if (c->out) {
        put(c->out, "<rect width=\"12\" height=\"12\" rx=\"2\" stroke=\"#8793a5\" fill=\"rgb(");
        gyre_output_integer(c->out, (int64_t)(255 * tint.x));
        put(c->out, ",");
        gyre_output_integer(c->out, (int64_t)(255 * tint.y));
        put(c->out, ",");
        gyre_output_integer(c->out, (int64_t)(255 * tint.z));
        put(c->out, ")\"");
        gyre_svg_place(c->out, "x", 10 * COLUMN);
        gyre_svg_place(c->out, "y", 10 * (c->y - 10));
        put(c->out, "/>");
        gyre_svg_begin_text(c->out, "title", 10 * (COLUMN + 17), 10 * c->y);
        gyre_output_xml_text(c->out, part->file, gyre_characters_within(part->file, (COLUMN_WIDTH - 120) / 14.5));
        put(c->out, "</text>\n");
    }
    gyre_mass_text(e->is_known ? e->mass.mass : __builtin_nan(""), text);
    put_text_at(c, "value end", WIDTH - MARGIN, text);
    put_lines(c, 17, gyre_estimate_text(d->best));
    put_issues(c, d);
    c->y += 3;
    put_lines(c, 17, d->trust);
}

static void put_column(column *c, const assembly *a) {
    put_numbers(c, a);
    if (a->count == 1) {
        put_findings(c, a->parts[0].diagnosis);
        return;
    }
    size_t shown = a->count < PARTS_MAX ? a->count : PARTS_MAX;
    for (size_t i = 0; i < shown; i++)
        put_part(c, &a->parts[i], i);
    if (shown == a->count) return;
    char count[QUANTITY_TEXT_MAX], text[QUANTITY_TEXT_MAX + 16];
    gyre_count_text(a->count - shown, count);
    snprintf(text, sizeof text, "and %s more", count);
    c->y += 6;
    put_lines(c, 17, text);
}

// ---- page -----------------------------------------------------------------------------------------------------------

static void put_count(output *out, size_t count, const char *what) {
    char text[QUANTITY_TEXT_MAX];
    gyre_count_text(count, text);
    put(out, text);
    put(out, what);
}

static void put_title(output *out, const assembly *a) {
    if (a->count > 1) {
        put_count(out, a->count, " parts");
        return;
    }
    // shows the end of a long path, which is more specific than the beginning
    const char *name = a->parts[0].file, *slash = strrchr(name, '/');
    double room = (WIDTH - 2 * MARGIN) / (1.05 * HEAD_FONT);
    if (gyre_text_width(name) > room && slash && slash[1]) name = slash + 1;
    gyre_output_xml_text(out, name, gyre_characters_within(name, room));
}

static void begin_page(output *out, const assembly *a, int height) {
    char unit[QUANTITY_TEXT_MAX];
    put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 ");
    gyre_output_integer(out, WIDTH);
    put(out, " ");
    gyre_output_integer(out, height);
    put(out, "\" width=\"");
    gyre_output_integer(out, WIDTH);
    put(out, "\" height=\"");
    gyre_output_integer(out, height);
    put(out, "\" role=\"img\">\n<title>");
    put_title(out, a);
    put(out, "</title>\n<desc>A mesh with its centre of mass, principal axes, box and holes</desc>\n");
    put(out, style);
    put(out, gyre_drawing_style);
    put(out, "</style>\n<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#ffffff\"/>\n");
    put(out, "<text class=\"head\" x=\"24\" y=\"40\">");
    put_title(out, a);
    put(out, "</text>\n<text class=\"soft\" x=\"24\" y=\"62\">");
    put_count(out, a->triangle_count, a->triangle_count == 1 ? " triangle" : " triangles");
    if (a->count == 1) {
        gyre_length_text(a->parts[0].diagnosis->unit, unit);
        put(out, ", one unit of the file is ");
        put(out, unit);
    }
    put(out, "</text>\n");
}

static gyre_result write_page(output *out, const assembly *a, const gyre_allocator *allocator) {
    column measured = {NULL, COLUMN_TOP - ROW - 8}, written = {out, COLUMN_TOP - ROW - 8};
    put_column(&measured, a);
    int height = measured.y + MARGIN > HEIGHT ? measured.y + MARGIN : HEIGHT;
    begin_page(out, a, height);
    drawing_frame frame = {MARGIN, 80, COLUMN - MARGIN, HEIGHT - MARGIN};
    gyre_result r = gyre_draw_parts(a, frame, allocator, out);
    if (r != GYRE_OK) return r;
    put_column(&written, a);
    put(out, "</svg>\n");
    return GYRE_OK;
}

gyre_result gyre_datasheet_write_svg(const gyre_part *parts, size_t count, const gyre_allocator *allocator,
                                     const gyre_sink *sink) {
    assembly a;
    output out;
    const gyre_allocator from_libc = {0};
    if (!allocator) allocator = &from_libc;
    if (!sink || !sink->write) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_allocator_check(allocator);
    if (r == GYRE_OK) r = gyre_assembly_of(parts, count, &a);
    if (r == GYRE_OK) r = gyre_output_begin(&out, sink, allocator, false);
    if (r != GYRE_OK) return r;
    r = write_page(&out, &a, allocator);
    if (r == GYRE_OK) r = gyre_output_end(&out);
    gyre_output_free(&out);
    return r;
}
