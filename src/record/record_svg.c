/// Writes the format svg: energy, energy residual, momentum and angular momentum over time, on one page.
///
/// Curves are kept at the resolution of the page, so that memory and file size do not grow with the run.
#include "record/escape.h"
#include "record/record.h"
#include "record/svg_panel.h"

#include "gyre/ledger.h"
#include "math/lanes.h"

#include <string.h>

enum {
    FIRST_TOP = 100,
    PANEL_PITCH = 202,
    PANEL_COUNT = 4,
    TIME_TICKS = 8,
    TITLE_CHARACTERS = 80,
    LONG_TITLE_CHARACTERS = 108
};
enum { SVG_HEIGHT = FIRST_TOP + (PANEL_COUNT - 1) * PANEL_PITCH + SVG_PLOT_HEIGHT + 58 };

// Colours for any colour vision: Okabe and Ito, Color Universal Design, 2008.
#define VERMILLION "#d55e00"
#define GREEN "#009e73"
#define BLUE "#0072b2"
#define PALE "#b9bec6"
#define DARK "#30343b"

// Numbers of the series. Each panel shows consecutive series; its first series is a wide curve under the others.
enum { ENERGY = 0, RESIDUAL = 3, MOMENTUM = 4, ANGULAR = 8, CURVE_COUNT = 12 };
static const svg_curve curves[CURVE_COUNT] = {
    {"total", PALE, true}, {"kinetic", VERMILLION, false}, {"potential", BLUE, false}, {"residual", DARK, false},
    {"|P|", PALE, true},   {"Px", VERMILLION, false},      {"Py", GREEN, false},       {"Pz", BLUE, false},
    {"|L|", PALE, true},   {"Lx", VERMILLION, false},      {"Ly", GREEN, false},       {"Lz", BLUE, false},
};
static const svg_curve change_curve = {"change", DARK, false};

typedef struct svg_state {
    bool has_ledger;
    plot_series series[CURVE_COUNT];
} svg_state;

// ---- frames ---------------------------------------------------------------------------------------------------------

static gyre_result begin_svg(recording *r) {
    svg_state *s = r->state;
    s->has_ledger = gyre_world_get_other_work(r->world, NULL, NULL) == GYRE_OK;
    return GYRE_OK;
}

static void add_vector(plot_series *series, double t, gyre_vec3 v) {
    gyre_plot_series_add(&series[0], t, root(v.x * v.x + v.y * v.y + v.z * v.z));
    gyre_plot_series_add(&series[1], t, v.x);
    gyre_plot_series_add(&series[2], t, v.y);
    gyre_plot_series_add(&series[3], t, v.z);
}

// Returns the totals of the world, from the ledger if the world has one.
static gyre_result totals_now(const recording *r, const svg_state *s, gyre_ledger *out) {
    if (s->has_ledger) return gyre_world_get_ledger(r->world, out);
    *out = (gyre_ledger){0};
    gyre_result result = gyre_world_energy(r->world, &out->kinetic, &out->potential);
    if (result != GYRE_OK) return result;
    out->final = out->kinetic + out->potential;
    if (s->series[ENERGY].sample_count > 0) out->residual = out->final - s->series[ENERGY].first.value;
    return gyre_world_momentum(r->world, (gyre_vec3){0, 0, 0}, &out->momentum.final, &out->angular_momentum.final);
}

static gyre_result frame_svg(recording *r) {
    svg_state *s = r->state;
    gyre_ledger now;
    gyre_result result = totals_now(r, s, &now);
    if (result != GYRE_OK) return result;
    double t = gyre_world_time(r->world);
    gyre_plot_series_add(&s->series[ENERGY], t, now.final);
    gyre_plot_series_add(&s->series[ENERGY + 1], t, now.kinetic);
    gyre_plot_series_add(&s->series[ENERGY + 2], t, now.potential);
    gyre_plot_series_add(&s->series[RESIDUAL], t, now.residual);
    add_vector(&s->series[MOMENTUM], t, now.momentum.final);
    add_vector(&s->series[ANGULAR], t, now.angular_momentum.final);
    return GYRE_OK;
}

// ---- page -----------------------------------------------------------------------------------------------------------

static const char style[] =
    "<style>\n"
    "text { font: 12.5px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif; "
    "fill: #30343b }\n"
    "text.head { font-size: 20px; font-weight: 600 }\n"
    "text.long { font-size: 14px }\n"
    "text.title { font-size: 14px; font-weight: 600 }\n"
    ".soft { fill: #5b626d; font-weight: 400; font-size: 12.5px }\n"
    "text.small { fill: #5b626d; font-size: 11px }\n"
    "text.tick { fill: #5b626d; font-size: 11.5px }\n"
    "text.end { text-anchor: end }\n"
    "text.middle { text-anchor: middle }\n"
    "text.value, text.tick { font-variant-numeric: tabular-nums }\n"
    "path { fill: none }\n"
    ".grid { stroke: #e6e8ec; stroke-width: 1 }\n"
    ".zero { stroke: #a9afb9; stroke-width: 1 }\n"
    ".frame { fill: none; stroke: #c3c8d0; stroke-width: 1 }\n"
    ".curve { stroke-width: 1.6; stroke-linejoin: round }\n"
    ".wide { stroke-width: 5; stroke-linejoin: round }\n"
    "</style>\n";

