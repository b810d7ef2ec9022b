/// Writes diagnosed parts as a page with a view that the mouse rotates, in a single self-contained file.
///
/// The page's security policy allows only one script and one style sheet, identified by their hashes. Everything from a
/// mesh file is data: escaped text, or JSON in an element that browsers do not run.
#include "base/memory.h"
#include "record/assembly.h"
#include "record/base64.h"
#include "record/escape.h"
#include "record/part_page.h"
#include "record/part_surface.h"
#include "record/part_text.h"
#include "record/svg_element.h"

#include <string.h>

enum {
    TRIANGLES_MAX = 150000,
    TRIANGLES_MIN = 12,
    NARROW_MAX = 1 << 16
}; // most triangles per page, fewest per part; most vertices with 16-bit indices

typedef struct page {
    output *out;
    const assembly *a;
    const gyre_allocator *allocator;
} page;

static void put(output *out, const char *text) { gyre_output_text(out, text); }
static void put_text(output *out, const char *text) { gyre_output_xml_text(out, text, SIZE_MAX); }

// ---- head -----------------------------------------------------------------------------------------------------------

static void put_title(output *out, const assembly *a) {
    char text[QUANTITY_TEXT_MAX];
    if (a->count == 1) {
        put_text(out, a->parts[0].file);
        return;
    }
    gyre_count_text(a->count, text);
    put(out, text);
    put(out, " parts");
}

