/// Draws a plot as SVG elements.
#include "record/svg_panel.h"

#include "math/lanes.h"

enum { VALUE_TICKS = 5, LEGEND_ROW = 19 };

static void put(output *out, const char *text) { gyre_output_text(out, text); }

// ---- positions -----------------------------------------------------------------------------------------------------

// Maps a value between the ends of an axis to 0..size, rounded.
static int64_t along(const plot_axis *axis, double value, int64_t size) {
    double share = (value - axis->low) / (axis->high - axis->low);
    return (int64_t)(smaller(larger(share, 0), 1) * (double)size + 0.5);
}

static int64_t x_of(const svg_panel *p, double t) {
    return 10 * SVG_PLOT_LEFT + along(p->times, t, 10 * SVG_PLOT_WIDTH);
}

static int64_t y_of(const svg_panel *p, const plot_axis *values, double value) {
    return 10 * (p->top + SVG_PLOT_HEIGHT) - along(values, value, 10 * SVG_PLOT_HEIGHT);
}

// ---- curves ---------------------------------------------------------------------------------------------------------

// Draws lines from point to point; consecutive points at equal heights become one line.
typedef struct pencil {
    output *out;
    int64_t x, y;    // position up to which the path is drawn
    int64_t x_level; // end of the pending horizontal line
} pencil;

static void finish_level(pencil *p) {
    if (p->x_level == p->x) return;
    put(p->out, "h");
    gyre_svg_tenths(p->out, p->x_level - p->x);
    p->x = p->x_level;
}

static void draw_to(pencil *p, int64_t x, int64_t y) {
    if (y == p->y) {
        p->x_level = x;
        return;
    }
    finish_level(p);
    put(p->out, "l");
    gyre_svg_tenths(p->out, x - p->x);
    if (y > p->y) put(p->out, " ");
    gyre_svg_tenths(p->out, y - p->y);
    p->x = p->x_level = x;
    p->y = y;
}

static void draw_sample(pencil *pen, const svg_panel *p, const plot_axis *values, plot_sample sample) {
    draw_to(pen, x_of(p, sample.t), y_of(p, values, sample.value));
}

static void put_path(output *out, const svg_panel *p, const plot_axis *values, const plot_series *s) {
    pencil pen = {.out = out, .x = x_of(p, s->first.t), .y = y_of(p, values, s->first.value)};
    pen.x_level = pen.x;
    put(out, "M");
    gyre_svg_tenths(out, pen.x);
    put(out, " ");
    gyre_svg_tenths(out, pen.y);
    for (size_t i = 0; i < s->stretch_count; i++) {
        const plot_stretch *stretch = &s->stretches[i];
        bool is_rising = stretch->low.t < stretch->high.t;
        draw_sample(&pen, p, values, is_rising ? stretch->low : stretch->high);
        draw_sample(&pen, p, values, is_rising ? stretch->high : stretch->low);
    }
    draw_sample(&pen, p, values, s->last);
    finish_level(&pen);
}

static void put_curve(output *out, const svg_panel *p, const plot_axis *values, size_t index) {
    const plot_series *s = &p->series[index];
    const svg_curve *curve = &p->curves[index];
    if (s->sample_count == 0) return;
    if (s->sample_count == 1) { // a line of length 0 would be invisible
        put(out, curve->is_wide ? "<circle r=\"5\"" : "<circle r=\"2.5\"");
        gyre_svg_place(out, "cx", x_of(p, s->first.t));
        gyre_svg_place(out, "cy", y_of(p, values, s->first.value));
        put(out, " fill=\"");
    } else {
        put(out, curve->is_wide ? "<path class=\"wide\" d=\"" : "<path class=\"curve\" d=\"");
        put_path(out, p, values, s);
        put(out, "\" stroke=\"");
    }
    put(out, curve->color);
    put(out, "\"/>\n");
}

// ---- axes -----------------------------------------------------------------------------------------------------------

static plot_axis axis_of_curves(const svg_panel *p) {
    double low = __builtin_inf(), high = -low;
    for (size_t i = 0; i < p->curve_count; i++) {
        if (p->series[i].sample_count == 0) continue;
        low = smaller(low, p->series[i].low.value);
        high = larger(high, p->series[i].high.value);
    }
    return gyre_plot_axis_of_values(low, high, VALUE_TICKS);
}

// Writes the unit of an axis, such as "10^-3 J, relative to 1250 J".
static void put_unit(output *out, const plot_axis *axis, const char *unit) {
    char text[DECIMAL_TEXT_MAX];
    if (axis->label_exponent != 0) {
        gyre_power_text(axis->label_exponent, text);
        put(out, text);
        put(out, " ");
    }
    put(out, unit);
    if (axis->offset.digits == 0) return;
    gyre_decimal_text(axis->offset, text);
    put(out, ", relative to ");
    put(out, text);
    put(out, " ");
    put(out, unit);
}