static void put(output *out, const char *text) { gyre_output_text(out, text); }

static void put_number(output *out, double value) {
    char text[DECIMAL_TEXT_MAX];
    gyre_decimal_text(gyre_decimal_of(value, 6), text);
    put(out, text);
}

static void begin_page(output *out, const char *title) {
    put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    gyre_output_integer(out, SVG_WIDTH);
    put(out, " ");
    gyre_output_integer(out, SVG_HEIGHT);
    put(out, "\" width=\"");
    gyre_output_integer(out, SVG_WIDTH);
    put(out, "\" height=\"");
    gyre_output_integer(out, SVG_HEIGHT);
    put(out, "\" role=\"img\">\n<title>");
    gyre_output_xml_text(out, title, SIZE_MAX);
    put(out, "</title>\n<desc>Energy, momentum and angular momentum over time</desc>\n");
    put(out, style);
    put(out, "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#ffffff\"/>\n");
}

static void put_head(output *out, const recording *r, bool is_early) {
    gyre_scene_settings settings = gyre_scene_get_settings(r->scene);
    const char *title = settings.title[0] ? settings.title : "Energy and momentum";
    bool is_long = strlen(title) > TITLE_CHARACTERS; // length in bytes is accurate enough
    begin_page(out, title);
    put(out, is_long ? "<text class=\"head long\" x=\"26\" y=\"38\">" : "<text class=\"head\" x=\"26\" y=\"38\">");
    gyre_output_xml_text(out, title, is_long ? LONG_TITLE_CHARACTERS : TITLE_CHARACTERS);
    put(out, "</text>\n<text class=\"soft\" x=\"26\" y=\"60\">");
    gyre_output_integer(out, (int64_t)r->body_count);
    put(out, r->body_count == 1 ? " body, method " : " bodies, method ");
    put(out, gyre_method_name(gyre_world_method(r->world)));
    put(out, ", steps of ");
    put_number(out, settings.dt);
    put(out, " s, ");
    gyre_output_integer(out, (int64_t)r->frame_count);
    put(out, r->frame_count == 1 ? " frame" : " frames");
    if (is_early) {
        put(out, ", <tspan font-weight=\"600\">stopped early at ");
        put_number(out, gyre_world_time(r->world));
        put(out, " s</tspan>");
    }
    put(out, "</text>\n");
}

static double largest_of(const plot_series *series) {
    if (series->sample_count == 0) return __builtin_nan("");
    return larger(magnitude(series->low.value), magnitude(series->high.value));
}

// Writes notes with the largest residual, and its ratio to the largest total, kinetic or potential energy; returns the
// number of notes.
static size_t notes_of(const svg_state *s, svg_note out_notes[2]) {
    double largest = largest_of(&s->series[RESIDUAL]), energy = largest_of(&s->series[ENERGY]);
    for (int i = 1; i < 3; i++)
        energy = larger(energy, largest_of(&s->series[ENERGY + i]));
    out_notes[0] = (svg_note){"largest", largest};
    out_notes[1] = (svg_note){"of the energy", largest / energy};
    return energy > 0 ? 2 : 1;
}

static gyre_result end_svg(recording *r, bool is_early) {
    const svg_state *s = r->state;
    const plot_series *any = &s->series[ENERGY];
    plot_axis times = gyre_plot_axis_of_times(any->first.t, any->last.t, TIME_TICKS);
    svg_note notes[2];
    size_t note_count = notes_of(s, notes);
    const svg_panel panels[PANEL_COUNT] = {
        {.title = "Energy", .unit = "J", .curves = &curves[ENERGY], .series = &s->series[ENERGY], .curve_count = 3},
        {.title = s->has_ledger ? "Energy residual: energy error of the integrator"
                                : "Change of the total energy since the first frame",
         .unit = "J",
         .curves = s->has_ledger ? &curves[RESIDUAL] : &change_curve,
         .series = &s->series[RESIDUAL],
         .curve_count = 1,
         .notes = notes,
         .note_count = note_count},
        {.title = "Momentum",
         .unit = "kg m/s",
         .curves = &curves[MOMENTUM],
         .series = &s->series[MOMENTUM],
         .curve_count = 4},
        {.title = "Angular momentum about the origin",
         .unit = "kg m\u00b2/s",
         .curves = &curves[ANGULAR],
         .series = &s->series[ANGULAR],
         .curve_count = 4},
    };
    put_head(&r->out, r, is_early);
    for (int i = 0; i < PANEL_COUNT; i++) {
        svg_panel panel = panels[i];
        panel.times = &times;
        panel.top = FIRST_TOP + i * PANEL_PITCH;
        panel.has_time_labels = i == PANEL_COUNT - 1;
        gyre_svg_panel(&r->out, &panel);
    }
    put(&r->out, "</svg>\n");
    return GYRE_OK;
}

const format_writer gyre_writer_svg = {
    .state_size = sizeof(svg_state),
    .begin = begin_svg,
    .frame = frame_svg,
    .end = end_svg,
};