static void put_head(output *out, const assembly *a) {
    put(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '");
    put(out, gyre_part_viewer_script_hash);
    put(out, "'; style-src '");
    put(out, gyre_part_viewer_style_hash);
    put(out, "'; base-uri 'none'; form-action 'none'\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    put_title(out, a);
    put(out, "</title>\n<style>");
    put(out, gyre_part_viewer_style);
    put(out, "</style>\n</head>\n");
}

// ---- view -----------------------------------------------------------------------------------------------------------

static void put_switch(output *out, const char *name, const char *text, bool is_on) {
    put(out, "<label><input type=\"checkbox\" id=\"show-");
    put(out, name);
    put(out, is_on ? "\" checked>" : "\">");
    put(out, text);
    put(out, "</label>\n");
}

static void put_view(output *out, const assembly *a) {
    put(out,
        "<div class=\"stage\">\n<div class=\"view\">\n"
        "<canvas id=\"canvas\" tabindex=\"0\" role=\"img\" hidden aria-label=\"The mesh in three dimensions. Arrow "
        "keys turn it, plus and minus zoom, r resets the view.\"></canvas>\n"
        "<div id=\"labels\" class=\"labels\" aria-hidden=\"true\" hidden></div>\n"
        "<p id=\"message\" class=\"message\">The view in three dimensions needs JavaScript and WebGL2, which this "
        "browser does not offer here. The numbers on this page are complete without it.</p>\n</div>\n"
        "<fieldset id=\"controls\" hidden>\n<legend>Show</legend>\n");
    if (a->has_mass) put_switch(out, "axes", "principal axes", true);
    put_switch(out, "box", "box", true);
    put_switch(out, "edges", "edges", false);
    if (a->rim_edge_count > 0) put_switch(out, "holes", "holes", true);
    put_switch(out, "backs", "inside faces", true);
    put_switch(out, "transparency", "transparent", false);
    put(out, "<button type=\"button\" id=\"reset\">Reset view</button>\n</fieldset>\n</div>\n");
}

// ---- numbers --------------------------------------------------------------------------------------------------------

static void begin_row(output *out, const char *label) {
    put(out, "<tr><th scope=\"row\">");
    put(out, label);
    put(out, "</th><td>");
}

static void put_row(output *out, const char *label, const char *value) {
    begin_row(out, label);
    put(out, value);
    put(out, "</td></tr>\n");
}

// Writes the size of the box, such as 64 x 61.47 x 52.4 mm.
static void put_box_row(output *out, const assembly *a) {
    const double sides[3] = {a->high.x - a->low.x, a->high.y - a->low.y, a->high.z - a->low.z};
    char text[QUANTITY_TEXT_MAX];
    begin_row(out, "box");
    for (int i = 0; i < 3; i++) {
        gyre_coordinate_text(sides[i], a->size, text);
        size_t unit = strcspn(text, " "); // cut the unit: it is written once at the end
        gyre_output_write(out, text, unit);
        put(out, i < 2 ? " \u00d7 " : "\u00a0");
        if (i == 2) put(out, text + unit + 1);
    }
    put(out, "</td></tr>\n");
}

static void put_moment_rows(output *out, const assembly *a) {
    static const char *const words[3] = {"smallest moment", "middle moment", "largest moment"};
    char text[QUANTITY_TEXT_MAX];
    for (int i = 0; i < 3; i++) {
        put(out, "<tr><th scope=\"row\"><b class=\"axis");
        gyre_output_integer(out, i + 1);
        put(out, "\">");
        gyre_output_integer(out, i + 1);
        put(out, "</b>");
        put(out, words[i]);
        put(out, "</th><td>");
        gyre_moment_text(a->moments[i], text);
        put(out, text);
        put(out, "</td></tr>\n");
    }
}

static void put_numbers(output *out, const assembly *a) {
    static const char *const labels[3] = {"centre of mass x", "centre of mass y", "centre of mass z"};
    const double center[3] = {a->total.center.x, a->total.center.y, a->total.center.z};
    char text[QUANTITY_TEXT_MAX];
    put(out, a->count == 1 ? "<h2>Best estimate</h2>\n" : "<h2>All parts together</h2>\n");
    put(out, "<table class=\"numbers\">\n");
    if (a->has_mass) {
        gyre_mass_text(a->total.mass, text);
        put_row(out, "mass", text);
        gyre_volume_text(a->volume, text);
        put_row(out, a->is_sheet ? "volume of the sheet" : "volume", text);
        for (int i = 0; i < 3; i++) {
            gyre_coordinate_text(center[i], a->size, text);
            put_row(out, labels[i], text);
        }
        put_moment_rows(out, a);
    } else {
        put_row(out, "mass and inertia", "no estimate");
    }
    put_box_row(out, a);
    put(out, "</table>\n");
}

// ---- parts ----------------------------------------------------------------------------------------------------------

// Writes a heading below the name of a part, if the page shows names.
static void put_heading(output *out, const assembly *a, const char *text) {
    put(out, a->count == 1 ? "<h2>" : "<h3>");
    put(out, text);
    put(out, a->count == 1 ? "</h2>\n" : "</h3>\n");
}

static void put_estimates(output *out, const assembly *a, const gyre_diagnosis *d) {
    char text[QUANTITY_TEXT_MAX];
    put_heading(out, a, "Estimates of mass");
    put(out, "<table>\n");
    for (int i = 0; i < GYRE_ESTIMATE_COUNT; i++) {
        const gyre_estimate *e = &d->estimates[i];
        if (!e->is_known) continue;
        put(out, i == (int)d->best ? "<tr class=\"best\"><th scope=\"row\">" : "<tr><th scope=\"row\">");
        put(out, gyre_estimate_name((gyre_estimate_kind)i));
        put(out, ": ");
        put(out, gyre_estimate_text((gyre_estimate_kind)i));
        put(out, i == (int)d->best ? " (best)</th><td>" : "</th><td>");
        gyre_mass_text(e->mass.mass, text);
        put(out, text);
        put(out, "</td></tr>\n");
    }
    put(out, "</table>\n");
}

static void put_findings(output *out, const assembly *a, const gyre_diagnosis *d) {
    put_heading(out, a, "Findings");
    if (d->issue_count == 0) put(out, "<p>nothing wrong</p>\n");
    put(out, d->issue_count > 0 ? "<ul>\n" : "");
    for (size_t i = 0; i < d->issue_count; i++) {
        const gyre_issue *issue = &d->issues[i];
        bool is_repaired = issue->is_damage && issue->is_repaired;
        put(out, is_repaired ? "<li class=\"repaired\">" : issue->is_damage ? "<li class=\"damage\">" : "<li>");
        put_text(out, issue->text);
        put(out, is_repaired ? " <span class=\"soft\">(repaired)</span></li>\n" : "</li>\n");
    }
    put(out, d->issue_count > 0 ? "</ul>\n" : "");
    if (d->trust[0] == '\0') return;
    put_heading(out, a, "Reliability");
    put(out, "<p>");
    put_text(out, d->trust);
    put(out, "</p>\n");
}

static void put_part_name(output *out, const gyre_part *part, size_t index) {
    gyre_vec3 tint = gyre_part_tint(index);
    const double channels[3] = {tint.x, tint.y, tint.z};
    put(out, "<h2><svg class=\"swatch\" viewBox=\"0 0 1 1\" aria-hidden=\"true\"><rect width=\"1\" height=\"1\" "
             "fill=\"rgb(");
    for (int i = 0; i < 3; i++) {
        put(out, i == 0 ? "" : ",");
        gyre_output_integer(out, (int64_t)(255 * channels[i] + 0.5));
    }
    put(out, ")\"/></svg>");
    put_text(out, part->file);
    put(out, "</h2>\n");
}

static void put_facts(output *out, const assembly *a) {
    put(out, "<div class=\"facts\">\n");
    put_numbers(out, a);
    for (size_t i = 0; i < a->count; i++) {
        if (a->count > 1) put_part_name(out, &a->parts[i], i);
        put_estimates(out, a, a->parts[i].diagnosis);
        put_findings(out, a, a->parts[i].diagnosis);
    }
    put(out, "</div>\n");
}

// ---- data -----------------------------------------------------------------------------------------------------------

static void put_vector(output *out, gyre_vec3 v) {
    const double numbers[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        put(out, i == 0 ? "[" : ",");
        gyre_output_number(out, numbers[i]);
    }
    put(out, "]");
}

// Writes a position relative to the box's middle, in units of the box's size.
static void put_place(output *out, const assembly *a, gyre_vec3 p) {
    put_vector(
        out, (gyre_vec3){(p.x - a->middle.x) / a->size, (p.y - a->middle.y) / a->size, (p.z - a->middle.z) / a->size});
}

static void put_indices(output *out, const uint32_t *indices, size_t count, bool is_wide) {
    base64 encoded = {.out = out};
    for (size_t i = 0; i < count; i++)
        if (is_wide)
            gyre_base64_add_u32(&encoded, indices[i]);
        else
            gyre_base64_add_u16(&encoded, (uint16_t)indices[i]);
    gyre_base64_end(&encoded);
}

static void put_surface(output *out, const gyre_part *part, size_t index, const part_surface *s) {
    bool is_wide = s->vertex_count > NARROW_MAX;
    base64 encoded = {.out = out};
    put(out, index == 0 ? "\n{\"name\":" : ",\n{\"name\":");
    gyre_output_json_string_in_page(out, part->file);
    put(out, ",\"tint\":");
    put_vector(out, gyre_part_tint(index));
    put(out, ",\"caps\":");
    gyre_output_integer(out, (int64_t)s->cap_count);
    put(out, is_wide ? ",\"wide\":true,\"positions\":\"" : ",\"wide\":false,\"positions\":\"");
    for (size_t i = 0; i < 3 * s->vertex_count; i++)
        gyre_base64_add_float(&encoded, s->positions[i]);
    gyre_base64_end(&encoded);
    put(out, "\",\"triangles\":\"");
    put_indices(out, s->triangles, 3 * s->triangle_count, is_wide);
    put(out, "\",\"rims\":\"");
    put_indices(out, s->rim_edges, 2 * s->rim_edge_count, is_wide);
    put(out, "\"}");
}

// Returns a part's share of the page's triangle limit.
static size_t triangle_share(const assembly *a, size_t part) {
    size_t count = a->parts[part].diagnosis->mesh.triangle_count;
    if (a->triangle_count <= TRIANGLES_MAX) return count;
    size_t share = (size_t)((double)count / (double)a->triangle_count * TRIANGLES_MAX);
    return share > TRIANGLES_MIN ? share : TRIANGLES_MIN;
}

static gyre_result put_data(page *p, size_t *out_shown) {
    output *out = p->out;
    const assembly *a = p->a;
    bool is_round = !a->has_mass || !(a->moments[2] - a->moments[0] >
                                      1e-6 * a->moments[2]); // three equal moments: no principal axis to draw
    put(out, "<script type=\"application/json\" id=\"data\">{\"box\":[");
    put_place(out, a, a->low);
    put(out, ",");
    put_place(out, a, a->high);
    put(out, "],\"center\":");
    if (a->has_mass) {
        put_place(out, a, a->total.center);
        for (int i = 0; i < 3; i++) {
            put(out, i == 0 ? ",\"axes\":[" : ",");
            put_vector(out, a->axes[i]);
        }
        put(out, "]");
    } else {
        put(out, "null");
    }
    put(out, is_round ? ",\"words\":[\"\",\"\",\"\"],\"parts\":["
                      : ",\"words\":[\"smallest\",\"\",\"largest\"],\"parts\":[");
    *out_shown = 0;
    for (size_t i = 0; i < a->count; i++) {
        part_surface surface;
        gyre_result r = gyre_part_surface_of(a, i, triangle_share(a, i), p->allocator, &surface);
        if (r != GYRE_OK) return r;
        put_surface(out, &a->parts[i], i, &surface);
        *out_shown += surface.triangle_count;
        gyre_part_surface_free(&surface);
    }
    put(out, "]}</script>\n");
    return GYRE_OK;
}

// ---- page -----------------------------------------------------------------------------------------------------------

static void put_counts(output *out, const assembly *a) {
    char text[QUANTITY_TEXT_MAX];
    gyre_count_text(a->triangle_count, text);
    put(out, "<p class=\"soft\">");
    put(out, text);
    put(out, a->triangle_count == 1 ? " triangle" : " triangles");
    if (a->count == 1) {
        gyre_length_text(a->parts[0].diagnosis->unit, text);
        put(out, ", one unit of the file is ");
        put(out, text);
    }
    put(out, "</p>\n");
}

static void put_shown(output *out, const assembly *a, size_t shown) {
    char text[QUANTITY_TEXT_MAX];
    if (a->triangle_count <= TRIANGLES_MAX) return;
    gyre_count_text(shown, text);
    put(out, "<p class=\"soft\">The view shows a simplified mesh of ");
    put(out, text);
    put(out, " triangles; the numbers belong to the full mesh.</p>\n");
}

static gyre_result write_page(page *p) {
    output *out = p->out;
    size_t shown;
    put_head(out, p->a);
    put(out, "<body>\n");
    gyre_result r = put_data(p, &shown);
    if (r != GYRE_OK) return r;
    put(out, "<header>\n<h1>");
    put_title(out, p->a);
    put(out, "</h1>\n");
    put_counts(out, p->a);
    put_shown(out, p->a, shown);
    put(out, "</header>\n<main>\n");
    put_view(out, p->a);
    put_facts(out, p->a);
    put(out, "</main>\n<script>");
    put(out, gyre_part_viewer_script);
    put(out, "</script>\n</body>\n</html>\n");
    return GYRE_OK;
}

gyre_result gyre_datasheet_write_html(const gyre_part *parts, size_t count, const gyre_allocator *allocator,
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
    r = write_page(&(page){&out, &a, allocator});
    if (r == GYRE_OK) r = gyre_output_end(&out);
    gyre_output_free(&out);
    return r;
}