static void put_value_axis(output *out, const svg_panel *p, const plot_axis *axis) {
    char text[DECIMAL_TEXT_MAX];
    int64_t left = 10 * SVG_PLOT_LEFT, right = left + 10 * SVG_PLOT_WIDTH;
    for (int64_t i = axis->first; i <= axis->last; i++) {
        int64_t y = y_of(p, axis, gyre_plot_tick(axis, i));
        bool is_zero = i == 0 && axis->offset.digits == 0;
        gyre_svg_line(out, is_zero ? "zero" : "grid", left, y, right, y);
        gyre_plot_tick_text(axis, i, text);
        gyre_svg_begin_text(out, "tick end", left - 80, y + 40);
        put(out, text);
        put(out, "</text>\n");
    }
}

static void put_time_axis(output *out, const svg_panel *p) {
    char text[DECIMAL_TEXT_MAX];
    int64_t top = 10 * p->top, bottom = top + 10 * SVG_PLOT_HEIGHT;
    for (int64_t i = p->times->first; i <= p->times->last; i++) {
        int64_t x = x_of(p, gyre_plot_tick(p->times, i));
        gyre_svg_line(out, "grid", x, top, x, bottom);
        if (!p->has_time_labels) continue;
        gyre_plot_tick_text(p->times, i, text);
        gyre_svg_begin_text(out, "tick middle", x, bottom + 180);
        put(out, text);
        put(out, "</text>\n");
    }
    if (!p->has_time_labels) return;
    gyre_svg_begin_text(out, "soft middle", 10 * SVG_PLOT_LEFT + 5 * SVG_PLOT_WIDTH, bottom + 390);
    put(out, "time [");
    put_unit(out, p->times, "s");
    put(out, "]</text>\n");
}

// ---- legend ---------------------------------------------------------------------------------------------------------

static void put_row(output *out, int64_t y, const char *label, int64_t label_x, double value) {
    char text[DECIMAL_TEXT_MAX];
    gyre_svg_begin_text(out, "label", label_x, y);
    put(out, label);
    put(out, "</text>");
    gyre_svg_begin_text(out, "value end", 10 * SVG_LEGEND_RIGHT, y);
    gyre_decimal_text(gyre_decimal_of(value, 4), text);
    put(out, value == value ? text : "\u2013"); // a dash for a missing value
    put(out, "</text>\n");
}

static void put_legend(output *out, const svg_panel *p) {
    int64_t y = 10 * p->top + 80, left = 10 * SVG_LEGEND_LEFT;
    gyre_svg_begin_text(out, "small end", 10 * SVG_LEGEND_RIGHT, y);
    put(out, "at the end</text>\n");
    for (size_t i = 0; i < p->curve_count; i++) {
        y += 10 * LEGEND_ROW;
        put(out, p->curves[i].is_wide ? "<path class=\"wide\" d=\"M" : "<path class=\"curve\" d=\"M");
        gyre_svg_tenths(out, left);
        put(out, " ");
        gyre_svg_tenths(out, y - 40);
        put(out, "h22\" stroke=\"");
        put(out, p->curves[i].color);
        put(out, "\"/>");
        double last = p->series[i].sample_count > 0 ? p->series[i].last.value : __builtin_nan("");
        put_row(out, y, p->curves[i].label, left + 300, last);
    }
    y += 40;
    for (size_t i = 0; i < p->note_count; i++) {
        y += 10 * LEGEND_ROW;
        put_row(out, y, p->notes[i].label, left, p->notes[i].value);
    }
}

void gyre_svg_panel(output *out, const svg_panel *p) {
    plot_axis values = axis_of_curves(p);
    gyre_svg_begin_text(out, "title", 10 * SVG_PLOT_LEFT, 10 * p->top - 110);
    put(out, p->title);
    put(out, "<tspan class=\"soft\" dx=\"8\">[");
    put_unit(out, &values, p->unit);
    put(out, "]</tspan></text>\n");
    put_time_axis(out, p);
    put_value_axis(out, p, &values);
    for (size_t i = 0; i < p->curve_count; i++)
        put_curve(out, p, &values, i);
    put(out, "<rect class=\"frame\"");
    gyre_svg_place(out, "x", 10 * SVG_PLOT_LEFT);
    gyre_svg_place(out, "y", 10 * p->top);
    gyre_svg_place(out, "width", 10 * SVG_PLOT_WIDTH);
    gyre_svg_place(out, "height", 10 * SVG_PLOT_HEIGHT);
    put(out, "/>\n");
    put_legend(out, p);
}
